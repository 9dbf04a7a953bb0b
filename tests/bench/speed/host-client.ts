import { join } from 'node:path'
import { freshFolder } from '../harness/folders'
import { Helper } from '../harness/processes'

/** What the bench asks of the server without executors. */
export type HostOrder =
  | { do: 'where' }
  /** Accept submissions like that record's, one after the other. */
  | { do: 'loop'; like: string; seconds: number }
  | { do: 'claim' }
  | { do: 'emit'; id: string; line: string }
  | { do: 'time'; id: string; times: number }
  | { do: 'fill'; like: string; records: number }
  /** Let records of many callers wait, nine in ten of the first one's, and claim them all. */
  | { do: 'turns'; like: string; waiting: number; callers: number }
  /** Collect garbage, so that memory can be compared. */
  | { do: 'collect' }

export type HostAnswer = Record<string, string | number>

export interface Host {
  url: string
  pid: number
  /** An API key without limit. */
  token: string
  order: (order: HostOrder) => Promise<HostAnswer>
  /** Submits the example text with the API key; gives the job's id. */
  submit: () => Promise<string>
  end: () => Promise<void>
}

/** A server without executors on an empty data folder. */
export async function startHost(): Promise<Host> {
  const helper = new Helper<HostOrder, HostAnswer>(join(import.meta.dir, 'host.ts'), {
    DATA_DIR: freshFolder('data'),
    MAX_PENDING: '10000000',
    LOG_LEVEL: 'info',
  })
  const { url, token } = await helper.ask({ do: 'where' })
  const host = { url: String(url), token: String(token) }
  return {
    ...host,
    pid: helper.pid,
    order: (order) => helper.ask(order),
    submit: () => submit(host.url, host.token),
    end: () => helper.end(),
  }
}

/** The body that submissions of the bench have. */
export async function runBody(): Promise<string> {
  const text = await Bun.file(join(import.meta.dir, '../../../docs/examples/method.md')).text()
  return JSON.stringify({ method_text: text })
}

/** @throws Error with the answer when it is refused */
export async function submit(url: string, token?: string): Promise<string> {
  const answer = await fetch(`${url}/api/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { 'x-api-key': token }) },
    body: await runBody(),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`POST /api/run: ${answer.status} ${text}`)
  return JSON.parse(text).job_id
}
