import { describe, expect, test } from 'bun:test'
import type { Scene, SceneElement } from '../../../src/forms/scene'
import { readScene } from '../../../src/read/image/read-picture'
import { rasterOf } from './pictures'

const BOXES = {
  ann: [40, 30],
  bob: [340, 30],
  cat: [640, 30],
  dan: [40, 190],
  eve: [340, 190],
  fay: [640, 190],
  gus: [40, 350],
  hal: [340, 350],
  ida: [640, 350],
} as const

/** Nine boxes of 120 by 70 pixels in rows, and what is drawn between them. */
async function between(drawn: string, look = '#ffffff #dbeafe #334155'): Promise<Scene> {
  const [page, fill, ink] = look.split(' ')
  const boxes = Object.values(BOXES).map(
    ([x, y]) =>
      `<rect x="${x}" y="${y}" width="120" height="70" fill="${fill}" stroke="${ink}" stroke-width="1.5"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450" viewBox="0 0 800 450"><rect width="800" height="450" fill="${page}"/>${boxes.join('')}${drawn}</svg>`
  return (await readScene(await rasterOf(svg))).scene
}

/** Every connector as `from heads to`, by the names of the boxes. */
function relations(scene: Scene): string[] {
  const nameOf = (id: string | undefined): string => {
    const box = scene.elements.find((each) => each.id === id)?.box
    const found = Object.entries(BOXES).find(
      ([, [x, y]]) => box && Math.hypot(box.x - x, box.y - y) < 4,
    )
    return found?.[0] ?? '?'
  }
  const sign = { end: '->', both: '<->', none: '--' }
  return edgesOf(scene)
    .map(({ from, to, heads }) => {
      const ends = [nameOf(from?.element), nameOf(to?.element)]
      if (heads !== 'end') ends.sort()
      return `${ends[0]} ${sign[heads ?? 'none']} ${ends[1]}`
    })
    .sort()
}

const edgesOf = (scene: Scene): SceneElement[] =>
  scene.elements.filter(({ role }) => role === 'edge')

const pen = (d: string, more = '') =>
  `<path d="${d}" fill="none" stroke="#334155" stroke-width="2" ${more}/>`
/** Solid, pointing right at a place. */
const right = (x: number, y: number, long = 10, half = 4.5) =>
  `<path d="M${x} ${y}L${x - long} ${y - half}V${y + half}Z" fill="#334155"/>`

describe('lines between boxes', () => {
  test('of dots, dashes and both keep their heads and their forms', async () => {
    const scene = await between(
      pen('M160 65H330', 'stroke-dasharray="2 4"') +
        right(340, 65) +
        pen('M460 65H630', 'stroke-dasharray="10 4 2 4"') +
        right(640, 65) +
        pen('M160 225H330', 'stroke-dasharray="7 5"') +
        right(340, 225),
    )
    expect(relations(scene)).toEqual(['ann -> bob', 'bob -> cat', 'dan -> eve'])
    expect(edgesOf(scene).every(({ style }) => style.dash)).toBe(true)
  })

  test('round a corner stay one when they are dashed', async () => {
    const scene = await between(
      pen('M160 65H250V225H330', 'stroke-dasharray="6 4"') + right(340, 225),
    )
    expect(relations(scene)).toEqual(['ann -> eve'])
  })

  test('that stop short of a box still point at it, and end where they did', async () => {
    const scene = await between(pen('M166 65H324') + right(334, 65))
    expect(relations(scene)).toEqual(['ann -> bob'])
    const [edge] = edgesOf(scene)
    const points = edge?.geometry?.form === 'polyline' ? edge.geometry.points : []
    expect(Math.abs((points.at(-1)?.x ?? 0) - 334)).toBeLessThan(2)
    expect(Math.abs((points[0]?.x ?? 0) - 166)).toBeLessThan(2)
  })

  test('with one trunk lead from it to every head', async () => {
    const scene = await between(
      pen('M160 225H200V65H330') +
        right(340, 65) +
        pen('M200 225H330') +
        right(340, 225) +
        pen('M200 225V385H330') +
        right(340, 385),
    )
    expect(relations(scene)).toEqual(['dan -> bob', 'dan -> eve', 'dan -> hal'])
  })

  test('that cross at an acute angle go on straight', async () => {
    const scene = await between(
      pen('M460 65C520 65 570 225 630 225') +
        right(640, 225) +
        pen('M460 205C520 205 570 85 630 85') +
        right(640, 85) +
        pen('M100 100L380 350'),
    )
    expect(relations(scene)).toEqual(['ann -- hal', 'bob -> fay', 'eve -> cat'])
  })

  test('with open, slim, round and double heads know their direction', async () => {
    const scene = await between(
      pen('M160 65H340M330 60L340 65L330 70') +
        pen('M460 65H630') +
        right(640, 65, 12, 3) +
        pen('M160 225H332') +
        '<circle cx="335" cy="225" r="5" fill="#334155"/>' +
        pen('M470 225H630') +
        right(640, 225) +
        '<path d="M460 225L470 220.5V229.5Z" fill="#334155"/>',
    )
    expect(relations(scene)).toEqual(['ann -> bob', 'bob -> cat', 'dan -> eve', 'eve <-> fay'])
    const open = edgesOf(scene).filter(({ style }) => style.head?.form === 'open')
    expect(open).toHaveLength(1)
  })

  test('that a label interrupts are one, on a dark ground too', async () => {
    const light = (d: string) => `<path d="${d}" fill="none" stroke="#f8d66d" stroke-width="2"/>`
    const scene = await between(
      `${light('M160 65H225M275 65H330')}<path d="M340 65L330 60.5V69.5Z" fill="#f8d66d"/><text x="250" y="70" text-anchor="middle" font-family="Inter" font-size="15" fill="#ffffff">sync</text>`,
      '#1e1e2e #45475a #89b4fa',
    )
    expect(relations(scene)).toEqual(['ann -> bob'])
    expect(scene.elements.some(({ label }) => label === 'sync')).toBe(true)
  })

  test('that a padded label in the colour of the page interrupts are one', async () => {
    const scene = await between(
      `${pen('M100 100V145H700V190', 'stroke-dasharray="7 5"')}<rect x="334" y="132" width="92" height="26" fill="#ffffff"/><text x="380" y="150" text-anchor="middle" font-family="Inter" font-size="14" fill="#111111">metadata</text>`,
    )
    expect(relations(scene)).toEqual(['ann -- fay'])
  })

  test('that end in a hollow form go on to the box behind it, and the form is no box', async () => {
    const hollow = (d: string) =>
      `<path d="${d}" fill="#ffffff" stroke="#334155" stroke-width="2"/>`
    const scene = await between(
      pen('M160 65H318') +
        hollow('M339 65L319 56V74Z') +
        pen('M400 190V123') +
        hollow('M400 101L408 112L400 123L392 112Z') +
        pen('M700 190V118') +
        `<circle cx="700" cy="109" r="8" fill="#ffffff" stroke="#334155" stroke-width="2"/>`,
    )
    expect(relations(scene)).toEqual(['ann -> bob', 'eve -> bob', 'fay -> cat'])
    expect(scene.elements.filter(({ role }) => role === 'node').length).toBe(9)
  })

  test('that go on behind the ground of a label are one, and the ground is no box', async () => {
    const scene = await between(
      `${pen('M160 65H340')}<rect x="222" y="53" width="56" height="24" fill="#e8e8e8"/><text x="250" y="70" text-anchor="middle" font-family="Inter" font-size="15" fill="#111111">sync</text>`,
    )
    expect(relations(scene)).toEqual(['ann -- bob'])
    const ground = scene.elements.find(({ style }) => style.fill === '#e8e8e8')
    expect(ground?.role).not.toBe('node')
  })

  test('that run along the edges of boxes are no relations', async () => {
    const scene = await between(pen('M160 30V100M340 100H460'))
    expect(relations(scene)).toEqual([])
  })

  test('that are the axes of a plot with their ticks are none', async () => {
    const ticks = [60, 120, 180, 240, 300].map((y) => `M194.5 ${y}.5H200.5`).join('')
    const scene = await between(
      `<path d="M200.5 60.5V300.5H320.5${ticks}M260.5 300.5V306.5M320.5 300.5V306.5" fill="none" stroke="#888888" stroke-width="1"/>`,
    )
    expect(relations(scene)).toEqual([])
  })

  test('with a notched head end at its tip, level and slanted', async () => {
    const notched = (turn: string) =>
      `<path transform="${turn}" d="M0 0L-20 -10L-14 0L-20 10Z" fill="#334155"/>`
    const scene = await between(
      '<path d="M160 65H325M460 70L625 206" fill="none" stroke="#334155" stroke-width="4"/>' +
        notched('translate(338 65)') +
        notched('translate(637 216) rotate(39.5)'),
    )
    expect(relations(scene)).toEqual(['ann -> bob', 'bob -> fay'])
    for (const { to } of edgesOf(scene)) expect(to?.side).toBe('left')
  })
})
