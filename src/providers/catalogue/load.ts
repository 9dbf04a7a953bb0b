import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { BASE_URL_SAYS, isBaseUrl } from './base-url'
import { buildCatalogue, type Catalogue, type DropInEngine } from './build'
import type { FileFrame, ProviderFile } from './provider-file'
import type { FileFault } from './schema-words'

/** The provider file or the MODEL_ settings do not hold: the server refuses to start with these sentences. */
export class BadProviders extends Error {
  override readonly name = 'BadProviders'

  constructor(
    /** One for each fault, its path first. */
    readonly faults: readonly string[],
  ) {
    super(faults.join('\n'))
  }
}

/** The settings that say where providers come from; empty: unset. */
export interface ProviderSettings {
  PROVIDERS_FILE: string
  MODEL_URL: string
  MODEL_NAME: string
  MODEL_KEY: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Read where it exists and PROVIDERS_FILE names no other. */
const STANDARD_FILE = 'providers.json'
const MAX_FILE_BYTES = 1_000_000
/** The provider that the MODEL_ settings make. */
const ONE_LINE = 'model'

/**
 * Reads who can be called: the provider file and the MODEL_ settings. Without either only `local` is there.
 * @throws BadProviders with every fault
 */
export async function loadCatalogue(
  settings: ProviderSettings,
  env: Environment,
  engines: readonly DropInEngine[] = [],
): Promise<Catalogue> {
  const single = oneLineProvider(settings)
  const taken = new Map(engines.map(({ id }) => [id, 'is the id of a drop-in engine']))
  if (single.file) taken.set(ONE_LINE, 'is the provider that MODEL_URL and MODEL_NAME make')
  const value = readProviderFile(settings.PROVIDERS_FILE)
  if (value === undefined && !single.file && single.faults.length === 0)
    return buildCatalogue({ frame: {}, providers: new Map(), env, engines })
  // A start without providers builds no schema.
  const { checkFile } = await import('./check-file')
  const checked = checkFile(value ?? {}, { env, taken })
  const faults = [...single.faults, ...checked.faults]
  if (faults.length > 0)
    throw new BadProviders(faults.map(({ path, says }) => `${path || 'PROVIDERS_FILE'}: ${says}.`))
  if (!single.file) return buildCatalogue({ ...checked, env, engines })
  const built = buildCatalogue({
    frame: withOneLineRoles(checked.frame),
    providers: new Map([[ONE_LINE, single.file], ...checked.providers]),
    env,
    engines,
  })
  return { ...built, variables: [...built.variables, 'MODEL_URL'] }
}

function oneLineProvider(settings: ProviderSettings): {
  file?: ProviderFile
  faults: FileFault[]
} {
  const { MODEL_URL: url, MODEL_NAME: name, MODEL_KEY: key } = settings
  const faults: FileFault[] = []
  if (url === '' && name === '' && key === '') return { faults }
  if (url === '')
    faults.push({ path: 'MODEL_URL', says: 'must be set too where MODEL_NAME or MODEL_KEY is' })
  if (name === '')
    faults.push({ path: 'MODEL_NAME', says: 'must be set too where MODEL_URL or MODEL_KEY is' })
  if (url !== '' && !isBaseUrl(url)) faults.push({ path: 'MODEL_URL', says: BASE_URL_SAYS })
  else if (url !== '' && !/\/v1\/?$/.test(url))
    faults.push({
      path: 'MODEL_URL',
      says: 'must end in /v1, as the base of an OpenAI-compatible server does',
    })
  if (!/^[\x20-\x7e]{0,200}$/.test(name))
    faults.push({ path: 'MODEL_NAME', says: 'must be at most 200 characters of ASCII' })
  if (!/^[\x20-\x7e]*$/.test(key))
    faults.push({ path: 'MODEL_KEY', says: 'holds what a header cannot carry' })
  if (faults.length > 0) return { faults }
  const file: ProviderFile = {
    adapter: 'openai-compatible',
    baseUrl: url,
    models: { [name]: { can: ['text', 'vision'], structured: 'json' } },
    anyModel: true,
    ...(key !== '' && { apiKeyEnv: 'MODEL_KEY' }),
  }
  return { file, faults }
}

function withOneLineRoles(frame: FileFrame): FileFrame {
  const role = { provider: ONE_LINE }
  return { ...frame, roles: { ...frame.roles, main: role, vlm: role, svg: role } }
}

/** What the file holds; undefined where there is none and none is named. */
function readProviderFile(named: string): unknown {
  const path = resolve(named || STANDARD_FILE)
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (named === '' && code === 'ENOENT') return undefined
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`
    throw new BadProviders([`PROVIDERS_FILE: ${path}: ${reason}.`])
  }
  if (bytes.byteLength > MAX_FILE_BYTES)
    throw new BadProviders([`PROVIDERS_FILE: ${path}: is larger than ${MAX_FILE_BYTES} bytes.`])
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // The parser's own words may repeat a key that stands in the file.
    throw new BadProviders([`PROVIDERS_FILE: ${path}: is not JSON.`])
  }
}
