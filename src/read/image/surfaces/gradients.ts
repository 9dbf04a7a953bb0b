import { difference, hexOf, mixPacked, packedOf } from '../../../figure/pixels/color'
import { clamp, roundedTo } from '../../../forms/numbers'
import type { Box, Gradient } from '../../../forms/scene'
import { boxOf, type Shape } from '../outlines/shape'
import { eachPixel, type Region, type Regions, smoothRegions } from '../pixels/connected-components'
import type { Mask, Pixels } from '../pixels/pixels'
import { covers, type Silhouette, silhouetteOf } from '../pixels/silhouette'

/** A surface whose colour changes evenly along one direction. */
export interface GradientRegion {
  /** A pixel of it. */
  at: number
  /** Of length 1; the place along it is `x * dx + y * dy`, in pixels. */
  dx: number
  dy: number
  /** Where it begins and ends, and its colours there. */
  places: readonly [from: number, to: number]
  colours: readonly [from: number, to: number]
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
  const candidates = regions.list
    .filter(
      (region) =>
        Math.min(region.x1 - region.x0, region.y1 - region.y0) >= LEAST_SIDE &&
        region.core > 0.3 * region.area &&
        region.area < 0.5 * pixels.rgb.length,
    )
    .sort((a, b) => b.area - a.area || a.label - b.label)
    .slice(0, MOST_GRADIENTS)
  const flat = { ...pixels, rgb: pixels.rgb.slice() }
  const gradients = candidates.flatMap((region) => {
    const shape = silhouetteOf(regions, [region], pixels.width)
    // A ring or a comb is the edge of something.
    if (region.area < LEAST_FULL * shape.area) return []
    const gradient = gradientOf(region, regions, pixels, step)
    if (!gradient) return []
    flatten(flat.rgb, pixels, shape, gradient, { region, labels: regions.labels, step })
    return [gradient]
  })
  return { pixels: gradients.length > 0 ? flat : pixels, gradients }
}

function gradientOf(
  region: Region,
  { labels }: Regions,
  { width, rgb }: Pixels,
  step: number,
): GradientRegion | undefined {
  const pixels: number[] = []
  eachPixel(region, labels, width, (i) => pixels.push(i))
  const planes = planesOf(pixels, width, rgb)
  const [at] = pixels
  if (!planes || at === undefined) return undefined
  const { dx, dy } = axisOf(planes.channels)
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const i of pixels) {
    const place = (i % width) * dx + Math.floor(i / width) * dy
    from = Math.min(from, place)
    to = Math.max(to, place)
  }
  const middle = planes.x * dx + planes.y * dy
  const colour = (place: number) => {
    const [red = 0, green = 0, blue = 0] = planes.channels.map(({ mean, gx, gy }) =>
      clamp(mean + (gx * dx + gy * dy) * (place - middle), 0, 255),
    )
    return packedOf([red, green, blue])
  }
  const colours = [colour(from), colour(to)] as const
  if (difference(...colours) < LEAST_RANGE) return undefined
  const gradient: GradientRegion = { at, dx, dy, places: [from, to], colours }
  const like = pixels.filter(
    (i) =>
      difference(rgb[i] as number, colourOn(gradient, i % width, Math.floor(i / width))) <= step,
  )
  return like.length >= LIKE * region.area ? gradient : undefined
}

interface Plane {
  mean: number
  /** Levels a pixel across and down. */
  gx: number
  gy: number
}

/** Planes through each channel, by least squares, around the middle of all pixels; undefined for pixels on one line. */
function planesOf(pixels: readonly number[], width: number, rgb: Int32Array) {
  const n = pixels.length
  const x = pixels.reduce((sum, i) => sum + (i % width), 0) / n
  const y = pixels.reduce((sum, i) => sum + Math.floor(i / width), 0) / n
  let [xx, xy, yy] = [0, 0, 0]
  const sums = [16, 8, 0].map((shift) => ({ shift, all: 0, x: 0, y: 0 }))
  for (const i of pixels) {
    const u = (i % width) - x
    const v = Math.floor(i / width) - y
    xx += u * u
    xy += u * v
    yy += v * v
    for (const sum of sums) {
      const value = ((rgb[i] as number) >> sum.shift) & 255
      sum.all += value
      sum.x += value * u
      sum.y += value * v
    }
  }
  const whole = xx * yy - xy * xy
  if (whole <= 0) return undefined
  const channels = sums.map(
    (sum): Plane => ({
      mean: sum.all / n,
      gx: (sum.x * yy - sum.y * xy) / whole,
      gy: (sum.y * xx - sum.x * xy) / whole,
    }),
  )
  return { x, y, channels }
}

/** The way along which colours change most: the main axis of the planes' structure tensor (Bigün and Granlund, 1987). */
function axisOf(planes: readonly Plane[]): { dx: number; dy: number } {
  const sum = (of: (plane: Plane) => number) => planes.reduce((all, plane) => all + of(plane), 0)
  const turn =
    0.5 *
    Math.atan2(
      2 * sum(({ gx, gy }) => gx * gy),
      sum(({ gx, gy }) => gx * gx - gy * gy),
    )
  const quarter = Math.round(turn / (Math.PI / 2)) * (Math.PI / 2)
  const angle = Math.abs(turn - quarter) < UPRIGHT ? quarter : turn
  return { dx: roundedTo(Math.cos(angle), 9), dy: roundedTo(Math.sin(angle), 9) }
}

/** The colour of a gradient at a pixel. */
function colourOn({ dx, dy, places: [from, to], colours }: GradientRegion, x: number, y: number) {
  return mixPacked(...colours, clamp((x * dx + y * dy - from) / (to - from), 0, 1))
}

/** Gives a surface, and what of the gradient it encloses, one colour. */
function flatten(
  target: Int32Array,
  { width, rgb }: Pixels,
  shape: Silhouette,
  gradient: GradientRegion,
  { region, labels, step }: { region: Region; labels: Int32Array; step: number },
): void {
  for (let y = shape.y0; y < shape.y0 + shape.height; y++)
    for (let x = shape.x0; x < shape.x0 + shape.width; x++) {
      if (!covers(shape, x - shape.x0, y - shape.y0)) continue
      const i = y * width + x
      const own =
        labels[i] === region.label || difference(rgb[i] as number, colourOn(gradient, x, y)) <= step
      if (own) target[i] = region.colour
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
function gradientOver(
  { dx, dy, places: [from, to], colours }: GradientRegion,
  { x, y, width, height }: Box,
): Gradient {
  // Along the box's shares u and v the place is x * dx + y * dy + u * across + v * down.
  const [across, down] = [width * dx, height * dy]
  const square = across ** 2 + down ** 2
  // A pixel's colour is that of its centre.
  const start = (from - (x - 0.5) * dx - (y - 0.5) * dy) / square
  const end = start + (to - from) / square
  return {
    x1: roundedTo(start * across, 3),
    y1: roundedTo(start * down, 3),
    x2: roundedTo(end * across, 3),
    y2: roundedTo(end * down, 3),
    stops: colours.map((colour, offset) => ({ offset, color: hexOf(colour) })),
  }
}
