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
  const left: string[] = []
  for (const error of errors) if (!(await isOfReplaced(page, error))) left.push(error)
  expect({ strangers, errors: left }).toEqual({ strangers: [], errors: [] })
  expect(await page.title()).not.toBe('broken')
}

/** Whether a picture was asked for of a preview that the next one has replaced: its record goes while lists still show it. */
async function isOfReplaced(page: Page, error: string): Promise<boolean> {
  const [, id] = /status of 404 .*\/api\/artifacts\/([0-9a-f]{32})\//.exec(error) ?? []
  if (id === undefined) return false
  return (await page.request.get(new URL(`/api/jobs/${id}`, page.url()).href)).status() === 404
}
