/** Between two looks: short at first, longer the longer it takes. */
const STEP_MS = { first: 10, last: 100 }
/** Longer than any machine takes: what does not come is told, not waited for without end. */
export const PATIENCE_MS = 120_000

/**
 * Waits until `look` gives something other than undefined or false, and gives that.
 * @throws Error naming `what` after `timeoutMs`
 */
export async function until<T>(
  what: string | (() => string),
  look: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  const end = performance.now() + timeoutMs
  for (let step = STEP_MS.first; ; step = Math.min(step * 1.3, STEP_MS.last)) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end)
      throw new Error(`Waited ${timeoutMs} ms in vain: ${typeof what === 'string' ? what : what()}`)
    await Bun.sleep(step)
  }
}
