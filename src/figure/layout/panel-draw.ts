import type { DiagramNode } from '../../forms/diagram'
import type { Box, Point } from '../../forms/scene'
import type { ElementDraft } from '../../forms/sketch'
import { iconPath, type NodeIcon } from '../icons'
import type { Theme } from '../themes/theme'
import { drawBadge, numberOf } from './badge'
import { outline } from './node-outline'
import { PANEL, type PanelFit } from './panel'
import { blockHeight, nodeDraft, rect, textDraft, Z } from './sketch'

/** Where a panel stands and how it is drawn. */
interface PanelAt {
  node: DiagramNode
  box: Box
  hue: number
  em: number
  theme: Theme
  own: string
  id: (wanted: string) => string
}

/** A stage panel: badge, title, detail and items, from its top. */
export function drawPanel(fit: PanelFit, at: PanelAt): ElementDraft[] {
  const { node, box, hue, em, theme, own } = at
  const geometry = node.form
    ? outline(node.form, box, em, theme)
    : rect(box, theme.measures.radius * em)
  const { icon, padding } = fit
  const corner = (size: number) => ({
    x: box.x + box.width - padding - size,
    y: box.y + padding + (PANEL.badge * em - size) / 2,
  })
  return [
    nodeDraft(node, 'stage', { id: own, hue, box, geometry }),
    ...drawHead(fit, at),
    // No name of an icon that a theme gives all or none.
    ...(icon ? [iconDraft(icon, corner(icon.size), { own, hue, id: at.id(`${own}-sign`) })] : []),
    ...fit.chips.flatMap((chip, index) => drawChip(chip, `${own}-item-${index + 1}`, fit, at)),
  ]
}

/** An icon in a node, from its upper left corner. */
export const iconDraft = (
  { name, shows, size }: NodeIcon,
  { x, y }: Point,
  at: { own: string; hue: number; id: string },
): ElementDraft => ({
  part: 'label',
  hue: at.hue,
  element: {
    ...{ id: at.id, kind: 'icon', parent: at.own, z: Z.part, style: {}, label: shows },
    box: { x, y, width: size, height: size },
    geometry: { form: 'path', d: iconPath(name, x, y, size) },
  },
})

function drawHead(
  { form, title, detail, detailTop, padding }: PanelFit,
  { node, box, hue, em, theme, own, id }: PanelAt,
): ElementDraft[] {
  const { measures } = theme
  const small = measures.detail * em
  const isCard = form === 'card'
  const numbered = node.step !== undefined
  const badge = PANEL.badge * em
  const top = box.y + padding
  const left = box.x + padding
  const middle = box.x + box.width / 2
  const shared = { parent: own, hue, anchor: isCard ? 'middle' : 'start', theme } as const
  const titleHeight = blockHeight(title.lines, em, measures.leading * em, theme)
  const drafts: ElementDraft[] = []
  if (numbered) {
    const centre = { x: isCard ? middle : left + badge / 2, y: top + badge / 2 }
    drafts.push(...drawBadge(numberOf(node), centre, em, theme, own, hue, id))
  }
  const below = numbered ? (badge - em * theme.capHeight) / 2 : 0
  const gap = detailTop - PANEL.detailGap * em
  drafts.push(
    textDraft({
      ...shared,
      ...{ id: id(`${own}-label`), part: 'label', lines: title.lines, size: em },
      ...{ leading: measures.leading * em, weight: measures.labelWeight },
      x: isCard ? middle : left + (numbered ? badge + PANEL.badgeGap * em : 0),
      top: top + (isCard ? Math.max(0, gap - titleHeight) : below),
    }),
  )
  if (detail.lines.length > 0)
    drafts.push(
      textDraft({
        ...shared,
        ...{ id: id(`${own}-detail`), part: 'detail', lines: detail.lines, size: small },
        ...{ leading: measures.leading * small, weight: measures.detailWeight },
        x: isCard ? middle : left,
        top: top + detailTop,
      }),
    )
  return drafts
}

function drawChip(
  { text, x, y, width, height }: PanelFit['chips'][number],
  name: string,
  { chipsTop, padding }: PanelFit,
  { box: panel, hue, em, theme, own, id }: PanelAt,
): ElementDraft[] {
  const size = theme.measures.detail * em
  const leading = theme.measures.leading * size
  const box = {
    ...{ x: panel.x + padding + x, y: panel.y + padding + chipsTop + y },
    ...{ width, height },
  }
  const block = blockHeight(text.lines, size, leading, theme)
  return [
    {
      part: 'chip',
      hue,
      element: {
        ...{ id: id(name), kind: 'shape', parent: own, z: Z.part, box, style: {} },
        geometry: rect(box, Math.min(height / 2, 0.95 * em)),
        label: text.lines.map((line) => line.text).join(' '),
      },
    },
    textDraft({
      ...{ id: id(`${name}-label`), parent: own, part: 'chip-label', hue, theme },
      ...{ lines: text.lines, x: box.x + box.width / 2, top: box.y + (box.height - block) / 2 },
      ...{ leading, size, weight: theme.measures.detailWeight, anchor: 'middle' },
    }),
  ]
}
