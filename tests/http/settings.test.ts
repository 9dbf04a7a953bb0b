import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { BadSetting, misspeltSettings, readConfig } from '../../src/config'
import { removeTempFolders, tempFolder } from '../support/folders'
import { runProgram, useServers } from '../support/server'

afterAll(removeTempFolders)
const startServer = useServers()

const INTEGERS = [
  'PORT',
  'RETENTION_DAYS',
  'EXECUTORS',
  'JOB_DEADLINE_SECONDS',
  'EXECUTOR_MEMORY_MB',
  'EXECUTOR_JOBS',
  'DRAIN_SECONDS',
  'MAX_JSON_BYTES',
  'MAX_PDF_BYTES',
  'MAX_UPLOAD_BYTES',
  'MAX_IMAGE_MEGAPIXELS',
  'MAX_TEXT_CHARACTERS',
  'MAX_PENDING',
  'MIN_FREE_DISK_MB',
  'RATE_LIMIT_PER_MINUTE',
]

const NO_INTEGERS = ['abc', '-1', '1.5', '1e3', '0x10', '99999999999999999999', ' 5', '5 ', 'NaN']

const BAD: [string, string][] = [
  ...INTEGERS.flatMap((name) => NO_INTEGERS.map((value): [string, string] => [name, value])),
  ['PORT', '65536'],
  ['EXECUTORS', '0'],
  ['JOB_DEADLINE_SECONDS', '0'],
  ['EXECUTOR_MEMORY_MB', '10'],
  ['MAX_PENDING', '0'],
  ['RETENTION_DAYS', '0'],
  ['SERVICE_ADMIN_KEY', 'x'.repeat(31)],
  ['KEY_SECRET', 'short'],
  ['ALLOW_ANONYMOUS_JOBS', 'yes'],
  ['ALLOW_ANONYMOUS_JOBS', '1'],
  ['REFERENCE_IMAGE_ALLOWED_HOSTS', 'https://a.org'],
  ['REFERENCE_IMAGE_ALLOWED_HOSTS', 'a.org,*'],
  ['WEBHOOK_ALLOWED_HOSTS', 'a.org/path'],
  ['WEBHOOK_ALLOWED_HOSTS', '*'],
  ['WEBHOOK_ALLOWED_HOSTS', 'a b'],
  ['CORS_ALLOWED_ORIGINS', '*'],
  ['CORS_ALLOWED_ORIGINS', 'lab.example.org'],
  ['CORS_ALLOWED_ORIGINS', 'https://a.org/page'],
  ['CORS_ALLOWED_ORIGINS', 'https://a.org, null'],
  ['PUBLIC_BASE_URL', 'example.org'],
  ['PUBLIC_BASE_URL', 'ftp://example.org'],
  ['PUBLIC_BASE_URL', 'https://example.org/?a=b'],
  ['WEBHOOK_RETRY_DELAYS', 'soon'],
  ['WEBHOOK_RETRY_DELAYS', '5,,60'],
  ['WEBHOOK_RETRY_DELAYS', '-5'],
  ['LOG_LEVEL', 'debug'],
]

describe('a bad setting', () => {
  test.each(BAD)('%s=%j is refused by its name, with what is valid', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(BadSetting)
    expect(read).toThrow(new RegExp(`^${name}=.+ is not valid: .{5,}`))
  })

  test('a secret that is too short is not repeated', () => {
    expect(() => readConfig({ KEY_SECRET: 'hunter2' })).not.toThrow('hunter2')
    expect(() => readConfig({ KEY_SECRET: 'hunter2' })).toThrow('32 characters')
  })

  test.each([
    ['PORT', 'eighty', 'PORT=eighty is not valid: an integer from 0 to 65535'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL=loud is not valid: one of info, error, silent'],
  ])('ends the program: %s=%s', async (name, value, sentence) => {
    const { code, stdout, stderr } = await runProgram([], { [name]: value })
    expect({ code, stdout, stderr: stderr.trim() }).toEqual({
      code: 2,
      stdout: '',
      stderr: sentence,
    })
  })

  test('HOST that cannot be listened on ends the program', async () => {
    const { code, stderr } = await runProgram([], {
      HOST: '203.0.113.7',
      PORT: '0',
      DATA_DIR: tempFolder(),
    })
    expect(code).toBe(2)
    expect(stderr).toStartWith('203.0.113.7:0 cannot be listened on: ')
  })

  test('PORT that another server has ends the program', async () => {
    const other = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      reusePort: true,
      fetch: () => new Response('other'),
    })
    const port = String(other.port)
    const { code, stderr } = await runProgram([], {
      PORT: port,
      DATA_DIR: tempFolder(),
    })
    await other.stop(true)
    expect(code).toBe(2)
    expect(stderr).toStartWith(`127.0.0.1:${port} cannot be listened on: `)
  })

  test('PLUGINS_DIR that is named must be a folder', async () => {
    const missing = join(tempFolder(), 'none')
    const { code, stderr } = await runProgram([], { PLUGINS_DIR: missing })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `PLUGINS_DIR=${missing} is not valid: a folder that exists\n`,
    })
    expect(() => readConfig({ PLUGINS_DIR: import.meta.path })).toThrow('a folder that exists')
    expect(readConfig({ PLUGINS_DIR: '' }).PLUGINS_DIR).toEndWith('plugins')
  })

  test('an argument that is unknown ends the program', async () => {
    const { code, stderr } = await runProgram(['--verbose'])
    expect(code).toBe(2)
    expect(stderr).toContain('--verbose')
  })
})

describe('a name that is nearly a setting', () => {
  test.each([
    ['PROT', 'PORT'],
    ['port', 'PORT'],
    ['DATADIR', 'DATA_DIR'],
    ['EXECUTOR', 'EXECUTORS'],
    ['MAX_PENDNIGS', 'MAX_PENDING'],
    ['ALLOW_ANONYMOUS_JOB', 'ALLOW_ANONYMOUS_JOBS'],
    ['Webhook_Allowed_Host', 'WEBHOOK_ALLOWED_HOSTS'],
  ])('%s is pointed out as %s', (name, meant) => {
    expect(misspeltSettings({ [name]: 'x' })).toBe(
      `No settings of burin, and without effect: ${name} (${meant}?)`,
    )
  })

  test('is told from the settings themselves and from what an environment holds', () => {
    const names = [...Object.keys(readConfig({})), ...Object.keys(process.env)]
    const usual = ['HOME', 'HOSTNAME', 'USER', 'PWD', 'SHELL', 'TERM', 'LANG', 'LOGNAME', 'EDITOR']
    const others = ['DATABASE_URL', 'XDG_DATA_DIRS', 'SSH_AUTH_SOCK', 'NODE_ENV', 'PORTS_OPEN']
    const env = Object.fromEntries([...names, ...usual, ...others].map((name) => [name, 'x']))
    expect(misspeltSettings(env)).toBeUndefined()
  })

  test('is said in one line before the server listens, which it does', async () => {
    const server = await startServer({ env: { PROT: '1', EXECUTOR: '9' } })
    expect(server.stderr()).toBe(
      'No settings of burin, and without effect: PROT (PORT?), EXECUTOR (EXECUTORS?)\n',
    )
    expect(await server.stop()).toBe(0)
  })
})

test('an empty value counts as unset', () => {
  const empty = Object.fromEntries(
    [...INTEGERS, 'LOG_LEVEL', 'KEY_SECRET'].map((name) => [name, '']),
  )
  expect(readConfig(empty)).toEqual(readConfig({}))
})

test('--help lists every setting with its default, --version the version', async () => {
  const help = await runProgram(['--help'])
  expect(help.code).toBe(0)
  const { version, bucket: _, ...settings } = readConfig({})
  for (const name of Object.keys(settings))
    expect(help.stdout).toMatch(new RegExp(`^  ${name} +\\S.*\\(.+\\)$`, 'm'))
  expect(help.stdout).toMatch(/^ {2}PORT .*\(3000\)$/m)
  const printed = await runProgram(['--version'])
  expect(printed).toMatchObject({ code: 0, stdout: `${version}\n` })
})
