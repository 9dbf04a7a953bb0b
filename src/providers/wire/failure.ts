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

/** Of a call that came to a failure, as the metrics count it. */
export function outcomeOf(failure: Failure): Outcome {
  if (failure.kind === 'status') return meaningOf(failure.status)[0]
  if (failure.kind === 'denied') return failure.denial.reason === 'paused' ? 'paused' : 'budget'
  return OUTCOMES[failure.kind]
}

const OUTCOMES: Readonly<Record<Exclude<Failure['kind'], 'status' | 'denied'>, Outcome>> = {
  connection: 'connection',
  timeout: 'timeout',
  cut: 'cut',
  too_large: 'too_large',
  declined: 'declined',
  unreadable: 'unreadable',
  'empty plan': 'unreadable',
  'no picture': 'unreadable',
  'bad picture': 'unreadable',
  'task failed': 'task_failed',
}

/** One failure of one request, as log lines say it: without how often it was tried. */
export function reasonOf(failure: Failure): string {
  switch (failure.kind) {
    case 'timeout':
      return `no answer within ${failure.seconds} s`
    case 'status':
      return meaningOf(failure.status)[1].replace('#', `${failure.status}`)
    case 'unreadable':
      return failure.repairs === 0
        ? 'the answer could not be read'
        : `the answer could not be read after ${counted(failure.repairs, 'repair')}`
    case 'task failed':
      return `the task failed: ${failure.error}`
    case 'denied':
      return denialReason(failure.denial)
    default:
      return REASONS[failure.kind]
  }
}

const REASONS = {
  connection: 'no connection',
  cut: 'the answer was cut off',
  too_large: 'the answer was too large',
  declined: 'declined to answer',
  'empty plan': 'the plan was empty',
  'no picture': 'no picture in the answer',
  'bad picture': 'the picture cannot be read',
} as const

function wordsOf(failure: Failure, attempts: number): string {
  const reason = reasonOf(failure)
  return isPassing(failure) && attempts > 0
    ? `${reason} after ${counted(attempts, 'attempt')}`
    : reason
}

type Meaning = readonly [outcome: Outcome, words: string]

/** What a status that is no 2xx means; `#` stands for it. */
const STATUSES: Readonly<Record<number, Meaning>> = {
  401: ['credential', 'refused the credential (#)'],
  402: ['payment', 'payment required (#)'],
  403: ['credential', 'refused the credential (#)'],
  404: ['not_found', 'unknown model or route (#)'],
  408: ['timeout', 'no answer'],
  429: ['rate_limited', 'rate limited (#)'],
}

function meaningOf(status: number): Meaning {
  const known = STATUSES[status]
  if (known) return known
  if (status < 400) return ['redirect', 'redirects are not followed']
  return status < 500
    ? ['request', 'refused the request (#)']
    : ['server_error', 'server error (#)']
}

function denialReason(denial: Denial): string {
  if (denial.reason === 'paused') return 'paused after repeated failures'
  const most = denial.reason === 'usd' ? `${denial.limit} USD` : counted(denial.limit, 'call')
  return `the budget of this job (${most}) is used up`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
