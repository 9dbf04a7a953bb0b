import { describe, expect, test } from 'bun:test'
import { fetchImage } from '../../src/net/image'
import { postWebhook } from '../../src/net/webhook'
import { failure, loopbackSeams, NAME, receiver } from './receiver'

const agent = { userAgent: 'test/1' }

describe('fetching an image', () => {
  test('gives the bytes and says who asks', async () => {
    await using server = receiver(() => new Response(new Uint8Array([137, 80, 78, 71])))
    const bytes = await fetchImage(server.url('/a.png'), agent, loopbackSeams())
    expect([...bytes]).toEqual([137, 80, 78, 71])
    expect(server.requests[0]?.headers.get('user-agent')).toBe('test/1')
  })

  test('takes https only', async () => {
    await using plain = receiver(() => new Response('picture'), { tls: false })
    const call = fetchImage(`http://${NAME}:${plain.port}/`, agent, loopbackSeams())
    expect(await failure(call)).toBe('FetchRefused: must be a public https address')
    expect(plain.requests).toEqual([])
  })

  test.each([[404], [500], [204], [304]])('fails on status %d', async (status) => {
    await using server = receiver(() => new Response(null, { status }))
    const call = fetchImage(server.url('/'), agent, loopbackSeams())
    expect(await failure(call)).toBe(`FetchFailed: answered with status ${status}`)
  })

  test('follows three redirects, not four', async () => {
    await using server = receiver((_, path) =>
      path === '/0' ? new Response('end') : Response.redirect(`/${Number(path.slice(1)) - 1}`),
    )
    expect((await fetchImage(server.url('/3'), agent, loopbackSeams())).byteLength).toBe(3)
    const call = fetchImage(server.url('/4'), agent, loopbackSeams())
    expect(await failure(call)).toBe('FetchRefused: redirects too often')
  })

  test('refuses more than 20 MB by default', async () => {
    await using server = receiver(
      (_, path) => new Response(new Uint8Array(path === '/fits' ? 20_000_000 : 20_000_001)),
    )
    expect((await fetchImage(server.url('/fits'), agent, loopbackSeams())).length).toBe(20_000_000)
    const call = fetchImage(server.url('/'), agent, loopbackSeams())
    expect(await failure(call)).toBe('FetchRefused: is larger than 20,000,000 bytes')
  })
})

describe('posting a webhook', () => {
  const body = '{"event":"task.completed"}'
  const local = { allowPrivateHosts: ['127.0.0.1'] }

  test('reaches a named private receiver with body and headers as they are', async () => {
    await using server = receiver(() => new Response('thanks', { status: 202 }), { tls: false })
    const url = `http://127.0.0.1:${server.port}/hook?a=b`
    const headers = { 'content-type': 'application/json', 'x-service-event': 'task.completed' }
    expect(await postWebhook(url, body, headers, local)).toEqual({ status: 202 })
    expect(server.requests[0]).toMatchObject({ method: 'POST', url, body })
    expect(server.requests[0]?.headers.get('content-type')).toBe('application/json')
    expect(server.requests[0]?.headers.get('x-service-event')).toBe('task.completed')
  })

  test('reaches a private receiver that is named by its name, through the system', async () => {
    await using server = receiver(() => new Response(), { tls: false, hostname: 'localhost' })
    const url = `http://localhost:${server.port}/`
    const settings = { allowPrivateHosts: ['localhost'] }
    expect(await postWebhook(url, body, {}, settings)).toEqual({ status: 200 })
  })

  test('reaches no private receiver that nobody named', async () => {
    await using server = receiver(() => new Response(), { tls: false })
    const refused = 'FetchRefused: must be a public http or https address'
    const post = (host: string) =>
      postWebhook(`http://${host}:${server.port}/`, body, {}, { allowPrivateHosts: ['10.0.0.1'] })
    expect(await failure(post('127.0.0.1'))).toBe(refused)
    expect(await failure(post('localhost'))).toBe(refused)
    expect(server.requests).toEqual([])
  })

  test('does not take a named host for leave to reach the metadata service', async () => {
    const call = postWebhook(
      'http://hooks.lan.example/',
      body,
      {},
      { allowPrivateHosts: ['*.lan.example'] },
      { resolve: async () => ['169.254.169.254'] },
    )
    expect(await failure(call)).toStartWith('FetchRefused: ')
  })

  test.each([[301], [303], [307], [308]])(
    'gives a %d back instead of following',
    async (status) => {
      await using server = receiver(
        () => new Response(null, { status, headers: { location: '/next' } }),
        { tls: false },
      )
      const url = `http://127.0.0.1:${server.port}/`
      expect(await postWebhook(url, body, {}, local)).toEqual({ status })
      expect(server.requests).toHaveLength(1)
    },
  )

  test.each([[200], [404], [500]])('gives status %d whatever the answer holds', async (status) => {
    const chunk = new Uint8Array(65_536)
    await using server = receiver(
      () =>
        new Response(new ReadableStream({ pull: (control) => control.enqueue(chunk) }), {
          status,
          headers: { 'content-encoding': 'gzip' },
        }),
      { tls: false },
    )
    const url = `http://127.0.0.1:${server.port}/`
    expect(await postWebhook(url, body, {}, local)).toEqual({ status })
  })

  test('gives up on a receiver that does not answer', async () => {
    await using server = receiver(() => new Promise<never>(() => {}), { tls: false })
    const call = postWebhook(
      `http://127.0.0.1:${server.port}/`,
      body,
      {},
      { ...local, timeoutMs: 50 },
    )
    expect(await failure(call)).toBe('FetchFailed: did not answer within 0.05 s')
  })
})

test.skipIf(!hasIpv6())('an IPv6 receiver is reached at its address', async () => {
  await using server = receiver(() => new Response(), { tls: false, hostname: '::1' })
  const url = `http://[::1]:${server.port}/`
  expect(await postWebhook(url, '{}', {}, { allowPrivateHosts: ['::1'] })).toEqual({ status: 200 })
})

function hasIpv6(): boolean {
  try {
    void Bun.serve({ port: 0, hostname: '::1', fetch: () => new Response() }).stop(true)
    return true
  } catch {
    return false
  }
}
