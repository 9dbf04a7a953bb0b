import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, ROOT } from '../harness/folders'
import { type Listening, listen } from '../harness/processes'
import { submit } from './host-client'

/** The single binary, where it was built; another one can be named. */
export const BINARY = process.env.BURIN_BINARY ?? join(ROOT, 'dist', 'burin')

export const hasBinary = (): boolean => existsSync(BINARY)

const FROM_SOURCE = [process.execPath, join(ROOT, 'src', 'main.ts')]

export interface Server extends Listening {
  dataDir: string
  /** Submits the example text; gives the job's id. */
  submit: () => Promise<string>
}

/** The whole server with executors, as users run it. */
export async function startServer(
  env: Record<string, string> = {},
  { command = FROM_SOURCE, dataDir = freshFolder('data-server') } = {},
): Promise<Server> {
  const server = await listen(command, { env: { ...env, DATA_DIR: dataDir } })
  return { ...server, dataDir, submit: () => submit(server.url) }
}

const STEP_MS = 3
const LONGEST_MS = 60_000

/** Polls until the record of a job is terminal. @throws Error unless it completed */
export const ended = (url: string, id: string, token?: string) =>
  completed(`${url}/api/jobs/${id}`, token ? bearer(token) : {})

/** The same of a task. */
export const taskEnded = (url: string, token: string, id: string) =>
  completed(`${url}/api/tasks/${id}`, bearer(token))

async function completed(address: string, headers: Record<string, string>): Promise<void> {
  const end = performance.now() + LONGEST_MS
  while (performance.now() < end) {
    const { status, error } = await (await fetch(address, { headers })).json()
    if (status === 'completed') return
    if (status === 'failed') throw new Error(`${address} failed: ${error}`)
    await Bun.sleep(STEP_MS)
  }
  throw new Error(`${address} did not end.`)
}

export const ADMIN_KEY = 'the-admin-key-of-a-bench-and-of-nothing-else'

/** An API key without limit. */
export async function createKey(url: string, adminKey: string): Promise<string> {
  return (await post(`${url}/api/admin/keys`, adminKey, { name: 'bench' })).key
}

/** Submits a text for its PNG alone; gives the task's id. */
export async function generate(url: string, token: string, source_context: string) {
  const body = { source_context, caption: 'How observations are recorded' }
  return (await post(`${url}/api/generate`, token, body)).task_id
}

interface Answer {
  key: string
  job_id: string
  task_id: string
}

/** @throws Error with the answer when it is refused */
export async function post(address: string, token: string, body: object): Promise<Answer> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(token) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`POST ${address}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Milliseconds until the first event of a job arrives. */
export async function firstEvent(url: string, id: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(`${url}/api/events/${id}`)
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('event: ')) break
  }
  return performance.now() - started
}
