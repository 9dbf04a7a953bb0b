import { difference, type Mask, type Pixels } from './pixels'

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
  const { width, height, rgb } = pixels
  const parent = new Int32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      parent[i] = i
      if (except?.[i]) continue
      const own = rgb[i] as number
      if (x > 0 && !except?.[i - 1] && near(own, rgb[i - 1] as number, tolerance))
        join(parent, i, i - 1)
      if (y > 0 && !except?.[i - width] && near(own, rgb[i - width] as number, tolerance))
        join(parent, i, i - width)
    }
  }
  return gather(pixels, parent, except)
}

/** Connected pixels of a mask, diagonal neighbours too. */
export function maskRegions(mask: Mask, pixels: Pixels): Regions {
  const { width, height } = pixels
  const parent = new Int32Array(width * height)
  const outside = new Uint8Array(mask.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      parent[i] = i
      if (!mask[i]) {
        outside[i] = 1
        continue
      }
      if (x > 0 && mask[i - 1]) join(parent, i, i - 1)
      if (y === 0) continue
      if (mask[i - width]) join(parent, i, i - width)
      if (x > 0 && mask[i - width - 1]) join(parent, i, i - width - 1)
      if (x < width - 1 && mask[i - width + 1]) join(parent, i, i - width + 1)
    }
  }
  return gather(pixels, parent, outside)
}

function near(a: number, b: number, tolerance: number): boolean {
  return a === b || difference(a, b) <= tolerance
}

function find(parent: Int32Array, i: number): number {
  let root = i
  while (parent[root] !== root) root = parent[root] as number
  for (let at = i; at !== root; ) {
    const next = parent[at] as number
    parent[at] = root
    at = next
  }
  return root
}

/** The lower index becomes the root, so that labels follow reading order. */
function join(parent: Int32Array, a: number, b: number): void {
  const one = find(parent, a)
  const other = find(parent, b)
  if (one < other) parent[other] = one
  else if (other < one) parent[one] = other
}

function gather({ width, height, rgb }: Pixels, parent: Int32Array, except?: Mask): Regions {
  const labels = new Int32Array(parent.length).fill(-1)
  const list: Region[] = []
  for (let i = 0; i < parent.length; i++) {
    if (except?.[i]) continue
    const root = find(parent, i)
    const x = i % width
    const y = (i / width) | 0
    if (root === i) {
      labels[i] = list.length
      list.push({
        label: list.length,
        area: 1,
        x0: x,
        y0: y,
        x1: x,
        y1: y,
        core: 0,
        colour: 0,
        border: x === 0 || y === 0 || x === width - 1 || y === height - 1,
      })
      continue
    }
    const label = labels[root] as number
    labels[i] = label
    const region = list[label]
    if (!region) continue
    region.area++
    if (x < region.x0) region.x0 = x
    if (x > region.x1) region.x1 = x
    if (y > region.y1) region.y1 = y
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) region.border = true
  }
  colourRegions(labels, list, rgb, width, height)
  return { labels, list }
}

/** Means over the core: the rim is mixed with what lies beside it. */
function colourRegions(
  labels: Int32Array,
  list: Region[],
  rgb: Int32Array,
  width: number,
  height: number,
): void {
  const sums = new Float64Array(list.length * 6)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const label = labels[i] as number
      if (label < 0) continue
      const region = list[label] as Region
      const inner =
        x > 0 &&
        y > 0 &&
        x < width - 1 &&
        y < height - 1 &&
        labels[i - 1] === label &&
        labels[i + 1] === label &&
        labels[i - width] === label &&
        labels[i + width] === label &&
        labels[i - width - 1] === label &&
        labels[i + width + 1] === label
      if (inner) region.core++
      const colour = rgb[i] as number
      const at = label * 6 + (inner ? 3 : 0)
      sums[at] = (sums[at] as number) + ((colour >> 16) & 255)
      sums[at + 1] = (sums[at + 1] as number) + ((colour >> 8) & 255)
      sums[at + 2] = (sums[at + 2] as number) + (colour & 255)
    }
  }
  for (const region of list) {
    const inner = region.core > 0
    const count = inner ? region.core : region.area - region.core
    const at = region.label * 6 + (inner ? 3 : 0)
    const channel = (c: number) => Math.round((sums[at + c] as number) / Math.max(1, count))
    region.colour = (channel(0) << 16) | (channel(1) << 8) | channel(2)
  }
}
