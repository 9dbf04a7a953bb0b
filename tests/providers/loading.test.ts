import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { answering, useFakeProviders } from './fake-provider'
import { connectionTo, modelOn, WIRE_SAMPLES } from './wires'

const fakeProvider = useFakeProviders()
const ROOM = join(import.meta.dir, '..', '..', 'src', 'providers')

/** Runs a script in a process of its own and gives the JSON on its standard output. */
async function run(script: string): Promise<unknown> {
  const child = Bun.spawn([process.execPath, '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH ?? '' },
  })
  const said = await new Response(child.stdout).text()
  expect(await child.exited).toBe(0)
  return JSON.parse(said)
}

const LOADED = `Object.keys(require.cache).filter((path) => /node_modules\\/(@ai-sdk|@openrouter|ai|zod)\\//.test(path))
  .map((path) => /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(path)[1])`

/** Asks a model once, with a global fetch that serves the guarded way out alone. */
const asking = (connection: unknown, model: unknown) => `
  const real = fetch
  globalThis.fetch = (...call) => {
    if (!new Error().stack.includes('/src/net/fetch.ts')) throw new Error('a way out beside the door')
    return real(...call)
  }
  const { requestModel } = await import(${JSON.stringify(join(ROOM, 'request.ts'))})
  const before = ${LOADED}.length
  const limits = { timeoutMs: 5000, now: Date.now }
  const request = { system: 'x', turns: [{ user: [{ text: 'y' }] }] }
  const got = await requestModel(${JSON.stringify(connection)}, ${JSON.stringify(model)}, request, limits)
  console.log(JSON.stringify({ text: got.answer.text, before, loaded: [...new Set(${LOADED})].sort() }))`

describe('the SDK', () => {
  test('is not loaded by the catalogue, the ledger, the policy or the start of the program', async () => {
    const files = ['catalogue', 'chain', 'describe', 'job-models', 'ledger', 'permits', 'probe']
    const loads = files.map((name) => `await import(${JSON.stringify(join(ROOM, `${name}.ts`))})`)
    const serve = JSON.stringify(join(ROOM, '..', 'serve.ts'))
    const script = `${loads.join('\n')}\nawait import(${serve})\nconsole.log(JSON.stringify(${LOADED}))`
    expect(await run(script)).toEqual([])
  })

  test.each(WIRE_SAMPLES.map((wire) => [wire.adapter, wire] as const))(
    'is loaded for %s alone when that is called, and goes out by our door alone',
    async (adapter, wire) => {
      const fake = await fakeProvider(answering(200, wire.good('hello')))
      const got = await run(asking(connectionTo(wire, fake.origin), modelOn(wire)))
      expect(got).toMatchObject({ text: 'hello', before: 0 })
      const { loaded } = got as { loaded: string[] }
      const others = WIRE_SAMPLES.map((one) => one.adapter).filter((one) => one !== adapter)
      expect(loaded.length).toBeGreaterThan(0)
      for (const other of others) expect(loaded).not.toContain(`@ai-sdk/${other}`)
      expect(loaded).not.toContain('ai')
      expect(fake.arrived).toHaveLength(1)
    },
  )
})
