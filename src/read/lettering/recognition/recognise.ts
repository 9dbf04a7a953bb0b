import { type ReadLine, readLine } from '../../../../wasm/tesseract'
import type { Grounded } from '../lines/ground'
import type { Ink, InkPiece } from '../lines/ink'
import type { TextRow } from '../lines/rows'
import { cutStrip, type Enlarged, enlarge, type Strip } from '../lines/strip'
import { type Cell, cellsOf } from './cells'
import { likeness } from './glyph-likeness'
import { type Measures, measuresOf, settleLookalikes } from './lookalikes'
import { type Placed, place, withMarks } from './places'
import { differBySigns, plain, seenLetters } from './second-opinion'
import { respace } from './spacing'

/** A letter in its strip, in pixels of the strip. */
export interface Letter {
  text: string
  /** 0 to 1. */
  confidence: number
  left: number
  top: number
  right: number
  bottom: number
  startsWord: boolean
}

/** A line as it was read, with what style is fitted to. */
export interface LineReading {
  text: string
  /** That this is text, 0 to 1. */
  confidence: number
  /** That it was read right, 0 to 1. */
  sure: number
  letters: Letter[]
  cellOf: (Cell | undefined)[]
  cells: Cell[]
  pieces: InkPiece[]
  strip: Strip
  measures: Measures
  angle: 0 | 90 | 270
  tall: number
}

/** Pixels: how high tall letters stand for the first reader, who was taught with lines 36 px high. */
const TALL = 30
/** A reading as sure as this is not read again where it is of words alone. */
const SURE = 0.9
/** Icons and textures are not read again. */
const HOPELESS = 0.3
/** Tall letters of less than this many pixels may be blurred beyond the first reader. */
const SMALL = 14
/** What it reads with less is not text. */
const DOUBTFUL = 0.5
/** Digits, signs and single letters: no spelling tells whether they were read right. */
const UNSPELT = /[^\p{L} ,.'-]|(?<!\p{L})\p{L}(?!\p{L})/u
/** How sure a line is that both readers read alike, and that they dispute. */
const AGREED = 0.9
const DISPUTED = 0.3
/** From here on the second reader is right more often than the first where they differ; fitted on open foreign lines. */
const SEEN = 0.8

/** Upside down some words of few letters read as others: the usual way up is right when it is this sure as a share. */
const USUAL = 0.5
const FEW = 8

/** Which way upright lines read. */
export type Upright = 90 | 270

/** Reads a row, an upright one of few letters the `usual` way unless the other is much surer; nothing where it is no text. */
export async function recogniseRow(
  grounded: Grounded,
  ink: Ink,
  row: TextRow,
  usual: Upright,
): Promise<LineReading[]> {
  const angles = row.vertical ? ([usual, usual === 90 ? 270 : 90] as const) : ([0] as const)
  const share = row.pieces.length > FEW ? 1 : USUAL
  let best: LineReading | undefined
  let surest = 0
  for (const angle of angles) {
    const strip = cutStrip(grounded, ink, row.pieces, angle)
    const reading = await read(strip, row, angle)
    if (!reading) continue
    if (!best || best.confidence < share * reading.confidence) best = reading
    surest = Math.max(surest, reading.confidence)
  }
  if (!best) return []
  const trimmed = withoutIcons(best)
  if (trimmed.length < best.pieces.length && trimmed.length > 0) {
    const less = { ...row, pieces: trimmed, tall: tallOf(trimmed, row) }
    return recogniseRow(grounded, ink, less, usual)
  }
  return surest >= DOUBTFUL && isText(best) ? [best] : []
}

function wordsOf(letters: readonly Letter[]): string {
  return letters.map((each, k) => (k > 0 && each.startsWord ? ' ' : '') + each.text).join('')
}

interface Finished {
  letters: Letter[]
  cellOf: (Cell | undefined)[]
  measures: Measures
  /** Every letter has its place and every place its letter. */
  whole: boolean
}

async function read(
  strip: Strip,
  row: TextRow,
  angle: 0 | 90 | 270,
): Promise<LineReading | undefined> {
  const cells = cellsOf(row.pieces, strip)
  const finish = (letters: readonly Letter[], how = { settle: true, spaced: true }) =>
    finished(letters, cells, strip, row.tall, how)
  const enlarged = enlarge(strip, row.tall, TALL)
  const found = await readLine(enlarged.line)
  const first = lettersOf(found, enlarged)
  const own = first.length > 0 ? finish(first) : undefined
  const reading = (by: Finished, confidence: number, sure = confidence): LineReading => ({
    text: wordsOf(by.letters),
    confidence,
    sure,
    letters: by.letters,
    cellOf: by.cellOf,
    measures: by.measures,
    cells,
    pieces: row.pieces,
    strip,
    angle,
    tall: row.tall,
  })
  if (own) {
    const score = 0.5 * scoreOf(place(first, cells, row.tall)) + 0.5 * found.confidence
    const spelt = score >= SURE && !UNSPELT.test(wordsOf(own.letters))
    const hopeless = found.confidence < HOPELESS && row.tall > SMALL
    if (spelt || hopeless) return reading(own, found.confidence)
  }
  const seen = await seenLetters(strip, row.tall)
  const least = Math.min(...seen.map(({ confidence }) => confidence))
  const other = seen.length > 0 ? finish(seen) : undefined
  if (!other) return own && reading(own, found.confidence, DISPUTED)
  const mean = seen.reduce((sum, { confidence }) => sum + confidence, 0) / seen.length
  if (!own) return reading(other, mean, DISPUTED)
  const most = Math.max(found.confidence, mean)
  // Where both see the same, or one confirms what the other's forms were taken for, rules have nothing to settle; neither
  // do gaps where both see the same words. Two who are not sure may be wrong alike.
  const agreed = [first, own.letters].some((letters) => plain(letters) === plain(seen))
  if (agreed) {
    const spaced = wordsOf(first) !== wordsOf(seen)
    const known = Math.max(found.confidence, least) >= SEEN
    const confidence = Math.max(AGREED, found.confidence)
    return reading(
      finish(seen, { settle: false, spaced }),
      confidence,
      known ? confidence : DISPUTED,
    )
  }
  if (plain(own.letters) === plain(other.letters)) return reading(own, AGREED)
  if (differBySigns(own.letters, seen))
    return reading(finish(seen, { settle: false, spaced: true }), AGREED)
  const seeing = own.whole === other.whole ? least >= SEEN || found.confidence < SURE : other.whole
  return reading(seeing ? other : own, most, DISPUTED)
}

function finished(
  letters: readonly Letter[],
  cells: readonly Cell[],
  strip: Strip,
  tall: number,
  { settle, spaced: respaced }: { settle: boolean; spaced: boolean },
): Finished {
  const placed = place(letters, cells, tall)
  const marked = withMarks(placed, measuresOf(placed).baseline, tall)
  const spaced = {
    ...marked,
    letters: respaced ? respace(marked.letters, marked.cellOf, cells, tall) : marked.letters,
  }
  const measures = measuresOf(spaced)
  const { cellOf } = spaced
  return {
    letters: settle ? settleLookalikes(spaced, strip, measures) : spaced.letters,
    cellOf,
    measures,
    whole: cellOf.length === cells.length && cellOf.every((cell) => cell && cells.includes(cell)),
  }
}

/** Mean confidence, less for what stands there unread and for letters that nothing stands for. */
function scoreOf({ letters, unread, cellOf }: Placed): number {
  const sum = letters.reduce((total, each) => total + each.confidence, 0)
  const worst = Math.min(...letters.map((each) => each.confidence))
  const loose = cellOf.filter((cell) => !cell).length
  const mean = sum / Math.max(1, letters.length + 0.5 * unread.length)
  return 0.8 * mean + 0.2 * worst - (0.1 * loose) / letters.length
}

function lettersOf(found: ReadLine, { scale, margin }: Enlarged): Letter[] {
  return found.symbols.map((symbol) => ({
    text: symbol.text,
    confidence: symbol.confidence,
    left: (symbol.left - margin) / scale,
    right: (symbol.right - margin) / scale,
    top: (symbol.top - margin) / scale,
    bottom: (symbol.bottom - margin) / scale,
    startsWord: symbol.startsWord,
  }))
}

/** What arrows, ticks and corners are read as beside a line, and which of it no line starts with. */
const MARKS = /^[-–—_=~»«>|]$/
const TICKS = /^[—_~»«|]$/

/** The pieces without a first or last word that does not stand as letters of the others' size do. */
function withoutIcons(reading: LineReading): InkPiece[] {
  const { letters, cellOf, cells, strip } = reading
  const starts = letters.flatMap((letter, k) => (k === 0 || letter.startsWord ? [k] : []))
  if (starts.length < 2) return reading.pieces
  const last = starts.at(-1) ?? 0
  const ends = [
    [0, starts[1] ?? letters.length],
    [last, letters.length],
  ] as const
  for (const [from, to] of ends) {
    const word = letters.slice(from, to).map(({ text }) => text)
    const isMark = word.every((sign) => (from === 0 ? TICKS : MARKS).test(sign))
    if (to - from > 3 && !isMark) continue
    const rest = measuresOf({
      letters: letters.filter((_, k) => k < from || k >= to),
      cellOf: cellOf.filter((_, k) => k < from || k >= to),
      unread: [],
    })
    const left = letters[from]?.left ?? 0
    const right = letters[to - 1]?.right ?? 0
    const own = cells.filter((cell) =>
      from === 0 ? cell.right <= (letters[to]?.left ?? strip.width) : cell.left >= left - 1,
    )
    const capital = rest.capital ?? (rest.small === undefined ? undefined : 1.36 * rest.small)
    if (own.length === 0 || (capital === undefined && !isMark)) continue
    const top = Math.min(...own.map((cell) => cell.top))
    const bottom = Math.max(...own.map((cell) => cell.bottom))
    const odd =
      capital !== undefined &&
      (bottom - top > 1.45 * capital ||
        rest.baseline - top > 1.28 * capital ||
        bottom - rest.baseline > 0.45 * capital)
    if (!odd && !isMark) continue
    const inside = new Set(own)
    const kept = cells.filter((cell) => !inside.has(cell))
    if (kept.length >= (isMark ? 1 : 2) && right >= left) return piecesOf(reading, kept)
  }
  return reading.pieces
}

function piecesOf({ pieces, strip }: LineReading, kept: readonly Cell[]): InkPiece[] {
  return pieces.filter((piece) =>
    cellsOf([piece], strip).some(({ left, right }) =>
      kept.some((cell) => left >= cell.left && right <= cell.right),
    ),
  )
}

function tallOf(pieces: readonly InkPiece[], row: TextRow): number {
  const heights = pieces
    .map((piece) => (row.vertical ? piece.right - piece.left : piece.bottom - piece.top))
    .sort((a, b) => a - b)
  return heights[Math.round(0.9 * (heights.length - 1))] ?? row.tall
}

/** A letter or two by themselves must look like what they were read as: icons and corners are read as well. */
function isText({ text, letters, cellOf, strip, confidence }: LineReading): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return false
  const signs = letters.filter((letter) => /[\p{L}\p{N}]/u.test(letter.text))
  if (signs.length > 3) return true
  if (signs.every((letter) => /^[Il|ij]$/.test(letter.text)))
    return confidence >= 0.9 && signs.length > 1
  if (letters.length > 1 && confidence >= 0.75) return true
  const looks = letters.flatMap((letter, k) => {
    const cell = cellOf[k]
    return cell && signs.includes(letter) ? [likeness(strip, cell, letter.text)] : []
  })
  return looks.length > 0 ? Math.min(...looks) >= LIKE : confidence >= 0.6 && signs.length > 1
}

/** Letters of typefaces that are not embedded look as much like ours as this. */
const LIKE = 0.5
