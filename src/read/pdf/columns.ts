import type { PageLine, PdfPage } from '../../../wasm/mupdf'

/** A line of text within its column, put together from the pieces that wide spaces cut it into. */
export interface PageRow {
  text: string
  x: number
  y: number
  w: number
  h: number
  baseline: number
  size: number
  /** Throughout. */
  bold: boolean
  /** Its first piece is bold. */
  opensBold: boolean
  italic: boolean
  /** 1-based. */
  page: number
  /** Rows of one number follow each other straight down the page. */
  column: number
  /** The column's sides, in points. */
  left: number
  right: number
  /** How many pieces stand apart in it: more than one in tables and figures. */
  pieces: number
}

/** Fewer lines side by side are no columns. */
const LEAST_SIDE_BY_SIDE = 5
const ALIGNED = 2
/** Baselines of one line differ by superscripts and rounding. */
const SAME_BASELINE = 0.35

/** Where the second and further columns of a page begin, in points, ascending; empty: one column. */
export function findColumns({ lines }: PdfPage, usual: readonly number[] = []): number[] {
  if (lines.length === 0) return []
  const left = Math.min(...lines.map(({ x }) => x))
  const right = Math.max(...lines.map(({ x, w }) => x + w))
  const starts = leftEdges(lines)
    .filter(({ x }) => x > left + (right - left) * 0.2)
    .filter(({ x, count }) => isColumnStart(lines, x, count, usual))
    .map(({ x }) => x)
    .sort((a, b) => a - b)
  // Two starts nearer than a fifth of the width are one column and its indentation.
  return starts.filter((x, index) => x - (starts[index - 1] ?? left) > (right - left) * 0.2)
}

function leftEdges(lines: readonly PageLine[]): { x: number; count: number }[] {
  const edges: { x: number; count: number }[] = []
  for (const { x } of [...lines].sort((a, b) => a.x - b.x)) {
    const last = edges.at(-1)
    if (last && x - last.x <= ALIGNED) last.count += 1
    else edges.push({ x, count: 1 })
  }
  return edges
}

/** Lines begin here again and again beside lines that end before, and few run across. */
function isColumnStart(
  lines: readonly PageLine[],
  x: number,
  count: number,
  usual: readonly number[],
): boolean {
  const known = usual.some((one) => Math.abs(one - x) <= ALIGNED * 2)
  if (!known && count < LEAST_SIDE_BY_SIDE) return false
  const before = lines.filter((line) => line.x + line.w < x)
  const across = lines.filter((line) => line.x < x - ALIGNED && line.x + line.w > x + ALIGNED)
  const beside = lines.filter(
    (line) => Math.abs(line.x - x) <= ALIGNED && before.some((one) => overlapsDown(one, line)),
  )
  if (known) return beside.length > 0
  return beside.length >= LEAST_SIDE_BY_SIDE && beside.length * 2 > across.length
}

function overlapsDown(a: PageLine, b: PageLine): boolean {
  return Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > Math.min(a.h, b.h) * 0.3
}

/**
 * The rows of a page in reading order. Lines that run across columns (a title, an abstract, a wide caption) cut the
 * page into bands; inside a band each column is read to its end before the next.
 */
export function readingOrder(page: PdfPage, number: number, starts: readonly number[]): PageRow[] {
  const columnOf = (line: PageLine) => starts.filter((x) => line.x >= x - ALIGNED * 2).length
  const crosses = (line: PageLine) =>
    starts.some((x) => line.x < x - ALIGNED * 2 && line.x + line.w > x + ALIGNED)
  const wide = new Set(page.lines.filter(crosses))
  // Pieces beside a wide one on the same line belong to it.
  for (const line of page.lines)
    if ([...wide].some((one) => sameBaseline(one, line) && crosses(one))) wide.add(line)
  const wideRows = rowsOf([...wide], number, -1)
  const bands = wideRows.map(({ y }) => y)
  const bandOf = (y: number) => bands.filter((one) => one <= y).length
  const rest = page.lines.filter((line) => !wide.has(line))
  const keyed: { band: number; place: number; rows: PageRow[] }[] = wideRows.map((row, index) => ({
    band: index + 1,
    place: -1,
    rows: [row],
  }))
  for (let column = 0; column <= starts.length; column++) {
    const rows = rowsOf(
      rest.filter((line) => columnOf(line) === column),
      number,
      column,
    )
    for (const [band, members] of Map.groupBy(rows, (row) => bandOf(row.y)))
      keyed.push({ band, place: column, rows: members })
  }
  return keyed.sort((a, b) => a.band - b.band || a.place - b.place).flatMap(({ rows }) => rows)
}

function sameBaseline(a: PageLine, b: PageLine): boolean {
  return Math.abs(a.baseline - b.baseline) <= Math.max(a.size, b.size) * SAME_BASELINE
}

function rowsOf(lines: readonly PageLine[], page: number, column: number): PageRow[] {
  const groups: PageLine[][] = []
  for (const line of [...lines].sort((a, b) => a.baseline - b.baseline || a.x - b.x)) {
    const group = groups.findLast((one) => one[0] !== undefined && sameBaseline(one[0], line))
    if (group) group.push(line)
    else groups.push([line])
  }
  const left = Math.min(...lines.map(({ x }) => x))
  const right = Math.max(...lines.map(({ x, w }) => x + w))
  return groups
    .map((group) => rowOf(group, { page, column, left, right }))
    .sort((a, b) => a.baseline - b.baseline)
}

function rowOf(
  group: readonly PageLine[],
  place: Pick<PageRow, 'page' | 'column' | 'left' | 'right'>,
): PageRow {
  const pieces = [...group].sort((a, b) => a.x - b.x)
  const longest = pieces.reduce((best, one) => (one.text.length > best.text.length ? one : best))
  const x = Math.min(...pieces.map((one) => one.x))
  const y = Math.min(...pieces.map((one) => one.y))
  return {
    text: joinPieces(pieces),
    x,
    y,
    w: Math.max(...pieces.map((one) => one.x + one.w)) - x,
    h: Math.max(...pieces.map((one) => one.y + one.h)) - y,
    baseline: longest.baseline,
    size: longest.size,
    bold: pieces.every(({ bold }) => bold),
    opensBold: pieces[0]?.bold === true,
    italic: pieces.every(({ italic }) => italic),
    ...place,
    pieces: pieces.length,
  }
}

/** A subscript stands close to its letter; anything farther is a word of its own. */
function joinPieces(pieces: readonly PageLine[]): string {
  let text = ''
  let end = Number.NEGATIVE_INFINITY
  for (const piece of pieces) {
    const apart = piece.x - end > piece.size * 0.15
    text += (text !== '' && apart ? ' ' : '') + piece.text.trim()
    end = piece.x + piece.w
  }
  return text
}
