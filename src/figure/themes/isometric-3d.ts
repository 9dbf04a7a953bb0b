import type { Box, Geometry, Point, SceneElement, Style } from '../../forms/scene'
import { CAP_HEIGHT, FONT_STACK } from '../fonts'
import { boxAround, grown, within } from '../geometry'
import { closedPath } from '../geometry/shape-paths'
import { iconFor } from '../icons'
import { mix } from '../pixels/color'
import { flattestOf, inferredId, withWordsMoved } from './moved-words'
import { facesOf, firstMeeting, type Solid, silhouette, solidOf } from './solid'
import { type DressedPiece, hue, type Theme } from './theme'

/** Thickness in em of what lies on the floor: blocks, and the slabs under groups. */
const THICK = { node: 0.68, group: 0.36 } as const
/** Blocks are no thicker than this share of the flattest of them is high. */
const MOST_THICK = 0.24
/** How far along the two axes of the floor corners are cut, in em across: half as much down. */
const CUT = { node: 0.8, group: 1.2 } as const

/**
 * Solids on a floor in 2:1 dimetric projection: the axes of the floor fall by one for two across, circles on it are
 * half as high as wide, upright edges stay upright. A block lies across the two axes, so that its words stand straight
 * on its top, and its corners are cut along them: left and right faces. It fills the box that layout gave it: it
 * covers no heading, no line and no neighbour, and what layout measured stays true.
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
    depth: THICK.node,
  },
  palette: {
    background: '#eef1f7',
    ink: '#151c2b',
    muted: '#3b4558',
    connector: '#2b3448',
    paper: '#ffffff',
    neutral: hue('#66748f', '#e9edf4', '#dfe4ee', '#38445c'),
    hues: [
      hue('#2f6fc4', '#d3e5fb', '#e3edfa', '#1b4a8c'),
      hue('#c86f0a', '#fde3bd', '#f8eddd', '#7a4300'),
      hue('#128a78', '#c3ebe2', '#ddf0eb', '#0b584c'),
      hue('#a8489a', '#f3d5ef', '#f4e6f1', '#702364'),
    ],
  },
  stageHues: 'cycle',
  head: { form: 'barbed', length: 5.4, width: 4.6 },
  icon: (node) => iconFor(node, 'ready', { size: 1.45, gap: 0.55 }),
  ground: ({ em }, { background, ink }) => {
    const pen = { stroke: mix(background, ink, 0.06), strokeWidth: 1 }
    return { grid: [-2, 2].map((fall) => ({ x: 4 * em, y: fall * em, ...pen })) }
  },
  restyle: (style, { draft, hue, em }) => {
    if (draft.part === 'group')
      return { fill: style.fill, stroke: mix(hue.wash, hue.line, 0.6), strokeWidth: 0.04 * em }
    return style
  },
  paint: (element, piece) => {
    const { geometry, role } = element
    if ((role !== 'node' && role !== 'group') || !geometry) return element
    return built(element, solidAt(element, piece.em, piece.flattest), piece)
  },
  arrange,
}

function solidAt({ geometry, box, role }: SceneElement, em: number, flattest: number): Solid {
  const kind = role === 'group' ? 'group' : 'node'
  const thick = Math.min(THICK[kind] * em, MOST_THICK * flattest)
  return solidOf(geometry ?? rectOf(box), box, { thick, cut: CUT[kind] * em })
}

const rectOf = (box: Box): Geometry => ({ form: 'rect', ...box, radius: 0 })

/** By which share a face takes its hue's line colour: the light falls from above on the left. */
const SHADE = { left: 0.26, front: 0.44, right: 0.72 } as const
/** How far faces along the axes are turned from the front: an eighth. */
const AXIS = Math.SQRT1_2

/** Sides first, the top over them with the fill that the contrast of words is measured on. */
function built(element: SceneElement, solid: Solid, { hue, draft }: DressedPiece): SceneElement {
  const { style } = element
  const fill = style.fill ?? hue.tint
  const strength = solid.upright ? 0.4 : draft.part === 'group' ? 0.6 : 1
  const { left, front, right } = SHADE
  const tone = (turn: number) => {
    const [side, share] = turn < 0 ? [left, -turn] : [right, turn]
    return mix(fill, hue.line, strength * (front + (side - front) * Math.min(1, share / AXIS)))
  }
  const line: Style = { stroke: style.stroke ?? hue.line, strokeWidth: style.strokeWidth ?? 1 }
  const edge: Style = style.dash ? { ...line, dash: style.dash } : line
  const { sides, creases } = facesOf(solid)
  return {
    ...element,
    paint: [
      ...sides.map(({ points, turn }) => {
        const shade = tone(turn)
        return { d: closedPath(points), style: { fill: shade, stroke: shade, strokeWidth: 0.6 } }
      }),
      { d: creases, style: { fill: 'none', ...edge, round: true } },
      {
        d: solid.d ?? closedPath(solid.top),
        style: { fill, ...edge },
      },
    ],
  }
}

/**
 * Words move to the middle of the face that they stand on, connectors end where solids do, and what is in front, lower
 * on the floor, is drawn later.
 */
function arrange(elements: SceneElement[], em: number): SceneElement[] {
  const flattest = flattestOf(elements)
  const solids = new Map(
    elements
      .filter(({ role, geometry }) => (role === 'node' || role === 'group') && geometry)
      .map((each) => [each.id, solidAt(each, em, flattest)]),
  )
  const ended = elements.map((each) => {
    if (each.kind === 'connector') return withEnds(each, solids)
    const solid = solids.get(each.parent ?? '')
    return solid && each.id === inferredId(each.parent ?? '')
      ? { ...each, paint: [{ d: outlineOf(solid), style: each.style }] }
      : each
  })
  const placed = withWordsMoved(ended, ({ id }) => solids.get(id)?.shift)
  const foot = ({ role, box }: SceneElement) => (role === 'node' ? box.y + box.height : -Infinity)
  return placed.toSorted((a, b) => (foot(a) === foot(b) ? 0 : foot(a) - foot(b)))
}

const outlineOf = (solid: Solid) => facesOf(solid).creases + closedPath(solid.top)

function withEnds(each: SceneElement, solids: ReadonlyMap<string, Solid>): SceneElement {
  const { geometry, from, to } = each
  if (geometry?.form !== 'polyline') return each
  const ended = endedAt(geometry.points, solids.get(to?.element ?? ''))
  const points = endedAt(ended.toReversed(), solids.get(from?.element ?? '')).toReversed()
  return { ...each, geometry: { ...geometry, points } }
}

/** An end beside the solid, at its words, stays there. */
function endedAt(points: readonly Point[], solid: Solid | undefined): Point[] {
  const [before, last] = [points.at(-2), points.at(-1)]
  if (!solid || !before || !last) return [...points]
  const outline = silhouette(solid)
  return within(last, grown(boxAround(outline), 1))
    ? [...points.slice(0, -1), firstMeeting(before, last, outline)]
    : [...points]
}
