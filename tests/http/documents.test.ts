import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DOCUMENT_FORMATS, DOCUMENTS } from '../../src/forms/outputs'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, bearer, endedTask, makeKey } from '../support/keys'
import { until } from '../support/until'

const startApp = useApps()
const FLOW =
  'flowchart LR\n  subgraph g [Käse & Brot]\n  a[Milk] -->|warm| b[(Vat)]\n  end\n  b --> c'

let app: TestApp
let id: string

beforeAll(async () => {
  app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
  id = await app.submit('/api/run', { method_text: FLOW })
  expect((await app.ended(id)).status).toBe('completed')
})

const exported = (format: string, headers: Record<string, string> = {}, job = id) =>
  app.ask(`/api/jobs/${job}/export/${format}`, { headers })

describe('a finished figure as a document', () => {
  test.each(DOCUMENT_FORMATS)('is made as %s, named by its title, and kept', async (format) => {
    const first = await exported(format)
    expect([first.status, first.headers.get('content-type')]).toEqual([
      200,
      DOCUMENTS[format].mediaType,
    ])
    const { ending } = DOCUMENTS[format]
    expect(first.headers.get('content-disposition')).toBe(
      `attachment; filename="k_se-brot.${ending}"; filename*=UTF-8''k%C3%A4se-brot.${ending}`,
    )
    expect(first.headers.get('content-security-policy')).toMatch(/^sandbox;/)
    const etag = first.headers.get('etag') ?? ''
    const bytes = await first.bytes()
    expect(bytes.byteLength).toBeGreaterThan(100)
    const kept = join(app.dataDir, 'files', id, 'documents', `0.1.0-${format}`)
    expect(await Bun.file(kept).bytes()).toEqual(bytes)
    // What is kept is served: not made again.
    await Bun.write(kept, 'kept')
    const second = await exported(format)
    expect([second.headers.get('etag'), await second.text()]).toEqual([etag, 'kept'])
    expect((await exported(format, { 'if-none-match': etag })).status).toBe(304)
  })

  test('says in a header what the format cannot hold', async () => {
    const left = (await exported('mermaid')).headers.get('x-burin-left-out')
    expect(left).toStartWith('Mermaid places the parts itself:')
    expect((await exported('html')).headers.has('x-burin-left-out')).toBe(false)
  })

  test('is 422 in a format that there is not, with those that there are', async () => {
    const answer = await exported('visio')
    expect(answer.status).toBe(422)
    const { detail } = await answer.json()
    expect(detail[0].loc).toEqual(['path', 'format'])
    expect(detail[0].msg).toBe(`Value error, must be one of ${DOCUMENT_FORMATS.join(', ')}`)
  })

  test('is 422 where the format cannot hold it, with the reason', async () => {
    const { key } = await makeKey(app)
    const answer = await app.post(
      '/api/plot',
      { data_json: '[{"dose":1,"yield":2},{"dose":2,"yield":5}]', intent: 'yield by dose' },
      bearer(key),
    )
    const { task_id } = await answer.json()
    await endedTask(app, key, task_id)
    const ask = (format: string, headers = bearer(key)) =>
      app.ask(`/api/tasks/${task_id}/export/${format}`, { headers })
    const refused = await ask('mermaid')
    expect([refused.status, (await refused.json()).detail]).toEqual([
      422,
      expect.stringMatching(/^format: mermaid holds nodes and relations/),
    ])
    // The task exported no SVG; its scene is there all the same.
    expect((await ask('html')).status).toBe(200)
    const other = await makeKey(app)
    expect((await ask('html', bearer(other.key))).status).toBe(404)
    expect((await exported('html', bearer(key), task_id)).status).toBe(404)
  })

  test('goes with its record', async () => {
    const { key } = await makeKey(app)
    const answer = await app.post('/api/run', { method_text: 'a -> b' }, bearer(key))
    const { job_id } = await answer.json()
    const folder = join(app.dataDir, 'files', job_id)
    const done = async () =>
      (await app.ask(`/api/jobs/${job_id}`, { headers: bearer(key) }).then((one) => one.json()))
        .status === 'completed'
    await until('the job is completed', done)
    expect((await exported('html', {}, job_id)).status).toBe(404)
    expect((await exported('html', bearer(key), job_id)).status).toBe(200)
    expect(existsSync(join(folder, 'documents'))).toBe(true)
    await app.ask(`/api/history/${job_id}`, { method: 'DELETE', headers: bearer(key) })
    expect(existsSync(folder)).toBe(false)
  })

  test('is 404 of work that failed or is nobody’s, 409 of work that goes on', async () => {
    expect((await exported('html', {}, '0'.repeat(32))).status).toBe(404)
    const failed = await app.submit('/api/throw', {})
    await app.ended(failed)
    expect((await exported('html', {}, failed)).status).toBe(404)
    const slow = await app.submit('/api/slow', { ms: 60_000 })
    expect((await exported('html', {}, slow)).status).toBe(409)
    await app.post(`/api/jobs/${slow}/cancel`, {})
  })
})
