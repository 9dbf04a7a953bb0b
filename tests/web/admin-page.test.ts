import { afterAll, beforeAll, expect } from 'bun:test'
import { openBrowser, type Visits } from '../support/browser'
import { ADMIN } from '../support/keys'
import { useServers } from '../support/server'
import { have, testWith } from '../support/tools'

const startServer = useServers()
const browserTest = testWith('chromium')
const WAIT = { timeout: 10_000 }

let origin = ''
let visits: Visits

beforeAll(async () => {
  if (!have('chromium')) return
  const server = await startServer({ env: { SERVICE_ADMIN_KEY: ADMIN } })
  origin = server.url
  visits = await openBrowser()
})

afterAll(() => visits?.close())

browserTest('the admin signs in, stays signed in over a reload, and out again', async () => {
  const { page, barriers, shot, strangers } = await visits.visit(origin)
  await page.goto(`${origin}/admin`)
  await page.getByLabel('Admin key').fill('a-guess', WAIT)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').filter({ hasText: 'The credential is not valid.' }).waitFor(WAIT)
  expect(await barriers()).toEqual([])
  await shot('admin-sign-in')
  await page.getByLabel('Admin key').fill(ADMIN)
  await page.getByLabel('Admin key').press('Enter')
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await signOut.waitFor(WAIT)
  await page.reload()
  await signOut.click(WAIT)
  await page.getByLabel('Admin key').waitFor(WAIT)
  await page.reload()
  await page.getByLabel('Admin key').waitFor(WAIT)
  expect(strangers).toEqual([])
})
