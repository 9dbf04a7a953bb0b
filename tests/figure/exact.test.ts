import { expect, test } from 'bun:test'
import { check } from '../../src/figure/check'
import { exact, PASSES } from '../../src/figure/exact'
import { figureOf } from '../../src/figure/exact/mend'
import { centreOf, distance } from '../../src/figure/geometry'
import { toSvg } from '../../src/figure/svg'
import type { FaultKind } from '../../src/forms/fault'
import type { Scene } from '../../src/forms/scene'
import { readDrawing } from '../../src/read/drawing'
import { cleanDrawing, randomOf } from '../bench/drawings/clean'
import { SPOILS, type Spoilt } from '../bench/drawings/spoil'

const write = (scene: Scene) => toSvg(scene, { version: 'test' })

/** A drawing with one to three faults. */
function spoilt(seed: number): Scene {
  const random = randomOf(seed)
  let { scene } = readDrawing(cleanDrawing(seed).svg)
  for (let left = random.whole(1, 3); left > 0; left--)
    scene = random.one(Object.values(SPOILS))(scene, random)?.scene ?? scene
  return readDrawing(write(scene)).scene
}

test('no count of any kind is ever raised, nothing moves far, and a second run changes nothing', () => {
  for (let seed = 0; seed < 14; seed++) {
    const scene = spoilt(seed)
    const before = check(scene).counts
    const { scene: next, faults } = exact(scene)
    const after = check(next).counts
    for (const kind of Object.keys(before) as FaultKind[])
      expect(after[kind]).toBeLessThanOrEqual(before[kind])
    expect(faults.filter(({ mended }) => !mended).length).toBe(
      Object.values(after).reduce((sum, each) => sum + each, 0),
    )
    const was = new Map(scene.elements.map((each) => [each.id, each]))
    for (const each of next.elements) {
      const old = was.get(each.id)
      if (!old || each.kind === 'connector') continue
      const isLabel = each.kind === 'text' && was.get(each.parent ?? '')?.role === 'edge'
      // Words that are set larger grow from their anchor.
      const by = Math.min(
        distance(each.box, old.box),
        distance(centreOf(each.box), centreOf(old.box)),
      )
      expect(by).toBeLessThanOrEqual(isLabel ? 40.1 : 12.1)
    }
    expect(write(exact(next).scene)).toBe(write(next))
  }
})

test('each pass alone is stable, and worse nowhere', () => {
  for (const pass of Object.values(PASSES))
    for (let seed = 200; seed < 203; seed++) {
      const once = pass(figureOf(spoilt(seed)), () => false)
      expect(write(pass(figureOf(once.scene), () => false).scene)).toBe(write(once.scene))
    }
})

const seeded = (kind: FaultKind, seed: number): Spoilt['scene'] | undefined => {
  const found = SPOILS[kind]?.(readDrawing(cleanDrawing(seed).svg).scene, randomOf(seed))
  return found && readDrawing(write(found.scene)).scene
}

test('what geometry can mend is mended and told, whatever is held stays', () => {
  for (const kind of ['end_off', 'head_missing', 'words_small', 'near_align'] as const) {
    const scene = [1, 2, 3, 4, 5, 6]
      .map((seed) => seeded(kind, seed))
      .find((each) => each !== undefined)
    if (!scene) throw new Error(`no drawing has room for ${kind}`)
    const { faults, scene: next } = exact(scene)
    const told = faults.filter((fault) => fault.kind === kind)
    expect(told.map(({ mended }) => mended)).toEqual(told.map(() => true))
    expect(told.length).toBeGreaterThan(0)
    expect(next).not.toBe(scene)
    const held = new Set(scene.elements.map(({ id }) => id))
    expect(exact(scene, held).scene).toBe(scene)
  }
})

test('an end is led on to a region of a scheme, and to where scattered parts begin', () => {
  const box =
    '<g data-node="a"><rect x="100" y="350" width="160" height="80" fill="#ffffff" stroke="#2b66a8"/></g>'
  const dots = [0, 1, 2, 3].map(
    (k) =>
      `<circle cx="${600 + (k % 2) * 140}" cy="${320 + (k >> 1) * 140}" r="9" fill="#2b66a8"/>`,
  )
  const led = (things: string, to: number) =>
    readDrawing(
      `<svg viewBox="0 0 1600 900">${things}${box}<g data-edge="e" data-from="a" data-to="c"><path d="M260 390H${to}" fill="none" stroke="#333333" stroke-width="3"/></g></svg>`,
    ).scene
  const endOf = (scene: Scene) => {
    const line = exact(scene).scene.elements.find(({ id }) => id === 'e')?.geometry
    return line?.form === 'polyline' ? line.points.at(-1) : undefined
  }
  expect(endOf(led(`<g data-node="c">${dots.join('')}</g>`, 565))?.x).toBeCloseTo(591, 0)
  const sea = `<g data-scheme="column"><rect x="600" y="250" width="400" height="300" fill="#dfeaf8"/></g><g data-node="c"><text x="800" y="500" font-size="22">ocean</text></g>`
  expect(endOf(led(sea, 570))).toEqual({ x: 600, y: 390 })
  expect(endOf(led(sea, 640))).toEqual({ x: 640, y: 390 })
})

test('a clean drawing stays as it is', () => {
  for (let seed = 0; seed < 8; seed++) {
    const { scene } = readDrawing(cleanDrawing(seed).svg)
    expect(exact(scene).scene).toBe(scene)
  }
})
