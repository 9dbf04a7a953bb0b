import { beforeAll, describe, expect, test } from 'bun:test'
import type { Scene, SceneElement } from '../../src/forms/scene'
import { bombPng } from '../read/image/hostile'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, admin, bearer, endedTask, makeKey } from '../support/keys'
import { until } from '../support/until'

const startApp = useApps()

const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join('')
const drawing = (content: string, size = 'width="400" height="300"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`
const SMALL = '<rect width="4" height="3"'
const WHOLE = '<rect width="400" height="300"'
const zigzag = (points: number) =>
  `M0 0${times(points, (at) => `L${at % 400} ${at % 2 ? 0 : 300}`)}`
const bomb = `data:image/png;base64,${Buffer.from(bombPng()).toString('base64')}`
const doubled = times(
  20,
  (at) => `<g id="g${at + 1}"><use href="#g${at}"/><use href="#g${at}"/></g>`,
)

const DRAWINGS: Record<string, [svg: string, says: RegExp]> = {
  'fifty soft shadows of the whole canvas': [
    drawing(
      `<filter id="f"><feGaussianBlur stdDeviation="100"/></filter>${times(50, () => `${WHOLE} filter="url(#f)"/>${WHOLE}/>`)}`,
      'width="4000" height="3000" viewBox="0 0 400 300"',
    ),
    /too much work to draw, most of it for its/,
  ],
  'a use of itself': [
    drawing('<g id="a"><use href="#a"/></g>'),
    /more than 8 deep, or in a circle/,
  ],
  'uses that double': [drawing(`<g id="g0">${SMALL}/></g>${doubled}`), /more than 8 deep/],
  'a thousand canvases of paint by uses': [
    drawing(`<g id="a">${times(40, () => `${WHOLE}/>`)}</g>${times(40, () => '<use href="#a"/>')}`),
    /most of it for its filled areas/,
  ],
  'sixty opacities in each other': [
    drawing(`${'<g opacity=".9">'.repeat(60)}${WHOLE}/>${'</g>'.repeat(60)}`),
    /most of it for its clips and opacities/,
  ],
  'forty lines of dashes of a hundredth': [
    drawing(times(40, () => '<path d="M0 9H400" stroke="red" stroke-dasharray="0.01"/>')),
    /most of it for its dashes/,
  ],
  'a path of 150,000 points': [
    drawing(`<path d="${zigzag(150_000)}" fill="none" stroke="red" stroke-width="30"/>`),
    /most of it for its outlines/,
  ],
  'a million letters': [
    drawing(`<text y="9">${'abcdefghij'.repeat(100_000)}</text>`),
    /more than 20000 letters/,
  ],
  'a line of 3,900 parts': [
    drawing(
      `<text y="9">${times(1950, () => '<tspan>a</tspan><tspan fill="red">b</tspan>')}</text>`,
    ),
    /most of it for its parts of lines of text/,
  ],
  'a picture of 40,000 by 40,000 pixels': [
    drawing(`<image width="9" height="9" xlink:href="${bomb}"/>`),
    /has a picture of \d+ x \d+ pixels/,
  ],
  'coordinates without end': [
    drawing('<path d="M0 0L1e999 -1e999L3 4" stroke="red"/>'),
    /stands where a number must/,
  ],
  'no numbers': [drawing(`<path d="M0 0LNaN 4"/>${SMALL}/>`), /M0 0LNaN 4.* cannot be read/],
  'nothing drawn': [drawing('<g><title>a</title></g>'), /draws nothing/],
  'a canvas of 16,384 by 16,384': [
    drawing(`${SMALL}/>`, 'width="16384" height="16384"'),
    /width times height must be at most 100000000/,
  ],
}

const box = { x: 0, y: 0, width: 400, height: 300 }
const shape = (id: string, more: Partial<SceneElement> = {}): SceneElement => ({
  ...{ id, kind: 'shape', z: 1, box, style: { fill: '#ff0000' } },
  geometry: { form: 'rect', ...box, radius: 0 },
  ...more,
})
const shapes = (count: number, more: Partial<SceneElement> = {}) =>
  Array.from({ length: count }, (_, at) => shape(`s${at}`, more))
const scene = (elements: SceneElement[], more: Partial<Scene> = {}): Scene => ({
  ...{ width: 400, height: 300, background: '#ffffff', theme: 'academic' },
  ...{ title: '', description: '', elements },
  ...more,
})
const line = (text: string, x = 0): SceneElement['geometry'] => ({
  ...{ form: 'lines', anchor: 'start' },
  lines: [{ text, x, y: 9, width: 9 }],
})
const stroke = '#ff0000'

const SCENES: Record<string, [scene: Scene, says: RegExp]> = {
  'three hundred shadows of 400 pixels': [
    scene(
      shapes(300, {
        style: { fill: stroke, shadow: { dx: 1, dy: 1, blur: 190, color: stroke, opacity: 1 } },
      }),
      { width: 4000, height: 3000 },
    ),
    /too much work to draw/,
  ],
  'two thousand lines of fine dashes': [
    scene(
      shapes(2000, {
        geometry: { form: 'path', d: 'M0 9H400' },
        style: { stroke, dash: [0.01, 0.01] },
      }),
    ),
    /most of it for its dashes/,
  ],
  'a line of a million letters': [
    scene([shape('a', { kind: 'text', geometry: line('a'.repeat(1_000_000)) })]),
    /most of it for its letters/,
  ],
  'a place of 1e308': [
    scene([shape('a', { geometry: line('a', 1e308) })]),
    /elements\[0\]\.geometry\.lines\[0\]\.x: must be a number from -1000000 to 1000000/,
  ],
  'a path to 1e308': [
    scene([shape('a', { geometry: { form: 'path', d: 'M0 0L1e308 4' } })]),
    /elements\[0\]: it has path data that cannot be read, or leads beyond 1000000/,
  ],
  'a path of no numbers': [
    scene([shape('a', { geometry: { form: 'path', d: 'M0 0Lx y' } })]),
    /elements\[0\]: it has path data that cannot be read/,
  ],
  'a paper of 1e-300': [scene([], { paper: 1e-300 }), /paper: must be from 1 to 10000 mm/],
  'a canvas of 16,384 by 16,384': [
    scene([], { width: 16_384, height: 16_384 }),
    /width times height must be at most/,
  ],
  'a ground of lines that are everywhere': [
    scene([], { ground: { grid: [{ x: 1e-300, y: 0, stroke: '#000', strokeWidth: 1 }] } }),
    /ground\.grid: its lines must be at least 1 pixel apart/,
  ],
  'a ground of lines that go nowhere': [
    scene([], { ground: { grid: [{ y: -1, stroke: '#000', strokeWidth: 1 }] } }),
    /ground\.grid: its lines must be at least 1 pixel apart/,
  ],
  'a name that ends its attribute': [
    scene([shape('a', { data: { 'x="1" onload="alert(1)" y': '' } })]),
    /elements\[0\]\.data: its names are lower-case letters/,
  ],
  'a chain of a thousand parents': [
    scene(shapes(1000).map((each, at) => ({ ...each, parent: `s${at + 1}` }))),
    /elements\[0\]\.parent: it stands more than 32 deep/,
  ],
  'a picture of 40,000 by 40,000 pixels': [
    scene([shape('a', { kind: 'picture', geometry: { form: 'image', ...box, href: bomb } })]),
    /has a picture of \d+ x \d+ pixels/,
  ],
}

describe('an edit that would hold an executor', () => {
  let app: TestApp
  let source: string
  let key: string
  beforeAll(async () => {
    app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
    key = (await makeKey(app, { quota: 20 })).key
    const task = {
      source_context: '1. Read.\n2. Count.',
      caption: 'Reads',
      output_formats: ['png', 'svg'],
    }
    source = (await (await app.post('/api/generate', task, bearer(key))).json()).task_id
    await endedTask(app, key, source)
  }, 60_000)

  const edit = (body: object) => app.post('/api/redraw', { source, ...body }, bearer(key))
  const refused = async (body: object, says: RegExp) => {
    const answer = await edit(body)
    const { detail } = await answer.json()
    expect([answer.status, JSON.stringify(detail)]).toEqual([422, expect.stringMatching(says)])
  }
  for (const [name, [svg, says]] of Object.entries(DRAWINGS))
    test(`as svg is refused: ${name}`, () => refused({ svg }, says), 30_000)
  for (const [name, [edited, says]] of Object.entries(SCENES))
    test(`as scene is refused: ${name}`, () => refused({ scene: edited }, says), 30_000)

  test('has cost no unit; masks and filters that no drawing has are left out, and the rest is drawn', async () => {
    const { total_used } = await (await admin(app, 'GET', `/api/admin/keys/${key}`)).json()
    expect(total_used).toBe(1)
    const svg = drawing(
      `<mask id="m">${SMALL} mask="url(#m)"/></mask>${WHOLE} fill="#ffffff"/><rect x="20" y="20" width="90" height="60" fill="#00ff00" mask="url(#m)"/>`,
    )
    const answer = await edit({ svg })
    expect(answer.status).toBe(200)
    const { job_id } = await answer.json()
    await until('the edit ends', async () => {
      const job = await (await app.ask(`/api/jobs/${job_id}`, { headers: bearer(key) })).json()
      return job.status === 'completed'
    })
    const file = await app.ask(`/api/artifacts/${job_id}/final.svg`, { headers: bearer(key) })
    const drawn = await file.text()
    expect(drawn).toContain('<rect x="20" y="20" width="90" height="60" fill="#00ff00"')
    expect(drawn).not.toContain('mask')
  }, 60_000)
})
