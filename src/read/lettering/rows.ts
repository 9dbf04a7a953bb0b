import { type Ink, type Piece, readable, sameInk } from './ink'

/** Pieces of ink that may be one line of text, in reading direction. */
export interface Row {
  pieces: Piece[]
  vertical: boolean
  /** Height of its tall letters (capitals, digits, b) in pixels. */
  tall: number
}

/** A piece along its line: `from` to `to` in reading direction, `over` to `under` across. */
interface Span {
  piece: Piece
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
/** Gaps in heights of the taller neighbour: a space is 0.25 to 0.35 em, a small letter 0.5 em high. */
const WIDEST_GAP = 0.95
/** The same once the line's tall letters (0.72 em) are known. */
const WORD_GAP = 0.85
/** Letters of one word stand at most this far apart, so upright text is not read as a column of lines. */
const LETTER_GAP = 0.45

/** Chains letter-sized pieces into lines; a piece belongs to at most one line of each direction. */
export function findRows(ink: Ink): Row[] {
  const pieces = ink.pieces.filter(
    (piece) =>
      readable(piece) && piece.right - piece.left <= 1500 && piece.bottom - piece.top <= 1500,
  )
  const across = chain(pieces.map((piece) => horizontal(piece)), WIDEST_GAP, WORD_GAP, false)
  const down = chain(pieces.map((piece) => upright(piece)), LETTER_GAP, WORD_GAP, true)
  return settle(across, down)
}

function horizontal(piece: Piece): Span {
  return {
    piece,
    from: piece.left,
    to: piece.right,
    over: piece.top,
    under: piece.bottom,
    high: piece.bottom - piece.top,
  }
}

function upright(piece: Piece): Span {
  return {
    piece,
    from: piece.top,
    to: piece.bottom,
    over: piece.left,
    under: piece.right,
    high: piece.right - piece.left,
  }
}

function chain(spans: Span[], gap: number, wordGap: number, vertical: boolean): Row[] {
  const letters = spans.filter(isLetter).sort((a, b) => a.from - b.from)
  const groups = unite(letters, gap)
  const marks = spans.filter(isMark)
  return groups
    .flatMap((group) => {
      const tall = tallOf(group)
      return split(withMarks(group, marks, tall), wordGap * tall)
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

/** Neighbours of like height, place and colour with at most `gap` heights between them. */
function unite(letters: Span[], gap: number): Span[][] {
  const parent = letters.map((_, index) => index)
  const root = (index: number): number => {
    let at = index
    while (parent[at] !== at) at = parent[at] ?? at
    parent[index] = at
    return at
  }
  const longest = letters.reduce((most, span) => Math.max(most, span.to - span.from), 0)
  letters.forEach((a, index) => {
    const reach = a.to + gap * 3 * a.high
    for (let k = index + 1; k < letters.length; k++) {
      const b = letters[k]
      if (!b || b.from > reach + longest) break
      if (b.from <= reach && joins(a, b, gap)) parent[root(k)] = root(index)
    }
  })
  const groups = new Map<number, Span[]>()
  letters.forEach((span, index) => {
    const key = root(index)
    const group = groups.get(key)
    if (group) group.push(span)
    else groups.set(key, [span])
  })
  return [...groups.values()]
}

function joins(a: Span, b: Span, gap: number): boolean {
  const high = Math.max(a.high, b.high)
  const low = Math.min(a.high, b.high)
  if (high > 3 * low) return false
  if (b.from - a.to > gap * high) return false
  const shared = Math.min(a.under, b.under) - Math.max(a.over, b.over)
  return shared >= 0.5 * low && sameInk(a.piece, b.piece)
}

/** The height that only a tenth of the letters exceed. */
function tallOf(group: readonly Span[]): number {
  const heights = group.map((span) => span.high).sort((a, b) => a - b)
  return heights[Math.floor(0.85 * (heights.length - 1))] ?? 0
}

/** Adds small pieces that stand where a line's dots, dashes and accents do. */
function withMarks(group: Span[], marks: Span[], tall: number): Span[] {
  const over = Math.min(...group.map((span) => span.over)) - 0.4 * tall
  const under = Math.max(...group.map((span) => span.under)) + 0.3 * tall
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

/** Cuts where a gap is wider than any between words. */
function split(group: Span[], widest: number): Span[][] {
  const sorted = [...group].sort((a, b) => a.from - b.from)
  const parts: Span[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const span of sorted) {
    if (span.from - end > widest) parts.push([])
    parts.at(-1)?.push(span)
    end = Math.max(end, span.to)
  }
  return parts
}

/** Upright lines only where they are longer than wide and longer than what runs across them. */
function settle(across: Row[], down: Row[]): Row[] {
  const rowOf = new Map<number, Row>()
  for (const row of across) for (const piece of row.pieces) rowOf.set(piece.id, row)
  const taken = new Set<number>()
  const upright = down.filter((row) => {
    const box = boxOf(row.pieces)
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

export function boxOf(pieces: readonly Piece[]) {
  return {
    left: Math.min(...pieces.map((piece) => piece.left)),
    top: Math.min(...pieces.map((piece) => piece.top)),
    right: Math.max(...pieces.map((piece) => piece.right)),
    bottom: Math.max(...pieces.map((piece) => piece.bottom)),
  }
}
