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

/** The background, the tile over it and the frame. */
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

/** The line through a segment and its like in all other tiles, as far as they lie on the canvas. */
function repeated(
  [a, b]: Segment,
  tile: Tile,
  canvas: { width: number; height: number },
): Segment[] {
  const lines: Segment[] = []
  if (Math.abs(b.y - a.y) < 0.01) {
    for (let y = a.y % tile.height; y < canvas.height; y += tile.height)
      lines.push([
        { x: 0, y },
        { x: canvas.width, y },
      ])
    return lines
  }
  // By height: one step of the slope, and where the line meets the canvas's upper edge.
  const slope = (b.x - a.x) / (b.y - a.y)
  const reach = slope * canvas.height
  const start = (((a.x - slope * a.y) % tile.width) + tile.width) % tile.width
  const first = start - Math.ceil(Math.max(0, reach) / tile.width) * tile.width
  for (let x = first; x < canvas.width + Math.max(0, -reach); x += tile.width) {
    const line = clipped(x, slope, canvas)
    if (line) lines.push(line)
  }
  return lines
}

/** The part on the canvas of a line that meets y = 0 at `x`. */
function clipped(
  x: number,
  slope: number,
  { width, height }: { width: number; height: number },
): Segment | undefined {
  const sides = slope === 0 ? [0, height] : [-x / slope, (width - x) / slope]
  const from = Math.max(0, Math.min(...sides))
  const to = Math.min(height, Math.max(...sides))
  if (to - from < 0.5 || x + slope * from > width + 0.01 || x + slope * from < -0.01)
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
