/**
 * Measures. `bun run bench` runs every bench, `bun run bench speed` those named; each is a file `<name>.bench.ts` here
 * whose default export is a {@link Bench}. The results go to `.cache/bench/<name>.json`. Exit code 1 when a guarded
 * figure is worse than the committed baseline allows.
 *
 * --only=a,b   only these parts of a bench
 * --full       the sizes that take minutes too
 * --without=a,b   leaves out these stages or refinements of what is measured, to say what they are worth
 * --provider id, --cases=a,b, --record=folder   of `text`
 * --cases=n   so many submissions, of `scale`; --without=postgres: of one server alone
 * --update     writes the baseline from this run
 */
import { mkdirSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { regressions, update } from './harness/baseline'
import { CACHE } from './harness/folders'
import { endAll } from './harness/processes'
import type { Bench, BenchOptions } from './harness/rows'
import { table } from './harness/table'

async function main(args: string[]): Promise<number> {
  const said = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1]
  const at = args.indexOf('--provider')
  const names = args.filter((arg, index) => !arg.startsWith('--') && (at < 0 || index !== at + 1))
  const options = {
    full: args.includes('--full'),
    only: said('only')?.split(',') ?? [],
    without: said('without')?.split(',') ?? [],
    provider: said('provider') ?? (at < 0 ? null : (args[at + 1] ?? null)),
    cases: said('cases')?.split(',') ?? [],
    record: said('record') ?? null,
  }
  const benches = await load(names)
  mkdirSync(CACHE, { recursive: true })
  let failed = false
  for (const bench of benches) {
    const worse = await measure(bench, options, args.includes('--update'))
    failed ||= worse.length > 0
  }
  return failed ? 1 : 0
}

async function load(names: string[]): Promise<Bench[]> {
  const files = [...new Bun.Glob('*.bench.ts').scanSync(import.meta.dir)].sort()
  const known = files.map((file) => file.replace('.bench.ts', ''))
  const odd = names.find((name) => !known.includes(name))
  if (odd) throw new Error(`There is no bench ${odd}; there are ${known.join(', ')}.`)
  const wanted = names.length > 0 ? names : known
  const modules = await Promise.all(
    wanted.map((name) => import(`./${name}.bench.ts`) as Promise<{ default: Bench }>),
  )
  return modules.map((module) => module.default)
}

async function measure(bench: Bench, options: BenchOptions, write: boolean): Promise<string[]> {
  console.log(`${bench.name}: ${bench.summary}`)
  console.log(`${machine()}; load before ${load1()}`)
  const rows = await bench.run(options).finally(endAll)
  console.log(`${table(rows)}\nload after ${load1()}`)
  const result = { bench: bench.name, machine: machine(), load: loadavg(), rows }
  await Bun.write(join(CACHE, `${bench.name}.json`), `${JSON.stringify(result, null, 2)}\n`)
  if (write) await update(bench.name, rows)
  const worse = await regressions(bench.name, rows)
  for (const sentence of worse) console.log(`worse than the baseline: ${sentence}`)
  console.log('')
  return worse
}

function machine(): string {
  return `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, Bun ${Bun.version}`
}

const load1 = () => (loadavg()[0] ?? 0).toFixed(2)

process.exit(await main(process.argv.slice(2)))
