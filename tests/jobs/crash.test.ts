import { expect, test } from 'bun:test'
import { clientAt } from '../support/client'
import { tempFolder } from '../support/folders'
import { inspect } from '../support/inspect'
import { isAlive } from '../support/processes'
import { type Server, useServers } from '../support/server'
import { until } from '../support/until'

const startServer = useServers()

const SUBMISSIONS = 300
const CLIENTS = 8
const KILLS = 6
/** The aim is 2 s; a busy machine may take longer. */
const SERVING_WITHIN_MS = 5000

/** `BURIN_CRASH_WORKFLOW=run` sends real figures through the same storm. */
const WORKFLOW = process.env.BURIN_CRASH_WORKFLOW === 'run' ? 'run' : 'echo'

function bodyOf(number: number): string {
  return JSON.stringify(
    WORKFLOW === 'run'
      ? { method_text: `Sample ${number} is filtered, then it is aligned and counted.` }
      : { text: `figure ${number}`, lines: 5, delay: number % 20 },
  )
}

/** A server that is killed and started again while clients go on. */
class Storm {
  /** Milliseconds from each start to the first answer. */
  readonly servingAfter: number[] = []
  private url = ''

  constructor(private readonly dataDir: string) {}

  async start(): Promise<Server> {
    const begun = performance.now()
    const env = { EXECUTORS: '2', LOG_LEVEL: 'info' }
    const server = await startServer({ dataDir: this.dataDir, env })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    this.servingAfter.push(performance.now() - begun)
    this.url = server.url
    return server
  }

  /** As a careful client: the same key and body until there is an answer. */
  async submit(number: number): Promise<string> {
    return until(
      `submission ${number} is answered`,
      async () => {
        const response = await clientAt(this.url)
          .post(`/api/${WORKFLOW}`, bodyOf(number), { 'idempotency-key': `storm-${number}` })
          .catch(() => undefined)
        const answer = await response?.json().catch(() => undefined)
        if (response && answer && response.status !== 200) throw new Error(JSON.stringify(answer))
        return answer?.job_id
      },
      60_000,
    )
  }
}

function endedIn(server: Server): number {
  return server.logs().filter(({ message }) => message === 'job ended').length
}

test('six kills of the server in 300 submissions lose nothing and double nothing', async () => {
  const dataDir = tempFolder()
  const storm = new Storm(dataDir)
  const ids = new Map<number, string>()
  let server = await storm.start()
  let next = 0
  let allowed = SUBMISSIONS / 20

  const clients = Array.from({ length: CLIENTS }, async () => {
    while (next < SUBMISSIONS) {
      const number = next++
      while (number >= allowed) await Bun.sleep(1)
      ids.set(number, await storm.submit(number))
    }
  })
  const killer = async () => {
    for (let kill = 1; kill <= KILLS; kill++) {
      // Each life ends some jobs, the rescued ones first: none can be lost three times.
      await until('some jobs have ended', () => endedIn(server) >= 3, 60_000)
      const before = ids.size
      allowed = before + (SUBMISSIONS - before) / (KILLS + 2 - kill)
      while (ids.size < before + CLIENTS) await Bun.sleep(1)
      const executors = server.executors()
      await server.stop('SIGKILL')
      server = await storm.start()
      await until('the old executors are gone', () => !executors.some(isAlive))
    }
    allowed = SUBMISSIONS
  }
  await Promise.all([...clients, killer()])

  const client = clientAt(server.url)
  for (const id of ids.values())
    await until(
      `${id} is terminal`,
      async () => ['completed', 'failed'].includes((await client.job(id)).status),
      60_000,
    )
  expect(await server.stop()).toBe(0)

  const stored = inspect(dataDir)
  expect(new Set(ids.values()).size).toBe(SUBMISSIONS)
  expect(stored.records.map(({ id }) => id)).toEqual([...ids.values()].sort())
  expect(stored.idempotencyKeys).toHaveLength(SUBMISSIONS)
  expect(stored.records.filter(({ status }) => status !== 'completed')).toEqual([])
  const retried = stored.records.filter(({ lost }) => lost > 0).length
  expect(retried).toBeGreaterThan(0)
  expect(stored.brokenHistories).toEqual([])
  expect(stored.brokenFiles).toEqual([])
  expect(stored.artifacts).toBeGreaterThanOrEqual(2 * SUBMISSIONS)
  const slowest = Math.max(...storm.servingAfter)
  console.log(`serving again after ${slowest.toFixed(0)} ms at most; ${retried} jobs were retried`)
  expect(slowest).toBeLessThan(SERVING_WITHIN_MS)
}, 180_000)

test('a stopped executor that outlives its server and goes on changes nothing', async () => {
  const dataDir = tempFolder()
  const first = await startServer({ dataDir })
  const id = await clientAt(first.url).submit('/api/slow', { ms: 300 })
  await until('the first file is there', async () => {
    const { artifacts } = await clientAt(first.url).job(id)
    return artifacts.length === 1
  })
  const [stale] = first.executors()
  if (stale === undefined) throw new Error('The server has no executor')
  process.kill(stale, 'SIGSTOP')
  await first.stop('SIGKILL')

  const second = await startServer({ dataDir })
  const client = clientAt(second.url)
  const ended = await client.ended(id)
  expect(ended.status).toBe('completed')
  process.kill(stale, 'SIGCONT')
  await until('the stale executor has ended', () => !isAlive(stale))
  expect(await client.job(id)).toEqual(ended)
  expect(await second.stop()).toBe(0)
  const { records, brokenFiles, brokenHistories } = inspect(dataDir)
  expect(records).toMatchObject([{ status: 'completed', attempt: 2, lost: 1 }])
  expect([...brokenFiles, ...brokenHistories]).toEqual([])
})
