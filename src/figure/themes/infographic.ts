import type { SceneElement, Style } from '../../forms/scene'
import { face, fontStack } from '../fonts'
import { changedGeometry } from '../geometry/moved'
import { wholeOf } from '../geometry/outlines'
import { movePath } from '../geometry/path-data'
import { detailOf, ellipsePath, path } from '../geometry/shape-paths'
import { iconFor } from '../icons'
import { inkOn, mix, readable } from '../pixels/color'
import { withWordsMoved } from './moved-words'
import { alignedIcons, stageIcon } from './stage-icon'
import { type DressedPiece, hue, type Theme } from './theme'

const FAMILY = 'Poppins'
/** What a card shows of its coloured edge, in em. */
const EDGE = { card: 0.24, stage: 0.34 } as const

/** White cards on a coloured edge, tinted fields with their headings on ribbons, icons in discs, large step numbers. */
export const infographic: Theme = {
  name: 'infographic',
  fonts: fontStack(FAMILY),
  capHeight: 0.7,
  measures: {
    detail: 0.85,
    labelWeight: face(FAMILY, 600),
    detailWeight: face(FAMILY, 400),
    leading: 1.3,
    padding: 0.95,
    radius: 0.5,
    stroke: 0.1,
    connector: 0.15,
    depth: EDGE.card,
  },
  palette: {
    background: '#f4f1ea',
    ink: '#1b2233',
    muted: '#414a5e',
    connector: '#5a6478',
    paper: '#ffffff',
    neutral: hue('#5a6478', '#ffffff', '#e8e6df', '#3d465a'),
    hues: [
      hue('#0072b2', '#ffffff', '#cfe4f2', '#004f7d'),
      hue('#b84a00', '#ffffff', '#f8dcc6', '#8c3900'),
      hue('#00765f', '#ffffff', '#c9e9e2', '#005a4b'),
      hue('#a33a8c', '#ffffff', '#efd3e8', '#74225f'),
    ],
  },
  stageHues: 'cycle',
  head: { form: 'triangle', length: 4.2, width: 4 },
  icon: (node) => iconFor(node, 'ready', { size: 2.1, gap: 0.65 }),
  restyle,
  paint,
  arrange: (elements, em) =>
    withWordsMoved(alignedIcons(elements), ({ geometry }) => geometry && (-EDGE.card / 2) * em),
  add: (element, piece) => {
    if (isOnRibbon(piece)) return [ribbon(element, piece)]
    const stroke = inkOn(piece.hue.line, piece.theme.palette.ink)
    return stageIcon(element, piece, { size: 2.2, inset: 0.8, stroke }).map((icon) =>
      disc(icon, piece),
    )
  },
}

function restyle(style: Style, { draft, hue, nested, theme }: DressedPiece): Style {
  const on = inkOn(hue.line, theme.palette.ink)
  if (draft.element.kind === 'icon') return { ...style, stroke: on }
  switch (draft.part) {
    case 'group':
      return { fill: nested ? mix(hue.wash, theme.palette.paper, 0.55) : hue.wash }
    case 'chip':
      return { fill: hue.wash }
    case 'badge':
      return { fill: hue.line }
    case 'group-label':
      return nested ? style : { ...style, fill: ON_RIBBON }
    case 'badge-label':
      return { ...style, fill: on }
    default:
      return style
  }
}

function paint(element: SceneElement, piece: DressedPiece): SceneElement {
  if (element.kind === 'icon') return disc(element, piece)
  if (element.role === 'node') return card(element, piece)
  return piece.draft.part === 'badge' ? largeBadge(element, piece) : element
}

/** A card without a border, whatever its form, with an edge in its hue below as if it had a thickness. */
function card(element: SceneElement, { hue, theme, em, draft }: DressedPiece): SceneElement {
  const { geometry, box } = element
  if (!geometry) return element
  const edge = EDGE[draft.part === 'stage' ? 'stage' : 'card'] * em
  const isPlain = draft.emphasis === undefined && draft.accent === undefined
  const fill = isPlain ? theme.palette.paper : hue.tint
  const rounded =
    geometry.form === 'rect'
      ? { ...geometry, radius: Math.max(geometry.radius, 0.5 * em) }
      : geometry
  const face = changedGeometry(rounded, {
    from: box,
    to: { ...box, height: box.height - edge },
  })
  const details = detailOf(face, 0.08 * em)
  const tone = mix(fill, hue.line, 0.24)
  // A border that its author coloured, dashed or made heavy says something.
  const isAsked = draft.accent !== undefined || draft.heavy || element.style.dash
  const style = isAsked ? { ...element.style, fill } : { fill }
  return {
    ...element,
    style,
    paint: [
      { d: wholeOf(rounded), style: { fill: hue.line } },
      { d: wholeOf(face), style },
      ...(details === undefined ? [] : [{ d: details, style: { fill: tone } }]),
    ],
  }
}

const isOnRibbon = ({ draft, nested }: DressedPiece) => draft.part === 'group-label' && !nested

/** Colour of words on ribbons of all hues. */
const ON_RIBBON = '#ffffff'

/** In em: on either side of a ribbon's words; the farthest that they may begin from the corner that it fills. */
const RIBBON = { beside: 0.75, corner: 2 } as const

/** Under the heading of an outer group, as wide as the words: from the corner of its field where they begin there. */
function ribbon(
  { id, parent, box }: SceneElement,
  { owner, hue, em, theme }: DressedPiece,
): SceneElement {
  const { x: edge, y } = owner.element.box
  const beside = RIBBON.beside * em
  const isAtCorner = box.x - edge < RIBBON.corner * em
  const x = isAtCorner ? edge : box.x - beside
  const [width, height] = [box.x + box.width + beside - x, box.y + box.height + 0.16 * em - y]
  const [right, bottom, round] = [x + width, y + height, 0.5 * em]
  const corner = Math.min(1.4 * theme.measures.radius * em, height - round)
  const start = isAtCorner
    ? path`M${x} ${bottom}V${y + corner}A${corner} ${corner} 0 0 1 ${x + corner} ${y}`
    : path`M${x + round} ${bottom}A${round} ${round} 0 0 1 ${x} ${bottom - round}V${y}`
  const end = path`H${right}V${bottom - round}A${round} ${round} 0 0 1 ${right - round} ${bottom}Z`
  return {
    id: `${id}-ribbon`,
    kind: 'shape',
    ...(parent !== undefined && { parent }),
    z: 210,
    box: { x, y, width, height },
    geometry: { form: 'path', d: start + end },
    style: { fill: readable(hue.line, ON_RIBBON) },
  }
}

function largeBadge(element: SceneElement, { hue, em }: DressedPiece): SceneElement {
  if (element.geometry?.form !== 'ellipse') return element
  const { cx, cy } = element.geometry
  return {
    ...element,
    paint: [{ d: ellipsePath(cx, cy, 1.08 * em, 1.08 * em), style: { fill: hue.line } }],
  }
}

/** How much of its disc an icon takes. */
const IN_DISC = 0.6

/** The outline in white on a disc of the hue. */
function disc(element: SceneElement, { hue }: DressedPiece): SceneElement {
  const { x, y, width } = element.box
  const r = width / 2
  if (element.geometry?.form !== 'path') return element
  const inset = (1 - IN_DISC) * r
  const d = movePath(element.geometry.d, IN_DISC, x + inset - IN_DISC * x, y + inset - IN_DISC * y)
  const style = { ...element.style, strokeWidth: IN_DISC * (element.style.strokeWidth ?? 1) }
  return {
    ...element,
    paint: [
      { d: ellipsePath(x + r, y + r, r, r), style: { fill: hue.line } },
      { d, style },
    ],
  }
}
