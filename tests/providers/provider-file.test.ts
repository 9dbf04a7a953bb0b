import { afterAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BadProviders, loadCatalogue } from '../../src/providers/catalogue'
import { removeTempFolders, tempFolder } from '../support/folders'

afterAll(removeTempFolders)

const house = { adapter: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1' }
const qwen = { can: ['text', 'vision'], structured: 'json' }

/** A file with one provider `house` that has one model `qwen`. */
const sound = (provider: object = {}, model: object = {}, rest: object = {}) => ({
  providers: { house: { ...house, models: { qwen: { ...qwen, ...model } }, ...provider } },
  ...rest,
})
const withModel = (model: object) => sound({}, model)
const withRole = (role: object) => sound({}, {}, { roles: { main: role } })

/** Every fault of a file, in order; an empty list: it holds. */
function faultsOf(file: unknown, env: Record<string, string> = {}): Promise<readonly string[]> {
  const path = join(tempFolder(), 'providers.json')
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  return faultsAt(path, text, env)
}

function faultsAt(
  path: string,
  text: string,
  env: Record<string, string>,
): Promise<readonly string[]> {
  writeFileSync(path, text)
  return faultsWith({ PROVIDERS_FILE: path, ...env })
}

async function faultsWith(env: Record<string, string>): Promise<readonly string[]> {
  const settings = { PROVIDERS_FILE: '', MODEL_URL: '', MODEL_NAME: '', MODEL_KEY: '', ...env }
  try {
    await loadCatalogue(settings, env)
    return []
  } catch (error) {
    if (error instanceof BadProviders) return error.faults
    throw error
  }
}

const A = 'providers.house'
const M = `${A}.models.qwen`
const RATIOS = 'auto, 1:1, 5:4, 2:3, 3:2, 3:4, 4:5, 4:3, 9:16, 16:9, 21:9'
const NAMES =
  'must be named in 1 to 100 characters of a-z, 0-9 and . _ : / - that begin with a letter or digit.'
const task = {
  submit: { path: '/jobs', body: { prompt: '{prompt}' }, id: '/data/id' },
  poll: { path: '/jobs/{id}', state: '/data/state', done: ['success'], result: '/data/url' },
}
const painter = (more: object, part: object = task) => ({
  providers: {
    painter: {
      adapter: 'task',
      baseUrl: 'https://paint.example/v1',
      models: { m: { can: ['image'] } },
      task: part,
      ...more,
    },
  },
})

/** A file, and all that is said of it. */
const FAULTS: [name: string, file: unknown, says: string[], env?: Record<string, string>][] = [
  ['a list', [], ['PROVIDERS_FILE: must be an object.']],
  [
    'an unknown member',
    sound({}, {}, { role: {} }),
    ['role: is not known; there are providers, roles, aliases, budgets, privacy.'],
  ],
  [
    'an unknown member of a provider',
    sound({ url: 'x' }),
    [
      `${A}.url: is not known; there are adapter, baseUrl, apiKeyEnv, headers, timeoutSeconds, attempts, concurrency, fallback, mediaHosts, anyModel, models, task.`,
    ],
  ],
  [
    'an unknown member of a model',
    withModel({ cost: 1 }),
    [
      `${M}.cost: is not known; there are wireName, can, structured, draws, maxOutputTokens, temperature, ratios, resolutions, defaultRatio, defaultResolution, deny, sizes, price.`,
    ],
  ],
  [
    'a provider without adapter and models',
    { providers: { house: {} } },
    [`${A}.adapter: is required.`, `${A}.models: is required.`],
  ],
  [
    'a provider that is no object',
    { providers: { house: 'openai' } },
    [`${A}: must be an object.`],
  ],
  [
    'an unknown adapter',
    sound({ adapter: 'ollama' }),
    [
      `${A}.adapter: must be one of openai, openai-compatible, google, anthropic, openrouter, fal, roboflow, task.`,
    ],
  ],
  [
    'an unknown capability, at its place in the list',
    withModel({ can: ['text', 'sight'] }),
    [`${M}.can[1]: must be one of text, vision, image, edit, segment.`],
  ],
  [
    'a capability twice',
    withModel({ can: ['text', 'text'] }),
    [`${M}.can: must be a list that is not empty and names nothing twice.`],
  ],
  [
    'no model',
    sound({ models: {} }),
    [`${A}.models: must be an object that names at least one model.`],
  ],
  ['a model in capitals', sound({ models: { Qwen: {} } }), [`${A}.models.Qwen: ${NAMES}`]],
  [
    'an id with a space',
    { providers: { 'my house': { ...house, models: { qwen } } } },
    [`providers.my house: ${NAMES}`],
  ],
  [
    'an id that is reserved',
    { providers: { local: { ...house, models: { qwen } } } },
    ['providers.local: is reserved: local is always there.'],
  ],
  [
    'a way of structure that does not exist',
    withModel({ structured: 'yaml' }),
    [`${M}.structured: must be one of schema, json, prompt.`],
  ],
  [
    'limits that are none',
    withModel({ maxOutputTokens: 0, temperature: 3 }),
    [
      `${M}.maxOutputTokens: must be an integer from 1 to 10000000.`,
      `${M}.temperature: must be a number from 0 to 2.`,
    ],
  ],
  [
    'times and counts that are none',
    sound({ timeoutSeconds: 0, attempts: 1.5, concurrency: '4' }),
    [
      `${A}.timeoutSeconds: must be a number from 0.01 to 3600.`,
      `${A}.attempts: must be an integer from 1 to 10.`,
      `${A}.concurrency: must be an integer from 1 to 1000.`,
    ],
  ],
  [
    'a ratio that does not exist',
    withModel({ ratios: ['auto', '7:5'], resolutions: ['8K'] }),
    [
      `${M}.ratios[1]: must be one of ${RATIOS}.`,
      `${M}.resolutions[0]: must be one of 1K, 2K, 4K.`,
    ],
  ],
  [
    'ratios that are neither list nor null',
    withModel({ ratios: 'auto' }),
    [`${M}.ratios: must be a list that is not empty and names nothing twice, or null.`],
  ],
  [
    'defaults that the model does not take',
    withModel({
      ratios: ['1:1'],
      resolutions: null,
      defaultRatio: '16:9',
      defaultResolution: '1K',
    }),
    [
      `${M}.defaultRatio: is not one of the ratios of this model.`,
      `${M}.defaultResolution: is not one of the resolutions of this model.`,
    ],
  ],
  [
    'defaults that a rule denies',
    withModel({
      defaultRatio: 'auto',
      defaultResolution: '2K',
      deny: [{ ratio: ['auto'], resolution: ['2K', '4K'], say: 'auto supports only 1K' }],
    }),
    [`${M}.defaultRatio: is denied by a rule of this model together with the other default.`],
  ],
  [
    'a default that a rule denies together with what is meant where nothing is said',
    withModel({
      defaultResolution: '4K',
      ratios: ['1:1'],
      deny: [{ ratio: ['1:1'], resolution: ['4K'], say: '1:1 does not support 4K' }],
    }),
    [`${M}.defaultResolution: is denied by a rule of this model together with the other default.`],
  ],
  [
    'a rule without an object, and one without a sentence',
    withModel({ deny: [{ say: 'no' }, { ratio: ['1:1'] }] }),
    [`${M}.deny[1].say: is required.`],
  ],
  [
    'a rule that denies everything',
    withModel({ deny: [{ say: 'no' }] }),
    [`${M}.deny[0]: needs ratio or resolution: without both it denies everything.`],
  ],
  [
    'sizes that are none',
    withModel({ sizes: { '1K 16:9': 'large', '1K': '1024x1024' } }),
    [`${M}.sizes.1K 16:9: must be a size such as 1536x864.`],
  ],
  [
    'a size without a ratio',
    withModel({ sizes: { '1K': '1024x1024' } }),
    [`${M}.sizes.1K: must be a resolution and a ratio: "1K 16:9".`],
  ],
  [
    'a price below nothing',
    withModel({ price: { inputPerMillion: -1, image: { '8K': 1 } } }),
    [
      `${M}.price.image.8K: is not known; there are 1K, 2K, 4K.`,
      `${M}.price.inputPerMillion: must be a number from 0 to 1000000.`,
    ],
  ],
  [
    'no address where only the operator can know it',
    { providers: { house: { adapter: 'openai-compatible', models: { qwen } } } },
    [`${A}.baseUrl: is required for the adapter openai-compatible.`],
  ],
  ...[
    'ftp://a.example/v1',
    'a.example/v1',
    'https://u:p@a.example/v1',
    'https://a.example/v1?k=v',
    'https://a.example/v1#x',
    'http://169.254.169.254/v1',
  ].map((baseUrl): [string, unknown, string[]] => [
    `the address ${baseUrl}`,
    sound({ baseUrl }),
    [
      `${A}.baseUrl: must be an http or https address without user information, query and fragment.`,
    ],
  ]),
  [
    'headers that are none',
    sound({ headers: { 'x y': 'a', 'x-z': { environment: 'A' }, 'x-n': 'a\nb' } }),
    [
      `${A}.headers.x-z: must be a text of one line in ASCII, or {"env": "NAME"}.`,
      `${A}.headers.x-n: must be a text of one line in ASCII, or {"env": "NAME"}.`,
    ],
  ],
  [
    'a header with a space in its name',
    sound({ headers: { 'x y': 'a' } }),
    [`${A}.headers.x y: is not the name of a header.`],
  ],
  [
    'a key in the place of the name of a variable',
    sound({ apiKeyEnv: 'sk-canary-123' }),
    [`${A}.apiKeyEnv: must be the name of an environment variable.`],
  ],
  [
    'fallbacks that lead nowhere',
    sound({ fallback: ['spare', 'house', 'local'] }),
    [
      `${A}.fallback[0]: must be one of house, local.`,
      `${A}.fallback[1]: names the provider itself.`,
    ],
  ],
  [
    'media hosts with a port or a path',
    sound({ mediaHosts: ['*.cdn.example', 'cdn.example:443', 'https://cdn.example/'] }),
    [
      `${A}.mediaHosts[1]: must be a host such as a.org or *.a.org.`,
      `${A}.mediaHosts[2]: must be a host such as a.org or *.a.org.`,
    ],
  ],
  [
    'a role of a provider that does not exist',
    withRole({ provider: 'home' }),
    ['roles.main.provider: must be one of house, local.'],
  ],
  [
    'a role of a model that does not exist',
    withRole({ provider: 'house', model: 'llama' }),
    ['roles.main.model: must be one of qwen.'],
  ],
  [
    'a role with a model alone',
    withRole({ model: 'qwen' }),
    ['roles.main.provider: is required beside a model.'],
  ],
  [
    'a model of local',
    withRole({ provider: 'local', model: 'x' }),
    ['roles.main.model: local has no models.'],
  ],
  [
    'a role that its model cannot do',
    sound({}, { can: ['vision'] }, { roles: { main: { provider: 'house', model: 'qwen' } } }),
    ['roles.main.model: cannot do this role, which needs text.'],
  ],
  [
    'a role that no model of its provider can do',
    sound({}, {}, { roles: { image: { provider: 'house' } } }),
    ['roles.image.provider: none of its models can do this role, which needs image or edit.'],
  ],
  [
    'an unknown role',
    sound({}, {}, { roles: { painter: {} } }),
    ['roles.painter: is not known; there are main, vlm, svg, image, segmentation.'],
  ],
  [
    'aliases that are ids, or lead nowhere',
    sound({}, {}, { aliases: { house: 'local', local: 'house', ollama: 'home', 'a b': 'house' } }),
    [
      'aliases.house: is the id of a provider already.',
      'aliases.local: is the id of a provider already.',
      'aliases.ollama: must be one of house, local.',
      'aliases.a b: must be named in 1 to 100 characters of ASCII without spaces.',
    ],
  ],
  [
    'budgets that are none',
    sound({}, {}, { budgets: { jobUsd: '1', jobCalls: 0, perDay: 1 } }),
    [
      'budgets.perDay: is not known; there are jobUsd, keyDayUsd, jobCalls.',
      'budgets.jobUsd: must be a number from 0 to 1000000.',
      'budgets.jobCalls: must be an integer from 1 to 1000000.',
    ],
  ],
  [
    'privacy that is neither yes nor no',
    sound({}, {}, { privacy: { sendRows: 'no' } }),
    ['privacy.sendRows: must be true or false.'],
  ],
  [
    'a variable that a used provider needs and nobody has set',
    sound(
      { apiKeyEnv: 'HOUSE_KEY', headers: { 'x-secret': { env: 'HOUSE_SECRET' } } },
      {},
      { roles: { main: { provider: 'house' } } },
    ),
    [
      `${A}.apiKeyEnv: the environment variable HOUSE_KEY is not set.`,
      `${A}.headers.x-secret.env: the environment variable HOUSE_SECRET is not set.`,
    ],
  ],
  [
    'a variable of a provider that only a fallback uses; its name may be a key',
    {
      providers: {
        house: { ...house, models: { qwen }, fallback: ['spare'] },
        spare: { ...house, models: { qwen }, apiKeyEnv: 'AIzaCanary1' },
      },
    },
    ['providers.spare.apiKeyEnv: the environment variable that it names is not set.'],
  ],
  [
    'a key that no header can carry',
    sound({ apiKeyEnv: 'HOUSE_KEY' }),
    [`${A}.apiKeyEnv: the environment variable HOUSE_KEY holds what a header cannot carry.`],
    { HOUSE_KEY: 'sk-\u00e9' },
  ],
  [
    'abilities that an adapter has not',
    {
      providers: {
        claude: { adapter: 'anthropic', models: { m: { can: ['text', 'image'] } } },
        fal: { adapter: 'fal', models: { flux: {} } },
      },
    },
    [
      'providers.claude.models.m.can[1]: the adapter anthropic can only text, vision, segment.',
      'providers.fal.models.flux.can: is required: the adapter fal can only image, edit, segment.',
    ],
  ],
  [
    'a task without its description',
    painter({ task: undefined }),
    ['providers.painter.task: is required for the adapter task.'],
  ],
  [
    'a description of a task elsewhere',
    sound({ task }),
    [`${A}.task: belongs to the adapter task alone.`],
  ],
  [
    'a task that asks for no id, and paths that are none',
    painter(
      {},
      {
        submit: { path: 'jobs', body: [], id: 'data.id', ok: { '/code': [] } },
        poll: { path: '/jobs', state: '/s', done: [], result: '/r', everySeconds: 0 },
      },
    ),
    [
      'providers.painter.task.submit.path: must be a path that begins with /.',
      'providers.painter.task.submit.body: must be a JSON object.',
      'providers.painter.task.submit.id: must be a JSON pointer such as /data/id.',
      'providers.painter.task.submit.ok./code: must be a text, a number, true, false or null.',
      'providers.painter.task.poll.done: must be a list that is not empty and names nothing twice.',
      'providers.painter.task.poll.everySeconds: must be a number from 0.05 to 300.',
    ],
  ],
  [
    'a task whose paths name no job',
    painter(
      {},
      {
        ...task,
        poll: { ...task.poll, path: '/jobs' },
        cancel: { path: '/jobs/cancel' },
      },
    ),
    [
      'providers.painter.task.poll.path: must contain {id}.',
      'providers.painter.task.cancel.path: must contain {id}.',
    ],
  ],
  [
    'faults in several places, all at once',
    {
      providers: {
        house: { ...house, models: { qwen: { can: ['sight'] } } },
        spare: { adapter: 'google', models: { g: {} }, fallback: ['home'] },
      },
      roles: { main: { provider: 'house', model: 'qwen' }, vlm: { provider: 'nobody' } },
      budgets: { jobCalls: -1 },
    },
    [
      'budgets.jobCalls: must be an integer from 1 to 1000000.',
      `${M}.can[0]: must be one of text, vision, image, edit, segment.`,
      'providers.spare.fallback[0]: must be one of house, spare, local.',
      'roles.vlm.provider: must be one of house, spare, local.',
    ],
  ],
]

describe('a provider file is refused, with the path of every fault, for', () => {
  test.each(FAULTS)('%s', async (_, file, says, env = {}) => {
    expect([...(await faultsOf(file, env))].sort()).toEqual([...says].sort())
  })

  test('not being JSON, without repeating what is in it', async () => {
    const faults = await faultsOf('{"providers": sk-canary-key}')
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(/^PROVIDERS_FILE: .*providers\.json: is not JSON\.$/)
  })

  test('not being there', async () => {
    const path = join(tempFolder(), 'nothing.json')
    expect(await faultsWith({ PROVIDERS_FILE: path })).toEqual([
      `PROVIDERS_FILE: ${path}: there is no such file.`,
    ])
  })

  test('being a folder', async () => {
    const path = tempFolder()
    expect(await faultsWith({ PROVIDERS_FILE: path })).toEqual([
      `PROVIDERS_FILE: ${path}: it cannot be read (EISDIR).`,
    ])
  })
})

describe('a provider file is taken', () => {
  test.each<[string, unknown, Record<string, string>?]>([
    ['empty', {}],
    ['with the least that a provider needs', sound()],
    ['with roles that are left open', sound({}, {}, { roles: { main: {}, vlm: {} } })],
    ['with an unset variable of a provider that nobody uses', sound({ apiKeyEnv: 'HOUSE_KEY' })],
    [
      'with a set variable',
      sound({ apiKeyEnv: 'HOUSE_KEY' }, {}, { roles: { main: { provider: 'house' } } }),
      { HOUSE_KEY: ' sk-1 \n' },
    ],
    [
      'with any model in a role',
      sound({ anyModel: true }, {}, { roles: { main: { provider: 'house', model: 'Any/Thing' } } }),
    ],
    ['with a task', painter({})],
    ['with models that take no ratio', withModel({ ratios: null, resolutions: null })],
    ['with a private IPv6 address', sound({ baseUrl: 'http://[fd00::1]:8000/v1/' })],
  ])('%s', async (_, file, env = {}) => {
    expect(await faultsOf(file, env)).toEqual([])
  })
})

describe('the settings of one line', () => {
  const both = { MODEL_URL: 'http://127.0.0.1:11434/v1', MODEL_NAME: 'Qwen/Qwen2.5-VL:7b' }

  test.each<[Record<string, string>, string[]]>([
    [
      { MODEL_URL: both.MODEL_URL },
      ['MODEL_NAME: must be set too where MODEL_URL or MODEL_KEY is.'],
    ],
    [{ MODEL_NAME: 'x' }, ['MODEL_URL: must be set too where MODEL_NAME or MODEL_KEY is.']],
    [
      { MODEL_KEY: 'sk-canary' },
      [
        'MODEL_URL: must be set too where MODEL_NAME or MODEL_KEY is.',
        'MODEL_NAME: must be set too where MODEL_URL or MODEL_KEY is.',
      ],
    ],
    [
      { ...both, MODEL_URL: 'http://127.0.0.1:11434' },
      ['MODEL_URL: must end in /v1, as the base of an OpenAI-compatible server does.'],
    ],
    [
      { ...both, MODEL_URL: 'localhost:11434/v1' },
      ['MODEL_URL: must be an http or https address without user information, query and fragment.'],
    ],
    [{ ...both, MODEL_KEY: 'sk-\u00e9' }, ['MODEL_KEY: holds what a header cannot carry.']],
  ])('%j are refused', async (env, says) => {
    expect(await faultsWith(env)).toEqual(says)
  })

  test('make one provider, the default of main, vlm and svg, also beside a file', async () => {
    const path = join(tempFolder(), 'providers.json')
    const file = sound(
      { fallback: ['model'] },
      {},
      {
        roles: { main: { provider: 'house' }, segmentation: { provider: 'house' } },
      },
    )
    expect(await faultsAt(path, JSON.stringify(file), both)).toEqual([])
    const settings = { PROVIDERS_FILE: path, MODEL_KEY: 'sk-1', ...both }
    const { providers, roles, variables } = await loadCatalogue(settings, settings)
    expect([...providers.keys()]).toEqual(['model', 'house'])
    expect(providers.get('model')).toMatchObject({
      adapter: 'openai-compatible',
      baseUrl: both.MODEL_URL,
      key: 'sk-1',
      anyModel: true,
    })
    expect(providers.get('model')?.models.get(both.MODEL_NAME)).toMatchObject({
      wireName: both.MODEL_NAME,
      can: ['text', 'vision'],
      structured: 'json',
    })
    expect(roles).toEqual({
      main: { provider: 'model', model: null },
      vlm: { provider: 'model', model: null },
      svg: { provider: 'model', model: null },
      image: { provider: 'local', model: null },
      segmentation: { provider: 'house', model: null },
    })
    expect([...variables].sort()).toEqual(['MODEL_KEY', 'MODEL_URL'])
  })

  test('take the id model from a file', async () => {
    const file = { providers: { model: { ...house, models: { qwen } } } }
    expect(await faultsOf(file, both)).toEqual([
      'providers.model: is the provider that MODEL_URL and MODEL_NAME make.',
    ])
    expect(await faultsOf(file)).toEqual([])
  })
})

test('what a file leaves out has its default', async () => {
  const path = join(tempFolder(), 'providers.json')
  writeFileSync(
    path,
    JSON.stringify({ providers: { gem: { adapter: 'google', models: { flash: {} } } } }),
  )
  const { providers, roles, budgets, privacy } = await loadCatalogue(
    { PROVIDERS_FILE: path, MODEL_URL: '', MODEL_NAME: '', MODEL_KEY: '' },
    {},
  )
  expect(providers.get('gem')).toMatchObject({
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    key: null,
    headers: {},
    timeoutSeconds: 120,
    attempts: 3,
    concurrency: 4,
    fallback: [],
    mediaHosts: [],
    anyModel: false,
  })
  expect(providers.get('gem')?.models.get('flash')).toMatchObject({
    wireName: 'flash',
    can: ['text'],
    structured: 'schema',
    maxOutputTokens: null,
    temperature: null,
    resolutions: ['1K', '2K', '4K'],
    deny: [],
  })
  expect(roles.main).toEqual({ provider: 'local', model: null })
  expect(budgets).toEqual({ jobUsd: null, keyDayUsd: null, jobCalls: null })
  expect(privacy).toEqual({ sendRows: false })
})
