import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger } from '../../src/log'
import { useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { ADMIN, admin, bearer, makeKey, submitStamp } from '../support/keys'
import { useReceivers } from '../support/receiver'
import { runProgram } from '../support/server'
import { until } from '../support/until'

const startApp = useApps()
const startReceiver = useReceivers()
const OTHER = 'another secret, thirty-two letters long'

/** A data folder whose database holds a key, and whose server has ended. */
async function folderWithKey(env: Record<string, string> = {}): Promise<string> {
  const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN, ...env })
  await makeKey(app)
  await app.stop()
  return app.dataDir
}

const start = (dataDir: string, env: Record<string, string> = {}) =>
  startApp({ DATA_DIR: dataDir, SERVICE_ADMIN_KEY: ADMIN, ...env })

describe('a start with a key secret that is not the one of the database is refused', () => {
  test('with exit code 2 and what to do, when the file is gone; none is made in its place', async () => {
    const dataDir = await folderWithKey()
    rmSync(join(dataDir, 'key-secret'))
    const { code, stdout, stderr } = await runProgram([], { DATA_DIR: dataDir, PORT: '0' })
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `${dataDir}/key-secret is missing, but the API keys in the database are sealed with it; restore it from the backup, or set KEY_SECRET to what it was.\n`,
    })
    expect(existsSync(join(dataDir, 'key-secret'))).toBe(false)
    expect(existsSync(join(dataDir, 'admin-key'))).toBe(false)
  })

  test('when the file holds another', async () => {
    const dataDir = await folderWithKey()
    writeFileSync(join(dataDir, 'key-secret'), OTHER)
    await expect(start(dataDir)).rejects.toThrow(
      `${dataDir}/key-secret is not the secret that the API keys in the database are sealed with; restore the one that was used before.`,
    )
  })

  test('when KEY_SECRET is another, or takes the place of the file', async () => {
    const refusal = 'KEY_SECRET is not the secret that the API keys'
    const made = await folderWithKey()
    await expect(start(made, { KEY_SECRET: OTHER })).rejects.toThrow(refusal)
    const given = await folderWithKey({ KEY_SECRET: OTHER })
    await expect(start(given, { KEY_SECRET: OTHER.toUpperCase() })).rejects.toThrow(refusal)
    expect(
      (await admin(await start(given, { KEY_SECRET: OTHER }), 'GET', '/api/admin/keys')).status,
    ).toBe(200)
  })

  test('and the folder is free again: with the right secret it starts', async () => {
    const dataDir = await folderWithKey()
    const file = join(dataDir, 'key-secret')
    const right = readFileSync(file, 'utf8')
    rmSync(file)
    await expect(start(dataDir)).rejects.toThrow('is missing')
    writeFileSync(file, right)
    const [shown] = await (await admin(await start(dataDir), 'GET', '/api/admin/keys')).json()
    expect(shown.key).toMatch(/^burin_[\w-]{43}$/)
  })

  test('not while nothing depends on it', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
    await app.stop()
    const again = await start(app.dataDir, { KEY_SECRET: OTHER })
    expect((await makeKey(again)).key).toMatch(/^burin_/)
  })
})

describe('a file that holds no secret is refused', () => {
  const short = 'x'.repeat(31)

  test.each([
    ['admin-key', ''],
    ['admin-key', '\n'],
    ['admin-key', `${short}\n`],
    ['key-secret', ''],
    ['key-secret', short],
  ])('%s: %j', async (name, content) => {
    const dataDir = tempFolder()
    writeFileSync(join(dataDir, name), content)
    await expect(startApp({ DATA_DIR: dataDir })).rejects.toThrow(
      `${dataDir}/${name} holds ${content.trim().length} characters, and 32 are the least; restore it from the backup, or remove it to have a new one made.`,
    )
  })
})

/** As in a folder that went on with another secret after its own was lost. */
function spoil(dataDir: string, statement: string): void {
  const db = new Database(join(dataDir, 'burin.sqlite'))
  db.run(statement)
  db.close()
}

test('a key that cannot be opened is shown as such, and can be removed', async () => {
  const first = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
  const lost = await makeKey(first, { name: 'lost' })
  const task = await submitStamp(first, lost.key)
  await makeKey(first, { name: 'good' })
  await first.stop()
  spoil(first.dataDir, "update keys set sealed = 'AAAA' where name = 'lost'")

  const app = await start(first.dataDir)
  const ask = async (path: string) => (await admin(app, 'GET', path)).json()
  const shown: { key: string; name: string }[] = await ask('/api/admin/keys')
  expect(shown.map(({ name, key }) => [name, key.slice(0, 11)])).toEqual([
    ['good', expect.stringMatching(/^burin_/)],
    ['lost', 'unreadable-'],
  ])
  const name = shown[1]?.key ?? ''
  const { items } = await ask(`/api/admin/history?api_key=${name}`)
  expect(items).toMatchObject([{ task_id: task, key_name: 'lost', api_key: name }])
  expect(await ask(`/api/admin/keys/${name}`)).toMatchObject({ name: 'lost', usage_total: 1 })
  const asKey = await app.ask(`/api/tasks/${task}`, { headers: bearer(name) })
  expect(asKey.status).toBe(401)
  expect((await admin(app, 'DELETE', `/api/admin/keys/${name}`)).status).toBe(204)
  expect(await ask('/api/admin/keys')).toHaveLength(1)
})

test('a task whose webhook secret cannot be opened ends, is sent unsigned, and says so', async () => {
  const receiver = startReceiver(() => new Response())
  const env = { SERVICE_ADMIN_KEY: ADMIN, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }
  const first = await startApp(env)
  const { key } = await makeKey(first, { webhook_url: receiver.url, webhook_secret: 'hush' })
  await first.app.pool.drain(0)
  const [spoilt, other] = [await submitStamp(first, key), await submitStamp(first, key)]
  await first.stop()
  spoil(first.dataDir, `update records set webhook_secret = 'AAAA' where id = '${spoilt}'`)

  const lines: string[] = []
  const log = createLogger('info', { write: (line) => lines.push(line) })
  const app = await startApp({ ...env, DATA_DIR: first.dataDir }, { log })
  const webhookOf = async (id: string) =>
    (await (await admin(app, 'GET', `/api/admin/history/${id}`)).json()).webhook
  for (const id of [spoilt, other])
    await until(`${id} is delivered`, async () => (await webhookOf(id)).state === 'delivered')
  const unsigned = 'the webhook secret cannot be opened'
  expect((await webhookOf(spoilt)).last_error).toBe(`sent without a signature: ${unsigned}`)
  expect((await webhookOf(other)).last_error).toBeNull()
  const signed = receiver.received.map(({ headers }) => [
    headers['webhook-id'],
    'x-service-signature' in headers,
  ])
  expect(Object.fromEntries(signed)).toEqual({ [spoilt]: false, [other]: true })
  const attempts = lines.filter((line) => line.includes('"webhook attempt"'))
  expect(attempts.filter((line) => line.includes(unsigned))).toHaveLength(1)
})
