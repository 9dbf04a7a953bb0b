import { packageFile } from '../../../wasm/package-files'
import { leastOf } from '../../forms/least'
import { remembered } from '../../forms/remembered'
import { EAST_ASIAN, FAMILIES, type Family, MATH, SCRIPTS } from './families'
import { type OpenFont, openFont } from './open-font'

/** The family every theme may rely on. */
export const FAMILY = 'Inter'

/** As wide as Arial and Helvetica, letter by letter: what journals ask for and every other program has. */
export const PAPER_FAMILY = 'Arimo'

/**
 * A face as one number, so that layout can hand it on as a weight: OpenType weights end at 1000, and every further
 * thousand is a place in {@link FAMILIES}. The faces of Inter are their weights.
 */
export function face(family: string, weight: number): number {
  const place = FAMILIES.findIndex((each) => each.name === family)
  if (place < 0) throw new Error(`no family ${family} is embedded`)
  return 1000 * place + weight
}

/** The face of the first of some families that is embedded, else Inter's. */
export function faceFor(fonts: readonly string[] = [], weight = 400): number {
  return face(fonts.find((name) => FAMILIES.some((each) => each.name === name)) ?? FAMILY, weight)
}

export function weightOf(face: number): number {
  return face % 1000
}

export function familyOf(face: number): Family {
  const found = FAMILIES[Math.floor(face / 1000)] ?? FAMILIES[0]
  if (!found) throw new Error('no family is embedded')
  return found
}

/**
 * A family's names for `font-family`: its own, those that draw what it lacks, its substitutes. One that is as wide as its
 * substitutes has them first.
 */
export function fontStack(family: string): readonly string[] {
  const found = FAMILIES.find((each) => each.name === family)
  if (!found) return FONT_STACK
  const { name, substitutes, ownWidths } = found
  if (!ownWidths) return [...new Set([name, FAMILY, ...substitutes])]
  const [near = FAMILY, ...generic] = substitutes
  return [name, near, FAMILY, ...generic]
}

/** Inter, one of common metrics, a generic. */
export const FONT_STACK: readonly string[] = [FAMILY, 'Arial', 'sans-serif']

const read = remembered(packageFile)
const opened = remembered((path: string) => openFont(read(path)))

/** The file whose weight is nearest, the heavier of two equally near ones. */
function pathOf(family: Family, weight: number): string {
  const best = leastOf(family.files.toReversed(), ([own]) => Math.abs(own - weight))
  if (!best) throw new Error(`${family.name} has no file`)
  return best[1]
}

/** A font file of Inter, read once per process. */
export function fontBytes(weight: number): Uint8Array {
  return read(pathOf(familyOf(0), weight))
}

/** A slanted file of Inter; throws where there is none of that weight. */
export function italicBytes(weight: number): Uint8Array {
  const [inter] = FAMILIES
  const found = inter?.italics?.find(([each]) => each === weight)
  if (!found) throw new Error(`Inter has no italics of weight ${weight}`)
  return read(found[1])
}

/** The file of a family that has but one. */
export function familyBytes(family: Family): Uint8Array {
  return read(pathOf(family, 400))
}

export function fontOf(family: Family, weight: number): OpenFont {
  return opened(pathOf(family, weight))
}

/** A letter that only the East Asian families have. */
export const EAST_ASIAN_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u

/** The names in an SVG's `font-family` lists. */
export function familiesNamed(svg: string): Set<string> {
  const lists = [...svg.matchAll(/font-family="([^"]*)"/g)].map(([, list]) => list ?? '')
  return new Set(
    lists.flatMap((list) => list.split(',').map((name) => name.trim().replace(/^'|'$/g, ''))),
  )
}

/**
 * Every face that drawing this SVG needs: all of Inter, those of the families it names, and those of other scripts where
 * its text has such letters.
 */
export function fontsFor(svg: string): Uint8Array[] {
  const named = familiesNamed(svg)
  const wanted = (family: Family) => named.has(family.name)
  const families = FAMILIES.filter((family) => family.name === FAMILY || wanted(family))
  if (wanted(MATH) || SIGN.test(svg)) families.push(MATH)
  for (const { family, letters } of SCRIPTS) {
    if (wanted(family) || letters.test(svg)) families.push(family)
  }
  const eastAsian = Object.values(EAST_ASIAN).filter(wanted)
  if (eastAsian.length === 0 && EAST_ASIAN_LETTER.test(svg)) {
    if (/\p{Script=Hangul}/u.test(svg)) eastAsian.push(EAST_ASIAN.korean)
    eastAsian.push(
      /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(svg)
        ? EAST_ASIAN.japanese
        : EAST_ASIAN.chinese,
    )
  }
  return [...families, ...eastAsian].flatMap((family) => [
    ...family.files.map(([, path]) => read(path)),
    ...(family.italics ?? []).map(([, path]) => read(path)),
  ])
}

/** Letter-like symbols, arrows, operators, mathematical letters: Inter has some of them. */
const SIGN = /[\u2100-\u2bff\u{1d400}-\u{1d7ff}]/u
