import { leastOf } from '../../../forms/least'
import type { TypefaceFit } from './fit'

/** A line's fits to the weights of one family; `cost` is a negative logarithm of likelihood that leaves ink out. */
export interface Weighable {
  /** Light letters on a darker ground. */
  light: boolean
  /** All letters of the line, those that touch others too. */
  letters: number
  fits: readonly { fit: TypefaceFit; cost: number }[]
}

/** How much wider than their cover strokes look, in pixels, as programs blend their rims. */
const WIDENED = { dark: 0, light: 0.1 }
/** Deviation of a line's ink from its face's, as a logarithm: of any line, of a letter of one pixel; and the most that it may count. */
const INK_OFF = { line: 0.09, letter: 2 }
const MOST = 8
/** What a bold line must bring. */
const RARER = 0.15

/** The fit of each line: one too short to tell takes the weight that most of the picture has. Undefined for a line without fits. */
export function weighed(lines: readonly Weighable[]): (TypefaceFit | undefined)[] {
  const first = lines.map((line) => likeliest(line, (weight) => (weight > 500 ? RARER : 0)))
  const letters = new Map<number, number>()
  for (const fit of first)
    if (fit) letters.set(fit.face.weight, (letters.get(fit.face.weight) ?? 0) + fit.letters)
  const all = [...letters.values()].reduce((sum, count) => sum + count, 0)
  return lines.map((line) =>
    likeliest(line, (weight) => -0.5 * Math.log(((letters.get(weight) ?? 0) + 1) / (all + 2))),
  )
}

function likeliest({ fits, letters, light }: Weighable, prior: (weight: number) => number) {
  return leastOf(fits, ({ fit, cost }) => {
    const { weight } = fit.face
    // Where most letters touch, those that seem to stand free may have ink of others.
    const told = fit.letters > 0 ? fit.letters / letters : 1
    const deviation = Math.hypot(
      INK_OFF.line,
      INK_OFF.letter / fit.size / Math.sqrt(Math.max(1, fit.letters)) / told,
    )
    const widened = light ? WIDENED.light : WIDENED.dark
    const off = (fit.ink - widened / (stemOf(weight) * fit.size)) / deviation
    return cost + Math.min(MOST, (off * off) / 2) + prior(weight)
  })?.fit
}

/** Width of an upright stroke in em, in most faces of a weight. */
function stemOf(weight: number): number {
  return 0.08 + 0.0002 * (weight - 400)
}
