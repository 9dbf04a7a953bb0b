import { difference } from '../../../../figure/pixels/color'
import { leastOf } from '../../../../forms/least'
import type { Connector } from './connectors'

/** A straight piece along an axis. */
interface Piece {
  one: Connector
  upright: boolean
  /** Its column or row. */
  level: number
  from: number
  to: number
}

/** The pieces on one row or column. */
interface Rule {
  level: number
  from: number
  to: number
  pieces: Piece[]
}

/** Pixels by which rules of one grid may start or end apart, and within which pieces are on one rule. */
const APART = 3
const SAME_LEVEL = 1.2
/** Fewer rules of one length are no grid. */
const LEAST_RULES = 3
/** Levels and the share of a width by which pens of one grid differ. */
const SAME_COLOUR = 24
const SAME_WIDTH = 0.35

/**
 * Rules of a plot's grid lead nowhere, though bars and marks cut them into pieces that start and end at shapes: pieces
 * without heads, on rules of one pen and length.
 */
export function withoutGridRules(connectors: readonly Connector[]): Connector[] {
  const rules = new Set<Connector>()
  for (const pen of pensOf(connectors.flatMap((one) => pieceOf(one) ?? []))) {
    const grids = [false, true].map((upright) =>
      gridOf(pen.filter((piece) => piece.upright === upright)),
    )
    for (const { one } of grids.flat()) rules.add(one)
    grids.forEach((grid, k) => {
      if (grid.length === 0) return
      const others = pen.filter(({ one }) => !rules.has(one))
      for (const piece of others)
        if (isAmong(piece, grid) || (piece.upright === (k === 0) && crossings(piece, grid) >= 2))
          rules.add(piece.one)
    })
  }
  if (rules.size === 0) return [...connectors]
  return connectors.map((one) => {
    if (!one.relation || !rules.has(one)) return one
    const { from: _, to: __, ...free } = one
    return { ...free, relation: false }
  })
}

function pieceOf(one: Connector): Piece | undefined {
  const [a, b] = one.route.points
  // Where rules cross, their dashes may look like a head; a true one points at something.
  if (one.heads === 'both' || (one.heads === 'end' && one.to)) return undefined
  if (one.route.form !== 'polyline' || one.route.points.length !== 2) return undefined
  if (!a || !b) return undefined
  const upright = Math.abs(a.x - b.x) < 0.75
  if (!upright && Math.abs(a.y - b.y) >= 0.75) return undefined
  const [p, q] = upright ? [a.y, b.y] : [a.x, b.x]
  return {
    one,
    upright,
    level: upright ? a.x : a.y,
    from: Math.min(p, q),
    to: Math.max(p, q),
  }
}

function pensOf(pieces: readonly Piece[]): Piece[][] {
  const pens: Piece[][] = []
  for (const piece of pieces) {
    const { colour, width } = piece.one.line
    const pen = pens.find(([first]) => {
      if (!first) return false
      const other = first.one.line
      return (
        difference(other.colour, colour) <= SAME_COLOUR &&
        Math.abs(other.width - width) <= SAME_WIDTH * Math.max(other.width, width)
      )
    })
    if (pen) pen.push(piece)
    else pens.push([piece])
  }
  return pens
}

/** The pieces on rules of one length, where they are a grid. */
function gridOf(pieces: readonly Piece[]): Piece[] {
  const rules: Rule[] = []
  for (const piece of [...pieces].sort((a, b) => a.level - b.level)) {
    const last = rules.at(-1)
    if (last && piece.level - last.level <= SAME_LEVEL) {
      last.from = Math.min(last.from, piece.from)
      last.to = Math.max(last.to, piece.to)
      last.pieces.push(piece)
    } else rules.push({ level: piece.level, from: piece.from, to: piece.to, pieces: [piece] })
  }
  const alike = rules.map((rule) =>
    rules.filter(
      ({ from, to }) => Math.abs(from - rule.from) <= APART && Math.abs(to - rule.to) <= APART,
    ),
  )
  const most = leastOf(alike, ({ length }) => -length) ?? []
  return most.length < LEAST_RULES ? [] : most.flatMap((rule) => rule.pieces)
}

/** Within the field of a grid, the next rule's place included, a line of its pen is a piece of a rule. */
function isAmong({ upright, level, from, to }: Piece, grid: readonly Piece[]): boolean {
  const levels = grid.map((rule) => rule.level).sort((a, b) => a - b)
  const [low, high] = [levels[0] ?? 0, levels.at(-1) ?? 0]
  const step = (high - low) / (new Set(levels.map(Math.round)).size - 1)
  const [first, last] = [
    Math.min(...grid.map((rule) => rule.from)) - APART,
    Math.max(...grid.map((rule) => rule.to)) + APART,
  ]
  return upright === grid[0]?.upright
    ? level > low - step - APART && level < high + step + APART && from > first && to < last
    : level > first && level < last && from > low - step - APART && to < high + step + APART
}

/** The rules that a piece across them meets. */
function crossings({ level, from, to }: Piece, grid: readonly Piece[]): number {
  const met = grid.filter(
    (other) =>
      other.level > from - APART &&
      other.level < to + APART &&
      level > other.from - APART &&
      level < other.to + APART,
  )
  return new Set(met.map((piece) => Math.round(piece.level))).size
}
