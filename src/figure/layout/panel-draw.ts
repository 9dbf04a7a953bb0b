import type { Box, Point } from '../../forms/scene'
import type { Theme } from '../themes/theme'
import { drawBadge, numberOf } from './badge'
import { PANEL } from './panel'
import { blockHeight, type ElementDraft, nodeDraft, rect, textDraft, Z } from './sketch'
import type { PlacedPanel } from './stages-compose'

/** A stage panel: badge, title, detail and items; headings and items line up with those of `row` that are as high. */
export function drawPanel(
  panel: PlacedPanel,
  row: PlacedPanel[],
  em: number,
  theme: Theme,
  own: string,
  id: (wanted: string) => string,
): ElementDraft[] {
  const { node, hue } = panel
  const box: Box = { x: panel.x, y: panel.y, width: panel.width, height: panel.height }
  const drafts: ElementDraft[] = [
    nodeDraft(node, 'stage', {
      id: own,
      hue,
      box,
      geometry: rect(box, theme.measures.radius * em),
    }),
  ]
  const level = row.filter((each) => each.y === panel.y && each.height === panel.height)
  const headMost = Math.max(...level.map(({ fit }) => fit.headHeight))
  const chipsMost = Math.max(...level.map(({ fit }) => fit.chipsHeight))
  const headWithChips = Math.max(
    0,
    ...level.map(({ fit }) => (fit.chipsHeight > 0 ? fit.headHeight : 0)),
  )
  const padding = theme.measures.padding * em
  const aside = panel.fit.form === 'aside'
  const gap = chipsMost > 0 && !aside ? PANEL.chipsGap * panel.fit.air * em : 0
  const content = Math.max(headMost, aside ? chipsMost : headWithChips + gap + chipsMost)
  const spare = Math.max(0, panel.height - content - 2 * padding)
  // Spare height goes above and below; a little of it parts the heading from the items.
  const inner = chipsMost > 0 ? Math.min(0.3 * spare, 0.9 * em) : 0
  // One item a line: the lines themselves take up half of it.
  const airy = panel.fit.form === 'rows' ? 1 + Math.min(0.6, (0.5 * spare) / (chipsMost || 1)) : 1
  const grown = (airy - 1) * chipsMost
  const headTop = aside
    ? panel.y + (panel.height - panel.fit.headHeight) / 2
    : panel.y + padding + (spare - inner - grown) / 2
  drafts.push(...drawHead(panel, headTop, em, theme, own, id))
  const chipsTop = aside
    ? panel.y + (panel.height - panel.fit.chipsHeight) / 2
    : headTop + headWithChips + gap + inner
  const chipsLeft = aside
    ? panel.x + panel.width - padding - panel.fit.chipsWidth
    : panel.x + padding
  drafts.push(...drawChips(panel, { x: chipsLeft, y: chipsTop }, airy, em, theme, own, id))
  return drafts
}

function drawHead(
  panel: PlacedPanel,
  top: number,
  em: number,
  theme: Theme,
  own: string,
  id: (wanted: string) => string,
): ElementDraft[] {
  const { fit, node, hue } = panel
  const { measures } = theme
  const padding = measures.padding * em
  const small = measures.detail * em
  const card = fit.form === 'card'
  const numbered = node.step !== undefined
  const badge = PANEL.badge * em
  const left = panel.x + padding
  const middle = panel.x + panel.width / 2
  const drafts: ElementDraft[] = []
  if (numbered) {
    const cx = card ? middle : left + badge / 2
    drafts.push(
      ...drawBadge(numberOf(node), { x: cx, y: top + badge / 2 }, em, theme, own, hue, id),
    )
  }
  const cap = em * theme.capHeight
  const titleTop = card
    ? top + (numbered ? badge + PANEL.cardGap * fit.air * em : 0)
    : top + (numbered ? (badge - cap) / 2 : 0)
  const textX = card ? middle : left + (numbered ? badge + PANEL.badgeGap * em : 0)
  const anchor = card ? 'middle' : 'start'
  const shared = { parent: own, hue, x: textX, anchor, theme } as const
  drafts.push(
    textDraft({
      ...shared,
      id: id(`${own}-label`),
      part: 'label',
      lines: fit.title.lines,
      top: titleTop,
      leading: measures.leading * em,
      size: em,
      weight: measures.labelWeight,
    }),
  )
  if (fit.detail.lines.length > 0) {
    drafts.push(
      textDraft({
        ...shared,
        x: card ? middle : left,
        id: id(`${own}-detail`),
        part: 'detail',
        lines: fit.detail.lines,
        top: top + fit.detailTop,
        leading: measures.leading * small,
        size: small,
        weight: measures.detailWeight,
      }),
    )
  }
  return drafts
}

function drawChips(
  panel: PlacedPanel,
  { x: left, y: top }: Point,
  airy: number,
  em: number,
  theme: Theme,
  own: string,
  id: (wanted: string) => string,
): ElementDraft[] {
  const size = theme.measures.detail * em
  const leading = theme.measures.leading * size
  const whole = panel.fit.form === 'rows'
  return panel.fit.chips.flatMap((chip, index) => {
    const box: Box = {
      x: left + chip.x,
      y: top + chip.y * airy,
      width: chip.width,
      height: chip.height * airy,
    }
    const block = blockHeight(chip.text.lines, size, leading, theme)
    const label = chip.text.lines.map((line) => line.text).join(' ')
    const drafts: ElementDraft[] = [
      {
        part: 'chip',
        hue: panel.hue,
        element: {
          id: id(`${own}-item-${index + 1}`),
          kind: 'shape',
          parent: own,
          z: Z.part,
          box,
          geometry: rect(
            box,
            whole ? theme.measures.radius * 0.8 * em : Math.min(chip.height / 2, 0.95 * em),
          ),
          style: {},
          label,
        },
      },
      textDraft({
        id: id(`${own}-item-${index + 1}-label`),
        parent: own,
        part: 'chip-label',
        hue: panel.hue,
        lines: chip.text.lines,
        x: box.x + box.width / 2,
        top: box.y + (box.height - block) / 2,
        leading,
        size,
        weight: theme.measures.detailWeight,
        anchor: 'middle',
        theme,
      }),
    ]
    return drafts
  })
}
