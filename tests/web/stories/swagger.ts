/** Whoever tries the interface in Swagger UI. */
import { expect } from 'bun:test'
import type { Site } from '../../support/browser'
import { ADMIN, makeKey } from '../../support/keys'
import { expectQuiet } from '../../support/studio'
import { testWith } from '../../support/tools'

const browserTest = testWith('chromium')

export function swaggerStories(site: Site): void {
  browserTest(
    'a route asks for its key; jobs, tasks and administration are sent with theirs',
    async () => {
      const { key } = await makeKey(site.app)
      const visitor = await site.visit({ dark: true })
      const { page } = visitor
      await page.goto(`${site.url}/swagger`)
      const boxes = page.locator('.auth-container')
      await page.locator('#operations-Administration-listKeys .authorization__btn').click()
      await boxes.locator('input:focus').waitFor()
      expect(await boxes.count()).toBe(1)
      expect(await boxes.textContent()).toContain('adminKey')
      await page.locator('.close-modal').first().click()

      await page.locator('.auth-wrapper .authorize').first().click()
      // Whoever pastes a key without looking pastes it into the first box.
      await page.locator('.auth-container input:focus').waitFor()
      await page.keyboard.insertText(key)
      expect(await boxes.count()).toBe(2)
      expect(await boxes.nth(0).locator('input').inputValue()).toBe(key)
      await boxes.nth(1).locator('input').fill(ADMIN)
      await visitor.shot('swagger-keys')
      for (const _ of [1, 2]) await boxes.locator('.authorize').first().click()
      await page.locator('.modal-btn.btn-done').first().click()

      const sends = async (operation: string) => {
        const block = page.locator(`#operations-${operation}`)
        await block.locator('.opblock-summary-control').click()
        await block.getByRole('button', { name: 'Try it out' }).click()
        await block.getByRole('button', { name: 'Execute' }).click()
        const live = block.locator('.live-responses-table')
        await live.locator('.response-col_status').last().waitFor()
        await live.scrollIntoViewIfNeeded()
        await visitor.shot(`swagger-${operation}`)
        const status = await live.locator('.response-col_status').last().textContent()
        const answer = (await live.textContent()) ?? ''
        await block.locator('.opblock-summary-control').click()
        return { status: status?.slice(0, 3), answer }
      }
      const run = await sends('Jobs-submitRun')
      expect(run.status).toBe('200')
      const id = /"job_id": "([0-9a-f]{32})"/.exec(run.answer)?.[1] ?? ''
      // Sent with the key: nobody else sees it.
      expect((await site.app.ask(`/api/jobs/${id}`)).status).toBe(404)
      expect((await sends('Tasks-submitGenerate')).status).toBe('202')
      expect((await sends('Administration-listKeys')).status).toBe('200')
      await expectQuiet(visitor)
    },
  )
}
