import { describe, expect, test } from 'bun:test'
import { toSvg } from '../../../src/figure/svg'
import type { Scene, SceneElement } from '../../../src/forms/scene'
import { readPicture } from '../../../src/read/image'
import { readScene } from '../../../src/read/image/read-picture'
import { FLOW, noise, painted, rasterOf } from './pictures'

const LIMITS = { maxPixels: 50_000_000 }

const named = (scene: Scene, label: string): SceneElement => {
  const found = scene.elements.find((each) => each.kind !== 'text' && each.label === label)
  if (!found) throw new Error(`no shape ${label}`)
  return found
}

describe('a figure of boxes and arrows', async () => {
  const { scene, facts } = await readScene(await rasterOf(FLOW))

  test('becomes shapes at their places, to half a pixel', () => {
    expect(named(scene, 'Reads').geometry).toMatchObject({ form: 'rect' })
    const { box } = named(scene, 'Reads')
    for (const [is, was] of [
      [box.x, 39],
      [box.y, 39],
      [box.width, 182],
      [box.height, 82],
    ] as const)
      expect(Math.abs(is - was)).toBeLessThan(0.5)
    expect(named(scene, 'Counts').geometry).toMatchObject({ form: 'ellipse' })
    expect(named(scene, 'Reads').style).toMatchObject({ fill: '#e8f0fa', stroke: '#4c78a8' })
  })

  test('keeps which box each arrow leaves and enters, and its dashes', () => {
    const edges = scene.elements.filter(({ role }) => role === 'edge')
    const ends = edges.map(({ from, to, heads }) => [from?.element, to?.element, heads])
    const [reads, alignment, counts] = ['Reads', 'Alignment', 'Counts'].map(
      (label) => named(scene, label).id,
    )
    expect(ends).toContainEqual([reads, alignment, 'end'])
    expect(ends).toContainEqual([alignment, counts, 'end'])
    expect(ends).toContainEqual([reads, counts, 'end'])
    expect(edges).toHaveLength(3)
    const dashed = edges.filter(({ style }) => style.dash)
    expect(dashed.map(({ from }) => from?.element)).toEqual([alignment])
  })

  test('is drawn again nearly as it was, without pixels', () => {
    expect(facts.ssim_without_residual).toBeGreaterThan(0.97)
    expect(facts.editable_share).toBeGreaterThan(0.9)
    expect(scene.elements.filter(({ geometry }) => geometry?.form === 'image')).toEqual([])
  })

  test('gives the same bytes again', async () => {
    const again = await readScene(await rasterOf(FLOW))
    expect(toSvg(again.scene, { version: '1' })).toBe(toSvg(scene, { version: '1' }))
  })
})

describe('a picture that is no figure', () => {
  const whole = async (bytes: Uint8Array) => {
    const reading = await readPicture(bytes, LIMITS)
    expect(toSvg(reading.scene, { version: '1' })).toContain('<svg')
    return reading.scene
  }

  test('of one pixel is its ground', async () => {
    const scene = await whole(await painted(1, 1, () => {}))
    expect(scene).toMatchObject({ width: 1, height: 1, background: '#ffffff', elements: [] })
  })

  test('all black is its ground', async () => {
    const scene = await whole(await painted(300, 200, (c) => c.fillRect(0, 0, 300, 200)))
    expect(scene).toMatchObject({ background: '#000000', elements: [] })
  })

  test('of noise is one picture', async () => {
    const scene = await whole(await noise(400, 300))
    expect(scene.elements.map(({ kind }) => kind)).toEqual(['picture'])
  })

  test('of 20000 by 4 pixels keeps its size', async () => {
    const scene = await whole(
      await painted(20_000, 4, (c) => {
        c.fillStyle = '#cc2200'
        c.fillRect(100, 0, 9000, 4)
      }),
    )
    expect([scene.width, scene.height]).toEqual([20_000, 4])
  })

  test('with a transparent ground is read on white', async () => {
    const scene = await whole(
      await painted(200, 120, (c) => {
        c.fillStyle = '#336699'
        c.fillRect(40, 30, 100, 60)
      }),
    )
    expect(scene.background).toBe('#ffffff')
    expect(scene.elements).toHaveLength(1)
    expect(scene.elements[0]).toMatchObject({
      kind: 'shape',
      style: { fill: '#336699' },
      box: { x: 40, y: 30, width: 100, height: 60 },
    })
  })
})

test('a large picture is read reduced and written in its own pixels', async () => {
  const scene = (
    await readPicture(
      await painted(3200, 2000, (c) => {
        c.fillStyle = '#ffffff'
        c.fillRect(0, 0, 3200, 2000)
        c.fillStyle = '#88bbee'
        c.fillRect(800, 400, 1600, 1000)
      }),
      LIMITS,
    )
  ).scene
  expect([scene.width, scene.height]).toEqual([3200, 2000])
  const [box] = scene.elements.map((each) => each.box)
  expect(Math.abs((box?.x ?? 0) - 800)).toBeLessThan(2)
  expect(Math.abs((box?.width ?? 0) - 1600)).toBeLessThan(3)
})

test('ends between stages when the work is stopped', async () => {
  const stop = new AbortController()
  const reading = readPicture(await painted(300, 200, (c) => c.fillRect(20, 20, 90, 60)), {
    ...LIMITS,
    signal: stop.signal,
    onStage: (name) => {
      if (name === 'surfaces') stop.abort(new Error('stopped'))
    },
  })
  await expect(reading).rejects.toThrow('stopped')
})

test('a hairline border of short dashes stays dashed, and its corners leave no strokes beside it', async () => {
  const { scene } = await readScene(
    await rasterOf(
      `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="360" viewBox="0 0 500 360"><rect width="500" height="360" fill="#ffffff"/><rect x="40.5" y="30.5" width="419" height="299" rx="12" fill="#edf7ee" stroke="#5aa469" stroke-dasharray="3 2"/><rect x="160" y="120" width="140" height="70" rx="6" fill="#ffffff" stroke="#3c8a4e" stroke-width="2"/><path d="M10 155H160" stroke="#333333" stroke-width="2"/></svg>`,
    ),
  )
  const panel = scene.elements.find(({ box }) => box.width > 400)
  expect(panel?.style.dash).toEqual([3, 2])
  const strokes = scene.elements.filter(({ role }) => role === 'mark')
  expect(strokes.map(({ box }) => [box.y, box.height])).toEqual([[155, 0]])
})
