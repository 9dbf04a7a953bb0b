import { remembered } from '../../forms/remembered'
import { CAPITAL, type DrawnFormula } from './drawn-formulas'
import { FAMILIES, MATH } from './families'
import { EAST_ASIAN_LETTER, familyOf, fontOf, weightOf } from './files'
import { type FormulaPiece, isMarked, MATH_SPACE, pieces } from './formula-marks'
import { guessedAdvance, needsShaping, runsOf, runWidth } from './runs'
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
  return widthsIn(style.weight)(text) * style.size
}

/** Layout asks for the same words at many sizes and widths. */
const MOST_KNOWN = 4000
const widthsIn = remembered((face: number) =>
  remembered(
    (text: string) => pieces(text).reduce((sum, piece) => sum + pieceWidth(piece, face), 0),
    MOST_KNOWN,
  ),
)

/** Size in em of a drawn formula among letters of a face: its capitals are as high as theirs. */
export function formulaScale(face: number): number {
  const { capHeight, unitsPerEm } = fontOf(familyOf(face), weightOf(face))
  return capHeight / unitsPerEm / CAPITAL
}

/** Room that a line's formulas take above its capitals and below its descenders, in pixels. */
export function formulaRoom(text: string, { weight, size }: TextStyle) {
  if (!isMarked(text)) return undefined
  const drawn = pieces(text).flatMap(({ formula }): DrawnFormula[] => (formula ? [formula] : []))
  if (drawn.length === 0) return undefined
  const em = formulaScale(weight) * size
  const above = Math.max(...drawn.map(({ ascent }) => ascent)) - CAPITAL
  const below = Math.max(...drawn.map(({ descent }) => descent)) - DESCENDER
  return { above: Math.max(0, above * em), below: Math.max(0, below * em) }
}

/** Depth of descenders in em, for which a line has room anyway. */
const DESCENDER = 0.25

/** Width in em of the line's size. */
function pieceWidth({ text, scale, italic, formula }: FormulaPiece, face: number): number {
  if (formula) return formula.width * scale * formulaScale(face)
  const weight = weightOf(face)
  if (needsShaping(text)) {
    const runs = runsOf(text, italic ? weight : face, 'chinese')
    return scale * runs.reduce((sum, run) => sum + runWidth(run, face), 0)
  }
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
  return scale * (family.ownWidths ? own : Math.max(own, common / SAFETY))
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
  const font = fontOf(family, weight)
  const units = font.advance(codePoint)
  return units === undefined ? undefined : units / font.unitsPerEm
}
