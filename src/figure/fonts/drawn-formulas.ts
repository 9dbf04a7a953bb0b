/** A formula as an outline; lengths in em of its own size, which is that at which its capitals are TeX's. */
export interface DrawnFormula {
  tex: string
  width: number
  /** Above and below the baseline. */
  ascent: number
  descent: number
  /** Path data from the start of the baseline, y downwards, in units of `unit` em; absolute M, L, C and Z. */
  d: string
  unit: number
}

/** Height of a capital in em of the drawn letters. */
export const CAPITAL = 0.683

const FIRST = 0xf0000
const LAST = 0xffffd

const formulas: DrawnFormula[] = []
const characters = new Map<string, string>()

/**
 * The private-use character by which a drawn formula travels through layout as part of a string: no line breaks in it
 * and no word is cut in it. The same formula has the same one for as long as the process lives; undefined once all
 * 65,534 are taken.
 */
export function characterOf(key: string, draw: () => DrawnFormula): string | undefined {
  const known = characters.get(key)
  if (known !== undefined) return known
  const codePoint = FIRST + formulas.length
  if (codePoint > LAST) return undefined
  formulas.push(draw())
  const character = String.fromCodePoint(codePoint)
  characters.set(key, character)
  return character
}

export function formulaOf(character: string): DrawnFormula | undefined {
  const codePoint = character.codePointAt(0) ?? 0
  return codePoint >= FIRST ? formulas[codePoint - FIRST] : undefined
}
