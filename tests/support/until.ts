const STEP_MS = 20

/**
 * Waits until `look` gives something other than undefined or false, and gives that.
 * @throws Error naming `what` after `timeoutMs`
 */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs = 60_000,
): Promise<T> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`)
    await Bun.sleep(STEP_MS)
  }
}
