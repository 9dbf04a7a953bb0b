import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toPng } from '../../src/figure/render/raster'
import type { Logger } from '../../src/log'
import { FLOW } from '../read/image/pictures'
import { FIXTURE_PDFS } from '../read/odd-pdfs'
import { type TestApp, useApps } from '../support/app'
import { fetchDeclared } from '../support/declared'
import { tempFolder } from '../support/folders'
import { ADMIN, admin, bearer, makeKey } from '../support/keys'
import { type ObjectStore, useObjectStores } from '../support/s3'
import { runProgram } from '../support/server'
import { until } from '../support/until'

const startApp = useApps()
const startObjectStore = useObjectStores()
const DAY_MS = 86_400_000
const AWAY = 'What the servers share does not answer; try again in a moment.'

async function upload(app: TestApp): Promise<{ path: string; url: string }> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(await toPng(FLOW))], 'picture.png'))
  return (await app.ask('/api/upload', { method: 'POST', body: form })).json()
}

const clientOf = ({ settings }: ObjectStore) =>
  new Bun.S3Client({
    endpoint: settings.S3_ENDPOINT,
    bucket: settings.S3_BUCKET,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
  })

async function objects(store: ObjectStore): Promise<string[]> {
  const { contents = [] } = await clientOf(store).list({ maxKeys: 1000 })
  return contents.map(({ key }) => key)
}

/** A log that stories look into. */
function listening() {
  const said: string[] = []
  const log: Logger = { info: () => {}, error: (message) => said.push(message) }
  return { said, log }
}

test('with a bucket every kind of work runs as without; the folder keeps no file of it, and retention empties the bucket', async () => {
  const store = await startObjectStore()
  const DATA_DIR = tempFolder()
  const env = { ...store.settings, DATA_DIR, SERVICE_ADMIN_KEY: ADMIN, RETENTION_DAYS: '7' }
  let app = await startApp(env)
  const { key } = await makeKey(app)
  const paper = readFileSync(join(FIXTURE_PDFS, 'two-columns.pdf')).toString('base64')
  const ofPaper = { pdf_base64: paper, caption: 'The plume', image_resolution: '1K' }
  const task = await (await app.post('/api/generate-from-pdf', ofPaper, bearer(key))).json()
  const drawn = await app.submit('/api/run', { method_text: 'flowchart LR\n a[Wash] --> b[Dry]' })
  const picture = await upload(app)
  const read = await app.submit('/api/image-to-svg', {
    image_path: picture.path,
    optimize_iterations: 1,
  })
  expect((await app.ended(drawn)).status).toBe('completed')
  const edited = await app.submit('/api/redraw', {
    source: drawn,
    operations: [{ op: 'rename', id: 'n-a', label: 'Rinse' }],
  })
  for (const id of [read, edited]) expect((await app.ended(id)).status).toBe('completed')
  const finished = () => app.ask(`/api/tasks/${task.task_id}`, { headers: bearer(key) })
  await until('the task ends', async () => (await (await finished()).json()).status === 'completed')
  expect((await (await finished()).json()).image_base64).toStartWith('iVBORw0KGgo')
  const deck = await (await app.ask(`/api/jobs/${edited}/export/drawio`)).text()
  expect(deck).toContain('Rinse')
  await app.stop()

  // Of another server, whose folder has no copies.
  app = await startApp({ ...env, DATA_DIR })
  const { artifacts } = await app.job(edited)
  const url = app.listen()
  for (const { path, size } of artifacts) {
    const whole = await fetchDeclared(`${url}/api/artifacts/${edited}/${path}`)
    expect([path, whole.headers.get('content-length')]).toEqual([path, String(size)])
    const bytes = await whole.bytes()
    expect(bytes.byteLength).toBe(size)
    const headers = { range: 'bytes=3-9' }
    const part = await fetchDeclared(`${url}/api/artifacts/${edited}/${path}`, { headers })
    expect([part.status, await part.bytes()]).toEqual([206, bytes.slice(3, 10)])
  }
  expect(await (await app.ask(`/api/artifacts/${edited}/final.svg`)).text()).toContain('Rinse')
  expect(await (await app.ask(`/api/jobs/${edited}/export/drawio`)).text()).toBe(deck)
  expect((await app.ask(picture.url)).status).toBe(200)
  expect(readdirSync(DATA_DIR)).not.toContain('files')
  expect(readdirSync(join(DATA_DIR, 'scratch', 'files'))).toEqual([])
  const kept = await objects(store)
  expect(kept).toContain(`files/${task.task_id}/input/pdf_base64.pdf`)
  expect(kept.filter((one) => one.startsWith(`files/${edited}/1/`))).toHaveLength(artifacts.length)
  await app.stop()

  app = await startApp(env, { now: () => Date.now() + 8 * DAY_MS })
  await until('the bucket is empty', async () => (await objects(store)).length === 0)
  expect((await (await admin(app, 'GET', '/api/admin/history')).json()).total).toBe(0)
})

test('while the storage is away files are 503 and jobs wait; nothing is lost when it is back', async () => {
  const store = await startObjectStore()
  const DATA_DIR = tempFolder()
  const env = { ...store.settings, DATA_DIR }
  let app = await startApp(env)
  const done = await app.submit('/api/echo', { text: 'an echo' })
  await app.ended(done)
  const { path } = await upload(app)
  await app.app.pool.drain(0)
  const waiting = await app.submit('/api/image-to-svg', {
    image_path: path,
    optimize_iterations: 1,
  })
  await app.stop()

  await store.leave()
  const { said, log } = listening()
  app = await startApp({ ...env, EXECUTORS: '2' }, { log })
  const etag = `/api/artifacts/${done}/echo.txt`
  const answer = await app.ask(etag)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.json()).toEqual({ detail: AWAY })
  expect(said).toContain('request failed')
  const form = new FormData()
  form.set('file', new File([new Uint8Array(await toPng(FLOW))], 'picture.png'))
  expect((await app.ask('/api/upload', { method: 'POST', body: form })).status).toBe(503)
  await until('the job has gone back', () => said.includes('files of a job could not be read'))
  const gate = join(DATA_DIR, 'gate')
  const written = await app.submit('/api/slow', { file: gate })
  await Bun.write(gate, 'open')
  await until('its files wait', () => said.includes('the store refused a write; trying again'))
  expect((await app.job(written)).artifacts).toEqual([])

  await store.comeBack()
  for (const id of [waiting, written]) expect((await app.ended(id)).status).toBe('completed')
  for (const name of ['first', 'last'])
    expect(await (await app.ask(`/api/artifacts/${written}/${name}.txt`)).text()).toContain(
      'the wait',
    )
  expect(await (await app.ask(etag)).text()).toBe('an echo')
})

test('a job whose file is gone from the bucket fails by its name; a file that is gone is 404', async () => {
  const store = await startObjectStore()
  const DATA_DIR = tempFolder()
  let app = await startApp({ ...store.settings, DATA_DIR })
  const picture = await upload(app)
  await app.app.pool.drain(0)
  const id = await app.submit('/api/image-to-svg', { image_path: picture.path })
  await app.stop()
  const client = clientOf(store)
  for (const key of await objects(store)) await client.delete(key)
  app = await startApp({ ...store.settings, DATA_DIR })
  expect(await app.ended(id)).toMatchObject({
    status: 'failed',
    error: `The file ${picture.path} is not kept any more.`,
  })
  const answer = await app.ask(picture.url)
  expect([answer.status, await answer.json()]).toEqual([404, { detail: 'File not found' }])
})

test('of a job that is cancelled or given back only what its record lists stays in the bucket', async () => {
  const store = await startObjectStore()
  const DATA_DIR = tempFolder()
  let app = await startApp({ ...store.settings, DATA_DIR })
  const gate = join(DATA_DIR, 'gate')
  const [cancelled, back] = [
    await app.submit('/api/slow', { file: join(DATA_DIR, 'never') }),
    await app.submit('/api/slow', { file: gate }),
  ]
  const begun = (id: string) =>
    until('the first file is there', async () => (await app.job(id)).artifacts.length === 1)
  await begun(cancelled)
  await app.app.pool.cancel(cancelled)
  await begun(back)
  await app.stop()
  expect((await objects(store)).map((key) => key.split('/')[1])).toEqual([cancelled])
  await Bun.write(gate, 'open')
  app = await startApp({ ...store.settings, DATA_DIR })
  expect((await app.ended(back)).artifacts).toHaveLength(3)
  const left = (await objects(store)).filter((key) => key.includes(back))
  expect(left.map((key) => key.split('/')[2])).toEqual(['2', '2', '2'])
})

test('--check-config --probe tells what the bucket answers; a start without all of its settings says which are missing', async () => {
  const store = await startObjectStore()
  const probe = () => runProgram(['--check-config', '--probe'], store.settings)
  const { code, stdout } = await probe()
  expect([code, stdout]).toEqual([0, expect.stringContaining(' takes, gives and removes objects.')])
  await store.leave()
  const away = await probe()
  expect(away.code).toBe(1)
  expect(away.stdout).toContain('takes no object: ConnectionRefused')
  expect(await runProgram([], { S3_BUCKET: 'figures' })).toMatchObject({
    code: 2,
    stderr:
      'Object storage needs S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY as well: all of S3_* or none.\n',
  })
})
