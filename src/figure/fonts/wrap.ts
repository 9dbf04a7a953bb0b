import { remembered } from '../../forms/remembered'
import { isMarked, MATH_SPACE, unmarked } from './formula-marks'
import { formulaRoom, measureText, type TextStyle } from './measure'

export interface WrappedLine {
  text: string
  /** Pixels. */
  width: number
  /** Pixels that its formulas rise above capitals and hang below descenders. */
  above?: number
  below?: number
}

export interface Wrapped {
  lines: WrappedLine[]
  /** The widest line, in pixels. */
  width: number
  /** Words that had to be cut because they are wider than a line. */
  broken: number
}

const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u
/** A line of East Asian text must not begin with closing punctuation. */
const NO_BREAK_BEFORE = /^[、。，．：；！？）」』】〉》”’…—ー々]/u

/**
 * Breaks text into lines no wider than `maxWidth`: at white space, between East Asian characters, and inside a word
 * only when the word alone is wider than a line; a line end of its author stays one. No character but white space at the
 * breaks is lost.
 */
export function wrapText(text: string, maxWidth: number, style: TextStyle): Wrapped {
  const parts = text.split('\n').map((line) => wrapLine(line, maxWidth, style))
  return {
    lines: parts.flatMap(({ lines }) => lines),
    width: Math.max(0, ...parts.map(({ width }) => width)),
    broken: parts.reduce((sum, { broken }) => sum + broken, 0),
  }
}

function wrapLine(text: string, maxWidth: number, style: TextStyle): Wrapped {
  const pieces = fittingPieces(text, maxWidth, style)
  const space = measureText(' ', style)
  const lines: WrappedLine[] = []
  let broken = 0
  let line = ''
  let width = 0
  const close = () => {
    if (line !== '') lines.push({ text: line, width, ...formulaRoom(line, style) })
    line = ''
    width = 0
  }
  for (const piece of pieces) {
    const gap = line !== '' && piece.spaced ? space : 0
    const own = measureText(piece.text, style)
    if (line !== '' && width + gap + own <= maxWidth) {
      line += (gap > 0 ? ' ' : '') + piece.text
      width += gap + own
      continue
    }
    close()
    if (own <= maxWidth) {
      line = piece.text
      width = own
      continue
    }
    broken++
    const parts = cutWord(piece.text, maxWidth, style)
    for (const [index, part] of parts.entries()) {
      line = part
      width = measureText(part, style)
      if (index < parts.length - 1) close()
    }
  }
  close()
  return { lines, width: Math.max(0, ...lines.map((each) => each.width)), broken }
}

/** {@link wrapText} with the narrowest width that needs no more lines, so that lines come out even. */
export function wrapEvenly(text: string, maxWidth: number, style: TextStyle): Wrapped {
  const widest = wrapText(text, maxWidth, style)
  if (widest.lines.length < 2 || widest.broken > 0) return widest
  let low = Math.max(widest.width / 2, longestPiece(text, maxWidth, style))
  let high = widest.width
  let best = widest
  for (let i = 0; i < 6; i++) {
    const middle = (low + high) / 2
    const tried = wrapText(text, middle, style)
    if (tried.lines.length > widest.lines.length || tried.broken > 0) low = middle
    else {
      best = tried
      high = middle
    }
  }
  return best
}

interface Piece {
  text: string
  spaced: boolean
}

/** Stands between what it relates: `n = 97`, `p < 0.05`, `CO2 + H2`, `Ni : Fe`. */
const SIGN = /^[=<>≤≥≈≠~±×·+−∈∝⇌/:]$/u
/** Follows what it measures, or parts: `20 %`, `XANES / EXAFS`. */
const UNIT = /^(?:[%‰°]|[/:]$)/u
const NUMBER = /^[−-]?\d[\d.,]*$/u
/** What is measured, and in what: `37 °C`, `5-10 min`, `5 mg/mL`. */
const MEASURED = /^[~≈<>≤≥±(]*[−-]?\d[\d.,]*(?:[–-]\d[\d.,]*)?$/u
const SHORT_UNIT = /^\p{L}{1,3}[\d⁻²³]*(?:[/·]\p{L}{1,3}[\d⁻²³]*)*[.,;:)]*$/u
/** A number goes on: `2 914 302`. */
const THOUSANDS = /^\d{3}(?!\d)/u
const HAS_BONDS = /[=<>≤≥≈≠~±×·+−∈∝⇌/:%‰°()\p{Script=Greek}]|\d\s|[\ue000-\ue004]/u
/** Letters of a symbol, which belongs to the word before it: `vaccination ν`. */
const MOST_LETTERS = 3
/** Pieces in brackets that stay together: `(n = 37)`. */
const MOST_BRACKETED = 4

const isSymbol = (text: string) => {
  const letters = unmarked(text)
  if (letters.length > MOST_LETTERS) return false
  return isMarked(text) || /^\p{Script=Greek}(?!\p{Script=Greek})/u.test(letters)
}

/** The pieces of a text; what belongs together stays on its line where that is wide enough for all of it. */
function fittingPieces(text: string, maxWidth: number, style: TextStyle): Piece[] {
  const pieces = piecesOf(text)
  if (!HAS_BONDS.test(text)) return pieces
  const joined: Piece[] = []
  for (let i = 0; i < pieces.length; ) {
    const { text = '', spaced = true } = pieces[i] ?? {}
    let [whole, count] = [text, 1]
    for (let more = bond(pieces, i, count); more > 0; more = bond(pieces, i, count)) {
      const longer = spacedText(pieces.slice(i, i + count + more))
      if (measureText(longer, style) > maxWidth) break
      whole = longer
      count += more
    }
    joined.push({ text: whole, spaced })
    i += count
  }
  return joined
}

const spacedText = (pieces: readonly Piece[]) =>
  pieces.map(({ text, spaced }, index) => (spaced && index > 0 ? ` ${text}` : text)).join('')

/** How many further pieces belong to the `count` from `start`. */
function bond(pieces: readonly Piece[], start: number, count: number): number {
  const at = (index: number) => pieces[start + index]?.text
  const [last = '', next] = [at(count - 1), at(count)]
  if (next === undefined) return 0
  if (UNIT.test(next) || isSymbol(next) || (count > 1 && SIGN.test(last))) return 1
  if (MEASURED.test(last) && SHORT_UNIT.test(next)) return 1
  if (SIGN.test(next)) {
    let end = count + 2
    if (NUMBER.test(at(count + 1) ?? '')) while (THOUSANDS.test(at(end) ?? '')) end++
    return Math.min(end, pieces.length - start) - count
  }
  const own = pieces.slice(start, start + count)
  if (NUMBER.test(last) && (THOUSANDS.test(next) || own.some((each) => SIGN.test(each.text))))
    return 1
  if (!last.startsWith('(') || last.includes(')')) return 0
  const further = pieces.slice(start + count, start + count + MOST_BRACKETED - 1)
  return 1 + further.findIndex((each) => each.text.includes(')'))
}

/** The widest of what a line should not break in, among that which is no wider than `most` or a single word. */
export function longestPiece(text: string, most: number, style: TextStyle): number {
  const pieces = text.split('\n').flatMap((line) => fittingPieces(line, most, style))
  return Math.max(0, ...pieces.map((piece) => measureText(piece.text, style)))
}

const piecesOf = remembered(
  (text: string): Piece[] =>
    text
      .split(/\s+/u)
      .filter((word) => word !== '')
      .flatMap((word) => partsOf(word).map((part, at) => ({ text: part, spaced: at === 0 }))),
  2000,
)

/** Where a word may be broken without a sign. */
function partsOf(word: string): string[] {
  if (UNSPACED.test(word)) return [...words.segment(word)].map(({ segment }) => segment)
  return CJK.test(word) ? eastAsianParts(word) : [word]
}

/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const words = new Intl.Segmenter('th', { granularity: 'word' })

function eastAsianParts(word: string): string[] {
  const parts: string[] = []
  for (const character of word) {
    const last = parts.at(-1)
    const joins =
      last !== undefined &&
      ((!CJK.test(character) && !CJK.test(last.slice(-1))) || NO_BREAK_BEFORE.test(character))
    if (joins) parts[parts.length - 1] = last + character
    else parts.push(character)
  }
  return parts
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Cuts after `-`, `/`, `_`, `.`, before a capital or a sign of a formula where that fills at least half a line, else between graphemes. */
function cutWord(word: string, maxWidth: number, style: TextStyle): string[] {
  const { letters, good, advances } = lettersOf(word)
  const widths = advances(style.weight)
  const parts: string[] = []
  for (let from = 0; from < letters.length; ) {
    let width = 0
    let end = from
    while (end < letters.length) {
      width += (widths[end] ?? 0) * style.size
      if (width > maxWidth && end > from) break
      end++
    }
    const cut = end < letters.length ? goodCut(good, from, end) : end
    parts.push(letters.slice(from, cut).join(''))
    from = cut
  }
  return parts
}

/** Where in the second half of a line a word may well be cut; its end where nowhere. */
function goodCut(good: Uint8Array, from: number, end: number): number {
  for (let cut = end; cut - from > (end - from) / 2; cut--) if (good[cut]) return cut
  return end
}

interface Letters {
  letters: string[]
  /** Before which of them the word may well be cut. */
  good: Uint8Array
  /** Widths in em, by weight. */
  advances: (weight: number) => Float64Array
}

/** A long word is cut for many widths of its box: it is taken apart once. */
const MOST_WORDS = 1000

const lettersOf = remembered((word: string): Letters => {
  const letters = [...graphemes.segment(word)].map((each) => each.segment)
  const good = Uint8Array.from(letters, (after, at) => {
    const before = letters[at - 1] ?? ''
    const turns = /\p{Ll}/u.test(before) && /\p{Lu}/u.test(after)
    const sign = before === MATH_SPACE && SIGN.test(after)
    return /[-/_.:,@]/.test(before) || turns || sign ? 1 : 0
  })
  const advances = remembered((weight: number) =>
    Float64Array.from(letters, (letter) => measureText(letter, { weight, size: 1 })),
  )
  return { letters, good, advances }
}, MOST_WORDS)
