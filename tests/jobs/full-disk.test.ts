import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type TestApp, useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { inspect } from '../support/inspect'
import { until } from '../support/until'

const startApp = useApps()
const REASON = "The server's disk is full: the files of the job could not be written."

/** Lets attempts find no room for one of their files: what is written to `/dev/full` fails as on a full disk. */
function fill(app: TestApp, id: string, file: string, attempts: number[] = [1]): void {
  for (const attempt of attempts) {
    const folder = join(app.dataDir, 'files', id, String(attempt))
    mkdirSync(folder, { recursive: true })
    symlinkSync('/dev/full', join(folder, `${file}.part`))
  }
}

/** A job that has written its first file and waits for the gate. */
async function waitingJob(app: TestApp) {
  const gate = join(tempFolder(), 'gate')
  const id = await app.submit('/api/slow', { file: gate })
  await until('the first file is there', async () => (await app.job(id)).artifacts.length === 1)
  return { id, open: () => Bun.write(gate, 'open') }
}

const filesOf = (app: TestApp, id: string, attempt = 1) =>
  readdirSync(join(app.dataDir, 'files', id, String(attempt)), { recursive: true })
    .map(String)
    .sort()

const attemptOf = async (app: TestApp, id: string) => (await app.app.store.findRecord(id))?.attempt

describe('a disk without room', () => {
  test.each(['run.log', 'last.txt'])(
    'for %s sends the job back to the queue, uncounted, and its executor goes on',
    async (file) => {
      const app = await startApp()
      const { id, open } = await waitingJob(app)
      const executors = app.app.pool.pids()
      fill(app, id, file)
      await open()
      const ended = await app.ended(id)
      expect(ended).toMatchObject({ status: 'completed', error: null })
      expect(ended.artifacts.map(({ path }) => path)).toEqual(['first.txt', 'last.txt', 'run.log'])
      expect(await attemptOf(app, id)).toBe(2)
      expect(readdirSync(join(app.dataDir, 'files', id))).toEqual(['2'])
      expect(app.app.pool.pids()).toEqual(executors)
      await app.stop()
      expect(inspect(app.dataDir).records).toMatchObject([{ lost: 0 }])
    },
  )

  test.each([
    ['run.log', ['first.txt', 'last.txt']],
    ['last.txt', ['first.txt', 'run.log']],
  ])(
    'for %s three times fails the job with that reason, and nothing half written stays',
    async (file, left) => {
      const app = await startApp()
      const { id, open } = await waitingJob(app)
      const executors = app.app.pool.pids()
      fill(app, id, file, [1, 2, 3])
      await open()
      expect(await app.ended(id)).toMatchObject({ status: 'failed', error: REASON })
      expect((await app.job(id)).artifacts.map(({ path }) => path)).toEqual(left)
      await until('the attempts before are gone', () => {
        return readdirSync(join(app.dataDir, 'files', id)).join() === '3'
      })
      expect(filesOf(app, id, 3)).toEqual(left)
      const next = await app.submit('/api/echo', { text: 'next' })
      expect((await app.ended(next)).status).toBe('completed')
      expect(app.app.pool.pids()).toEqual(executors)
    },
  )

  test('for a file that nobody waits for neither ends the process nor passes unseen', async () => {
    const app = await startApp()
    const gate = join(tempFolder(), 'gate')
    const id = await app.submit('/api/odd', { way: 'unawaited', file: gate })
    await until('the job is at work', async () => (await app.job(id)).artifacts.length === 1)
    const executors = app.app.pool.pids()
    fill(app, id, 'a.txt')
    await Bun.write(gate, 'open')
    expect((await app.ended(id)).status).toBe('completed')
    expect(await attemptOf(app, id)).toBe(2)
    expect(app.app.pool.pids()).toEqual(executors)
  })

  test('lets no job begin until there is room again', async () => {
    const app = await startApp()
    const { files } = app.app.store
    const { id, open } = await waitingJob(app)
    const next = await app.submit('/api/echo', { text: 'next' })
    const free = files.freeMegabytes
    files.freeMegabytes = () => 19
    fill(app, id, 'run.log')
    await open()
    await app.reached(id, 'pending')
    expect((await app.post('/api/echo', { text: 'x' })).status).toBe(503)
    expect((await app.job(next)).status).toBe('pending')
    files.freeMegabytes = free
    for (const one of [id, next]) expect((await app.ended(one)).status).toBe('completed')
  })
})

test('of a job that is cancelled only what its record lists stays', async () => {
  const app = await startApp()
  const { id } = await waitingJob(app)
  const folder = join(app.dataDir, 'files', id, '1')
  await Bun.write(join(folder, 'icons', 'icon_AF01.png'), 'written, not yet reported')
  await Bun.write(join(folder, 'last.txt.part'), 'half of it')
  await app.ask(`/api/jobs/${id}/cancel`, { method: 'POST' })
  await until('the rest is gone', () => !existsSync(join(folder, 'last.txt.part')))
  expect(filesOf(app, id).filter((path) => path !== 'icons')).toEqual(['first.txt'])
})

test('of a job that is ended at its deadline only what its record lists stays', async () => {
  const app = await startApp({ JOB_DEADLINE_SECONDS: '3' })
  // What an executor loads for its first job is no part of this one's time.
  await app.ended(await app.submit('/api/echo', { text: 'first' }))
  const { id } = await waitingJob(app)
  const part = join(app.dataDir, 'files', id, '1', 'last.txt.part')
  await Bun.write(part, 'half of it')
  expect((await app.ended(id)).error).toBe('The job took longer than 3 seconds.')
  await until('the rest is gone', () => !existsSync(part))
  expect(filesOf(app, id)).toEqual(['first.txt'])
})
