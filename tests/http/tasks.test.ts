import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { useApps } from '../support/app'
import { ADMIN, bearer, endedTask, makeKey, submitStamp } from '../support/keys'

const startApp = useApps()
const start = () => startApp({ SERVICE_ADMIN_KEY: ADMIN })
const METHOD = 'Reads are trimmed with fastp. Trimmed reads are aligned to the genome with STAR.'

test('health tells the version without a credential', async () => {
  const app = await start()
  const answer = await app.ask('/api/health')
  expect(await answer.json()).toEqual({ status: 'ok', version: '0.1.0' })
})

describe('a task', () => {
  test('is accepted at once, then completed with image, artifacts and a description', async () => {
    const app = await start()
    const { key } = await makeKey(app)
    const answer = await app.post(
      '/api/generate',
      { source_context: METHOD, caption: 'RNA-seq', output_formats: ['svg', 'pdf', 'svg'] },
      bearer(key),
    )
    expect(answer.status).toBe(202)
    const { task_id, status } = await answer.json()
    expect(status).toBe('pending')
    const task = await endedTask(app, key, task_id)
    const image = `http://localhost/api/tasks/${task_id}/image`
    expect(task).toMatchObject({
      task_id,
      status: 'completed',
      diagram_type: 'methodology',
      image_base64: expect.stringMatching(/^iVBOR/),
      artifacts: {
        png: { format: 'png', media_type: 'image/png', download_url: image },
        svg: { format: 'svg', media_type: 'image/svg+xml', download_url: `${image}?format=svg` },
        pdf: { format: 'pdf', media_type: 'application/pdf', download_url: `${image}?format=pdf` },
      },
      description: expect.stringMatching(/rules/),
      error: null,
    })
    const types = { png: 'image/png', svg: 'image/svg+xml', pdf: 'application/pdf' }
    for (const [format, type] of Object.entries(types)) {
      const file = await app.ask(`/api/tasks/${task_id}/image?format=${format}`, {
        headers: bearer(key),
      })
      expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
      const etag = file.headers.get('etag') ?? ''
      const again = await app.ask(`/api/tasks/${task_id}/image?format=${format}`, {
        headers: { ...bearer(key), 'if-none-match': etag },
      })
      expect(again.status).toBe(304)
    }
  })

  test('has a PNG alone unless more was asked for', async () => {
    const app = await start()
    const { key } = await makeKey(app)
    const id = await submitStamp(app, key)
    const task = await endedTask(app, key, id)
    expect(Object.keys(task.artifacts)).toEqual(['png'])
    const ask = (query: string) =>
      app.ask(`/api/tasks/${id}/image${query}`, { headers: bearer(key) })
    expect((await ask('')).status).toBe(200)
    expect((await ask('?format=svg')).status).toBe(404)
    const wrong = await ask('?format=gif')
    expect([wrong.status, (await wrong.json()).detail]).toEqual([
      422,
      'format: must be one of png, svg, pdf',
    ])
  })

  test('whose image was lost from the disk is still told, without it', async () => {
    const app = await start()
    const { key } = await makeKey(app)
    const id = await submitStamp(app, key)
    await endedTask(app, key, id)
    rmSync(join(app.dataDir, 'files', id, '1', 'figure.png'))
    const view = await app.ask(`/api/tasks/${id}`, { headers: bearer(key) })
    expect(await view.json()).toMatchObject({ status: 'completed', image_base64: null })
    const image = await app.ask(`/api/tasks/${id}/image`, { headers: bearer(key) })
    expect(image.status).toBe(404)
  })

  test('that fails says why, without image or description', async () => {
    const app = await start()
    const { key } = await makeKey(app)
    const task = await endedTask(app, key, await submitStamp(app, key, { fail: true }))
    expect(task).toMatchObject({
      status: 'failed',
      error: 'The stamp is dry.',
      description: '',
      image_base64: null,
      artifacts: {},
    })
  })

  test('is 404 for another key and for nobody’s id, in the same words', async () => {
    const app = await start()
    const [mine, other] = [await makeKey(app), await makeKey(app)]
    const id = await submitStamp(app, mine.key)
    for (const path of [`/api/tasks/${id}`, `/api/tasks/${id}/image`, '/api/tasks/unknown']) {
      const answer = await app.ask(path, { headers: bearer(other.key) })
      expect([answer.status, await answer.json()]).toEqual([404, { detail: 'Task not found' }])
    }
    expect((await app.ask(`/api/tasks/${id}`)).status).toBe(401)
    expect((await app.ask(`/api/jobs/${id}`, { headers: bearer(mine.key) })).status).toBe(404)
    const events = await app.ask(`/api/events/${id}`, { headers: bearer(mine.key) })
    expect(events.status).toBe(200)
    expect(await events.text()).toContain('"state":"finished"')
  })

  test('is cancelled, and stays so', async () => {
    const app = await start()
    const { key } = await makeKey(app, { quota: 1 })
    const id = await submitStamp(app, key, { delay: 9000 })
    const cancel = () =>
      app.ask(`/api/tasks/${id}/cancel`, { method: 'POST', headers: bearer(key) })
    expect(await (await cancel()).json()).toMatchObject({ status: 'failed', error: 'cancelled' })
    expect((await cancel()).status).toBe(200)
    expect((await app.post('/api/stamp', { text: 'x' }, bearer(key))).status).toBe(403)
  })
})

describe('a quota', () => {
  test('of one gives one of fifty parallel submissions its 202', async () => {
    const app = await start()
    const { key } = await makeKey(app, { quota: 1 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.post('/api/stamp', { text: 'x' }, bearer(key))),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 202)).toHaveLength(1)
    expect(statuses.filter((status) => status === 403)).toHaveLength(49)
  })

  test('that is used up still lets its tasks be read', async () => {
    const app = await start()
    const { key } = await makeKey(app, { quota: 1 })
    const id = await submitStamp(app, key)
    expect((await endedTask(app, key, id)).status).toBe('completed')
  })
})
