import type { Denial, Outcome } from '../messages'

/** What a request can come to instead of an answer. */
export type Failure =
  | { kind: 'connection' }
  | { kind: 'timeout'; seconds: number }
  | { kind: 'cut' }
  | { kind: 'too_large' }
  /** Any status that is no 2xx. */
  | { kind: 'status'; status: number; retryAfterMs?: number }
  | { kind: 'declined' }
  /** What is there is not what the wire or the task asks for. */
  | { kind: 'unreadable'; repairs: number }
  | { kind: 'empty plan' }
  | { kind: 'no picture' }
  | { kind: 'bad picture' }
  | { kind: 'task failed'; error: string }
  | { kind: 'denied'; denial: Denial }

/** Why a provider did not deliver. The message is fit for a client and names no key, header or address. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed'

  constructor(
    readonly provider: string,
    readonly failure: Failure,
    /** Requests that were made in this call; 0: none. */
    readonly attempts: number,
  ) {
    super(`Provider ${provider}: ${wordsOf(failure, attempts)}.`)
  }
}

/** Whether another try may succeed. */
export function isPassing(failure: Failure): boolean {
  if (failure.kind === 'status')
    return failure.status === 408 || failure.status === 429 || failure.status >= 500
  return failure.kind === 'connection' || failure.kind === 'timeout' || failure.kind === 'cut'
}

export function outcomeOf(failure: Failure): Outcome {
  switch (failure.kind) {
    case 'status':
      return statusOutcome(failure.status)
    case 'denied':
      return failure.denial.reason === 'paused' ? 'paused' : 'budget'
    case 'task failed':
      return 'task_failed'
    case 'connection':
    case 'timeout':
    case 'cut':
    case 'too_large':
    case 'declined':
      return failure.kind
    default:
      return 'unreadable'
  }
}

/** One failure of one request, as log lines say it: without how often it was tried. */
export function reasonOf(failure: Failure): string {
  switch (failure.kind) {
    case 'connection':
      return 'no connection'
    case 'timeout':
      return `no answer within ${failure.seconds} s`
    case 'cut':
      return 'the answer was cut off'
    case 'too_large':
      return 'the answer was too large'
    case 'status':
      return statusReason(failure.status)
    case 'declined':
      return 'declined to answer'
    case 'unreadable':
      return failure.repairs === 0
        ? 'the answer could not be read'
        : `the answer could not be read after ${counted(failure.repairs, 'repair')}`
    case 'empty plan':
      return 'the plan was empty'
    case 'no picture':
      return 'no picture in the answer'
    case 'bad picture':
      return 'the picture cannot be read'
    case 'task failed':
      return `the task failed: ${failure.error}`
    case 'denied':
      return denialReason(failure.denial)
  }
}

function wordsOf(failure: Failure, attempts: number): string {
  const reason = reasonOf(failure)
  return isPassing(failure) && attempts > 0
    ? `${reason} after ${counted(attempts, 'attempt')}`
    : reason
}

function statusOutcome(status: number): Outcome {
  if (status === 401 || status === 403) return 'credential'
  if (status === 402) return 'payment'
  if (status === 404) return 'not_found'
  if (status === 408) return 'timeout'
  if (status === 429) return 'rate_limited'
  if (status < 400) return 'redirect'
  return status < 500 ? 'request' : 'server_error'
}

function statusReason(status: number): string {
  switch (statusOutcome(status)) {
    case 'credential':
      return `refused the credential (${status})`
    case 'payment':
      return `payment required (${status})`
    case 'not_found':
      return `unknown model or route (${status})`
    case 'timeout':
      return 'no answer'
    case 'rate_limited':
      return `rate limited (${status})`
    case 'redirect':
      return 'redirects are not followed'
    case 'server_error':
      return `server error (${status})`
    default:
      return `refused the request (${status})`
  }
}

function denialReason(denial: Denial): string {
  switch (denial.reason) {
    case 'paused':
      return 'paused after repeated failures'
    case 'usd':
      return `the budget of this job (${denial.limit} USD) is used up`
    case 'calls':
      return `the budget of this job (${counted(denial.limit, 'call')}) is used up`
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
