import { afterEach, describe, expect, test } from 'bun:test'
import { type FetchOptions, guardedFetch } from '../../src/net/fetch'
import { CA, failure, loopbackSeams, NAME, receiver } from './receiver'

const options: FetchOptions = {
  schemes: ['https'],
  maxRedirects: 3,
  maxBytes: 1000,
  timeoutMs: 5000,
}
const REFUSED = 'FetchRefused: must be a public https address'

const environment = { ...process.env }
afterEach(() => {
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'NODE_TLS_REJECT_UNAUTHORIZED']) {
    if (environment[name] === undefined) delete process.env[name]
    else process.env[name] = environment[name]
  }
})

describe('a call to a name', () => {
  test('goes to the checked address under its own name', async () => {
    await using server = receiver(() => new Response('picture', { headers: { etag: '"1"' } }))
    const seams = loopbackSeams()
    const got = await guardedFetch(server.url('/a.png?b=c#d'), options, seams)

    expect(got.status).toBe(200)
    expect(got.headers.get('etag')).toBe('"1"')
    expect(new TextDecoder().decode(got.bytes)).toBe('picture')
    expect(got.finalUrl).toBe(server.url('/a.png?b=c'))
    expect(seams.asked).toEqual([NAME])
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.url).toBe(server.url('/a.png?b=c'))
    expect(server.requests[0]?.headers.get('host')).toBe(`${NAME}:${server.port}`)
    expect(server.requests[0]?.headers.get('accept-encoding')).toBe('identity')
  })

  test('ignores a proxy of the environment', async () => {
    await using server = receiver(() => new Response('direct'))
    process.env.HTTPS_PROXY = 'http://127.0.0.1:1'
    process.env.https_proxy = 'http://127.0.0.1:1'
    const got = await guardedFetch(server.url('/'), options, loopbackSeams())
    expect(new TextDecoder().decode(got.bytes)).toBe('direct')
  })

  test('tries the next address when nobody listens at the first', async () => {
    await using server = receiver(() => new Response('here'))
    const seams = loopbackSeams(async () => ['127.0.0.3', '127.0.0.1'])
    expect((await guardedFetch(server.url('/'), options, seams)).status).toBe(200)
  })

  test('fails in one sentence when nobody listens anywhere', async () => {
    const { port } = await closedPort()
    const call = guardedFetch(`https://${NAME}:${port}/`, options, loopbackSeams())
    expect(await failure(call)).toBe('FetchFailed: could not be reached')
  })
})

describe('the address behind a name', () => {
  test.each([
    ['this machine', ['127.0.0.1']],
    ['a private address', ['10.0.0.1']],
    ['the metadata service', ['169.254.169.254']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a NAT64 address', ['64:ff9b::7f00:1']],
    ['a zone of this machine', ['fe80::1%lo']],
    ['one public and one private address', ['93.184.215.14', '127.0.0.1']],
    ['no address', []],
    ['something that is no address', ['localhost']],
  ])('is refused when it is %s', async (_, addresses) => {
    await using server = receiver(() => new Response('secret'))
    const call = guardedFetch(server.url('/'), options, { ca: CA, resolve: async () => addresses })
    expect(await failure(call)).toBe(REFUSED)
    expect(server.requests).toEqual([])
  })

  test('reads the same when it does not exist', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('dns'), { code: 'ENOTFOUND' }))
    const call = guardedFetch(`https://${NAME}/`, options, { resolve })
    expect(await failure(call)).toBe(REFUSED)
  })

  test('may be unknown for the moment, which is no refusal', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('dns'), { code: 'EAI_AGAIN' }))
    const call = guardedFetch(`https://${NAME}/`, options, { resolve })
    expect(await failure(call)).toBe('FetchFailed: could not be reached')
  })

  test('that the system itself gives for localhost is refused', async () => {
    const call = guardedFetch('http://localhost.:1/', { ...options, schemes: ['http'] })
    expect(await failure(call)).toStartWith('FetchRefused: ')
  })

  test('is asked for once: a name server that changes its mind gains nothing', async () => {
    await using server = receiver(() => new Response('public'))
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    const seams = loopbackSeams(async () => answers.shift() ?? [])
    expect((await guardedFetch(server.url('/'), options, seams)).status).toBe(200)
    expect(seams.asked).toHaveLength(1)
  })

  test('is checked again on a redirect to the same name', async () => {
    await using server = receiver(() => Response.redirect('/again'))
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    const seams = loopbackSeams(async () => answers.shift() ?? [])
    expect(await failure(guardedFetch(server.url('/'), options, seams))).toBe(REFUSED)
    expect(server.requests).toHaveLength(1)
  })
})

describe('the certificate', () => {
  const INVALID = 'FetchFailed: has no valid certificate'

  test('must be for the name, although the connection goes to an address', async () => {
    await using server = receiver(() => new Response('impostor'))
    const call = guardedFetch(server.url('/', 'other.example.test'), options, loopbackSeams())
    expect(await failure(call)).toBe(INVALID)
    expect(server.requests).toEqual([])
  })

  test('must be for the name even after a good call to the same address', async () => {
    await using server = receiver(() => new Response('ok'))
    const seams = loopbackSeams()
    await guardedFetch(server.url('/'), options, seams)
    const call = guardedFetch(server.url('/', 'other.example.test'), options, seams)
    expect(await failure(call)).toBe(INVALID)
    expect(server.requests).toHaveLength(1)
  })

  test('must be from a trusted authority', async () => {
    await using server = receiver(() => new Response('self-signed'))
    const call = guardedFetch(server.url('/'), options, { ...loopbackSeams(), ca: undefined })
    expect(await failure(call)).toBe(INVALID)
  })

  test('is checked even when the environment says not to', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    await using server = receiver(() => new Response('impostor'))
    const call = guardedFetch(server.url('/', 'other.example.test'), options, loopbackSeams())
    expect(await failure(call)).toBe(INVALID)
  })

  test('must name a literal address', async () => {
    await using server = receiver(() => new Response('impostor'))
    const call = guardedFetch(
      `https://127.0.0.1:${server.port}/`,
      { ...options, allowPrivateHosts: ['127.0.0.1'] },
      { ca: CA },
    )
    expect(await failure(call)).toBe(INVALID)
  })

  test('of a name written with a trailing dot is that of the name', async () => {
    await using server = receiver(() => new Response('ok'))
    expect((await guardedFetch(server.url('/', `${NAME}.`), options, loopbackSeams())).status).toBe(
      200,
    )
  })
})

describe('redirects', () => {
  const countdown = (path: string) => {
    const left = Number(path.slice(1))
    return left > 0 ? Response.redirect(`/${left - 1}`) : new Response('end')
  }

  test('are followed up to the limit', async () => {
    await using server = receiver((_, path) => countdown(path))
    const got = await guardedFetch(server.url('/3'), options, loopbackSeams())
    expect(got.finalUrl).toBe(server.url('/0'))
    expect(server.requests).toHaveLength(4)
  })

  test('are not followed beyond it', async () => {
    await using server = receiver((_, path) => countdown(path))
    const call = guardedFetch(server.url('/4'), options, loopbackSeams())
    expect(await failure(call)).toBe('FetchRefused: redirects too often')
    expect(server.requests).toHaveLength(4)
  })

  test.each([
    ['http://pictures.example.test/'],
    ['https://127.0.0.1/'],
    ['https://2130706433/'],
    ['https://[::1]/'],
    ['https://169.254.169.254/latest/'],
    ['https://localhost/'],
    ['https://user:pass@pictures.example.test/'],
    ['//10.0.0.1/'],
    ['file:///etc/passwd'],
    ['data:image/png;base64,AAAA'],
    ['https://'],
  ])('to %s are refused', async (location) => {
    await using server = receiver(() => new Response(null, { status: 302, headers: { location } }))
    expect(await failure(guardedFetch(server.url('/'), options, loopbackSeams()))).toBe(REFUSED)
    expect(server.requests).toHaveLength(1)
  })

  test('never lead from https to http', async () => {
    await using plain = receiver(() => new Response('plain'), { tls: false })
    const location = `http://${NAME}:${plain.port}/`
    await using server = receiver(() => Response.redirect(location))
    const both: FetchOptions = { ...options, schemes: ['https', 'http'] }
    expect(await failure(guardedFetch(server.url('/'), both, loopbackSeams()))).toBe(REFUSED)
    expect((await guardedFetch(location, both, loopbackSeams())).status).toBe(200)
    expect(plain.requests).toHaveLength(1)
  })

  test('to another origin carry no credentials along', async () => {
    await using server = receiver((_, path) =>
      path === '/' ? Response.redirect(server.url('/next', `other.${NAME}`)) : new Response('end'),
    )
    const headers = { authorization: 'Bearer secret', 'x-token': 'secret', 'user-agent': 'test/1' }
    await guardedFetch(server.url('/'), { ...options, headers }, loopbackSeams())
    expect(server.requests[0]?.headers.get('authorization')).toBe('Bearer secret')
    expect(server.requests[1]?.headers.get('authorization')).toBeNull()
    expect(server.requests[1]?.headers.get('x-token')).toBeNull()
    expect(server.requests[1]?.headers.get('user-agent')).toBe('test/1')
    expect(server.requests[1]?.headers.get('host')).toBe(`other.${NAME}:${server.port}`)
  })

  test('must stay on the hosts of a closed list', async () => {
    await using server = receiver((_, path) =>
      path === '/' ? Response.redirect(server.url('/next', `other.${NAME}`)) : new Response('end'),
    )
    const get = (onlyHosts: string[]) =>
      guardedFetch(server.url('/'), { ...options, onlyHosts }, loopbackSeams())
    expect(await failure(get([]))).toBe(REFUSED)
    expect(await failure(get([`*.${NAME}`]))).toBe(REFUSED)
    expect(server.requests).toHaveLength(0)
    expect(await failure(get([NAME]))).toBe(REFUSED)
    expect((await get([NAME, `*.${NAME}`])).status).toBe(200)
  })

  test('are the answer where none may be followed', async () => {
    await using server = receiver(() => Response.redirect('/next', 307))
    const got = await guardedFetch(
      server.url('/'),
      { ...options, maxRedirects: 0 },
      loopbackSeams(),
    )
    expect(got.status).toBe(307)
    expect(server.requests).toHaveLength(1)
  })
})

async function closedPort() {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = server
  await server.stop(true)
  return { port }
}
