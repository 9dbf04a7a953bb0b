import { describe, expect, test } from 'bun:test'
import { inspect } from 'node:util'
import { createRedactor } from '../../src/providers/redact'
import { type Answer, answering, closedOrigin, useFakeProviders } from './fake-provider'
import { jobWith, outcome, REQUEST, type TestJob } from './job'
import { connectionTo, KEY, modelOn, WIRE_SAMPLES } from './wires'

const fakeProvider = useFakeProviders()
const SECRET = 'header/canary+value=='
const ORGANISATION = 'acme-canary-org'

/** Answers that repeat whatever they were sent, and try every disguise of it. */
function echoing(status: number): Answer {
  return (socket, arrived) => {
    const heard = JSON.stringify(arrived.headers)
    const disguises = [KEY, SECRET].flatMap((secret) => [
      encodeURIComponent(secret),
      btoa(secret),
      btoa(`x${secret}`),
      btoa(`xy${secret}y`),
      btoa(secret).replaceAll('+', '-').replaceAll('/', '_'),
      JSON.stringify(secret),
    ])
    const body = { error: { message: `${heard} ${disguises.join(' ')}`, code: status } }
    answering(status, body, { 'x-echo': KEY.replaceAll('"', '') })(socket, arrived)
  }
}

/** Everything that leaves the room in a job, in one text. */
async function everythingOf(job: TestJob): Promise<string> {
  const seen: unknown[] = []
  try {
    seen.push(
      await job.models.run('plan', async (model) => {
        const answer = await model.ask(REQUEST)
        seen.push(model.name, model.provider)
        return answer
      }),
    )
  } catch (error) {
    const { stack } = error instanceof Error ? error : {}
    seen.push(String(error), stack, JSON.stringify(error))
    seen.push(inspect(error, { depth: 20, showHidden: true }))
  }
  seen.push(job.lines, job.beats, job.permits.asked, job.permits.settled, job.models.report())
  return inspect(seen, { depth: 20, maxStringLength: null })
}

const REMAINS = /canary|Y2FuYXJ5|NhbmFyeQ|jYW5hcn|127\.0\.0\.1/

describe.each(WIRE_SAMPLES.map((wire) => [wire.adapter, wire] as const))('%s', (_, wire) => {
  const headers = { 'x-secret': SECRET, 'x-org': ORGANISATION }
  const jobOn = (origin: string) =>
    jobWith(connectionTo(wire, origin, { headers, attempts: 2 }), modelOn(wire))

  test.each([400, 401, 402, 403, 404, 422, 429, 500, 503])(
    'keeps its secrets when a %d repeats them',
    async (status) => {
      const fake = await fakeProvider(echoing(status))
      const everything = await everythingOf(jobOn(fake.origin))
      expect(JSON.stringify(fake.arrived[0]?.headers)).toContain('canary')
      expect(everything).toContain('Provider house: ')
      expect(everything).not.toMatch(REMAINS)
    },
  )

  test('keeps its secrets when it cannot be reached', async () => {
    const everything = await everythingOf(jobOn(await closedOrigin()))
    expect(everything).toContain('no connection')
    expect(everything).not.toMatch(REMAINS)
  })

  test('keeps its secrets when the answer is no answer', async () => {
    const fake = await fakeProvider((socket, arrived) =>
      answering(200, `<html>${JSON.stringify(arrived.headers)}`)(socket, arrived),
    )
    expect(await everythingOf(jobOn(fake.origin))).not.toMatch(REMAINS)
  })

  test('takes them out of a model’s own words, and leaves the rest', async () => {
    const fake = await fakeProvider((socket, arrived) => {
      const words = { title: `before ${KEY} ${SECRET} ${btoa(KEY)} ${arrived.headers.host} after` }
      answering(200, wire.good(JSON.stringify(words)))(socket, arrived)
    })
    const job = jobOn(fake.origin)
    const text = await outcome(job)
    expect(JSON.parse(text)).toEqual({ title: 'before *** *** *** *** after' })
  })
})

describe('a redactor', () => {
  const redact = createRedactor([
    {
      adapter: 'openai',
      baseUrl: 'https://models.internal.example:8443/v1',
      key: 'sk-live-123456',
      headers: { 'proxy-authorization': 'Basic dXNlcjpwYXNz', short: 'none' },
    },
    {
      adapter: 'google',
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
      key: 'ollama',
      headers: {},
    },
  ])

  test.each([
    ['a key', 'the key sk-live-123456.', 'the key ***.'],
    ['a header value', 'sent Basic dXNlcjpwYXNz', 'sent ***'],
    ['the second half of one', 'got dXNlcjpwYXNz', 'got ***'],
    ['an address', 'at https://models.internal.example:8443/v1/models', 'at ***/models'],
    ['a host', 'no route to models.internal.example:8443', 'no route to ***'],
    ['a query', '?api_key=sk-live-123456&x=1', '?api_key=***&x=1'],
    ['all of them', 'sk-live-123456 sk-live-123456', '*** ***'],
  ])('takes out %s', (_, text, left) => {
    expect(redact(text)).toBe(left)
  })

  test.each([
    ['placeholders for a key', 'drawn by ollama, or by none'],
    ['the vendor’s own address', 'https://generativelanguage.googleapis.com/v1beta'],
    ['everything else', 'Reads are trimmed with fastp.'],
  ])('leaves %s', (_, text) => {
    expect(redact(text)).toBe(text)
  })

  test('finds a key inside base64 at any offset', () => {
    for (const before of ['', 'a', 'ab', 'abc'])
      for (const after of ['', 'z', 'zz'])
        expect(redact(btoa(`${before}sk-live-123456${after}`))).toContain('***')
  })
})
