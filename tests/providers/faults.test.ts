import { describe, expect, test } from 'bun:test'
import { deflateSync, gzipSync } from 'node:zlib'
import type { Outcome } from '../../src/providers/messages'
import {
  type Answer,
  answering,
  beginning,
  closedOrigin,
  silent,
  useFakeProviders,
} from './fake-provider'
import { jobWith, outcome, type TestJob } from './job'
import { connectionTo, modelOn, WIRE_SAMPLES, type WireSample } from './wires'

const fakeProvider = useFakeProviders()
const DRAFT = '{"title":null}'

interface Fault {
  name: string
  answer: (wire: WireSample) => Answer
  /** The end of the sentence; null: an answer comes, and this is its text. */
  says: string
  /** Requests that reach the provider. */
  requests: number
  ended: Outcome
}

const status = (code: number, says: string, ended: Outcome, requests = 1): Fault => ({
  name: `status ${code}`,
  answer: () => answering(code, { error: { message: 'no', type: 'x', code: 'x' } }),
  says,
  requests,
  ended,
})

/** Each of these happens again and again, with three attempts allowed. */
const FAULTS: Fault[] = [
  status(400, 'refused the request (400)', 'request'),
  status(401, 'refused the credential (401)', 'credential'),
  status(402, 'payment required (402)', 'payment'),
  status(403, 'refused the credential (403)', 'credential'),
  status(404, 'unknown model or route (404)', 'not_found'),
  status(405, 'refused the request (405)', 'request'),
  status(408, 'no answer after 3 attempts', 'timeout', 3),
  status(413, 'refused the request (413)', 'request'),
  status(422, 'refused the request (422)', 'request'),
  status(429, 'rate limited (429) after 3 attempts', 'rate_limited', 3),
  status(500, 'server error (500) after 3 attempts', 'server_error', 3),
  status(503, 'server error (503) after 3 attempts', 'server_error', 3),
  status(529, 'server error (529) after 3 attempts', 'server_error', 3),
  {
    name: 'an error page in HTML',
    answer: () => answering(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' }),
    says: 'server error (502) after 3 attempts',
    requests: 3,
    ended: 'server_error',
  },
  {
    name: 'an error whose body never ends',
    answer: () => (socket) => socket.write('HTTP/1.1 500 X\r\ncontent-length: 99\r\n\r\noh'),
    says: 'server error (500) after 3 attempts',
    requests: 3,
    ended: 'server_error',
  },
  {
    name: 'a status inside the body of a 200',
    answer: () => answering(200, { error: { code: 502, message: 'behind me' } }),
    says: 'server error (502) after 3 attempts',
    requests: 3,
    ended: 'server_error',
  },
  {
    name: 'a redirect to a metadata address',
    answer: () => answering(302, '', { location: 'http://169.254.169.254/latest' }),
    says: 'redirects are not followed',
    requests: 1,
    ended: 'redirect',
  },
  {
    name: 'a permanent redirect to itself',
    answer: () => answering(308, '', { location: '/' }),
    says: 'redirects are not followed',
    requests: 1,
    ended: 'redirect',
  },
  {
    name: 'a connection that is closed at once',
    answer: () => (socket) => socket.end(),
    says: 'the answer was cut off after 3 attempts',
    requests: 3,
    ended: 'cut',
  },
  {
    name: 'a body that is cut',
    answer: ({ good }) =>
      beginning(JSON.stringify(good(DRAFT)).slice(0, 40), (socket) => socket.end()),
    says: 'the answer was cut off after 3 attempts',
    requests: 3,
    ended: 'cut',
  },
  {
    name: 'a body that is reset',
    answer: () => beginning('{"id":', (socket) => socket.resetAndDestroy()),
    says: 'the answer was cut off after 3 attempts',
    requests: 3,
    ended: 'cut',
  },
  {
    name: 'a chunked body without its last chunk',
    answer: () => (socket) => {
      socket.end('HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n6\r\n{"id":\r\n')
    },
    says: 'the answer was cut off after 3 attempts',
    requests: 3,
    ended: 'cut',
  },
  {
    name: 'gzip that is none',
    answer: ({ good }) => answering(200, good(DRAFT), { 'content-encoding': 'gzip' }),
    says: 'the answer was cut off after 3 attempts',
    requests: 3,
    ended: 'cut',
  },
  {
    name: 'another protocol',
    answer: () => (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
    says: 'the answer was cut off after 3 attempts',
    requests: 3,
    ended: 'cut',
  },
  {
    name: 'an answer over 4 MB',
    answer: ({ good }) => answering(200, good('x'.repeat(4_000_001))),
    says: 'the answer was too large',
    requests: 1,
    ended: 'too_large',
  },
  {
    name: 'an answer that never stops growing',
    answer: () => (socket) => {
      socket.write('HTTP/1.1 200 X\r\n\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      }
      socket.on('drain', more)
      more()
    },
    says: 'the answer was too large',
    requests: 1,
    ended: 'too_large',
  },
  {
    name: 'gzip that grows beyond 4 MB',
    answer: () => answering(200, gzipSync('x'.repeat(40_000_000)), { 'content-encoding': 'gzip' }),
    says: 'the answer was too large',
    requests: 1,
    ended: 'too_large',
  },
]

/** Answers that are none: the caller gets an empty text, and goes the way of repairs. */
const UNREADABLE: [name: string, answer: (wire: WireSample) => Answer][] = [
  ['a page in HTML', () => answering(200, '<html>', { 'content-type': 'text/html' })],
  ['the right form with nothing in it', ({ empty }) => answering(200, empty)],
  ['nothing at all', () => answering(200, '')],
  ['JSON of another kind', () => answering(200, ['no'])],
  ['JSON that breaks off', () => answering(200, '{"id": "x", "choices": [')],
  ['an encoding that nobody knows', () => answering(200, 'x', { 'content-encoding': 'zstd' })],
  ['a nest of 3.8 MB', () => answering(200, '['.repeat(1_900_000) + ']'.repeat(1_900_000))],
  ['a null', () => answering(200, 'null')],
  ['members that poison prototypes', () => answering(200, '{"__proto__": {"choices": []}}')],
]

/** What differs from the standard form, and is an answer for all that. */
const ODD: [name: string, answer: (wire: WireSample) => Answer][] = [
  [
    'its type is text/plain',
    ({ good }) => answering(200, good(DRAFT), { 'content-type': 'text/plain' }),
  ],
  [
    'it is gzip, which nobody asked for',
    ({ good }) =>
      answering(200, gzipSync(JSON.stringify(good(DRAFT))), { 'content-encoding': 'gzip' }),
  ],
  [
    'it is deflated',
    ({ good }) =>
      answering(200, deflateSync(JSON.stringify(good(DRAFT))), { 'content-encoding': 'deflate' }),
  ],
  ['its status is 201', ({ good }) => answering(201, good(DRAFT))],
  ['it ended for length', ({ long }) => answering(200, long(DRAFT))],
  [
    'it holds members that nobody knows',
    ({ good }) => answering(200, { ...Object(good(DRAFT)), extra: { a: [1, null] } }),
  ],
]

describe.each(WIRE_SAMPLES.map((wire) => [wire.adapter, wire] as const))('%s', (_, wire) => {
  const jobOn = (origin: string, seconds?: number): TestJob =>
    jobWith(connectionTo(wire, origin), modelOn(wire), seconds)
  const last = ({ permits }: TestJob) => permits.settled.at(-1)

  test.each(FAULTS.map((fault) => [fault.name, fault] as const))(
    'fails honestly at %s',
    async (_, { answer, says, requests, ended }) => {
      const fake = await fakeProvider(answer(wire))
      const job = jobOn(fake.origin)
      expect(await outcome(job)).toBe(`ProviderFailed: Provider house: ${says}.`)
      expect(fake.arrived).toHaveLength(requests)
      expect(job.permits.settled.map((one) => one.last)).toEqual([
        ...Array(requests - 1).fill(false),
        true,
      ])
      expect(last(job)).toEqual({ outcome: ended, usage: null, last: true })
      expect(job.models.report().engine.plan).toMatchObject({ calls: 1, attempts: requests })
    },
  )

  test('fails honestly where nobody listens', async () => {
    const job = jobOn(await closedOrigin())
    expect(await outcome(job)).toBe(
      'ProviderFailed: Provider house: no connection after 3 attempts.',
    )
    expect(last(job)?.outcome).toBe('connection')
  })

  test.each([
    ['before the head', silent],
    ['within the body', beginning('{"id":', () => {})],
  ])('fails honestly at a server that hangs %s', async (_, answer) => {
    const fake = await fakeProvider(answer)
    const connection = connectionTo(wire, fake.origin, { timeoutSeconds: 0.05, attempts: 2 })
    const job = jobWith(connection, modelOn(wire))
    expect(await outcome(job)).toBe(
      'ProviderFailed: Provider house: no answer within 0.05 s after 2 attempts.',
    )
    expect(last(job)?.outcome).toBe('timeout')
    await Promise.all(fake.arrived.map(({ closed }) => closed))
  })

  test('is tried again, and has its answer', async () => {
    const fake = await fakeProvider(answering(500), silentEnd, answering(200, wire.good(DRAFT)))
    const job = jobOn(fake.origin)
    expect(await outcome(job)).toBe(DRAFT)
    expect(job.lines).toEqual([
      'Provider house: server error (500). Attempt 2 of 3 in 1.0 s.',
      'Provider house: the answer was cut off. Attempt 3 of 3 in 2.0 s.',
    ])
    expect(job.permits.settled.map((one) => one.outcome)).toEqual(['server_error', 'cut', 'ok'])
    expect(last(job)?.usage).toEqual({ inputTokens: 11, outputTokens: 7, pictures: {} })
  })

  test.each(Object.entries(wire.declined))('takes %s for a refusal', async (_, body) => {
    const fake = await fakeProvider(answering(200, body))
    const job = jobOn(fake.origin)
    expect(await outcome(job)).toBe('ProviderFailed: Provider house: declined to answer.')
    expect(fake.arrived).toHaveLength(1)
    expect(last(job)?.outcome).toBe('declined')
  })

  test.each(UNREADABLE)('reads %s as an empty answer', async (_, answer) => {
    const fake = await fakeProvider(answer(wire))
    const job = jobOn(fake.origin)
    expect(await outcome(job)).toBe('')
    expect(fake.arrived).toHaveLength(1)
    expect(last(job)?.last).toBe(true)
  })

  test.each(ODD)('reads an answer although %s', async (_, answer) => {
    const fake = await fakeProvider(answer(wire))
    expect(await outcome(jobOn(fake.origin))).toBe(DRAFT)
  })

  test('believes no count of tokens that its bytes cannot hold', async () => {
    const body = JSON.stringify(wire.good(DRAFT))
    const lie = body.replace(/:11\b/, ':-1e308').replace(/:7\b/, ':1e308')
    const fake = await fakeProvider(answering(200, lie))
    const job = jobOn(fake.origin)
    await outcome(job)
    const { inputTokens = 0, outputTokens = 0 } = last(job)?.usage ?? {}
    expect(inputTokens).toBeWithin(0, 100_000)
    expect(outputTokens).toBeWithin(0, 1_000_000)
  })

  test('says when an answer ended for length', async () => {
    const fake = await fakeProvider(answering(200, wire.long('{"title":')))
    const finish = await outcome(
      jobOn(fake.origin),
      async (model) => (await model.ask({ system: '', turns: [{ user: [{ text: 'x' }] }] })).finish,
    )
    expect(finish).toBe('length')
  })
})

const silentEnd: Answer = (socket) => socket.end()
