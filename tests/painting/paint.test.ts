import { describe, expect, test } from 'bun:test'
import { DRAFT, METHOD } from '../engines/model/drafts'
import { CANARY, type ModelAppOptions, type Saying, useModelApps } from '../engines/model/model-app'
import { type Answer, answering, routed } from '../providers/fake-provider'
import { ADMIN_KEY, taskClient } from '../support/tasks'
import { until } from '../support/until'
import { painting, person, picture, wordsOf } from './pictures'

const startModel = useModelApps()
const LABELS = ['Trim reads', 'Align', 'Count per gene']
const WIDE = { width: 1376, height: 768 }

const PAINTER: ModelAppOptions = {
  model: { can: ['text', 'vision', 'image', 'edit'], price: { image: { '1K': 0.04 } } },
  file: {
    roles: {
      main: { provider: 'house' },
      vlm: { provider: 'house' },
      image: { provider: 'house' },
    },
  },
}

/** The local SVG step: what is read is not shown to a model. */
const BY_RULES = { svg_provider: 'local' }

const drawn = async (answers: Saying[], body: object = {}, options = PAINTER) => {
  const model = await startModel(answers, options)
  return { ...model, ...(await model.draw(METHOD, { ...BY_RULES, ...body })) }
}

test('a figure is painted after the plan, and final.svg is what is read from it', async () => {
  const png = await picture(LABELS, WIDE)
  const { status, error, report, svg, arrived, events, file, diagram, app, id } = await drawn([
    DRAFT,
    painting(png),
  ])
  expect(error).toBeNull()
  expect(status).toBe('completed')
  expect(arrived.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/images/edits'])
  const { prompt, size, model } = arrived[1]?.body ?? {}
  expect({ size, model }).toEqual({ size: '1360x768', model: 'qwen' })
  for (const words of ['"Trim reads"', '"fastp"', '"Align"', '"Count per gene"'])
    expect(prompt).toContain(words)
  expect(prompt).toContain('"Trim reads" -> "Align"')
  expect(prompt).toContain('sober')
  expect(report).toMatchObject({
    engine: {
      plan: { provider: 'house' },
      paint: {
        ...{ provider: 'house', model: 'qwen', prompt_version: 'paint 2', calls: 1 },
        ...{ images: 1, cost_usd: 0.04 },
      },
    },
    labels: { right: 3, misspelt: [], missing: ['fastp', 'STAR'] },
    grounding: { nodes: 3 },
    ignored: [],
  })
  expect(diagram.source).toBe('model')
  expect(diagram.nodes).toHaveLength(3)
  expect(wordsOf(svg)).toEqual(expect.arrayContaining(LABELS))
  expect(svg).toContain('viewBox="0 0 1376 768"')
  expect(svg).toContain('<title>Trim reads, Align, Count per gene</title>')
  const figure = await app.ask(`/api/artifacts/${id}/figure.png`)
  expect(sizeOf(new Uint8Array(await figure.arrayBuffer()))).toEqual(WIDE)
  for (const path of ['samed.png', 'boxlib.json', 'template.svg', 'final_preview.png', 'final.pdf'])
    expect((await app.ask(`/api/artifacts/${id}/${path}`)).status).toBe(200)
  expect(events).toContain('"stage":"paint"')
  expect(`${events}${await file('run.log')}${JSON.stringify(report)}`).not.toContain(CANARY)
})

test('a painter of a long text is told the wishes at its end, and it is said what it is not told', async () => {
  const model = await startModel([DRAFT, painting(await picture(LABELS, WIDE))], PAINTER)
  const long = `${METHOD}\n\n${'The reads are kept as they are. '.repeat(400)}\n\n我想要水彩画。 Use red arrows.`
  const { warnings } = await model.draw(long, BY_RULES)
  const prompt = `${model.arrived[1]?.body.prompt}`
  expect(prompt).toContain('我想要水彩画')
  expect(prompt.length).toBeLessThan(24_000)
  expect(warnings.join(' ')).toContain('its first and its last 4000 characters')
})

const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

test('words that are painted wrong are named and set right, what is missing is named', async () => {
  const draft = { ...DRAFT, nodes: DRAFT.nodes.map((node) => ({ ...node, detail: null })) }
  const png = await picture(['Trim raeds', 'Align'], WIDE)
  const { report, svg, warnings } = await drawn([draft, painting(png)])
  expect(report.labels).toEqual({
    right: 1,
    misspelt: [{ painted: 'Trim raeds', label: 'Trim reads' }],
    missing: ['Count per gene'],
  })
  expect(wordsOf(svg)).toContain('Trim reads')
  expect(svg).not.toContain('raeds')
  expect(warnings).toContain(
    'The picture writes "Trim raeds" for "Trim reads"; the SVG has it right.',
  )
  expect(warnings).toContain('The picture does not show "Count per gene".')
})

test('a lost gap between words is set right; a missing label is told', async () => {
  const draft = { ...DRAFT, nodes: DRAFT.nodes.map((node) => ({ ...node, detail: null })) }
  const png = await picture(['Trimreads', 'Align', ''], WIDE)
  const { report, svg } = await drawn([draft, painting(png)])
  expect(report.labels).toEqual({ right: 2, misspelt: [], missing: ['Count per gene'] })
  expect(wordsOf(svg)).toContain('Trim reads')
})

test('a picture of another ratio is kept as it came, and named', async () => {
  const png = await picture(LABELS, { width: 1000, height: 1000 })
  const { report, app, id, log } = await drawn([DRAFT, painting(png)])
  const said = 'aspect ratio 16:9: the painted picture came with 1000 x 1000 pixels'
  expect(report.ignored).toEqual([said])
  expect(log).toContain(said)
  const figure = await app.ask(`/api/artifacts/${id}/figure.png`)
  expect(sizeOf(new Uint8Array(await figure.arrayBuffer()))).toEqual({ width: 1000, height: 1000 })
})

describe('what is no picture fails honestly', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const answers: [string, Answer, string][] = [
    ['words', painting(Buffer.from('I cannot draw.')), 'the picture cannot be read'],
    ['an SVG with a script', painting(Buffer.from(SVG)), 'the picture cannot be read'],
    ['a decompression bomb', painting(bomb()), 'the picture cannot be read'],
    ['no picture', answering(200, { created: 1, data: [] }), 'no picture in the answer'],
    [
      'a private address',
      answering(200, { data: [{ url: 'http://169.254.169.254/latest' }] }),
      'the picture cannot be read',
    ],
  ]
  test.each(answers)('%s', async (_, answer, says) => {
    const { status, error, app, id } = await drawn([DRAFT, answer])
    expect({ status, error }).toEqual({ status: 'failed', error: `Provider house: ${says}.` })
    expect((await app.ask(`/api/artifacts/${id}/figure.png`)).status).toBe(404)
  })

  test('and with local behind it, the figure is drawn from its structure', async () => {
    const { status, report, svg } = await drawn(
      [DRAFT, answering(500)],
      {},
      {
        ...PAINTER,
        provider: { fallback: ['local'] },
      },
    )
    expect(status).toBe('completed')
    expect(report.fallbacks).toEqual([
      {
        stage: 'paint',
        from: 'house',
        to: 'local',
        reason: 'Provider house: server error (500) after 1 attempt.',
      },
    ])
    expect(report.engine).toMatchObject({ paint: { provider: 'local' } })
    expect(svg).toContain('mm"')
  })
})

test('a picture that would pass the budget of the job is not asked for', async () => {
  const file = { ...PAINTER.file, budgets: { jobUsd: 0.03 } }
  const { status, error, arrived } = await drawn([DRAFT, answering(500)], {}, { ...PAINTER, file })
  expect({ status, error }).toEqual({
    status: 'failed',
    error: 'Provider house: the budget of this job (0.03 USD) is used up.',
  })
  expect(arrived.map(({ path }) => path)).toEqual(['/v1/chat/completions'])
})

test('a cancelled job takes back what a painter has queued', async () => {
  const answers = routed({
    'POST /v1/jobs': answering(200, { id: 7 }),
    'GET /v1/jobs/7': answering(200, { state: 'waiting' }),
    'POST /v1/jobs/7/cancel': answering(200),
  })
  const { app, arrived } = await startModel([answers], {
    provider: {
      adapter: 'task',
      models: { slow: { can: ['image'] } },
      task: {
        submit: { path: '/jobs', body: { prompt: '{prompt}' }, id: '/id' },
        cancel: { path: '/jobs/{id}/cancel' },
        poll: { path: '/jobs/{id}', state: '/state', done: ['done'], result: '/url' },
      },
    },
    file: { roles: { image: { provider: 'house' } } },
  })
  const id = await app.submit('/api/run', { method_text: METHOD })
  await until(
    'the task is waited for',
    () => arrived.some(({ method }) => method === 'GET'),
    30_000,
  )
  await app.ask(`/api/jobs/${id}/cancel`, { method: 'POST' })
  await until(
    'it is taken back',
    () => arrived.some(({ path }) => path.endsWith('/cancel')),
    30_000,
  )
  expect(await app.job(id)).toMatchObject({ status: 'failed', error: 'cancelled' })
})

/** A PNG that says it has 60,000 by 60,000 pixels. */
function bomb(): Uint8Array {
  const bytes = Buffer.alloc(60)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  bytes.write('IHDR', 12)
  bytes.writeUInt32BE(60_000, 16)
  bytes.writeUInt32BE(60_000, 20)
  bytes.set([8, 6, 0, 0, 0], 24)
  return bytes
}

test('a draft of the plan and a reference picture go along, and the wishes of the text in its own words', async () => {
  const model = await startModel([DRAFT, painting(await picture(LABELS, WIDE))], PAINTER)
  const form = new FormData()
  form.set('file', new File([Buffer.from(await picture(['Old'], WIDE, person(200, 100)))], 'a.png'))
  const uploaded = await model.app.ask('/api/upload', { method: 'POST', body: form })
  const { path } = (await uploaded.json()) as { path: string }
  const text = `${METHOD} Bitte als Aquarell mit roten Pfeilen malen.`
  const { status, error, report } = await model.draw(text, {
    ...BY_RULES,
    reference_image_path: path,
  })
  const { ignored } = report
  expect({ status, error }).toEqual({ status: 'completed', error: null })
  const [, asked] = model.arrived
  expect(asked?.path).toBe('/v1/images/edits')
  expect(asked?.body['image[]']).toBeInstanceOf(Uint8Array)
  const prompt = String(asked?.body.prompt)
  expect(prompt).toContain('The first picture that comes along is a plain draft of the figure')
  expect(prompt).toContain('The second picture that comes along shows the look')
  expect(prompt).toContain('Bitte als Aquarell mit roten Pfeilen malen.')
  expect(ignored).toEqual([])
  expect(prompt).toContain('these are the wishes of its author')
})

test('a task is painted where the role says so, with the formats that it asks for', async () => {
  const png = await picture(LABELS, { width: 1024, height: 1024 })
  const env = { SERVICE_ADMIN_KEY: ADMIN_KEY }
  const answers = [DRAFT, painting(png)]
  const model = await startModel(answers, PAINTER, env)
  const task = await (await taskClient(model.app)).run('/api/generate', {
    ...{ source_context: METHOD, caption: 'Counting', style_preset: 'blueprint' },
    ...{ aspect_ratio: '1:1', output_formats: ['png', 'svg', 'pdf'] },
  })
  expect(task).toMatchObject({ status: 'completed', error: null })
  expect(task.description).toContain('Painted by qwen after a plan of 3 nodes and 2 edges')
  expect(Object.keys(task.artifacts)).toEqual(['png', 'svg', 'pdf'])
  const painted = model.arrived.find(({ body }) => body.prompt !== undefined)
  const prompt = String(painted?.body.prompt)
  expect(prompt).toContain('a blueprint')
  expect(prompt).toContain('Counting')
  expect(painted?.body.size).toBe('1024x1024')
})
