import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { clientAt } from '../support/client'
import { tempFolder } from '../support/folders'
import { inspect } from '../support/inspect'
import { isAlive, killIfAlive } from '../support/processes'
import { type Server, useServers } from '../support/server'
import { until } from '../support/until'

const startServer = useServers()

/** `BURIN_CRASH_STORM=1` is the long one, with executors killed as well. */
const LONG = process.env.BURIN_CRASH_STORM === '1'
const SUBMISSIONS = LONG ? 640 : 120
const CLIENTS = 8
const KILLS = LONG ? 26 : 3
const EXECUTOR_KILLS = LONG ? 14 : 1
/** Of the long one, which is for an idle machine. */
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
    const env = { EXECUTORS: LONG ? '3' : '2' }
    const server = await startServer({ dataDir: this.dataDir, env })
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    this.servingAfter.push(performance.now() - begun)
    this.url = server.url
    return server
  }

  /** As a careful client: the same key and body until there is an answer. */
  async submit(number: number): Promise<string> {
    return until(`submission ${number} is answered`, async () => {
      const response = await clientAt(this.url)
        .post(`/api/${WORKFLOW}`, bodyOf(number), { 'idempotency-key': `storm-${number}` })
        .catch(() => undefined)
      const answer = await response?.json().catch(() => undefined)
      if (response && answer && response.status !== 200) throw new Error(JSON.stringify(answer))
      return answer?.job_id
    })
  }
}

const said = (server: Server, message: string) =>
  server.logs().filter((line) => line.message === message)

/** Kills the executor of the job that began last. */
async function killExecutor(server: Server): Promise<void> {
  const lost = said(server, 'executor ended').length
  const started = said(server, 'job started').filter(({ workflow }) => workflow === WORKFLOW)
  killIfAlive(started.at(-1)?.pid ?? 0)
  await until('the server notices', () => said(server, 'executor ended').length > lost)
}

test(`${KILLS} kills of the server and ${EXECUTOR_KILLS} of executors in ${SUBMISSIONS} submissions lose nothing and double nothing`, async () => {
  const dataDir = tempFolder()
  const storm = new Storm(dataDir)
  const ids = new Map<number, string>()
  let server = await storm.start()
  // Runs all the while, and so is hit by every death of the server.
  const gate = join(dataDir, 'gate')
  const witness = await clientAt(server.url).submit('/api/slow', { file: gate })
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
      await until('some jobs have ended', () => said(server, 'job ended').length >= 3)
      if (kill <= EXECUTOR_KILLS) await killExecutor(server)
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
  await Bun.write(gate, 'open')
  for (const id of [witness, ...ids.values()]) await client.ended(id)
  expect(await server.stop()).toBe(0)

  const stored = inspect(dataDir)
  expect(new Set(ids.values()).size).toBe(SUBMISSIONS)
  expect(stored.records.map(({ id }) => id)).toEqual([witness, ...ids.values()].sort())
  expect(stored.idempotencyKeys).toHaveLength(SUBMISSIONS)
  // Only a job over which three executors have died may fail, and so many do not meet here.
  expect(stored.records.filter(({ status }) => status !== 'completed')).toEqual([])
  const losses = stored.records.reduce((sum, { lost }) => sum + lost, 0)
  expect(losses).toBeLessThanOrEqual(EXECUTOR_KILLS)
  const retried = stored.records.filter(({ attempt }) => attempt > 1)
  const hit = retried.find(({ id }) => id === witness)
  expect(hit).toMatchObject({ attempt: KILLS + 1, lost: 0 })
  expect(stored.brokenHistories).toEqual([])
  expect(stored.brokenFiles).toEqual([])
  expect(stored.artifacts).toBeGreaterThanOrEqual(2 * SUBMISSIONS)
  const times = storm.servingAfter.toSorted((a, b) => a - b).map((ms) => Math.round(ms))
  console.log(
    `serving again after ${times[times.length >> 1]} ms, at most ${times.at(-1)}; ${retried.length} jobs were retried, one of them ${KILLS} times; ${losses} executors died over jobs`,
  )
  if (LONG) expect(times.at(-1)).toBeLessThan(SERVING_WITHIN_MS)
})

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
  expect(records).toMatchObject([{ status: 'completed', attempt: 2, lost: 0 }])
  expect([...brokenFiles, ...brokenHistories]).toEqual([])
})
