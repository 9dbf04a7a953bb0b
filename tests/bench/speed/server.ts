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

/** Polls until the record is terminal. @throws Error unless it completed */
export async function ended(url: string, id: string): Promise<void> {
  const end = performance.now() + LONGEST_MS
  while (performance.now() < end) {
    const { status, error } = await (await fetch(`${url}/api/jobs/${id}`)).json()
    if (status === 'completed') return
    if (status === 'failed') throw new Error(`The job ${id} failed: ${error}`)
    await Bun.sleep(STEP_MS)
  }
  throw new Error(`The job ${id} did not end.`)
}

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
