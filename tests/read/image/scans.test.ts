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
})

test('a wide stroke is no form of its own', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#ffffff"/>
<rect x="60" y="50" width="200" height="90" fill="#eeeeff" stroke="#222831" stroke-width="5"/></svg>`
  const { scene } = await readScene(await rasterOf(svg))
  expect(scene.elements.map(({ style }) => style.strokeWidth)).toEqual([5])
})
