import type { DiagramGroup } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import { SAFETY, type Wrapped, wrapEvenly } from '../fonts'
import type { Theme } from '../themes/theme'

/** Baseline to baseline of a heading's lines, in em. */
export const HEADING_LEADING = 1.2

/** What sums of word widths may be off by, in em. */
const SLACK = 0.04

/** A group's heading at label size `em` on as many lines as `width` pixels call for: never smaller than a label. */
export function headingOf(label: string, width: number, em: number, theme: Theme): Wrapped {
  const room = Math.max(em, width / SAFETY) + SLACK * em
  return wrapEvenly(label, room, { weight: theme.measures.labelWeight, size: em })
}

/** In em: a frame's heading from its upper left corner, and from a line that leads in beside it; at the least. */
export const HEADING = { inset: 0.95, top: 0.85, clear: 1.1, leastClear: 0.5 } as const

const heightOf = ({ lines }: Wrapped, em: number) =>
  (1 + HEADING_LEADING * Math.max(0, lines.length - 1)) * em

/** Where a heading begins, and how wide its lines are at the most. */
export interface HeadingPlace {
  x: number
  width: number
}

/** The heading of a group in its frame, and its words' box; it stands at `place` where that is given. */
export function headingIn(
  { label }: DiagramGroup,
  frame: Box,
  em: number,
  theme: Theme,
  place?: HeadingPlace,
): { text: Wrapped; box: Box } {
  const inset = HEADING.inset * em
  const { x, width } = place ?? { x: frame.x + inset, width: frame.width - 2 * inset }
  const text = headingOf(label, width, em, theme)
  const y = frame.y + HEADING.top * em
  return { text, box: { x, y, width: text.width, height: heightOf(text, em) } }
}
