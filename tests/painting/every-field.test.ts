import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadCatalogue } from '../../src/providers/catalogue'
import { DRAFT, METHOD } from '../engines/model/drafts'
import { saying } from '../engines/model/model-app'
import {
  type Answer,
  answering,
  type FakeProvider,
  useFakeProviders,
} from '../providers/fake-provider'
import { FIXTURE_PDFS } from '../read/odd-pdfs'
import { type TestApp, useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { ADMIN_KEY, type TaskClient, taskClient } from '../support/tasks'
import { painting, picture } from './pictures'

const fakeProvider = useFakeProviders()
const startApp = useApps()

let app: TestApp
let tasks: TaskClient
let house: FakeProvider
let upload = ''

const PAPER = readFileSync(join(FIXTURE_PDFS, 'two-columns.pdf')).toString('base64')
const WIDE = { width: 1376, height: 768 }

const DRAWN = `<svg viewBox="0 0 1376 768">${['Trim reads', 'Align', 'Count per gene']
  .map(
    (words, at) =>
      `<g data-node="n${at}"><rect x="${69 + 459 * at}" y="304" width="321" height="160" rx="10" fill="#dbe9f6" stroke="#1d4e89" stroke-width="3"/><text x="${229 + 459 * at}" y="393" font-size="26" text-anchor="middle">${words}</text></g>`,
  )
  .join('')}</svg>`

/** Says what every stage may be told, by what it is asked for. */
const everything = (png: Uint8Array): Answer => {
  const chart = {
    spec: {
      mark: 'bar',
      encoding: {
        x: { field: 'year', type: 'ordinal' },
        y: { field: 'count', type: 'quantitative' },
      },
    },
    unmet: [],
  }
  const answers: [RegExp, object][] = [
    [/diagram_draft|You plan/, DRAFT],
    [/styled_prompt/, { prompt: `${METHOD} Draw it from left to right.` }],
    [/chart/, chart],
    [/boxes/, { boxes: [] }],
  ]
  return (socket, arrived) => {
    if (arrived.path.endsWith('/concept_segment'))
      return answering(200, { prompt_results: [] })(socket, arrived)
    if (arrived.path.includes('/images/')) return painting(png)(socket, arrived)
    const format = JSON.stringify(arrived.body.response_format ?? '')
    // Who draws, or looks again, is asked for no JSON.
    const [, answer = '<patch/>'] = answers.find(([name]) => name.test(format)) ?? []
    if (/draw it anew/.test(JSON.stringify(arrived.body.messages)))
      return saying(DRAWN)(socket, arrived)
    return saying(answer)(socket, arrived)
  }
}

beforeAll(async () => {
  house = await fakeProvider(
    everything(await picture(['Trim reads', 'Align', 'Count per gene'], WIDE)),
  )
  const path = join(tempFolder(), 'providers.json')
  const image = { can: ['image', 'edit'], price: { image: { '1K': 0.01, '2K': 0.02 } } }
  writeFileSync(
    path,
    JSON.stringify({
      providers: {
        house: {
          adapter: 'openai-compatible',
          baseUrl: `${house.origin}/v1`,
          models: {
            qwen: { can: ['text', 'vision'] },
            'model-a': image,
            'model-b': { ...image, resolutions: null },
            'model-e': { ...image, can: ['edit'] },
          },
        },
        finder: {
          adapter: 'roboflow',
          baseUrl: house.origin,
          models: { sam3: { can: ['segment'] } },
        },
      },
      roles: {
        main: { provider: 'house' },
        vlm: { provider: 'house' },
        svg: { provider: 'house' },
        image: { provider: 'house', model: 'model-a' },
        segmentation: { provider: 'finder' },
      },
      aliases: { brand: 'house' },
    }),
  )
  const catalogue = await loadCatalogue(
    { PROVIDERS_FILE: path, MODEL_URL: '', MODEL_NAME: '', MODEL_KEY: '' },
    {},
  )
  app = await startApp({ SERVICE_ADMIN_KEY: ADMIN_KEY, JOB_DEADLINE_SECONDS: '600' }, { catalogue })
  tasks = await taskClient(app)
  const form = new FormData()
  form.set('file', new File([Buffer.from(await picture(['Old'], WIDE))], 'a.png'))
  const uploaded = await app.ask('/api/upload', { method: 'POST', body: form })
  upload = ((await uploaded.json()) as { path: string }).path
})

const SVG_FIELDS = {
  provider: 'house',
  svg_provider: 'brand',
  svg_model: 'qwen',
  sam_prompt: 'icon,person',
  sam_backend: 'finder',
  sam_max_masks: 8,
  placeholder_mode: 'box',
  merge_threshold: 0.2,
  optimize_iterations: 1,
}

const TASK_FIELDS = {
  iterations: 2,
  style_preset: 'minimalist',
  aspect_ratio: '16:9',
  output_formats: ['png', 'svg', 'pdf'],
  vlm_provider: 'house',
  vlm_model: 'qwen',
  image_model: 'model-a',
  image_resolution: '2K',
  webhook_url: 'https://hooks.example.org/in',
  webhook_include_image: true,
}
const WEBHOOK = {
  webhook_url: 'https://hooks.example.org/in',
  webhook_include_image: true,
}

describe('a request with every field of the specification set is accepted and completed', () => {
  const jobs: [string, () => object][] = [
    [
      '/api/run',
      () => ({
        ...{ method_text: METHOD, image_provider: 'house', image_model: 'model-a' },
        ...{ image_size: '2K', image_aspect_ratio: '16:9', reference_image_path: upload },
        ...{ reference_image_url: null, ...SVG_FIELDS },
      }),
    ],
    ['/api/image-to-svg', () => ({ image_path: upload, image_url: null, ...SVG_FIELDS })],
  ]
  test.each(jobs)('%s', async (path, body) => {
    const id = await app.submit(path, body())
    const job = await app.ended(id)
    expect(job).toMatchObject({ status: 'completed', error: null })
    const report = await (await app.ask(`/api/artifacts/${id}/report.json`)).json()
    expect(report.ignored).toEqual([])
    expect(report.engine).toMatchObject({
      redraw: { provider: 'house', model: 'qwen' },
      segment: { provider: 'finder', model: 'sam3' },
      ...(path === '/api/run' && {
        plan: { provider: 'house' },
        paint: { provider: 'house', model: 'model-a', cost_usd: 0.02 },
      }),
    })
  })

  const submissions: [string, () => object][] = [
    ['/api/generate', () => ({ source_context: METHOD, caption: 'Counting', ...TASK_FIELDS })],
    [
      '/api/generate-from-pdf',
      () => ({
        pdf_base64: `data:application/pdf;base64,${PAPER}`,
        ...{ caption: 'Counting', pages: '1', ...TASK_FIELDS },
      }),
    ],
    [
      '/api/optimize-prompt',
      () => ({
        ...{ description: METHOD, source_context: METHOD, caption: 'Counting' },
        ...{ diagram_type: 'methodology', guidelines: 'Draw it from left to right.' },
        ...{ vlm_provider: 'house', vlm_model: 'qwen', ...WEBHOOK },
      }),
    ],
    [
      '/api/plot',
      () => ({
        data_json: JSON.stringify([
          { year: '2024', count: 3 },
          { year: '2025', count: 5 },
        ]),
        ...{ intent: 'Bars of count by year', iterations: 2, aspect_ratio: '4:3' },
        ...{ output_formats: ['png', 'svg', 'pdf'] },
        ...{ vlm_provider: 'house', vlm_model: 'qwen', ...WEBHOOK },
      }),
    ],
  ]
  const done: string[] = []
  test.each(submissions)('%s', async (path, body) => {
    const response = await tasks.submit(path, body())
    const { task_id, ...said } = await response.json()
    expect({ status: response.status, said }).toEqual({
      status: 202,
      said: { status: 'pending' },
    })
    const task = await tasks.ended(task_id)
    expect(task).toMatchObject({ status: 'completed', error: null })
    expect(task.description).not.toBe('')
    if (task.image_base64) done.push(task_id)
  })

  test('/api/composite', async () => {
    const task = await tasks.run('/api/composite', {
      ...{ source_task_ids: done, layout: '1x3', labels: ['one', 'two', 'three'], spacing: 10 },
      ...{ label_position: 'top', label_font_size: 24, ...WEBHOOK },
    })
    expect(task).toMatchObject({ status: 'completed', error: null })
  })
})

describe('what is not accepted is told with what is', () => {
  test.each([
    ['provider', 'finder', 'house, local, brand'],
    ['image_provider', 'finder', 'house, local, brand'],
    ['svg_provider', 'nobody', 'house, local, brand'],
    ['sam_backend', 'nobody', 'finder, house, local, brand'],
    ['image_model', 'qwen', 'model-a, model-b, model-e'],
    ['svg_model', 'model-a', 'qwen'],
  ])('%s %s', async (field, value, accepted) => {
    const answer = await app.post('/api/run', { method_text: METHOD, [field]: value })
    expect(answer.status).toBe(422)
    const { detail } = await answer.json()
    expect(detail).toHaveLength(1)
    expect(detail[0]).toMatchObject({ type: 'value_error', loc: ['body', field] })
    expect(detail[0].msg).toContain(accepted)
  })

  test('a model that changes pictures alone, where there is none', async () => {
    const refusal = async (answer: Response) => JSON.stringify(await answer.json())
    const job = await app.post('/api/run', { method_text: METHOD, image_model: 'model-e' })
    expect(await refusal(job)).toContain('needs reference_image_url or reference_image_path')
    const body = { source_context: METHOD, caption: 'x', image_model: 'model-e' }
    const task = await refusal(await tasks.submit('/api/generate', body))
    expect(task).toContain('image_model: the model model-e only changes a picture')
    expect(task).not.toContain('reference_image')
  })

  test('a resolution of a model that takes none', async () => {
    const body = { method_text: METHOD, image_model: 'model-b', image_size: '2K' }
    const answer = await app.post('/api/run', body)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(await answer.json())).toContain(
      'the model model-b takes no resolution; leave it out',
    )
  })
})

test('pictures are counted with what they cost', async () => {
  const metrics = await (await app.ask('/metrics')).text()
  expect(metrics).toMatch(
    /burin_provider_calls_total\{provider="house",stage="paint",outcome="ok"\} [1-9]/,
  )
  expect(metrics).toMatch(/burin_provider_cost_usd_total\{provider="house"\} 0\.\d+/)
  expect(metrics).toMatch(/provider="finder",stage="segment",outcome="ok"/)
})
