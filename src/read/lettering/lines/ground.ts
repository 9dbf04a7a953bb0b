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
  const means = surfacesOf(regions, picture)
  const owner = regions.labels
  for (let i = 0; i < owner.length; i++) if (means[owner[i] as number] === NONE) owner[i] = -1
  const source = nearestOwned(owner, width)
  const surfaceAt = (i: number) => regions.list[owner[source[i] as number] as number]?.colour ?? -1
  const isRim = (i: number, own: number) => {
    const here = surfaceAt(i)
    const [x, y] = [i % width, Math.floor(i / width)]
    for (const [dx, dy] of RIM) {
      if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue
      const other = surfaceAt(i + dy * width + dx)
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
    const label = owner[from] as number
    const mean = label < 0 ? UNEVEN : (means[label] as number)
    const below = mean === UNEVEN ? (rgb[from] as number) : mean
    ground[i] = below
    if (own !== below && !exclude?.[i] && !isRim(i, own)) contrast[i] = difference(own, below)
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
  const parts = (a: number, b: number) => a !== b && difference(a, b) > SAME_SURFACE
  for (let start = 0; start < rgb.length; start += width)
    for (let i = start; i < start + width; i++) {
      const own = rgb[i] as number
      if (i + 1 < start + width && parts(own, rgb[i + 1] as number)) mask[i] = mask[i + 1] = 0
      if (i + width < rgb.length && parts(own, rgb[i + width] as number))
        mask[i] = mask[i + width] = 0
      if (exclude?.[i]) mask[i] = 0
    }
  return mask
}

/** In place of a mean colour: of what is no surface, and of one that varies too much for it. */
const NONE = -2
const UNEVEN = -1

/** The mean colour of each region that is a surface. */
function surfacesOf({ labels, list }: Regions, { width, rgb }: Pixels): Int32Array {
  const means = Int32Array.from(list, ({ colour }) => colour)
  /** Sides of the largest squares that fit into regions, and of those that end at a column. */
  const largest = new Int32Array(list.length)
  const off = new Float64Array(list.length)
  const sides = new Int32Array(width + 1)
  for (let start = 0; start < labels.length; start += width) {
    let aslant = 0
    for (let x = 0; x < width; x++) {
      const i = start + x
      const label = labels[i] as number
      const above = sides[x + 1] as number
      let side = 0
      if (label >= 0) {
        const left = x > 0 && labels[i - 1] === label && labels[i - width - 1] === label
        side =
          left && labels[i - width] === label ? 1 + Math.min(above, aslant, sides[x] as number) : 1
        if (side > (largest[label] as number)) largest[label] = side
        const by =
          rgb[i] === means[label] ? 0 : difference(rgb[i] as number, means[label] as number)
        off[label] = (off[label] as number) + by * by
      }
      sides[x + 1] = side
      aslant = above
    }
  }
  for (const { label, area, x0, x1, y0, y1 } of list) {
    const radius = ((largest[label] as number) + 1) / 2
    const [wide, high] = [x1 - x0 + 1, y1 - y0 + 1]
    // The ground of a narrow label: a strip wider than any letter that fills most of its box.
    const strip = wide > 1.6 * high && high >= 10 && area > 0.3 * wide * high && radius >= 2
    const thick = radius >= THICKER_THAN_STROKES || radius >= COMPACT * Math.max(wide, high)
    if (area < SMALLEST_SURFACE || !(thick || strip)) means[label] = NONE
    else if ((off[label] as number) >= EVEN * area) means[label] = UNEVEN
  }
  return means
}

/** For every pixel the nearest one that is owned, by the city-block distance; itself where there is none. */
function nearestOwned(owner: Int32Array, width: number): Int32Array {
  const source = new Int32Array(owner.length).fill(-1)
  const queue = new Int32Array(owner.length)
  let filled = 0
  const spread = (i: number) => {
    const x = i % width
    for (let way = 0; way < 4; way++) {
      const next = way === 0 ? i - 1 : way === 1 ? i + 1 : way === 2 ? i - width : i + width
      if (source[next] !== -1 || owner[next] !== -1) continue
      if ((way === 0 && x === 0) || (way === 1 && x === width - 1)) continue
      source[next] = source[i] as number
      queue[filled++] = next
    }
  }
  for (let i = 0; i < owner.length; i++) {
    if ((owner[i] as number) < 0) continue
    source[i] = i
    if (
      owner[i - 1] === -1 ||
      owner[i + 1] === -1 ||
      owner[i - width] === -1 ||
      owner[i + width] === -1
    )
      spread(i)
  }
  for (let taken = 0; taken < filled; taken++) spread(queue[taken] as number)
  for (let i = 0; i < owner.length; i++) if (source[i] === -1) source[i] = i
  return source
}
