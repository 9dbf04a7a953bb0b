import { type ReadLine, readLine } from '../../../wasm/tesseract'
import type { Grounded } from './ground'
import type { Ink, Piece } from './ink'
import type { Row } from './rows'
import { cutStrip, type Enlarged, enlarge, type Strip } from './strip'

/** A letter in its strip, in pixels of the strip. */
export interface Letter {
  text: string
  confidence: number
  left: number
  top: number
  right: number
  bottom: number
  startsWord: boolean
}

/** A line as it was read, with what style is fitted to. */
export interface Reading {
  text: string
  confidence: number
  letters: Letter[]
  pieces: Piece[]
  strip: Strip
  angle: 0 | 90 | 270
  tall: number
}

/** Height that the tall letters get: the reader was taught with lines 36 px high. */
const TALL = 30
/** What it reads with less is not text. */
const DOUBTFUL = 0.45

/** Reads a row; nothing where it is no text. */
export async function recogniseRow(grounded: Grounded, ink: Ink, row: Row): Promise<Reading[]> {
  const angles = row.vertical ? ([270, 90] as const) : ([0] as const)
  let best: Reading | undefined
  for (const angle of angles) {
    const strip = cutStrip(grounded, ink, row.pieces, angle)
    const reading = await read(strip, row, angle)
    if (reading && (!best || reading.confidence > best.confidence)) best = reading
  }
  return best && best.confidence >= DOUBTFUL && isText(best) ? [best] : []
}

async function read(strip: Strip, row: Row, angle: 0 | 90 | 270): Promise<Reading | undefined> {
  const enlarged = enlarge(strip, row.tall, TALL)
  const found = await readLine(enlarged.line, { dictionary: true })
  if (found.text === '') return undefined
  const letters = lettersOf(found, enlarged)
  return {
    text: found.text,
    confidence: found.confidence,
    letters,
    pieces: row.pieces,
    strip,
    angle,
    tall: row.tall,
  }
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

function isText({ text }: Reading): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
