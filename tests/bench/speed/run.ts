import { aim, type Row } from '../harness/rows'
import { median, percentile } from '../harness/stats'
import { ended, firstEvent, type Server, startServer } from './server'

const JOBS = 30
const WAITING = 10
const MINUTE_MS = 60_000

/** `run` with all its files, from the submission to the end. */
export async function runRows(): Promise<Row[]> {
  const server = await startServer({ EXECUTORS: '2' })
  const cold = await timed(server)
  await Promise.all(
    [server.submit(), server.submit()].map(async (id) => ended(server.url, await id)),
  )
  const spans: number[] = []
  const firsts: number[] = []
  for (let job = 0; job < JOBS; job++) {
    const at = performance.now()
    const id = await server.submit()
    const posted = performance.now() - at
    firsts.push(posted + (await firstEvent(server.url, id)))
    await ended(server.url, id)
    spans.push(performance.now() - at)
  }
  const burst = performance.now()
  const waited = await Promise.all(Array.from({ length: WAITING }, () => timed(server)))
  const rate = (WAITING / (performance.now() - burst)) * MINUTE_MS
  await server.kill()
  return [
    { figure: 'run, first job of a fresh server', value: cold, unit: 'ms' },
    aim({ figure: 'run, idle, p50', value: median(spans), unit: 'ms' }, { most: 500 }),
    { figure: 'run, idle, p95', value: percentile(spans, 0.95), unit: 'ms' },
    aim(
      { figure: 'first event after submission, p95', value: percentile(firsts, 0.95), unit: 'ms' },
      { most: 50 },
    ),
    { figure: `run, ${WAITING} at once, p50`, value: median(waited), unit: 'ms' },
    { figure: `run, ${WAITING} at once, p95`, value: percentile(waited, 0.95), unit: 'ms' },
    { figure: 'figures a minute, 2 executors', value: rate, unit: '/min' },
  ]
}

async function timed(server: Server): Promise<number> {
  const at = performance.now()
  await ended(server.url, await server.submit())
  return performance.now() - at
}
