import { beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { useApps } from '../support/app'
import { fetchDeclared } from '../support/declared'
import { HOSTILE_BODIES, type HostileBody } from '../support/hostile-bodies'
import { ADMIN } from '../support/keys'
import { type Server, useServers } from '../support/server'
import { until } from '../support/until'

const startServer = useServers()
const startApp = useApps()
/** An answer must not be larger than what it refuses, nor a heap of what was sent. */
const MOST_BYTES = 64_000
const MOST_MEGABYTES = 220
/** Bodies that are held open, together larger than the memory that the server may take. */
const HELD = 40
const HELD_BYTES = 10_000_000

let server: Server
let keys: { key: string; spent: string }

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetchDeclared(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

async function makeKey(fields: object): Promise<string> {
  const answer = await post('/api/admin/keys', JSON.stringify(fields), bearer(ADMIN))
  return (await answer.json()).key
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

function headersOf({ as }: HostileBody): Record<string, string> {
  if (as === 'key') return bearer(keys.key)
  if (as === 'admin') return bearer(ADMIN)
  if (as === 'spent') return { ...bearer(keys.spent), 'idempotency-key': crypto.randomUUID() }
  return {}
}

beforeAll(async () => {
  server = await startServer({ env: { SERVICE_ADMIN_KEY: ADMIN } })
  keys = {
    key: await makeKey({ name: 'lab' }),
    spent: await makeKey({ name: 'spent', quota: 0 }),
  }
})

/** An upload that lacks its last byte. */
async function holdUpload(host: string, port: number): Promise<Socket> {
  const socket = connect(port, host)
  socket.on('error', () => {})
  const head = [
    'POST /api/upload HTTP/1.1',
    'host: localhost',
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${HELD_BYTES + 1}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await new Promise((resolve) => socket.write(Buffer.alloc(HELD_BYTES), resolve))
  return socket
}

describe('a hostile body', () => {
  for (const hostile of HOSTILE_BODIES)
    test(`of ${hostile.name} gets a short answer, and others are served meanwhile`, async () => {
      const answered: string[] = []
      const answer = post(hostile.path, hostile.body(), headersOf(hostile)).then(async (one) => {
        answered.push('hostile')
        return { status: one.status, text: await one.text() }
      })
      const health = await fetchDeclared(`${server.url}/healthz`)
      expect(health.status).toBe(200)
      const { status, text } = await answer
      expect(status).toBe(hostile.status)
      expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES)
      expect(JSON.parse(text).detail).not.toBeEmpty()
    })

  test('that never ends lies on disk, and goes with its connection', async () => {
    const { hostname, port } = new URL(server.url)
    const held = await Promise.all(
      Array.from({ length: HELD }, () => holdUpload(hostname, Number(port))),
    )
    const incoming = join(server.dataDir, 'incoming')
    await until('all bodies are on disk', () => readdirSync(incoming).length === HELD)
    expect((await fetchDeclared(`${server.url}/healthz`)).status).toBe(200)
    for (const socket of held) socket.destroy()
    await until('nothing is left of them', () => readdirSync(incoming).length === 0)
  })

  test('leaves the server small', () => {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))
    expect(Number(peak?.[1]) / 1000).toBeLessThan(MOST_MEGABYTES)
  })
})

test('a large body that arrives all at once lets everything else go on meanwhile', async () => {
  const app = await startApp({ MAX_UPLOAD_BYTES: '20000000' })
  let left = 310
  const body = new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(65_536))
      else controller.close()
    },
  })
  let turns = 0
  let arriving = true
  const count = () => {
    turns += 1
    if (arriving) setImmediate(count)
  }
  setImmediate(count)
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await app.ask('/api/upload', { method: 'POST', headers, body })
  arriving = false
  expect(answer.status).toBe(413)
  expect(turns).toBeGreaterThanOrEqual(9)
})

test('names of any length are shortened where an answer repeats them', async () => {
  const answer = await post('/api/run', JSON.stringify({ [`x${'y'.repeat(50_000)}`]: 1 }))
  const { detail } = await answer.json()
  const unknown = detail.find(({ type }: { type: string }) => type === 'extra_forbidden')
  expect(unknown.loc[1]).toMatch(/^xy{79}…$/)
})

test('a list that is too long is told by its length, its items are not looked at', async () => {
  const body = JSON.stringify({
    source_context: 'x',
    caption: 'x',
    output_formats: Array(50_000).fill(7),
  })
  const answer = await post('/api/generate', body, bearer(keys.key))
  expect(answer.status).toBe(422)
  expect((await answer.json()).detail).toMatch(
    /^output_formats: List should have at most \d+ items after validation, not 50000$/,
  )
})

test('a refused request costs no unit, however it is refused', async () => {
  const answer = await fetchDeclared(`${server.url}/api/admin/keys/${keys.key}`, {
    headers: bearer(ADMIN),
  })
  expect((await answer.json()).total_used).toBe(0)
})
