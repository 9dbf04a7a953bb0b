import { beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encryptedPdf, FIXTURE_PDFS, scannedPdf, textPdf, typesetPdf } from '../read/odd-pdfs'
import { type TestApp, useApps } from '../support/app'
import { SMALL } from '../support/client'
import { ADMIN_KEY, type TaskClient, taskClient } from '../support/tasks'
import { until } from '../support/until'

const PATH = '/api/generate-from-pdf'
const startApp = useApps()
const paper = readFileSync(join(FIXTURE_PDFS, 'two-columns.pdf'))
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const body = (more: object = {}) => ({ pdf_base64: base64(paper), caption: 'The plume', ...more })

let app: TestApp
let client: TaskClient
/** Takes tasks and works on none. */
let idle: TestApp

beforeAll(async () => {
  app = await startApp({ SERVICE_ADMIN_KEY: ADMIN_KEY })
  client = await taskClient(app)
  idle = await startIdle()
})

async function startIdle(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN_KEY, ...env })
  await app.app.pool.drain(0)
  return app
}

describe('a PDF becomes a figure', () => {
  test('of its method section, said so in the log', async () => {
    const task = await client.run(PATH, body({ output_formats: ['svg', 'pdf', 'svg'] }))
    expect(task).toMatchObject({ status: 'completed', diagram_type: 'methodology', error: null })
    expect(task.description).toEndWith(' Read of the PDF: method section: "Methods" (page 1).')
    expect(Object.keys(task.artifacts).sort()).toEqual(['pdf', 'png', 'svg'])
    const file = async (name: string) =>
      (await client.get(`/api/artifacts/${task.task_id}/${name}`)).text()
    const log = await file('run.log')
    expect(log).toContain('3 of 3 pages read')
    expect(log).toContain('method section: "Methods" (page 1)')
    expect(log).toContain('caption, set apart: Figure 1: The workflow')
    const svg = await file('final.svg')
    expect(svg).toContain('>Preprocessing of')
    expect(svg).not.toMatch(/Introduction|Related Work|Conclusion/)
    expect(svg).toContain('<title>The plume</title>')
  })

  test('of a page that is a scan, whose letters are recognised, and that is said', async () => {
    const paper = await typesetPdf(`#set page(width: 10cm, height: 6cm, margin: 8mm)
= Introduction
Rivers carry silt.
= Methods
Samples were taken at six stations. Then all of them were filtered.`)
    const scan = await scannedPdf(paper)
    const task = await client.run(PATH, body({ pdf_base64: base64(scan), output_formats: ['svg'] }))
    expect(task).toMatchObject({ status: 'completed', error: null })
    expect(task.warnings).toContain(
      'Read by the bundled recogniser of letters, as scans: page 1 of the PDF; some letters may be wrong.',
    )
    expect(task.description).toEndWith(' Read of the PDF: method section: "Methods" (page 1).')
    const svg = await (await client.get(`/api/artifacts/${task.task_id}/final.svg`)).text()
    for (const words of ['Samples were', 'filtered']) expect(svg).toContain(words)
    expect(svg).not.toContain('Rivers')
  })

  test('of a caption that names the steps in order, in their place', async () => {
    const paper = await typesetPdf(`= Introduction
Reads are cheap. #lorem(60)

= Methods
Everything was done with care. #lorem(80)

#figure(rect(width: 4cm, height: 2cm), caption: [Overview of the study. Raw reads -> adapter trimming
-> alignment to the genome -> variant calling (see text).])

= Results
Nothing else -> matters. #lorem(60)`)
    const task = await client.run(PATH, {
      ...{ pdf_base64: base64(paper), caption: 'The study', output_formats: ['svg'] },
    })
    expect(task.error).toBeNull()
    const file = async (name: string) =>
      (await client.get(`/api/artifacts/${task.task_id}/${name}`)).text()
    const { nodes, edges } = JSON.parse(await file('diagram.json'))
    const steps = ['Raw reads', 'adapter trimming', 'alignment to the genome', 'variant calling']
    expect(nodes.map(({ label }: { label: string }) => label)).toEqual(steps)
    expect(edges).toHaveLength(3)
    expect(await file('run.log')).toContain("drawn from a caption of the paper's own")
  })

  test('of the method section where a caption names no steps', async () => {
    const paper = await typesetPdf(`= Results
Accuracy rose by four points. #lorem(40)

= Methods
Reads are trimmed with fastp. Trimmed reads are aligned with STAR.

#figure(rect(width: 4cm, height: 2cm), caption: [Accuracy before -> after the change.])`)
    const task = await client.run(PATH, {
      ...{ pdf_base64: base64(paper), caption: 'The study', output_formats: ['svg'] },
    })
    expect(task.error).toBeNull()
    const log = await (await client.get(`/api/artifacts/${task.task_id}/run.log`)).text()
    expect(log).toContain('method section: "Methods"')
    expect(log).not.toContain('drawn from a caption')
    const svg = await (await client.get(`/api/artifacts/${task.task_id}/final.svg`)).text()
    expect(svg).toMatch(/fastp/)
    expect(svg).not.toMatch(/Accuracy/)
  })

  test('of the chosen pages alone; the record keeps the file beside the input', async () => {
    const task = await client.run(PATH, body({ pages: ' 2 - 1 ' }))
    expect(task.status).toBe('completed')
    const log = await (await client.get(`/api/artifacts/${task.task_id}/run.log`)).text()
    expect(log).toContain('2 of 3 pages read')
    const { input, endpoint } = await client.history(task.task_id)
    expect(endpoint).toBe('generate-from-pdf')
    expect(input).toMatchObject({
      pdf_base64: {
        file: 'input/pdf_base64.pdf',
        bytes: paper.byteLength,
        sha256: createHash('sha256').update(paper).digest('hex'),
      },
      pages: ' 2 - 1 ',
      iterations: 1,
      style_preset: 'academic',
      aspect_ratio: 'auto',
      output_formats: ['png'],
    })
    const kept = join(app.dataDir, 'files', task.task_id, 'input', 'pdf_base64.pdf')
    expect(readFileSync(kept).equals(paper)).toBe(true)
    expect((await client.get(`/api/artifacts/${task.task_id}/input/pdf_base64.pdf`)).status).toBe(
      404,
    )
    expect(readdirSync(join(app.dataDir, 'incoming'))).toEqual([])
  })

  test('whatever white space or data URL the base64 comes in', async () => {
    const own = await taskClient(idle)
    const lines = base64(paper).replace(/.{76}/g, '$&\r\n')
    for (const pdf_base64 of [
      `data:application/pdf;base64,${base64(paper)}`,
      ` ${lines}\n`,
      `data:application/pdf;base64,\n${lines}`,
      `data:application/pdf;name=a.pdf;base64,${base64(paper)}`,
    ])
      expect((await own.submit(PATH, { pdf_base64, caption: 'x' })).status).toBe(202)
    // As PHP writes it, and with the name of the field escaped.
    const escaped = base64(paper).replaceAll('/', '\\/')
    const raw = `{"caption": "x", "pages": "1", "pdf\\u005fbase64": "${escaped}"}`
    const answer = await own.submit(PATH, raw)
    expect(answer.status).toBe(202)
  })
})

describe('a PDF that cannot be read is refused before anything is charged', () => {
  const cases: [string, () => Promise<object>, string][] = [
    ['HTML', async () => pdf(Buffer.from('<html>no PDF</html>')), 'pdf_base64: is not a PDF'],
    ['a truncated one', async () => pdf(paper.subarray(0, 600)), 'is broken'],
    ['an encrypted one', async () => pdf(await encryptedPdf()), 'is encrypted'],
    [
      'a blank page',
      async () => ({ ...pdf(await textPdf(['Words', ''])), pages: '2' }),
      'has no text on the chosen pages of its 2 pages',
    ],
    [
      'pages beyond the last',
      async () => body({ pages: '2-4' }),
      'pages: page 4 does not exist; the PDF has 3 pages',
    ],
    ['page 0', async () => body({ pages: '0' }), 'name pages from 1 to 3'],
    ['letters', async () => body({ pages: 'all' }), 'pages: "all" is not valid'],
    ['an open range', async () => body({ pages: '2-' }), 'name pages from 1 to 3'],
    [
      'an empty choice',
      async () => body({ pages: '' }),
      'pages: String should have at least 1 character',
    ],
    [
      'too many pages',
      async () => pdf(await textPdf(Array(201).fill('Words'))),
      'at most 200 are taken',
    ],
    [
      'no base64',
      async () => body({ pdf_base64: 'no base64!' }),
      'pdf_base64: must be base64 in the standard alphabet',
    ],
    [
      'base64url',
      async () => body({ pdf_base64: 'a-_b' }),
      'must be base64 in the standard alphabet',
    ],
    [
      'another data URL',
      async () => body({ pdf_base64: 'data:text/html;base64,aGk=' }),
      'a data URL must begin with data:application/pdf;base64,',
    ],
    [
      'an empty data URL',
      async () => body({ pdf_base64: 'data:application/pdf;base64,' }),
      'must not be empty',
    ],
    [
      'an empty text',
      async () => body({ pdf_base64: '' }),
      'pdf_base64: String should have at least 1 character',
    ],
    ['white space', async () => body({ pdf_base64: ' \n ' }), 'pdf_base64: must not be blank'],
    ['a number', async () => body({ pdf_base64: 5 }), 'pdf_base64: Input should be a valid string'],
    ['nothing', async () => ({ caption: 'x' }), 'pdf_base64: Field required'],
    ['no caption', async () => body({ caption: ' ' }), 'caption: must not be blank'],
    [
      'an image model',
      async () => body({ image_model: 'x' }),
      'image_model: image provider local has no image models',
    ],
    ['eleven iterations', async () => body({ iterations: 11 }), 'iterations: '],
    ['an unknown field', async () => body({ dpi: 300 }), 'dpi: Extra inputs are not permitted'],
  ]
  test.each(cases)('%s', async (_, make, sentence) => {
    const poor = await taskClient(app, { quota: 1 })
    const response = await poor.submit(PATH, await make())
    const { detail } = await response.json()
    expect(response.status).toBe(422)
    expect(detail).toContain(sentence)
    expect(await poor.left()).toBe(1)
    expect(readdirSync(join(app.dataDir, 'incoming'))).toEqual([])
  })

  test('no JSON, and a body that breaks off inside the file', async () => {
    for (const raw of [
      '{"pdf_base64": "JVBE',
      '{"pdf_base64" "x"}',
      '[]',
      '"text"',
      '{"pdf_base64": "a\u0000b", "caption": "x"}',
    ]) {
      const response = await client.submit(PATH, raw)
      expect({ raw, status: response.status }).toEqual({ raw, status: 422 })
    }
  })
})

describe('limits and repeats', () => {
  test('a body over the PDF limit, and one too large beside its file, are 413', async () => {
    const small = await startIdle({ MAX_PDF_BYTES: '300000', MAX_JSON_BYTES: '2000' })
    const own = await taskClient(small)
    expect((await own.submit(PATH, body({ caption: 'x'.repeat(1000) }))).status).toBe(202)
    const beside = await own.submit(PATH, body({ caption: 'x'.repeat(2000) }))
    expect(beside.status).toBe(413)
    expect((await beside.json()).detail).toContain('2000 bytes without its file')
    const over = await own.submit(PATH, pdf(Buffer.alloc(300_000)))
    expect(over.status).toBe(413)
    expect(readdirSync(join(small.dataDir, 'incoming'))).toEqual([])
  })

  test('the same key and body give the same task; its file is kept once', async () => {
    const poor = await taskClient(idle, { quota: 1 })
    const repeat = { 'idempotency-key': 'once' }
    const before = readdirSync(join(idle.dataDir, 'files')).length
    const first = await (await poor.submit(PATH, body(), repeat)).json()
    const second = await (await poor.submit(PATH, body(), repeat)).json()
    expect(second).toEqual(first)
    expect((await poor.submit(PATH, body({ caption: 'y' }), repeat)).status).toBe(422)
    const exhausted = { 'idempotency-key': 'twice' }
    expect((await poor.submit(PATH, body(), exhausted)).status).toBe(403)
    expect(readdirSync(join(idle.dataDir, 'files'))).toHaveLength(before + 1)
  })

  test('a task that a stop gave back still has its file at the next start', async () => {
    const first = await startIdle()
    const own = await taskClient(first)
    const { task_id } = await (await own.submit(PATH, { ...SMALL[PATH], ...body() })).json()
    // As a lost attempt does: what it wrote goes, what came with the record stays.
    await first.app.store.files.removeAttempts(task_id, 1)
    await first.stop()
    const second = await startApp({ SERVICE_ADMIN_KEY: ADMIN_KEY, DATA_DIR: first.dataDir })
    const task = await until('the task has ended', async () => {
      const answer = await second.ask(`/api/tasks/${task_id}`, {
        headers: { authorization: `Bearer ${own.key}` },
      })
      const view = await answer.json()
      return ['completed', 'failed'].includes(view.status) && view
    })
    expect(task).toMatchObject({ status: 'completed', error: null })
    await second.stop()
  })

  test('a folder that a crash left before acceptance is gone after the next start', async () => {
    const first = await startApp({ SERVICE_ADMIN_KEY: ADMIN_KEY })
    const own = await taskClient(first)
    const task = await own.run(PATH, body({ pages: '1' }))
    await first.stop()
    const files = join(first.dataDir, 'files')
    const orphan = join(files, '0'.repeat(32))
    mkdirSync(join(orphan, 'input'), { recursive: true })
    writeFileSync(join(orphan, 'input', 'pdf_base64.pdf'), paper)
    const second = await startApp({ SERVICE_ADMIN_KEY: ADMIN_KEY, DATA_DIR: first.dataDir })
    await until('the folder is gone', () => !existsSync(orphan))
    expect(existsSync(join(files, task.task_id, 'input', 'pdf_base64.pdf'))).toBe(true)
    await second.stop()
  })
})

function pdf(bytes: Uint8Array) {
  return { pdf_base64: base64(bytes), caption: 'x' }
}
