import { Database } from 'bun:sqlite'
import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Fault } from '../../src/errors'
import { type TestApp, useApps } from '../support/app'

/** Stands for a property that is left out. */
const ABSENT = Symbol('absent')

interface Row {
  route: Route
  field: string
  value: unknown
  /** What is stored when it is accepted; what was sent where this is absent. */
  stored?: unknown
  expect: 'accepted' | { type: string; msg: string; ctx?: Record<string, unknown> }
}

type Route = keyof typeof ROUTES

const ADMIN_KEY = 'an-admin-key-of-more-than-32-characters'

/** A body that each route takes; a row replaces one field of it. */
const ROUTES = {
  '/api/run': {
    status: 200,
    headers: {},
    body: { method_text: 'Reads are trimmed with fastp. The trimmed reads are aligned with STAR.' },
    stored: (app: TestApp, answer: { job_id: string }) => inputOf(app, answer.job_id),
  },
  '/api/admin/keys': {
    status: 201,
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
    body: { name: 'bench' },
    stored: (_: TestApp, answer: Record<string, unknown>) => ({
      ...answer,
      quota: answer.quota_total,
      webhook_secret: undefined,
    }),
  },
} as const

const taken = (route: Route, field: string, value: unknown, stored = value): Row => ({
  route,
  field,
  value,
  stored,
  expect: 'accepted',
})
const refused = (
  route: Route,
  field: string,
  value: unknown,
  type: string,
  msg: string,
  ctx?: Record<string, unknown>,
): Row => ({ route, field, value, expect: { type, msg, ...(ctx && { ctx }) } })

const RUN = '/api/run'
const KEYS = '/api/admin/keys'

const NO_STRING = ['string_type', 'Input should be a valid string'] as const
const NO_INTEGER = ['int_type', 'Input should be a valid integer'] as const
const NO_NUMBER = ['float_type', 'Input should be a valid number'] as const
const FRACTION = [
  'int_from_float',
  'Input should be a valid integer, got a number with a fractional part',
] as const
const MISSING = ['missing', 'Field required'] as const
const BLANK = ['value_error', 'Value error, must not be blank'] as const
const NUL = ['value_error', 'Value error, must not contain NUL characters'] as const
const SURROGATE = ['value_error', 'Value error, must not contain lone surrogates'] as const
const EXTRA = ['extra_forbidden', 'Extra inputs are not permitted'] as const
const short = (least: number) =>
  [
    'string_too_short',
    `String should have at least ${least} character${least === 1 ? '' : 's'}`,
    { min_length: least },
  ] as const
const long = (most: number) =>
  [
    'string_too_long',
    `String should have at most ${most} characters`,
    { max_length: most },
  ] as const
const low = (ge: number) =>
  ['greater_than_equal', `Input should be greater than or equal to ${ge}`, { ge }] as const
const high = (le: number) =>
  ['less_than_equal', `Input should be less than or equal to ${le}`, { le }] as const
const oneOf = (...values: string[]) =>
  ['value_error', `Value error, must be one of ${values.join(', ')}`] as const
const address = (reason: string) => ['value_error', `Value error, ${reason}`] as const

const RATIOS = '1:1 5:4 2:3 3:2 3:4 4:5 4:3 9:16 16:9 21:9'.split(' ')
const NO_STRINGS = [5, true, ['local'], { a: 1 }]

/** `null` and absence give the default. */
const optional = (field: string, standard: unknown): Row[] => [
  taken(RUN, field, ABSENT, standard),
  taken(RUN, field, null, standard),
]
const stringsOnly = (field: string): Row[] =>
  NO_STRINGS.map((value) => refused(RUN, field, value, ...NO_STRING))
const strictText = (route: Route, field: string): Row[] => [
  refused(route, field, 'a\0b', ...NUL),
  refused(route, field, 'a\ud800b', ...SURROGATE),
  refused(route, field, '\udc00', ...SURROGATE),
]

/** A free string of 1-200 characters. */
const freeString = (field: string): Row[] => [
  ...optional(field, null),
  ...stringsOnly(field),
  ...strictText(RUN, field),
  taken(RUN, field, 'x'),
  taken(RUN, field, '😀'.repeat(200)),
  refused(RUN, field, '', ...short(1)),
  refused(RUN, field, '😀'.repeat(201), ...long(200)),
]

const provider = (field: string): Row[] => [
  taken(RUN, field, 'local'),
  refused(RUN, field, '', ...oneOf('local')),
  refused(RUN, field, 'Local', ...oneOf('local')),
  refused(RUN, field, 'somebody', ...oneOf('local')),
  ...stringsOnly(field),
]

const integer = (field: string, least: number, most: number, standard: number): Row[] => [
  ...optional(field, standard),
  taken(RUN, field, least),
  taken(RUN, field, most),
  refused(RUN, field, least - 1, ...low(least)),
  refused(RUN, field, most + 1, ...high(most)),
  refused(RUN, field, least + 0.5, ...FRACTION),
  refused(RUN, field, '5', ...NO_INTEGER),
  refused(RUN, field, true, ...NO_INTEGER),
  refused(RUN, field, [5], ...NO_INTEGER),
  refused(RUN, field, {}, ...NO_INTEGER),
]

const ROWS: Row[] = [
  refused(RUN, 'method_text', ABSENT, ...MISSING),
  refused(RUN, 'method_text', null, ...NO_STRING),
  ...stringsOnly('method_text'),
  ...strictText(RUN, 'method_text'),
  refused(RUN, 'method_text', '', ...short(1)),
  refused(RUN, 'method_text', ' \t\r\n\u00a0\u3000', ...BLANK),
  taken(RUN, 'method_text', 'x'),
  taken(RUN, 'method_text', '  kept as it is  '),
  taken(RUN, 'method_text', 'x'.repeat(200_000)),
  taken(RUN, 'method_text', '😀'.repeat(200_000)),
  refused(RUN, 'method_text', 'x'.repeat(200_001), ...long(200_000)),
  refused(RUN, 'method_text', '😀'.repeat(200_001), ...long(200_000)),

  taken(RUN, 'provider', ABSENT, 'local'),
  refused(RUN, 'provider', null, ...NO_STRING),
  ...provider('provider'),
  ...optional('image_provider', 'local'),
  ...provider('image_provider'),
  ...optional('svg_provider', 'local'),
  ...provider('svg_provider'),
  ...optional('sam_backend', 'local'),
  ...provider('sam_backend'),

  ...optional('image_model', null),
  ...stringsOnly('image_model'),
  ...['', 'a', 'local'].map((value) =>
    refused(
      RUN,
      'image_model',
      value,
      'value_error',
      'Value error, image provider local has no image models; leave it out',
    ),
  ),

  ...optional('image_size', '1K'),
  ...stringsOnly('image_size'),
  ...['1K', '2K', '4K'].map((size) => taken(RUN, 'image_size', size)),
  ...['', '1k', '3K', '8K', '1024x1024'].map((size) =>
    refused(RUN, 'image_size', size, ...oneOf('1K', '2K', '4K')),
  ),

  ...optional('image_aspect_ratio', '16:9'),
  ...stringsOnly('image_aspect_ratio'),
  ...['auto', ...RATIOS].map((ratio) => taken(RUN, 'image_aspect_ratio', ratio)),
  ...['', 'AUTO', '16x9', '1:2', '0:1', '16:9 '].map((ratio) =>
    refused(
      RUN,
      'image_aspect_ratio',
      ratio,
      ...oneOf(...'auto 1:1 5:4 2:3 3:2 3:4 4:5 4:3 9:16 16:9 21:9'.split(' ')),
    ),
  ),

  ...freeString('svg_model'),

  ...optional('sam_prompt', 'icon,person,robot,animal'),
  ...stringsOnly('sam_prompt'),
  ...strictText(RUN, 'sam_prompt'),
  taken(RUN, 'sam_prompt', '', 'icon,person,robot,animal'),
  taken(RUN, 'sam_prompt', 'mouse, test tube'),
  taken(RUN, 'sam_prompt', Array(50).fill('cell').join(',')),
  refused(
    RUN,
    'sam_prompt',
    Array(51).fill('cell').join(','),
    'value_error',
    'Value error, at most 50 words separated by commas',
  ),
  ...integer('sam_max_masks', 1, 256, 32),

  ...optional('placeholder_mode', 'label'),
  ...stringsOnly('placeholder_mode'),
  ...['label', 'box', 'none'].map((mode) => taken(RUN, 'placeholder_mode', mode)),
  ...['', 'Label', 'all'].map((mode) =>
    refused(RUN, 'placeholder_mode', mode, ...oneOf('label', 'box', 'none')),
  ),

  ...optional('merge_threshold', 0.01),
  ...[0, 0.5, 1].map((value) => taken(RUN, 'merge_threshold', value)),
  refused(RUN, 'merge_threshold', -0.001, ...low(0)),
  refused(RUN, 'merge_threshold', 1.001, ...high(1)),
  ...['0.5', true, [0.5], {}].map((value) => refused(RUN, 'merge_threshold', value, ...NO_NUMBER)),

  ...integer('optimize_iterations', 0, 10, 0),

  ...optional('reference_image_url', null),
  ...stringsOnly('reference_image_url'),
  ...strictText(RUN, 'reference_image_url'),
  taken(RUN, 'reference_image_url', 'https://images.example.org/a.png'),
  taken(RUN, 'reference_image_url', 'https://cdn.example.net/a.png?x=1'),
  refused(RUN, 'reference_image_url', '', ...short(1)),
  refused(
    RUN,
    'reference_image_url',
    `https://images.example.org/${'a'.repeat(2048)}`,
    ...long(2048),
  ),

  ...optional('reference_image_path', null),
  ...stringsOnly('reference_image_path'),
  ...strictText(RUN, 'reference_image_path'),
  refused(RUN, 'reference_image_path', '', ...short(1)),
  ...[
    'uploads/0123456789abcdef0123456789abcdef.png',
    '/api/uploads/0123456789abcdef0123456789abcdef.png',
    'uploads/../burin.sqlite',
    '/etc/passwd',
    'figure.png',
  ].map((path) =>
    refused(
      RUN,
      'reference_image_path',
      path,
      ...address('must be a path that /api/upload returned'),
    ),
  ),

  ...['methodtext', 'METHOD_TEXT', '__proto__', 'constructor', '', '0', 'a/b', 'a~b', 'job_id'].map(
    (name) => refused(RUN, name, 1, ...EXTRA),
  ),

  refused(KEYS, 'name', ABSENT, ...MISSING),
  refused(KEYS, 'name', null, ...NO_STRING),
  refused(KEYS, 'name', 7, ...NO_STRING),
  refused(KEYS, 'name', '', ...short(1)),
  refused(KEYS, 'name', '  \n', ...BLANK),
  ...strictText(KEYS, 'name'),
  taken(KEYS, 'name', '鍵'.repeat(200)),
  refused(KEYS, 'name', '鍵'.repeat(201), ...long(200)),
  taken(KEYS, 'quota', ABSENT, null),
  taken(KEYS, 'quota', null),
  taken(KEYS, 'quota', 0),
  taken(KEYS, 'quota', 1_000_000),
  refused(KEYS, 'quota', -1, ...low(0)),
  refused(KEYS, 'quota', 1.5, ...FRACTION),
  refused(KEYS, 'quota', '5', ...NO_INTEGER),
  refused(KEYS, 'quota', true, ...NO_INTEGER),
  taken(KEYS, 'webhook_url', ABSENT, null),
  taken(KEYS, 'webhook_url', null),
  taken(KEYS, 'webhook_url', 'http://hooks.example.org/in'),
  refused(KEYS, 'webhook_url', '', ...short(1)),
  refused(KEYS, 'webhook_url', 9, ...NO_STRING),
  { ...taken(KEYS, 'webhook_secret', 'a secret'), stored: undefined },
  { ...taken(KEYS, 'webhook_secret', null), stored: undefined },
  refused(KEYS, 'webhook_secret', '', ...short(1)),
  refused(KEYS, 'webhook_secret', 9, ...NO_STRING),
  refused(KEYS, 'unlimited', true, ...EXTRA),
]

const startApp = useApps()
let app: TestApp

beforeAll(async () => {
  app = await startApp({
    SERVICE_ADMIN_KEY: ADMIN_KEY,
    MAX_PENDING: '1000',
    REFERENCE_IMAGE_ALLOWED_HOSTS: 'images.example.org,*.example.net',
  })
  // The rows are about acceptance: nothing needs to run.
  await app.app.pool.drain(0)
})

describe('field rules', () => {
  for (const row of ROWS) test(title(row), () => check(row))

  test('every field of the specification has an accepted and a refused row', () => {
    const fields = ['method_text', ...Object.keys(inputDefaults())]
    for (const field of fields) {
      const rows = ROWS.filter((row) => row.route === RUN && row.field === field)
      const accepts = rows.filter((row) => row.expect === 'accepted')
      expect({ field, accepted: accepts.length > 0 }).toEqual({ field, accepted: true })
      expect({ field, refused: rows.length > accepts.length }).toEqual({ field, refused: true })
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
    const id = await real.submit(RUN, ROUTES[RUN].body)
    expect((await real.ended(id)).status).toBe('completed')
    expect(inputOf(real, id)).toEqual({ ...ROUTES[RUN].body, ...inputDefaults() })
    const boxlib = await (await real.ask(`/api/artifacts/${id}/boxlib.json`)).json()
    expect(boxlib).toMatchObject({
      image_size: { width: 1365, height: 768 },
      prompts_used: ['icon', 'person', 'robot', 'animal'],
    })
  })

  test('every field with a value of its own completes and is heeded or named as ignored', async () => {
    const real = await startApp()
    const input = {
      ...ROUTES[RUN].body,
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
  const { [row.field]: _, ...rest } = route.body as Record<string, unknown>
  // As text, so that a field may be called __proto__.
  const fields = Object.entries(rest)
  if (row.value !== ABSENT) fields.push([row.field, row.value])
  const body = `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`
  const response = await app.post(row.route, body, route.headers)
  const answer = await response.json()
  if (row.expect === 'accepted') {
    expect({ status: response.status, detail: answer.detail }).toEqual({
      status: route.status,
      detail: undefined,
    })
    const stored: Record<string, unknown> = route.stored(app, answer)
    expect(stored[row.field]).toEqual(row.stored)
    return
  }
  expect(response.status).toBe(422)
  if (row.route === KEYS) {
    expect(answer).toEqual({ detail: `${row.field}: ${row.expect.msg}` })
    return
  }
  expect(answer.detail).toHaveLength(1)
  expect(answer.detail[0]).toMatchObject({ loc: ['body', row.field], ...row.expect })
  expect(answer.detail[0].ctx).toEqual(row.expect.ctx)
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
    .query<{ input: string }, [string]>('select input from records where id = ?')
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
