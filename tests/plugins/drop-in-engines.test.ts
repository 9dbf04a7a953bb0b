import { beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, clientAt } from '../support/client'
import { tempFolder } from '../support/folders'
import { runProgram, type Server, useServers } from '../support/server'

const EXAMPLE = join(import.meta.dir, '..', '..', 'docs', 'plugins', 'pathway')
const startServer = useServers()
const engine = (parts: string) =>
  `export default { id: 'odd', summary: 'Is odd', stages: ['plan'], load: async () => ({ engines: {} }), ${parts} }`

let plugins: string
let server: Server
let client: Client

beforeAll(async () => {
  plugins = tempFolder()
  cpSync(EXAMPLE, join(plugins, 'pathway'), { recursive: true })
  const write = (name: string, source: string) => {
    mkdirSync(join(plugins, name))
    writeFileSync(join(plugins, name, 'engine.ts'), source)
  }
  write('b-promises', engine(`id: 'promises'`))
  write('c-loud', engine(`id: 'loud', stages: ['shout']`))
  write('d-local', engine(`id: 'local'`))
  write('z-twin', engine(`id: 'pathway'`))
  server = await startServer({ plugins })
  client = clientAt(server.url)
})

const run = async (body: object) =>
  client.ended(
    await client.submit('/api/run', { method_text: 'glucose, ATP => G6P, ADP', ...body }),
  )
const file = async (id: string, path: string) =>
  (await client.ask(`/api/artifacts/${id}/${path}`)).json()

describe('an engine dropped in beside the program', () => {
  test('stands among the providers that a request may name', async () => {
    const { providers } = await (await client.ask('/api/config')).json()
    expect(providers.main).toEqual(['local', 'promises', 'pathway'])
    expect(providers.segmentation).toEqual(['local'])
  })

  test('decides what it is asked for, and the report says so', async () => {
    const { job_id: id, status } = await run({ provider: 'pathway', svg_provider: 'local' })
    expect(status).toBe('completed')
    const { nodes, edges } = await file(id, 'diagram.json')
    expect(nodes.map(({ label }: { label: string }) => label)).toEqual([
      'glucose',
      'ATP',
      'G6P',
      'ADP',
    ])
    expect(edges).toHaveLength(4)
    expect((await file(id, 'report.json')).engine.plan).toEqual({ provider: 'pathway' })
  })

  test('fails with its own sentence', async () => {
    const { status, error } = await run({ provider: 'pathway', method_text: 'No reaction here.' })
    expect([status, error]).toEqual([
      'failed',
      'No reaction was found: write one a line, "glucose, ATP => G6P, ADP".',
    ])
  })

  test('that does not do what it declares is named', async () => {
    const { error } = await run({ provider: 'promises' })
    expect(error).toBe('The engine promises declares plan and does not do it.')
  })

  test('that nobody chose decides nothing', async () => {
    const { job_id: id } = await run({})
    expect((await file(id, 'report.json')).engine.plan).toEqual({ provider: 'local' })
  })

  test('that cannot be taken is skipped with its reason', () => {
    const reasons = server
      .logs()
      .map(({ message }) => message)
      .filter((message) => message.startsWith('The engine of the drop-in '))
    expect(reasons).toEqual([
      expect.stringMatching(/^The engine of the drop-in c-loud was skipped: \/stages\/0: /),
      'The engine of the drop-in d-local was skipped: the id local is taken',
      'The engine of the drop-in z-twin was skipped: the id pathway is taken',
    ])
  })

  test('may be the default of a role, and its id no provider of the file', async () => {
    const check = (file: object) => {
      const path = join(tempFolder(), 'providers.json')
      writeFileSync(path, JSON.stringify(file))
      return runProgram(['--check-config'], { PLUGINS_DIR: plugins, PROVIDERS_FILE: path })
    }
    const good = await check({ providers: {}, roles: { main: { provider: 'pathway' } } })
    expect(good.stdout).toContain('main: pathway; promises; local')
    const models = { small: {} }
    const bad = await check({ providers: { pathway: { adapter: 'openai', models } } })
    expect([bad.code, bad.stderr.trim()]).toEqual([
      2,
      'providers.pathway: is the id of a drop-in engine.',
    ])
  })
})
