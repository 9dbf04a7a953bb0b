import type { Decisions } from '../forms/engines'
import type { FoundMask } from '../forms/figure-tools'
import { roundedTo } from '../forms/numbers'
import { inputCharacters, type ModelAnswer, type ModelRequest } from './call'
import { costOf } from './cost'
import type { CalledModel, Connection, JobProviders, Link, Stage, Usage } from './messages'
import type { Permits } from './permits'
import { callModel, type Exchange } from './policy'
import { createRedactor, type Redact } from './redact'
import { outputLimit, requestModel } from './request'
import { kindsAtOnce, pricedSize, requestMasks, requestPicture } from './request-picture'
import { type Clock, systemClock } from './wire/clock'
import { type Failure, ProviderFailed } from './wire/failure'
import { FAREWELL_MS } from './wire/line'
import type { MaskRequest, PaintAnswer, PaintRequest } from './wire/picture-call'

/** What a job's engines hold of models. */
export interface JobModels {
  /** Whether a model is to do a stage; else rules do. */
  has(stage: Stage): boolean
  /** The engine of the deployment's own that is to do a stage. */
  dropIn(stage: Stage): string | undefined
  /** Whether rows of a client's data may leave. */
  readonly sendRows: boolean
  /**
   * Lets the models of a stage's chain do `work`, one after the other, until one has done it. What `work` throws as
   * ProviderFailed (a call that failed, `model.failed(...)` for answers that stay useless) leads to the next; anything
   * else ends it. Another call for the same stage begins with the one that did it last.
   *
   * @throws ProviderFailed of the last one, or the signal's reason
   */
  run<T>(stage: Stage, work: (model: StageModel) => Promise<T>): Promise<Ran<T>>
  /** What was used so far, and who stood in for whom. */
  report(): ModelReport
}

/** `local`: the chain ends with the rules. */
export type Ran<T> = { by: 'model'; provider: string; model: string; value: T } | { by: 'local' }

/** One model at work on one stage. */
export interface StageModel {
  readonly provider: string
  readonly name: string
  readonly can: CalledModel['can']
  /** The aspect ratio that a picture is asked in; undefined: the model's own. */
  readonly ratio: string | undefined
  /** One call, with its attempts. */
  ask(request: ModelRequest): Promise<ModelAnswer>
  /** One call for a picture. */
  paint(request: PaintRequest): Promise<PaintAnswer>
  /** The parts of a picture, by as many calls as its kinds take; undefined: it must be asked in words. */
  findMasks(request: MaskRequest): Promise<FoundMask[] | undefined>
  /** The error to throw when answers came and are no use. */
  failed(failure: Failure): ProviderFailed
}

/** The members of report.json that models answer for. */
interface ModelReport {
  engine: Partial<Record<Stage, StageReport>>
  fallbacks: Fallback[]
}

/** A stage that rules did alone has its provider, `local`, and nothing else. */
export interface StageReport {
  provider: string
  model?: string
  calls?: number
  /** Requests, retries included. */
  attempts?: number
  input_tokens?: number
  output_tokens?: number
  images?: number
  /** Null: nothing that has a price was called. */
  cost_usd?: number | null
  /** Milliseconds in which calls were under way. */
  ms?: number
}

export type Fallback = NonNullable<Decisions['fallbacks']>[number]

/** Who is asked, and for the how-manieth time of how many at most. */
export interface Asked {
  provider: string
  attempt: number
  attempts: number
}

export interface JobModelsParts {
  providers: JobProviders
  permits: Permits
  /** When the job ends at the latest, in milliseconds since 1970. */
  deadline: number
  signal: AbortSignal
  /** One line of run.log on stderr. */
  log: (line: string) => void
  /** Called when a call begins and at least every 10 s until it ends. */
  beat: (stage: Stage, asked: Asked) => void
  clock?: Clock
}

/** Half of what the contract allows between two signs of life. */
const BEAT_MS = 5000
/** Between two looks at an answer that is coming in. */
const LIVE_MS = 2000

/** The models of one job, in the process that calls them. */
export function openJobModels(parts: JobModelsParts): JobModels {
  const redact = createRedactor(parts.providers.connections)
  const tallies = new Map<Stage, Tally>()
  const fallbacks: Fallback[] = []
  const doers = new Map<Stage, number>()
  const log = (line: string) => parts.log(redact(line))
  const firstOf = (stage: Stage): Link => parts.providers.chains[stage]?.[0] ?? BY_RULES
  const shared = { ...parts, clock: parts.clock ?? systemClock, log, redact }

  return {
    has: (stage) => {
      const { provider, ...first } = firstOf(stage)
      return provider !== 'local' && !('dropIn' in first)
    },
    dropIn: (stage) => ('dropIn' in firstOf(stage) ? firstOf(stage).provider : undefined),
    sendRows: parts.providers.sendRows === true,
    report: () => ({
      engine: Object.fromEntries([...tallies].map(([stage, tally]) => [stage, tally.report()])),
      fallbacks: [...fallbacks],
    }),
    async run(stage, work) {
      const tally = tallies.get(stage) ?? new Tally()
      tallies.set(stage, tally)
      let failed: { by: string; reason: string; error: Error } | undefined
      const chain = parts.providers.chains[stage] ?? [BY_RULES]
      for (const [at, link] of [...chain.entries()].slice(doers.get(stage) ?? 0)) {
        const { provider } = link
        if (failed) {
          fallbacks.push({ stage, from: failed.by, to: provider, reason: failed.reason })
          log(`${failed.reason} Going on with ${provider === 'local' ? 'rules' : provider}.`)
        }
        if ('passedOver' in link) {
          const reason = `Provider ${provider} was passed over: ${link.passedOver}.`
          failed = { by: provider, reason, error: failed?.error ?? new Error(reason) }
          continue
        }
        if (!('model' in link)) {
          tally.doneBy = { provider }
          doers.set(stage, at)
          return { by: 'local' }
        }
        const { model } = link
        tally.doneBy = { provider, model: model.name }
        try {
          const value = await work(stageModel({ ...shared, stage, model, provider, tally }))
          doers.set(stage, at)
          return { by: 'model', provider, model: model.name, value }
        } catch (error) {
          if (!(error instanceof ProviderFailed)) throw error
          failed = { by: provider, reason: error.message, error }
        }
      }
      throw failed?.error ?? new TypeError(`The stage ${stage} has nobody to do it.`)
    },
  }
}

const BY_RULES: Link = { provider: 'local' }

interface StageModelParts extends JobModelsParts {
  stage: Stage
  provider: string
  model: CalledModel
  tally: Tally
  clock: Clock
  redact: Redact
}

function stageModel(parts: StageModelParts): StageModel {
  const { stage, provider, model, tally, clock, redact } = parts
  const connection = connectionOf(parts.providers, provider)
  const spent = (usage: Usage | null) => tally.request(usage, model.price)
  const call = async <Answer>(exchange: Exchange<Answer>, signal = parts.signal) => {
    const started = clock.now()
    const asked = { provider, attempt: 1, attempts: connection.attempts }
    const endBeat = clock.every(BEAT_MS, () => parts.beat(stage, { ...asked }))
    const begun = (attempt: number) => {
      asked.attempt = attempt
      parts.beat(stage, { ...asked })
    }
    try {
      return await callModel({ ...parts, connection, spent, signal, begun }, exchange)
    } finally {
      endBeat()
      tally.call(clock.now() - started)
    }
  }
  return {
    provider,
    name: model.name,
    can: model.can,
    ratio: model.picture?.ratio,
    failed: (failure) => new ProviderFailed(provider, failure, 0),
    async ask({ live, ...asked }) {
      const request = live ? { ...asked, live: atTimes(live, { clock, redact }) } : asked
      const answer = await call({
        permit: {
          inputCharacters: inputCharacters(request),
          maxOutputTokens: outputLimit(connection, model, request),
          picture: null,
        },
        make: (limits) => requestModel(connection, model, request, limits),
      })
      return { ...answer, text: redact(answer.text) }
    },
    paint: (request) =>
      call({
        permit: {
          inputCharacters: request.prompt.length,
          maxOutputTokens: null,
          picture: pricedSize(model),
        },
        closingMs: FAREWELL_MS,
        make: (limits) => requestPicture(connection, model, request, limits),
      }),
    async findMasks(request) {
      const most = await kindsAtOnce(connection.adapter)
      if (most === undefined) return undefined
      const shares = Array.from({ length: Math.ceil(request.kinds.length / most) }, (_, at) =>
        request.kinds.slice(at * most, (at + 1) * most),
      )
      const works = shares.map(
        (kinds) => (signal: AbortSignal) =>
          call(
            {
              permit: { inputCharacters: 0, maxOutputTokens: null, picture: null },
              closingMs: FAREWELL_MS,
              make: (limits) => requestMasks(connection, model, { ...request, kinds }, limits),
            },
            signal,
          ),
      )
      return (await together(works, parts.signal)).flat()
    },
  }
}

/** Tells at most every {@link LIVE_MS}, without secrets. */
function atTimes(
  live: (text: string) => void,
  { clock, redact }: Pick<StageModelParts, 'clock' | 'redact'>,
): (text: string) => void {
  let told = Number.NEGATIVE_INFINITY
  return (text) => {
    if (clock.now() - told < LIVE_MS) return
    told = clock.now()
    live(redact(text))
  }
}

/** Does all at once; where one fails the others are given up, and nothing goes on afterwards. */
async function together<T>(
  works: readonly ((signal: AbortSignal) => Promise<T>)[],
  signal: AbortSignal,
): Promise<T[]> {
  const others = new AbortController()
  const either = AbortSignal.any([signal, others.signal])
  const all = works.map((work) => work(either))
  try {
    return await Promise.all(all)
  } catch (error) {
    others.abort(error)
    await Promise.allSettled(all)
    throw error
  }
}

function connectionOf({ connections }: JobProviders, id: string): Connection {
  const found = connections.find((one) => one.id === id)
  if (!found) throw new TypeError(`The job has no connection to the provider ${id}.`)
  return found
}

/** A thousandth of the price of one token at a dollar a million. */
const USD_DIGITS = 9

/** What a stage used, whoever did it. */
class Tally {
  doneBy: { provider: string; model?: string } = { provider: 'local' }
  private readonly used = { calls: 0, attempts: 0, input_tokens: 0, output_tokens: 0, images: 0 }
  private usd: number | null = null
  private ms = 0

  request(usage: Usage | null, price: CalledModel['price']): void {
    const { used } = this
    used.attempts += 1
    if (!usage) return
    used.input_tokens += usage.inputTokens
    used.output_tokens += usage.outputTokens
    used.images += Object.values(usage.pictures).reduce((sum, count) => sum + count, 0)
    const cost = costOf(price, usage)
    if (cost !== undefined) this.usd = (this.usd ?? 0) + cost
  }

  call(ms: number): void {
    this.used.calls += 1
    this.ms += ms
  }

  report(): StageReport {
    if (this.used.calls === 0) return this.doneBy
    const cost_usd = this.usd === null ? null : roundedTo(this.usd, USD_DIGITS)
    return { ...this.doneBy, ...this.used, cost_usd, ms: Math.round(this.ms) }
  }
}
