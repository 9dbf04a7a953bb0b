import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findOutgoing } from '../../scripts/check-fetch'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'check-fetch-'))
})
afterEach(() => rm(root, { recursive: true }))

const plant = (path: string, text: string) => Bun.write(join(root, path), text)

describe('the check for a second way out', () => {
  test('exits 1 and names file and line of a planted call', async () => {
    await plant('src/jobs/leak.ts', 'const a = 1\n\nawait fetch("https://example.org")\n')
    const script = resolve(import.meta.dir, '../../scripts/check-fetch.ts')
    const run = Bun.spawnSync([process.execPath, script, root])
    expect(run.exitCode).toBe(1)
    expect(run.stderr.toString()).toContain('src/jobs/leak.ts:3: fetch(')
  })

  test.each([
    ['await fetch(url)'],
    ['await fetch (url)'],
    ['globalThis.fetch(url)'],
    ['const { fetch: get } = { fetch: globalThis.fetch }'],
    ['const get = fetch\nget(url)'],
    ['run(url, fetch)'],
    ["import { request } from 'node:http'"],
    ["import https from 'https'"],
    ["const net = await import('node:net')"],
    ["const a = require('axios')"],
    ["import { fetch as f } from 'undici'"],
    ['Bun.connect({ hostname, port, socket })'],
    ['net.connect(80, host)'],
    ['https.get(url)'],
    ['new WebSocket(url)'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted code has a template
    ['const s = `a ${await fetch(url)} b`'],
    ['const quote = /[\'"`]/\nawait fetch(url)'],
    ['guardedFetch(url, options, { isAllowedAddress: () => true })'],
  ])('finds %s', async (code) => {
    await plant('plugins/x/run.ts', code)
    expect(await findOutgoing(root)).toHaveLength(1)
  })

  test.each([
    ['// fetch(url) is not called here'],
    ['/* import http from "node:http" */'],
    ["const help = 'call fetch(url)'"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted code has a template
    ['const help = `use fetch(url) or ${name} or fetch(url)`'],
    ['ctx.fetchImage(url)'],
    ['const image = guardedFetch(url, options)'],
    ['Bun.serve({ port, fetch: app.fetch })'],
    ['app.fetch(request)'],
    ["import { helper } from './http/net'"],
    ["import { x } from '../net/fetch'"],
  ])('leaves %s alone', async (code) => {
    await plant('src/jobs/x.ts', code)
    expect(await findOutgoing(root)).toEqual([])
  })

  test('lets src/net and the browser pages be', async () => {
    await plant('src/net/fetch.ts', 'fetch(url)')
    await plant('src/web/studio/main.tsx', "fetch('/api/config')")
    await plant('src/network/fetch.ts', 'fetch(url)')
    expect(await findOutgoing(root)).toEqual([
      { file: 'src/network/fetch.ts', line: 1, what: 'fetch(' },
    ])
  })

  test('passes on this repository', async () => {
    expect(await findOutgoing(resolve(import.meta.dir, '../..'))).toEqual([])
  })
})
