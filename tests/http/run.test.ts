import { beforeAll, describe, expect, test } from 'bun:test'
import { type TestApp, useApps } from '../support/app'
import { clientAt } from '../support/client'
import { fetchDeclared } from '../support/declared'
import { useServers } from '../support/server'
import { until } from '../support/until'

const startApp = useApps()
const startServer = useServers()

const METHOD =
  'Reads are trimmed with fastp, then aligned to the reference genome with STAR and counted per gene.'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})

test('a method text becomes the files of a figure, the same bytes each time', async () => {
  const files = async () => {
    const id = await app.submit('/api/run', { method_text: METHOD })
    const job = await app.ended(id)
    expect(job).toMatchObject({ workflow: 'run', status: 'completed', error: null })
    expect(job.artifacts.map(({ path }) => path)).toContainValues([
      'diagram.json',
      'figure.png',
      'final.svg',
      'final_preview.png',
      'run.log',
      'scene.json',
      'template.svg',
    ])
    const bytes = async (path: string) => (await app.ask(`/api/artifacts/${id}/${path}`)).bytes()
    return {
      svg: await bytes('final.svg'),
      png: await bytes('figure.png'),
      pdf: await bytes('final.pdf'),
      samed: await bytes('samed.png'),
    }
  }
  const first = await files()
  expect(Buffer.from(first.svg).toString()).toStartWith('<svg ')
  expect([...first.png.slice(1, 4)]).toEqual([...Buffer.from('PNG')])
  expect(Buffer.from(first.pdf).toString('latin1')).toStartWith('%PDF-')
  expect(await files()).toEqual(first)
})

test('what a text says to the illustrator is obeyed, or named in report, log and description', async () => {
  const id = await app.submit('/api/run', {
    method_text: `${METHOD} Title: RNA-seq. Put STAR at the bottom.`,
  })
  expect(await app.ended(id)).toMatchObject({ status: 'completed' })
  const file = (path: string) => app.ask(`/api/artifacts/${id}/${path}`)
  const named = 'Not followed: "Put STAR at the bottom".'
  expect(await (await file('report.json')).json()).toMatchObject({ ignored: [named] })
  expect(await (await file('run.log')).text()).toContain(named)
  const svg = await (await file('final.svg')).text()
  expect(svg).toContain('<title>RNA-seq</title>')
  expect(svg).toMatch(/class="text" id="title"[\s\S]*?>RNA-seq</)
  expect(svg).not.toMatch(/<g class="node"[^>]*(?:Title|bottom)/)
})

test('a text that says only how a picture should look fails with what would help', async () => {
  const id = await app.submit('/api/run', {
    method_text: 'Draw a cute robot reading a book under a tree, watercolor',
  })
  expect(await app.ended(id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('describe the steps or parts'),
  })
})

describe('Idempotency-Key', () => {
  const send = (body: unknown, key: string, path = '/api/echo') =>
    app.post(path, body, { 'idempotency-key': key })

  test('gives the same body the same answer, and another body 422', async () => {
    const first = await send({ text: 'once' }, 'same')
    const again = await send({ text: 'once' }, 'same')
    expect([first.status, again.status]).toEqual([200, 200])
    expect(await again.json()).toEqual(await first.json())
    const other = await send({ text: 'twice' }, 'same')
    expect(other.status).toBe(422)
    expect(await other.json()).toEqual({
      detail: [
        {
          loc: ['header', 'idempotency-key'],
          msg: 'Value error, was used with another body',
          type: 'value_error',
        },
      ],
    })
  })

  test('compares the raw body: other white space is another body', async () => {
    expect((await send('{"text":"raw"}', 'raw')).status).toBe(200)
    expect((await send('{"text": "raw"}', 'raw')).status).toBe(422)
  })

  test('of 255 characters is taken, of 256 refused, an empty one is none', async () => {
    expect((await send({ text: 'x' }, 'k'.repeat(255))).status).toBe(200)
    const long = await send({ text: 'x' }, 'k'.repeat(256))
    expect(long.status).toBe(422)
    expect((await long.json()).detail).toMatchObject([{ loc: ['header', 'idempotency-key'] }])
    const [one, two] = [await send({ text: 'x' }, ''), await send({ text: 'x' }, '')]
    expect((await one.json()).job_id).not.toBe((await two.json()).job_id)
  })

  test('makes one record of 20 requests at the same time', async () => {
    const server = await startServer()
    const { post } = clientAt(server.url)
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await post('/api/echo', { text: 'x' }, { 'idempotency-key': 'parallel' })
        return { status: answer.status, body: await answer.text() }
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    await clientAt(server.url).ended(JSON.parse(answers[0]?.body ?? '').job_id)
    await server.stop()
    expect(server.logs().filter(({ message }) => message === 'job started')).toHaveLength(1)
  })

  test('of one endpoint is free at another', async () => {
    const one = await send({ text: 'x' }, 'scope')
    const two = await send({ lines: 1 }, 'scope', '/api/many')
    expect([one.status, two.status]).toEqual([200, 200])
    expect((await one.json()).job_id).not.toBe((await two.json()).job_id)
  })

  test('of a refused request is not remembered', async () => {
    expect((await send({ text: '' }, 'refused')).status).toBe(422)
    expect((await send({ text: 'better' }, 'refused')).status).toBe(200)
  })
})

test('more waiting jobs than MAX_PENDING are refused with Retry-After, a repeat is still answered', async () => {
  const small = await startApp({ MAX_PENDING: '2' })
  const running = await small.submit('/api/slow', { ms: 60_000 })
  await small.reached(running, 'running')
  const key = { 'idempotency-key': 'waiting' }
  const waiting = await (await small.post('/api/echo', { text: 'x' }, key)).json()
  await small.submit('/api/echo', { text: 'y' })
  const refused = await small.post('/api/echo', { text: 'z' })
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toEqual({ detail: 'Too much work is waiting; try again later.' })
  const repeat = await small.post('/api/echo', { text: 'x' }, key)
  expect(await repeat.json()).toEqual(waiting)
  await small.ask(`/api/jobs/${waiting.job_id}/cancel`, { method: 'POST' })
  expect((await small.post('/api/echo', { text: 'z' })).status).toBe(200)
  await small.stop()
})

test('a disk without room refuses new work with Retry-After', async () => {
  const full = await startApp({ MIN_FREE_DISK_MB: '10000000' })
  const refused = await full.post('/api/echo', { text: 'x' })
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toEqual({
    detail: 'The server has no disk space left for new work.',
  })
  expect(await full.app.store.claim()).toBeUndefined()
  await full.stop()
})

test('a server short of memory refuses large bodies with Retry-After, and takes small ones', async () => {
  // All tests together hold more than this.
  const held = Buffer.alloc(128_000_000, 1)
  const short = await startApp({ SERVER_MEMORY_MB: '128' })
  const large = { text: 'x'.repeat(20_000) }
  const refused = await until('it is noticed', async () => {
    const answer = await short.post('/api/echo', large)
    return answer.status === 503 && answer
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await short.post('/api/echo', { text: 'x' })).status).toBe(200)
  expect(held.byteLength).toBe(128_000_000)
  await short.stop()
})

test('the log names request and job, and no credential', async () => {
  const server = await startServer()
  const client = clientAt(server.url)
  const id = await client.submit('/api/echo', { text: 'x' })
  await client.ended(id)
  const answer = await client.ask(`/api/jobs/${id}?api_token=burin_${'s'.repeat(43)}`, {
    headers: { 'x-request-id': 'asked-by-a-test' },
  })
  expect(answer.headers.get('x-request-id')).toBe('asked-by-a-test')
  await client.ask(`/api/jobs/${id}?api_token=plainsecret`)
  const logs = await until('the last request is logged', () => {
    const text = JSON.stringify(server.logs())
    return text.split('api_token').length > 2 && text
  })
  expect(logs).toContain('"request":"asked-by-a-test"')
  expect(logs).toContain(`"message":"job ended","job":"${id}"`)
  expect(logs).not.toContain('ssssssss')
  expect(logs).not.toContain('plainsecret')
  await server.stop()
})

test('the configuration names what a client may send', async () => {
  const { providers } = await (await app.ask('/api/config')).json()
  expect(providers).toMatchObject({ main: ['local'], image: ['local'], image_models: [] })
  const answer = await app.post('/api/run', { image_size: '8K', image_aspect_ratio: '7:1' })
  const { detail } = await answer.json()
  const named = detail.map(({ msg }: { msg: string }) => msg.split('must be one of ')[1])
  expect(named.filter(Boolean)).toEqual([
    providers.image_sizes.join(', '),
    providers.aspect_ratios.join(', '),
  ])
})

describe('a refusal has a detail', () => {
  const json = { 'content-type': 'application/json' }

  test.each([
    ['unknown route', 404, '/api/nothing', {}],
    ['unknown job', 404, `/api/jobs/${'0'.repeat(32)}`, {}],
    ['GET of a submission', 405, '/api/run', {}],
    ['POST to a reading route', 405, '/api/config', { method: 'POST' }],
    ['DELETE of a job', 405, `/api/jobs/${'0'.repeat(32)}`, { method: 'DELETE' }],
    [
      'a form',
      415,
      '/api/run',
      { method: 'POST', body: new URLSearchParams({ method_text: 'x' }) },
    ],
    ['plain text', 415, '/api/run', { method: 'POST', body: '{"method_text":"x"}' }],
    ['no JSON', 422, '/api/run', { method: 'POST', headers: json, body: '{' }],
    ['no body', 422, '/api/run', { method: 'POST', headers: json }],
    ['no object', 422, '/api/run', { method: 'POST', headers: json, body: '[]' }],
  ] as [string, number, string, RequestInit][])('%s: %d', async (_, status, path, init) => {
    const response = await app.ask(path, init)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toStartWith('application/json')
    expect(Object.keys(await response.json())).toEqual(['detail'])
  })

  test('a wrong method names the right ones', async () => {
    const allow = async (path: string, method: string) =>
      (await app.ask(path, { method })).headers.get('allow')
    expect(await allow('/api/run', 'GET')).toBe('POST')
    expect(await allow('/api/run/', 'GET')).toBe('POST')
    expect(await allow('/healthz', 'POST')).toBe('GET, HEAD')
    expect(await allow('/api/jobs/x/cancel', 'PUT')).toBe('POST')
  })

  test('a body over the limit is 413, declared or chunked, and just below it is read', async () => {
    const small = await startServer({ env: { MAX_JSON_BYTES: '1000' } })
    const post = (body: BodyInit) =>
      fetchDeclared(`${small.url}/api/echo`, { method: 'POST', headers: json, body })
    const bodyOf = (size: number) => JSON.stringify({ text: 'x' }).padEnd(size, ' ')
    const chunked = (text: string) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < text.length; at += 100)
            controller.enqueue(new TextEncoder().encode(text.slice(at, at + 100)))
          controller.close()
        },
      })
    for (const answer of [await post(bodyOf(1001)), await post(chunked(bodyOf(1001)))]) {
      expect(answer.status).toBe(413)
      expect(await answer.json()).toEqual({
        detail: 'The body is larger than the 1000 bytes that this route takes.',
      })
    }
    expect((await post(bodyOf(1000))).status).toBe(200)
    expect((await post(chunked(bodyOf(1000)))).status).toBe(200)
    await small.stop()
  })
})

test('HEAD answers as GET does, without a body', async () => {
  const server = await startServer()
  const id = await clientAt(server.url).submit('/api/echo', { text: 'hello' })
  await clientAt(server.url).ended(id)
  for (const path of ['/healthz', `/api/jobs/${id}`, `/api/artifacts/${id}/echo.txt`]) {
    const [head, get] = [
      await fetchDeclared(server.url + path, { method: 'HEAD' }),
      await fetchDeclared(server.url + path),
    ]
    expect(head.status).toBe(200)
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
    expect(await head.text()).toBe('')
  }
  expect((await fetchDeclared(`${server.url}/api/nothing`, { method: 'HEAD' })).status).toBe(404)
  const stream = await fetchDeclared(`${server.url}/api/events/${id}`, { method: 'HEAD' })
  expect([stream.status, await stream.text()]).toEqual([200, ''])
  await server.stop()
})
