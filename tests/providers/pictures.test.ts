import { describe, expect, test } from 'bun:test'
import type { Connection } from '../../src/providers/messages'
import type { PaintRequest } from '../../src/providers/wire/picture-call'
import {
  type Answer,
  answering,
  beginning,
  closedOrigin,
  silent,
  useFakeProviders,
} from './fake-provider'
import { outcome, PIXEL, type TestJob, testJob } from './job'
import {
  connectionFor,
  PICTURE_WIRES,
  type PictureWire,
  painterOn,
  state,
  submitted,
  taskEnding,
} from './picture-wires'
import { KEY } from './wires'

const fakeProvider = useFakeProviders()
const BASE64 = Buffer.from(PIXEL).toString('base64')
const PLAIN: PaintRequest = { prompt: 'A figure.', images: [] }
const EDIT: PaintRequest = { prompt: 'A figure.', images: [PIXEL] }

const jobOn = (wire: PictureWire, origin: string, more: Partial<Connection> = {}): TestJob => {
  const connection = connectionFor(wire, origin, more)
  const chain = [{ provider: connection.id, model: painterOn(wire) }]
  return testJob([connection], chain, { stage: 'paint' })
}

/** The picture as base64, or the sentence of its failure. */
const painted = (job: TestJob, request = PLAIN) =>
  outcome(
    job,
    async (model) => Buffer.from((await model.paint(request)).picture).toString('base64'),
    'paint',
  )

const failed = (says: string) => `ProviderFailed: Provider house: ${says}.`

/** Where the request for a picture itself is answered so, whatever the wire. */
const AT_ONCE: [name: string, answer: Answer, says: string, requests: number][] = [
  ...[400, 401, 402, 403, 404, 422].map((code): [string, Answer, string, number] => [
    `status ${code}`,
    answering(code, { error: { message: KEY } }),
    {
      401: 'refused the credential (401)',
      402: 'payment required (402)',
      403: 'refused the credential (403)',
      404: 'unknown model or route (404)',
    }[code] ?? `refused the request (${code})`,
    1,
  ]),
  ['status 408', answering(408), 'no answer after 3 attempts', 3],
  ['status 429', answering(429), 'rate limited (429) after 3 attempts', 3],
  ['status 500', answering(500), 'server error (500) after 3 attempts', 3],
  ['status 529', answering(529), 'server error (529) after 3 attempts', 3],
  ['a redirect', answering(302, '', { location: '/' }), 'redirects are not followed', 1],
  [
    'a cut body',
    beginning('{"data": [', (socket) => socket.end()),
    'the answer was cut off after 3 attempts',
    3,
  ],
  [
    'a status inside the body',
    answering(200, { error: { code: 503 } }),
    'server error (503) after 3 attempts',
    3,
  ],
]

describe.each(PICTURE_WIRES.map((wire) => [wire.adapter, wire] as const))('%s', (_, wire) => {
  test('paints, asked as its vendor documents', async () => {
    const fake = await fakeProvider(wire.good(BASE64))
    const job = jobOn(wire, fake.origin)
    expect(await painted(job)).toBe(BASE64)
    expect(fake.arrived.map(({ method, path }) => `${method} ${path}`)).toEqual(
      wire.requests.plain.map((request) => request.replace(' ', ` ${wire.base}`)),
    )
    const [first] = fake.arrived
    const { response_format, ...body } = first?.body ?? {}
    expect([undefined, 'b64_json']).toContain(response_format as string)
    expect(body).toEqual({ ...wire.asked })
    const [name, prefix] = wire.credential
    for (const { headers } of fake.arrived) expect(headers[name]).toBe(prefix + KEY)
    expect(job.permits.asked).toEqual([
      {
        stage: 'paint',
        provider: 'house',
        model: 'sample',
        inputCharacters: 9,
        maxOutputTokens: null,
        picture: '2K',
      },
    ])
    expect(job.permits.settled).toMatchObject([
      { outcome: 'ok', last: true, usage: { pictures: { '2K': 1 } } },
    ])
    expect(job.models.report().engine.paint).toMatchObject({
      calls: 1,
      attempts: 1,
      images: 1,
      cost_usd: 0.06,
    })
  })

  test('starts from a picture', async () => {
    const fake = await fakeProvider(wire.good(BASE64))
    expect(await painted(jobOn(wire, fake.origin), EDIT)).toBe(BASE64)
    expect(fake.arrived.map(({ method, path }) => `${method} ${path}`)).toEqual(
      wire.requests.edit.map((request) => request.replace(' ', ` ${wire.base}`)),
    )
    expect(fake.arrived[0]?.body).toMatchObject(wire.from(BASE64))
  })

  test.each(AT_ONCE)('fails honestly at %s', async (_, answer, says, requests) => {
    const fake = await fakeProvider(answer)
    const job = jobOn(wire, fake.origin)
    expect(await painted(job)).toBe(failed(says))
    const submits = fake.arrived.filter(({ path }) => path === wire.base + wire.submit)
    expect(submits).toHaveLength(requests)
    expect(job.lines.join()).not.toContain('canary')
  })

  test('fails honestly where nobody listens, and where nobody answers', async () => {
    expect(await painted(jobOn(wire, await closedOrigin()))).toBe(
      failed('no connection after 3 attempts'),
    )
    const fake = await fakeProvider(silent)
    const job = jobOn(wire, fake.origin, { timeoutSeconds: 0.05, attempts: 1 })
    expect(await painted(job)).toBe(failed('no answer within 0.05 s after 1 attempt'))
    await Promise.all(fake.arrived.map(({ closed }) => closed))
  })

  test('says that there is no picture in the answer', async () => {
    const fake = await fakeProvider(wire.empty)
    const job = jobOn(wire, fake.origin)
    expect(await painted(job)).toBe(failed('no picture in the answer'))
    expect(job.permits.settled).toMatchObject([{ outcome: 'unreadable', last: true }])
  })

  test('says that what it got is no picture', async () => {
    const fake = await fakeProvider(wire.good('no base64 at all!'))
    expect(await painted(jobOn(wire, fake.origin))).toBe(failed('the picture cannot be read'))
  })

  test('takes no picture over 50 MB', async () => {
    const fake = await fakeProvider(wire.good('A'.repeat(66_700_000)))
    expect(await painted(jobOn(wire, fake.origin, { timeoutSeconds: 120 }))).toBe(
      failed('the answer was too large'),
    )
  })

  test('closes the connection when the job is cancelled', async () => {
    const fake = await fakeProvider(silent)
    const job = jobOn(wire, fake.origin)
    const ended = painted(job)
    while (fake.arrived.length === 0) await Bun.sleep(1)
    job.stop.abort(new Error('cancelled'))
    expect(await ended).toBe('Error: cancelled')
    await Promise.all(fake.arrived.map(({ closed }) => closed))
    expect(job.permits.settled).toEqual([{ outcome: 'cancelled', usage: null, last: true }])
  })
})

const LINKED = PICTURE_WIRES.filter(({ linked }) => linked)

describe.each(LINKED.map((wire) => [wire.adapter, wire] as const))('%s', (_, wire) => {
  test('fetches a picture from its own address, without key and headers', async () => {
    const answers: Answer[] = []
    const fake = await fakeProvider((socket, arrived) => {
      const isFile = arrived.path.startsWith('/files/')
      const answer = isFile ? answering(200, PIXEL) : answers[0]
      answer?.(socket, arrived)
    })
    answers.push(wire.linked?.(`${fake.origin}/files/a.png`) ?? silent)
    const job = jobOn(wire, fake.origin, { headers: { 'x-org': 'acme' } })
    expect(await painted(job)).toBe(BASE64)
    const file = fake.arrived.at(-1)
    expect(file).toMatchObject({ method: 'GET', path: '/files/a.png' })
    expect(JSON.stringify(file?.headers)).not.toMatch(/canary|acme/)
    expect(job.permits.asked).toHaveLength(1)
  })

  test.each([
    ['a private host', 'http://10.0.0.1/a.png'],
    ['a metadata service', 'http://169.254.169.254/latest'],
    ['a public host that is not listed', 'https://cdn.example/a.png'],
    ['another port of its own host', 'http://127.0.0.1:1/a.png'],
    ['no address at all', 'http://'],
    ['a file', 'file:///etc/passwd'],
  ])('fetches nothing from %s', async (_, url) => {
    const fake = await fakeProvider(wire.linked?.(url) ?? silent)
    expect(await painted(jobOn(wire, fake.origin))).toBe(failed('the picture cannot be read'))
    expect(fake.arrived).toHaveLength(
      wire.requests.plain.length - (wire.adapter === 'task' ? 1 : 0),
    )
  })

  test('follows no redirect from a listed host', async () => {
    const answers: Answer[] = []
    const fake = await fakeProvider((socket, arrived) => {
      const isFile = arrived.path.startsWith('/files/')
      const moved = answering(302, '', { location: 'http://169.254.169.254/' })
      const answer = isFile ? moved : answers[0]
      answer?.(socket, arrived)
    })
    answers.push(wire.linked?.(`${fake.origin}/files/a.png`) ?? silent)
    expect(await painted(jobOn(wire, fake.origin))).toBe(failed('redirects are not followed'))
  })
})

describe('what a vendor will not paint is declined', () => {
  const google = PICTURE_WIRES.find(({ adapter }) => adapter === 'google') as PictureWire
  test.each([
    ['a blocked prompt', { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }],
    ['a safety stop', { candidates: [{ finishReason: 'IMAGE_SAFETY', index: 0 }] }],
  ])('%s', async (_, body) => {
    const fake = await fakeProvider(answering(200, body))
    expect(await painted(jobOn(google, fake.origin))).toBe(failed('declined to answer'))
  })
})

describe('sizes', () => {
  const openai = PICTURE_WIRES[0] as PictureWire
  test('auto is that word for wires that take pixels, and nothing for those that take ratios', async () => {
    for (const wire of PICTURE_WIRES) {
      const fake = await fakeProvider(wire.good(BASE64))
      const connection = connectionFor(wire, fake.origin)
      const model = painterOn(wire, { picture: { ratio: 'auto', size: 'auto' } })
      const job = testJob([connection], [{ provider: 'house', model }], { stage: 'paint' })
      expect(await painted(job)).toBe(BASE64)
      const body = JSON.stringify(fake.arrived[0]?.body)
      if (/^openai/.test(wire.adapter)) expect(body).toContain('"size":"auto"')
      else if (/^(task|fal)$/.test(wire.adapter)) expect(body).toContain('"aspect_ratio":"auto"')
      else expect(body).not.toMatch(/aspect|auto/)
      expect(body).not.toMatch(/resolution|imageSize/)
    }
  })

  test('a model that the SDK does not know is asked for base64', async () => {
    const fake = await fakeProvider(openai.good(BASE64))
    const model = painterOn({ wireName: 'next-9' })
    const connection = connectionFor(openai, fake.origin)
    const job = testJob([connection], [{ provider: 'house', model }], { stage: 'paint' })
    expect(await painted(job)).toBe(BASE64)
    expect(fake.arrived[0]?.body.response_format).toBe('b64_json')
  })
})

describe('a task', () => {
  const wire = PICTURE_WIRES.find(({ adapter }) => adapter === 'task') as PictureWire

  const taskWith = async (answer: Answer, more: Partial<Connection> = {}) => {
    const fake = await fakeProvider(answer)
    const job = jobOn(wire, fake.origin, { attempts: 1, ...more })
    const requests = () => fake.arrived.map(({ method, path }) => `${method} ${path.slice(7)}`)
    return { said: await painted(job), requests: requests(), job }
  }

  test.each([
    ['waits', state('waiting')],
    ['is in a state that nobody knows', state('dreaming')],
    ['says nothing that can be read', answering(200, '<html>')],
  ])('that %s for ever ends with its time, and is cancelled', async (_, answer) => {
    const { said, requests, job } = await taskWith(taskEnding(answer))
    expect(said).toBe(failed('no answer within 10 s after 1 attempt'))
    expect(requests.filter((one) => one === 'GET /jobs/t/1').length).toBeGreaterThan(3)
    expect(requests.at(-1)).toBe('POST /jobs/t/1/cancel')
    expect(job.permits.settled).toMatchObject([{ outcome: 'timeout' }])
  })

  test('that fails says why, at most 200 characters, without a secret', async () => {
    const failMsg = `no credit for ${KEY} ${'x'.repeat(400)}`
    const { said, requests } = await taskWith(taskEnding(state('fail', { failMsg })))
    expect(said).toStartWith(
      'ProviderFailed: Provider house: the task failed: no credit for *** xx',
    )
    expect(said).toHaveLength('ProviderFailed: Provider house: the task failed: .'.length + 200)
    expect(requests).not.toContain('POST /jobs/t/1/cancel')
  })

  test('that fails without a word has no reason', async () => {
    const { said } = await taskWith(taskEnding(state('fail')))
    expect(said).toBe(failed('the task failed: no reason given'))
  })

  test.each([
    [402, 'payment required (402)'],
    [429, 'rate limited (429) after 1 attempt'],
    [505, 'server error (505) after 1 attempt'],
    [455, 'refused the request (455)'],
  ])('whose submission says %d inside a 200 is refused so', async (code, says) => {
    const { said, requests } = await taskWith(answering(200, { code, msg: 'no' }))
    expect(said).toBe(failed(says))
    expect(requests).toEqual(['POST /jobs'])
  })

  test('without an id cannot be read', async () => {
    const { said } = await taskWith(answering(200, { code: 200, data: {} }))
    expect(said).toBe(failed('the answer could not be read'))
  })

  test('survives passing faults while it is looked at, and is submitted once', async () => {
    const picture = state('success', {
      resultJson: JSON.stringify({ resultUrls: [`data:image/png;base64,${BASE64}`] }),
    })
    const { said, requests } = await taskWith(
      taskEnding(answering(503), answering(429), state('waiting'), picture),
    )
    expect(said).toBe(BASE64)
    expect(requests.filter((one) => one === 'POST /jobs')).toHaveLength(1)
  })

  test('is told when the job is cancelled while it waits', async () => {
    const fake = await fakeProvider((socket, arrived) => {
      if (arrived.path.endsWith('/cancel')) answering(200)(socket, arrived)
      else if (arrived.method === 'POST') submitted(socket, arrived)
    })
    const job = jobOn(wire, fake.origin)
    const ended = painted(job)
    while (fake.arrived.length < 2) await Bun.sleep(1)
    job.stop.abort(new Error('cancelled'))
    expect(await ended).toBe('Error: cancelled')
    expect(fake.arrived.at(-1)?.path).toBe('/api/v1/jobs/t/1/cancel')
  })

  test('of a submission that hangs is not cancelled: nobody knows its id', async () => {
    const { said, requests } = await taskWith(silent, { timeoutSeconds: 0.05 })
    expect(said).toBe(failed('no answer within 0.05 s after 1 attempt'))
    expect(requests).toEqual(['POST /jobs'])
  })
})
