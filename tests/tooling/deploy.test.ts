import { describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { YAML } from 'bun'
import { ROLES } from '../../src/app'
import { describeSettings, readConfig } from '../../src/config'
import { dockerStages, imageHealthcheck, imageSettings, ROOT, said } from '../support/deployed'

interface Service {
  image?: string
  build?: string
  command?: string[]
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
  read_only?: boolean
  tmpfs?: string[]
  volumes?: string[]
}

const settings = [...describeSettings('').matchAll(/^ {2}([A-Z][A-Z0-9_]+) /gm)].map(
  ([, name]) => name,
)
const own = (environment: Record<string, string> = {}) => Object.keys(environment).sort()

describe('the image', () => {
  const [build = [], run = []] = dockerStages()

  test('is made of what is there and let through', () => {
    const copied = [...build, ...run]
      .filter(({ name, words }) => name === 'COPY' && !words.startsWith('--from'))
      .flatMap(({ words }) => words.split(' ').slice(0, -1))
      .filter((path) => path !== '.')
    expect(copied).toContain('package.json')
    const let_through = said('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    for (const path of [...copied, ...let_through]) {
      expect(existsSync(join(ROOT, path)) ? path : `${path} is missing`).toBe(path)
      expect(let_through).toContain(path)
    }
    // What the sources read beside themselves.
    for (const path of ['docs', 'src', 'plugins', 'wasm', 'scripts', 'tsconfig.json'])
      expect(let_through).toContain(path)
  })

  test('is built by the version of Bun that the program asks for, and by the script of this repository', async () => {
    const { dependencies, scripts } = await Bun.file(join(ROOT, 'package.json')).json()
    expect(build[0]?.words).toBe(`oven/bun:${dependencies.bun} AS build`)
    expect(build.at(-1)?.words).toBe('bun run build')
    expect(scripts.build).toBe('bun scripts/build.ts')
    expect(run.find(({ words }) => words.startsWith('--from'))?.words).toStartWith(
      '--from=build /build/dist/burin ',
    )
  })

  test('has valid settings alone, runs as nobody, and looks after itself', () => {
    expect(settings).toEqual(expect.arrayContaining(own(imageSettings())))
    const { HOST, PORT, DATA_DIR } = readConfig(imageSettings())
    expect({ HOST, PORT, DATA_DIR }).toEqual({ HOST: '0.0.0.0', PORT: 3000, DATA_DIR: '/data' })
    expect(run.find(({ name }) => name === 'USER')?.words).toMatch(/^[1-9]\d+:[1-9]\d+$/)
    expect(run.find(({ name }) => name === 'VOLUME')?.words).toBe('/data')
    expect(imageHealthcheck()).toContain('/healthz')
  })
})

describe('the unit of systemd', () => {
  const unit = said('deploy/burin.service')
  const values = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

  test('has valid settings alone and keeps the data where it may write', () => {
    for (const pair of values('Environment')) expect(settings).toContain(pair.split('=')[0])
    expect(values('Environment')).toEqual([`DATA_DIR=/var/lib/${values('StateDirectory')[0]}`])
    expect(values('ProtectSystem')).toEqual(['strict'])
    expect(values('DynamicUser')).toEqual(['yes'])
    // Machine code is made while it runs.
    expect(values('MemoryDenyWriteExecute')).toEqual([])
  })

  const analyze = Bun.which('systemd-analyze')
  const testUnit = analyze ? test : test.skip
  testUnit(
    `is one that systemd takes${analyze ? '' : ' (not installed: systemd-analyze)'}`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'burin-unit-'))
      const path = join(folder, 'burin.service')
      await Bun.write(path, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
      const { exitCode, stderr } = Bun.spawnSync([String(analyze), 'verify', '--man=no', path])
      rmSync(folder, { recursive: true })
      expect({ exitCode, said: stderr.toString() }).toEqual({ exitCode: 0, said: '' })
    },
  )
})

describe('the composition', () => {
  const { services, volumes } = YAML.parse(said('compose.yaml')) as {
    services: Record<string, Service>
    volumes: Record<string, null>
  }
  const ours = Object.values(services).filter(({ build }) => build !== undefined)
  const others = Object.values(services).filter(({ build }) => build === undefined)

  test('gives each role valid settings that fit each other', () => {
    expect(ours.map(({ command }) => command)).toEqual([
      ['--role', 'api'],
      ['--role', 'work'],
    ])
    for (const { command, environment, read_only, tmpfs } of ours) {
      expect(ROLES).toContain(command?.[1] as (typeof ROLES)[number])
      expect(settings).toEqual(expect.arrayContaining(own(environment)))
      // As compose fills them in; a value that none of ours may have would refuse the start.
      const filled = Object.entries(environment ?? {}).map(([name, value]) => {
        const secret = value.replace(
          /\$\{\w+:\?\}/,
          'a secret of thirty-two characters'.replaceAll(' ', '-'),
        )
        return [name, secret.replace(/\$\{\w+:-(.*)\}/, '$1')]
      })
      const { DATABASE_URL, S3_BUCKET } = readConfig(Object.fromEntries(filled))
      expect(new URL(DATABASE_URL ?? '').hostname in services).toBe(true)
      expect(services.objects?.environment?.S3_BUCKET).toBe(S3_BUCKET)
      expect({ read_only, tmpfs }).toEqual({ read_only: true, tmpfs: ['/tmp:exec'] })
    }
  })

  test('waits for what it needs, which is of a fixed version and keeps its data', () => {
    for (const { depends_on = {} } of ours)
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(condition).toBe('service_healthy')
        expect(services[name]?.healthcheck?.test.length).toBeGreaterThan(1)
      }
    for (const { image, volumes: kept = [] } of others) {
      expect(image).toMatch(/:\d+\.\d+/)
      expect(kept.map((one) => one.split(':')[0] ?? '').every((name) => name in volumes)).toBe(true)
      expect(kept).not.toEqual([])
    }
  })

  test('holds no secret', () => {
    for (const { environment = {} } of Object.values(services))
      for (const [name, value] of Object.entries(environment))
        if (/KEY$|SECRET|PASSWORD/.test(name)) expect(value).toMatch(/^\$\{\w+:\?\}$/)
  })
})
