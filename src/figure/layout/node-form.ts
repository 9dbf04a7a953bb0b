import type { LabelPlace } from '../../forms/composition'
import type { DiagramNode } from '../../forms/diagram'
import type { Picture } from '../../forms/picture'
import type { Box } from '../../forms/scene'
import { measureText, SAFETY, type Wrapped, wrapEvenly } from '../fonts'
import { iconPath } from '../icons'
import { drawPicture, pictureSize } from '../pictures'
import type { Theme } from '../themes/theme'
import { FORM, isDiamond, type Outline, outline, outlineOf } from './node-outline'
import { blockHeight, type ElementDraft, nodeDraft, textDraft, Z } from './sketch'

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
  broken: number
  /** Above the words, or alone where these stand outside; lengths in pixels. */
  picture?: { width: number; height: number; gap: number }
  /** The words stand outside the outline, so far from it. */
  outside?: { place: Exclude<LabelPlace, 'inside'>; gap: number }
  /** Left of the text; lengths in pixels. */
  icon?: { name: string; shows: string; size: number; gap: number }
}

/** Lengths in em. */
const NODE = {
  padX: 0.95,
  padY: 0.8,
  detailGap: 0.62,
  minWidth: 4.2,
  minHeight: 2.5,
  /** Widths are multiples of it; finer ones where room is scarce. */
  module: 1.5,
  fineModule: 0.5,
} as const

/** Padding below this factor is that of figures that need all their room for text. */
const SCARCE = 0.75
/** What letters reach below their line, in em. */
const DESCENT = 0.23
/** The least size of boxes shrinks with their padding down to this share of it. */
const SMALLEST = 0.68

/** In em. */
const LONGEST_WORD = 15

function longestWord(node: DiagramNode, theme: Theme): number {
  const widest = (text: string, weight: number, size: number) =>
    Math.max(0, ...text.split(/\s+/u).map((word) => measureText(word, { weight, size })))
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
  /** Most lines of words, where boxes may become wider for it. */
  lines?: number
  /** Of decisions: widest line in em, and width by height of the diamond. */
  diamond?: { wrap: number; aspect: number }
  /** Factor on the gaps between nodes. */
  space: number
}

/** Wraps a node's text to at most `wrap` em and gives the size its form needs. */
export function fitNode(
  node: DiagramNode,
  em: number,
  {
    wrap,
    roomy,
    lines,
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
      isDiamond(form) ? diamond.wrap : wrap,
      Math.min(LONGEST_WORD, longestWord(node, theme)),
    ) * em
  const { label, detail } = wrapNode(node, least, em, theme, lines)
  const textWidth = Math.max(label.width, detail.width) * SAFETY
  const detailHeight = blockHeight(detail.lines, small, measures.leading * small, theme)
  const textHeight =
    blockHeight(label.lines, em, measures.leading * em, theme) +
    detailHeight +
    (detailHeight > 0 && label.lines.length > 0 ? NODE.detailGap * em : 0)
  const picture = node.picture && pictureAbove(node.picture, em)
  const chosen = picture ? undefined : theme.icon?.(node)
  const icon = chosen && { ...chosen, size: chosen.size * em, gap: chosen.gap * em }
  const size = outerSize(
    form,
    Math.max(picture?.width ?? 0, textWidth + (icon ? icon.size + icon.gap : 0)),
    Math.max(textHeight, icon?.size ?? 0) + (picture ? picture.height + 1.5 * picture.gap : 0),
    em,
    Math.max(roomy, ((measures.depth ?? 0) + 2 * DESCENT) / (2 * NODE.padY)),
    diamond.aspect,
  )
  // Nearly equal nodes become equal ones.
  const module = (roomy < SCARCE ? NODE.fineModule : NODE.module) * em
  if (!isDiamond(form)) size.width = Math.ceil(size.width / module - 0.01) * module
  return {
    node,
    label,
    detail,
    textWidth,
    textHeight,
    detailHeight,
    ...size,
    ...(icon ? { icon } : {}),
    ...(picture ? { picture } : {}),
    broken: label.broken + detail.broken,
  }
}

/** A picture above words in the same outline: its height and the room between, in em. */
const ABOVE = { most: 3, gap: 0.5 } as const

function pictureAbove(picture: Picture, em: number): NodeFit['picture'] {
  const size = pictureSize(picture)
  if (!size) return undefined
  const height = Math.max(size.least, Math.min(size.usual, ABOVE.most)) * em
  return { width: height * size.aspect, height, gap: ABOVE.gap * em }
}

/** The fit of a node whose box was drawn out: on fewer lines where it is now wide enough for them. */
export function refit(fit: NodeFit, box: Box, em: number, shape: Shape, theme: Theme): NodeFit {
  const room = fit.textWidth + box.width - fit.width
  if (isDiamond(outlineOf(fit.node)) || fit.label.lines.length < 2) return fit
  const wide = fitNode(fit.node, em, { ...shape, wrap: room / SAFETY / em }, theme)
  return wide.label.lines.length < fit.label.lines.length && wide.textWidth <= room ? wide : fit
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
  lines = MOST_LINES,
): { label: Wrapped; detail: Wrapped } {
  let width = least
  for (;;) {
    const label = wrapEvenly(labelOf(node), width, { weight: measures.labelWeight, size: em })
    const detail = wrapEvenly(detailOf(node), Math.max(width, label.width), {
      weight: measures.detailWeight,
      size: measures.detail * em,
    })
    const next = width * WIDER
    if (label.lines.length + detail.lines.length <= lines || next > WIDEST * least)
      return { label, detail }
    width = next
  }
}

function labelOf(node: DiagramNode): string {
  return node.step === undefined ? node.label : `${node.number ?? node.step}. ${node.label}`
}

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
    case 'circle':
    case 'operator': {
      const across = Math.max(
        form === 'operator' ? 1.9 * em : least.height,
        Math.hypot(textWidth, textHeight) + 0.5 * em,
      )
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
    case 'metric':
    case 'model':
    case 'document':
      return {
        width: Math.max(least.width, width + (form === 'hexagon' ? 2 : 1) * FORM.slant * em),
        height: Math.max(least.height, height),
      }
    default:
      return { width: Math.max(least.width, width), height: Math.max(least.height, height) }
  }
}

/** A node's shape with its label and detail, centred. */
export function drawNode(
  fit: NodeFit,
  box: Box,
  hue: number,
  em: number,
  theme: Theme,
  own: string,
  id: (wanted: string) => string,
): ElementDraft[] {
  const { node } = fit
  const { measures } = theme
  const small = measures.detail * em
  const form = outlineOf(node)
  const lid = form === 'store' || form === 'cylinder' ? 0.5 * FORM.cap * em : 0
  const words = wordsAt(fit, box, lid)
  const { top } = words
  const aside = fit.icon ? fit.icon.size + fit.icon.gap : 0
  const shared = { parent: own, hue, x: words.x, anchor: words.anchor, theme } as const
  const drafts: ElementDraft[] = [
    nodeDraft(node, node.kind, {
      id: own,
      hue,
      box,
      ...(form !== 'bare' && { geometry: outline(form, box, em, theme) }),
    }),
  ]
  const picture = fit.picture && pictureDraft(fit, box, hue, em, own, id)
  if (picture) drafts.push(picture)
  if (node.sign && fit.outside) {
    const sign = measureText(node.sign, { weight: measures.labelWeight, size: SIGN * em })
    drafts.push(
      textDraft({
        ...{ id: id(`${own}-sign`), parent: own, hue, part: 'label', anchor: 'middle', theme },
        lines: [{ text: node.sign, width: sign }],
        x: box.x + box.width / 2,
        top: box.y + (box.height - theme.capHeight * SIGN * em) / 2,
        ...{ leading: em, size: SIGN * em, weight: measures.labelWeight },
      }),
    )
  }
  if (fit.icon) {
    const { name, shows, size } = fit.icon
    const x = box.x + (box.width - fit.textWidth - aside) / 2
    const y = box.y + (box.height - size) / 2 + lid
    drafts.push({
      part: 'label',
      hue,
      element: {
        id: id(`${own}-icon`),
        kind: 'icon',
        parent: own,
        z: Z.part,
        box: { x, y, width: size, height: size },
        geometry: { form: 'path', d: iconPath(name, x, y, size) },
        style: {},
        label: shows,
      },
    })
  }
  const card = isCard(fit) ? cardAt(fit, box, em) : undefined
  let below = card?.top ?? top
  if (fit.label.lines.length > 0) {
    drafts.push(
      textDraft({
        ...shared,
        id: id(`${own}-label`),
        part: 'label',
        lines: fit.label.lines,
        top: below,
        leading: measures.leading * em,
        size: em,
        weight: measures.labelWeight,
      }),
    )
    below += blockHeight(fit.label.lines, em, measures.leading * em, theme) + NODE.detailGap * em
  }
  if (fit.detail.lines.length > 0) {
    drafts.push(
      textDraft({
        ...shared,
        id: id(`${own}-detail`),
        part: 'detail',
        lines: fit.detail.lines,
        top: card ? card.bottom - fit.detailHeight : below,
        leading: measures.leading * small,
        size: small,
        weight: measures.detailWeight,
      }),
    )
  }
  return drafts
}

/** Size of an operator's sign, in em. */
const SIGN = 1.15

/** Words above and below a picture that fills what is left of an outline with square corners. */
function isCard({ node, picture, outside }: NodeFit): boolean {
  return picture !== undefined && !outside && CARDS.has(outlineOf(node))
}

const CARDS: ReadonlySet<Outline> = new Set(['box', 'process', 'model', 'document', 'bare'])

/** Where the label of a card begins and its detail ends, and the room between them. */
function cardAt(fit: NodeFit, box: Box, em: number): { top: number; bottom: number; room: Box } {
  const { picture, textHeight, detailHeight } = fit
  const gap = picture?.gap ?? 0
  const pad = Math.min(NODE.padY * em, (box.height - textHeight - gap) / 4)
  const top = box.y + pad
  const bottom = box.y + box.height - pad
  const labelHeight = textHeight - detailHeight - (detailHeight > 0 ? NODE.detailGap * em : 0)
  const y = top + (labelHeight > 0 ? labelHeight + gap : 0)
  const foot = bottom - (detailHeight > 0 ? detailHeight + gap : 0)
  const inset = Math.min(NODE.padX * em, box.width / 8)
  const room = { x: box.x + inset, y, width: box.width - 2 * inset, height: foot - y }
  return { top, bottom, room }
}

/** The picture of a node: in the room of a card, above words in other outlines, else in the middle of a box of its own. */
function pictureDraft(
  fit: NodeFit,
  box: Box,
  hue: number,
  em: number,
  own: string,
  id: (wanted: string) => string,
): ElementDraft | undefined {
  const { node } = fit
  const place = pictureBox(fit, box, em)
  if (!place || !node.picture) return undefined
  const drawn = drawPicture(node.picture, place, em)
  if (!drawn) return undefined
  const alt = 'alt' in node.picture ? node.picture.alt : node.picture.glyph.replaceAll('-', ' ')
  return {
    part: 'picture',
    hue,
    strokes: drawn.strokes,
    element: {
      ...{ id: id(`${own}-picture`), kind: 'icon', role: 'picture', parent: own, z: Z.part },
      ...{ box: place, style: {}, data: { alt } },
    },
  }
}

/** Where a node's picture stands in its box. */
export function pictureBox(fit: NodeFit, box: Box, em: number): Box | undefined {
  const { picture, outside, textHeight } = fit
  if (!picture) return undefined
  if (isCard(fit)) return cardAt(fit, box, em).room
  const { width, height, gap } = picture
  const below = outside ? 0 : gap + textHeight
  const x = box.x + (box.width - width) / 2
  const y = box.y + (box.height - height - below) / 2
  return { x, y, width, height }
}

/** Where a node's words stand: in the middle of its box, or beside it. */
export function wordsAt(
  { outside, icon, picture, textWidth, textHeight }: NodeFit,
  box: Box,
  lid = 0,
): { x: number; top: number; anchor: 'start' | 'middle' | 'end'; box: Box } {
  const aside = icon ? icon.size + icon.gap : 0
  const above = picture && !outside ? picture.height + picture.gap : 0
  const middle = {
    x: box.x + box.width / 2,
    y: box.y + (box.height - textHeight + above) / 2,
  }
  // Descenders reach below what is measured.
  const below = outside ? 0.5 * outside.gap : 0
  const at = (x: number, top: number, anchor: 'start' | 'middle' | 'end') => {
    const share = { start: 0, middle: 0.5, end: 1 }[anchor]
    const left = x - share * textWidth
    const box = { x: left, y: top, width: textWidth, height: textHeight + below }
    return { x, top, anchor, box }
  }
  switch (outside?.place) {
    case 'above':
      return at(middle.x, box.y - outside.gap - textHeight, 'middle')
    case 'below':
      return at(middle.x, box.y + box.height + outside.gap, 'middle')
    case 'left':
      return at(box.x - outside.gap, middle.y, 'end')
    case 'right':
      return at(box.x + box.width + outside.gap, middle.y, 'start')
    default:
      return at(middle.x + aside / 2, middle.y + lid, 'middle')
  }
}
