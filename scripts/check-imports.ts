/**
 * Who may import whom. Reads the imports of every source file and holds them against the tables below; no imports may go
 * in a circle, neither between top folders nor between files nor, of values, between the folders that hold them.
 *
 * `bun scripts/check-imports.ts [folder]` prints one line a fault, `file:line: rule`, and exits 1 if there is any.
 * Tests and scripts stand outside: they may import anything.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { type Found, scanImports } from './import-scan'

/**
 * A unit is a folder or a file of src that bears its name, or one of these; the longest path that fits names the unit of
 * a file.
 */
const UNITS: Record<string, string> = {
  'src/serve.ts': 'main',
  'src/plugin.ts': 'plugin contract',
  'src/jobs/protocol.ts': 'protocol',
  'src/jobs/artifact-writer.ts': 'worker part',
  'src/jobs/run-log.ts': 'worker part',
  'src/jobs/warm-up.ts': 'worker part',
  'src/jobs/executor.ts': 'executor',
  'src/jobs/worker.ts': 'worker',
  'src/jobs/workshop.ts': 'worker',
  'src/jobs/perform.ts': 'worker',
  'src/jobs/run-context.ts': 'worker',
  'src/jobs/examination.ts': 'worker',
  'src/providers/adapters/': 'wire translators',
  'src/engines/resolve.ts': 'resolve',
  'src/figure/geometry/index.ts': 'geometry',
  'src/figure/icons/own-pictures.ts': 'own pictures',
  'src/figure/patch/editing.ts': 'editing',
  'wasm/': 'wasm',
  'plugins/index.ts': 'plugin list',
  'plugins/*/': 'plugin',
  'docs/plugins/*/': 'plugin',
}

interface Rule {
  /** Units whose values and types may be imported. A unit may always import itself. */
  may: readonly string[]
  /** Units of which only types may be imported. */
  types: readonly string[]
  /** Units that may be loaded by `import()`, when they are needed. */
  later: readonly string[]
}

/** Of each unit what it may import. `cli` does a server's work in one process, of the store with keys alone. */
const RULES = rulesOf(`
main: app, cli, host, config, executor, providers, net, errors, log; later mcp, store
cli: host, intake, worker, worker part, jobs, resolve, workflows, providers, net, read, figure,
  store, config, errors, forms; types plugin contract
app: http, host, jobs, webhooks, net, providers, store, config, errors, log,
  plugin list; types plugin contract
http: store, host, intake, resolve, providers, config, errors, log, web,
  forms; types plugin contract; later mcp
mcp: forms, errors; later figure
jobs: store, host, forms, config, errors, log, protocol; types plugin contract, intake, resolve,
  providers
executor: worker, protocol, errors; types store
worker: host, intake, engines, workflows, figure, own pictures, read, providers, net, forms,
  worker part, protocol, errors, plugin list; types plugin contract, store
worker part: protocol, forms, errors; types plugin contract, store
protocol: errors; types plugin contract, store, forms, intake, providers
webhooks: net, store, config, errors, log
intake: errors, forms; types plugin contract
host: config, errors, forms, providers; types plugin contract, own pictures; later editing,
  own pictures, read
store: errors, forms
config: errors; types plugin contract
providers: net, errors, forms; types wire translators; later wire translators
wire translators:; types providers
net: errors
workflows: engines, editing, figure, geometry, read, forms
engines: forms, figure, own pictures, read, providers
resolve: providers, forms
editing: figure, forms
read: forms, figure, geometry, wasm
figure: forms, wasm, geometry, own pictures
geometry:; types forms
own pictures: figure, geometry, forms
web: geometry; types forms
plugin contract:; types forms
plugin list: plugin; types plugin contract
plugin:; types plugin contract
forms: wasm
errors:
log:
wasm:
`)

function rulesOf(table: string): Record<string, Rule> {
  const names = (list = '') => list.split(',').flatMap((name) => name.trim() || [])
  const rows = table.trim().split(/\n(?=\S)/)
  return Object.fromEntries(
    rows.map((row) => {
      const [, unit = '', may, types, later] =
        /^([^:]+):([^;]*)(?:; types([^;]*))?(?:; later(.*))?$/s.exec(row) ?? []
      return [unit, { may: names(may), types: names(types), later: names(later) }]
    }),
  )
}

/** Packages that belong to one place. Types of them too: a type is where knowledge of a database starts to spread. */
const PACKAGE_OWNERS: Record<string, readonly string[]> = {
  'bun:sqlite': ['store'],
  'drizzle-orm': ['store'],
  elysia: ['app', 'http'],
  preact: ['web'],
  '@ai-sdk': ['wire translators'],
  '@openrouter': ['wire translators'],
  '@modelcontextprotocol': ['mcp'],
  // The SDK brings them along; what is ours is checked by TypeBox.
  ai: [],
  zod: [],
}

/** A plugin may name a package's types, never its values: a dropped-in one would load a second copy. */
const NO_PACKAGE_VALUES = ['plugin']

const SOURCES = ['src', 'plugins', 'wasm', 'docs/plugins'].map((top) => `${top}/**/*.{ts,tsx}`)

/** An import, between files or between the folders that hold them. */
interface Edge {
  file: string
  line: number
  from: string
  to: string
}

/** The faults of a source tree, each `file:line: what is wrong`, in the order of the files. */
export function checkImports(root: string): string[] {
  const faults: string[] = []
  const tops: Edge[] = []
  const between: Edge[] = []
  const folders: Edge[] = []
  const files = SOURCES.flatMap((pattern) => [
    ...new Bun.Glob(pattern).scanSync({ cwd: root }),
  ]).filter((file) => !file.includes('node_modules/') && !file.endsWith('.d.ts'))
  for (const file of files.sort()) {
    const unit = unitOf(file)
    if (!unit) {
      faults.push(`${file}:1: belongs to no unit; name its folder in scripts/check-imports.ts`)
      continue
    }
    const source = readFileSync(join(root, file), 'utf8')
    for (const found of scanImports(source, file.endsWith('.tsx') ? 'tsx' : 'ts')) {
      const { specifier, line, typesOnly } = found
      const at = `${file}:${line}: `
      if (!specifier.startsWith('.')) {
        const fault = packageFault(unit, specifier, typesOnly)
        if (fault) faults.push(at + fault)
        continue
      }
      const target = resolve(root, file, specifier)
      if (!target) {
        faults.push(`${at}'${specifier}' does not exist`)
        continue
      }
      tops.push({ file, line, from: topFolder(file), to: topFolder(target) })
      between.push({ file, line, from: file, to: target })
      if (!typesOnly) folders.push({ file, line, from: folderOf(file), to: folderOf(target) })
      const fault = importFault(unit, file, target, found)
      if (fault) faults.push(at + fault)
    }
  }
  return [...faults, ...circles(tops), ...circles(between), ...circles(folders)]
}

function importFault(
  unit: string,
  file: string,
  target: string,
  { typesOnly, dynamic }: Found,
): string | null {
  const other = unitOf(target)
  if (!other)
    return /\.[tj]sx?$/.test(target) ? `${unit} imports ${target}, outside the units` : null
  if (unit === 'plugin' && other === 'plugin') {
    return topFolder(file) === topFolder(target)
      ? null
      : `a plugin may not import another plugin (${target})`
  }
  const rule = RULES[unit]
  if (unit === other || rule?.may.includes(other)) return null
  if (dynamic && rule?.later.includes(other)) return null
  if (rule?.types.includes(other)) {
    return typesOnly ? null : `${unit} may import only types from ${other} (${target})`
  }
  const may = [...(rule?.may ?? []), ...(rule?.types ?? []).map((name) => `${name} (types)`)]
  return `${unit} may not import ${other} (${target}); it may import ${may.join(', ') || 'nothing of ours'}`
}

function packageFault(unit: string, specifier: string, typesOnly: boolean): string | null {
  for (const [name, owners] of Object.entries(PACKAGE_OWNERS)) {
    if (specifier !== name && !specifier.startsWith(`${name}/`)) continue
    if (!owners.includes(unit))
      return `${unit} may not import ${name}; only ${owners.join(', ') || 'its own packages'} may`
  }
  if (NO_PACKAGE_VALUES.includes(unit) && !typesOnly) {
    return `a ${unit} may not import values of ${specifier}: the kit and ctx lend what it needs`
  }
  return null
}

function unitOf(path: string): string | undefined {
  let best: string | undefined
  for (const prefix of Object.keys(UNITS)) {
    const fits = prefix.endsWith('/') ? new Bun.Glob(`${prefix}**`).match(path) : prefix === path
    if (fits && prefix.length > (best?.length ?? 0)) best = prefix
  }
  if (best) return UNITS[best]
  const [, name = ''] = /^src\/([a-z-]+)(?:\/|\.ts$)/.exec(path) ?? []
  return Object.hasOwn(RULES, name) ? name : undefined
}

/** `src/http/`, `plugins/run/`, or the file itself where it lies directly in a root folder. */
function topFolder(path: string): string {
  const parts = path.split('/')
  const depth = path.startsWith('docs/') ? 3 : path.startsWith('wasm/') ? 1 : 2
  return parts.length > depth ? `${parts.slice(0, depth).join('/')}/` : path
}

/** The folder of a file, or the file itself where it lies directly in a root folder. */
function folderOf(path: string): string {
  const folder = `${dirname(path)}/`
  return folder === 'src/' ? path : folder
}

function resolve(root: string, file: string, specifier: string): string | null {
  const base = posix.join(dirname(file), specifier.replace(/[?#].*$/, ''))
  const tries = [base, `${base}.ts`, `${base}.tsx`, `${base}.d.ts`, `${base}/index.ts`]
  return tries.find((path) => isFile(root, path)) ?? null
}

function isFile(root: string, path: string): boolean {
  return existsSync(join(root, path)) && /\.[a-z0-9]+$/i.test(path)
}

/** One fault for each circle of imports, naming the one that closes it. */
function circles(edges: Edge[]): string[] {
  const next = new Map<string, Map<string, Edge>>()
  for (const edge of edges) {
    if (edge.from === edge.to) continue
    const targets = next.get(edge.from) ?? new Map<string, Edge>()
    if (!targets.has(edge.to)) targets.set(edge.to, edge)
    next.set(edge.from, targets)
  }
  const faults: string[] = []
  const done = new Set<string>()
  const visit = (folder: string, path: string[]) => {
    for (const [target, edge] of next.get(folder) ?? []) {
      const start = path.indexOf(target)
      if (start >= 0) {
        const circle = [...path.slice(start), target].join(' -> ')
        faults.push(`${edge.file}:${edge.line}: closes a circle of imports: ${circle}`)
      } else if (!done.has(target)) visit(target, [...path, target])
    }
    done.add(folder)
  }
  for (const folder of next.keys()) if (!done.has(folder)) visit(folder, [folder])
  return faults
}

if (import.meta.main) {
  const faults = checkImports(process.argv[2] ?? join(import.meta.dir, '..'))
  for (const fault of faults) console.log(fault)
  process.exit(faults.length === 0 ? 0 : 1)
}
