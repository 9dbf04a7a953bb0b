import type { Catalogue, Provider } from './catalogue/build'
import { modelNames } from './wire/answer-body'
import { callJson } from './wire/door'
import { ProviderFailed } from './wire/failure'
import { MODEL_LIST, WIRES } from './wire/wires'

export interface Probed {
  provider: string
  reachable: boolean
  /** One sentence; it names no key, header or address. */
  sentence: string
}

const TIMEOUT_MS = 15_000

/** Asks every provider, at the same time, for its list of models: a GET that costs nothing, never a call of a model. */
export function probeProviders({ providers }: Catalogue): Promise<Probed[]> {
  return Promise.all([...providers.values()].map(probe))
}

async function probe(provider: Provider): Promise<Probed> {
  const { id, adapter, timeoutSeconds } = provider
  const isChat = WIRES[adapter].chat !== undefined
  const timeoutMs = Math.min(TIMEOUT_MS, timeoutSeconds * 1000)
  const path = isChat ? MODEL_LIST : '/'
  const got = await callJson(provider, { method: 'GET', path }, { timeoutMs, now: Date.now })
  const failed = 'failure' in got ? got.failure : undefined
  const names = 'body' in got ? modelNames(got.body) : undefined
  const told = (reachable: boolean, sentence: string) => ({ provider: id, reachable, sentence })
  const found = (what: string) => told(true, `Provider ${id}: reachable; ${what}.`)
  // Without a list of models any answer shows that somebody is there.
  if (!isChat && (!failed || failed.kind === 'status')) return found('it has no list of models')
  if (!failed && names) return found(listed(provider, names))
  const failure = failed ?? { kind: 'unreadable', repairs: 0 }
  return told(false, new ProviderFailed(id, failure, 0).message)
}

/** Google writes `models/` before each name; Ollama adds `:latest` to a name without a tag. */
function listed({ models }: Provider, names: readonly string[]): string {
  const known = new Set(names.flatMap((name) => [name, name.replace(/^models\/|:latest$/g, '')]))
  const missing = [...models.values()].filter(({ wireName }) => !known.has(wireName))
  const count = `it lists ${names.length} model${names.length === 1 ? '' : 's'}`
  if (missing.length === 0) return count
  return `${count}, but not ${missing.map(({ name }) => name).join(', ')}`
}
