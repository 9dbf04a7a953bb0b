import { difference, hexOf, medianColour } from '../../../figure/color'
import { rounded } from '../../../forms/numbers'
import type { Box, Shadow } from '../../../forms/scene'
import type { Shape } from '../outlines/shape'
import { colourAt, type Pixels } from '../pixels/pixels'

/** Pixels around a shape that are looked at, and the least side that casts a shadow worth the name. */
const REACH = 32
const LEAST_SIDE = 16
/** So many equal pixels on the way outwards are the ground. */
const STEADY = 4
/** Of the ground's own brightness, by which the darkest place of a shadow differs from it at least. */
const FAINTEST = 0.02
/** A darker edge of fewer pixels is no shadow. */
const SOFTEST = 3
/** By how much of the darkest place a shadow may miss the picture, in the mean. */
const LOSS = 0.12

interface Place {
  side: keyof typeof WAYS
  /** Pixels from the edge outwards. */
  away: number
  /** The share of the ground's light that is missing. */
  dark: number
}

const WAYS = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  top: { x: 0, y: -1 },
  bottom: { x: 0, y: 1 },
} as const

/** Gives shapes the soft shadows that they cast; one that does not fade evenly is none. */
export function withShadows(shapes: readonly Shape[], source: Pixels): Shape[] {
  return shapes.map((shape) => {
    const { outline, box } = shape
    if (outline.form !== 'rect' || Math.min(box.width, box.height) < LEAST_SIDE) return shape
    const shadow = shadowOf(shape, source)
    return shadow ? { ...shape, shadow } : shape
  })
}

function shadowOf({ box, outline }: Shape, source: Pixels): Shadow | undefined {
  const radius = outline.form === 'rect' ? outline.radius : 0
  const sides = (['left', 'right', 'top', 'bottom'] as const).flatMap((side) => {
    const found = fading(side, box, radius, source)
    return found ? [found] : []
  })
  const places = sides.flatMap((side) => side.places)
  const upright = sides.filter(({ side }) => side === 'top' || side === 'bottom').length
  if (upright === 0 || upright === sides.length) return undefined
  const darkest = places.reduce((most, { dark }) => Math.max(most, dark), 0)
  if (darkest < FAINTEST || !sides.some(({ length }) => length >= SOFTEST)) return undefined
  const fit = fitted(places)
  if (!fit || fit.loss > LOSS * darkest || fit.opacity > 1) return undefined
  const own = sides.reduce((a, b) => (b.length > a.length ? b : a))
  return {
    dx: quarter(fit.dx),
    dy: quarter(fit.dy),
    blur: quarter(fit.blur),
    color: hexOf(castColour(own.ground, own.darkest)),
    opacity: rounded(fit.opacity),
  }
}

function quarter(value: number): number {
  return Math.round(value * 4) / 4 + 0
}

/** The colours from an edge outwards up to the ground; undefined where they do not fade into it. */
function fading(side: Place['side'], { x, y, width, height }: Box, radius: number, source: Pixels) {
  const way = WAYS[side]
  const edge = { left: x, right: x + width, top: y, bottom: y + height }[side]
  const outwards = way.x + way.y
  const flat = way.x !== 0
  const [from, long] = flat ? [y, height] : [x, width]
  const clear = Math.min(0.35 * long, radius + 0.15 * long)
  const count = Math.max(3, Math.min(48, Math.floor(long - 2 * clear)))
  const start = outwards > 0 ? Math.ceil(edge) : Math.floor(edge) - 1
  const most = flat ? source.width : source.height
  const colours: number[] = []
  for (let k = 0; k < REACH + STEADY; k++) {
    const at = start + outwards * k
    if (at < 0 || at >= most) break
    colours.push(
      medianColour(
        Array.from({ length: count }, (_, n) => {
          const along = Math.floor(from + clear + ((n + 0.5) * (long - 2 * clear)) / count)
          return flat ? colourAt(source, at, along) : colourAt(source, along, at)
        }),
      ),
    )
  }
  const length = colours.findIndex((one, k) => {
    const steady = colours.slice(k, k + STEADY)
    return steady.length === STEADY && steady.every((next) => difference(one, next) <= 1)
  })
  const ground = colours[length]
  if (ground === undefined) return undefined
  const places = colours.slice(0, length + STEADY).map((colour, k): Place => {
    const centre = start + outwards * k + 0.5
    return { side, away: outwards * (centre - edge), dark: darkness(colour, ground) }
  })
  // The first pixel may be the shape's own edge.
  places.shift()
  const even = places.every(({ dark }, k) => dark <= (places[k - 1]?.dark ?? 1) + 0.006)
  const darkest = colours[1] ?? ground
  return even && darkness(darkest, ground) >= -0.01
    ? { side, places, length, ground, darkest }
    : undefined
}

/** Of the channel that misses most; negative where it is lighter. */
function darkness(colour: number, ground: number): number {
  const missing = [16, 8, 0].map((shift) => {
    const full = (ground >> shift) & 255
    return full < 8 ? 0 : 1 - ((colour >> shift) & 255) / full
  })
  const [least, most] = [Math.min(...missing), Math.max(...missing)]
  return most > 0.004 ? most : least
}

/** The colour of which a veil that is opaque where the darkest channel misses most gives what is seen. */
function castColour(ground: number, seen: number): number {
  const whole = Math.max(0.004, darkness(seen, ground))
  const channel = (shift: number) => {
    const [from, to] = [(ground >> shift) & 255, (seen >> shift) & 255]
    const cast = Math.round(from - (from - to) / whole)
    // Rounded levels of a faint shadow say little of its colour.
    return cast < 48 ? 0 : Math.min(255, cast)
  }
  return (channel(16) << 16) | (channel(8) << 8) | channel(0)
}

interface Fitted {
  dx: number
  dy: number
  blur: number
  opacity: number
  /** Root of the mean square, as a share of light. */
  loss: number
}

/** A box's Gaussian shadow, by steps that halve from a few starts. */
function fitted(places: readonly Place[]): Fitted | undefined {
  let best: Fitted | undefined
  for (const blur of [1.5, 4, 8]) {
    let own = { ...tried(places, 0, 1, blur) }
    for (let step = 2; step >= 0.25; ) {
      const next = [
        tried(places, own.dx + step, own.dy, own.blur),
        tried(places, own.dx - step, own.dy, own.blur),
        tried(places, own.dx, own.dy + step, own.blur),
        tried(places, own.dx, own.dy - step, own.blur),
        tried(places, own.dx, own.dy, own.blur + step),
        tried(places, own.dx, own.dy, Math.max(0.5, own.blur - step)),
      ].reduce((a, b) => (b.loss < a.loss ? b : a))
      if (next.loss < own.loss - 1e-9) own = next
      else step /= 2
    }
    if (!best || own.loss < best.loss) best = own
  }
  return best
}

function tried(places: readonly Place[], dx: number, dy: number, blur: number): Fitted {
  const models = places.map(({ side, away }) => {
    const way = WAYS[side]
    return normalShare((way.x * dx + way.y * dy - away) / blur)
  })
  let [dot, square] = [0, 0]
  models.forEach((model, k) => {
    dot += model * (places[k]?.dark ?? 0)
    square += model * model
  })
  const opacity = square === 0 ? 0 : Math.max(0, dot / square)
  const sum = models.reduce(
    (all, model, k) => all + (opacity * model - (places[k]?.dark ?? 0)) ** 2,
    0,
  )
  return { dx, dy, blur, opacity, loss: Math.sqrt(sum / models.length) }
}

/** The normal distribution's share up to a place, to seven digits (Abramowitz and Stegun, 26.2.17). */
function normalShare(place: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(place))
  const tail =
    0.39894228 *
    Math.exp((-place * place) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return place > 0 ? 1 - tail : tail
}
