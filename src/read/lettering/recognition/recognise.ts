import { type ReadLine, readLine } from '../../../../wasm/tesseract'
import type { Grounded } from '../lines/ground'
import type { Ink, InkPiece } from '../lines/ink'
import type { TextRow } from '../lines/rows'
import { cutStrip, type Enlarged, enlarge, type Strip } from '../lines/strip'
import { type Cell, cellsOf } from './cells'
import { likeness } from './glyph-likeness'
import { type Measures, measuresOf, settleLookalikes } from './lookalikes'
import { type Placed, place, withMarks } from './places'
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
  confidence: number
  letters: Letter[]
  cellOf: (Cell | undefined)[]
  cells: Cell[]
  pieces: InkPiece[]
  strip: Strip
  measures: Measures
  angle: 0 | 90 | 270
  tall: number
}

/**
 * Heights that tall letters get and how much they are sharpened, in the order they are tried: the reader was taught with
 * lines 36 px high. Known words come first: they help with blurred letters, and are given up where names stand.
 */
const TRIES = [
  { tall: 30, sharpness: 0, dictionary: true },
  { tall: 30, sharpness: 1.5, dictionary: true },
  { tall: 23, sharpness: 0.7, dictionary: false },
]
/** Letters that all touch leave the library without a line to find; it is told that this is one. */
const RAW = { tall: 30, sharpness: 2.5 }
/** A reading as sure as this is not tried again. */
const SURE = 0.9
/** Icons and textures are not tried again. */
const HOPELESS = 0.3
/** Tall letters of less than this many pixels may be blurred beyond a first reading. */
const SMALL = 14
/** What it reads with less is not text. */
const DOUBTFUL = 0.5

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

async function read(
  strip: Strip,
  row: TextRow,
  angle: 0 | 90 | 270,
): Promise<LineReading | undefined> {
  const cells = cellsOf(row.pieces, strip)
  let best: { score: number; placed: Placed; confidence: number } | undefined
  for (const { tall, sharpness, dictionary } of TRIES) {
    const enlarged = enlarge(strip, row.tall, tall, sharpness)
    const found = await readLine(enlarged.line, { dictionary })
    if (found.text === '') continue
    const placed = place(lettersOf(found, enlarged), cells, row.tall)
    const score = 0.5 * scoreOf(placed) + 0.5 * found.confidence
    if (!best || score > best.score) best = { score, placed, confidence: found.confidence }
    if (best.score >= SURE || (best.confidence < HOPELESS && row.tall > SMALL)) break
  }
  if (row.tall < SMALL && (best?.confidence ?? 0) < DOUBTFUL) {
    const enlarged = enlarge(strip, row.tall, RAW.tall, RAW.sharpness)
    const found = await readLine(enlarged.line, { dictionary: true, raw: true })
    if (found.text !== '' && found.confidence > (best?.confidence ?? 0)) {
      const placed = place(lettersOf(found, enlarged), cells, row.tall)
      best = { score: found.confidence, placed, confidence: found.confidence }
    }
  }
  if (!best) return undefined
  const first = measuresOf(best.placed)
  const marked = withMarks(best.placed, first.baseline, row.tall)
  const spaced = { ...marked, letters: respace(marked.letters, marked.cellOf, cells, row.tall) }
  const measures = measuresOf(spaced)
  const letters = settleLookalikes(spaced, strip, measures)
  return {
    text: letters.map((each, k) => (k > 0 && each.startsWord ? ' ' : '') + each.text).join(''),
    confidence: Math.max(0, Math.min(1, best.confidence)),
    letters,
    cellOf: spaced.cellOf,
    cells,
    pieces: row.pieces,
    strip,
    measures,
    angle,
    tall: row.tall,
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
