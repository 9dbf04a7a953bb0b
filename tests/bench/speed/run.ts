import { aim, type Row } from '../harness/rows'
import { median, percentile } from '../harness/stats'
import { runBody } from './host-client'
import {
  ADMIN_KEY,
  createKey,
  ended,
  firstEvent,
  generate,
  type Server,
  startServer,
  taskEnded,
} from './server'

const JOBS = 30
const WAITING = 10
const MINUTE_MS = 60_000

/** `run` with all its files and `generate` with its PNG alone, from the submission to the end. */
export async function runRows(): Promise<Row[]> {
  const server = await startServer({ EXECUTORS: '2', SERVICE_ADMIN_KEY: ADMIN_KEY })
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
  const generated = await generateSpans(server.url)
  await server.kill()
  return [
    aim(
      { figure: 'generate, PNG, idle, p50', value: median(generated), unit: 'ms' },
      { most: 250 },
    ),
    aim(
      { figure: 'generate, PNG, idle, p95', value: percentile(generated, 0.95), unit: 'ms' },
      { most: 500 },
    ),
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

async function generateSpans(url: string): Promise<number[]> {
  const token = await createKey(url, ADMIN_KEY)
  const { method_text } = JSON.parse(await runBody())
  const spans: number[] = []
  for (let task = 0; task < JOBS; task++) {
    const at = performance.now()
    await taskEnded(url, token, await generate(url, token, method_text))
    spans.push(performance.now() - at)
  }
  return spans
}

async function timed(server: Server): Promise<number> {
  const at = performance.now()
  await ended(server.url, await server.submit())
  return performance.now() - at
}
