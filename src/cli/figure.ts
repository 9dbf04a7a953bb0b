import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import type { Config } from '../config'
import { Problem } from '../errors'
import { EXPORT_FORMATS, kindOf, OUTPUTS } from '../forms/outputs'
import type { Taken } from '../intake/judge'
import { uploadFields } from '../intake/schema'
import { examine } from '../jobs/examination'
import type { Look, Plugin, RecordView } from '../plugin'
import { carrierOf, chosenPlugin, idsFor, inOptions } from './fields'
import { type Made, make, type Shop } from './shop'
import { nameOf, readAll, type Terminal, textOf } from './terminal'
import { Misused } from './words'

/** A file, with what it holds by its content. */
export interface Source {
  file: string
  bytes: Buffer<ArrayBuffer>
  /** Empty where it is no text. */
  text: string
  content: Parameters<typeof idsFor>[0][number]['content']
}

export interface Bench {
  shop: Shop
  terminal: Terminal
  /** That is gone when the command has ended. */
  folder: string
  /** Shows where the work is. */
  line(text: string): void
}

/** Readers look for the signature of a PDF in its first kilobyte. */
const SIGNATURE_WITHIN = 1024

/** @throws Misused */
export async function readSource(
  file: string,
  terminal: Terminal,
  { MAX_JSON_BYTES, MAX_PDF_BYTES, MAX_UPLOAD_BYTES }: Config,
): Promise<Source> {
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

/** Nobody has records here but who joins files. */
export const ALONE: Pick<Look, 'record' | 'read'> = {
  record: async () => undefined,
  read: async () => undefined,
}

export interface Asked {
  fields: Readonly<Record<string, unknown>>
  /** Paths of the files that are wanted: no other is made. */
  wanted: readonly string[]
}

/**
 * What a workflow makes of files and the fields beside them.
 * @throws Misused where they are refused, Error with a sentence where the work fails
 */
export async function figureOf(
  bench: Bench,
  plugin: Plugin,
  sources: readonly Source[],
  { fields, wanted }: Asked,
): Promise<Made> {
  const { shop, folder, line } = bench
  const carrier = carrierOf(plugin)
  const { required = [], properties } = plugin.body
  const nameless = required.includes('caption') && !('caption' in fields) && { caption: NAMELESS }
  try {
    const uploads = await uploadsOf(bench, plugin, sources, fields)
    const panels = await panelsOf(bench, properties[carrier]?.type === 'array' ? sources : [])
    const body = {
      ...{ ...fields, ...nameless },
      ...('output_formats' in properties && { output_formats: EXPORT_FORMATS }),
      ...(sources[0] && { [carrier]: carried(properties[carrier], carrier, sources) }),
      ...Object.fromEntries(Object.keys(uploads).map((field) => [field, field])),
    }
    const question = { name: 'body' as const, plugin: plugin.id, target: join(folder, 'body') }
    const taken = (await examine(
      shop,
      { ...question, body: Buffer.from(JSON.stringify(body)) },
      { ...ALONE, record: async (id) => panels.records.get(id) },
    )) as Taken
    if (nameless) taken.input = JSON.stringify({ ...JSON.parse(taken.input), caption: null })
    return await make(shop, plugin, taken, {
      wanted,
      line,
      files: { ...uploads, ...panels.files },
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw inOptions(error, plugin, sources.map(({ file }) => nameOf(file)).join(', ') || 'FILE')
  }
}

/** What is drawn, as its field wants it. */
function carried({ type, file }: TSchema, field: string, sources: readonly Source[]): unknown {
  const [source] = sources
  if (type === 'array') return sources.map(idOf)
  if (file !== undefined) return source?.bytes.toString('base64')
  // A table of separated values is a text inside JSON.
  const isWrapped = field === 'data_json' && source && !isJson(source.text)
  return isWrapped ? JSON.stringify(source.text) : source?.text
}

/** Pictures that the fields name, each examined as an upload is; where they are kept, by their fields. */
async function uploadsOf(
  { shop, terminal, folder }: Bench,
  plugin: Plugin,
  [source]: readonly Source[],
  fields: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const uploads: Record<string, string> = {}
  for (const field of uploadFields(plugin.body)) {
    const path = fields[field]
    const isNamed = typeof path === 'string'
    if (!isNamed && !(source && field === carrierOf(plugin))) continue
    const bytes = isNamed
      ? await readAll(path, terminal, shop.settings.maxImageBytes)
      : source?.bytes
    const form = new FormData()
    form.append('file', new Blob(bytes ? [bytes] : []), field)
    const sent = new Response(form)
    const contentType = sent.headers.get('content-type') ?? ''
    const target = join(folder, field)
    await examine(shop, { name: 'upload', contentType, target, body: await sent.bytes() }, ALONE)
    uploads[field] = target
  }
  return uploads
}

/** Ids of records are short. */
const idOf = ({ file }: Source) => file.slice(-100)

/** The figures that are joined, as records: a picture as it is, what else a file holds as it is drawn. */
async function panelsOf(bench: Bench, sources: readonly Source[]) {
  const records = new Map<string, RecordView>()
  const files: Record<string, string> = {}
  const [png, svg] = [OUTPUTS.figure.path, OUTPUTS.svg.path]
  for (const source of sources) {
    const folder = join(bench.folder, String(records.size))
    await mkdir(folder)
    const plugin = chosenPlugin(bench.shop.registry.list(), idsFor([source]))
    const made =
      source.content === 'picture'
        ? new Map([[png, await asPng(source)]])
        : (
            await figureOf({ ...bench, folder }, plugin, [source], {
              fields: {},
              wanted: [png, svg],
            })
          ).files
    for (const [path, bytes] of made) {
      files[`${idOf(source)}/${path}`] = join(folder, path)
      await writeFile(join(folder, path), bytes)
    }
    const image = await new Bun.Image(made.get(png) ?? new Uint8Array()).metadata()
    const artifacts = [...made].map(([path, { byteLength: size }]) => ({
      path,
      kind: kindOf(path),
      size,
    }))
    records.set(idOf(source), {
      ...{ id: idOf(source), service: plugin.service, workflow: plugin.id, status: 'completed' },
      ...{ artifacts, image },
    })
  }
  return { records, files }
}

async function asPng({ file, bytes }: Source): Promise<Uint8Array> {
  try {
    return await new Bun.Image(bytes).png().bytes()
  } catch {
    throw new Misused(`${nameOf(file)} is neither a text nor a picture that can be read.`)
  }
}
