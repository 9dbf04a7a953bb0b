import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, clientAt } from '../support/client'
import { tempFolder } from '../support/folders'
import { isAlive } from '../support/processes'
import { type Server, useServers } from '../support/server'
import { collect } from '../support/sse'
import { until } from '../support/until'

const startServer = useServers()

const SECRET = 'only-the-server-may-know-this-value'

/** Written by `/bin/sh`, or for the channel between the processes. */
const OF_THE_SHELL = [
  'PWD',
  'OLDPWD',
  'SHLVL',
  '_',
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
]

/** What the program says to its executors. */
const OF_ITS_OWN = /^(?:DISABLE_SYSTEM_FONTS_LOAD|BUN_JSC_\w+)$/

let server: Server
let client: Client

beforeAll(async () => {
  const env = {
    EXECUTORS: '2',
    EXECUTOR_MEMORY_MB: '512',
    SERVICE_ADMIN_KEY: `admin-${SECRET}`,
    KEY_SECRET: `key-${SECRET}`,
    AWS_SECRET_ACCESS_KEY: `aws-${SECRET}`,
    TZ: 'Pacific/Chatham',
  }
  server = await startServer({ env })
  client = clientAt(server.url)
})

/** A server whose jobs soon take too long. */
const startHasty = () => startServer({ env: { JOB_DEADLINE_SECONDS: '2' } })
const TOO_LONG = 'The job took longer than 2 seconds.'

/** The executor that works on a job, once its attempt has begun. */
function pidOf(job: string, attempt = 1, on = server): Promise<number> {
  return until(`attempt ${attempt} of ${job} has started`, () => {
    const started = on
      .logs()
      .find(
        (line) => line.message === 'job started' && line.job === job && line.attempt === attempt,
      )
    return started?.pid
  })
}

/** Asks /healthz all the while a job runs. Gives how often it was answered. */
async function healthyUntilEnded(id: string, { url } = server): Promise<number> {
  let answers = 0
  let over = false
  const ended = clientAt(url)
    .ended(id)
    .finally(() => {
      over = true
    })
  for (; !over; answers++) {
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
    await Bun.sleep(20)
  }
  await ended
  return answers
}

const states = async (id: string, on = server) =>
  (await collect(`${on.url}/api/events/${id}`))
    .filter(({ event }) => event === 'status')
    .map(({ data }) => data)

describe('a job that misbehaves fails with a reason while the server answers', () => {
  test.each([
    [
      'aborts natively',
      '/api/abort',
      'The work was lost 3 times, the last time with no other job beside it: its process ended with SIGABRT, SIGABRT and SIGABRT.',
    ],
    ['eats memory', '/api/eat', 'The job used more than 512 MB of memory.'],
    ['throws', '/api/throw', 'The picture has no pixels.'],
  ])('%s', async (_, path, reason) => {
    const neighbour = await client.submit('/api/slow', { ms: 300 })
    const id = await client.submit(path, {})
    await healthyUntilEnded(id)
    expect(await client.job(id)).toMatchObject({ status: 'failed', error: reason })
    expect((await states(id)).at(-1)).toEqual({
      state: 'finished',
      code: 1,
      status: 'failed',
      error: reason,
    })
    expect((await client.ended(neighbour)).status).toBe('completed')
  })

  test('spins in WASM', async () => {
    const hasty = await startHasty()
    const id = await clientAt(hasty.url).submit('/api/spin', {})
    // A server that waits for it would answer once.
    expect(await healthyUntilEnded(id, hasty)).toBeGreaterThan(3)
    expect(await clientAt(hasty.url).job(id)).toMatchObject({ status: 'failed', error: TOO_LONG })
  })

  test('keeps what it wrote before it failed, and its log', async () => {
    const id = await client.submit('/api/throw', {})
    const { artifacts } = await client.ended(id)
    expect(artifacts.map(({ path }) => path)).toEqual(['half.json', 'run.log'])
    const log = await client.ask(`/api/artifacts/${id}/run.log`)
    expect(await log.text()).toContain('failed: The picture has no pixels.')
  })
})

describe('an executor that is killed', () => {
  test('has its job retried, told in the stream, and the other executor does not notice', async () => {
    const gate = join(tempFolder(), 'gate')
    const hit = await client.submit('/api/slow', { file: gate })
    const other = await client.submit('/api/slow', { file: gate })
    const [pid, otherPid] = [await pidOf(hit), await pidOf(other)]
    process.kill(pid, 'SIGKILL')
    const retried = await pidOf(hit, 2)
    await Bun.write(gate, 'open')
    expect((await client.ended(hit)).status).toBe('completed')
    expect((await client.ended(other)).status).toBe('completed')
    expect(retried).not.toBe(pid)
    expect(isAlive(otherPid)).toBe(true)
    expect(await states(hit)).toEqual([
      { state: 'queued' },
      { state: 'started' },
      { state: 'queued', attempt: 2 },
      { state: 'started' },
      { state: 'finished', code: 0, status: 'completed', error: null },
    ])
    expect((await states(other)).map(({ state }) => state)).toEqual([
      'queued',
      'started',
      'finished',
    ])
  })

  test('while idle is replaced, and the next job runs', async () => {
    for (const pid of server.executors()) process.kill(pid, 'SIGKILL')
    const id = await client.submit('/api/echo', { text: 'still here' })
    expect((await client.ended(id)).status).toBe('completed')
  })
})

test('an executor gets a few named variables: no secret of the server or of others, not where its database is', async () => {
  const environment = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8')
  expect(environment(server.pid)).toContain(SECRET)
  const executors = await until('two executors are there', () => {
    const pids = server.executors()
    return pids.length === 2 && pids
  })
  for (const pid of executors) {
    expect(environment(pid)).not.toContain(SECRET)
    expect(environment(pid)).not.toContain(server.dataDir)
    const names = environment(pid)
      .split('\0')
      .map((line) => line.split('=')[0] ?? '')
      .filter((name) => name !== '' && !OF_THE_SHELL.includes(name))
    const passedOn = names.filter((name) => !OF_ITS_OWN.test(name))
    expect(passedOn.toSorted()).toEqual(['HOME', 'PATH', 'TZ'])
  }
})

test('an executor stopped past its deadline and continued changes nothing', async () => {
  const hasty = await startHasty()
  const client = clientAt(hasty.url)
  const id = await client.submit('/api/slow', { ms: 60_000 })
  const pid = await pidOf(id, 1, hasty)
  process.kill(pid, 'SIGSTOP')
  const failed = await client.ended(id)
  expect(failed).toMatchObject({ status: 'failed', error: TOO_LONG })
  const told = await states(id, hasty)
  try {
    process.kill(pid, 'SIGCONT')
  } catch {
    // Killed while it was stopped: there is nobody to continue.
  }
  await until('the stopped executor is gone', () => !isAlive(pid))
  expect(await client.job(id)).toEqual(failed)
  expect(await states(id, hasty)).toEqual(told)
  expect(failed.artifacts.map(({ path }) => path)).not.toContain('last.txt')
})

describe('a plugin that breaks the types of what it calls', () => {
  test.each([
    ['kind', 'completed'],
    ['path', 'failed'],
    ['content', 'failed'],
    ['progress', 'completed'],
    ['log', 'completed'],
    ['result', 'completed'],
    ['reject', 'failed'],
    ['unawaited', 'completed'],
    ['floating', 'failed'],
  ] as const)('%s: ends as %s, and the next job runs', async (way, status) => {
    const id = await client.submit('/api/odd', { way })
    const next = await client.submit('/api/echo', { text: 'next' })
    expect((await client.ended(id)).status).toBe(status)
    expect((await client.ended(next)).status).toBe('completed')
  })

  test('what it writes without waiting is there', async () => {
    const id = await client.submit('/api/odd', { way: 'unawaited' })
    expect((await client.ended(id)).artifacts.map(({ path }) => path)).toEqual(['a.txt', 'run.log'])
  })
})
