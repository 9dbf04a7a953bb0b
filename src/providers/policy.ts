import { inputCharacters, type ModelAnswer, type ModelRequest } from './call'
import type { Clock } from './clock'
import { type Failure, isPassing, outcomeOf, ProviderFailed, reasonOf } from './failure'
import type { CalledModel, Connection, Stage, Usage } from './messages'
import { isDenial, type Permits } from './permits'
import type { Redact } from './redact'
import { outputLimit, type Requested, requestModel } from './request'

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
export async function callModel(parts: CallParts, request: ModelRequest): Promise<ModelAnswer> {
  const { connection, clock, log } = parts
  for (let attempt = 1; ; attempt++) {
    const { failure, answer, settle } = await tryOnce(parts, request, attempt)
    if (!failure) return answer
    const wait = attempt < connection.attempts ? waitFor(failure, attempt, parts) : undefined
    settle(wait === undefined)
    if (wait === undefined) throw new ProviderFailed(connection.id, failure, attempt)
    const when = `Attempt ${attempt + 1} of ${connection.attempts} in ${(wait / 1000).toFixed(1)} s.`
    log(`Provider ${connection.id}: ${reasonOf(failure)}. ${when}`)
    await clock.sleep(wait, parts.signal)
  }
}

type Tried =
  | { failure: Failure; settle: (last: boolean) => void; answer?: undefined }
  | { answer: ModelAnswer; failure?: undefined; settle?: undefined }

async function tryOnce(parts: CallParts, request: ModelRequest, attempt: number): Promise<Tried> {
  const { connection, model, stage, signal, clock, spent, redact } = parts
  const permit = await parts.permits.ask(
    {
      stage,
      provider: connection.id,
      model: model.name,
      inputCharacters: inputCharacters(request),
      maxOutputTokens: outputLimit(connection, model, request),
      picture: null,
    },
    signal,
  )
  if (isDenial(permit))
    throw new ProviderFailed(connection.id, { kind: 'denied', denial: permit }, attempt - 1)
  const timeoutMs = Math.min(connection.timeoutSeconds * 1000, timeLeft(parts))
  let requested: Requested
  try {
    requested = await requestModel(connection, model, request, {
      timeoutMs,
      signal,
      now: clock.now,
    })
  } catch (error) {
    permit.settle({ outcome: 'cancelled', usage: null, last: true })
    throw error
  }
  const usage = requested.usage ?? null
  spent(usage)
  if ('failure' in requested) {
    const { failure } = requested
    const settle = (last: boolean) => permit.settle({ outcome: outcomeOf(failure), usage, last })
    return { failure, settle }
  }
  const { answer, readable } = requested
  permit.settle({ outcome: readable ? 'ok' : 'unreadable', usage, last: true })
  return { answer: { ...answer, text: redact(answer.text) } }
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
