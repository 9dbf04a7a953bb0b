import type { Box, Point } from '../../forms/scene'
import { measureText } from '../fonts'
import { overlap, within } from '../geometry'
import { iconPath } from '../icons'
import { drawPicture } from '../pictures'
import type { Theme } from '../themes/theme'
import { drawBadge, numberOf } from './badge'
import { aboveOf, asideOf, NODE, type NodeFit } from './node-fit'
import { FORM, type Outline, outline, outlineOf } from './node-outline'
import { drawPanel } from './panel-draw'
import { blockHeight, type ElementDraft, nodeDraft, textDraft, Z } from './sketch'

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
  if (fit.panel) return drawPanel(fit.panel, { node, box, hue, em, theme, own, id })
  const { measures } = theme
  const small = measures.detail * em
  const form = outlineOf(node)
  const lid = form === 'store' || form === 'cylinder' ? 0.5 * FORM.cap * em : 0
  const words = wordsAt(fit, box, lid)
  const { top } = words
  const aside = asideOf(fit)
  const shared = { parent: own, hue, x: words.x, anchor: words.anchor, theme } as const
  const drafts: ElementDraft[] = [
    nodeDraft(node, node.kind, {
      id: own,
      hue,
      box,
      ...(form !== 'bare' && { geometry: outline(form, box, em, theme) }),
    }),
  ]
  if (fit.picture) drafts.push(...pictureDrafts(fit, box, hue, em, theme, own, id))
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
  if (fit.badge) {
    const at = badgeAt(fit, words, card?.top ?? top, em, theme)
    drafts.push(...drawBadge(numberOf(node), at, em, theme, own, hue, id))
  }
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

/** The middle of a badge above words that begin at `top`, or beside their label. */
function badgeAt(
  { badge, label, textWidth, textHeight, picture }: NodeFit,
  { x }: { x: number },
  top: number,
  em: number,
  theme: Theme,
): Point {
  const { size = 0, gap = 0, above = false } = badge ?? {}
  if (above) return { x, y: top - gap - size / 2 }
  const beside = picture
    ? blockHeight(label.lines, em, theme.measures.leading * em, theme)
    : textHeight
  return { x: x - textWidth / 2 - gap - size / 2, y: top + beside / 2 }
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
function pictureDrafts(
  fit: NodeFit,
  box: Box,
  hue: number,
  em: number,
  theme: Theme,
  own: string,
  id: (wanted: string) => string,
): ElementDraft[] {
  const { node } = fit
  const place = pictureBox(fit, box, em)
  if (!place || !node.picture) return []
  const drawn = drawPicture(node.picture, place, em)
  if (!drawn) return []
  const alt = 'alt' in node.picture ? node.picture.alt : node.picture.glyph.replaceAll('-', ' ')
  const drawing: ElementDraft = {
    part: 'picture',
    hue,
    strokes: drawn.strokes,
    element: {
      ...{ id: id(`${own}-picture`), kind: 'icon', role: 'picture', parent: own, z: Z.part },
      ...{ box: place, style: {}, data: { alt } },
    },
  }
  const small = theme.measures.detail * em
  const weight = theme.measures.detailWeight
  const words: ElementDraft[] = []
  for (const { text, x, y, size: natural, anchor } of drawn.words) {
    // Small words are as large as a detail, or not drawn.
    if (natural * LARGER < small) continue
    const size = Math.min(em, Math.max(small, natural))
    const line = { text, width: measureText(text, { weight, size }) }
    const draft = textDraft({
      ...{ id: id(`${own}-words`), parent: own, hue, part: 'detail', anchor, theme, weight, size },
      ...{ lines: [line], x, top: y - theme.capHeight * size, leading: size },
    })
    const isFree = words.every(({ element }) => !overlap(element.box, draft.element.box))
    if (isFree && within(draft.element.box, place)) words.push(draft)
  }
  return [drawing, ...words]
}

/** Words of a sketch are set larger by this factor at the most. */
const LARGER = 1.6

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
  fit: NodeFit,
  box: Box,
  lid = 0,
): { x: number; top: number; anchor: 'start' | 'middle' | 'end'; box: Box } {
  const { outside, picture, textWidth, textHeight } = fit
  const aside = asideOf(fit)
  const above = (picture && !outside ? picture.height + picture.gap : 0) + aboveOf(fit)
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
