import { afterAll, beforeAll, describe, expect } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { FIXTURE_PDFS } from '../read/odd-pdfs'
import { openBrowser, type Visitor, type Visits } from '../support/browser'
import { clientAt } from '../support/client'
import { tempFolder } from '../support/folders'
import { ADMIN } from '../support/keys'
import { type Server, useServers } from '../support/server'
import {
  ATTACK,
  done,
  download,
  expectQuiet,
  FLOWCHART,
  giveKey,
  newKey,
  startOf,
  visitStudio,
  WAIT,
} from '../support/studio'
import { have, testWith } from '../support/tools'
import { until } from '../support/until'

const startServer = useServers()
const browserTest = testWith('chromium')
let server: Server
let visits: Visits
let key = ''

beforeAll(async () => {
  if (!have('chromium')) return
  server = await startServer({ env: { SERVICE_ADMIN_KEY: ADMIN } })
  visits = await openBrowser()
  key = await newKey(server.url)
})

afterAll(() => visits?.close())

/** A visitor of the server that most stories share. */
const atStudio = (
  tab: string,
  options: { dark?: boolean; phone?: boolean } = {},
  { url } = server,
): Promise<Visitor> => visitStudio(visits, url, tab, options)

/** How many styles are shown by the figure itself. */
const samples = (page: Page) => page.locator('.styles img.own').count()

describe('from the page to the file', () => {
  browserTest(
    'a text, previewed while it is typed, in another style, named after its caption',
    async () => {
      const visitor = await atStudio('Text')
      const { page } = visitor
      await page.getByLabel('Caption').fill('Two-stage  Training!', WAIT)
      await page.getByLabel('Method text').fill(FLOWCHART)
      await done(page)
      const figure = page.getByRole('link', { name: 'SVG', exact: true })
      const plain = await figure.getAttribute('href')
      await until('the figure in all styles', async () => (await samples(page)) === 8)
      await page.getByText('Blueprint', { exact: true }).click(WAIT)
      await until('the figure in blueprint', async () => {
        const shown = (await figure.count()) > 0 && (await figure.getAttribute('href'))
        return shown && shown !== plain
      })
      await done(page)
      await page.getByRole('button', { name: 'Draw the figure' }).click(WAIT)
      const svg = await download(page, 'SVG')
      expect(svg.name).toBe('two-stage-training.svg')
      const text = new TextDecoder().decode(svg.bytes)
      expect(text).toContain('Good &amp; cheap?')
      expect(text).toContain('Courier')
      expect(startOf((await download(page, 'PNG')).bytes, 4)).toBe('\x89PNG')
      expect(startOf((await download(page, 'PDF')).bytes, 5)).toBe('%PDF-')
      await visitor.shot('studio-text')
      await expectQuiet(visitor)
    },
  )

  browserTest('a picture, beside the figure that was read from it', async () => {
    const client = clientAt(server.url)
    const id = await client.submit('/api/run', { method_text: FLOWCHART })
    await client.ended(id)
    const png = await (await client.ask(`/api/artifacts/${id}/figure.png`)).bytes()
    const visitor = await atStudio('Picture')
    const { page } = visitor
    await page
      .getByLabel(/^Drop a picture/)
      .setInputFiles(
        { name: `${ATTACK}.png`, mimeType: 'image/png', buffer: Buffer.from(png) },
        WAIT,
      )
    await page.getByRole('img', { name: /^The picture/ }).waitFor(WAIT)
    await page.getByRole('button', { name: 'Make it editable' }).click(WAIT)
    await done(page)
    await page.getByRole('slider').fill('20', WAIT)
    await visitor.shot('studio-picture')
    const svg = await download(page, 'SVG')
    expect(new TextDecoder().decode(svg.bytes)).toContain('class="node"')
    await expectQuiet(visitor)
  })

  browserTest('a PDF, some of its pages, chosen by looking', async () => {
    const visitor = await atStudio('PDF')
    const { page } = visitor
    const draw = page.getByRole('button', { name: 'Draw the figure' })
    await draw.click(WAIT)
    await page.getByRole('alert').filter({ hasText: 'Choose a PDF first' }).waitFor(WAIT)
    const paper = page.getByLabel(/^Drop a paper/)
    const broken = { name: 'no.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
    await paper.setInputFiles(broken, WAIT)
    await page.locator('.field', { hasText: 'Drop a paper' }).getByRole('alert').waitFor(WAIT)
    await paper.setInputFiles(join(FIXTURE_PDFS, 'two-columns.pdf'), WAIT)
    const pages = page.getByRole('textbox', { name: 'Pages' })
    await page.getByLabel('Page 1').click(WAIT)
    await page.getByLabel('Page 3').click({ ...WAIT, modifiers: ['Shift'] })
    expect(await pages.inputValue()).toBe('1-3')
    await page.getByLabel('Page 2').click(WAIT)
    expect(await pages.inputValue()).toBe('1, 3')
    expect(await page.getByLabel('Page 2').isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Read all' }).click(WAIT)
    expect(await visitor.barriers()).toEqual([])
    await page.getByLabel('Caption').fill('The paper')
    await pages.fill('5')
    await draw.click(WAIT)
    await page.getByRole('alert').filter({ hasText: 'API key' }).waitFor(WAIT)
    await giveKey(page, key)
    await draw.click(WAIT)
    await page.locator('.field', { hasText: 'Pages' }).getByRole('alert').waitFor(WAIT)
    await pages.fill('')
    await page.getByLabel('Page 2').click(WAIT)
    await draw.click(WAIT)
    await done(page)
    const saved = await download(page, 'PDF')
    expect([saved.name, startOf(saved.bytes, 5)]).toEqual(['the-paper.pdf', '%PDF-'])
    expect(visitor.strangers).toEqual([])
  })

  browserTest('data of a dropped file, then a composite of two charts', async () => {
    const visitor = await atStudio('Data')
    const { page } = visitor
    await giveKey(page, key)
    await page
      .getByLabel(/^Drop a CSV/)
      .setInputFiles(
        { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('model,acc\nA,71\nB,84\n') },
        WAIT,
      )
    const data = page.getByRole('textbox', { name: 'Data', exact: true })
    await until('the file in the field', async () => (await data.inputValue()).includes('A,71'))
    await page.getByLabel('What the chart shall show').fill('Bar chart of acc by model')
    await page.getByRole('button', { name: 'Draw the chart' }).click(WAIT)
    await done(page)
    const csv = await download(page, 'CSV')
    expect([csv.name, startOf(csv.bytes, 9)]).toEqual([
      'bar-chart-of-acc-by-model.csv',
      'model,acc',
    ])
    await visitor.shot('studio-data')

    await page.getByRole('tab', { name: 'Composite' }).click(WAIT)
    const add = page.getByRole('button', { name: 'Add Bar chart of acc by model' })
    await add.click(WAIT)
    const join = page.getByRole('button', { name: 'Join them' })
    await join.click(WAIT)
    await page.getByRole('alert').filter({ hasText: 'at least two' }).waitFor(WAIT)
    await add.click(WAIT)
    const joined = page.waitForResponse(/\/api\/composite$/, WAIT)
    await join.click(WAIT)
    await joined
    await done(page)
    await visitor.shot('studio-composite')
    expect(startOf((await download(page, 'PNG')).bytes, 4)).toBe('\x89PNG')
    await expectQuiet(visitor)
  })
})

describe('what a visitor entered', () => {
  browserTest('survives a reload, and travels in a link that the server never sees', async () => {
    const visitor = await atStudio('Text')
    const { page } = visitor
    await page.getByLabel('Method text').fill(`A text with 数据 and\n${ATTACK}`)
    await page.getByLabel('Caption').fill(ATTACK)
    await page.getByText('Minimalist', { exact: true }).click(WAIT)
    await page.getByRole('button', { name: 'Draw the figure' }).click(WAIT)
    await done(page)
    await page.reload()
    await done(page)
    expect(await page.getByLabel('Method text').inputValue()).toContain('数据')
    expect(await page.getByRole('radio', { name: 'Minimalist' }).isChecked()).toBe(true)
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (text: string) => Object.assign(window, { copied: text }) },
      })
    })
    await page.getByRole('button', { name: 'Copy link' }).click(WAIT)
    const link = await page.evaluate(() => (window as unknown as { copied: string }).copied)
    await expectQuiet(visitor)

    const other = await visits.visit(server.url)
    const asked: string[] = []
    other.page.on('request', (request) => asked.push(request.url()))
    await other.page.goto(link)
    expect(await other.page.getByLabel('Method text').inputValue(WAIT)).toContain('数据')
    expect(await other.page.getByRole('radio', { name: 'Minimalist' }).isChecked()).toBe(true)
    expect(new URL(other.page.url()).hash).toBe('')
    await expectQuiet(other)
  })

  browserTest('is refused at its field, in the words of the server', async () => {
    const visitor = await atStudio('Text', { dark: true, phone: true })
    const { page } = visitor
    await page.getByRole('button', { name: 'Draw the figure' }).click(WAIT)
    await page.locator('.field', { hasText: 'Method text' }).getByRole('alert').waitFor(WAIT)
    expect(await page.getByLabel('Method text').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Method text').fill('A short text about a method.')
    await giveKey(page, 'burin_nobody')
    await page.getByRole('button', { name: 'Draw the figure' }).click(WAIT)
    await page.getByRole('alert').filter({ hasText: 'not valid' }).waitFor(WAIT)
    expect(
      await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
    ).not.toContain('burin_')
    expect(visitor.strangers).toEqual([])
  })

  browserTest('becomes a figure that is found again, opened and deleted', async () => {
    const visitor = await atStudio('Text')
    const { page } = visitor
    await page.getByLabel('Method text').fill(FLOWCHART)
    await done(page)
    await page.locator('.mine .open').first().click(WAIT)
    await page.getByRole('link', { name: 'Its own page' }).click(WAIT)
    await page.getByRole('heading', { level: 1 }).waitFor(WAIT)
    await done(page)
    await page.reload()
    await done(page)
    await visitor.shot('figure')
    expect(await visitor.barriers()).toEqual([])
    await page.getByRole('link', { name: 'Studio', exact: true }).click(WAIT)
    await page.getByRole('button', { name: /^Delete/ }).click(WAIT)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click(WAIT)
    await page.getByText('What you draw in this browser').waitFor(WAIT)
    await page.getByText('The figure appears here.').waitFor(WAIT)
    await expectQuiet(visitor)
  })
})

browserTest('a preview that was typed over leaves nothing behind', async () => {
  const visitor = await atStudio('Text')
  const { page } = visitor
  await page.getByLabel('Method text').fill(FLOWCHART)
  await done(page)
  const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE', WAIT)
  await page.getByLabel('Method text').fill(`${FLOWCHART}\n  D --> E[Report]`)
  expect((await gone).status()).toBe(204)
  await done(page)
  await page.getByRole('button', { name: 'Draw the figure' }).click(WAIT)
  await page.reload()
  await page.locator('.mine li').first().waitFor(WAIT)
  expect(await page.locator('.mine li').count()).toBe(1)
  await expectQuiet(visitor)
})

browserTest(
  'with a key alone the figure and the editor are reached, and no address holds it',
  async () => {
    const guarded = await startServer({
      env: { ALLOW_ANONYMOUS_JOBS: 'false', SERVICE_ADMIN_KEY: ADMIN },
    })
    const own = await newKey(guarded.url, { quota: 1 })
    const visitor = await atStudio('Text', {}, guarded)
    const { page } = visitor
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await giveKey(page, own)
    await page.getByLabel('Method text').fill(FLOWCHART)
    await page.getByLabel('Method text').press('Control+Enter')
    await done(page)
    expect(startOf((await download(page, 'PNG')).bytes, 4)).toBe('\x89PNG')
    await page.getByRole('link', { name: 'Open in SVG-edit' }).click(WAIT)
    await page.getByText('final.svg').waitFor(WAIT)
    expect(await page.locator('#svgcontent .node').count()).toBe(4)
    expect(addresses.some((address) => address.includes('/api/events/'))).toBe(true)
    expect(addresses.filter((address) => /api_token|burin_/.test(address))).toEqual([])
    expect(guarded.stdout()).not.toMatch(/api_token|burin_/)
  },
)

browserTest('the page of a figure goes on where its stream broke off', async () => {
  const dataDir = tempFolder()
  const gate = join(dataDir, 'gate')
  let restarted = await startServer({ dataDir })
  const id = await clientAt(restarted.url).submit('/api/slow', { file: gate })
  const visitor = await visits.visit(restarted.url)
  const { page } = visitor
  await page.goto(`${restarted.url}/jobs/${id}`)
  await page.getByText('All files and the log').click(WAIT)
  await page.getByText('waiting', { exact: true }).waitFor(WAIT)
  await restarted.stop('SIGKILL')
  await page.getByRole('status').filter({ hasText: 'trying again' }).waitFor(WAIT)
  await Bun.write(gate, 'open')
  restarted = await startServer({ dataDir, env: { PORT: new URL(restarted.url).port } })
  await done(page)
  expect(visitor.strangers).toEqual([])
})

const LOOKS = [
  { dark: false, phone: false },
  { dark: true, phone: true },
]
for (const look of LOOKS)
  browserTest(
    `has no barriers and fits, ${look.dark ? 'dark on a phone' : 'light on a desk'}`,
    async () => {
      const visitor = await atStudio('Text', look)
      const { page } = visitor
      await page.getByRole('button', { name: 'Mermaid' }).click(WAIT)
      await done(page)
      for (const tab of ['Text', 'Picture', 'PDF', 'Data', 'Composite']) {
        await page.getByRole('tab', { name: tab }).click(WAIT)
        const barriers = await visitor.barriers()
        expect({ tab, barriers, fits: await visitor.fits() }).toEqual({
          tab,
          barriers: [],
          fits: true,
        })
      }
      await expectQuiet(visitor)
    },
  )

browserTest('its first load stays below 150 kB compressed', async () => {
  const { page } = await visits.visit(server.url)
  const sizes: Promise<number>[] = []
  page.on('response', (answer) => {
    if (/\.(js|css)$|\/$/.test(new URL(answer.url()).pathname))
      sizes.push(answer.body().then((body) => Bun.gzipSync(new Uint8Array(body)).byteLength))
  })
  await page.goto(`${server.url}/`, { waitUntil: 'networkidle' })
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(sizes.length).toBeGreaterThan(4)
  expect(total).toBeLessThan(150_000)
})
