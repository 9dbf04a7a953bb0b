import type { Box, Geometry, Point, Style, TextLine } from '../../forms/scene'
import { faceFor, inkOf } from '../fonts'
import { boxAround, cornersOf, LEFT_OF, turnedAround } from '../geometry'
import { pathSegments, ringsOf } from '../geometry/path-data'
import { packed } from '../pixels/color'
import type { Quad } from './contours'

type Lines = Extract<Geometry, { form: 'lines' }>

/** A word by the ink of its letters. */
interface Word {
  text: string
  ink: Quad
  /** Without what hangs below the baseline. */
  body: Quad
  letters: Quad[]
  box: Box
}

/** A line of words. */
export interface LineBox {
  text: string
  words: Word[]
  box: Box
  /** Sizes of its smallest letters on the line, and of raised or lowered ones. */
  size: number
  script?: number
  color: number
  alpha: number
  halo?: { color: number; width: number }
}

/** A letter before it is turned. */
interface Placed {
  left: number
  right: number
  top: number
  bottom: number
  /** Of its baseline. */
  base: number
  begins: boolean
  character: string
}

/** The lines of a block as they lie on the canvas. */
export function lineBoxesOf({ lines, anchor, turn = 0 }: Lines, style: Style): LineBox[] {
  const [first] = lines
  if (!first) return []
  const turned = (x: number, y: number): Point =>
    turnedAround(first, { x: x - first.x, y: y - first.y }, turn)
  return lines.flatMap((line): LineBox[] => {
    const words = [...wordsOf(lettersOf(line, anchor, style), turned), ...formulasOf(line)]
    if (words.length === 0) return []
    const sizes = (line.runs ?? [{ text: line.text }]).map((run) => {
      const { fontSize, rise } = run as { fontSize?: number; rise?: number }
      return { size: fontSize ?? style.fontSize ?? 16, isScript: (rise ?? 0) !== 0 }
    })
    const least = (script: boolean) =>
      Math.min(...sizes.filter(({ isScript }) => isScript === script).map(({ size }) => size))
    const fill = style.fill?.startsWith('#') ? style.fill : '#000000'
    return [
      {
        text: line.text,
        words,
        box: boxAround(words.flatMap(({ ink }) => ink)),
        size: Number.isFinite(least(false)) ? least(false) : least(true),
        ...(Number.isFinite(least(true)) && { script: least(true) }),
        color: packed(fill),
        alpha: style.fill === 'none' ? 0 : (style.opacity ?? 1),
        ...(style.stroke?.startsWith('#') && {
          halo: { color: packed(style.stroke), width: (style.strokeWidth ?? 1) / 2 },
        }),
      },
    ]
  })
}

function lettersOf(line: TextLine, anchor: Lines['anchor'], style: Style): Placed[] {
  const { fontSize = 16, fontWeight = 400, letterSpacing = 0 } = style
  const runs = (line.runs ?? [{ text: line.text }]).map((run) => {
    const own = run as NonNullable<TextLine['runs']>[number]
    const size = own.fontSize ?? fontSize
    const { letters, width } = inkOf(
      own.text,
      faceFor(own.fonts ?? style.fonts, own.fontWeight ?? fontWeight),
      letterSpacing / size,
    )
    return { ...own, size, letters, width: width * size }
  })
  const whole = runs.reduce((sum, { width }) => sum + width, 0)
  const stretch = line.stretched && whole > 0 ? line.width / whole : 1
  let pen = line.x - LEFT_OF[anchor] * whole * stretch
  let joined = false
  return runs.flatMap(({ letters, size, width, rise = 0, x, text }) => {
    const start = x ?? pen
    pen = start + width * stretch
    const characters = [...text].filter((each) => each.trim() !== '')
    const placed = letters.map(
      (ink, index): Placed => ({
        left: start + ink.left * size * stretch,
        right: start + ink.right * size * stretch,
        top: line.y - rise + ink.top * size,
        bottom: line.y - rise + ink.bottom * size,
        base: line.y - rise,
        begins: index === 0 ? !joined || /^\s/.test(text) : ink.begins,
        character: characters[index] ?? '',
      }),
    )
    joined = text === '' ? joined : !/\s$/.test(text)
    return placed
  })
}

function wordsOf(letters: readonly Placed[], turned: (x: number, y: number) => Point): Word[] {
  const words: Placed[][] = []
  for (const letter of letters) {
    if (letter.begins || words.length === 0) words.push([letter])
    else words.at(-1)?.push(letter)
  }
  const quad = (left: number, top: number, right: number, bottom: number): Quad => [
    turned(left, top),
    turned(right, top),
    turned(right, bottom),
    turned(left, bottom),
  ]
  return words.map((word) => {
    const [left, right] = [
      Math.min(...word.map((each) => each.left)),
      Math.max(...word.map((each) => each.right)),
    ]
    const [top, bottom] = [
      Math.min(...word.map((each) => each.top)),
      Math.max(...word.map((each) => each.bottom)),
    ]
    const ink = quad(left, top, right, bottom)
    const base = Math.max(...word.map((each) => each.base))
    return {
      text: word.map(({ character }) => character).join(''),
      ink,
      body: quad(left, top, right, Math.max(top + 1, Math.min(bottom, base))),
      letters: word.map((each) => quad(each.left, each.top, each.right, each.bottom)),
      box: boxAround(ink),
    }
  })
}

/** Formulas are outlines in canvas pixels. */
function formulasOf({ formulas = [] }: TextLine): Word[] {
  return formulas.flatMap(({ d, tex }) => {
    const points = ringsOf(pathSegments(d)).flatMap((ring) => ring.points)
    if (points.length === 0) return []
    const box = boxAround(points)
    const ink: Quad = cornersOf(box)
    return [{ text: tex, ink, body: ink, letters: [ink], box }]
  })
}
