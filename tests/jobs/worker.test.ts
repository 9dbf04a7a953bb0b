import { beforeAll, describe, expect, test } from 'bun:test'
import { Child, type StartChild } from '../../src/jobs/child'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, bearer, endedTask, makeKey, submitStamp } from '../support/keys'
import { readStream } from '../support/sse'
import { until } from '../support/until'

const startApp = useApps({ ownExecutors: true })
let app: TestApp

beforeAll(async () => {
  app = await startApp()
})

async function taskApp() {
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
  return { app, key: (await makeKey(app)).key }
}

const frames = async (id: string) => {
  const stream = readStream(await app.ask(`/api/events/${id}`))
  await stream.ended
  return stream.frames
}

const text = async (id: string, path: string) =>
  (await app.ask(`/api/artifacts/${id}/${path}`)).text()

test('an executor is replaced after EXECUTOR_JOBS jobs', async () => {
  const worn = await startApp({ EXECUTOR_JOBS: '2' })
  const pids = new Set<number>()
  for (let job = 1; job <= 5; job++) {
    const id = await worn.submit('/api/echo', { text: `${job}`, delay: 50 })
    await worn.reached(id, 'running', 'completed')
    for (const pid of worn.app.pool.pids()) pids.add(pid)
    expect((await worn.ended(id)).status).toBe('completed')
  }
  expect(pids.size).toBe(3)
  await worn.stop()
})

test('an executor that keeps much memory after its job is replaced once nothing waits', async () => {
  const startChild: StartChild = (settings, events) =>
    Object.assign(Object.create(new Child(settings, events)), {
      residentBytes: () => 500_000_000,
    })
  const heavy = await startApp({}, { startChild })
  const first = await until('an executor is there', () => heavy.app.pool.pids()[0])
  const id = await heavy.submit('/api/echo', { text: 'a', delay: 0 })
  expect((await heavy.ended(id)).status).toBe('completed')
  await until('it is replaced', async () => {
    const [next] = heavy.app.pool.pids()
    return next !== undefined && next !== first
  })
  const next = await heavy.submit('/api/echo', { text: 'b', delay: 0 })
  expect((await heavy.ended(next)).status).toBe('completed')
  await heavy.stop()
})

describe('the worker that jobs share', () => {
  test('gives a job no word of the one before', async () => {
    const id = await app.submit('/api/odd', { way: 'afterwards' })
    const next = await app.submit('/api/slow', { ms: 150 })
    expect((await app.ended(next)).artifacts.map(({ path }) => path)).toEqual([
      'first.txt',
      'last.txt',
      'run.log',
    ])
    expect(JSON.stringify(await frames(next))).not.toContain('a word from the job before')
    expect(await text(next, 'run.log')).toBe('waiting\n')
    expect(await text(id, 'late.txt')).toBe('{"detail":"File not found"}')
  })

  test('keeps 2,000 lines of a talkative job in its stream and all of them in run.log', async () => {
    const id = await app.submit('/api/many', { lines: 5000 })
    expect((await app.ended(id)).status).toBe('completed')
    const told = await frames(id)
    const lines = told.filter(({ event }) => event === 'log').map(({ data }) => data.line)
    expect(lines).toHaveLength(2001)
    expect(lines.at(1999)).toStartWith('2000 ')
    expect(lines.at(-1)).toBe('Further lines are in run.log alone.')
    expect(told.map(({ id }) => id)).toEqual(told.map((_, index) => index + 1))
    // Status and artifact events are never dropped.
    expect(told.filter(({ event }) => event === 'artifact')).toHaveLength(2)
    expect(told.at(-1)?.data.state).toBe('finished')
    const log = (await text(id, 'run.log')).trimEnd().split('\n')
    expect(log).toHaveLength(5000)
    expect(log.at(-1)).toStartWith('5000 ')
  })

  test('cuts a line at 4,000 bytes', async () => {
    const id = await app.submit('/api/many', { lines: 1, size: 10_000 })
    await app.ended(id)
    const line = (await frames(id)).find(({ event }) => event === 'log')?.data.line
    expect(line).toHaveLength(4000)
  })

  test('cuts a description at 20,000 characters, and says so', async () => {
    const { app: own, key } = await taskApp()
    const id = await submitStamp(own, key, { text: 'x'.repeat(20_001) })
    expect((await endedTask(own, key, id)).description).toBe('x'.repeat(20_000))
    const log = await own.ask(`/api/artifacts/${id}/run.log`, { headers: bearer(key) })
    expect(await log.text()).toBe('the description is cut at 20000 characters\n')
    const whole = await submitStamp(own, key, { text: 'x'.repeat(20_000) })
    expect((await endedTask(own, key, whole)).description).toHaveLength(20_000)
    await own.stop()
  })

  test('writes an object as a JSON file', async () => {
    const id = await app.submit('/api/odd', { way: 'json' })
    expect((await app.ended(id)).status).toBe('completed')
    expect(await text(id, 'a.json')).toBe('{\n  "rows": [\n    1,\n    2\n  ]\n}\n')
  })

  test('stores no SVG as it was written, whatever its name and form', async () => {
    const id = await app.submit('/api/svg-hostile', {})
    const { artifacts, status } = await app.ended(id)
    expect(status).toBe('completed')
    const svgs = artifacts.filter(({ path }) => /svg$/i.test(path))
    expect(svgs).toHaveLength(3)
    for (const { path } of svgs) {
      const svg = await text(id, path)
      expect(svg).toContain('harmless')
      expect(svg).toContain('#123456')
      expect(svg).not.toMatch(
        /script|onload|onclick|javascript:|evil\.example|file:|foreignObject|iframe|DOCTYPE|ENTITY|@import|animate/i,
      )
    }
  })
})
