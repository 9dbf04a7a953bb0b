/** Whoever edits a figure: by mouse, keyboard or finger, and in SVG-edit. */
import { beforeAll, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { toPng } from '../../../src/figure/raster'
import type { Scene } from '../../../src/forms/scene'
import { FLOW } from '../../read/image/pictures'
import type { Site, VisitOptions, Visitor } from '../../support/browser'
import { ADMIN, bearer, makeKey } from '../../support/keys'
import { ATTACK, expectQuiet } from '../../support/studio'
import { have, testWith } from '../../support/tools'

const browserTest = testWith('chromium')

const FLOWCHART = `flowchart LR
  subgraph enc[Encoders]
    A[Raw images] --> B[Image encoder]
    C[Report text] --> D[Text encoder]
  end
  B --> E{Contrastive loss}
  D --> E
  E -->|fine-tune| F[(Weights)]`

const part = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The version that the page shows. */
const version = (page: Page) => page.locator('.drawing').getAttribute('data-version')

/** Does something that is drawn as a new version, and waits for it; gives its id. */
async function next(page: Page, act: () => Promise<unknown>): Promise<string> {
  const before = await version(page)
  await act()
  await page.locator(`.drawing:not([data-version="${before}"])`).waitFor()
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
  const box = await part(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not to be seen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The words of a part of the drawn SVG, line by line. */
const linesOf = (page: Page, id: string) =>
  page.locator(`.drawn [id="${id}"] tspan`).allTextContents()

export function editorStories(site: Site): void {
  let source = ''

  const drawn = async (headers: Record<string, string> = {}): Promise<string> => {
    const body = { method_text: FLOWCHART, image_size: '1K' }
    const { job_id: id } = await (await site.app.post('/api/run', body, headers)).json()
    await site.app.ask(`/api/events/${id}`, { headers }).then((stream) => stream.text())
    return id
  }

  const fileOf = (id: string, path: string, headers: Record<string, string> = {}) =>
    site.app.ask(`/api/artifacts/${id}/${path}`, { headers })

  const diagramOf = async (id: string, headers?: Record<string, string>) =>
    (await fileOf(id, 'diagram.json', headers)).json()

  /** A visitor who edits a figure, of a key where one is given. */
  const editing = async (options: VisitOptions = {}, key = ''): Promise<Visitor> => {
    const visitor = await site.visit(options)
    const { page } = visitor
    await page.goto(`${site.url}/jobs/${key ? await drawn(bearer(key)) : source}`)
    if (key) await page.getByLabel('API key', { exact: true }).fill(key)
    await page.getByRole('button', { name: 'Edit the figure' }).click()
    await part(page, 'Box: Weights').waitFor()
    return visitor
  }

  beforeAll(async () => {
    if (have('chromium')) source = await drawn()
  })

  browserTest(
    'types two lines, keeps them over a reload, and goes back; a refused change stands at its box',
    async () => {
      const visitor = await editing()
      const { page } = visitor
      await part(page, 'Box: Image encoder').click()
      const typing = page.locator('.typing')
      await typing.fill('Image')
      await typing.press('End')
      await typing.press('Enter')
      await typing.pressSequentially(ATTACK)
      const first = await next(page, () => typing.press('Control+Enter'))
      const lines = await linesOf(page, 'n-B')
      expect(lines[0]).toBe('Image')
      expect(lines[1]).toStartWith(ATTACK.slice(0, 9))
      await page.reload()
      await part(page, `Box: Image ${ATTACK}`).waitFor()
      expect(await version(page)).toBe(first)

      const pdf = await fileOf(first, 'final.pdf')
      expect(pdf.status).toBe(200)
      expect(await pdf.text()).not.toBe(await (await fileOf(source, 'final.pdf')).text())
      const link = page.getByRole('link', { name: 'PDF', exact: true })
      expect(await link.getAttribute('href')).toContain(first)

      await next(page, () => page.getByRole('button', { name: 'Undo' }).click())
      expect(await version(page)).toBe(source)
      await next(page, () => page.getByRole('button', { name: 'Redo' }).click())
      expect(await version(page)).toBe(first)
      await page.goBack()
      await page.locator(`.drawing[data-version="${source}"]`).waitFor()
      await expectQuiet(visitor)

      await part(page, 'Box: Weights').press('F2')
      await typing.fill(' ')
      await typing.press('Control+Enter')
      await page.getByRole('alert').filter({ hasText: 'Weights: ' }).waitFor()
      expect(await version(page)).toBe(source)
      await next(page, async () => {
        await part(page, 'Box: Weights').press('F2')
        await typing.fill('Model')
        await typing.press('Control+Enter')
      })
      expect(await page.getByRole('alert').count()).toBe(0)
    },
  )

  browserTest(
    'moves a box with its arrow alone; pulls an arrow, turns it round, labels it and takes it away',
    async () => {
      const visitor = await editing()
      const { page } = visitor
      const others = async () => [
        await centre(page, 'Box: Raw images'),
        await centre(page, 'Box: Contrastive loss'),
      ]
      const before = await others()
      const from = await centre(page, 'Box: Weights')
      const to = { x: from.x - 10, y: from.y + 90 }
      await drag(page, from, to)
      await page.locator('[data-rubber="e5"]').waitFor({ state: 'attached' })
      const made = await next(page, () => page.mouse.up())
      const now = await centre(page, 'Box: Weights')
      expect(Math.hypot(now.x - to.x, now.y - to.y)).toBeLessThan(3)
      expect(await others()).toEqual(before)
      expect(await page.getByLabel('Stays where I put it').isChecked()).toBe(true)
      const { places } = await diagramOf(made)
      expect(places.pinned.map(({ id }: { id: string }) => id)).toEqual(['n-F'])

      await part(page, 'Box: Weights').focus()
      const handle = await page.locator('.handle[data-side=bottom]').boundingBox()
      if (!handle) throw new Error('there is no handle')
      const end = await centre(page, 'Box: Text encoder')
      await drag(page, { x: handle.x + 5, y: handle.y + 5 }, end)
      await next(page, () => page.mouse.up())
      await part(page, 'Arrow: Weights to Text encoder').focus()
      await next(page, () => page.getByRole('button', { name: 'Turn round' }).click())
      await part(page, 'Arrow: Text encoder to Weights').press('F2')
      await page.locator('.typing').fill('frozen')
      await next(page, () => page.locator('.typing').press('Control+Enter'))
      const labelled = part(page, 'Arrow: Text encoder to Weights, frozen')
      await next(page, () => labelled.press('Delete'))
      expect(await labelled.count()).toBe(0)
      await expectQuiet(visitor)
    },
  )

  browserTest(
    'works by keyboard alone, says what each part is, and is without barriers',
    async () => {
      const visitor = await editing()
      const { page } = visitor
      await part(page, 'Group: Encoders').focus()
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
      expect(await (await site.app.ask(`/api/jobs/${moved}`)).json()).toMatchObject({
        parent: source,
      })
      await page.keyboard.press('Enter')
      await page.keyboard.type('Model')
      await page.keyboard.press('Escape')
      await part(page, 'Box: Weights').waitFor()
      await next(page, () => page.keyboard.press('Control+z'))
      expect(await version(page)).toBe(source)
      await part(page, 'Box: Weights').focus()
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'PDF', exact: true }).waitFor()
      await visitor.shot('editor-light')
      expect(await visitor.barriers()).toEqual([])
      expect(await visitor.fits()).toBe(true)
      await expectQuiet(visitor)
    },
  )

  browserTest(
    'groups boxes, adds and colours them; with a key each version costs a unit',
    async () => {
      const { key } = await makeKey(site.app, { quota: 9 })
      const visitor = await editing({}, key)
      const { page } = visitor
      const groupsOf = async (id: string): Promise<Record<string, string>> => {
        const { nodes } = await diagramOf(id, bearer(key))
        return Object.fromEntries(
          nodes.map((node: { id: string; group: string }) => [node.id, node.group]),
        )
      }
      await part(page, 'Box: Weights').click({ position: { x: 8, y: 40 } })
      await part(page, 'Box: Contrastive loss').click({
        modifiers: ['Shift'],
        position: { x: 20, y: 8 },
      })
      const grouped = await next(page, () =>
        page.getByRole('button', { name: 'Group them' }).click(),
      )
      expect(await groupsOf(grouped)).toMatchObject({ 'n-E': 'group-1', 'n-F': 'group-1' })
      await next(page, () => page.keyboard.press('Control+z'))
      await page.keyboard.press('Escape')
      const from = await centre(page, 'Box: Weights')
      const [a, b] = [await centre(page, 'Box: Raw images'), await centre(page, 'Box: Report text')]
      await drag(page, from, { x: a.x + 60, y: (a.y + b.y) / 2 })
      const inFrame = await next(page, () => page.mouse.up())
      expect(await groupsOf(inFrame)).toMatchObject({ 'n-F': 'g-enc' })

      await page.keyboard.press('Escape')
      await next(page, () => page.getByRole('button', { name: 'Add a box' }).click())
      await part(page, 'Box: New box').focus()
      await next(page, () => page.getByLabel('Kind', { exact: true }).selectOption('document'))
      await next(page, () =>
        page.getByLabel('Group', { exact: true }).selectOption({ label: 'A new group …' }),
      )
      await part(page, 'Group: New group').waitFor()
      const last = await next(page, () => page.getByLabel('Colour').fill('#aa3311'))
      expect((await diagramOf(last, bearer(key))).nodes.at(-1)).toMatchObject({
        ...{ label: 'New box', kind: 'document', group: 'group-1', accent: '#aa3311' },
      })
      const keys = await site.app.ask(`/api/admin/keys/${key}`, { headers: bearer(ADMIN) })
      expect((await keys.json()).quota_remaining).toBe(9 - 1 - 6)
      expect(visitor.strangers).toEqual([])
    },
  )

  browserTest(
    'a box bears an icon and an outline, an arrow heads and dots; frames are pulled larger',
    async () => {
      const visitor = await editing()
      const { page } = visitor
      await part(page, 'Box: Report text').focus()
      await page.getByRole('button', { name: 'Choose: icon' }).click()
      const chooser = page.getByRole('dialog')
      await chooser.getByLabel('Search').fill('brain')
      expect(await visitor.barriers()).toEqual([])
      await next(page, () => chooser.getByLabel('Search').press('Enter'))
      const made = await next(page, () => page.getByLabel('Outline').selectOption('hexagon'))
      expect((await diagramOf(made)).nodes).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ id: 'n-C', icon: 'brain', form: 'hexagon' }),
        ]),
      )
      await page.getByRole('button', { name: 'Icon: none' }).click()
      await page.getByText('No icon').waitFor()

      await part(page, 'Arrow: Contrastive loss to Weights, fine-tune').focus()
      await next(page, () => page.getByLabel('Arrowheads').selectOption('both'))
      const lined = await next(page, () => page.getByLabel('Dotted').check())
      expect((await diagramOf(lined)).edges.at(-1)).toMatchObject({ heads: 'both', dashed: true })

      await part(page, 'Group: Encoders').focus()
      const corner = await page.locator('[data-corner=bottom-right]').boundingBox()
      if (!corner) throw new Error('there is no corner')
      const from = { x: corner.x + corner.width / 2, y: corner.y + corner.height / 2 }
      const before = Number(await page.getByLabel('Width').inputValue())
      await drag(page, from, { x: from.x + 60, y: from.y })
      await next(page, () => page.mouse.up())
      const pulled = Number(await page.getByLabel('Width').inputValue())
      expect(pulled).toBeGreaterThan(before + 20)
      const typed = await next(page, async () => {
        await page.getByLabel('Width').fill(String(pulled + 20))
        await page.keyboard.press('Enter')
      })
      expect((await diagramOf(typed)).places.framed).toMatchObject([
        { id: 'g-enc', width: pulled + 20 },
      ])
      await expectQuiet(visitor)
    },
  )

  browserTest(
    'a finger drags a box at 390 pixels in the dark, and the page stays where it is',
    async () => {
      const visitor = await editing({ phone: true, dark: true })
      const { page } = visitor
      const touch = await page.context().newCDPSession(page)
      await part(page, 'Box: Weights').scrollIntoViewIfNeeded()
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
      expect((await diagramOf(moved)).places.pinned).toHaveLength(1)
      await part(page, 'Box: Contrastive loss').focus()
      await page.getByRole('link', { name: 'PDF', exact: true }).waitFor()
      await visitor.shot('editor-phone-dark')
      expect(await visitor.barriers()).toEqual([])
      expect(await visitor.fits()).toBe(true)
      await expectQuiet(visitor)
    },
  )

  browserTest('a figure that was read from a picture: words, places, colours, away', async () => {
    const client = site.app
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

    const visitor = await site.visit()
    const { page } = visitor
    await page.goto(`${site.url}/jobs/${id}`)
    await page.getByRole('button', { name: 'Edit the figure' }).click()
    await page.getByText('has no diagram behind it').waitFor()
    const box = page.locator(`[data-part="${shape.id}"]`)
    await box.press('F2')
    await page.locator('.typing').fill(`Two\n${ATTACK}`)
    await next(page, () => page.locator('.typing').press('Control+Enter'))
    expect(await linesOf(page, shape.id)).toEqual(['Two', ATTACK])
    const colour = page.getByLabel('Colour', { exact: true })
    await next(page, () => colour.fill('#ffd28a'))
    const at = await box.boundingBox()
    if (!at) throw new Error('the box is not to be seen')
    const from = { x: at.x + 4, y: at.y + 4 }
    await drag(page, from, { x: from.x - 10, y: from.y + 40 })
    await page.locator(`[data-rubber="${edge.id}"]`).waitFor({ state: 'attached' })
    const moved = await next(page, () => page.mouse.up())
    const after = await sceneOf(moved)
    const find = (one: string) => after.elements.find((each) => each.id === one)
    expect(find(shape.id)?.style.fill).toBe('#ffd28a')
    expect(find(shape.id)?.box.y).toBeGreaterThan(shape.box.y + 10)
    expect(find(edge.id)?.geometry).not.toEqual(edge.geometry)
    expect(find(word.id)?.geometry).toMatchObject({ lines: [{ text: 'Two' }, { text: ATTACK }] })
    await box.focus()
    const gone = await next(page, () => page.getByRole('button', { name: 'Delete' }).click())
    expect((await sceneOf(gone)).elements.map((one) => one.id)).not.toContain(edge.id)
    await next(page, () => page.keyboard.press('Control+z'))
    expect(await version(page)).toBe(moved)
    expect((await fileOf(moved, 'final.pdf')).status).toBe(200)
    expect(await visitor.barriers()).toEqual([])
    await expectQuiet(visitor)
  })
}
