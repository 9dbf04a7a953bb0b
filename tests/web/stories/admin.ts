/** The admin, at the page of the admin. */
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import type { useApps } from '../../support/app'
import type { Site, VisitOptions, Visitor } from '../../support/browser'
import { tempFolder } from '../../support/folders'
import { ADMIN, admin, bearer, makeKey } from '../../support/keys'
import type { useReceivers } from '../../support/receiver'
import { ATTACK, expectQuiet } from '../../support/studio'
import { testWith } from '../../support/tools'
import { until } from '../../support/until'

const browserTest = testWith('chromium')
const ENV = { SERVICE_ADMIN_KEY: ADMIN }

const room = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

interface Starting {
  startApp: ReturnType<typeof useApps>
  startReceiver: ReturnType<typeof useReceivers>
}

export function adminStories(site: Site, { startApp, startReceiver }: Starting): void {
  /** A visitor at the overview. */
  const signedIn = async (options: VisitOptions = {}, origin = site.url): Promise<Visitor> => {
    const visitor = await site.visit(options, origin)
    const { page } = visitor
    await page.request.post(`${origin}/api/admin/session`, {
      data: { admin_key: ADMIN },
      headers: { 'x-burin-page': 'admin' },
    })
    await page.goto(`${origin}/admin`)
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    return visitor
  }

  const ask = async <T>(method: string, path: string): Promise<T> =>
    (await admin(site.app, method, path)).json()

  browserTest(
    'the door opens for the admin key, stays open over a reload, closes, and comes back when the session has ended',
    async () => {
      const visitor = await site.visit()
      const { page, errors } = visitor
      const key = page.getByLabel('Admin key')
      await page.goto(`${site.url}/admin`)
      await key.fill(ADMIN)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
      await page.reload()
      await page.getByText('Nothing waits').waitFor()
      expect(await page.evaluate(() => document.cookie)).toBe('')
      await expectQuiet(visitor)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await key.waitFor()
      await page.reload()
      await key.fill(ADMIN)
      expect(errors).toEqual([])
      await key.press('Enter')
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
      await page.context().clearCookies()
      // Not by a link: the overview asks by itself, and may have shown the door before it is clicked.
      await page.evaluate(() => {
        location.hash = '#/keys'
      })
      await key.fill(ADMIN)
      await key.press('Enter')
      await page.getByRole('heading', { name: 'API keys' }).waitFor()
    },
  )

  browserTest(
    'the door says at the field what is wrong, and slows guesses down but not the admin',
    async () => {
      const guarded = await startApp(ENV)
      const origin = guarded.listen()
      const { page, barriers, strangers } = await site.visit({ dark: true }, origin)
      await page.goto(`${origin}/admin`)
      const box = page.getByLabel('Admin key')
      const guess = async (key: string, answer: string) => {
        await box.fill(key)
        await box.press('Enter')
        await page.getByRole('alert').filter({ hasText: answer }).waitFor()
      }
      await guess('a-guess', 'The credential is not valid.')
      expect(await box.getAttribute('aria-invalid')).toBe('true')
      expect(await barriers()).toEqual([])
      for (let wrong = 0; wrong < 19; wrong++)
        await fetch(`${origin}/api/admin/keys`, { headers: bearer(`guess-${wrong}`) })
      await guess('one-more', 'Too many unknown credentials')
      await box.fill(ADMIN)
      await box.press('Enter')
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
      expect(strangers).toEqual([])
    },
  )

  browserTest('a key is made, used, changed, switched off and deleted', async () => {
    const visitor = await signedIn()
    const { page } = visitor
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await room(page, 'Keys')
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'New key' }).click()
    await dialog
      .getByText('Input should have at least 1 character')
      .or(dialog.getByRole('alert'))
      .first()
      .waitFor()
    await dialog.getByLabel('Name').fill(ATTACK)
    await dialog.getByLabel('Units').fill('2')
    const address = dialog.getByLabel('Webhook address')
    await address.fill('ftp://nowhere')
    await dialog.getByRole('button', { name: 'New key' }).click()
    await until(
      'the address is marked',
      async () => (await address.getAttribute('aria-invalid')) === 'true',
    )
    await address.fill('')
    await dialog.getByRole('button', { name: 'New key' }).click()
    const key = (await dialog.getByText(/^burin_/).textContent()) ?? ''
    expect(key).toMatch(/^burin_[\w-]{43}$/)
    await page.keyboard.press('Escape')

    const use = async () => (await site.app.post('/api/stamp', { text: 'x' }, bearer(key))).status
    expect(await use()).toBe(202)
    await page.getByRole('link', { name: ATTACK }).click()
    await page.getByText('Used so far: 1').waitFor()
    await page
      .getByRole('cell', { name: '1 submission, 0 failed', includeHidden: true })
      .waitFor({ state: 'attached' })
    expect(await page.getByText(key).count()).toBe(0)
    await page.getByRole('button', { name: 'Show' }).click()
    expect(await page.getByText(key).count()).toBe(1)

    const units = page.getByLabel('Units left')
    await units.fill('-1')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await until(
      'the number is marked',
      async () => (await units.getAttribute('aria-invalid')) === 'true',
    )
    await units.fill('many')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page
      .getByText(/quota_remaining|integer/)
      .first()
      .waitFor()
    await units.fill('')
    await page.getByRole('button', { name: 'Save' }).first().click()
    const record = () => ask<{ quota_total: number | null }>('GET', `/api/admin/keys/${key}`)
    await until('it is unlimited', async () => (await record()).quota_total === null)

    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('button', { name: 'Switch on' }).waitFor()
    expect(await use()).toBe(403)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await page.getByRole('link', { name: ATTACK }).waitFor({ state: 'detached' })
    expect(await use()).toBe(401)

    expect(addresses.filter((one) => one.includes('burin_'))).toEqual([])
    expect(visitor.strangers).toEqual([])
  })

  browserTest(
    'the history shows what was sent and what came of it, sends a webhook again, and has filters and pages, which the address keeps',
    async () => {
      let answer = 500
      const receiver = startReceiver(() => new Response(null, { status: answer }))
      const { id, key } = await makeKey(site.app, { name: ATTACK, webhook_url: receiver.url })
      const body = {
        ...{ source_context: `${ATTACK} -> Align -> Count`, caption: ATTACK },
        ...{ iterations: 1, image_resolution: '1K' },
      }
      const { task_id } = await (await site.app.post('/api/generate', body, bearer(key))).json()
      const record = () =>
        ask<{ webhook: { state: string } }>('GET', `/api/admin/history/${task_id}`)
      await until(
        'its webhook failed once',
        async () => (await record()).webhook.state === 'retrying',
      )

      const visitor = await signedIn()
      const { page } = visitor
      await room(page, 'History')
      await page.getByLabel('Key').selectOption(String(id))
      await page.getByText(/\b1 in all/).waitFor()
      await page.getByRole('table').getByText(ATTACK).first().waitFor()
      await page.getByRole('table').getByRole('link').click()
      const picture = page.getByAltText(/^The picture of/)
      await picture.waitFor()
      await until('the picture is there', () =>
        picture.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth > 100),
      )
      expect(await page.getByText(ATTACK, { exact: true }).count()).toBeGreaterThan(0)
      await page.getByText('Log', { exact: true }).click()
      await page.locator('details pre').waitFor()
      answer = 204
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.getByText('Delivered').waitFor()
      expect((await record()).webhook.state).toBe('delivered')

      const many = await makeKey(site.app, { name: 'many' })
      for (let n = 0; n < 21; n++)
        await site.app.post('/api/stamp', { text: 'x' }, bearer(many.key))
      await room(page, 'History')
      await page.getByLabel('Key').selectOption(String(many.id))
      await page.getByLabel('Endpoint').selectOption('stamp')
      await page.getByText('Page 1 of 2').waitFor()
      await page.getByRole('link', { name: 'Older' }).click()
      await page.getByText('Page 2 of 2').waitFor()
      await page.reload()
      await page.getByText('Page 2 of 2').waitFor()
      expect(await page.getByLabel('Endpoint').inputValue()).toBe('stamp')
      await page.getByLabel('State').selectOption('failed')
      await page.getByText('Nothing here.').waitFor()
      await expectQuiet(visitor)
    },
  )

  browserTest('the page goes on over a restart of the server, signed in', async () => {
    const env = { ...ENV, DATA_DIR: tempFolder() }
    const before = await startApp(env)
    const origin = before.listen()
    const { page } = await signedIn({}, origin)
    const uncaught: string[] = []
    page.on('pageerror', (error) => uncaught.push(error.message))
    await page.getByText('Nothing waits').waitFor()
    await before.stop()
    await room(page, 'Keys')
    const away = page.getByRole('alert').filter({ hasText: 'The server does not answer' })
    await away.waitFor()
    const after = await startApp(env)
    after.listen(Number(new URL(origin).port))
    await page.getByText('There is no key yet.').waitFor()
    await away.waitFor({ state: 'detached' })
    expect(uncaught).toEqual([])
  })

  const looks = [
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
  for (const { dark, phone } of looks) {
    const look = `${phone ? 390 : 1280}-${dark ? 'dark' : 'light'}`
    browserTest(`every room has no barriers and fits, ${look}`, async () => {
      const visitor = await signedIn({ dark, phone })
      const { page, barriers, fits, shot } = visitor
      const { id } = await makeKey(site.app, { name: 'lab', quota: 5 })
      const job = await site.app.submit('/api/echo', { text: 'x' })
      const rooms: [name: string, place: string, whole: string][] = [
        ['overview', '', 'dl.facts'],
        ['keys', 'keys', 'table'],
        ['key', `keys/${id}`, 'form'],
        ['history', 'history', 'table'],
        ['record', `history/${job}`, 'dl.facts'],
      ]
      for (const [name, place, whole] of rooms) {
        await page.goto(`${site.url}/admin#/${place}`)
        await page.locator(whole).first().waitFor()
        expect({ name, barriers: await barriers(), fits: await fits() }).toEqual({
          ...{ name, barriers: [], fits: true },
        })
        await shot(`admin-${name}-${look}`)
      }
      await expectQuiet(visitor)
    })
  }

  browserTest('whoever reads Chinese finds no word of English, and keeps the choice', async () => {
    const { page } = await signedIn()
    await page.getByLabel('Language').selectOption('zh')
    await page.getByRole('button', { name: '退出' }).waitFor()
    expect(await page.getAttribute('html', 'lang')).toBe('zh')
    await page.reload()
    await page.getByRole('link', { name: '密钥' }).click()
    await page.getByRole('heading', { name: 'API 密钥' }).waitFor()
    await page
      .getByText(/^20\d\d年|\d+月/)
      .first()
      .waitFor()
    const names = await page.locator('th, button, nav a').allTextContents()
    expect(names.filter((name) => /^[A-Za-z ]{4,}$/.test(name))).toEqual([])
    await page.getByLabel('浅色或深色').selectOption('dark')
    await page.reload()
    await page.getByLabel('浅色或深色').waitFor()
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark')
  })
}
