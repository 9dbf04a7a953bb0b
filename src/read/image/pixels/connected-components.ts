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
    const [a, b] = [rgb[i] as number, rgb[j] as number]
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
    labels.fill(own < 0 ? parents.push(parents.length) - 1 : own, from, to)
    return to
  }
  for (let start = 0; start < width * height; start += width)
    for (let i = start; i < start + width; )
      i = belongs(i) ? runFrom(i, start, start + width) : i + 1
  let count = 0
  const names = new Int32Array(parents.length)
  for (let k = 0; k < names.length; k++)
    names[k] = parents[k] === k ? count++ : (names[root(k)] as number)
  for (let i = 0; i < labels.length; i++)
    if ((labels[i] as number) >= 0) labels[i] = names[labels[i] as number] as number
  return labels
}

function described(pixels: Pixels, labels: Int32Array): Regions {
  const { width, height } = pixels
  const list: Region[] = []
  const sums: Float64Array[] = []
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; ) {
      const label = labels[y * width + x] as number
      const from = x
      while (x < width && labels[y * width + x] === label) x++
      if (label < 0) continue
      const edge = y === 0 || y === height - 1
      if (!list[label]) {
        const box = { x0: from, y0: y, x1: from, y1: y }
        list.push({ label, area: 0, ...box, core: 0, colour: 0, border: false })
        sums.push(new Float64Array(6))
      }
      const region = list[label] as Region
      region.area += x - from
      region.x0 = Math.min(region.x0, from)
      region.x1 = Math.max(region.x1, x - 1)
      region.y1 = y
      region.border ||= edge || from === 0 || x === width
      const start = y * width
      region.core += addColours(sums[label] as Float64Array, pixels, labels, {
        from: start + from,
        to: start + x,
        edge,
      })
    }
  for (const region of list) {
    const core = region.core > 0
    const [red = 0, green = 0, blue = 0] = sums[region.label]?.subarray(core ? 3 : 0) ?? []
    const mean = (sum: number) => Math.floor(sum / (core ? region.core : region.area) + 0.5)
    region.colour = (mean(red) << 16) | (mean(green) << 8) | mean(blue)
  }
  return { labels, list }
}

/** Adds a run's colours, and those of its core; gives the pixels of that. */
function addColours(
  sums: Float64Array,
  { width, rgb }: Pixels,
  labels: Int32Array,
  { from, to, edge }: { from: number; to: number; edge: boolean },
): number {
  const label = labels[from]
  let [r, g, b, cr, cg, cb, core] = [0, 0, 0, 0, 0, 0, 0]
  for (let i = from; i < to; i++) {
    const own = rgb[i] as number
    r += own >> 16
    g += (own >> 8) & 255
    b += own & 255
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
    cr += own >> 16
    cg += (own >> 8) & 255
    cb += own & 255
  }
  ;[r, g, b, cr, cg, cb].forEach((sum, k) => {
    sums[k] = (sums[k] as number) + sum
  })
  return core
}
