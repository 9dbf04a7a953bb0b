import { basename } from 'node:path'
import { Problem } from '../errors'
import { DOCUMENTS, EXPORTS, isDocument, OUTPUTS } from '../forms/outputs'
import { ALONE } from '../intake/question'
import { examine } from '../jobs/examination'
import { chosenPlugin, describeFields, fieldsFrom } from './fields'
import { figureOf, idsFor, readSource, type Source } from './figure'
import { type Made, openShop, type Shop } from './shop'
import { readText, requireFolder, type Terminal, writeWhole } from './terminal'
import { Misused, type Words } from './words'

/** The words that tell of a figure, or are all there is. */
const WORDS = 'description'

/** Files of a record that only their own names tell apart. */
const DATA = Object.values(OUTPUTS).filter(({ path }) => /\.(json|csv)$/.test(path))

/** What each ending asks for: a file of a record, a document that is made of it, or words. */
const ENDINGS: readonly (readonly [ending: string, what: string])[] = [
  ...DATA.map(({ path }) => [path, path] as const),
  ...Object.entries(DOCUMENTS).map(([format, { ending }]) => [`.${ending}`, format] as const),
  ...Object.entries(EXPORTS).map(([format, { path }]) => [`.${format}`, path] as const),
  ['.txt', WORDS],
]

const NAMED = ENDINGS.map(([ending]) => ending).join(' ')

const HELP = `
  echo "Reads -> Trimming -> Counts" | burin draw - -o figure.svg -o figure.pdf
  burin draw scores.csv --intent "bars of mean yield by field" -o chart.png

  -o, --output OUT           a file, or - for the SVG on standard output; again for more. It ends in one of
                             ${NAMED}
  --workflow NAME            one of the workflows below, instead of what the file suggests; with --help: its options alone
  --json                     prints what was written and what is to be said of it as one object

`

/** What documents are made of. */
const MADE_OF = [OUTPUTS.svg.path, OUTPUTS.scene.path, OUTPUTS.diagram.path]

/** A place to write to, and what is to stand there. */
interface Out {
  to: string
  what: string
}

/** @throws Misused for a name that asks for nothing, or under which nothing can be written */
async function outOf(to: string): Promise<Out> {
  if (to === '-') return { to, what: OUTPUTS.svg.path }
  const name = basename(to).toLowerCase()
  const [, what] = ENDINGS.find(([ending]) => name.endsWith(ending)) ?? []
  if (what === undefined) throw new Misused(`-o ${to}: its name must end in one of ${NAMED}.`)
  await requireFolder(to)
  return { to, what }
}

/** `burin draw`. @throws Misused, or Error with a sentence where the work fails */
export async function draw({ files, options }: Words, terminal: Terminal): Promise<number> {
  const started = performance.now()
  const { workflow, json, output, help, ...others } = Object.fromEntries(options)
  const names = output ?? (json ? [] : ['-'])
  if (json && names.includes('-'))
    throw new Misused('--json writes to standard output, and so does -o -; name a file.')
  const outs = await Promise.all([...new Set(names)].map(outOf))
  const shop = await openShop(terminal)
  if (help) {
    const shown = workflow ? [chosenPlugin(shop.plugins, workflow)] : shop.plugins
    await terminal.stdout(`${HELP}${shown.map(describeFields).join('\n\n')}\n`)
    return 0
  }
  if (files.length === 0 && !workflow)
    throw new Misused('Name a FILE to draw, or - for standard input; see burin draw --help.')
  const sources: Source[] = []
  for (const file of files) sources.push(await readSource(file, shop))
  const plugin = chosenPlugin(shop.plugins, workflow ?? idsFor(sources), Object.keys(others))
  const fields = await fieldsFrom(plugin, others, (file) => readText(file, shop))
  // The one workflow whose result is words.
  if (plugin.id === 'optimize') for (const out of outs) out.what = WORDS
  const wanted = outs.flatMap(({ what }) => (isDocument(what) ? MADE_OF : [what]))
  const made = await figureOf(shop, plugin, sources, fields, wanted)
  const told = await written(shop, made, outs)
  const { description, warnings } = made
  const seconds = Math.round(performance.now() - started) / 1000
  const all = JSON.stringify({ ...told, description, warnings, seconds })
  if (json) await terminal.stdout(`${all}\n`)
  else for (const said of [...warnings, ...told.leftOut]) terminal.stderr(`${said}\n`)
  for (const said of told.missing) terminal.stderr(`${said}\n`)
  return told.missing.length === 0 ? 0 : 1
}

/** Writes what was asked for; what the figure cannot be made into is `missing`, with the reason. */
async function written(shop: Shop, made: Made, outs: readonly Out[]) {
  const told = { files: [] as object[], leftOut: [] as string[], missing: [] as string[] }
  for (const { to, what } of outs)
    try {
      const { bytes, leftOut } = await contentOf(shop, made, what)
      told.leftOut.push(...leftOut.map((sentence) => `${to}: ${sentence}`))
      if (to === '-') await shop.terminal.stdout(bytes)
      else await writeWhole(to, bytes)
      told.files.push({ path: to, bytes: bytes.byteLength })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const reason = error.sentence.replace(/^format: |\.$/g, '')
      told.missing.push(`${to} is not written: ${reason}.`)
    }
  return told
}

interface Content {
  bytes: Uint8Array
  leftOut: readonly string[]
}

/** @throws Problem where the figure has none of it */
async function contentOf(shop: Shop, { files, description }: Made, what: string): Promise<Content> {
  if (isDocument(what)) {
    const question = { name: 'document', source: crypto.randomUUID(), format: what } as const
    const read = async (path: string) => files.get(path)
    return (await examine(shop, { ...question, title: '' }, { ...ALONE, read })) as Content
  }
  const bytes = what === WORDS ? Buffer.from(`${description}\n`) : files.get(what)
  if (!bytes) throw new Problem(422, `this workflow makes no ${what} of it`)
  return { bytes, leftOut: [] }
}
