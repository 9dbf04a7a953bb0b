/**
 * Writes `licences/packages.txt` and `licences/fonts.txt`: the licence texts that the packages and typefaces in the
 * program ship, with their copyright lines. What a package only contains, or ships no text for, is told by hand in
 * `licences/inside.txt`.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fontFiles } from '../src/figure/fonts/families'
import { pageEntries } from '../src/web/bundle'
import { CORES } from '../wasm/package-files'

const ROOT = join(import.meta.dir, '..')
const ENTRIES = ['src/main.ts', 'src/jobs/worker.ts']

/** Whose files browsers get. */
const SERVED = ['svgedit', 'swagger-ui-dist']
/** Files of packages that the program reads, by their paths below `node_modules`. */
export const PACKAGE_FILES: readonly string[] = [...Object.values(CORES), ...fontFiles()]
const FONTS = '@expo-google-fonts/'

/** The names of all packages that the program is built from, sorted; the platform's own builds are left out. */
export async function shippedPackages(root: string): Promise<string[]> {
  const { metafile } = await Bun.build({
    entrypoints: [...ENTRIES.map((entry) => join(root, entry)), ...pageEntries()],
    target: 'bun',
    metafile: true,
  })
  const read = PACKAGE_FILES.map((path) => join('node_modules', path))
  const names = [...Object.keys(metafile?.inputs ?? {}), ...read].map(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1] ?? '',
  )
  const platforms = /^@napi-rs\/canvas-/
  const all = new Set([...names.filter((name) => name !== ''), ...SERVED])
  return [...all].filter((name) => !platforms.test(name)).sort()
}

/** A package's licence texts, its notices included; empty where it ships none. */
export async function licenceTexts(root: string, name: string): Promise<string[]> {
  const folder = join(root, 'node_modules', name)
  const files = (await readdir(folder)).filter((file) =>
    /^(?:licen[cs]e|copying|notice)(?:$|[._-])|\.LICENSE\.txt$/i.test(file),
  )
  const wanted =
    name === 'swagger-ui-dist' ? files.filter((file) => !/es-bundle|preset/.test(file)) : files
  const texts = wanted
    .filter((file) => !/\.(?:json|js|ts)$/.test(file))
    .sort()
    .map(async (file) => (await Bun.file(join(folder, file)).text()).replaceAll('\r', '').trim())
  return Promise.all(texts)
}

/** The files of `licences/` that are made, by name. */
export async function licenceFiles(root: string): Promise<Record<string, string>> {
  const names = await shippedPackages(root)
  const isFont = (name: string) => name.startsWith(FONTS)
  return {
    'packages.txt': await bound(
      root,
      names,
      'The packages in Burin and their licences, as they ship them.',
      (text) => !text.includes('SIL OPEN FONT LICENSE'),
    ),
    'fonts.txt': await bound(
      root,
      names.filter(isFont),
      'The typefaces in Burin and their licences, as their packages ship them.',
      (text) => text.includes('SIL OPEN FONT LICENSE'),
    ),
  }
}

const RULE = '='.repeat(80)

/** One text for all packages that ship the same. */
async function bound(
  root: string,
  names: readonly string[],
  head: string,
  keep: (text: string) => boolean,
): Promise<string> {
  const holders = new Map<string, string[]>()
  for (const name of names) {
    const { version, license } = await Bun.file(
      join(root, 'node_modules', name, 'package.json'),
    ).json()
    const texts = (await licenceTexts(root, name)).filter(keep)
    const text = texts.join('\n\n') || `${license}; see inside.txt.`
    holders.set(text, [...(holders.get(text) ?? []), `${name} ${version} (${license})`])
  }
  const parts = [...holders].map(
    ([text, who]) => `${RULE}\n${who.join('\n')}\n${RULE}\n\n${text}\n`,
  )
  return `${head}\n\n${parts.join('\n\n')}`
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(await licenceFiles(ROOT)))
    await Bun.write(join(ROOT, 'licences', name), text)
}
