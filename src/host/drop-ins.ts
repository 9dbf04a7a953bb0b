import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { reasonOf } from '../errors'

interface DropIn {
  name: string
  path: string
}

/** The folders of the drop-in folder, in the order of their names; none where there is no such folder. */
async function dropInFolders(folder: string): Promise<DropIn[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => entry.name)
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => ({ name, path: join(folder, name) }))
}

/**
 * Lets `take` have each drop-in of a folder, in the order of their names; gives a sentence for each that it refuses,
 * which begins with what is `skipped`.
 */
export async function eachDropIn(
  folder: string,
  skipped: string,
  take: (dropIn: DropIn) => Promise<void>,
): Promise<string[]> {
  const refused: string[] = []
  for (const dropIn of await dropInFolders(folder))
    await take(dropIn).catch((error) => {
      refused.push(`${skipped} ${dropIn.name} was skipped: ${reasonOf(error)}`)
    })
  return refused
}

/** `<name>.ts` or `<name>.js` of a drop-in. */
export async function entryOf(path: string, name: string): Promise<string | undefined> {
  const entries = ['ts', 'js'].map((ending) => join(path, `${name}.${ending}`))
  const present = await Promise.all(entries.map((entry) => Bun.file(entry).exists()))
  return entries[present.indexOf(true)]
}

/** What an entry default-exports. */
export async function importDefault(entry: string): Promise<unknown> {
  const module: { default?: unknown } = await import(pathToFileURL(entry).href)
  return module.default
}
