import type { DiagramNode } from '../../forms/diagram'
import { SAFETY, type Wrapped, wrapEvenly } from '../fonts'
import type { NodeIcon } from '../icons'
import type { Theme } from '../themes/theme'
import { blockHeight } from './sketch'

/** How a stage panel is composed: `stack` has its items below the heading, `card` is centred (for stages of few items). */
export type PanelForm = 'stack' | 'card'

/** A chip's place, relative to the top left of the items' area. */
interface PlacedChip {
  text: Wrapped
  x: number
  y: number
  width: number
  height: number
}

/** Words and items of a panel; lengths in pixels. */
export interface PanelFit {
  form: PanelForm
  title: Wrapped
  detail: Wrapped
  chips: PlacedChip[]
  /** From the heading's top to the detail's capitals, and to the items. */
  detailTop: number
  chipsTop: number
  /** What the content needs, padding included. */
  width: number
  height: number
  /** Kept free on every side. */
  padding: number
  /** That its author chose, in the upper right corner; lengths in pixels. */
  icon?: NodeIcon
  /** Words cut in two. */
  broken: number
}

/** Lengths in em. */
export const PANEL = {
  badge: 1.75,
  badgeGap: 0.6,
  /** From badge to title in a card. */
  cardGap: 0.75,
  detailGap: 0.82,
  chipsGap: 0.95,
  chipPadX: 0.62,
  chipPadY: 0.5,
  chipGap: 0.42,
  /** More padding in an outline that is no box. */
  formPad: 0.7,
} as const

/** Composes a panel of `width` pixels at label size `em`; `air` is a factor on the room between and around its parts. */
export function fitPanel(
  node: DiagramNode,
  form: PanelForm,
  width: number,
  em: number,
  theme: Theme,
  air: number,
): PanelFit {
  const { measures } = theme
  const padding = (air * measures.padding + (node.form ? PANEL.formPad : 0)) * em
  const inner = width - 2 * padding
  const small = measures.detail * em
  const isCard = form === 'card'
  const badge = node.step === undefined ? 0 : PANEL.badge * em
  const chosen = node.icon ? theme.icon?.(node) : undefined
  const icon = chosen && { ...chosen, size: chosen.size * em, gap: chosen.gap * em }
  const beside =
    (isCard || badge === 0 ? 0 : badge + PANEL.badgeGap * em) +
    (isCard || !icon ? 0 : icon.size + icon.gap)
  const title = wrapEvenly(node.label, (inner - beside) / SAFETY, {
    ...{ weight: measures.labelWeight, size: em },
  })
  const detail = wrapEvenly(node.detail ?? '', inner / SAFETY, {
    ...{ weight: measures.detailWeight, size: small },
  })
  const titleHeight = blockHeight(title.lines, em, measures.leading * em, theme)
  const above = badge > 0 ? PANEL.cardGap * air * em : 0
  const titleBottom = isCard
    ? badge + above + titleHeight
    : Math.max(badge, Math.max(0, badge - em * theme.capHeight) / 2 + titleHeight)
  const detailTop = titleBottom + PANEL.detailGap * air * em
  const headBottom =
    detail.lines.length === 0
      ? titleBottom
      : detailTop + blockHeight(detail.lines, small, measures.leading * small, theme)
  const items = (node.items ?? []).map((item) => item.label)
  const placed = placeChips(items, isCard, inner, em, theme, air)
  const chipsTop = headBottom + PANEL.chipsGap * air * em
  const bottom = items.length === 0 ? headBottom : chipsTop + placed.height
  return {
    ...{ form, title, detail, chips: placed.chips, detailTop, chipsTop, padding, width },
    height: bottom + 2 * padding,
    broken: title.broken + detail.broken + placed.broken,
    ...(icon && { icon }),
  }
}

interface PlacedChips {
  chips: PlacedChip[]
  height: number
  broken: number
}

function placeChips(
  labels: readonly string[],
  centred: boolean,
  width: number,
  em: number,
  theme: Theme,
  air: number,
): PlacedChips {
  const size = theme.measures.detail * em
  const style = { weight: theme.measures.detailWeight, size }
  const leading = theme.measures.leading * size
  const padX = PANEL.chipPadX * air * em
  const gap = PANEL.chipGap * air * em
  const chips: PlacedChip[] = []
  let broken = 0
  let x = 0
  let y = 0
  let rowHeight = 0
  for (const label of labels) {
    const text = wrapEvenly(label, (width - 2 * padX) / SAFETY, style)
    broken += text.broken
    const height = blockHeight(text.lines, size, leading, theme) + 2 * PANEL.chipPadY * air * em
    const wanted = Math.min(width, text.width * SAFETY + 2 * padX)
    if (x > 0 && x + wanted > width + 0.01) {
      x = 0
      y += rowHeight + gap
      rowHeight = 0
    }
    chips.push({ text, x, y, width: wanted, height })
    x += wanted + gap
    rowHeight = Math.max(rowHeight, height)
  }
  for (const row of Map.groupBy(chips, (chip) => chip.y).values()) {
    const height = Math.max(...row.map((chip) => chip.height))
    const spare = width - Math.max(...row.map((chip) => chip.x + chip.width))
    for (const chip of row) Object.assign(chip, { height, x: chip.x + (centred ? spare / 2 : 0) })
  }
  return { chips, height: labels.length === 0 ? 0 : y + rowHeight, broken }
}
