import type { Mask } from '../../pixels/pixels'

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

/** Whether a pixel with these neighbours, a bit each, goes in the first pass, and in the second. */
const SPARE = Array.from({ length: 256 }, (_, code) => {
  const has = (k: number) => (code >> (k & 7)) & 1
  const all = AROUND.map((_, k) => k)
  const count = all.filter(has).length
  const turns = all.filter((k) => !has(k) && has(k + 1)).length
  if (count < 2 || count > 6 || turns !== 1) return [false, false]
  const [north, east, south, west] = [has(0), has(2), has(4), has(6)]
  return [!(east && south && (north || west)), !(north && west && (east || south))]
})

/** Reduces what a pen drew to lines one pixel wide (Zhang and Suen, 1984). The border stays empty. */
export function thinMask(mask: Mask, width: number, height: number): Mask {
  const ink = mask.slice()
  ink.fill(0, 0, width).fill(0, width * (height - 1))
  for (let i = 0; i < ink.length; i += width) ink[i] = ink[i + width - 1] = 0
  const steps = Int32Array.from(AROUND, ([dx, dy]) => dy * width + dx)
  const codeAt = (i: number) => {
    let code = 0
    for (let k = 0; k < 8; k++) code |= (ink[i + (steps[k] as number)] as number) << k
    return code
  }
  const beside = [-1, 1, -width, width]
  const known = new Uint8Array(ink.length)
  let rim: number[] = []
  const list = (i: number) => {
    if (!ink[i] || known[i]) return
    known[i] = 1
    rim.push(i)
  }
  // What all four neighbours enclose can never go.
  for (let i = 0; i < ink.length; i++)
    if (ink[i] && !(ink[i - 1] && ink[i + 1] && ink[i - width] && ink[i + width])) list(i)
  for (let before = -1; before !== 0; ) {
    before = 0
    for (const pass of [0, 1]) {
      const gone = rim.filter((i) => SPARE[codeAt(i)]?.[pass])
      for (const i of gone) ink[i] = 0
      if (gone.length > 0) rim = rim.filter((i) => ink[i])
      for (const i of gone) for (const step of beside) list(i + step)
      before += gone.length
    }
  }
  return ink
}

/** How often the neighbours change from empty to inked: 1 at an end, 2 along a line, more at a junction (Rutovitz, 1966). */
export function crossingNumber(mask: Mask, i: number, width: number): number {
  let count = 0
  let before = mask[i - width - 1] as number
  for (const [dx, dy] of AROUND) {
    const now = mask[i + dy * width + dx] as number
    if (!before && now) count++
    before = now
  }
  return count
}

/** The distance of every inked pixel's centre from the edge of the ink, in pixels, to a third (chamfer 3-4; Borgefors, 1986). */
export function distanceTransform(mask: Mask, width: number): Float32Array {
  const thirds = new Int32Array(mask.length)
  const near = (i: number, side: 1 | -1) => {
    // Beyond the border there is no ink.
    if (i < width || i >= mask.length - width || (i + 1) % width < 2) return 3
    const across = i + side
    const down = i + side * width
    return Math.min(
      3 + (thirds[across] as number),
      3 + (thirds[down] as number),
      4 + (thirds[down - 1] as number),
      4 + (thirds[down + 1] as number),
    )
  }
  for (let i = 0; i < mask.length; i++) if (mask[i]) thirds[i] = near(i, -1)
  const depth = new Float32Array(mask.length)
  for (let i = mask.length - 1; i >= 0; i--) {
    if (!mask[i]) continue
    thirds[i] = Math.min(thirds[i] as number, near(i, 1))
    depth[i] = (thirds[i] as number) / 3
  }
  return depth
}
