/** Models that answer late, servers that end meanwhile, and words that would run. */
import { expect } from 'bun:test'
import { join } from 'node:path'
import { align, DRAFT, first, METHOD, trim } from '../../engines/model/drafts'
import { fileFor, saying, type useModelApps } from '../../engines/model/model-app'
import { answering, silent, type useFakeProviders } from '../../providers/fake-provider'
import type { Site } from '../../support/browser'
import { tempFolder } from '../../support/folders'
import { ADMIN, makeKey } from '../../support/keys'
import type { useServers } from '../../support/server'
import { ATTACK, done, download, expectQuiet, giveKey, visitStudio } from '../../support/studio'
import { testWith } from '../../support/tools'
import { until } from '../../support/until'

const browserTest = testWith('chromium')
const PATIENT = { provider: { attempts: 3 } }
const PRICED = { model: { price: { inputPerMillion: 1000, outputPerMillion: 0 } } }

const scanner = (x: number, width: number) =>
  `<g data-node="scan" data-label="Scanner"><rect x="${x}" y="240" width="${width}" height="300" fill="#eef4fb" stroke="#1f5fa8" stroke-width="3"/><text x="240" y="398" font-size="24" text-anchor="middle" fill="#1a1a1a">Scanner</text></g>`
const SCANNER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900">${scanner(100, 280)}</svg>`
const WISHED = `<patch>${scanner(60, 360)}</patch>`

const nodesIn = (svg: Uint8Array) =>
  new TextDecoder().decode(svg).match(/class="node"/g)?.length ?? 0

interface Starting {
  startModel: ReturnType<typeof useModelApps>
  startServer: ReturnType<typeof useServers>
  fakeProvider: ReturnType<typeof useFakeProviders>
}

export function modelStories(
  site: Site,
  { startModel, startServer, fakeProvider }: Starting,
): void {
  browserTest('of several figures of one request another one is taken', async () => {
    const short = { ...DRAFT, nodes: [trim, align], edges: [first] }
    const { app } = await startModel([DRAFT, short], PRICED)
    const visitor = await visitStudio(site, 'Text', {}, app.listen())
    const { page } = visitor
    await page.getByLabel('Method text').fill(METHOD)
    await page.getByLabel('Variants').selectOption('2')
    await page.getByRole('button', { name: 'Draw the figure' }).click()
    const choice = page.getByRole('region', { name: 'Figures to choose from' })
    await choice.waitFor()
    expect(await choice.getByRole('listitem').count()).toBe(2)
    await page.getByText('How good is it?').click()
    await page.getByText(/Its models cost \$0\.\d/).waitFor()
    await page.getByText(/Models have cost \$0\.\d+ so far/).waitFor()
    expect(await visitor.barriers()).toEqual([])
    await visitor.shot('studio-candidates')
    const best = nodesIn((await download(page, 'SVG')).bytes)
    await choice.getByRole('button', { name: 'Take figure 2' }).click()
    await choice.waitFor({ state: 'detached' })
    await done(page)
    const taken = nodesIn((await download(page, 'SVG')).bytes)
    expect([best, taken].toSorted()).toEqual([2, 3])
    await expectQuiet(visitor)
  })

  browserTest('what a model fails to draw is drawn by rules at a press', async () => {
    const { app } = await startModel([answering(401)])
    const visitor = await visitStudio(site, 'Text', {}, app.listen())
    const { page } = visitor
    await page.getByLabel('Method text').fill(METHOD)
    await page.getByRole('button', { name: 'Draw the figure' }).click()
    await page.getByRole('status').filter({ hasText: 'Failed' }).waitFor()
    await page.getByRole('button', { name: 'Draw by rules' }).click()
    await done(page)
    await expectQuiet(visitor)
  })

  browserTest('a wish in words is seen as a difference, discarded, and kept', async () => {
    const { app } = await startModel([WISHED, WISHED], {
      file: { roles: { svg: { provider: 'house' } } },
    })
    const id = await app.submit('/api/finish', { svg: SCANNER })
    await app.ended(id)
    const origin = app.listen()
    const visitor = await site.visit({}, origin)
    const { page } = visitor
    await page.goto(`${origin}/jobs/${id}#edit`)
    const scanner = page.getByRole('button', { name: 'Box: Scanner', exact: true })
    const widthOf = async () => (await scanner.boundingBox())?.width ?? 0
    await scanner.waitFor()
    const before = await widthOf()
    const wish = async () => {
      await page.getByLabel('In words').fill('Make the scanner larger')
      await page.getByRole('button', { name: 'Change it so' }).click()
      await page.getByRole('dialog').getByText('Another size: Scanner').waitFor()
    }
    await wish()
    expect(await visitor.barriers()).toEqual([])
    await visitor.shot('editor-wish')
    const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await page.getByRole('button', { name: 'Discard' }).click()
    expect((await gone).status()).toBe(204)
    expect(page.url()).toContain(id)
    await wish()
    await page.getByRole('button', { name: 'Keep' }).click()
    await page.waitForURL((url) => !url.href.includes(id))
    await until('it is larger', async () => (await widthOf()) > 1.1 * before)
    await expectQuiet(visitor)
  })

  /** A visitor whose figure waits for its model, over a reload; goes on when another server is there. */
  const waiting = async (origin: string) => {
    const visitor = await visitStudio(site, 'Text', {}, origin)
    const { page } = visitor
    await page.getByLabel('Method text').fill(METHOD)
    await page.getByLabel('Caption').fill('Reads')
    await page.getByRole('button', { name: 'Draw the figure' }).click()
    const status = page.getByRole('status')
    await status.filter({ hasText: 'Reading the text' }).waitFor()
    await page.getByText('Waiting for the model of house, attempt 1 of 3.').waitFor()
    await page.reload()
    await status.filter({ hasText: 'Reading the text' }).waitFor()
    return {
      page,
      goesOn: async (restart: () => Promise<unknown>) => {
        await status.filter({ hasText: 'trying again' }).first().waitFor()
        await restart()
        await done(page)
        const { name, bytes } = await download(page, 'SVG')
        expect(name).toMatch(/reads.*\.svg$/)
        expect(new TextDecoder().decode(bytes)).toContain('Count per gene')
        expect(visitor.strangers).toEqual([])
      },
    }
  }

  browserTest(
    'a figure outlives the kill of its server, and its page goes on where its stream broke off',
    async () => {
      const { origin, arrived } = await fakeProvider(silent, saying(DRAFT))
      const dataDir = tempFolder()
      const file = join(dataDir, 'providers.json')
      await Bun.write(file, JSON.stringify(fileFor(origin, PATIENT)))
      const env = { PROVIDERS_FILE: file, HOUSE_KEY: 'sk-house' }
      const killed = await startServer({ env, dataDir })
      const { page, goesOn } = await waiting(killed.url)
      await until('the model is asked', () => arrived.length === 1)
      const [figure] = await page.evaluate(async () => {
        const { items } = await (await fetch('api/history')).json()
        return items as { job_id: string }[]
      })
      await page.goto(`${killed.url}/jobs/${figure?.job_id}`)
      await page.getByRole('status').filter({ hasText: 'Reading the text' }).waitFor()
      await killed.stop('SIGKILL')
      const { port } = new URL(killed.url)
      await goesOn(() => startServer({ env: { ...env, PORT: port }, dataDir }))
    },
  )

  browserTest('a figure outlives an update of its server', async () => {
    const env = { DATA_DIR: tempFolder() }
    const before = await startModel([silent], PATIENT, env)
    const origin = before.app.listen()
    const { goesOn } = await waiting(origin)
    await until('the model is asked', () => before.arrived.length === 1)
    await before.app.stop()
    await goesOn(async () => {
      const after = await startModel([DRAFT], {}, env)
      after.app.listen(Number(new URL(origin).port))
    })
  })

  browserTest('no text, name, caption, label or answer becomes part of a page', async () => {
    const attacked = { ...DRAFT, nodes: [{ ...trim, label: ATTACK }, align], edges: [first] }
    const { app } = await startModel([attacked], {}, { SERVICE_ADMIN_KEY: ADMIN })
    const url = app.listen()
    const { key } = await makeKey(app, { name: ATTACK })
    const visitor = await visitStudio(site, 'Text', {}, url)
    const { page } = visitor
    const expectHarmless = async () => {
      expect(await page.locator('img[src="x"]').count()).toBe(0)
      await expectQuiet(visitor)
    }
    const draw = async (act: string) => {
      const sent = page.waitForResponse(
        (answer) => answer.request().method() === 'POST' && answer.ok(),
      )
      await page.getByRole('button', { name: act }).click()
      await sent
      await done(page)
    }
    await giveKey(page, key)
    await page.getByLabel('Method text').fill(`${METHOD} ${ATTACK}`)
    await page.getByLabel('Caption').fill(ATTACK)
    await draw('Draw the figure')
    await expectHarmless()

    await page.getByRole('tab', { name: 'Data' }).click()
    const cell = `"${ATTACK.replaceAll('"', '""')}"`
    const data = page.getByRole('textbox', { name: 'Data', exact: true })
    await data.fill(`${cell},rate\n${cell},4\nB,6`)
    const intent = page.getByLabel('What the chart shall show')
    await intent.fill(`Bar chart of rate. ${ATTACK}`)
    await page.getByLabel('Drawn by').selectOption('local')
    await draw('Draw the chart')
    await page.getByText('Not used').first().waitFor()
    await expectHarmless()

    await page.getByRole('tab', { name: 'Composite' }).click()
    for (const at of [0, 1]) await page.locator('.choices button').nth(at).click()
    await page.locator('.panels input').first().fill(ATTACK)
    await draw('Join them')
    // A card more moves the others on: what is pressed by its place is pressed once all stand there.
    await page.locator('.mine li').nth(2).waitFor()
    const button = (name: RegExp) => page.getByRole('button', { name })
    await button(/^Compare/)
      .first()
      .click()
    await button(/^Compare/)
      .nth(1)
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await button(/^Delete/)
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expectHarmless()

    await page.locator('.mine .open').last().click()
    await page.getByRole('link', { name: 'Edit the figure' }).click()
    await page.waitForURL('**/jobs/**')
    await button(/^Box/).first().waitFor()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(visitor.strangers).toEqual([])
    expect(await page.title()).not.toBe('broken')

    const admin = await site.visit({}, url)
    await admin.page.goto(`${url}/admin`)
    await admin.page.getByLabel('Admin key').fill(ADMIN)
    await admin.page.getByRole('button', { name: 'Sign in' }).click()
    for (const room of ['Keys', 'History']) {
      await admin.page.getByRole('link', { name: room, exact: true }).click()
      await admin.page.locator('main :text("onerror"):visible').first().waitFor()
      await expectQuiet(admin)
    }
    await admin.page.getByRole('table').getByRole('link').last().click()
    await admin.page.locator('main :text("onerror"):visible').first().waitFor()
    expect(await admin.page.locator('img[src="x"]').count()).toBe(0)
    await expectQuiet(admin)
  })
}
