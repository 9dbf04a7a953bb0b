import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { readConfig } from '../../src/config'
import { openStore } from '../../src/store/store'
import { DRAFT, METHOD } from '../engines/model/drafts'
import { CANARY, saying } from '../engines/model/model-app'
import { answering, useFakeProviders } from '../providers/fake-provider'
import { removeTempFolders, tempFolder } from '../support/folders'
import { writeCases } from './seven'
import { told } from './told'

const fakeProvider = useFakeProviders()
const folder = tempFolder()
const at = (name: string) => join(folder, name)

beforeAll(() => writeCases(folder))
afterAll(removeTempFolders)

const opened = (dataDir: string) =>
  openStore(readConfig({ DATA_DIR: dataDir }), { now: Date.now, anonymous: false })

describe('draw with a model', () => {
  const env = (origin: string) => ({
    ...{ MODEL_URL: `${origin}/v1`, MODEL_NAME: 'sample', MODEL_KEY: CANARY },
  })

  test('asks it as the server does, and report.json says so', async () => {
    const { origin, arrived } = await fakeProvider(saying(DRAFT))
    const args = ['draw', '-', '--json', '-o', at('m.svg'), '-o', at('m.report.json')]
    const { code, stdout } = await told(args, { stdin: METHOD, env: env(origin) })
    expect(code).toBe(0)
    expect(arrived.length).toBeGreaterThan(0)
    const report = await Bun.file(at('m.report.json')).text()
    expect(JSON.parse(report)).toMatchObject({ engine: { plan: { provider: 'model' } } })
    expect(await Bun.file(at('m.svg')).text()).toContain('Trim reads')
    expect(stdout + report).not.toContain(CANARY)
  })

  test('says in a sentence why it did not answer', async () => {
    const { origin } = await fakeProvider(answering(401, { error: { message: 'no such key' } }))
    const { code, stderr } = await told(['draw', '-'], { stdin: METHOD, env: env(origin) })
    expect(code).toBe(1)
    expect(stderr).toContain('model')
    expect(stderr).not.toContain(CANARY)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})

describe('check', () => {
  const drawing = (fontSize: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><g data-node="a"><rect x="20" y="20" width="360" height="260" fill="#eef"/><text x="40" y="160" font-size="${fontSize}">Trimming comes first</text></g></svg>`

  test('names the faults in sentences; 1 where one is hard', async () => {
    const clean = await told(['check', '-'], { stdin: drawing(24) })
    expect(clean).toMatchObject({ code: 0, stdout: expect.stringContaining('0 hard') })
    const large = await told(['check', '-'], { stdin: drawing(90) })
    expect(large.code).toBe(1)
    expect(large.stdout).toMatch(/^hard {2}.*Trimming/)
  })

  test('holds the words against a text', async () => {
    const args = ['check', '-', '--text', at('prompt.txt'), '--json']
    const { code, stdout } = await told(args, { stdin: drawing(24) })
    expect(code).toBe(1)
    expect(JSON.parse(stdout).counts.words_foreign).toBeGreaterThan(0)
  })
})

describe('keys', () => {
  test('are made, listed and revoked in the data folder', async () => {
    const dataDir = at('data')
    const env = { DATA_DIR: dataDir }
    expect(await told(['keys'], { env })).toMatchObject({ code: 2, stdout: '' })
    const { code, stdout } = await told(['keys', 'create', 'Lab', '--quota', '3'], { env })
    expect(code).toBe(0)
    const key = stdout.trim()
    expect(key).toMatch(/^burin_[\w-]{43}$/)

    const store = await opened(dataDir)
    expect(await store.findKey(key)).toMatchObject({ name: 'Lab', quotaTotal: 3, active: true })
    const held = await told(['keys'], { env })
    expect(held).toMatchObject({ code: 1, stdout: '' })
    expect(held.stderr).toContain('Another burin is already using')
    store.close()

    const listed = await told(['keys', 'list'], { env })
    expect(listed.stdout).toContain('Lab')
    expect(listed.stdout).not.toContain(key)
    expect(await told(['keys', 'revoke', key], { env })).toMatchObject({ code: 0 })
    const [row] = JSON.parse((await told(['keys', '--json'], { env })).stdout)
    expect(row).toMatchObject({ id: 1, name: 'Lab', active: false, left: 3 })
    expect(await told(['keys', 'revoke', '77'], { env })).toMatchObject({ code: 2 })
  })
})

test('doctor tries everything; a port that is held is the only fault, and its exit code 1', async () => {
  const held = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const env = { DATA_DIR: at('doctored'), PORT: `${held.port}` }
  const { code, stdout } = await told(['doctor'], { env })
  await held.stop(true)
  expect(code).toBe(1)
  expect(stdout).toContain('read Reads and Counts in the picture')
  expect(stdout.match(/^FAULT.*$/gm)).toEqual([expect.stringMatching(/^FAULT {2}port: /)])
})

test('completion is a script that the shell takes', async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    expect((await told(['completion', shell])).stdout).toContain('doctor')
  const { stdout } = await told(['completion', 'bash'])
  const completed = (...words: string[]) =>
    `COMP_WORDS=(burin ${words.join(' ')}); COMP_CWORD=${words.length}; _burin; echo "\${COMPREPLY[@]}"`
  const asked = [stdout, completed('dr'), completed('draw', '--style')].join('\n')
  const answered = new Response(Bun.spawn(['bash', '-c', asked]).stdout).text()
  expect(await answered).toBe('draw\n--style-preset --style\n')
})

test('help names every command and exit code', async () => {
  const { code, stdout } = await told(['--help'])
  expect(code).toBe(0)
  for (const name of ['draw', 'check', 'keys', 'doctor', 'completion', 'serve'])
    expect(stdout).toContain(`burin ${name === 'serve' ? '[serve]' : name}`)
  expect(stdout).toContain('exit codes: 0 done')
})
