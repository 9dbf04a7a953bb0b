import { expect, test } from 'bun:test'
import { useApps } from '../support/app'
import { ADMIN, bearer, makeKey } from '../support/keys'

const startApp = useApps()

test('metrics are Prometheus text, without ids or names', async () => {
  const app = await startApp()
  const id = await app.submit('/api/echo', { text: 'x' })
  await app.ended(id)
  await app.ask('/api/nowhere')
  const answer = await app.ask('/metrics')
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await answer.text()
  expect(text).toContain('burin_info{version="0.1.0"} 1\n')
  expect(text).toMatch(/burin_requests_total\{method="POST",status="2xx"\} 1\n/)
  expect(text).toMatch(/burin_requests_total\{method="GET",status="4xx"\} 1\n/)
  expect(text).toContain('burin_records{status="pending"} 0\nburin_records{status="running"} 0\n')
  expect(text).not.toContain(id)
  for (const line of text.trim().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? -?[\d.]+)$/)
})

test('off loopback metrics are the admin’s', async () => {
  const app = await startApp({ HOST: '0.0.0.0', SERVICE_ADMIN_KEY: ADMIN })
  const { key } = await makeKey(app)
  const seenBy = async (headers: Record<string, string>) =>
    (await app.ask('/metrics', { headers })).status
  expect([await seenBy({}), await seenBy(bearer(key)), await seenBy(bearer(ADMIN))]).toEqual([
    401, 401, 200,
  ])
})
