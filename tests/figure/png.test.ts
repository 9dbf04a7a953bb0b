import { describe, expect, test } from 'bun:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { encodePng } from '../../src/figure/pixels/png'

async function pixelsOf(png: Uint8Array): Promise<number[]> {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return [...context.getImageData(0, 0, image.width, image.height).data]
}

describe('pixels as a PNG', () => {
  test('are read back as they were, opaque ones without alpha', async () => {
    const data = Uint8Array.of(255, 0, 0, 255, 0, 128, 7, 255, 1, 2, 3, 255, 9, 9, 9, 255)
    const png = encodePng({ width: 2, height: 2, data })
    expect(png[25]).toBe(2)
    expect(await pixelsOf(png)).toEqual([...data])
  })

  test('keep their alpha, and their colours apart from it', async () => {
    const data = Uint8Array.of(128, 64, 0, 128, 0, 0, 0, 0)
    const png = encodePng({ width: 2, height: 1, data })
    expect(png[25]).toBe(6)
    const [r = 0, g = 0, b, a, ...clear] = await pixelsOf(png)
    expect([Math.abs(r - 255) <= 1, Math.abs(g - 128) <= 1, b, a]).toEqual([true, true, 0, 128])
    expect(clear).toEqual([0, 0, 0, 0])
  })
})
