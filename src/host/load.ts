import { resolve } from 'node:path'
import type { Declare, Kit } from '../plugin'
import { dropInFolders, entryOf, importDefault, reasonOf } from './drop-ins'
import { Registry } from './registry'

export interface Loaded {
  registry: Registry
  /** Drop-ins that were skipped, one sentence each. */
  skipped: string[]
}

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
  for (const { name, path } of await dropInFolders(dropInFolder)) {
    if (Object.hasOwn(bundled, name) && resolve(dropInFolder) === BUNDLED_FOLDER) continue
    try {
      const entry = await entryOf(path, 'index')
      // Someone who decides needs no route.
      if (!entry && (await entryOf(path, 'engine'))) continue
      if (!entry) throw new Error('it has no index.ts')
      registry.add(await declared(entry, kit), 'drop-in')
    } catch (error) {
      skipped.push(`The drop-in ${name} was skipped: ${reasonOf(error)}`)
    }
  }
  return { registry, skipped }
}

async function declared(entry: string, kit: Kit): Promise<unknown> {
  const declare = await importDefault(entry)
  if (typeof declare !== 'function')
    throw new Error('its index.ts does not default-export a function')
  return declare(kit)
}
