import { describe, expect, test } from 'bun:test'
import { type TestApp, useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { ADMIN, bearer, makeKey } from '../support/keys'

const startApp = useApps()
const HOURS = 3_600_000

/** What a browser says of a page of this server. */
const OWN = { 'x-burin-page': 'admin', 'sec-fetch-site': 'same-origin' }
const ADDRESS = '/api/admin/session'

function signIn(app: TestApp, key = ADMIN, headers: Record<string, string> = OWN) {
  return app.post(ADDRESS, { admin_key: key }, headers)
}

/** The cookie of a fresh session, as a browser sends it back. */
async function cookieOf(app: TestApp): Promise<string> {
  const answer = await signIn(app)
  expect(answer.status).toBe(200)
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function isSignedIn(app: TestApp, cookie: string): Promise<boolean> {
  const answer = await app.ask(ADDRESS, { headers: { cookie } })
  return (await answer.json()).signed_in
}

test('signing in gives a cookie that scripts do not see and other sites do not send, for 12 hours', async () => {
  let now = Date.parse('2026-11-20T08:00:00Z')
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN }, { now: () => now })
  const answer = await signIn(app)
  expect(await answer.json()).toEqual({
    signed_in: true,
    expires_at: '2026-11-20T20:00:00.000+00:00',
  })
  const set = answer.headers.get('set-cookie') ?? ''
  expect(set).toMatch(/^burin_session=[\w-]{43}; .*Path=\/;.*Max-Age=43200;.*HttpOnly/i)
  expect(set).toMatch(/SameSite=Strict/i)
  expect(set).not.toContain(ADMIN)
  const cookie = set.split(';')[0] ?? ''
  const listed = async () => (await app.ask('/api/admin/keys', { headers: { cookie } })).status
  now += 12 * HOURS - 1
  expect(await listed()).toBe(200)
  now += 1
  expect(await listed()).toBe(401)
})

test('behind TLS the cookie is for TLS alone, and below the prefix of the proxy', async () => {
  const app = await startApp({
    SERVICE_ADMIN_KEY: ADMIN,
    PUBLIC_BASE_URL: 'https://figures.example.org/burin',
  })
  const set = (await signIn(app)).headers.get('set-cookie') ?? ''
  expect(set).toMatch(/Secure/)
  expect(set).toMatch(/Path=\/burin(;|$)/)
})

test('signing out ends the session itself, not only the cookie', async () => {
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
  const cookie = await cookieOf(app)
  const out = await app.ask(ADDRESS, { method: 'DELETE', headers: { ...OWN, cookie } })
  expect(out.status).toBe(204)
  expect(out.headers.get('set-cookie')).toMatch(/^burin_session=;.*Max-Age=0/i)
  expect(await isSignedIn(app, cookie)).toBe(false)
})

test('a session survives a restart, and ends with another admin key', async () => {
  const DATA_DIR = tempFolder()
  const first = await startApp({ DATA_DIR, SERVICE_ADMIN_KEY: ADMIN })
  const cookie = await cookieOf(first)
  await first.stop()
  const second = await startApp({ DATA_DIR, SERVICE_ADMIN_KEY: ADMIN })
  expect(await isSignedIn(second, cookie)).toBe(true)
  await second.stop()
  const third = await startApp({ DATA_DIR, SERVICE_ADMIN_KEY: `${ADMIN}-another` })
  expect(await isSignedIn(third, cookie)).toBe(false)
})

describe('no other page can use the cookie', () => {
  const create = (app: TestApp, headers: Record<string, string>) =>
    app.post('/api/admin/keys', { name: 'forged' }, headers)

  test.each([
    ['without the header of our pages', { 'sec-fetch-site': 'same-origin' }],
    ['of another site', { ...OWN, 'sec-fetch-site': 'cross-site' }],
    ['of another port of this host', { ...OWN, 'sec-fetch-site': 'same-site' }],
    ['of another origin', { 'x-burin-page': 'admin', origin: 'http://localhost:8080' }],
  ])('%s', async (_, headers) => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
    const cookie = await cookieOf(app)
    expect((await create(app, { ...headers, cookie })).status).toBe(401)
    expect((await signIn(app, ADMIN, headers)).status).toBe(403)
    expect((await create(app, { ...OWN, cookie })).status).toBe(201)
    expect(await (await app.ask('/api/admin/keys', { headers: { cookie } })).json()).toHaveLength(1)
  })

  test('even to read', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
    const cookie = await cookieOf(app)
    const read = (headers: Record<string, string>) =>
      app.ask('/api/admin/keys', { headers: { cookie, ...headers } })
    expect((await read({ 'sec-fetch-site': 'same-site' })).status).toBe(401)
    expect((await read({ 'sec-fetch-site': 'none' })).status).toBe(200)
  })
})

test('the session reads what belongs to keys, and submits as nobody but the caller', async () => {
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
  const { key } = await makeKey(app)
  const made = await app.post('/api/run', { method_text: 'Trim -> Align' }, bearer(key))
  const { job_id } = await made.json()
  const cookie = await cookieOf(app)
  const path = `/api/jobs/${job_id}`
  expect((await app.ask(path)).status).toBe(404)
  expect((await app.ask(path, { headers: { cookie } })).status).toBe(200)
  expect((await app.ask(`${path}/cancel`, { method: 'POST', headers: { cookie } })).status).toBe(
    404,
  )
  // The studio of the same browser goes on as anybody.
  const drawn = await app.post('/api/run', { method_text: 'Trim -> Align' }, { cookie })
  expect(drawn.status).toBe(200)
})

test('guesses are slowed down, the right key never', async () => {
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
  for (let guess = 0; guess < 20; guess++)
    expect((await signIn(app, `guess-${guess}`)).status).toBe(401)
  const told = await signIn(app, 'one-more')
  expect(told.status).toBe(429)
  expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await signIn(app)).status).toBe(200)
})

test.each([
  [{}, 'admin_key: Field required'],
  [{ admin_key: '' }, 'admin_key: '],
  [{ admin_key: ADMIN, more: 1 }, 'more: '],
])('%j is refused by its field', async (body, start) => {
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
  const answer = await app.post(ADDRESS, body, OWN)
  expect(answer.status).toBe(422)
  expect((await answer.json()).detail).toStartWith(start)
})
