import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type TestApp, useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { until } from '../support/until'

const startApp = useApps({ endAfter: 'each' })
const REASON = "The server's disk is full: the files of the job could not be written."

/** Lets the attempt find no room for one of its files: what is written to `/dev/full` fails as on a full disk. */
function fill(app: TestApp, id: string, file: string): void {
  symlinkSync('/dev/full', join(app.dataDir, 'files', id, '1', `${file}.part`))
}

/** A job that has written its first file and waits for the gate. */
async function waitingJob(app: TestApp) {
  const gate = join(tempFolder(), 'gate')
  const id = await app.submit('/api/slow', { file: gate })
  await until('the first file is there', async () => (await app.job(id)).artifacts.length === 1)
  return { id, open: () => Bun.write(gate, 'open') }
}

const filesOf = (app: TestApp, id: string) =>
  readdirSync(join(app.dataDir, 'files', id, '1'), { recursive: true })
    .map(String)
    .sort()

describe('a disk without room', () => {
  test.each([
    ['run.log', ['first.txt', 'last.txt']],
    ['last.txt', ['first.txt', 'run.log']],
  ])('for %s fails the job with that reason, and its executor goes on', async (file, left) => {
    const app = await startApp()
    const { id, open } = await waitingJob(app)
    const executors = app.app.pool.pids()
    fill(app, id, file)
    await open()
    expect(await app.ended(id)).toMatchObject({ status: 'failed', error: REASON })
    expect((await app.job(id)).artifacts.map(({ path }) => path)).toEqual(left)
    expect(filesOf(app, id)).toEqual(left)
    const next = await app.submit('/api/echo', { text: 'next' })
    expect((await app.ended(next)).status).toBe('completed')
    expect(app.app.pool.pids()).toEqual(executors)
  })

  test('for a file that nobody waits for does neither end the process nor pass unseen', async () => {
    const app = await startApp()
    const gate = join(tempFolder(), 'gate')
    const id = await app.submit('/api/odd', { way: 'unawaited', file: gate })
    await until('the job is at work', async () => (await app.job(id)).artifacts.length === 1)
    const executors = app.app.pool.pids()
    fill(app, id, 'a.txt')
    await Bun.write(gate, 'open')
    expect(await app.ended(id)).toMatchObject({ status: 'failed', error: REASON })
    expect(app.app.pool.pids()).toEqual(executors)
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
  const app = await startApp({ JOB_DEADLINE_SECONDS: '1' })
  const { id } = await waitingJob(app)
  const part = join(app.dataDir, 'files', id, '1', 'last.txt.part')
  await Bun.write(part, 'half of it')
  expect((await app.ended(id)).error).toBe('The job took longer than 1 seconds.')
  await until('the rest is gone', () => !existsSync(part))
  expect(filesOf(app, id)).toEqual(['first.txt'])
})
