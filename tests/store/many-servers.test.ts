import { expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { sql } from 'drizzle-orm'
import { openPostgres } from '../../src/store/postgres'
import { raw } from '../../src/store/steps'
import { type TestApp, useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { ADMIN, bearer, endedTask, makeKey, submitStamp } from '../support/keys'
import { usePostgres } from '../support/postgres'
import { useReceivers } from '../support/receiver'
import { readStream } from '../support/sse'
import { testWith } from '../support/tools'
import { until } from '../support/until'

const startApp = useApps({ ownExecutors: true })
const startReceiver = useReceivers()
const postgres = usePostgres()

const COMMON = {
  SERVICE_ADMIN_KEY: ADMIN,
  KEY_SECRET: 'a secret of more than thirty-two characters',
  DATABASE_CONNECTIONS: '4',
}

/** Servers of one database and one folder. */
async function startServers(roles: ('all' | 'api' | 'work')[], env: Record<string, string> = {}) {
  const shared = { ...COMMON, DATA_DIR: tempFolder(), DATABASE_URL: await postgres.database() }
  const apps: TestApp[] = []
  for (const role of roles) apps.push(await startApp({ ...shared, ...env }, { role }))
  return { apps, sql: new SQL(shared.DATABASE_URL, { max: 1 }), shared }
}

const streamOf = async (app: TestApp, id: string) => readStream(await app.ask(`/api/events/${id}`))

testWith('postgres')(
  'what one server takes another does, and a third tells of it as it comes',
  async () => {
    const { apps } = await startServers(['api', 'api', 'work'])
    const [one, two, worker] = apps as [TestApp, TestApp, TestApp]
    const gate = join(tempFolder(), 'gate')
    const id = await one.submit('/api/slow', { file: gate })
    const streams = [await streamOf(one, id), await streamOf(two, id)]
    await until('both tell of the first file', () =>
      streams.every(({ frames }) => frames.some(({ event }) => event === 'artifact')),
    )
    await Bun.write(gate, 'open')
    for (const { ended, frames } of streams) {
      expect(await ended).toBe(true)
      expect(frames.map((frame) => frame.id)).toEqual(frames.map((_, index) => index + 1))
      expect(frames.filter(({ data }) => data.state === 'finished')).toHaveLength(1)
    }
    const job = await two.job(id)
    expect(job.status).toBe('completed')
    for (const { url } of job.artifacts) expect((await one.ask(url)).status).toBe(200)
    expect((await worker.ask(`/api/jobs/${id}`)).status).toBe(404)
    expect((await worker.ask('/healthz')).status).toBe(200)
  },
)

testWith('postgres')('a cancel at one server ends the work at another', async () => {
  const { apps } = await startServers(['api', 'work'])
  const [api, worker] = apps as [TestApp, TestApp]
  const id = await api.submit('/api/spin', {})
  await until('the job works', async () => (await api.job(id)).artifacts.length === 1)
  const [pid = 0] = worker.app.pool.pids()
  await api.ask(`/api/jobs/${id}/cancel`, { method: 'POST' })
  await until('its process is gone', () => !worker.app.pool.pids().includes(pid))
  expect(await api.job(id)).toMatchObject({ status: 'failed', error: 'cancelled' })
})

testWith('postgres')('sessions, quotas and rates are those of all servers together', async () => {
  const { apps } = await startServers(['all', 'api'], { RATE_LIMIT_PER_MINUTE: '3' })
  const [one, two] = apps as [TestApp, TestApp]
  const { key } = await makeKey(one, { quota: 2 })
  const page = { 'x-burin-page': 'admin', 'sec-fetch-site': 'same-origin' }
  const opened = await one.post('/api/admin/session', { admin_key: ADMIN }, page)
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect((await two.ask('/api/admin/keys', { headers: { cookie } })).status).toBe(200)
  const post = async (app: TestApp, own: string) =>
    (await app.post('/api/stamp', { text: 'x' }, bearer(own))).status
  expect([await post(one, key), await post(two, key), await post(one, key)]).toEqual([
    202, 202, 403,
  ])
  const rich = (await makeKey(two)).key
  const statuses: number[] = []
  for (const app of [one, two, one, two]) statuses.push(await post(app, rich))
  expect(statuses).toEqual([202, 202, 202, 429])
  const repeat = { ...bearer((await makeKey(two, { quota: 1 })).key), 'idempotency-key': 'a' }
  const answers = await Promise.all(
    [one, two, one].map(async (app) =>
      (await app.post('/api/stamp', { text: 'x' }, repeat)).json(),
    ),
  )
  expect(new Set(answers.map(({ task_id }) => task_id)).size).toBe(1)
})

testWith('postgres')('the work of a server that is gone is done by another, once', async () => {
  const { apps, sql, shared } = await startServers(['api', 'work'], { EXECUTORS: '1' })
  const [api, gone] = apps as [TestApp, TestApp]
  const id = await api.submit('/api/spin', {})
  await until('the job works', async () => (await api.job(id)).artifacts.length === 1)
  const [pid = 0] = gone.app.pool.pids()
  // As if it beat no more: what it still says must not count.
  gone.app.store.shared = undefined
  const other = await startApp(shared, { role: 'work' })
  await sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`
  const starts = async () => {
    const { frames, drop } = await streamOf(api, id)
    await until('it is told from the start', () => frames.length > 2)
    await drop()
    return frames.filter(({ data }) => data.state === 'started').length
  }
  await until('another has it', async () => (await starts()) === 2)
  expect(other.app.pool.pids()).toHaveLength(1)
  await until('the first has let go', () => !gone.app.pool.pids().includes(pid))
  await sql.close()
})

testWith('postgres')('what another server takes and lets go of is still done', async () => {
  const { apps, sql } = await startServers(['api'])
  const [{ app, submit }] = apps as [TestApp]
  const id = await submit('/api/slow', { file: 'never' })
  await sql.begin(async (other) => {
    await other`select id from records for update`
    expect(await app.store.claim()).toBeUndefined()
  })
  expect((await app.store.claim())?.id).toBe(id)
  expect(await app.store.claim()).toBeUndefined()
  await sql.close()
})

testWith('postgres')(
  'a connection that breaks before its transaction leaves its place',
  async () => {
    const heard = { records: () => {}, work: () => {}, missed: () => {} }
    const side = await openPostgres({
      ...{ url: await postgres.database(), connections: 1, heard },
      ...{ failed: () => {}, supervises: false },
    })
    const ask = () =>
      side.take(() => raw<{ pid: number }>(sql`select pg_backend_pid() as pid`), true)
    const [{ pid } = { pid: 0 }] = await ask()
    process.kill(pid)
    // At once: what the socket says of it is not read yet.
    while (existsSync(`/proc/${pid}`));
    await expect(ask()).rejects.toThrow('the database')
    expect(await ask()).toHaveLength(1)
    await side.close()
  },
)

testWith('postgres')('a webhook that its server left is delivered by another', async () => {
  const receiver = startReceiver(() => new Response())
  const env = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }
  const { apps, sql } = await startServers(['all', 'work'], env)
  const [one, two] = apps as [TestApp, TestApp]
  const { key } = await makeKey(one, { webhook_url: receiver.url })
  const id = await submitStamp(one, key)
  await endedTask(one, key, id)
  await until('it is told once', () => receiver.received.length === 1)
  await sql`update outbox set state = 'pending', attempts = 0, next_attempt_at = 1, held_until = 1`
  await two.app.deliver()
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id])
  await sql.close()
})

testWith('postgres')(
  'a database that goes away and comes back loses nothing, and is told of as 503',
  async () => {
    const { apps } = await startServers(['all'])
    const [app] = apps as [TestApp]
    const gate = join(tempFolder(), 'gate')
    const id = await app.submit('/api/slow', { file: gate })
    await until('the job works', async () => (await app.job(id)).artifacts.length === 1)
    await postgres.server().stop('immediate')
    const refused = await app.ask(`/api/jobs/${id}`)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    await Bun.write(gate, 'open')
    await postgres.server().start()
    await until('it answers again', async () => (await app.ask(`/api/jobs/${id}`)).status === 200)
    expect((await app.ended(id)).status).toBe('completed')
    const stream = await streamOf(app, id)
    await stream.ended
    expect(stream.frames.map((frame) => frame.id)).toEqual(
      stream.frames.map((_, index) => index + 1),
    )
  },
)
