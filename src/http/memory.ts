import type { Logger } from '../log'

const LOOK_MS = 500

/** Watches the server's own resident memory. Whoever takes in something large asks `isShort` first. */
export function watchMemory(log: Logger, megabytes: number) {
  let short = false
  const timer = setInterval(() => {
    const resident = Math.round(process.memoryUsage.rss() / 1_000_000)
    const wasShort = short
    short = resident > megabytes
    if (short && !wasShort) log.error('the server is short of memory', { resident, megabytes })
    if (short) Bun.gc(true)
  }, LOOK_MS)
  timer.unref()
  return { isShort: () => short, stop: () => clearInterval(timer) }
}
