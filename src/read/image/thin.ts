import type { Mask } from './pixels'

/** The eight neighbours clockwise from above, as steps of x and y. */
export const AROUND = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
] as const

/** Reduces what a pen drew to lines one pixel wide (Zhang and Suen, 1984). The border stays empty. */
export function thinned(mask: Mask, width: number, height: number): Mask {
  const result = mask.slice()
  for (let x = 0; x < width; x++) {
    result[x] = 0
    result[(height - 1) * width + x] = 0
  }
  for (let y = 0; y < height; y++) {
    result[y * width] = 0
    result[y * width + width - 1] = 0
  }
  let active: number[] = []
  for (let i = 0; i < result.length; i++) if (result[i]) active.push(i)
  for (let changed = true; changed; ) {
    changed = false
    for (const pass of [0, 1] as const) {
      const gone = active.filter((i) => result[i] === 1 && isSpare(result, i, width, pass))
      for (const i of gone) result[i] = 0
      if (gone.length > 0) changed = true
    }
    active = active.filter((i) => result[i] === 1 && isRim(result, i, width))
    // What is wholly inside now becomes rim when its neighbours go.
    if (changed) active = withNeighbours(active, result, width)
  }
  return result
}

function isRim(mask: Mask, i: number, width: number): boolean {
  return !(mask[i - 1] && mask[i + 1] && mask[i - width] && mask[i + width])
}

function withNeighbours(active: readonly number[], mask: Mask, width: number): number[] {
  const all = new Set(active)
  for (const i of active)
    for (const [dx, dy] of AROUND) {
      const next = i + dy * width + dx
      if (mask[next]) all.add(next)
    }
  return [...all].sort((a, b) => a - b)
}

function isSpare(mask: Mask, i: number, width: number, pass: 0 | 1): boolean {
  const n = mask[i - width] as number
  const ne = mask[i - width + 1] as number
  const e = mask[i + 1] as number
  const se = mask[i + width + 1] as number
  const s = mask[i + width] as number
  const sw = mask[i + width - 1] as number
  const w = mask[i - 1] as number
  const nw = mask[i - width - 1] as number
  const count = n + ne + e + se + s + sw + w + nw
  if (count < 2 || count > 6) return false
  const turns =
    Number(!n && ne) +
    Number(!ne && e) +
    Number(!e && se) +
    Number(!se && s) +
    Number(!s && sw) +
    Number(!sw && w) +
    Number(!w && nw) +
    Number(!nw && n)
  if (turns !== 1) return false
  return pass === 0 ? !(n && e && s) && !(e && s && w) : !(n && e && w) && !(n && s && w)
}

/** How often the neighbours change from empty to inked: 1 at an end, 2 along a line, more at a junction. */
export function branches(mask: Mask, i: number, width: number): number {
  let count = 0
  let before = mask[i - width - 1] as number
  for (const [dx, dy] of AROUND) {
    const now = mask[i + dy * width + dx] as number
    if (!before && now) count++
    before = now
  }
  return count
}

/** The distance of every inked pixel's centre from the edge of the ink, in pixels (chamfer 3-4, thirds). */
export function depths(mask: Mask, width: number, height: number): Float32Array {
  const far = 30000
  const depth = new Int32Array(mask.length)
  for (let i = 0; i < mask.length; i++) depth[i] = mask[i] ? far : 0
  // Beyond the border there is no ink.
  const rim = (i: number) => {
    if (mask[i]) depth[i] = 3
  }
  for (let x = 0; x < width; x++) {
    rim(x)
    rim((height - 1) * width + x)
  }
  for (let y = 0; y < height; y++) {
    rim(y * width)
    rim(y * width + width - 1)
  }
  const relax = (i: number, from: number, cost: number) => {
    const by = (depth[from] as number) + cost
    if (by < (depth[i] as number)) depth[i] = by
  }
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      if (!depth[i]) continue
      relax(i, i - 1, 3)
      relax(i, i - width, 3)
      relax(i, i - width - 1, 4)
      relax(i, i - width + 1, 4)
    }
  }
  for (let y = height - 2; y >= 0; y--) {
    for (let x = width - 2; x > 0; x--) {
      const i = y * width + x
      if (!depth[i]) continue
      relax(i, i + 1, 3)
      relax(i, i + width, 3)
      relax(i, i + width + 1, 4)
      relax(i, i + width - 1, 4)
    }
  }
  return Float32Array.from(depth, (value) => value / 3)
}
