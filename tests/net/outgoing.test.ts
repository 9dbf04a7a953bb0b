import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dir, '../..')
const BIOME = join(ROOT, 'node_modules', '.bin', 'biome')

const FORBIDDEN = [
  'await fetch(url)',
  'await fetch (url)',
  'void globalThis.fetch(url)',
  'void globalThis?.fetch(url)',
  'export const { fetch: get } = { fetch: globalThis.fetch }',
  'export const get = fetch',
  'run(url, fetch)',
  "export { request } from 'node:http'",
  "import https from 'https'",
  "export const net = await import('node:net')",
  "export const a = require('axios')",
  "import { fetch as f } from 'undici'",
  'Bun.connect({ hostname, port, socket })',
  'new WebSocket(url)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted code has a template
  'export const s = `a ${await fetch(url)} b`',
  'guardedFetch(url, options, { isAllowedAddress: () => true })',
]

const LEFT_ALONE = [
  '// fetch(url) is not called here',
  '/* import http from "node:http" */',
  "export const help = 'call fetch(url)'",
  'ctx.fetchImage(url)',
  'export const image = guardedFetch(url, options)',
  'Bun.serve({ port, fetch: app.fetch })',
  'app.fetch(request)',
  "export { helper } from './http/net'",
  "export { x } from '../net/fetch'",
]

const RULES = 'lint/style/noRestricted|plugin'

/** Files of a source tree in which the linter finds a way out past src/net. */
let found: Set<string> = new Set()
let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'outgoing-'))
  for (const file of ['biome.json', 'scripts/outgoing.grit'])
    await Bun.write(join(root, file), Bun.file(join(ROOT, file)))
  for (const [index, code] of [...FORBIDDEN, ...LEFT_ALONE].entries())
    await Bun.write(join(root, `plugins/x/${index}.ts`), `${code}\n`)
  await Bun.write(join(root, 'src/net/fetch.ts'), 'await fetch(url)\n')
  await Bun.write(join(root, 'src/web/studio/main.tsx'), "await fetch('/api/config')\n")
  await Bun.write(join(root, 'src/network/fetch.ts'), 'await fetch(url)\n')
  const flags = ['--reporter=github', '--max-diagnostics=none']
  const run = Bun.spawnSync([BIOME, 'lint', ...flags, root], { cwd: root })
  const line = new RegExp(`title=(?:${RULES})[^,]*,file=([^,]+),`, 'g')
  found = new Set(
    [...run.stdout.toString().matchAll(line)].map(([, file = '']) => file.replace(`${root}/`, '')),
  )
})
afterAll(() => rm(root, { recursive: true }))

describe('the check for a second way out', () => {
  test.each(FORBIDDEN)('finds %s', (code) => {
    expect(found).toContain(`plugins/x/${FORBIDDEN.indexOf(code)}.ts`)
  })

  test.each(LEFT_ALONE)('leaves %s alone', (code) => {
    const index = FORBIDDEN.length + LEFT_ALONE.indexOf(code)
    expect(found).not.toContain(`plugins/x/${index}.ts`)
  })

  test('lets src/net and the browser pages be', () => {
    expect([...found].filter((file) => file.startsWith('src/'))).toEqual(['src/network/fetch.ts'])
  })
})
