import { FAMILIES, type Family, MATH } from './families'
import { familyOf, fontOf, weightOf } from './files'
import { guessedAdvance } from './runs'

/** What a letter covers, in em from the start of its line and its baseline, y downwards. */
export interface Ink {
  left: number
  right: number
  top: number
  bottom: number
  /** A blank lies before it. */
  begins: boolean
}

/**
 * The letters of a line as its face draws them, and the line's width, in em. Letters of scripts that join or stack are
 * taken as boxes of their usual height.
 */
export function inkOf(text: string, face: number, spacing = 0): { letters: Ink[]; width: number } {
  const letters: Ink[] = []
  let pen = 0
  let begins = true
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const found = glyphOf(codePoint, familyOf(face), weightOf(face))
    const advance = found?.advance ?? guessedAdvance(codePoint)
    if (character.trim() === '') begins = true
    else {
      const { left = 0.06, right = advance - 0.06, top = -0.74, bottom = 0.02 } = found?.ink ?? {}
      letters.push({ left: pen + left, right: pen + right, top, bottom, begins })
      begins = false
    }
    pen += advance + spacing
  }
  return { letters, width: text === '' ? 0 : pen - spacing }
}

interface Glyph {
  advance: number
  ink: Omit<Ink, 'begins'> | undefined
}

/** By the first font of the chain that has the letter. */
function glyphOf(codePoint: number, family: Family, weight: number): Glyph | undefined {
  const chain = [
    family,
    FAMILIES[0] ?? family,
    ...(codePoint >= 0x2000 && codePoint < 0x2e80 ? [MATH] : []),
  ]
  for (const each of chain) {
    const font = fontOf(each, weight)
    const units = font.advance(codePoint)
    if (units === undefined) continue
    const outline = font.outline(codePoint)
    const em = font.unitsPerEm
    const ink = outline && {
      left: outline.left / em,
      right: outline.right / em,
      top: -outline.top / em,
      bottom: -outline.bottom / em,
    }
    return { advance: units / em, ink }
  }
  return undefined
}
