import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Declare, Kit } from '../plugin'
import { Registry } from './registry'

export interface Loaded {
  registry: Registry
  /** Drop-ins that were skipped, one sentence each. */
  skipped: string[]
}

const ENTRIES = ['index.ts', 'index.js']

/** Where the sources keep the bundled plugins, which is also the default drop-in folder there. */
const BUNDLED_FOLDER = resolve(import.meta.dir, '..', '..', 'plugins')

/** Registers the bundled plugins, then the folders of the drop-in folder in the order of their names. */
export async function loadPlugins(
  bundled: Readonly<Record<string, Declare>>,
  dropInFolder: string,
  kit: Kit,
): Promise<Loaded> {
  const registry = new Registry()
  for (const declare of Object.values(bundled)) registry.add(declare(kit), 'bundled')
  const skipped: string[] = []
  for (const name of await dropInNames(dropInFolder)) {
    if (Object.hasOwn(bundled, name) && resolve(dropInFolder) === BUNDLED_FOLDER) continue
    try {
      registry.add(await declareDropIn(join(dropInFolder, name), kit), 'drop-in')
    } catch (error) {
      skipped.push(
        `The drop-in ${name} was skipped: ${error instanceof Error ? error.message : error}`,
      )
    }
  }
  return { registry, skipped }
}

async function dropInNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => entry.name)
    .filter((name) => !name.startsWith('.'))
    .sort()
}

async function declareDropIn(folder: string, kit: Kit): Promise<unknown> {
  const present = await Promise.all(ENTRIES.map((name) => Bun.file(join(folder, name)).exists()))
  const entry = ENTRIES[present.indexOf(true)]
  if (!entry) throw new Error('it has no index.ts')
  const module: { default?: unknown } = await import(pathToFileURL(join(folder, entry)).href)
  if (typeof module.default !== 'function')
    throw new Error('its index.ts does not default-export a function')
  return module.default(kit)
}
