import { describe, expect, test } from 'bun:test'
import { toPng } from '../../../src/figure/render/raster'
import { toSvg } from '../../../src/figure/svg'
import type { Anchor, Point, Scene, SceneElement } from '../../../src/forms/scene'
import { readScene } from '../../../src/read/image/read-picture'
import { decodePicture } from '../../../src/read/raster'
import { FLOW, rasterOf } from './pictures'

const svgOf = (scene: Scene) => toSvg(scene, { version: '1' })

async function pixelsOf(scene: Scene) {
  const size = { width: scene.width, height: scene.height }
  return decodePicture(await toPng(svgOf(scene), size), { maxPixels: 1_000_000 })
}

function placeOf(scene: Scene, { element, side, at }: Anchor): Point {
  const { x, y, width, height } = elementOf(scene, element).box
  if (side === 'left' || side === 'right')
    return { x: side === 'left' ? x : x + width, y: y + at * height }
  return { x: x + at * width, y: side === 'top' ? y : y + height }
}

function elementOf(scene: Scene, id: string): SceneElement {
  const found = scene.elements.find((each) => each.id === id)
  if (!found) throw new Error(`no element ${id}`)
  return found
}

function pointsOf({ geometry, id }: SceneElement): Point[] {
  if (geometry?.form !== 'polyline') throw new Error(`${id} is no polyline`)
  return geometry.points
}

/** A scene in which an element and what it holds stand elsewhere, and its connectors reach it from their anchors. */
function moved(scene: Scene, id: string, dx: number, dy: number): Scene {
  const elements = scene.elements.map((each): SceneElement => {
    if (each.id !== id && each.parent !== id) return each
    const box = { ...each.box, x: each.box.x + dx, y: each.box.y + dy }
    const { geometry } = each
    if (geometry?.form === 'ellipse')
      return { ...each, box, geometry: { ...geometry, cx: geometry.cx + dx, cy: geometry.cy + dy } }
    if (geometry?.form === 'rect')
      return { ...each, box, geometry: { ...geometry, x: geometry.x + dx, y: geometry.y + dy } }
    if (geometry?.form !== 'lines') throw new Error(`${each.id} does not move`)
    const lines = geometry.lines.map((line) => ({ ...line, x: line.x + dx, y: line.y + dy }))
    return { ...each, box, geometry: { ...geometry, lines } }
  })
  const next = { ...scene, elements }
  return { ...next, elements: elements.map((each) => followed(next, each)) }
}

/** A straight line's ends follow; of an elbow the corner next to a moved end keeps its direction. */
function followed(scene: Scene, each: SceneElement): SceneElement {
  if (each.role !== 'edge' || each.geometry?.form !== 'polyline' || !each.from || !each.to)
    return each
  const points = each.geometry.points.map((point) => ({ ...point }))
  const ends = [
    [placeOf(scene, each.from), points[0], points[1]],
    [placeOf(scene, each.to), points.at(-1), points.at(-2)],
  ] as const
  for (const [place, end, next] of ends) {
    if (!end) continue
    if (next && points.length > 2) {
      if (Math.abs(next.x - end.x) < Math.abs(next.y - end.y)) next.x = place.x
      else next.y = place.y
    }
    Object.assign(end, place)
  }
  return { ...each, geometry: { ...each.geometry, points } }
}

describe('a figure that was read from its picture', async () => {
  const { scene } = await readScene(await rasterOf(FLOW))
  const edges = scene.elements.filter(({ role }) => role === 'edge')
  const counts = scene.elements.find(({ kind, label }) => kind === 'shape' && label === 'Counts')

  test('names in its SVG the elements that each connector joins', () => {
    const svg = svgOf(scene)
    const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const ends = [...svg.matchAll(/ data-(?:from|to)="([^"]+)"/g)].map(([, id]) => id)
    expect(ends).toHaveLength(6)
    for (const id of ends) expect(ids).toContain(id)
  })

  test('has connectors that end where their anchors say', () => {
    for (const edge of edges) {
      const points = pointsOf(edge)
      for (const [anchor, end] of [
        [edge.from, points[0]],
        [edge.to, points.at(-1)],
      ] as const) {
        if (!anchor || !end) throw new Error(`${edge.id} holds on to nothing`)
        const place = placeOf(scene, anchor)
        expect(Math.hypot(place.x - end.x, place.y - end.y)).toBeLessThan(2)
      }
    }
  })

  test('keeps its connectors when a box moves, and nothing of it stays behind', async () => {
    if (!counts) throw new Error('no box of that name')
    const after = moved(scene, counts.id, 30, 40)
    const own = after.elements.filter(({ to }) => to?.element === counts.id)
    expect(own).toHaveLength(2)
    for (const edge of own) {
      const end = pointsOf(edge).at(-1)
      const { box } = elementOf(after, counts.id)
      const onSide =
        edge.to?.side === 'top' ? [box.x + box.width / 2, box.y] : [box.x, box.y + box.height / 2]
      expect([end?.x, end?.y].map((value) => Math.round(value ?? 0))).toEqual(
        onSide.map(Math.round),
      )
    }
    const { data, width } = await pixelsOf(after)
    const at = (x: number, y: number) => [
      ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
    ]
    // Where its left edge, the old head and its top were.
    for (const [x, y] of [
      [404, 255],
      [395, 262],
      [470, 228],
      [450, 229],
    ] as const)
      expect(at(x, y)).toEqual([255, 255, 255])
    // Inside it, and on the line that leads to it now.
    expect(at(500, 345)).toEqual([233, 244, 236])
    expect(at(300, 310)).toEqual([51, 51, 51])
  })

  test('shows nothing of a label that is changed', async () => {
    const elements = scene.elements.filter(
      ({ kind, label }) => kind !== 'text' || label !== 'Reads',
    )
    expect(elements).toHaveLength(scene.elements.length - 1)
    const { data, width } = await pixelsOf({ ...scene, elements })
    const colours = new Set<number>()
    for (let y = 60; y < 100; y++)
      for (let x = 60; x < 200; x++) {
        const i = (y * width + x) * 4
        colours.add(((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0))
      }
    expect([...colours]).toEqual([0xe8f0fa])
  })
})
