import { beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { fetchDeclared } from '../support/declared'
import { type Server, useServers } from '../support/server'

const startServer = useServers()
let server: Server

beforeAll(async () => {
  server = await startServer()
})

/** What comes back for these very bytes until the server closes. */
function exchange(request: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const { hostname, port } = new URL(server.url)
  let answer = ''
  const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(request))
  socket.on('data', (part) => {
    answer += part
  })
  socket.on('error', () => {})
  socket.on('close', () => resolve(answer))
  return promise
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1])

describe('HTTP/1.0', () => {
  test('with a Host is answered', async () => {
    const answer = await exchange('GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n')
    expect([statusOf(answer), answer.includes('{"status":"ok"}')]).toEqual([200, true])
  })

  test('without one says what it lacks', async () => {
    const answer = await exchange('GET /healthz HTTP/1.0\r\n\r\n')
    expect(statusOf(answer)).toBe(400)
    expect(answer).toContain('{"detail":"A Host header is required, in HTTP/1.0 too."}')
  })
})

describe('an odd method', () => {
  test.each(['PROPFIND', 'TRACE', 'QUERY', 'LINK'])('%s is 405 with Allow', async (method) => {
    const head = `${method} /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
    const answer = await exchange(head)
    expect(statusOf(answer)).toBe(405)
    expect(answer).toMatch(/^allow: GET, HEAD\r$/im)
  })

  test('that no standard names is closed by the run time, and the next request is answered', async () => {
    const head = 'FOO /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    expect(await exchange(head)).toBe('')
    expect((await fetchDeclared(`${server.url}/healthz`)).status).toBe(200)
  })
})
