import { hexOf, luma, packedOf } from '../figure/pixels/color'
import { medianHigh, middleOf } from '../forms/numbers'
import type { PictureStyle } from '../forms/picture-style'
import type { Box } from '../forms/scene'
import { type Region, regionBox, smoothRegions } from './image/pixels/connected-components'
import { opaque, type Pixels } from './image/pixels/pixels'
import { decodePicture } from './raster'

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
  const picture = opaque(await decodePicture(bytes, { maxPixels, longest: SIDE }))
  const flat = { ...picture, rgb: picture.rgb.map(levelled) }
  const areas = [...areasOf(flat)].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  const ground = areas[0]?.[0] ?? 0xffffff
  const groundColour = meanOf(picture.rgb.filter((_, index) => flat.rgb[index] === ground))
  return {
    ground: hexOf(groundColour),
    dark: luma(groundColour) < DARK,
    colours: dominantColours(
      areas.filter(([colour]) => colour !== ground),
      flat.rgb.length,
    ),
    lineWidth: lineWidth(flat, ground),
    cornerRadius: cornerRadius(flat, ground),
  }
}

/** A colour of which every channel has one of few values. */
function levelled(colour: number): number {
  const step = 255 / (LEVELS - 1)
  return packedOf(channels(colour).map((value) => Math.round(value / step) * step) as Rgb)
}

type Rgb = [r: number, g: number, b: number]

const channels = (colour: number): Rgb => [colour >> 16, (colour >> 8) & 255, colour & 255]

/** How many pixels each colour has. */
function areasOf({ rgb }: Pixels): Map<number, number> {
  const areas = new Map<number, number>()
  for (const colour of rgb) areas.set(colour, (areas.get(colour) ?? 0) + 1)
  return areas
}

function meanOf(colours: Int32Array): number {
  const mean = (channel: 0 | 1 | 2) =>
    colours.reduce((sum, colour) => sum + channels(colour)[channel], 0) / colours.length
  return packedOf([mean(0), mean(1), mean(2)])
}

/** Saturated colours by area, the largest first; hues that lie together counted as one and shown by the strongest. */
function dominantColours(areas: readonly [number, number][], whole: number): string[] {
  const clusters: { hue: number; area: number; strongest: number; chroma: number }[] = []
  for (const [colour, area] of areas) {
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
    .filter(({ area, chroma }) => area / whole >= LEAST_SHARE && chroma >= LEAST_CHROMA)
    .sort((a, b) => b.area - a.area)
    .slice(0, MOST_COLOURS)
    .map(({ strongest }) => hexOf(strongest))
}

/** The median of short runs that differ from both neighbours, along rows: what a pen draws. */
function lineWidth({ width, height, rgb }: Pixels, ground: number): number | undefined {
  const longer = Math.max(width, height)
  const widest = Math.max(2, Math.round(longer * WIDEST_LINE))
  const runs: number[] = []
  for (let y = 0; y < height; y++) {
    let start = 0
    for (let x = 1; x <= width; x++) {
      const before = rgb[y * width + x - 1]
      if (x < width && (rgb[y * width + x] === ground) === (before === ground)) continue
      const length = x - start
      if (before !== ground && start > 0 && x < width && length <= widest) runs.push(length)
      start = x
    }
  }
  if (runs.length < height / 10) return undefined
  return (medianHigh(runs) / longer) * 1000
}

/** The median corner radius of flat surfaces, as a share of their smaller side: a radius r leaves (1 - pi/4) r^2 empty. */
function cornerRadius(flat: Pixels, ground: number): number | undefined {
  const { list, labels } = smoothRegions(flat, 0)
  const shares = list.filter(isSurface(ground)).map((region) => {
    const box = regionBox(region)
    const side = Math.min(box.width, box.height)
    const cell = Math.max(2, Math.round(CORNER * side))
    const lost = corners(box, cell).map(([left, top]) => {
      let empty = 0
      for (let y = top; y < top + cell; y++)
        for (let x = left; x < left + cell; x++)
          if (labels[y * flat.width + x] !== region.label) empty++
      return empty
    })
    // Letters near one corner count against it, not against the shape.
    return Math.sqrt(Math.min(...lost) / CORNER_LOSS) / side
  })
  return middleOf(shares)
}

/** A connected area of one colour that is not the ground's, large and full enough to be a box. */
const isSurface = (ground: number) => (region: Region) => {
  const { width, height } = regionBox(region)
  return (
    region.colour !== ground && region.area > 0.6 * width * height && width >= 20 && height >= 12
  )
}

function corners(box: Box, cell: number): [number, number][] {
  const [left, right] = [box.x, box.x + box.width - cell]
  const [top, bottom] = [box.y, box.y + box.height - cell]
  return [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ]
}

/** Hue in degrees and chroma, 0 to 1, of the hexagonal colour model (HSV). */
function hueOf(colour: number): { hue: number; chroma: number } {
  const [r, g, b] = channels(colour)
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
