import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createLogger } from '../../src/log'
import { type TestApp, useApps } from '../support/app'

const startApp = useApps()
const REASON = "What the job reported could not be stored; the cause is in the server's log."

/** Makes the database refuse something for good, as a defect of ours or a damaged file would. */
function refuse({ dataDir }: TestApp, event: string, condition: string): void {
  const db = new Database(join(dataDir, 'burin.sqlite'))
  db.run(
    `create trigger refusal before ${event} when ${condition} begin select raise(abort, 'never'); end`,
  )
  db.close()
}

/** An app and what its log has said. */
async function startLogged() {
  const lines: string[] = []
  const log = createLogger('error', { write: (line) => lines.push(line) })
  return { app: await startApp({}, { log }), lines }
}

test('an end that the store never takes fails the job with a reason, once, and the executor goes on', async () => {
  const { app, lines } = await startLogged()
  refuse(app, 'update on records', "new.status = 'completed' and new.description = 'refused'")
  const id = await app.submit('/api/echo', { text: 'refused' })
  const next = await app.submit('/api/echo', { text: 'next' })
  expect((await app.ended(next)).status).toBe('completed')
  expect(await app.job(id)).toMatchObject({ status: 'failed', error: REASON })
  expect(lines.filter((line) => line.includes('never'))).toHaveLength(1)
})

test('an end that is refused whatever it says holds no executor either', async () => {
  const { app } = await startLogged()
  const sent = '(select input from inputs where record_id = new.id)'
  refuse(app, 'update on records', `new.finished_at is not null and ${sent} like '%refused%'`)
  const id = await app.submit('/api/echo', { text: 'refused' })
  const next = await app.submit('/api/echo', { text: 'next' })
  expect((await app.ended(next)).status).toBe('completed')
  expect((await app.job(id)).status).toBe('running')
  // What stays running is taken up at the next start.
  await app.stop()
  const db = new Database(join(app.dataDir, 'burin.sqlite'))
  db.run('drop trigger refusal')
  db.close()
  const again = await startApp({ DATA_DIR: app.dataDir })
  expect((await again.ended(id)).status).toBe('completed')
})

test('reports that the store never takes fail their job alone, not as if it were whole', async () => {
  const { app } = await startLogged()
  refuse(app, 'insert on artifacts', "new.path = 'first.txt'")
  const id = await app.submit('/api/slow', { ms: 50 })
  const next = await app.submit('/api/echo', { text: 'next' })
  expect((await app.ended(next)).status).toBe('completed')
  expect(await app.ended(id)).toMatchObject({ status: 'failed', error: REASON })
})
