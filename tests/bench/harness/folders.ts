import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dir, '..', '..', '..')

/** Results, peers and data of benches; on the same file system as the sources, never committed. */
export const CACHE = join(ROOT, '.cache', 'bench')

/** An empty folder of this name under the cache. */
export function freshFolder(name: string): string {
  const folder = join(CACHE, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}
