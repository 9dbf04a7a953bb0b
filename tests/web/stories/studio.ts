/** Whoever draws figures in the studio. */
import { expect } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createLogger } from '../../../src/log'
import { FIXTURE_PDFS } from '../../read/odd-pdfs'
import type { useApps } from '../../support/app'
import type { Site } from '../../support/browser'
import { ADMIN, bearer, makeKey } from '../../support/keys'
import {
  ATTACK,
  done,
  download,
  expectQuiet,
  FLOWCHART,
  giveKey,
  startOf,
  visitStudio,
} from '../../support/studio'
import { testWith } from '../../support/tools'
import { until } from '../../support/until'

const browserTest = testWith('chromium')

/** How many styles are shown by the figure itself. */
const samples = (page: Page) => page.locator('.styles img').count()

/** A style of the shown figure. */
const style = (page: Page, name: string) => page.locator('.styles').getByText(name, { exact: true })

const mine = (page: Page) => page.locator('.mine li')

export function studioStories(site: Site, startApp: ReturnType<typeof useApps>): void {
  browserTest(
    'a text, previewed while it is typed, in another style, named after its caption; previews leave nothing',
    async () => {
      const visitor = await visitStudio(site, 'Text')
      const { page } = visitor
      await page.getByLabel('Caption').fill('Two-stage  Training!')
      await page.getByLabel('Method text').fill(FLOWCHART)
      await done(page)
      const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
      await page.getByLabel('Method text').fill(`${FLOWCHART}\n  D --> E[Report]`)
      expect((await gone).status()).toBe(204)
      await done(page)
      const figure = page.getByRole('link', { name: 'SVG', exact: true })
      const plain = await figure.getAttribute('href')
      await until('the figure in all styles', async () => (await samples(page)) === 8)
      await style(page, 'Blueprint').click()
      await until('the figure in blueprint', async () => {
        const shown = (await figure.count()) > 0 && (await figure.getAttribute('href'))
        return shown && shown !== plain
      })
      await done(page)
      await page.getByRole('button', { name: 'Draw the figure' }).click()
      const svg = await download(page, 'SVG')
      expect(svg.name).toBe('two-stage-training.svg')
      const text = new TextDecoder().decode(svg.bytes)
      expect(text).toContain('Good &amp; cheap?')
      expect(text).toContain('Courier')
      expect(startOf((await download(page, 'PNG')).bytes, 4)).toBe('\x89PNG')
      const pdf = await download(page, 'PDF')
      expect([pdf.name, startOf(pdf.bytes, 5)]).toEqual(['two-stage-training.pdf', '%PDF-'])
      const menu = page.locator('details.menu')
      await menu.locator('summary').click()
      await menu.getByText('TikZ').waitFor()
      await page.keyboard.press('Escape')
      expect(await menu.getAttribute('open')).toBe(null)
      await visitor.shot('studio-text')
      await page.reload()
      await mine(page).first().waitFor()
      expect(await mine(page).count()).toBe(1)
      await expectQuiet(visitor)
    },
  )

  browserTest('a picture, beside the figure that was read from it', async () => {
    const id = await site.app.submit('/api/run', { method_text: FLOWCHART, image_size: '1K' })
    await site.app.ended(id)
    const png = await (await site.app.ask(`/api/artifacts/${id}/figure.png`)).bytes()
    const visitor = await visitStudio(site, 'Picture')
    const { page } = visitor
    const held = Promise.withResolvers<void>()
    await page.route('**/api/upload', (route) => route.fulfill({ status: 503, json: {} }))
    await page.getByLabel(/^Drop a picture/).setInputFiles({
      ...{ name: `${ATTACK}.png`, mimeType: 'image/png', buffer: Buffer.from(png) },
    })
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.unroute('**/api/upload')
    await page.route('**/api/upload', async (route) => {
      await held.promise
      await route.continue()
    })
    await again.click()
    const waits = page.getByRole('button', { name: 'Sending the picture' })
    await waits.waitFor()
    expect(await waits.isDisabled()).toBe(true)
    held.resolve()
    await page.getByRole('button', { name: 'Make it editable' }).click()
    await done(page)
    await page.getByRole('slider').fill('20')
    await page.unroute('**/api/upload')
    await visitor.shot('studio-picture')
    const svg = await download(page, 'SVG')
    expect(new TextDecoder().decode(svg.bytes)).toContain('class="node"')
    // It has a style of its own, and takes any other.
    const styles = page.getByRole('group', { name: 'Style' })
    expect(await styles.locator(':checked').count()).toBe(0)
    await styles.getByText('Flat', { exact: true }).click()
    await styles.locator(':checked').waitFor({ state: 'attached' })
    await done(page)
    visitor.errors.splice(0, 1)
    await expectQuiet(visitor)
  })

  browserTest('a PDF, some of its pages, chosen by looking; a prompt', async () => {
    const visitor = await visitStudio(site, 'PDF')
    const { page } = visitor
    const draw = page.getByRole('button', { name: 'Draw the figure' })
    await draw.click()
    await page.getByRole('alert').filter({ hasText: 'Choose a PDF first' }).waitFor()
    const paper = page.getByLabel(/^Drop a paper/)
    const refusal = page.locator('.field', { hasText: 'Drop a paper' }).getByRole('alert')
    const broken = { name: 'no.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
    await paper.setInputFiles(broken)
    await refusal.waitFor()
    // One that is refused after another was chosen says nothing of that.
    const second = Promise.withResolvers<void>()
    await page.route(/pdf-pages/, (route) => second.promise.then(() => route.continue()), {
      times: 1,
    })
    await paper.setInputFiles(broken)
    await paper.setInputFiles(join(FIXTURE_PDFS, 'two-columns.pdf'))
    await page.getByLabel('Page 1').waitFor({ state: 'attached' })
    second.resolve()
    await Bun.sleep(500)
    expect(await refusal.count()).toBe(0)
    const pages = page.getByRole('textbox', { name: 'Pages' })
    const more = page.getByRole('button', { name: /^Show more/ })
    await until('three pages', async () => {
      // It may be gone before a click.
      await more.evaluateAll((some) => some.forEach((one) => (one as HTMLElement).click()))
      return (await page.getByLabel('Page 3').count()) > 0
    })
    await page.getByLabel('Page 1').click()
    await page.getByLabel('Page 3').click({ modifiers: ['Shift'] })
    expect(await pages.inputValue()).toBe('1-3')
    await page.getByLabel('Page 2').click()
    expect(await pages.inputValue()).toBe('1, 3')
    expect(await page.getByLabel('Page 2').isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Read all' }).click()
    expect(await visitor.barriers()).toEqual([])
    await page.getByLabel('Caption').fill('The paper')
    await pages.fill('5')
    await draw.click()
    await page.locator('.field', { hasText: 'Pages' }).getByRole('alert').waitFor()
    await pages.fill('')
    await page.getByLabel('Page 2').click()
    await draw.click()
    await done(page)
    const saved = await download(page, 'PDF')
    expect([saved.name, startOf(saved.bytes, 5)]).toEqual(['the-paper.pdf', '%PDF-'])

    await page.getByRole('tab', { name: 'Prompt' }).click()
    await page.getByRole('textbox', { name: 'Prompt' }).fill('An encoder, and a decoder.')
    await page.getByRole('button', { name: 'Complete the prompt' }).click()
    await page.getByRole('button', { name: 'Copy the prompt' }).waitFor()
    expect(await visitor.barriers()).toEqual([])
    await page.getByRole('button', { name: 'Use it as method text' }).click()
    expect(await page.getByLabel('Method text').inputValue()).toContain(
      'An encoder, and a decoder.',
    )
    expect(visitor.strangers).toEqual([])
  })

  browserTest(
    'data of a dropped file; a chart is corrected by menus; charts are dragged into a composite, and moved',
    async () => {
      const visitor = await visitStudio(site, 'Data')
      const { page } = visitor
      await page.setViewportSize({ width: 1360, height: 2000 })
      await page.getByLabel(/^Drop a CSV/).setInputFiles({
        ...{
          name: 'a.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from('year,acc,loss\n2001,71,0.9\n2002,84,0.4\n'),
        },
      })
      const data = page.getByRole('textbox', { name: 'Data', exact: true })
      await until('the file in the field', async () =>
        (await data.inputValue()).includes('2001,71'),
      )
      const draw = async (words: string) => {
        const sent = page.waitForResponse(/\/api\/plot$/)
        await page.getByLabel('What the chart shall show').fill(words)
        await page.getByRole('button', { name: 'Draw the chart' }).click()
        await sent
        await done(page)
      }
      await draw('Bar chart of acc by year')
      const csv = await download(page, 'CSV')
      expect([csv.name, startOf(csv.bytes, 8)]).toEqual([
        'bar-chart-of-acc-by-year.csv',
        'year,acc',
      ])
      await visitor.shot('studio-data')
      await draw('Line chart of acc by year, with sparkles')
      const said = page.getByRole('region', { name: 'What is drawn' })
      await said.getByText(/^Lines?:? .*acc/).waitFor()
      expect(await said.locator('mark').allTextContents()).toEqual([
        expect.stringContaining('sparkles'),
      ])
      for (const kind of ['bar', 'point']) {
        const sent = page.waitForRequest(/\/api\/plot$/)
        await said.getByLabel('Kind').selectOption(kind)
        const { intent } = (await sent).postDataJSON()
        expect(JSON.parse(intent)).toMatchObject({
          ...{ mark: kind, encoding: { x: { field: 'year' }, y: { field: 'acc' } } },
        })
        await done(page)
      }
      await said.getByText(/^2 points of Acc by Year/).waitFor()
      expect(await said.locator('mark').count()).toBe(0)
      const pick = async (menu: string, value: string) => {
        const sent = page.waitForRequest(/\/api\/plot$/)
        await said.getByLabel(menu, { exact: true }).selectOption(value)
        const { intent } = (await sent).postDataJSON()
        await done(page)
        return JSON.parse(intent)
      }
      // Measures that no axis has room for stand in panels, unless somebody wants them otherwise and is told.
      expect(await pick('And', 'loss')).toMatchObject({
        transform: [{ as: 'Acc' }, { as: 'Loss' }, { fold: ['Acc', 'Loss'] }, {}],
        encoding: { facet: { field: 'Measure' } },
        resolve: { scale: { y: 'independent' } },
      })
      await said.getByText(/One panel each for Acc and Loss/).waitFor()
      expect(await visitor.barriers()).toEqual([])
      await visitor.shot('studio-chart')
      const { encoding } = await pick('Panels', '')
      expect([encoding.color?.field, encoding.facet]).toEqual(['Measure', undefined])
      await said.getByText(/on one axis they cannot be compared/).waitFor()
      expect(Object.keys(await pick('And', ''))).not.toContain('transform')
      // What cannot be drawn leads back to the words.
      await pick('Kind', 'boxplot')
      await said.getByLabel('Up (y)').selectOption('')
      await page
        .getByRole('status')
        .filter({ hasText: /^Failed/ })
        .waitFor()
      await page.getByRole('button', { name: 'As the words say' }).click()
      await said.getByText(/^Lines?:? .*acc/).waitFor()
      await said.getByLabel('Kind').selectOption('point')
      await said.getByText(/^2 points of Acc by Year/).waitFor()
      await done(page)
      const link = page.getByRole('link', { name: 'SVG', exact: true })
      const corrected = (await link.getAttribute('href')) ?? ''
      await draw('Area chart of acc by year')
      await said.getByText(/area/i).first().waitFor()
      expect((await page.request.get(new URL(corrected, site.url).href)).status()).toBe(200)

      await page.getByRole('tab', { name: 'Composite' }).click()
      const zone = page.locator('.joined')
      const panels = page.locator('.panels li')
      const labels = () =>
        panels
          .getByRole('textbox')
          .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
      const add = page.getByRole('button', { name: 'Add Line chart of acc by year' }).first()
      const join = page.getByRole('button', { name: 'Join them' })
      await add.click()
      await join.click()
      await page.getByRole('alert').filter({ hasText: 'at least two' }).waitFor()
      await mine(page).filter({ hasText: 'Bar' }).dragTo(zone)
      expect(await labels()).toEqual([
        'Label of Line chart of acc by year, with sparkles',
        'Label of Bar chart of acc by year',
      ])
      await panels.nth(1).dragTo(panels.nth(0))
      const bar = page.getByLabel('Label of Bar chart of acc by year')
      expect(await bar.inputValue()).toBe('(a)')
      await page.getByRole('button', { name: 'Bar chart of acc by year: later' }).click()
      expect(await bar.inputValue()).toBe('(b)')
      await bar.fill('Bars')
      await page.locator('.choices li', { hasText: 'Line' }).first().dragTo(zone)
      expect(await panels.count()).toBe(3)
      expect(await visitor.barriers()).toEqual([])
      await visitor.shot('studio-composite')
      await page.getByLabel('Caption').fill('Accuracy, three ways')
      const joined = page.waitForResponse(/\/api\/composite$/)
      await join.click()
      await joined
      await done(page)
      const svg = new TextDecoder().decode((await download(page, 'SVG')).bytes)
      expect(svg).toMatch(/>Bars</)
      expect(svg).toMatch(/>\(a\)</)
      expect(svg).toContain('<title>Accuracy, three ways: ')
      // Whatever was drawn is drawn otherwise from where it is shown.
      await page.getByRole('button', { name: 'Start anew' }).click()
      await mine(page).first().locator('.open').click()
      await page.getByRole('button', { name: 'Change the panels' }).click()
      await until('its panels', async () => (await panels.count()) === 3)
      expect(await bar.inputValue()).toBe('Bars')
      expect(await page.getByLabel('Caption').inputValue()).toBe('Accuracy, three ways')
      await mine(page).filter({ hasText: 'Area' }).locator('.open').click()
      await page.getByRole('button', { name: 'Change the chart' }).click()
      await page.getByRole('tab', { name: 'Data', selected: true }).waitFor()
      expect(await data.inputValue()).toContain('2001,71')
      expect(await said.getByLabel('Kind').inputValue()).toBe('area')
      expect(await page.getByRole('button', { name: 'As the words say' }).count()).toBe(0)
      await mine(page).filter({ hasText: '2 points' }).locator('.open').click()
      await page.getByRole('button', { name: 'Change the chart' }).click()
      await page.getByRole('button', { name: 'As the words say' }).waitFor()
      expect(await said.getByLabel('Kind').inputValue()).toBe('point')
      await expectQuiet(visitor)
    },
  )

  browserTest(
    'what was entered survives a reload, and travels in a link that the server never sees; the figure is found again and deleted',
    async () => {
      const visitor = await visitStudio(site, 'Text')
      const { page } = visitor
      await page.getByLabel('Method text').fill(`A text with 数据 and\n${ATTACK}`)
      await page.getByLabel('Caption').fill(ATTACK)
      const look = (one: Page) => one.getByRole('combobox', { name: 'Style' })
      await look(page).selectOption('minimalist')
      await page.getByRole('button', { name: 'Draw the figure' }).click()
      await done(page)
      await page.reload()
      await done(page)
      expect(await page.getByLabel('Method text').inputValue()).toContain('数据')
      expect(await look(page).inputValue()).toBe('minimalist')
      expect(await page.getByRole('radio', { name: 'Minimalist' }).isChecked()).toBe(true)
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'clipboard', {
          value: { writeText: async (text: string) => Object.assign(window, { copied: text }) },
        })
      })
      await page.getByRole('button', { name: 'Copy link' }).click()
      const link = await page.evaluate(() => (window as unknown as { copied: string }).copied)

      const other = await site.visit()
      await other.page.goto(link)
      expect(await other.page.getByLabel('Method text').inputValue()).toContain('数据')
      expect(await look(other.page).inputValue()).toBe('minimalist')
      expect(new URL(other.page.url()).hash).toBe('')
      await expectQuiet(other)

      await page.getByRole('button', { name: 'Start anew' }).click()
      await page.getByText('Begin with an example').waitFor()
      expect(await page.getByLabel('Method text').inputValue()).toBe('')
      await look(page).selectOption('blueprint')
      await page.locator('.mine .open').first().click()
      await page.getByRole('link', { name: 'Its own page' }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await done(page)
      await page.reload()
      await done(page)
      await visitor.shot('figure')
      expect(await visitor.barriers()).toEqual([])
      await page.getByRole('button', { name: 'Change the text' }).click()
      await page.getByRole('tab', { name: 'Text', selected: true }).waitFor()
      expect(await page.getByLabel('Method text').inputValue()).toContain('数据')
      expect(await page.getByLabel('Caption').inputValue()).toBe(ATTACK)
      expect(await look(page).inputValue()).toBe('minimalist')
      await page.getByRole('button', { name: /^Delete/ }).click()
      await expectQuiet(visitor)
      // What is asked of a figure while it goes is answered by 404.
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('What you draw in this browser').waitFor()
      await page.getByText('Begin with an example').waitFor()
      expect(visitor.strangers).toEqual([])
    },
  )

  browserTest(
    'two of my figures are compared, one goes with all its versions, and a key adopts the other',
    async () => {
      const visitor = await visitStudio(site, 'Text')
      const { page } = visitor
      const draw = page.getByRole('button', { name: 'Draw the figure' })
      await page.getByRole('button', { name: 'A systematic review' }).click()
      await done(page)
      const flat = page.waitForResponse(/\/api\/redraw$/)
      await style(page, 'Flat').click()
      await flat
      await done(page)
      expect(await page.getByLabel('Caption').inputValue()).toBe('A systematic review')
      await page.getByLabel('Method text').fill('Reads are trimmed. Then they are aligned.')
      expect(await page.getByLabel('Caption').inputValue()).toBe('')
      await draw.click()
      await until('two figures', async () => (await mine(page).count()) === 2)
      await done(page)
      const compare = page.getByRole('button', { name: /^Compare/ })
      await until('both can be compared', async () => (await compare.count()) === 2)
      await compare.first().click()
      await page.getByText('Choose a second figure').waitFor()
      await compare.last().click()
      const both = page.getByRole('dialog')
      await both.getByRole('img').nth(1).waitFor()
      expect(await visitor.barriers()).toEqual([])
      await visitor.shot('studio-compare')
      await both.getByLabel('How they are compared').selectOption('over')
      await both.getByRole('slider').fill('80')
      await both.getByRole('button', { name: 'Close' }).click()
      await both.waitFor({ state: 'detached' })
      await page
        .getByRole('button', { name: /^Delete/ })
        .last()
        .click()
      await both.getByRole('button', { name: 'Delete' }).click()
      await until('one figure', async () => (await mine(page).count()) === 1)
      await page.reload()
      await mine(page).first().waitFor()
      expect(await mine(page).count()).toBe(1)
      const tab = await page.context().newPage()
      await tab.goto(`${site.url}/`)
      await mine(tab).first().waitFor()
      const editor = await page.context().newPage()
      await page.getByRole('link', { name: 'Edit the figure' }).waitFor()
      const address = await page.getByRole('link', { name: 'Edit the figure' }).getAttribute('href')
      await editor.goto(address ?? '')
      await editor.locator('.part.node').first().waitFor()
      // What is still asked for without the key is answered by 404 once the figure is the key's.
      await until('eight samples', async () => (await samples(page)) === 8)
      await giveKey(page, (await makeKey(site.app)).key)
      const listed = page.waitForResponse(/\/api\/history\?/)
      expect((await (await listed).json()).count).toBe(1)
      await mine(tab).first().waitFor({ state: 'detached' })
      // An editor that was open asks for the key as well.
      await editor.locator('.part.node').first().press('ArrowRight')
      await editor.getByRole('alert').getByLabel('API key', { exact: true }).waitFor()
      await done(page)
      await expectQuiet(visitor)
    },
  )

  browserTest(
    'with a key alone figure and editor are reached; it outlives a reload where that is wished, and no address holds it',
    async () => {
      const lines: string[] = []
      const log = createLogger('info', { write: (line) => lines.push(line) })
      const guarded = await startApp(
        { ALLOW_ANONYMOUS_JOBS: 'false', SERVICE_ADMIN_KEY: ADMIN },
        { log },
      )
      const { key } = await makeKey(guarded, { quota: 9 })
      const visitor = await visitStudio(site, 'Text', {}, guarded.listen())
      const { page } = visitor
      const addresses: string[] = []
      page.on('request', (request) => addresses.push(request.url()))
      await giveKey(page, key)
      await page.getByLabel('Method text').fill(FLOWCHART)
      await page.getByLabel('Method text').press('Control+Enter')
      await done(page)
      expect(startOf((await download(page, 'PNG')).bytes, 4)).toBe('\x89PNG')
      await until('eight samples', async () => (await samples(page)) === 8)
      const left = async () => {
        const record = await guarded.ask(`/api/admin/keys/${key}`, { headers: bearer(ADMIN) })
        return (await record.json()).quota_remaining
      }
      expect(await left()).toBe(8)
      await page.getByText('8 units left').waitFor()
      const redrawn = page.waitForResponse(/\/api\/redraw$/)
      await style(page, 'Minimalist').click()
      await redrawn
      await done(page)
      await page.getByRole('link', { name: 'Edit the figure' }).click()
      await page.locator('.editing').waitFor()
      await page.getByRole('link', { name: '← Studio' }).click()
      await done(page)
      await page.reload()
      await page.locator('.closed').getByLabel('API key', { exact: true }).fill(key)
      await done(page)
      visitor.errors.length = 0
      await page.getByLabel('Keep it').check()
      await page.reload()
      await done(page)
      expect(startOf((await download(page, 'PDF')).bytes, 5)).toBe('%PDF-')
      expect(await left()).toBe(7)
      await expectQuiet(visitor)
      await page.getByRole('link', { name: 'Open in SVG-edit' }).click()
      await page.getByText('final.svg').waitFor()
      expect(await page.locator('#svgcontent .node').count()).toBe(4)
      expect(addresses.some((address) => address.includes('/api/events/'))).toBe(true)
      expect(addresses.filter((address) => /api_token|burin_/.test(address))).toEqual([])
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.filter((line) => /api_token|burin_/.test(line))).toEqual([])
    },
  )

  for (const look of [
    { dark: false, phone: false },
    { dark: true, phone: true },
  ])
    browserTest(
      `refuses at the field, has no barriers and fits, ${look.dark ? 'dark on a phone' : 'light on a desk'}`,
      async () => {
        const visitor = await visitStudio(site, 'Text', look)
        const { page } = visitor
        if (!look.phone) await page.setViewportSize({ width: 1280, height: 800 })
        const inSight = async () => {
          const act = await page.locator('button[type="submit"]').boundingBox()
          return act !== null && act.y + act.height <= (page.viewportSize()?.height ?? 0)
        }
        expect(await visitor.barriers()).toEqual([])
        for (const tab of ['Picture', 'PDF', 'Data', 'Composite', 'Prompt', 'Text']) {
          await page.getByRole('tab', { name: tab }).click()
          expect({ tab, inSight: await inSight() }).toEqual({ tab, inSight: true })
        }
        await page.getByRole('button', { name: 'Contrastive pretraining' }).click()
        await done(page)
        for (const tab of ['Picture', 'PDF', 'Data', 'Composite', 'Prompt', 'Text']) {
          await page.getByRole('tab', { name: tab }).click()
          const barriers = await visitor.barriers()
          expect({ tab, barriers, fits: await visitor.fits() }).toEqual({
            ...{ tab, barriers: [], fits: true },
          })
        }
        await expectQuiet(visitor)

        await page.getByLabel('Method text').fill('')
        await page.getByRole('button', { name: 'Draw the figure' }).click()
        await page.getByRole('alert').filter({ hasText: 'Write or paste a method text' }).waitFor()
        const text = page.getByLabel('Method text')
        expect(await text.getAttribute('aria-invalid')).toBe('true')
        await until('it is reached', () => text.evaluate((one) => one === document.activeElement))
        await page.getByLabel('Method text').fill('A short text about a method.')
        await giveKey(page, 'burin_nobody')
        await page.getByLabel('API key', { exact: true }).blur()
        await page.getByText('cannot be shown').waitFor()
        await page.getByRole('button', { name: 'Draw the figure' }).click()
        await page.getByRole('alert').filter({ hasText: 'not valid' }).waitFor()
        expect(
          await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
        ).not.toContain('burin_')
        expect(visitor.strangers).toEqual([])
      },
    )

  browserTest('its first load stays below 150 kB compressed', async () => {
    const { page } = await site.visit()
    const loaded = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\.(js|css)$|\/$/.test(pathname)) loaded.add(pathname)
    })
    await page.goto(`${site.url}/`, { waitUntil: 'networkidle' })
    let total = 0
    for (const path of loaded)
      total += Bun.gzipSync(await (await site.app.ask(path)).bytes()).byteLength
    expect(loaded.size).toBeGreaterThan(4)
    expect(total).toBeLessThan(150_000)
  })
}
