import { Database } from 'bun:sqlite'
import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUNDLED } from '../../plugins'
import type { Fault } from '../../src/errors'
import { createKit, providerSets } from '../../src/host/kit'
import { KeyChangeBody, NewKeyBody } from '../../src/http/keys'
import { localCatalogue } from '../../src/providers/catalogue'
import { FIXTURE_PDFS } from '../read/odd-pdfs'
import { type TestApp, useApps } from '../support/app'
import { ADMIN_KEY, taskClient } from '../support/tasks'
import { ADMIN_ROWS } from './field-rows/admin-rows'
import { JOB_ROWS } from './field-rows/job-rows'
import { ABSENT, type Row } from './field-rows/row'
import { TASK_ROWS } from './field-rows/task-rows'

const RUN = '/api/run'

/** How a route answers what it accepts, a body that it takes, and where the accepted value is found. */
interface Route {
  status: number
  /** Whose 422 it is: faults as a list, or one sentence. */
  service: 'job' | 'task'
  method?: 'PATCH'
  path?: () => Promise<string>
  headers: () => Record<string, string>
  body: () => Record<string, unknown>
  stored: (answer: Record<string, unknown>) => Record<string, unknown>
}

const METHOD = 'Reads are trimmed with fastp. The trimmed reads are aligned with STAR.'
const asAdmin = () => ({ authorization: `Bearer ${ADMIN_KEY}` })
const shownKey = (answer: Record<string, unknown>) => ({ ...answer, quota: answer.quota_total })

const task = (body: () => Record<string, unknown>): Route => ({
  status: 202,
  service: 'task',
  headers: () => ({ authorization: `Bearer ${key}` }),
  body,
  stored: (answer) => inputOf(app, String(answer.task_id)),
})

/** A row replaces one field of the body. */
const ROUTES: Record<string, Route> = {
  [RUN]: {
    status: 200,
    service: 'job',
    headers: () => ({}),
    body: () => ({ method_text: METHOD }),
    stored: (answer) => inputOf(app, String(answer.job_id)),
  },
  '/api/generate': task(() => ({ source_context: METHOD, caption: 'RNA-seq' })),
  '/api/generate-from-pdf': task(() => ({ pdf_base64: paper, caption: 'The plume' })),
  '/api/optimize-prompt': task(() => ({ description: 'A pipeline of two stages.' })),
  '/api/plot': task(() => ({
    data_json: '[{"x":1,"y":2},{"x":2,"y":4}]',
    intent: 'A line of y over x',
  })),
  '/api/composite': task(() => ({ source_task_ids: sources })),
  '/api/admin/keys': {
    status: 201,
    service: 'task',
    headers: asAdmin,
    body: () => ({ name: 'bench' }),
    stored: shownKey,
  },
  '/api/admin/keys/{key}': {
    status: 200,
    service: 'task',
    method: 'PATCH',
    path: async () => {
      const made = { name: 'one', quota: 5, webhook_url: 'https://example.org/old' }
      return `/api/admin/keys/${(await taskClient(app, made)).key}`
    },
    headers: asAdmin,
    body: () => ({}),
    stored: shownKey,
  },
}

const ROWS = [...JOB_ROWS, ...TASK_ROWS, ...ADMIN_ROWS].filter(
  ({ route }) => route !== '/api/plot' || 'plot' in BUNDLED,
)

const startApp = useApps()
let app: TestApp
let key: string
let sources: string[]
const paper = readFileSync(join(FIXTURE_PDFS, 'two-columns.pdf')).toString('base64')

beforeAll(async () => {
  app = await startApp({
    SERVICE_ADMIN_KEY: ADMIN_KEY,
    MAX_PENDING: '5000',
    REFERENCE_IMAGE_ALLOWED_HOSTS: 'images.example.org,*.example.net',
  })
  const client = await taskClient(app)
  key = client.key
  sources = [
    (await client.run('/api/stamp', { text: 'one', vector: true })).task_id,
    (await client.run('/api/stamp', { text: 'two', vector: true })).task_id,
  ]
  // The rows are about acceptance: nothing needs to run.
  await app.app.pool.drain(0)
})

describe('field rules', () => {
  for (const row of ROWS) test(title(row), () => check(row))

  test('every field of every route has an accepted and a refused row', () => {
    for (const [route, { body }] of Object.entries(ROUTES))
      for (const field of fieldsOf(route)) {
        const rows = ROWS.filter((row) => row.route === route && row.field === field)
        const accepts = rows.filter((row) => row.expect === 'accepted').length
        // What a body needs is accepted in every other row.
        const accepted = accepts > 0 || field in body()
        const refused = rows.length > accepts
        expect({ route, field, accepted, refused }).toEqual({
          route,
          field,
          accepted: true,
          refused: true,
        })
      }
  })

  test('faults come one a field, in the order of the fields, unknown properties last', async () => {
    const response = await app.post(RUN, { zzz: 1, aaa: 2, sam_max_masks: 0, image_size: 5 })
    expect(response.status).toBe(422)
    const { detail } = await response.json()
    expect(detail.map(({ loc, type }: Fault) => [...loc, type].join(' '))).toEqual([
      'body method_text missing',
      'body image_size string_type',
      'body sam_max_masks greater_than_equal',
      'body zzz extra_forbidden',
      'body aaa extra_forbidden',
    ])
  })

  test('at most 100 faults, and an input over 1 kB is left out', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`x${index}`, index]))
    const { detail } = await (await app.post(RUN, { method_text: 'x', ...many })).json()
    expect(detail).toHaveLength(100)
    const big = await (
      await app.post(RUN, { method_text: 'x', image_size: 'y'.repeat(1001) })
    ).json()
    expect(big.detail[0]).not.toHaveProperty('input')
    const small = await (await app.post(RUN, { method_text: 'x', image_size: 'y' })).json()
    expect(small.detail[0].input).toBe('y')
  })

  test.each([[[]], ['text'], [5], [null], [true]])('a body of %p is no object', async (body) => {
    const response = await app.post(RUN, JSON.stringify(body))
    expect(response.status).toBe(422)
    const { detail } = await response.json()
    expect(detail).toEqual([
      {
        loc: ['body'],
        msg: 'Input should be a valid dictionary or object to extract fields from',
        type: 'model_attributes_type',
        input: body,
      },
    ])
  })
})

describe('seen through to the end', () => {
  test('the defaults are what the work was given', async () => {
    const real = await startApp()
    const id = await real.submit(RUN, { method_text: METHOD })
    expect((await real.ended(id)).status).toBe('completed')
    expect(inputOf(real, id)).toEqual({ method_text: METHOD, ...inputDefaults() })
    const boxlib = await (await real.ask(`/api/artifacts/${id}/boxlib.json`)).json()
    expect(boxlib).toMatchObject({
      image_size: { width: 1365, height: 768 },
      prompts_used: ['icon', 'person', 'robot', 'animal'],
    })
  })

  test('every field with a value of its own completes and is heeded or named as ignored', async () => {
    const real = await startApp()
    const input = {
      method_text: METHOD,
      provider: 'local',
      image_provider: 'local',
      image_size: '2K',
      image_aspect_ratio: '1:1',
      svg_provider: 'local',
      svg_model: 'a-model',
      sam_prompt: 'mouse, tube',
      sam_backend: 'local',
      sam_max_masks: 3,
      placeholder_mode: 'box',
      merge_threshold: 0,
      optimize_iterations: 2,
    }
    const id = await real.submit(RUN, input)
    expect((await real.ended(id)).status).toBe('completed')
    expect(inputOf(real, id)).toMatchObject(input)
    const file = async (name: string) => real.ask(`/api/artifacts/${id}/${name}`)
    const boxlib = await (await file('boxlib.json')).json()
    expect(boxlib.image_size).toEqual({ width: 2048, height: 2048 })
    expect(boxlib.prompts_used).toEqual(['mouse', 'tube'])
    const { ignored } = await (await file('report.json')).json()
    expect(ignored.join('\n')).toContain('svg_model a-model has no effect')
    expect(await (await file('run.log')).text()).toContain('svg_model a-model has no effect')
  })
})

async function check(row: Row): Promise<void> {
  const route = ROUTES[row.route]
  if (!route) throw new Error(`no route ${row.route}`)
  const { [row.field]: _, ...rest } = route.body()
  // As text, so that a field may be called __proto__.
  const fields = Object.entries(rest)
  if (row.value !== ABSENT) fields.push([row.field, row.value])
  const body = `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`
  const response = await app.ask((await route.path?.()) ?? row.route, {
    method: route.method ?? 'POST',
    headers: { 'content-type': 'application/json', ...route.headers() },
    body,
  })
  const answer = await response.json()
  if (row.expect === 'accepted') {
    expect({ status: response.status, detail: answer.detail }).toEqual({
      status: route.status,
      detail: undefined,
    })
    expect(route.stored(answer)[row.field]).toEqual(row.stored)
    return
  }
  const { at, ...fault } = row.expect
  const place = at === undefined ? [row.field] : [row.field, at]
  expect(response.status).toBe(422)
  if (route.service === 'task') {
    const reason = fault.msg.replace('Value error, ', '')
    expect(answer).toEqual({ detail: `${place.join('.')}: ${reason}` })
    return
  }
  expect(answer.detail).toHaveLength(1)
  expect(answer.detail[0]).toMatchObject({ loc: ['body', ...place], ...fault })
  expect(answer.detail[0].ctx).toEqual(fault.ctx)
}

/** The fields that a route takes, from the schemas themselves. */
function fieldsOf(route: string): string[] {
  const own = { '/api/admin/keys': NewKeyBody, '/api/admin/keys/{key}': KeyChangeBody }[route]
  const limits = { textCharacters: 200_000, pdfBytes: 45_000_000, pdfPages: 200 }
  const kit = createKit(limits, providerSets(localCatalogue()))
  const plugins = Object.values(BUNDLED).map((declare) => declare(kit))
  const schema = own ?? plugins.find(({ path }) => path === route)?.body
  return Object.keys(schema?.properties ?? {})
}

function inputDefaults() {
  return {
    provider: 'local',
    image_provider: 'local',
    image_model: null,
    image_size: '1K',
    image_aspect_ratio: '16:9',
    svg_provider: 'local',
    svg_model: null,
    sam_prompt: 'icon,person,robot,animal',
    sam_backend: 'local',
    sam_max_masks: 32,
    placeholder_mode: 'label',
    merge_threshold: 0.01,
    optimize_iterations: 0,
    reference_image_url: null,
    reference_image_path: null,
  }
}

/** What a job was accepted with, from the database itself. */
function inputOf({ dataDir }: TestApp, id: string): Record<string, unknown> {
  const db = new Database(join(dataDir, 'burin.sqlite'), { readonly: true })
  const row = db
    .query<{ input: string }, [string]>('select input from inputs where record_id = ?')
    .get(id)
  db.close()
  return JSON.parse(row?.input ?? '{}')
}

function title({ route, field, value, expect }: Row): string {
  const shown =
    value === ABSENT
      ? 'absent'
      : typeof value === 'string' && value.length > 60
        ? `${[...value].length} characters`
        : JSON.stringify(value)
  const verdict = expect === 'accepted' ? 'accepted' : expect.type
  return `${route} ${field || '""'} = ${shown}: ${verdict}`
}
