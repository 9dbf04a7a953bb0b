import { beforeAll, expect, test } from 'bun:test'
import { TOOLS } from '../../src/mcp/tools'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, makeKey } from '../support/keys'

/** `FUZZ=5000` for a thorough run. */
const CALLS = Number(process.env.FUZZ ?? 150)
const AT_ONCE = 8

const startApp = useApps()
let app: TestApp
const keys: string[] = []

beforeAll(async () => {
  app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
  keys.push((await makeKey(app)).key, (await makeKey(app, { quota: 3 })).key)
})

/** The same numbers in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = seeded(7)
const oneOf = <Thing>(things: readonly Thing[]): Thing =>
  things[Math.floor(random() * things.length)] as Thing

const WORDS: readonly unknown[] = [
  ...['', ' ', 'A -> B', '<svg', '\u0000', '\ud800', '../../../etc/passwd', '{{7*7}}', '%2e%2e%2f'],
  ...['0'.repeat(32), 'f'.repeat(32), '1'.repeat(5000), '{"a":1}', '[[[[', '=cmd()', "' OR 1=1 --"],
  ...[
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script/></svg>',
    'png',
    'mermaid',
  ],
  ...[
    'data:image/png;base64,AAAA',
    'https://127.0.0.1/a.png',
    'file:///etc/passwd',
    'uploads/x.png',
  ],
  ...[
    '<!DOCTYPE x [<!ENTITY a "b">]><svg/>',
    'A,B\n1,2',
    '💥'.repeat(300),
    'constructor',
    '__proto__',
  ],
  ...[null, 0, -1, 1e308, true, [], {}, ['x'], { op: 'rename' }, [{ op: 'drop', id: 'x' }]],
  ...[{ toString: 1 }, { length: -1 }, [[[[[[1]]]]]], Number.MAX_SAFE_INTEGER],
]
const NAMES = [...TOOLS.map(({ name }) => name), 'constructor', '__proto__', '', 'rm -rf /']
const FIELDS = TOOLS.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}))
const METHODS = ['initialize', 'tools/list', 'resources/list', 'resources/read', 'ping']
const ODD_METHODS = ['server/discover', 'subscriptions/listen', 'prompts/list', 'nope', '__proto__']

function params(method: string): unknown {
  if (random() < 0.1) return oneOf(WORDS)
  if (method === 'tools/call') {
    const name = oneOf(NAMES)
    const own = TOOLS.find((tool) => tool.name === name)?.inputSchema.properties
    const fields = own && random() < 0.8 ? Object.keys(own) : FIELDS
    const given = fields.filter(() => random() < 0.7)
    return { name, arguments: Object.fromEntries(given.map((field) => [field, oneOf(WORDS)])) }
  }
  if (method === 'initialize')
    return { protocolVersion: oneOf(['2025-06-18', 'x', 7]), capabilities: {}, clientInfo: {} }
  const uris = [
    'burin://agents',
    'http://localhost/api/artifacts/x/../../admin/keys',
    'file:///etc',
  ]
  return { uri: oneOf([...uris, ...WORDS]), _meta: oneOf(WORDS) }
}

function body(isPlain: boolean): string {
  const method = random() < 0.8 ? 'tools/call' : oneOf([...METHODS, ...ODD_METHODS])
  const id = isPlain ? 1 : oneOf<unknown>([1, 'a', null, {}, -1])
  const jsonrpc = isPlain ? '2.0' : oneOf(['2.0', '1.0', 2])
  const message = JSON.stringify({ jsonrpc, id, method, params: params(method) })
  const kind = isPlain ? 1 : random()
  if (kind < 0.1) return message.slice(0, Math.floor(random() * message.length))
  if (kind < 0.2) return `[${message},${message}]`
  if (kind < 0.3) return '['.repeat(10_000)
  return message
}

const ADDRESSES = ['http://localhost', 'http://127.0.0.1:3000', 'http://a.org', 'http://[::1]']
const ODD_HEADERS: Readonly<Record<string, readonly string[]>> = {
  accept: ['*/*', 'text/html', 'application/json'],
  'content-type': ['text/plain', 'application/x-www-form-urlencoded', ''],
  origin: ['http://localhost', 'https://a.org', 'null'],
  'mcp-protocol-version': ['2025-06-18', '2026-07-28', 'x'],
  'mcp-method': ['tools/call', 'x'],
}

/** Seven in ten are well-formed to the last argument, so that they come as far as the tools. */
function request(): Request {
  const isPlain = random() < 0.7
  const headers = new Headers({
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  })
  for (const [name, values] of Object.entries(ODD_HEADERS))
    if (!isPlain && random() < 0.3) headers.set(name, oneOf(values))
  const carried = isPlain ? keys : [...keys, ADMIN, 'burin_foreign', '']
  if (random() < 0.3) headers.set('authorization', `Bearer ${oneOf(carried)}`)
  const address = isPlain ? 'http://localhost' : oneOf(ADDRESSES)
  return new Request(`${address}/mcp`, { method: 'POST', headers, body: body(isPlain) })
}

test(
  'whatever is sent, the door answers, never with 500, a trace or a key',
  async () => {
    const statuses = new Map<number, number>()
    let refused = 0
    const sent = Array.from({ length: CALLS }, request)
    const sender = async () => {
      for (let one = sent.pop(); one; one = sent.pop()) {
        const told = `${JSON.stringify([...one.headers])} ${await one.clone().text()}`
        const answer = await app.app.elysia.handle(one)
        const text = await answer.text()
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (text.includes('"isError":true')) refused += 1
        if (answer.status >= 500) throw new Error(`${answer.status} ${text}\nfor ${told}`)
        for (const secret of [...keys, ADMIN, app.dataDir, 'node_modules', '.ts:'])
          if (text.includes(secret)) throw new Error(`${secret} in ${text}\nfor ${told}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sender))
    expect([...statuses.keys()].sort()).toContain(200)
    expect((await app.ask('/healthz')).status).toBe(200)
    expect(refused).toBeGreaterThan(CALLS / 4)
    if (process.env.FUZZ) console.log(Object.fromEntries(statuses), { refused })
  },
  CALLS * 2000,
)
