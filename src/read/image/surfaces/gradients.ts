import { difference, hexOf } from '../../../figure/color'
import { roundedTo } from '../../../forms/numbers'
import type { Box, Gradient } from '../../../forms/scene'
import { boxOf, type Shape } from '../outlines/shape'
import { eachPixel, type Region, type Regions, smoothRegions } from '../pixels/connected-components'
import type { Mask, Pixels } from '../pixels/pixels'
import { covers, type Silhouette, silhouetteOf } from '../pixels/silhouette'
import { colourOn, type Stop, stopsOf } from './gradient-stops'

/** A surface whose colour changes along one direction. */
export interface GradientRegion {
  /** A pixel of it. */
  at: number
  /** Of length 1; the place along it is `x * dx + y * dy`, in pixels. */
  dx: number
  dy: number
  stops: Stop[]
}

/** Levels by which neighbours on a gradient differ at most, where nothing was compressed. */
const STEP = 4
/** A fill whose colour changes by less, in levels, is one colour. */
const LEAST_RANGE = 8
/** Sides smaller than this are edges and shadows, in pixels. */
const LEAST_SIDE = 12
/** The share of a gradient's pixels that must lie on it. */
const LIKE = 0.85
/** A direction nearer to an axis is the axis'; radians. */
const UPRIGHT = 0.04
/** And of what it covers with its holes filled. */
const LEAST_FULL = 0.4
/** Where most are this near to the mean, in levels, the surface is flat and something soft lies on it. */
const FLAT = 2
const MOST_FLAT = 0.7
const MOST_GRADIENTS = 400

/**
 * Finds surfaces whose colour follows a gradient and gives each one flat colour, so that those who look for flat fills
 * find them whole; what letters enclose of them too.
 */
export function flattenGradients(
  pixels: Pixels,
  noise: number,
  except: Mask | undefined,
): { pixels: Pixels; gradients: GradientRegion[] } {
  const step = STEP + Math.ceil(noise)
  const regions = smoothRegions(pixels, step, except)
  const most = 0.5 * pixels.rgb.length
  const candidates = regions.list
    .filter(
      (region) =>
        Math.min(region.x1 - region.x0, region.y1 - region.y0) >= LEAST_SIDE &&
        region.core > 0.3 * region.area &&
        region.area < most &&
        rangeOf(region, regions, pixels) >= LEAST_RANGE,
    )
    .sort((a, b) => b.area - a.area || a.label - b.label)
    .slice(0, MOST_GRADIENTS)
  const rgb = candidates.length > 0 ? pixels.rgb.slice() : pixels.rgb
  const gradients: GradientRegion[] = []
  for (const region of candidates) {
    const shape = silhouetteOf(regions, [region], pixels.width)
    const gradient = gradientRegionOf(region, regions, pixels, shape, step)
    if (!gradient) continue
    flatten(rgb, pixels, shape, gradient, { region, labels: regions.labels, step })
    gradients.push(gradient)
  }
  return { pixels: gradients.length > 0 ? { ...pixels, rgb } : pixels, gradients }
}

/** Of a few pixels spread over a region, the largest difference in levels. */
function rangeOf({ label, x0, y0, x1, y1, colour }: Region, { labels }: Regions, pixels: Pixels) {
  const steps = 12
  let most = 0
  for (let row = 0; row <= steps; row++) {
    for (let column = 0; column <= steps; column++) {
      const x = Math.round(x0 + ((x1 - x0) * column) / steps)
      const y = Math.round(y0 + ((y1 - y0) * row) / steps)
      const i = y * pixels.width + x
      if (labels[i] === label) most = Math.max(most, difference(pixels.rgb[i] as number, colour))
    }
  }
  return 2 * most
}

function gradientRegionOf(
  region: Region,
  { labels }: Regions,
  { width, rgb }: Pixels,
  shape: Silhouette,
  step: number,
): GradientRegion | undefined {
  // A ring or a comb is the edge of something.
  if (region.area < LEAST_FULL * shape.area) return undefined
  const places: number[] = []
  eachPixel(region, labels, width, (i) => places.push(i))
  const near = (i: number) => difference(rgb[i] as number, region.colour) <= FLAT
  if (places.filter(near).length > MOST_FLAT * places.length) return undefined
  const way = directionOf(places, width, rgb)
  if (!way) return undefined
  const stops = stopsOf(places, width, rgb, way)
  const [first] = stops
  const at = places[0]
  if (!first || at === undefined) return undefined
  if (!stops.some(({ colour }) => difference(colour, first.colour) >= LEAST_RANGE)) return undefined
  const gradient = { at, ...way, stops }
  const colour = colourAlong(gradient)
  let like = 0
  for (const i of places)
    if (difference(rgb[i] as number, colour(i % width, Math.floor(i / width))) <= step) like++
  return like >= LIKE * region.area ? gradient : undefined
}

/**
 * The way along which a surface's colour changes, of length 1: the main axis of the structure tensor of planes fitted to
 * each channel (Bigün and Granlund, 1987). Undefined where it does not change.
 */
function directionOf(places: readonly number[], width: number, rgb: Int32Array) {
  const [ox, oy] = [(places[0] ?? 0) % width, Math.floor((places[0] ?? 0) / width)]
  let [sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0]
  const sums = new Float64Array(9)
  for (const i of places) {
    const x = (i % width) - ox
    const y = Math.floor(i / width) - oy
    sx += x
    sy += y
    sxx += x * x
    sxy += x * y
    syy += y * y
    const own = rgb[i] as number
    for (let channel = 0; channel < 3; channel++) {
      const value = (own >> (16 - 8 * channel)) & 255
      sums[3 * channel] = (sums[3 * channel] as number) + value
      sums[3 * channel + 1] = (sums[3 * channel + 1] as number) + value * x
      sums[3 * channel + 2] = (sums[3 * channel + 2] as number) + value * y
    }
  }
  const n = places.length
  const [vxx, vxy, vyy] = [sxx - (sx * sx) / n, sxy - (sx * sy) / n, syy - (sy * sy) / n]
  const whole = vxx * vyy - vxy * vxy
  if (whole <= 0) return undefined
  let [jxx, jxy, jyy] = [0, 0, 0]
  for (let channel = 0; channel < 3; channel++) {
    const [c = 0, cx = 0, cy = 0] = sums.subarray(3 * channel, 3 * channel + 3)
    const [a, b] = [cx - (c * sx) / n, cy - (c * sy) / n]
    const [gx, gy] = [(a * vyy - b * vxy) / whole, (b * vxx - a * vxy) / whole]
    jxx += gx * gx
    jxy += gx * gy
    jyy += gy * gy
  }
  if (jxx + jyy === 0) return undefined
  const turn = 0.5 * Math.atan2(2 * jxy, jxx - jyy)
  const quarter = Math.round(turn / (Math.PI / 2)) * (Math.PI / 2)
  const angle = Math.abs(turn - quarter) < UPRIGHT ? quarter : turn
  const exact = (value: number) => (Math.abs(value) < 1e-9 ? 0 : value)
  return { dx: exact(Math.cos(angle)), dy: exact(Math.sin(angle)) }
}

/** The colour of a gradient at a pixel. */
function colourAlong({ dx, dy, stops }: GradientRegion): (x: number, y: number) => number {
  const from = Math.floor(stops[0]?.place ?? 0)
  const table = Array.from({ length: Math.ceil((stops.at(-1)?.place ?? 0) - from) + 1 }, (_, k) =>
    colourOn(stops, from + k),
  )
  const last = table.length - 1
  return (x, y) => table[Math.min(last, Math.max(0, Math.round(x * dx + y * dy - from)))] as number
}

/** Gives a surface, and what of the gradient it encloses, one colour. */
function flatten(
  target: Int32Array,
  { width, rgb }: Pixels,
  shape: Silhouette,
  gradient: GradientRegion,
  { region, labels, step }: { region: Region; labels: Int32Array; step: number },
): void {
  const colour = colourAlong(gradient)
  for (let y = 0; y < shape.height; y++) {
    for (let x = 0; x < shape.width; x++) {
      if (!covers(shape, x, y)) continue
      const i = (y + shape.y0) * width + x + shape.x0
      const own =
        labels[i] === region.label ||
        difference(rgb[i] as number, colour(x + shape.x0, y + shape.y0)) <= step
      if (own) target[i] = region.colour
    }
  }
}

/** Gives shapes whose region is a gradient their gradient. */
export function withGradients(
  shapes: readonly Shape[],
  gradients: readonly GradientRegion[],
  { labels }: Regions,
): Shape[] {
  const byLabel = new Map(gradients.map((gradient) => [labels[gradient.at], gradient]))
  return shapes.map((shape) => {
    const gradient = shape.labels
      .map((label) => byLabel.get(label))
      .find((one) => one !== undefined)
    return gradient
      ? { ...shape, gradient: gradientOver(gradient, boxOf(shape.outline, 0)) }
      : shape
  })
}

/** A gradient over a shape's box. */
function gradientOver({ dx, dy, stops }: GradientRegion, { x, y, width, height }: Box): Gradient {
  const first = stops[0]?.place ?? 0
  const range = (stops.at(-1)?.place ?? 0) - first || 1
  // Along the box's shares u and v the place is x * dx + y * dy + u * across + v * down.
  const [across, down] = [width * dx, height * dy]
  const square = across ** 2 + down ** 2
  // A pixel's colour is that of its centre.
  const start = (first - (x - 0.5) * dx - (y - 0.5) * dy) / square
  const end = start + range / square
  return {
    x1: roundedTo(start * across, 3),
    y1: roundedTo(start * down, 3),
    x2: roundedTo(end * across, 3),
    y2: roundedTo(end * down, 3),
    stops: stops.map(({ place, colour }) => ({
      offset: roundedTo((place - first) / range, 3),
      color: hexOf(colour),
    })),
  }
}
