import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Problem, problems, unprocessable } from '../errors'
import type { EditPreview } from '../forms/edit-preview'
import type { Operation } from '../forms/operations'
import { OUTPUTS } from '../forms/outputs'
import { EDITING } from '../host/editing'
import { faultOf, judgeBody } from '../intake/judge'
import type { Finding, Question } from '../intake/question'
import { takeUpload } from '../intake/upload'
import { refuseAddress } from '../net/rules'
import type { Look, RecordView } from '../plugin'
import { picturePages, probePdf } from '../read/pdf/probe'
import type { FromExecutor } from './protocol'
import type { Workshop } from './workshop'

/** Answers questions one by one; while it does, it may ask the server for records and files by `send`, several at once. */
export function createExamination(send: (message: FromExecutor) => void) {
  const open = new Map<number, (answer: never) => void>()
  let asked = 0
  const ask = <Answer>(kind: 'record' | 'read', name: string) =>
    new Promise<Answer | undefined>((resolve) => {
      asked += 1
      open.set(asked, resolve)
      send({ type: 'ask', number: asked, for: kind, name })
    })
  const look = {
    record: (id: string) => ask<RecordView>('record', id),
    read: (name: string) => ask<Uint8Array>('read', name),
  }
  return {
    answer: (shop: Workshop, question: Question) => answerTo(shop, question, look),
    /** Hands over the server's answer to one of its questions. */
    told: (number: number, answer: RecordView | Uint8Array | undefined) => {
      open.get(number)?.(answer as never)
      open.delete(number)
    },
  }
}

/** What is refused and what breaks are answers too. */
async function answerTo(
  shop: Workshop,
  question: Question,
  look: Pick<Look, 'record' | 'read'>,
): Promise<FromExecutor> {
  try {
    // A small body has no folder yet.
    if ('target' in question) await mkdir(dirname(question.target), { recursive: true })
    return { type: 'examined', finding: await examine(shop, question, look) }
  } catch (error) {
    if (!(error instanceof Problem)) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
      return { type: 'broke', reason }
    }
    const { status, sentence, options } = error
    const { faults, headers } = options
    return { type: 'refused', refusal: { status, sentence, faults, headers } }
  }
}

/** Answers one question in this process. @throws Problem where what was sent is refused */
export async function examine(
  { settings, registry }: Workshop,
  question: Question,
  look: Pick<Look, 'record' | 'read'>,
): Promise<Finding> {
  if (question.name === 'document') return documentOf(question, look.read, settings.version)
  const { target } = question
  if (question.name === 'upload')
    return takeUpload(await bytesOf(question), {
      contentType: question.contentType,
      target,
      mostBytes: settings.maxImageBytes,
      mostPixels: settings.maxImagePixels,
      // Its decoder is native, and takes longer to load than most questions to answer.
      probe: async (...asked) =>
        (await import('../read/picture-file/open-picture')).probePicture(...asked),
    })
  if (question.name === 'pages') return picturePages(await bytesOf(question), question.from)
  const id = question.name === 'body' ? question.plugin : AT_ONCE[question.name]
  const plugin = registry.get(id)
  if (!plugin) throw new Error(`The workflow ${id} is not installed here.`)
  const hosts = { reference: settings.referenceHosts, webhook: settings.webhookHosts }
  const taken = await judgeBody(plugin, await bytesOf(question), {
    target,
    mostJson: settings.maxJsonBytes,
    refuseAddress: (rule, address) => refuseAddress(rule, address, hosts),
    ...look,
    probe: async (path, { pages }) =>
      probePdf(await readFile(path), { pages, mostPages: settings.limits.pdfPages }),
  })
  if (question.name === 'preview') return previewOf(JSON.parse(taken.input), look, settings.version)
  if (question.name !== 'check') return taken
  const { svg, method_text: text } = JSON.parse(taken.input)
  return (await import('../workflows/finish-drawing')).checkedDrawing(svg, text)
}

/** Whose bodies are answered at once. */
const AT_ONCE = { check: 'finish', preview: 'redraw' } as const

/** A figure with operations that nobody has kept; its body was judged, so its source is there. */
async function previewOf(
  {
    source,
    operations,
    style,
  }: { source: string; operations: Operation[] | null; style: string | null },
  look: Pick<Look, 'read'>,
  version: string,
): Promise<EditPreview> {
  const read = (path: string) => look.read(`${source}/${path}`)
  const figure = await EDITING.figure(source, read)
  if (!figure || !operations)
    throw unprocessable([
      faultOf('operations', 'must be given: only they are shown before they are kept', undefined),
    ])
  const [{ previewed }, { toSvg }] = await Promise.all([
    import('../workflows/edit-figure'),
    import('../figure/svg'),
  ])
  const isOwn = operations.length === 0 && style === null
  const shown = previewed(figure, { operations, keep_places: true, style }, (scene) =>
    toSvg(scene, { version }),
  )
  const own = isOwn ? await read(OUTPUTS.svg.path) : undefined
  return own ? { ...shown, svg: new TextDecoder().decode(own) } : shown
}

/** A record's figure in another program's form. */
async function documentOf(
  { source, format, title }: Extract<Question, { name: 'document' }>,
  read: Look['read'],
  version: string,
): Promise<Finding> {
  const [figure, svg] = await Promise.all([
    EDITING.figure(source, read),
    read(OUTPUTS.svg.path).then((bytes) => bytes && new TextDecoder().decode(bytes)),
  ])
  if (!figure)
    throw problems.oddFormat(`${format} is made of vectors, and this figure has pixels alone`)
  const [{ EXPORTS, NotExportable }, { toSvg }] = await Promise.all([
    import('../figure/exports'),
    import('../figure/svg'),
  ])
  try {
    const made = await EXPORTS[format].make({
      ...figure,
      svg: svg ?? toSvg(figure.scene, { version }),
      title: title || figure.scene.title || 'Figure',
    })
    const { bytes, leftOut } = made
    return { bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes, leftOut }
  } catch (error) {
    if (error instanceof NotExportable) throw problems.oddFormat(error.message)
    throw error
  }
}

async function bytesOf({
  body,
}: Extract<Question, { body: unknown }>): Promise<Uint8Array<ArrayBuffer>> {
  return 'file' in body ? readFile(body.file) : body
}
