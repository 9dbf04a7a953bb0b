import { afterAll, beforeAll, describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { toPng } from '../../src/figure/raster'
import type { Scene } from '../../src/forms/scene'
import { FLOW } from '../read/image/pictures'
import { openBrowser, type Visitor, type Visits } from '../support/browser'
import { clientAt } from '../support/client'
import { ADMIN, bearer, type KeyRecord } from '../support/keys'
import { type Server, useServers } from '../support/server'
import { have, testWith } from '../support/tools'
import { until } from '../support/until'

const startServer = useServers()
const browserTest = testWith('chromium')
const WAIT = { timeout: 60_000 }

const FLOWCHART = `flowchart LR
  subgraph enc[Encoders]
    A[Raw images] --> B[Image encoder]
    C[Report text] --> D[Text encoder]
  end
  B --> E{Contrastive loss}
  D --> E
  E -->|fine-tune| F[(Weights)]`

/** Would run where a text became part of a page. */
const ATTACK = `<img src=x onerror="document.title='broken'"><script>document.title='broken'</script>`

let server: Server
let visits: Visits
let source = ''

beforeAll(async () => {
  if (!have('chromium')) return
  server = await startServer({ env: { SERVICE_ADMIN_KEY: ADMIN } })
  visits = await openBrowser()
  source = await drawn(FLOWCHART)
})

afterAll(() => visits?.close())

async function drawn(text: string, headers: Record<string, string> = {}): Promise<string> {
  const client = clientAt(server.url)
  const answer = await client.post('/api/run', { method_text: text }, headers)
  const { job_id: id } = (await answer.json()) as { job_id: string }
  await client.ask(`/api/events/${id}`, { headers }).then((stream) => stream.text())
  return id
}

/** A visitor who edits a figure. */
async function editing(
  options: { dark?: boolean; phone?: boolean } = {},
  id = source,
): Promise<Visitor> {
  const visitor = await visits.visit(server.url, options)
  await visitor.page.goto(`${server.url}/jobs/${id}`)
  await visitor.page.getByRole('button', { name: 'Edit the figure' }).click(WAIT)
  await part(visitor.page, 'Box: Weights').waitFor(WAIT)
  return visitor
}

const part = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The version that the page shows. */
const version = (page: Page) => page.locator('.drawing').getAttribute('data-version', WAIT)

/** Does something that is drawn as a new version, and waits for it; gives its id. */
async function next(page: Page, act: () => Promise<unknown>): Promise<string> {
  const before = await version(page)
  await act()
  await page.locator(`.drawing:not([data-version="${before}"])`).waitFor(WAIT)
  const now = (await version(page)) ?? ''
  expect(new URL(page.url()).pathname).toBe(`/jobs/${now}`)
  return now
}

/** Drags from one part, or a handle of it, to a place that far from its middle. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
  await page.mouse.move(to.x, to.y)
}

async function centre(page: Page, name: string) {
  const box = await part(page, name).boundingBox(WAIT)
  if (!box) throw new Error(`${name} is not to be seen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const fileOf = async (id: string, path: string) =>
  clientAt(server.url).ask(`/api/artifacts/${id}/${path}`)

/** The words of a part of the drawn SVG, line by line. */
const linesOf = (page: Page, id: string) =>
  page.locator(`.drawn [id="${id}"] tspan`).allTextContents()

async function expectQuiet({ page, strangers, errors }: Visitor): Promise<void> {
  expect({ strangers, errors }).toEqual({ strangers: [], errors: [] })
  expect(await page.title()).not.toBe('broken')
}

describe('the editor of a figure', () => {
  browserTest('types two lines, keeps them over a reload, and goes back', async () => {
    const visitor = await editing()
    const { page } = visitor
    await part(page, 'Box: Image encoder').click(WAIT)
    const typing = page.locator('.typing')
    await typing.fill('Image', WAIT)
    await typing.press('End')
    await typing.press('Enter')
    await typing.pressSequentially(ATTACK)
    const first = await next(page, () => typing.press('Control+Enter'))
    const lines = await linesOf(page, 'n-B')
    expect(lines[0]).toBe('Image')
    expect(lines[1]).toStartWith('<img src=x')
    await page.reload()
    await part(page, `Box: Image ${ATTACK}`).waitFor(WAIT)
    expect(await version(page)).toBe(first)

    const pdf = await fileOf(first, 'final.pdf')
    expect(pdf.status).toBe(200)
    expect(await pdf.text()).not.toBe(await (await fileOf(source, 'final.pdf')).text())
    const link = page.getByRole('link', { name: 'PDF', exact: true })
    expect(await link.getAttribute('href', WAIT)).toContain(first)

    await next(page, () => page.getByRole('button', { name: 'Undo' }).click(WAIT))
    expect(await version(page)).toBe(source)
    await next(page, () => page.getByRole('button', { name: 'Redo' }).click(WAIT))
    expect(await version(page)).toBe(first)
    await page.goBack()
    await page.locator(`.drawing[data-version="${source}"]`).waitFor(WAIT)
    await expectQuiet(visitor)
  })

  browserTest('moves a box with its arrow, and leaves the others where they are', async () => {
    const visitor = await editing()
    const { page } = visitor
    const others = async () => [
      await centre(page, 'Box: Raw images'),
      await centre(page, 'Box: Contrastive loss'),
    ]
    const before = await others()
    const from = await centre(page, 'Box: Weights')
    const to = { x: from.x - 10, y: from.y + 90 }
    // Beside the words: on them it would be no less a drag.
    await drag(page, from, to)
    await page.locator('[data-rubber="e5"]').waitFor({ ...WAIT, state: 'attached' })
    const made = await next(page, () => page.mouse.up())
    const now = await centre(page, 'Box: Weights')
    expect(Math.hypot(now.x - to.x, now.y - to.y)).toBeLessThan(3)
    expect(await others()).toEqual(before)
    expect(await page.getByLabel('Stays where I put it').isChecked()).toBe(true)
    const diagram = await (await fileOf(made, 'diagram.json')).json()
    expect(diagram.places.pinned.map(({ id }: { id: string }) => id)).toEqual(['n-F'])
    await expectQuiet(visitor)
  })

  browserTest(
    'pulls an arrow from box to box, turns it round, labels it and takes it away',
    async () => {
      const visitor = await editing()
      const { page } = visitor
      await part(page, 'Box: Weights').focus(WAIT)
      const handle = await page.locator('.handle[data-side=bottom]').boundingBox(WAIT)
      if (!handle) throw new Error('there is no handle')
      await drag(
        page,
        { x: handle.x + 5, y: handle.y + 5 },
        await centre(page, 'Box: Text encoder'),
      )
      await next(page, () => page.mouse.up())
      const arrow = part(page, 'Arrow: Weights to Text encoder')
      await arrow.focus(WAIT)
      await next(page, () => page.getByRole('button', { name: 'Turn round' }).click(WAIT))
      await part(page, 'Arrow: Text encoder to Weights').press('F2', WAIT)
      await page.locator('.typing').fill('frozen', WAIT)
      await next(page, () => page.locator('.typing').press('Control+Enter'))
      const labelled = part(page, 'Arrow: Text encoder to Weights, frozen')
      await next(page, () => labelled.press('Delete', WAIT))
      expect(await labelled.count()).toBe(0)
      await expectQuiet(visitor)
    },
  )

  browserTest('works by keyboard alone, and says what each part is', async () => {
    const visitor = await editing()
    const { page } = visitor
    await part(page, 'Group: Encoders').focus(WAIT)
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab')
      if ((await page.locator(':focus').getAttribute('aria-label')) === 'Box: Weights') break
    }
    const before = await centre(page, 'Box: Weights')
    const moved = await next(page, async () => {
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    })
    expect((await centre(page, 'Box: Weights')).y).toBeGreaterThan(before.y + 5)
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Box: Weights')
    const record = await (await clientAt(server.url).ask(`/api/jobs/${moved}`)).json()
    expect(record.parent).toBe(source)
    await page.keyboard.press('Enter')
    await page.keyboard.type('Model')
    await page.keyboard.press('Escape')
    await part(page, 'Box: Weights').waitFor(WAIT)
    await next(page, () => page.keyboard.press('Control+z'))
    expect(await version(page)).toBe(source)
    await part(page, 'Box: Weights').focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor(WAIT)
    await page.keyboard.press('Escape')
    expect(await visitor.barriers()).toEqual([])
    await expectQuiet(visitor)
  })

  browserTest('several boxes are grouped; what is dropped in a frame belongs to it', async () => {
    const visitor = await editing()
    const { page } = visitor
    await part(page, 'Box: Weights').click({ ...WAIT, position: { x: 8, y: 40 } })
    await part(page, 'Box: Contrastive loss').click({
      ...WAIT,
      modifiers: ['Shift'],
      position: { x: 20, y: 8 },
    })
    const grouped = await next(page, () =>
      page.getByRole('button', { name: 'Group them' }).click(WAIT),
    )
    const groupsOf = async (id: string): Promise<Record<string, string>> => {
      const { nodes } = (await (await fileOf(id, 'diagram.json')).json()) as {
        nodes: { id: string; group: string }[]
      }
      return Object.fromEntries(nodes.map(({ id: node, group }) => [node, group]))
    }
    expect(await groupsOf(grouped)).toMatchObject({ 'n-E': 'group-1', 'n-F': 'group-1' })

    await next(page, () => page.keyboard.press('Control+z'))
    await page.keyboard.press('Escape')
    const from = await centre(page, 'Box: Weights')
    const [a, b] = [await centre(page, 'Box: Raw images'), await centre(page, 'Box: Report text')]
    await drag(page, from, { x: a.x + 60, y: (a.y + b.y) / 2 })
    const inFrame = await next(page, () => page.mouse.up())
    expect(await groupsOf(inFrame)).toMatchObject({ 'n-F': 'g-enc' })
    await expectQuiet(visitor)
  })

  browserTest('free drawing is saved as a version, has a way back and lines to edit', async () => {
    const visitor = await editing()
    const { page } = visitor
    await part(page, 'Box: Weights').press('Enter', WAIT)
    await page.locator('.typing').fill('Weights\nof the model', WAIT)
    const id = await next(page, () => page.locator('.typing').press('Control+Enter'))
    await page.getByRole('link', { name: 'Open in SVG-edit' }).click(WAIT)
    await page.getByText('every line is a text of its own').waitFor(WAIT)
    const line = page.locator('#svgcontent text', { hasText: 'of the model' })
    // The first opens the group of the box.
    await until('the line is edited', async () => {
      await line.dblclick(WAIT)
      return (await page.evaluate('svgEditor.svgCanvas.getMode()')) === 'textedit'
    })
    await page.keyboard.press('End')
    await page.keyboard.type('s')
    await page.locator('#svgcontent text', { hasText: 'of the models' }).waitFor(WAIT)
    await visitor.shot('svg-edit')
    await page.getByRole('button', { name: 'Save as a new version' }).click(WAIT)
    await page.getByRole('link', { name: 'PDF', exact: true }).waitFor(WAIT)
    const saved = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const record = await (await clientAt(server.url).ask(`/api/jobs/${saved}`)).json()
    expect(record).toMatchObject({ status: 'completed', parent: id })
    const svg = await (await fileOf(saved, 'final.svg')).text()
    expect(svg).toContain('>of the models<')
    const view = /viewBox="[^"]*"/.exec(await (await fileOf(id, 'final.svg')).text())?.[0]
    expect(svg).toContain(view ?? 'no view')
    for (const path of ['final.pdf', 'figure.png'])
      expect((await fileOf(saved, path)).headers.get('etag')).not.toBe(
        (await fileOf(id, path)).headers.get('etag'),
      )
    await page.getByRole('link', { name: 'The version before' }).click(WAIT)
    await page.getByRole('link', { name: 'Open in SVG-edit' }).click(WAIT)
    await page.getByRole('link', { name: 'The figure editor sets them anew' }).click(WAIT)
    await part(page, 'Box: Weights of the model').waitFor(WAIT)
    expect(await version(page)).toBe(id)
    await page.goBack()
    await page.getByRole('link', { name: 'Back to the figure' }).click(WAIT)
    await page.getByRole('button', { name: 'Edit the figure' }).waitFor(WAIT)
    expect(visitor.strangers).toEqual([])
  })

  browserTest('a refused change stands at its box, and the figure as it was', async () => {
    const { page } = await editing()
    await part(page, 'Box: Weights').press('F2', WAIT)
    await page.locator('.typing').fill(' ', WAIT)
    await page.locator('.typing').press('Control+Enter')
    await page.getByRole('alert').filter({ hasText: 'Weights: ' }).waitFor(WAIT)
    expect(await version(page)).toBe(source)
    await next(page, async () => {
      await part(page, 'Box: Weights').press('F2')
      await page.locator('.typing').fill('Model', WAIT)
      await page.locator('.typing').press('Control+Enter')
    })
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  browserTest('boxes, groups, kinds and colours; with a key too, one unit a version', async () => {
    const made = await clientAt(server.url).post(
      '/api/admin/keys',
      { name: 'editor', quota: 9 },
      bearer(ADMIN),
    )
    const { key } = (await made.json()) as KeyRecord
    const own = await drawn(FLOWCHART, bearer(key))
    const visitor = await visits.visit(server.url)
    const { page } = visitor
    await page.goto(`${server.url}/jobs/${own}`)
    await page.getByLabel('API key', { exact: true }).fill(key, WAIT)
    await page.getByRole('button', { name: 'Edit the figure' }).click(WAIT)
    await part(page, 'Box: Weights').waitFor(WAIT)
    await next(page, () => page.getByRole('button', { name: 'Add a box' }).click(WAIT))
    await part(page, 'Box: New box').focus(WAIT)
    await next(page, () => page.getByLabel('Kind', { exact: true }).selectOption('document', WAIT))
    await next(page, () =>
      page.getByLabel('Group', { exact: true }).selectOption({ label: 'A new group …' }, WAIT),
    )
    await part(page, 'Group: New group').waitFor(WAIT)
    await next(page, () => page.getByLabel('Colour').fill('#aa3311', WAIT))
    const diagram = await (
      await clientAt(server.url).ask(`/api/artifacts/${await version(page)}/diagram.json`, {
        headers: bearer(key),
      })
    ).json()
    expect(diagram.nodes.at(-1)).toMatchObject({
      ...{ label: 'New box', kind: 'document', group: 'group-1', accent: '#aa3311' },
    })
    expect(visitor.strangers).toEqual([])
  })

  browserTest('a box bears an icon and an outline', async () => {
    const visitor = await editing()
    const { page } = visitor
    await part(page, 'Box: Report text').focus(WAIT)
    await page.getByRole('button', { name: 'Choose: icon' }).click(WAIT)
    const chooser = page.getByRole('dialog')
    await chooser.getByLabel('Search').fill('brain', WAIT)
    expect(await visitor.barriers()).toEqual([])
    await next(page, () => chooser.getByLabel('Search').press('Enter'))
    const made = await next(page, () => page.getByLabel('Outline').selectOption('hexagon', WAIT))
    const { nodes } = await (await fileOf(made, 'diagram.json')).json()
    expect(nodes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'n-C', icon: 'brain', form: 'hexagon' }),
      ]),
    )
    await page.getByRole('button', { name: 'Icon: none' }).click(WAIT)
    await page.getByText('No icon').waitFor(WAIT)
    await expectQuiet(visitor)
  })

  browserTest('an arrow gets heads and dots; a frame is pulled larger', async () => {
    const visitor = await editing()
    const { page } = visitor
    await part(page, 'Arrow: Contrastive loss to Weights, fine-tune').focus(WAIT)
    await next(page, () => page.getByLabel('Arrowheads').selectOption('both', WAIT))
    const lined = await next(page, () => page.getByLabel('Dotted').check(WAIT))
    const { edges } = await (await fileOf(lined, 'diagram.json')).json()
    expect(edges.at(-1)).toMatchObject({ heads: 'both', dashed: true })

    await part(page, 'Group: Encoders').focus(WAIT)
    const corner = await page.locator('[data-corner=bottom-right]').boundingBox(WAIT)
    if (!corner) throw new Error('there is no corner')
    const from = { x: corner.x + corner.width / 2, y: corner.y + corner.height / 2 }
    const before = Number(await page.getByLabel('Width').inputValue())
    await drag(page, from, { x: from.x + 60, y: from.y })
    await next(page, () => page.mouse.up())
    const pulled = Number(await page.getByLabel('Width').inputValue())
    expect(pulled).toBeGreaterThan(before + 20)
    const typed = await next(page, async () => {
      await page.getByLabel('Width').fill(String(pulled + 20), WAIT)
      await page.keyboard.press('Enter')
    })
    const { places } = await (await fileOf(typed, 'diagram.json')).json()
    expect(places.framed).toMatchObject([{ id: 'g-enc', width: pulled + 20 }])
    await expectQuiet(visitor)
  })

  browserTest('what is drawn on a figure of a key is saved with that key alone', async () => {
    const made = await clientAt(server.url).post(
      '/api/admin/keys',
      { name: 'free', quota: 9 },
      bearer(ADMIN),
    )
    const { key } = (await made.json()) as KeyRecord
    const own = await drawn(FLOWCHART, bearer(key))
    const { page, strangers } = await visits.visit(server.url)
    await page.goto(`${server.url}/jobs/${own}`)
    await page.getByLabel('API key', { exact: true }).fill(key, WAIT)
    await page.getByRole('link', { name: 'Open in SVG-edit' }).click(WAIT)
    await page.locator('#svgcontent .node').first().waitFor(WAIT)
    const save = page.getByRole('button', { name: 'Save as a new version' })
    const again = page.getByLabel('API key', { exact: true })
    await again.fill('burin_of-nobody', WAIT)
    await save.click(WAIT)
    await page.getByRole('alert').filter({ hasText: 'not valid' }).waitFor(WAIT)
    await again.fill(key, WAIT)
    await save.click(WAIT)
    await page.waitForURL(`${server.url}/jobs/*`, WAIT)
    const saved = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect(saved).not.toBe(own)
    const view = await clientAt(server.url).ask(`/api/jobs/${saved}`, { headers: bearer(key) })
    expect(await view.json()).toMatchObject({ parent: own, workflow: 'redraw' })
    expect((await clientAt(server.url).ask(`/api/jobs/${saved}`)).status).toBe(404)
    expect(strangers).toEqual([])
  })

  browserTest('a finger drags a box at 390 pixels, and the page stays where it is', async () => {
    const visitor = await editing({ phone: true })
    const { page } = visitor
    const touch = await page.context().newCDPSession(page)
    await part(page, 'Box: Weights').scrollIntoViewIfNeeded(WAIT)
    const from = await centre(page, 'Box: Weights')
    const scrolled = () => page.evaluate(() => scrollY)
    const before = await scrolled()
    const at = async (type: 'touchStart' | 'touchMove' | 'touchEnd', dy: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: from.x, y: from.y + dy }],
      })
    const moved = await next(page, async () => {
      await at('touchStart', 0)
      for (const dy of [10, 20, 30]) await at('touchMove', dy)
      await at('touchEnd', 30)
    })
    expect(await scrolled()).toBe(before)
    const now = await centre(page, 'Box: Weights')
    expect(Math.abs(now.y - from.y - 30)).toBeLessThan(3)
    const diagram = await (await fileOf(moved, 'diagram.json')).json()
    expect(diagram.places.pinned).toHaveLength(1)
    await expectQuiet(visitor)
  })

  browserTest('a figure that was read from a picture: words, places, colours, away', async () => {
    const client = clientAt(server.url)
    const form = new FormData()
    form.set('file', new File([new Uint8Array(await toPng(FLOW))], 'flow.png'))
    const { path } = await (await client.ask('/api/upload', { method: 'POST', body: form })).json()
    const answer = await client.post('/api/image-to-svg', { image_path: path })
    const { job_id: id } = (await answer.json()) as { job_id: string }
    await client.ask(`/api/events/${id}`).then((stream) => stream.text())
    const sceneOf = async (of: string): Promise<Scene> =>
      (await fileOf(of, 'scene.json')).json() as Promise<Scene>
    const before = await sceneOf(id)
    const edge = before.elements.find(({ from, to }) => from && to) ?? expect.unreachable()
    const shape = before.elements.find((one) => one.id === edge.to?.element) ?? expect.unreachable()
    const word = before.elements.find((one) => one.parent === shape.id) ?? expect.unreachable()

    const visitor = await visits.visit(server.url)
    const { page } = visitor
    await page.goto(`${server.url}/jobs/${id}`)
    await page.getByRole('button', { name: 'Edit the figure' }).click(WAIT)
    await page.getByText('has no diagram behind it').waitFor(WAIT)
    const box = page.locator(`[data-part="${shape.id}"]`)
    await box.press('F2', WAIT)
    await page.locator('.typing').fill(`Two\n${ATTACK}`, WAIT)
    await next(page, () => page.locator('.typing').press('Control+Enter'))
    expect(await linesOf(page, shape.id)).toEqual(['Two', ATTACK])
    const colour = page.getByLabel('Colour', { exact: true })
    await next(page, () => colour.fill('#ffd28a', WAIT))
    const at = await box.boundingBox(WAIT)
    if (!at) throw new Error('the box is not to be seen')
    const from = { x: at.x + 4, y: at.y + 4 }
    await drag(page, from, { x: from.x - 10, y: from.y + 40 })
    await page.locator(`[data-rubber="${edge.id}"]`).waitFor({ ...WAIT, state: 'attached' })
    const moved = await next(page, () => page.mouse.up())
    const after = await sceneOf(moved)
    const find = (one: string) => after.elements.find((each) => each.id === one)
    expect(find(shape.id)?.style.fill).toBe('#ffd28a')
    expect(find(shape.id)?.box.y).toBeGreaterThan(shape.box.y + 10)
    expect(find(edge.id)?.geometry).not.toEqual(edge.geometry)
    expect(find(word.id)?.geometry).toMatchObject({ lines: [{ text: 'Two' }, { text: ATTACK }] })
    await box.focus()
    const gone = await next(page, () => page.getByRole('button', { name: 'Delete' }).click(WAIT))
    expect((await sceneOf(gone)).elements.map((one) => one.id)).not.toContain(edge.id)
    await next(page, () => page.keyboard.press('Control+z'))
    expect(await version(page)).toBe(moved)
    expect((await fileOf(moved, 'final.pdf')).status).toBe(200)
    expect(await visitor.barriers()).toEqual([])
    await expectQuiet(visitor)
  })

  for (const [name, options] of Object.entries({
    light: {},
    dark: { dark: true },
    'phone-light': { phone: true },
    'phone-dark': { phone: true, dark: true },
  }))
    browserTest(`is without barriers and fits: ${name}`, async () => {
      const visitor = await editing(options)
      const { page } = visitor
      await part(page, 'Box: Contrastive loss').focus(WAIT)
      await page.getByRole('link', { name: 'PDF', exact: true }).waitFor(WAIT)
      await visitor.shot(`editor-${name}`)
      expect(await visitor.barriers()).toEqual([])
      expect(await visitor.fits()).toBe(true)
      await expectQuiet(visitor)
    })
})
