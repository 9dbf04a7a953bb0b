import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { useApps } from '../support/app'
import { ADMIN, admin, bearer, makeKey } from '../support/keys'
import { useReceivers } from '../support/receiver'
import { until } from '../support/until'

const startApp = useApps()
const startReceiver = useReceivers()

test('the address of a request stands before the key’s; the secret is the key’s either way', async () => {
  const receiver = startReceiver(() => new Response('thanks'))
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' })
  const { key } = await makeKey(app, { webhook_url: `${receiver.url}/key`, webhook_secret: 'hush' })
  const stamp = (more: object) => app.post('/api/stamp', { text: 'x', ...more }, bearer(key))
  const rows: [object, string][] = [
    [{}, '/key'],
    [{ webhook_url: null }, '/key'],
    [{ webhook_url: `${receiver.url}/request` }, '/request'],
  ]
  for (const [index, [more, path]] of rows.entries()) {
    expect((await stamp(more)).status).toBe(202)
    const delivery = await until('the webhook came', () => receiver.received[index])
    expect(delivery.path).toBe(path)
    const digest = createHmac('sha256', 'hush').update(delivery.body).digest('hex')
    expect(delivery.headers['x-service-signature']).toBe(`sha256=${digest}`)
  }
  await admin(app, 'PATCH', `/api/admin/keys/${key}`, { webhook_url: `${receiver.url}/changed` })
  await stamp({})
  expect((await until('it came', () => receiver.received[3])).path).toBe('/changed')
  await admin(app, 'PATCH', `/api/admin/keys/${key}`, { webhook_url: '' })
  const silent = await (await stamp({})).json()
  const webhook = await until('the task ends', async () => {
    const row = await (await admin(app, 'GET', `/api/admin/history/${silent.task_id}`)).json()
    return row.status === 'completed' && row.webhook
  })
  expect(webhook).toMatchObject({ state: 'none', url: null })
  expect(receiver.received).toHaveLength(4)
})

test('a job tells nobody: it has its stream', async () => {
  const receiver = startReceiver(() => new Response('thanks'))
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' })
  const { key } = await makeKey(app, { webhook_url: receiver.url })
  const { job_id } = await (await app.post('/api/echo', { text: 'x' }, bearer(key))).json()
  await until('the job ends', async () => {
    const job = await (await app.ask(`/api/jobs/${job_id}`, { headers: bearer(key) })).json()
    return job.status === 'completed'
  })
  const row = await (await admin(app, 'GET', `/api/admin/history/${job_id}`)).json()
  expect(row.webhook.state).toBe('none')
  expect(receiver.received).toEqual([])
})
