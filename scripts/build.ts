/**
 * Builds `dist/burin`: the server, its executors and all files they read, in one program.
 *
 * What browsers get comes in as a folder, and so do fonts, cores and Skia, each file compressed. The worker is an entry of its own because `new Worker(new URL(...))` cannot find a module that was folded into another. Further
 * arguments go to `bun build`: `bun run build --target=bun-linux-arm64`.
 */
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlePages } from '../src/web/bundle'
import { EMBEDDED, listTree, TREE_NAMES, type Tree, treeFile } from '../src/web/files'
import { PACKED, packageFile, SKIA } from '../wasm/package-files'
import { PACKAGE_FILES } from './licences'

const ROOT = join(import.meta.dir, '..')
const ENTRIES = ['src/main.ts', 'src/jobs/worker.ts']
const OUTPUT = join('dist', process.platform === 'win32' ? 'burin.exe' : 'burin')

const FLAGS = [
  '--compile',
  '--minify',
  '--splitting',
  '--bytecode',
  // Of functions deeper than that it weighs 3 MB, and most never run.
  '--bytecode-depth=2',
  '--format=esm',
  // Its library comes in packed.
  '--external=@napi-rs/canvas-*',
  // The program's settings come from its environment alone, not from files that lie where it is started.
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
  // A dropped-in plugin may have a package.json of its own.
  '--compile-autoload-package-json',
]

async function main(root: string, extra: string[]): Promise<number> {
  const started = performance.now()
  await mkdir(join(root, 'dist'), { recursive: true })
  const staging = await mkdtemp(join(tmpdir(), 'burin-build-'))
  try {
    const assets = [await stageWebFiles(staging), await stagePacked(staging, extra)]
    const flags = [...FLAGS, ...assets.flatMap((each) => ['--asset', each]), ...extra]
    const command = [process.execPath, 'build', ...flags, '--outfile', OUTPUT, ...ENTRIES]
    const stdio: ['ignore', 'inherit', 'inherit'] = ['ignore', 'inherit', 'inherit']
    const exitCode = await Bun.spawn(command, { cwd: root, stdio }).exited
    if (exitCode !== 0) return exitCode
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  const { size } = await stat(join(root, OUTPUT))
  const seconds = (performance.now() - started) / 1000
  console.log(`${OUTPUT}: ${(size / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`)
  return 0
}

/** Puts what browsers get, and nothing else of its packages, into one folder; gives that folder. */
async function stageWebFiles(staging: string): Promise<string> {
  const folder = join(staging, EMBEDDED)
  for (const tree of TREE_NAMES)
    for (const path of listTree(tree)) await pack(treeFile(tree, path), join(folder, tree, path))
  for (const [name, script] of await bundlePages())
    await pack(script, join(folder, 'pages' satisfies Tree, name))
  return folder
}

/** More takes minutes and saves a twentieth. */
const LEVEL = 9

/** Puts the files that packages lend into one folder, each compressed; gives that folder. */
async function stagePacked(staging: string, extra: string[]): Promise<string> {
  const folder = join(staging, PACKED)
  for (const path of PACKAGE_FILES) await pack(packageFile(path), join(folder, path))
  await pack(readFileSync(skiaFor(extra.join(' '))), join(folder, SKIA))
  return folder
}

const pack = (bytes: Uint8Array<ArrayBuffer>, path: string) =>
  Bun.write(path, Bun.zstdCompressSync(bytes, { level: LEVEL }))

/** Skia's library for the machine that the binary is for. */
function skiaFor(flags: string): string {
  const [, system = process.platform, processor = process.arch] =
    /--target=bun-(\w+)-(\w+)/.exec(flags) ?? []
  const name = `@napi-rs/canvas-${system.replace('windows', 'win32')}-${processor}`
  const found = new Bun.Glob(`node_modules/${name}*/*.node`).scanSync({ cwd: ROOT, absolute: true })
  const path = [...found].find((each) => each.includes('musl') === flags.includes('musl'))
  if (path === undefined) throw new Error(`node_modules lacks ${name}: bun install --os --cpu`)
  return path
}

if (import.meta.main) process.exit(await main(ROOT, process.argv.slice(2)))
