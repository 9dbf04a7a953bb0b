import type { Geometry, SceneElement, Style } from '../../forms/scene'
import { inkOn, mix } from '../color'
import { face, fontStack, measureText } from '../fonts'
import { iconFor, movePath } from '../icons'
import { cylinderPath } from '../svg-path'
import { closedPath, ellipsePath, outlinePoints, roundedRect } from './path'
import { fitted } from './solid'
import { alignedIcons, stageIcon } from './stage-icon'
import { type DressedPiece, hue, type Theme } from './theme'

const FAMILY = 'Poppins'

/** White cards on tinted fields, large step numbers, bold arrows, icons in discs. */
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
    connector: 0.24,
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
  head: { form: 'triangle', length: 3.1, width: 3.1 },
  icon: (node) => iconFor(node, 'ready', { size: 2.1, gap: 0.65 }),
  restyle,
  paint,
  arrange: alignedIcons,
  add: (element, piece) => {
    const icon = stageIcon(element, piece, { size: 2.2, inset: 0.8 })
    if (!icon) return numbered(element, piece)
    const strokeWidth = icon.box.width / 13
    const style: Style = {
      fill: 'none',
      stroke: inkOn(piece.hue.line, piece.theme.palette.ink),
      strokeWidth,
      round: true,
    }
    return [disc({ ...icon, style }, piece)]
  },
}

function restyle(style: Style, { draft, hue, theme }: DressedPiece): Style {
  const on = inkOn(hue.line, theme.palette.ink)
  if (draft.element.kind === 'icon') return { ...style, stroke: on }
  switch (draft.part) {
    case 'group':
    case 'chip':
      return { fill: draft.part === 'chip' ? hue.wash : style.fill }
    case 'badge':
      return { fill: hue.line }
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
  const edge = (draft.part === 'stage' ? 0.34 : 0.24) * em
  const fill = draft.emphasis === undefined ? theme.palette.paper : hue.tint
  const rounded =
    geometry.form === 'rect'
      ? { ...geometry, radius: Math.max(geometry.radius, 0.5 * em) }
      : geometry
  const face = fitted(rounded, box, { ...box, height: box.height - edge })
  return {
    ...element,
    style: { fill },
    paint: [
      { d: wholeOf(rounded), style: { fill: hue.line } },
      { d: wholeOf(face), style: { fill } },
      ...detailsOf(face).map((d) => ({ d, style: { fill: mix(fill, hue.line, 0.24) } })),
    ],
  }
}

function wholeOf(geometry: Geometry): string {
  switch (geometry.form) {
    case 'rect':
      return roundedRect(geometry, geometry.radius)
    case 'cylinder':
      return cylinderPath(geometry).split(/(?<=Z)/)[0] ?? ''
    default:
      return closedPath(outlinePoints(geometry))
  }
}

/** A drum's lid, a page's fold. */
function detailsOf(geometry: Geometry): string[] {
  if (geometry.form === 'path') return geometry.d.split(/(?<=Z)/).slice(1)
  if (geometry.form !== 'cylinder') return []
  const { x, y, width, cap } = geometry
  return [ellipsePath(x + width / 2, y + cap, width / 2, cap)]
}

/** An outermost stage bears its number on a disc across its left border, unless its heading stands there. */
function numbered(element: SceneElement, piece: DressedPiece): SceneElement[] {
  const { hue, em, ordinal, siblings, theme } = piece
  const banded = siblings.some(({ part }) => part === 'band')
  if (piece.draft.part !== 'group' || ordinal === 0 || banded) return []
  const [cx, cy, r] = [element.box.x - 0.1 * em, element.box.y + 1.2 * em, 0.78 * em]
  const box = { x: cx - r, y: cy - r, width: 2 * r, height: 2 * r }
  const disc = `${element.id}-disc`
  const size = em
  const text = String(ordinal)
  const width = measureText(text, { weight: theme.measures.labelWeight, size })
  const cap = theme.capHeight * size
  return [
    {
      id: disc,
      kind: 'shape',
      parent: element.id,
      z: 210,
      box,
      geometry: { form: 'ellipse', cx, cy, rx: r, ry: r },
      style: { fill: hue.line, stroke: theme.palette.background, strokeWidth: 0.14 * em },
    },
    {
      id: `${element.id}-number`,
      kind: 'text',
      parent: disc,
      z: 220,
      box: { x: cx - width / 2, y: cy - cap / 2, width, height: cap },
      geometry: {
        form: 'lines',
        lines: [{ text, x: cx, y: cy + cap / 2, width }],
        anchor: 'middle',
      },
      style: {
        fill: inkOn(hue.line, theme.palette.ink),
        fonts: [...theme.fonts],
        fontSize: size,
        fontWeight: 600,
      },
      label: text,
    },
  ]
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
