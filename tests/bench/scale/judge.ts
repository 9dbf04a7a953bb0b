/** What became of all that clients submitted, as any server tells it afterwards. */
import { ADMIN, type Clients, type Submission } from './clients'
import { follow } from './follow'
import type { Hooks } from './hooks'

export interface Ledger {
  /** By id; a second submission under an id is a fault. */
  accepted: Map<string, Submission[]>
  refused: number
  unknown: number
}

/** Sentences, by what they speak of; empty lists: all is well. */
export type Faults = Record<
  'lost' | 'doubled' | 'charged' | 'artifacts' | 'streams' | 'webhooks',
  string[]
>

interface Item {
  task_id: string
  endpoint: string
  status: string
  error: string | null
  key_name: string | null
  webhook: { state: string; last_error: string | null }
}

interface Detail extends Item {
  attempt: number
  lost: unknown[]
  artifacts: { path: string; size: number; sha256: string; url: string }[]
}

const PAGE = 100
const AT_ONCE = 16

/** All records, newest first. */
export async function history(clients: Clients): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page++) {
    const path = `/api/admin/history?page=${page}&size=${PAGE}`
    const got = await clients.json<{ items: Item[] }>(path, { headers: ADMIN })
    items.push(...got.items)
    if (got.items.length < PAGE) return items
  }
}

/** How many records have one of the states that end. */
export async function countEnded(clients: Clients): Promise<number> {
  const totals = ['completed', 'failed'].map(async (status) => {
    const path = `/api/admin/history?size=1&status=${status}`
    return (await clients.json<{ total: number }>(path, { headers: ADMIN })).total
  })
  return (await Promise.all(totals)).reduce((sum, total) => sum + total, 0)
}

/**
 * @param known records from before the run
 * @param files paths that a finished record of each endpoint has
 */
export async function judge(
  clients: Clients,
  ledger: Ledger,
  { known, files, hooks }: { known: Set<string>; files: Map<string, string>; hooks: Hooks },
  random: () => number,
): Promise<{ faults: Faults; attempts: number; judged: number; replayed: number }> {
  const items = (await history(clients)).filter(({ task_id }) => !known.has(task_id))
  const faults: Faults = {
    lost: [],
    doubled: [],
    charged: await wrongCharges(clients, ledger.refused > 0),
    artifacts: [],
    streams: [],
    webhooks: [],
  }
  const found = new Map(items.map((item) => [item.task_id, item]))
  if (found.size < items.length) faults.doubled.push('the history names a record twice')
  for (const [id, [first, ...more]] of ledger.accepted) {
    const item = found.get(id)
    if (item?.status !== 'completed')
      faults.lost.push(`${id} (${first?.endpoint}): ${item?.status ?? 'no record'} ${item?.error}`)
    if (more.length > 0) faults.doubled.push(`${id} answers ${more.length + 1} submissions`)
  }
  const strangers = items.filter(({ task_id }) => !ledger.accepted.has(task_id))
  if (strangers.length > ledger.unknown)
    faults.doubled.push(
      ...strangers.map(
        ({ task_id, endpoint }) => `${task_id} (${endpoint}) was answered to nobody`,
      ),
    )
  let attempts = 0
  let replayed = 0
  await eachOf(items, async (item) => {
    const path = `/api/admin/history/${item.task_id}?image=false`
    const detail = await clients.json<Detail>(path, { headers: ADMIN })
    attempts += detail.attempt
    faults.artifacts.push(...(await wrongFiles(clients, detail, files)))
    const wrong = wrongHooks(detail, hooks)
    if (wrong) faults.webhooks.push(wrong)
    const never = AbortSignal.timeout(60_000)
    const stream = await follow(clients.urls, random, item.task_id, ADMIN, never)
    replayed += stream.events
    if (stream.fault) faults.streams.push(`${item.task_id}, replayed: ${stream.fault}`)
  })
  return { faults, attempts, judged: items.length, replayed }
}

/** Paths of a record's files, in one text. */
export async function filesOf(clients: Clients, id: string): Promise<string> {
  const path = `/api/admin/history/${id}?image=false`
  return listed(await clients.json<Detail>(path, { headers: ADMIN }))
}

const listed = ({ artifacts }: Detail): string =>
  artifacts
    .map(({ path }) => path)
    .sort()
    .join(' ')

async function wrongFiles(
  clients: Clients,
  detail: Detail,
  files: Map<string, string>,
): Promise<string[]> {
  const { task_id, endpoint, status } = detail
  if (status !== 'completed') return []
  const wrong: string[] = []
  if (files.has(endpoint) && files.get(endpoint) !== listed(detail))
    wrong.push(`${task_id} (${endpoint}) has ${listed(detail)}, not ${files.get(endpoint)}`)
  for (const { path, size, sha256, url } of detail.artifacts) {
    const answer = await clients.ask(url, { headers: ADMIN })
    const bytes = await answer.bytes()
    const is = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
    if (!answer.ok || bytes.length !== size || is !== sha256)
      wrong.push(`${task_id} ${path}: ${answer.status}, ${bytes.length} of ${size} bytes`)
  }
  return wrong
}

function wrongHooks({ task_id, endpoint, key_name, webhook }: Detail, hooks: Hooks) {
  const one = hooks.received.get(task_id)
  const isTask = endpoint !== 'run' && endpoint !== 'image-to-svg'
  if (!isTask || key_name !== 'hooked') return one && `${task_id}: a call nobody asked for`
  if (!one || one.taken === 0) return `${task_id}: no call was taken (${webhook.state})`
  if (one.forged > 0) return `${task_id}: ${one.forged} calls with a wrong signature`
  if (one.bodies.size > 1) return `${task_id}: ${one.bodies.size} different bodies`
  if (webhook.state !== 'delivered') return `${task_id}: ${webhook.state}, ${webhook.last_error}`
  return undefined
}

interface Key {
  key: string
  name: string
  quota_total: number | null
  quota_remaining: number | null
  total_used: number
}

/** Each record of a key costs one unit and stands once in its usage log. */
async function wrongCharges(clients: Clients, someRefused: boolean): Promise<string[]> {
  const keys = await clients.json<Key[] | { keys: Key[] }>('/api/admin/keys', { headers: ADMIN })
  const wrong: string[] = []
  for (const { key, name, total_used, quota_remaining } of Array.isArray(keys) ? keys : keys.keys) {
    if (quota_remaining !== null && quota_remaining !== 0 && someRefused)
      wrong.push(`${name}: refused with ${quota_remaining} units left`)
    const detail = await clients.json<
      Key & { usage_total: number; usage_log: { task_id: string }[] }
    >(`/api/admin/keys/${key}`, { headers: ADMIN })
    const path = `/api/admin/history?size=1&api_key=${key}`
    const { total } = await clients.json<{ total: number }>(path, { headers: ADMIN })
    const ids = new Set(detail.usage_log.map(({ task_id }) => task_id))
    if (total !== total_used || total !== detail.usage_total)
      wrong.push(`${name}: ${total} records, ${total_used} units, ${detail.usage_total} log rows`)
    if (ids.size < detail.usage_log.length) wrong.push(`${name}: a record stands twice in its log`)
  }
  return wrong
}

async function eachOf<T>(list: readonly T[], action: (one: T) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let one = list[next++]; one !== undefined; one = list[next++]) await action(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
