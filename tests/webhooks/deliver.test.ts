import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { type TestApp, useApps } from '../support/app'
import { useReceivers } from '../support/receiver'
import { useServers } from '../support/server'
import { until } from '../support/until'

const startApp = useApps()
const startReceiver = useReceivers()
const startServer = useServers()

const LOOPBACK = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }
const ADMIN = 'an admin key of thirty-two letters'
const ok = () => new Response('thanks')

describe('a webhook', () => {
  test('tells of a completed task, signed with the key’s secret', async () => {
    const receiver = startReceiver(ok)
    const app = await startApp({ ...LOOPBACK, SERVICE_ADMIN_KEY: ADMIN })
    const key = await makeKey(app, { webhook_url: `${receiver.url}/hook`, webhook_secret: 'hush' })
    const id = await stamp(app, key, { text: 'a stamp' })
    await until('the webhook came', () => receiver.received.length === 1)

    const [delivery] = receiver.received
    const payload = JSON.parse(delivery?.body ?? '')
    expect(delivery?.path).toBe('/hook')
    expect(payload).toEqual({
      event: 'task.completed',
      task_id: id,
      status: 'completed',
      diagram_type: 'methodology',
      description: 'a stamp',
      image_url: `http://localhost/api/tasks/${id}/image`,
      image_base64: null,
      error: null,
      created_at: expect.stringMatching(/\+00:00$/),
      completed_at: expect.stringMatching(/\+00:00$/),
    })
    expect(delivery?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'task.completed',
      'x-service-signature': `sha256=${hmac('hush', delivery?.body ?? '')}`,
      'user-agent': 'Service-Webhook/0.1.0',
      'webhook-id': id,
    })
    await until('it is delivered', async () => (await historyOf(app, id)).state === 'delivered')
    expect(await historyOf(app, id)).toMatchObject({ attempts: 1, last_status: 200 })
  })

  test('carries the image only when asked, and no signature without a secret', async () => {
    const receiver = startReceiver(ok)
    const app = await startApp({ ...LOOPBACK, SERVICE_ADMIN_KEY: ADMIN })
    const key = await makeKey(app, {})
    const webhook_url = `${receiver.url}/own`
    const id = await stamp(app, key, { text: 'x', webhook_url, webhook_include_image: true })
    await until('the webhook came', () => receiver.received.length === 1)

    const [delivery] = receiver.received
    const task = await (await app.ask(`/api/tasks/${id}`, bearer(key))).json()
    expect(JSON.parse(delivery?.body ?? '').image_base64).toBe(task.image_base64)
    expect(task.image_base64).toStartWith('iVBOR')
    expect(delivery?.headers['x-service-signature']).toBeUndefined()
  })

  test('tells of failures and cancelled tasks as task.failed', async () => {
    const receiver = startReceiver(ok)
    const app = await startApp({ ...LOOPBACK, SERVICE_ADMIN_KEY: ADMIN })
    const key = await makeKey(app, { webhook_url: receiver.url })
    await stamp(app, key, { text: 'x', fail: true })
    await until('the failure came', () => receiver.received.length === 1)
    const slow = await stamp(app, key, { text: 'x', delay: 9000 })
    await app.ask(`/api/tasks/${slow}/cancel`, { method: 'POST', ...bearer(key) })
    await until('the cancellation came', () => receiver.received.length === 2)

    const bodies = receiver.received.map(({ body }) => JSON.parse(body))
    expect(bodies[0]).toMatchObject({ event: 'task.failed', error: 'The stamp is dry.' })
    expect(bodies[0].image_url).toBeNull()
    expect(bodies[1]).toMatchObject({ event: 'task.failed', error: 'cancelled', task_id: slow })
  })

  test('keeps the secret of the acceptance when the key changes', async () => {
    const receiver = startReceiver(ok)
    const app = await startApp({ ...LOOPBACK, SERVICE_ADMIN_KEY: ADMIN })
    const key = await makeKey(app, { webhook_url: receiver.url, webhook_secret: 'old' })
    await stamp(app, key, { text: 'x', delay: 300 })
    await admin(app, `/api/admin/keys/${key}`, 'PATCH', { webhook_secret: 'new', webhook_url: '' })
    await until('the webhook came', () => receiver.received.length === 1)
    const [delivery] = receiver.received
    expect(delivery?.headers['x-service-signature']).toBe(
      `sha256=${hmac('old', delivery?.body ?? '')}`,
    )
  })
})

describe('a webhook that fails', () => {
  test('is tried again after 5, 15 and 60 seconds with the same bytes, then given up', async () => {
    const receiver = startReceiver(() => new Response(null, { status: 500 }))
    const clock = { now: Date.parse('2026-01-01T00:00:00Z') }
    const app = await startApp({ ...LOOPBACK, SERVICE_ADMIN_KEY: ADMIN }, { now: () => clock.now })
    const key = await makeKey(app, { webhook_url: receiver.url, webhook_secret: 'hush' })
    const id = await stamp(app, key, { text: 'x' })
    await until('the first attempt', async () => (await historyOf(app, id)).attempts === 1)
    for (const [index, seconds] of [5, 15, 60].entries()) {
      clock.now += seconds * 1000 - 1
      await app.app.deliver()
      expect(receiver.received).toHaveLength(index + 1)
      clock.now += 1
      await app.app.deliver()
      expect(receiver.received).toHaveLength(index + 2)
    }
    expect(await historyOf(app, id)).toMatchObject({
      state: 'failed',
      attempts: 4,
      last_status: 500,
      next_attempt_at: null,
    })
    const [first, ...others] = receiver.received
    for (const other of others) {
      expect(other.body).toBe(first?.body ?? '')
      expect(other.headers['x-service-signature']).toBe(first?.headers['x-service-signature'] ?? '')
    }
    clock.now += 3_600_000
    await app.app.deliver()
    expect(receiver.received).toHaveLength(4)
  })

  test.each([301, 302, 303, 307, 308, 399])(
    'by a redirect, %d, fails at once: nothing follows it',
    async (status) => {
      const receiver = startReceiver(
        () => new Response(null, { status, headers: { location: `${receiver.url}/elsewhere` } }),
      )
      const app = await startApp({
        ...LOOPBACK,
        SERVICE_ADMIN_KEY: ADMIN,
        WEBHOOK_RETRY_DELAYS: '0',
      })
      const key = await makeKey(app, { webhook_url: `${receiver.url}/hook` })
      const id = await stamp(app, key, { text: 'x' })
      await until('it has failed', async () => (await historyOf(app, id)).state === 'failed')
      expect(await historyOf(app, id)).toMatchObject({
        attempts: 1,
        last_status: status,
        last_error: 'redirects are not followed',
        next_attempt_at: null,
      })
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
    },
  )

  test('can be sent again by the admin', async () => {
    const receiver = startReceiver(
      (count) => new Response(null, { status: count === 1 ? 503 : 200 }),
    )
    const app = await startApp({
      ...LOOPBACK,
      SERVICE_ADMIN_KEY: ADMIN,
      WEBHOOK_RETRY_DELAYS: '3600',
    })
    const key = await makeKey(app, { webhook_url: receiver.url })
    const id = await stamp(app, key, { text: 'x' })
    await until('the first attempt', async () => (await historyOf(app, id)).state === 'retrying')
    await admin(app, `/api/admin/history/${id}/redeliver`, 'POST')
    await until('it is delivered', async () => (await historyOf(app, id)).state === 'delivered')
  })

  test('that another server has delivered meanwhile stays so', async () => {
    const answer = Promise.withResolvers<Response>()
    const receiver = startReceiver(() => answer.promise)
    const app = await startApp({ ...LOOPBACK, SERVICE_ADMIN_KEY: ADMIN })
    const key = await makeKey(app, { webhook_url: receiver.url })
    const id = await stamp(app, key, { text: 'x' })
    await until('the webhook came', () => receiver.received.length === 1)
    const told = { recordId: id, attempts: 1, status: 200, error: null, nextAttemptAt: null }
    await app.app.store.recordAttempt(told)
    answer.resolve(new Response('', { status: 500 }))
    await app.app.deliver()
    expect(await historyOf(app, id)).toMatchObject({ state: 'delivered', last_status: 200 })
  })

  test('that hangs does not keep the others waiting', async () => {
    const late = Promise.withResolvers<Response>()
    const [hanging, quick] = [startReceiver(() => late.promise), startReceiver(ok)]
    const app = await startApp({ ...LOOPBACK, SERVICE_ADMIN_KEY: ADMIN })
    const key = await makeKey(app, {})
    const first = await stamp(app, key, { text: 'x', webhook_url: hanging.url })
    await until('the first hangs', () => hanging.received.length === 1)
    const second = await stamp(app, key, { text: 'x', webhook_url: quick.url })
    await until('the second is delivered', async () => {
      return (await historyOf(app, second)).state === 'delivered'
    })
    expect(await historyOf(app, first)).toMatchObject({ state: 'pending', attempts: 0 })
    late.resolve(ok())
    await until('the first is delivered', async () => {
      return (await historyOf(app, first)).state === 'delivered'
    })
    expect(hanging.received).toHaveLength(1)
  })

  test('is held up by no other receiver, however many hang', async () => {
    const late = Promise.withResolvers<void>()
    const hang = async () => {
      await late.promise
      return ok()
    }
    const hanging = Array.from({ length: 64 }, () => startReceiver(hang))
    const quick = startReceiver(ok)
    const app = await startApp({ ...LOOPBACK, SERVICE_ADMIN_KEY: ADMIN })
    const [theirs, mine] = [await makeKey(app, {}), await makeKey(app, { webhook_url: quick.url })]
    // A cancelled task is told at once, without an executor.
    await app.app.pool.drain(0)
    for (const { url } of hanging) await cancelled(app, theirs, { webhook_url: url })
    await until('all of them hang', () => hanging.every(({ received }) => received.length === 1))
    await cancelled(app, mine, {})
    await until('the quick one is told', () => quick.received.length === 1)
    await cancelled(app, theirs, { webhook_url: quick.url })
    await until('another of the same key too', () => quick.received.length === 2)
    late.resolve()
  })

  test('has a line of eight, and a key one of 128 over all its receivers', async () => {
    const late = Promise.withResolvers<void>()
    const hang = async () => {
      await late.promise
      return ok()
    }
    const hanging = Array.from({ length: 17 }, () => startReceiver(hang))
    const quick = startReceiver(ok)
    const app = await startApp({ ...LOOPBACK, SERVICE_ADMIN_KEY: ADMIN })
    const [theirs, mine] = [await makeKey(app, {}), await makeKey(app, {})]
    await app.app.pool.drain(0)
    const sent = () => hanging.map(({ received }) => received.length)
    for (const { url } of hanging)
      for (let task = 0; task < 9; task++) await cancelled(app, theirs, { webhook_url: url })
    await until('sixteen lines are full', () => sent().reduce((sum, one) => sum + one) === 128)
    expect(Math.max(...sent())).toBe(8)
    await cancelled(app, mine, { webhook_url: quick.url })
    await until('the other key is told', () => quick.received.length === 1)
    late.resolve()
    await until('all are told', () => sent().every((one) => one === 9))
  })

  test('survives a killed server', async () => {
    const receiver = startReceiver((count) => new Response(null, { status: count < 3 ? 500 : 200 }))
    const env = { ...LOOPBACK, SERVICE_ADMIN_KEY: ADMIN, WEBHOOK_RETRY_DELAYS: '0.05,1,1' }
    const first = await startServer({ env })
    const made = await fetch(`${first.url}/api/admin/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'lab', webhook_url: receiver.url, webhook_secret: 'hush' }),
    })
    const { key } = await made.json()
    await fetch(`${first.url}/api/stamp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'x' }),
    })
    await until('two attempts', () => receiver.received.length === 2)
    await first.stop('SIGKILL')
    await startServer({ env, dataDir: first.dataDir })
    await until('the third attempt', () => receiver.received.length === 3)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  })
})

describe('a private receiver', () => {
  test('is refused at submission unless the operator lists it', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
    const key = await makeKey(app, {})
    const body = { text: 'x', webhook_url: 'http://127.0.0.1:9/hook' }
    const refused = await app.post('/api/stamp', body, bearer(key).headers)
    expect(refused.status).toBe(422)
    expect((await refused.json()).detail).toContain('webhook_url')
  })
})

async function makeKey(app: TestApp, fields: Record<string, unknown>): Promise<string> {
  const answer = await admin(app, '/api/admin/keys', 'POST', { name: 'lab', ...fields })
  expect(answer.status).toBe(201)
  return (await answer.json()).key
}

async function stamp(app: TestApp, key: string, body: Record<string, unknown>): Promise<string> {
  const answer = await app.post('/api/stamp', body, bearer(key).headers)
  expect(answer.status).toBe(202)
  return (await answer.json()).task_id
}

/** A task that is cancelled before it runs: its webhook is due at once. */
async function cancelled(app: TestApp, key: string, body: Record<string, unknown>): Promise<void> {
  const id = await stamp(app, key, { text: 'x', ...body })
  const answer = await app.ask(`/api/tasks/${id}/cancel`, { method: 'POST', ...bearer(key) })
  expect(answer.status).toBe(200)
}

async function historyOf(app: TestApp, id: string) {
  return (await (await admin(app, `/api/admin/history/${id}`, 'GET')).json()).webhook
}

function admin(app: TestApp, path: string, method: string, body?: unknown): Promise<Response> {
  return app.ask(path, {
    method,
    headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

function bearer(key: string) {
  return { headers: { authorization: `Bearer ${key}` } }
}

function hmac(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}
