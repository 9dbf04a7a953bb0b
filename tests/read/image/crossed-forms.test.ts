import { describe, expect, test } from 'bun:test'
import type { Scene, SceneElement } from '../../../src/forms/scene'
import { readScene } from '../../../src/read/image/read-picture'
import { rasterOf } from './pictures'

async function sceneOf(parts: string, page = '#ffffff'): Promise<Scene> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450" viewBox="0 0 800 450"><rect width="800" height="450" fill="${page}"/>${parts}</svg>`
  return (await readScene(await rasterOf(svg))).scene
}

const nodesOf = (scene: Scene): SceneElement[] =>
  scene.elements.filter(
    ({ kind, role }) => kind === 'group' || (kind === 'shape' && role === 'node'),
  )
/** Every node as its form and its box in whole pixels. */
const placesOf = (scene: Scene): string[] =>
  nodesOf(scene)
    .map(({ geometry, box: { x, y, width, height } }) =>
      [geometry?.form, ...[x, y, width, height].map((value) => Math.round(value / 4) * 4)].join(
        ' ',
      ),
    )
    .sort()
const edgesOf = (scene: Scene): SceneElement[] =>
  scene.elements.filter(({ role }) => role === 'edge')
const line = (d: string) => `<path d="${d}" fill="none" stroke="#222222" stroke-width="2"/>`
const box = (x: number, y: number, fill = '#2a9d8f') =>
  `<rect x="${x}" y="${y}" width="160" height="100" fill="${fill}"/>`

describe('a line that crosses a filled form', () => {
  const whole = ['rect 200 60 160 100']

  test('straight leaves it whole', async () => {
    expect(placesOf(await sceneOf(box(200, 60) + line('M60 110H700')))).toEqual(whole)
  })

  test('with a corner in it leaves it whole', async () => {
    expect(placesOf(await sceneOf(box(200, 60) + line('M60 110H280V400')))).toEqual(whole)
  })

  test('between two cells of a table leaves them two', async () => {
    const cells = [60, 160].map(
      (y) =>
        `<rect x="200" y="${y}" width="160" height="100" fill="#dbeafe" stroke="#334155" stroke-width="2"/>`,
    )
    expect(placesOf(await sceneOf(cells.join('')))).toHaveLength(2)
  })
})

test('a box with its corners cut off is a polygon of eight', async () => {
  const [node] = nodesOf(
    await sceneOf('<path d="M215 60H345L360 75V145L345 160H215L200 145V75Z" fill="#2a9d8f"/>'),
  )
  expect(node?.geometry?.form === 'polygon' && node.geometry.points).toHaveLength(8)
})

describe('lines', () => {
  const head = (x: number, y: number) =>
    `<path d="M${x} ${y}L${x - 6} ${y - 14}H${x + 6}Z" fill="#222222"/>`

  test('that leave one place side by side lead from there to every head', async () => {
    const scene = await sceneOf(
      box(320, 20) +
        [40, 320, 600].map((x) => box(x, 330, '#e9c46a') + head(x + 80, 330)).join('') +
        line('M400 120C400 220 120 220 120 318') +
        line('M400 120V318') +
        line('M400 120C400 220 680 220 680 318'),
    )
    const top = nodesOf(scene).find(({ box: { y } }) => y < 40)?.id
    const edges = edgesOf(scene)
    expect(edges.map(({ from, heads }) => [from?.element, heads])).toEqual(
      Array.from({ length: 3 }, () => [top, 'end']),
    )
    expect(new Set(edges.map(({ to }) => to?.element)).size).toBe(3)
  })

  test('over the fields of a plot are rules, and its bars are whole', async () => {
    const rules = [80, 140, 200, 260, 320].map((y) => `M60 ${y}.5H740`)
    const columns = [160, 300, 440, 580].map((x) => `M${x}.5 40V400`)
    const scene = await sceneOf(
      `<rect x="60" y="40" width="680" height="360" fill="#e5e5e5"/>${[...rules, ...columns]
        .map((d) => `<path d="${d}" stroke="#ffffff"/>`)
        .join('')}${[130, 270, 410]
        .map(
          (x, k) =>
            `<rect x="${x}" y="${120 + 70 * k}" width="70" height="${280 - 70 * k}" fill="#c0392b"/>`,
        )
        .join('')}`,
    )
    expect(edgesOf(scene)).toEqual([])
    expect(placesOf(scene)).toEqual([
      'rect 132 120 72 280',
      'rect 272 192 72 212',
      'rect 412 260 72 140',
      'rect 60 40 680 360',
    ])
  })
})

test('a form with two borders is one, and holds its words', async () => {
  const scene = await sceneOf(
    [40, 34]
      .map((r) => `<circle cx="200" cy="200" r="${r}" fill="none" stroke="#000000"/>`)
      .join('') +
      '<text x="200" y="207" text-anchor="middle" font-family="Inter" font-size="20">Done</text>',
  )
  expect(placesOf(scene)).toEqual(['ellipse 160 160 80 80'])
  expect(nodesOf(scene)[0]?.label).toBe('Done')
})
