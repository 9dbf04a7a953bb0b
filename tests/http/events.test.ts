import { beforeAll, describe, expect, jest, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { useApps } from '../support/app'
import { type Client, clientAt } from '../support/client'
import { tempFolder } from '../support/folders'
import { type Server, useServers } from '../support/server'
import { onSqlite } from '../support/side'
import { collect, contents, type Frame, openStream, readStream } from '../support/sse'
import { until } from '../support/until'

const startServer = useServers()
const startApp = useApps()

const HOLD_MS = 500

let server: Server
let client: Client

beforeAll(async () => {
  server = await startServer({ env: { EXECUTORS: '2' } })
  client = clientAt(server.url)
})

const eventsOf = (id: string) => `${server.url}/api/events/${id}`
const isFinished = ({ data }: Frame) => data.state === 'finished'

/** Ids 1, 2, 3... with `finished` last and only once. */
function expectWhole(frames: readonly Frame[]): void {
  expect(frames.map(({ id }) => id)).toEqual(frames.map((_, index) => index + 1))
  expect(frames.filter(isFinished)).toHaveLength(1)
  expect(frames.at(-1)?.data).toMatchObject({ state: 'finished', status: 'completed', code: 0 })
}

describe('a stream', () => {
  test('gives two subscribers the same whole history, and a late one too', async () => {
    const id = await client.submit('/api/echo', { text: 'both', lines: 300, delay: 100 })
    const [one, two] = await Promise.all([collect(eventsOf(id)), collect(eventsOf(id))])
    const late = await collect(eventsOf(id))
    expectWhole(one)
    expect(one.filter(({ event }) => event === 'log')).toHaveLength(300)
    expect(contents(two)).toEqual(contents(one))
    expect(contents(late)).toEqual(contents(one))
  })

  test('opens with retry, and says what it is', async () => {
    const id = await client.submit('/api/echo', { text: 'x' })
    const stream = await openStream(eventsOf(id))
    await stream.ended
    expect(stream.text()).toStartWith('retry: 2000\n')
    expect(stream.headers.get('content-type')).toStartWith('text/event-stream')
    expect(stream.headers.get('cache-control')).toContain('no-cache')
    expect(stream.text()).toEndWith('\n\n')
  })

  test('tells one event a frame, in the order of the work', async () => {
    const id = await client.submit('/api/echo', { text: 'hello', lines: 2 })
    const frames = await collect(eventsOf(id))
    const file = (path: string) => ({
      name: path,
      path,
      url: `/api/artifacts/${id}/${path}`,
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
    })
    expect(contents(frames).map(({ event, data }) => [event, data])).toEqual([
      ['status', { state: 'queued' }],
      ['status', { state: 'started' }],
      ['log', { stream: 'stdout', line: 'line 1' }],
      ['log', { stream: 'stdout', line: 'line 2' }],
      ['artifact', { kind: 'artifact', ...file('echo.txt'), size: 5 }],
      ['artifact', { kind: 'log', ...file('run.log'), size: 14 }],
      ['status', { state: 'finished', code: 0, status: 'completed', error: null }],
    ])
  })

  test('shows a file only when it can be fetched', async () => {
    const gate = join(tempFolder(), 'gate')
    const id = await client.submit('/api/slow', { file: gate })
    const frames = await collect(eventsOf(id), { until: ({ event }) => event === 'artifact' })
    const found = await client.ask(String(frames.at(-1)?.data.url))
    expect(found.status).toBe(200)
    expect(await found.text()).toBe('written before the wait')
    expect((await client.job(id)).status).toBe('running')
    await Bun.write(gate, 'open')
    await client.ended(id)
  })

  test('holds its last frame until 500 ms after the last file, while polling shows the end at once', async () => {
    const id = await client.submit('/api/echo', { text: 'x', delay: 50 })
    const watching = collect(eventsOf(id))
    await client.ended(id)
    const polled = performance.now()
    const frames = await watching
    const shown = frames.findLast(({ event }) => event === 'artifact')?.at ?? 0
    const finished = frames.at(-1)?.at ?? 0
    expect(frames.at(-1)?.data.state).toBe('finished')
    // On a busy machine two frames may arrive nearer than they were sent.
    expect(finished - shown).toBeGreaterThan(HOLD_MS / 2)
    expect(polled).toBeLessThan(finished)
  })

  test('is 404 for an unknown job', async () => {
    const response = await client.ask(`/api/events/${'0'.repeat(32)}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ detail: 'Job not found' })
  })
})

describe('a subscriber that comes back', () => {
  test('goes on where it was dropped, without gap or repeat, by header and by query', async () => {
    const id = await client.submit('/api/many', { lines: 600 })
    const before = await collect(eventsOf(id), { until: (frame) => frame.id === 150 })
    const [header, query] = await Promise.all([
      collect(eventsOf(id), { lastEventId: 150 }),
      collect(`${eventsOf(id)}?last_event_id=150`),
    ])
    expectWhole([...before, ...header])
    expect(contents(query)).toEqual(contents(header))
  })

  test('gets only what is left when the job has ended, and 204 after the last', async () => {
    const id = await client.submit('/api/echo', { text: 'x', lines: 5 })
    const all = await collect(eventsOf(id))
    const last = all.length
    const left = await collect(eventsOf(id), { lastEventId: last - 1 })
    expect(contents(left)).toEqual(contents(all.slice(-1)))
    for (const [url, lastEventId] of [
      [eventsOf(id), last],
      [`${eventsOf(id)}?last_event_id=${last}`, undefined],
    ] as const) {
      const response = await openStream(url, lastEventId === undefined ? {} : { lastEventId })
      expect(response.status).toBe(204)
      await response.ended
      expect(response.text()).toBe('')
    }
  })

  test('waits for news when it has seen everything of a job that still runs', async () => {
    const gate = join(tempFolder(), 'gate')
    const id = await client.submit('/api/slow', { file: gate })
    const before = await collect(eventsOf(id), { until: ({ event }) => event === 'artifact' })
    const stream = await openStream(eventsOf(id), { lastEventId: before.length })
    expect(stream.status).toBe(200)
    await until('the stream is open', () => stream.text().startsWith('retry: 2000\n'))
    expect(stream.frames).toEqual([])
    await Bun.write(gate, 'open')
    await stream.ended
    expectWhole([...before, ...stream.frames])
  })

  test('gets all from the start after an id that is no integer of the job', async () => {
    const id = await client.submit('/api/echo', { text: 'x' })
    const whole = contents(await collect(eventsOf(id)))
    const odd = ['abc', '1.5', '-1', '0', '0x2', '99999', '123456789012345678901234567890', ' ']
    const replays = odd.flatMap((lastEventId) => [
      collect(eventsOf(id), { lastEventId }),
      collect(`${eventsOf(id)}?last_event_id=${encodeURIComponent(lastEventId)}`),
    ])
    for (const frames of await Promise.all(replays)) expect(contents(frames)).toEqual(whole)
  })
})

describe('after a restart of the server', () => {
  test('history, resumption and 204 are as before, and a running job goes on', async () => {
    const dataDir = tempFolder()
    const gate = join(dataDir, 'gate')
    const first = await startServer({ dataDir })
    const done = await clientAt(first.url).submit('/api/echo', { text: 'x', lines: 20 })
    const all = await collect(`${first.url}/api/events/${done}`)
    const open = await clientAt(first.url).submit('/api/slow', { file: gate })
    const seen = await collect(`${first.url}/api/events/${open}`, {
      until: ({ event }) => event === 'artifact',
    })
    await first.stop('SIGKILL')

    const second = await startServer({ dataDir })
    const at = (id: string) => `${second.url}/api/events/${id}`
    expect(contents(await collect(at(done)))).toEqual(contents(all))
    const tail = await collect(at(done), { lastEventId: 7 })
    expect(contents(tail)).toEqual(contents(all.slice(7)))
    expect((await openStream(at(done), { lastEventId: all.length })).status).toBe(204)

    const rest = collect(at(open), { lastEventId: seen.length })
    await Bun.write(gate, 'open')
    const whole = [...seen, ...(await rest)]
    expectWhole(whole)
    expect(whole.filter(({ event }) => event === 'status').map(({ data }) => data)).toContainEqual({
      state: 'queued',
      attempt: 2,
    })
    expect(await second.stop()).toBe(0)
  })
})

onSqlite('an idle stream gets a comment every 15 seconds', async () => {
  const app = await startApp()
  const id = await app.submit('/api/slow', { ms: 60_000 })
  await until('the file is there', async () => (await app.job(id)).artifacts.length === 1)
  jest.useFakeTimers()
  const stream = readStream(await app.ask(`/api/events/${id}`))
  try {
    await settled()
    const told = stream.text()
    expect(stream.frames.at(-1)?.event).toBe('artifact')
    jest.advanceTimersByTime(14_900)
    await settled()
    expect(stream.text()).toBe(told)
    jest.advanceTimersByTime(200)
    await settled()
    expect(stream.text().slice(told.length)).toMatch(/^:[^\n]*\n\n$/)
  } finally {
    jest.useRealTimers()
  }
  await stream.drop()
  await app.stop()
})

test('a reader without progress for 30 seconds is cut', async () => {
  const app = await startApp()
  const id = await app.submit('/api/many', { lines: 500 })
  await app.ended(id)
  const responses = [await app.ask(`/api/events/${id}`), await app.ask(`/api/events/${id}`)]
  const [stopped, slow] = responses.map((response) => response.body?.getReader())
  jest.useFakeTimers()
  try {
    await stopped?.read()
    await slow?.read()
    jest.advanceTimersByTime(29_000)
    expect((await slow?.read())?.done).toBe(false)
    jest.advanceTimersByTime(1001)
    await expect(stopped?.read()).rejects.toThrow('no progress')
    expect((await slow?.read())?.done).toBe(false)
  } finally {
    jest.useRealTimers()
  }
  await slow?.cancel()
  await app.stop()
})

/** Lets everything that is ready run, without a timer. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise<void>((next) => setImmediate(next))
}

describe('a reader that has stopped reading', () => {
  const READERS = 30
  const LINES = 2000
  const LINE_BYTES = 4000
  /** A queue for each reader would take 240 MB. */
  const TOLERATED_BYTES = 90_000_000

  test('costs no memory, and the others do not wait for it', async () => {
    const id = await client.submit('/api/many', { lines: LINES, size: LINE_BYTES })
    await client.ended(id)
    const { hostname, port } = new URL(server.url)
    const whole = await collect(eventsOf(id))
    const before = residentBytes(server.pid)
    const stopped: Socket[] = []
    for (let reader = 0; reader < READERS; reader++) {
      const socket = connect(Number(port), hostname)
      socket.pause()
      socket.write(`GET /api/events/${id} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
      stopped.push(socket)
    }
    const peaks: number[] = []
    for (let look = 0; look < 75; look++) {
      await Bun.sleep(20)
      peaks.push(residentBytes(server.pid))
    }
    const another = await collect(eventsOf(id))
    peaks.push(residentBytes(server.pid))
    for (const socket of stopped) socket.destroy()
    expect(contents(another)).toEqual(contents(whole))
    const grown = Math.max(...peaks) - before
    console.log(`${READERS} stopped readers: ${(grown / 1e6).toFixed(0)} MB more`)
    expect(grown).toBeLessThan(TOLERATED_BYTES)
  })
})

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
}
