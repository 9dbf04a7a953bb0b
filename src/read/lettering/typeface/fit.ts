import { runsOf, runWidth } from '../../../figure/fonts'
import { medianHigh } from '../../../forms/numbers'
import { boxAround } from '../lines/rows'
import type { Strip } from '../lines/strip'
import type { Cell } from '../recognition/cells'
import type { LineReading } from '../recognition/recognise'
import type { Face, Glyph } from './faces'

/** A letter that stands by itself, as it is in its strip: pixels. */
export interface Stood {
  /** Its place among the line's letters. */
  place: number
  text: string
  cell: Cell
  /** The middle of its ink. */
  middle: number
  level: number
  /** Height, half-covered rows by their share. */
  high: number
  /** Ink, in square pixels of full cover. */
  ink: number
}

/** How well a face explains where a line's letters stand, how high they are and how much ink they have. */
export interface TypefaceFit {
  face: Face
  /** Pixels: by the places of the letters where they reach far enough, else by their heights. */
  size: number
  byHeight: number
  /** The size comes from the letters' places. */
  placed: boolean
  /** Where the line starts and what it stands on, in pixels of the strip. */
  start: number
  baseline: number
  /** Of the whole line, in em. */
  advance: number
  /** Root of the mean square of how far letters stand from where the face has them, in pixels. */
  off: number
  /** Logarithm of the ink that is there over the face's. */
  ink: number
  /** Letters that the fit rests on; 0: all were told as one. */
  letters: number
}

export interface FitOptions {
  /** Pixels; fitted if left out. */
  size?: number
  /** Whether pairs of letters move together: exact, but costly to ask for. */
  kerned?: boolean
}

export function stoodLetters({ letters, cellOf, cells, strip }: LineReading): Stood[] {
  return letters.flatMap(({ text }, place) => {
    const cell = cellOf[place]
    if (!cell || [...text].length !== 1) return []
    return [{ place, text, cell, ...inkOf(strip, cell, cells), high: softHeight(strip, cell) }]
  })
}

/** Cover above which a pixel counts as full, of 255. */
const FULL = 225

/**
 * Ink with its faint rims, as far as they cannot be a neighbour's. Half-covered pixels count as half: programs draw them
 * darker or lighter than their cover, and letters of light ink heavier than those of dark ink.
 */
function inkOf(strip: Strip, cell: Cell, cells: readonly Cell[]) {
  const free = (x: number) => !cells.some((other) => x >= other.left && x < other.right)
  const from = Math.max(0, free(cell.left - 1) ? cell.left - 1 : cell.left)
  const to = Math.min(strip.width, free(cell.right) ? cell.right + 1 : cell.right)
  let [sum, across, down, covered] = [0, 0, 0, 0]
  for (let y = Math.max(0, cell.top - 1); y < Math.min(strip.height, cell.bottom + 1); y++) {
    for (let x = from; x < to; x++) {
      const value = strip.data[y * strip.width + x] ?? 0
      sum += value
      across += value * (x + 0.5)
      down += value * (y + 0.5)
      covered += value > FULL ? 1 : value > 255 - FULL ? 0.5 : 0
    }
  }
  return sum > 0
    ? { ink: covered, middle: across / sum, level: down / sum }
    : { ink: 0, middle: (cell.left + cell.right) / 2, level: (cell.top + cell.bottom) / 2 }
}

/** Height with the half-covered rows at both ends counted by their share; hairlines within are no gaps. */
function softHeight(strip: Strip, cell: Cell): number {
  const rows: number[] = []
  for (let y = Math.max(0, cell.top - 1); y < Math.min(strip.height, cell.bottom + 1); y++) {
    let most = 0
    for (let x = cell.left; x < cell.right; x++) {
      most = Math.max(most, strip.data[y * strip.width + x] ?? 0)
    }
    rows.push(most)
  }
  const full = [...rows].sort((a, b) => a - b)[Math.floor(0.6 * rows.length)] ?? 255
  const share = (value: number) => Math.min(1, value / Math.max(1, full))
  const ends = [...rows.slice(0, 2), ...rows.slice(2).slice(-2)]
  return rows.length - ends.length + ends.reduce((sum, value) => sum + share(value), 0)
}

/** Letters and dashes of less than this height in em say nothing about the size. */
const LOW = 0.35

/** Undefined where the face lacks most of the line's letters. */
export function fitLine(
  reading: LineReading,
  stood: readonly Stood[],
  face: Face,
  options: FitOptions = {},
): TypefaceFit | undefined {
  const { at, advance } = origins(reading.letters, face, options)
  const known = stood.flatMap((letter): Known[] => {
    const glyph = face.glyph(letter.text)
    const em = (at[letter.place] ?? 0) + (glyph?.middle ?? 0)
    return glyph ? [{ letter, glyph, em }] : []
  })
  if (known.length < TOLD * reading.letters.length) return fitWhole(reading, face, options)
  const byHeight = heightSize(known)
  const places = known.map(({ letter, em }) => ({ em, x: letter.middle }))
  const line = throughPlaces(places, byHeight, options.size)
  const { size } = line
  const there = known.reduce((sum, { letter }) => sum + letter.ink, 0)
  const wanted = known.reduce((sum, { glyph }) => sum + glyph.ink, 0)
  return {
    face,
    byHeight,
    advance,
    ...line,
    baseline: medianHigh(known.map(({ letter, glyph }) => letter.level + size * glyph.level)),
    ink: Math.log(Math.max(1e-3, there) / (wanted * byHeight * size)),
    letters: known.length,
  }
}

/** A line whose letters touch is told by the box and the sum of its ink, if fewer of its letters stand free. */
const TOLD = 0.35

/** From where a line's ink begins and ends, in all directions. */
function fitWhole(
  reading: LineReading,
  face: Face,
  options: FitOptions = {},
): TypefaceFit | undefined {
  const { letters, cells, strip } = reading
  const { at, advance } = origins(letters, face, options)
  const glyphs = letters.flatMap(({ text }, k) => {
    const glyph = face.glyph(text)
    return glyph ? [{ ...glyph, at: at[k] ?? 0 }] : []
  })
  if (glyphs.length === 0 || glyphs.length < 0.5 * letters.length || cells.length === 0)
    return undefined
  const em = {
    left: Math.min(...glyphs.map((each) => each.at + each.left)),
    right: Math.max(...glyphs.map((each) => each.at + each.right)),
    top: Math.max(...glyphs.map((each) => each.top)),
    bottom: Math.min(...glyphs.map((each) => each.bottom)),
  }
  const box = boxAround(cells)
  const { ink, level } = inkOf(strip, box, [])
  const byHeight = softHeight(strip, box) / (em.top - em.bottom)
  const placed = em.right - em.left >= LONG
  const size = options.size ?? (placed ? (box.right - box.left) / (em.right - em.left) : byHeight)
  const wanted = glyphs.reduce((sum, each) => sum + each.ink, 0)
  const raisedBy = glyphs.reduce((sum, each) => sum + each.ink * each.level, 0)
  return {
    face,
    byHeight,
    advance,
    size,
    placed,
    start: (box.left + box.right) / 2 - (size * (em.left + em.right)) / 2,
    baseline: level + (size * raisedBy) / wanted,
    off: 0,
    ink: Math.log(Math.max(1e-3, ink) / (wanted * byHeight * size)),
    letters: 0,
  }
}

interface Known {
  letter: Stood
  glyph: Glyph
  /** Where the face has the middle of its ink, in em from the start of the line. */
  em: number
}

function heightSize(known: readonly Known[]): number {
  const tall = known.filter(({ glyph }) => glyph.top - glyph.bottom >= LOW)
  return medianHigh(
    (tall.length > 0 ? tall : known).map(
      ({ letter, glyph }) => letter.high / (glyph.top - glyph.bottom),
    ),
  )
}

/** Where a face has the letters of a line, in em from where it starts. */
function origins(letters: LineReading['letters'], face: Face, { kerned }: FitOptions) {
  const at: number[] = []
  let pen = 0
  let before: string | undefined
  letters.forEach(({ text, startsWord }, k) => {
    if (k > 0 && startsWord) {
      pen += face.advance(' ') ?? 0.25
      before = undefined
    }
    const [first = ''] = text
    if (kerned && before !== undefined && face.advance(first) !== undefined)
      pen += face.kern(before, first)
    at.push(pen)
    for (const character of text) pen += face.advance(character) ?? lent(character, face)
    before = face.advance(text) !== undefined ? text : undefined
  })
  return { at, advance: pen }
}

/** Width in em of a letter that another family lends. */
function lent(character: string, { weight }: Face): number {
  return runsOf(character, weight, 'chinese').reduce((sum, run) => sum + runWidth(run, weight), 0)
}

interface Place {
  em: number
  x: number
}

/** Letters that stand apart from the others' line by more than this, in em, were read or spaced wrongly. */
const ASTRAY = 0.12
/** Letters this far apart, in em, give a better size than their heights. */
const LONG = 1.6

/** The line through letters' places, pixels by em; letters that were misread do not count. */
function throughPlaces(places: readonly Place[], byHeight: number, size?: number) {
  let kept = places
  let fitted = leastSquares(kept, byHeight, size)
  for (let round = 0; round < 3; round++) {
    const offs = kept.map((place) => offOf(place, fitted))
    const most = Math.max(2.5 * medianHigh(offs), 0.02 * fitted.size, 0.3)
    const next = kept.filter((_, k) => (offs[k] ?? 0) <= most)
    if (next.length === kept.length || next.length < 0.6 * places.length) break
    kept = next
    fitted = leastSquares(kept, byHeight, size)
  }
  const square = places.reduce(
    (sum, place) => sum + Math.min(offOf(place, fitted), ASTRAY * fitted.size) ** 2,
    0,
  )
  return { ...fitted, off: Math.sqrt(square / places.length) }
}

function offOf({ em, x }: Place, { size, start }: { size: number; start: number }): number {
  return Math.abs(x - start - size * em)
}

function leastSquares(places: readonly Place[], byHeight: number, given?: number) {
  const mean = (of: (place: Place) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length
  const [em, x] = [mean((place) => place.em), mean((place) => place.x)]
  let [over, under] = [0, 0]
  for (const place of places) {
    over += (place.em - em) * (place.x - x)
    under += (place.em - em) ** 2
  }
  const ems = places.map((place) => place.em)
  const placed = Math.max(...ems) - Math.min(...ems) >= LONG && over > 0
  const size = given ?? (placed ? over / under : byHeight)
  return { size, placed, start: x - size * em }
}
