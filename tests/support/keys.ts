import { expect } from 'bun:test'
import type { TestApp } from './app'

/** The admin key of test apps: pass it as SERVICE_ADMIN_KEY. */
export const ADMIN = 'an-admin-key-of-thirty-two-letters'

export interface KeyRecord {
  key: string
  name: string
  quota_remaining: number | null
  quota_total: number | null
  total_used: number
  active: boolean
  created_at: string
  webhook_url: string | null
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
