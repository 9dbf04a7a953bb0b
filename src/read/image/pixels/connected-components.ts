import { difference } from '../../../figure/color'
import type { Box } from '../../../forms/scene'
import type { Mask, Pixels } from './pixels'

/** A connected set of pixels; `x1` and `y1` are the last column and row. */
export interface Region {
  label: number
  area: number
  x0: number
  y0: number
  x1: number
  y1: number
  /** Pixels whose eight neighbours belong to it too: 0 for what a thin pen draws. */
  core: number
  /** Of the core, or of all where there is none. */
  colour: number
  /** Touches the picture's border. */
  border: boolean
}

export interface Regions {
  /** Index into `list` of every pixel; -1: none. */
  labels: Int32Array
  list: Region[]
}

/** Connected pixels whose neighbours differ by at most `tolerance` levels: flat fills and ramps. */
export function smoothRegions(pixels: Pixels, tolerance: number, except?: Mask): Regions {
  const { rgb } = pixels
  const joins = (i: number, j: number) => {
    const a = rgb[i] as number
    const b = rgb[j] as number
    return a === b || difference(a, b) <= tolerance
  }
  return described(pixels, labelled(pixels, except ? (i) => !except[i] : () => true, joins, 0))
}

/** Connected pixels of a mask, diagonal neighbours too. */
export function maskRegions(mask: Mask, pixels: Pixels): Regions {
  return described(
    pixels,
    labelled(pixels, (i) => mask[i] === 1, always, 1),
  )
}

/** Connected pixels of a mask, side by side. */
export function tightRegions(mask: Mask, pixels: Pixels): Regions {
  return described(
    pixels,
    labelled(pixels, (i) => mask[i] === 1, always, 0),
  )
}

const always = () => true

/** Visits every pixel of a region by its index, column and row, rows from the top. */
export function eachPixel(
  { label, x0, y0, x1, y1 }: Region,
  labels: Int32Array,
  width: number,
  visit: (i: number, x: number, y: number) => void,
): void {
  for (let y = y0; y <= y1; y++)
    for (let x = x0, i = y * width + x0; x <= x1; x++, i++) if (labels[i] === label) visit(i, x, y)
}

export function regionBox({ x0, y0, x1, y1 }: Region): Box {
  return { x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 }
}

/** The shorter side of a region's box. */
export function sideOf({ x0, y0, x1, y1 }: Region): number {
  return Math.min(x1 - x0, y1 - y0) + 1
}

/**
 * Numbers connected pixels in reading order, -1 for those that do not belong. Runs of a row are joined to what they touch
 * above, `aside` more pixels to either side included (disjoint sets).
 */
function labelled(
  { width, height, rgb }: Pixels,
  belongs: (i: number) => boolean,
  joins: (i: number, j: number) => boolean,
  aside: 0 | 1,
): Int32Array {
  const labels = new Int32Array(rgb.length).fill(-1)
  const parents: number[] = []
  const root = (of: number) => {
    let at = of
    while (parents[at] !== at) {
      const above = parents[parents[at] as number] as number
      parents[at] = above
      at = above
    }
    return at
  }
  const runFrom = (from: number, start: number, end: number): number => {
    let to = from + 1
    while (to < end && belongs(to) && joins(to, to - 1)) to++
    let own = -1
    let last = -1
    const right = Math.min(end, to + aside)
    for (let i = Math.max(start, from - aside); start > 0 && i < right; i++) {
      const above = labels[i - width] as number
      if (above < 0 || above === last || (aside === 0 && !joins(i, i - width))) continue
      last = above
      const other = root(above)
      // The older one stays, so that numbers follow reading order.
      if (own >= 0 && own !== other) parents[Math.max(own, other)] = Math.min(own, other)
      own = own < 0 ? other : Math.min(own, other)
    }
    if (own < 0) own = parents.push(parents.length) - 1
    // A call costs more than a few pixels.
    if (to - from > 8) labels.fill(own, from, to)
    else for (let i = from; i < to; i++) labels[i] = own
    return to
  }
  for (let start = 0; start < width * height; start += width)
    for (let i = start; i < start + width; )
      i = belongs(i) ? runFrom(i, start, start + width) : i + 1
  let count = 0
  const names = new Int32Array(parents.length)
  for (let k = 0; k < names.length; k++)
    names[k] = parents[k] === k ? count++ : (names[parents[k] as number] as number)
  for (let i = 0; i < labels.length; i++)
    if ((labels[i] as number) >= 0) labels[i] = names[labels[i] as number] as number
  return labels
}

function described(pixels: Pixels, labels: Int32Array): Regions {
  const { width, height } = pixels
  const list: Region[] = []
  /** Of each region: red, green and blue of all its pixels, then of its core. */
  const sums: number[] = []
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; ) {
      const label = labels[y * width + x] as number
      const from = x
      while (x < width && labels[y * width + x] === label) x++
      if (label < 0) continue
      const edge = y === 0 || y === height - 1
      // Labels follow reading order.
      if (label === list.length) {
        list.push(regionAt(label, from, y))
        for (let k = 0; k < 6; k++) sums.push(0)
      }
      const region = list[label] as Region
      region.area += x - from
      region.x0 = Math.min(region.x0, from)
      region.x1 = Math.max(region.x1, x - 1)
      region.y1 = y
      region.border ||= edge || from === 0 || x === width
      const start = y * width
      region.core += addColours(sums, pixels, labels, start + from, start + x, edge)
    }
  for (const region of list) {
    const core = region.core > 0
    const at = 6 * region.label + (core ? 3 : 0)
    const mean = (k: number) =>
      Math.floor((sums[at + k] as number) / (core ? region.core : region.area) + 0.5)
    region.colour = (mean(0) << 16) | (mean(1) << 8) | mean(2)
  }
  return { labels, list }
}

function regionAt(label: number, x: number, y: number): Region {
  return { label, area: 0, x0: x, y0: y, x1: x, y1: y, core: 0, colour: 0, border: false }
}

/** Adds a run's colours, and those of its core; gives the pixels of that. */
function addColours(
  sums: number[],
  { width, rgb }: Pixels,
  labels: Int32Array,
  from: number,
  to: number,
  edge: boolean,
): number {
  const label = labels[from] as number
  const at = 6 * label
  let core = 0
  for (let i = from; i < to; i++) {
    const own = rgb[i] as number
    add(sums, at, own)
    if (
      edge ||
      i === from ||
      i === to - 1 ||
      labels[i - width] !== label ||
      labels[i + width] !== label ||
      labels[i - width - 1] !== label ||
      labels[i + width + 1] !== label
    )
      continue
    core++
    add(sums, at + 3, own)
  }
  return core
}

function add(sums: number[], at: number, colour: number): void {
  sums[at] = (sums[at] as number) + (colour >> 16)
  sums[at + 1] = (sums[at + 1] as number) + ((colour >> 8) & 255)
  sums[at + 2] = (sums[at + 2] as number) + (colour & 255)
}
