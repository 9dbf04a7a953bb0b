import type { Side } from '../../forms/composition'
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

/** In em: from the edge to the words of a bracket, from these to its line, and the length of its ends. */
const BRACKET = { outer: 0.15, gap: 0.4, tick: 0.4 } as const

/** Where the heading of a group stands in its frame. */
export interface Heading {
  text: Wrapped
  /** Of its words. */
  box: Box
  anchor: 'start' | 'middle'
  /** They read upwards. */
  turned: boolean
  /** The band that bears them. */
  band?: Box
  /** A line along a side of its members. */
  bracket?: { side: Side; box: Box; tick: number }
}

/** What its heading says. */
const wordsOf = ({ label, repeat }: DiagramGroup) =>
  repeat === undefined ? label : `${label} ${repeat}`

/** The side of a group where its heading stands. */
function sideOf({ style, titleAt }: DiagramGroup): Side {
  if (style === 'lane') return titleAt === 'right' ? 'right' : 'left'
  return titleAt === 'bottom' || titleAt === 'left' || titleAt === 'right' ? titleAt : 'top'
}

const isTurned = (side: Side) => side === 'left' || side === 'right'

const across = ({ lines }: Wrapped, em: number) =>
  (1 + HEADING_LEADING * Math.max(0, lines.length - 1)) * em

/** The heading of a group in its frame; one at the upper left begins at `at` where that is given. */
export function headingIn(
  group: DiagramGroup,
  frame: Box,
  em: number,
  theme: Theme,
  at = frame.x + HEADING.inset * em,
): Heading {
  const { style, titleAt } = group
  const side = sideOf(group)
  const turned = isTurned(side)
  const label = wordsOf(group)
  const [right, bottom] = [frame.x + frame.width, frame.y + frame.height]
  if (style === 'lane') {
    const text = upwards(label, em, theme)
    const width = bandWidth(text, em)
    const band = { ...frame, x: side === 'left' ? frame.x : right - width, width }
    return { text, box: band, anchor: 'middle', turned, band }
  }
  const inset = HEADING.inset * em
  const text = turned
    ? upwards(label, em, theme)
    : headingOf(label, frame.width - 2 * inset, em, theme)
  const depth = across(text, em)
  const outer = (style === 'bracket' ? BRACKET.outer : HEADING.top) * em
  const isAtStart = !turned && style !== 'bracket' && (titleAt ?? 'top-left') === 'top-left'
  const middle = {
    x: frame.x + (frame.width - text.width) / 2,
    y: frame.y + (frame.height - text.width) / 2,
  }
  const [x, y] = {
    top: [isAtStart ? at : middle.x, frame.y + outer],
    bottom: [middle.x, bottom - outer - depth],
    left: [frame.x + outer, middle.y],
    right: [right - outer - depth, middle.y],
  }[side] as [number, number]
  const size = turned ? { width: depth, height: text.width } : { width: text.width, height: depth }
  const line = style === 'bracket' && {
    ...{ side, tick: BRACKET.tick * em },
    box: lineOf(side, frame, outer + depth + (BRACKET.gap + BRACKET.tick) * em),
  }
  return {
    ...{ text, box: { x, y, ...size }, anchor: isAtStart ? 'start' : 'middle', turned },
    ...(line && { bracket: line }),
  }
}

/** A line along a side of a frame, so far within it. */
function lineOf(side: Side, { x, y, width, height }: Box, by: number): Box {
  if (isTurned(side)) return { x: side === 'left' ? x + by : x + width - by, y, width: 0, height }
  return { x, y: side === 'top' ? y + by : y + height - by, width, height: 0 }
}

/** What a heading takes from its frame, and the least that it needs of the other side, in pixels. */
export interface HeadingRoom {
  side: Side
  depth: number
  length: number
}

/** The room for the heading of a frame that is wished `width` wide. */
export function headingRoom(
  group: DiagramGroup,
  width: number,
  em: number,
  theme: Theme,
): HeadingRoom {
  const { style } = group
  const side = sideOf(group)
  const label = wordsOf(group)
  const extra = style === 'bracket' ? BRACKET.outer + BRACKET.gap + BRACKET.tick - HEADING.top : 0
  if (isTurned(side)) {
    const text = upwards(label, em, theme)
    const length = SAFETY * text.width + HEADING.ends * em
    const depth = (HEADING.top + extra) * em + across(text, em)
    return { side, depth: style === 'lane' ? bandWidth(text, em) : depth, length }
  }
  const room = Math.max(6 * em, width - 2 * HEADING.inset * em)
  const text = headingOf(label, room, em, theme)
  return { side, depth: (HEADING.top + extra) * em + across(text, em), length: text.width }
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
