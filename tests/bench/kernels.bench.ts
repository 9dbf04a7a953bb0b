/**
 * The pixel kernels against the plain definitions that their tests hold them to, on a figure of 1600 by 900 pixels, with
 * what it costs to carry pictures in and out. The best of some runs each, taken in turns.
 */

import { difference } from '../../src/figure/pixels/color'
import { toPng } from '../../src/figure/render/raster'
import { distanceTransform, thinMask } from '../../src/read/image/lines/strokes/thinning'
import { maskRegions, smoothRegions } from '../../src/read/image/pixels/connected-components'
import { opaque, type Pixels } from '../../src/read/image/pixels/pixels'
import { ssim } from '../../src/read/image/pixels/ssim'
import { decodePicture, type Raster } from '../../src/read/raster'
import { withKernels } from '../../wasm/kernels'
import * as oracle from '../wasm/oracles'
import { against, aim, type Bench, type Row } from './harness/rows'
import { generate } from './image/generate'

const RUNS = { quick: 5, full: 15 } as const
/** Levels from the page beyond which a pixel is ink. */
const INK = 20
const RADIUS = 5

export default {
  name: 'kernels',
  summary: 'pixel kernels against their plain definitions',
  async run({ full }) {
    const truth = generate('panels', 2)
    const png = await toPng(truth.svg, { width: truth.width, height: truth.height })
    const raster = await decodePicture(png, { maxPixels: 5e7 })
    return Object.entries(pairs(raster)).map(([name, [kernel, plain]]) =>
      measured(name, kernel, plain, full ? RUNS.full : RUNS.quick),
    )
  },
} satisfies Bench

type Work = () => unknown

function pairs(raster: Raster): Record<string, readonly [kernel: Work, plain: Work]> {
  const { width, height } = raster
  const pixels = opaque(raster)
  const page = pixels.rgb[0] as number
  const mask = Uint8Array.from(pixels.rgb, (own) => (difference(own, page) > INK ? 1 : 0))
  const lines = outlines(mask, width)
  const contrast = Uint8Array.from(pixels.rgb, (own) => difference(own, page))
  const owner = Int32Array.from(mask, (on) => 1 - on)
  const other: Pixels = {
    ...pixels,
    rgb: pixels.rgb.map((own, i) => (i % 7 === 0 ? own ^ 0x070f03 : own)),
  }
  return {
    'colours of RGBA': [() => opaque(raster), () => oracle.packed(raster.data)],
    'regions of one colour': [
      () => smoothRegions(pixels, 1),
      () => oracle.smoothRegions(pixels, 1),
    ],
    'connected ink': [() => maskRegions(lines, pixels), () => oracle.maskRegions(lines, pixels)],
    'distance from the edge': [
      () => distanceTransform(lines, width, height),
      () => oracle.chamfer(lines, width, height),
    ],
    thinning: [() => thinMask(lines, width, height), () => oracle.thinned(lines, width)],
    'structural similarity': [() => ssim(pixels, other), () => oracle.ssim(pixels, other)],
    'flat places': [() => flat(pixels), () => oracle.flat(pixels, 6)],
    'nearest surface': [() => nearest(owner, width, height), () => oracle.nearest(owner, width)],
    'greatest near by': [
      () => maximum(contrast, width, height),
      () => oracle.maximum(contrast, width, height, RADIUS),
    ],
  }
}

/** Ink with a pixel of no ink within three of it: what a pen may have drawn. */
function outlines(mask: Uint8Array, width: number): Uint8Array {
  return mask.map((on, i) =>
    on && [-3, 3, -3 * width, 3 * width].some((step) => !mask[i + step]) ? 1 : 0,
  )
}

function flat({ width, height, rgb }: Pixels): Uint8Array {
  return withKernels((kernels, { put, room, bytes }) => {
    const out = room(rgb.length)
    kernels.flat(put(rgb), 0, width, height, 6, out)
    return bytes(out, rgb.length)
  })
}

function nearest(owner: Int32Array, width: number, height: number): Int32Array {
  return withKernels((kernels, { put, room, ints }) => {
    const source = room(owner.byteLength)
    kernels.nearest(put(owner), width, height, source, room(owner.byteLength))
    return ints(source, owner.length)
  })
}

function maximum(values: Uint8Array, width: number, height: number): Uint8Array {
  return withKernels((kernels, { put, room, bytes }) => {
    const [rows, out] = [room(values.length), room(values.length)]
    const row = room(width + 2 * RADIUS + 16)
    kernels.maximum(put(values), width, height, RADIUS, row, rows, out)
    return bytes(out, values.length)
  })
}

function measured(name: string, kernel: Work, plain: Work, runs: number): Row {
  const best = [kernel, plain].map(() => Number.POSITIVE_INFINITY)
  for (let run = 0; run < runs; run++) {
    for (const [index, work] of [kernel, plain].entries()) {
      const started = performance.now()
      work()
      best[index] = Math.min(best[index] ?? 0, performance.now() - started)
    }
  }
  const [ours = Number.NaN, theirs = Number.NaN] = best
  const row = against({ figure: name, value: ours, unit: 'ms' }, { name: 'plain', value: theirs })
  return aim(row, { mostRatio: 0.5 })
}
