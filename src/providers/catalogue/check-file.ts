import { RATIOS, SIZES } from '../../forms/look'
import { WIRES } from '../wire/wires'
import { BASE_URL_SAYS, isBaseUrl } from './base-url'
import { buildModel, envValue, LOCAL, ROLE_NEEDS } from './build'
import { denied, withDefaults } from './picture-rules'
import { FileFrame, type ModelFile, ProviderFile, ROLES } from './provider-file'
import { type FileFault, holds, joined, schemaFaults } from './schema-words'

export interface CheckedFile {
  faults: FileFault[]
  frame: FileFrame
  /** Those without a fault in their form. */
  providers: Map<string, ProviderFile>
}

export interface CheckSurroundings {
  env: Readonly<Record<string, string | undefined>>
  /** Ids that come from elsewhere and may be referred to, each with what it is. */
  taken: ReadonlyMap<string, string>
}

/** Judges what a provider file holds: its form first, then what its parts say of each other. All faults at once. */
export function checkFile(value: unknown, around: CheckSurroundings): CheckedFile {
  const faults = schemaFaults(FileFrame, value, '')
  const frame = holds(FileFrame, value) ? value : sound(value, faults)
  const providers = new Map<string, ProviderFile>()
  const ids = [...Object.keys(frame.providers ?? {}), ...around.taken.keys(), LOCAL]
  for (const [id, file] of Object.entries(frame.providers ?? {})) {
    const at = joined('providers', id)
    const own = schemaFaults(ProviderFile, file, at)
    if (holds(ProviderFile, file)) {
      providers.set(id, file)
      own.push(...providerFaults(file, at), ...fallbackFaults(id, file, ids))
    }
    faults.push(...idFaults(id, at, around.taken), ...own)
  }
  faults.push(
    ...roleFaults(frame, providers, ids),
    ...aliasFaults(frame, ids),
    ...variableFaults(frame, providers, around.env),
  )
  return { faults, frame, providers }
}

/** The members of a faulty file that can be judged further. */
function sound(value: unknown, faults: readonly FileFault[]): FileFrame {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return {}
  const members = Object.entries(value).filter(
    ([name]) => !faults.some(({ path }) => path === name || path.startsWith(`${name}.`)),
  )
  const rest = Object.fromEntries(members)
  return holds(FileFrame, rest) ? rest : {}
}

/** Ids of providers and names of models. */
const NAME_RULE = /^[a-z0-9][a-z0-9._:/-]{0,99}$/
const NAME_SAYS =
  'must be named in 1 to 100 characters of a-z, 0-9 and . _ : / - that begin with a letter or digit'

function idFaults(id: string, at: string, taken: CheckSurroundings['taken']): FileFault[] {
  if (id === LOCAL) return [{ path: at, says: 'is reserved: local is always there' }]
  const says = taken.get(id)
  if (says !== undefined) return [{ path: at, says }]
  return NAME_RULE.test(id) ? [] : [{ path: at, says: NAME_SAYS }]
}

function providerFaults(file: ProviderFile, at: string): FileFault[] {
  const faults: FileFault[] = []
  const add = (member: string, says: string) => faults.push({ path: joined(at, member), says })
  const wire = WIRES[file.adapter]
  if (file.baseUrl === undefined && wire.base === undefined)
    add('baseUrl', `is required for the adapter ${file.adapter}`)
  if (file.baseUrl !== undefined && !isBaseUrl(file.baseUrl)) add('baseUrl', BASE_URL_SAYS)
  if (file.adapter === 'task' && !file.task) add('task', 'is required for the adapter task')
  if (file.adapter !== 'task' && file.task) add('task', 'belongs to the adapter task alone')
  for (const name of ['poll', 'cancel'] as const)
    if (file.task?.[name] && !file.task[name].path.includes('{id}'))
      add(`task.${name}.path`, 'must contain {id}')
  for (const name of Object.keys(file.headers ?? {}))
    if (!HEADER_NAME.test(name)) add(joined('headers', name), 'is not the name of a header')
  for (const [name, model] of Object.entries(file.models)) {
    const place = joined(joined(at, 'models'), name)
    if (!NAME_RULE.test(name)) faults.push({ path: place, says: NAME_SAYS })
    faults.push(...modelFaults(name, model, place), ...abilityFaults(file, model, place))
  }
  return faults
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/

function abilityFaults({ adapter }: ProviderFile, model: ModelFile, at: string): FileFault[] {
  const { does } = WIRES[adapter]
  const can = model.can ?? ['text']
  const says = `the adapter ${adapter} can only ${does.join(', ')}`
  if (model.can === undefined && !does.includes('text'))
    return [{ path: joined(at, 'can'), says: `is required: ${says}` }]
  return can.flatMap((one, index) =>
    does.includes(one) ? [] : [{ path: `${joined(at, 'can')}[${index}]`, says }],
  )
}

function modelFaults(name: string, file: ModelFile, at: string): FileFault[] {
  const faults: FileFault[] = []
  const add = (member: string, says: string) => faults.push({ path: joined(at, member), says })
  const model = buildModel(name, file)
  const { defaultRatio, defaultResolution } = file
  if (defaultRatio !== undefined && !model.ratios.includes(defaultRatio))
    add('defaultRatio', 'is not one of the ratios of this model')
  if (defaultResolution !== undefined && !model.resolutions.includes(defaultResolution))
    add('defaultResolution', 'is not one of the resolutions of this model')
  file.deny?.forEach((rule, index) => {
    if (rule.ratio === undefined && rule.resolution === undefined)
      add(`deny[${index}]`, 'needs ratio or resolution: without both it denies everything')
  })
  const rule =
    defaultRatio === undefined && defaultResolution === undefined
      ? undefined
      : denied(model, withDefaults(model, {}, 'auto'))
  if (rule) add(defaultRatio === undefined ? 'defaultResolution' : 'defaultRatio', DENIED_DEFAULT)
  for (const size of Object.keys(file.sizes ?? {}))
    if (!isSizeName(size)) add(joined('sizes', size), 'must be a resolution and a ratio: "1K 16:9"')
  return faults
}

const DENIED_DEFAULT = 'is denied by a rule of this model together with the other default'

function isSizeName(text: string): boolean {
  const [size, ratio, ...more] = text.split(' ')
  return (
    more.length === 0 && SIZES.some((one) => one === size) && RATIOS.some((one) => one === ratio)
  )
}

function fallbackFaults(id: string, { fallback = [] }: ProviderFile, ids: string[]): FileFault[] {
  return fallback.flatMap((other, index) => {
    const path = `${joined('providers', id)}.fallback[${index}]`
    if (other === id) return [{ path, says: 'names the provider itself' }]
    return ids.includes(other) ? [] : [{ path, says: unknownProvider(ids) }]
  })
}

function roleFaults(
  frame: FileFrame,
  providers: ReadonlyMap<string, ProviderFile>,
  ids: string[],
): FileFault[] {
  return ROLES.flatMap((role) => {
    const { provider, model } = frame.roles?.[role] ?? {}
    const fault = (member: string, says: string) => [{ path: `roles.${role}.${member}`, says }]
    if (provider === undefined)
      return model === undefined ? [] : fault('provider', 'is required beside a model')
    if (!ids.includes(provider)) return fault('provider', unknownProvider(ids))
    if (provider === LOCAL) return model === undefined ? [] : fault('model', 'local has no models')
    const file = providers.get(provider)
    if (!file) return []
    const needed = ROLE_NEEDS[role]
    const fits = (one: ModelFile) => (one.can ?? ['text']).some((can) => needed.includes(can))
    if (model === undefined)
      return Object.values(file.models).some(fits)
        ? []
        : fault(
            'provider',
            `none of its models can do this role, which needs ${needed.join(' or ')}`,
          )
    const named = Object.hasOwn(file.models, model) ? file.models[model] : undefined
    if (named)
      return fits(named)
        ? []
        : fault('model', `cannot do this role, which needs ${needed.join(' or ')}`)
    if (file.anyModel && needed.includes('text')) return []
    return fault('model', `must be one of ${Object.keys(file.models).join(', ')}`)
  })
}

const ALIAS_RULE = /^[\x21-\x7e]{1,100}$/

function aliasFaults(frame: FileFrame, ids: string[]): FileFault[] {
  return Object.entries(frame.aliases ?? {}).flatMap(([alias, id]) => {
    const path = joined('aliases', alias)
    if (ids.includes(alias)) return [{ path, says: 'is the id of a provider already' }]
    if (!ALIAS_RULE.test(alias))
      return [{ path, says: 'must be named in 1 to 100 characters of ASCII without spaces' }]
    return ids.includes(id) ? [] : [{ path, says: unknownProvider(ids) }]
  })
}

function unknownProvider(ids: readonly string[]): string {
  return `must be one of ${[...new Set(ids)].join(', ')}`
}

/** Keys and headers of providers that a role or a fallback uses must be there; what nobody uses may wait. */
function variableFaults(
  frame: FileFrame,
  providers: ReadonlyMap<string, ProviderFile>,
  env: CheckSurroundings['env'],
): FileFault[] {
  const used = new Set([
    ...Object.values(frame.roles ?? {}).map(({ provider }) => provider),
    ...[...providers.values()].flatMap(({ fallback = [] }) => fallback),
  ])
  return [...providers].flatMap(([id, file]) => {
    const at = joined('providers', id)
    const places: [path: string, variable: string][] = Object.entries(file.headers ?? {}).flatMap(
      ([name, value]) =>
        typeof value === 'string' ? [] : [[`${at}.headers.${name}.env`, value.env] as const],
    )
    if (file.apiKeyEnv !== undefined) places.unshift([`${at}.apiKeyEnv`, file.apiKeyEnv])
    return places.flatMap(([path, variable]) => {
      const value = envValue(env, variable)
      if (value === undefined)
        return used.has(id) ? [{ path, says: `${called(variable)} is not set` }] : []
      return HEADER_VALUE.test(value)
        ? []
        : [{ path, says: `${called(variable)} holds what a header cannot carry` }]
    })
  })
}

const HEADER_VALUE = /^[\x20-\x7e]+$/

/** A name in capitals is hardly a key that was put in the wrong place. */
function called(variable: string): string {
  return /^[A-Z][A-Z0-9_]*$/.test(variable)
    ? `the environment variable ${variable}`
    : 'the environment variable that it names'
}
