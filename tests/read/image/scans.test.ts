import { describe, expect, test } from 'bun:test'
import { readScene } from '../../../src/read/image/read-picture'
import type { Raster } from '../../../src/read/raster'
import { FLOW, rasterOf } from './pictures'

/** A picture of it on paper: grain, and a light that falls off to the right by a share. */
function onPaper({ width, height, data }: Raster, grain: number, falloff: number): Raster {
  let state = 99
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  const copy = data.slice()
  for (let i = 0; i < width * height; i++) {
    const by = grain * 2 * (next() + next() + next())
    const light = 0.92 * (1 - (falloff * (i % width)) / width)
    for (let c = 0; c < 3; c++) copy[4 * i + c] = (data[4 * i + c] ?? 0) * light + by
  }
  return { width, height, data: copy }
}

const SKETCH = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">
<rect width="640" height="360" fill="#f4f4f0"/>
<g fill="none" stroke="#20252c" stroke-width="2.5" stroke-linecap="round">
<path d="M41 62Q130 57 219 61M217 60Q220 100 216 143M219 142Q130 146 40 141M42 143Q38 100 41 60"/>
<path d="M40 60Q120 63 221 58M219 59Q216 110 219 141M217 143Q120 140 43 143M40 142Q42 110 42 62"/>
<ellipse cx="490" cy="101" rx="95" ry="47" transform="rotate(1.5 490 101)"/>
<ellipse cx="491" cy="100" rx="94" ry="48.5"/>
<path d="M221 101L392 101M378 93L394 101L379 110"/></g>
<g font-family="Inter" font-size="22" fill="#20252c" text-anchor="middle">
<text x="130" y="108">camera</text><text x="490" y="108">planner</text></g></svg>`

/** Soft shapes of all sizes, of which none has an edge. */
function clouds(width: number, height: number): Raster {
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const soft = Math.sin(x / 41 + Math.sin(y / 29)) + Math.sin(y / 17 - x / 53) / 2
    const light = 120 + 50 * soft * Math.sin((x + 2 * y) / 90) + 40 * Math.sin(y / 71)
    for (let c = 0; c < 3; c++) data[4 * i + c] = light * (0.8 + 0.15 * c)
  }
  return { width, height, data }
}

test('a photograph with grain stays a photograph', async () => {
  const { facts } = await readScene(onPaper(clouds(600, 400), 4, 0))
  expect(facts.pixels.picture).toBe(1)
  expect(facts.editable_share).toBe(0)
})

describe('a figure on paper', () => {
  test('is read as the figure, not as a picture of it', async () => {
    const clean = await readScene(await rasterOf(FLOW))
    const { scene, facts } = await readScene(onPaper(await rasterOf(FLOW), 4, 0))
    const names = (of: typeof scene) => of.elements.map(({ kind }) => kind).sort()
    expect(names(scene)).toEqual(names(clean.scene))
    expect(facts.pixels.picture).toBe(0)
    expect(facts.editable_share).toBeGreaterThan(0.9)
  })

  test('has one ground where light falls off', async () => {
    const { scene } = await readScene(onPaper(await rasterOf(FLOW), 3, 0.2))
    expect(scene.elements.filter(({ kind }) => kind === 'shape')).toHaveLength(3)
    expect(scene.elements.filter(({ kind }) => kind === 'connector')).toHaveLength(3)
    expect(scene.elements.filter(({ kind }) => kind === 'picture')).toEqual([])
  })

  test('drawn by hand, has a form for the strokes of each box, and an arrow between them', async () => {
    const { scene } = await readScene(onPaper(await rasterOf(SKETCH), 4, 0))
    const shapes = scene.elements
      .filter(({ role }) => role === 'node')
      .sort((a, b) => a.box.x - b.box.x)
    expect(shapes.map(({ geometry }) => geometry?.form)).toEqual(['rect', 'ellipse'])
    expect(shapes.map(({ label }) => label)).toEqual(['camera', 'planner'])
    const [arrow, ...more] = scene.elements.filter(({ kind }) => kind === 'connector')
    expect(more).toEqual([])
    expect(arrow?.heads).toBe('end')
    expect(arrow?.from?.element).toBe(shapes[0]?.id ?? '')
    expect(arrow?.to?.element).toBe(shapes[1]?.id ?? '')
  })
})

test('a wide stroke is no form of its own', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#ffffff"/>
<rect x="60" y="50" width="200" height="90" fill="#eeeeff" stroke="#222831" stroke-width="5"/></svg>`
  const { scene } = await readScene(await rasterOf(svg))
  expect(scene.elements.map(({ style }) => style.strokeWidth)).toEqual([5])
})
