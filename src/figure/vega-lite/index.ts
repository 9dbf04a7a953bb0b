import { ChartRefused, type ChartSpec, type Table } from '../../forms/chart'
import type { ComposedChart } from '../../forms/figure-tools'
import type { Scene } from '../../forms/scene'
import { canvas as canvasOf, ratioOf } from '../canvas-size'
import { fixed } from '../chart/numbers'
import { unreadable } from '../measure'
import { paperOf, paperWidth } from '../paper'
import { toSvg } from '../svg'
import { describe } from './describe'
import { encodesOf, listOf } from './encodes'
import { expanded } from './expand'
import { isSingle, naturalRatio, sharesOf, sized } from './fit'
import { COLOR, HOUSE, SIZE, UNIT } from './house'
import { judge } from './judge'
import { dressAxes, labelOf, namesUpwards, turnOf } from './labels'
import { endElements, endRoom, endsOf, type LegendPlace, placeOf } from './legend'
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
  const pure = expanded(given, table)
  checkPanels(pure.spec, table)
  const spec = prepared(pure.spec, table, given.data)
  const drawing = isSingle(spec) ? await single(spec, options) : await composed(spec, options)
  const { walked, width, height } = drawing
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
  const description = [...said, ...describe(walked), ...pure.says].join(' ')
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

function titleOf({ title }: ChartSpec): string | undefined {
  if (typeof title === 'string') return title
  const text = (title as Json | null | undefined)?.text
  return typeof text === 'string' ? text : undefined
}

interface Drawn {
  walked: Walked
  width: number
  height: number
  log: string[]
}

/** One view fills the canvas; its legend stands where it reads best. */
async function single(spec: Json, options: ChartOptions): Promise<Drawn> {
  const shape = (ratio: number) => canvasOf(ratioOf(options.ratio) ?? ratio)
  let canvas = shape(4 / 3)
  const at = (place: LegendPlace | undefined, room = 0) => {
    const [width, height] = [
      canvas.width / UNIT - 2 * SIZE.margin - room,
      canvas.height / UNIT - 2 * SIZE.margin,
    ]
    const sizes = { width, height, autosize: { type: 'fit', contains: 'content' } }
    return once({ ...spec, ...sizes }, place)
  }
  let walked = await at(undefined)
  const own = shape(naturalRatio(spec, walked))
  const legend = walked.legends.length > 0 && !isPlaced(spec)
  if (own.width !== canvas.width) {
    canvas = own
    walked = await at(undefined)
  }
  if (!legend) return { walked, ...canvas, log: [] }
  const place = placeOf(walked, canvas)
  const log = [`the legend stands ${place}`]
  if (place === 'right') return { walked, ...canvas, log }
  const ends = endsOf(walked) ?? []
  if (place !== 'direct') {
    const other = await at(place)
    // A row of names may be longer than the chart is wide.
    const fits =
      place !== 'top' || (other.legends[0]?.box.width ?? 0) < canvas.width - 4 * SIZE.margin
    return fits ? { walked: other, ...canvas, log } : { walked, ...canvas, log: [] }
  }
  const bare = await at(place, endRoom(ends))
  const found = endsOf({ ...bare, legends: walked.legends }) ?? []
  return {
    walked: { ...bare, elements: [...bare.elements, ...endElements(bare, found)] },
    ...canvas,
    log,
  }
}

/** Several views share the canvas as their own sizes say. */
async function composed(spec: Json, options: ChartOptions): Promise<Drawn> {
  let by = { x: 1, y: 1 }
  let walked = await once(sized(spec, by), undefined)
  if (walked.frames.length > MOST_PANELS) throw tooMany(walked.frames.length)
  const { bounds } = walked
  const natural = Math.min(2.2, Math.max(0.55, bounds.width / bounds.height))
  const { width, height } = canvasOf(ratioOf(options.ratio) ?? natural)
  for (let round = 0; round < 3; round++) {
    const share = sharesOf(walked.frames)
    const room = (all: number, whole: number, frames: number) =>
      Math.min(20, Math.max(0.05, (all - 2 * SIZE.margin * UNIT - (whole - frames)) / frames))
    const step = {
      x: room(width, walked.bounds.width, share.x),
      y: room(height, walked.bounds.height, share.y),
    }
    if (round > 0 && Math.abs(step.x - 1) < 0.01 && Math.abs(step.y - 1) < 0.01) break
    by = { x: by.x * step.x, y: by.y * step.y }
    walked = await once(sized(spec, by), undefined)
  }
  return { walked: centred(walked, { width, height }), width, height, log: [] }
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
