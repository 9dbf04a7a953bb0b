/**
 * Everything that can be checked without running the program. One line a step; a failed step prints what it found and
 * the rest still run. Works offline. Exit code 1 if any step failed.
 *
 * `bun run check` runs all, `bun run check types imports` only the steps named.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { checkImports } from './check-imports'
import { checkTables } from './check-tables'

const ROOT = join(import.meta.dir, '..')
/** For each database: its tables, and the migrations that are made of them. */
const MIGRATIONS = {
  sqlite: { schema: 'src/store/schema.ts', folder: 'src/store/migrations' },
  postgresql: { schema: 'src/store/postgres-tables.ts', folder: 'src/store/migrations-postgres' },
}
const KERNELS = 'wasm/kernels'

interface Outcome {
  ok: boolean
  /** What to show when the step failed. */
  output: string
}

interface Step {
  name: string
  run: () => Promise<Outcome>
}

const STEPS: Step[] = [
  { name: 'types', run: () => tool('tsc', '--noEmit', '--pretty', 'false') },
  { name: 'lint and format', run: () => tool('biome', 'check', '--error-on-warnings') },
  { name: 'imports', run: async () => verdict(checkImports(ROOT)) },
  { name: 'tables', run: async () => verdict(checkTables(ROOT)) },
  { name: 'unused code', run: () => tool('knip', '--no-progress') },
  { name: 'migrations', run: checkMigrations },
  { name: 'kernels', run: checkKernels },
  { name: 'operations', run: () => spawn(['scripts/generate-operations.ts', '--check']) },
]

function verdict(faults: string[]): Outcome {
  return { ok: faults.length === 0, output: faults.join('\n') }
}

/** Runs an installed program under this very Bun, because a machine may have no Node. */
function tool(name: string, ...args: string[]): Promise<Outcome> {
  return spawn(['--bun', join('node_modules', '.bin', name), ...args])
}

async function spawn(args: string[]): Promise<Outcome> {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  const [out, err, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { ok: exitCode === 0, output: `${out}\n${err}`.trim() }
}

/** Writes the migrations anew into a copy: a file that appears there is one that somebody forgot to generate. */
async function checkMigrations(): Promise<Outcome> {
  const found = Object.entries(MIGRATIONS).map(([dialect, one]) => checkMigrationsOf(dialect, one))
  const faults = (await Promise.all(found)).filter(({ ok }) => !ok)
  return verdict(faults.map(({ output }) => output))
}

async function checkMigrationsOf(
  dialect: string,
  { schema, folder }: { schema: string; folder: string },
): Promise<Outcome> {
  const copy = await mkdtemp(join(tmpdir(), 'burin-migrations-'))
  try {
    await cp(join(ROOT, folder), copy, { recursive: true })
    const before = sqlFiles(copy)
    const generated = await tool(
      'drizzle-kit',
      'generate',
      `--dialect=${dialect}`,
      `--schema=./${schema}`,
      // drizzle-kit puts `./` before what it is given.
      `--out=${relative(ROOT, copy)}`,
    )
    const added = sqlFiles(copy).filter((name) => !before.includes(name))
    // It exits 0 even where it stopped at a question ("created or renamed?"), so only its own sentence counts.
    if (added.length === 0 && !generated.output.includes('No schema changes')) {
      return {
        ok: false,
        output: `run \`bun run migrate:generate\`; here it ended with\n${generated.output}`,
      }
    }
    return verdict([
      ...added.map((name) => `${schema} has changed; run \`bun run migrate:generate\` (${name})`),
      ...before
        .filter((name) => !isEmbedded(folder, name))
        .map((name) => `no file of src/store imports ${name}`),
    ])
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Builds the pixel kernels anew beside the committed ones: equal sources give equal bytes. */
async function checkKernels(): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'burin-kernels-'))
  try {
    const file = join(folder, 'kernels.wasm')
    const built = await tool('asc', '--config', `${KERNELS}/asconfig.json`, '--outFile', file)
    if (!built.ok) return built
    if (readFileSync(file).equals(readFileSync(join(ROOT, `${KERNELS}.wasm`)))) return verdict([])
    return verdict([`${KERNELS} has changed; run \`bun run build:wasm\``])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function sqlFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.sql'))
}

/** The binary reads no folder of migrations: each one must be imported by name. */
function isEmbedded(folder: string, name: string): boolean {
  const path = `/${basename(folder)}/${name}'`
  const sources = [...new Bun.Glob('src/store/**/*.ts').scanSync({ cwd: ROOT })]
  return sources.some((file) => readFileSync(join(ROOT, file), 'utf8').includes(path))
}

async function main(names: string[]): Promise<number> {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name.startsWith(name)))
  if (unknown.length > 0) {
    console.error(
      `No step ${unknown.join(', ')}; there are: ${STEPS.map((s) => s.name).join(', ')}`,
    )
    return 1
  }
  const failed: string[] = []
  for (const step of STEPS) {
    if (names.length > 0 && !names.some((name) => step.name.startsWith(name))) continue
    const started = performance.now()
    const { ok, output } = await step.run()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${step.name.padEnd(16)} ${seconds.padStart(5)} s`)
    if (ok) continue
    failed.push(step.name)
    console.log(output.replace(/^/gm, '       '))
  }
  console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`)
  return failed.length === 0 ? 0 : 1
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
