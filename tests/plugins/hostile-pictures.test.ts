import { describe, expect, test } from 'bun:test'
import { toPng } from '../../src/figure/render/raster'
import { bombPng, CMYK_JPEG, deepPng, MOVING_GIF } from '../read/image/hostile'
import { FLOW, painted } from '../read/image/pictures'
import { type TestApp, useApps } from '../support/app'

const startApp = useApps()
/** Milliseconds: the first job waits for an executor to start. */
const PATIENCE = 30_000

/** The job's end, or the refusal of its picture. */
async function outcome(app: TestApp, bytes: Uint8Array, name: string) {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  const upload = await app.ask('/api/upload', { method: 'POST', body: form })
  if (!upload.ok) return { status: upload.status, error: await upload.text() }
  const id = await app.submit('/api/image-to-svg', { image_path: (await upload.json()).path })
  return app.ended(id)
}

describe('a hostile picture', async () => {
  const app = startApp()
  const whole = await toPng(FLOW)
  const readable: [name: string, bytes: Uint8Array, file: string][] = [
    ['moving', MOVING_GIF, 'a.gif'],
    ['in the inks of print', CMYK_JPEG, 'a.jpg'],
    ['of sixteen bits a channel', deepPng(), 'a.png'],
    ['whose name lies about its kind', CMYK_JPEG, 'a.png'],
    ['of one pixel', await painted(1, 1, (c) => c.fillRect(0, 0, 1, 1)), 'a.png'],
    ['of 20000 by 4 pixels', await painted(20_000, 4, (c) => c.fillRect(9, 0, 99, 4)), 'a.png'],
  ]
  for (const [name, bytes, file] of readable)
    test(
      `${name} becomes a figure`,
      async () => {
        expect(await outcome(await app, bytes, file)).toMatchObject({ status: 'completed' })
      },
      PATIENCE,
    )

  const odd: [name: string, bytes: Uint8Array][] = [
    ['that promises more than anyone can hold', bombPng()],
    ['cut off after its head', whole.slice(0, 60)],
    ['that is none', new TextEncoder().encode('not a picture at all')],
  ]
  for (const [name, bytes] of odd)
    test(
      `${name} ends with a sentence`,
      async () => {
        const end = await outcome(await app, bytes, 'a.png')
        expect(end.status).not.toBe('completed')
        expect(end.error ?? '').toMatch(/\w+ \w+ \w+/)
        expect(end.error ?? '').not.toMatch(/at .*\.ts|undefined|TypeError/)
      },
      PATIENCE,
    )
})
