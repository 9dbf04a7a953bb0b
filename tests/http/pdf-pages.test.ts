import { beforeAll, expect, test } from 'bun:test'
import { encryptedPdf, textPdf } from '../read/odd-pdfs'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, bearer, makeKey } from '../support/keys'

const startApp = useApps()
let app: TestApp

beforeAll(async () => {
  app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
})

const ask = (to: TestApp, body: Uint8Array | string, from = '', headers: object = {}) =>
  to.ask(`/api/pdf-pages${from && `?from=${from}`}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': 'application/pdf', ...headers },
  })

const LINES = Array.from({ length: 26 }, (_, at) => `Page ${at + 1}`)

test('the pages of a PDF are seen, at most 24 at once, and nothing is kept of it', async () => {
  const pdf = await textPdf(LINES)
  const first = await (await ask(app, pdf)).json()
  expect(first.pages).toBe(26)
  // Fewer where they take long to draw.
  const seen = first.pictures.map(({ page }: { page: number }) => page)
  expect(seen).toEqual(Array.from({ length: 24 }, (_, at) => at + 1).slice(0, seen.length))
  expect(seen.length).toBeGreaterThan(0)
  const [, jpeg = ''] = first.pictures[0].picture.split('data:image/jpeg;base64,')
  const { width, height } = await new Bun.Image(Buffer.from(jpeg, 'base64')).metadata()
  expect([width, height]).toEqual([228, 320])
  const rest = await (await ask(app, pdf, '25')).json()
  expect(rest.pictures.map(({ page }: { page: number }) => page)).toEqual([25, 26])
  expect((await (await ask(app, pdf, '27')).json()).pictures).toEqual([])
})

test('what is no PDF, or is closed, is refused with the reason', async () => {
  const refused = async (body: Uint8Array | string) => {
    const answer = await ask(app, body)
    expect(answer.status).toBe(422)
    return (await answer.json()).detail[0].msg
  }
  expect(await refused('<svg/>')).toBe('Value error, the PDF is not a PDF')
  expect(await refused(await encryptedPdf())).toContain('is encrypted')
  expect(await refused('%PDF-1.4\nnothing')).toContain('is broken')
  expect((await ask(app, await textPdf(['One']), '0')).status).toBe(422)
  expect((await ask(app, '{}', '', { 'content-type': 'application/json' })).status).toBe(415)
})

test('asks for a key where jobs do, takes no unit of it, and obeys its quota', async () => {
  const closed = await startApp({ SERVICE_ADMIN_KEY: ADMIN, ALLOW_ANONYMOUS_JOBS: 'false' })
  const pdf = await textPdf(['One'])
  expect((await ask(closed, pdf)).status).toBe(401)
  const { key } = await makeKey(closed, { quota: 1 })
  expect((await ask(closed, pdf, '', bearer(key))).status).toBe(200)
  expect((await ask(closed, pdf, '', bearer(key))).status).toBe(200)
  const spent = await makeKey(closed, { quota: 0 })
  expect((await ask(closed, pdf, '', bearer(spent.key))).status).toBe(403)
})
