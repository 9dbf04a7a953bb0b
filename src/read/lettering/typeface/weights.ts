import type { TypefaceFit } from './fit'

/** A line's fits to the weights of one family; `cost` is a negative logarithm of likelihood that leaves ink out. */
export interface Weighable {
  /** Light letters on a darker ground. */
  light: boolean
  /** All letters of the line, those that touch others too. */
  letters: number
  fits: readonly { fit: TypefaceFit; cost: number }[]
}

/**
 * How much wider than their cover strokes look, in pixels, as programs blend their rims: hardly for dark letters, by up
 * to half a pixel for light ones. Mean and deviation.
 */
const WIDENED = { dark: { mean: 0, spread: 0.06 }, light: { mean: 0.1, spread: 0.1 } }
const TRIED = Array.from({ length: 14 }, (_, k) => -0.15 + 0.05 * k)
/** Deviation of a line's ink from its face's, as a logarithm: of any line, of a letter of one pixel; and the most that it may count. */
const INK_OFF = { line: 0.09, letter: 2 }
const MOST = 8
/** What a bold line, and a second weight in a picture, must bring. */
const RARER = 0.15
const SECOND = 2

/**
 * The fit of each line: the one or two weights of a picture, and how heavy its program draws strokes, are found together,
 * because either alone could explain a line's ink. Undefined for a line without fits.
 */
export function weighed(lines: readonly Weighable[]): (TypefaceFit | undefined)[] {
  const first = together(lines, (weight) => (weight > 500 ? RARER : 0))
  const letters = new Map<number, number>()
  for (const fit of first) {
    if (fit) letters.set(fit.face.weight, (letters.get(fit.face.weight) ?? 0) + fit.letters)
  }
  const all = [...letters.values()].reduce((sum, count) => sum + count, 0)
  // A line too short to tell takes the weight that most of the picture has.
  return together(lines, (weight) => -0.5 * Math.log(((letters.get(weight) ?? 0) + 1) / (all + 2)))
}

type Prior = (weight: number) => number

function together(lines: readonly Weighable[], prior: Prior): (TypefaceFit | undefined)[] {
  const known = new Set(lines.flatMap(({ fits }) => fits.map(({ fit }) => fit.face.weight)))
  const weights = [...known].sort((a, b) => a - b)
  const sets = weights.flatMap((one, k) => [
    [one],
    ...weights.slice(k + 1).map((two) => [one, two]),
  ])
  const none = {
    cost: Number.POSITIVE_INFINITY,
    fits: lines.map((): TypefaceFit | undefined => undefined),
  }
  let best = none
  for (const set of sets) {
    const told = (['dark', 'light'] as const).map((ground) =>
      asDrawn(
        lines.map((line) => (line.light === (ground === 'light') ? line : undefined)),
        set,
        ground,
        prior,
      ),
    )
    const cost = told.reduce((sum, one) => sum + one.cost, SECOND * (set.length - 1))
    if (cost < best.cost)
      best = { cost, fits: lines.map((_, k) => told.find(({ fits }) => fits[k])?.fits[k]) }
  }
  return best.fits
}

/** The likeliest widening of strokes, and the fits under it. */
function asDrawn(
  lines: readonly (Weighable | undefined)[],
  set: readonly number[],
  ground: keyof typeof WIDENED,
  prior: Prior,
) {
  const { mean, spread } = WIDENED[ground]
  const tries = TRIED.map((widened) => {
    const chosen = lines.map((line) => line && likeliest(line, set, widened, prior))
    const unlikely = ((widened - mean) / spread) ** 2 / 2
    return {
      cost: chosen.reduce((sum, one) => sum + (one?.cost ?? 0), unlikely),
      fits: chosen.map((one) => one?.fit),
    }
  })
  return tries.reduce((best, one) => (one.cost < best.cost ? one : best))
}

function likeliest(
  { fits, letters }: Weighable,
  set: readonly number[],
  widened: number,
  prior: Prior,
) {
  let best: { fit: TypefaceFit; cost: number } | undefined
  for (const { fit, cost } of fits) {
    const { weight } = fit.face
    if (!set.includes(weight)) continue
    // Where most letters touch, those that seem to stand free may have ink of others.
    const told = fit.letters > 0 ? fit.letters / letters : 1
    const deviation = Math.hypot(
      INK_OFF.line,
      INK_OFF.letter / fit.size / Math.sqrt(Math.max(1, fit.letters)) / told,
    )
    const off = (fit.ink - widened / (stemOf(weight) * fit.size)) / deviation
    const whole = cost + Math.min(MOST, (off * off) / 2) + prior(weight)
    if (!best || whole < best.cost) best = { fit, cost: whole }
  }
  return best
}

/** Width of an upright stroke in em, in most faces of a weight. */
function stemOf(weight: number): number {
  return 0.08 + 0.0002 * (weight - 400)
}
