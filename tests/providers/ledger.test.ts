import { describe, expect, test } from 'bun:test'
import { buildCatalogue } from '../../src/providers/catalogue/build'
import { Ledger } from '../../src/providers/ledger'
import type { FromLedger, Outcome, PermitRequest, Usage } from '../../src/providers/messages'
import { isDenial, remotePermits } from '../../src/providers/permits'

const MIDNIGHT = Date.UTC(2030, 0, 2)

interface Budgets {
  jobUsd?: number
  keyDayUsd?: number
  jobCalls?: number
}

/** A ledger over a provider `house` (model `priced`: 1 and 10 USD a million tokens) and a provider `spare`. */
function ledgerWith(budgets: Budgets = {}, concurrency = 2) {
  let now = MIDNIGHT - 60_000
  const days = new Map<string, number>()
  const failed: unknown[] = []
  const priced = { price: { inputPerMillion: 1, outputPerMillion: 10, image: { '1K': 0.04 } } }
  const provider = (models: object) => ({
    adapter: 'openai-compatible' as const,
    baseUrl: 'http://127.0.0.1:1/v1',
    concurrency,
    models: { ...models },
  })
  const catalogue = buildCatalogue({
    frame: { budgets },
    providers: new Map([
      ['house', provider({ priced, free: {} })],
      ['spare', provider({ free: {} })],
    ]),
    env: {},
  })
  const ledger = new Ledger(catalogue, {
    now: () => now,
    failed: (error) => failed.push(error),
    days: {
      add: async (day, owner, usd) => {
        if (owner === 'broken') throw new Error('disk full')
        days.set(`${day} ${owner}`, (days.get(`${day} ${owner}`) ?? 0) + usd)
      },
      sum: async (day, owner) => days.get(`${day} ${owner}`) ?? 0,
    },
  })
  return {
    ledger,
    days,
    failed,
    pass: (ms: number) => {
      now += ms
    },
  }
}

const request = (more: Partial<PermitRequest> = {}): PermitRequest => ({
  stage: 'plan',
  provider: 'house',
  model: 'free',
  inputCharacters: 400,
  maxOutputTokens: 1000,
  picture: null,
  ...more,
})

const used = (inputTokens: number, outputTokens: number): Usage => ({
  inputTokens,
  outputTokens,
  pictures: {},
})

/** A job's line, and what has been said on it as `granted 1`, `denied 2 paused`. */
function lineOf(ledger: Ledger, id = 'job', owner = 'key') {
  const said: string[] = []
  const send = (message: FromLedger) => {
    const why = message.type === 'denied' ? ` ${message.denial.reason}` : ''
    said.push(`${message.type} ${message.id}${why}`)
  }
  const account = ledger.open({ id, owner }, send)
  let last = 0
  return {
    said,
    close: account.close,
    ask: (more?: Partial<PermitRequest>) => {
      last += 1
      account.receive({ type: 'permit', id: last, request: request(more) })
      return last
    },
    settle: (at: number, outcome: Outcome, usage: Usage | null = null, over = true) =>
      account.receive({ type: 'settle', id: at, settlement: { outcome, usage, last: over } }),
    withdraw: (at: number) => account.receive({ type: 'withdraw', id: at }),
  }
}

const metric = (ledger: Ledger, name: string) =>
  Object.fromEntries(ledger.metrics().find(([family]) => family === name)?.[3] ?? [])

describe('concurrency', () => {
  test('grants as many as the provider may have, then in turn', () => {
    const { ledger } = ledgerWith()
    const job = lineOf(ledger)
    for (let n = 0; n < 4; n++) job.ask()
    expect(job.said).toEqual(['granted 1', 'granted 2'])
    job.settle(2, 'ok')
    expect(job.said.at(-1)).toBe('granted 3')
    job.settle(1, 'ok')
    expect(job.said.at(-1)).toBe('granted 4')
  })

  test('is each provider’s own', () => {
    const { ledger } = ledgerWith({}, 1)
    const job = lineOf(ledger)
    job.ask()
    job.ask({ provider: 'spare' })
    expect(job.said).toEqual(['granted 1', 'granted 2'])
  })

  test('lets no job starve behind one with many calls', () => {
    const { ledger } = ledgerWith({}, 2)
    const many = lineOf(ledger, 'many')
    const one = lineOf(ledger, 'one')
    for (let n = 0; n < 4; n++) many.ask()
    one.ask()
    many.settle(1, 'ok')
    expect(one.said).toEqual(['granted 1'])
    expect(many.said).toEqual(['granted 1', 'granted 2'])
  })

  test('frees the place of a request that no longer waits, and of a job that is gone', () => {
    const { ledger } = ledgerWith({}, 1)
    const gone = lineOf(ledger, 'gone')
    const next = lineOf(ledger, 'next')
    gone.ask()
    next.ask()
    next.ask()
    next.withdraw(1)
    gone.close({ ended: true })
    expect(next.said).toEqual(['granted 2'])
    next.settle(2, 'ok')
    const last = lineOf(ledger, 'last')
    last.ask()
    expect(last.said).toEqual(['granted 1'])
  })
})

describe('the breaker', () => {
  const FAILING: Outcome[] = ['connection', 'timeout', 'cut', 'rate_limited', 'server_error']

  test('pauses a provider for 30 s after five calls in a row that failed', () => {
    const { ledger, pass } = ledgerWith()
    const job = lineOf(ledger)
    for (const outcome of FAILING) job.settle(job.ask(), outcome)
    const other = lineOf(ledger, 'other')
    other.ask()
    expect(other.said).toEqual(['denied 1 paused'])
    other.ask({ provider: 'spare' })
    expect(other.said.at(-1)).toBe('granted 2')
    pass(29_999)
    other.ask()
    expect(other.said.at(-1)).toBe('denied 3 paused')
    pass(1)
    other.ask()
    expect(other.said.at(-1)).toBe('granted 4')
    other.settle(4, 'connection')
    other.ask()
    expect(other.said.at(-1)).toBe('denied 5 paused')
    expect(metric(ledger, 'burin_provider_calls_total')).toMatchObject({
      'provider="house",stage="plan",outcome="paused"': 3,
      'provider="house",stage="plan",outcome="connection"': 2,
    })
  })

  test('turns away at once who waited', () => {
    const { ledger } = ledgerWith({}, 1)
    const job = lineOf(ledger)
    for (let n = 0; n < 4; n++) job.settle(job.ask(), 'server_error')
    const fifth = job.ask()
    const waiting = lineOf(ledger, 'waiting')
    waiting.ask()
    job.settle(fifth, 'server_error')
    expect(waiting.said).toEqual(['denied 1 paused'])
  })

  test('counts calls, not their attempts', () => {
    const { ledger } = ledgerWith()
    const job = lineOf(ledger)
    for (let n = 0; n < 4; n++) {
      job.settle(job.ask(), 'server_error', null, false)
      job.settle(job.ask(), 'server_error', null, false)
      job.settle(job.ask(), 'server_error')
    }
    job.ask()
    expect(job.said.at(-1)).toBe('granted 13')
  })

  test.each<Outcome>(['request', 'credential', 'payment', 'not_found', 'declined', 'unreadable'])(
    'does not count %s, which does not reset it either',
    (outcome) => {
      const { ledger } = ledgerWith()
      const job = lineOf(ledger)
      for (let n = 0; n < 6; n++) job.settle(job.ask(), outcome)
      job.ask()
      expect(job.said.at(-1)).toBe('granted 7')
      job.settle(7, 'ok')
      for (let n = 0; n < 4; n++) job.settle(job.ask(), 'cut')
      job.settle(job.ask(), outcome)
      job.settle(job.ask(), 'cut')
      job.ask()
      expect(job.said.at(-1)).toBe('denied 14 paused')
    },
  )

  test('forgets at a success', () => {
    const { ledger } = ledgerWith()
    const job = lineOf(ledger)
    for (let n = 0; n < 4; n++) job.settle(job.ask(), 'cut')
    job.settle(job.ask(), 'ok')
    for (let n = 0; n < 4; n++) job.settle(job.ask(), 'cut')
    job.ask()
    expect(job.said.at(-1)).toBe('granted 10')
  })
})

describe('the budget of a job', () => {
  test('in calls counts every request', () => {
    const { ledger } = ledgerWith({ jobCalls: 3 })
    const job = lineOf(ledger)
    job.settle(job.ask(), 'server_error', null, false)
    job.settle(job.ask(), 'server_error', null, false)
    job.settle(job.ask(), 'ok')
    job.ask()
    expect(job.said.at(-1)).toBe('denied 4 calls')
    expect(metric(ledger, 'burin_provider_calls_total')).toEqual({
      'provider="house",stage="plan",outcome="ok"': 1,
      'provider="house",stage="plan",outcome="budget"': 1,
    })
    const other = lineOf(ledger, 'other')
    other.ask()
    expect(other.said).toEqual(['granted 1'])
  })

  test('in calls does not count one that was never made', () => {
    const { ledger } = ledgerWith({ jobCalls: 2 }, 1)
    const job = lineOf(ledger)
    job.ask()
    job.ask()
    job.withdraw(2)
    job.settle(1, 'ok')
    job.ask()
    expect(job.said).toEqual(['granted 1', 'granted 3'])
  })

  test('in USD goes by what a request may cost, then by what it did', () => {
    // 100 tokens in, 1000 out: 0.0101 USD at most.
    const { ledger } = ledgerWith({ jobUsd: 0.0202 })
    const job = lineOf(ledger)
    const priced = { model: 'priced' }
    job.settle(job.ask(priced), 'ok', used(100, 10))
    job.settle(job.ask(priced), 'ok', used(100, 1000))
    job.ask(priced)
    expect(job.said).toEqual(['granted 1', 'granted 2', 'denied 3 usd'])
    job.ask()
    expect(job.said.at(-1)).toBe('granted 4')
  })

  test('in USD holds back what runs at the same time', () => {
    const { ledger } = ledgerWith({ jobUsd: 0.0202 }, 5)
    const job = lineOf(ledger)
    for (let n = 0; n < 3; n++) job.ask({ model: 'priced' })
    expect(job.said).toEqual(['granted 1', 'granted 2', 'denied 3 usd'])
    job.settle(1, 'server_error')
    job.ask({ model: 'priced' })
    expect(job.said.at(-1)).toBe('granted 4')
  })

  test('in USD knows the price of a picture', () => {
    const { ledger } = ledgerWith({ jobUsd: 0.05 })
    const job = lineOf(ledger)
    const picture = { model: 'priced', picture: '1K' }
    job.settle(job.ask(picture), 'ok', { inputTokens: 0, outputTokens: 0, pictures: { '1K': 1 } })
    job.ask(picture)
    expect(job.said).toEqual(['granted 1', 'denied 2 usd'])
  })

  test('holds what was under way when its process was lost', () => {
    const { ledger } = ledgerWith({ jobUsd: 0.0202 }, 1)
    const lost = lineOf(ledger)
    lost.ask({ model: 'priced' })
    lost.ask({ model: 'priced' })
    lost.close({ ended: false })
    const again = lineOf(ledger)
    again.settle(again.ask({ model: 'priced' }), 'ok', used(100, 1000))
    again.ask({ model: 'priced' })
    expect(again.said).toEqual(['granted 1', 'denied 2 usd'])
  })

  test('outlives a lost attempt and ends with the job', () => {
    const { ledger } = ledgerWith({ jobCalls: 1 })
    const first = lineOf(ledger)
    first.ask()
    first.close({ ended: false })
    const second = lineOf(ledger)
    second.ask()
    expect(second.said).toEqual(['denied 1 calls'])
    second.close({ ended: true })
    const third = lineOf(ledger)
    third.ask()
    expect(third.said).toEqual(['granted 1'])
  })
})

describe('the day of a key', () => {
  test('is spent once its sum reaches the budget, and begins anew at midnight UTC', async () => {
    const { ledger, days, pass } = ledgerWith({ keyDayUsd: 0.02 })
    const job = lineOf(ledger)
    job.settle(job.ask({ model: 'priced' }), 'ok', used(0, 1000))
    expect(await ledger.dayIsSpent('key')).toBe(false)
    job.settle(job.ask({ model: 'priced' }), 'ok', used(0, 1000))
    expect(await ledger.dayIsSpent('key')).toBe(true)
    expect(await ledger.dayIsSpent('other')).toBe(false)
    expect(Object.fromEntries(days)).toEqual({ '2030-01-01 key': 0.02 })
    pass(60_000)
    expect(await ledger.dayIsSpent('key')).toBe(false)
  })

  test('has no end where no budget is set', async () => {
    const { ledger } = ledgerWith()
    const job = lineOf(ledger)
    job.settle(job.ask({ model: 'priced' }), 'ok', used(0, 1e9))
    expect(await ledger.dayIsSpent('key')).toBe(false)
  })

  test('that cannot be kept is reported, and ends nothing', async () => {
    const { ledger, failed } = ledgerWith()
    const job = lineOf(ledger, 'job', 'broken')
    job.settle(job.ask({ model: 'priced' }), 'ok', used(0, 1000))
    await Promise.resolve()
    expect(String(failed[0])).toBe('Error: disk full')
  })
})

test('metrics count calls, tokens and cost', () => {
  const { ledger } = ledgerWith()
  const job = lineOf(ledger)
  job.settle(job.ask({ model: 'priced' }), 'ok', used(1000, 200))
  job.settle(job.ask({ stage: 'critic' }), 'server_error', null, false)
  job.settle(job.ask({ stage: 'critic' }), 'ok', used(5, 5))
  expect(metric(ledger, 'burin_provider_calls_total')).toEqual({
    'provider="house",stage="critic",outcome="ok"': 1,
    'provider="house",stage="plan",outcome="ok"': 1,
  })
  expect(metric(ledger, 'burin_provider_tokens_total')).toEqual({
    'provider="house",direction="input"': 1005,
    'provider="house",direction="output"': 205,
  })
  expect(metric(ledger, 'burin_provider_cost_usd_total')).toEqual({ 'provider="house"': 0.003 })
})

test('the report has every provider, with what is under way and what failed', () => {
  const { ledger } = ledgerWith()
  const job = lineOf(ledger)
  job.settle(job.ask({ model: 'priced' }), 'ok', used(1000, 200))
  job.settle(job.ask(), 'server_error')
  for (let n = 0; n < 3; n++) job.ask()
  const report = ledger.report()
  expect(report.find(({ id }) => id === 'house')).toMatchObject({
    paused: false,
    open: 2,
    waiting: 1,
    outcomes: { ok: 1, server_error: 1 },
    input_tokens: 1000,
    output_tokens: 200,
    cost_usd: 0.003,
  })
  expect(report.every(({ models }) => models.length > 0)).toBe(true)
})

describe('over a channel', () => {
  const open = () => {
    const { ledger } = ledgerWith({}, 1)
    const remote = remotePermits((message) => account.receive(structuredClone(message)))
    const account = ledger.open({ id: 'job', owner: 'key' }, (message) =>
      remote.receive(structuredClone(message)),
    )
    return { ledger, ...remote }
  }

  test('a permit is asked for, granted and settled', async () => {
    const { ledger, permits } = open()
    const { signal } = new AbortController()
    const first = await permits.ask(request(), signal)
    if (isDenial(first)) throw new Error('denied')
    const second = permits.ask(request(), signal)
    expect(await Promise.race([second, 'waits'])).toBe('waits')
    first.settle({ outcome: 'ok', usage: null, last: true })
    expect(isDenial(await second)).toBe(false)
    expect(metric(ledger, 'burin_provider_calls_total')).toEqual({
      'provider="house",stage="plan",outcome="ok"': 1,
    })
  })

  test('who gives up waiting leaves the queue', async () => {
    const { permits } = open()
    const stop = new AbortController()
    const first = await permits.ask(request(), stop.signal)
    if (isDenial(first)) throw new Error('denied')
    const second = permits.ask(request(), stop.signal)
    stop.abort(new Error('cancelled'))
    await expect(second).rejects.toThrow('cancelled')
    await expect(permits.ask(request(), stop.signal)).rejects.toThrow('cancelled')
    first.settle({ outcome: 'ok', usage: null, last: true })
    expect(isDenial(await permits.ask(request(), new AbortController().signal))).toBe(false)
  })
})
