import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { clientAt } from '../support/client'
import { tempFolder } from '../support/folders'
import { inspect } from '../support/inspect'
import { isAlive } from '../support/processes'
import { runProgram, type Server, useServers } from '../support/server'
import { openStream } from '../support/sse'
import { until } from '../support/until'

const startServer = useServers()

/** What the server said of its end. */
const toldOf = (server: Server) =>
  server
    .logs()
    .map(({ message }) => message)
    .filter((message) => /^drain/.test(message))

describe('SIGTERM', () => {
  test('lets a short job end, refuses new ones meanwhile, closes the streams and exits 0', async () => {
    const dataDir = tempFolder()
    const gate = join(dataDir, 'gate')
    const server = await startServer({ dataDir })
    const client = clientAt(server.url)
    const id = await client.submit('/api/slow', { file: gate })
    await client.reached(id, 'running')
    const waiting = await client.submit('/api/echo', { text: 'after the restart' })
    const stream = await openStream(`${server.url}/api/events/${id}`)
    const idle = await openStream(`${server.url}/api/events/${waiting}`)
    process.kill(server.pid, 'SIGTERM')

    await until('the drain has begun', async () => (await client.ask('/healthz')).status === 503)
    expect(await (await client.ask('/healthz')).json()).toEqual({ status: 'draining' })
    const refused = await client.post('/api/echo', { text: 'x' })
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toEqual({
      detail: 'The server is shutting down; try again in a moment.',
    })
    expect((await client.job(id)).status).toBe('running')

    const executors = server.executors()
    await Bun.write(gate, 'open')
    expect(await stream.ended).toBe(true)
    expect(stream.frames.at(-1)?.data).toMatchObject({ state: 'finished', status: 'completed' })
    expect(await idle.ended).toBe(true)
    expect(idle.frames.map(({ data }) => data)).toEqual([{ state: 'queued' }])
    await server.exited
    expect(await server.stop()).toBe(0)
    expect(executors.filter(isAlive)).toEqual([])
    expect(toldOf(server)).toEqual([
      'draining: 1 job at work, with 20 s at most to end',
      'drained: no job was given back',
    ])

    const { records } = inspect(dataDir)
    expect(records).toMatchObject([
      { id, status: 'completed', attempt: 1, lost: 0 },
      { id: waiting, status: 'pending', attempt: 0, lost: 0 },
    ])
    const second = await startServer({ dataDir })
    expect((await clientAt(second.url).ended(waiting)).status).toBe('completed')
  })

  test('gives a long job back without counting, and it completes after the restart', async () => {
    const dataDir = tempFolder()
    const gate = join(dataDir, 'gate')
    const env = { DRAIN_SECONDS: '0' }
    let server = await startServer({ dataDir, env })
    const id = await clientAt(server.url).submit('/api/slow', { file: gate })
    const ends: unknown[] = []
    // More often than a job may be lost.
    for (let drain = 1; drain <= 4; drain++) {
      await clientAt(server.url).reached(id, 'running')
      const stream = await openStream(`${server.url}/api/events/${id}`)
      expect(await server.stop()).toBe(0)
      expect(await stream.ended).toBe(true)
      expect(toldOf(server)).toEqual([
        'draining: 1 job at work, with 0 s at most to end',
        'drained: 1 job given back, to run after the next start',
      ])
      ends.push(stream.frames.at(-1)?.data)
      expect(inspect(dataDir).records).toMatchObject([{ status: 'pending', lost: 0 }])
      server = await startServer({ dataDir, env })
    }
    expect(ends).toEqual([2, 3, 4, 5].map((attempt) => ({ state: 'queued', attempt })))
    await Bun.write(gate, 'open')
    expect((await clientAt(server.url).ended(id)).status).toBe('completed')
    expect(await server.stop()).toBe(0)
    const { records, brokenFiles, brokenHistories } = inspect(dataDir)
    expect(records).toMatchObject([{ status: 'completed', attempt: 5, lost: 0 }])
    expect([...brokenFiles, ...brokenHistories]).toEqual([])
  })

  test('does not wait for a reader that has stopped', async () => {
    const server = await startServer({ env: { DRAIN_SECONDS: '0' } })
    const id = await clientAt(server.url).submit('/api/slow', { ms: 60_000 })
    const response = await fetch(`${server.url}/api/events/${id}`)
    expect(await server.stop()).toBe(0)
    await response.body?.cancel().catch(() => {})
  })

  test('SIGINT does the same', async () => {
    const server = await startServer()
    expect(await server.stop('SIGINT')).toBe(0)
  })
})

describe('a data folder', () => {
  test('takes one server: a second one refuses with a sentence, and the first goes on', async () => {
    const server = await startServer()
    const second = await runProgram([], { PORT: '0', DATA_DIR: server.dataDir })
    expect(second.code).toBe(2)
    expect(second.stdout).toBe('')
    expect(second.stderr.trim()).toBe(
      `Another burin is already using DATA_DIR=${server.dataDir}; stop it, or give this one a folder of its own.`,
    )
    const id = await clientAt(server.url).submit('/api/echo', { text: 'x' })
    expect((await clientAt(server.url).ended(id)).status).toBe('completed')
    await server.stop('SIGKILL')
    const third = await startServer({ dataDir: server.dataDir })
    expect((await clientAt(third.url).job(id)).status).toBe('completed')
  })

  test('that cannot be one is refused with its name', async () => {
    const file = join(tempFolder(), 'file')
    await Bun.write(file, 'no folder')
    const { code, stderr } = await runProgram([], { PORT: '0', DATA_DIR: file })
    expect(code).toBe(2)
    expect(stderr).toStartWith(`DATA_DIR=${file} cannot be used: `)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
