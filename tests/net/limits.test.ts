import { describe, expect, test } from 'bun:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { type FetchOptions, guardedFetch } from '../../src/net/fetch'
import { failure, loopbackSeams, NAME, receiver } from './receiver'

const options: FetchOptions = {
  schemes: ['https'],
  maxRedirects: 3,
  maxBytes: 100_000,
  timeoutMs: 5000,
}
const TOO_LARGE = 'FetchRefused: is larger than 100,000 bytes'
const never = () => new Promise<never>(() => {})

/** A server that says one thing to whoever connects, and then nothing more. */
function speaker(words: string) {
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { open: (socket) => void socket.write(words), data: () => {} },
  })
  return { port: server.port, [Symbol.dispose]: () => server.stop(true) }
}

/** A body that gives `first` and then `next` whenever it is asked. */
function stream(next: (control: ReadableStreamDefaultController) => unknown, first = 'start') {
  return new ReadableStream({
    start: (control) => control.enqueue(new TextEncoder().encode(first)),
    pull: async (control) => {
      await next(control)
    },
  })
}

describe('the byte limit', () => {
  test('takes a body of just that size', async () => {
    await using server = receiver(() => new Response(new Uint8Array(100_000)))
    const got = await guardedFetch(server.url('/'), options, loopbackSeams())
    expect(got.bytes.byteLength).toBe(100_000)
  })

  test('refuses a declared size before the body comes', async () => {
    using server = speaker('HTTP/1.1 200 OK\r\nContent-Length: 100001\r\n\r\n')
    const url = `http://${NAME}:${server.port}/`
    const plain: FetchOptions = { ...options, schemes: ['http'], timeoutMs: 1000 }
    expect(await failure(guardedFetch(url, plain, loopbackSeams()))).toBe(TOO_LARGE)
  })

  test('stops an endless body that declares nothing', async () => {
    const chunk = new Uint8Array(16_384)
    await using server = receiver(() => new Response(stream((control) => control.enqueue(chunk))))
    expect(await failure(guardedFetch(server.url('/'), options, loopbackSeams()))).toBe(TOO_LARGE)
  })

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('counts %s as decoded', async (encoding, compress) => {
    const small = new Uint8Array(compress(Buffer.alloc(100_000, 7)))
    const bomb = new Uint8Array(compress(Buffer.alloc(5_000_000)))
    expect(bomb.byteLength).toBeLessThan(10_000)
    await using server = receiver(
      (_, path) =>
        new Response(path === '/bomb' ? bomb : small, {
          headers: { 'content-encoding': encoding },
        }),
    )
    const got = await guardedFetch(server.url('/small'), options, loopbackSeams())
    expect(got.bytes).toEqual(new Uint8Array(100_000).fill(7))
    const call = guardedFetch(server.url('/bomb'), options, loopbackSeams())
    expect(await failure(call)).toBe(TOO_LARGE)
  })

  test('fails on an encoding that it cannot count', async () => {
    await using server = receiver(
      (_, path) =>
        new Response('not compressed', { headers: { 'content-encoding': path.slice(1) } }),
    )
    const get = (encoding: string) =>
      guardedFetch(server.url(`/${encoding}`), options, loopbackSeams())
    expect(await failure(get('gzip,gzip'))).toBe(
      'FetchFailed: has a content encoding that is not supported',
    )
    expect(await failure(get('constructor'))).toStartWith('FetchFailed: ')
    expect(await failure(get('gzip'))).toBe('FetchFailed: is damaged')
  })
})

describe('the time limit', () => {
  const hurried = { ...options, timeoutMs: 60 }
  const LATE = 'FetchFailed: did not answer within 0.06 s'

  test('ends a name server that does not answer', async () => {
    expect(await failure(guardedFetch(`https://${NAME}/`, hurried, loopbackSeams(never)))).toBe(
      LATE,
    )
  })

  test('ends a receiver that does not answer', async () => {
    await using server = receiver(never)
    expect(await failure(guardedFetch(server.url('/'), hurried, loopbackSeams()))).toBe(LATE)
  })

  test('ends a handshake that does not come about', async () => {
    using server = speaker('')
    const call = guardedFetch(`https://${NAME}:${server.port}/`, hurried, loopbackSeams())
    expect(await failure(call)).toBe(LATE)
  })

  test('closes the connection', async () => {
    const closed = Promise.withResolvers<void>()
    await using server = receiver((request) => {
      request.signal.addEventListener('abort', () => closed.resolve())
      return never()
    })
    expect(await failure(guardedFetch(server.url('/'), hurried, loopbackSeams()))).toBe(LATE)
    await closed.promise
  })

  test('ends a body that stands still', async () => {
    await using server = receiver(() => new Response(stream(never)))
    expect(await failure(guardedFetch(server.url('/'), hurried, loopbackSeams()))).toBe(LATE)
  })

  test('counts over all redirects together', async () => {
    await using server = receiver(async (_, path) => {
      await Bun.sleep(40)
      return path === '/1' ? Response.redirect('/0') : new Response('end')
    })
    expect(await failure(guardedFetch(server.url('/1'), hurried, loopbackSeams()))).toBe(LATE)
  })
})

describe('a caller who gives up', () => {
  test('before the call reaches nobody', async () => {
    await using server = receiver(() => new Response('late'))
    const signal = AbortSignal.abort(new Error('cancelled'))
    const call = guardedFetch(server.url('/'), { ...options, signal }, loopbackSeams())
    expect(await failure(call)).toBe('Error: cancelled')
    expect(server.requests).toEqual([])
  })

  test('while the body comes gets its own reason', async () => {
    const control = new AbortController()
    await using server = receiver(
      () =>
        new Response(
          stream(() => {
            control.abort(new Error('cancelled'))
            return never()
          }),
        ),
    )
    const call = guardedFetch(
      server.url('/'),
      { ...options, signal: control.signal },
      loopbackSeams(),
    )
    expect(await failure(call)).toBe('Error: cancelled')
  })
})
