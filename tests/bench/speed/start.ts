import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf } from '../../support/processes'
import { CACHE, freshFolder } from '../harness/folders'
import { listen, pssMegabytes } from '../harness/processes'
import { against, aim, type Row } from '../harness/rows'
import { interleave, median } from '../harness/stats'
import { BINARY, ended, hasBinary, startServer } from './server'

const ROUNDS = 7
const IDLE_MS = 1500
/** Executors load what jobs need when nothing waits. */
const WARM_MS = 5000

/** The single binary: start, memory at rest, serving again after a kill. Empty where it was not built. */
export async function startRows(): Promise<Row[]> {
  if (!hasBinary()) {
    console.log('start: dist/burin is missing; run `bun run build` first')
    return []
  }
  const bare = await bareBinary()
  const dataDir = freshFolder('data-start')
  const start = async (folder = dataDir) => {
    const server = await startServer({}, { command: [BINARY], dataDir: folder })
    await server.kill('SIGTERM')
    return server.startedMs
  }
  const startBare = async () => {
    const server = await listen([bare])
    await server.kill()
    return server.startedMs
  }
  await start()
  await startBare()
  const found = await interleave(ROUNDS, {
    ours: () => start(),
    bare: startBare,
    first: () => start(freshFolder('data-first')),
  })
  const startRow = { figure: 'binary, start to /healthz', value: median(found.ours), unit: 'ms' }
  const theirs = { name: 'bare Elysia binary', value: median(found.bare) }
  return [
    aim(against(startRow, theirs), { most: 60 }),
    { figure: 'binary, first start, empty folder', value: median(found.first), unit: 'ms' },
    ...(await memoryRows()),
    await killRow(),
  ]
}

async function memoryRows(): Promise<Row[]> {
  const server = await startServer({ EXECUTORS: '1' }, { command: [BINARY] })
  await Bun.sleep(WARM_MS)
  const fresh = pssMegabytes(server.pid)
  const warmExecutor = executorMegabytes(server.pid)
  await ended(server.url, await server.submit())
  await Bun.sleep(IDLE_MS)
  const rows = [
    { figure: 'server, fresh', value: fresh, unit: 'MB' },
    aim(
      { figure: 'server, after a job', value: pssMegabytes(server.pid), unit: 'MB' },
      { most: 100 },
    ),
    aim({ figure: 'executor, warm', value: warmExecutor, unit: 'MB' }, { most: 150 }),
    aim(
      {
        figure: 'executor, after a job with its PDF',
        value: executorMegabytes(server.pid),
        unit: 'MB',
      },
      { most: 150 },
    ),
  ]
  await server.kill()
  return rows
}

function executorMegabytes(pid: number): number {
  return Math.max(...childrenOf(pid).map(pssMegabytes))
}

/** Killed while a job runs: from the start of the next process to its first 200, and to the job's end. */
async function killRow(): Promise<Row> {
  const first = await startServer({ EXECUTORS: '1' }, { command: [BINARY] })
  await ended(first.url, await first.submit())
  await first.submit()
  await first.kill('SIGKILL')
  const again = await startServer({ EXECUTORS: '1' }, { command: [BINARY], dataDir: first.dataDir })
  await again.kill()
  return aim(
    { figure: 'serving again after kill -9', value: again.startedMs, unit: 'ms' },
    { most: 2000 },
  )
}

/** A binary of Elysia with one route, compiled as ours is; made once for each version of Bun. */
async function bareBinary(): Promise<string> {
  const output = join(CACHE, `bare-${Bun.version}`)
  if (existsSync(output)) return output
  const folder = freshFolder('bare-build')
  const child = Bun.spawn(
    [
      ...[process.execPath, 'build', '--compile', '--minify', '--bytecode', '--format=esm'],
      ...[join(import.meta.dir, 'peer-server.ts'), '--outfile', output],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder },
  )
  if ((await child.exited) !== 0) throw new Error('The peer could not be compiled.')
  rmSync(folder, { recursive: true })
  return output
}
