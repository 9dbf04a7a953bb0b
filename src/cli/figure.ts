import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '../errors'
import { EXPORT_FORMATS, OUTPUTS } from '../forms/outputs'
import type { Taken } from '../intake/judge'
import { ALONE } from '../intake/question'
import { uploadFields } from '../intake/schema'
import { examine } from '../jobs/examination'
import type { Plugin, RecordView } from '../plugin'
import { carrierOf, chosenPlugin, inOptions } from './fields'
import { type Made, make, type Shop } from './shop'
import { nameOf, readAll, textOf } from './terminal'
import { Misused } from './words'

/** A file, with what it holds by its content. */
export interface Source {
  file: string
  bytes: Buffer<ArrayBuffer>
  /** Empty where it is no text. */
  text: string
  content: keyof typeof BY_CONTENT
}

/** Who may draw a file: the first that has all options which are given. */
const BY_CONTENT = {
  pdf: ['pdf'],
  picture: ['image-to-svg'],
  svg: ['finish'],
  table: ['plot'],
  text: ['run', 'generate', 'plot'],
} as const

/** Who may draw files: several become panels. */
export function idsFor([first, ...others]: readonly Source[]): readonly string[] {
  return others.length > 0 ? ['composite'] : BY_CONTENT[first?.content ?? 'text']
}

/** Readers look for the signature of a PDF in its first kilobyte. */
const SIGNATURE_WITHIN = 1024

/** @throws Misused */
export async function readSource(file: string, { config, terminal }: Shop): Promise<Source> {
  const { MAX_JSON_BYTES, MAX_PDF_BYTES, MAX_UPLOAD_BYTES } = config
  const most = Math.max(MAX_JSON_BYTES, MAX_PDF_BYTES, MAX_UPLOAD_BYTES)
  const bytes = await readAll(file, terminal, most)
  const text = textOf(bytes) ?? ''
  return { file, bytes, text, content: contentOf(file, bytes, text) }
}

function contentOf(file: string, bytes: Buffer, text: string): Source['content'] {
  if (bytes.subarray(0, SIGNATURE_WITHIN).includes('%PDF-')) return 'pdf'
  if (text === '') return 'picture'
  if (/^\s*<[?!]?\w/.test(text) && text.includes('<svg')) return 'svg'
  return /\.[ct]sv$/i.test(file) || isJson(text) ? 'table' : 'text'
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** The task service wants a name of every figure; one that gets none here is named after what it shows. */
const NAMELESS = 'nameless'

/**
 * What a workflow makes of files and the fields beside them, of the files of a record those that are wanted.
 * @throws Misused where they are refused, Error with a sentence where the work fails
 */
export async function figureOf(
  shop: Shop,
  plugin: Plugin,
  sources: readonly Source[],
  fields: Readonly<Record<string, unknown>>,
  wanted: readonly string[],
): Promise<Made> {
  const { id, body } = plugin
  const { required = [], properties } = body
  const isNameless = required.includes('caption') && !('caption' in fields)
  const lent = new Map<string, Uint8Array>()
  const panels = new Map<string, RecordView>()
  const filled: Record<string, unknown> = { ...fields, ...(isNameless && { caption: NAMELESS }) }
  if ('output_formats' in properties) filled.output_formats = EXPORT_FORMATS
  const carrier = carrierOf(plugin)
  const [source] = sources
  if (properties[carrier]?.type === 'array')
    for (const one of sources) panels.set(idOf(one), await panelOf(shop, one, lent))
  if (source) filled[carrier] = panels.size > 0 ? sources.map(idOf) : carried(plugin, source)
  for (const field of uploadFields(body)) {
    const path = fields[field]
    if (typeof path === 'string')
      lent.set(field, await readAll(path, shop.terminal, shop.settings.maxImageBytes))
    else if (source && field === carrier) lent.set(field, source.bytes)
    if (lent.has(field)) filled[field] = field
  }
  await using folder = await mkdtempDisposable(join(tmpdir(), 'burin-'))
  try {
    const sent = { body: Buffer.from(JSON.stringify(filled)), target: join(folder.path, 'body') }
    const look = { ...ALONE, record: async (panel: string) => panels.get(panel) }
    const taken = (await examine(shop, { name: 'body', plugin: id, ...sent }, look)) as Taken
    if (isNameless) taken.input = JSON.stringify({ ...JSON.parse(taken.input), caption: null })
    return await make(shop, plugin, taken, { wanted, lent })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw inOptions(error, plugin, sources.map(({ file }) => nameOf(file)).join(', ') || 'FILE')
  }
}

/** What is drawn, as its field wants it; a table of separated values is a text inside JSON. */
function carried(plugin: Plugin, { bytes, text }: Source): string {
  const carrier = carrierOf(plugin)
  if (plugin.body.properties[carrier]?.file !== undefined) return bytes.toString('base64')
  return carrier === 'data_json' && !isJson(text) ? JSON.stringify(text) : text
}

/** Ids of records are short. */
const idOf = ({ file }: Source) => file.slice(-100)

/** A file that is joined with others, as a record: a picture as it is, anything else as it is drawn. */
async function panelOf(
  shop: Shop,
  source: Source,
  lent: Map<string, Uint8Array>,
): Promise<RecordView> {
  const [png, svg] = [OUTPUTS.figure.path, OUTPUTS.svg.path]
  const plugin = chosenPlugin(shop.plugins, idsFor([source]))
  const files =
    source.content === 'picture'
      ? new Map([[png, await asPng(source)]])
      : (await figureOf(shop, plugin, [source], {}, [png, svg])).files
  for (const [path, bytes] of files) lent.set(`${idOf(source)}/${path}`, bytes)
  const image = await new Bun.Image(files.get(png) ?? '').metadata()
  const { id: workflow, service } = plugin
  return { id: idOf(source), service, workflow, status: 'completed', artifacts: [], image }
}

function asPng({ file, bytes }: Source): Promise<Uint8Array> {
  return new Bun.Image(bytes)
    .png()
    .bytes()
    .catch(() => {
      throw new Misused(`${nameOf(file)} is neither a text nor a picture that can be read.`)
    })
}
