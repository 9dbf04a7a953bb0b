import { FAMILIES } from './families'
import { FAMILY, familiesNamed, familyOf, fontOf } from './files'

/** Marks that combine with letters of any script: accents, bars, arrows and rings over, under or through them. */
const COMBINING = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/u
const ALL_COMBINING = new RegExp(COMBINING.source, 'gu')

/** Whether a mark is one that a face's own family cannot set on a letter. */
export function isLostMark(character: string, face: number): boolean {
  const code = character.codePointAt(0) ?? 0
  return COMBINING.test(character) && fontOf(familyOf(face), 400).advance(code) === undefined
}

/**
 * An SVG for our own rasteriser and typesetter: letters and marks composed where Unicode has them as one, and without
 * the marks that a family it names lacks. They would be drawn as empty boxes over the letter, and the typesetter would
 * look for them for ever.
 */
export function withoutLostMarks(svg: string): string {
  if (!COMBINING.test(svg)) return svg
  const names = familiesNamed(svg).add(FAMILY)
  const named = FAMILIES.filter(({ name }) => names.has(name))
  const lacking = (mark: string) =>
    named.some((family) => fontOf(family, 400).advance(mark.codePointAt(0) ?? 0) === undefined)
  return svg.normalize('NFC').replace(ALL_COMBINING, (mark) => (lacking(mark) ? '' : mark))
}
