import type { ProviderState } from '../forms/answers'
import type { Catalogue } from './catalogue/build'
import { costOf, predictedCost } from './cost'
import type { Denial, FromLedger, Outcome, PermitRequest, Settlement, ToLedger } from './messages'
import { ProviderSlots, type Waiter } from './provider-slots'

/** Where the sums of a day are kept. `day` is a UTC date, `owner` the id of a key. */
interface DaySums {
  add(day: string, owner: string, usd: number): Promise<void>
  sum(day: string, owner: string): Promise<number>
}

export interface LedgerParts {
  now: () => number
  days: DaySums
  /** A sum that could not be kept. */
  failed: (error: unknown) => void
}

/** One job's line to the ledger. */
export interface Account {
  receive(message: ToLedger): void
  /**
   * The process at the other end is gone or done: what it holds is free again. A job that has `ended` is forgotten;
   * one that will be tried again keeps what it spent.
   */
  close(how: { ended: boolean }): void
  /** What the job has cost so far in US dollars; null: nothing that has a price was called. */
  cost(): number | null
}

/** One family of `GET /metrics`: name, type, help, and rows of labels and value. */
export type MetricFamily = [name: string, type: string, help: string, rows: [string, number][]]

/** In the server: permits requests, counts what they cost, and pauses providers that fail. */
export class Ledger {
  private readonly slots = new Map<string, ProviderSlots>()
  private readonly spent = new Map<string, Spent>()
  private readonly counted = new Map<string, Counted>()

  constructor(
    private readonly catalogue: Catalogue,
    private readonly parts: LedgerParts,
  ) {
    for (const { id, concurrency } of catalogue.providers.values())
      this.slots.set(id, new ProviderSlots(concurrency, parts.now))
  }

  /** Opens a job's line. `owner` is whom its cost is charged to. */
  open(job: { id: string; owner: string }, send: (message: FromLedger) => void): Account {
    const spent = this.spent.get(job.id) ?? { usd: 0, calls: 0, priced: false }
    this.spent.set(job.id, spent)
    /** Permits that were asked for and are not settled. */
    const open = new Map<number, Entry>()
    /** Takes back what was asked. A request that still waited was never made; one that was under way may be billed. */
    const withdraw = (id: number) => {
      const entry = open.get(id)
      if (!entry) return
      open.delete(id)
      if (entry.slots.leave(entry.waiter) === 'was inside') return
      spent.calls -= 1
      spent.usd -= entry.reserved
    }
    const permit = (id: number, request: PermitRequest) => {
      const slots = this.slots.get(request.provider)
      const price = this.priceOf(request)
      const reserved = predictedCost(price, request)
      const deny = (denial: Denial) => {
        this.countCall(request, denial.reason === 'paused' ? 'paused' : 'budget')
        send({ type: 'denied', id, denial })
      }
      if (!slots || slots.isPaused()) return deny(PAUSED)
      const denial = this.overBudget(spent, reserved)
      if (denial) return deny(denial)
      spent.calls += 1
      spent.usd += reserved
      spent.priced ||= price !== null
      const waiter: Waiter = {
        job: job.id,
        granted: () => send({ type: 'granted', id }),
        paused: () => {
          withdraw(id)
          deny(PAUSED)
        },
      }
      open.set(id, { request, reserved, slots, waiter })
      slots.enter(waiter)
    }
    const settle = (id: number, settlement: Settlement) => {
      const entry = open.get(id)
      if (!entry) return
      open.delete(id)
      const cost = this.account(entry.request, settlement)
      spent.usd += (cost ?? 0) - entry.reserved
      if (cost) void this.charge(job.owner, cost)
      // First the breaker: whoever waits must not be granted what is about to be paused.
      if (settlement.last) entry.slots.ended(settlement.outcome)
      entry.slots.leave(entry.waiter)
    }
    return {
      receive: (message) => {
        if (message.type === 'permit') permit(message.id, message.request)
        else if (message.type === 'withdraw') withdraw(message.id)
        else settle(message.id, message.settlement)
      },
      close: ({ ended }) => {
        // The last first: what frees a place must not be followed by a request of the same job.
        for (const id of [...open.keys()].reverse()) withdraw(id)
        if (ended) this.spent.delete(job.id)
      },
      cost: () => (spent.priced ? spent.usd : null),
    }
  }

  /** Whether an owner has used up its day, so that nothing that would call a model is accepted. */
  async dayIsSpent(owner: string): Promise<boolean> {
    const { keyDayUsd } = this.catalogue.budgets
    if (keyDayUsd === null) return false
    return (await this.parts.days.sum(this.today(), owner)) >= keyDayUsd
  }

  metrics(): MetricFamily[] {
    const all = [...this.counted].sort(([a], [b]) => a.localeCompare(b))
    const rows = (of: (counted: Counted) => Iterable<[label: string, value: number]>) =>
      all.flatMap(([id, counted]) =>
        [...of(counted)].map(([label, value]): [string, number] => [
          `provider="${id}"${label}`,
          value,
        ]),
      )
    const calls = 'Calls of models that ended, with all their attempts.'
    const tokens = 'Tokens, as providers count them.'
    const cost = 'US dollars, by the configured prices.'
    return [
      ['burin_provider_calls_total', 'counter', calls, rows((one) => [...one.calls].sort())],
      ['burin_provider_tokens_total', 'counter', tokens, rows(tokensOf)],
      ['burin_provider_cost_usd_total', 'counter', cost, rows((one) => [['', one.cost_usd]])],
    ]
  }

  /** Every provider as it does since the start. */
  report(): ProviderState[] {
    return [...this.catalogue.providers.values()].map(({ id, adapter, models }) => {
      const { calls: _, ...counted } = this.counted.get(id) ?? newCounted()
      return {
        id,
        adapter,
        models: [...models.keys()],
        paused: this.slots.get(id)?.isPaused() ?? false,
        ...(this.slots.get(id)?.load() ?? { open: 0, waiting: 0 }),
        ...counted,
      }
    })
  }

  private countedOf(provider: string): Counted {
    const counted = this.counted.get(provider) ?? newCounted()
    this.counted.set(provider, counted)
    return counted
  }

  private countCall({ provider, stage }: PermitRequest, outcome: Outcome): void {
    const { calls, outcomes } = this.countedOf(provider)
    const label = `,stage="${stage}",outcome="${outcome}"`
    calls.set(label, (calls.get(label) ?? 0) + 1)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }

  private overBudget(spent: Spent, reserved: number): Denial | undefined {
    const { jobUsd, jobCalls } = this.catalogue.budgets
    if (jobCalls !== null && spent.calls >= jobCalls) return { reason: 'calls', limit: jobCalls }
    if (jobUsd !== null && spent.usd + reserved > jobUsd + ROUNDING)
      return { reason: 'usd', limit: jobUsd }
    return undefined
  }

  private account(request: PermitRequest, settlement: Settlement): number | undefined {
    const { usage, outcome, last } = settlement
    if (last) this.countCall(request, outcome)
    if (!usage) return undefined
    const cost = costOf(this.priceOf(request), usage)
    const counted = this.countedOf(request.provider)
    counted.input_tokens += usage.inputTokens
    counted.output_tokens += usage.outputTokens
    counted.cost_usd += cost ?? 0
    return cost
  }

  private async charge(owner: string, usd: number): Promise<void> {
    try {
      await this.parts.days.add(this.today(), owner, usd)
    } catch (error) {
      this.parts.failed(error)
    }
  }

  private priceOf({ provider, model }: PermitRequest) {
    return this.catalogue.providers.get(provider)?.models.get(model)?.price ?? null
  }

  private today(): string {
    return new Date(this.parts.now()).toISOString().slice(0, 10)
  }
}

interface Spent {
  usd: number
  /** Requests. */
  calls: number
  /** Something that has a price was asked for. */
  priced: boolean
}

interface Entry {
  request: PermitRequest
  reserved: number
  slots: ProviderSlots
  waiter: Waiter
}

const PAUSED: Denial = { reason: 'paused' }

/** Below a millionth of a cent; sums of fractions are not exact. */
const ROUNDING = 1e-9

/** What one provider did since the start; `calls` by what the metrics say of them. */
type Counted = Pick<ProviderState, 'outcomes' | 'input_tokens' | 'output_tokens' | 'cost_usd'> & {
  calls: Map<string, number>
}

const newCounted = (): Counted => {
  const used = { input_tokens: 0, output_tokens: 0, cost_usd: 0 }
  return { calls: new Map(), outcomes: {}, ...used }
}

const tokensOf = ({ input_tokens, output_tokens }: Counted): [string, number][] => [
  [',direction="input"', input_tokens],
  [',direction="output"', output_tokens],
]
