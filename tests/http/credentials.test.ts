import { Database } from 'bun:sqlite'
import { beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger } from '../../src/log'
import { type TestApp, useApps } from '../support/app'
import { declared, fetchDeclared } from '../support/declared'
import { runProgram, useServers } from '../support/server'
import { onSqlite } from '../support/side'
import { until } from '../support/until'

const ADMIN_KEY = 'an-admin-key-of-more-than-32-characters'
const BODY = { method_text: 'Reads are trimmed with fastp and aligned with STAR.' }
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

const startApp = useApps()
const startServer = useServers()

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

async function newKey(app: TestApp, quota: number | null = null, name = 'a key'): Promise<string> {
  const response = await app.post('/api/admin/keys', { name, quota }, bearer(ADMIN_KEY))
  expect(response.status).toBe(201)
  return (await response.json()).key
}

async function disable(app: TestApp, key: string): Promise<void> {
  const row = await app.app.store.findKey(key)
  await app.app.store.changeKey(row?.id ?? 0, { active: false })
}

/** A key as the database holds it, and how many submissions are logged against it. */
async function spent(app: TestApp, key: string) {
  const row = await app.app.store.findKey(key)
  const log = await app.app.store.listUsage(row?.id ?? 0)
  return { remaining: row?.quotaRemaining, used: row?.totalUsed, logged: log.length }
}

/** An app whose jobs stay where they are: what is tested is who may do what. */
async function idleApp(env: Record<string, string> = {}, parts = {}): Promise<TestApp> {
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN_KEY, ...env }, parts)
  await app.app.pool.drain(0)
  return app
}

async function verdict(response: Response) {
  const { detail } = await response.json()
  return detail === undefined ? response.status : `${response.status} ${detail}`
}

const MISSING = '401 A credential is required: send an API key.'
const MISSING_ADMIN = '401 A credential is required: Authorization: Bearer <admin key>.'
const UNKNOWN = '401 The credential is not valid.'
const DISABLED = '403 This API key is disabled.'
const EXHAUSTED = '403 The quota of this API key is exhausted.'

function upload(app: TestApp, headers: Record<string, string> = {}): Promise<Response> {
  const body = new FormData()
  body.set('file', new File([Buffer.from(PNG, 'base64')], 'one.png', { type: 'image/png' }))
  return app.ask('/api/upload', { method: 'POST', body, headers })
}

/** Asks under another name than the server's own. */
const askAs = (app: TestApp, base: string) =>
  declared(async (path, init) => app.app.elysia.handle(new Request(base + path, init)))

describe('the three carriers', () => {
  let app: TestApp
  let good = ''
  let disabled = ''

  beforeAll(async () => {
    app = await idleApp()
    good = await newKey(app)
    disabled = await newKey(app)
    await disable(app, disabled)
  })

  const GOOD = 'good'
  const BAD = 'nonsense'
  const OFF = 'disabled'
  type Carried = { authorization?: string; 'x-api-key'?: string; api_token?: string }
  const ROWS: [Carried, 'key' | 'anonymous' | string][] = [
    [{}, 'anonymous'],
    [{ authorization: `Bearer ${GOOD}` }, 'key'],
    [{ authorization: `bearer  ${GOOD}` }, 'key'],
    [{ authorization: GOOD }, 'key'],
    [{ 'x-api-key': GOOD }, 'key'],
    [{ api_token: GOOD }, 'key'],
    [{ authorization: BAD }, UNKNOWN],
    [{ authorization: `Bearer ${BAD}` }, UNKNOWN],
    [{ authorization: `Basic ${GOOD}` }, UNKNOWN],
    [{ 'x-api-key': BAD }, UNKNOWN],
    [{ 'x-api-key': `Bearer ${GOOD}` }, UNKNOWN],
    [{ api_token: BAD }, UNKNOWN],
    [{ authorization: OFF }, DISABLED],
    [{ 'x-api-key': OFF }, DISABLED],
    [{ api_token: OFF }, DISABLED],
    [{ authorization: '' }, 'anonymous'],
    [{ authorization: 'Bearer' }, 'anonymous'],
    [{ authorization: 'Bearer  ' }, 'anonymous'],
    [{ 'x-api-key': ' ' }, 'anonymous'],
    [{ api_token: '' }, 'anonymous'],
    [{ authorization: GOOD, 'x-api-key': BAD, api_token: BAD }, 'key'],
    [{ authorization: BAD, 'x-api-key': GOOD, api_token: GOOD }, UNKNOWN],
    [{ authorization: OFF, 'x-api-key': GOOD }, DISABLED],
    [{ 'x-api-key': GOOD, api_token: BAD }, 'key'],
    [{ 'x-api-key': BAD, api_token: GOOD }, UNKNOWN],
    [{ authorization: 'Bearer', 'x-api-key': GOOD, api_token: BAD }, 'key'],
    [{ authorization: '', 'x-api-key': '', api_token: GOOD }, 'key'],
  ]

  test.each(ROWS)('%j: %s', async (carried, expected) => {
    const real = (text: string) => text.replace(GOOD, good).replace(OFF, disabled)
    const { api_token, ...headers } = carried
    const query = api_token === undefined ? '' : `?api_token=${encodeURIComponent(real(api_token))}`
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, real(value)]),
    )
    const before = await spent(app, good)
    const response = await app.post(`/api/run${query}`, BODY, filled)
    const after = await spent(app, good)
    if (expected === 'key' || expected === 'anonymous') {
      expect(await verdict(response)).toBe(200)
      expect(Number(after.used) - Number(before.used)).toBe(expected === 'key' ? 1 : 0)
    } else {
      expect(await verdict(response)).toBe(expected)
      expect(response.headers.get('www-authenticate')).toBe(expected === UNKNOWN ? 'Bearer' : null)
      expect(after).toEqual(before)
    }
  })

  test('a disabled key is refused everywhere, reads and uploads too', async () => {
    const { job_id } = await (await app.post('/api/run', BODY)).json()
    for (const path of [
      `/api/jobs/${job_id}`,
      `/api/events/${job_id}`,
      `/api/artifacts/${job_id}/final.svg`,
      '/api/uploads/x.png',
    ])
      expect(await verdict(await app.ask(path, { headers: bearer(disabled) }))).toBe(DISABLED)
    expect(await verdict(await upload(app, bearer(disabled)))).toBe(DISABLED)
    const cancel = await app.post(`/api/jobs/${job_id}/cancel`, '', bearer(disabled))
    expect(await verdict(cancel)).toBe(DISABLED)
  })

  test('health and configuration ask for none and judge none', async () => {
    for (const path of ['/healthz', '/api/config'])
      expect((await app.ask(path, { headers: bearer(BAD) })).status).toBe(200)
  })
})

describe('without a credential', () => {
  const ROWS: [env: Record<string, string>, allowed: boolean][] = [
    [{}, true],
    [{ HOST: '127.0.0.1' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '192.168.1.4' }, false],
    [{ HOST: '0.0.0.0', ALLOW_ANONYMOUS_JOBS: 'true' }, true],
    [{ HOST: '127.0.0.1', ALLOW_ANONYMOUS_JOBS: 'false' }, false],
    [{ HOST: '0.0.0.0', ALLOW_ANONYMOUS_JOBS: 'auto' }, false],
  ]
  test.each(ROWS)('%j: allowed %p', async (env, allowed) => {
    const app = await idleApp(env)
    expect(await verdict(await app.post('/api/run', BODY))).toBe(allowed ? 200 : MISSING)
    expect(await verdict(await upload(app))).toBe(allowed ? 200 : MISSING)
    const read = await app.ask('/api/jobs/00000000000000000000000000000000')
    expect(await verdict(read)).toBe(allowed ? '404 Job not found' : MISSING)
    const { anonymous_jobs } = await (await app.ask('/api/config')).json()
    expect(anonymous_jobs).toBe(allowed)
    await app.stop()
  })

  const FOREIGN = '403 Pages of other origins may not use this server without a credential.'
  const HOST =
    '403 Without a credential the Host must be localhost, 127.0.0.1 or [::1]; set PUBLIC_BASE_URL for another name.'
  const PUBLIC = { PUBLIC_BASE_URL: 'https://figures.example.org/burin' }
  const GUARD: [string, Record<string, string>, string, string | null, unknown][] = [
    ['no Origin', {}, 'http://localhost', null, 200],
    ['its own Origin', {}, 'http://localhost:3000', 'http://localhost:3000', 200],
    ['by address', {}, 'http://127.0.0.1:3000', 'http://127.0.0.1:3000', 200],
    ['by IPv6 address', {}, 'http://[::1]:3000', 'http://[::1]:3000', 200],
    ['a page of elsewhere', {}, 'http://localhost', 'https://evil.example', FOREIGN],
    ['a page on another port', {}, 'http://localhost:3000', 'http://localhost:8080', FOREIGN],
    ['a page of another scheme', {}, 'http://localhost', 'https://localhost', FOREIGN],
    ['a page without origin', {}, 'http://localhost', 'null', FOREIGN],
    ['a rebound name', {}, 'http://evil.example', null, HOST],
    ['a rebound name and its page', {}, 'http://evil.example', 'http://evil.example', FOREIGN],
    ['a name that begins alike', {}, 'http://localhost.evil.example', null, HOST],
    [
      'the public address',
      PUBLIC,
      'https://figures.example.org',
      'https://figures.example.org',
      200,
    ],
    ['behind a proxy', PUBLIC, 'http://burin.internal', 'https://figures.example.org', 200],
    [
      'a page of elsewhere behind a proxy',
      PUBLIC,
      'http://burin.internal',
      'https://evil.example',
      FOREIGN,
    ],
    [
      'a rebound name with a public address',
      PUBLIC,
      'http://evil.example',
      'http://evil.example',
      FOREIGN,
    ],
  ]
  test.each(GUARD)('%s', async (_, env, base, origin, expected) => {
    const app = await idleApp(env)
    const send = (path: string, body: BodyInit, type?: string) =>
      askAs(app, base)(path, {
        method: 'POST',
        body,
        headers: { ...(type && { 'content-type': type }), ...(origin !== null && { origin }) },
      })
    expect(await verdict(await send('/api/run', JSON.stringify(BODY), 'application/json'))).toBe(
      expected as string,
    )
    const form = new FormData()
    form.set('file', new File([Buffer.from(PNG, 'base64')], 'one.png'))
    expect(await verdict(await send('/api/upload', form))).toBe(expected as string)
    await app.stop()
  })

  test('a key opens the door that the guards keep shut', async () => {
    const app = await idleApp()
    const key = await newKey(app)
    const answer = await askAs(app, 'http://figures.example.org')('/api/run', {
      method: 'POST',
      body: JSON.stringify(BODY),
      headers: {
        'content-type': 'application/json',
        origin: 'https://elsewhere.example',
        ...bearer(key),
      },
    })
    expect(await verdict(answer)).toBe(200)
  })
})

describe('ownership', () => {
  test('a keyed job is its key’s and the admin’s; an anonymous one is anybody’s who knows its id', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN_KEY })
    const owner = await newKey(app)
    const other = await newKey(app)
    const submit = async (headers: Record<string, string>) => {
      const { job_id } = await (await app.post('/api/echo', { text: 'mine' }, headers)).json()
      return String(job_id)
    }
    const keyed = await submit(bearer(owner))
    const open = await submit({})
    await app.ended(open)
    const status = async (path: string, headers: Record<string, string>) => {
      const response = await app.ask(path, { headers })
      await response.body?.cancel()
      return response.status
    }
    const who = { owner: bearer(owner), other: bearer(other), nobody: {}, admin: bearer(ADMIN_KEY) }
    for (const [job, allowed] of [
      [keyed, ['owner', 'admin']],
      [open, ['owner', 'other', 'nobody', 'admin']],
    ] as const)
      for (const [name, headers] of Object.entries(who)) {
        const expected = (allowed as readonly string[]).includes(name) ? 200 : 404
        for (const path of [
          `/api/jobs/${job}`,
          `/api/events/${job}`,
          `/api/artifacts/${job}/echo.txt`,
        ])
          expect({ name, path, status: await status(path, headers) }).toEqual({
            name,
            path,
            status: expected,
          })
      }
    const foreign = await app.ask(`/api/jobs/${keyed}`, { headers: bearer(other) })
    const unknown = await app.ask(`/api/jobs/${'0'.repeat(32)}`, { headers: bearer(other) })
    expect(await foreign.text()).toBe(await unknown.text())
    const cancel = await app.post(`/api/jobs/${keyed}/cancel`, '', bearer(other))
    expect(cancel.status).toBe(404)
  })

  test('an upload likewise, to read and to use', async () => {
    const app = await idleApp()
    const owner = bearer(await newKey(app))
    const other = bearer(await newKey(app))
    const mine = await (await upload(app, owner)).json()
    const open = await (await upload(app)).json()
    for (const [headers, expected] of [
      [owner, 200],
      [bearer(ADMIN_KEY), 200],
      [other, 404],
      [{}, 404],
    ] as const) {
      expect((await app.ask(mine.url, { headers })).status).toBe(expected)
      expect((await app.ask(open.url, { headers })).status).toBe(200)
    }
    for (const [headers, path, expected] of [
      [owner, mine.path, 200],
      [owner, open.path, 200],
      [other, mine.path, 422],
      [{}, mine.path, 422],
    ] as const) {
      const body = { ...BODY, reference_image_path: path }
      expect((await app.post('/api/run', body, headers)).status).toBe(expected)
    }
  })

  test('the admin reads but does not submit', async () => {
    const app = await idleApp()
    const admin = bearer(ADMIN_KEY)
    expect(await verdict(await app.post('/api/run', BODY, admin))).toBe(UNKNOWN)
    expect(await verdict(await upload(app, admin))).toBe(UNKNOWN)
    const carried = await app.post(`/api/run?api_token=${ADMIN_KEY}`, BODY)
    expect(await verdict(carried)).toBe(UNKNOWN)
    const key = await newKey(app)
    for (const response of [
      await app.ask('/api/admin/keys', { headers: bearer(key) }),
      await app.post('/api/admin/keys', { name: 'x' }, bearer(key)),
    ])
      expect(await verdict(response)).toBe(UNKNOWN)
    expect(await verdict(await app.ask('/api/admin/keys'))).toBe(MISSING_ADMIN)
    const header = { 'x-api-key': ADMIN_KEY }
    expect(await verdict(await app.ask('/api/admin/keys', { headers: header }))).toBe(MISSING_ADMIN)
  })
})

describe('quota', () => {
  test('one unit and 50 parallel submissions: exactly one is accepted', async () => {
    const app = await idleApp()
    const key = await newKey(app, 1)
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () =>
        verdict(await app.post('/api/run', BODY, bearer(key))),
      ),
    )
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer === EXHAUSTED)).toHaveLength(49)
    expect(await spent(app, key)).toEqual({ remaining: 0, used: 1, logged: 1 })
  })

  test('a refused request costs nothing', async () => {
    const app = await idleApp({ MAX_JSON_BYTES: '1000' })
    const key = await newKey(app, 5)
    const off = await newKey(app, 5)
    await disable(app, off)
    const send = (headers: Record<string, string>, body: string, type = 'application/json') =>
      app.ask('/api/run', { method: 'POST', body, headers: { ...headers, 'content-type': type } })
    const good = JSON.stringify(BODY)
    const refusals: [number, Promise<Response>][] = [
      [401, send(bearer(`${key}x`), good)],
      [403, send(bearer(off), good)],
      [413, send(bearer(key), ' '.repeat(1001))],
      [415, send(bearer(key), '{', 'text/plain')],
      [415, send(bearer(key), '', 'text/plain')],
      [422, send(bearer(key), '{')],
      [422, send(bearer(key), '{"method_text":""}')],
      [422, send(bearer(key), JSON.stringify({ ...BODY, reference_image_path: 'uploads/x.png' }))],
      [422, send({ ...bearer(key), 'idempotency-key': 'k'.repeat(256) }, good)],
      [405, app.ask('/api/run', { method: 'PUT', headers: bearer(key) })],
    ]
    for (const [status, answer] of refusals) expect((await answer).status).toBe(status)
    expect(await spent(app, key)).toEqual({ remaining: 5, used: 0, logged: 0 })
    expect(await spent(app, off)).toEqual({ remaining: 5, used: 0, logged: 0 })
    expect((await send(bearer(key), good)).status).toBe(200)
    expect(await spent(app, key)).toEqual({ remaining: 4, used: 1, logged: 1 })
  })

  test('a full queue costs nothing', async () => {
    const app = await idleApp({ MAX_PENDING: '1' })
    const key = await newKey(app, 5)
    expect((await app.post('/api/run', BODY, bearer(key))).status).toBe(200)
    const full = await app.post('/api/run', BODY, bearer(key))
    expect({ status: full.status, after: full.headers.get('retry-after') }).toEqual({
      status: 503,
      after: '30',
    })
    expect(await spent(app, key)).toEqual({ remaining: 4, used: 1, logged: 1 })
  })

  test('an unlimited key counts what it used; reads and uploads cost nothing', async () => {
    const app = await idleApp()
    const key = await newKey(app)
    const { job_id } = await (await app.post('/api/run', BODY, bearer(key))).json()
    await app.ask(`/api/jobs/${job_id}`, { headers: bearer(key) })
    expect((await upload(app, bearer(key))).status).toBe(200)
    expect(await spent(app, key)).toEqual({ remaining: null, used: 1, logged: 1 })
  })

  test('an exhausted key still reads', async () => {
    const app = await idleApp()
    const key = await newKey(app, 1)
    const { job_id } = await (await app.post('/api/run', BODY, bearer(key))).json()
    expect((await app.ask(`/api/jobs/${job_id}`, { headers: bearer(key) })).status).toBe(200)
    expect(await verdict(await app.post('/api/run', BODY, bearer(key)))).toBe(EXHAUSTED)
  })

  test('a repeat is answered without quota and without a second unit', async () => {
    const app = await idleApp()
    const key = await newKey(app, 1)
    const once = { ...bearer(key), 'idempotency-key': 'k'.repeat(255) }
    const first = await (await app.post('/api/run', BODY, once)).json()
    expect(await (await app.post('/api/run', BODY, once)).json()).toEqual(first)
    expect(await spent(app, key)).toEqual({ remaining: 0, used: 1, logged: 1 })
    const changed = await app.post('/api/run', { ...BODY, image_size: '2K' }, once)
    expect(changed.status).toBe(422)
    expect((await changed.json()).detail).toEqual([
      {
        loc: ['header', 'idempotency-key'],
        msg: 'Value error, was used with another body',
        type: 'value_error',
      },
    ])
    const anew = await app.post('/api/run', BODY, { ...once, 'idempotency-key': 'another' })
    expect(await verdict(anew)).toBe(EXHAUSTED)
    const elsewhere = await newKey(app)
    const theirs = await app.post('/api/run', BODY, { ...once, ...bearer(elsewhere) })
    expect((await theirs.json()).job_id).not.toBe(first.job_id)
  })
})

test('a rate limit holds for each caller by itself and passes with its minute', async () => {
  let now = 1_000_000
  const app = await idleApp({ RATE_LIMIT_PER_MINUTE: '2' }, { now: () => now })
  const [one, other] = [bearer(await newKey(app, 9)), bearer(await newKey(app, 9))]
  const status = async (headers: Record<string, string>) => {
    const response = await app.post('/api/run', BODY, headers)
    return [response.status, response.headers.get('retry-after')]
  }
  for (const caller of [one, {}]) {
    expect(await status(caller)).toEqual([200, null])
    expect(await status(caller)).toEqual([200, null])
    now += 20_000
    expect(await status(caller)).toEqual([429, '40'])
  }
  expect(await status(other)).toEqual([200, null])
  expect(await spent(app, one.authorization.slice('Bearer '.length))).toEqual({
    remaining: 7,
    used: 2,
    logged: 2,
  })
  now += 40_000
  expect(await status(one)).toEqual([200, null])
})

describe('guessing', () => {
  test('is told to wait after twenty wrong credentials a minute; a right one never is', async () => {
    let now = 1_000_000
    const app = await idleApp({}, { now: () => now })
    const key = await newKey(app)
    const guess = (word: string, path = '/api/admin/keys') =>
      app.ask(path, { headers: bearer(word) })
    for (let number = 1; number <= 20; number++)
      expect(await verdict(await guess(`guess-${number}`))).toBe(UNKNOWN)
    now += 45_000
    const late = await guess('guess-21')
    expect(late.headers.get('retry-after')).toBe('15')
    expect(await verdict(late)).toBe('429 Too many unknown credentials; try again later.')
    // The admin key reads jobs too, and so can be guessed there.
    expect((await guess('guess-22', `/api/jobs/${'0'.repeat(32)}`)).status).toBe(429)
    expect((await guess('guess-23', '/api/tasks/x')).status).toBe(429)
    // Whoever has a right one, or the same wrong one all the time, is not concerned.
    expect((await guess(ADMIN_KEY)).status).toBe(200)
    expect((await app.post('/api/run', BODY, bearer(key))).status).toBe(200)
    expect(await verdict(await guess('guess-7'))).toBe(UNKNOWN)
    now += 15_000
    expect(await verdict(await guess('guess-21'))).toBe(UNKNOWN)
  })
})

describe('the order of checks', () => {
  let app: TestApp
  const keys: Record<string, string> = { unknown: 'nonsense', admin: ADMIN_KEY }

  beforeAll(async () => {
    app = await idleApp({ MAX_JSON_BYTES: '1000' })
    keys.good = await newKey(app)
    keys.exhausted = await newKey(app, 0)
    keys.disabled = await newKey(app, 0)
    await disable(app, keys.disabled)
  })

  const BODIES = {
    'too large': [' '.repeat(1001), 'application/json', 413],
    'too large and of a wrong type': [' '.repeat(1001), 'text/plain', 413],
    'of a wrong type': ['method_text=x', 'application/x-www-form-urlencoded', 415],
    'right, of a wrong type': [JSON.stringify(BODY), 'application/x-www-form-urlencoded', 200],
    'blank, of a wrong type': ['{"method_text":" "}', 'text/plain', 422],
    broken: ['{', 'application/json', 422],
    blank: ['{"method_text":" "}', 'application/json', 422],
    right: [JSON.stringify(BODY), 'application/json', 200],
  } as const
  const KEYS = { unknown: 401, admin: 401, disabled: 403, exhausted: 403, good: undefined } as const

  for (const [who, refusal] of Object.entries(KEYS))
    for (const [what, [body, type, own]] of Object.entries(BODIES))
      test(`${who} key, body ${what}: ${refusal ?? own}`, async () => {
        const headers = { ...bearer(keys[who] ?? ''), 'content-type': type }
        const response = await app.ask('/api/run', { method: 'POST', body, headers })
        expect(response.status).toBe(refusal ?? own)
      })

  test('a body behind a bad credential is never read', async () => {
    let pulled = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled += 1
          controller.enqueue(new Uint8Array(1000))
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { ...bearer('nonsense'), 'content-type': 'application/json' }
    const response = await app.ask('/api/run', { method: 'POST', body, headers })
    expect({ status: response.status, pulled }).toEqual({ status: 401, pulled: 0 })
  })
})

describe('secrets', () => {
  test('the first start makes an admin key, keeps it for its owner alone and says where', async () => {
    const server = await startServer()
    const file = join(server.dataDir, 'admin-key')
    const key = readFileSync(file, 'utf8').trim()
    expect(key.length).toBeGreaterThanOrEqual(32)
    for (const name of ['admin-key', 'key-secret'])
      expect(statSync(join(server.dataDir, name)).mode & 0o777).toBe(0o600)
    await until('the server says where', () =>
      server.stdout().includes(`The admin key is kept in ${file}`),
    )
    expect(server.stdout() + server.stderr()).not.toContain(key)
    const keys = await fetchDeclared(`${server.url}/api/admin/keys`, { headers: bearer(key) })
    expect(keys.status).toBe(200)
    await server.stop()
    const again = await startServer({ dataDir: server.dataDir })
    expect(readFileSync(file, 'utf8').trim()).toBe(key)
    await again.stop()
  })

  test('a short admin key is refused without being shown', async () => {
    for (const name of ['SERVICE_ADMIN_KEY', 'KEY_SECRET']) {
      const short = 'x'.repeat(31)
      const { code, stderr } = await runProgram([], { [name]: short, PORT: '0' })
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `${name}=*** is not valid: 32 characters or more\n`,
      })
    }
  })

  onSqlite('API keys and webhook secrets are nowhere in the data folder', async () => {
    const app = await idleApp()
    const body = { name: 'a', webhook_secret: 'the-webhook-secret-itself' }
    const { key } = await (await app.post('/api/admin/keys', body, bearer(ADMIN_KEY))).json()
    await app.post('/api/run', BODY, bearer(key))
    const files = readdirSync(app.dataDir).filter((name) => name.startsWith('burin.sqlite'))
    expect(files).toContain('burin.sqlite-wal')
    for (const name of files) {
      const bytes = readFileSync(join(app.dataDir, name))
      for (const secret of [key, key.slice('burin_'.length), body.webhook_secret, ADMIN_KEY])
        expect(bytes.includes(secret)).toBe(false)
    }
    const db = new Database(join(app.dataDir, 'burin.sqlite'), { readonly: true })
    const rows = db.query<{ sealed: string }, []>('select sealed from keys').all()
    db.close()
    expect(rows).toHaveLength(1)
    const list = await app.ask('/api/admin/keys', { headers: bearer(ADMIN_KEY) })
    const [shown] = await list.json()
    expect(shown.key).toBe(key)
    expect(JSON.stringify(shown)).not.toContain(body.webhook_secret)
  })

  test('no credential reaches the log, however it is written', async () => {
    const REQUESTS = 10
    const lines: string[] = []
    const log = createLogger('info', { write: (line) => lines.push(line) })
    const app = await idleApp({}, { log })
    const key = await newKey(app)
    const encoded = [...key].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('')
    const admin = encodeURIComponent(ADMIN_KEY)
    await app.post('/api/run', BODY, bearer(key))
    await app.post('/api/run', BODY, { 'x-api-key': key })
    for (const query of [
      `api_token=${key}`,
      `api_token=${encoded}`,
      `api%5Ftoken=${encoded}`,
      `a=1&%61pi_token=${admin}`,
      `api_token=&api_token=${admin}`,
      `api_token=${admin}&last_event_id=3`,
    ])
      await app.ask(`/api/jobs/none?${query}`)
    await app.ask(`/api/admin/keys/${key}`, { headers: bearer(ADMIN_KEY) })
    await until('each request has its line', () => {
      const logged = lines.filter((line) => line.includes('"message":"request"'))
      return logged.length === REQUESTS
    })
    const text = lines.join('')
    expect(text).toContain('last_event_id=3')
    for (const secret of [key, key.slice(6), encoded, ADMIN_KEY]) expect(text).not.toContain(secret)
  })
})
