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

/** In em: a frame's heading from its upper left corner. */
export const HEADING = { inset: 0.95, top: 0.85 } as const

const heightOf = ({ lines }: Wrapped, em: number) =>
  (1 + HEADING_LEADING * Math.max(0, lines.length - 1)) * em

/** The heading of a group in its frame, and its words' box; it begins at `at` where that is given. */
export function headingIn(
  { label }: DiagramGroup,
  frame: Box,
  em: number,
  theme: Theme,
  at = frame.x + HEADING.inset * em,
): { text: Wrapped; box: Box } {
  const text = headingOf(label, frame.width - 2 * HEADING.inset * em, em, theme)
  const y = frame.y + HEADING.top * em
  return { text, box: { x: at, y, width: text.width, height: heightOf(text, em) } }
}
