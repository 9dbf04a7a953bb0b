/**
 * Runs every test, files of tests side by side in as many processes as keep the machine busy, and ends with one line
 * alone: `N passed, N failed` (and `, N skipped` where some were).
 *
 * `bun test` by itself exits 0 without a summary when a test file calls `process.exit(0)`, so the JUnit report is the
 * witness: no report, no success. Arguments pass through to one process: `bun run test tests/http -t "quota"`. With
 * `--update-timings` alone the whole suite runs and writes down how long each file took, so that the next run begins
 * with the longest.
 *
 * Exit code: 0 only if at least one test ran, none failed and `bun test` itself exited 0.
 */
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
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

const ROOT = join(import.meta.dir, '..')
const TIMINGS = 'tests/timings.json'
/** Every core is kept busy while one process waits; each takes up to a gigabyte. */
const PROCESSES = Math.min(cpus().length + 1, 6)
const MEMORY = '/dev/shm'
const MEMORY_BYTES = 8_000_000_000
const WHOLE = [`--parallel=${PROCESSES}`, '--no-isolate', `--timings=${TIMINGS}`]

async function main(args: string[]): Promise<number> {
  const whole = args.every((one) => one === '--update-timings')
  // Whatever a story leaves behind goes with its run. In memory no new database waits for a disk.
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  const place = bavail * bsize > MEMORY_BYTES ? MEMORY : tmpdir()
  const folder = await mkdtemp(join(place, 'burin-tests-'))
  const report = join(folder, 'report.xml')
  const command = [process.execPath, 'test', '--timeout=240000', '--reporter=junit']
  command.push(`--reporter-outfile=${report}`, ...(whole ? WHOLE : []), ...args)
  try {
    const child = Bun.spawn(command, {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const exitCode = await child.exited
    const file = Bun.file(report)
    const counts = (await file.exists()) ? readCounts(await file.text()) : null
    const { fault, line } = judge(counts, exitCode)
    if (fault) console.log(`\nTests did not pass: ${fault}.`)
    console.log(`\n${line}`)
    return fault ? exitCode || 1 : 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
