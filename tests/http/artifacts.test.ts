import { beforeAll, describe, expect, test } from 'bun:test'
import { type TestApp, useApps } from '../support/app'
import { clientAt } from '../support/client'
import { fetchDeclared } from '../support/declared'
import { useServers } from '../support/server'

const startApp = useApps()
const startServer = useServers()

let app: TestApp
let id: string

beforeAll(async () => {
  app = await startApp()
  id = await app.submit('/api/run', { method_text: 'Samples are washed, dried and weighed.' })
  expect((await app.ended(id)).status).toBe('completed')
})

const get = (path: string, headers: Record<string, string> = {}) =>
  app.ask(`/api/artifacts/${id}/${path}`, { headers })

describe('a file of a job', () => {
  test.each([
    ['final.svg', 'image/svg+xml'],
    ['figure.png', 'image/png'],
    ['diagram.json', 'application/json'],
    ['run.log', 'text/plain; charset=utf-8'],
  ])('%s is served inline as %s, fenced', async (path, type) => {
    const response = await get(path)
    expect(response.status).toBe(200)
    const { headers } = response
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition') ?? 'inline').toStartWith('inline')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^sandbox;.*default-src 'none'/)
    expect(headers.get('content-security-policy')).not.toContain('allow-scripts')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const listed = (await app.job(id)).artifacts.find((artifact) => artifact.path === path)
    expect((await response.bytes()).byteLength).toBe(listed?.size ?? -1)
  })

  test('is 304 for the ETag it has, however it is quoted, and 200 for another', async () => {
    const etag = (await get('final.svg')).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[^"]+"$/)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get('final.svg', { 'if-none-match': tag })
      expect(response.status).toBe(304)
      expect(response.headers.get('etag')).toBe(etag)
      expect(await response.text()).toBe('')
    }
    expect((await get('final.svg', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('comes in parts, and whole where the condition or the range is none', async () => {
    const server = await startServer()
    const client = clientAt(server.url)
    const job = await client.submit('/api/run', { method_text: 'Samples are dried and weighed.' })
    await client.ended(job)
    const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetchDeclared(`${server.url}/api/artifacts/${job}/${path}`, { headers, method })
    const whole = await get('figure.png')
    const [etag, bytes] = [whole.headers.get('etag') ?? '', await whole.bytes()]
    const size = bytes.byteLength
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    const rows: [Record<string, string>, number, number, number][] = [
      [{ range: 'bytes=0-0' }, 206, 0, 1],
      [{ range: 'bytes=10-19' }, 206, 10, 20],
      [{ range: 'bytes=10-' }, 206, 10, size],
      [{ range: 'bytes=-7' }, 206, size - 7, size],
      [{ range: `bytes=-${size + 9}` }, 206, 0, size],
      [{ range: `bytes=5-${size + 9}` }, 206, 5, size],
      [{ range: 'bytes=2-3', 'if-range': etag }, 206, 2, 4],
      [{ range: 'bytes=2-3', 'if-range': '"another"' }, 200, 0, size],
      [{ range: 'bytes=2-3', 'if-range': `W/${etag}` }, 200, 0, size],
      [{ range: 'bytes=0-1,4-5' }, 200, 0, size],
      [{ range: 'bytes=9-2' }, 200, 0, size],
      [{ range: 'bytes=-' }, 200, 0, size],
      [{ range: 'lines=1-2' }, 200, 0, size],
    ]
    for (const [headers, status, start, end] of rows) {
      const part = await get('figure.png', headers)
      const contentRange = status === 206 ? `bytes ${start}-${end - 1}/${size}` : null
      expect([part.status, part.headers.get('content-range'), headers]).toEqual([
        status,
        contentRange,
        headers,
      ])
      expect(part.headers.get('etag')).toBe(etag)
      expect(Buffer.from(await part.bytes())).toEqual(Buffer.from(bytes.subarray(start, end)))
    }
    for (const range of [`bytes=${size}-`, 'bytes=-0', 'bytes=99999999999999999999-']) {
      const beyond = await get('figure.png', { range })
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
      expect(Object.keys(await beyond.json())).toEqual(['detail'])
    }
    const known = await get('figure.png', { range: 'bytes=0-0', 'if-none-match': etag })
    expect(known.status).toBe(304)
    expect((await get('figure.png', { range: 'bytes=0-0' }, 'HEAD')).status).toBe(200)
  })

  test.each([
    'nothing.svg',
    '',
    '.',
    '%2e%2e%2f1%2ffinal.svg',
    '..%2f1%2frun.log',
    '..%2F..%2F..%2Fburin.sqlite',
    '%2e%2e/%2e%2e/%2e%2e/admin-key',
    '..%5c..%5cadmin-key',
    '%252e%252e%252fadmin-key',
    '/etc/passwd',
    '%2Fetc%2Fpasswd',
    'final.svg%00',
    'final.svg%00.png',
    'final.svg/',
    './/final.svg',
    '%c0%ae%c0%ae/admin-key',
    '%zz',
    '%',
    'FINAL.SVG',
  ])('%j is 404', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    const body = await response.json()
    // The address parser resolves dot segments before routing: what is left may be no route at all.
    expect(['File not found', 'Job not found', 'Not found']).toContain(body.detail)
  })

  test('is the same file under an encoded name', async () => {
    const plain = await (await get('final.svg')).text()
    const encoded = await get('%66inal%2Esvg')
    expect(encoded.status).toBe(200)
    expect(await encoded.text()).toBe(plain)
  })

  test('says what was not found', async () => {
    expect(await (await get('nothing.svg')).json()).toEqual({ detail: 'File not found' })
    const foreign = await app.ask(`/api/artifacts/${'0'.repeat(32)}/final.svg`)
    expect(foreign.status).toBe(404)
    expect(await foreign.json()).toEqual({ detail: 'Job not found' })
  })
})
