import type { DiagramNode } from '../../forms/diagram'
import type { Picture } from '../../forms/picture'
import { longestPiece, SAFETY, type Wrapped, wrapEvenly } from '../fonts'
import type { NodeIcon } from '../icons'
import { pictureAspect } from '../pictures'
import type { Theme } from '../themes/theme'
import { numberOf } from './badge'
import { FORM, isDiamond, isRound, type Outline, outlineOf } from './node-outline'
import { fitPanel, PANEL, type PanelFit, type PanelForm } from './panel'
import { blockHeight } from './sketch'

/** A node's text and the box that holds it, at label size `em`. */
export interface NodeFit {
  node: DiagramNode
  label: Wrapped
  detail: Wrapped
  textWidth: number
  textHeight: number
  /** Of the detail's part in it. */
  detailHeight: number
  width: number
  height: number
  /** Of words; of nodes that correspond to each other in groups of one structure, the most. */
  lines: number
  broken: number
  /** Of a numbered stage: how its panel is composed. */
  panel?: PanelFit
  /** Above the words; lengths in pixels. */
  picture?: { width: number; height: number; gap: number }
  /** Left of the text; lengths in pixels. */
  icon?: NodeIcon
  /** The number of a stage, left of its words; lengths in pixels. */
  badge?: { size: number; gap: number }
}

/** Lengths in em. */
export const NODE = {
  padX: 0.95,
  padY: 0.8,
  detailGap: 0.62,
  minWidth: 4.2,
  minHeight: 2.5,
  /** Widths are multiples of it; finer ones where room is scarce. */
  module: 0.75,
  fineModule: 0.25,
} as const

/** Padding below this factor is that of figures that need all their room for text. */
const SCARCE = 0.75
/** Least room above capitals and below the last line, in em: what letters reach below it, and a little. */
const LEAST_PAD = 0.36
/** Around the words of a circle, in em, along their diagonal. */
const CIRCLE_PAD = 0.7
/** The least factor on the padding, which leaves room for the front of a solid below its top, thinner where room is scarce. */
function leastRoomy({ depth = 0 }: Theme['measures'], roomy: number): number {
  const thin = Math.min(1, roomy / SCARCE)
  return (thin * depth + 2 * LEAST_PAD) / (2 * NODE.padY)
}
/** The least size of boxes shrinks with their padding down to this share of it. */
const SMALLEST = 0.68

/** In em: of a word, and of several that belong together. */
const LONGEST_WORD = 15
const LONGEST_PIECE = 5

function longestWord(node: DiagramNode, theme: Theme): number {
  const widest = (text: string, weight: number, size: number) =>
    longestPiece(text, LONGEST_PIECE, { weight, size })
  const { labelWeight, detailWeight, detail } = theme.measures
  return (
    0.001 +
    Math.max(widest(labelOf(node), labelWeight, 1), widest(detailOf(node), detailWeight, detail))
  )
}

/** Lines of a decision are shorter than those of a box by this factor, and its diamond is this much wider than high. */
const DIAMOND = { wrap: 0.8, aspect: 1.9 } as const

export interface Shape {
  /** Widest line in em. */
  wrap: number
  /** Factor on the padding above and below the text. */
  roomy: number
  /** Of decisions: widest line in em, and width by height of the diamond. */
  diamond?: { wrap: number; aspect: number }
  /** Factor on the gaps between nodes. */
  space: number
}

/** Room left of the words, for what stands there. */
export const asideOf = ({ icon, badge }: Pick<NodeFit, 'icon' | 'badge'>): number => {
  const aside = icon ?? badge
  return aside ? aside.size + aside.gap : 0
}

/** Wraps a node's text to at most `wrap` em and gives the size its form needs. */
export function fitNode(
  node: DiagramNode,
  em: number,
  {
    wrap,
    roomy,
    diamond = { wrap: DIAMOND.wrap * wrap, aspect: DIAMOND.aspect },
  }: Omit<Shape, 'space'>,
  theme: Theme,
): NodeFit {
  const { measures } = theme
  const small = measures.detail * em
  const form = outlineOf(node)
  // A word is cut only where it is longer than any sensible box.
  const least =
    Math.max(
      // Words in a circle stand one below the other, so that it is small.
      isRound(form) ? 0 : isDiamond(form) ? diamond.wrap : wrap,
      Math.min(LONGEST_WORD, longestWord(node, theme)),
    ) * em
  const { label, detail } = wrapNode(node, least, em, theme)
  const textWidth = Math.max(label.width, detail.width) * SAFETY
  const detailHeight = blockHeight(detail.lines, small, measures.leading * small, theme)
  const textHeight =
    blockHeight(label.lines, em, measures.leading * em, theme) +
    detailHeight +
    (detailHeight > 0 && label.lines.length > 0 ? NODE.detailGap * em : 0)
  const picture = node.picture && pictureAbove(node.picture, em)
  const badge = hasBadge(node) ? badgeFit(em) : undefined
  const chosen = picture || badge ? undefined : theme.icon?.(node)
  const icon = chosen && { ...chosen, size: chosen.size * em, gap: chosen.gap * em }
  const size = outerSize(
    form,
    Math.max(picture?.width ?? 0, textWidth + asideOf({ icon, badge })),
    Math.max(textHeight, icon?.size ?? badge?.size ?? 0) +
      (picture ? picture.height + 1.5 * picture.gap : 0),
    em,
    Math.max(roomy, leastRoomy(measures, roomy)),
    diamond.aspect,
  )
  // Nearly equal nodes become equal ones.
  const module = (roomy < SCARCE ? NODE.fineModule : NODE.module) * em
  if (!isDiamond(form) && !isRound(form))
    size.width = Math.ceil(size.width / module - 0.01) * module
  return {
    node,
    label,
    detail,
    textWidth,
    textHeight,
    detailHeight,
    ...size,
    lines: label.lines.length + detail.lines.length,
    ...(icon ? { icon } : {}),
    ...(badge ? { badge } : {}),
    ...(picture ? { picture } : {}),
    broken: label.broken + detail.broken,
  }
}

/** A numbered stage as a panel of `wrap` em. */
export function fitStage(
  node: DiagramNode,
  form: PanelForm,
  em: number,
  { wrap, roomy }: Shape,
  theme: Theme,
): NodeFit {
  const panel = fitPanel(node, form, wrap * em, em, theme, roomy)
  const { title: label, detail, width, height, broken } = panel
  const words = { textWidth: width - 2 * panel.padding, textHeight: height, detailHeight: 0 }
  return {
    node,
    label,
    detail,
    ...words,
    width,
    height,
    lines: 0,
    broken,
    panel,
  }
}

/** A picture above words in the same outline: its height and the room between, in em. */
const ABOVE = { height: 3, gap: 0.5 } as const

function pictureAbove(picture: Picture, em: number): NodeFit['picture'] {
  const aspect = pictureAspect(picture)
  if (aspect === undefined) return undefined
  const height = ABOVE.height * em
  return { width: height * aspect, height, gap: ABOVE.gap * em }
}

/** A box of more lines than this looks like a column of print; it becomes wider instead, by steps up to `WIDEST`. */
const MOST_LINES = 3
const WIDER = 1.25
const WIDEST = 1.6

function wrapNode(
  node: DiagramNode,
  least: number,
  em: number,
  { measures }: Theme,
): { label: Wrapped; detail: Wrapped } {
  let width = least
  for (;;) {
    const label = wrapEvenly(labelOf(node), width, { weight: measures.labelWeight, size: em })
    const detail = wrapEvenly(detailOf(node), Math.max(width, label.width), {
      weight: measures.detailWeight,
      size: measures.detail * em,
    })
    const next = width * WIDER
    if (label.lines.length + detail.lines.length <= MOST_LINES || next > WIDEST * least)
      return { label, detail }
    width = next
  }
}

function labelOf(node: DiagramNode): string {
  return node.step === undefined || hasBadge(node) ? node.label : `${numberOf(node)}. ${node.label}`
}

/** An author's icon leaves no room for one: the number is part of the words then. */
const hasBadge = ({ step, icon }: DiagramNode) => step !== undefined && !icon

const badgeFit = (em: number): NodeFit['badge'] => ({
  size: PANEL.badge * em,
  gap: PANEL.badgeGap * em,
})

function detailOf(node: DiagramNode): string {
  const items = (node.items ?? []).map((item) => item.label).join(' · ')
  return [node.detail ?? '', items].filter((part) => part !== '').join(' · ')
}

function outerSize(
  form: Outline,
  textWidth: number,
  textHeight: number,
  em: number,
  roomy: number,
  aspect: number,
): { width: number; height: number } {
  const width = textWidth + 2 * NODE.padX * Math.sqrt(roomy) * em
  const height = textHeight + 2 * NODE.padY * roomy * em
  const small = Math.max(SMALLEST, Math.min(1, roomy / SCARCE)) * em
  const least = { width: NODE.minWidth * small, height: NODE.minHeight * small }
  switch (form) {
    case 'diamond':
    case 'decision': {
      const [a, b] = [textWidth + 0.6 * em, textHeight + 0.6 * em]
      return { width: a + aspect * b, height: b + a / aspect }
    }
    case 'circle': {
      const across = Math.max(least.height, Math.hypot(textWidth, textHeight) + CIRCLE_PAD * em)
      return { width: across, height: across }
    }
    case 'pill':
    case 'data':
    case 'human':
      return {
        width: Math.max(least.width, width + 0.35 * Math.min(height, 3 * em)),
        height: Math.max(least.height, height),
      }
    case 'cylinder':
    case 'store':
      return {
        width: Math.max(least.width, width),
        height: Math.max(least.height, height + 2.6 * FORM.cap * em),
      }
    case 'trapezoid':
      return {
        width: Math.max(least.width, width),
        height: Math.max(least.height, height + 1.4 * FORM.trapezoid * em),
      }
    case 'hexagon':
    case 'subroutine':
    case 'parallelogram':
    case 'metric':
    case 'model':
    case 'document': {
      const both = form === 'hexagon' || form === 'parallelogram' || form === 'subroutine'
      return {
        width: Math.max(least.width, width + (both ? 2 : 1) * FORM.slant * em),
        height: Math.max(least.height, height),
      }
    }
    default:
      return { width: Math.max(least.width, width), height: Math.max(least.height, height) }
  }
}
