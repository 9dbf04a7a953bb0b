import { callProvider, type ProviderAnswer } from '../net/provider'
import { isRefusal, jsonOf, retryAfterMs, statusInBody } from './answer-body'
import type { Failure } from './failure'
import type { Connection } from './messages'
import { WIRES } from './wires'

/** The largest answer of text, in bytes. */
export const MAX_ANSWER_BYTES = 4_000_000

/** What of a connection a request needs. */
export type Target = Pick<Connection, 'adapter' | 'baseUrl' | 'key' | 'headers'>

export interface DoorLimits {
  /** From the name lookup to the last byte, in milliseconds. */
  timeoutMs: number
  signal?: AbortSignal
  now: () => number
}

export interface Door {
  /** For the SDK: one POST to the configured host. Rejects where no answer came that is worth reading. */
  send: typeof fetch
  /** What the door saw: a failure, an answer to be read, or that nobody came through. */
  outcome(): Failure | 'answered' | 'unused'
}

/** The one way from an adapter to its provider. Whether there is an answer is decided here, before the SDK sees it. */
export function openDoor(target: Target, limits: DoorLimits): Door {
  let outcome: Failure | 'answered' | 'unused' = 'unused'
  const pass = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (outcome !== 'unused') throw new Error('One call is one request.')
    outcome = 'answered'
    const answer = await callProvider(String(url), {
      base: target.baseUrl,
      method: 'POST',
      headers: headersFor(target, Object.fromEntries(new Headers(init?.headers))),
      body: String(init?.body),
      maxBytes: MAX_ANSWER_BYTES,
      timeoutMs: limits.timeoutMs,
      signal: limits.signal,
    })
    const failure = failureOf(answer, limits)
    if (failure) outcome = failure
    if (failure || 'failed' in answer) throw new Error('There is no answer to read.')
    // Whatever type the server declares, only JSON can be meant.
    return new Response(answer.bytes, { headers: { 'content-type': 'application/json' } })
  }
  return { send: Object.assign(pass, { preconnect: () => {} }), outcome: () => outcome }
}

/** A GET below the base with the provider's credential. */
export async function getFrom(target: Target, path: string, limits: DoorLimits) {
  const { chat } = WIRES[target.adapter]
  const credential = target.key === null ? {} : chat?.credential(target.key)
  const answer = await callProvider(`${target.baseUrl}${path}`, {
    base: target.baseUrl,
    method: 'GET',
    headers: headersFor(target, { accept: 'application/json', ...chat?.headers, ...credential }),
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs: limits.timeoutMs,
    signal: limits.signal,
  })
  const failure = failureOf(answer, limits)
  return failure ? { failure } : { body: 'bytes' in answer ? jsonOf(answer.bytes) : undefined }
}

/** Without a key the SDK's empty credential goes; the operator's own headers go before everything else. */
function headersFor(target: Target, given: Record<string, string>): Record<string, string> {
  const all: Record<string, string> = { ...given, 'user-agent': 'burin' }
  if (target.key === null)
    for (const name of Object.keys(WIRES[target.adapter].chat?.credential('') ?? {}))
      delete all[name]
  return { ...all, ...target.headers }
}

/** Undefined: there is an answer, or at least bytes that somebody meant for one. */
function failureOf(answer: ProviderAnswer, { timeoutMs, now }: DoorLimits): Failure | undefined {
  if ('failed' in answer) {
    if (answer.failed === 'connection') return { kind: 'connection' }
    if (answer.failed === 'time')
      return { kind: 'timeout', seconds: Number((timeoutMs / 1000).toFixed(2)) }
    if (answer.failed === 'midway') return { kind: 'cut' }
    return answer.failed === 'size' ? { kind: 'too_large' } : undefined
  }
  const isGood = answer.status >= 200 && answer.status < 300
  const body = isGood ? jsonOf(answer.bytes) : undefined
  const status = isGood ? statusInBody(body) : answer.status
  if (status !== undefined) {
    const wait = retryAfterMs(answer.headers.get('retry-after'), now())
    return { kind: 'status', status, ...(wait !== undefined && { retryAfterMs: wait }) }
  }
  return isRefusal(body) ? { kind: 'declined' } : undefined
}
