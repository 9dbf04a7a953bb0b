import { describe, expect, test } from 'bun:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { createFigureTools } from '../../src/figure/tools'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, bearer, makeKey } from '../support/keys'
import { until } from '../support/until'

const startApp = useApps()
const METHOD = 'Reads are trimmed with fastp. Trimmed reads are aligned to the genome with STAR.'
const tools = createFigureTools('0.1.0')

/** Pixels of the pattern that `stamp` draws are enough for geometry; figures prove the vectors. */
async function setUp(ratios: string[]) {
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
  const { key } = await makeKey(app)
  const ids = await Promise.all(
    ratios.map((aspect_ratio) =>
      submit(app, key, '/api/generate', {
        source_context: METHOD,
        caption: 'x',
        aspect_ratio,
        output_formats: ['svg'],
      }),
    ),
  )
  for (const id of ids) await ended(app, key, id)
  return { app, key, ids }
}

describe('a composite', () => {
  test('has every panel and label where the rule says, in PNG and SVG alike', async () => {
    const { app, key, ids } = await setUp(['16:9', '1:1', '9:16'])
    const id = await submit(app, key, '/api/composite', { source_task_ids: ids, layout: '1x3' })
    const task = await ended(app, key, id)
    expect(task).toMatchObject({ status: 'completed', diagram_type: 'composite' })
    expect(Object.keys(task.artifacts)).toEqual(['png', 'svg', 'pdf'])
    expect(task.description).toContain('(c)')

    // Sources: 1365x768, 1024x1024, 768x1365; H = 768.
    const widths = [1365, 768, Math.round((768 * 768) / 1365)]
    const png = Buffer.from(task.image_base64, 'base64')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      widths.reduce((sum, width) => sum + width, 20 * 4),
      768 + 40 + 20 * 2,
    ])
    const svg = await (
      await app.ask(`/api/tasks/${id}/image?format=svg`, { headers: bearer(key) })
    ).text()
    expect(svg).toContain(`translate(${20 + 1365 + 20} 20)`)
    expect(svg).toContain('id="p1-')
    // On paper 178 mm wide three panels in a row have small text, which is said; one title names all panels.
    expect(svg).toMatch(/^<svg[^>]* width="178mm" height="[\d.]+mm"/)
    expect(svg.match(/<title>/g)).toHaveLength(1)
    expect(svg.match(/<desc>/g)).toHaveLength(1)
    expect(svg).toContain('<title>Figure of 3 panels: (a) x; (b) x; (c) x</title>')
    const { paper, panels, warnings } = await (
      await app.ask(`/api/artifacts/${id}/report.json`, { headers: bearer(key) })
    ).json()
    expect(paper.width_mm).toBe(178)
    expect(panels.map(({ label }: { label: string }) => label)).toEqual(['(a)', '(b)', '(c)'])
    const small = panels.filter((one: { smallestTextPt: number }) => one.smallestTextPt < 5.95)
    expect(small.length).toBeGreaterThan(0)
    for (const { label, smallestTextPt } of small)
      expect(warnings[0]).toContain(`${smallestTextPt.toFixed(1)} pt in ${label}`)
    expect(task.warnings).toEqual(warnings)
    expect(new Set(svg.match(/\sid="[^"]*"/g)).size).toBe(svg.match(/\sid="[^"]*"/g)?.length ?? 0)
    expect(await ssim(png, Buffer.from(await tools.png(svg)))).toBeGreaterThan(0.99)
  })

  test('joins tasks, jobs and versions of them in the grid in which all words can be read', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
    const { key } = await makeKey(app)
    const method_text = await Bun.file('docs/examples/flowchart.md').text()
    const post = async (path: string, body: object) =>
      (await (await app.post(path, body, bearer(key))).json()).job_id as string
    const finished = (id: string) =>
      until('the job has ended', async () => {
        const job = await (await app.ask(`/api/jobs/${id}`, { headers: bearer(key) })).json()
        return job.finished_at !== null
      })
    const first = await post('/api/run', { method_text })
    await finished(first)
    const restyled = await post('/api/redraw', { source: first, operations: [], style: 'colorful' })
    const operations = [{ op: 'set_title', title: 'Edited' }]
    const edited = await post('/api/redraw', { source: first, operations })
    const chart = await submit(app, key, '/api/plot', {
      data_json: JSON.stringify([1, 2, 3].map((load) => ({ run: `run ${load}`, load }))),
      intent: 'bar chart of load by run',
      output_formats: ['svg'],
      aspect_ratio: '16:9',
    })
    await Promise.all([finished(restyled), finished(edited), ended(app, key, chart)])
    const reportOf = async (body: object) => {
      const id = await submit(app, key, '/api/composite', body)
      const task = await ended(app, key, id)
      expect(task.status).toBe('completed')
      const file = `/api/artifacts/${id}/report.json`
      const report = await (await app.ask(file, { headers: bearer(key) })).json()
      return { task, report }
    }
    const { task, report } = await reportOf({ source_task_ids: [first, restyled, chart] })
    expect(task.description).toStartWith('Composite of 3 panels, 2 x 2.')
    const points = report.panels.map((one: { smallestTextPt: number }) => one.smallestTextPt)
    expect(Math.min(...points)).toBeGreaterThanOrEqual(5)
    const row = await reportOf({ source_task_ids: [first, edited, chart], layout: '1x3' })
    const anew = row.report.panels.map((one: { drawnAnew: boolean }) => one.drawnAnew)
    expect(anew).toEqual([true, false, true])
  })

  test('takes an explicit grid, own labels, top labels and a task twice', async () => {
    const { app, key, ids } = await setUp(['4:3'])
    const twice = [ids[0], ids[0], ids[0]]
    const id = await submit(app, key, '/api/composite', {
      source_task_ids: twice,
      layout: '2x2',
      labels: [
        'first',
        '',
        'a label that is far too long for the column that it stands over, by any measure, even shrunk',
      ],
      spacing: 0,
      label_position: 'top',
      label_font_size: 60,
    })
    const png = Buffer.from((await ended(app, key, id)).image_base64, 'base64')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * 1182, 2 * (887 + 68)])
  })

  test('is refused before it costs a unit', async () => {
    const { app, key, ids } = await setUp(['1:1', '1:1'])
    const other = await makeKey(app)
    const before = (await usage(app, key)).total_used
    const rows: [Record<string, unknown>, number, string][] = [
      [{ source_task_ids: [ids[0]] }, 422, 'source_task_ids'],
      [{ source_task_ids: [ids[0], 'nobody'] }, 404, 'nobody'],
      [{ source_task_ids: ids, layout: '1x1' }, 422, 'layout'],
      [{ source_task_ids: ids, layout: '2X1' }, 422, 'layout'],
      [{ source_task_ids: ids, layout: '0x2' }, 422, 'layout'],
      [{ source_task_ids: ids, layout: '65x1' }, 422, 'layout'],
      [{ source_task_ids: ids, labels: ['one'] }, 422, 'labels'],
      [{ source_task_ids: ids, labels: [] }, 422, 'labels'],
      [{ source_task_ids: ids, spacing: 501 }, 422, 'spacing'],
      [{ source_task_ids: ids, label_font_size: 5 }, 422, 'label_font_size'],
      [{ source_task_ids: ids, label_position: 'left' }, 422, 'label_position'],
      [{ source_task_ids: Array(64).fill(ids[0]), layout: '1x64' }, 422, 'layout'],
    ]
    for (const [body, status, word] of rows) {
      const answer = await app.post('/api/composite', body, bearer(key))
      const { detail } = await answer.json()
      expect([answer.status, detail]).toEqual([status, expect.stringContaining(word)])
    }
    const foreign = await app.post('/api/composite', { source_task_ids: ids }, bearer(other.key))
    expect(foreign.status).toBe(404)
    expect((await usage(app, key)).total_used).toBe(before)
  })
})

/** Where each panel stands on the canvas, the size of most of its words, and the frame of a chart. */
async function submit(app: TestApp, key: string, path: string, body: object): Promise<string> {
  const answer = await app.post(path, body, bearer(key))
  const accepted = await answer.json()
  expect([answer.status, accepted.detail]).toEqual([202, undefined])
  return accepted.task_id
}

function ended(app: TestApp, key: string, id: string) {
  return until(`task ${id} ends`, async () => {
    const task = await (await app.ask(`/api/tasks/${id}`, { headers: bearer(key) })).json()
    if (task.status === 'failed') throw new Error(task.error)
    return task.status === 'completed' && task
  })
}

async function usage(app: TestApp, key: string) {
  const answer = await app.ask(`/api/admin/keys/${key}`, { headers: bearer(ADMIN) })
  return answer.json()
}

/** Structural similarity of two pictures of equal size, over 8 x 8 windows of their luminance. */
async function ssim(a: Buffer, b: Buffer): Promise<number> {
  const [one, two] = await Promise.all([grey(a), grey(b)])
  expect([two.width, two.height]).toEqual([one.width, one.height])
  let [sum, windows] = [0, 0]
  for (let y = 0; y + 8 <= one.height; y += 8)
    for (let x = 0; x + 8 <= one.width; x += 8) {
      sum += windowSsim(one, two, x, y)
      windows += 1
    }
  return sum / windows
}

interface Grey {
  width: number
  height: number
  values: Float64Array
}

async function grey(png: Buffer): Promise<Grey> {
  const image = await loadImage(png)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const values = Float64Array.from({ length: width * height }, (_, i) => {
    const [r, g, b] = [data[i * 4] ?? 0, data[i * 4 + 1] ?? 0, data[i * 4 + 2] ?? 0]
    return 0.299 * r + 0.587 * g + 0.114 * b
  })
  return { width, height, values }
}

function windowSsim(a: Grey, b: Grey, x: number, y: number): number {
  let [sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0]
  for (let j = 0; j < 8; j++)
    for (let i = 0; i < 8; i++) {
      const at = (y + j) * a.width + x + i
      const [p, q] = [a.values[at] ?? 0, b.values[at] ?? 0]
      sa += p
      sb += q
      saa += p * p
      sbb += q * q
      sab += p * q
    }
  const n = 64
  const [ma, mb] = [sa / n, sb / n]
  const [va, vb, cov] = [saa / n - ma * ma, sbb / n - mb * mb, sab / n - ma * mb]
  const [c1, c2] = [6.5025, 58.5225]
  return ((2 * ma * mb + c1) * (2 * cov + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2))
}
