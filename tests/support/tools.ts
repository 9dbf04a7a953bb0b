import { test } from 'bun:test'

/** Programs that some tests look at results with; none is needed to run the server. */
const NAMES = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  pdftotext: ['pdftotext'],
  pdftoppm: ['pdftoppm'],
} as const

export type Tool = keyof typeof NAMES

/** The program's path, or null if this machine has none. */
export function toolPath(tool: Tool): string | null {
  for (const name of NAMES[tool]) {
    const path = Bun.which(name)
    if (path) return path
  }
  return null
}

const have = (tool: Tool): boolean => toolPath(tool) !== null

/**
 * `test` where the tools are installed, else a skipped test whose name gives the reason.
 *
 * @example testWith('pdftotext')('keeps the text selectable', async () => { ... })
 */
export function testWith(...tools: Tool[]) {
  const missing = tools.filter((tool) => !have(tool))
  return (name: string, run: () => void | Promise<void>, timeoutMs?: number): void => {
    if (missing.length === 0) test(name, run, timeoutMs)
    else test.skip(`${name} (not installed: ${missing.join(', ')})`, run)
  }
}
