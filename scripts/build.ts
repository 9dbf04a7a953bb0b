/**
 * Builds `dist/burin`: the server, its executors and all files they read, in one program.
 *
 * Files come in by `import path from '...' with { type: 'file' }`. The worker is an entry of its own because
 * `new Worker(new URL(...))` cannot find a module that was folded into another. Further arguments go to `bun build`:
 * `bun run build --target=bun-linux-arm64`.
 */
import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const ENTRIES = ['src/main.ts', 'src/jobs/worker.ts']
const OUTPUT = join('dist', process.platform === 'win32' ? 'burin.exe' : 'burin')

const FLAGS = [
  '--compile',
  '--minify',
  '--bytecode',
  '--format=esm',
  // The program's settings come from its environment alone, not from files that lie where it is started.
  '--no-compile-autoload-dotenv',
  '--no-compile-autoload-bunfig',
  // A dropped-in plugin may have a package.json of its own.
  '--compile-autoload-package-json',
]

async function main(root: string, extra: string[]): Promise<number> {
  const missing = ENTRIES.filter((entry) => !existsSync(join(root, entry)))
  if (missing.length > 0) {
    console.error(`Cannot build: ${missing.join(' and ')} not found.`)
    return 1
  }
  await mkdir(join(root, 'dist'), { recursive: true })
  const started = performance.now()
  const child = Bun.spawn(
    [process.execPath, 'build', ...FLAGS, ...extra, ...ENTRIES, '--outfile', OUTPUT],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const exitCode = await child.exited
  if (exitCode !== 0) return exitCode
  const { size } = await stat(join(root, OUTPUT))
  const seconds = (performance.now() - started) / 1000
  console.log(`${OUTPUT}: ${(size / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`)
  return 0
}

if (import.meta.main) process.exit(await main(join(import.meta.dir, '..'), process.argv.slice(2)))
