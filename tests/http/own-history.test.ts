import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestApp, useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { ADMIN, bearer, endedTask, makeKey, submitStamp } from '../support/keys'
import { onSqlite } from '../support/side'

const startApp = useApps()
const start = (env: Record<string, string> = {}) => startApp({ SERVICE_ADMIN_KEY: ADMIN, ...env })

/** What a browser says with whatever it posts. */
const ORIGIN = { origin: 'http://localhost' }
const TEXT = { method_text: 'flowchart LR\n  Trim --> Align\n  Align --> Count' }

/** Submits as a browser does; gives the job and the cookie that the browser holds then. */
async function draw(app: TestApp, cookie = '') {
  const answer = await app.post('/api/run', TEXT, { ...ORIGIN, ...(cookie && { cookie }) })
  const held = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { id: (await answer.json()).job_id as string, held, answer }
}

const listOf = async (app: TestApp, headers: Record<string, string>, query = '') =>
  (await app.ask(`/api/history${query}`, { headers })).json()

const idsOf = async (app: TestApp, headers: Record<string, string>, query = '') =>
  (await listOf(app, headers, query)).items.map(({ job_id }: { job_id: string }) => job_id)

describe('a browser without a key', () => {
  test('finds what it submitted, newest first, and nothing of others', async () => {
    const app = await start()
    const first = await draw(app)
    const second = await draw(app, first.held)
    const other = await draw(app)
    expect(first.answer.headers.get('set-cookie')).toMatch(/HttpOnly/i)
    expect(first.answer.headers.get('set-cookie')).toMatch(/SameSite=Strict/i)
    expect(second.held).toBe(first.held)
    expect(await idsOf(app, { cookie: first.held })).toEqual([second.id, first.id])
    expect(await idsOf(app, { cookie: other.held })).toEqual([other.id])
    expect(await idsOf(app, {})).toEqual([])
    expect(await idsOf(app, { cookie: first.held }, '?limit=1')).toEqual([second.id])
    expect(await idsOf(app, { cookie: first.held }, `?before=${second.id}`)).toEqual([first.id])
  })

  test('sees of each its words, state and picture', async () => {
    const app = await start()
    const { id, held } = await draw(app)
    await app.ended(id)
    const { items, count } = await listOf(app, { cookie: held })
    expect(count).toBe(1)
    expect(items[0]).toMatchObject({
      job_id: id,
      service: 'job',
      status: 'completed',
      title: 'Trim → Align',
      thumbnail_url: `/api/artifacts/${id}/final_preview.png`,
      artifact_count: items[0].artifacts.length,
      cost_usd: null,
    })
    const one = await (await app.ask(`/api/history/${id}`)).json()
    expect(one).toEqual(items[0])
    expect((await app.ask(`/api/history/${'0'.repeat(32)}`)).status).toBe(404)
  })

  test('calls a figure in words: the labels of a graph, the name of a picture', async () => {
    const app = await start()
    const titled = async (method_text: string) => {
      const id = await app.submit('/api/run', { method_text })
      return (await (await app.ask(`/api/history/${id}`)).json()).title
    }
    expect(await titled('flowchart LR\n  subgraph enc["Two encoders"]\n  A --> B\n  end')).toBe(
      'Two encoders',
    )
    expect(await titled('flowchart LR\n  A[Raw images] -->|x| B("Enc: 2")')).toBe(
      'Raw images → Enc: 2',
    )
    expect(await titled('digraph { \n reads -> "the map" [label="a"];\n}')).toBe(
      'reads → "the map"',
    )
    expect(await titled('We use f(x) and A[1], well-known.')).toBe(
      'We use f(x) and A[1], well-known.',
    )
    expect(await titled('## Methods\n1. Trim\n2. Align')).toBe('Methods')
    const body = new FormData()
    body.set('file', new File([await Bun.file('docs/images/arrows.png').bytes()], 'my sketch.png'))
    const upload = await (await app.ask('/api/upload', { method: 'POST', body })).json()
    const sent = await app.post('/api/image-to-svg', { image_path: upload.path })
    const { job_id: id } = await sent.json()
    expect((await (await app.ask(`/api/history/${id}`)).json()).title).toBe('my sketch')
  })

  test('calls an edited figure as the first one', async () => {
    const app = await start()
    const { id, held } = await draw(app)
    await app.ended(id)
    const operations = [{ op: 'rename', id: 'n-Align', label: 'Map' }]
    const headers = { ...ORIGIN, cookie: held }
    const answer = await app.post('/api/redraw', { source: id, operations }, headers)
    await app.ended((await answer.json()).job_id)
    const { items } = await listOf(app, { cookie: held })
    expect(items.map(({ title }: { title: string }) => title)).toEqual([
      'Trim → Align',
      'Trim → Align',
    ])
  })

  test('calls it so also when the first one is gone', async () => {
    const app = await start()
    const { id, held } = await draw(app)
    await app.ended(id)
    const headers = { ...ORIGIN, cookie: held }
    const operations = [{ op: 'set_direction', direction: 'down' }]
    const answer = await app.post('/api/redraw', { source: id, operations }, headers)
    await app.ended((await answer.json()).job_id)
    expect((await app.ask(`/api/history/${id}`, { method: 'DELETE', headers })).status).toBe(204)
    const { items } = await listOf(app, { cookie: held })
    expect(items.map(({ title }: { title: string }) => title)).toEqual(['Trim → Align'])
  })

  test('takes its own away, with the files, and nobody else’s', async () => {
    const app = await start()
    const gate = join(tempFolder(), 'gate')
    const { id, held } = await draw(app)
    await app.ended(id)
    const remove = (job: string, headers: Record<string, string>) =>
      app.ask(`/api/history/${job}`, { method: 'DELETE', headers: { ...ORIGIN, ...headers } })
    expect((await remove(id, {})).status).toBe(404)
    expect((await remove(id, { cookie: (await draw(app)).held })).status).toBe(404)
    expect((await remove(id, { cookie: held, origin: 'http://elsewhere' })).status).toBe(403)
    expect(existsSync(join(app.dataDir, 'files', id))).toBe(true)
    expect((await remove(id, { cookie: held })).status).toBe(204)
    expect((await app.ask(`/api/jobs/${id}`)).status).toBe(404)
    expect(existsSync(join(app.dataDir, 'files', id))).toBe(false)

    const slow = await app.post('/api/slow', { file: gate }, { ...ORIGIN, cookie: held })
    const { job_id } = await slow.json()
    expect((await remove(job_id, { cookie: held })).status).toBe(409)
    await Bun.write(gate, 'open')
    await app.ended(job_id)
    expect((await remove(job_id, { cookie: held })).status).toBe(204)
  })
})

onSqlite('lists and polls read neither what was sent nor which files it may read', async () => {
  const app = await start()
  const { id, held } = await draw(app)
  await app.ended(id)
  const read = async () =>
    Promise.all([
      listOf(app, { cookie: held }),
      app.job(id),
      (await app.ask(`/api/history/${id}`)).json(),
      (await app.ask('/api/admin/history', { headers: bearer(ADMIN) })).json(),
    ])
  const before = await read()
  const db = new Database(join(app.dataDir, 'burin.sqlite'))
  // What read them would fail on what no longer is JSON, or is not there.
  db.run("update records set files = 'unreadable'")
  db.run('delete from inputs')
  db.close()
  expect(await read()).toEqual(before)
})

test('reads of the history obey the rate limit, ten for each submission; polls do not', async () => {
  const app = await start({ RATE_LIMIT_PER_MINUTE: '1' })
  const { key } = await makeKey(app)
  const { job_id: id } = await (await app.post('/api/run', TEXT, bearer(key))).json()
  const statuses: number[] = []
  for (let read = 0; read < 11; read++)
    statuses.push((await app.ask('/api/history', { headers: bearer(key) })).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  expect((await app.ask('/api/history')).status).toBe(200)
  expect((await app.ask(`/api/jobs/${id}`, { headers: bearer(key) })).status).toBe(200)
})

test.each(['a', 'z'.repeat(32), 'A1'.repeat(16), '0'.repeat(33)])(
  'a cookie that was planted, %s, names nobody',
  async (planted) => {
    const app = await start()
    const cookie = `burin_browser=${planted}`
    const { id, held } = await draw(app, cookie)
    expect(held).toMatch(/^burin_browser=[0-9a-f]{32}$/)
    expect(await idsOf(app, { cookie })).toEqual([])
    expect(await idsOf(app, { cookie: held })).toEqual([id])
  },
)

test('a client that is no browser gets no cookie', async () => {
  const app = await start()
  const answer = await app.post('/api/run', TEXT)
  expect(answer.headers.get('set-cookie')).toBeNull()
})

test('a key finds its jobs and tasks, whichever browser it is in', async () => {
  const app = await start()
  const [lab, other] = [await makeKey(app), await makeKey(app)]
  const task = await submitStamp(app, lab.key)
  await endedTask(app, lab.key, task)
  const made = await app.post('/api/run', TEXT, { ...ORIGIN, ...bearer(lab.key) })
  expect(made.headers.get('set-cookie')).toBeNull()
  const { job_id } = await made.json()
  const { held } = await draw(app)
  expect(await idsOf(app, bearer(lab.key))).toEqual([job_id, task])
  expect(await idsOf(app, { ...bearer(other.key), cookie: held })).toEqual([])
  const path = `/api/history/${task}`
  expect((await app.ask(path, { headers: bearer(other.key) })).status).toBe(404)
  const remove = (key: string) => app.ask(path, { method: 'DELETE', headers: bearer(key) })
  expect((await remove(other.key)).status).toBe(404)
  expect((await remove(lab.key)).status).toBe(204)
})

test.each(['limit=0', 'limit=201', 'limit=x'])('%s is refused', async (query) => {
  const app = await start()
  expect((await app.ask(`/api/history?${query}`)).status).toBe(422)
})
