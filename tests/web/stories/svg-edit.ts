/** Whoever draws freely on a figure, in SVG-edit. */
import { expect } from 'bun:test'
import type { Site } from '../../support/browser'
import { bearer, makeKey } from '../../support/keys'
import { done, FLOWCHART } from '../../support/studio'
import { testWith } from '../../support/tools'
import { until } from '../../support/until'

const browserTest = testWith('chromium')

export function svgEditStories(site: Site): void {
  browserTest(
    'the figure of a key is opened as it is, drawn on, and saved as a version with that key alone',
    async () => {
      const { key } = await makeKey(site.app, { quota: 9 })
      const { ask, post } = site.app
      const headers = bearer(key)
      const text = FLOWCHART.replace('Classifier', 'Weights<br>of the model')
      const sent = await post('/api/run', { method_text: text, image_size: '1K' }, headers)
      const { job_id: own } = await sent.json()
      await ask(`/api/events/${own}`, { headers }).then((stream) => stream.text())
      const fileOf = (id: string, path: string) => ask(`/api/artifacts/${id}/${path}`, { headers })
      const original = await (await fileOf(own, 'final.svg')).text()

      const visitor = await site.visit()
      const { page } = visitor
      await page.goto(`${site.url}/jobs/${own}`)
      await page.getByLabel('API key', { exact: true }).fill(key)
      await page.getByRole('link', { name: 'Open in SVG-edit' }).click()
      await page.getByText('every line is a text of its own').waitFor()
      await page.getByRole('link', { name: 'The figure editor sets them anew' }).waitFor()
      await page.locator('#svgcontent .node').first().waitFor()
      const kept = await page.evaluate(savedByEditor)
      expect(relations(kept)).toEqual(relations(original))
      expect(relations(kept).map((one) => one['data-label'])).toContain('Good &amp; cheap?')
      expect(kept).toContain('data-generator="burin/')
      expect(visitor.strangers).toEqual([])

      const line = page.locator('#svgcontent text', { hasText: 'of the model' })
      // The first opens the group of the box.
      await until('the line is edited', async () => {
        await line.dblclick()
        return (await page.evaluate('svgEditor.svgCanvas.getMode()')) === 'textedit'
      })
      await page.keyboard.press('End')
      await page.keyboard.type('s')
      await page.locator('#svgcontent text', { hasText: 'of the models' }).waitFor()
      await visitor.shot('svg-edit')

      const save = page.getByRole('button', { name: 'Save as a new version' })
      await save.click()
      await page.waitForURL((url) => /\/jobs\/\w+$/.test(url.pathname) && !url.href.includes(own))
      await done(page)
      const saved = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      expect(await (await ask(`/api/jobs/${saved}`, { headers })).json()).toMatchObject({
        ...{ status: 'completed', parent: own, workflow: 'redraw' },
      })
      expect((await ask(`/api/jobs/${saved}`)).status).toBe(404)
      const svg = await (await fileOf(saved, 'final.svg')).text()
      expect(svg).toContain('>of the models<')
      expect(svg).toContain(/viewBox="[^"]*"/.exec(original)?.[0] ?? 'no view')
      for (const path of ['final.pdf', 'figure.png'])
        expect((await fileOf(saved, path)).headers.get('etag')).not.toBe(
          (await fileOf(own, path)).headers.get('etag'),
        )

      await page.getByRole('link', { name: 'The version before' }).click()
      await page.getByRole('link', { name: 'Edit the figure' }).waitFor()
      expect(visitor.strangers).toEqual([])
    },
  )

  browserTest(
    'a file that is not there is said, and none of another server is opened',
    async () => {
      const visitor = await site.visit()
      const { page } = visitor
      const nothing = `/api/artifacts/${'0'.repeat(32)}/final.svg`
      await page.goto(`${site.url}/editor/index.html?url=${encodeURIComponent(nothing)}`)
      await page.getByText('Job not found').waitFor()
      await page.goto(`${site.url}/editor/index.html?url=https://example.org/a.svg`)
      await page.getByText('Only files of this server').waitFor()
      expect(visitor.strangers).toEqual([])
    },
  )
}

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
