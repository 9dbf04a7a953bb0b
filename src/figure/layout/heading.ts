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

/** In em: a frame's heading from its upper left corner, the band at the left of a lane, and what its words need beyond their length. */
export const HEADING = { inset: 0.95, top: 0.85, band: 1.9, ends: 1 } as const

/** Where the heading of a group stands in its frame. */
export interface Heading {
  text: Wrapped
  /** Of its words. */
  box: Box
  /** The band that bears them, read upwards. */
  band?: Box
}

/** The heading of a group in its frame: above its members, or for a lane on a band at their left. */
export function headingIn(
  { label, style }: DiagramGroup,
  frame: Box,
  em: number,
  theme: Theme,
): Heading {
  if (style === 'lane') {
    const text = upwards(label, em, theme)
    const band = { ...frame, width: bandWidth(text, em) }
    return { text, box: band, band }
  }
  const inset = HEADING.inset * em
  const text = headingOf(label, frame.width - 2 * inset, em, theme)
  const height = (1 + HEADING_LEADING * Math.max(0, text.lines.length - 1)) * em
  const box = { x: frame.x + inset, y: frame.y + HEADING.top * em, width: text.width, height }
  return { text, box }
}

/** What a heading takes from its frame, and the least that it needs of the other side, in pixels. */
export interface HeadingRoom {
  side: 'top' | 'left'
  depth: number
  length: number
}

/** The room for the heading of a frame that is wished `width` wide. */
export function headingRoom(
  { label, style }: DiagramGroup,
  width: number,
  em: number,
  theme: Theme,
): HeadingRoom {
  if (style === 'lane') {
    const text = upwards(label, em, theme)
    const length = SAFETY * text.width + HEADING.ends * em
    return { side: 'left', depth: bandWidth(text, em), length }
  }
  const room = Math.max(6 * em, width - 2 * HEADING.inset * em)
  const { lines, width: length } = headingOf(label, room, em, theme)
  const depth = (HEADING.top + 1 + HEADING_LEADING * Math.max(0, lines.length - 1)) * em
  return { side: 'top', depth, length }
}

/** Words of a lane that are longer than this, in em, stand on two lines. */
const LONG = 8

function upwards(label: string, em: number, theme: Theme): Wrapped {
  const whole = headingOf(label, Number.MAX_SAFE_INTEGER, em, theme)
  if (whole.width <= LONG * em) return whole
  const halves = headingOf(label, (2 / 3) * whole.width, em, theme)
  return halves.lines.length === 2 ? halves : whole
}

const bandWidth = ({ lines }: Wrapped, em: number) =>
  (HEADING.band + HEADING_LEADING * (lines.length - 1)) * em
