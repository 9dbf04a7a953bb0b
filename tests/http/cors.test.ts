import { describe, expect, test } from 'bun:test'
import { useApps } from '../support/app'
import { ADMIN, bearer, makeKey } from '../support/keys'

const PAGE = 'https://lab.example.org'
const OTHER = 'https://other.example.org'
const startApp = useApps()
const startOpen = () =>
  startApp({ CORS_ALLOWED_ORIGINS: `${PAGE}, http://localhost:5173`, SERVICE_ADMIN_KEY: ADMIN })

/** What a browser asks before it lets a page of `origin` send JSON with a key. */
const preflight = (origin: string): RequestInit => ({
  method: 'OPTIONS',
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  },
})

const corsOf = ({ headers }: Response) =>
  [...headers].filter(([name]) => name.startsWith('access-control-'))

describe('a page of a listed origin', () => {
  test('is let through its preflight, with a key in a header and without cookies', async () => {
    const app = await startOpen()
    const answer = await app.ask('/api/run', preflight(PAGE))
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    const headers = Object.fromEntries(corsOf(answer))
    expect(headers['access-control-allow-origin']).toBe(PAGE)
    expect(headers['access-control-allow-methods']?.split(', ')).toContain('POST')
    const allowed = headers['access-control-allow-headers']?.split(', ')
    for (const name of ['authorization', 'x-api-key', 'content-type', 'idempotency-key'])
      expect(allowed).toContain(name)
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('reads answers and refusals, and the headers that it needs', async () => {
    const app = await startOpen()
    const { key } = await makeKey(app)
    const origin = { origin: PAGE }
    const made = await app.post('/api/echo', { text: 'x' }, { ...origin, ...bearer(key) })
    expect(made.status).toBe(200)
    const refused = await app.ask('/api/admin/keys', { headers: origin })
    expect(refused.status).toBe(401)
    for (const answer of [made, refused]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE)
      expect(answer.headers.get('access-control-expose-headers')).toContain('retry-after')
      expect(answer.headers.get('vary')).toBe('origin')
    }
    const id = (await made.json()).job_id
    const stream = await app.ask(`/api/events/${id}?api_token=${key}`, { headers: origin })
    expect(stream.headers.get('access-control-allow-origin')).toBe(PAGE)
    await stream.body?.cancel()
  })

  test('does not submit without a key', async () => {
    const app = await startOpen()
    const answer = await app.post('/api/echo', { text: 'x' }, { origin: PAGE })
    expect(answer.status).toBe(403)
  })

  test('gets nothing but the interface', async () => {
    const app = await startOpen()
    for (const path of ['/', '/healthz', '/openapi.json']) {
      expect((await app.ask(path, preflight(PAGE))).status).toBe(405)
      expect(corsOf(await app.ask(path, { headers: { origin: PAGE } }))).toEqual([])
    }
  })
})

test('a page of another origin is refused, and caches keep the answers apart', async () => {
  const app = await startOpen()
  const asked = await app.ask('/api/run', preflight(OTHER))
  expect([asked.status, asked.headers.get('vary'), corsOf(asked)]).toEqual([405, 'origin', []])
  for (const origin of [OTHER, `${PAGE}.example.com`, 'null', PAGE.replace('https', 'http')])
    expect(corsOf(await app.ask('/api/config', { headers: { origin } }))).toEqual([])
})

test('by default no page of another origin may use the server', async () => {
  const app = await startApp()
  const asked = await app.ask('/api/run', preflight(PAGE))
  expect([asked.status, asked.headers.get('allow'), corsOf(asked)]).toEqual([405, 'POST', []])
  const read = await app.ask('/api/config', { headers: { origin: PAGE } })
  expect([corsOf(read), read.headers.get('vary')]).toEqual([[], null])
})
