import { beforeAll, describe, expect, test } from 'bun:test'
import type { Scene } from '../../src/forms/scene'
import { type TestApp, useApps } from '../support/app'

const startApp = useApps()

const FLOW = `flowchart LR
  subgraph g1[Preparation]
    reads[Reads] --> trim[Trim]
  end
  trim -- kept --> align[Align]`

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900">
<g data-panel="p" data-label="Lab"><rect x="60" y="200" width="700" height="500" fill="#f7f7f7" stroke="#888888" stroke-width="2"/><text x="80" y="240" font-size="24">Lab</text></g>
<g data-node="scan" data-label="Scanner"><rect x="100" y="300" width="300" height="200" fill="#eef4fb" stroke="#1f5fa8" stroke-width="3"/><text x="250" y="408" font-size="24" text-anchor="middle" fill="#1a1a1a">Scanner</text></g>
</svg>`

const many = <T>(count: number, make: (at: number) => T | T[]) =>
  Array.from({ length: count }, (_, at) => make(at)).flat()
const picture = (bytes: Uint8Array | string) =>
  `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
/** A PNG of one pixel, whose head says another size. */
function pixel(side: number): string {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  png.writeUInt32BE(side, 16)
  png.writeUInt32BE(side, 20)
  return picture(png)
}
const added = (href: string, box = [10, 10, 50, 50]) => [{ op: 'add_picture', id: 'i', href, box }]
const renamed = (label: string) => [{ op: 'rename', id: 'n-reads', label }]
const nested = many(200, (at) => [
  { op: 'copy', ids: ['p'], as: [`c${at}`], dx: 0, dy: 0 },
  { op: 'move_to_group', id: `c${at}`, group: 'p' },
])

const REFUSED: Record<string, [source: 'flow' | 'drawn', operations: object[], says: RegExp]> = {
  'a panel copied into itself again and again': [
    'drawn',
    nested,
    /operations\[11\] move_to_group: the figure would be \d+ x \d+ pixels: width/,
  ],
  'everything copied, eight times over': [
    'drawn',
    many(8, (round) => {
      const ids = ['scan', ...many(2 ** round - 1, (at) => `c${at}`)]
      const as = ids.map((_, at) => `c${ids.length - 1 + at}`)
      return { op: 'copy', ids, as, dx: 1, dy: 1 }
    }),
    /operations\[7\] copy: a figure holds 200 nodes at the most/,
  ],
  'a canvas of a million pixels a side': [
    'flow',
    many(100, () => ({ op: 'move', ids: ['n-reads'], dx: 10_000, dy: 10_000 })),
    /operations\[\d\] move: the figure would be \d+ x \d+ pixels: width/,
  ],
  'pictures of 3 MB, copied': [
    'flow',
    [
      ...added(`${pixel(1)}${'A'.repeat(3_000_000)}`),
      ...many(9, (at) => ({ op: 'copy', ids: ['i'], as: [`c${at}`], dx: 1, dy: 1 })),
    ],
    /copy: a figure is 20 MB large at the most/,
  ],
  'a label of 100 kB': ['flow', renamed('word '.repeat(20_000)), /its label has more than 1000/],
  'a label of blanks': [
    'flow',
    renamed(' \n\u0001\u200b'),
    /its label has nothing that can be read/,
  ],
  'an id of 10,000 characters': [
    'flow',
    [{ op: 'drop', id: 'a'.repeat(10_000) }],
    /there is no part \\"a{79}…\\"\./,
  ],
  'an id of the runtime': [
    'flow',
    [{ op: 'add_text', id: '__proto__', text: 'x', x: 1, y: 1 }],
    /has other characters/,
  ],
  'words out of sight': [
    'flow',
    [{ op: 'add_text', id: 't', text: 'x', x: -9000, y: 1 }],
    /outside of the canvas/,
  ],
  'a picture out of sight': ['flow', added(pixel(1), [-9000, 0, 50, 50]), /outside of the canvas/],
  'an SVG as PNG': ['flow', added(picture('<svg onload="alert(1)"/>')), /that can be read/],
  'a PNG cut short': ['flow', added(pixel(1).slice(0, 60)), /that can be read/],
  'a PNG of 60,000 pixels a side': ['flow', added(pixel(60_000)), /too many pixels/],
  'a picture of another address': ['flow', added('http://127.0.0.1/x.png'), /no data: URL/],
}

describe('a hostile edit', () => {
  let app: TestApp
  const sources = { flow: '', drawn: '', free: '' }
  const jsonOf = async (id: string, path: string) =>
    (await app.ask(`/api/artifacts/${id}/${path}`)).json()
  const ended = async (body: object) => {
    const id = await app.submit('/api/redraw', body)
    expect(await app.ended(id)).toMatchObject({ status: 'completed', error: null })
    return new TextDecoder().decode(await (await app.ask(`/api/artifacts/${id}/final.svg`)).bytes())
  }
  beforeAll(async () => {
    app = await startApp()
    sources.flow = await app.submit('/api/run', { method_text: FLOW })
    sources.drawn = await app.submit('/api/finish', { svg: DRAWING })
    for (const id of [sources.flow, sources.drawn]) await app.ended(id)
    sources.free = await app.submit('/api/redraw', {
      source: sources.flow,
      svg: DRAWING.replaceAll(/ data-\w+="\w+"/g, ''),
    })
    await app.ended(sources.free)
  })

  test.each(Object.entries(REFUSED))(
    '%s is refused with a sentence, by both routes',
    async (_, row) => {
      const [source, operations, says] = row
      for (const path of ['/api/redraw', '/api/redraw/preview']) {
        const answer = await app.post(path, { source: sources[source], operations })
        expect([answer.status, JSON.stringify((await answer.json()).detail)]).toEqual([
          422,
          expect.stringMatching(says),
        ])
      }
    },
  )

  test('what an edited scene is refused for is told before it is accepted', async () => {
    const scene: Scene = await jsonOf(sources.flow, 'scene.json')
    const [first] = scene.elements
    if (!first) return expect.unreachable()
    const box = { ...first.box, width: 0.001, height: 0.001 }
    const each = scene.elements.map((one) => (one === first ? { ...one, box } : one))
    const dot = { x: 1, y: 1, width: 1, height: 1 }
    const copies = many(4001, (at) => ({
      ...{ id: `c${at}`, kind: 'shape' as const, z: at, box: dot, style: {} },
      geometry: { form: 'rect' as const, ...dot, radius: 0 },
    }))
    const refused: [Partial<Scene>, RegExp][] = [
      [{ elements: each }, /its box is less than 4 wide or high/],
      [{ elements: [...scene.elements, ...copies] }, /holds 4000 elements at the most/],
      [{ title: 'x'.repeat(1001) }, /title: has more than 1000 characters/],
    ]
    for (const [change, says] of refused) {
      const body = { source: sources.flow, scene: { ...scene, ...change } }
      const answer = await app.post('/api/redraw', body)
      expect([answer.status, JSON.stringify(await answer.json())]).toEqual([
        422,
        expect.stringMatching(says),
      ])
    }
  })

  test('words of markup, formulas and control characters stay words', async () => {
    const label = '<script>alert(1)</script>\u0001 $\\href{javascript:alert(1)}{x}$ \u202eمرحبا'
    const svg = await ended({
      source: sources.flow,
      operations: [
        ...renamed(label),
        { op: 'set_role', id: 'e1', role: '"><script>\u0002' },
        { op: 'add_group', id: 'constructor', label: 'hasOwnProperty', parent: null },
        { op: 'move_to_group', id: 'n-reads', group: 'constructor' },
      ],
    })
    expect(svg).not.toMatch(/<script|href="javascript/)
    expect(Array.from(svg).filter((letter) => letter < ' ' && !'\n\t'.includes(letter))).toEqual([])
  })

  test('a figure that is an SVG alone is edited as it is shown', async () => {
    const body = { source: sources.free, operations: [] as object[] }
    const shown = await (await app.post('/api/redraw/preview', body)).json()
    const { id } = shown.parts.find(({ role }: { role: string }) => role === 'node')
    body.operations = [{ op: 'move', ids: [id], dx: 300, dy: 0 }]
    const preview = await (await app.post('/api/redraw/preview', body)).json()
    expect(await ended(body)).toBe(preview.svg)
  })
})
