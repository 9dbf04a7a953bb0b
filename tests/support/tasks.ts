import { type Client, SMALL } from './client'
import { until } from './until'

export const ADMIN_KEY = 'an-admin-key-of-more-than-32-characters'

/** The task as `GET /api/tasks/{id}` shows it. */
interface TaskView {
  task_id: string
  status: 'pending' | 'running' | 'completed' | 'failed'
  diagram_type: string
  image_base64: string | null
  artifacts: Record<string, { format: string; media_type: string; download_url: string }>
  description: string
  warnings?: string[]
  error: string | null
}

export interface TaskClient {
  key: string
  submit: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>
  get: (path: string) => Promise<Response>
  /** Submits, for a small picture where none is asked for, waits for the end and gives the task. */
  run: (path: string, body: object) => Promise<TaskView>
  /** Polls until the task is terminal. */
  ended: (id: string) => Promise<TaskView>
  /** Units left; null: unlimited. */
  left: () => Promise<number | null>
  /** The record as the admin sees it. */
  history: (id: string) => Promise<{ input: Record<string, unknown>; endpoint: string }>
}

/** A key of its own on an app started with `SERVICE_ADMIN_KEY: ADMIN_KEY`. */
export async function taskClient(app: Client, key: object = {}): Promise<TaskClient> {
  const admin = { authorization: `Bearer ${ADMIN_KEY}` }
  const made = await app.post('/api/admin/keys', { name: 'test', ...key }, admin)
  const { key: token } = await made.json()
  const headers = { authorization: `Bearer ${token}` }
  const get = (path: string) => app.ask(path, { headers })
  const submit: TaskClient['submit'] = (path, body, more = {}) =>
    app.post(path, body, { ...headers, ...more })
  const ended: TaskClient['ended'] = (id) => {
    let task: TaskView | undefined
    return until(
      () => `task ${id} has ended, not ${task?.status}`,
      async () => {
        task = (await (await get(`/api/tasks/${id}`)).json()) as TaskView
        return ['completed', 'failed'].includes(task.status) && task
      },
    )
  }
  return {
    key: token,
    submit,
    get,
    ended,
    run: async (path, body) => {
      const response = await submit(path, { ...SMALL[path], ...body })
      const answer = await response.json()
      if (response.status !== 202) throw new Error(`${path}: ${JSON.stringify(answer)}`)
      return ended(answer.task_id)
    },
    left: async () => {
      const record = await app.ask(`/api/admin/keys/${token}`, { headers: admin })
      return (await record.json()).quota_remaining
    },
    history: async (id) => (await app.ask(`/api/admin/history/${id}`, { headers: admin })).json(),
  }
}
