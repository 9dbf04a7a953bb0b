import type { Pixels } from '../../src/read/image/pixels/pixels'

/** A mask and a picture of one size. */
export interface Raster {
  name: string
  width: number
  height: number
  mask: Uint8Array
  pixels: Pixels
}

/** Whole numbers from 0 up to `below`, the same ones for the same seed. */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Paint = (x: number, y: number) => { on: boolean; colour: number }

function raster(name: string, width: number, height: number, paint: Paint): Raster {
  const mask = new Uint8Array(width * height)
  const rgb = new Int32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const { on, colour } = paint(x, y)
      mask[y * width + x] = on ? 1 : 0
      rgb[y * width + x] = colour
    }
  }
  return { name, width, height, mask, pixels: { width, height, rgb } }
}

const grey = (level: number) => level * 0x010101

/** Sizes at which windows, vectors of 4, 8 and 16 and rows of one pixel begin and end. */
const SIZES = [
  [1, 1],
  [1, 9],
  [9, 1],
  [2, 2],
  [3, 3],
  [5, 7],
  [7, 5],
  [8, 8],
  [11, 13],
  [16, 16],
  [17, 33],
  [64, 9],
  [4096, 1],
  [1, 4096],
] as const

const PAINTS: Record<string, Paint> = {
  empty: () => ({ on: false, colour: 0xffffff }),
  full: () => ({ on: true, colour: 0x204060 }),
  checkerboard: (x, y) => ({ on: (x + y) % 2 === 0, colour: (x + y) % 2 ? 0 : 0xffffff }),
  stripes: (x) => ({ on: x % 3 !== 0, colour: x % 3 ? 0x336699 : 0xff8800 }),
  // Teeth that meet only at the far end: labels are joined late.
  comb: (x, y) => ({ on: x % 2 === 0 || y % 16 === 15, colour: x % 2 ? 0 : grey(200) }),
  ramp: (x, y) => ({ on: (x >> 2) % 2 === 0, colour: grey(Math.min(255, x + y)) }),
  corners: (x, y) => ({ on: (x * y) % 5 === 1, colour: x > y ? 0xff0000 : 0x00ff00 }),
}

/** Small rasters of every awkward size and pattern, and random ones from noise to blobs. */
export function rasters(): Raster[] {
  const list = SIZES.flatMap(([width, height]) =>
    Object.entries(PAINTS).map(([name, paint]) =>
      raster(`${name} ${width}x${height}`, width, height, paint),
    ),
  )
  for (let seed = 1; seed <= 40; seed++) {
    const next = random(seed)
    const [width, height] = [1 + next(60), 1 + next(60)]
    const dense = next(100)
    const spread = [1, 3, 9, 60, 256][next(5)] ?? 1
    const base = next(256 - spread + 1)
    list.push(
      raster(`noise ${seed}`, width, height, () => ({
        on: next(100) < dense,
        colour: (base + next(spread)) * 0x010000 + (base + next(spread)) * 0x100 + base,
      })),
      blobs(`blobs ${seed}`, width, height, next),
    )
  }
  return list
}

/** Overlapping boxes and circles of few colours, with a little noise: what figures are made of. */
function blobs(
  name: string,
  width: number,
  height: number,
  next: (below: number) => number,
): Raster {
  const count = 3 + next(12)
  const forms = Array.from({ length: count }, () => ({
    x: next(width),
    y: next(height),
    reach: 1 + next(Math.max(2, Math.min(width, height) >> 1)),
    round: next(2) === 0,
    colour: next(0x1000000),
    on: next(4) > 0,
  }))
  return raster(name, width, height, (x, y) => {
    const own = forms.findLast((form) =>
      form.round
        ? (x - form.x) ** 2 + (y - form.y) ** 2 <= form.reach ** 2
        : Math.max(Math.abs(x - form.x), Math.abs(y - form.y)) <= form.reach,
    )
    const noise = next(50) === 0 ? 0x050301 : 0
    return { on: own?.on ?? false, colour: (own?.colour ?? 0xf8f8f8) ^ noise }
  })
}
