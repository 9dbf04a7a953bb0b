import { MATH_SPACE, type Piece, pieces } from '../formula/marks'
import { FAMILIES, MATH } from './families'
import { EAST_ASIAN_LETTER, familyOf, fontTable, weightOf } from './files'
import { commonAdvance } from './substitute'

export interface TextStyle {
  /** A face as `face()` makes it: 400 to 700 alone are Inter's. */
  weight: number
  /** Pixels. */
  size: number
}

/**
 * Boxes are this much wider than {@link measureText} says: rasterisers round advances, and viewers without the theme's
 * face take one of their own.
 */
export const SAFETY = 1.04

/** Capital height of Inter in em; text is centred by its capitals, not by its line box. */
export const CAP_HEIGHT = 0.727

/**
 * Advance width in pixels: of the face and its fallbacks, or of Arial where that is wider by more than
 * {@link SAFETY}. A character that no embedded font has counts as {@link guessedAdvance}. Formula marks have no width.
 */
export function measureText(text: string, style: TextStyle): number {
  let known = knownWidths.get(style.weight)
  if (!known) {
    known = new Map()
    knownWidths.set(style.weight, known)
  }
  let width = known.get(text)
  if (width === undefined) {
    width = pieces(text).reduce((sum, piece) => sum + pieceWidth(piece, style.weight), 0)
    // Layout asks for the same words at many sizes and widths.
    if (known.size > MOST_KNOWN) known.clear()
    known.set(text, width)
  }
  return width * style.size
}

const MOST_KNOWN = 4000
const knownWidths = new Map<number, Map<string, number>>()

/** Width in em of the line's size. */
function pieceWidth({ text, scale, italic }: Piece, face: number): number {
  const weight = weightOf(face)
  const family = familyOf(italic ? weight : face)
  const advance = (codePoint: number) => emAdvance(codePoint, italic ? weight : face)
  let own = 0
  let common = 0
  for (const character of text) {
    if (character === MATH_SPACE) {
      own += 0.22
      common += 0.22
      continue
    }
    const codePoint = character.codePointAt(0) ?? 0
    const wide = advance(codePoint)
    own += wide
    common += commonAdvance(codePoint, weight) ?? wide
  }
  return scale * (family.monospaced ? own : Math.max(own, common / SAFETY))
}

/** Width in em, by the first font of the chain that has the character. */
function emAdvance(codePoint: number, face: number): number {
  const weight = weightOf(face)
  const own = familyOf(face)
  const first = inEm(own, codePoint, weight)
  if (first !== undefined) return first
  const inter = FAMILIES[0]
  const second = inter && inter !== own ? inEm(inter, codePoint, weight) : undefined
  if (second !== undefined) return second
  // East Asian letters are one em wide in all their families: no need to read megabytes to know it.
  if (codePoint < 0x2000 || EAST_ASIAN_LETTER.test(String.fromCodePoint(codePoint)))
    return guessedAdvance(codePoint)
  return inEm(MATH, codePoint, weight) ?? guessedAdvance(codePoint)
}

function inEm(family: (typeof FAMILIES)[number], codePoint: number, weight: number) {
  const table = fontTable(family, weight)
  const units = table.advance(codePoint)
  return units === undefined ? undefined : units / table.unitsPerEm
}

/**
 * Width in em of a character that no embedded font has, by its script: East Asian and emoji one em, marks and joiners
 * nothing, all else 0.65 em (wider than the mean of Arabic, Hebrew, Devanagari and Thai faces of common fonts).
 */
export function guessedAdvance(codePoint: number): number {
  const character = String.fromCodePoint(codePoint)
  if (/[\p{Mark}\p{Cf}\p{Cc}]/u.test(character)) return 0
  if (WIDE.test(character)) return 1
  return 0.65
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Extended_Pictographic}\u3000-\u303f\uff00-\uff60\uffe0-\uffe6]/u
