import { difference } from '../../../figure/color'
import { type Regions, tightRegions } from '../../image/pixels/connected-components'
import { type Mask, offMixture, type Pixels } from '../../image/pixels/pixels'

/** A picture, and the colour that each of its pixels would have without what is drawn on it. */
export interface Grounded {
  picture: Pixels
  /** `0xrrggbb` a pixel. */
  ground: Int32Array
  /** Greatest difference of a channel between the two, a byte a pixel. */
  contrast: Uint8Array
}

/** Neighbours that differ by no more are one surface: above JPEG's noise on flat ground, below the rim of any letter. */
const SAME_SURFACE = 6
/** Square pixels; a dot of 100 px letters is smaller. */
const SMALLEST_SURFACE = 150
/** Half the stroke of 110 px bold letters, in pixels. */
const THICKER_THAN_STROKES = 8
/** Half the stroke of a letter over its longer side is at most 0.11, less what the rim takes. */
const COMPACT = 0.125
/** Variance of a surface, in square levels, for which its mean stands. */
const EVEN = 9

/** Colours this near to a mixture of two surfaces are one: the half-covered pixels along an edge are no ink. */
const MIXED = 14
/** Surfaces nearer than this, in levels, have no mixture to speak of. */
const LEAST_APART = 25

/**
 * Finds the surfaces (flat, or gradients) that things are drawn on and carries their colours under these things: text,
 * lines and small signs, but not under letters' own inner pixels, which are as flat as a surface in large type.
 * Pixels of `exclude` count as ground.
 */
export function findGround(picture: Pixels, exclude?: Mask): Grounded {
  const { width, height, rgb } = picture
  const regions = tightRegions(flatMask(picture, exclude), picture)
  const colours = surfacesOf(regions, picture)
  const owner = regions.labels.map((label) =>
    label >= 0 && colours[label] !== undefined ? label : -1,
  )
  const source = nearestOwned(owner, width)
  const meanAt = (i: number) => regions.list[owner[source[i] as number] ?? -1]?.colour ?? -1
  const isRim = (i: number, own: number) => {
    const here = meanAt(i)
    const [x, y] = [i % width, Math.floor(i / width)]
    for (const [dx, dy] of RIM) {
      if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue
      const other = meanAt(i + dy * width + dx)
      if (other < 0 || here < 0 || difference(here, other) < LEAST_APART) continue
      if (offMixture(own, here, other) <= MIXED) return true
    }
    return false
  }
  const ground = new Int32Array(rgb.length)
  const contrast = new Uint8Array(rgb.length)
  for (let i = 0; i < rgb.length; i++) {
    const own = rgb[i] as number
    const from = source[i] as number
    const below = colours[owner[from] as number] ?? (rgb[from] as number)
    ground[i] = below >= 0 ? below : (rgb[from] as number)
    if (own === ground[i] || exclude?.[i]) continue
    if (!isRim(i, own)) contrast[i] = difference(own, ground[i] as number)
  }
  return { picture, ground, contrast }
}

/** Places one and two pixels from an edge, across and down. */
const RIM = [1, 2].flatMap((far) => [
  [-far, 0] as const,
  [far, 0] as const,
  [0, -far] as const,
  [0, far] as const,
])

/** Marks pixels whose four neighbours are of their surface. */
function flatMask({ width, rgb }: Pixels, exclude: Mask | undefined): Mask {
  const mask = new Uint8Array(rgb.length).fill(1)
  const part = (i: number, j: number) => {
    const [a, b] = [rgb[i] as number, rgb[j] as number]
    if (a !== b && difference(a, b) > SAME_SURFACE) mask[i] = mask[j] = 0
  }
  for (let i = 0; i < rgb.length; i++) {
    if ((i + 1) % width > 0) part(i, i + 1)
    if (i + width < rgb.length) part(i, i + width)
    if (exclude?.[i]) mask[i] = 0
  }
  return mask
}

/** The mean colour of each region that is a surface, -1 where it varies too much for that; undefined for others. */
function surfacesOf({ labels, list }: Regions, { width, rgb }: Pixels): (number | undefined)[] {
  /** Sides of the largest squares that fit into regions, and that end at a column. */
  const largest = new Int32Array(list.length)
  const off = new Float64Array(list.length)
  let above = new Int32Array(width)
  let own = new Int32Array(width)
  for (let start = 0; start < labels.length; start += width) {
    for (let x = 0, i = start; x < width; x++, i++) {
      const label = labels[i] as number
      own[x] = 0
      if (label < 0) continue
      const whole = x > 0 && labels[i - 1] === label && labels[i - width] === label
      const side =
        whole && labels[i - width - 1] === label
          ? 1 + Math.min(own[x - 1] as number, above[x] as number, above[x - 1] as number)
          : 1
      own[x] = side
      if (side > (largest[label] as number)) largest[label] = side
      const { colour } = list[label] as (typeof list)[number]
      if (rgb[i] !== colour)
        off[label] = (off[label] as number) + difference(rgb[i] as number, colour) ** 2
    }
    ;[above, own] = [own, above]
  }
  return list.map(({ area, colour, x0, x1, y0, y1 }, label) => {
    const radius = ((largest[label] as number) + 1) / 2
    const [wide, high] = [x1 - x0 + 1, y1 - y0 + 1]
    // The ground of a narrow label: a strip wider than any letter that fills most of its box.
    const strip = wide > 1.6 * high && high >= 10 && area > 0.3 * wide * high && radius >= 2
    const thick = radius >= THICKER_THAN_STROKES || radius >= COMPACT * Math.max(wide, high)
    if (area < SMALLEST_SURFACE || !(thick || strip)) return undefined
    return (off[label] as number) < EVEN * area ? colour : -1
  })
}

/** For every pixel the nearest one that is owned, by the city-block distance; itself where there is none. */
function nearestOwned(owner: Int32Array, width: number): Int32Array {
  const source = owner.map((label, i) => (label >= 0 ? i : -1))
  const queue = new Int32Array(owner.length)
  let filled = 0
  const spread = (i: number) => {
    const x = i % width
    for (let way = 0; way < 4; way++) {
      const next = way === 0 ? i - 1 : way === 1 ? i + 1 : way === 2 ? i - width : i + width
      if (source[next] !== -1 || (way === 0 && x === 0) || (way === 1 && x === width - 1)) continue
      source[next] = source[i] as number
      queue[filled++] = next
    }
  }
  for (let i = 0; i < owner.length; i++)
    if (
      (owner[i] as number) >= 0 &&
      (owner[i - 1] === -1 ||
        owner[i + 1] === -1 ||
        owner[i - width] === -1 ||
        owner[i + width] === -1)
    )
      spread(i)
  for (let taken = 0; taken < filled; taken++) spread(queue[taken] as number)
  return source.map((from, i) => (from < 0 ? i : from))
}
