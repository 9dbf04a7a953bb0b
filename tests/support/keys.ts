import { expect } from 'bun:test'
import type { TestApp } from './app'
import { until } from './until'

/** The admin key of test apps: pass it as SERVICE_ADMIN_KEY. */
export const ADMIN = 'an-admin-key-of-thirty-two-letters'

export interface KeyRecord {
  id: number
  key: string
  name: string
  quota_remaining: number | null
  quota_total: number | null
  total_used: number
  active: boolean
  created_at: string
  webhook_url: string | null
  usage_total?: number
  usage_log?: { id: number; task_id: string; endpoint: string; created_at: string }[]
}

/** Asks as the admin. */
export function admin(
  app: TestApp,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  return app.ask(path, {
    method,
    headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

export async function makeKey(
  app: TestApp,
  fields: Record<string, unknown> = {},
): Promise<KeyRecord> {
  const answer = await admin(app, 'POST', '/api/admin/keys', { name: 'lab', ...fields })
  expect(answer.status).toBe(201)
  return answer.json()
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** Submits the smallest task with a key. Gives its id. */
export async function submitStamp(app: TestApp, key: string, more: object = {}): Promise<string> {
  const answer = await app.post('/api/stamp', { text: 'x', ...more }, bearer(key))
  expect(answer.status).toBe(202)
  return (await answer.json()).task_id
}

/** Waits for the end of a task. Gives what polling shows then. */
export function endedTask(app: TestApp, key: string, id: string) {
  return until(`task ${id} ends`, async () => {
    const task = await (await app.ask(`/api/tasks/${id}`, { headers: bearer(key) })).json()
    return ['completed', 'failed'].includes(task.status) && task
  })
}
