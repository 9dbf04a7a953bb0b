/**
 * The whole server without executors, so that records stay pending, in a process that also takes orders from the bench.
 */

import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { createApp } from '../../../src/app'
import { readConfig } from '../../../src/config'
import { newId } from '../../../src/store/ids'
import { keyText } from '../../../src/store/keys'
import { percentile } from '../harness/stats'
import type { HostAnswer, HostOrder } from './host-client'

type App = Awaited<ReturnType<typeof createApp>>

const config = { ...readConfig(process.env), EXECUTORS: 0 }
const app = await createApp(config)
const key = await app.store.createKey({
  name: 'bench',
  quota: null,
  webhookUrl: null,
  webhookSecret: null,
})
app.elysia.listen({ port: 0, hostname: '127.0.0.1' })

process.on('message', (order: HostOrder) => {
  void obey(app, order).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))

async function obey({ store, elysia }: App, order: HostOrder): Promise<HostAnswer> {
  switch (order.do) {
    case 'where':
      return {
        url: `http://127.0.0.1:${elysia.server?.port}`,
        token: keyText(store.secrets, key),
      }
    case 'loop':
      return loop(store, order.like, order.seconds)
    case 'emit':
      return emit(store, order.id, order.line)
    case 'claim':
      return { id: (await store.claim())?.id ?? '' }
    case 'time':
      return time(store, order.id, order.times)
    case 'fill':
      return fill(order.like, order.records)
    case 'turns':
      return turns(store, order)
    case 'collect':
      Bun.gc(true)
      return {}
  }
}

/** The transaction of an acceptance alone, one after the other. */
async function loop(store: App['store'], like: string, seconds: number): Promise<HostAnswer> {
  const record = await store.findRecord(like)
  if (!record) throw new Error(`no record ${like}`)
  const latencies: number[] = []
  const started = performance.now()
  while (performance.now() - started < seconds * 1000) {
    const at = performance.now()
    await store.accept({ ...record, input: '{}', files: '{}', id: newId() })
    latencies.push(performance.now() - at)
  }
  const perSecond = latencies.length / ((performance.now() - started) / 1000)
  return { perSecond, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}

/** Commits one log event of a running record; `at` is the wall clock right after the commit, in milliseconds. */
async function emit(store: App['store'], id: string, line: string): Promise<HostAnswer> {
  await store.append([{ id, attempt: 1, reports: [{ type: 'log', stream: 'stdout', line }] }])
  return { at: performance.timeOrigin + performance.now() }
}

/** Median milliseconds of the store's part of the common requests. */
async function time(store: App['store'], id: string, times: number): Promise<HostAnswer> {
  const record = await store.findRecord(id)
  if (!record) throw new Error(`no record ${id}`)
  const token = keyText(store.secrets, key)
  const work = {
    accept: () => store.accept({ ...record, input: '{}', files: '{}', id: newId() }),
    poll: async () => {
      await store.findSeen(id, store.secrets.digest(token))
      await store.listArtifacts(id)
    },
    claim: () => store.claim(),
  }
  const medians = Object.entries(work).map(async ([name, action]) => {
    const spans: number[] = []
    for (let i = 0; i < times; i++) {
      const at = performance.now()
      await action()
      spans.push(performance.now() - at)
    }
    return [name, percentile(spans, 0.5)]
  })
  return Object.fromEntries(await Promise.all(medians))
}

async function turns(
  store: App['store'],
  { like, waiting, callers }: HostOrder & { do: 'turns' },
): Promise<HostAnswer> {
  const record = await store.findRecord(like)
  if (!record) throw new Error(`no record ${like}`)
  const plain = { name: 'caller', quota: null, webhookUrl: null, webhookSecret: null }
  const keys = [record.keyId]
  while (keys.length < callers) keys.push((await store.createKey(plain)).id)
  for (let index = 0; index < waiting; index++) {
    const keyId = keys[index % 10 === 0 ? (index / 10) % callers : 0] ?? null
    await store.accept({ ...record, input: '{}', files: '{}', id: newId(), keyId })
  }
  const latencies: number[] = []
  for (let index = 0; index < waiting; index++) {
    const at = performance.now()
    await store.claim()
    latencies.push(performance.now() - at)
  }
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}

/** Copies a record and its events until the table holds that many; the copies are completed ones, and older. */
async function fill(like: string, records: number): Promise<HostAnswer> {
  const db = new Database(join(config.DATA_DIR, 'burin.sqlite'))
  db.run('PRAGMA synchronous = OFF')
  db.run('PRAGMA busy_timeout = 5000')
  const row = db
    .query<Record<string, string | number | null>, [string]>('SELECT * FROM records WHERE id = ?')
    .get(like)
  const count = db.query<{ n: number }, []>('SELECT count(*) AS n FROM records').get()?.n ?? 0
  if (!row) throw new Error(`no record ${like}`)
  const columns = Object.keys(row)
  const copied = columns.map((name) =>
    name === 'id' ? "printf('00%030x', n)" : name === 'status' ? "'completed'" : `"${name}"`,
  )
  const numbers = `WITH RECURSIVE c(n) AS (SELECT ${count} UNION ALL SELECT n + 1 FROM c LIMIT ${Math.max(0, records - count)})`
  db.transaction(() => {
    db.query(
      `${numbers} INSERT INTO records (${columns.map((name) => `"${name}"`).join()}) SELECT ${copied.join()} FROM c, records WHERE id = ?`,
    ).run(like)
    db.query(
      `${numbers} INSERT INTO events (record_id, seq, event, data) SELECT printf('00%030x', n), seq, event, data FROM c, events WHERE record_id = ?`,
    ).run(like)
  })()
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  return {}
}
