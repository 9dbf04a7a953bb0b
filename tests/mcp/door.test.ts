import { describe, expect, test } from 'bun:test'
import { useAgents } from '../support/agent'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, bearer, makeKey } from '../support/keys'

const startApp = useApps()
const { overHttp } = useAgents()

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

/** The bare request of a client; gives status and text. */
async function knock(
  app: TestApp,
  body: unknown,
  headers: Record<string, string> = {},
  origin = 'http://localhost',
): Promise<[number, string]> {
  const answer = await app.app.elysia.handle(
    new Request(`${origin}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
  return [answer.status, await answer.text()]
}

describe('the door for agents', () => {
  test('is shut for pages of other sites, other names of the machine, and unknown keys', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
    const { key } = await makeKey(app)
    const status = async (headers: Record<string, string>, origin?: string) =>
      (await knock(app, LIST, headers, origin))[0]
    expect(await status({})).toBe(200)
    expect(await status({ origin: 'http://localhost' })).toBe(200)
    expect(await status({ origin: 'https://a.org' })).toBe(403)
    expect(await status({ 'content-type': 'text/plain' })).toBe(415)
    expect(await status({}, 'http://a.org')).toBe(403)
    expect(await status(bearer('burin_unknown'))).toBe(401)
    expect(await status(bearer(ADMIN))).toBe(401)
    expect(await status(bearer(key), 'http://a.org')).toBe(200)
    expect((await app.app.elysia.handle(new Request('http://localhost/mcp'))).status).toBe(405)
    const open = await startApp({ HOST: '0.0.0.0' })
    expect((await knock(open, LIST))[0]).toBe(401)
  })

  test.each<[string, unknown, number]>([
    ['no JSON', '{', 400],
    ['a batch', [LIST, LIST], 400],
    ['a number', 7, 400],
    ['a deep nest', `${'['.repeat(100_000)}`, 400],
    ['too much', `"${'x'.repeat(4_000_001)}"`, 413],
    ['no message', { hello: 1 }, 400],
  ])('takes one message of the protocol, not %s', async (_, body, status) => {
    expect((await knock(await startApp(), body))[0]).toBe(status)
  })

  test('spends what a key has, and says when there is no more', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
    const { key } = await makeKey(app, { quota: 1 })
    const { call } = await overHttp(app, { ...bearer(key), 'idempotency-key': 'once' })
    const args = { source_context: 'A -> B', caption: 'Once' }
    const first = await call('draw_figure', args)
    const again = await call('draw_figure', args)
    expect(again.told.id).toBe(first.told.id)
    const other = await (await overHttp(app, bearer(key))).call('draw_figure', args)
    expect(other).toMatchObject({ isError: true, words: 'The quota of this API key is exhausted.' })
  })

  test('counts calls against the rate limit', async () => {
    const app = await startApp({ RATE_LIMIT_PER_MINUTE: '1' })
    const { call } = await overHttp(app)
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L9 9"/></svg>'
    await call('check_drawing', { svg })
    expect((await call('check_drawing', { svg })).words).toStartWith('Too many requests')
  })
})
