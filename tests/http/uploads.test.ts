import { beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, bearer, makeKey } from '../support/keys'

const startApp = useApps()
let app: TestApp

beforeAll(async () => {
  app = await startApp()
})

const image = (width: number, height: number) =>
  new Bun.Image(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
      'base64',
    ),
  ).resize(width, height, { fit: 'fill' })

/** The smallest GIF: one pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

async function picture(format: string, width = 5, height = 4): Promise<Uint8Array> {
  if (format === 'jpeg') return image(width, height).jpeg().bytes()
  if (format === 'webp') return image(width, height).webp().bytes()
  if (format === 'gif') return GIF
  return image(width, height).png().bytes()
}

function send(
  to: TestApp,
  bytes: Uint8Array,
  name = 'a.png',
  type = 'image/png',
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(bytes)], name, { type }))
  return to.ask('/api/upload', { method: 'POST', body, headers })
}

async function kept(bytes: Uint8Array, name?: string, type?: string) {
  const response = await send(app, bytes, name, type)
  expect(response.status).toBe(200)
  const answer: { path: string; url: string; name: string } = await response.json()
  return answer
}

describe('an upload', () => {
  const FORMATS = [
    ['png', 'png', 'image/png'],
    ['jpeg', 'jpg', 'image/jpeg'],
    ['webp', 'webp', 'image/webp'],
    ['gif', 'gif', 'image/gif'],
  ]
  for (const [format = '', ending = '', type = ''] of FORMATS)
    test(`of ${format} comes back as it was sent`, async () => {
      const bytes = await picture(format)
      const answer = await kept(bytes, `my picture.${ending}`, type)
      expect(answer).toEqual({
        path: expect.stringMatching(new RegExp(`^uploads/[0-9a-f]{32}\\.${ending}$`)),
        url: `/api/${answer.path}`,
        name: `my picture.${ending}`,
      })
      const response = await app.ask(answer.url)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
        'content-security-policy': expect.stringContaining('sandbox'),
        etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      })
      expect(await response.bytes()).toEqual(new Uint8Array(bytes))
    })

  test('is not sent twice to who has it', async () => {
    const { url } = await kept(await picture('png'))
    const etag = (await app.ask(url)).headers.get('etag') ?? ''
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await app.ask(url, { headers: { 'if-none-match': tag } })
      expect({ tag, status: response.status }).toEqual({ tag, status: 304 })
      expect(await response.text()).toBe('')
    }
    const other = await app.ask(url, { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  test('is what its content says, whatever its name and type say', async () => {
    const answer = await kept(await picture('webp'), 'invoice.pdf', 'application/pdf')
    expect(answer.path).toEndWith('.webp')
    expect((await app.ask(answer.url)).headers.get('content-type')).toBe('image/webp')
  })

  test('keeps the client’s name for the client alone', async () => {
    const names = { '../../etc/passwd': '../../etc/passwd', 'схема.png': 'схема.png' }
    for (const [name, shown] of Object.entries(names)) {
      const answer = await kept(await picture('png'), name)
      expect(answer.name).toBe(shown)
      expect(answer.path).toMatch(/^uploads\/[0-9a-f]{32}\.png$/)
    }
    const long = await kept(await picture('png'), `${'n'.repeat(300)}.png`)
    expect(long.name).toHaveLength(255)
  })

  test('that is refused leaves no file behind', async () => {
    const folder = join(app.dataDir, 'uploads')
    const before = readdirSync(folder)
    expect((await send(app, Buffer.from('no picture'))).status).toBe(400)
    expect(readdirSync(folder)).toEqual(before)
    expect(readdirSync(join(app.dataDir, 'incoming'))).toEqual([])
  })

  for (const format of ['png', 'jpeg', 'webp', 'gif'])
    test(`of half a ${format} is no image`, async () => {
      const bytes = await picture(format, 64, 48)
      const half = bytes.slice(0, Math.floor(bytes.byteLength * 0.6))
      const response = await send(app, half, `a.${format}`, `image/${format}`)
      expect({ status: response.status, ...(await response.json()) }).toEqual({
        status: 400,
        detail: 'File must be an image: PNG, JPEG, WebP, GIF, BMP, TIFF or AVIF',
      })
    })

  test('at the limits passes, over them does not', async () => {
    const bytes = await picture('png', 1000, 1000)
    const padded = Buffer.concat([bytes, Buffer.alloc(20_000 - bytes.byteLength)])
    const small = await startApp({ MAX_IMAGE_MEGAPIXELS: '1', MAX_UPLOAD_BYTES: '20000' })
    expect((await send(small, padded)).status).toBe(200)
    const heavy = await send(small, Buffer.concat([padded, Buffer.alloc(1)]))
    expect({ status: heavy.status, ...(await heavy.json()) }).toEqual({
      status: 413,
      detail: 'The body is larger than the 20000 bytes that this route takes.',
    })
    const wide = await send(small, await picture('png', 1001, 1000))
    expect({ status: wide.status, ...(await wide.json()) }).toEqual({
      status: 413,
      detail: 'The image has more than the 1 megapixels that are taken.',
    })
  })

  test('with other fields beside the file is taken', async () => {
    const body = new FormData()
    body.set('note', 'for the paper')
    body.set('file', new File([new Uint8Array(await picture('png'))], 'a.png'))
    expect((await app.ask('/api/upload', { method: 'POST', body })).status).toBe(200)
  })

  test('is refused on a full disk and while the server shuts down', async () => {
    const full = await startApp({ MIN_FREE_DISK_MB: '10000000' })
    const refused = await send(full, await picture('png'))
    expect({ status: refused.status, ...(await refused.json()) }).toEqual({
      status: 503,
      detail: 'The server has no disk space left for new work.',
    })
    full.app.startDraining()
    const late = await send(full, await picture('png'))
    expect({ status: late.status, ...(await late.json()) }).toEqual({
      status: 503,
      detail: 'The server is shutting down; try again in a moment.',
    })
    expect(readdirSync(join(full.dataDir, 'uploads'))).toEqual([])
  })

  test('outlives a restart', async () => {
    const first = await startApp()
    const { url } = await (await send(first, await picture('png'))).json()
    await first.stop()
    const second = await startApp({ DATA_DIR: first.dataDir })
    expect((await second.ask(url)).status).toBe(200)
  })
})

describe('as a reference', () => {
  test('is accepted as `path` and as bare `url`', async () => {
    const { path, url } = await kept(await picture('png'))
    for (const named of [path, url]) {
      const body = { method_text: 'Reads are trimmed.', reference_image_path: named }
      const job = await app.ended(await app.submit('/api/run', body))
      expect({ status: job.status, error: job.error }).toEqual({ status: 'completed', error: null })
    }
  })

  test('is accepted in no other form', async () => {
    const { path, url } = await kept(await picture('png'))
    const name = path.slice('uploads/'.length)
    for (const named of [
      name,
      `/${path}`,
      `./${path}`,
      `${url}?x=1`,
      `http://localhost${url}`,
      `${path}%00`,
      `uploads/../${path}`,
      path.toUpperCase(),
      path.replace('.png', '.jpg'),
    ]) {
      const body = { method_text: 'Reads are trimmed.', reference_image_path: named }
      const response = await app.post('/api/run', body)
      expect({ named, status: response.status }).toEqual({ named, status: 422 })
      expect((await response.json()).detail).toEqual([
        {
          loc: ['body', 'reference_image_path'],
          msg: 'Value error, must be a path that /api/upload returned',
          type: 'value_error',
          input: named,
        },
      ])
    }
  })
})

describe('an upload counts', () => {
  const with1 = (key: string) => send(keyed, GIF, 'a.gif', 'image/gif', bearer(key))
  let keyed: TestApp

  test('against the rate limit, as a submission does', async () => {
    keyed = await startApp({ SERVICE_ADMIN_KEY: ADMIN, RATE_LIMIT_PER_MINUTE: '2' })
    const { key } = await makeKey(keyed)
    const answers = [await with1(key), await with1(key), await with1(key)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[2]?.headers.get('retry-after')).not.toBeNull()
  })

  test('as use of a key: one whose quota is spent is refused', async () => {
    keyed = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
    const { key } = await makeKey(keyed, { quota: 0 })
    const answer = await with1(key)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({ detail: 'The quota of this API key is exhausted.' })
  })

  test('against what is kept for its caller, whoever else has room', async () => {
    keyed = await startApp({ SERVICE_ADMIN_KEY: ADMIN, UPLOADS_PER_CALLER_MB: '1' })
    const [full, other] = [(await makeKey(keyed)).key, (await makeKey(keyed)).key]
    const large = Buffer.concat([await picture('png', 3, 3), Buffer.alloc(1_000_000)])
    expect((await send(keyed, large, 'a.png', 'image/png', bearer(full))).status).toBe(200)
    const answer = await with1(full)
    expect(answer.status).toBe(403)
    expect((await answer.json()).detail).toStartWith('The uploads of this caller take up the 1 MB')
    expect((await with1(other)).status).toBe(200)
  })
})
