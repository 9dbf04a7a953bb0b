import { describe, expect, test } from 'bun:test'
import { callProvider, mediaAccess, type ProviderCall } from '../../src/net/provider'
import { answering, silent, useFakeProviders } from '../providers/fake-provider'
import { until } from '../support/until'
import { failure, loopbackSeams, NAME, receiver } from './receiver'

const fakeProvider = useFakeProviders()

const call = (base: string, more: Partial<ProviderCall> = {}): ProviderCall => ({
  base,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  maxBytes: 1000,
  timeoutMs: 5000,
  ...more,
})

describe('a call to a provider', () => {
  test('reaches a private address, because the operator named it', async () => {
    const fake = await fakeProvider(answering(200, { ok: true }))
    const answer = await callProvider(`${fake.origin}/v1/x`, call(`${fake.origin}/v1`))
    expect(answer).toMatchObject({ status: 200 })
    expect(fake.arrived[0]).toMatchObject({ method: 'POST', path: '/v1/x', body: { a: 1 } })
    expect(fake.arrived[0]?.headers.host).toBe(new URL(fake.origin).host)
  })

  test('reaches a name over TLS, pinned to its address', async () => {
    await using server = receiver(() => Response.json({ ok: true }))
    const base = server.url('/v1')
    expect(await callProvider(`${base}/x`, call(base), loopbackSeams())).toMatchObject({
      status: 200,
    })
    expect(server.requests).toHaveLength(1)
  })

  test('goes past a proxy of the environment', async () => {
    const fake = await fakeProvider(answering(200))
    process.env.HTTP_PROXY = 'http://127.0.0.1:1'
    try {
      expect(await callProvider(fake.origin, call(fake.origin))).toMatchObject({ status: 200 })
    } finally {
      delete process.env.HTTP_PROXY
    }
  })

  test.each([
    ['another port', 'http://127.0.0.1:1/v1/x'],
    ['another host', 'http://127.0.0.2/v1/x'],
    ['another scheme', 'https://127.0.0.1/v1/x'],
    ['a name that is no address', 'http://'],
  ])('is refused for %s', async (_, url) => {
    const made = callProvider(url, call('http://127.0.0.1/v1'))
    expect(await failure(made)).toStartWith('FetchRefused: must be ')
  })

  test('to a metadata service has no connection, whatever was configured', async () => {
    const base = 'http://169.254.169.254/v1'
    expect(await callProvider(`${base}/x`, call(base))).toEqual({ failed: 'connection' })
  })

  test('to a name that leads to one has none either', async () => {
    const seams = { resolve: async () => ['169.254.169.254'] }
    const base = `http://${NAME}/v1`
    expect(await callProvider(`${base}/x`, call(base), seams)).toEqual({ failed: 'connection' })
  })

  test('to a name that nobody knows has none', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('dns'), { code: 'ENOTFOUND' }))
    const base = `http://${NAME}/v1`
    expect(await callProvider(base, call(base), { resolve })).toEqual({ failed: 'connection' })
  })

  test('trusts no certificate of its own', async () => {
    await using server = receiver(() => new Response('impostor'))
    const base = server.url('/v1')
    const seams = { ...loopbackSeams(), ca: undefined }
    expect(await callProvider(base, call(base), seams)).toEqual({ failed: 'connection' })
    expect(server.requests).toEqual([])
  })

  test('does not follow a redirect, and reads no body of it', async () => {
    const fake = await fakeProvider(answering(307, 'x'.repeat(5000), { location: '/elsewhere' }))
    const answer = await callProvider(fake.origin, call(fake.origin))
    expect(answer).toMatchObject({ status: 307, bytes: new Uint8Array() })
    expect(fake.arrived).toHaveLength(1)
  })

  test('ends at its limit of bytes, told or not', async () => {
    const told = await fakeProvider(answering(200, 'x'.repeat(1001)))
    expect(await callProvider(told.origin, call(told.origin))).toEqual({ failed: 'size' })
    const silently = await fakeProvider((socket) => {
      socket.write('HTTP/1.1 200 X\r\n\r\n')
      socket.write('x'.repeat(1001))
    })
    expect(await callProvider(silently.origin, call(silently.origin))).toEqual({ failed: 'size' })
    await silently.arrived[0]?.closed
  })

  test('ends at its limit of time, and closes the connection', async () => {
    const fake = await fakeProvider(silent)
    expect(await callProvider(fake.origin, call(fake.origin, { timeoutMs: 30 }))).toEqual({
      failed: 'time',
    })
    await fake.arrived[0]?.closed
  })

  test('ends when its caller gives up, and closes the connection', async () => {
    const fake = await fakeProvider(silent)
    const stop = new AbortController()
    const made = callProvider(fake.origin, call(fake.origin, { signal: stop.signal }))
    const arrived = await until('the request', () => fake.arrived[0])
    stop.abort(new Error('enough'))
    expect(await failure(made)).toBe('Error: enough')
    await arrived.closed
  })
})

describe('a file that a provider names', () => {
  const provider = { base: 'http://10.0.0.5:8000/v1', mediaHosts: ['*.cdn.example', '10.0.0.5'] }

  test.each([
    ['http://10.0.0.5:8000/files/1.png', { schemes: ['http'], hosts: ['10.0.0.5'], own: true }],
    ['http://10.0.0.5:9000/1.png', { schemes: ['https', 'http'], hosts: ['10.0.0.5'], own: true }],
    ['https://a.cdn.example/1.png', { schemes: ['https'], hosts: provider.mediaHosts, own: false }],
  ])('may be fetched from %s', (url, { schemes, hosts, own }) => {
    expect(mediaAccess(url, provider)).toEqual({
      schemes: schemes as ('https' | 'http')[],
      onlyHosts: hosts,
      ...(own && { allowPrivateHosts: hosts }),
    })
  })

  test.each([
    'https://cdn.example/1.png',
    'https://cdn.example.evil/1.png',
    'http://10.0.0.6:8000/1.png',
    'data:image/png;base64,AAAA',
    'nothing',
  ])('may not be fetched from %s', (url) => {
    expect(mediaAccess(url, provider)).toBeUndefined()
  })
})
