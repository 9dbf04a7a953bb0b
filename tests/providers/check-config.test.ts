import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeTempFolders, tempFolder } from '../support/folders'
import { childrenOf } from '../support/processes'
import { runProgram, useServers } from '../support/server'
import { until } from '../support/until'
import { answering, closedOrigin, silent, useFakeProviders } from './fake-provider'

const fakeProvider = useFakeProviders()
const start = useServers()
afterAll(removeTempFolders)

const CANARY = 'sk-canary-4f19a77e'
const SECRET = 'secret-canary-88aa'
const NOT_SHOWN = /canary|127\.0\.0\.1|\/v1|KEY|SECRET/

async function fileWith(content: object): Promise<string> {
  const path = join(tempFolder(), 'providers.json')
  await Bun.write(path, JSON.stringify(content))
  return path
}

const house = (origin: string, more: object = {}) => ({
  adapter: 'openai-compatible',
  baseUrl: `${origin}/v1`,
  apiKeyEnv: 'HOUSE_KEY',
  headers: { 'x-secret': { env: 'HOUSE_SECRET' }, 'x-org': 'acme-canary-org' },
  models: {
    qwen: {
      can: ['text', 'vision', 'image'],
      wireName: 'Qwen2.5-VL',
      price: { inputPerMillion: 1 },
      deny: [{ ratio: ['auto'], resolution: ['2K', '4K'], say: 'auto supports only 1K' }],
    },
  },
  ...more,
})
const KEYS = { HOUSE_KEY: CANARY, HOUSE_SECRET: SECRET }

describe('--check-config', () => {
  test('prints who would be called, and no secret', async () => {
    const path = await fileWith({
      providers: { house: house('http://127.0.0.1:9', { fallback: ['local'], anyModel: true }) },
      roles: { main: { provider: 'house' }, image: { provider: 'house' } },
      aliases: { ollama: 'house' },
      budgets: { jobUsd: 0.5, jobCalls: 40 },
    })
    const { code, stdout, stderr } = await runProgram(['--check-config'], {
      PROVIDERS_FILE: path,
      ...KEYS,
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n')).toEqual([
      'roles (default first, then what a request may name):',
      '  main: house, model qwen; local; ollama',
      '  vlm: local; house; ollama',
      '  svg: house, model qwen; local; ollama',
      '  image: house, model qwen; local; ollama',
      '  segmentation: local; house; ollama',
      'providers:',
      '  local: rules and geometry, always there',
      '  house: openai-compatible; then local',
      '    qwen: can text, vision, image; structured schema; draws',
      '      ratios auto 1:1 5:4 2:3 3:2 3:4 4:5 4:3 9:16 16:9 21:9; resolutions 1K 2K 4K',
      '      denies: auto supports only 1K',
      '    any other model that a request names',
      'aliases: ollama for house',
      'budgets: 0.5 USD a job, 40 calls a job',
      'privacy: rows of data stay here',
      '',
    ])
    expect(stdout).not.toMatch(NOT_SHOWN)
  })

  test('without anything configured there are the rules', async () => {
    const { code, stdout } = await runProgram(['--check-config'])
    expect(code).toBe(0)
    expect(stdout).toContain('  main: local\n')
  })

  test('prints every fault on stderr and ends with 2', async () => {
    const path = await fileWith({
      providers: { house: { ...house('http://127.0.0.1:9'), models: { qwen: { can: ['x'] } } } },
      roles: { main: { provider: 'house' } },
    })
    const { code, stdout, stderr } = await runProgram(['--check-config'], {
      PROVIDERS_FILE: path,
      HOUSE_KEY: CANARY,
    })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.trim().split('\n').sort()).toEqual([
      'providers.house.models.qwen.can[0]: must be one of text, vision, image, edit, segment.',
    ])
  })

  test('--probe belongs to it', async () => {
    const { code, stderr } = await runProgram(['--probe'])
    expect(code).toBe(2)
    expect(stderr).toContain('--probe')
  })
})

describe('--check-config --probe', () => {
  const probe = async (providers: object, env: Record<string, string> = KEYS) => {
    const path = await fileWith({ providers })
    const ran = await runProgram(['--check-config', '--probe'], { PROVIDERS_FILE: path, ...env })
    const said = ran.stdout.split('\n').filter((line) => line.startsWith('Provider '))
    return { ...ran, said }
  }
  const MODELS = { object: 'list', data: [{ id: 'Qwen2.5-VL' }, { id: 'other' }] }

  test('asks for lists of models, never for a model, and says who answers', async () => {
    const fake = await fakeProvider(answering(200, MODELS))
    const google = await fakeProvider(answering(200, { models: [{ name: 'models/flash' }] }))
    const claude = await fakeProvider(answering(200, { data: [{ id: 'claude-x' }] }))
    const painter = await fakeProvider(answering(404, 'not here'))
    const ran = await probe({
      house: house(fake.origin),
      gem: {
        adapter: 'google',
        baseUrl: `${google.origin}/v1beta`,
        apiKeyEnv: 'HOUSE_KEY',
        models: { flash: {} },
      },
      claude: {
        adapter: 'anthropic',
        baseUrl: `${claude.origin}/v1`,
        apiKeyEnv: 'HOUSE_KEY',
        models: { 'claude-x': {}, 'claude-y': {} },
      },
      painter: { adapter: 'fal', baseUrl: painter.origin, models: { flux: { can: ['image'] } } },
    })
    expect(ran.said).toEqual([
      'Provider house: reachable; it lists 2 models.',
      'Provider gem: reachable; it lists 1 model.',
      'Provider claude: reachable; it lists 1 model, but not claude-y.',
      'Provider painter: reachable; it has no list of models.',
    ])
    expect(ran.code).toBe(0)
    const asked = (one: typeof fake) => one.arrived.map(({ method, path }) => `${method} ${path}`)
    expect(asked(fake)).toEqual(['GET /v1/models'])
    expect(asked(google)).toEqual(['GET /v1beta/models'])
    expect(asked(claude)).toEqual(['GET /v1/models'])
    expect(asked(painter)).toEqual(['GET /'])
    expect(fake.arrived[0]?.headers).toMatchObject({
      authorization: `Bearer ${CANARY}`,
      'x-secret': SECRET,
      'x-org': 'acme-canary-org',
    })
    expect(google.arrived[0]?.headers['x-goog-api-key']).toBe(CANARY)
    expect(claude.arrived[0]?.headers).toMatchObject({
      'x-api-key': CANARY,
      'anthropic-version': '2023-06-01',
    })
  })

  test('says why one is not, ends with 1 and repeats nothing that it said', async () => {
    const echo = await fakeProvider((socket, { headers }) =>
      answering(401, { error: JSON.stringify(headers) })(socket, { headers } as never),
    )
    const page = await fakeProvider(answering(200, '<html>', { 'content-type': 'text/html' }))
    const hung = await fakeProvider(silent)
    const moved = await fakeProvider(answering(301, '', { location: 'http://169.254.169.254/' }))
    const ran = await probe({
      gone: house(await closedOrigin()),
      echo: house(echo.origin),
      page: house(page.origin),
      hung: house(hung.origin, { timeoutSeconds: 0.05 }),
      moved: house(moved.origin),
    })
    expect(ran.said).toEqual([
      'Provider gone: no connection.',
      'Provider echo: refused the credential (401).',
      'Provider page: the answer could not be read.',
      'Provider hung: no answer within 0.05 s.',
      'Provider moved: redirects are not followed.',
    ])
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 1, stderr: '' })
    expect(ran.stdout).not.toMatch(NOT_SHOWN)
  })
})

describe('the start', () => {
  test('is refused with 2 and one sentence for each fault', async () => {
    const { code, stdout, stderr } = await runProgram([], {
      PORT: '0',
      DATA_DIR: tempFolder(),
      MODEL_URL: 'http://127.0.0.1:9/v1',
    })
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: 'MODEL_NAME: must be set too where MODEL_URL or MODEL_KEY is.\n',
    })
  })

  test('takes keys out of what executors inherit', async () => {
    const path = await fileWith({
      providers: { house: house('http://127.0.0.1:9') },
      roles: { main: { provider: 'house' } },
    })
    const model = { MODEL_URL: 'http://127.0.0.1:9/canary/v1', MODEL_NAME: 'x', MODEL_KEY: CANARY }
    const server = await start({ env: { PROVIDERS_FILE: path, ...KEYS, ...model } })
    const environmentOf = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8')
    const programOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    // Between its fork and its program a process is its parent's copy, or has neither.
    const child = await until('an executor', () =>
      childrenOf(server.pid).find((pid) => programOf(pid).includes('--executor')),
    )
    const environment = environmentOf(child)
    expect(environment).toContain('PATH=')
    expect(environment).not.toContain('canary')
    expect(programOf(child)).not.toContain('canary')
  })
})
