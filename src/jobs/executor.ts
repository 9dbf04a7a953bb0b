import type { FromExecutor, ToExecutor } from './protocol'

/** In the binary every module's address is that of `src`. */
const WORKER = Bun.isStandaloneExecutable ? './jobs/worker.ts' : './worker.ts'
const ORPHAN_CHECK_MS = 1000

/**
 * The child process that runs plugins: one warm Bun Worker, one job at a time. This thread only relays and
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
  worker.onmessage = ({ data }: MessageEvent<FromExecutor>) => send(data)
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
