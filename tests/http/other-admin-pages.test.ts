import { expect, test } from 'bun:test'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, bearer } from '../support/keys'
import { until } from '../support/until'

const startApp = useApps()

/** As those pages ask: the admin key in a header, a body as JSON. */
const asked = async (app: TestApp, method: string, path: string, body?: object) => {
  const headers = { ...bearer(ADMIN), 'content-type': 'application/json' }
  const answer = await app.ask(path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.ok).toBe(true)
  return answer.status === 204 ? undefined : answer.json()
}

/** What a row of keys shows: pages cut the key and add the numbers up. */
const KEY = {
  key: expect.stringMatching(/^.{12,}$/),
  name: expect.any(String),
  total_used: expect.any(Number),
  active: expect.any(Boolean),
  created_at: expect.stringMatching(/^20\d\d-/),
}

/** What a row of the history shows: pages cut each of these words without looking whether it is there. */
const ROW = {
  task_id: expect.any(String),
  endpoint: expect.any(String),
  api_key: expect.any(String),
  status: expect.any(String),
  created_at: expect.stringMatching(/^20\d\d-/),
}

test('the pages of a program that came before load every list and every detail', async () => {
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' })
  const made = await asked(app, 'POST', '/api/admin/keys', {
    ...{ name: 'lab', quota: 100, webhook_url: 'http://127.0.0.1:9/closed', webhook_secret: 's' },
  })
  const gone = await asked(app, 'POST', '/api/admin/keys', { name: 'gone', quota: 5 })
  const submit = async (path: string, body: object, key: string) => {
    const answer = await app.post(path, body, bearer(key))
    expect(answer.status).toBe(202)
    return (await answer.json()).task_id as string
  }
  const text = { source_context: 'Trim -> Align -> Count', caption: 'Reads', iterations: 1 }
  const data = { data_json: '{"labels":["A","B"],"values":[1,2]}', intent: 'bar chart' }
  const drawn = await submit('/api/generate', { ...text, webhook_include_image: true }, made.key)
  const plotted = await submit('/api/plot', { ...data, iterations: 1 }, gone.key)
  const anonymous = await app.submit('/api/run', { method_text: 'A -> B' })
  for (const id of [drawn, plotted, anonymous])
    await until(`${id} ends`, async () => {
      const { status } = await asked(app, 'GET', `/api/admin/history/${id}`)
      return status === 'completed'
    })

  const patch = { quota_remaining: 7, quota_total: 9, active: true, webhook_url: '' }
  const path = `/api/admin/keys/${encodeURIComponent(made.key)}`
  expect(await asked(app, 'PATCH', path, patch)).toMatchObject({ ...KEY, quota_remaining: 7 })
  const { usage_log } = await asked(app, 'GET', path)
  expect(usage_log).toEqual([
    expect.objectContaining({
      ...{ id: expect.any(Number), task_id: drawn, endpoint: 'generate' },
      created_at: KEY.created_at,
    }),
  ])
  await asked(app, 'DELETE', `/api/admin/keys/${encodeURIComponent(gone.key)}`)
  const keys = await asked(app, 'GET', '/api/admin/keys')
  expect(keys).toEqual([expect.objectContaining(KEY)])

  const list = async (filter: Record<string, string>) =>
    asked(
      app,
      'GET',
      `/api/admin/history?${new URLSearchParams({ page: '1', size: '20', ...filter })}`,
    )
  const all = await list({})
  expect(all).toMatchObject({ total: 3, page: 1, size: 20, pages: 1 })
  for (const item of all.items) {
    expect(typeof (item.key_name || item.api_key)).toBe('string')
    expect(item).toEqual(expect.objectContaining(ROW))
  }
  const idsOf = async (filter: Record<string, string>) =>
    (await list(filter)).items.map((item: { task_id: string }) => item.task_id)
  expect(await idsOf({ endpoint: 'plot' })).toEqual([plotted])
  expect(await idsOf({ status: 'failed' })).toEqual([])
  expect(await idsOf({ api_key: made.key })).toEqual([drawn])

  for (const { task_id: id } of all.items) {
    const detail = await asked(app, 'GET', `/api/admin/history/${id}`)
    expect(detail).toEqual(expect.objectContaining({ ...ROW, description: expect.any(String) }))
    expect(detail.image_base64).toStartWith('iVBOR')
    expect(Object.keys(detail.input_params).length).toBeGreaterThan(0)
  }
  const detail = await asked(app, 'GET', `/api/admin/history/${drawn}`)
  expect(detail).toMatchObject({
    input_params: text,
    webhook_url: 'http://127.0.0.1:9/closed',
    webhook_status: expect.stringMatching(/^(pending|retrying|failed)$/),
  })
  expect(JSON.stringify(detail)).not.toContain(made.key)
  const plot = await asked(app, 'GET', `/api/admin/history/${plotted}`)
  expect(plot.input_params.data_json).toBe(data.data_json)
})
