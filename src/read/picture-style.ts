import { hexOf, luma, packedOf } from '../figure/color'
import type { PictureStyle } from '../forms/picture-style'
import { decodePicture, type Raster } from './raster'

/** Longer side to which a picture is reduced before it is read: enough for lines, little work. */
const SIDE = 600
/** Levels a channel is sorted into: flat areas survive anti-aliasing and JPEG noise. */
const LEVELS = 16
const MOST_COLOURS = 4
/** A colour counts with this share of the picture; below, it is an icon's detail. */
const LEAST_SHARE = 0.004
const LEAST_CHROMA = 0.16
/** A ground of less luma, 0 to 255, is dark. */
const DARK = 90
/** Colours nearer than this many degrees of hue are one. */
const HUE_DISTANCE = 28
/** A line is at most this share of the longer side wide. */
const WIDEST_LINE = 0.015
/** The share of a surface's smaller side within which its corners are looked at. */
const CORNER = 0.3
/** A quarter circle leaves this share of its square empty. */
const CORNER_LOSS = 1 - Math.PI / 4

/**
 * Reads ground, dominant colours, line width and corner radius from a picture.
 * @throws UnreadablePicture
 */
export async function readPictureStyle(
  bytes: Uint8Array,
  maxPixels: number,
): Promise<PictureStyle> {
  const raster = flatten(await decodePicture(bytes, { maxPixels, longest: SIDE }))
  const bins = binned(raster)
  const ground = commonest(bins, LEVELS ** 3)
  const groundColour = packedOf(meanOf(raster, bins, ground))
  return {
    ground: hexOf(groundColour),
    dark: luma(groundColour) < DARK,
    colours: dominantColours(bins, ground),
    lineWidth: lineWidth(raster, bins, ground),
    cornerRadius: cornerRadius(raster, bins, ground),
  }
}

/** On white: a transparent ground shows the page. */
function flatten({ width, height, data }: Raster): Raster {
  const opaque = data.slice()
  for (let i = 0; i < opaque.length; i += 4) {
    const alpha = (opaque[i + 3] ?? 255) / 255
    for (let c = i; c < i + 3; c++) opaque[c] = (opaque[c] ?? 0) * alpha + 255 * (1 - alpha)
    opaque[i + 3] = 255
  }
  return { width, height, data: opaque }
}

type Rgb = [number, number, number]

function pixel({ data }: Raster, index: number): Rgb {
  return [data[index * 4] ?? 0, data[index * 4 + 1] ?? 0, data[index * 4 + 2] ?? 0]
}

/** The colour class of every pixel. */
function binned(raster: Raster): Uint16Array {
  const level = (value: number) => Math.min(LEVELS - 1, Math.round((value / 255) * (LEVELS - 1)))
  return Uint16Array.from({ length: raster.width * raster.height }, (_, index) => {
    const [r, g, b] = pixel(raster, index)
    return (level(r) * LEVELS + level(g)) * LEVELS + level(b)
  })
}

function commonest(bins: Uint16Array, classes: number): number {
  const counts = new Uint32Array(classes)
  for (const bin of bins) counts[bin] = (counts[bin] ?? 0) + 1
  return counts.indexOf(Math.max(...counts))
}

function meanOf(raster: Raster, bins: Uint16Array, bin: number): Rgb {
  const sum: Rgb = [0, 0, 0]
  let count = 0
  bins.forEach((one, index) => {
    if (one !== bin) return
    const [r, g, b] = pixel(raster, index)
    sum[0] += r
    sum[1] += g
    sum[2] += b
    count += 1
  })
  return [sum[0] / count, sum[1] / count, sum[2] / count]
}

/** Saturated colours by area, hues that lie together counted as one and shown by the strongest. */
function dominantColours(bins: Uint16Array, ground: number): string[] {
  const counts = new Map<number, number>()
  for (const bin of bins) if (bin !== ground) counts.set(bin, (counts.get(bin) ?? 0) + 1)
  const clusters: { hue: number; area: number; strongest: Rgb; chroma: number }[] = []
  for (const [bin, area] of [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])) {
    const colour = meanOfBin(bin)
    const { hue, chroma } = hueOf(colour)
    if (chroma < LEAST_CHROMA / 2) continue
    const near = clusters.find((one) => hueDistance(one.hue, hue) < HUE_DISTANCE)
    if (!near) clusters.push({ hue, area, strongest: colour, chroma })
    else {
      near.area += area
      if (chroma > near.chroma) Object.assign(near, { strongest: colour, chroma })
    }
  }
  return clusters
    .filter(({ area, chroma }) => area / bins.length >= LEAST_SHARE && chroma >= LEAST_CHROMA)
    .sort((a, b) => b.area - a.area)
    .slice(0, MOST_COLOURS)
    .map(({ strongest }) => hexOf(packedOf(strongest)))
}

function meanOfBin(bin: number): Rgb {
  const value = (level: number) => (level / (LEVELS - 1)) * 255
  return [
    value(Math.floor(bin / (LEVELS * LEVELS))),
    value(Math.floor(bin / LEVELS) % LEVELS),
    value(bin % LEVELS),
  ]
}

/** The median of short runs that differ from both neighbours, along rows: what a pen draws. */
function lineWidth({ width, height }: Raster, bins: Uint16Array, ground: number) {
  const longer = Math.max(width, height)
  const widest = Math.max(2, Math.round(longer * WIDEST_LINE))
  const runs: number[] = []
  for (let y = 0; y < height; y++) {
    let start = 0
    for (let x = 1; x <= width; x++) {
      const before = bins[y * width + x - 1]
      if (x < width && (bins[y * width + x] === ground) === (before === ground)) continue
      const length = x - start
      if (before !== ground && start > 0 && x < width && length <= widest) runs.push(length)
      start = x
    }
  }
  if (runs.length < height / 10) return undefined
  runs.sort((a, b) => a - b)
  return ((runs[Math.floor(runs.length / 2)] ?? 1) / longer) * 1000
}

/** The median corner radius of flat surfaces, as a share of their smaller side: a radius r leaves (1 - pi/4) r^2 empty. */
function cornerRadius(raster: Raster, bins: Uint16Array, ground: number): number | undefined {
  const shares = surfaces(raster, bins, ground).map(({ box, inside }) => {
    const side = Math.min(box.width, box.height)
    const cell = Math.max(2, Math.round(CORNER * side))
    const lost = corners(box, cell).map(
      ([left, top]) => cell * cell - countInside(raster, left, top, cell, inside),
    )
    // Letters near one corner count against it, not against the shape.
    return Math.sqrt(Math.min(...lost) / CORNER_LOSS) / side
  })
  shares.sort((a, b) => a - b)
  return shares[Math.floor(shares.length / 2)]
}

function corners(box: Surface['box'], cell: number): [number, number][] {
  const [left, right] = [box.x, box.x + box.width - cell]
  const [top, bottom] = [box.y, box.y + box.height - cell]
  return [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ]
}

function countInside(
  { width }: Raster,
  left: number,
  top: number,
  cell: number,
  inside: (index: number) => boolean,
): number {
  let count = 0
  for (let y = top; y < top + cell; y++)
    for (let x = left; x < left + cell; x++) if (inside(y * width + x)) count += 1
  return count
}

interface Surface {
  box: { x: number; y: number; width: number; height: number }
  inside: (index: number) => boolean
}

/** Connected areas of one colour that is not the ground's, large and full enough to be boxes. */
function surfaces({ width, height }: Raster, bins: Uint16Array, ground: number): Surface[] {
  const labels = new Int32Array(width * height)
  const found: Surface[] = []
  let label = 0
  for (let seed = 0; seed < labels.length; seed++) {
    if (labels[seed] !== 0 || bins[seed] === ground) continue
    label += 1
    const own = label
    const area = fill(labels, bins, width, height, seed, own)
    const box = {
      x: area.left,
      y: area.top,
      width: area.right - area.left + 1,
      height: area.bottom - area.top + 1,
    }
    const whole = area.count > 0.6 * box.width * box.height
    if (whole && box.width >= 20 && box.height >= 12)
      found.push({ box, inside: (index) => labels[index] === own })
  }
  return found
}

function fill(
  labels: Int32Array,
  bins: Uint16Array,
  width: number,
  height: number,
  seed: number,
  label: number,
) {
  const area = { left: width, right: 0, top: height, bottom: 0, count: 0 }
  const stack = [seed]
  labels[seed] = label
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    const [x, y] = [index % width, Math.floor(index / width)]
    area.left = Math.min(area.left, x)
    area.right = Math.max(area.right, x)
    area.top = Math.min(area.top, y)
    area.bottom = Math.max(area.bottom, y)
    area.count += 1
    const near = [
      x > 0 ? index - 1 : -1,
      x < width - 1 ? index + 1 : -1,
      index - width,
      y < height - 1 ? index + width : -1,
    ]
    for (const next of near) {
      if (next < 0 || labels[next] !== 0 || bins[next] !== bins[seed]) continue
      labels[next] = label
      stack.push(next)
    }
  }
  return area
}

function hueOf([r, g, b]: Rgb): { hue: number; chroma: number } {
  const most = Math.max(r, g, b)
  const chroma = most - Math.min(r, g, b)
  if (chroma === 0) return { hue: 0, chroma: 0 }
  const sector =
    most === r
      ? ((g - b) / chroma + 6) % 6
      : most === g
        ? (b - r) / chroma + 2
        : (r - g) / chroma + 4
  return { hue: sector * 60, chroma: chroma / 255 }
}

function hueDistance(a: number, b: number): number {
  const distance = Math.abs(a - b)
  return Math.min(distance, 360 - distance)
}
