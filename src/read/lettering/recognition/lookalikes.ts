import { middleOf } from '../../../forms/numbers'
import type { Strip } from '../lines/strip'
import { type Cell, inkWithin } from './cells'
import type { Placed } from './places'
import type { Letter } from './recognise'
import { pitchOf } from './spacing'

/** Heights that a line's letters show, in strip pixels. */
export interface Measures {
  baseline: number
  /** Of capitals and digits; undefined where the line has none to measure. */
  capital: number | undefined
  /** Of small letters without stems. */
  small: number | undefined
}

const CAPITALS = /[ABDEFGHKLMNPRTYZ2345679]/
const STEMS = /[bdhk]/
const SMALL = /[acenmrsuvxz]/
const HANGING = /[gjpqyQ,;()[\]{}|/_$]/

export function measuresOf({ letters, cellOf }: Placed): Measures {
  const among = (test: (text: string) => boolean, value: (cell: Cell) => number) =>
    middleOf(letters.flatMap(({ text }, k) => (cellOf[k] && test(text) ? [value(cellOf[k])] : [])))
  const high = (cell: Cell) => cell.bottom - cell.top
  const capital = among((text) => CAPITALS.test(text), high)
  const stem = among((text) => STEMS.test(text), high)
  return {
    baseline:
      among(
        (text) => /[\p{L}\p{N}]/u.test(text) && !HANGING.test(text),
        (cell) => cell.bottom,
      ) ??
      among(
        () => true,
        (cell) => cell.bottom,
      ) ??
      // Letters that all touch have no places of their own: the reader's boxes are near.
      middleOf(letters.flatMap(({ text, bottom }) => (HANGING.test(text) ? [] : [bottom]))) ??
      Math.max(0, ...letters.map(({ bottom }) => bottom)),
    capital: capital ?? (stem === undefined ? undefined : 0.96 * stem),
    small: among((text) => SMALL.test(text), high),
  }
}

/** Decides between letters of one shape by their height, their form and what stands beside them. */
export function settleLookalikes(placed: Placed, strip: Strip, measures: Measures): Letter[] {
  const letters = placed.letters.map((letter) => ({ ...letter }))
  const mono = pitchOf(placed.cellOf) !== undefined
  letters.forEach((letter, k) => {
    const cell = placed.cellOf[k]
    if (!cell) return
    const around = neighbours(letters, k)
    const inWord = /\p{Ll}/u.test(around.before) && !/[\p{Lu}\d]/u.test(around.after)
    // Within a word of small letters the reader's own sense of spelling is the better judge.
    if (inWord && /[iloscvwxz]/.test(letter.text)) return
    if (BARS.test(letter.text)) letter.text = barOf(letter.text, cell, strip, measures, around)
    if (ROUND.test(letter.text))
      letter.text = roundOf(letter.text, cell, strip, measures, around, mono)
    letter.text = caseOf(letter.text, cell, measures, around)
  })
  return letters
}

interface Around {
  before: string
  after: string
  /** The other characters of its word. */
  others: string
}

function neighbours(letters: readonly Letter[], k: number): Around {
  let [from, to] = [k, k + 1]
  while (from > 0 && !letters[from]?.startsWord) from--
  while (to < letters.length && !letters[to]?.startsWord) to++
  const text = (part: readonly Letter[]) => part.map((each) => each.text).join('')
  return {
    before: k > from ? (letters[k - 1]?.text ?? '') : '',
    after: k + 1 < to ? (letters[k + 1]?.text ?? '') : '',
    others: text(letters.slice(from, k)) + text(letters.slice(k + 1, to)),
  }
}

const BARS = /^[Il1|[\]!i]$/
const ROUND = /^[O0oQ]$/

/** One of I, l, 1, i, j, |. */
function barOf(text: string, cell: Cell, strip: Strip, measures: Measures, around: Around): string {
  const wide = cell.right - cell.left
  const high = cell.bottom - cell.top
  const [upper, lower] = cell.parts
  if (upper && lower && cell.parts.length === 2) {
    const dot = upper.bottom - upper.top
    return dot < 0.4 * high && lower.bottom - lower.top > 0.45 * high ? 'i' : text
  }
  if (dotted(strip, cell)) return text === '!' ? text : 'i'
  if (text === '!' || wide > 0.62 * high) return text
  const tall = measures.capital ?? high
  if (high > 1.25 * tall || (text === 'i' && high < 0.9 * tall)) return text
  if (text === 'i' && high < 10) return text
  const { before, after, others } = around
  const form = formOf(strip, cell)
  const digits = /\d/.test(others) && !/[\p{L}]/u.test(others.replace(/[Il|]/g, ''))
  if (form === 'flag') {
    if (/\p{Ll}/u.test(before) || (/\p{Lu}/u.test(before) && /\p{Ll}/u.test(after)))
      return /\d/.test(after) ? '1' : 'l'
    if (digits || others === '' || /\d/.test(before + after)) return '1'
    return /\p{Ll}/u.test(after) ? 'l' : '1'
  }
  if (form === 'bracket') return text === ']' || text === '[' ? text : letterBar(text, around)
  if (digits && text === '1' && form !== 'beam') return '1'
  if (before === '' && after === '' && text === '|' && high > 1.1 * tall) return '|'
  return letterBar(text, around)
}

/** A dot above that touches its stem: the ink thins out between them. */
function dotted(strip: Strip, cell: Cell): boolean {
  const high = cell.bottom - cell.top
  if (high < 7) return false
  const rows = Array.from({ length: high }, (_, y) =>
    inkWithin(strip, cell, { left: 0, right: 1, top: y / high, bottom: (y + 1) / high }),
  )
  const gap = Math.min(...rows.slice(Math.round(0.12 * high), Math.ceil(0.36 * high)))
  const dot = Math.max(...rows.slice(0, Math.max(1, Math.round(0.2 * high))))
  const stem = rows[Math.round(0.6 * high)] ?? 0
  return gap < 0.7 * Math.min(dot, stem)
}

/** I or l by spelling: capitals beside capitals, small inside words, I before a consonant at the start of one. */
function letterBar(text: string, { before, after, others }: Around): string {
  const letters = others.replace(/[^\p{L}]/gu, '').replace(/[Il]/g, '')
  if (/[\p{Ll}]/u.test(before) && before !== 'l') return 'l'
  if (before === 'l' && /\p{Ll}/u.test(letters)) return 'l'
  if (before === '' || /[-/(]/.test(before)) {
    if (/[aeiouy]/.test(after)) return 'l'
    if (/[\p{Ll}|1Il]/u.test(after) && others.length >= 3 && /\p{Ll}/u.test(letters)) return 'I'
    if (/\p{Ll}/u.test(after)) return text === 'l' ? 'l' : 'I'
    return 'I'
  }
  if (before === 'I' && /\p{Ll}/u.test(letters) && !/\p{Lu}/u.test(letters)) return 'l'
  if (/\p{Ll}/u.test(after)) return 'l'
  if (/\p{Lu}/u.test(before) && !/\p{Ll}/u.test(letters)) return 'I'
  if (text === 'l' || text === 'I') return text
  return /\p{Ll}/u.test(letters) ? 'l' : 'I'
}

/** What a bar has at its ends: nothing, serifs on both sides, a flag on the left above, arms on one side. */
function formOf(strip: Strip, cell: Cell): 'plain' | 'beam' | 'flag' | 'bracket' {
  const wide = cell.right - cell.left
  if (wide < 3) return 'plain'
  const band = (top: number, bottom: number) => profile(strip, cell, top, bottom)
  const trunk = band(0.4, 0.65)
  const head = band(0, 0.16)
  const peak = Math.max(...trunk)
  const solid = trunk.map((value, x) => ({ value, x })).filter(({ value }) => value > 0.5 * peak)
  const [first, last] = [solid[0], solid.at(-1)]
  if (!first || !last) return 'plain'
  const left = head.slice(0, first.x).reduce((sum, value) => sum + value, 0)
  const right = head.slice(last.x + 1).reduce((sum, value) => sum + value, 0)
  const stem = last.x - first.x + 1
  const arm = 0.3 * Math.max(1, Math.min(stem, 3))
  if (left > arm && right > 0.5 * left) return 'beam'
  if (left > arm) return 'flag'
  if (right > arm) return 'bracket'
  return 'plain'
}

/** Mean ink of each column within a band of a cell's height. */
function profile(strip: Strip, cell: Cell, top: number, bottom: number): number[] {
  const wide = cell.right - cell.left
  return Array.from({ length: wide }, (_, x) =>
    inkWithin(strip, cell, { left: x / wide, right: (x + 1) / wide, top, bottom }),
  )
}

/** One of O, 0, o: by its height, its width, a dot or stroke within, and its word. */
function roundOf(
  text: string,
  cell: Cell,
  strip: Strip,
  measures: Measures,
  { before, after, others }: Around,
  mono: boolean,
): string {
  if (text === 'Q') return text
  const high = cell.bottom - cell.top
  const { capital, small } = measures
  if (capital !== undefined && high < 0.87 * capital && high > 0.55 * capital) return 'o'
  if (small !== undefined && capital === undefined && high < 1.12 * small) return 'o'
  if (text === 'o' && capital === undefined) return text
  const plain = others.replace(/[^\p{L}\p{N}]/gu, '').replace(/[O0o]/g, '')
  const slim = (cell.right - cell.left) / high
  const centre = inkWithin(strip, cell, { left: 0.38, right: 0.62, top: 0.38, bottom: 0.62 })
  if (mono && high >= 9 && centre > 0.35) return '0'
  if (!mono && slim > 0.9) return 'O'
  if (!mono && slim < 0.74) return '0'
  if (/^\d+$/.test(plain) || /[\d.]/.test(before)) return '0'
  if (/^\p{L}+$/u.test(plain) || /\p{L}/u.test(before + after)) return 'O'
  return text === 'o' ? 'O' : text
}

const TWINS = /^[csvwxzCSVWXZ]$/

/** Capital or small, where only the height tells. */
function caseOf(text: string, cell: Cell, { capital, small }: Measures, around: Around): string {
  if (!TWINS.test(text)) return text
  const high = cell.bottom - cell.top
  const reference = capital ?? (small === undefined ? undefined : small * 1.36)
  const low = small ?? (capital === undefined ? undefined : capital * 0.73)
  if (reference === undefined || low === undefined || reference < 1.12 * low) return text
  // A single letter that is the line's own measure says nothing.
  if (around.others === '' && capital === undefined) return text
  const upper = Math.abs(Math.log(high / reference))
  const lower = Math.abs(Math.log(high / low))
  if (upper < 0.5 * lower && !/\p{Ll}/u.test(around.before)) return text.toUpperCase()
  if (lower < 0.5 * upper) return text.toLowerCase()
  return text
}
