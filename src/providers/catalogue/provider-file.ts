import { type Static, Type } from '@sinclair/typebox'
import { RATIOS, SIZES, type Size } from '../../forms/look'
import { integer, list, number, oneOf, orNull, record, strict, text, yesOrNo } from './schema-words'

const ADAPTERS = [
  'openai',
  'openai-compatible',
  'google',
  'anthropic',
  'openrouter',
  'fal',
  'roboflow',
  'task',
] as const

const CAPABILITIES = ['text', 'vision', 'image', 'edit', 'segment'] as const

const STRUCTURED = ['schema', 'json', 'prompt'] as const

export const ROLES = ['main', 'vlm', 'svg', 'image', 'segmentation'] as const

export type Adapter = (typeof ADAPTERS)[number]
export type Capability = (typeof CAPABILITIES)[number]
export type Structured = (typeof STRUCTURED)[number]
export type Role = (typeof ROLES)[number]

const envName = text('the name of an environment variable', {
  pattern: '^[A-Za-z_][A-Za-z0-9_]{0,127}$',
})
const pointer = text('a JSON pointer such as /data/id', {
  pattern: '^/[^#]*(#(/.*)?)?$',
  maxLength: 500,
})
const route = text('a path that begins with /', { pattern: '^/[^#\\s]*$', maxLength: 1000 })
const method = Type.Optional(oneOf(['GET', 'POST', 'PUT', 'DELETE']))
const state = text('a state', { maxLength: 100 })
const usd = Type.Optional(number(0, 1_000_000))
const role = Type.Optional(
  strict({
    provider: Type.Optional(text('the id of a provider, or local')),
    model: Type.Optional(text('the name of a model')),
  }),
)

const DenyRule = strict({
  ratio: Type.Optional(list(oneOf(RATIOS))),
  resolution: Type.Optional(list(oneOf(SIZES))),
  say: text('a sentence', { maxLength: 300 }),
})

const ModelFile = strict({
  wireName: Type.Optional(text('the name that the provider uses', { maxLength: 300 })),
  can: Type.Optional(list(oneOf(CAPABILITIES))),
  structured: Type.Optional(oneOf(STRUCTURED)),
  draws: Type.Optional(Type.Boolean({ says: 'true or false' })),
  maxOutputTokens: Type.Optional(integer(1, 10_000_000)),
  temperature: Type.Optional(number(0, 2)),
  ratios: Type.Optional(orNull(list(oneOf(RATIOS)))),
  resolutions: Type.Optional(orNull(list(oneOf(SIZES)))),
  defaultRatio: Type.Optional(oneOf(RATIOS)),
  defaultResolution: Type.Optional(oneOf(SIZES)),
  deny: Type.Optional(Type.Array(DenyRule, { says: 'a list of rules' })),
  sizes: Type.Optional(
    record(
      text('a size such as 1536x864', { pattern: '^([1-9][0-9]{1,4}x[1-9][0-9]{1,4}|auto)$' }),
      'an object from "1K 16:9" to "1536x864"',
    ),
  ),
  price: Type.Optional(
    strict({
      inputPerMillion: usd,
      outputPerMillion: usd,
      image: Type.Optional(
        strict(Object.fromEntries(SIZES.map((size) => [size, usd])) as Record<Size, typeof usd>),
      ),
    }),
  ),
})

const TaskFile = strict({
  submit: strict({
    method,
    path: route,
    body: record(Type.Unknown(), 'a JSON object'),
    id: pointer,
    ok: Type.Optional(
      record(
        Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
          says: 'a text, a number, true, false or null',
        }),
        'an object from JSON pointers to what must stand there',
      ),
    ),
  }),
  cancel: Type.Optional(strict({ method, path: route })),
  poll: strict({
    method,
    path: route,
    state: pointer,
    done: list(state),
    failed: Type.Optional(list(state, 0)),
    result: pointer,
    error: Type.Optional(pointer),
    everySeconds: Type.Optional(number(0.05, 300)),
  }),
})

/** One provider of the file. */
export const ProviderFile = strict({
  adapter: oneOf(ADAPTERS),
  baseUrl: Type.Optional(text('an http or https address', { maxLength: 1000 })),
  apiKeyEnv: Type.Optional(envName),
  headers: Type.Optional(
    record(
      Type.Union([Type.String({ pattern: '^[\\x20-\\x7e]{0,4000}$' }), strict({ env: envName })], {
        says: 'a text of one line in ASCII, or {"env": "NAME"}',
      }),
      'an object of headers',
    ),
  ),
  timeoutSeconds: Type.Optional(number(0.01, 3600)),
  attempts: Type.Optional(integer(1, 10)),
  concurrency: Type.Optional(integer(1, 1000)),
  fallback: Type.Optional(list(text('the id of a provider, or local'), 0)),
  mediaHosts: Type.Optional(
    list(
      text('a host such as a.org or *.a.org', {
        pattern: '^((\\*\\.)?[a-z0-9_-]+(\\.[a-z0-9_-]+)*|\\[?[0-9a-f:.]+\\]?)$',
      }),
      0,
    ),
  ),
  anyModel: Type.Optional(yesOrNo()),
  models: record(ModelFile, 'an object that names at least one model', 1),
  task: Type.Optional(TaskFile),
})

/** All of the file but its providers, which are judged one by one. */
export const FileFrame = strict({
  providers: Type.Optional(record(Type.Unknown(), 'an object of providers')),
  roles: Type.Optional(
    strict({ main: role, vlm: role, svg: role, image: role, segmentation: role }),
  ),
  aliases: Type.Optional(
    record(
      text('the id of a provider, or local'),
      'an object from names in requests to ids of providers',
    ),
  ),
  budgets: Type.Optional(
    strict({ jobUsd: usd, keyDayUsd: usd, jobCalls: Type.Optional(integer(1, 1_000_000)) }),
  ),
  privacy: Type.Optional(strict({ sendRows: Type.Optional(yesOrNo()) })),
})

export type DenyRule = Static<typeof DenyRule>
export type ModelFile = Static<typeof ModelFile>
export type TaskFile = Static<typeof TaskFile>
export type ProviderFile = Static<typeof ProviderFile>
export type FileFrame = Static<typeof FileFrame>

/** US dollars for a million tokens, and for a picture of a size. What is absent is not counted. */
export type Price = NonNullable<ModelFile['price']>
