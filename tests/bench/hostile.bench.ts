/**
 * What requests that are refused cost everybody else: bytes of the answer, how long /healthz waits meanwhile, what the
 * server's memory rises to, and how long one caller's upload waits beside another's that cannot end. And `work`: how
 * long small inputs that are accepted hold an executor; `--only=work:gradient` measures those with that word.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOSTILE_BODIES } from '../support/hostile-bodies'
import { ROOT } from './harness/folders'
import { aim, type Bench, type Row } from './harness/rows'
import { percentile } from './harness/stats'
import { workRows } from './hostile/work'
import { createKey, type Server, startServer } from './speed/server'

const ADMIN = 'an-admin-key-of-thirty-two-letters'
const PLUGINS = join(ROOT, 'tests', 'fixtures', 'plugins')
const POLL_MS = 5
const HOGS = 12

export default {
  name: 'hostile',
  summary: 'what hostile requests cost others',
  async run({ only }) {
    const [part = '', word] = (only[0] ?? '').split(':')
    return [
      ...(part === 'work' ? [] : await refusals()),
      ...(part === 'refusals' ? [] : await workRows(word)),
    ]
  },
} satisfies Bench

async function refusals(): Promise<Row[]> {
  const server = await startServer({ SERVICE_ADMIN_KEY: ADMIN, PLUGINS_DIR: PLUGINS })
  const key = await createKey(server.url, ADMIN)
  const rows: Row[] = []
  for (const hostile of HOSTILE_BODIES.filter(({ as }) => as === undefined || as === 'key')) {
    const body = hostile.body()
    const { result, waits } = await beside(server, () =>
      fetch(server.url + hostile.path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(hostile.as === 'key' && { authorization: `Bearer ${key}` }),
        },
        body,
      }).then((answer) => answer.bytes()),
    )
    const name = hostile.name
    rows.push(
      aim({ figure: `${name}: answer`, value: result.length, unit: 'bytes' }, { most: 64_000 }),
      aim(
        { figure: `${name}: /healthz p99`, value: percentile(waits, 0.99), unit: 'ms' },
        { most: 100 },
      ),
    )
  }
  rows.push(await uploadBesideHogs(server, key))
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))
  const megabytes = Number(peak?.[1]) / 1000
  rows.push(aim({ figure: 'server peak', value: megabytes, unit: 'MB' }, { most: 300 }))
  await server.kill()
  return rows
}

/** A small upload of one key while another caller's checks hang. */
async function uploadBesideHogs(server: Server, key: string): Promise<Row> {
  const ended = new AbortController()
  const hogs = Array.from({ length: HOGS }, () =>
    fetch(`${server.url}/api/stuck`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ way: 'loop' }),
      signal: ended.signal,
    }).catch(() => undefined),
  )
  await Bun.sleep(500)
  const form = new FormData()
  form.set('file', new File([await Bun.file(join(ROOT, PICTURE)).bytes()], 'a.png'))
  const at = performance.now()
  const answer = await fetch(`${server.url}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  const value = performance.now() - at
  ended.abort()
  await Promise.all(hogs)
  return aim({ figure: `upload beside ${HOGS} hanging checks`, value, unit: 'ms' }, { most: 2000 })
}

const PICTURE = 'tests/fixtures/pictures/browser-figure.png'

/** Runs something and asks for /healthz all the while. */
async function beside<T>(server: Server, work: () => Promise<T>) {
  const waits: number[] = []
  let done = false
  const poll = (async () => {
    while (!done) {
      const at = performance.now()
      await (await fetch(`${server.url}/healthz`)).text()
      waits.push(performance.now() - at)
      await Bun.sleep(POLL_MS)
    }
  })()
  const result = await work()
  done = true
  await poll
  return { result, waits }
}
