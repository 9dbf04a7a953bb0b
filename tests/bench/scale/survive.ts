/** Servers are killed, held and cut off from what they need while clients go on; then everything is counted. */
import { ADMIN_KEY } from '../../support/tasks'
import type { BenchOptions, Row } from '../harness/rows'
import { aim } from '../harness/rows'
import { bodyOf, ROUTES } from './asks'
import {
  type Caller,
  Clients,
  ended,
  makeCallers,
  type Outcome,
  type Submission,
  submissionOf,
} from './clients'
import { startCluster } from './cluster'
import { inflict, planFaults } from './faults'
import { type Followed, follow } from './follow'
import { startHooks } from './hooks'
import { countEnded, filesOf, history, judge, type Ledger } from './judge'
import { randomOf } from './random'
import { startServices } from './services'

const AT_ONCE = 24
const LOOK_MS = 1000
/** After which the queue gives up a server that says nothing. */
const LEASE_MS = 10_000
/** Of all streams so many are followed while they run; all are replayed at the end. */
const FOLLOWED = 0.15
/** Sent a second time, to any server, at the same moment. */
const TWICE = 0.1
/** How long after the last submission everything has ended. */
const PATIENCE_MS = 30 * 60_000

export async function surviveRows({ full, without, cases }: BenchOptions): Promise<Row[]> {
  const isLone = without.includes('postgres')
  const count = Number(cases[0] ?? (full ? 3000 : 150))
  const seed = Date.now() % 1_000_000
  console.log(`survive: ${count} submissions, seed ${seed}`)
  const random = randomOf(seed)
  const services = await startServices(isLone)
  const roles = isLone ? (['all'] as const) : (['api', 'api', 'work', 'work', 'work'] as const)
  const hooks = startHooks(random)
  const cluster = await startCluster(roles, {
    SERVICE_ADMIN_KEY: ADMIN_KEY,
    KEY_SECRET: ADMIN_KEY,
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    WEBHOOK_RETRY_DELAYS: '1,2,4',
    MAX_PENDING: '100000',
    EXECUTORS: '1',
    MIN_FREE_DISK_MB: '0',
    ...services.env,
  })
  try {
    return await run()
  } finally {
    await cluster.end()
    await services.end()
    await hooks.end()
  }

  async function run(): Promise<Row[]> {
    const clients = new Clients(cluster.urls, random)
    const quota = Math.ceil(count / 20)
    const callers = await makeCallers(clients, { quota, webhook: hooks })
    const files = await makeModels(clients, callers)
    const known = new Set((await history(clients)).map(({ task_id }) => task_id))
    const ledger: Ledger = { accepted: new Map(), refused: 0, unknown: 0 }
    const started = performance.now()
    let sent = 0
    let finished = 0
    let isOver = false
    const progress = () => (sent / count + finished / Math.max(1, ledger.accepted.size)) / 2
    const faults = planFaults(
      cluster,
      services,
      {
        apiKills: full ? 10 : 2,
        workKills: full ? 20 : 3,
        heldMs: isLone ? 2000 : 3 * LEASE_MS,
      },
      random,
    )
    const inflicted = inflict(faults, progress, () => isOver)
    const streams: Promise<Followed>[] = []
    const giveUp = new AbortController()
    const note = (submission: Submission, outcome: Outcome) => {
      if (outcome === 'refused') ledger.refused += 1
      else if (outcome === 'unknown') ledger.unknown += 1
      else {
        const { id } = outcome
        const others = ledger.accepted.get(id) ?? []
        if (!others.includes(submission)) ledger.accepted.set(id, [...others, submission])
        if (others.length === 0 && random() < FOLLOWED)
          streams.push(follow(clients.urls, random, id, submission.caller.headers, giveUp.signal))
      }
    }
    const client = async () => {
      while (sent < count) {
        const submission = submissionOf(sent++, callers, random)
        const times = submission.idempotencyKey && random() < TWICE ? 2 : 1
        const outcomes = await Promise.all(
          Array.from({ length: times }, () => clients.submit(submission)),
        )
        for (const outcome of outcomes) note(submission, outcome)
        const ids = new Set(outcomes.map((outcome) => JSON.stringify(outcome)))
        if (ids.size > 1) console.log(`submission ${submission.index}: ${[...ids].join(' and ')}`)
        // Not all at once: a crash is to meet acceptance and work together.
        while (sent - finished > count / 3) await Bun.sleep(LOOK_MS / 10)
      }
    }
    const looking = (async () => {
      while (!isOver) {
        finished = (await countEnded(clients)) - known.size
        await Bun.sleep(LOOK_MS)
      }
    })()
    await Promise.all(Array.from({ length: AT_ONCE }, client))
    const submitted = performance.now()
    const wanted = () => ledger.accepted.size
    while (finished < wanted() && performance.now() < submitted + PATIENCE_MS)
      await Bun.sleep(LOOK_MS)
    isOver = true
    const names = await inflicted
    await looking
    const minutes = (performance.now() - started) / 60_000
    await hooksSettled(clients)
    setTimeout(() => giveUp.abort(), 60_000).unref()
    const followed = await Promise.all(streams)
    const {
      faults: found,
      attempts,
      judged,
      replayed,
    } = await judge(clients, ledger, { known, files, hooks }, random)
    for (const { id, fault } of followed) if (fault) found.streams.push(`${id}, live: ${fault}`)
    for (const [subject, sentences] of Object.entries(found))
      for (const sentence of sentences.slice(0, 20)) console.log(`${subject}: ${sentence}`)
    for (const death of cluster.deaths) console.log(`a server ended by itself: ${death}`)
    console.log(
      `${names.length} faults: ${JSON.stringify(
        Object.groupBy(names, (name) => name),
        (_, list) => (Array.isArray(list) ? list.length : list),
      )}`,
    )
    for (const [words, times] of clients.seen.refusals) console.log(`${times} x ${words}`)
    const calls = [...hooks.received.values()]
    const plain = (figure: string, value: number, unit = '') => ({ figure, value, unit })
    const none = (figure: string, value: number) => aim(plain(figure, value), { most: 0 })
    return [
      plain('submissions', count),
      plain('accepted', ledger.accepted.size),
      plain('refused for want of units', ledger.refused),
      plain('without an answer, not repeated', ledger.unknown),
      plain('faults inflicted', names.length),
      plain('minutes', minutes),
      plain('connections that broke', clients.seen.broken),
      plain('attempts a record', attempts / Math.max(1, judged)),
      none('lost', found.lost.length),
      none('doubled', found.doubled.length),
      none('charged wrongly', found.charged.length),
      none('artifacts missing or torn', found.artifacts.length),
      plain('streams followed live', followed.length),
      plain(
        'breaks of them',
        followed.reduce((sum, { breaks }) => sum + breaks, 0),
      ),
      plain('events replayed', replayed),
      none('streams with a gap or a repeat', found.streams.length),
      plain('webhooks', calls.length),
      plain(
        'taken more than once, under one webhook-id',
        calls.filter(({ taken }) => taken > 1).length,
      ),
      none('webhooks missing, forged or changed', found.webhooks.length),
      none('servers that ended by themselves', cluster.deaths.length),
    ]
  }
}

/** The files that a record of each endpoint has where nothing goes wrong. */
async function makeModels(
  clients: Clients,
  callers: readonly Caller[],
): Promise<Map<string, string>> {
  const caller = callers.find(({ name }) => name === 'open')
  if (!caller) throw new Error('no caller open')
  const files = new Map<string, string>()
  for (const endpoint of Object.keys(ROUTES) as (keyof typeof ROUTES)[]) {
    const body = JSON.stringify(bodyOf(endpoint, 7, caller.sources))
    const idempotencyKey = `model-${endpoint}`
    const outcome = await clients.submit({ index: -1, endpoint, caller, idempotencyKey, body })
    if (typeof outcome === 'string') throw new Error(`${endpoint}: ${outcome}`)
    await ended(clients, outcome.id)
    files.set(endpoint, await filesOf(clients, outcome.id))
  }
  return files
}

const HOOKS_MS = 120_000

/** Waits until no webhook is due. */
async function hooksSettled(clients: Clients): Promise<void> {
  const end = performance.now() + HOOKS_MS
  while (performance.now() < end) {
    const open = (await history(clients)).filter(({ webhook }) =>
      ['pending', 'retrying'].includes(webhook.state),
    )
    if (open.length === 0) return
    await Bun.sleep(LOOK_MS)
  }
}
