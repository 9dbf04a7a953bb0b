/** What the stories of the studio share. */
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Site, VisitOptions, Visitor } from './browser'

export const FLOWCHART = `flowchart LR
  A[Raw images] --> B[Encoder]
  B -->|fine-tune| C{Good & cheap?}
  C --> D[Classifier]`

/** Would run where a text became part of a page. */
export const ATTACK = `"><img src=x onerror="document.title='broken'"><script>document.title='broken'</script>`

/** A visitor at the studio, at one of its tabs. */
export async function visitStudio(
  site: Site,
  tab: string,
  options: VisitOptions = {},
  origin = site.url,
): Promise<Visitor> {
  const visitor = await site.visit(options, origin)
  await visitor.page.goto(`${origin}/`)
  await visitor.page.getByRole('tab', { name: tab, exact: true }).click()
  return visitor
}

export async function giveKey(page: Page, given: string): Promise<void> {
  const box = page.getByLabel('API key', { exact: true })
  if (!(await box.isVisible())) await page.locator('summary', { hasText: 'API key' }).click()
  await box.fill(given)
}

/** The shown figure is there. */
export const done = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Done$/ })
    .waitFor()

/** Downloads by a link of the figure; gives the file's name and bytes. */
export async function download(page: Page, format: string) {
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: format, exact: true }).click()
  const file = await saved
  return { name: file.suggestedFilename(), bytes: await Bun.file(await file.path()).bytes() }
}

export const startOf = (bytes: Uint8Array, length: number) =>
  Buffer.from(bytes.subarray(0, length)).toString('latin1')

/** Nothing of the page broke, ran from a text or left this server. */
export async function expectQuiet({ page, strangers, errors }: Visitor): Promise<void> {
  expect({ strangers, errors }).toEqual({ strangers: [], errors: [] })
  expect(await page.title()).not.toBe('broken')
}
