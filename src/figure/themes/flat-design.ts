import type { Box, SceneElement, Style } from '../../forms/scene'
import type { ElementDraft } from '../../forms/sketch'
import { face, fontStack } from '../fonts'
import { centreOf, within } from '../geometry'
import { wholeOf } from '../geometry/outlines'
import { detailOf, path, roundedRect } from '../geometry/shape-paths'
import { iconFor } from '../icons'
import { inkOn, mix } from '../pixels/color'
import { alignedIcons, stageIcon } from './stage-icon'
import { type DressedPiece, hue, type Theme } from './theme'

const FAMILY = 'Nunito'

/**
 * Solid shapes without outlines: what acts is dark with white text, what is acted on pale, and what most nodes are lies
 * between; stages and groups are white sheets.
 */
export const flatDesign: Theme = {
  name: 'flat_design',
  fonts: fontStack(FAMILY),
  capHeight: 0.705,
  measures: {
    detail: 0.88,
    labelWeight: face(FAMILY, 700),
    detailWeight: face(FAMILY, 600),
    leading: 1.26,
    padding: 0.9,
    radius: 0.32,
    stroke: 0.1,
    connector: 0.13,
  },
  palette: {
    background: '#e9edf2',
    ink: '#16202e',
    muted: '#334155',
    connector: '#56657a',
    paper: '#ffffff',
    neutral: hue('#4a5a70', '#d3dae4', '#ffffff', '#33415a'),
    hues: [
      hue('#1261a0', '#cde2f5', '#ffffff', '#0d4b7e'),
      hue('#b04a00', '#fbdcc0', '#ffffff', '#8a3a00'),
      hue('#0b7a66', '#c4ebe1', '#ffffff', '#075c4c'),
      hue('#8e3a80', '#f0d3ea', '#ffffff', '#6d2861'),
    ],
  },
  stageHues: 'cycle',
  head: { form: 'triangle', length: 4.4, width: 4.2 },
  icon: (node) => iconFor(node, 'ready', { size: 1.55, gap: 0.6 }),
  restyle,
  arrange: alignedIcons,
  add: (element, piece) =>
    stageIcon(element, piece, { size: 1.7, inset: 0.85, stroke: piece.hue.line }),
  paint: (element, piece) => {
    if (['group', 'stage'].includes(piece.draft.part)) return sheet(element, piece)
    return element.role === 'node' ? detailed(element, piece) : element
  },
}

function isSolid(piece: DressedPiece): boolean {
  const { owner, draft } = piece
  const acts = ['process', 'model', 'decision', 'store', 'metric'].includes(owner.part)
  return acts && !isPictured(piece) && liesIn(draft, owner)
}

/** What its author coloured shows the fill and the border of that colour. */
const isOwn = ({ owner }: DressedPiece) => owner.accent !== undefined

/** Pictures are drawn for pale grounds. */
const isPictured = ({ siblings }: DressedPiece) => siblings.some(({ part }) => part === 'picture')

/** Words stand beside some forms, and on the ground where there is none. */
function liesIn({ element }: ElementDraft, { element: owner }: ElementDraft): boolean {
  return owner.geometry !== undefined && within(centreOf(element.box), owner.box)
}

/** Share of the pale tone in a sheet that lies on another. */
const ON_SHEET = 0.5

/** Share of the full tone that what most nodes are has over the pale one. */
const BETWEEN = 0.24

/** What transforms is darker than what is worked with. */
function fillOf(piece: DressedPiece): string {
  const { owner, common, hue } = piece
  if (isPictured(piece) || isOwn(piece)) return hue.tint
  if (common) return mix(hue.tint, hue.line, BETWEEN)
  return ['model', 'decision', 'metric'].includes(owner.part) ? hue.deep : hue.line
}

function restyle(style: Style, piece: DressedPiece): Style {
  const { draft, hue, theme } = piece
  const { palette } = theme
  const { stroke: _, strokeWidth: __, dash: ___, ...bare } = style
  if (draft.element.kind === 'icon')
    return { ...style, stroke: isSolid(piece) ? inkOn(fillOf(piece), palette.ink) : hue.deep }
  switch (draft.part) {
    case 'stage':
      if (draft.emphasis !== undefined) return { fill: hue.tint }
      return { fill: piece.nested ? mix(palette.paper, hue.tint, ON_SHEET) : palette.paper }
    case 'process':
    case 'store':
    case 'model':
    case 'decision':
    case 'metric':
      return { ...(isOwn(piece) ? style : bare), fill: fillOf(piece) }
    case 'data':
    case 'document':
    case 'human':
      return { ...(isOwn(piece) ? style : bare), fill: hue.tint }
    case 'badge':
      return { fill: hue.line }
    case 'chip':
      return { fill: piece.nested ? palette.paper : hue.tint }
    case 'chip-label':
      return { ...style, fill: hue.deep }
    case 'group':
      return piece.nested ? { fill: mix(palette.paper, hue.tint, ON_SHEET) } : bare
    case 'label':
      return { ...style, fill: isSolid(piece) ? inkOn(fillOf(piece), palette.ink) : hue.deep }
    case 'detail':
      return { ...style, fill: isSolid(piece) ? inkOn(fillOf(piece), palette.ink) : style.fill }
    default:
      return style
  }
}

/** A sheet of its own is white, with a bar in its hue at its left; one that lies on another sheet is pale and has none. */
function sheet(element: SceneElement, piece: DressedPiece): SceneElement {
  const radius = 0.4 * piece.em
  const whole = { d: roundedRect(element.box, radius), style: element.style }
  if (piece.nested && piece.draft.part === 'stage') return { ...element, paint: [whole] }
  const bar = barOf(element.box, radius, piece)
  return { ...element, paint: [whole, { d: bar, style: { fill: piece.hue.line } }] }
}

/** Along the side of a stage; of a group beside its heading alone, for arrows enter below it. */
function barOf({ x, y, height }: Box, radius: number, { siblings, em }: DressedPiece): string {
  const right = x + 0.34 * em
  const heading = siblings.find(({ part }) => part === 'group-label')?.element.box
  const top = path`M${right} ${y}H${x + radius}A${radius} ${radius} 0 0 0 ${x} ${y + radius}`
  if (heading && heading.y < y + HEADING.within * em)
    return top + path`V${heading.y + heading.height + HEADING.below * em}H${right}Z`
  const bottom = y + height
  return top + path`V${bottom - radius}A${radius} ${radius} 0 0 0 ${x + radius} ${bottom}H${right}Z`
}

/** In em: how near to its top the heading of a group begins, and how far a bar reaches below one. */
const HEADING = { within: 1.5, below: 0.4 } as const

/** Without outlines the lid of a cylinder, the fold of a page and the sides of a subroutine need a tone of their own. */
function detailed(element: SceneElement, { hue, em, theme }: DressedPiece): SceneElement {
  const { geometry, style } = element
  const d = geometry && detailOf(geometry, 0.09 * em)
  if (!geometry || d === undefined) return element
  const isLid = geometry.form === 'cylinder'
  const tone = isLid ? hue.deep : mix(style.fill ?? theme.palette.paper, hue.deep, 0.45)
  return {
    ...element,
    paint: [
      { d: wholeOf(geometry), style },
      { d, style: { fill: tone } },
    ],
  }
}
