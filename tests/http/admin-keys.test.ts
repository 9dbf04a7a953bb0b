import { describe, expect, test } from 'bun:test'
import { type TestApp, useApps } from '../support/app'
import {
  ADMIN,
  admin,
  bearer,
  endedTask,
  type KeyRecord,
  makeKey,
  submitStamp,
} from '../support/keys'
import { until } from '../support/until'

const startApp = useApps()
const start = () => startApp({ SERVICE_ADMIN_KEY: ADMIN })

describe('an API key', () => {
  test('is made with a name and shown whole, its secret never', async () => {
    const app = await start()
    const made = await admin(app, 'POST', '/api/admin/keys', {
      name: 'lab',
      quota: 5,
      webhook_url: 'https://example.org/hook',
      webhook_secret: 'hush',
    })
    expect(made.status).toBe(201)
    const record = await made.json()
    expect(record).toEqual({
      id: expect.any(Number),
      key: expect.stringMatching(/^burin_[\w-]{43}$/),
      name: 'lab',
      quota_remaining: 5,
      quota_total: 5,
      total_used: 0,
      active: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/),
      webhook_url: 'https://example.org/hook',
      has_webhook_secret: true,
    })
  })

  test('is made without a webhook by a form that leaves it empty', async () => {
    const empty = { name: 'lab', webhook_url: '', webhook_secret: '' }
    const made = await admin(await start(), 'POST', '/api/admin/keys', empty)
    expect(made.status).toBe(201)
    expect(await made.json()).toMatchObject({ webhook_url: null, has_webhook_secret: false })
  })

  test('goes by its id where it should not stand in an address', async () => {
    const app = await start()
    const [{ id, key }, other] = [await makeKey(app, { name: 'lab' }), await makeKey(app)]
    await submitStamp(app, key)
    await submitStamp(app, other.key)
    const one = await (await admin(app, 'GET', `/api/admin/keys/${id}`)).json()
    expect(one).toMatchObject({ key, name: 'lab', usage_total: 1 })
    const list = await (await admin(app, 'GET', `/api/admin/history?api_key=${id}`)).json()
    expect(list.items.map(({ key_name }: { key_name: string }) => key_name)).toEqual(['lab'])
    expect((await admin(app, 'PATCH', `/api/admin/keys/${id}`, { active: false })).status).toBe(200)
    expect((await admin(app, 'DELETE', `/api/admin/keys/${id}`)).status).toBe(204)
    expect((await admin(app, 'GET', `/api/admin/keys/${id}`)).status).toBe(404)
    // To everybody else an id is no credential.
    expect((await app.post('/api/stamp', { text: 'x' }, bearer(String(other.id)))).status).toBe(401)
  })

  test('is kept by no cache on its way', async () => {
    const app = await start()
    const { key } = await makeKey(app)
    for (const path of ['/api/admin/keys', `/api/admin/keys/${key}`, '/api/admin/history']) {
      const { headers } = await admin(app, 'GET', path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('without a quota is unlimited, and still counts', async () => {
    const app = await start()
    const { key, quota_total, quota_remaining } = await makeKey(app)
    expect([quota_total, quota_remaining]).toEqual([null, null])
    await submitStamp(app, key)
    await submitStamp(app, key)
    expect(await detail(app, key)).toMatchObject({ quota_total: null, total_used: 2 })
  })

  test('list is newest first, without usage', async () => {
    const app = await start()
    await makeKey(app, { name: 'old' })
    await makeKey(app, { name: 'new' })
    const list: KeyRecord[] = await (await admin(app, 'GET', '/api/admin/keys')).json()
    expect(list.map(({ name }) => name)).toEqual(['new', 'old'])
    expect(list[0]).not.toHaveProperty('usage_log')
  })

  test('shows its newest thousand submissions, newest first, and how many there are', async () => {
    const app = await start()
    const { key } = await makeKey(app)
    const first = await submitStamp(app, key)
    const second = await submitStamp(app, key)
    const { usage_log, usage_total } = await detail(app, key)
    expect(usage_total).toBe(2)
    expect(usage_log?.map(({ task_id }) => task_id)).toEqual([second, first])
    expect(usage_log?.[0]).toEqual({
      id: expect.any(Number),
      task_id: second,
      endpoint: 'stamp',
      created_at: expect.stringMatching(/\+00:00$/),
    })
  })

  test('that was used more often shows a thousand of all', async () => {
    const app = await start()
    const { key } = await makeKey(app)
    await app.app.pool.drain(0)
    const ids: string[] = []
    while (ids.length < 1003)
      ids.push(...(await Promise.all(Array.from({ length: 59 }, () => submitStamp(app, key)))))
    const { usage_log, usage_total, total_used } = await detail(app, key)
    expect([usage_total, total_used]).toEqual([ids.length, ids.length])
    expect(usage_log).toHaveLength(1000)
    const rows = usage_log?.map(({ id }) => id) ?? []
    expect(rows).toEqual(rows.toSorted((a, b) => b - a))
    expect(ids.slice(-59)).toContain(usage_log?.[0]?.task_id ?? '')
  })

  test('is unknown: 404 for GET, PATCH and DELETE', async () => {
    const app = await start()
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answer = await admin(
        app,
        method,
        '/api/admin/keys/burin_nobody',
        method === 'PATCH' ? {} : undefined,
      )
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual({ detail: 'API key not found' })
    }
  })
})

describe('a change of a key', () => {
  const rows: [string, Record<string, unknown>, Record<string, unknown>, Partial<KeyRecord>][] = [
    ['nothing', { quota: 5 }, {}, { quota_remaining: 5, quota_total: 5, active: true }],
    ['null leaves a field', { quota: 5 }, { quota_total: null, active: null }, { quota_total: 5 }],
    [
      'quota_remaining',
      { quota: 5 },
      { quota_remaining: 2 },
      { quota_remaining: 2, quota_total: 5 },
    ],
    ['quota_total', { quota: 5 }, { quota_total: 9 }, { quota_remaining: 5, quota_total: 9 }],
    [
      'one number on an unlimited key sets both',
      {},
      { quota_remaining: 3 },
      { quota_remaining: 3, quota_total: 3 },
    ],
    ['the other number too', {}, { quota_total: 4 }, { quota_remaining: 4, quota_total: 4 }],
    ['unlimited', { quota: 5 }, { unlimited: true }, { quota_remaining: null, quota_total: null }],
    ['active', {}, { active: false }, { active: false }],
    [
      'webhook_url',
      {},
      { webhook_url: 'https://a.example/x' },
      { webhook_url: 'https://a.example/x' },
    ],
    [
      '"" removes the webhook',
      { webhook_url: 'https://a.example/x' },
      { webhook_url: '' },
      { webhook_url: null },
    ],
    ['zero', { quota: 5 }, { quota_remaining: 0 }, { quota_remaining: 0 }],
  ]
  test.each(rows)('%s', async (_, made, change, expected) => {
    const app = await start()
    const { key } = await makeKey(app, made)
    const answer = await admin(app, 'PATCH', `/api/admin/keys/${key}`, change)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject(expected)
    expect(await detail(app, key)).toMatchObject(expected)
  })

  const refused: [string, Record<string, unknown>, string][] = [
    ['a negative quota', { quota_remaining: -1 }, 'quota_remaining'],
    ['a text as quota', { quota_total: '5' }, 'quota_total'],
    ['half a unit', { quota_total: 1.5 }, 'quota_total'],
    ['unlimited beside a number', { unlimited: true, quota_total: 5 }, 'unlimited'],
    ['an unknown property', { name: 'other' }, 'name'],
    ['a private webhook', { webhook_url: 'http://10.0.0.1/' }, 'webhook_url'],
    ['a number as active', { active: 1 }, 'active'],
  ]
  test.each(refused)('refuses %s and changes nothing', async (_, change, field) => {
    const app = await start()
    const { key } = await makeKey(app, { quota: 5 })
    const answer = await admin(app, 'PATCH', `/api/admin/keys/${key}`, change)
    expect(answer.status).toBe(422)
    expect((await answer.json()).detail).toContain(field)
    expect(await detail(app, key)).toMatchObject({ quota_remaining: 5, quota_total: 5 })
  })
})

describe('a disabled key', () => {
  test('is 403 everywhere until it is active again', async () => {
    const app = await start()
    const { key } = await makeKey(app)
    const id = await submitStamp(app, key)
    await admin(app, 'PATCH', `/api/admin/keys/${key}`, { active: false })
    for (const path of [`/api/tasks/${id}`, `/api/tasks/${id}/image`, `/api/events/${id}`])
      expect((await app.ask(path, { headers: bearer(key) })).status).toBe(403)
    expect((await app.post('/api/stamp', { text: 'x' }, bearer(key))).status).toBe(403)
    await admin(app, 'PATCH', `/api/admin/keys/${key}`, { active: true })
    expect((await app.ask(`/api/tasks/${id}`, { headers: bearer(key) })).status).toBe(200)
  })
})

describe('a deleted key', () => {
  test('is gone with its usage; its running task ends, and the admin still sees it', async () => {
    const app = await start()
    const { key } = await makeKey(app)
    const id = await submitStamp(app, key, { delay: 400 })
    const gone = await admin(app, 'DELETE', `/api/admin/keys/${key}`)
    expect([gone.status, await gone.text()]).toEqual([204, ''])
    expect((await admin(app, 'DELETE', `/api/admin/keys/${key}`)).status).toBe(404)
    expect((await app.ask(`/api/tasks/${id}`, { headers: bearer(key) })).status).toBe(401)
    const item = await until('the task ends', async () => {
      const row = await (await admin(app, 'GET', `/api/admin/history/${id}`)).json()
      return row.status === 'completed' && row
    })
    expect(item).toMatchObject({ key_name: null, api_key: '', endpoint: 'stamp' })
  })
})

describe('the history', () => {
  test('is newest first, paged and filtered; keys are masked', async () => {
    const app = await start()
    const [one, two] = [await makeKey(app, { name: 'one' }), await makeKey(app, { name: 'two' })]
    const first = await submitStamp(app, one.key)
    const second = await submitStamp(app, two.key, { fail: true })
    await endedTask(app, two.key, second)
    const all = await (await admin(app, 'GET', '/api/admin/history')).json()
    expect(all).toMatchObject({ total: 2, page: 1, size: 20, pages: 1 })
    expect(all.items.map((item: { task_id: string }) => item.task_id)).toEqual([second, first])
    expect(all.items[0]).toMatchObject({
      endpoint: 'stamp',
      workflow: 'stamp',
      key_name: 'two',
      status: 'failed',
      error: 'The stamp is dry.',
      duration_ms: expect.any(Number),
      webhook: { state: 'none', url: null, attempts: 0 },
    })
    expect(JSON.stringify(all)).not.toContain(two.key)
    const paged = await (await admin(app, 'GET', '/api/admin/history?page=2&size=1')).json()
    expect(paged).toMatchObject({ total: 2, page: 2, size: 1, pages: 2 })
    expect(paged.items[0].task_id).toBe(first)
    const failed = await (await admin(app, 'GET', '/api/admin/history?status=failed')).json()
    expect(failed.total).toBe(1)
    const ofOne = await (await admin(app, 'GET', `/api/admin/history?api_key=${one.key}`)).json()
    expect(ofOne.items.map((item: { task_id: string }) => item.task_id)).toEqual([first])
    const row = await (await admin(app, 'GET', `/api/admin/history/${second}`)).json()
    expect(row.input).toMatchObject({ text: 'x', fail: true })
  })

  test('says some things under other names too, and gives the picture where it is wanted', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' })
    const { key } = await makeKey(app, { webhook_url: 'http://127.0.0.1:9/closed' })
    const id = await submitStamp(app, key)
    const { image_base64 } = await endedTask(app, key, id)
    const path = `/api/admin/history/${id}`
    const row = await until('the first attempt failed', async () => {
      const now = await (await admin(app, 'GET', path)).json()
      return now.webhook.state === 'retrying' && now
    })
    expect(image_base64.length).toBeGreaterThan(10)
    expect(row).toMatchObject({
      image_base64,
      input_params: row.input,
      webhook_url: row.webhook.url,
      webhook_status: 'retrying',
      webhook_attempts: row.webhook.attempts,
      webhook_last_error: row.webhook.last_error,
    })
    const { items } = await (await admin(app, 'GET', '/api/admin/history')).json()
    expect(items[0]).toMatchObject({ webhook_status: 'retrying', diagram_type: row.diagram_type })
    const without = await (await admin(app, 'GET', `${path}?image=false`)).json()
    expect(without.image_base64).toBeNull()
    expect((await admin(app, 'GET', `${path}?image=maybe`)).status).toBe(422)
  })

  test('names those who came without a key', async () => {
    const app = await start()
    const id = await app.submit('/api/echo', { text: 'x' })
    await app.ended(id)
    const item = await (await admin(app, 'GET', `/api/admin/history/${id}`)).json()
    expect(item).toMatchObject({ key_name: 'anonymous', api_key: '', lost: 0 })
    expect(item).not.toHaveProperty('losses')
  })

  test.each(['page=0', 'size=101', 'page=x', 'status=done'])('refuses ?%s', async (query) => {
    const app = await start()
    const answer = await admin(app, 'GET', `/api/admin/history?${query}`)
    expect(answer.status).toBe(422)
    expect((await answer.json()).detail).toContain(query.split('=')[0] ?? '')
  })
})

test('admin routes take the admin key alone, task routes never', async () => {
  const app = await start()
  const { key } = await makeKey(app)
  const ask = async (path: string, headers: Record<string, string>) =>
    (await app.ask(path, { headers })).status
  for (const path of ['/api/admin/keys', `/api/admin/keys/${key}`, '/api/admin/history']) {
    expect(await ask(path, {})).toBe(401)
    expect(await ask(path, bearer(key))).toBe(401)
    expect(await ask(path, { 'x-api-key': ADMIN })).toBe(401)
    expect(await ask(path, bearer(ADMIN))).toBe(200)
  }
  expect(await ask('/api/tasks/unknown', bearer(ADMIN))).toBe(401)
  expect((await app.post('/api/stamp', { text: 'x' }, bearer(ADMIN))).status).toBe(401)
})

async function detail(app: TestApp, key: string): Promise<KeyRecord> {
  return (await admin(app, 'GET', `/api/admin/keys/${key}`)).json()
}
