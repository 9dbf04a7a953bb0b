import type { CalledModel, Connection, PermitRequest, Stage, Usage } from './messages'
import { isDenial, type Permits } from './permits'
import type { Redact } from './redact'
import type { Requested } from './request'
import type { Clock } from './wire/clock'
import { type Failure, isPassing, outcomeOf, ProviderFailed, reasonOf } from './wire/failure'
import type { LineLimits } from './wire/line'

/** What is asked in one call, of whatever kind. */
export interface Exchange<Answer> {
  /** What the server is told before each request. */
  permit: Pick<PermitRequest, 'inputCharacters' | 'maxOutputTokens' | 'picture'>
  /** What the attempt needs before the job's end to take back what it has submitted, in milliseconds. */
  closingMs?: number
  /** @throws the signal's reason */
  make(limits: LineLimits): Promise<Requested<Answer>>
}

/** Who is called, and all that bounds it. */
export interface CallParts {
  stage: Stage
  connection: Connection
  model: CalledModel
  permits: Permits
  clock: Clock
  /** When the job ends at the latest, in milliseconds since 1970. */
  deadline: number
  signal: AbortSignal
  redact: Redact
  /** One line on stderr. */
  log: (line: string) => void
  /** Told before each request: which one of `connection.attempts` it is, from 1. */
  begun: (attempt: number) => void
  /** Told after each request: what it used, where that is known. */
  spent: (usage: Usage | null) => void
}

const FIRST_WAIT_MS = 1000
/** By how much of itself a wait is drawn longer or shorter, so that jobs that failed together do not return together. */
const JITTER = 0.25
/** A longer Retry-After than this share of the time left would cost the job more than giving up. */
const PATIENCE = 0.25

/**
 * One call: a request, tried again where that may help, until it has an answer.
 *
 * @throws ProviderFailed with the last failure, or the signal's reason
 */
export async function callModel<Answer>(
  parts: CallParts,
  exchange: Exchange<Answer>,
): Promise<Answer> {
  const { connection, clock, log, begun } = parts
  for (let attempt = 1; ; attempt++) {
    begun(attempt)
    const { failure, answer, settle } = await tryOnce(parts, exchange, attempt)
    if (!failure) return answer
    const wait = attempt < connection.attempts ? waitFor(failure, attempt, parts) : undefined
    settle(wait === undefined)
    if (wait === undefined) throw new ProviderFailed(connection.id, failure, attempt)
    const when = `Attempt ${attempt + 1} of ${connection.attempts} in ${(wait / 1000).toFixed(1)} s.`
    log(`Provider ${connection.id}: ${reasonOf(failure)}. ${when}`)
    await clock.sleep(wait, parts.signal)
  }
}

type Tried<Answer> =
  | { failure: Failure; settle: (last: boolean) => void; answer?: undefined }
  | { answer: Answer; failure?: undefined; settle?: undefined }

async function tryOnce<Answer>(
  parts: CallParts,
  exchange: Exchange<Answer>,
  attempt: number,
): Promise<Tried<Answer>> {
  const { connection, model, stage, signal, clock, spent } = parts
  const permit = await parts.permits.ask(
    {
      stage,
      provider: connection.id,
      model: model.name,
      ...exchange.permit,
    },
    signal,
  )
  if (isDenial(permit))
    throw new ProviderFailed(connection.id, { kind: 'denied', denial: permit }, attempt - 1)
  const left = Math.max(1, timeLeft(parts) - (exchange.closingMs ?? 0))
  const timeoutMs = Math.min(connection.timeoutSeconds * 1000, left)
  let requested: Requested<Answer>
  try {
    requested = await exchange.make({ timeoutMs, signal, now: clock.now, clock })
  } catch (error) {
    permit.settle({ outcome: 'cancelled', usage: null, last: true })
    throw error
  }
  const usage = requested.usage ?? null
  spent(usage)
  if ('failure' in requested) {
    const failure = told(requested.failure, parts)
    const settle = (last: boolean) => permit.settle({ outcome: outcomeOf(failure), usage, last })
    return { failure, settle }
  }
  const { answer, readable } = requested
  permit.settle({ outcome: readable ? 'ok' : 'unreadable', usage, last: true })
  return { answer }
}

/** Characters of a provider's own words that reach a client. */
const MOST_WORDS = 200

/** A failure in the provider's own words tells no secret. */
function told(failure: Failure, { redact }: CallParts): Failure {
  if (failure.kind !== 'task failed') return failure
  const words = redact(failure.error)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[.\s]+$/, '')
  return { ...failure, error: words.slice(0, MOST_WORDS).toWellFormed() }
}

/** Milliseconds until the next attempt; undefined: none makes sense. */
function waitFor(failure: Failure, attempt: number, parts: CallParts): number | undefined {
  if (!isPassing(failure)) return undefined
  const left = timeLeft(parts)
  const told = failure.kind === 'status' ? failure.retryAfterMs : undefined
  if (told !== undefined) return told > left * PATIENCE ? undefined : told
  const spread = 1 - JITTER + 2 * JITTER * parts.clock.random()
  const wait = FIRST_WAIT_MS * 2 ** (attempt - 1) * spread
  return wait < left ? wait : undefined
}

function timeLeft({ deadline, clock }: CallParts): number {
  return Math.max(1, deadline - clock.now())
}
