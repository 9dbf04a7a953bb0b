import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { newId } from '../../src/store/ids'
import { MIGRATIONS } from '../../src/store/migrations'
import { loadSecrets } from '../../src/store/secrets'
import { useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { ADMIN, admin, bearer, endedTask } from '../support/keys'
import { useReceivers } from '../support/receiver'
import { until } from '../support/until'

const startApp = useApps()
const startReceiver = useReceivers()

test('a database of the first version starts with its secret; what it held waiting goes on', async () => {
  const receiver = startReceiver(() => new Response())
  const dataDir = tempFolder()
  const secrets = loadSecrets(
    dataDir,
    { SERVICE_ADMIN_KEY: ADMIN, KEY_SECRET: undefined },
    undefined,
  )
  const token = `burin_${'k'.repeat(43)}`
  const [waiting, done] = [newId(), newId()]
  const db = new Database(join(dataDir, 'burin.sqlite'), { create: true })
  for (const statement of MIGRATIONS[0]?.split('--> statement-breakpoint') ?? []) db.run(statement)
  db.run('PRAGMA user_version = 1')
  db.query("insert into keys (digest, sealed, name, created_at) values (?, ?, 'old', 1)").run(
    secrets.digest(token),
    secrets.seal(token),
  )
  const add = db.query(
    `insert into records (id, service, workflow, endpoint, key_id, status, lost, input, origin, created_at, finished_at)
     values (?, 'task', 'stamp', 'stamp', 1, ?, 2, '{"text":"x","fail":false,"delay":0}', 'http://localhost', 1, ?)`,
  )
  add.run(waiting, 'pending', null)
  add.run(done, 'completed', Date.now())
  db.query(
    `insert into outbox (record_id, url, event, body, state, next_attempt_at) values (?, ?, 'task.completed', ?, 'retrying', 1)`,
  ).run(done, receiver.url, Buffer.from('{"event":"task.completed"}'))
  db.close()

  const env = { DATA_DIR: dataDir, SERVICE_ADMIN_KEY: ADMIN, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }
  const app = await startApp(env)
  expect(await endedTask(app, token, waiting)).toMatchObject({ status: 'completed' })
  await until('the old webhook is delivered', () => receiver.received.length === 1)
  const item = await (await admin(app, 'GET', `/api/admin/history/${waiting}`)).json()
  // What was counted before did not tell the server's deaths from those of executors.
  expect(item).toMatchObject({ key_name: 'old', lost: 0 })
  const [shown] = await (await admin(app, 'GET', '/api/admin/keys')).json()
  expect(shown.key).toBe(token)
  expect((await app.post('/api/stamp', { text: 'new' }, bearer(token))).status).toBe(202)
})

test('records of older versions are called by what was asked for, edits as the first one', async () => {
  const dataDir = tempFolder()
  const db = new Database(join(dataDir, 'burin.sqlite'), { create: true })
  for (const migration of MIGRATIONS.slice(0, 5))
    for (const statement of migration.split('--> statement-breakpoint')) db.run(statement)
  db.run('PRAGMA user_version = 5')
  const add = db.query(
    `insert into records (id, service, workflow, endpoint, status, input, origin, parent, description, created_at, finished_at)
     values (?, 'job', 'run', 'run', 'completed', ?, 'http://localhost', ?, 'It shows. More.', 1, ?)`,
  )
  const ids = [newId(), newId(), newId(), newId()]
  const [first = '', edit = ''] = ids
  const body = { method_text: '\n We trim reads.\nThen we align.', caption: null }
  add.run(first, JSON.stringify(body), null, Date.now())
  add.run(edit, JSON.stringify({ source: first }), first, Date.now())
  add.run(ids[2] ?? '', JSON.stringify({ source: edit }), edit, Date.now())
  add.run(ids[3] ?? '', '{"tasks":[]}', null, Date.now())
  db.close()

  const app = await startApp({ DATA_DIR: dataDir, SERVICE_ADMIN_KEY: ADMIN })
  const titles = await Promise.all(
    ids.map(async (id) => (await (await app.ask(`/api/history/${id}`)).json()).title),
  )
  expect(titles).toEqual([...Array(3).fill('We trim reads.'), 'It shows'])
  const shown = await (await admin(app, 'GET', `/api/admin/history/${first}`)).json()
  expect(shown.input).toEqual(body)
})
