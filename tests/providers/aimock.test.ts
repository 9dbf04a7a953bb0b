import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LLMock } from '@copilotkit/aimock'
import { jobWith, outcome, PIXEL, REQUEST } from './job'
import { connectionTo, KEY, modelOn, WIRE_SAMPLES } from './wires'

/*
 * The wires as somebody else understands them: aimock reads our requests with its own parsers and refuses what is not
 * of the vendor's form.
 */

const DRAFT = '{"title":"Reads are trimmed."}'
const mock = new LLMock({ port: 0, host: '127.0.0.1', strict: true, auth: { apiKeys: [KEY] } })

beforeAll(async () => {
  mock.onMessage('Reads are trimmed.', {
    content: DRAFT,
    usage: { prompt_tokens: 31, completion_tokens: 9 },
  })
  mock.onMessage('Talk on for ever.', { content: '{"title":', finishReason: 'length' })
  await mock.start()
})
afterAll(() => mock.stop())

describe.each(WIRE_SAMPLES.map((wire) => [wire.adapter, wire] as const))('%s', (_, wire) => {
  const job = (key = KEY) => jobWith(connectionTo(wire, mock.url, { key }), modelOn(wire))

  test('is understood: system, text, picture, schema, limits', async () => {
    mock.clearRequests()
    const text = await outcome(job(), async (model) => {
      const turns = [{ user: [{ png: PIXEL }, { text: 'Reads are trimmed.' }] }]
      return (await model.ask({ ...REQUEST, turns })).text
    })
    expect(text).toBe(DRAFT)
    const heard = mock.getLastRequest()?.body as Record<string, unknown>
    const messages = JSON.stringify(heard.messages)
    expect(messages).toContain('You draw figures.')
    expect(messages).toContain('Reads are trimmed.')
    expect(heard).toMatchObject({ model: wire.wireName })
  })

  test('counts tokens as the provider does', async () => {
    const done = job()
    expect(await outcome(done)).toBe(DRAFT)
    const report = done.models.report().engine.plan
    expect(report?.input_tokens).toBeGreaterThan(0)
    expect(report?.output_tokens).toBeGreaterThan(0)
  })

  test('tells an answer that ended for length', async () => {
    // On this wire aimock leaves out why the answer is incomplete.
    if (wire.adapter === 'openai') return
    const finish = await outcome(job(), async (model) => {
      const turns = [{ user: [{ text: 'Talk on for ever.' }] }]
      return (await model.ask({ ...REQUEST, turns })).finish
    })
    expect(finish).toBe('length')
  })

  test('is refused with a wrong key', async () => {
    expect(await outcome(job('sk-wrong'))).toBe(
      'ProviderFailed: Provider house: refused the credential (401).',
    )
  })

  test('is tried again after a rate limit', async () => {
    mock.nextRequestError(429, { message: 'slow down', type: 'rate_limit_error' })
    const done = job()
    expect(await outcome(done)).toBe(DRAFT)
    expect(done.slept).toHaveLength(1)
  })

  test('is tried again after a broken answer', async () => {
    mock.setChaos({ disconnectRate: 1 })
    const broken = job()
    expect(await outcome(broken)).toBe(
      'ProviderFailed: Provider house: the answer was cut off after 3 attempts.',
    )
    mock.clearChaos()
  })

  test('gives rubbish as an empty answer', async () => {
    mock.setChaos({ malformedRate: 1 })
    expect(await outcome(job())).toBe('')
    mock.clearChaos()
  })
})
