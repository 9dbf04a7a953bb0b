import type { Ground, Point, Scene } from '../forms/scene'
import { segmentsOf } from './svg-segments'
import { element, number } from './xml'

const TILE = 'ground-tile'

type Tile = NonNullable<Ground['tile']>
type Segment = readonly [Point, Point]

/** A tile as a pattern, where its lines do not run on through the next tile; empty otherwise. */
export function groundDefinition({ ground, elements }: Scene): string {
  const { tile } = ground ?? {}
  if (!tile || throughLines(tile)) return ''
  const { width, height, strokes } = tile
  return element(
    'pattern',
    {
      id: tileId(elements),
      width: number(width),
      height: number(height),
      patternUnits: 'userSpaceOnUse',
    },
    strokes.map((line) => stroked(line.d, line)).join(''),
  )
}

/** The background, the tile over it, the frame and its marks. */
export function groundShapes(scene: Scene): string[] {
  const { width, height, background, ground } = scene
  return [
    element('rect', { x: 0, y: 0, width, height, fill: background }),
    ...tiled(scene),
    ...(ground?.frame ?? []).map(({ inset, stroke, strokeWidth }) =>
      element('rect', {
        x: number(inset),
        y: number(inset),
        width: number(width - 2 * inset),
        height: number(height - 2 * inset),
        fill: 'none',
        stroke,
        'stroke-width': number(strokeWidth),
      }),
    ),
    ...(ground?.marks ? [stroked(ground.marks.d, ground.marks)] : []),
  ]
}

/**
 * A grid is one path of long lines per stroke: LibreOffice draws a pattern coarsely or not at all, and drawing programs
 * turn one into a bitmap.
 */
function tiled({ ground, width, height, elements }: Scene): string[] {
  const { tile } = ground ?? {}
  if (!tile) return []
  const through = throughLines(tile)
  if (!through)
    return [element('rect', { x: 0, y: 0, width, height, fill: `url(#${tileId(elements)})` })]
  return tile.strokes.map((line, index) => {
    const lines = (through[index] ?? []).flatMap((one) => repeated(one, tile, { width, height }))
    const d = lines.map(([a, b]) => `M${number(a.x)} ${number(a.y)}L${number(b.x)} ${number(b.y)}`)
    return stroked(d.join(''), line)
  })
}

function stroked(d: string, line: Tile['strokes'][number]): string {
  const { stroke, strokeWidth } = line
  return element('path', { d, fill: 'none', stroke, 'stroke-width': number(strokeWidth) })
}

/** The segments of each stroke, or undefined where one of them does not end where a neighbouring tile takes it up. */
function throughLines(tile: Tile): Segment[][] | undefined {
  const whole = (length: number, period: number) =>
    Math.abs(length) < 0.01 || Math.abs(Math.abs(length) - period) < 0.01
  const strokes: Segment[][] = []
  for (const { d } of tile.strokes) {
    const segments = segmentsOf(d)
    if (!segments?.every(([a, b]) => whole(b.x - a.x, tile.width) && whole(b.y - a.y, tile.height)))
      return undefined
    strokes.push(segments)
  }
  return strokes
}

/**
 * Pixels that a grid keeps from the canvas's edge: a line that reaches beyond it makes LibreOffice take the figure to be
 * larger than it is, and draw all of it between pixels.
 */
const EDGE = 1

interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

/** The line through a segment and its like in all other tiles, as far as they lie on the canvas. */
function repeated(
  [a, b]: Segment,
  tile: Tile,
  canvas: { width: number; height: number },
): Segment[] {
  const area = { left: EDGE, top: EDGE, right: canvas.width - EDGE, bottom: canvas.height - EDGE }
  const lines: Segment[] = []
  if (Math.abs(b.y - a.y) < 0.01) {
    for (let y = a.y % tile.height; y <= area.bottom; y += tile.height)
      if (y >= area.top)
        lines.push([
          { x: area.left, y },
          { x: area.right, y },
        ])
    return lines
  }
  // By height: one step of the slope, and where the line meets the canvas's upper edge.
  const slope = (b.x - a.x) / (b.y - a.y)
  const reach = slope * canvas.height
  const start = (((a.x - slope * a.y) % tile.width) + tile.width) % tile.width
  const first = start - Math.ceil(Math.max(0, reach) / tile.width) * tile.width
  for (let x = first; x < canvas.width + Math.max(0, -reach); x += tile.width) {
    const line = clipped(x, slope, area)
    if (line) lines.push(line)
  }
  return lines
}

/** The part in an area of a line that meets y = 0 at `x`. */
function clipped(x: number, slope: number, area: Area): Segment | undefined {
  const sides =
    slope === 0 ? [area.top, area.bottom] : [(area.left - x) / slope, (area.right - x) / slope]
  const from = Math.max(area.top, Math.min(...sides))
  const to = Math.min(area.bottom, Math.max(...sides))
  if (
    to - from < 0.5 ||
    x + slope * from > area.right + 0.01 ||
    x + slope * from < area.left - 0.01
  )
    return undefined
  return [
    { x: x + slope * from, y: from },
    { x: x + slope * to, y: to },
  ]
}

function tileId(elements: Scene['elements']): string {
  let id = TILE
  while (elements.some((each) => each.id === id)) id += '_'
  return id
}
