import { ChartRefused, type ChartSpec, type Table } from '../../forms/chart'
import type { ComposedChart } from '../../forms/figure-tools'
import type { Scene } from '../../forms/scene'
import { canvas as canvasOf, ratioOf } from '../canvas-size'
import { unreadable } from '../measure'
import { paperOf, paperWidth } from '../paper'
import { toSvg } from '../svg'
import { describe } from './describe'
import { encodesOf, listOf } from './encodes'
import { expanded } from './expand'
import { givenRatio, isSingle, naturalRatio, sharesOf, sized } from './fit'
import { COLOR, HOUSE, SIZE, UNIT } from './house'
import { judge } from './judge'
import { dressAxes, labelOf, namesUpwards, powerLabel, turnOf } from './labels'
import {
  endElements,
  endRoom,
  endsOf,
  type LegendPlace,
  legendAt,
  missingCell,
  placeOf,
} from './legend'
import { withNames } from './names'
import { fixed } from './numbers'
import { prepared } from './prepare'
import { draw, engine, type Json, pathWriter } from './vega'
import { type Walked, walk } from './walk'

export interface ChartOptions {
  /** `auto` or `W:H`. */
  ratio: string
  /** 1: as it comes; more: at most so many drawings, of which the best stays. */
  iterations: number
}

export interface Chart {
  scene: Scene
  /** What is shown, in words. */
  description: string
  figures: Record<string, number>
  log: string[]
  /** The chart as Vega-Lite alone, with its data and the house's configuration. */
  vegaLite: Json
}

/** More marks than this do not fit into a figure that is edited. */
const MOST_MARKS = 20_000
const MOST_PANELS = 60

let dressed: Promise<void> | undefined

/** What expressions of our own axes call. */
function ready(): Promise<void> {
  dressed ??= engine().then(({ vega }) => {
    vega.expressionFunction('houseTurn', (domain: unknown, room: number) => turnOf(domain, room))
    vega.expressionFunction('houseLabel', (label: unknown, domain: unknown, room: number) =>
      labelOf(label, domain, room),
    )
    vega.expressionFunction('housePower', (value: unknown, domain: unknown) =>
      powerLabel(value, domain),
    )
    vega.expressionFunction('houseName', (label: unknown, room: number) =>
      namesUpwards(label, room),
    )
  })
  return dressed
}

/**
 * Draws a chart in pixels of the 1K canvas. The same chart and data give the same scene.
 * @throws ChartRefused where the data cannot be drawn so, or as more than 20,000 marks
 */
export async function drawChart(
  given: ChartSpec,
  table: Table,
  options: ChartOptions,
): Promise<Chart> {
  await ready()
  checkPanels(given, table)
  const pure = await expanded(given, table)
  const spec = prepared(pure.spec, table, given.data)
  const direct = ((given.usermeta ?? {}) as Json).legend === 'direct'
  const drawing = isSingle(spec)
    ? await single(spec, { ...options, direct })
    : await composed(spec, options)
  const { width, height } = drawing
  const walked = withNames(drawing.walked)
  const marks = walked.groups.reduce(
    (all, { data, kind }) => all + (kind === 'line' || kind === 'area' ? 1 : data.length),
    0,
  )
  if (marks === 0) throw new ChartRefused('The data hold no values to draw.')
  if (marks > MOST_MARKS)
    throw new ChartRefused(
      `The chart would have ${marks} marks; ${MOST_MARKS} are the most. Aggregate the data or ask for a histogram.`,
    )
  const { figures } = judge(walked, { width, height })
  const said = typeof given.description === 'string' ? [given.description] : []
  const description = [
    ...said,
    ...describe(walked, pure.says.length > 0),
    ...saysOf(given),
    ...pure.says,
  ].join(' ')
  return {
    scene: {
      width,
      height,
      paper: paperWidth({ width, height }),
      background: COLOR.background,
      theme: 'journal',
      title: titleOf(given) ?? description.split('. ')[0] ?? 'Chart',
      description,
      elements: walked.elements,
    },
    description,
    figures,
    log: drawing.log,
    vegaLite: {
      $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
      ...spec,
      config: HOUSE,
    },
  }
}

/** Counts the panels that columns of the data ask for, before any of them is laid out. */
function checkPanels(value: unknown, table: Table): void {
  if (typeof value !== 'object' || value === null) return
  const { facet, row, column } = value as Record<string, Json | undefined>
  const counts = [facet, row, column].map((channel) => {
    const field =
      typeof channel?.field === 'string' && !channel.bin && !channel.timeUnit
        ? channel.field
        : undefined
    const own = table.fields.find(({ name }) => name === field)
    return own ? new Set(own.values).size : 1
  })
  const panels = counts.reduce((all, count) => all * count, 1)
  if (panels > MOST_PANELS) throw tooMany(panels)
  for (const inner of Object.values(value)) checkPanels(inner, table)
}

const tooMany = (panels: number) =>
  new ChartRefused(
    `${fixed(panels, 0)} small charts cannot be read in one figure; ${MOST_PANELS} are the most.`,
  )

/** Draws a chart and writes it as SVG, as every workflow that starts from data does. */
export async function composeChart(
  chart: ChartSpec,
  table: Table,
  options: ChartOptions,
  version: string,
): Promise<ComposedChart> {
  const { scene, figures, log, vegaLite } = await drawChart(chart, table, options)
  const warnings = [unreadable(scene)].filter((each) => each !== undefined)
  const report = { figures, ...paperOf(scene), drawing: log, warnings }
  const svg = toSvg(scene, { version })
  return { scene, svg, log: [...log, ...warnings], warnings, report, vegaLite }
}

/** Sentences that whoever chose the chart adds: `usermeta.says`. */
function saysOf({ usermeta }: ChartSpec): string[] {
  const { says } = (usermeta ?? {}) as Json
  return Array.isArray(says) ? says.filter((each) => typeof each === 'string') : []
}

function titleOf({ title }: ChartSpec): string | undefined {
  if (typeof title === 'string') return title
  const text = (title as Json | null | undefined)?.text
  return typeof text === 'string' ? text : undefined
}

interface Asked extends ChartOptions {
  /** Names stand at the ends of lines, whether or not they fit. */
  direct: boolean
}

interface Drawn {
  walked: Walked
  width: number
  height: number
  log: string[]
}

/** Below this a chart has no fault worth another drawing. */
const GOOD = 0.3

/** Pixels of Vega that marks and words beyond the frame take on each side. */
interface Margins {
  left: number
  right: number
  top: number
  bottom: number
}
const NONE: Margins = { left: 0, right: 0, top: 0, bottom: 0 }

/** One view fills the canvas; its legend stands where it reads best. */
async function single(spec: Json, asked: Asked): Promise<Drawn> {
  const shape = (ratio: number) => canvasOf(ratioOf(asked.ratio) ?? ratio)
  const guess = shape(givenRatio(spec) ?? 4 / 3)
  const first = await fitted(spec, guess, undefined)
  const canvas = givenRatio(spec) === undefined ? shape(naturalRatio(first)) : guess
  const plain = canvas.width === guess.width ? first : await fitted(spec, canvas, undefined)
  const legend = plain.legends.length > 0 && !isPlaced(spec)
  const place = legend
    ? asked.direct
      ? 'direct'
      : placeOf(plain, canvas, typeof spec.width !== 'number')
    : 'right'
  const log: string[] = []
  let best = await placed(spec, canvas, plain, place, asked.direct)
  let cost = judge(best, canvas).cost
  log.push(`drawing 1: cost ${cost.toFixed(2)}${legend ? `, the legend ${place}` : ''}`)
  const others =
    legend && !asked.direct ? (['top', 'right'] as const).filter((one) => one !== place) : []
  for (const [i, other] of others.entries()) {
    if (cost <= GOOD || i + 2 > asked.iterations) break
    const drawn = await placed(spec, canvas, plain, other, false)
    const own = judge(drawn, canvas).cost
    log.push(
      `drawing ${i + 2}: cost ${own.toFixed(2)}, the legend ${other}, ${own < cost ? 'kept' : 'dropped'}`,
    )
    if (own < cost) [best, cost] = [drawn, own]
  }
  return { walked: best, ...canvas, log }
}

/** The chart with its legend at a place, from the drawing that has it at the right. */
async function placed(
  spec: Json,
  canvas: Canvas,
  plain: Walked,
  place: LegendPlace,
  asked: boolean,
): Promise<Walked> {
  if (place === 'right') return plain
  if (place !== 'direct') return fitted(spec, canvas, place)
  const ends = endsOf(plain) ?? []
  const bare = await fitted(spec, canvas, place, { ...NONE, right: endRoom(ends) })
  const found = endsOf({ ...bare, legends: plain.legends }) ?? []
  return { ...bare, elements: [...bare.elements, ...endElements(bare, found, asked)] }
}

interface Canvas {
  width: number
  height: number
}

/** Draws a view into the canvas: what marks and words need beyond the frame is left free, a given form of the frame kept. */
async function fitted(
  spec: Json,
  canvas: Canvas,
  place: LegendPlace | undefined,
  own = NONE,
): Promise<Walked> {
  let free = own
  let inner = frameOf(canvas, free)
  let walked = await drawnIn(spec, inner, free, place)
  for (let round = 0; round < 2; round++) {
    const more = beyond(walked, canvas)
    const cut = formOf(spec, walked)
    if (Object.values(more).every((side) => side < 0.5) && cut.width < 1 && cut.height < 1) break
    free = {
      left: free.left + more.left + cut.width / 2,
      right: free.right + more.right + cut.width / 2,
      top: free.top + more.top + cut.height / 2,
      bottom: free.bottom + more.bottom + cut.height / 2,
    }
    inner = frameOf(canvas, free)
    walked = await drawnIn(spec, inner, free, place)
  }
  return walked
}

const frameOf = ({ width, height }: Canvas, { left, right, top, bottom }: Margins): Canvas => ({
  width: Math.max(40, width / UNIT - 2 * SIZE.margin - left - right),
  height: Math.max(40, height / UNIT - 2 * SIZE.margin - top - bottom),
})

async function drawnIn(
  spec: Json,
  inner: Canvas,
  free: Margins,
  place: LegendPlace | undefined,
): Promise<Walked> {
  const walked = await once(
    { ...spec, ...inner, autosize: { type: 'fit', contains: 'content' } },
    place,
  )
  return free.left === 0 && free.top === 0 ? walked : walked.again({ x: free.left, y: free.top })
}

/** How far elements reach over the margin of the canvas, in Vega's pixels. */
function beyond({ bounds }: Walked, { width, height }: Canvas): Margins {
  const margin = (SIZE.margin * UNIT) / 2
  const over = (by: number) => Math.max(0, by) / UNIT
  return {
    left: over(margin - bounds.x),
    right: over(bounds.x + bounds.width - (width - margin)),
    top: over(margin - bounds.y),
    bottom: over(bounds.y + bounds.height - (height - margin)),
  }
}

/** What has to go from a frame whose form is given by width and height, in Vega's pixels. */
function formOf({ width, height }: Json, { frames }: Walked): Canvas {
  const [frame] = frames
  if (!frame || typeof width !== 'number' || typeof height !== 'number')
    return { width: 0, height: 0 }
  const ratio = width / height
  return {
    width: Math.max(0, frame.width - frame.height * ratio) / UNIT,
    height: Math.max(0, frame.height - frame.width / ratio) / UNIT,
  }
}

/** Several views share the canvas as their own sizes say; a legend takes the place of a panel that is missing. */
async function composed(spec: Json, options: ChartOptions): Promise<Drawn> {
  const first = await once(sized(spec, { x: 1, y: 1 }), undefined)
  if (first.frames.length > MOST_PANELS) throw tooMany(first.frames.length)
  const { bounds } = first
  const natural = Math.min(2.2, Math.max(0.55, bounds.width / bounds.height))
  const canvas = canvasOf(ratioOf(options.ratio) ?? natural)
  const free = !isPlaced(spec) && missingCell(first) !== undefined
  const walked = centred(await shared(spec, canvas, first, free ? 'direct' : undefined), canvas)
  const cell = free ? missingCell({ ...walked, legends: first.legends }) : undefined
  const legend = cell ? legendAt(first, cell) : []
  return { walked: { ...walked, elements: [...walked.elements, ...legend] }, ...canvas, log: [] }
}

/** Draws until the views fill the canvas: what stands between them does not grow with them. */
async function shared(
  spec: Json,
  canvas: Canvas,
  first: Walked,
  place: LegendPlace | undefined,
): Promise<Walked> {
  let by = { x: 1, y: 1 }
  let walked = place === undefined ? first : await once(sized(spec, by), place)
  for (let round = 0; round < 3; round++) {
    const share = sharesOf(walked.frames)
    const room = (all: number, whole: number, frames: number) =>
      Math.min(20, Math.max(0.05, (all - 2 * SIZE.margin * UNIT - (whole - frames)) / frames))
    const step = {
      x: room(canvas.width, walked.bounds.width, share.x),
      y: room(canvas.height, walked.bounds.height, share.y),
    }
    if (Math.abs(step.x - 1) < 0.01 && Math.abs(step.y - 1) < 0.01) break
    by = { x: by.x * step.x, y: by.y * step.y }
    walked = await once(sized(spec, by), place)
  }
  return walked
}

/** Moves what was drawn to the middle of the canvas: sizes in steps do not fill it to the pixel. */
function centred(walked: Walked, { width, height }: { width: number; height: number }): Walked {
  const { bounds } = walked
  const [dx, dy] = [(width - bounds.width) / 2 - bounds.x, (height - bounds.height) / 2 - bounds.y]
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return walked
  return walked.again({ x: dx / UNIT, y: dy / UNIT })
}

/** Whether the chart says itself where a legend stands. */
function isPlaced(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPlaced)
  if (typeof value !== 'object' || value === null) return false
  const { legend } = value as Json
  if (typeof legend === 'object' && legend !== null && ('orient' in legend || 'legendX' in legend))
    return true
  return Object.entries(value).some(([name, inner]) => name !== 'data' && isPlaced(inner))
}

async function once(spec: Json, place: LegendPlace | undefined): Promise<Walked> {
  const adjust = (compiled: Json) => {
    dressAxes(compiled)
    if (place === undefined || place === 'right') return
    if (place === 'direct') {
      compiled.legends = []
      return
    }
    for (const legend of listOf(compiled.legends))
      Object.assign(legend, place === 'top' ? ABOVE : { orient: place, offset: 6 })
  }
  const { root, origin, compiled } = await draw(spec, HOUSE as unknown as Json, adjust)
  const path = await pathWriter()
  const encodes = encodesOf(compiled)
  const from = (dx: number, dy: number) =>
    walk(root, { x: origin[0] + dx, y: origin[1] + dy }, encodes, path, from)
  return from(0, 0)
}

const ABOVE = { orient: 'top', direction: 'horizontal', titleOrient: 'left', offset: 8 }
