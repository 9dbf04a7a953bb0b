import { test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs that some tests use; none is needed to run the server on one machine. */
const NAMES = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  pdftotext: ['pdftotext'],
  pdftoppm: ['pdftoppm'],
  postgres: ['postgres'],
} as const

export type Tool = keyof typeof NAMES

/** The program's path, or null if this machine has none. */
export function toolPath(tool: Tool): string | null {
  for (const name of NAMES[tool]) {
    const path = Bun.which(name, { PATH: [process.env.PATH, ...postgresFolders()].join(delimiter) })
    if (path) return path
  }
  return null
}

/** Debian keeps the server of PostgreSQL off the path, a folder a version; the newest comes first. */
function postgresFolders(): string[] {
  const root = '/usr/lib/postgresql'
  try {
    const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a))
    return versions.map((version) => join(root, version, 'bin'))
  } catch {
    return []
  }
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
