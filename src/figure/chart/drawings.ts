/** Drawings of a chart on its canvas: until the views fill it and no type is too small. */
import type { Point } from '../../forms/scene'
import { paperWidth, pixelsPerPoint } from '../canvas/paper'
import { canvas as canvasOf, ratioOf } from '../canvas/size'
import { encodesOf } from './encodes'
import { givenRatio, naturalRatio, sized } from './fit'
import { dressAxes, wrapTitles } from './labels'
import { endElements, endRoom, endsOf, type LegendPlace, placeOf } from './legend'
import { MOST_PANELS, tooMany, withSharedTitles } from './panels'
import { HOUSE, SIZE, UNIT } from './spec/house'
import { listOf } from './spec/sources'
import { draw, type Json } from './spec/vega'
import { walk } from './walk'
import type { Walked } from './walked'

/** How a chart is drawn. */
export interface ChartOptions {
  /** `auto` or `W:H`. */
  ratio: string
  /** Millimetres across on paper; absent: those of its ratio. */
  paper?: number
}

export interface Drawn {
  walked: Walked
  width: number
  height: number
}

/** Pixels of Vega that marks and words beyond the frame take on each side. */
interface Margins {
  left: number
  right: number
  top: number
  bottom: number
}
const NONE: Margins = { left: 0, right: 0, top: 0, bottom: 0 }

/** One view fills the canvas; its legend stands where it reads best. */
export async function single(spec: Json, asked: ChartOptions): Promise<Drawn> {
  const shape = (ratio: number) => printedOn(ratioOf(asked.ratio) ?? ratio, asked.paper)
  const guess = shape(givenRatio(spec) ?? 4 / 3)
  const first = await fitted(spec, guess)
  const canvas = givenRatio(spec) === undefined ? shape(naturalRatio(first)) : guess
  const plain = canvas.width === guess.width ? first : await fitted(spec, canvas)
  const isFree = plain.legends.length > 0 && !isPlaced(spec)
  const place = isFree ? placeOf(plain, canvas, typeof spec.width !== 'number') : 'right'
  return { walked: await placed(spec, canvas, plain, place), ...canvas }
}

/** The chart with its legend at a place, from the drawing that has it at the right. */
async function placed(
  spec: Json,
  canvas: Canvas,
  plain: Walked,
  place: LegendPlace,
): Promise<Walked> {
  if (place === 'right') return plain
  if (place !== 'direct') return fitted(spec, canvas, place)
  const ends = endsOf(plain) ?? []
  const bare = await fitted(spec, canvas, place, { ...NONE, right: endRoom(ends) })
  const found = endsOf({ ...bare, legends: plain.legends }) ?? []
  return { ...bare, elements: [...bare.elements, ...endElements(bare, found)] }
}

/** The canvas of a ratio, smaller on narrower paper: type and strokes are as wide on the one as on the other. */
function printedOn(ratio: number, paper: number | undefined): Canvas {
  const full = canvasOf(ratio)
  return paper === undefined ? full : canvasOf(ratio, (SIDE * paper) / paperWidth(full))
}

/** Pixels of the side of a square canvas. */
const SIDE = 1024

interface Canvas {
  width: number
  height: number
}

/** Draws a view into the canvas: what marks and words need beyond the frame is left free, a given form of the frame kept. */
async function fitted(
  spec: Json,
  canvas: Canvas,
  place?: LegendPlace,
  own = NONE,
): Promise<Walked> {
  let free = own
  for (let round = 0; ; round++) {
    const { left, right, top, bottom } = free
    const inner = {
      width: Math.max(40, canvas.width / UNIT - 2 * SIZE.margin - left - right),
      height: Math.max(40, canvas.height / UNIT - 2 * SIZE.margin - top - bottom),
    }
    const autosize = { type: 'fit', contains: 'content' }
    const first = await once({ ...spec, ...inner, autosize }, place, canvas)
    const walked = left === 0 && top === 0 ? first : first.again({ x: left, y: top })
    const more = beyond(walked, canvas)
    const cut = formOf(spec, walked)
    const isFitting = Object.values(more).every((side) => side < 0.5)
    if (round === 2 || (isFitting && cut.width < 1 && cut.height < 1)) return walked
    free = {
      left: left + more.left + cut.width / 2,
      right: right + more.right + cut.width / 2,
      top: top + more.top + cut.height / 2,
      bottom: bottom + more.bottom + cut.height / 2,
    }
  }
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

/** Several views share the canvas as their own sizes say. */
export async function composed(spec: Json, { ratio, paper }: ChartOptions): Promise<Drawn> {
  const first = await once(sized(spec, { x: 1, y: 1 }), undefined, canvasOf(1))
  if (first.frames.length > MOST_PANELS) throw tooMany(first.frames.length)
  const { bounds } = first
  const natural = Math.min(2.2, Math.max(0.55, bounds.width / bounds.height))
  const canvas = printedOn(ratioOf(ratio) ?? natural, paper)
  const filled = centred(await shared(spec, canvas, first), canvas)
  return { walked: isFaceted(spec) ? withSharedTitles(filled) : filled, ...canvas }
}

/** Whether all views are panels of one chart. */
function isFaceted({ facet, encoding }: Json): boolean {
  const { row, column, facet: wrapped } = (encoding ?? {}) as Json
  return [facet, row, column, wrapped].some((each) => each !== undefined)
}

/** Draws until the views fill the canvas: what stands between them does not grow with them, so their sizes go by a straight line. */
async function shared(spec: Json, canvas: Canvas, first: Walked): Promise<Walked> {
  const drawn = async (x: number, y: number) => ({
    by: { x, y },
    walked: await once(sized(spec, { x, y }), undefined, canvas),
  })
  const room = (side: keyof Canvas) => canvas[side] - 2 * SIZE.margin * UNIT
  const one = { by: { x: 1, y: 1 }, walked: first }
  const guess = (side: keyof Canvas) => room(side) / first.bounds[side]
  const two = await drawn(guess('width'), guess('height'))
  const step = (axis: 'x' | 'y', side: keyof Canvas) => {
    const [from, to] = [one.by[axis], two.by[axis]]
    const grown = two.walked.bounds[side] - first.bounds[side]
    const by = to + ((room(side) - two.walked.bounds[side]) * (to - from)) / grown
    return Number.isFinite(by) ? Math.min(20, Math.max(0.05, by)) : to
  }
  return (await drawn(step('x', 'width'), step('y', 'height'))).walked
}

/** Moves what was drawn to the middle of the canvas: sizes in steps do not fill it to the pixel. */
function centred(walked: Walked, { width, height }: { width: number; height: number }): Walked {
  const { bounds } = walked
  const [dx, dy] = [(width - bounds.width) / 2 - bounds.x, (height - bounds.height) / 2 - bounds.y]
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return walked
  return walked.again({ x: dx / UNIT, y: dy / UNIT })
}

/** Whether the chart says itself where a legend stands. */
const isPlaced = ({ data: _, ...spec }: Json): boolean =>
  /"legend":\{[^{}]*"(?:orient|legendX)":/.test(JSON.stringify(spec))

async function once(spec: Json, place: LegendPlace | undefined, canvas: Canvas): Promise<Walked> {
  const adjust = (compiled: Json) => {
    dressAxes(compiled)
    readable(compiled, floorOf(canvas))
    wrapTitles(compiled, canvas.width / UNIT - 2 * SIZE.margin)
    if (place === undefined || place === 'right') return
    if (place === 'direct') {
      compiled.legends = []
      return
    }
    for (const legend of listOf(compiled.legends)) Object.assign(legend, ABOVE)
  }
  const { root, origin, compiled } = await draw(spec, HOUSE as unknown as Json, adjust)
  const encodes = encodesOf(compiled)
  const from = ({ x, y }: Point) =>
    walk(root, { x: origin[0] + x, y: origin[1] + y }, encodes, from)
  return from({ x: 0, y: 0 })
}

/** The least type that is printed, in points. */
const LEAST_PT = 6

/** Vega's pixels of the least type on a canvas. */
const floorOf = (canvas: Canvas): number => (LEAST_PT * pixelsPerPoint(canvas)) / UNIT

/** No type of a compiled chart is smaller than `floor`. */
function readable(compiled: unknown, floor: number): void {
  if (Array.isArray(compiled)) for (const each of compiled) readable(each, floor)
  if (typeof compiled !== 'object' || compiled === null || Array.isArray(compiled)) return
  const own = compiled as Json
  for (const [name, value] of Object.entries(own)) {
    if (name === 'data' || name === 'scales') continue
    if (!/fontsize$/i.test(name)) readable(value, floor)
    else if (typeof value === 'number') own[name] = Math.max(floor, value)
    else
      for (const one of [value].flat() as Json[])
        if (typeof one?.value === 'number') one.value = Math.max(floor, one.value)
  }
}

const ABOVE = { orient: 'top', direction: 'horizontal', titleOrient: 'left', offset: 8 }
