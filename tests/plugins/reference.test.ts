import { describe, expect, test } from 'bun:test'
import { createCanvas } from '@napi-rs/canvas'
import { useApps } from '../support/app'

const startApp = useApps()

/** A dark picture of orange boxes with sharp corners. */
async function picture(): Promise<Uint8Array> {
  const canvas = createCanvas(600, 400)
  const context = canvas.getContext('2d')
  context.fillStyle = '#101418'
  context.fillRect(0, 0, 600, 400)
  context.fillStyle = '#e07818'
  for (const x of [40, 240, 440]) context.fillRect(x, 120, 120, 80)
  return canvas.encode('png')
}

describe('a reference picture', () => {
  test('lends a figure its ground and colours', async () => {
    const app = await startApp()
    const form = new FormData()
    form.set('file', new File([new Uint8Array(await picture())], 'look.png'))
    const upload = await (await app.ask('/api/upload', { method: 'POST', body: form })).json()
    const id = await app.submit('/api/run', {
      method_text: 'A -> B -> C',
      reference_image_path: upload.path,
    })
    expect(await app.ended(id)).toMatchObject({ status: 'completed' })
    const svg = await (await app.ask(`/api/artifacts/${id}/final.svg`)).text()
    expect(svg).toContain('fill="#101418"')
    const log = await (await app.ask(`/api/artifacts/${id}/run.log`)).text()
    expect(log).toMatch(/reference: dark ground #101418, #/)
  })

  test('that cannot be fetched fails the job in one sentence', async () => {
    const app = await startApp({ REFERENCE_IMAGE_ALLOWED_HOSTS: '*' })
    const id = await app.submit('/api/run', {
      method_text: 'A -> B',
      reference_image_url: 'https://nowhere.invalid/look.png',
    })
    const job = await app.ended(id)
    expect(job.status).toBe('failed')
    expect(job.error).toBe('The reference_image_url must be a public https address.')
  })
})
