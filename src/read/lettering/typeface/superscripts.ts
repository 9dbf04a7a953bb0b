import { medianHigh } from '../../../forms/numbers'
import type { Raised, Stood, TypefaceFit } from './fit'

/** Sizes of sub- and superscripts as shares of their line's; others' letters differ by less, or were misread. */
const SMALLEST = 0.45
const LARGEST = 0.84
/** Pixels of height from which a letter shows its size. */
const LEAST_HIGH = 4
/** How far off the line's baseline they stand at least, in em: letters that hang or were misread stand on it. */
const LOWERED = -0.07
const LIFTED = 0.2
/** Letters that look the same, small and large, but for where they stand. */
const FIT_TO_RAISE = /^[\p{L}\p{N}+*−-]$/u

/** Letters that stand lower or higher than their line and are smaller, by their place; runs of them share their measures. */
export function superscriptsOf(stood: readonly Stood[], fit: TypefaceFit): Map<number, Raised> {
  const { face, baseline } = fit
  const found = new Map<number, Raised>()
  for (const letter of stood) {
    const glyph = face.glyph(letter.text)
    if (!glyph || letter.place === 0 || !FIT_TO_RAISE.test(letter.text)) continue
    if (letter.high < LEAST_HIGH) continue
    const scale = letter.high / (fit.size * (glyph.top - glyph.bottom))
    const rise = (baseline - letter.level) / fit.size - scale * glyph.level
    if (scale < SMALLEST || scale > LARGEST || (rise > LOWERED && rise < LIFTED)) continue
    found.set(letter.place, { scale, rise })
  }
  if (2 * found.size > stood.length) return new Map()
  return evened(found)
}

/** Neighbours on the same side of the baseline get the same size and rise. */
function evened(found: ReadonlyMap<number, Raised>): Map<number, Raised> {
  const even = new Map<number, Raised>()
  const places = [...found.keys()]
  for (let from = 0; from < places.length; ) {
    const side = (k: number) => Math.sign(found.get(places[k] ?? -1)?.rise ?? 0)
    let to = from + 1
    while (places[to] === (places[to - 1] ?? 0) + 1 && side(to) === side(from)) to++
    const run = places.slice(from, to)
    const mean = (of: (one: Raised) => number) =>
      Math.round(100 * medianHigh(run.flatMap((place) => found.get(place) ?? []).map(of))) / 100
    const one = { scale: mean(({ scale }) => scale), rise: mean(({ rise }) => rise) }
    for (const place of run) even.set(place, one)
    from = to
  }
  return even
}
