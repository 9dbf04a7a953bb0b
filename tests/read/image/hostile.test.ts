import { describe, expect, test } from 'bun:test'
import { toPng } from '../../../src/figure/render/raster'
import { readPicture } from '../../../src/read/image'
import { UnreadablePicture } from '../../../src/read/raster'
import { bombPng, CMYK_JPEG, deepPng, MOVING_GIF } from './hostile'
import { FLOW } from './pictures'

const LIMITS = { maxPixels: 50_000_000 }
const BOX = { x: 12, y: 8, width: 24, height: 16 }

async function onlyBox(bytes: Uint8Array) {
  const { scene } = await readPicture(bytes, LIMITS)
  expect([scene.width, scene.height]).toEqual([48, 32])
  const [box] = scene.elements.filter(({ kind }) => kind === 'shape')
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs((box?.box[side] ?? 0) - BOX[side])).toBeLessThan(1.5)
  return Number.parseInt((box?.style.fill ?? '#').slice(1), 16)
}

describe('a picture of an odd kind', () => {
  test('moving: its first frame', async () => {
    expect(await onlyBox(MOVING_GIF)).toBe(0xc81e1e)
  })

  test('in the inks of print: its colours on a screen', async () => {
    const fill = await onlyBox(CMYK_JPEG)
    expect(fill & 255).toBeGreaterThan(200)
    expect((fill >> 16) & 255).toBeLessThan(80)
  })

  test('of sixteen bits a channel: as of eight', async () => {
    expect(await onlyBox(deepPng())).toBe(0x2040c0)
  })
})

describe('a picture that is none', async () => {
  test('with a size that nobody can hold is refused before it is unpacked', async () => {
    await expect(readPicture(bombPng(), LIMITS)).rejects.toBeInstanceOf(UnreadablePicture)
  })

  test('whose name lies is refused with a sentence', async () => {
    const text = new TextEncoder().encode('%PDF-1.7 not a picture')
    await expect(readPicture(text, LIMITS)).rejects.toThrow(/TIFF or AVIF that can be read/)
  })

  test('cut off ends, as a picture or with a sentence', async () => {
    const whole = await toPng(FLOW)
    for (const share of [0.02, 0.3, 0.7, 0.99]) {
      const part = whole.slice(0, Math.floor(whole.length * share))
      const end = await readPicture(part, LIMITS).catch((error: unknown) => error)
      if (end instanceof Error) expect(end).toBeInstanceOf(UnreadablePicture)
      else expect(end).toMatchObject({ scene: { width: 640, height: 360 } })
    }
  })
})
