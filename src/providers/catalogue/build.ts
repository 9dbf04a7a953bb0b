import type { EngineDeclaration, Stage } from '../../forms/engines'
import { RATIOS, SIZES } from '../../forms/look'
import type { Price } from '../messages'
import { WIRES } from '../wire/wires'
import type { PictureRules } from './picture-rules'
import type {
  Adapter,
  Capability,
  FileFrame,
  ModelFile,
  ProviderFile,
  Role,
  Structured,
  TaskFile,
} from './provider-file'

/** The provider that is always there: rules and geometry. */
export const LOCAL = 'local'

/** What a model must be able to do for a role: one of these. */
export const ROLE_NEEDS: Readonly<Record<Role, readonly Capability[]>> = {
  main: ['text'],
  vlm: ['text'],
  svg: ['text'],
  image: ['image', 'edit'],
  segmentation: ['segment', 'vision'],
}

/** The stages that a role chooses who does. */
export const ROLE_STAGES: Readonly<Record<Role, readonly Stage[]>> = {
  main: ['plan', 'critic'],
  vlm: ['plan', 'draw', 'look', 'critic', 'style', 'chart'],
  svg: ['draw', 'look', 'critic', 'redraw'],
  image: ['paint'],
  segmentation: ['segment'],
}

/** Someone else who decides, dropped in beside the program. */
export type DropInEngine = Pick<EngineDeclaration, 'id' | 'summary' | 'stages'>

export interface Model extends PictureRules {
  readonly name: string
  readonly wireName: string
  readonly can: readonly Capability[]
  readonly structured: Structured
  /** It draws figures as SVG; else what it plans is laid out. */
  readonly draws: boolean
  readonly maxOutputTokens: number | null
  readonly temperature: number | null
  readonly price: Price | null
}

export interface Provider {
  readonly id: string
  readonly adapter: Adapter
  /** Without a slash at its end. */
  readonly baseUrl: string
  /** Null: none is configured, or its variable is not set. */
  readonly key: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutSeconds: number
  readonly attempts: number
  readonly concurrency: number
  readonly fallback: readonly string[]
  readonly mediaHosts: readonly string[]
  readonly anyModel: boolean
  readonly models: ReadonlyMap<string, Model>
  readonly task: TaskFile | null
}

/** Who does a role where a request does not say. */
interface RoleDefault {
  readonly provider: string
  readonly model: string | null
}

/** What the operator configured: nothing here changes while the server runs. */
export interface Catalogue {
  /** In the order of the file; without `local`. */
  readonly providers: ReadonlyMap<string, Provider>
  readonly engines: readonly DropInEngine[]
  readonly roles: Readonly<Record<Role, RoleDefault>>
  readonly aliases: ReadonlyMap<string, string>
  readonly budgets: {
    readonly jobUsd: number | null
    readonly keyDayUsd: number | null
    readonly jobCalls: number | null
  }
  readonly privacy: { readonly sendRows: boolean }
  /** The environment variables that held keys and headers: no other process may see them. */
  readonly variables: readonly string[]
}

export interface BuildParts {
  frame: FileFrame
  providers: ReadonlyMap<string, ProviderFile>
  env: Readonly<Record<string, string | undefined>>
  engines?: readonly DropInEngine[]
}

const TIMEOUT_SECONDS = 120
const ATTEMPTS = 3
const CONCURRENCY = 4

/** The catalogue of files that hold no fault, every default filled in. */
export function buildCatalogue({ frame, providers, env, engines = [] }: BuildParts): Catalogue {
  const built = new Map([...providers].map(([id, file]) => [id, buildProvider(id, file, env)]))
  const roleDefault = (role: Role): RoleDefault => {
    const { provider = LOCAL, model = null } = frame.roles?.[role] ?? {}
    return { provider, model }
  }
  const main = roleDefault('main')
  const { jobUsd = null, keyDayUsd = null, jobCalls = null } = frame.budgets ?? {}
  return {
    providers: built,
    engines,
    roles: {
      main,
      vlm: roleDefault('vlm'),
      svg: frame.roles?.svg?.provider === undefined ? main : roleDefault('svg'),
      image: roleDefault('image'),
      segmentation: roleDefault('segmentation'),
    },
    aliases: new Map(Object.entries(frame.aliases ?? {})),
    budgets: { jobUsd, keyDayUsd, jobCalls },
    privacy: { sendRows: frame.privacy?.sendRows ?? false },
    variables: [...providers.values()].flatMap(variablesOf),
  }
}

/** The environment variables that a provider names. */
function variablesOf({ apiKeyEnv, headers = {} }: ProviderFile): string[] {
  const named = Object.values(headers).flatMap((value) =>
    typeof value === 'string' ? [] : [value.env],
  )
  return apiKeyEnv === undefined ? named : [apiKeyEnv, ...named]
}

/** A variable's value without the white space around it that files and shells leave. */
export function envValue(env: BuildParts['env'], name: string): string | undefined {
  return env[name]?.trim() || undefined
}

function buildProvider(id: string, file: ProviderFile, env: BuildParts['env']): Provider {
  const headers = Object.entries(file.headers ?? {}).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : envValue(env, value.env)
    return text === undefined ? [] : [[name.toLowerCase(), text]]
  })
  return {
    id,
    adapter: file.adapter,
    baseUrl: (file.baseUrl ?? WIRES[file.adapter].base ?? '').replace(/\/+$/, ''),
    key: file.apiKeyEnv === undefined ? null : (envValue(env, file.apiKeyEnv) ?? null),
    headers: Object.fromEntries(headers),
    timeoutSeconds: file.timeoutSeconds ?? TIMEOUT_SECONDS,
    attempts: file.attempts ?? ATTEMPTS,
    concurrency: file.concurrency ?? CONCURRENCY,
    fallback: file.fallback ?? [],
    mediaHosts: file.mediaHosts ?? [],
    anyModel: file.anyModel ?? false,
    models: new Map(
      Object.entries(file.models).map(([name, model]) => [name, buildModel(name, model)]),
    ),
    task: file.task ?? null,
  }
}

/** A model with every default filled in. */
export function buildModel(name: string, file: ModelFile): Model {
  const can = file.can ?? ['text']
  return {
    name,
    wireName: file.wireName ?? name,
    can,
    structured: file.structured ?? 'schema',
    draws: file.draws ?? can.includes('vision'),
    maxOutputTokens: file.maxOutputTokens ?? null,
    temperature: file.temperature ?? null,
    price: file.price ?? null,
    ratios: file.ratios === undefined ? RATIOS : (file.ratios ?? []),
    resolutions: file.resolutions === undefined ? SIZES : (file.resolutions ?? []),
    defaultRatio: file.defaultRatio ?? null,
    defaultResolution: file.defaultResolution ?? null,
    deny: file.deny ?? [],
    sizes: file.sizes ?? {},
  }
}
