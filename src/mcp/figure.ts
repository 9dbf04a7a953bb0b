import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import type { Fault } from '../forms/fault'
import { EXPORTS, mediaTypeOf, OUTPUTS } from '../forms/outputs'
import type { Scene, SceneElement } from '../forms/scene'
import { type Api, answerOf, type FigureRecord, Refusal, recordOf } from './api'

/** How a tool waits for the end of what it began. */
export interface Waiting {
  signal: AbortSignal
  mostMs: number
  /** Says how far it is. */
  tell: (percent: number, words: string) => Promise<void>
}

/** Between two looks at a record: the first soon, as most figures take a second. */
const SHORTEST_MS = 60
const LONGEST_MS = 1000

/** The record when it has ended, or as it is when the caller should not be kept longer. @throws Refusal */
export async function waitFor(api: Api, id: unknown, waiting: Waiting): Promise<FigureRecord> {
  const end = performance.now() + waiting.mostMs
  let told = ''
  for (let pause = SHORTEST_MS; ; pause = Math.min(pause * 1.4, LONGEST_MS)) {
    const record = await recordOf(api, id)
    const isOpen = record.status === 'pending' || record.status === 'running'
    if (!isOpen || waiting.signal.aborted || performance.now() >= end) return record
    const words = stageOf(record)
    if (words !== told) await waiting.tell(record.progress?.percent ?? 0, words)
    told = words
    await Bun.sleep(pause)
  }
}

const stageOf = ({ status, progress }: FigureRecord) =>
  progress ? `${progress.stage}, step ${progress.step} of ${progress.steps}` : status

/** What became of a record, with its files as links; `look`: with its picture and scene. @throws Refusal if it failed */
export async function figureResult(api: Api, record: FigureRecord, look = false) {
  const { job_id: id, status, error, warnings, title, artifacts } = record
  if (status === 'failed') throw new Refusal(`${id} failed: ${error}`)
  if (status !== 'completed')
    return said(`${id} is not ready (${stageOf(record)}): call look to wait.`, { id, status })
  const fileOf = async ({ path }: { path: string }) => {
    const file = artifacts.find((one) => one.path === path)
    return file && answerOf(api, file.url)
  }
  const [report = {}, scene, picture] = await Promise.all([
    fileOf(OUTPUTS.report).then((file) => file?.json()),
    look
      ? fileOf(OUTPUTS.scene).then((file): Promise<Scene> | undefined => file?.json())
      : undefined,
    look ? fileOf(OUTPUTS.figure).then(smaller) : undefined,
  ])
  const faults = ((report.faults ?? []) as Fault[]).filter(({ mended }) => !mended)
  const page = `${api.origin}/jobs/${id}`
  const words = [
    `${id} completed. ${title}`.trim(),
    `Its page, with an editor: ${page}`,
    ...(report.chart && !look ? [report.chart.description] : []),
    ...warnings.map((sentence) => `Warning: ${sentence}`),
    ...(report.ignored ?? []).map((sentence: string) => `Not followed: ${sentence}`),
    ...(scene ? sceneInWords(scene) : []),
    faultsInWords(faults),
  ]
  const links = artifacts
    .filter(({ path }) => Object.values(EXPORTS).some((one) => one.path === path))
    .map(({ path, url }) => linkTo(api, url, path, mediaTypeOf(path)))
  const files = Object.fromEntries(links.map(({ name, uri }) => [name, uri]))
  const told = { id, status, page, faults: countOf(faults), files }
  return said(words.join('\n'), told, ...(picture ? [picture] : []), ...links)
}

/** An answer: to be read, to be reckoned with, to be opened. */
export function said(words: string, told: object, ...more: ContentBlock[]): CallToolResult {
  return { content: [{ type: 'text', text: words }, ...more], structuredContent: { ...told } }
}

/** A link that a client opens itself, or reads as a resource. */
export function linkTo(api: Api, path: string, name: string, mimeType: string) {
  return { type: 'resource_link' as const, uri: api.origin + path, name, mimeType }
}

/** Pixels of the longer side: what models see of a picture at no more cost. */
const PICTURE_SIDE = 1000
/** Of what is decoded for it; a composite may be larger. */
const MOST_PIXELS = 40_000_000

/** A small PNG; undefined where there is no picture, or one too large to be shown. */
async function smaller(file: Response | undefined) {
  if (!file) return undefined
  const png = await new Bun.Image(await file.bytes(), { maxPixels: MOST_PIXELS })
    .resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'inside', filter: 'mitchell' })
    .png()
    .bytes()
    .catch(() => undefined)
  const data = png && Buffer.from(png).toString('base64')
  return data && { type: 'image' as const, data, mimeType: 'image/png' }
}

/** A scene as one needs it to edit: ids, words, and boxes as `x,y width x height`. */
function sceneInWords({ width, height, theme, description, elements }: Scene): string[] {
  // Backwards, so that of several the first counts.
  const texts = elements.filter(({ kind }) => kind === 'text').reverse()
  const labels = new Map(texts.map(({ parent, label }) => [parent, label]))
  const wordsOf = ({ id, label }: SceneElement) => label ?? labels.get(id)
  const thing = (one: SceneElement) => `${one.id} "${wordsOf(one) ?? ''}" ${placeOf(one)}`
  const wire = ({ id, from, to, heads = 'end', ...one }: SceneElement) => {
    const line = { both: '<->', none: '--', end: '->' }[heads]
    const words = wordsOf({ id, ...one })
    return [id, from?.element ?? '?', line, to?.element ?? '?', words && `"${words}"`]
      .join(' ')
      .trim()
  }
  const told = (head: string, role: string, say: (one: SceneElement) => string) =>
    listed(head, elements.filter((one) => one.role === role).map(say))
  return [
    `Canvas ${width} x ${height}, style ${theme}. ${description}`,
    ...told('Panels', 'group', thing),
    ...told('Things', 'node', thing),
    ...told('Connectors', 'edge', wire),
  ]
}

const placeOf = ({ box: { x, y, width, height } }: SceneElement) =>
  `${Math.round(x)},${Math.round(y)} ${Math.round(width)}x${Math.round(height)}`

/** Of one list. */
const MOST_LINES = 100

function listed(head: string, lines: string[]): string[] {
  if (lines.length === 0) return []
  const more = lines.length - MOST_LINES
  return [`${head}:`, ...lines.slice(0, MOST_LINES), ...(more > 0 ? [`and ${more} more`] : [])]
}

/** What is wrong, a line each, the hard ones first. */
export function faultsInWords(faults: readonly Fault[]): string {
  const { hard, soft } = countOf(faults)
  const lines = faults
    .toSorted((a, b) => Number(b.hard) - Number(a.hard))
    .map((fault) => `${fault.hard ? 'HARD' : 'soft'} ${fault.kind}: ${fault.sentence}`)
  return listed(`Faults, ${hard} hard, ${soft} soft`, lines).join('\n') || 'Faults: none.'
}

/** How many faults must be mended, and how many may stay. */
export function countOf(faults: readonly Fault[]) {
  const hard = faults.filter((one) => one.hard).length
  return { hard, soft: faults.length - hard }
}
