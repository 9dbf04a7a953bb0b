import { afterAll, beforeAll, describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { openBrowser, type Visitor, type Visits } from '../support/browser'
import { clientAt } from '../support/client'
import { ADMIN, bearer, type KeyRecord } from '../support/keys'
import { useReceivers } from '../support/receiver'
import { type Server, useServers } from '../support/server'
import { have, testWith } from '../support/tools'
import { until } from '../support/until'

const startServer = useServers()
const startReceiver = useReceivers()
const browserTest = testWith('chromium')
const WAIT = { timeout: 60_000 }
const ENV = { SERVICE_ADMIN_KEY: ADMIN, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }

/** Would run where a text became part of a page. */
const ATTACK = `"><img src=x onerror="document.title='broken'"><script>document.title='broken'</script>`

let server: Server
let visits: Visits

beforeAll(async () => {
  if (!have('chromium')) return
  server = await startServer({ env: ENV })
  visits = await openBrowser()
})

afterAll(() => visits?.close())

const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const answer = await clientAt(server.url).ask(path, {
    method,
    headers: { ...bearer(ADMIN), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

const makeKey = (fields: object) => ask<KeyRecord>('POST', '/api/admin/keys', fields)

/** A visitor at the overview. */
async function signedIn(
  options: { dark?: boolean; phone?: boolean } = {},
  at = server,
): Promise<Visitor> {
  const visitor = await visits.visit(at.url, options)
  const { page } = visitor
  await page.request.post(`${at.url}/api/admin/session`, {
    data: { admin_key: ADMIN },
    headers: { 'x-burin-page': 'admin' },
  })
  await page.goto(`${at.url}/admin`)
  await page.getByRole('button', { name: 'Sign out' }).waitFor(WAIT)
  return visitor
}

const room = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click(WAIT)

/** Nothing of the page broke or left this server. */
function expectQuiet({ strangers, errors }: Visitor): void {
  expect({ strangers, errors }).toEqual({ strangers: [], errors: [] })
}

describe('the door', () => {
  browserTest('opens for the admin key, stays open over a reload, and closes', async () => {
    const visitor = await visits.visit(server.url)
    const { page, errors } = visitor
    await page.goto(`${server.url}/admin`)
    await page.getByLabel('Admin key').fill(ADMIN, WAIT)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor(WAIT)
    await page.reload()
    await page.getByText('Nothing waits').waitFor(WAIT)
    expect(await page.evaluate(() => document.cookie)).toBe('')
    expectQuiet(visitor)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Admin key').waitFor(WAIT)
    await page.reload()
    await page.getByLabel('Admin key').waitFor(WAIT)
    expect(errors).toEqual([])
  })

  browserTest(
    'says at the field what is wrong, and slows guesses down but not the admin',
    async () => {
      const guarded = await startServer({ env: ENV })
      const { page, barriers, strangers } = await visits.visit(guarded.url, { dark: true })
      await page.goto(`${guarded.url}/admin`)
      const box = page.getByLabel('Admin key')
      const guess = async (key: string, answer: string) => {
        await box.fill(key, WAIT)
        await box.press('Enter')
        await page.getByRole('alert').filter({ hasText: answer }).waitFor(WAIT)
      }
      await guess('a-guess', 'The credential is not valid.')
      expect(await box.getAttribute('aria-invalid')).toBe('true')
      expect(await barriers()).toEqual([])
      const client = clientAt(guarded.url)
      for (let wrong = 0; wrong < 19; wrong++)
        await client.ask('/api/admin/keys', { headers: bearer(`guess-${wrong}`) })
      await guess('one-more', 'Too many unknown credentials')
      await box.fill(ADMIN)
      await box.press('Enter')
      await page.getByRole('button', { name: 'Sign out' }).waitFor(WAIT)
      expect(strangers).toEqual([])
      expect(guarded.stdout()).not.toContain(ADMIN)
    },
  )

  browserTest('comes back when the session has ended', async () => {
    const { page } = await signedIn()
    await page.context().clearCookies()
    // Not by a link: the overview asks by itself, and may have shown the door before it is clicked.
    await page.evaluate(() => {
      location.hash = '#/keys'
    })
    await page.getByLabel('Admin key').fill(ADMIN, WAIT)
    await page.getByLabel('Admin key').press('Enter')
    await page.getByRole('heading', { name: 'API keys' }).waitFor(WAIT)
  })
})

browserTest('a key is made, used, changed, switched off and deleted', async () => {
  const visitor = await signedIn()
  const { page } = visitor
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await room(page, 'Keys')
  await page.getByRole('button', { name: 'New key' }).click(WAIT)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'New key' }).click()
  await dialog
    .getByText('Input should have at least 1 character')
    .or(dialog.getByRole('alert'))
    .first()
    .waitFor(WAIT)
  await dialog.getByLabel('Name').fill(ATTACK)
  await dialog.getByLabel('Quota').fill('2')
  await dialog.getByLabel('Webhook address').fill('ftp://nowhere')
  await dialog.getByRole('button', { name: 'New key' }).click()
  const address = dialog.getByLabel('Webhook address')
  await until(
    'the address is marked',
    async () => (await address.getAttribute('aria-invalid')) === 'true',
  )
  await address.fill('')
  await dialog.getByRole('button', { name: 'New key' }).click()
  const key = (await dialog.getByText(/^burin_/).textContent(WAIT)) ?? ''
  expect(key).toMatch(/^burin_[\w-]{43}$/)
  await page.keyboard.press('Escape')

  const client = clientAt(server.url)
  const text = { method_text: 'Trim -> Align' }
  expect((await client.post('/api/run', text, bearer(key))).status).toBe(200)
  await page.getByRole('link', { name: ATTACK }).click(WAIT)
  await page.getByText('Used so far: 1').waitFor(WAIT)
  await page.getByText(/1 submission, 0 failed/).waitFor({ ...WAIT, state: 'attached' })
  expect(await page.getByText(key).count()).toBe(0)
  await page.getByRole('button', { name: 'Show' }).click()
  expect(await page.getByText(key).count()).toBe(1)

  await page.getByLabel('Units left').fill('-1')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await until(
    'the number is marked',
    async () => (await page.getByLabel('Units left').getAttribute('aria-invalid')) === 'true',
  )
  await page.getByLabel('Unlimited').check()
  await page.getByRole('button', { name: 'Save' }).first().click()
  const { id } = (await ask<KeyRecord[]>('GET', '/api/admin/keys')).find(
    (one) => one.key === key,
  ) ?? { id: 0 }
  const record = () => ask<KeyRecord>('GET', `/api/admin/keys/${id}`)
  await until('it is unlimited', async () => (await record()).quota_total === null)

  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('button', { name: 'Switch on' }).waitFor(WAIT)
  expect((await client.post('/api/run', text, bearer(key))).status).toBe(403)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click(WAIT)
  await page.getByRole('heading', { name: 'API keys' }).waitFor(WAIT)
  await until(
    'it is gone from the list',
    async () => (await page.getByRole('link', { name: ATTACK }).count()) === 0,
  )
  expect((await client.post('/api/run', text, bearer(key))).status).toBe(401)

  expect(await page.title()).not.toBe('broken')
  expect(addresses.filter((one) => one.includes('burin_'))).toEqual([])
  expect(server.stdout()).not.toContain(key)
  expect(visitor.strangers).toEqual([])
})

describe('the history', () => {
  browserTest('shows what was sent and what came of it, and sends a webhook again', async () => {
    let answer = 500
    const receiver = startReceiver(() => new Response(null, { status: answer }))
    const { id, key } = await makeKey({ name: ATTACK, webhook_url: receiver.url })
    const body = { source_context: `${ATTACK} -> Align -> Count`, caption: ATTACK }
    const made = await clientAt(server.url).post('/api/generate', body, bearer(key))
    const { task_id } = await made.json()
    const record = () =>
      ask<{ status: string; webhook: { state: string } }>('GET', `/api/admin/history/${task_id}`)
    await until(
      'its webhook failed once',
      async () => (await record()).webhook.state === 'retrying',
    )

    const visitor = await signedIn()
    const { page } = visitor
    await room(page, 'History')
    await page.getByLabel('Key').selectOption(String(id), WAIT)
    await page.getByText('1 in all').waitFor(WAIT)
    await page.getByRole('table').getByRole('link').click()
    const picture = page.getByAltText(/^The picture of/)
    await picture.waitFor(WAIT)
    await until('the picture is there', () =>
      picture.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth > 100),
    )
    expect(await page.getByText(ATTACK, { exact: true }).count()).toBeGreaterThan(0)
    await page.getByText('Log', { exact: true }).click()
    await page.locator('details pre').waitFor(WAIT)

    answer = 204
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Delivered').waitFor(WAIT)
    expect((await record()).webhook.state).toBe('delivered')
    expect(await page.title()).not.toBe('broken')
    expectQuiet(visitor)
  })

  browserTest('has filters and pages, which the address keeps', async () => {
    const client = clientAt(server.url)
    const { key } = await makeKey({ name: 'many' })
    for (let n = 0; n < 21; n++) await client.post('/api/stamp', { text: 'x' }, bearer(key))
    const visitor = await signedIn()
    const { page } = visitor
    await room(page, 'History')
    await page.getByLabel('Endpoint').selectOption('stamp', WAIT)
    await page.getByText('Page 1 of 2').waitFor(WAIT)
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByText('Page 2 of 2').waitFor(WAIT)
    await page.reload()
    await page.getByText('Page 2 of 2').waitFor(WAIT)
    expect(await page.getByLabel('Endpoint').inputValue()).toBe('stamp')
    await page.getByLabel('State').selectOption('failed')
    await page.getByText('Nothing here.').waitFor(WAIT)
    expectQuiet(visitor)
  })
})

browserTest('the page goes on over a restart of the server, signed in', async () => {
  let own = await startServer({ env: ENV })
  const visitor = await signedIn({}, own)
  const { page } = visitor
  const uncaught: string[] = []
  page.on('pageerror', (error) => uncaught.push(error.message))
  await page.getByText('Nothing waits').waitFor(WAIT)
  await own.stop('SIGKILL')
  await room(page, 'Keys')
  await page.getByRole('status').filter({ hasText: 'The server does not answer' }).waitFor(WAIT)
  const { port } = new URL(own.url)
  own = await startServer({ env: { ...ENV, PORT: port }, dataDir: own.dataDir })
  await page.getByText('There is no key yet.').waitFor(WAIT)
  await page
    .getByRole('status')
    .filter({ hasText: 'does not answer' })
    .waitFor({ ...WAIT, state: 'detached' })
  expect(uncaught).toEqual([])
})

const LOOKS = [
  { dark: false, phone: false },
  { dark: true, phone: true },
  // Colours and widths do not depend on each other: these two are for people to look at.
  ...(process.env.SCREENSHOTS
    ? [
        { dark: true, phone: false },
        { dark: false, phone: true },
      ]
    : []),
]

for (const { dark, phone } of LOOKS) {
  const look = `${phone ? 390 : 1280}-${dark ? 'dark' : 'light'}`
  browserTest(`every room has no barriers and fits, ${look}`, async () => {
    const visitor = await signedIn({ dark, phone })
    const { page, barriers, fits, shot } = visitor
    const { id } = await makeKey({ name: 'lab', quota: 5 })
    const job = await clientAt(server.url).submit('/api/run', { method_text: 'A -> B' })
    const rooms: [name: string, place: string, whole: string][] = [
      ['overview', '', 'dl.facts'],
      ['keys', 'keys', 'table'],
      ['key', `keys/${id}`, '.chart svg'],
      ['history', 'history', 'table'],
      ['record', `history/${job}`, 'dl.facts'],
    ]
    for (const [name, place, whole] of rooms) {
      await page.goto(`${server.url}/admin#/${place}`)
      await page.locator(whole).first().waitFor(WAIT)
      expect({ name, barriers: await barriers(), fits: await fits() }).toEqual({
        name,
        barriers: [],
        fits: true,
      })
      await shot(`admin-${name}-${look}`)
    }
    expectQuiet(visitor)
  })
}

browserTest('whoever reads Chinese finds no word of English, and keeps the choice', async () => {
  const { page } = await signedIn()
  await page.getByLabel('Language').selectOption('zh')
  await page.getByRole('button', { name: '退出' }).waitFor(WAIT)
  expect(await page.getAttribute('html', 'lang')).toBe('zh')
  await page.reload()
  await page.getByRole('link', { name: '密钥' }).click(WAIT)
  await page.getByRole('heading', { name: 'API 密钥' }).waitFor(WAIT)
  await page
    .getByText(/^20\d\d年|\d+月/)
    .first()
    .waitFor(WAIT)
  const names = await page.locator('th, button, nav a').allTextContents()
  expect(names.filter((name) => /^[A-Za-z ]{4,}$/.test(name))).toEqual([])
  await page.getByLabel('浅色或深色').selectOption('dark')
  await page.reload()
  await page.getByLabel('浅色或深色').waitFor(WAIT)
  expect(await page.getAttribute('html', 'data-theme')).toBe('dark')
})
