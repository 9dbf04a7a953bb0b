import type { Box, Point, SceneElement } from '../../forms/scene'
import { footElements, insetElements, legendBox, titleElements, wholeOf } from './around'
import {
  endElements,
  endsFit,
  guideElements,
  nameElements,
  secondElements,
  sideRoom,
} from './beside'
import { freeCorner } from './corner'
import { SIZE, widthOf } from './house'
import { type Block, legendColumn, legendRow, rampBlock } from './legend'
import type { Frame, Plot } from './plot'
import { type Layout, vegaLite } from './spec'
import { type Ticks, ticksAcross, ticksUpwards } from './ticks'
import { scenegraphOf } from './vega'
import { walk } from './walk'

/** What may be changed to make a chart read better; its data and marks stay. */
export interface RenderLook {
  place: 'auto' | 'direct' | 'inside' | 'top' | 'right' | 'bottom' | 'left' | 'none' | 'cell'
  /** Number of ticks against the rule's. */
  density: number
  /** Bars and boxes lie where the plot stood, and the other way round. */
  turned: boolean
}

export interface Rendered {
  elements: SceneElement[]
  frames: Frame[]
  dropped: number
  /** Where the legend went. */
  place: RenderLook['place']
  legend?: Box
}

export interface Canvas {
  width: number
  height: number
  /** Drawn above everything; absent where the caption says it. */
  title?: string
}

/** A legend of more entries than this is longer than the chart. */
const MOST_KEYS = 24

/** Gap between the frame and what stands beside it. */
const BESIDE = 26

export async function render(given: Plot, canvas: Canvas, look: RenderLook): Promise<Rendered> {
  const plot = settled(given, look)
  const place = placeOf(plot, canvas, look)
  const blocks = blocksOf(plot, canvas, place)
  let layout = layoutOf(plot, canvas, blocks, look)
  let walked = await draw(plot, layout)
  const [frame] = walked.frames
  if (frame && plot.facets.length > 0) {
    layout = panelsFitted(layout, canvas, plot, blocks, walked.bounds, look)
    walked = await draw(plot, layout)
  } else if (frame && plot.square && Math.abs(frame.width - frame.height) > 1.5) {
    layout = squared(layout, frame.width - frame.height)
    walked = await draw(plot, layout)
  }
  const own = walked.frames[0] ?? { x: 0, y: 0, ...canvas, facet: '' }
  const frames = walked.frames.length > 0 ? walked.frames : [own]
  const whole = wholeOf(frames)
  const legend = legendBox(plot, canvas, blocks, place, frames)
  const elements = [
    ...walked.elements,
    ...(place === 'direct' ? endElements(plot, own, look.place === 'direct') : []),
    ...secondElements(plot, own),
    ...guideElements(plot, own, markBoxes(walked.elements, true)),
    ...(plot.names ? nameElements(plot, walked.frames, markBoxes(walked.elements)) : []),
    ...(legend && blocks.legend ? blocks.legend.draw(legend.x, legend.y) : []),
    ...(blocks.ramp
      ? blocks
          .ramp(whole.height * 0.86)
          .draw(whole.x + whole.width + BESIDE, whole.y + whole.height * 0.07)
      : []),
    ...insetElements(plot, own, legend),
    ...footElements(plot, canvas, own),
    ...titleElements(canvas, own),
  ]
  return {
    elements,
    frames: walked.frames,
    dropped: layout.across.dropped + layout.upwards.dropped,
    place,
    ...(legend ? { legend } : {}),
  }
}

/** Where symbols and lines lie; names of points keep clear of them. */
function markBoxes(elements: readonly SceneElement[], solid = false): Box[] {
  const marks = new Set(elements.filter(({ role }) => role === 'mark').map(({ id }) => id))
  return elements.flatMap(({ parent, geometry, box }) => {
    if (parent === undefined || !marks.has(parent)) return []
    if (geometry?.form === 'ellipse') return [box]
    if (geometry?.form === 'polyline') return alongLine(geometry.points)
    return solid && geometry?.form !== 'path' ? [box] : []
  })
}

/** Pixels between two small boxes that stand for a line. */
const STEP = 10

function alongLine(points: readonly Point[]): Box[] {
  return points.slice(1).flatMap((to, i) => {
    const from = points[i] ?? to
    const count = Math.min(60, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP))
    return Array.from({ length: count }, (_, k) => {
      const share = (k + 0.5) / count
      const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share]
      return { x: x - 5, y: y - 5, width: 10, height: 10 }
    })
  })
}

async function draw(plot: Plot, layout: Layout) {
  const { root, origin } = await scenegraphOf(vegaLite(plot, layout))
  const { left, top } = layout.padding
  return walk(root, plot, { x: left + origin[0], y: top + origin[1] })
}

/** Names run from the top down on an upright axis. */
function settled(plot: Plot, look: RenderLook): Plot {
  const flipped = plot.flipped !== look.turned
  const { a } = plot
  const [low, high] = a.domain
  const down = flipped && a.kind === 'category'
  return { ...plot, flipped, a: { ...a, domain: down === low > high ? [low, high] : [high, low] } }
}

export interface Blocks {
  legend?: Block
  ramp?: (height: number) => Block
  padding: Layout['padding']
}

function placeOf(plot: Plot, canvas: Canvas, look: RenderLook): RenderLook['place'] {
  const named = plot.ends !== undefined && plot.ends.length > 0
  if (look.place === 'none' || plot.keys.length > MOST_KEYS) return 'none'
  if (plot.keys.length === 0) return named ? 'direct' : 'none'
  if (look.place !== 'auto' && look.place !== 'direct') return look.place
  const estimate = estimated(
    plot,
    canvas,
    blocksOf(plot, canvas, named ? 'direct' : 'inside'),
    look,
  )
  if (named && (look.place === 'direct' || endsFit(plot, estimate))) return 'direct'
  const block = legendColumn(plot.keys, plot.keyTitle, estimate.width * 0.5)
  // Segments that lie one behind the other are named in the same order above them.
  if (plot.stacked && plot.flipped) return 'top'
  const beside = block.width <= canvas.width * 0.24 ? 'right' : 'top'
  if (plot.facets.length > 0) return lastRow(plot, canvas) > 0 ? 'cell' : beside
  return freeCorner(plot, estimate, block) ? 'inside' : beside
}

/** Panels that the last row lacks. */
function lastRow({ facets }: Plot, { width, height }: Canvas): number {
  const columns = columnsOf(facets.length, width / height)
  return Math.ceil(facets.length / columns) * columns - facets.length
}

function blocksOf(plot: Plot, canvas: Canvas, place: RenderLook['place']): Blocks {
  const { margin } = SIZE
  const room = sideRoom(plot, place === 'direct')
  const padding = {
    left: margin + room.left,
    right: margin + room.right,
    top: margin + (canvas.title ? SIZE.heading * 1.7 : 0) + 4,
    bottom: margin + (plot.foot ? SIZE.text * 1.7 : 0),
  }
  const blocks: Blocks = { padding }
  if (plot.ramp) {
    const ramp = plot.ramp
    blocks.ramp = (height) => rampBlock(ramp, height)
    padding.right += BESIDE + rampBlock(ramp, canvas.height * 0.6).width
  }
  if (plot.keys.length === 0 || place === 'direct' || place === 'none') return blocks
  if (place === 'top' || place === 'bottom') {
    blocks.legend = legendRow(plot.keys, plot.keyTitle, canvas.width - 2 * margin - 120)
    padding[place] += blocks.legend.height + 12
  } else {
    // Below each other names stand as what they name is stacked.
    const keys = plot.stacked && !plot.flipped ? plot.keys.toReversed() : plot.keys
    blocks.legend = legendColumn(keys, plot.keyTitle, canvas.width * 0.3)
    if (place === 'right' || place === 'left') padding[place] += blocks.legend.width + BESIDE
  }
  return blocks
}

/** The frame as it will about be, before Vega has measured its axes. */
function estimated(plot: Plot, canvas: Canvas, { padding }: Blocks, look: RenderLook): Box {
  const [x, y] = plot.flipped ? [plot.v, plot.a] : [plot.a, plot.v]
  const upwards = ticksUpwards(y, canvas.height - 160, canvas.width * 0.3, look.density)
  const labels = Math.max(
    0,
    ...upwards.ticks.flatMap(({ lines }) => lines.map((line) => widthOf(line))),
  )
  const left = padding.left + labels + 18 + (y.title === '' ? 0 : SIZE.title + 20)
  const width = Math.max(80, canvas.width - left - padding.right)
  const across = ticksAcross(x, width, look.density)
  const bottom = padding.bottom + 18 + labelHeight(across) + (x.title === '' ? 0 : SIZE.title + 20)
  const height = Math.max(80, canvas.height - padding.top - bottom)
  return { x: left, y: padding.top, width, height }
}

function labelHeight({ ticks, angle }: Ticks): number {
  if (angle !== 0) {
    const wide = Math.max(0, ...ticks.map(({ lines }) => widthOf(lines[0] ?? '')))
    return wide * Math.sin((-angle * Math.PI) / 180) + SIZE.text
  }
  return Math.max(1, ...ticks.map(({ lines }) => lines.length)) * SIZE.text * 1.2
}

function layoutOf(plot: Plot, canvas: Canvas, blocks: Blocks, look: RenderLook): Layout {
  const [x, y] = plot.flipped ? [plot.v, plot.a] : [plot.a, plot.v]
  const frame = estimated(plot, canvas, blocks, look)
  if (plot.facets.length > 0) {
    const columns = columnsOf(plot.facets.length, canvas.width / canvas.height)
    const rows = Math.ceil(plot.facets.length / columns)
    const width = (frame.width - (columns - 1) * 30) / columns
    const height = (frame.height - (rows - 1) * 26 - rows * 44) / rows
    return panels(plot, { width, height, padding: blocks.padding, columns }, canvas, look)
  }
  const padding = { ...blocks.padding }
  const layout = {
    width: canvas.width,
    height: canvas.height,
    padding,
    columns: 1,
    across: ticksAcross(
      x,
      plot.square ? Math.min(frame.width, frame.height) : frame.width,
      look.density,
    ),
    upwards: ticksUpwards(
      y,
      plot.square ? Math.min(frame.width, frame.height) : frame.height,
      canvas.width * 0.3,
      look.density,
    ),
  }
  return plot.square ? squared(layout, frame.width - frame.height) : layout
}

/** Room is taken from the longer side, half on each end. */
function squared(layout: Layout, surplus: number): Layout {
  const { left, right, top, bottom } = layout.padding
  const half = Math.abs(surplus) / 2
  const padding =
    surplus > 0
      ? { left: left + half, right: right + half, top, bottom }
      : { left, right, top: top + half, bottom: bottom + half }
  return { ...layout, padding }
}

function panels(
  plot: Plot,
  size: Pick<Layout, 'width' | 'height' | 'padding' | 'columns'>,
  canvas: Canvas,
  look: RenderLook,
): Layout {
  const [x, y] = plot.flipped ? [plot.v, plot.a] : [plot.a, plot.v]
  const width = Math.max(60, size.width)
  const height = Math.max(60, size.height)
  return {
    ...size,
    width,
    height,
    across: ticksAcross(x, width, look.density),
    upwards: ticksUpwards(y, height, canvas.width * 0.2, look.density),
  }
}

function panelsFitted(
  layout: Layout,
  canvas: Canvas,
  plot: Plot,
  { padding }: Blocks,
  bounds: Box,
  look: RenderLook,
): Layout {
  const rows = Math.ceil(plot.facets.length / layout.columns)
  const spareX = canvas.width - padding.left - padding.right - bounds.width
  const spareY = canvas.height - padding.top - padding.bottom - bounds.height
  return panels(
    plot,
    {
      ...layout,
      width: layout.width + spareX / layout.columns,
      height: layout.height + spareY / rows,
    },
    canvas,
    look,
  )
}

/** As many columns as make panels nearest to 4:3. */
function columnsOf(count: number, ratio: number): number {
  let [best, least] = [1, Number.POSITIVE_INFINITY]
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns)
    const form = (ratio * rows) / columns
    const waste = (columns * rows - count) / count
    const cost = Math.abs(Math.log(form / 1.25)) + waste * 0.8
    if (cost < least) [best, least] = [columns, cost]
  }
  return best
}
