import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type TestApp, useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { isAlive } from '../support/processes'
import { readStream } from '../support/sse'
import { until } from '../support/until'

const startApp = useApps({ ownExecutors: true })
let app: TestApp

beforeAll(async () => {
  app = await startApp()
})

const cancel = async (id: string) => {
  const response = await app.ask(`/api/jobs/${id}/cancel`, { method: 'POST' })
  return { status: response.status, body: await response.json() }
}

const lastEvent = async (id: string) => {
  const stream = readStream(await app.ask(`/api/events/${id}`))
  await stream.ended
  return stream.frames.at(-1)?.data
}

const CANCELLED = { state: 'finished', code: 1, status: 'failed', error: 'cancelled' }

describe('cancel', () => {
  test('ends a running job at once, and the next one runs in a fresh executor', async () => {
    const id = await app.submit('/api/spin', {})
    await until('the job works', async () => (await app.job(id)).artifacts.length === 1)
    const [pid = 0] = app.app.pool.pids()
    const answer = await cancel(id)
    expect(answer).toMatchObject({
      status: 200,
      body: { job_id: id, status: 'failed', error: 'cancelled' },
    })
    expect(answer.body.finished_at).not.toBeNull()
    const next = await app.submit('/api/echo', { text: 'next' })
    expect((await app.ended(next)).status).toBe('completed')
    expect(isAlive(pid)).toBe(false)
    expect(await lastEvent(id)).toEqual(CANCELLED)
  })

  test('drops the result that a job still brings within its grace', async () => {
    const gate = join(tempFolder(), 'gate')
    const id = await app.submit('/api/slow', { file: gate })
    await until('the job works', async () => (await app.job(id)).artifacts.length === 1)
    const cancelled = (await cancel(id)).body
    await Bun.write(gate, 'open')
    const next = await app.submit('/api/echo', { text: 'next' })
    await app.ended(next)
    expect(await app.job(id)).toEqual(cancelled)
    expect(cancelled.artifacts.map(({ path }: { path: string }) => path)).toEqual(['first.txt'])
    expect(await lastEvent(id)).toEqual(CANCELLED)
  })

  test('ends a pending job, which then never starts', async () => {
    const busy = await app.submit('/api/slow', { ms: 100 })
    const id = await app.submit('/api/echo', { text: 'never' })
    expect((await cancel(id)).body).toMatchObject({ status: 'failed', started_at: null })
    expect((await app.ended(busy)).status).toBe('completed')
    const next = await app.submit('/api/echo', { text: 'next' })
    await app.ended(next)
    expect(await app.job(id)).toMatchObject({ status: 'failed', started_at: null, artifacts: [] })
  })

  test('leaves a terminal job as it is', async () => {
    const id = await app.submit('/api/echo', { text: 'done' })
    const done = await app.ended(id)
    expect(await cancel(id)).toEqual({ status: 200, body: done })
    expect(await app.job(id)).toEqual(done)
  })

  test('while the end of a job is being written loses no other job', async () => {
    const { store } = app.app
    const settle = store.settle
    const reached = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    store.settle = async (outcome) => {
      reached.resolve()
      await gate.promise
      return settle(outcome)
    }
    const id = await app.submit('/api/echo', { text: 'x' })
    await reached.promise
    store.settle = settle
    const next = await app.submit('/api/slow', { ms: 350 })
    expect((await cancel(id)).body).toMatchObject({ status: 'failed', error: 'cancelled' })
    gate.resolve()
    expect((await app.ended(next)).status).toBe('completed')
    expect(await lastEvent(id)).toEqual(CANCELLED)
  })

  test('of an unknown job is 404', async () => {
    expect(await cancel('0'.repeat(32))).toEqual({ status: 404, body: { detail: 'Job not found' } })
  })
})
