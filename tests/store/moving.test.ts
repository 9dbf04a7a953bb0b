import { expect } from 'bun:test'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../../src/cli'
import { useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { ADMIN, admin, bearer, type KeyRecord, makeKey } from '../support/keys'
import { usePostgres } from '../support/postgres'
import { testWith } from '../support/tools'
import { until } from '../support/until'

const startApp = useApps()
const postgres = usePostgres()
const KEY_SECRET = 'a secret of more than thirty-two characters'

async function burin(args: string[], env: Record<string, string>) {
  const said: string[] = []
  const taken = (text: string | Uint8Array) => void said.push(String(text))
  const terminal = {
    ...{ env, stdin: (async function* () {})(), stderr: taken, watched: false },
    stdout: async (text: string | Uint8Array) => taken(text),
  }
  return { code: await command(args, terminal), said: said.join('') }
}

/** Every file of an export that a record's end no longer changes. */
function tables(folder: string): Record<string, string> {
  const names = readdirSync(join(folder, 'tables'))
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(folder, 'tables', name), 'utf8')]),
  )
}

testWith('postgres')(
  'a machine moves to PostgreSQL and back while it works: nothing is lost or changed',
  async () => {
    const common = { SERVICE_ADMIN_KEY: ADMIN, KEY_SECRET, LOG_LEVEL: 'silent' }
    const first = { ...common, DATA_DIR: tempFolder() }
    const second = { ...common, DATA_DIR: tempFolder(), DATABASE_URL: await postgres.database() }
    const third = { ...common, DATA_DIR: tempFolder() }
    const [there, back] = [join(tempFolder(), 'there'), join(tempFolder(), 'back')]

    const one = await startApp(first)
    const { key } = await makeKey(one, { quota: 5 })
    const run = async (text: string) => {
      const answer = await one.post('/api/run', { method_text: text }, bearer(key))
      return (await answer.json()).job_id as string
    }
    const done = await run('A -> B')
    const jobOf = async (app: typeof one, id: string) =>
      (await app.ask(`/api/jobs/${id}`, { headers: bearer(key) })).json()
    await until('the job is done', async () => (await jobOf(one, done)).status === 'completed')
    const waiting = [await run('C -> D'), await run('E -> F'), await run('G -> H')]
    expect(await burin(['export', there], first)).toMatchObject({ code: 0 })
    await one.stop()

    expect(
      await burin(['import', there], { ...second, KEY_SECRET: `${KEY_SECRET}!` }),
    ).toMatchObject({ code: 2 })
    expect(await burin(['import', there], second)).toMatchObject({ code: 0 })
    expect((await burin(['import', there], second)).said).toContain('not empty')
    const two = await startApp(second)
    for (const id of waiting)
      await until('what waited is done', async () => (await jobOf(two, id)).status === 'completed')
    await two.stop()

    expect(await burin(['export', back], second)).toMatchObject({ code: 0 })
    expect(await burin(['import', back], third)).toMatchObject({ code: 0 })
    const again = join(tempFolder(), 'again')
    expect(await burin(['export', again], third)).toMatchObject({ code: 0 })
    expect(tables(again)).toEqual(tables(back))

    const last = await startApp(third)
    const keys: KeyRecord[] = await (await admin(last, 'GET', '/api/admin/keys')).json()
    expect(keys.find((row) => row.key === key)).toMatchObject({
      name: 'lab',
      quota_remaining: 1,
      total_used: 4,
    })
    const { artifacts } = await jobOf(last, done)
    expect(artifacts.length).toBeGreaterThan(5)
    for (const { path, url } of artifacts) {
      const sent = await (await last.ask(url, { headers: bearer(key) })).bytes()
      const before = readFileSync(join(there, 'files', done, '1', path))
      expect(Buffer.from(sent).equals(before), path).toBe(true)
    }
  },
)

testWith('postgres')('an export whose file was changed is refused whole', async () => {
  const env = { SERVICE_ADMIN_KEY: ADMIN, KEY_SECRET, DATA_DIR: tempFolder(), LOG_LEVEL: 'silent' }
  const app = await startApp(env)
  await makeKey(app)
  await app.stop()
  const folder = join(tempFolder(), 'out')
  expect(await burin(['export', folder], env)).toMatchObject({ code: 0 })
  await Bun.write(join(folder, 'tables', 'keys.jsonl'), '{}\n')
  const target = { ...env, DATA_DIR: tempFolder(), DATABASE_URL: await postgres.database() }
  const refused = await burin(['import', folder], target)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.said).toContain('keys.jsonl is not what was exported')
  rmSync(join(folder, 'tables', 'keys.jsonl'))
  expect((await burin(['import', folder], target)).said).toContain('keys.jsonl of the export is')
  const manifest = await Bun.file(join(folder, 'manifest.json')).text()
  await Bun.write(join(folder, 'manifest.json'), 'null')
  expect(await burin(['import', folder], target)).toMatchObject({
    code: 2,
    said: expect.stringContaining('manifest.json must name tables'),
  })
  await Bun.write(join(folder, 'manifest.json'), manifest)
  expect((await burin(['export', folder], env)).said).toContain('not empty')
  expect(existsSync(join(folder, 'manifest.json'))).toBe(true)
})

testWith('postgres')(
  'an export with rows that no server has written is taken in not at all',
  async () => {
    const env = {
      SERVICE_ADMIN_KEY: ADMIN,
      KEY_SECRET,
      DATA_DIR: tempFolder(),
      LOG_LEVEL: 'silent',
    }
    const app = await startApp(env)
    await makeKey(app)
    await app.stop()
    const refusal = async (table: string, change: (text: string) => string) => {
      const folder = join(tempFolder(), 'out')
      await burin(['export', folder], env)
      const file = join(folder, 'tables', `${table}.jsonl`)
      const text = change(readFileSync(file, 'utf8'))
      await Bun.write(file, text)
      const manifest = await Bun.file(join(folder, 'manifest.json')).json()
      manifest.tables[table].sha256 = new Bun.CryptoHasher('sha256').update(text).digest('hex')
      await Bun.write(join(folder, 'manifest.json'), JSON.stringify(manifest))
      const target = { ...env, DATA_DIR: tempFolder(), DATABASE_URL: await postgres.database() }
      const { code, said } = await burin(['import', folder], target)
      expect(code).toBe(1)
      const two = await startApp(target)
      expect(await (await admin(two, 'GET', '/api/admin/keys')).json()).toEqual([])
      await two.stop()
      return said
    }
    expect(await refusal('keys', (text) => text + text)).toContain('keys')
    const outside = `${JSON.stringify({ name: '../key-secret', sha256: '' })}\n`
    expect(await refusal('uploads', () => outside)).toContain('../key-secret is no name')
  },
)
