import { EAST_ASIAN, type EastAsian, FAMILIES, type Family, MATH, SCRIPTS } from './families'
import { EAST_ASIAN_LETTER, familyOf, fontOf, weightOf } from './files'
import { isLostMark } from './marks'
import { shapedWidth } from './shape'

/** Part of a line that one family draws; no family: none that is embedded has its characters. */
export interface FontRun {
  text: string
  family: Family | undefined
}

/** The mathematical family has some letters of other scripts, but not what setting words in them takes. */
const SIGNS = 0x2000

/** Signs that belong to the letter before them, and invisible ones: they never begin a run. */
const DEPENDENT = /[\p{Mark}\p{Cf}\p{Cc}]/u

/** Splits a line where another family must take over. Spaces stay with what stands before them. */
export function runsOf(text: string, face: number, eastAsian: EastAsian): FontRun[] {
  const runs: FontRun[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const joins = character === ' ' && !last?.family?.wideSpace
    if (last && (joins || DEPENDENT.test(character))) {
      last.text += character
      continue
    }
    const family = familyFor(character.codePointAt(0) ?? 0, face, EAST_ASIAN[eastAsian])
    if (last && last.family === family) last.text += character
    else runs.push({ text: character, family })
  }
  return runs
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** A mark that takes room beside its letter. */
const SPACING_MARK = /[\p{Mc}\u0e33\u0eb3]/u

/**
 * Cuts after letters with marks beside them, each part to be placed on its own: rasterisers take such a cluster to be
 * as wide as its widest glyph.
 */
export function partsToPlace(text: string): string[] {
  if (!SPACING_MARK.test(text)) return [text]
  const parts: string[] = []
  let ended = true
  for (const { segment } of graphemes.segment(text)) {
    if (ended) parts.push(segment)
    else parts[parts.length - 1] += segment
    ended = SPACING_MARK.test(segment)
  }
  return parts
}

/** Which East Asian family suits a whole figure: kana tell Japanese from Chinese, which share Han letters. */
export function eastAsianOf(text: string): EastAsian {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'japanese'
  return /\p{Script=Hangul}/u.test(text) ? 'korean' : 'chinese'
}

/** The first family of the chain that has a glyph: the face's own, Inter, the script's, mathematics, East Asia. */
function familyFor(codePoint: number, face: number, preferred: Family): Family | undefined {
  const weight = weightOf(face)
  const has = (family: Family) => fontOf(family, weight).advance(codePoint) !== undefined
  const own = familyOf(face)
  if (has(own)) return own
  const inter = FAMILIES[0]
  if (inter && has(inter)) return inter
  const character = String.fromCodePoint(codePoint)
  const script = SCRIPTS.find(({ family, letters }) => letters.test(character) && has(family))
  if (script) return script.family
  if (!EAST_ASIAN_LETTER.test(character)) return codePoint >= SIGNS && has(MATH) ? MATH : undefined
  return [preferred, ...Object.values(EAST_ASIAN)].find(has)
}

/** The distinct characters of `text` that no embedded font can draw, in order of appearance. */
export function missingGlyphs(text: string, face = 400): string[] {
  const missing = new Set<string>()
  for (const mark of text.normalize('NFC')) if (isLostMark(mark, face)) missing.add(mark)
  for (const run of runsOf(text, face, eastAsianOf(text))) {
    if (run.family) continue
    for (const character of run.text) {
      if (character !== ' ' && !DEPENDENT.test(character)) missing.add(character)
    }
  }
  return [...missing]
}

/** Whether a family's letters join, stack or combine. */
function isShaped(family: Family): boolean {
  return SCRIPTS.some((script) => script.family === family)
}

/** Whether the width of a text is more than the sum of its characters' widths. */
export function needsShaping(text: string): boolean {
  return SCRIPTS.some(({ letters }) => letters.test(text))
}

/**
 * Width in em of a character that no embedded font has, by its script: East Asian ones one em, marks and joiners
 * nothing, all else 0.65 em (wider than the mean of common fonts for the scripts of India and South-East Asia).
 */
export function guessedAdvance(codePoint: number): number {
  const character = String.fromCodePoint(codePoint)
  if (/[\p{Mark}\p{Cf}\p{Cc}]/u.test(character)) return 0
  if (WIDE.test(character)) return 1
  return 0.65
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Extended_Pictographic}\u3000-\u303f\uff00-\uff60\uffe0-\uffe6]/u

function guessedWidth(text: string): number {
  return [...text].reduce((sum, each) => sum + guessedAdvance(each.codePointAt(0) ?? 0), 0)
}

/** Width in em of a run in the family that draws it, guessed for a run that none can draw. */
export function runWidth({ text, family }: FontRun, face: number): number {
  if (!family) return guessedWidth(text)
  if (isShaped(family)) return shapedWidth(text, family)
  const font = fontOf(family, weightOf(face))
  let units = 0
  for (const character of text) units += font.advance(character.codePointAt(0) ?? 0) ?? 0
  return units / font.unitsPerEm
}
