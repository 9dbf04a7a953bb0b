import type { Box, Geometry, Point, SceneElement, Style } from '../../forms/scene'
import { mix } from '../color'
import { CAP_HEIGHT, FONT_STACK } from '../fonts'
import { grown } from '../geometry'
import { iconFor, movePath } from '../icons'
import { closedPath, outlinePoints, path } from './path'
import { firstMeeting, fitted, sidesOf, silhouette } from './solid'
import { type DressedPiece, hue, type Theme } from './theme'

/** Thickness of what stands on the ground, in em. */
const DEPTH = { node: 0.52, group: 0.34 } as const

/**
 * Blocks on plates, seen from the front and a little from above right: each shows its top and its right side. A block
 * stays within the box that layout gave it, so that it covers no heading and no neighbour; its face and its letters
 * move down and left for it, and connectors end at what can be seen of it.
 */
export const isometric3d: Theme = {
  name: 'isometric_3d',
  fonts: FONT_STACK,
  capHeight: CAP_HEIGHT,
  measures: {
    detail: 0.87,
    labelWeight: 600,
    detailWeight: 400,
    leading: 1.28,
    padding: 0.95,
    radius: 0.06,
    stroke: 0.05,
    connector: 0.11,
    depth: DEPTH.node,
  },
  palette: {
    background: '#eef1f7',
    ink: '#151c2b',
    muted: '#3b4558',
    connector: '#2b3448',
    paper: '#ffffff',
    neutral: hue('#66748f', '#e9edf4', '#dfe4ee', '#38445c'),
    hues: [
      hue('#2f6fc4', '#d3e5fb', '#dfeafa', '#1b4a8c'),
      hue('#c86f0a', '#fde3bd', '#f8ead6', '#7a4300'),
      hue('#128a78', '#c3ebe2', '#d8efea', '#0b584c'),
      hue('#a8489a', '#f3d5ef', '#f3e1f0', '#702364'),
    ],
  },
  stageHues: 'cycle',
  head: { form: 'barbed', length: 5.4, width: 4.6 },
  icon: (node) => iconFor(node, 'ready', { size: 1.45, gap: 0.55 }),
  ground: ({ em }, { background, ink }) => {
    const [width, height] = [4 * em * Math.cos(Math.PI / 6), 4 * em * Math.sin(Math.PI / 6)]
    return {
      tile: {
        width,
        height,
        strokes: [
          {
            d: path`M0 0L${width} ${height}M0 ${height}L${width} 0`,
            stroke: mix(background, ink, 0.05),
            strokeWidth: 1,
          },
        ],
      },
    }
  },
  restyle: (style, { draft, hue, em }) => {
    if (draft.part === 'group')
      return { fill: style.fill, stroke: mix(hue.wash, hue.line, 0.55), strokeWidth: 0.04 * em }
    return style
  },
  paint: (element, piece) => {
    const { geometry, role, box } = element
    const depth = depthOf(piece)
    if (role === 'node' && geometry?.form === 'cylinder') return drum(element, geometry, piece)
    if ((role === 'node' || role === 'group') && geometry)
      return block(element, fitted(geometry, box, frontOf(box, depth)), depth, piece)
    // A drum stands in the middle of its box.
    return isOnFace(piece) ? shifted(element, depth / 2) : element
  },
  arrange: withEnds,
}

function depthOf({ draft, owner, em }: DressedPiece): number {
  const part = draft.element.role === undefined ? owner.part : draft.part
  return (part === 'group' ? DEPTH.group : DEPTH.node) * em
}

function isOnFace({ draft, owner }: DressedPiece): boolean {
  if (draft.element.role !== undefined || draft.part === 'connector-label') return false
  return !['store', 'group', 'key'].includes(owner.part)
}

/** The face of a block that fills a box with its top and its side. */
function frontOf({ x, y, width, height }: Box, depth: number): Box {
  return { x, y: y + depth, width: width - depth, height: height - depth }
}

/** Left and down by the same length. */
function shifted(element: SceneElement, by: number): SceneElement {
  const { geometry, box } = element
  return {
    ...element,
    box: { ...box, x: box.x - by, y: box.y + by },
    ...(geometry ? { geometry: shiftedGeometry(geometry, by) } : {}),
  }
}

function shiftedGeometry(geometry: Geometry, by: number): Geometry {
  switch (geometry.form) {
    case 'lines':
      return { ...geometry, lines: geometry.lines.map((line) => shiftedLine(line, by)) }
    case 'path':
      return { ...geometry, d: movePath(geometry.d, 1, -by, by) }
    case 'rect':
      return { ...geometry, x: geometry.x - by, y: geometry.y + by }
    case 'ellipse':
      return { ...geometry, cx: geometry.cx - by, cy: geometry.cy + by }
    default:
      return geometry
  }
}

type Line = Extract<Geometry, { form: 'lines' }>['lines'][number]

function shiftedLine({ runs, formulas, ...line }: Line, by: number): Line {
  return {
    ...line,
    x: line.x - by,
    y: line.y + by,
    ...(runs && {
      runs: runs.map((run) => (run.x === undefined ? run : { ...run, x: run.x - by })),
    }),
    ...(formulas && {
      formulas: formulas.map((each) => ({ ...each, d: movePath(each.d, 1, -by, by) })),
    }),
  }
}

/** Sides first, the face over them. */
function block(
  element: SceneElement,
  face: Geometry,
  depth: number,
  piece: DressedPiece,
): SceneElement {
  const { hue, draft } = piece
  const front = element.style.fill ?? hue.tint
  const flat = draft.part === 'group'
  const [top, right] = [
    mix(front, '#ffffff', flat ? 0.35 : 0.62),
    mix(front, hue.line, flat ? 0.34 : 0.7),
  ]
  const line = element.style.stroke ?? hue.line
  const edge: Style = { stroke: line, strokeWidth: element.style.strokeWidth ?? 1 }
  const outline = outlinePoints(face)
  const by = { x: depth, y: -depth }
  const sides = sidesOf(outline, by)
  const creases = sides.flatMap(({ points: [corner], turn }, index) =>
    corner && Math.abs(turn - (sides.at(index - 1)?.turn ?? 0)) > SHARP
      ? [path`M${corner.x} ${corner.y}L${corner.x + by.x} ${corner.y + by.y}`]
      : [],
  )
  const d = face.form === 'path' ? face.d : closedPath(outline)
  return {
    ...element,
    paint: [
      ...sides.map(({ points, turn }) => {
        const fill = mix(top, right, turn)
        return { d: closedPath(points), style: { fill, stroke: fill, strokeWidth: 0.6 } }
      }),
      {
        d: closedPath(silhouette(face, by)) + creases.join(''),
        style: { fill: 'none', ...edge },
      },
      { d, style: { fill: front, ...edge } },
    ],
  }
}

/** Sides that look ways so different, of a quarter turn, meet in an edge. */
const SHARP = 0.35

/** Connectors begin and end where the solids do, as far as they can be seen. */
function withEnds(elements: SceneElement[], em: number): SceneElement[] {
  const solids = new Map<string, Solid>()
  const depth = DEPTH.node * em
  for (const { id, role, geometry, box } of elements) {
    if (role !== 'node' || !geometry || geometry.form === 'cylinder') continue
    const face = fitted(geometry, box, frontOf(box, depth))
    solids.set(id, { box, outline: silhouette(face, { x: depth, y: -depth }) })
  }
  return elements.map((each) => {
    const { geometry, from, to } = each
    if (each.kind !== 'connector' || geometry?.form !== 'polyline') return each
    const ended = endedAt(geometry.points, solids.get(to?.element ?? ''))
    const points = endedAt(ended.toReversed(), solids.get(from?.element ?? '')).toReversed()
    return { ...each, geometry: { ...geometry, points } }
  })
}

interface Solid {
  box: Box
  outline: readonly Point[]
}

/** An end beside the solid, at its words, stays there. */
function endedAt(points: readonly Point[], solid: Solid | undefined): Point[] {
  const [before, last] = [points.at(-2), points.at(-1)]
  if (!solid || !before || !last || !holds(grown(solid.box, 1), last)) return [...points]
  return [...points.slice(0, -1), firstMeeting(before, last, solid.outline)]
}

const holds = ({ x, y, width, height }: Box, at: Point) =>
  at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height

/** Where a cylinder's shading begins, as a share of its width, and how dark it is. */
const SHADOW = [
  [0.78, 0.1],
  [0.87, 0.22],
  [0.94, 0.36],
] as const

/** A cylinder stands upright already: a lighter lid and a shadow along its right. */
function drum(
  element: SceneElement,
  { x, y, width, height, cap }: Extract<Geometry, { form: 'cylinder' }>,
  { hue }: DressedPiece,
): SceneElement {
  const [rx, right, top, bottom] = [width / 2, x + width, y + cap, y + height - cap]
  const face = element.style.fill ?? hue.tint
  const edge: Style = {
    stroke: element.style.stroke ?? hue.line,
    strokeWidth: element.style.strokeWidth ?? 1,
  }
  const body = path`M${x} ${top}V${bottom}A${rx} ${cap} 0 0 0 ${right} ${bottom}V${top}Z`
  return {
    ...element,
    paint: [
      { d: body, style: { fill: face } },
      ...SHADOW.map(([from, tone]) => {
        const at = x + from * width
        // Where the ellipse of the base stands at that place.
        const drop = cap * Math.sqrt(1 - ((at - x - rx) / rx) ** 2)
        return {
          d: path`M${at} ${top}V${bottom + drop}A${rx} ${cap} 0 0 0 ${right} ${bottom}V${top}Z`,
          style: { fill: mix(face, hue.line, tone) },
        }
      }),
      { d: body, style: { fill: 'none', ...edge } },
      {
        d: path`M${x} ${top}A${rx} ${cap} 0 0 1 ${right} ${top}A${rx} ${cap} 0 0 1 ${x} ${top}Z`,
        style: { fill: mix(face, '#ffffff', 0.6), ...edge },
      },
    ],
  }
}
