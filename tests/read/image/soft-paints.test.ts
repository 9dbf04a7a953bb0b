import { describe, expect, test } from 'bun:test'
import { toSvg } from '../../../src/figure/svg'
import { cleanSvg } from '../../../src/figure/svg/clean'
import { readScene } from '../../../src/read/image/read-picture'
import type { Raster } from '../../../src/read/raster'
import { rasterOf } from './pictures'

const SLIDE = `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="300" viewBox="0 0 700 300">
<defs><linearGradient id="g" x2="0" y2="1"><stop offset="0" stop-color="#9db8e8"/><stop offset="1" stop-color="#2f5597"/></linearGradient></defs>
<rect width="700" height="300" fill="#ffffff"/>
<rect x="60" y="90" width="220" height="110" rx="12" fill="url(#g)"/>
<rect x="420" y="90" width="220" height="110" fill="#c55a11"/>
<g font-family="Inter" font-size="24" font-weight="700" fill="#ffffff" text-anchor="middle">
<text x="170" y="154">Collect</text><text x="530" y="154">Report</text></g></svg>`

describe('a slide', () => {
  test('keeps the ramp of a box as a gradient, whatever letters stand on it', async () => {
    const { scene } = await readScene(await rasterOf(SLIDE))
    const [box] = scene.elements.filter(({ style }) => style.gradient)
    expect(box?.label).toBe('Collect')
    const { x1, y1, x2, y2, stops } = box?.style.gradient ?? { x1: 1, y1: 1, x2: 1, y2: 1 }
    expect(Math.abs(x1 - x2)).toBeLessThan(0.02)
    expect(Math.abs(y2 - y1)).toBeGreaterThan(0.9)
    const colours = [stops?.[0]?.color, stops?.at(-1)?.color].sort()
    for (const [k, wanted] of ['#2f5597', '#9db8e8'].entries())
      for (const at of [1, 3, 5])
        expect(
          Math.abs(
            Number.parseInt((colours[k] ?? '').slice(at, at + 2), 16) -
              Number.parseInt(wanted.slice(at, at + 2), 16),
          ),
        ).toBeLessThan(6)
  })

  test('is written so that cleaning changes nothing', async () => {
    const { scene } = await readScene(await rasterOf(SLIDE))
    const svg = toSvg(scene, { version: '0' })
    expect(svg).toContain('<linearGradient')
    expect(cleanSvg(svg)).toBe(svg)
  })
})

test('a figure without ramps has no gradients', async () => {
  const flat = SLIDE.replace('fill="url(#g)"', 'fill="#9db8e8"')
  const { scene } = await readScene(await rasterOf(flat))
  expect(scene.elements.filter(({ style }) => style.gradient)).toEqual([])
})

/** Gives what has one colour a ramp over the whole picture, dithered in an ordered way as browsers do. */
function dither({ width, height, data }: Raster, flat: number[], from: number[], to: number[]) {
  const order = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = 4 * (y * width + x)
      if (flat.some((value, k) => data[i + k] !== value)) continue
      const share = (x / width + y / height) / 2
      const threshold = ((order[4 * (y % 4) + (x % 4)] ?? 0) + 0.5) / 16
      for (const k of [0, 1, 2]) {
        const [a = 0, b = 0] = [from[k], to[k]]
        data[i + k] = Math.floor(a + (b - a) * share + threshold)
      }
    }
}

test('ramps that a browser dithered are gradients, and cards on them are whole', async () => {
  const card = (x: number, fill: string, word: string) =>
    `<rect x="${x}" y="70" width="200" height="120" rx="10" fill="${fill}"/><text x="${x + 24}" y="120" font-family="Inter" font-size="20" fill="#111827">${word}</text>`
  const raster = await rasterOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="760" height="300" viewBox="0 0 760 300"><rect width="760" height="300" fill="#e4eaf8"/>${card(60, '#ffffff', 'Acquire')}${card(480, '#9f96f1', 'Transform')}<path d="M260 130H470" stroke="#334155" stroke-width="2"/><path d="M480 130L468 125V135Z" fill="#334155"/></svg>`,
  )
  dither(raster, [0xe4, 0xea, 0xf8], [0xf8, 0xfa, 0xff], [0xd0, 0xda, 0xf1])
  dither(raster, [0x9f, 0x96, 0xf1], [0x3f, 0xc2, 0xee], [0xff, 0x6a, 0xf4])
  const { scene } = await readScene(raster)
  const nodes = scene.elements.filter(({ role }) => role === 'node')
  expect(nodes.map(({ box }) => Math.round(box.x))).toEqual([60, 480])
  expect(nodes[1]?.style.gradient).toBeDefined()
  const edges = scene.elements.filter(({ role }) => role === 'edge')
  expect(edges.map(({ from, to, heads }) => [from?.element, heads, to?.element])).toEqual([
    [nodes[0]?.id, 'end', nodes[1]?.id],
  ])
})
