import type { EngineDeclaration, Stage } from '../../forms/engines'
import { RATIOS, SIZES } from '../../forms/look'
import { WIRES } from '../wire/wires'
import type { PictureRules } from './picture-rules'
import {
  type Capability,
  type FileFrame,
  type ModelFile,
  type Price,
  type ProviderFile,
  ROLES,
  type Role,
  type TaskFile,
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

/** Members of a file with their defaults filled in. */
type Filled<File, Name extends keyof File> = Readonly<Required<Pick<File, Name>>>

/** `draws`: it draws figures as SVG; else what it plans is laid out. Null: not said. */
export interface Model
  extends PictureRules,
    Filled<ModelFile, 'wireName' | 'can' | 'structured' | 'draws'> {
  readonly name: string
  readonly maxOutputTokens: number | null
  readonly temperature: number | null
  readonly price: Price | null
}

/** `baseUrl` is without a slash at its end; `mediaHosts`: where its pictures may be fetched from besides its own address. */
export interface Provider
  extends Readonly<Required<Omit<ProviderFile, 'apiKeyEnv' | 'headers' | 'models' | 'task'>>> {
  readonly id: string
  /** Null: none is configured, or its variable is not set. */
  readonly key: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly models: ReadonlyMap<string, Model>
  /** Of the adapter `task`. */
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

/** The catalogue of files that hold no fault, every default filled in. */
export function buildCatalogue({ frame, providers, env, engines = [] }: BuildParts): Catalogue {
  const built = new Map([...providers].map(([id, file]) => [id, buildProvider(id, file, env)]))
  // Who draws is who plans, where nobody else is named.
  const saidOf = (role: Role) =>
    role === 'svg' && frame.roles?.svg?.provider === undefined ? 'main' : role
  const roles = ROLES.map((role): [Role, RoleDefault] => [
    role,
    { provider: LOCAL, model: null, ...frame.roles?.[saidOf(role)] },
  ])
  const { jobUsd = null, keyDayUsd = null, jobCalls = null } = frame.budgets ?? {}
  return {
    providers: built,
    engines,
    roles: Object.fromEntries(roles) as Record<Role, RoleDefault>,
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
  const { apiKeyEnv, baseUrl = WIRES[file.adapter].base ?? '', headers = {}, ...rest } = file
  const sent = Object.entries(headers).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : envValue(env, value.env)
    return text === undefined ? [] : [[name.toLowerCase(), text]]
  })
  return {
    ...{ timeoutSeconds: 120, attempts: 3, concurrency: 4, fallback: [], mediaHosts: [] },
    ...{ anyModel: false, task: null },
    ...rest,
    id,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    key: apiKeyEnv === undefined ? null : (envValue(env, apiKeyEnv) ?? null),
    headers: Object.fromEntries(sent),
    models: new Map(
      Object.entries(file.models).map(([name, model]) => [name, buildModel(name, model)]),
    ),
  }
}

/** A model with every default filled in. */
export function buildModel(name: string, file: ModelFile): Model {
  const { can = ['text'], ratios = RATIOS, resolutions = SIZES, ...rest } = file
  return {
    ...{ wireName: name, structured: 'schema', draws: can.includes('vision'), price: null },
    ...{ maxOutputTokens: null, temperature: null, deny: [], sizes: {} },
    ...{ defaultRatio: null, defaultResolution: null },
    ...rest,
    ...{ name, can, ratios: ratios ?? [], resolutions: resolutions ?? [] },
  }
}
