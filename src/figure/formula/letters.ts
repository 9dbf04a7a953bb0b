import { DefaultFont } from '@mathjax/src/js/output/svg/DefaultFont.js'
import { CAPITAL } from '../fonts/drawn-formulas'
import { fontBytes, italicBytes } from '../fonts/files'
import { openFont } from '../fonts/open-font'
import { mapPath, pathOf } from '../geometry/path-data'

/** A sign as MathJax takes it: height, depth and width in em, its contours in thousandths, y upwards. */
type Sign = [height: number, depth: number, width: number, { p: string; ic?: number; sk?: number }]

/** TeX's font, which `package.json` names as MathJax's own, with the letters, digits and plain signs of Inter, in which typed formulas are set. */
export function letterFont(): typeof DefaultFont {
  return class extends DefaultFont {
    static override defaultChars = {
      ...super.defaultChars,
      normal: { ...super.defaultChars.normal, ...letters() },
    }
  }
}

/** Places of {@link GREEK} and of Latin letters in Unicode's mathematical alphabets, by face. */
const ALPHABETS = [
  {
    file: () => italicBytes(400),
    slanted: true,
    capitals: 0x1d434,
    small: 0x1d44e,
    greek: 0x1d6fc,
  },
  { file: () => fontBytes(600), slanted: false, capitals: 0x1d400, small: 0x1d41a, greek: 0x1d6c2 },
  {
    file: () => italicBytes(600),
    slanted: true,
    capitals: 0x1d468,
    small: 0x1d482,
    greek: 0x1d736,
  },
  { file: () => fontBytes(400), slanted: false, capitals: 0x41, small: 0x61, greek: 0x3b1 },
] as const

const LATIN = [...'abcdefghijklmnopqrstuvwxyz']
const GREEK = [...'αβγδεζηθικλμνξοπρςστυφχψω']
/** Other forms of Greek letters, which typed formulas show by the usual ones: from the alphabet's first. */
const FORMS = { 26: 'ε', 27: 'ϑ', 29: 'φ' } as const
/** As far as they have no stretched forms. Those of the second list stand in the middle of the line of fractions. */
const UPRIGHT = [...'0123456789ΓΔΘΛΞΠΣΥΦΨΩ,.:;!?%&']
const CENTRED = [...'+−=<>×±·≤≥≠≈∼']
/** Height of fractions' rules, in em. */
const AXIS = 0.25
/** Of Inter's italics. */
const SLANT = Math.tan((9.4 * Math.PI) / 180)
/** The h of the italic alphabet, which Unicode has elsewhere. */
const PLANCK = 0x210e

function letters(): Record<number, Sign> {
  const found: Record<number, Sign> = {}
  for (const { file, slanted, capitals, small, greek } of ALPHABETS) {
    const sign = signsOf(file(), slanted)
    const add = (place: number, letter: string) => {
      const drawn = sign(letter)
      if (drawn) found[place] = drawn
    }
    for (const [index, letter] of LATIN.entries()) {
      add(capitals + index, letter.toUpperCase())
      add(small + index, letter)
    }
    for (const [index, letter] of GREEK.entries()) add(greek + index, letter)
    for (const [index, letter] of Object.entries(FORMS)) add(greek + Number(index), letter)
    if (small === 0x1d44e) add(PLANCK, 'h')
  }
  const plain = signsOf(fontBytes(400), false)
  const upright = (letter: string, by: 'line' | 'axis') => {
    const drawn = plain(letter, by)
    if (drawn) found[letter.codePointAt(0) ?? 0] = drawn
  }
  for (const letter of UPRIGHT) upright(letter, 'line')
  for (const letter of CENTRED) upright(letter, 'axis')
  return found
}

/** The letters of a font file, its capitals as high as TeX's; undefined for one that it lacks. */
function signsOf(bytes: Uint8Array, slanted: boolean) {
  const font = openFont(bytes)
  const unit = (1000 * CAPITAL) / font.capHeight
  return (letter: string, by: 'line' | 'axis' = 'line'): Sign | undefined => {
    const codePoint = letter.codePointAt(0) ?? 0
    const outline = font.outline(codePoint)
    if (!outline) return undefined
    const [top, bottom] = [unit * outline.top, unit * outline.bottom]
    const rise = by === 'axis' ? 1000 * AXIS - (top + bottom) / 2 : 0
    const width = (unit * (font.advance(codePoint) ?? 0)) / 1000
    const [height, depth] = [(top + rise) / 1000, -(bottom + rise) / 1000]
    const path = mapPath(font.path(codePoint), ({ x, y }) => ({
      x: Math.round(unit * x),
      y: Math.round(unit * y + rise),
    }))
    // MathJax writes the first letter and the end itself.
    const p = pathOf(path).slice(1, -1)
    const ic = Math.max(0, (unit * outline.right) / 1000 - width)
    return [height, depth, width, { p, ...(slanted && { ic, sk: (SLANT * height) / 2 }) }]
  }
}
