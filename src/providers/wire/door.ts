import { isTooDeep, readJson } from '../../forms/json'
import {
  callProvider,
  fetchMedia,
  type ProviderAnswer,
  type ProviderCall,
} from '../../net/provider'
import type { Send } from '../adapters/translators'
import type { Connection } from '../messages'
import { isRefusal, retryAfterMs, statusInBody } from './answer-body'
import type { Failure } from './failure'
import { WIRES } from './wires'

/** The largest answer of text, in bytes. */
const MAX_ANSWER_BYTES = 4_000_000

/** What of a connection a request needs. */
export type Target = Pick<Connection, 'adapter' | 'baseUrl' | 'key' | 'headers'>

export interface DoorLimits {
  /** From the name lookup to the last byte, in milliseconds. */
  timeoutMs: number
  signal?: AbortSignal
  now: () => number
}

/** What an answer is, where it is not text alone. */
export interface AnswerForm {
  maxBytes: number
  /** Makes of a body what the SDK can read; a failure: nothing can be made of it. */
  prepare(body: Uint8Array<ArrayBuffer>): Promise<{ failure: Failure } | Uint8Array<ArrayBuffer>>
}

const TEXT: AnswerForm = { maxBytes: MAX_ANSWER_BYTES, prepare: async (body) => body }

export interface Door {
  /**
   * For the SDK: one POST to the configured host. Rejects where no answer came that is worth reading. A stream of events
   * is handed on while it comes, where the door was opened for one; who gets a whole answer in its stead may have it
   * once more.
   */
  send: Send
  /** Whether the answer came as a whole. */
  isWhole(): boolean
  /**
   * Why the SDK threw: what the door saw of the call, or an answer that cannot be read.
   * @throws the signal's reason, or TypeError where nobody came through
   */
  caught(error: unknown): Failure | 'answered'
  /** Bytes that passed: what was asked, and what came. */
  traffic(): Traffic
}

export interface Traffic {
  sent: number
  received: number
}

/** The one way from an adapter to its provider. Whether there is an answer is decided here, before the SDK sees it. */
export function openDoor(
  target: Target,
  limits: DoorLimits,
  { form = TEXT, streams = false }: { form?: AnswerForm; streams?: boolean } = {},
): Door {
  let outcome: Failure | 'answered' | 'unused' = 'unused'
  const traffic: Traffic = { sent: 0, received: 0 }
  let whole: Uint8Array<ArrayBuffer> | undefined
  let isStream = false
  const refuse = (failure: Failure | undefined): never => {
    if (failure) outcome = failure
    throw new Error('There is no answer to read.')
  }
  const answered = async (call: ProviderCall, url: string): Promise<Response> => {
    const answer = await callProvider(url, call)
    const failure = failureOf(answer, limits)
    if (failure || 'failed' in answer) return refuse(failure)
    traffic.received = answer.bytes.length
    // The SDK would walk it.
    if (isTooDeep(answer.bytes)) return refuse(undefined)
    const prepared = await form.prepare(answer.bytes)
    if ('failure' in prepared) return refuse(prepared.failure)
    if (!isStream) whole = prepared
    return jsonAnswer(prepared)
  }
  const pass = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (whole) return jsonAnswer(whole)
    if (outcome !== 'unused') throw new Error('One call is one request.')
    outcome = 'answered'
    const { type, body } = await bodyOf(init)
    traffic.sent = body.length
    const call: ProviderCall = {
      base: target.baseUrl,
      method: 'POST',
      headers: headersFor(target, { ...Object.fromEntries(new Headers(init?.headers)), ...type }),
      body,
      maxBytes: form.maxBytes,
      timeoutMs: limits.timeoutMs,
      signal: limits.signal,
    }
    if (!streams) return answered(call, String(url))
    return whileItComes((live) => {
      const taken: typeof live = (headers) => {
        const take = live(headers)
        isStream = take !== undefined
        return take
      }
      return answered({ ...call, live: taken }, String(url))
    })
  }
  return {
    send: Object.assign(pass, { preconnect: () => {} }),
    isWhole: () => whole !== undefined,
    caught: (error) => {
      if (limits.signal?.aborted) throw limits.signal.reason
      if (outcome !== 'unused') return outcome
      // The SDK's own words may repeat the request.
      const name = error instanceof Error ? error.name : 'an error'
      throw new TypeError(`The adapter ${target.adapter} could not write the request: ${name}.`)
    },
    traffic: () => traffic,
  }
}

/** Whatever type the server declares, only JSON can be meant. */
const jsonAnswer = (bytes: Uint8Array<ArrayBuffer>) =>
  new Response(bytes, { headers: { 'content-type': 'application/json' } })

/** The answer of `ask`, or before it ends the stream of events that it turns out to be; the stream fails as `ask` does. */
function whileItComes(
  ask: (live: NonNullable<ProviderCall['live']>) => Promise<Response>,
): Promise<Response> {
  const opened = Promise.withResolvers<Response>()
  let events: ReadableStreamDefaultController<Uint8Array> | undefined
  const asked = ask((headers) => {
    if (!/^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) return undefined
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        events = controller
      },
      // Who reads has enough: the call goes on to its own end.
      cancel: () => {
        events = undefined
      },
    })
    opened.resolve(new Response(stream, { headers: { 'content-type': 'text/event-stream' } }))
    return (part) => events?.enqueue(part)
  })
  // A promise that is settled stays as it is.
  asked.then(
    (answer) => {
      events?.close()
      opened.resolve(answer)
    },
    (error) => {
      events?.error(error)
      opened.reject(error)
    },
  )
  return opened.promise
}

/** A form with files becomes bytes, and its type says where they part. */
async function bodyOf(init: RequestInit | undefined) {
  const given = init?.body
  if (!(given instanceof FormData)) return { body: String(given), type: {} }
  const whole = new Response(given)
  const type = { 'content-type': whole.headers.get('content-type') ?? 'multipart/form-data' }
  return { body: new Uint8Array(await whole.arrayBuffer()), type }
}

/** One request with a JSON body, or none. */
export interface JsonCall {
  method: ProviderCall['method']
  /** Below the base, with its query. */
  path: string
  body?: unknown
  maxBytes?: number
}

/** One request below the base with the provider's credential; a body of `undefined` is no JSON. */
export async function callJson(
  target: Target,
  { method, path, body, maxBytes = MAX_ANSWER_BYTES }: JsonCall,
  limits: DoorLimits,
): Promise<{ failure: Failure } | { body: unknown }> {
  const { credential, headers } = WIRES[target.adapter]
  const answer = await callProvider(`${target.baseUrl}${path}`, {
    base: target.baseUrl,
    method,
    headers: headersFor(target, {
      accept: 'application/json',
      ...headers,
      ...(target.key !== null && credential(target.key)),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    maxBytes,
    timeoutMs: limits.timeoutMs,
    signal: limits.signal,
  })
  const failure = failureOf(answer, limits)
  return failure ? { failure } : { body: 'bytes' in answer ? readJson(answer.bytes) : undefined }
}

/** A file that an answer names: from the provider itself or one of its `mediaHosts`, without key and headers. */
export async function callMedia(
  { baseUrl, mediaHosts }: Pick<Connection, 'baseUrl' | 'mediaHosts'>,
  url: string,
  maxBytes: number,
  limits: DoorLimits,
): Promise<{ failure: Failure } | { bytes: Uint8Array<ArrayBuffer> }> {
  const answer = await fetchMedia(url, { base: baseUrl, mediaHosts }, { ...limits, maxBytes })
  if (!answer) return { failure: { kind: 'bad picture' } }
  const failure = failureOutside(answer, limits)
  if (failure) return { failure }
  return 'bytes' in answer ? { bytes: answer.bytes } : { failure: { kind: 'bad picture' } }
}

/** Without a key the SDK's empty credential goes; the operator's own headers go before everything else. */
function headersFor(target: Target, given: Record<string, string>): Record<string, string> {
  const all: Record<string, string> = { ...given, 'user-agent': 'burin' }
  if (target.key === null)
    for (const name of Object.keys(WIRES[target.adapter].credential(''))) delete all[name]
  return { ...all, ...target.headers }
}

/** Undefined: there is an answer, or at least bytes that somebody meant for one. */
function failureOf(answer: ProviderAnswer, limits: DoorLimits): Failure | undefined {
  const failure = failureOutside(answer, limits)
  if (failure || 'failed' in answer) return failure
  const body = readJson(answer.bytes)
  const status = statusInBody(body)
  if (status !== undefined) return statusFailure(status, answer.headers, limits)
  return isRefusal(body) ? { kind: 'declined' } : undefined
}

/** The same by what can be told without a look at the body. */
function failureOutside(answer: ProviderAnswer, limits: DoorLimits): Failure | undefined {
  if ('failed' in answer) {
    if (answer.failed === 'connection') return { kind: 'connection' }
    if (answer.failed === 'time') return timeoutOf(limits.timeoutMs)
    if (answer.failed === 'midway') return { kind: 'cut' }
    return answer.failed === 'size' ? { kind: 'too_large' } : undefined
  }
  const isGood = answer.status >= 200 && answer.status < 300
  return isGood ? undefined : statusFailure(answer.status, answer.headers, limits)
}

/** No answer within so many milliseconds. */
export function timeoutOf(ms: number): Failure {
  return { kind: 'timeout', seconds: Number((ms / 1000).toFixed(2)) }
}

function statusFailure(status: number, headers: Headers, { now }: DoorLimits): Failure {
  const wait = retryAfterMs(headers.get('retry-after'), now())
  return { kind: 'status', status, ...(wait !== undefined && { retryAfterMs: wait }) }
}
