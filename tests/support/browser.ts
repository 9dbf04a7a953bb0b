import { afterAll, afterEach, beforeAll } from 'bun:test'
import { join } from 'node:path'
import axe, { type Result } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type TestApp, useApps } from './app'
import { ADMIN } from './keys'
import { toolPath } from './tools'
import { PATIENCE_MS } from './until'

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
  // No other machine is reached, nor is its name asked for.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]

export interface Visitor {
  page: Page
  /** Addresses outside the server that the page asked for; none of them was reached. */
  strangers: string[]
  /** Errors of the page: the console's, and what no script caught. */
  errors: string[]
  /** Keeps a picture of the page for people to look at. */
  shot: (name: string) => Promise<void>
  /** What axe-core finds serious or worse, as rule and place; empty: nothing. */
  barriers: () => Promise<string[]>
  /** Whether the page is no wider than its window. */
  fits: () => Promise<boolean>
}

export interface VisitOptions {
  dark?: boolean
  phone?: boolean
}

/** A window that one visitor after the other looks through: to open one costs two seconds of the processor. */
interface Window {
  context: BrowserContext
  page: Page
  visitor: Visitor
  /** The server that it may reach; undefined while nobody looks through it. */
  origin: string | undefined
}

export interface Site {
  app: TestApp
  url: string
  /** A page without a past, of this server where no other is named, that reaches nothing else. */
  visit: (options?: VisitOptions, origin?: string) => Promise<Visitor>
}

/**
 * Call once in a test file: gives a server and a browser for all its stories. Pages are closed after each story.
 * Pictures are kept in the folder `SCREENSHOTS`, where it is set.
 */
export function useSite(env: Record<string, string> = {}): Site {
  const startApp = useApps()
  const windows: Window[] = []
  let browser: Browser | undefined
  const site = {} as Site
  beforeAll(async () => {
    const executablePath = toolPath('chromium')
    if (!executablePath) return
    site.app = await startApp({ SERVICE_ADMIN_KEY: ADMIN, ...env })
    site.url = site.app.listen()
    browser = await chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE_MS })
  })
  afterEach(async () => {
    for (const window of windows) if (window.origin !== undefined) await leave(window)
  })
  afterAll(() => browser?.close())
  site.visit = async (options = {}, origin = site.url) => {
    if (!browser) throw new Error('there is no chromium')
    const window = windows.find((one) => one.origin === undefined) ?? (await openWindow(browser))
    if (!windows.includes(window)) windows.push(window)
    return enter(window, origin, options)
  }
  return site
}

async function openWindow(browser: Browser): Promise<Window> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const window: Window = { context, page, visitor: visitorOf(page), origin: undefined }
  page.on('request', (request) => {
    const url = request.url()
    const own = url.startsWith(`${window.origin}/`) || /^(data|blob|about):/.test(url)
    if (!own) window.visitor.strangers.push(url)
  })
  page.on('pageerror', (error) => window.visitor.errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error')
      window.visitor.errors.push(`${message.text()} (${message.location().url})`)
  })
  return window
}

/** Lets a visitor in of whom the browser knows nothing. */
async function enter(
  window: Window,
  origin: string,
  { dark = false, phone = false }: VisitOptions,
): Promise<Visitor> {
  const { context, page } = window
  window.visitor = visitorOf(page)
  window.origin = origin
  await page.setViewportSize(phone ? { width: 390, height: 844 } : { width: 1360, height: 860 })
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
  await page.goto(`${origin}/healthz`)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  return window.visitor
}

/** Ends what the page still does. */
async function leave(window: Window): Promise<void> {
  for (const page of window.context.pages()) if (page !== window.page) await page.close()
  await window.page.goto('about:blank')
  window.origin = undefined
}

function visitorOf(page: Page): Visitor {
  return {
    page,
    strangers: [],
    errors: [],
    shot: async (name) => {
      const folder = process.env.SCREENSHOTS
      if (!folder) return
      const fullPage = (page.viewportSize()?.width ?? 0) < 500
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage })
    },
    barriers: () => barriersOf(page),
    fits: () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
  }
}

async function barriersOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const found = await page.evaluate('axe.run({ resultTypes: ["violations"] })')
  return (found as { violations: Result[] }).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target}: ${html}`))
}
