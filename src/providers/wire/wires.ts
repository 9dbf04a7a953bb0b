import type { Adapter, Capability } from '../catalogue/provider-file'

/** What is known of an adapter without loading it. */
export interface Wire {
  /** The vendor's own base, version included; undefined where only the operator can know it. */
  base?: string
  does: readonly Capability[]
  /** The headers that carry a key. */
  credential: (key: string) => Record<string, string>
  /** What every request carries besides. */
  headers?: Readonly<Record<string, string>>
  /** Absent: an adapter for pictures alone. The limit is sent where neither the operator nor the request names one. */
  chat?: { maxOutputTokens?: number }
}

/** Below the base of every chat wire: a GET that costs nothing. */
export const MODEL_LIST = '/models'

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** A chat model without masks of its own can still be asked for boxes, hence `segment`. */
const CHAT: readonly Capability[] = ['text', 'vision', 'image', 'edit', 'segment']

export const WIRES: Readonly<Record<Adapter, Wire>> = {
  openai: { base: 'https://api.openai.com/v1', does: CHAT, credential: bearer, chat: {} },
  'openai-compatible': { does: CHAT, credential: bearer, chat: {} },
  google: {
    base: 'https://generativelanguage.googleapis.com/v1beta',
    does: CHAT,
    credential: (key) => ({ 'x-goog-api-key': key }),
    chat: {},
  },
  anthropic: {
    base: 'https://api.anthropic.com/v1',
    does: ['text', 'vision', 'segment'],
    credential: (key) => ({ 'x-api-key': key }),
    headers: { 'anthropic-version': '2023-06-01' },
    // The wire demands a limit, and models that the SDK does not know would get less than a large plan needs.
    chat: { maxOutputTokens: 16_000 },
  },
  openrouter: { base: 'https://openrouter.ai/api/v1', does: CHAT, credential: bearer, chat: {} },
  fal: {
    base: 'https://queue.fal.run',
    does: ['image', 'edit', 'segment'],
    credential: (key) => ({ authorization: `Key ${key}` }),
  },
  roboflow: {
    base: 'https://serverless.roboflow.com',
    does: ['segment'],
    // It takes the key in the query alone: its adapter writes it there.
    credential: () => ({}),
  },
  task: { does: ['image', 'edit'], credential: bearer },
}
