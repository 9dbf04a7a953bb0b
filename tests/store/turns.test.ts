import { describe, expect, test } from 'bun:test'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, bearer, endedTask, makeKey, submitStamp } from '../support/keys'

const startApp = useApps({ endAfter: 'each' })

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
