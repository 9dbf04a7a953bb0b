import { describe, expect, test } from 'bun:test'
import { distanceTransform, thinMask } from '../../../../src/read/image/lines/strokes/thinning'
import { maskRegions, smoothRegions } from '../../../../src/read/image/pixels/connected-components'
import { opaque, type Pixels } from '../../../../src/read/image/pixels/pixels'
import { ssim } from '../../../../src/read/image/pixels/ssim'
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

describe('what is found in pixels is what the plain definition says', () => {
  test('lines one pixel wide', () => {
    ofEach(({ mask, width, height }) => {
      expect(thinMask(mask, width, height)).toEqual(oracle.thinned(mask, width))
    })
  })

  test('distance from the edge of the ink', () => {
    ofEach(({ mask, width, height }) => {
      expect(distanceTransform(mask, width)).toEqual(oracle.chamfer(mask, width, height))
    })
  })

  test('regions of one colour or ramp, with and without a part left out', () => {
    ofEach(({ mask, pixels }) => {
      expect(smoothRegions(pixels, 1)).toEqual(oracle.smoothRegions(pixels, 1))
      expect(smoothRegions(pixels, 6, mask)).toEqual(oracle.smoothRegions(pixels, 6, mask))
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
