import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { readConfig } from '../../src/config'
import type { Submission } from '../../src/store/accept'
import { newId } from '../../src/store/ids'
import { openStore, type Store } from '../../src/store/store'
import { removeTempFolders, tempFolder } from '../support/folders'
import { useSide } from '../support/side'

const startSide = useSide()
const open: Store[] = []
let store: Store
let now = 0

beforeEach(async () => {
  now = Date.UTC(2026, 0, 1)
  const settings = { ...(await startSide(tempFolder())), MAX_PENDING: '100' }
  store = await openStore(readConfig(settings), {
    now: () => now,
    anonymous: true,
  })
  open.push(store)
})

afterAll(async () => {
  for (const one of open) await one.close()
  removeTempFolders()
})

function submission(more: Partial<Submission> = {}): Submission {
  return {
    id: newId(),
    service: 'job',
    workflow: 'echo',
    endpoint: 'echo',
    keyId: null,
    title: '',
    choice: '{}',
    input: '{}',
    files: '{}',
    diagramType: null,
    parent: null,
    browser: null,
    origin: 'http://localhost',
    webhookUrl: null,
    webhookIncludeImage: false,
    ...more,
  }
}

async function accepted(more: Partial<Submission> = {}): Promise<string> {
  const answer = await store.accept(submission(more))
  if (answer.kind !== 'accepted') throw new Error(answer.kind)
  return answer.id
}

/** A record in its first attempt. */
async function claimed(): Promise<string> {
  const id = await accepted()
  const record = await store.claim()
  expect(record).toMatchObject({ id, attempt: 1, status: 'running' })
  return id
}

const outcome = (id: string, attempt: number, error: string | null = null) =>
  ({
    id,
    attempt,
    error,
    description: 'done',
    warnings: [],
    costUsd: null,
    imageBase64: null,
  }) as const

const log = (id: string, attempt: number, line: string) => ({
  id,
  attempt,
  reports: [{ type: 'log', stream: 'stdout', line }] as const,
})

const artifact = (id: string, attempt: number, path: string) => ({
  id,
  attempt,
  reports: [{ type: 'artifact', path, kind: 'artifact', size: 1, sha256: '00' }] as const,
})

const told = async (id: string) =>
  (await store.eventsAfter(id, 0, 1000)).map(({ event, data }) => [event, JSON.parse(data)])

describe('an attempt', () => {
  test('is settled once: the second time changes and tells nothing', async () => {
    const id = await claimed()
    expect(await store.settle(outcome(id, 1))).toBe(true)
    const [record, events] = [await store.findRecord(id), await told(id)]
    now += 1000
    expect(await store.settle(outcome(id, 1, 'no, it failed'))).toBe(false)
    expect(await store.settle(outcome(id, 1))).toBe(false)
    expect(await store.findRecord(id)).toEqual(record)
    expect(await told(id)).toEqual(events)
  })

  test('that is stale writes neither events, files nor an end', async () => {
    const id = await claimed()
    await store.append([artifact(id, 1, 'first.txt')])
    const lost = { id, attempt: 1, death: 'SIGSEGV' }
    expect(await store.giveBack(lost)).toBe('pending')
    expect(await store.giveBack(lost)).toBeUndefined()
    expect(await store.listArtifacts(id)).toEqual([])
    await store.append([log(id, 1, 'between'), artifact(id, 1, 'between.txt')])
    expect(await store.claim()).toMatchObject({ id, attempt: 2, losses: '["SIGSEGV"]' })
    await store.append([log(id, 1, 'stale'), artifact(id, 1, 'stale.txt'), log(id, 2, 'fresh')])
    expect(await store.settle(outcome(id, 1))).toBe(false)
    expect(await store.giveBack(lost)).toBeUndefined()
    expect((await store.findRecord(id))?.status).toBe('running')
    expect(await store.listArtifacts(id)).toEqual([])
    expect(JSON.stringify(await told(id))).not.toMatch(/stale|between/)
    expect((await told(id)).at(-1)).toEqual(['log', { stream: 'stdout', line: 'fresh' }])
  })

  test('lost three times fails with the reason; given back uncounted it never does', async () => {
    const id = await claimed()
    for (let attempt = 1; attempt <= 5; attempt++) {
      const lost = { id, attempt, death: null }
      expect(await store.giveBack(lost)).toBe('pending')
      await store.claim()
    }
    for (const [attempt, state] of [
      [6, 'pending'],
      [7, 'pending'],
      [8, 'failed'],
    ] as const) {
      expect(await store.giveBack({ id, attempt, death: 'SIGSEGV' })).toBe(state)
      if (state === 'pending') await store.claim()
    }
    expect(await store.findRecord(id)).toMatchObject({
      status: 'failed',
      error:
        'The work was lost 3 times, the last time with no other job beside it: its process ended with SIGSEGV, SIGSEGV and SIGSEGV.',
    })
    expect(await store.claim()).toBeUndefined()
  })
})

describe('a terminal state is never left', () => {
  test.each(['completed', 'failed', 'cancelled'])('%s', async (end) => {
    const id = await claimed()
    if (end === 'cancelled') await store.cancel(id)
    else await store.settle(outcome(id, 1, end === 'failed' ? 'a reason' : null))
    const [record, events] = [await store.findRecord(id), await told(id)]
    now += 1000
    await store.cancel(id)
    expect(await store.settle(outcome(id, 1))).toBe(false)
    const lost = { id, attempt: 1, death: 'SIGSEGV' }
    expect(await store.giveBack(lost)).toBeUndefined()
    await store.append([log(id, 1, 'late'), artifact(id, 1, 'late.txt')])
    expect(await store.claim()).toBeUndefined()
    expect(await store.findRecord(id)).toEqual(record)
    expect(await told(id)).toEqual(events)
    expect(await store.listArtifacts(id)).toEqual([])
  })
})

test('the oldest pending record is claimed first, each once', async () => {
  const ids = [await accepted(), await accepted(), await accepted()]
  const first = await store.claim()
  const taken = await Promise.all([store.claim(), store.claim(), store.claim()])
  const rest = taken.map((record) => record?.id).sort()
  expect([first?.id, ...rest]).toEqual([...ids, undefined])
})

describe('an idempotency key in the store', () => {
  const DAY = 86_400_000
  const repeat = { key: 'k', bodySha256: 'a' }

  test('is remembered for a day, to the millisecond, and then is free again', async () => {
    const id = await accepted({ idempotency: repeat })
    now += DAY - 1
    expect(await store.accept(submission({ idempotency: repeat }))).toEqual({ kind: 'repeat', id })
    now += 1
    const again = await store.accept(submission({ idempotency: repeat }))
    expect(again.kind).toBe('accepted')
    expect(again).not.toEqual({ kind: 'accepted', id })
  })

  test('counts for its endpoint alone', async () => {
    await accepted({ idempotency: repeat })
    const other = await store.accept(submission({ endpoint: 'other', idempotency: repeat }))
    expect(other.kind).toBe('accepted')
    const mismatch = { ...repeat, bodySha256: 'b' }
    expect(await store.accept(submission({ idempotency: mismatch }))).toEqual({ kind: 'mismatch' })
  })
})
