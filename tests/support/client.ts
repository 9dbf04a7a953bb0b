import { declared } from './declared'
import { until } from './until'

/** The record as `GET /api/jobs/{id}` shows it. */
interface JobView {
  job_id: string
  workflow: string
  status: 'pending' | 'running' | 'completed' | 'failed'
  progress: { stage: string; percent: number } | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  error: string | null
  warnings: string[]
  parent: string | null
  artifacts: { kind: string; name: string; path: string; url: string; size: number }[]
}

/** What a story that looks at no picture asks for: it is drawn in half the time. */
export const SMALL: Readonly<Record<string, object>> = {
  '/api/run': { image_size: '1K' },
  '/api/generate': { image_resolution: '1K', iterations: 1 },
  '/api/generate-from-pdf': { image_resolution: '1K', iterations: 1 },
  '/api/plot': { iterations: 1 },
}

export type Ask = (path: string, init?: RequestInit) => Promise<Response>

export interface Client {
  ask: Ask
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>
  /** Submits, for a small picture where none is asked for, and gives the job's id. */
  submit: (path: string, body: object) => Promise<string>
  job: (id: string) => Promise<JobView>
  /** Polls until the record has one of the states. */
  reached: (id: string, ...states: JobView['status'][]) => Promise<JobView>
  /** Polls until the record is terminal. */
  ended: (id: string) => Promise<JobView>
}

/** What a user of the API does, over any way of asking; every answer is held against the document. */
export function clientOf(bare: Ask): Client {
  const ask = declared(bare)
  const post: Client['post'] = (path, body, headers = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const job: Client['job'] = async (id) => {
    const response = await ask(`/api/jobs/${id}`)
    if (!response.ok) throw new Error(`job ${id}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const reached: Client['reached'] = (id, ...states) => {
    let view: JobView | undefined
    return until(
      () => `job ${id} is ${states.join(' or ')}, not ${view?.status} (${view?.progress?.stage})`,
      async () => {
        view = await job(id)
        return states.includes(view.status) && view
      },
    )
  }
  return {
    ask,
    post,
    job,
    reached,
    ended: (id) => reached(id, 'completed', 'failed'),
    submit: async (path, body) => {
      const response = await post(path, { ...SMALL[path], ...body })
      const answer = await response.json()
      if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
      return answer.job_id
    },
  }
}

export const clientAt = (url: string): Client => clientOf((path, init) => fetch(url + path, init))
