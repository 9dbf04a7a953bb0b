import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type TestApp, useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { ADMIN, bearer, endedTask, makeKey, submitStamp } from '../support/keys'
import { until } from '../support/until'

const startApp = useApps()

/** An app whose records wait until `claim` is called. */
async function idleApp(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN, ...env })
  await app.app.pool.drain(0)
  return app
}

const anonymous = (app: TestApp) => app.submit('/api/echo', { text: 'x' })

describe('what waits is taken a caller at a time', () => {
  test('the oldest of each in turn, anonymous callers as one', async () => {
    const app = await idleApp()
    const [a, b] = [(await makeKey(app)).key, (await makeKey(app)).key]
    const ofA = [await submitStamp(app, a), await submitStamp(app, a), await submitStamp(app, a)]
    const open = [await anonymous(app), await anonymous(app)]
    const ofB = [await submitStamp(app, b)]
    const taken: (string | undefined)[] = []
    for (let turn = 0; turn < 7; turn++) taken.push((await app.app.store.claim())?.id)
    expect(taken).toEqual([ofA[0], ofB[0], open[0], ofA[1], open[1], ofA[2], undefined])
  })

  test('a caller that comes to a long line of another waits for what is at work alone', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
    const [many, one] = [(await makeKey(app)).key, (await makeKey(app)).key]
    const line: string[] = []
    for (let index = 0; index < 40; index++) line.push(await submitStamp(app, many, { delay: 50 }))
    const mine = await submitStamp(app, one)
    expect(await endedTask(app, one, mine)).toMatchObject({ status: 'completed' })
    const last = await app.ask(`/api/tasks/${line.at(-1)}`, { headers: bearer(many) })
    expect((await last.json()).status).toBe('pending')
  })
})

describe('executors', () => {
  const slow = async (app: TestApp, file: string, headers: Record<string, string> = {}) =>
    (await (await app.post('/api/slow', { file }, headers)).json()).job_id as string
  const busy = (app: TestApp) =>
    app.app.pool.executorStates().filter(({ state }) => state === 'busy').length

  test('are never all held by one caller: another key’s work is done beside four that hang', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN, EXECUTORS: '2' })
    const gate = join(tempFolder(), 'gate')
    const [hog, one] = [(await makeKey(app)).key, (await makeKey(app)).key]
    const hanging: string[] = []
    for (let index = 0; index < 4; index++) hanging.push(await slow(app, gate, bearer(hog)))
    const mine = await submitStamp(app, one)
    expect(await endedTask(app, one, mine)).toMatchObject({ status: 'completed' })
    // Anonymous callers are one more.
    const open = await anonymous(app)
    expect((await app.ended(open)).status).toBe('completed')
    await until('only one executor is held', () => busy(app) === 1)
    await Bun.write(gate, 'open')
    for (const id of hanging)
      await until('the others have their turn', async () => {
        const job = await app.ask(`/api/jobs/${id}`, { headers: bearer(hog) })
        return (await job.json()).status === 'completed'
      })
  })

  test('all work for a caller who is the only one', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN, EXECUTORS: '2' })
    const gate = join(tempFolder(), 'gate')
    const jobs = [await slow(app, gate), await slow(app, gate)]
    await until('both are at work', () => busy(app) === 2)
    await Bun.write(gate, 'open')
    for (const id of jobs) await app.ended(id)
  })

  test('work for the only key where nobody else is let in, and for two when a second is made', async () => {
    const app = await startApp({
      SERVICE_ADMIN_KEY: ADMIN,
      EXECUTORS: '2',
      ALLOW_ANONYMOUS_JOBS: 'false',
    })
    const gate = join(tempFolder(), 'gate')
    const { key } = await makeKey(app)
    for (let index = 0; index < 2; index++) await slow(app, gate, bearer(key))
    await until('both are at work', () => busy(app) === 2)
    await makeKey(app)
    const third = await slow(app, gate, bearer(key))
    await Bun.write(gate, 'open')
    await until('the third has its turn', async () => {
      const job = await app.ask(`/api/jobs/${third}`, { headers: bearer(key) })
      return (await job.json()).status === 'completed'
    })
  })
})

describe('what one caller may have waiting', () => {
  const waiting = (app: TestApp, key?: string) =>
    app.post('/api/echo', { text: 'x' }, key === undefined ? {} : bearer(key))

  test('is half of MAX_PENDING: the other half is left to others', async () => {
    const app = await idleApp({ MAX_PENDING: '5' })
    const [a, b] = [(await makeKey(app, { quota: 9 })).key, (await makeKey(app)).key]
    for (let index = 0; index < 3; index++) expect((await waiting(app, a)).status).toBe(200)
    const refused = await waiting(app, a)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await refused.json()).toEqual({
      detail: 'This caller has 3 jobs waiting, which is the share of one caller; try again later.',
    })
    expect(await app.app.store.findKey(a)).toMatchObject({ quotaRemaining: 6, totalUsed: 3 })
    expect((await waiting(app, b)).status).toBe(200)
    expect((await waiting(app)).status).toBe(200)
    const full = await waiting(app, b)
    expect(await full.json()).toEqual({ detail: 'Too much work is waiting; try again later.' })
    // The one whose turn it is goes, and its caller has room again.
    await app.app.store.claim()
    expect((await waiting(app, b)).status).toBe(200)
    await app.app.store.claim()
    await app.app.store.claim()
    expect((await waiting(app, a)).status).toBe(200)
  })

  test('is all of it where there are no keys, and so no others', async () => {
    const app = await idleApp({ MAX_PENDING: '4' })
    for (let index = 0; index < 4; index++) expect((await waiting(app)).status).toBe(200)
    expect(await (await waiting(app)).json()).toEqual({
      detail: 'Too much work is waiting; try again later.',
    })
  })

  test('is refused by share to anonymous callers too, together, once there are keys', async () => {
    const app = await idleApp({ MAX_PENDING: '4' })
    await makeKey(app)
    for (let index = 0; index < 2; index++) expect((await waiting(app)).status).toBe(200)
    expect((await (await waiting(app)).json()).detail).toStartWith('This caller has 2 jobs waiting')
  })
})
