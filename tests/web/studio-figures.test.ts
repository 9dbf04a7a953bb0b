import { afterAll, beforeAll, expect } from 'bun:test'
import { join } from 'node:path'
import { align, DRAFT, first, METHOD, trim } from '../engines/model/drafts'
import { fileFor, type Saying, saying } from '../engines/model/model-app'
import { type Answer, useFakeProviders } from '../providers/fake-provider'
import { openBrowser, type Visits } from '../support/browser'
import { clientAt } from '../support/client'
import { tempFolder } from '../support/folders'
import { ADMIN, bearer } from '../support/keys'
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
const fakeProvider = useFakeProviders()
const browserTest = testWith('chromium')

let server: Server
let visits: Visits

beforeAll(async () => {
  if (!have('chromium')) return
  server = await startServer({ env: { SERVICE_ADMIN_KEY: ADMIN } })
  visits = await openBrowser()
})

afterAll(() => visits?.close())

/** Settings of a server whose model says one thing after the other, and what it was asked. */
async function modelSays(...answers: Saying[]) {
  const { origin, arrived } = await fakeProvider(
    ...answers.map((one) => (typeof one === 'function' ? (one as Answer) : saying(one))),
  )
  const path = join(tempFolder(), 'providers.json')
  const price = { inputPerMillion: 1000, outputPerMillion: 0 }
  await Bun.write(path, JSON.stringify(fileFor(origin, { model: { price } })))
  const env = { PROVIDERS_FILE: path, HOUSE_KEY: 'sk-house', SERVICE_ADMIN_KEY: ADMIN }
  return { env, arrived }
}

browserTest('of several figures of one request another one is taken', async () => {
  const short = { ...DRAFT, nodes: [trim, align], edges: [first] }
  const { url } = await startServer(await modelSays(DRAFT, short))
  const visitor = await visitStudio(visits, url, 'Text')
  const { page } = visitor
  await page.getByLabel('Method text').fill(METHOD)
  await page.getByLabel('Variants').selectOption('2')
  await page.getByRole('button', { name: 'Draw the figure' }).click(WAIT)
  const choice = page.getByRole('region', { name: 'Figures to choose from' })
  await choice.waitFor(WAIT)
  expect(await choice.getByRole('listitem').count()).toBe(2)
  await page.getByText('How good is it?').click(WAIT)
  await page.getByText('Its models cost $0.2', { exact: false }).waitFor(WAIT)
  await page.getByText('Models have cost $0.2 so far', { exact: false }).waitFor(WAIT)
  expect(await visitor.barriers()).toEqual([])
  await visitor.shot('studio-candidates')
  const best = nodesIn((await download(page, 'SVG')).bytes)
  await choice.getByRole('button', { name: 'Take figure 2' }).click(WAIT)
  await choice.waitFor({ ...WAIT, state: 'detached' })
  await done(page)
  const taken = nodesIn((await download(page, 'SVG')).bytes)
  expect([best, taken].toSorted()).toEqual([2, 3])
  await expectQuiet(visitor)
})

const nodesIn = (svg: Uint8Array) =>
  new TextDecoder().decode(svg).match(/class="node"/g)?.length ?? 0

browserTest('two of my figures are compared, and one goes with all its versions', async () => {
  const visitor = await visitStudio(visits, server.url, 'Text')
  const { page } = visitor
  await page.getByRole('button', { name: 'Mermaid' }).click(WAIT)
  await done(page)
  await page.getByRole('button', { name: 'Draw the figure' }).click(WAIT)
  await page.getByText('Flat', { exact: true }).click(WAIT)
  await page.waitForResponse(/\/api\/redraw$/, WAIT)
  await done(page)
  await page.getByRole('button', { name: 'Draw the figure' }).click(WAIT)
  await page.getByLabel('Method text').fill('Reads are trimmed. Then they are aligned.')
  await page.getByRole('button', { name: 'Draw the figure' }).click(WAIT)
  const mine = page.locator('.mine li')
  await until('two figures', async () => (await mine.count()) === 2)
  await done(page)
  await page
    .getByRole('button', { name: /^Compare/ })
    .first()
    .click(WAIT)
  await page.getByText('Choose a second figure').waitFor(WAIT)
  await page
    .getByRole('button', { name: /^Compare/ })
    .last()
    .click(WAIT)
  const both = page.getByRole('dialog')
  await both.getByRole('img').nth(1).waitFor(WAIT)
  expect(await visitor.barriers()).toEqual([])
  await visitor.shot('studio-compare')
  await both.getByLabel('One over the other').click(WAIT)
  await both.getByRole('slider').fill('80', WAIT)
  await both.getByRole('button', { name: 'Close' }).click(WAIT)
  await both.waitFor({ ...WAIT, state: 'detached' })
  await page
    .getByRole('button', { name: /^Delete/ })
    .last()
    .click(WAIT)
  await both.getByRole('button', { name: 'Delete' }).click(WAIT)
  await until('one figure', async () => (await mine.count()) === 1)
  await page.reload()
  await mine.first().waitFor(WAIT)
  expect(await mine.count()).toBe(1)
  await expectQuiet(visitor)
})

browserTest('figures are dragged into a composite, and from place to place', async () => {
  const key = await newKey(server.url)
  const client = clientAt(server.url)
  for (const word of ['Bar', 'Line']) {
    const body = {
      data_json: JSON.stringify('year,rate\n2001,4\n2002,6\n2003,5'),
      intent: `${word} chart of rate by year`,
      output_formats: ['png', 'svg'],
    }
    const { task_id: id } = await (await client.post('/api/plot', body, bearer(key))).json()
    await until(word, async () => {
      const task = await client.ask(`/api/tasks/${id}`, { headers: bearer(key) })
      return (await task.json()).status === 'completed'
    })
  }
  const visitor = await visitStudio(visits, server.url, 'Composite')
  const { page } = visitor
  await page.setViewportSize({ width: 1360, height: 2000 })
  await giveKey(page, key)
  const zone = page.locator('.joined')
  const figure = (word: string) => page.locator('.choices li', { hasText: word })
  const panels = page.locator('.panels li')
  const labels = () =>
    panels
      .getByRole('textbox')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  await figure('Line').dragTo(zone, WAIT)
  await page.locator('.mine li', { hasText: 'Bar' }).dragTo(zone, WAIT)
  expect(await labels()).toEqual([
    'Label of Line chart of rate by year',
    'Label of Bar chart of rate by year',
  ])
  await panels.nth(1).dragTo(panels.nth(0), WAIT)
  const bar = page.getByLabel('Label of Bar chart of rate by year')
  expect(await bar.inputValue()).toBe('(a)')
  await page.getByRole('button', { name: 'Bar chart of rate by year: later' }).click(WAIT)
  expect(await bar.inputValue()).toBe('(b)')
  await bar.fill('Bars')
  expect(await visitor.barriers()).toEqual([])
  await visitor.shot('studio-composite')
  await page.getByRole('button', { name: 'Join them' }).click(WAIT)
  await done(page)
  const joined = new TextDecoder().decode((await download(page, 'SVG')).bytes)
  expect(joined).toMatch(/>Bars</)
  expect(joined).toMatch(/>\(a\)</)
  await expectQuiet(visitor)
})

browserTest('with a key the figure in all styles is asked for, by its price', async () => {
  const key = await newKey(server.url, { quota: 9 })
  const visitor = await visitStudio(visits, server.url, 'Text')
  const { page } = visitor
  await giveKey(page, key)
  await page.getByLabel('Method text').fill(FLOWCHART)
  await page.getByRole('button', { name: 'Draw the figure' }).click(WAIT)
  await done(page)
  const all = page.getByRole('button', { name: 'Show this figure in each of them (7 units)' })
  await all.click(WAIT)
  await until('eight samples', async () => (await page.locator('.styles img.own').count()) === 8)
  const own = await clientAt(server.url).ask(`/api/admin/keys/${key}`, { headers: bearer(ADMIN) })
  expect((await own.json()).quota_remaining).toBe(1)
  await page.getByText('Minimalist', { exact: true }).click(WAIT)
  await page.getByRole('button', { name: 'Draw the figure' }).click(WAIT)
  await page.waitForResponse(/\/api\/redraw$/, WAIT)
  await done(page)
  expect(startOf((await download(page, 'PDF')).bytes, 5)).toBe('%PDF-')
  await expectQuiet(visitor)
})

browserTest('a page that is left while styles are drawn leaves none behind', async () => {
  const visitor = await visitStudio(visits, server.url, 'Text')
  const { page } = visitor
  await page.getByLabel('Method text').fill(FLOWCHART)
  await page.waitForRequest(/\/api\/redraw$/, WAIT)
  await page.reload()
  await until('eight samples', async () => (await page.locator('.styles img.own').count()) === 8)
  const kept = () =>
    page.evaluate(async () => (await (await fetch('api/history')).json()).count as number)
  await until('one figure', async () => (await kept()) === 1)
  expect(visitor.strangers).toEqual([])
})

/** The server is killed, or stopped as for an update, while the model thinks. */
for (const signal of ['SIGKILL', 'SIGTERM'] as const)
  browserTest(
    `a figure outlives a reload, and its server's ${signal} while it is drawn`,
    async () => {
      const { env, arrived } = await modelSays(() => {}, DRAFT)
      const dataDir = tempFolder()
      const first = await startServer({ env: { ...env, DRAIN_SECONDS: '0' }, dataDir })
      const visitor = await visitStudio(visits, first.url, 'Text')
      const { page } = visitor
      await page.getByLabel('Method text').fill(METHOD)
      await page.getByLabel('Caption').fill('Reads')
      await page.getByRole('button', { name: 'Draw the figure' }).click(WAIT)
      const status = page.getByRole('status')
      await status.filter({ hasText: 'Reading the text' }).waitFor(WAIT)
      await page.reload()
      await status.filter({ hasText: 'Reading the text' }).waitFor(WAIT)
      await until('the model is asked', () => arrived.length === 1)
      await first.stop(signal)
      await status.filter({ hasText: 'trying again' }).first().waitFor(WAIT)
      await startServer({ env: { ...env, PORT: new URL(first.url).port }, dataDir })
      await done(page)
      const { name, bytes } = await download(page, 'SVG')
      expect(name).toBe('reads.svg')
      expect(new TextDecoder().decode(bytes)).toContain('Count per gene')
      expect(visitor.strangers).toEqual([])
    },
  )

browserTest(
  'no text, name, caption, label or answer becomes part of a page',
  async () => {
    const attacked = { ...DRAFT, nodes: [{ ...trim, label: ATTACK }, align], edges: [first] }
    const { url } = await startServer(await modelSays(attacked))
    const key = await newKey(url, { name: ATTACK })
    const visitor = await visitStudio(visits, url, 'Text')
    const { page } = visitor
    const expectHarmless = async () => {
      expect(await page.locator('img[src="x"]').count()).toBe(0)
      await expectQuiet(visitor)
    }
    const draw = async (act: string) => {
      const sent = page.waitForResponse(
        (answer) => answer.request().method() === 'POST' && answer.ok(),
        WAIT,
      )
      await page.getByRole('button', { name: act }).click(WAIT)
      await sent
      await done(page)
    }
    await giveKey(page, key)
    await page.getByLabel('Method text').fill(`${METHOD} ${ATTACK}`)
    await page.getByLabel('Caption').fill(ATTACK)
    await draw('Draw the figure')
    await expectHarmless()

    await page.getByRole('tab', { name: 'Data' }).click(WAIT)
    const cell = `"${ATTACK.replaceAll('"', '""')}"`
    const data = page.getByRole('textbox', { name: 'Data', exact: true })
    await data.fill(`${cell},rate\n${cell},4\nB,6`)
    const intent = page.getByLabel('What the chart shall show')
    await intent.fill(`Bar chart of rate. ${ATTACK}`)
    await page.getByLabel('Drawn by').selectOption('local')
    await page.getByRole('button', { name: 'Draw the chart' }).click(WAIT)
    await page.getByText('is not understood').first().waitFor(WAIT)
    await expectHarmless()
    await intent.fill('Bar chart of rate')
    await draw('Draw the chart')
    await expectHarmless()

    await page.getByRole('tab', { name: 'Composite' }).click(WAIT)
    for (const at of [0, 1]) await page.locator('.choices button').nth(at).click(WAIT)
    await page.locator('.panels input').first().fill(ATTACK)
    await draw('Join them')
    await page
      .getByRole('button', { name: /^Compare/ })
      .first()
      .click(WAIT)
    await page
      .getByRole('button', { name: /^Compare/ })
      .nth(1)
      .click(WAIT)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(WAIT)
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click(WAIT)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(WAIT)
    await expectHarmless()

    await page.locator('.mine .open').last().click(WAIT)
    await page.getByRole('link', { name: 'Edit the figure' }).click(WAIT)
    await page.waitForURL('**/jobs/**', WAIT)
    await page.getByLabel('API key', { exact: true }).fill(key, WAIT)
    await page.getByRole('button', { name: /^Box/ }).first().waitFor(WAIT)
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect([visitor.strangers, await page.title()]).toEqual([
      [],
      expect.not.stringMatching(/^broken$/),
    ])

    const admin = await visits.visit(url)
    await admin.page.goto(`${url}/admin`)
    await admin.page.getByLabel('Admin key').fill(ADMIN)
    await admin.page.getByRole('button', { name: 'Sign in' }).click(WAIT)
    for (const room of ['Keys', 'History']) {
      await admin.page.getByRole('link', { name: room, exact: true }).click(WAIT)
      await admin.page.locator('main :text("onerror"):visible').first().waitFor(WAIT)
      await expectQuiet(admin)
    }
    await admin.page.getByRole('table').getByRole('link').last().click(WAIT)
    await admin.page.locator('main :text("onerror"):visible').first().waitFor(WAIT)
    expect(await admin.page.locator('img[src="x"]').count()).toBe(0)
    await expectQuiet(admin)
  },
  60_000,
)
