import { describe, expect, test } from 'bun:test'
import { loadImage } from '@napi-rs/canvas'
import { toPng } from '../../../src/figure/render/raster'
import { toSvg } from '../../../src/figure/svg'
import type { Scene } from '../../../src/forms/scene'
import { readPicture } from '../../../src/read/image'
import { readScene } from '../../../src/read/image/read-picture'
import { painted, rasterOf } from './pictures'

/** Hills under a sky with a caption on them, every pixel a little off the one beside it. */
async function hills(width: number, height: number): Promise<Uint8Array> {
  const words = await loadImage(
    Buffer.from(
      await toPng(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"
      ><text x="60" y="70" font-family="Inter" font-weight="600" font-size="34" fill="#ffffff"
      >Morning over the valley</text></svg>`),
    ),
  )
  return painted(width, height, (context) => {
    const image = context.createImageData(width, height)
    let state = 7
    const next = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state / 2 ** 32 - 0.5
    }
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const ridge = height * (0.5 + 0.12 * Math.sin(x / 61) + 0.06 * Math.sin(x / 23))
        const light = y < ridge ? 150 - 60 * (y / height) : 70 + 40 * Math.sin((x + y) / 17)
        const tint = y < ridge ? [0.7, 0.9, 1.2] : [0.8, 1, 0.5]
        const grain = y < ridge ? 3 * next() : 50 * next()
        const at = (y * width + x) * 4
        for (let c = 0; c < 3; c++) image.data[at + c] = light * (tint[c] ?? 1) + grain
        image.data[at + 3] = 255
      }
    }
    context.putImageData(image, 0, 0)
    context.drawImage(words, 0, 0)
  })
}

describe('a picture with words on it', () => {
  test('cannot be edited, for all that its caption can', async () => {
    const { report, scene } = await readPicture(await hills(640, 400), { maxPixels: 1e6 })
    const { editable_share } = report.figures as { editable_share: number }
    expect(editable_share).toBeLessThan(0.2)
    const texts = scene.elements.filter(({ kind }) => kind === 'text')
    expect(texts.map(({ label }) => label)).toEqual(['Morning over the valley'])
  })
})

async function sceneOf(body: string): Promise<Scene> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360">${body}</svg>`
  return (await readScene(await rasterOf(svg))).scene
}

describe('words that lines or doubts stand in the way of', () => {
  test('a title on a page with a gradient is read whole', async () => {
    const scene =
      await sceneOf(`<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#10182c"/>
      <stop offset="1" stop-color="#3c0066"/></linearGradient></defs><rect width="640" height="360" fill="url(#g)"/>
      <text x="40" y="60" font-family="Inter" font-weight="700" font-size="28" fill="#ffffff">Edge inference in the field</text>`)
    expect(scene.elements.flatMap(({ kind, label }) => (kind === 'text' ? [label] : []))).toEqual([
      'Edge inference in the field',
    ])
  })

  test('a line that is not surely read stays pixels, its reading beside it', async () => {
    const scene = await sceneOf(`<rect width="640" height="360" fill="#ffffff"/>
      <text x="40" y="60" font-family="Inter" font-size="16">|∇θ| ∈ ψφ ζ</text>`)
    const texts = scene.elements.filter(({ kind }) => kind === 'text')
    const [kept] = scene.elements.filter(({ data }) => data?.text)
    expect(texts).toEqual([])
    expect(kept).toMatchObject({ kind: 'icon', label: 'lettering' })
    expect(toSvg(scene, { version: '0' })).toContain(`data-text="${kept?.data?.text}"`)
  })
})
