import { afterAll, describe, expect, test } from 'bun:test'
import { difference } from '../../src/figure/pixels/color'
import { distanceTransform, thinMask } from '../../src/read/image/lines/strokes/thinning'
import { maskRegions, smoothRegions } from '../../src/read/image/pixels/connected-components'
import { opaque, type Pixels } from '../../src/read/image/pixels/pixels'
import { ssim } from '../../src/read/image/pixels/ssim'
import { releaseKernels, withKernels } from '../../wasm/kernels'
import * as oracle from './oracles'
import { type Raster, random, rasters } from './rasters'

const ALL = rasters()

/** The same claim of every raster; says which one broke it. */
function ofEach(claim: (raster: Raster, next: (below: number) => number) => void): void {
  ALL.forEach((raster, index) => {
    try {
      claim(raster, random(index + 1))
    } catch (cause) {
      throw new Error(`not so for ${raster.name}`, { cause })
    }
  })
}

const bytesOf = (count: number, next: (below: number) => number, below = 256) =>
  Uint8Array.from({ length: count }, () => next(below))

describe('what the reader takes from the kernels is what the plain definition says', () => {
  test('lines one pixel wide', () => {
    ofEach(({ mask, width, height }) => {
      expect(thinMask(mask, width, height)).toEqual(oracle.thinned(mask, width))
    })
  })

  test('pixels averaged with what is near them in place and colour', () => {
    ofEach(({ pixels, width, height }, next) => {
      const { rgb } = pixels
      const [reach, most] = [1 + next(6), next(90)]
      for (const down of [false, true]) {
        const found = withKernels((kernels, { put, room, ints }) => {
          const [from, to] = [put(rgb), room(4 * rgb.length + 16)]
          const line = room(4 * (width + 2 * reach + 4))
          kernels.averaged(from, width, height, reach, most, down ? 1 : 0, line, to)
          return ints(to, rgb.length)
        })
        expect(found).toEqual(oracle.averaged(pixels, reach, most, down))
      }
    })
  })

  test('distance from the edge of the ink', () => {
    ofEach(({ mask, width, height }) => {
      expect(distanceTransform(mask, width, height)).toEqual(oracle.chamfer(mask, width, height))
    })
  })

  test('regions of one colour or ramp, with and without a part left out', () => {
    ofEach(({ mask, pixels }) => {
      for (const tolerance of [0, 1, 6]) {
        expect(smoothRegions(pixels, tolerance)).toEqual(oracle.smoothRegions(pixels, tolerance))
        expect(smoothRegions(pixels, tolerance, mask)).toEqual(
          oracle.smoothRegions(pixels, tolerance, mask),
        )
      }
    })
  })

  test('connected ink', () => {
    ofEach(({ mask, pixels }) => {
      expect(maskRegions(mask, pixels)).toEqual(oracle.maskRegions(mask, pixels))
    })
  })

  test('structural similarity, to a millionth', () => {
    ofEach(({ pixels }, next) => {
      const noisy: Pixels = { ...pixels, rgb: pixels.rgb.map((own) => own ^ next(0x40)) }
      expect(ssim(pixels, pixels)).toBeCloseTo(1, 12)
      expect(Math.abs(ssim(pixels, noisy) - oracle.ssim(pixels, noisy))).toBeLessThan(1e-6)
    })
  })

  test('colours on a white page, whatever their alpha', () => {
    for (const count of [1, 3, 4, 5, 64, 255]) {
      const next = random(count)
      const data = Uint8ClampedArray.from({ length: 4 * count }, (_, k) =>
        k % 4 === 3 ? ([0, 255, 255, next(256)][next(4)] as number) : next(256),
      )
      expect(opaque({ width: count, height: 1, data }).rgb).toEqual(oracle.packed(data))
    }
  })
})

test('places without an edge near by, for the flat colours of a compressed picture', () => {
  ofEach(({ pixels, width, height }) => {
    const { rgb } = pixels
    for (const most of [1, 4]) {
      const found = withKernels((kernels, { put, room, bytes }) => {
        const mask = room(rgb.length)
        kernels.still(put(rgb), width, height, most, mask)
        return bytes(mask, rgb.length)
      })
      expect(found).toEqual(oracle.still(pixels, most))
    }
  })
})

describe('what lettering is found with', () => {
  test('flat places, their parts, and how far each pixel lies within', () => {
    ofEach(({ mask, pixels, width, height }) => {
      const most = 6
      const found = withKernels((kernels, { put, room, bytes, ints }) => {
        const [out, labels, depth] = [
          room(mask.length),
          room(4 * mask.length),
          room(2 * mask.length),
        ]
        kernels.flat(put(pixels.rgb), put(mask), width, height, most, out)
        const count = kernels.connected4(out, width, height, labels)
        kernels.chessboard(out, width, height, depth)
        return {
          flat: bytes(out, mask.length),
          parts: { labels: ints(labels, mask.length), count },
          depth: new Uint16Array(bytes(depth, 2 * mask.length).buffer),
        }
      })
      const flat = oracle.flat(pixels, most, mask)
      expect(found).toEqual({
        flat,
        parts: oracle.connected(flat, pixels, false),
        depth: oracle.chessboard(flat, width, height),
      })
    })
  })

  test('the nearest surface, the first of equally near ones', () => {
    ofEach(({ mask, width, height }, next) => {
      const owner = Int32Array.from(mask, (on) => (on && next(3) > 0 ? 1 + next(4) : 0))
      const found = withKernels((kernels, { put, room, ints }) => {
        const source = room(4 * owner.length)
        kernels.nearest(put(owner), width, height, source, room(4 * owner.length))
        return ints(source, owner.length)
      })
      expect(found).toEqual(oracle.nearest(owner, width))
    })
  })

  test('the greatest contrast near by, and what stands out from it', () => {
    ofEach(({ width, height }, next) => {
      const values = bytesOf(width * height, next)
      for (const radius of [0, 1, 5]) {
        const [peaks, marked] = withKernels((kernels, { put, room, bytes }) => {
          const [at, out] = [put(values), room(values.length)]
          const row = room(width + 2 * radius + 16)
          kernels.maximum(at, width, height, radius, row, room(values.length), out)
          const peaks = bytes(out, values.length)
          kernels.outstanding(at, out, values.length, 18, 0.3)
          return [peaks, bytes(out, values.length)]
        })
        const wanted = oracle.maximum(values, width, height, radius)
        expect(peaks).toEqual(wanted)
        expect(marked).toEqual(
          values.map((value, i) => (value >= 18 && value >= 0.3 * (wanted[i] as number) ? 1 : 0)),
        )
      }
    })
  })

  test('where its pieces lie and what colour they have', () => {
    ofEach(({ mask, pixels, width, height }, next) => {
      const contrast = bytesOf(mask.length, next)
      const [picture, ground] = [bytesOf(3 * mask.length, next), bytesOf(3 * mask.length, next)]
      const { labels, count } = oracle.connected(mask, pixels, true)
      const found = withKernels((kernels, { put, room, ints, doubles }) => {
        const [at, table] = [put(labels), room(8 * 13 * count)]
        const inputs = [put(contrast), put(picture), put(ground)] as const
        kernels.pieces(at, ...inputs, width, height, count, 0.85, table)
        return { numbers: ints(at, labels.length), table: doubles(table, 13 * count) }
      })
      expect(found.numbers).toEqual(labels.map((label) => label + 1))
      expect([...found.table]).toEqual(
        membersOf(labels, count).flatMap((own) => piece(own, { width, contrast, picture, ground })),
      )
    })
  })

  test('surfaces by size, depth and colour', () => {
    ofEach(({ mask, pixels, width, height }, next) => {
      const { labels, count } = oracle.connected(mask, pixels, false)
      const depth = Uint16Array.from(mask, () => next(70))
      const found = withKernels((kernels, { put, room, doubles }) => {
        const table = room(8 * 12 * count)
        const inside = put(new Uint8Array(depth.buffer))
        kernels.surfaces(put(labels), put(pixels.rgb), inside, width, height, count, table)
        return doubles(table, 12 * count)
      })
      expect([...found]).toEqual(
        membersOf(labels, count).flatMap((own) => surface(own, { width, depth, pixels })),
      )
    })
  })

  test('the ground below ink, and no ink along the edge between two surfaces', () => {
    // A dark and a light surface, a mixed column between them, a red letter on each, the right one known.
    const [dark, light, mixed, red] = [0x202020, 0xe0e0e0, 0x808080, 0xff0000]
    const rgb = Int32Array.of(dark, dark, mixed, light, light, dark, red, mixed, red, light)
    const owner = Int32Array.of(1, 1, 0, 2, 2, 1, 0, 0, 0, 2)
    const except = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 1, 0)
    const source = oracle.nearest(owner, 5)
    // The second surface varies: it gives the colour of its nearest pixel.
    const means = Int32Array.of(0, 0x222222, -1 - light)
    const { picture, ground, contrast } = withKernels((kernels, { put, room, bytes }) => {
      const out = [room(30), room(30), room(10)] as const
      const at = [put(rgb), put(except), put(owner), put(source), put(means)] as const
      kernels.grounded(...at, 5, 2, 14, ...out)
      return { picture: bytes(out[0], 30), ground: bytes(out[1], 30), contrast: bytes(out[2], 10) }
    })
    const colours = (bytes: Uint8Array) =>
      Array.from(
        rgb,
        (_, i) => new DataView(bytes.buffer).getUint16(3 * i) * 256 + (bytes[3 * i + 2] as number),
      )
    expect(colours(picture)).toEqual([...rgb])
    const below = [0x222222, 0x222222, 0x222222, light, light]
    expect(colours(ground)).toEqual([...below, 0x222222, 0x222222, 0x222222, light, light])
    const ink = difference(red, 0x222222)
    expect([...contrast]).toEqual([2, 0, 0, 0, 0, 2, ink, 0, 0, 0])
  })
})

function membersOf(labels: Int32Array, count: number): number[][] {
  const members: number[][] = Array.from({ length: count }, () => [])
  labels.forEach((label, i) => label >= 0 && members[label]?.push(i))
  return members
}

interface Inked {
  width: number
  contrast: Uint8Array
  picture: Uint8Array
  ground: Uint8Array
}

function piece(own: number[], { width, contrast, picture, ground }: Inked): number[] {
  const peak = Math.max(...own.map((i) => contrast[i] as number))
  const strong = own.filter((i) => (contrast[i] as number) >= 0.85 * peak)
  const sums = (from: Uint8Array) =>
    [0, 1, 2].map((channel) =>
      strong.reduce((sum, i) => sum + (from[3 * i + channel] as number), 0),
    )
  const [x0, x1] = oracle.extent(own.map((i) => i % width))
  const [y0, y1] = oracle.extent(own.map((i) => Math.floor(i / width)))
  return [x0, y0, x1, y1, own.length, peak, strong.length, ...sums(picture), ...sums(ground)]
}

function surface(
  own: number[],
  { width, depth, pixels }: { width: number; depth: Uint16Array; pixels: Pixels },
): number[] {
  const channel = (i: number, shift: number) => ((pixels.rgb[i] as number) >> shift) & 255
  const sums = (power: number) =>
    [16, 8, 0].map((shift) => own.reduce((sum, i) => sum + channel(i, shift) ** power, 0))
  const [x0, x1] = oracle.extent(own.map((i) => i % width))
  const [y0, y1] = oracle.extent(own.map((i) => Math.floor(i / width)))
  const deepest = Math.max(...own.map((i) => depth[i] as number))
  return [own.length, x0, x1, y0, y1, deepest, ...sums(1), ...sums(2)]
}

describe('the memory of the kernels', () => {
  afterAll(releaseKernels)

  test('grows with a picture, is kept for the next, and is given back after a large one', () => {
    const size = () => withKernels(({ memory }) => memory.buffer.byteLength)
    const givenBack = () => {
      withKernels((_, { room }) => room(120_000_000))
      releaseKernels()
      return size()
    }
    const small = givenBack()
    const picture = new Uint8Array(3_000_000).fill(1)
    distanceTransform(picture, 3000, 1000)
    const grown = size()
    expect(grown).toBeGreaterThan(7 * picture.length)
    releaseKernels()
    distanceTransform(picture, 3000, 1000)
    expect(size()).toBe(grown)
    expect(givenBack()).toBe(small)
    expect(small).toBeLessThan(1_000_000)
  })

  test('has an end that is said, not a crash', () => {
    expect(() => withKernels((_, { room }) => room(2 ** 31))).toThrow(RangeError)
    expect(distanceTransform(Uint8Array.of(1), 1, 1)).toEqual(Float32Array.of(1))
  })

  test('gives copies: what was taken out stays as it was', () => {
    const first = thinMask(new Uint8Array(100).fill(1), 10, 10)
    const kept = first.slice()
    thinMask(new Uint8Array(100), 10, 10)
    expect(first).toEqual(kept)
  })
})
