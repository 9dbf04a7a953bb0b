import { describe, expect, test } from 'bun:test'
import type { ModelRequest } from '../../src/providers/call'
import type { Structured } from '../../src/providers/catalogue/provider-file'
import type { CalledModel, Connection } from '../../src/providers/messages'
import { answering, useFakeProviders } from './fake-provider'
import { DRAFT_SCHEMA, jobWith, outcome, PIXEL, REQUEST } from './job'
import { shapeFaults } from './vendor-shapes'
import { connectionTo, KEY, modelOn, WIRE_SAMPLES, type WireSample } from './wires'

const fakeProvider = useFakeProviders()

/** What reached the provider when a model was asked once. */
async function sent(
  wire: WireSample,
  request: ModelRequest,
  changes: { connection?: Partial<Connection>; model?: Partial<CalledModel> } = {},
) {
  const fake = await fakeProvider(answering(200, wire.good('{"title":null}')))
  const connection = connectionTo(wire, fake.origin, changes.connection)
  const job = jobWith(connection, modelOn(wire, 'schema', changes.model))
  const text = await outcome(job, async (model) => (await model.ask(request)).text)
  expect(text).toBe('{"title":null}')
  expect(fake.arrived).toHaveLength(1)
  const arrived = fake.arrived[0]
  if (!arrived) throw new Error('nothing arrived')
  return arrived
}

const LONG_TALK: ModelRequest = {
  system: 'You draw figures.',
  turns: [
    { user: [{ text: 'Look:' }, { png: PIXEL }] },
    { assistant: '{"title": 5}' },
    { user: [{ text: 'title must be a text or null.' }] },
  ],
  schema: DRAFT_SCHEMA,
}

describe.each(WIRE_SAMPLES.map((wire) => [wire.adapter, wire] as const))('%s', (_, wire) => {
  const { adapter, base, route } = wire

  test.each<Structured>(['schema', 'json', 'prompt'])(
    'is asked as its vendor documents, structured by %s',
    async (structured) => {
      const { method, path, headers, body } = await sent(wire, LONG_TALK, { model: { structured } })
      expect({ method, path }).toEqual({ method: 'POST', path: base + route })
      expect(headers['content-type']).toBe('application/json')
      expect(shapeFaults(adapter, body)).toEqual([])
      const text = JSON.stringify(body)
      expect(text).toContain('title must be a text or null.')
      expect(text).toContain(Buffer.from(PIXEL).toString('base64'))
      // The schema stands in the prompt where the wire does not carry it.
      expect(text.includes('follows this JSON Schema')).toBe(structured !== 'schema')
      expect(text.includes('"additionalProperties":false')).toBe(structured === 'schema')
      expect(text.includes('\\"additionalProperties\\":false')).toBe(structured !== 'schema')
    },
  )

  test('carries its key in its own header and nowhere else', async () => {
    const { path, headers, body } = await sent(wire, REQUEST)
    const [name, prefix] = wire.credential
    expect(headers[name]).toBe(prefix + KEY)
    const elsewhere = Object.entries(headers).filter(([other]) => other !== name)
    expect(JSON.stringify([path, elsewhere, body])).not.toContain('canary')
  })

  test('is asked without a credential where there is no key', async () => {
    const { headers } = await sent(wire, REQUEST, { connection: { key: null } })
    expect(headers[wire.credential[0]]).toBeUndefined()
  })

  test("sends the operator's headers before its own", async () => {
    const { headers } = await sent(wire, REQUEST, {
      connection: { headers: { 'x-org': 'acme', [wire.credential[0]]: 'mine' } },
    })
    expect(headers).toMatchObject({ 'x-org': 'acme', [wire.credential[0]]: 'mine' })
  })

  test("puts the operator's limit and temperature before the request's", async () => {
    const request = { ...REQUEST, maxOutputTokens: 99, temperature: 0.75 }
    const own = JSON.stringify((await sent(wire, request)).body)
    expect(own).toContain('1234')
    expect(own).toContain('0.25')
    const open = { model: { maxOutputTokens: null, temperature: null } }
    const asked = JSON.stringify((await sent(wire, request, open)).body)
    expect(asked).toContain('99')
    expect(asked).toContain('0.75')
  })

  test('is asked plainly without a schema', async () => {
    const { body } = await sent(wire, { system: 'Be short.', turns: REQUEST.turns })
    expect(shapeFaults(adapter, body)).toEqual([])
    expect(JSON.stringify(body)).not.toMatch(/json/i)
  })
})

const wireOf = (name: string) => WIRE_SAMPLES.find(({ adapter }) => adapter === name)

test('Anthropic gets a limit even where nobody names one, also for a model that is new', async () => {
  const wire = wireOf('anthropic')
  if (!wire) throw new Error('no sample')
  for (const wireName of [wire.wireName, 'claude-next-9']) {
    const { body } = await sent(wire, REQUEST, { model: { wireName, maxOutputTokens: null } })
    expect(body.max_tokens).toBe(16_000)
    expect(shapeFaults('anthropic', body)).toEqual([])
  }
})
