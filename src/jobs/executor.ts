import type { Report } from '../store/append'
import type { FromExecutor, ToExecutor } from './protocol'

/** In the binary every module's address is that of `src`. */
const WORKER = Bun.isStandaloneExecutable ? './jobs/worker.ts' : './worker.ts'
const FLUSH_MS = 50
const FLUSH_REPORTS = 64
const ORPHAN_CHECK_MS = 1000

/**
 * The child process that runs plugins: one warm Bun Worker, one job at a time. This thread only relays, batches and
 * dies with its parent; every decision (deadline, cancel, memory) is the server's. The worker is opened by the first
 * message that asks for work: until then the process takes a few megabytes.
 */
export function startExecutor(): void {
  const parent = process.ppid
  let start: ToExecutor
  let worker: Worker | undefined
  process.on('message', (message: ToExecutor) => {
    if (message.type === 'start' && !worker) {
      start = message
      return send({ type: 'ready' })
    }
    if (!worker) {
      worker = openWorker()
      worker.postMessage(start)
    }
    worker.postMessage(message)
  })
  process.on('disconnect', () => process.exit(0))
  // A terminal's Ctrl-C and a supervisor signal the whole group; only the server ends an executor.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  setInterval(() => process.ppid !== parent && process.exit(0), ORPHAN_CHECK_MS)
}

function openWorker(): Worker {
  const worker = new Worker(new URL(WORKER, import.meta.url))
  const batch = batcher((reports) => send({ type: 'reports', reports }))
  worker.onmessage = ({ data }: MessageEvent<FromExecutor>) => {
    if (data.type === 'reports') for (const report of data.reports) batch.add(report)
    else {
      batch.flush()
      send(data)
    }
  }
  worker.addEventListener('error', (event) => {
    process.stderr.write(`worker: ${event.message}\n`)
    process.exit(70)
  })
  worker.addEventListener('close', () => process.exit(70))
  return worker
}

function send(message: FromExecutor): void {
  process.send?.(message)
}

/** Gathers reports for a moment so that the server commits them together; the first one goes at once. */
function batcher(flushed: (reports: Report[]) => void) {
  let reports: Report[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastFlush = 0
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    lastFlush = performance.now()
    if (reports.length > 0) flushed(reports)
    reports = []
  }
  return {
    flush,
    add(report: Report) {
      reports.push(report)
      const quiet = performance.now() - lastFlush > FLUSH_MS
      if (quiet || reports.length >= FLUSH_REPORTS) flush()
      else timer ??= setTimeout(flush, FLUSH_MS)
    },
  }
}
