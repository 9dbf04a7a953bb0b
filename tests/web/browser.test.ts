import { afterAll, beforeAll, describe, expect } from 'bun:test'
import { openBrowser, type Visitor, type Visits } from '../support/browser'
import { clientAt } from '../support/client'
import { fetchDeclared } from '../support/declared'
import { ADMIN, bearer } from '../support/keys'
import { useServers } from '../support/server'
import { collect } from '../support/sse'
import { have, testWith } from '../support/tools'

const startServer = useServers()
const browserTest = testWith('chromium')
const WAIT = { timeout: 60_000 }

const FLOWCHART = `flowchart LR
  A[Raw images] --> B[Encoder]
  B -->|fine-tune| C{Good & cheap?}
  C --> D[Classifier]`

let origin = ''
let visits: Visits

beforeAll(async () => {
  if (!have('chromium')) return
  const server = await startServer({ env: { SERVICE_ADMIN_KEY: ADMIN } })
  origin = server.url
  visits = await openBrowser()
})

afterAll(() => visits?.close())

/** The whole visit stayed on this server and nothing broke. */
function expectQuiet({ strangers, errors }: Visitor): void {
  expect({ strangers, errors }).toEqual({ strangers: [], errors: [] })
}

describe('Swagger UI', () => {
  browserTest('submits a job from the page', async () => {
    const visitor = await visits.visit(origin)
    const { page } = visitor
    await page.goto(`${origin}/swagger`)
    await page.locator('#operations-Jobs-submitRun .opblock-summary-control').click(WAIT)
    const block = page.locator('#operations-Jobs-submitRun')
    await block.getByRole('button', { name: 'Try it out' }).click(WAIT)
    await block.getByRole('button', { name: 'Execute' }).click(WAIT)
    const live = block.locator('.live-responses-table')
    await live.waitFor(WAIT)
    await live.scrollIntoViewIfNeeded()
    await visitor.shot('swagger')
    expect(await live.locator('.response-col_status').last().textContent()).toStartWith('200')
    const id = /"job_id": "([0-9a-f]{32})"/.exec((await live.textContent()) ?? '')?.[1] ?? ''
    expect((await clientAt(origin).ended(id)).status).toBe('completed')
    expectQuiet(visitor)
  })

  browserTest('sends the API key with tasks and the admin key with administration', async () => {
    const made = await fetchDeclared(`${origin}/api/admin/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(ADMIN) },
      body: JSON.stringify({ name: 'visitor' }),
    })
    const { key } = await made.json()
    const visitor = await visits.visit(origin, { dark: true })
    const { page } = visitor
    await page.goto(`${origin}/swagger`)
    await page.locator('.auth-wrapper .authorize').first().click(WAIT)
    // Whoever pastes a key without looking pastes it into the first box.
    await page.locator('.auth-container input:focus').waitFor(WAIT)
    await page.keyboard.insertText(key)
    const boxes = page.locator('.auth-container')
    expect(await boxes.count()).toBe(2)
    expect(await boxes.nth(0).locator('input').inputValue()).toBe(key)
    await boxes.nth(1).locator('input').fill(ADMIN)
    await visitor.shot('swagger-keys')
    for (const _ of [1, 2]) await boxes.locator('.authorize').first().click(WAIT)
    await page.locator('.modal-btn.btn-done').first().click(WAIT)

    const sends = async (operation: string) => {
      const block = page.locator(`#operations-${operation}`)
      await block.locator('.opblock-summary-control').click(WAIT)
      await block.getByRole('button', { name: 'Try it out' }).click(WAIT)
      await block.getByRole('button', { name: 'Execute' }).click(WAIT)
      const status = block.locator('.live-responses-table .response-col_status').last()
      await status.waitFor(WAIT)
      await status.scrollIntoViewIfNeeded()
      await visitor.shot(`swagger-${operation}`)
      return (await status.textContent())?.slice(0, 3)
    }
    expect(await sends('Jobs-submitRun')).toBe('200')
    expect(await sends('Tasks-submitGenerate')).toBe('202')
    expect(await sends('Administration-listKeys')).toBe('200')
    expectQuiet(visitor)
  })

  browserTest('asks for the admin key at a route of the admin', async () => {
    const { page } = await visits.visit(origin)
    await page.goto(`${origin}/swagger`)
    await page.locator('#operations-Administration-listKeys .authorization__btn').click(WAIT)
    const box = page.locator('.auth-container')
    await box.locator('input:focus').waitFor(WAIT)
    expect(await box.count()).toBe(1)
    expect(await box.textContent()).toContain('adminKey')
  })
})

describe('the editor', () => {
  browserTest("opens a job's figure and saves it with its names and relations", async () => {
    const client = clientAt(origin)
    const id = await client.submit('/api/run', { method_text: FLOWCHART })
    await collect(`${origin}/api/events/${id}`)
    const path = `/api/artifacts/${id}/final.svg`
    const original = await (await client.ask(path)).text()

    const visitor = await visits.visit(origin)
    const { page } = visitor
    await page.goto(`${origin}/editor/index.html?url=${encodeURIComponent(path)}`)
    await page.getByText('final.svg').waitFor(WAIT)
    expect(await page.locator('#svgcontent .node').count()).toBe(4)
    await page.locator('#n-A').click()
    await visitor.shot('editor')
    const saved = await page.evaluate(savedByEditor)
    expect(relations(saved)).toEqual(relations(original))
    expect(relations(saved).map((one) => one['data-label'])).toContain('Good &amp; cheap?')
    expect(saved).toContain('data-generator="burin/')
    expectQuiet(visitor)
  })

  browserTest('says so when there is no such file, and opens none of another server', async () => {
    const visitor = await visits.visit(origin)
    const { page } = visitor
    const nothing = `/api/artifacts/${'0'.repeat(32)}/final.svg`
    await page.goto(`${origin}/editor/index.html?url=${encodeURIComponent(nothing)}`)
    await page.getByText('Job not found').waitFor(WAIT)
    await page.goto(`${origin}/editor/index.html?url=https://example.org/a.svg`)
    await page.getByText('Only files of this server').waitFor(WAIT)
    expect(visitor.strangers).toEqual([])
  })
})

/** Runs in the page: what the editor's own "save" would write. */
function savedByEditor(): string {
  const { svgEditor } = window as unknown as {
    svgEditor: { svgCanvas: { getSvgString(): string } }
  }
  return svgEditor.svgCanvas.getSvgString()
}

/** Every named element: id, class and what it says of itself, in the order of the file. */
function relations(svg: string): Record<string, string>[] {
  return [...svg.matchAll(/<g\b([^>]*\bclass="(?:node|edge|group|icon|text)"[^>]*)>/g)].map(
    ([, attributes]) =>
      Object.fromEntries(
        [...(attributes ?? '').matchAll(/(?<=\s)([\w-]+)="([^"]*)"/g)]
          .map(([, name, value]) => [name ?? '', value ?? ''] as const)
          .toSorted(([a], [b]) => a.localeCompare(b)),
      ),
  )
}
