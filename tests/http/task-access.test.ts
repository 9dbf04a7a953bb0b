import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FIXTURE_PDFS } from '../read/odd-pdfs'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, admin, bearer, endedTask, makeKey, submitStamp } from '../support/keys'
import { useReceivers } from '../support/receiver'
import { until } from '../support/until'

const startApp = useApps()
const startReceiver = useReceivers()
const start = (env: Record<string, string> = {}) => startApp({ SERVICE_ADMIN_KEY: ADMIN, ...env })

const METHOD = 'Reads are trimmed with fastp. Trimmed reads are aligned to the genome with STAR.'
const paper = readFileSync(join(FIXTURE_PDFS, 'one-column.pdf')).toString('base64')

/** Every submission of the task service, with a body that it takes. */
const submissions = (done: string): [string, object][] => [
  ['/api/generate', { source_context: METHOD, caption: 'RNA-seq' }],
  ['/api/generate-from-pdf', { pdf_base64: paper, caption: 'The plume' }],
  ['/api/optimize-prompt', { description: 'A pipeline of two stages.' }],
  ['/api/composite', { source_task_ids: [done, done] }],
  ['/api/stamp', { text: 'x' }],
]

describe('who may do what', () => {
  test('on every route of the task service', async () => {
    const app = await start()
    const [own, other, disabled, exhausted] = await Promise.all([
      makeKey(app),
      makeKey(app),
      makeKey(app),
      makeKey(app, { quota: 1 }),
    ])
    const done = await submitStamp(app, own.key)
    const spent = await submitStamp(app, exhausted.key)
    await endedTask(app, own.key, done)
    await endedTask(app, exhausted.key, spent)
    await admin(app, 'PATCH', `/api/admin/keys/${disabled.key}`, { active: false })
    const callers: [string, Record<string, string>, submit: number, read: number][] = [
      ['nobody', {}, 401, 401],
      ['a key in another header', { 'x-api-key': own.key }, 401, 401],
      ['a key without Bearer', { authorization: own.key }, 401, 401],
      ['an empty Bearer', { authorization: 'Bearer ' }, 401, 401],
      ['an unknown key', bearer('burin_unknown'), 401, 401],
      ['the admin key', bearer(ADMIN), 401, 401],
      ['a disabled key', bearer(disabled.key), 403, 403],
      ['an exhausted key', bearer(exhausted.key), 403, 404],
      ['its own key', bearer(own.key), 202, 200],
    ]
    const reads: [string, string][] = [
      ['GET', `/api/tasks/${done}`],
      ['GET', `/api/tasks/${done}/image`],
      ['POST', `/api/tasks/${done}/cancel`],
    ]
    for (const [caller, headers, submit, read] of callers) {
      for (const [path, body] of submissions(done)) {
        const { status } = await app.post(path, body, headers)
        expect({ caller, path, status }).toEqual({ caller, path, status: submit })
      }
      for (const [method, path] of reads) {
        const answer = await app.ask(path, { method, headers })
        expect({ caller, path, status: answer.status }).toEqual({ caller, path, status: read })
        if (answer.status > 400) expect(Object.keys(await answer.json())).toEqual(['detail'])
      }
    }
    const mine = await app.ask(`/api/tasks/${spent}`, { headers: bearer(exhausted.key) })
    expect(mine.status).toBe(200)
    for (const [method, path] of reads) {
      const foreign = await app.ask(path, { method, headers: bearer(other.key) })
      const unknown = await app.ask(path.replace(done, '0'.repeat(32)), {
        method,
        headers: bearer(other.key),
      })
      expect([foreign.status, await foreign.json()]).toEqual([404, { detail: 'Task not found' }])
      expect([unknown.status, await unknown.json()]).toEqual([404, { detail: 'Task not found' }])
    }
    const events = await app.ask(`/api/events/${done}`, { headers: bearer(other.key) })
    const file = await app.ask(`/api/artifacts/${done}/figure.png`, { headers: bearer(other.key) })
    expect([events.status, file.status]).toEqual([404, 404])
  })

  test('a refused submission costs nothing and is not logged', async () => {
    const app = await start()
    const { key } = await makeKey(app, { quota: 3 })
    const rows: [string, object | string, Record<string, string>, number][] = [
      ['/api/generate', { caption: 'x' }, {}, 422],
      ['/api/generate', '{', {}, 422],
      ['/api/generate', 'text', { 'content-type': 'text/plain' }, 415],
      ['/api/generate', { source_context: 'x'.repeat(4_000_001), caption: 'x' }, {}, 413],
      ['/api/generate-from-pdf', { pdf_base64: 'aGVsbG8=', caption: 'x' }, {}, 422],
      ['/api/optimize-prompt', { description: ' ' }, {}, 422],
      ['/api/composite', { source_task_ids: ['a', 'b'] }, {}, 404],
    ]
    for (const [path, body, headers, status] of rows)
      expect((await app.post(path, body, { ...bearer(key), ...headers })).status).toBe(status)
    const record = await (await admin(app, 'GET', `/api/admin/keys/${key}`)).json()
    expect(record).toMatchObject({ quota_remaining: 3, total_used: 0, usage_log: [] })
  })

  test('each submission is logged under the name of its route', async () => {
    const app = await start()
    const { key } = await makeKey(app, { quota: 9 })
    const done = await submitStamp(app, key)
    await endedTask(app, key, done)
    for (const [path, body] of submissions(done)) await app.post(path, body, bearer(key))
    const record = await (await admin(app, 'GET', `/api/admin/keys/${key}`)).json()
    expect(record.usage_log.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual([
      'stamp',
      'composite',
      'optimize-prompt',
      'generate-from-pdf',
      'generate',
      'stamp',
    ])
    expect(record).toMatchObject({ quota_remaining: 3, total_used: 6 })
  })
})

describe('a page of this server, where jobs need no key', () => {
  const PAGE = { origin: 'http://localhost', 'sec-fetch-site': 'same-origin', 'x-burin-page': '1' }
  const STAMP = { text: 'x' }
  /** Submits as a page does; gives the task and the headers that its browser sends from then on. */
  const stamp = async (app: TestApp, headers: Record<string, string> = PAGE) => {
    const answer = await app.post('/api/stamp', STAMP, headers)
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect([answer.status, cookie]).toEqual([
      202,
      expect.stringMatching(/HttpOnly.*SameSite=Strict/i),
    ])
    const { task_id: id } = await answer.json()
    const mine = { ...PAGE, cookie: cookie.split(';')[0] ?? '' }
    await until('the task ended', async () => {
      const task = await (await app.ask(`/api/tasks/${id}`, { headers: mine })).json()
      return task.status === 'completed'
    })
    return { id, mine }
  }

  test('submits tasks for its browser, which alone sees them', async () => {
    const app = await start()
    const { id, mine } = await stamp(app)
    const { mine: other } = await stamp(app)
    const { key } = await makeKey(app)
    const files = [`tasks/${id}`, `tasks/${id}/image`, `artifacts/${id}/figure.png`, `events/${id}`]
    for (const file of [...files, `history/${id}`]) {
      const seenBy = async (headers: Record<string, string>) =>
        (await app.ask(`/api/${file}`, { headers })).status
      const nobody = file.startsWith('tasks/') ? 401 : 404
      const statuses = [await seenBy(mine), await seenBy(other), await seenBy(bearer(key))]
      expect([file, ...statuses, await seenBy({})]).toEqual([file, 200, 404, 404, nobody])
    }
    const joined = { source_task_ids: [id, id] }
    expect((await app.post('/api/composite', joined, mine)).status).toBe(202)
    expect((await app.post('/api/composite', joined, other)).status).toBe(404)
    const cancelled = (headers: Record<string, string>) =>
      app.ask(`/api/tasks/${id}/cancel`, { method: 'POST', headers })
    expect([(await cancelled(mine)).status, (await cancelled(other)).status]).toEqual([200, 404])
  })

  test.each<[string, Record<string, string>, string[]]>([
    ['a program', {}, []],
    ['a program with its cookie', {}, ['x-burin-page', 'origin', 'sec-fetch-site']],
    ['a form', {}, ['x-burin-page']],
    [
      'a page of another port',
      { origin: 'http://localhost:81', 'sec-fetch-site': 'same-site' },
      [],
    ],
    [
      'a page of another port, in an old browser',
      { origin: 'http://localhost:81' },
      ['sec-fetch-site'],
    ],
    ['a page of another site', { origin: 'http://a.org', 'sec-fetch-site': 'cross-site' }, []],
  ])('%s is not let in as one', async (who, sent, left) => {
    const app = await start()
    const { id, mine } = await stamp(app)
    const given: Record<string, string> = who === 'a program' ? {} : { ...mine, ...sent }
    const headers = Object.fromEntries(
      Object.entries(given).filter(([name]) => !left.includes(name)),
    )
    for (const path of ['/api/stamp', `/api/tasks/${id}/cancel`])
      expect((await app.post(path, STAMP, headers)).status).toBe(401)
  })

  test('is refused under another name of the machine, and off loopback', async () => {
    const app = await start()
    const rebound = new Request('http://a.org/api/stamp', {
      method: 'POST',
      headers: { ...PAGE, origin: 'http://a.org', 'content-type': 'application/json' },
      body: JSON.stringify(STAMP),
    })
    expect((await app.app.elysia.handle(rebound)).status).toBe(403)
    const open = await start({ HOST: '0.0.0.0' })
    expect((await open.post('/api/stamp', STAMP, PAGE)).status).toBe(401)
  })

  test('hands what its browser has to a key', async () => {
    const app = await start()
    const { id, mine } = await stamp(app)
    const { mine: other } = await stamp(app)
    const { key } = await makeKey(app)
    const adopt = async (headers: Record<string, string>) => {
      const answer = await app.ask('/api/history/adopt', { method: 'POST', headers })
      return [answer.status, (await answer.json()).count]
    }
    const { 'x-burin-page': _, ...form } = mine
    expect(await adopt(mine)).toEqual([401, undefined])
    expect(await adopt({ ...form, ...bearer(key) })).toEqual([403, undefined])
    expect(await adopt(bearer(key))).toEqual([403, undefined])
    expect(await adopt({ ...mine, ...bearer(key) })).toEqual([200, 1])
    expect(await adopt({ ...mine, ...bearer(key) })).toEqual([200, 0])
    const seenBy = async (headers: Record<string, string>) =>
      (await app.ask(`/api/tasks/${id}`, { headers })).status
    expect([await seenBy(bearer(key)), await seenBy(mine), await seenBy(other)]).toEqual([
      200, 404, 404,
    ])
    const { items } = await (await app.ask('/api/history', { headers: mine })).json()
    expect(items).toEqual([])
    // A figure's page reads all of it or nothing: the record, its picture and its events are the key's alike.
    const read = await (await app.ask(`/api/history/${id}`, { headers: bearer(key) })).json()
    const paths = [`/api/history/${id}`, ...read.artifacts.map(({ url }: { url: string }) => url)]
    expect(paths.length).toBeGreaterThan(1)
    for (const path of [...paths, `/api/events/${id}`]) {
      expect((await app.ask(path, { headers: bearer(key) })).status).toBe(200)
      for (const headers of [mine, {}]) expect((await app.ask(path, { headers })).status).toBe(404)
    }
    const gone = await app.ask(`/api/history/${id}`, { method: 'DELETE', headers: mine })
    expect(gone.status).toBe(404)
  })
})

describe('a task submitted twice under one Idempotency-Key', () => {
  const post = (
    app: TestApp,
    key: string,
    body: object,
    idempotency = 'once',
    path = '/api/stamp',
  ) => app.post(path, body, { ...bearer(key), 'idempotency-key': idempotency })

  test('is one task and one unit, also when none is left', async () => {
    const app = await start()
    const { key } = await makeKey(app, { quota: 1 })
    const first = await post(app, key, { text: 'x' })
    const again = await post(app, key, { text: 'x' })
    expect([first.status, again.status]).toEqual([202, 202])
    expect(await again.json()).toEqual(await first.json())
    expect((await post(app, key, { text: 'x' }, 'another')).status).toBe(403)
    const record = await (await admin(app, 'GET', `/api/admin/keys/${key}`)).json()
    expect(record).toMatchObject({ quota_remaining: 0, total_used: 1 })
  })

  test('with another body is refused; for another key or route it is another task', async () => {
    const app = await start()
    const [one, two] = [await makeKey(app), await makeKey(app)]
    const first = await (await post(app, one.key, { text: 'x' })).json()
    const other = await post(app, one.key, { text: 'y' })
    expect([other.status, await other.json()]).toEqual([
      422,
      { detail: 'idempotency-key: was used with another body' },
    ])
    const foreign = await (await post(app, two.key, { text: 'x' })).json()
    expect(foreign.task_id).not.toBe(first.task_id)
    const prompt = { description: 'A figure.' }
    expect((await post(app, one.key, prompt, 'once', '/api/optimize-prompt')).status).toBe(202)
    expect((await post(app, one.key, { text: 'x' }, 'k'.repeat(256))).status).toBe(422)
    expect((await post(app, one.key, { text: 'x' }, 'k'.repeat(255))).status).toBe(202)
  })

  test('is free again after a refusal, and after a day', async () => {
    const clock = { now: Date.parse('2026-01-01T00:00:00Z') }
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN }, { now: () => clock.now })
    const { key } = await makeKey(app)
    expect((await post(app, key, { text: '' })).status).toBe(422)
    const first = await (await post(app, key, { text: 'x' })).json()
    clock.now += 86_400_000 - 1
    expect(await (await post(app, key, { text: 'x' })).json()).toEqual(first)
    clock.now += 1
    expect((await (await post(app, key, { text: 'y' })).json()).task_id).not.toBe(first.task_id)
  })
})

describe('addresses of files', () => {
  test('are absolute under the origin that was asked', async () => {
    const app = await start()
    const { key } = await makeKey(app)
    const id = await submitStamp(app, key)
    const task = await endedTask(app, key, id)
    const address = `http://localhost/api/tasks/${id}/image`
    expect(task.artifacts.png.download_url).toBe(address)
    const file = await app.ask(address.slice('http://localhost'.length), { headers: bearer(key) })
    expect(await file.bytes()).toEqual(Buffer.from(task.image_base64, 'base64'))
  })

  test('are under PUBLIC_BASE_URL where it is set, in webhooks too', async () => {
    const receiver = startReceiver(() => new Response('thanks'))
    const app = await start({
      PUBLIC_BASE_URL: 'https://figures.example.org',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    })
    const { key } = await makeKey(app, { webhook_url: receiver.url })
    const id = await submitStamp(app, key)
    const address = `https://figures.example.org/api/tasks/${id}/image`
    expect((await endedTask(app, key, id)).artifacts.png.download_url).toBe(address)
    await until('the webhook came', () => receiver.received.length === 1)
    expect(JSON.parse(receiver.received[0]?.body ?? '').image_url).toBe(address)
  })
})

describe('the image of a task', () => {
  test('is a PNG, no part of which lies behind its end', async () => {
    const app = await start()
    const { key } = await makeKey(app)
    const id = await submitStamp(app, key)
    await endedTask(app, key, id)
    const image = (headers: Record<string, string> = {}) =>
      app.ask(`/api/tasks/${id}/image`, { headers: { ...bearer(key), ...headers } })
    const whole = await image()
    const bytes = await whole.bytes()
    expect(whole.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(bytes).toString('latin1', 1, 4)).toBe('PNG')
    expect((await image({ range: `bytes=${bytes.byteLength}-` })).status).toBe(416)
  })

  test('is 404 while there is none, and for a prompt for ever', async () => {
    const app = await start()
    const { key } = await makeKey(app)
    const slow = await submitStamp(app, key, { delay: 500 })
    const early = await app.ask(`/api/tasks/${slow}/image`, { headers: bearer(key) })
    expect([early.status, await early.json()]).toEqual([
      404,
      { detail: 'The image is not available yet.' },
    ])
    const answer = await app.post('/api/optimize-prompt', { description: 'A figure.' }, bearer(key))
    const { task_id } = await answer.json()
    const task = await endedTask(app, key, task_id)
    expect(task).toMatchObject({
      diagram_type: 'prompt_optimization',
      image_base64: null,
      artifacts: {},
    })
    expect(task.description).not.toBe('')
    const none = await app.ask(`/api/tasks/${task_id}/image`, { headers: bearer(key) })
    expect(none.status).toBe(404)
  })
})
