import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { clientAt } from '../support/client'
import { tempFolder } from '../support/folders'
import { inspect } from '../support/inspect'
import { type Server, useServers } from '../support/server'
import { until } from '../support/until'

const startServer = useServers()

/** The lines in which attempts of a job begin, or begin again. */
const attemptsOf = (server: Server, job: string) =>
  server.logs().filter((line) => line.message === 'job started' && line.job === job)

function attempt(server: Server, job: string, number: number) {
  return until(`attempt ${number} of ${job}`, () =>
    attemptsOf(server, job).find((line) => line.attempt === number),
  )
}

/** Ends the executor of a job's attempt as the system does when it has no memory left. */
async function killDuring(server: Server, job: string, number: number): Promise<void> {
  const { pid } = await attempt(server, job, number)
  process.kill(pid ?? 0, 'SIGKILL')
}

test('however often the server dies, the job that ran then is not to blame', async () => {
  const dataDir = tempFolder()
  const gate = join(dataDir, 'gate')
  let server = await startServer({ dataDir })
  const id = await clientAt(server.url).submit('/api/slow', { file: gate })
  // More often than a job may be lost.
  for (let death = 1; death <= 4; death++) {
    await attempt(server, id, death)
    await server.stop('SIGKILL')
    server = await startServer({ dataDir })
  }
  await Bun.write(gate, 'open')
  expect(await clientAt(server.url).ended(id)).toMatchObject({ status: 'completed' })
  expect(await server.stop()).toBe(0)
  expect(inspect(dataDir).records).toMatchObject([{ attempt: 5, lost: 0 }])
})

describe('a job over which two executors have died', () => {
  test('waits for the others, runs with no other beside it, and may complete', async () => {
    const server = await startServer({ env: { EXECUTORS: '2' } })
    const client = clientAt(server.url)
    const [gate, other] = [join(tempFolder(), 'gate'), join(tempFolder(), 'gate')]
    const suspect = await client.submit('/api/slow', { file: gate })
    await killDuring(server, suspect, 1)
    const neighbour = await client.submit('/api/slow', { file: other })
    await attempt(server, neighbour, 1)
    await killDuring(server, suspect, 2)
    const after = await client.submit('/api/echo', { text: 'after' })
    // Two executors and one job at work: the free one takes neither the suspect nor what stands behind it.
    await client.reached(suspect, 'pending')
    await until('the free executor is back', () => server.executors().length === 2)
    expect((await client.job(after)).status).toBe('pending')
    expect((await client.job(suspect)).status).toBe('pending')
    await Bun.write(other, 'open')
    expect((await client.ended(neighbour)).status).toBe('completed')
    expect(await attempt(server, suspect, 3)).toMatchObject({ alone: true })
    expect((await client.job(after)).status).toBe('pending')
    await Bun.write(gate, 'open')
    expect((await client.ended(suspect)).status).toBe('completed')
    expect((await client.ended(after)).status).toBe('completed')
    await server.stop()
  })

  test('is given up at the third death, and the reason says how each one came', async () => {
    const server = await startServer({ env: { EXECUTORS: '1' } })
    const client = clientAt(server.url)
    const id = await client.submit('/api/slow', { ms: 60_000 })
    for (const number of [1, 2]) await killDuring(server, id, number)
    const { pid = 0 } = await attempt(server, id, 3)
    process.kill(pid, 'SIGABRT')
    expect(await client.ended(id)).toMatchObject({
      status: 'failed',
      error:
        'The work was lost 3 times, the last time with no other job beside it: its process ended with SIGKILL, SIGKILL and SIGABRT.',
    })
    const next = await client.submit('/api/echo', { text: 'next' })
    expect((await client.ended(next)).status).toBe('completed')
    expect(await server.stop()).toBe(0)
    expect(inspect(server.dataDir).records).toMatchObject([{ lost: 3 }, { lost: 0 }])
  })
})
