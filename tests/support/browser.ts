import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe, { type Result } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { toolPath } from './tools'

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--in-process-gpu',
  '--no-zygote',
  '--disable-extensions',
  '--renderer-process-limit=1',
]

export interface Visitor {
  page: Page
  /** Addresses outside the server that the page asked for; none of them was let through. */
  strangers: string[]
  /** Errors of the page: the console's, and what no script caught. */
  errors: string[]
  /** Keeps a picture of the page for people to look at; gives its path. */
  shot: (name: string) => Promise<string>
  /** What axe-core finds serious or worse, as rule and place; empty: nothing. */
  barriers: () => Promise<string[]>
  /** Whether the page is no wider than its window. */
  fits: () => Promise<boolean>
}

export interface Visits {
  /** A fresh page, of its own storage, that reaches `origin` and nothing else. */
  visit: (origin: string, options?: { dark?: boolean; phone?: boolean }) => Promise<Visitor>
  /** Ends the browser and every process of it. */
  close: () => Promise<void>
  /** Where the pictures lie. */
  folder: string
}

/** Starts the machine's Chromium. Pictures stay in `SCREENSHOTS` when it is set, else they go with the browser. */
export async function openBrowser(): Promise<Visits> {
  const executablePath = toolPath('chromium')
  if (!executablePath) throw new Error('there is no chromium')
  const kept = process.env.SCREENSHOTS || undefined
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'burin-shots-')))
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  return {
    folder,
    visit: (origin, options = {}) => visit(browser, folder, origin, options),
    close: async () => {
      await browser.close()
      if (!kept) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function visit(
  browser: Browser,
  folder: string,
  origin: string,
  { dark = false, phone = false }: { dark?: boolean; phone?: boolean },
): Promise<Visitor> {
  const context = await browser.newContext({
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    viewport: phone ? { width: 390, height: 844 } : { width: 1360, height: 860 },
  })
  const strangers: string[] = []
  const errors: string[] = []
  await context.route('**/*', (route) => {
    const url = route.request().url()
    if (url.startsWith(`${origin}/`) || /^(data|blob):/.test(url)) return route.continue()
    strangers.push(url)
    return route.abort()
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  return {
    page,
    strangers,
    errors,
    shot: async (name) => {
      const path = join(folder, `${name}.png`)
      await page.screenshot({ path, fullPage: phone })
      return path
    },
    barriers: () => barriersOf(page),
    fits: () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
  }
}

async function barriersOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate('axe.run({ resultTypes: ["violations"] })')
  return (found as { violations: Result[] }).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target}: ${html}`))
}
