import { difference, mixPacked } from '../../../figure/color'

/** A colour at a place along a gradient, in pixels. */
export interface Stop {
  place: number
  colour: number
}

/** Levels by which a gradient between stops may miss the picture; doubled until few stops do. */
const LOSS = 1.6
const MOST_STOPS = 5

/** The fewest colours between which a surface's mean colour along a direction of length 1 is linear. */
export function stopsOf(
  places: readonly number[],
  width: number,
  rgb: Int32Array,
  { dx, dy }: { dx: number; dy: number },
): Stop[] {
  const bins = new Map<number, [count: number, red: number, green: number, blue: number]>()
  for (const i of places) {
    const place = Math.round((i % width) * dx + Math.floor(i / width) * dy)
    const bin = bins.get(place) ?? [0, 0, 0, 0]
    const own = rgb[i] as number
    bin[0]++
    bin[1] += (own >> 16) & 255
    bin[2] += (own >> 8) & 255
    bin[3] += own & 255
    bins.set(place, bin)
  }
  const least = 0.25 * (places.length / Math.max(1, bins.size))
  const profile = [...bins]
    .filter(([, [count]]) => count >= least)
    .map(([place, [count, ...sums]]): Stop => {
      const [red, green, blue] = sums.map((sum) => Math.round(sum / count)) as [
        number,
        number,
        number,
      ]
      return { place, colour: (red << 16) | (green << 8) | blue }
    })
    .sort((a, b) => a.place - b.place)
  for (let loss = LOSS; ; loss *= 2) {
    const stops = thinned(profile, loss)
    if (stops.length <= MOST_STOPS || loss > 64) return stops
  }
}

/** Keeps the ends and, between them, what lies farthest off the line until nothing does by more than `loss`. */
function thinned(profile: readonly Stop[], loss: number): Stop[] {
  const [first, last] = [profile[0], profile.at(-1)]
  if (!first || !last || profile.length < 2) return [...profile]
  let most = loss
  let worst = -1
  for (let k = 1; k < profile.length - 1; k++) {
    const one = profile[k] as Stop
    const by = difference(one.colour, colourOn([first, last], one.place))
    if (by <= most) continue
    most = by
    worst = k
  }
  if (worst < 0) return [first, last]
  return [
    ...thinned(profile.slice(0, worst + 1), loss).slice(0, -1),
    ...thinned(profile.slice(worst), loss),
  ]
}

/** The colour at a place, which beyond the ends is the end's. */
export function colourOn(stops: readonly Stop[], place: number): number {
  const after = stops.findIndex((stop) => stop.place >= place)
  const next = stops[after]
  const before = stops[after - 1]
  if (!next) return stops.at(-1)?.colour ?? 0
  if (!before) return next.colour
  return mixPacked(before.colour, next.colour, (place - before.place) / (next.place - before.place))
}
