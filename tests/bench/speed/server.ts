import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, ROOT } from '../harness/folders'
import { type Listening, listen } from '../harness/processes'
import { submit } from './host-client'

/** The single binary, where it was built. */
export const BINARY = join(ROOT, 'dist', 'burin')

export const hasBinary = (): boolean => existsSync(BINARY)

export interface Server extends Listening {
  dataDir: string
  /** Submits the example text; gives the job's id. */
  submit: () => Promise<string>
}

/** The whole server with executors, as users run it: from the binary, else from the sources. */
export async function startServer(
  env: Record<string, string> = {},
  dataDir = freshFolder('data-server'),
): Promise<Server> {
  const command = hasBinary() && env.FROM_SOURCE !== '1' ? [BINARY] : [process.execPath, join(ROOT, 'src', 'main.ts')]
  const server = await listen(command, { env: { ...env, DATA_DIR: dataDir } })
  return { ...server, dataDir, submit: () => submit(server.url) }
}

/** Follows a job's events to the last one; gives when each came, in milliseconds since the call. */
export async function ended(url: string, id: string): Promise<{ firstMs: number; endMs: number }> {
  const started = performance.now()
  const answer = await fetch(`${url}/api/events/${id}`)
  const decoder = new TextDecoder()
  let text = ''
  let firstMs = Number.NaN
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (Number.isNaN(firstMs) && text.includes('event: ')) firstMs = performance.now() - started
  }
  if (!text.includes('"status":"completed"')) throw new Error(`The job ${id} failed: ${text.slice(-300)}`)
  return { firstMs, endMs: performance.now() - started }
}
