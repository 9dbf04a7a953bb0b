import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../harness/folders'
import type { Row } from '../harness/rows'

const LOG = join('tests', 'bench', 'sealed.log')

/** One line: the bench, the commit, the figures. The last line counts, not the best. */
export async function logSealed(bench: string, rows: readonly Row[]): Promise<void> {
  const figures = rows.map(({ figure, value, unit }) =>
    `${figure.replace(/^sealed: /, '')} ${value.toFixed(3)} ${unit}`.trim(),
  )
  const line = `${bench} ${await commit()} ${figures.join('; ')}`
  appendFileSync(join(ROOT, LOG), `${line}\n`)
}

async function commit(): Promise<string> {
  const hash = await git('rev-parse', '--short', 'HEAD')
  // The log itself changes with every run and says nothing about the program.
  const changed = await git('status', '--porcelain', '--', '.', `:!${LOG}`)
  return changed === '' ? hash : `${hash}+dirty`
}

async function git(...args: string[]): Promise<string> {
  const child = Bun.spawn(['git', ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
  return (await new Response(child.stdout).text()).trim()
}
