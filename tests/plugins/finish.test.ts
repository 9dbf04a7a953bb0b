import { describe, expect, test } from 'bun:test'
import { METHOD } from '../engines/model/drafts'
import {
  ALIGN,
  arrow,
  COUNT,
  DRAWING,
  drawing,
  FIRST,
  SECOND,
  TRIM,
} from '../engines/model/drawings'
import { HOSTILE } from '../read/drawing/hostile'
import { useApps } from '../support/app'
import { ADMIN_KEY, taskClient } from '../support/tasks'

const app = await useApps()({ SERVICE_ADMIN_KEY: ADMIN_KEY })
/** Ends off its thing by 6 units, and one arrow without a head. */
const LOOSE = drawing(
  TRIM,
  ALIGN,
  COUNT,
  arrow('first', 'trim', 'align', 380, 'trimmed with fastp and then aligned', 554),
  SECOND,
)

async function finished(body: object) {
  const id = await app.submit('/api/finish', body)
  const { status, artifacts } = await app.ended(id)
  const file = async (path: string) => (await app.ask(`/api/artifacts/${id}/${path}`)).text()
  const json = async (path: string) => JSON.parse(await file(path))
  return { id, status, paths: artifacts.map(({ path }) => path), file, json }
}

test('a drawing of one’s own is made exact and has all files of a job', async () => {
  const { status, paths, file, json } = await finished({ svg: LOOSE, method_text: METHOD })
  expect(status).toBe('completed')
  for (const path of [
    'figure.png',
    'final.svg',
    'final.pdf',
    'diagram.json',
    'scene.json',
    'template.svg',
    'final_preview.png',
  ])
    expect(paths).toContain(path)
  const report = await json('report.json')
  expect(report.drawing).toMatchObject({ by: 'person', mended: 1 })
  expect(report.faults.filter(({ hard }: { hard: boolean }) => hard)).toEqual([])
  expect(report.counts).toMatchObject({ end_off: 0, words_foreign: 0 })
  expect(report.grounding).toMatchObject({ nodes: 3, edges: 2, grounded_nodes: 3 })
  const svg = await file('final.svg')
  expect(svg).toContain('class="node"')
  expect(svg).toContain('data-from="trim"')
  const diagram = await json('diagram.json')
  expect(diagram.nodes.map(({ label }: { label: string }) => label)).toEqual([
    'Trim reads',
    'Align',
    'Count per gene',
  ])
})

test('finished twice it is the same, byte for byte', async () => {
  const once = await (await finished({ svg: DRAWING })).file('final.svg')
  const twice = await (await finished({ svg: once })).file('final.svg')
  expect(twice).toBe(once)
})

test('an SVG without groups of ours is taken by its geometry', async () => {
  const plain = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 300"><rect x="40" y="100" width="200" height="100" fill="#eef" stroke="#336"/><text x="140" y="156" font-size="24" text-anchor="middle">Trim</text><rect x="500" y="100" width="200" height="100" fill="#eef" stroke="#336"/><text x="600" y="156" font-size="24" text-anchor="middle">Align</text><path d="M240 150H500" stroke="#333" stroke-width="2"/><path d="M500 150L488 144V156Z" fill="#333"/></svg>`
  const { json, status } = await finished({ svg: plain })
  expect(status).toBe('completed')
  const { nodes } = await json('diagram.json')
  expect(nodes.map(({ label }: { label: string }) => label)).toEqual(['Trim', 'Align'])
})

test('a style changes colours and nothing else', async () => {
  const [own, dressed] = [
    await finished({ svg: DRAWING }),
    await finished({ svg: DRAWING, style: 'colorful' }),
  ]
  const strip = (svg: string) => svg.replace(/#[0-9a-f]{6}|#?arrow-\w+/g, '#')
  const [a, b] = [await own.file('final.svg'), await dressed.file('final.svg')]
  expect(b).not.toBe(a)
  expect(strip(b)).toBe(strip(a))
})

describe('check', () => {
  const checked = (body: object) => app.post('/api/check', body)

  test('says at once what is wrong, stores nothing and mends nothing', async () => {
    const answer = await checked({ svg: LOOSE, method_text: 'Reads are trimmed with fastp.' })
    expect(answer.status).toBe(200)
    const { faults, counts } = await answer.json()
    expect(counts.end_off).toBe(1)
    expect(faults.find(({ kind }: { kind: string }) => kind === 'end_off')).toMatchObject({
      ...{ id: 'first', other: 'align', hard: true, mended: false },
      sentence: expect.stringContaining('6'),
    })
    expect(counts.words_foreign).toBeGreaterThan(0)
    expect(counts.quote_foreign).toBeGreaterThan(0)
  })

  test('without a text leaves grounding out', async () => {
    const { counts } = await (await checked({ svg: DRAWING })).json()
    expect(counts).toMatchObject({ words_foreign: 0, quote_foreign: 0, end_off: 0, overlap: 0 })
  })

  test('costs no unit, where a finish costs one', async () => {
    const { submit, left, key } = await taskClient(app, { quota: 1 })
    expect((await submit('/api/check', { svg: DRAWING })).status).toBe(200)
    expect(await left()).toBe(1)
    expect((await submit('/api/finish', { svg: DRAWING })).status).toBe(200)
    expect(await left()).toBe(0)
    expect((await submit('/api/finish', { svg: DRAWING })).status).toBe(403)
    expect(key).toStartWith('burin_')
  })
})

/** The one that takes the reader seconds is shown with it. */
const { 'a bomb of markers': _, ...QUICK } = HOSTILE
test.each(Object.entries(QUICK))(
  'hostile: %s is refused by both with a sentence and without a unit, or clean',
  async (_, { drawing: svg, refused }) => {
    const answers = [await app.post('/api/check', { svg })]
    if (refused) answers.push(await app.post('/api/finish', { svg }))
    for (const answer of answers) {
      const { detail } = await answer.json()
      expect(answer.status).toBe(refused ? 422 : 200)
      if (refused)
        expect(detail).toEqual([
          expect.objectContaining({ loc: ['body', 'svg'], msg: expect.stringMatching(refused) }),
        ])
    }
  },
)

test('what could run or load anything is dropped and named', async () => {
  const { file, status } = await finished({
    svg: drawing(
      TRIM,
      ALIGN,
      FIRST,
      '<script>alert(1)</script>',
      '<image href="http://elsewhere.example/a.png"/>',
    ),
  })
  expect(status).toBe('completed')
  expect(await file('final.svg')).not.toMatch(/script|elsewhere/)
  expect(await file('run.log')).toContain('script')
})
