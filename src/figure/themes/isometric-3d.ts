import type { Geometry, Point, SceneElement, Style } from '../../forms/scene'
import { CAP_HEIGHT, FONT_STACK } from '../fonts'
import { iconFor } from '../icons'
import { mix } from './color'
import { closedPath, outlinePoints, path } from './path'
import { hue, type Piece, type Theme } from './theme'

/** Thickness of what lies on the ground, in em, along the 30 degrees of isometric drawings. */
const DEPTH = { node: 0.62, group: 0.3, chip: 0.16 } as const
const ALONG: Point = { x: Math.cos(Math.PI / 6), y: Math.sin(Math.PI / 6) }

/**
 * Tiles raised from the ground, seen from above left: their sides show to the right and below, so that no tile covers
 * a heading, and connectors run at the height of the faces they end at.
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
    padding: 0.9,
    radius: 0.3,
    stroke: 0.05,
    connector: 0.11,
  },
  palette: {
    background: '#f3f5fa',
    ink: '#151c2b',
    muted: '#3b4558',
    connector: '#2b3448',
    paper: '#ffffff',
    neutral: hue('#7b88a0', '#eef1f6', '#e4e8f0', '#38445c'),
    hues: [
      hue('#2f6fc4', '#d3e5fb', '#e6effa', '#1b4a8c'),
      hue('#c27208', '#fde3bd', '#faefdd', '#7a4300'),
      hue('#128a78', '#c3ebe2', '#e0f3ef', '#0b584c'),
      hue('#a8489a', '#f3d5ef', '#f7e8f4', '#702364'),
    ],
  },
  stageHues: 'cycle',
  head: { form: 'barbed', length: 5.4, width: 4.6 },
  icon: (node) => iconFor(node, 'ready', { size: 1.45, gap: 0.55 }),
  ground: ({ em }, { background, ink }) => {
    const [width, height] = [4 * em * ALONG.x, 4 * em * ALONG.y]
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
      return { fill: style.fill, stroke: mix(hue.wash, hue.line, 0.45), strokeWidth: 0.04 * em }
    return style
  },
  paint: (element, piece) => {
    const raised = piece.draft.part === 'connector' ? { ...element, z: ABOVE } : element
    const depth = depthOf(raised, piece)
    if (depth === 0 || !raised.geometry) return raised
    return raised.geometry.form === 'cylinder'
      ? drum(raised, raised.geometry, piece)
      : extruded(raised, raised.geometry, depth, piece)
  },
  arrange: (elements) => elements.toSorted((a, b) => farness(a) - farness(b)),
}

/** Between the tiles and the letters: connectors end at faces and run over the sides of their own tiles alone. */
const ABOVE = 205

/** Tiles are painted from the upper left, which lies farthest, to the lower right; all else keeps its place. */
function farness({ role, box }: SceneElement): number {
  return role === 'node' ? box.x + box.width + box.y + box.height : 0
}

function depthOf(element: SceneElement, { draft, em }: Piece): number {
  if (element.role === 'node') return DEPTH.node * em
  if (element.role === 'group') return DEPTH.group * em
  return draft.part === 'chip' || draft.part === 'badge' ? DEPTH.chip * em : 0
}

/** Sides first, the face over them. */
function extruded(
  element: SceneElement,
  geometry: Geometry,
  depth: number,
  piece: Piece,
): SceneElement {
  const points = outlinePoints(geometry)
  const by = { x: depth * ALONG.x, y: depth * ALONG.y }
  const { face, right, below } = shades(element, piece)
  const line = element.style.stroke ?? right
  const edge: Style = { stroke: line, strokeWidth: element.style.strokeWidth ?? 1 }
  const sides = runsOfSides(points, by).map(({ side, tone }) => ({
    d: closedPath(side),
    style: { fill: mix(right, below, tone), stroke: mix(right, below, tone), strokeWidth: 0.5 },
  }))
  const folds = geometry.form === 'path' ? [{ d: geometry.d, style: { fill: face, ...edge } }] : []
  const top = folds.length > 0 ? folds : [{ d: closedPath(points), style: { fill: face, ...edge } }]
  return { ...element, paint: [...sides, ...top] }
}

function shades({ style }: SceneElement, { draft, hue }: Piece) {
  const face = style.fill ?? hue.tint
  const flat = draft.part === 'group'
  return {
    face,
    right: mix(face, hue.line, flat ? 0.3 : 0.62),
    below: mix(face, hue.deep, flat ? 0.42 : 0.85),
  }
}

/**
 * The sides that show, merged where they look the same way: quads between an outline's edge and the same edge moved
 * by the depth. `tone` is 0 for one that looks right, 1 for one that looks down.
 */
function runsOfSides(points: readonly Point[], by: Point): { side: Point[]; tone: number }[] {
  const sides: { side: Point[]; tone: number }[] = []
  for (const [index, a] of points.entries()) {
    const b = points[(index + 1) % points.length]
    if (!b) continue
    // Outlines run clockwise on a canvas whose y points down: their outward normal is (dy, -dx).
    const [nx, ny] = [b.y - a.y, a.x - b.x]
    const length = Math.hypot(nx, ny)
    if (length < 0.01 || (nx * by.x + ny * by.y) / length <= 0.001) continue
    const angle = Math.atan2(ny, nx) / (Math.PI / 2)
    sides.push({
      side: [a, b, { x: b.x + by.x, y: b.y + by.y }, { x: a.x + by.x, y: a.y + by.y }],
      tone: Math.round(Math.min(1, Math.max(0, angle)) * 4) / 4,
    })
  }
  return sides
}

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
  { hue }: Piece,
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
