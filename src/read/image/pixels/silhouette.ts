import type { Point } from '../../../forms/scene'
import type { Region, Regions } from './connected-components'

/** The rim of a dashed form: less than this share is covered between the ends of a row or column. */
const GAPPY = 0.5

/** What a region covers with its holes filled, in its own box. */
export interface Silhouette {
  x0: number
  y0: number
  width: number
  height: number
  area: number
  /** Pixels covered left of a column, by row: `(width + 1) * height` counts. */
  prefix: Int32Array
}

/**
 * Fills the holes of regions taken together: pixels that cannot be reached from their box's border. Gaps of up to
 * `closing` pixels in a row or column count as covered.
 */
export function silhouetteOf(
  { labels }: Regions,
  parts: readonly Region[],
  pictureWidth: number,
  closing = 0,
): Silhouette {
  const x0 = Math.min(...parts.map((part) => part.x0))
  const y0 = Math.min(...parts.map((part) => part.y0))
  const width = Math.max(...parts.map((part) => part.x1)) - x0 + 1
  const height = Math.max(...parts.map((part) => part.y1)) - y0 + 1
  const wanted = new Set(parts.map(({ label }) => label))
  const single = wanted.size === 1 ? parts[0]?.label : undefined
  const covered = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const label = labels[(y0 + y) * pictureWidth + x0 + x] as number
      if (single === undefined ? wanted.has(label) : label === single) covered[y * width + x] = 1
    }
  }
  if (closing > 0) closeGaps(covered, width, height, closing)
  floodOutside(covered, width, height)
  return { x0, y0, width, height, ...prefixSums(covered, width, height) }
}

function closeGaps(covered: Uint8Array, width: number, height: number, most: number): void {
  const source = covered.slice()
  const close = (start: number, step: number, count: number, atRim: boolean) => {
    if (atRim && isGappy(count, (k) => source[start + k * step] === 1)) return
    let last = -1
    for (let k = 0; k < count; k++) {
      if (!source[start + k * step]) continue
      if (last >= 0 && k - last - 1 <= most)
        for (let j = last + 1; j < k; j++) covered[start + j * step] = 1
      last = k
    }
  }
  for (let y = 0; y < height; y++) close(y * width, 1, width, y === 0 || y === height - 1)
  for (let x = 0; x < width; x++) close(x, width, height, x === 0 || x === width - 1)
}

/** A row or column of so many pixels has more gaps than ink, from its first to its last. */
export function isGappy(count: number, isCovered: (k: number) => boolean): boolean {
  let [own, first, last] = [0, count, -1]
  for (let k = 0; k < count; k++) {
    if (!isCovered(k)) continue
    own++
    first = Math.min(first, k)
    last = k
  }
  return own < GAPPY * (last - first + 1)
}

/** Marks what is reached from the border by 2; everything else is inside. */
function floodOutside(covered: Uint8Array, width: number, height: number): void {
  const stack: number[] = []
  const reach = (i: number) => {
    if (covered[i] !== 0) return
    covered[i] = 2
    stack.push(i)
  }
  for (let x = 0; x < width; x++) {
    reach(x)
    reach((height - 1) * width + x)
  }
  for (let y = 0; y < height; y++) {
    reach(y * width)
    reach(y * width + width - 1)
  }
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    const x = i % width
    if (x > 0) reach(i - 1)
    if (x < width - 1) reach(i + 1)
    if (i >= width) reach(i - width)
    if (i < covered.length - width) reach(i + width)
  }
}

function prefixSums(covered: Uint8Array, width: number, height: number) {
  const prefix = new Int32Array((width + 1) * height)
  let area = 0
  for (let y = 0; y < height; y++) {
    let count = 0
    for (let x = 0; x < width; x++) {
      if (covered[y * width + x] !== 2) count++
      prefix[y * (width + 1) + x + 1] = count
    }
    area += count
  }
  return { prefix, area }
}

export function covers({ width, height, prefix }: Silhouette, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= width || y >= height) return false
  const at = y * (width + 1) + x
  return prefix[at + 1] !== prefix[at]
}

/** How many of a row's pixels from `left` up to `right` (real numbers, rounded) are covered. */
export function coveredIn(
  { width, prefix }: Silhouette,
  y: number,
  left: number,
  right: number,
): number {
  const from = Math.min(width, Math.max(0, Math.round(left)))
  const to = Math.min(width, Math.max(from, Math.round(right)))
  const at = y * (width + 1)
  return (prefix[at + to] as number) - (prefix[at + from] as number)
}

/** The outline as corner points between pixels, clockwise, in picture pixels; the first part found from the top. */
export function contourOf(shape: Silhouette): Point[] {
  let x = 0
  while (x < shape.width && !covers(shape, x, 0)) x++
  const start = { x, y: 0 }
  const points: Point[] = []
  const steps = [
    { x: 1, y: 0 },
    { x: 0, y: 1 },
    { x: -1, y: 0 },
    { x: 0, y: -1 },
  ] as const
  let at = start
  let heading = 0
  const most = 4 * (shape.width + shape.height) * 8
  for (let count = 0; count < most; count++) {
    points.push({ x: at.x + shape.x0, y: at.y + shape.y0 })
    const step = steps[heading] ?? steps[0]
    at = { x: at.x + step.x, y: at.y + step.y }
    if (at.x === start.x && at.y === start.y) break
    heading = nextHeading(shape, at, heading)
  }
  return points
}

/** The inside stays on the right hand: turn left where both pixels ahead are covered, right where neither is. */
function nextHeading(shape: Silhouette, at: Point, heading: number): number {
  const ahead = [
    [at.x, at.y - 1, at.x, at.y],
    [at.x, at.y, at.x - 1, at.y],
    [at.x - 1, at.y, at.x - 1, at.y - 1],
    [at.x - 1, at.y - 1, at.x, at.y - 1],
  ][heading] ?? [0, 0, 0, 0]
  const [leftX = 0, leftY = 0, rightX = 0, rightY = 0] = ahead
  if (!covers(shape, rightX, rightY)) return (heading + 1) % 4
  return covers(shape, leftX, leftY) ? (heading + 3) % 4 : heading
}
