import { beforeAll, describe, expect, test } from 'bun:test'
import { type Client, clientAt } from '../support/client'
import { isAlive, type Server, useServers } from '../support/server'
import { collect } from '../support/sse'
import { until } from '../support/until'

const startServer = useServers()

/** Asks /healthz every 20 ms until `work` is done; gives the worst latency in milliseconds. */
async function watchHealth(url: string, work: Promise<unknown>): Promise<number> {
  let worst = 0
  let over = false
  const done = work.finally(() => {
    over = true
  })
  while (!over) {
    const asked = performance.now()
    const response = await fetch(`${url}/healthz`)
    expect(response.status).toBe(200)
    await response.text()
    worst = Math.max(worst, performance.now() - asked)
    await Bun.sleep(20)
  }
  await done
  return worst
}

function pidOf(server: Server, job: string): Promise<number> {
  return until(`job ${job} has started`, () =>
    server.logs().findLast((line) => line.message === 'job started' && line.job === job)?.pid,
  )
}

describe('a job that misbehaves', () => {
  let server: Server
  let client: Client

  beforeAll(async () => {
    const env = { EXECUTORS: '2', JOB_DEADLINE_SECONDS: '1', EXECUTOR_MEMORY_MB: '300' }
    server = await startServer({ env })
    client = clientAt(server.url)
  })

  test('spins in WASM: fails at its deadline while the server answers', async () => {
    const id = await client.submit('/api/spin', {})
    const worst = await watchHealth(server.url, client.ended(id))
    const job = await client.job(id)
    expect(job).toMatchObject({ status: 'failed', error: 'The job took longer than 1 seconds.' })
    expect(isAlive(await pidOf(server, id))).toBe(false)
    console.log('spin worst', worst)
    expect(worst).toBeLessThan(1000)
  })

  test('aborts natively: is lost three times, then fails with a plain reason', async () => {
    const id = await client.submit('/api/abort', {})
    const worst = await watchHealth(server.url, client.ended(id))
    console.log('abort worst', worst)
    const job = await client.job(id)
    expect(job.status).toBe('failed')
    expect(job.error).toBe('The work was lost 3 times: its process ended with SIGABRT.')
  })

  test('eats memory: fails at the cap', async () => {
    const id = await client.submit('/api/eat', {})
    const worst = await watchHealth(server.url, client.ended(id))
    console.log('eat worst', worst)
    const job = await client.job(id)
    expect(job).toMatchObject({ status: 'failed', error: 'The job used more than 300 MB of memory.' })
  })
  test('frames', async () => {
    const id = await client.submit('/api/echo', {text: 'x', lines: 3})
    const frames = await collect(`${server.url}/api/events/${id}`)
    console.log(frames)
  })
})
