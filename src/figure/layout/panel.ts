import type { DiagramNode } from '../../forms/diagram'
import { SAFETY, type Wrapped, wrapEvenly, wrapText } from '../fonts'
import type { Theme } from '../themes/theme'
import { blockHeight } from './sketch'

/**
 * How a stage panel is composed: `stack` has its items below the heading, `rows` the same with one item a line,
 * `card` is centred (for stages of few items), `aside` has the items right of the heading.
 */
export type PanelForm = 'stack' | 'rows' | 'card' | 'aside'

/** A chip's place, relative to the top left of the items' area. */
interface PlacedChip {
  text: Wrapped
  x: number
  y: number
  width: number
  height: number
}

export interface PanelFit {
  form: PanelForm
  title: Wrapped
  detail: Wrapped
  chips: PlacedChip[]
  /** Area of the items. */
  chipsWidth: number
  chipsHeight: number
  /** Heading: badge, title and detail. */
  headWidth: number
  headHeight: number
  /** From the heading's top to the detail's capitals. */
  detailTop: number
  /** Height that the content needs, padding included. */
  height: number
  /** Words cut in two. */
  broken: number
  /** Factor on the lengths between its parts. */
  air: number
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
  asideShare: 0.36,
  asideGap: 1.2,
} as const

/** Composes a panel of `width` pixels at label size `em`; exact line evening only when `even`. */
export function fitPanel(
  node: DiagramNode,
  form: PanelForm,
  width: number,
  em: number,
  theme: Theme,
  even: boolean,
  air: number,
): PanelFit {
  const { measures } = theme
  const padding = measures.padding * em
  const inner = width - 2 * padding
  const small = measures.detail * em
  const badge = node.step === undefined ? 0 : (PANEL.badge + PANEL.badgeGap) * em
  const headWidth = form === 'aside' ? inner * PANEL.asideShare : inner
  const wrap = even ? wrapEvenly : wrapText
  const titleWidth = form === 'card' ? inner : headWidth - badge
  const title = wrap(node.label, titleWidth / SAFETY, { weight: measures.labelWeight, size: em })
  const detail = wrap(node.detail ?? '', headWidth / SAFETY, {
    weight: measures.detailWeight,
    size: small,
  })
  const badgeHeight = node.step === undefined ? 0 : PANEL.badge * em
  const titleHeight = blockHeight(title.lines, em, measures.leading * em, theme)
  const cap = em * theme.capHeight
  const titleBottom =
    form === 'card'
      ? badgeHeight + (badgeHeight > 0 ? PANEL.cardGap * air * em : 0) + titleHeight
      : Math.max(badgeHeight, badgeHeight > 0 ? (badgeHeight - cap) / 2 + titleHeight : titleHeight)
  const detailTop = titleBottom + PANEL.detailGap * air * em
  const headHeight =
    detail.lines.length === 0
      ? titleBottom
      : detailTop + blockHeight(detail.lines, small, measures.leading * small, theme)
  const chipsWidth = form === 'aside' ? inner - headWidth - PANEL.asideGap * air * em : inner
  const items = (node.items ?? []).map((item) => item.label)
  const placed = placeChips(items, form, chipsWidth, em, theme, even, air)
  const below = items.length === 0 ? 0 : PANEL.chipsGap * air * em + placed.height
  const content = form === 'aside' ? Math.max(headHeight, placed.height) : headHeight + below
  return {
    form,
    title,
    detail,
    chips: placed.chips,
    chipsWidth,
    chipsHeight: placed.height,
    headWidth,
    headHeight,
    detailTop,
    height: content + 2 * padding,
    broken: title.broken + detail.broken + placed.broken,
    air,
  }
}

interface PlacedChips {
  chips: PlacedChip[]
  height: number
  broken: number
}

function placeChips(
  labels: readonly string[],
  form: PanelForm,
  width: number,
  em: number,
  theme: Theme,
  even: boolean,
  air: number,
): PlacedChips {
  const size = theme.measures.detail * em
  const style = { weight: theme.measures.detailWeight, size }
  const leading = theme.measures.leading * size
  const padX = PANEL.chipPadX * air * em
  const gap = PANEL.chipGap * air * em
  const limit = (width - 2 * padX) / SAFETY
  const chips: PlacedChip[] = []
  let broken = 0
  let x = 0
  let y = 0
  let rowHeight = 0
  for (const label of labels) {
    const text = (even ? wrapEvenly : wrapText)(label, limit, style)
    broken += text.broken
    const height = blockHeight(text.lines, size, leading, theme) + 2 * PANEL.chipPadY * air * em
    const wanted = form === 'rows' ? width : Math.min(width, text.width * SAFETY + 2 * padX)
    if (x > 0 && x + wanted > width + 0.01) {
      x = 0
      y += rowHeight + gap
      rowHeight = 0
    }
    chips.push({ text, x, y, width: wanted, height })
    x += wanted + gap
    rowHeight = Math.max(rowHeight, height)
  }
  for (const chip of chips) {
    const row = chips.filter((other) => other.y === chip.y)
    chip.height = Math.max(...row.map((other) => other.height))
  }
  if (form === 'card') centre(chips, width)
  return { chips, height: labels.length === 0 ? 0 : y + rowHeight, broken }
}

/** Moves each row of chips into the middle. */
function centre(chips: PlacedChip[], width: number): void {
  for (const y of new Set(chips.map((chip) => chip.y))) {
    const row = chips.filter((chip) => chip.y === y)
    const spare = width - Math.max(...row.map((chip) => chip.x + chip.width))
    for (const chip of row) chip.x += spare / 2
  }
}
