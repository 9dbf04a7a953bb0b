import { describe, expect, test } from 'bun:test'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, admin } from '../support/keys'

const startApp = useApps()
const start = (COMPAT = 'autofigure-edit') => startApp({ COMPAT, SERVICE_ADMIN_KEY: ADMIN })

/** As the form of that program sends it with nothing but a text filled in. */
const FORM = {
  method_text: 'Images -> Encoder -> Classifier',
  provider: 'bianxie',
  api_key: 'sk-of-their-own-provider',
  base_url: 'https://models.example.org/v1',
  image_provider: null,
  image_api_key: 'sk-another',
  image_base_url: null,
  image_model: 'a-model-of-theirs',
  image_size: '4K',
  svg_model: 'another-model',
  optimize_iterations: 0,
  enable_upscale: true,
  reference_image_path: null,
  sam_backend: 'roboflow',
  sam_prompt: 'icon,person',
  sam_api_key: 'rf-key',
}

const inputOf = async (app: TestApp, id: string) =>
  (await (await admin(app, 'GET', `/api/admin/history/${id}`)).json()).input

describe('with COMPAT=autofigure-edit', () => {
  test('the form of its pages is drawn, and the report says what was left out', async () => {
    const app = await start()
    const id = await app.submit('/api/run', FORM)
    expect((await app.ended(id)).status).toBe('completed')
    const input = await inputOf(app, id)
    expect(input).toMatchObject({
      method_text: FORM.method_text,
      image_size: '4K',
      sam_prompt: 'icon,person',
    })
    const report = await (await app.ask(`/api/artifacts/${id}/report.json`)).json()
    for (const name of ['provider: bianxie', 'image_model: a-model', 'sam_backend: roboflow'])
      expect(report.ignored.some((one: string) => one.startsWith(name))).toBe(true)
  })

  test('keys of other services are kept nowhere', async () => {
    const app = await start()
    const id = await app.submit('/api/run', FORM)
    await app.ended(id)
    const shown = await (await admin(app, 'GET', `/api/admin/history/${id}`)).text()
    const log = await (await app.ask(`/api/artifacts/${id}/run.log`)).text()
    expect(shown + log).not.toMatch(/sk-|rf-key|models\.example/)
  })

  test('a finished picture goes the way of image-to-svg', async () => {
    const app = await start()
    const drawn = await app.submit('/api/run', { ...FORM, image_size: '1K' })
    await app.ended(drawn)
    const png = await (await app.ask(`/api/artifacts/${drawn}/figure.png`)).blob()
    const form = new FormData()
    form.append('file', png, 'figure.png')
    const { path } = await (await app.ask('/api/upload', { method: 'POST', body: form })).json()
    const { method_text, image_model, image_size, optimize_iterations, ...rest } = FORM
    const id = await app.submit('/api/run', { ...rest, input_figure_path: path })
    const job = await app.ended(id)
    expect([job.workflow, job.status]).toEqual(['image-to-svg', 'completed'])
    const refused = await app.post('/api/run', { input_figure_path: 'uploads/none.png' })
    expect(refused.status).toBe(422)
  })

  test('what breaks a rule is refused as ever', async () => {
    const app = await start()
    for (const body of [
      '[]',
      '{',
      '{"method_text": " "}',
      '{"method_text": "x", "odd": 1}',
      'null',
    ])
      expect((await app.post('/api/run', body)).status).toBe(422)
    const long = { ...FORM, method_text: 'A -> B\n'.repeat(20_000) }
    expect((await app.post('/api/run', long)).status).toBe(200)
  })
})

test('a body for those pages is received and judged as any other', async () => {
  const app = await startApp({
    COMPAT: 'autofigure-edit',
    SERVICE_ADMIN_KEY: ADMIN,
    RATE_LIMIT_PER_MINUTE: '2',
  })
  const names = `{${Array.from({ length: 20_000 }, (_, at) => `"n${at}":1`).join(',')}}`
  const answer = await app.post('/api/run', names)
  expect(answer.status).toBe(422)
  expect((await answer.json()).detail).toHaveLength(100)
  // A word that is repeated in the report is cut.
  const odd = { ...FORM, image_size: '1K', provider: 'x'.repeat(200_000) }
  const { job_id: id } = await (await app.post('/api/run', odd)).json()
  const report = async () => (await app.ask(`/api/artifacts/${id}/report.json`)).json()
  expect((await app.ended(id)).status).toBe('completed')
  expect((await report()).ignored[0].length).toBeLessThan(200)
  // Whoever has had his share is told so before his body is read.
  expect((await app.post('/api/run', '{')).status).toBe(429)
})

test('without the setting such a body is refused, field by field', async () => {
  const app = await start('none')
  const answer = await app.post('/api/run', FORM)
  expect(answer.status).toBe(422)
  const { detail } = await answer.json()
  const fields = detail.map(({ loc }: { loc: string[] }) => loc[1])
  expect(fields).toEqual(expect.arrayContaining(['api_key', 'enable_upscale', 'provider']))
})
