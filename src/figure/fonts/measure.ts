import { fontTable, nearestWeight } from './files'

export interface TextStyle {
  /** 400 to 700. */
  weight: number
  /** Pixels. */
  size: number
}

/**
 * Boxes are this much wider than Inter's advances: Inter is wider than Arial, Helvetica and Liberation Sans for nearly
 * all strings of four letters or more, and where it is not, by less than this.
 */
export const SAFETY = 1.04

/** Capital height of Inter in em; text is centred by its capitals, not by its line box. */
export const CAP_HEIGHT = 0.727

/** Advance width in pixels. A character that Inter lacks counts as {@link guessedAdvance}. */
export function measureText(text: string, style: TextStyle): number {
  return unitWidth(text, style.weight) * style.size
}

/** Width in em; kept per string because layout asks for the same words at many sizes. */
function unitWidth(text: string, weight: number): number {
  const table = fontTable(nearestWeight(weight))
  let units = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    units += table.advance(codePoint) ?? guessedAdvance(codePoint) * table.unitsPerEm
  }
  return units / table.unitsPerEm
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

/** The distinct characters of `text` that the embedded fonts cannot draw, in order of appearance. */
export function missingGlyphs(text: string): string[] {
  const table = fontTable(400)
  const missing = new Set<string>()
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    if (/[\p{Cf}\p{Cc}]/u.test(character)) continue
    if (table.advance(codePoint) === undefined) missing.add(character)
  }
  return [...missing]
}
