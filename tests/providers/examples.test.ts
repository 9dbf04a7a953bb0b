import { afterAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Failure, reasonOf } from '../../src/providers/wire/failure'
import { removeTempFolders, tempFolder } from '../support/folders'
import { runProgram } from '../support/server'

afterAll(removeTempFolders)

const DOCS = join(import.meta.dir, '..', '..', 'docs')
const page = readFileSync(join(DOCS, 'providers.md'), 'utf8')

const blocks = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
const examples: [name: string, text: string][] = [
  ...blocks.map((text): [string, string] => [
    Object.keys(Object.values(JSON.parse(text))[0] as object).join(),
    text,
  ]),
  ['examples/providers.json', readFileSync(join(DOCS, 'examples', 'providers.json'), 'utf8')],
]

describe('a file in the documentation is one that the server takes', () => {
  test('there is one for every adapter of text', () => {
    for (const adapter of ['openai-compatible', 'openai', 'google', 'anthropic', 'openrouter'])
      expect(page).toContain(`"adapter": "${adapter}"`)
    expect(blocks.length).toBeGreaterThan(9)
  })

  test.each(examples)('%s', async (_, text) => {
    const path = join(tempFolder(), 'providers.json')
    await Bun.write(path, text)
    const keys = [...text.matchAll(/"(?:apiKeyEnv|env)": "(\w+)"/g)].map(([, name = '']) => name)
    const env = Object.fromEntries(keys.map((name) => [name, `sk-canary-${name}`]))
    const ran = await runProgram(['--check-config'], { PROVIDERS_FILE: path, ...env })
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: '' })
    for (const id of Object.keys(JSON.parse(text).providers ?? {}))
      expect(ran.stdout).toContain(`  ${id}: `)
    expect(ran.stdout).not.toContain('canary')
  })
})

const status = (code: number): Failure => ({ kind: 'status', status: code })
const FAILURES: Failure[] = [
  { kind: 'connection' },
  { kind: 'timeout', seconds: 120 },
  { kind: 'cut' },
  { kind: 'too_large' },
  ...[400, 401, 402, 404, 408, 429, 503, 302].map(status),
  { kind: 'declined' },
  { kind: 'unreadable', repairs: 2 },
  { kind: 'empty plan' },
  { kind: 'denied', denial: { reason: 'paused' } },
  { kind: 'denied', denial: { reason: 'usd', limit: 0.5 } },
]

test.each(FAILURES.map((failure) => [reasonOf(failure)]))('the page helps with: %s', (sentence) => {
  expect(page).toContain(`\n| ${sentence}`)
})
