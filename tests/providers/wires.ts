import type { Adapter, Structured } from '../../src/providers/catalogue/provider-file'
import type { CalledModel, Connection } from '../../src/providers/messages'

/** One wire, as its vendor documents it: what stands below its base, and the forms of its answers. */
export interface WireSample {
  adapter: Adapter
  /** The path of the base address. */
  base: string
  wireName: string
  /** Below the base. */
  route: string
  /** The header that carries the key, and what stands before it. */
  credential: [name: string, prefix: string]
  /** Ended as it should. Tokens: 11 in, 7 out. */
  good: (text: string) => unknown
  /** Ended at the limit of tokens. */
  long: (text: string) => unknown
  /** Every way in which the vendor says that it will not answer, with status 200. */
  declined: Record<string, unknown>
  /** Status 200, the right form, and nothing in it. */
  empty: unknown
}

const chat = (message: unknown, finish: string | null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'sample',
  choices: [{ index: 0, message, finish_reason: finish }],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
})

const said = (content: string | null) => ({ role: 'assistant', content })

const chatAnswers = {
  good: (text: string) => chat(said(text), 'stop'),
  long: (text: string) => chat(said(text), 'length'),
  declined: {
    'a content filter': chat(said(''), 'content_filter'),
    'a refusal': chat({ ...said(null), refusal: 'I cannot help with that.' }, 'stop'),
  },
  empty: { ...chat(null, null), choices: [] },
}

const response = (status: string, content: unknown, more: object = {}) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'sample',
  status,
  error: null,
  incomplete_details: null,
  output: [
    { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: [content] },
  ],
  usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 },
  ...more,
})

const outputText = (text: string) => ({ type: 'output_text', text, annotations: [] })

const candidate = (text: string, finishReason: string) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason, index: 0 }],
  usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
  modelVersion: 'sample',
})

const message = (text: string, reason: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'sample',
  content: [{ type: 'text', text }],
  stop_reason: reason,
  stop_sequence: null,
  usage: { input_tokens: 11, output_tokens: 7 },
})

export const WIRE_SAMPLES: readonly WireSample[] = [
  {
    adapter: 'openai',
    base: '/v1',
    wireName: 'gpt-4.1',
    route: '/responses',
    credential: ['authorization', 'Bearer '],
    good: (text) => response('completed', outputText(text)),
    long: (text) =>
      response('incomplete', outputText(text), {
        incomplete_details: { reason: 'max_output_tokens' },
      }),
    declined: {
      'a content filter': response('incomplete', outputText(''), {
        incomplete_details: { reason: 'content_filter' },
      }),
      'a refusal': response('completed', { type: 'refusal', refusal: 'I cannot help with that.' }),
    },
    empty: response('completed', outputText(''), { output: [] }),
  },
  {
    adapter: 'openai-compatible',
    base: '/v1',
    wireName: 'qwen2.5-vl:7b',
    route: '/chat/completions',
    credential: ['authorization', 'Bearer '],
    ...chatAnswers,
  },
  {
    adapter: 'google',
    base: '/v1beta',
    wireName: 'gemini-2.5-flash',
    route: '/models/gemini-2.5-flash:generateContent',
    credential: ['x-goog-api-key', ''],
    good: (text) => candidate(text, 'STOP'),
    long: (text) => candidate(text, 'MAX_TOKENS'),
    declined: {
      'a blocked prompt': { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
      'a safety stop': { candidates: [{ finishReason: 'SAFETY', index: 0 }] },
      'a recitation stop': candidate('', 'RECITATION'),
    },
    empty: { candidates: [] },
  },
  {
    adapter: 'anthropic',
    base: '/v1',
    wireName: 'claude-sonnet-4-5',
    route: '/messages',
    credential: ['x-api-key', ''],
    good: (text) => message(text, 'end_turn'),
    long: (text) => message(text, 'max_tokens'),
    declined: { 'a refusal': { ...message('', 'refusal'), content: [] } },
    empty: { ...message('', 'end_turn'), content: [] },
  },
  {
    adapter: 'openrouter',
    base: '/api/v1',
    wireName: 'meta-llama/llama-4-maverick',
    route: '/chat/completions',
    credential: ['authorization', 'Bearer '],
    ...chatAnswers,
  },
]

export const KEY = 'sk-canary-7Q/+=4f19 "x"\\e'

/** A connection to a fake that speaks this wire. */
export function connectionTo(
  { adapter, base }: Pick<WireSample, 'adapter' | 'base'>,
  origin: string,
  more: Partial<Connection> = {},
): Connection {
  return {
    id: 'house',
    adapter,
    baseUrl: origin + base,
    key: KEY,
    headers: {},
    timeoutSeconds: 10,
    attempts: 3,
    mediaHosts: [],
    task: null,
    ...more,
  }
}

export function modelOn(
  { wireName }: Pick<WireSample, 'wireName'>,
  structured: Structured = 'schema',
  more: Partial<CalledModel> = {},
): CalledModel {
  return {
    name: 'sample',
    wireName,
    can: ['text', 'vision'],
    structured,
    maxOutputTokens: 1234,
    temperature: 0.25,
    price: { inputPerMillion: 1, outputPerMillion: 10 },
    ...more,
  }
}
