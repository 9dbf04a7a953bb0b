import { resolve } from 'node:path'
import type { Declare, Kit } from '../plugin'
import { eachDropIn, entryOf, importDefault } from './drop-ins'
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
  const skipped = await eachDropIn(dropInFolder, 'The drop-in', async ({ name, path }) => {
    if (Object.hasOwn(bundled, name) && resolve(dropInFolder) === BUNDLED_FOLDER) return
    const entry = await entryOf(path, 'index')
    // Someone who decides needs no route.
    if (!entry && (await entryOf(path, 'engine'))) return
    if (!entry) throw new Error('it has no index.ts')
    registry.add(await declared(entry, kit), 'drop-in')
  })
  return { registry, skipped }
}

async function declared(entry: string, kit: Kit): Promise<unknown> {
  const declare = await importDefault(entry)
  if (typeof declare !== 'function')
    throw new Error('its index.ts does not default-export a function')
  return declare(kit)
}
