/** Every file of `tests/fixtures/bad-inputs` is one request that no honest client sends, with the answer it gets. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientAt } from '../support/client'
import { fetchDeclared } from '../support/declared'
import { isAlive } from '../support/processes'
import { askRaw, type RawRequest } from '../support/raw-http'
import { type Server, useServers } from '../support/server'

interface BadInput {
  name: string
  request: RawRequest
  expect: {
    /** Null: the server closes the connection without an answer. */
    status: number | null
    /** The whole of `detail`; `matching`: each entry holds at least this; `containing`: part of the sentence. */
    detail?: unknown
    matching?: object[]
    containing?: string
    headers?: Record<string, string>
  }
}

const FOLDER = join(import.meta.dir, '..', 'fixtures', 'bad-inputs')
const INPUTS: BadInput[] = readdirSync(FOLDER)
  .sort()
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))

const ROUNDS = 3
const GROWTH_MB = 60

const startServer = useServers()
let server: Server
let words: Record<string, string>

beforeAll(async () => {
  server = await startServer({
    env: { SERVICE_ADMIN_KEY: 'an-admin-key-of-more-than-32-characters', EXECUTORS: '1' },
  })
  const job = await clientAt(server.url).submit('/api/echo', { text: 'a job' })
  await clientAt(server.url).ended(job)
  words = { '{job}': job }
})

describe('bad inputs', () => {
  test('are at least sixty', () => expect(INPUTS.length).toBeGreaterThanOrEqual(60))

  for (const input of INPUTS)
    test(input.name, async () => {
      const answer = await askRaw(server.url, filled(input.request))
      if (answer === null || input.expect.status === null) {
        expect({ answered: answer !== null }).toEqual({ answered: input.expect.status !== null })
        return
      }
      expect({ text: answer.text, status: answer.status }).toEqual({
        text: answer.text,
        status: input.expect.status,
      })
      judge(input, answer.text)
      for (const [name, value] of Object.entries(input.expect.headers ?? {}))
        expect(answer.headers.get(name)).toBe(value)
      expect(answer.text).not.toMatch(/\bat .+\.ts:\d+|node_modules|SQLITE/)
    })

  test('leave the server alive, its memory flat and its log free of failures', async () => {
    const before = await settledMegabytes(3_000)
    for (let round = 0; round < ROUNDS; round++)
      for (const { request } of INPUTS) await askRaw(server.url, filled(request))
    const grown = (await settledMegabytes(10_000, before + GROWTH_MB / 2)) - before
    console.log(`resident memory: ${before} MB, after ${ROUNDS} rounds ${grown} MB more`)
    expect(grown).toBeLessThan(GROWTH_MB)
    expect(isAlive(server.pid)).toBe(true)
    expect((await fetchDeclared(`${server.url}/healthz`)).status).toBe(200)
    expect(server.logs().filter(({ message }) => message === 'request failed')).toEqual([])
    expect(server.stderr()).toBe('')
  })
})

function judge({ expect: wanted }: BadInput, text: string): void {
  if (wanted.detail !== undefined) expect(JSON.parse(text)).toEqual({ detail: wanted.detail })
  if (wanted.containing !== undefined) expect(JSON.parse(text).detail).toContain(wanted.containing)
  if (wanted.matching !== undefined) {
    const { detail } = JSON.parse(text)
    expect(detail).toHaveLength(wanted.matching.length)
    expect(detail).toMatchObject(wanted.matching)
  }
}

/** The request with the names of what exists on this server in it. */
function filled(request: RawRequest): RawRequest {
  const path = Object.entries(words).reduce(
    (text, [word, value]) => text.replaceAll(word, value),
    request.path,
  )
  return { ...request, path }
}

/** The least that the server holds within `ms`, or the first that is `enough`: what waits for its collector is no leak. */
async function settledMegabytes(ms: number, enough = 0): Promise<number> {
  let least = residentMegabytes()
  for (const end = performance.now() + ms; least > enough && performance.now() < end; ) {
    await Bun.sleep(50)
    least = Math.min(least, residentMegabytes())
  }
  return least
}

function residentMegabytes(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1000)
}
