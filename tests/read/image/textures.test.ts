import { describe, expect, test } from 'bun:test'
import { readScene } from '../../../src/read/image/read-picture'
import type { Raster } from '../../../src/read/raster'
import { rasterOf } from './pictures'

const SIDE = 1000

function pattern(isInk: (x: number, y: number) => boolean): Raster {
  const data = new Uint8ClampedArray(4 * SIDE * SIDE).fill(255)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++)
      if (isInk(x, y)) data.fill(0, 4 * (y * SIDE + x), 4 * (y * SIDE + x) + 3)
  return { width: SIDE, height: SIDE, data }
}

describe('a texture of a million pixels', () => {
  const patterns = {
    checkerboard: (x: number, y: number) => (x + y) % 2 === 1,
    dots: (x: number, y: number) => x % 3 === 0 && y % 3 === 0,
  }
  for (const [name, isInk] of Object.entries(patterns)) {
    test(`of ${name} is a picture, not a hundred thousand lines`, async () => {
      const stages: string[] = []
      const { scene, facts } = await readScene(pattern(isInk), {
        onStage: (stage) => stages.push(stage),
      })
      expect(stages).toEqual(['surfaces', 'lines', 'verify'])
      expect(scene.elements.length).toBeLessThan(20)
      expect(facts.pixels.picture).toBeGreaterThan(0.9)
      expect(facts.ssim).toBeGreaterThan(0.98)
    })
  }
})

test('rules of a plot that bars cut lead nowhere', async () => {
  const rows = Array.from({ length: 7 }, (_, k) => 60 + 45 * k)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="420" viewBox="0 0 640 420">
<rect width="640" height="420" fill="#ffffff"/><rect x="80" y="40" width="520" height="330" fill="#e5e5e5"/>
${rows.map((y) => `<path d="M80 ${y + 0.5}H600" stroke="#ffffff" stroke-width="1"/>`).join('')}
${[140, 90, 180, 120].map((top, k) => `<rect x="${120 + 120 * k}" y="${top}" width="80" height="${370 - top}" fill="#e24a33"/>`).join('')}
</svg>`
  const { scene } = await readScene(await rasterOf(svg))
  expect(scene.elements.filter(({ kind }) => kind === 'connector')).toEqual([])
})
