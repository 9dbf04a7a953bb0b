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
