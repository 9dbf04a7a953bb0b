import { EAST_ASIAN, type EastAsian, FAMILIES, type Family, MATH } from './families'
import { EAST_ASIAN_LETTER, familyOf, fontTable, weightOf } from './files'

/** Part of a line that one family draws; no family: none that is embedded has its characters. */
export interface Run {
  text: string
  family: Family | undefined
}

/** The mathematical family has some letters of other scripts, but not what setting words in them takes. */
const SIGNS = 0x2000

/** Signs that belong to the letter before them, and invisible ones: they never begin a run. */
const DEPENDENT = /[\p{Mark}\p{Cf}\p{Cc}]/u

/** Splits a line where another family must take over. Spaces stay with what stands before them. */
export function runsOf(text: string, face: number, eastAsian: EastAsian): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const last = runs.at(-1)
    if (last && (character === ' ' || DEPENDENT.test(character))) {
      last.text += character
      continue
    }
    const family = familyFor(character.codePointAt(0) ?? 0, face, EAST_ASIAN[eastAsian])
    if (last && last.family === family) last.text += character
    else runs.push({ text: character, family })
  }
  return runs
}

/** Which East Asian family suits a whole figure: kana tell Japanese from Chinese, which share Han letters. */
export function eastAsianOf(text: string): EastAsian {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'japanese'
  return /\p{Script=Hangul}/u.test(text) ? 'korean' : 'chinese'
}

/** The first family of the chain that has a glyph: the face's own, Inter, mathematics, East Asia. */
function familyFor(codePoint: number, face: number, preferred: Family): Family | undefined {
  const weight = weightOf(face)
  const has = (family: Family) => fontTable(family, weight).advance(codePoint) !== undefined
  const own = familyOf(face)
  if (has(own)) return own
  const inter = FAMILIES[0]
  if (inter && has(inter)) return inter
  if (!EAST_ASIAN_LETTER.test(String.fromCodePoint(codePoint)))
    return codePoint >= SIGNS && has(MATH) ? MATH : undefined
  return [preferred, ...Object.values(EAST_ASIAN)].find(has)
}

/** The distinct characters of `text` that no embedded font can draw, in order of appearance. */
export function missingGlyphs(text: string, face = 400): string[] {
  const missing = new Set<string>()
  for (const run of runsOf(text, face, eastAsianOf(text))) {
    if (run.family) continue
    for (const character of run.text) {
      if (character !== ' ' && !DEPENDENT.test(character)) missing.add(character)
    }
  }
  return [...missing]
}

/** Width in em of a run in the family that draws it; 0 for a run that none can draw. */
export function runWidth({ text, family }: Run, face: number): number {
  if (!family) return 0
  const table = fontTable(family, weightOf(face))
  let units = 0
  for (const character of text) units += table.advance(character.codePointAt(0) ?? 0) ?? 0
  return units / table.unitsPerEm
}
