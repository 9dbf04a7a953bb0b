import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type TestApp, useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { ADMIN, admin, endedTask, makeKey, submitStamp } from '../support/keys'
import { onSqlite } from '../support/side'
import { until } from '../support/until'

const startApp = useApps()
const start = () => startApp({ SERVICE_ADMIN_KEY: ADMIN })
const read = async (app: TestApp, path: string) => (await admin(app, 'GET', path)).json()

describe('the status', () => {
  test('says who works on what, and what waits since when', async () => {
    const app = await start()
    const gate = join(tempFolder(), 'gate')
    const running = await app.submit('/api/slow', { file: gate })
    await app.reached(running, 'running')
    const waiting = await app.submit('/api/slow', { file: gate })
    const status = await read(app, '/api/admin/status')
    const { created_at } = await app.job(waiting)
    expect(status.queue).toEqual({
      pending: 1,
      running: 1,
      waiting_since: created_at,
      most_pending: 10_000,
    })
    expect(status.executors).toEqual([
      {
        pid: expect.any(Number),
        state: 'busy',
        jobs: 1,
        memory_bytes: expect.any(Number),
        task_id: running,
      },
    ])
    expect(status.disk.free_bytes).toBeLessThanOrEqual(status.disk.total_bytes)
    expect(status.providers).toEqual([])

    await Bun.write(gate, 'open')
    await app.ended(running)
    await app.ended(waiting)
    const idle = await until('the executor is idle', async () => {
      const { executors, queue } = await read(app, '/api/admin/status')
      return executors[0]?.state === 'idle' && { executors, queue }
    })
    expect(idle).toMatchObject({
      executors: [{ jobs: 2, task_id: null }],
      queue: { pending: 0, running: 0, waiting_since: null },
    })
  })

  test('counts webhooks that are still to be delivered', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' })
    const { key } = await makeKey(app, { webhook_url: 'http://127.0.0.1:9/closed' })
    await endedTask(app, key, await submitStamp(app, key))
    const { webhooks } = await until('the first attempt failed', async () => {
      const status = await read(app, '/api/admin/status')
      return status.webhooks.retrying === 1 && status
    })
    expect(webhooks).toEqual({ pending: 0, retrying: 1 })
  })
})

test('the storage counts records, files and uploads', async () => {
  const app = await start()
  const empty = await read(app, '/api/admin/storage')
  expect(empty).toMatchObject({ records: 0, oldest_record_at: null, files: 0, file_bytes: 0 })
  const { key } = await makeKey(app)
  const task = await endedTask(app, key, await submitStamp(app, key))
  const { artifacts } = await read(app, `/api/admin/history/${task.task_id}`)
  const kept = await read(app, '/api/admin/storage')
  expect(kept).toMatchObject({
    retention_days: 30,
    records: 1,
    oldest_record_at: task.created_at,
    files: artifacts.length,
    file_bytes: artifacts.reduce((all: number, { size }: { size: number }) => all + size, 0),
    uploads: 0,
    upload_bytes: 0,
  })
  expect(kept.database_bytes).toBeGreaterThan(4096)
})

describe('the usage', () => {
  test('has every day, those of nothing too, of everybody and of one key', async () => {
    const app = await start()
    const [lab, other] = [await makeKey(app), await makeKey(app)]
    const done = await submitStamp(app, lab.key)
    await submitStamp(app, other.key)
    const failing = await app.submit('/api/throw', {})
    await endedTask(app, lab.key, done)
    await app.ended(failing)
    const { days } = await read(app, '/api/admin/usage?days=7')
    expect(days).toHaveLength(7)
    const today = (await app.job(failing)).created_at.slice(0, 10)
    expect(days.at(-1)).toEqual({ day: today, submissions: 3, failed: 1, cost_usd: 0 })
    expect(days[0]).toMatchObject({ submissions: 0, failed: 0 })
    const ofLab = await read(app, `/api/admin/usage?api_key=${lab.id}`)
    expect(ofLab.days).toHaveLength(30)
    expect(ofLab.days.at(-1)).toMatchObject({ submissions: 1, failed: 0 })
  })

  test.each([
    ['days=0', 422],
    ['days=367', 422],
    ['days=many', 422],
    ['api_key=999', 404],
  ])('%s is %i', async (query, status) => {
    const app = await start()
    expect((await admin(app, 'GET', `/api/admin/usage?${query}`)).status).toBe(status)
  })
})

onSqlite(
  'what is asked of many records is read some at a time, and gives way to all else',
  async () => {
    const app = await start()
    const lab = await makeKey(app)
    const task = await endedTask(app, lab.key, await submitStamp(app, lab.key))
    const id: string = task.task_id
    const db = new Database(join(app.dataDir, 'burin.sqlite'))
    const many = (columns: string, table: string, given: string) =>
      db.run(
        `with recursive c(n) as (select 1 union all select n + 1 from c limit ${MANY})
       insert into ${table} (${columns}) select ${given} from c, ${table} where ${table === 'records' ? 'id' : 'record_id'} = '${id}'`,
      )
    const older = `printf('%s%020x', substr('${id}', 1, 12), n)`
    many(
      'id, service, workflow, endpoint, key_id, status, origin, created_at, finished_at',
      'records',
      `${older}, service, workflow, endpoint, key_id, status, origin, created_at, finished_at`,
    )
    many(
      'key_id, record_id, endpoint, created_at',
      'usage',
      `key_id, ${older}, endpoint, created_at`,
    )
    db.run(
      `insert into artifacts select records.id, path, artifacts.attempt, kind, size, sha256, updated_at
     from records, artifacts where record_id = '${id}' and records.id <> '${id}' and path = (select min(path) from artifacts)`,
    )
    const files: { size: number }[] = (await read(app, `/api/admin/history/${id}`)).artifacts
    db.close()
    const turnsOf = async <T>(path: string): Promise<[answer: T, turns: number]> => {
      let turns = 0
      let asked = true
      const count = () => {
        turns += 1
        if (asked) setImmediate(count)
      }
      setImmediate(count)
      const answer = await read(app, path)
      asked = false
      return [answer, turns]
    }
    const today = { submissions: MANY + 1, failed: 0 }
    const [ofAll, turnsOfAll] = await turnsOf<{ days: object[] }>('/api/admin/usage?days=2')
    expect(ofAll.days.at(-1)).toMatchObject(today)
    const [ofKey] = await turnsOf<{ days: object[] }>(`/api/admin/usage?api_key=${lab.id}`)
    expect(ofKey.days.at(-1)).toMatchObject(today)
    const [kept, turnsOfKept] = await turnsOf<{ records: number; files: number }>(
      '/api/admin/storage',
    )
    expect(kept).toMatchObject({ records: MANY + 1, files: MANY + files.length })
    expect(turnsOfAll).toBeGreaterThanOrEqual(MANY / 5000)
    expect(turnsOfKept).toBeGreaterThanOrEqual(MANY / 5000)

    const last = await read(app, `/api/admin/history?size=100&page=${Math.ceil((MANY + 1) / 100)}`)
    expect(last).toMatchObject({ total: MANY + 1, page: 151, size: 100, pages: 151 })
    expect(last.items.map((item: { task_id: string }) => item.task_id)).toEqual([
      `${id.slice(0, 12)}${(1).toString(16).padStart(20, '0')}`,
    ])
  },
)

/** Three times what is read in one go. */
const MANY = 15_000

test('the admin ends the work of anybody', async () => {
  const app = await start()
  const id = await app.submit('/api/slow', { file: join(tempFolder(), 'never') })
  await app.reached(id, 'running')
  const path = `/api/admin/history/${id}/cancel`
  const ended = await (await admin(app, 'POST', path)).json()
  expect(ended).toMatchObject({ task_id: id, status: 'failed', error: 'cancelled' })
  expect(await (await admin(app, 'POST', path)).json()).toEqual(ended)
  expect((await admin(app, 'POST', '/api/admin/history/none/cancel')).status).toBe(404)
})
