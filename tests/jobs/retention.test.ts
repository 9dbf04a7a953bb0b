import { expect } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestApp, useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { inspect } from '../support/inspect'
import { ADMIN, admin, bearer, makeKey } from '../support/keys'
import { onSqlite } from '../support/side'
import { until } from '../support/until'

const startApp = useApps()
const DAY = 86_400_000
const START = Date.parse('2026-01-01T00:00:00Z')
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

onSqlite(
  'what has ended goes after RETENTION_DAYS with its files; what has not, and its uploads, stay',
  async () => {
    const dataDir = tempFolder()
    const env = { DATA_DIR: dataDir, SERVICE_ADMIN_KEY: ADMIN, RETENTION_DAYS: '7' }
    const at = (days: number) => startApp(env, { now: () => START + days * DAY })
    const folder = (id: string) => existsSync(join(dataDir, 'files', id))

    let app = await at(0)
    const { key } = await makeKey(app, { quota: 5 })
    const stamp = { ...bearer(key), 'idempotency-key': 'once' }
    const task: string = (await (await app.post('/api/stamp', { text: 'x' }, stamp)).json()).task_id
    await until('the task ends', async () => (await taskOf(app, key, task)).status === 'completed')
    const [loose, used] = [await upload(app), await upload(app)]
    // From here on nothing runs: the job stays as it is.
    await app.app.pool.drain(0)
    const method_text = 'Samples are dried and weighed.'
    const job = await app.submit('/api/run', { method_text, reference_image_path: used })
    await app.stop()

    app = await at(6.9)
    await app.app.pool.drain(0)
    expect((await taskOf(app, key, task)).status).toBe('completed')
    expect(await statusOf(app, loose)).toBe(200)
    expect(folder(task)).toBe(true)
    await app.stop()

    app = await at(7.1)
    await until('the task is gone', async () => (await ask(app, key, task)).status === 404)
    await until('its files are gone', () => !folder(task))
    await until('the loose upload is gone', async () => (await statusOf(app, loose)) === 404)
    expect(await statusOf(app, used)).toBe(200)
    const history = await (await admin(app, 'GET', '/api/admin/history')).json()
    expect(history.items.map((item: { task_id: string }) => item.task_id)).toEqual([job])
    const record = await (await admin(app, 'GET', `/api/admin/keys/${key}`)).json()
    expect(record).toMatchObject({ quota_remaining: 4, total_used: 1 })
    expect((await app.ended(job)).status).toBe('completed')
    await app.stop()
    expect(inspect(dataDir).idempotencyKeys).toEqual([])
    expect(inspect(dataDir).records.map(({ id }) => id)).toEqual([job])

    // The job ended on the seventh day: its own week begins there.
    app = await at(14)
    expect((await app.job(job)).status).toBe('completed')
    await app.stop()
    app = await at(14.2)
    await until('the job is gone', async () => (await app.ask(`/api/jobs/${job}`)).status === 404)
    await until('its upload is gone', async () => (await statusOf(app, used)) === 404)
    await until('its files are gone', () => !folder(job))
  },
)

function ask(app: TestApp, key: string, id: string) {
  return app.ask(`/api/tasks/${id}`, { headers: bearer(key) })
}

async function taskOf(app: TestApp, key: string, id: string) {
  return (await ask(app, key, id)).json()
}

async function upload(app: TestApp): Promise<string> {
  const body = new FormData()
  body.set('file', new File([Buffer.from(PIXEL, 'base64')], 'one.png', { type: 'image/png' }))
  return (await (await app.ask('/api/upload', { method: 'POST', body })).json()).path
}

async function statusOf(app: TestApp, path: string): Promise<number> {
  return (await app.ask(`/api/${path}`)).status
}
