import type { Box, Point } from '../../forms/scene'
import type { ElementDraft } from '../../forms/sketch'
import { altOf, drawPicture } from '../pictures'
import type { Theme } from '../themes/theme'
import { drawBadge, numberOf } from './badge'
import { asideOf, NODE, type NodeFit } from './node-fit'
import { FORM, outline, outlineOf } from './node-outline'
import { drawPanel, iconDraft } from './panel-draw'
import { blockHeight, nodeDraft, textDraft, Z } from './sketch'

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
  const shared = { parent: own, hue, x: words.x, anchor: 'middle', theme } as const
  const drafts: ElementDraft[] = [
    nodeDraft(node, node.kind, {
      id: own,
      hue,
      box,
      ...(form !== 'bare' && { geometry: outline(form, box, em, theme) }),
    }),
  ]
  drafts.push(...pictureDrafts(fit, box, hue, theme, own, id))
  if (fit.icon) {
    const x = box.x + (box.width - fit.textWidth - aside) / 2
    const y = box.y + (box.height - fit.icon.size) / 2 + lid
    drafts.push(iconDraft(fit.icon, { x, y }, { own, hue, id: id(`${own}-icon`) }))
  }
  if (fit.badge) {
    const at = badgeAt(fit, words, top, em, theme)
    drafts.push(...drawBadge(numberOf(node), at, em, theme, own, hue, id))
  }
  let below = top
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
        top: below,
        leading: measures.leading * small,
        size: small,
        weight: measures.detailWeight,
      }),
    )
  }
  return drafts
}

/** The middle of a badge beside the label of words that begin at `top`. */
function badgeAt(
  { badge, label, textWidth, textHeight, picture }: NodeFit,
  { x }: { x: number },
  top: number,
  em: number,
  theme: Theme,
): Point {
  const { size = 0, gap = 0 } = badge ?? {}
  const beside = picture
    ? blockHeight(label.lines, em, theme.measures.leading * em, theme)
    : textHeight
  return { x: x - textWidth / 2 - gap - size / 2, y: top + beside / 2 }
}

/** The picture of a node, above its words. */
function pictureDrafts(
  { node, picture, textHeight }: NodeFit,
  box: Box,
  hue: number,
  theme: Theme,
  own: string,
  id: (wanted: string) => string,
): ElementDraft[] {
  if (!picture || !node.picture) return []
  const { width, height, gap } = picture
  const x = box.x + (box.width - width) / 2
  const y = box.y + (box.height - height - gap - textHeight) / 2
  const place = { x, y, width, height }
  const paint = drawPicture(node.picture, place, theme.palette.background)
  if (!paint) return []
  return [
    {
      ...{ part: 'picture', hue },
      element: {
        ...{ id: id(`${own}-picture`), kind: 'icon', role: 'picture', parent: own, z: Z.part },
        ...{ box: place, style: {}, paint, data: { alt: altOf(node.picture) } },
      },
    },
  ]
}

/** Where a node's words stand in the middle of its box: their middle, and the top of the first line. */
function wordsAt(fit: NodeFit, box: Box, lid: number): { x: number; top: number } {
  const { picture, textHeight } = fit
  const above = picture ? picture.height + picture.gap : 0
  return {
    x: box.x + (box.width + asideOf(fit)) / 2,
    top: box.y + (box.height - textHeight + above) / 2 + lid,
  }
}
