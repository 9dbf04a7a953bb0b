import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createLogger } from '../../src/log'
import { fetchDeclared } from '../support/declared'
import { tempFolder } from '../support/folders'
import { ADMIN, bearer } from '../support/keys'
import { askRaw } from '../support/raw-http'
import { useServers } from '../support/server'
import { until } from '../support/until'

const startServer = useServers()
const KEY_SECRET = 'a key secret / with "quotes" & spaces, über 32'

const hex = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const twice = (text: string) => encodeURIComponent(hex(text))

test('no secret reaches the log in any encoding, no query of a page, nothing behind /api/admin/keys/', async () => {
  const server = await startServer({ env: { SERVICE_ADMIN_KEY: ADMIN, KEY_SECRET } })
  const made = await fetchDeclared(`${server.url}/api/admin/keys`, {
    method: 'POST',
    headers: { ...bearer(ADMIN), 'content-type': 'application/json' },
    body: '{"name":"lab"}',
  })
  const { key } = await made.json()
  const file = `/api/artifacts/${'0'.repeat(32)}/final.svg?api_token=`
  const paths = [
    `/editor/index.html?url=${encodeURIComponent(file + ADMIN)}`,
    `/?${encodeURIComponent(ADMIN)}`,
    `/swagger?key=plain-word`,
    `/api/admin/keys/%62${key.slice(1)}`,
    `/api/admin/keys/${hex(key)}`,
    `/api/admin/%6beys/${key}`,
    `/api/admin/keys/plain-word/more-words`,
    `/api/jobs/${encodeURIComponent(ADMIN)}`,
    `/api/jobs/${hex(ADMIN)}`,
    `/api/jobs/${twice(ADMIN)}`,
    `/api/jobs/x?note=${encodeURIComponent(file + ADMIN)}&last_event_id=7`,
    `/api/jobs/x?note=${ADMIN.replaceAll(' ', '+')}`,
    `/api/jobs/x?note=${twice(KEY_SECRET)}`,
    `/api/jobs/x?API_Token=plain-word&x-api-key=plain-word&authorization=plain-word`,
    `/api/admin/history?api_key=plain-word&page=2`,
    `/api/jobs/x;api_token=plain-word`,
    `/nowhere?api_token=plain-word`,
  ]
  for (const path of paths) expect(await askRaw(server.url, { method: 'GET', path })).not.toBeNull()
  const logged = await until('all are logged', () => {
    const requests = server.logs().filter(({ message }) => message === 'request')
    return requests.length === paths.length + 1 && requests.map(({ url }) => String(url))
  })
  const shown = logged.slice(1).map((url) => url.replace(server.url, ''))
  expect(shown).toEqual([
    '/editor/index.html',
    '/',
    '/swagger',
    '/api/admin/keys/***',
    '/api/admin/keys/***',
    '/api/admin/%6beys/***',
    '/api/admin/keys/***',
    '/api/jobs/***',
    '/api/jobs/***',
    '/api/jobs/***',
    expect.stringMatching(/^\/api\/jobs\/x\?note=.*\*\*\*.*&last_event_id=7$/),
    '/api/jobs/x?note=***',
    '/api/jobs/x?note=***',
    '/api/jobs/x?API_Token=***&x-api-key=***&authorization=***',
    '/api/admin/history?api_key=***&page=2',
    '/api/jobs/x;api_token=***',
    '/nowhere',
  ])
  const all = server.stdout() + server.stderr()
  for (const secret of [ADMIN, key, key.slice(6), KEY_SECRET, 'plain-word'])
    for (const written of [secret, encodeURIComponent(secret), hex(secret), twice(secret)])
      expect(all).not.toContain(written)
  expect(await server.stop()).toBe(0)
})

describe('what a person reads', () => {
  test('at a terminal is words; elsewhere it is JSON', async () => {
    const lines: string[] = []
    const write = (line: string) => lines.push(line)
    const fields = { job: '01a2', attempt: 1, error: 'two\n words', url: null, oddity: '\u009b2J"' }
    createLogger('info', { write, readable: true }).error('job ended', fields)
    createLogger('info', { write }).info('job ended', fields)
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d error: job ended job=01a2 attempt=1 error="two\\n words" oddity="\\u009b2J\\""\n$/,
    )
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({
      level: 'info',
      message: 'job ended',
      ...fields,
    })
  })

  test('is chosen by where the output goes', async () => {
    let shown = ''
    const { PATH = '', HOME = '' } = process.env
    const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../src/main.ts')], {
      env: { PATH, HOME, PORT: '0', EXECUTORS: '1', DATA_DIR: tempFolder() },
      terminal: {
        cols: 200,
        data: (_, bytes) => {
          shown += Buffer.from(bytes).toString()
        },
      },
    })
    try {
      const url = await until('it listens', () => / listens on (\S+)\s/.exec(shown)?.[1])
      await fetchDeclared(`${url}/healthz`)
      await until('the request is told', () =>
        /\d\d:\d\d:\d\d request request=\w+ method=GET .* status=200 ms=\d+/.test(shown),
      )
      expect(shown).not.toContain('{"time"')
    } finally {
      child.kill('SIGTERM')
      await child.exited
    }
    expect(child.exitCode).toBe(0)
    expect(shown).toContain('draining: no job is at work')
  })

  test('holds separators of lines as any other letter', async () => {
    let shown = ''
    const log =
      "import { createLogger } from './src/log'; createLogger('info').error('job ended', { error: 'a\\u2028b' })"
    const child = Bun.spawn([process.execPath, '-e', log], {
      cwd: join(import.meta.dir, '../..'),
      terminal: {
        cols: 200,
        data: (_, bytes) => {
          shown += Buffer.from(bytes).toString()
        },
      },
    })
    expect(await child.exited).toBe(0)
    expect(shown).toMatch(/error: job ended error="a\u2028b"/)
  })
})
