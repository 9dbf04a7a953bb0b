import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Box, Point } from '../../../src/forms/scene'
import { readScene } from '../../../src/read/image/read-picture'
import { decodePicture, type Raster } from '../../../src/read/raster'
import { aim, type Row } from '../harness/rows'
import { median } from '../harness/stats'
import { logSealed } from '../text/sealed-log'
import { degraded, type State } from './degrade'
import { addFindings, emptyFindings, type Findings, findings } from './findings'
import { f1 } from './score'
import type { Truth } from './truth'

/** What `NAME.json` says of `NAME.png`; boxes are `[x, y, width, height]` in its pixels. */
export interface FolderTruth {
  width: number
  height: number
  /** One for each line of text as it stands in the picture. */
  texts: { text: string; box: BoxNumbers }[]
  shapes: { kind: Kind; box: BoxNumbers }[]
  /** `from` and `to` are places in `shapes`; null where a line ends at none. */
  connectors: {
    from: number | null
    to: number | null
    heads: 'none' | 'end' | 'start' | 'both'
    points: [number, number][]
    dashed: boolean
  }[]
  /** Photographs and icons. */
  pictures: { box: BoxNumbers }[]
}

type BoxNumbers = [x: number, y: number, width: number, height: number]
type Kind =
  | 'rect'
  | 'round'
  | 'ellipse'
  | 'diamond'
  | 'parallelogram'
  | 'chevron'
  | 'cylinder'
  | 'other'

const FORMS: Record<Kind, Truth['shapes'][number]['form']> = {
  rect: 'rect',
  round: 'rect',
  ellipse: 'ellipse',
  diamond: 'polygon',
  parallelogram: 'polygon',
  chevron: 'polygon',
  cylinder: 'cylinder',
  other: 'any',
}

/** A picture of a folder, and what it shows. */
export interface Known {
  truth: Truth
  pictures: Box[]
  texts: { text: string; box: Box }[]
  /** Tips of arrowheads, each with the corner before it. */
  heads: { tip: Point; before: Point }[]
}

const HALVES = ['open', 'sealed'] as const
/** How a variant of `NAME.png` is called that another program made of it; what is missing is made here. */
const VARIANTS: Partial<Record<State, string>> = { jpeg: '.jpg85.jpg', half: '.half.png' }
const PIXELS = 1600 * 900

/** Measures the pictures of a folder, the open and the sealed ones apart where `split.json` tells them. */
export async function folderRows(
  folder: string,
  {
    states,
    only,
    verbose,
    without,
  }: {
    states: readonly State[]
    only: readonly string[]
    verbose: boolean
    without: readonly string[]
  },
): Promise<Row[]> {
  const split = Bun.file(join(folder, 'split.json'))
  const halves: Record<string, string[]> = (await split.exists())
    ? await split.json()
    : { open: namesIn(folder) }
  const rows: Row[] = []
  const named = HALVES.filter((half) => only.includes(half))
  for (const half of named.length > 0 ? named : HALVES) {
    const names = halves[half] ?? []
    if (names.length === 0) continue
    for (const state of states) {
      const measured = await measure(folder, names, { half, state, verbose, without })
      if (half === 'sealed' && without.length === 0)
        await logSealed(`image, folder ${half} ${state}`, measured)
      rows.push(...measured)
    }
  }
  return rows
}

function namesIn(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.map((file) => file.replace(/\.json$/, '')).sort()
}

async function measure(
  folder: string,
  names: readonly string[],
  {
    half,
    state,
    verbose,
    without,
  }: { half: string; state: State; verbose: boolean; without: readonly string[] },
): Promise<Row[]> {
  const sum = emptyFindings()
  const ms: number[] = []
  for (const name of names) {
    const known = knownOf(name, await Bun.file(join(folder, `${name}.json`)).json())
    const raster = await rasterOf(folder, name, state)
    const before = processorMs()
    const { scene } = await readScene(raster, { without })
    ms.push((processorMs() - before) * (PIXELS / (raster.width * raster.height)))
    const one = await findings(scene, raster, known)
    addFindings(sum, one)
    if (verbose && half === 'open') console.log(told(`${name} ${state}`, one))
  }
  return rowsOf(`${half} ${state}`, sum, ms)
}

/** Milliseconds of processor time since the process began: other programs do not lengthen them. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function rasterOf(folder: string, name: string, state: State): Promise<Raster> {
  const variant = Bun.file(join(folder, `${name}${VARIANTS[state] ?? '.png'}`))
  if (await variant.exists()) return decodePicture(await variant.bytes(), { maxPixels: 5e7 })
  return degraded(await Bun.file(join(folder, `${name}.png`)).bytes(), state)
}

function knownOf(name: string, one: FolderTruth): Known {
  const { width, height } = one
  const texts = one.texts.map(({ text, box }) => ({ text, box: boxOf(box) }))
  return {
    texts,
    pictures: one.pictures.map(({ box }) => boxOf(box)),
    heads: one.connectors.flatMap(({ heads, points }) => [
      ...(heads === 'end' || heads === 'both' ? [headOf(points)] : []),
      ...(heads === 'start' || heads === 'both' ? [headOf(points.toReversed())] : []),
    ]),
    truth: {
      name,
      svg: '',
      width,
      height,
      texts: texts.map(({ text, box }) => ({
        text,
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
      })),
      shapes: one.shapes.map(({ kind, box }) => ({ form: FORMS[kind] ?? 'any', ...boxOf(box) })),
      connectors: one.connectors.map(({ from, to, heads, points }) => {
        const way = heads === 'start' ? points.toReversed() : points
        const [first, last] = heads === 'start' ? [to, from] : [from, to]
        return {
          from: first ?? -1,
          to: last ?? -1,
          start: pointOf(way[0]),
          end: pointOf(way.at(-1)),
          directed: heads !== 'none',
          ...(heads === 'both' && { both: true }),
        }
      }),
    },
  }
}

const headOf = (points: [number, number][]) => ({
  tip: pointOf(points.at(-1)),
  before: pointOf(points.at(-2)),
})
const boxOf = ([x, y, width, height]: BoxNumbers): Box => ({ x, y, width, height })
const pointOf = ([x, y]: [number, number] = [0, 0]): Point => ({ x, y })

function told(name: string, { tally, faults, arrows, pictures, words }: Findings): string {
  const { shapes, connectors, texts } = tally
  const counts = [
    `shapes ${shapes.right}/${shapes.wanted} of ${shapes.found}`,
    `connectors ${connectors.right}/${connectors.wanted} of ${connectors.found}`,
    `arrows ${arrows.right}/${arrows.wanted}`,
    `pictures ${pictures.right}/${pictures.wanted}`,
    `text ${texts.right}/${texts.wanted}`,
    `words wrong ${words.wrong} of ${words.wanted}`,
  ]
  return [`${name}: ${counts.join(', ')}`, ...faults.map((fault) => `    ${fault}`)].join('\n')
}

const LETTERS: Partial<Record<State, number>> = { clean: 0.9, jpeg: 0.85, half: 0.7 }

function rowsOf(name: string, sum: Findings, ms: readonly number[]): Row[] {
  const { tally, arrows, pictures, words, lines, headsAsLetters, halfErased } = sum
  const gates = name.endsWith('clean') || name.endsWith('jpeg')
  const row = (figure: string, value: number, limits?: { least?: number; most?: number }): Row => {
    const one = { figure: `${name}: ${figure}`, value, unit: '' }
    return limits && (gates || limits.most === 0) ? aim(one, limits) : one
  }
  const share = ({ right, wanted }: { right: number; wanted: number }) =>
    wanted === 0 ? 1 : right / wanted
  const letters = LETTERS[name.split(' ').at(-1) as State]
  const exact = { figure: `${name}: text lines exact`, value: share(tally.texts), unit: '' }
  return [
    row('shape F1', f1(tally.shapes), { least: 0.93 }),
    row('connector F1', f1(tally.connectors), { least: 0.9 }),
    row('graph F1', f1(tally.graph)),
    row('arrows with both ends right', share(arrows), { least: 0.8 }),
    row('embedded pictures found', share(pictures), { least: 0.8 }),
    letters === undefined ? exact : aim(exact, { least: letters }),
    row('lines drawn as text that are right', tally.texts.right / Math.max(1, lines)),
    row('words right', (words.read - words.wrong) / Math.max(1, words.wanted)),
    row('words wrong drawn as text', words.wrong / Math.max(1, words.wanted), { most: 0.01 }),
    row('lines of text half erased', halfErased, { most: 0 }),
    row('arrowheads read as letters', headsAsLetters, { most: 0 }),
    { figure: `${name}: processor time p50, as of 1600x900`, value: median(ms), unit: 'ms' },
  ]
}
