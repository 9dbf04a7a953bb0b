import { medianHigh } from '../../../forms/numbers'
import { type Ink, type InkPiece, readable, sameInk } from './ink'

/** Pieces of ink that may be one line of text, in reading direction. */
export interface TextRow {
  pieces: InkPiece[]
  vertical: boolean
  /** Height of its tall letters (capitals, digits, b) in pixels. */
  tall: number
}

/** A piece along its line: `from` to `to` in reading direction, `over` to `under` across. */
interface Span {
  piece: InkPiece
  from: number
  to: number
  over: number
  under: number
  high: number
}

/** Letters of 150 px and more are pictures. */
const TALLEST = 150
/** Capitals of 5 px: nobody reads less. */
const LOWEST = 4
/** Full squares from this height on are a legend's, not full stops. */
const SWATCH = 7
/** Gaps in heights of the taller neighbour: a space is 0.25 to 0.35 em, a small letter 0.5 em high. */
const WIDEST_GAP = 1.7
/** The same once the line's tall letters (0.72 em) are known. */
const WORD_GAP = 1
/** The same for upright text, where a wider one is between lines that run across. */
const LETTER_GAP = 0.85

/** Chains letter-sized pieces into lines; a piece belongs to at most one line of each direction. */
export function findRows(ink: Ink): TextRow[] {
  const small = ink.pieces.filter(
    (piece) =>
      readable(piece) && Math.min(piece.right - piece.left, piece.bottom - piece.top) <= TALLEST,
  )
  const pieces = withoutFrames(small)
  const across = chain(pieces, WIDEST_GAP, false)
  const down = chain(pieces, LETTER_GAP, true)
  return settleRows(across, down)
}

function spanOf(piece: InkPiece, vertical: boolean): Span {
  const { left, top, right, bottom } = piece
  const [from, to] = vertical ? [top, bottom] : [left, right]
  const [over, under] = vertical ? [left, right] : [top, bottom]
  return { piece, from, to, over, under, high: under - over }
}

/** Drops outlines that stand around letters, and loops too thin for their size to be one. */
function withoutFrames(pieces: readonly InkPiece[]): InkPiece[] {
  const cell = 64
  const rows = Map.groupBy(pieces, ({ top }) => Math.floor(top / cell))
  return pieces.filter((piece) => {
    const wide = piece.right - piece.left
    const high = piece.bottom - piece.top
    const square = Math.max(wide, high) < 2 * Math.min(wide, high)
    if (square && piece.area > 0.93 * wide * high && high >= SWATCH) return false
    if (piece.area < 0.1 * wide * high && Math.min(wide, high) > 20) return false
    let within = 0
    for (let key = Math.floor(piece.top / cell); key <= Math.floor(piece.bottom / cell); key++) {
      for (const other of rows.get(key) ?? []) {
        const inside =
          other.left > piece.left &&
          other.right < piece.right &&
          other.top > piece.top &&
          other.bottom < piece.bottom
        const tall = other.bottom - other.top
        // A dot or a stroke within a nought is a part of it.
        if (inside && tall >= LOWEST) within += tall >= 0.3 * high ? 2 : 1
        if (within > 1) return false
      }
    }
    return true
  })
}

function chain(pieces: readonly InkPiece[], gap: number, vertical: boolean): TextRow[] {
  const spans = pieces.map((piece) => spanOf(piece, vertical))
  const letters = spans.filter(isLetter).sort((a, b) => a.from - b.from)
  const marks = spans.filter(isMark)
  const groups = unite(letters, marks, gap)
  return groups
    .flatMap((group) => {
      const tall = tallOf(group)
      return split(withMarks(group, marks, tall), WORD_GAP * tall)
    })
    .filter((group) => group.some(isLetter))
    .map((group) => ({
      pieces: group.map((span) => span.piece),
      vertical,
      tall: tallOf(group.filter(isLetter)),
    }))
}

function isLetter(span: Span): boolean {
  const long = span.to - span.from
  return span.high >= LOWEST && span.high <= TALLEST && long <= 14 * span.high
}

/** Dots, dashes, quotes, accents, and what else is small beside a letter. */
function isMark(span: Span): boolean {
  return span.high <= TALLEST / 3 && span.to - span.from <= TALLEST
}

/**
 * Neighbours of like height, place and colour with at most `gap` heights between them, or with a sign between them that
 * is not as high (`=`, `-`).
 */
function unite(all: Span[], marks: Span[], gap: number): Span[][] {
  const known = new Set(all.map((span) => span.piece.id))
  const letters = [...all, ...marks.filter((mark) => !known.has(mark.piece.id))].sort(
    (a, b) => a.from - b.from,
  )
  const parent = letters.map((_, index) => index)
  const root = (index: number): number => {
    let at = index
    while (parent[at] !== at) at = parent[at] ?? at
    parent[index] = at
    return at
  }
  const longest = letters.reduce((most, span) => Math.max(most, span.to - span.from), 0)
  letters.forEach((a, index) => {
    const reach = a.to + gap * 3 * Math.max(a.high, a.to - a.from)
    for (let k = index + 1; k < letters.length; k++) {
      const b = letters[k]
      if (!b || b.from > reach + longest) break
      if (b.from <= reach && joins(a, b, gap)) parent[root(k)] = root(index)
    }
  })
  const groups = Map.groupBy(letters.keys(), root)
  return [...groups.values()]
    .map((places) => places.flatMap((index) => letters[index] ?? []))
    .map((group) => group.filter((span) => known.has(span.piece.id)))
    .filter((group) => group.length > 0)
}

function joins(a: Span, b: Span, gap: number): boolean {
  const high = Math.max(a.high, b.high)
  const low = Math.min(a.high, b.high)
  if (high > 3 * low || high < LOWEST) return bridges(a, b)
  if (b.from - a.to > gap * high) return false
  const shared = Math.min(a.under, b.under) - Math.max(a.over, b.over)
  const level =
    Math.abs(a.under - b.under) <= 0.65 * low + 1 && Math.abs(a.over - b.over) <= low + 1
  return level && shared >= 0.5 * low && sameInk(a.piece, b.piece)
}

/** A letter and a dash, an equals sign or the like beside it, within the letter's height. */
function bridges(a: Span, b: Span): boolean {
  const [letter, mark] = a.high >= b.high ? [a, b] : [b, a]
  if (letter.high < LOWEST || mark.to - mark.from > 1.2 * letter.high) return false
  const gap = Math.max(a.from, b.from) - Math.min(a.to, b.to)
  const middle = (mark.over + mark.under) / 2
  return (
    gap <= 0.95 * letter.high &&
    middle > letter.over + 0.1 * letter.high &&
    middle < letter.under - 0.15 * letter.high &&
    sameInk(letter.piece, mark.piece)
  )
}

/** The height that only a tenth of the letters exceed. */
function tallOf(group: readonly Span[]): number {
  const heights = group.map((span) => span.high).sort((a, b) => a - b)
  return heights[Math.round(0.9 * (heights.length - 1))] ?? 0
}

/**
 * Adds small pieces that stand where a line's dots, dashes, tails and accents do, near its letters' height: what lies
 * lower or higher belongs to the next line of a paragraph.
 */
function withMarks(group: Span[], marks: Span[], tall: number): Span[] {
  const foot = [...group].sort((a, b) => a.under - b.under)[group.length >> 1]?.under ?? 0
  const over = Math.min(foot - 1.2 * tall, ...group.map((span) => span.over))
  const under = Math.max(foot + 0.5 * tall, ...group.map((span) => span.under))
  const known = new Set(group.map((span) => span.piece.id))
  const found = [...group]
  const [first] = group
  if (!first) return found
  for (let grown = true; grown; ) {
    grown = false
    const from = Math.min(...found.map((span) => span.from)) - 0.5 * tall
    const to = Math.max(...found.map((span) => span.to)) + 0.5 * tall
    for (const mark of marks) {
      if (known.has(mark.piece.id) || mark.to < from || mark.from > to) continue
      if (mark.over < over || mark.under > under) continue
      if (mark.high > 0.75 * tall || mark.to - mark.from > 1.2 * tall) continue
      if (!sameInk(mark.piece, first.piece)) continue
      known.add(mark.piece.id)
      found.push(mark)
      grown = true
    }
  }
  return found
}

/** Cuts where a gap is wider than any between words: `widest`, or one letter left out of a monospaced line. */
function split(group: Span[], widest: number): Span[][] {
  const sorted = [...group].sort((a, b) => a.from - b.from)
  const pitch = pitchOf(sorted)
  const parts: Span[][] = []
  let end = Number.NEGATIVE_INFINITY
  let last = sorted[0]
  for (const span of sorted) {
    if (!last) break
    const apart = (span.from + span.to - last.from - last.to) / 2
    if (span.from - end > widest && (apart > 2.3 * pitch || span.from - end > 1.6 * widest))
      parts.push([])
    parts.at(-1)?.push(span)
    if (span.to > end || span.to > last.to) last = span
    end = Math.max(end, span.to)
  }
  return parts
}

/** Median distance of neighbours' middles; 0 where there are too few to tell. */
function pitchOf(letters: readonly Span[]): number {
  if (letters.length < 3) return 0
  const steps = letters
    .slice(1)
    .map((span, k) => (span.from + span.to - (letters[k]?.from ?? 0) - (letters[k]?.to ?? 0)) / 2)
    // A dot stands above its own stem.
    .filter((step) => step > 0.2 * tallOf(letters))
  return steps.length < 2 ? 0 : medianHigh(steps)
}

/** Upright lines only where they are longer than wide and longer than what runs across them. */
function settleRows(across: TextRow[], down: TextRow[]): TextRow[] {
  const rowOf = new Map<number, TextRow>()
  for (const row of across) for (const piece of row.pieces) rowOf.set(piece.id, row)
  const taken = new Set<number>()
  const upright = down.filter((row) => {
    const box = sidesAround(row.pieces)
    const [wide, high] = [box.right - box.left, box.bottom - box.top]
    if (row.pieces.length < 3 || high < 2 * wide) return false
    const rivals = row.pieces.map((piece) => rowOf.get(piece.id)?.pieces.length ?? 0)
    const mean = rivals.reduce((sum, count) => sum + count, 0) / rivals.length
    if (mean >= 0.5 * row.pieces.length || mean > 3) return false
    for (const piece of row.pieces) taken.add(piece.id)
    return true
  })
  return [
    ...across
      .map((row) => ({ ...row, pieces: row.pieces.filter((piece) => !taken.has(piece.id)) }))
      .filter((row) => row.pieces.length > 0),
    ...upright,
  ]
}

/** Where pieces lie, or other things that have sides. */
export function sidesAround(
  pieces: readonly Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>[],
) {
  return {
    left: Math.min(...pieces.map((piece) => piece.left)),
    top: Math.min(...pieces.map((piece) => piece.top)),
    right: Math.max(...pieces.map((piece) => piece.right)),
    bottom: Math.max(...pieces.map((piece) => piece.bottom)),
  }
}
