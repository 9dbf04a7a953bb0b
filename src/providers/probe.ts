import type { Catalogue, Provider } from './catalogue/build'
import { modelNames } from './wire/answer-body'
import { callJson } from './wire/door'
import { type Failure, ProviderFailed } from './wire/failure'
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
  const failure = 'failure' in got ? got.failure : undefined
  // Without a list of models any answer shows that somebody is there.
  if (!isChat)
    return failure && failure.kind !== 'status'
      ? unreachable(id, failure)
      : reachable(id, 'it has no list of models')
  if (failure) return unreachable(id, failure)
  const names = 'body' in got ? modelNames(got.body) : undefined
  return names
    ? reachable(id, listed(provider, names))
    : unreachable(id, { kind: 'unreadable', repairs: 0 })
}

/** Google writes `models/` before each name; Ollama adds `:latest` to a name without a tag. */
function listed({ models }: Provider, names: readonly string[]): string {
  const known = new Set(names.flatMap((name) => [name, name.replace(/^models\/|:latest$/g, '')]))
  const missing = [...models.values()].filter(({ wireName }) => !known.has(wireName))
  const count = `it lists ${names.length} model${names.length === 1 ? '' : 's'}`
  if (missing.length === 0) return count
  return `${count}, but not ${missing.map(({ name }) => name).join(', ')}`
}

function reachable(provider: string, detail: string): Probed {
  return { provider, reachable: true, sentence: `Provider ${provider}: reachable; ${detail}.` }
}

function unreachable(provider: string, failure: Failure): Probed {
  return { provider, reachable: false, sentence: new ProviderFailed(provider, failure, 0).message }
}
