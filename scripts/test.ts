/**
 * Runs every test and ends with one line alone: `N passed, N failed` (and `, N skipped` where some were).
 *
 * `bun test` by itself exits 0 without a summary when a test file calls `process.exit(0)`, so the JUnit report is the
 * witness: no report, no success. Arguments pass through to one process: `bun run test tests/http -t "quota"`.
 *
 * Exit code: 0 only if at least one test ran, none failed and `bun test` itself exited 0.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Sums from the root element of a JUnit report; null if there is no such element. */
export function readCounts(xml: string): Counts | null {
  const root = /<testsuites\b[^>]*>/.exec(xml)?.[0]
  if (!root) return null
  const count = (name: string) => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(root)?.[1] ?? 0)
  const failed = count('failures') + count('errors')
  const skipped = count('skipped')
  return { passed: Math.max(0, count('tests') - failed - skipped), failed, skipped }
}

/** The verdict over a run: why it is no success (null if it is one) and the last line to print. */
export function judge(
  counts: Counts | null,
  exitCode: number,
): { fault: string | null; line: string } {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 0, skipped: 0 }
  let fault: string | null = null
  if (!counts) fault = `bun test left no report (exit code ${exitCode})`
  else if (exitCode !== 0 && failed === 0) fault = `bun test exited with ${exitCode}`
  else if (passed + failed === 0) fault = 'no test ran'
  else if (failed > 0) fault = `${failed} failed`
  // A run that broke outside a test (a file that does not load) must not read as "0 failed".
  const shown = fault && failed === 0 ? 1 : failed
  return {
    fault,
    line: `${passed} passed, ${shown} failed${skipped ? `, ${skipped} skipped` : ''}`,
  }
}

/** What one process of `bun test` left. */
interface Part {
  exitCode: number
  counts: Counts | null
}

const ROOT = join(import.meta.dir, '..')
/** Folders of tests that take longest, those first. */
const LONGEST = ['figure', 'painting', 'plugins', 'engines', 'http', 'jobs']
/** Files that share nothing with those beside them: each has a server and a browser of its own, and waits for both. */
const APART = /^tests.web.|binary/
/** Processes at once: two cores are kept busy while a third waits. */
const LANES = 3

/** Runs the tests whose paths hold one of `filters`; `quiet`, its output comes in one piece at its end. */
async function runPart(name: string, filters: string[], quiet: boolean): Promise<Part> {
  const report = join(ROOT, '.cache', `test-${process.pid}-${name.replaceAll('/', '-')}.xml`)
  await rm(report, { force: true })
  const command = [process.execPath, 'test', '--timeout=120000', '--reporter=junit']
  command.push(`--reporter-outfile=${report}`, ...filters)
  const out = quiet ? 'pipe' : 'inherit'
  const child = Bun.spawn(command, { cwd: ROOT, stdio: ['ignore', out, out] })
  const said = [child.stdout, child.stderr].map((stream) => stream && new Response(stream).text())
  const exitCode = await child.exited
  for (const text of said) process.stdout.write((await text) ?? '')
  const file = Bun.file(report)
  const counts = (await file.exists()) ? readCounts(await file.text()) : null
  await rm(report, { force: true })
  return { exitCode, counts }
}

/** The whole suite, a folder at a time, a few at once: a story waits for one process after the other. */
async function runAll(): Promise<Part> {
  const paths = await Array.fromAsync(new Bun.Glob('tests/**/*.test.{ts,tsx}').scan(ROOT))
  const folders = Map.groupBy(paths, (path) =>
    APART.test(path) ? path : (path.split('/').at(1) ?? ''),
  )
  const rank = (name: string) =>
    APART.test(name) ? 0 : LONGEST.indexOf(name) + 1 || LONGEST.length + 1
  const waiting = [...folders].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
  const parts: Part[] = []
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, files] = next
      const filters = files.sort().map((path) => `./${path}`)
      parts.push(await runPart(name, filters, true))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return together(parts)
}

/** One verdict over all: a part without a report, or one that failed outside its tests, is a failure of the whole. */
export function together(parts: readonly Part[]): Part {
  const sum = (of: keyof Counts) => parts.reduce((all, { counts }) => all + (counts?.[of] ?? 0), 0)
  const whole = parts.length > 0 && parts.every(({ counts }) => counts !== null)
  const faulty = parts.filter((part) => judge(part.counts, part.exitCode).fault !== null)
  return {
    exitCode:
      faulty.find(({ exitCode }) => exitCode !== 0)?.exitCode ?? (faulty.length > 0 ? 1 : 0),
    counts: whole
      ? { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
      : null,
  }
}

async function main(args: string[]): Promise<number> {
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  const { exitCode, counts } = args.length > 0 ? await runPart('some', args, false) : await runAll()
  const { fault, line } = judge(counts, exitCode)
  if (fault) console.log(`\nTests did not pass: ${fault}.`)
  console.log(`\n${line}`)
  return fault ? exitCode || 1 : 0
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
