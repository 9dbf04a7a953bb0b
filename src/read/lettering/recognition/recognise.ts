import { HEIGHT, type SeenSymbol, STEP, seeLine } from '../../../../wasm/ppocr'
import type { Grounded } from '../lines/ground'
import type { Ink, InkPiece } from '../lines/ink'
import { sidesAround, type TextRow } from '../lines/rows'
import { cutStrip, fitted, type Strip } from '../lines/strip'
import { type Cell, cellsOf } from './cells'
import { spaced } from './spaces'

/** A line as it was read, with what its style is fitted to. */
export interface LineReading {
  text: string
  /** Of the least sure letter, 0 to 1. */
  confidence: number
  letters: SeenSymbol[]
  cells: Cell[]
  pieces: InkPiece[]
  strip: Strip
  angle: 0 | 90 | 270
  tall: number
}

/** Pixels: how high tall letters stand in the network's rows. */
const TALL = 30
/** Upside down some words of few letters read as others: the usual way up is right when it is this sure as a share. */
const USUAL = 0.5
const FEW = 8

/** Heights of its tall letters: no line that anybody reads is longer, and the network's work grows with its square. */
const LONGEST = 300

/** Which way upright lines read. */
export type Upright = 90 | 270

/** Reads a row, an upright one of few letters the `usual` way unless the other is much surer; undefined where it is no text. */
export function recogniseRow(
  grounded: Grounded,
  ink: Ink,
  row: TextRow,
  usual: Upright,
): LineReading | undefined {
  const { left, top, right, bottom } = sidesAround(row.pieces)
  if (Math.max(right - left, bottom - top) > LONGEST * row.tall) return undefined
  const angles = row.vertical ? ([usual, usual === 90 ? 270 : 90] as const) : ([0] as const)
  const share = row.pieces.length > FEW ? 1 : USUAL
  let best: LineReading | undefined
  for (const angle of angles) {
    const reading = read(cutStrip(grounded, ink, row.pieces, angle), row, angle)
    if (reading && (!best || best.confidence < share * reading.confidence)) best = reading
  }
  return best && /[\p{L}\p{N}]/u.test(best.text) ? best : undefined
}

function read(
  strip: Strip,
  { pieces, tall }: TextRow,
  angle: 0 | 90 | 270,
): LineReading | undefined {
  const { line, scale, margin } = fitted(strip, tall, { tall: TALL, height: HEIGHT, step: STEP })
  const seen = seeLine(line)
  if (seen.length === 0) return undefined
  const found = seen.map((each, k) => ({
    ...each,
    text: k === 0 && seen.length > 1 ? each.text.replace('·', '•') : each.text,
    middle: (each.middle - margin) / scale,
  }))
  const cells = cellsOf(pieces, strip)
  const [from, to] = withoutMarks(found)
  const between = (k: number) => ((found[k - 1]?.middle ?? 0) + (found[k]?.middle ?? 0)) / 2
  const [left, right] = [from > 0 ? between(from) : 0, to < found.length ? between(to) : Infinity]
  const own = cells.filter((cell) => {
    const middle = (cell.left + cell.right) / 2
    return middle >= left && middle <= right
  })
  const letters = spaced(found.slice(from, to), own, tall)
  const text = letters.map((each, k) => (k > 0 && each.startsWord ? ' ' : '') + each.text).join('')
  const confidence = Math.min(...letters.map((each) => each.confidence))
  const kept = pieces.filter((piece) =>
    cellsOf([piece], strip).some((place) => own.some((cell) => isWithin(place, cell))),
  )
  return { text, confidence, letters, cells: own, pieces: kept, strip, angle, tall }
}

/** What arrows, dashes and ticks beside a line are read as, and from how many in a row on they are none of it. */
const MARK = /^[-–—_~|.·]$/
const MARKS = 2

/** Where the letters of a line begin and end without the marks that stand before and behind it. */
function withoutMarks(letters: readonly SeenSymbol[]): [number, number] {
  const isMark = (k: number) => MARK.test(letters[k]?.text ?? '')
  let [from, to] = [0, letters.length]
  while (from < to && isMark(from)) from++
  while (to > from && isMark(to - 1)) to--
  const apart = (k: number) => letters[k]?.startsWord === true
  return [
    from >= MARKS || (from > 0 && apart(from)) ? from : 0,
    letters.length - to >= MARKS || (to < letters.length && apart(to)) ? to : letters.length,
  ]
}

function isWithin(cell: Cell, { left, right }: Cell): boolean {
  return cell.left >= left && cell.right <= right
}
