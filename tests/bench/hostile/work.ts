import { readFileSync } from 'node:fs'
import { childrenOf } from '../../support/processes'
import { aim, type Row } from '../harness/rows'
import { createKey, type Server, startServer } from '../speed/server'
import { COSTLY, type Costly } from './inputs'

const ADMIN = 'an-admin-key-of-thirty-two-letters'
/** Seconds of the one executor, and megabytes of its memory, that a small input may take. */
const MOST = { seconds: 20, megabytes: 1500 } as const
const POLL_MS = 20

/** How long each costly input holds the one executor, what its memory rises to, and how it ends. */
export async function workRows(wanted: string | undefined): Promise<Row[]> {
  const rows: Row[] = []
  const fitting = COSTLY.filter(({ name }) => wanted === undefined || name.includes(wanted))
  for (const costly of fitting) rows.push(...(await measured(costly)))
  return rows
}

async function measured(costly: Costly): Promise<Row[]> {
  const { name } = costly
  const server = await startServer({ SERVICE_ADMIN_KEY: ADMIN, EXECUTORS: '1' })
  try {
    const key = await createKey(server.url, ADMIN)
    const at = performance.now()
    const { end, megabytes, worked } = await outcome(server, key, costly)
    const seconds = (performance.now() - at) / 1000
    const took = `${seconds.toFixed(1)} s (${worked.toFixed(1)} s of the processor)`
    console.log(`${name}: ${took}, ${megabytes.toFixed(0)} MB, ${end}`)
    return [
      aim({ figure: name, value: seconds, unit: 's' }, { most: MOST.seconds }),
      aim({ figure: `${name}: peak`, value: megabytes, unit: 'MB' }, { most: MOST.megabytes }),
    ]
  } finally {
    await server.kill()
  }
}

/** How the record ends, or the refusal. */
async function outcome(server: Server, key: string, costly: Costly) {
  const headers = { authorization: `Bearer ${key}` }
  const asked = await accepted(server, headers, costly)
  if ('refusal' in asked) return { end: asked.refusal, megabytes: 0, worked: 0 }
  const seen = new Map<number, Effort>()
  for (;;) {
    for (const pid of childrenOf(server.pid)) {
      const effort = effortOf(pid)
      if (effort) seen.set(pid, effort)
    }
    const answer = await fetch(`${server.url}${asked.record}`, { headers })
    const { status, error, warnings = [] } = await answer.json()
    if (status === 'completed' || status === 'failed')
      return {
        end: [status, error, ...warnings].filter(Boolean).join('; ').slice(0, 300),
        megabytes: Math.max(...[...seen.values()].map(({ megabytes }) => megabytes)),
        worked: Math.max(...[...seen.values()].map(({ seconds }) => seconds)),
      }
    await Bun.sleep(POLL_MS)
  }
}

async function accepted(
  { url }: Server,
  headers: Record<string, string>,
  costly: Costly,
): Promise<{ record: string } | { refusal: string }> {
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  let answer: Response
  if ('picture' in costly) {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(await costly.picture())], 'a'))
    const upload = await fetch(`${url}/api/upload`, { method: 'POST', headers, body: form })
    if (!upload.ok) return { refusal: `upload ${upload.status} ${await upload.text()}` }
    answer = await post('/api/image-to-svg', { image_path: (await upload.json()).path })
  } else answer = await post(costly.path, costly.body())
  if (!answer.ok) return { refusal: `${answer.status} ${(await answer.text()).slice(0, 300)}` }
  const { job_id, task_id } = await answer.json()
  return { record: job_id ? `/api/jobs/${job_id}` : `/api/tasks/${task_id}` }
}

interface Effort {
  /** The most resident memory that a process ever had. */
  megabytes: number
  /** What it took of the processor, in all its threads. */
  seconds: number
}

const TICKS_A_SECOND = 100

function effortOf(pid: number): Effort | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const megabytes = (Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1e6
    if (Number.isNaN(megabytes)) return undefined
    return { megabytes, seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND }
  } catch {
    return undefined
  }
}
