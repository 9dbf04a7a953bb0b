/**
 * Figures read back from their pictures.
 *
 * --only=        of the sets and of `clean`, `jpeg`, `half`, `blurred`
 * --folder=PATH  pictures of a folder instead: `NAME.png` and, as `image/folder.ts` says, what it shows in `NAME.json`;
 *                `NAME.jpg85.jpg` and `NAME.half.png` where another program made them. `split.json` may tell `open` names
 *                from `sealed` ones, of which aggregates alone are shown
 * --verbose      what is missed, wrong and too much in each open picture of the folder
 * --without=a,b  what these stages of `src/read/image/stages.ts` are worth, each by itself: by how much a figure is higher with
 *                the stage than without it. What is worth less than .005 on pictures from elsewhere has no place in the list
 */
import { toPng } from '../../src/figure/render/raster'
import { opaque, type Pixels } from '../../src/read/image/pixels/pixels'
import { ssim } from '../../src/read/image/pixels/ssim'
import { readScene } from '../../src/read/image/read-picture'
import { STAGES } from '../../src/read/image/stages'
import { decodePicture } from '../../src/read/raster'
import { peerPackage } from './harness/peers'
import { aim, type Bench, type Row } from './harness/rows'
import { degraded, STATES, type State } from './image/degrade'
import { folderRows, processorMs } from './image/folder'
import { graphviz } from './image/foreign'
import { FAMILIES, generate } from './image/generate'
import { libreOffice } from './image/libreoffice'
import { MANNERS, manner } from './image/manners'
import { matplotlib } from './image/matplotlib'
import { LOOKS, poster } from './image/posters'
import { SCANNED, SCANS, scan } from './image/scans'
import { addTally, emptyTally, f1, score, type Tally } from './image/score'
import type { Truth } from './image/truth'
import { wires } from './image/wires'
import { logSealed } from './text/sealed-log'

/** Seeds of a family; the odd ones are sealed: only their sums are shown. */
const SEEDS = { quick: [2], full: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] } as const
/** Figures of each other program. */
const FOREIGN = {
  graphviz: { quick: 4, full: 30 },
  matplotlib: { quick: 3, full: 25 },
  draw: { quick: 3, full: 25 },
} as const
const APART: readonly Program[] = ['matplotlib', 'draw']
type Program = keyof typeof FOREIGN
const DRAWN: Record<Program, (count: number) => Promise<Truth[]>> = {
  graphviz: (count) => Promise.all(Array.from({ length: count }, (_, seed) => graphviz(seed))),
  matplotlib,
  draw: libreOffice,
}
/** Figures of lines; the odd seeds are sealed. */
const WIRES = { quick: 2, full: 20 } as const

/** Seeds of each scanned family. */
const SCAN_SEEDS = 2

const bench: Bench = {
  name: 'image',
  summary: 'figures read back from their pictures, against what was drawn',
  async run({ full, only }) {
    const [folder] = namedIn('folder')
    const stages = namedIn('without')
    if (folder) return ofFolder(folder, only, stages)
    const seeds = full ? SEEDS.full : SEEDS.quick
    const wanted = (name: string) => only.length === 0 || only.includes(name)
    const states = STATES.filter(wanted).length > 0 ? STATES.filter(wanted) : STATES
    const rows: Row[] = []
    const named = only.some((name) => SETS.includes(name))
    for (const name of SETS) {
      if (named && !wanted(name)) continue
      const truths = await truthsOf(name, seeds, full)
      if (truths.length === 0 && isProgram(name))
        console.log(`without ${name}: the program is missing or failed`)
      if (truths.length === 0) continue
      for (const state of states) {
        const measured = await worthOf(stages, (without) => measure(name, truths, state, without))
        if (name.startsWith('sealed') && stages.length === 0)
          await logSealed(`image, ${name} ${state}`, measured)
        rows.push(...measured)
      }
    }
    return rows
  },
}

/** What a folder's pictures come as; others where they are asked for. */
const VARIANTS: readonly State[] = ['clean', 'jpeg', 'half']

function ofFolder(
  folder: string,
  only: readonly string[],
  stages: readonly string[],
): Promise<Row[]> {
  const named = STATES.filter((state) => only.includes(state))
  const states = named.length > 0 ? named : VARIANTS
  const verbose = process.argv.includes('--verbose')
  return worthOf(stages, (without) => folderRows(folder, { states, only, verbose, without }))
}

/** The names that an option lists. */
function namedIn(option: string): string[] {
  const said = process.argv.find((arg) => arg.startsWith(`--${option}=`))
  return said?.slice(option.length + 3).split(',') ?? []
}

/** The rows of a run with all stages, and how much higher each is than without one of those named. */
async function worthOf(
  stages: readonly string[],
  run: (without: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const odd = stages.find((name) => !(name in STAGES))
  if (odd) throw new Error(`There is no stage ${odd}; there are ${Object.keys(STAGES).join(', ')}.`)
  const rows = await run([])
  const worth: Row[] = []
  for (const name of stages) {
    const less = new Map((await run([name])).map(({ figure, value }) => [figure, value]))
    for (const { figure, value } of rows)
      worth.push({
        figure: `${figure}, by ${name}`,
        value: value - (less.get(figure) ?? 0),
        unit: '',
      })
  }
  return [...rows, ...worth]
}

const SETS: readonly string[] = [
  'open',
  'sealed',
  'looks',
  'sealed looks',
  'manners',
  'sealed manners',
  'wires',
  'sealed wires',
  'scans',
  'sealed scans',
  ...Object.keys(FOREIGN),
]

async function truthsOf(name: string, seeds: readonly number[], full: boolean): Promise<Truth[]> {
  if (isProgram(name)) return DRAWN[name](FOREIGN[name][full ? 'full' : 'quick'])
  const odd = name.startsWith('sealed') ? 1 : 0
  const count = WIRES[full ? 'full' : 'quick']
  if (name.endsWith('wires'))
    return odd && !full ? [] : Array.from({ length: count }, (_, k) => wires(2 * k + 2 + odd))
  const own = seeds.filter((seed) => seed % 2 === odd)
  if (name.endsWith('scans')) return scansOf(own)
  if (name.endsWith('manners'))
    return MANNERS.flatMap((kind) => own.map((seed) => manner(kind, seed)))
  return name.endsWith('looks')
    ? LOOKS.flatMap((look) => own.map((seed) => poster(look, seed)))
    : FAMILIES.flatMap((family) => own.map((seed) => generate(family, seed)))
}

function scansOf(seeds: readonly number[]): Promise<Truth[]> {
  const few = seeds.slice(0, SCAN_SEEDS)
  return Promise.all(
    SCANS.flatMap((name) =>
      SCANNED.flatMap((family) => few.map((seed) => scan(name, family, seed))),
    ),
  )
}

function isProgram(name: string): name is Program {
  return name in FOREIGN
}

interface Sum {
  tally: Tally
  ssim: number[]
  plain: number[]
  editable: number[]
  elements: number[]
  ms: number[]
  peer: { ssim: number[]; paths: number[]; ms: number[] }
}

async function measure(
  name: string,
  truths: readonly Truth[],
  state: State,
  without: readonly string[],
): Promise<Row[]> {
  const sum: Sum = {
    tally: emptyTally(),
    ssim: [],
    plain: [],
    editable: [],
    elements: [],
    ms: [],
    peer: { ssim: [], paths: [], ms: [] },
  }
  for (const truth of truths) {
    const png = truth.png ?? (await toPng(truth.svg, { width: truth.width, height: truth.height }))
    const raster = await degraded(png, state)
    const started = processorMs()
    const { scene, facts } = await readScene(raster, { without })
    if (raster.width === 1600) sum.ms.push(processorMs() - started)
    const own = score(scene, truth, raster.width / truth.width)
    addTally(sum.tally, own)
    sum.ssim.push(facts.ssim)
    sum.plain.push(facts.ssim_without_residual)
    sum.editable.push(facts.editable_share)
    sum.elements.push(scene.elements.length)
    if (!name.startsWith('sealed') && process.env.BENCH_EACH)
      console.log(line(truth.name, state, own, facts.ssim, facts.editable_share))
    if (without.length === 0) await trace(sum.peer, opaque(raster))
  }
  return rowsOf(`${name} ${state}`, sum)
}

/** VTracer on the same pixels, where it can be installed. */
async function trace(peer: Sum['peer'], pixels: Pixels): Promise<void> {
  const vectorize = await vtracer()
  if (!vectorize) return
  const started = processorMs()
  const svg = vectorize(pixels)
  if (pixels.width === 1600) peer.ms.push(processorMs() - started)
  peer.paths.push(svg.match(/<path/g)?.length ?? 0)
  const drawn = await decodePicture(
    await toPng(svg, { width: pixels.width, height: pixels.height }),
    { maxPixels: 5e7 },
  )
  peer.ssim.push(ssim(pixels, opaque(drawn)))
}

type Vectorize = (pixels: Pixels) => string
let loaded: Promise<Vectorize | undefined> | undefined

function vtracer(): Promise<Vectorize | undefined> {
  loaded ??= peerPackage('@neplex/vectorizer', '0.1.0').then(
    async (folder) => {
      const { vectorizeRawSync } = await import(folder)
      return ({ width, height, rgb }) => {
        const data = Buffer.alloc(width * height * 4)
        rgb.forEach((colour, i) => data.writeUInt32BE(((colour << 8) | 255) >>> 0, i * 4))
        return vectorizeRawSync(data, { width, height })
      }
    },
    (error: Error) => {
      console.log(`without VTracer: ${error.message.slice(0, 200)}`)
      return undefined
    },
  )
  return loaded
}

function line(
  name: string,
  state: string,
  tally: Tally,
  likeness: number,
  editable: number,
): string {
  const { shapes, connectors, graph, texts } = tally
  return `  ${name} ${state}: shapes ${shapes.right}/${shapes.wanted} of ${shapes.found}, connectors ${connectors.right}/${connectors.wanted} of ${connectors.found}, directed ${connectors.directed}, graph ${graph.right}, text ${texts.right}/${texts.wanted}, ssim ${likeness}, editable ${editable}`
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const mean = (values: readonly number[]) =>
  values.reduce((a, b) => a + b, 0) / Math.max(1, values.length)

function rowsOf(
  name: string,
  { tally, ssim: full, plain, editable, elements, ms, peer }: Sum,
): Row[] {
  const guard = { of: 'value' as const, better: 'higher' as const, tolerance: 0.05 }
  const row = (figure: string, value: number, least?: number): Row => {
    const one: Row = { figure: `${name}: ${figure}`, value, unit: '', guard }
    return least === undefined ? one : aim(one, { least })
  }
  const jpeg = name.endsWith('jpeg')
  const half = name.endsWith('half')
  const gates = !half && !name.endsWith('blurred') && !name.includes('scans')
  const { connectors, texts } = tally
  const traced = peer.ssim.length > 0
  // What other programs draw is held to these two, whatever else their figures show.
  if (APART.some((program) => name.startsWith(program))) {
    const clean = name.endsWith('clean')
    return [
      row('shape F1', f1(tally.shapes)),
      row('connector F1', f1(connectors), clean ? 0.75 : undefined),
      row('text lines exact', texts.right / Math.max(1, texts.wanted), clean ? 0.8 : undefined),
      row('SSIM', mean(full)),
      row('SSIM without patches', mean(plain)),
      row('editable share', mean(editable)),
    ]
  }
  return [
    row('shape F1', f1(tally.shapes), gates ? (jpeg ? 0.93 : 0.97) : undefined),
    row('connector F1', f1(connectors), gates && !jpeg ? 0.92 : undefined),
    row(
      'direction',
      connectors.directed / Math.max(1, connectors.right),
      gates && !jpeg ? 0.92 : undefined,
    ),
    row('graph F1', f1(tally.graph), gates && !jpeg ? 0.88 : undefined),
    row(
      'text lines exact',
      texts.right / Math.max(1, texts.wanted),
      half ? 0.6 : !gates ? undefined : jpeg ? 0.92 : 0.95,
    ),
    {
      ...row('SSIM', mean(full), gates && !jpeg ? 0.985 : undefined),
      ...(traced && {
        peer: 'VTracer',
        peerValue: mean(peer.ssim),
        ratio: mean(full) / mean(peer.ssim),
      }),
    },
    row('SSIM without patches', mean(plain), gates && !jpeg ? 0.97 : undefined),
    row('editable share', mean(editable), gates && !jpeg ? 0.85 : undefined),
    {
      figure: `${name}: elements`,
      value: median(elements),
      unit: '',
      ...(traced && {
        peer: 'VTracer',
        peerValue: median(peer.paths),
        ratio: median(elements) / Math.max(1, median(peer.paths)),
      }),
    },
    ...(ms.length > 0
      ? [
          {
            figure: `${name}: processor time p50 at 1600x900`,
            value: median(ms),
            unit: 'ms',
            ...(peer.ms.length > 0 && {
              peer: 'VTracer',
              peerValue: median(peer.ms),
              ratio: median(ms) / median(peer.ms),
            }),
          },
        ]
      : []),
  ]
}

export default bench
