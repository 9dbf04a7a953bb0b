/** Whoever edits a figure, wherever it came from: by mouse, keyboard or finger. */
import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { toPng } from '../../../src/figure/render/raster'
import type { Site, VisitOptions, Visitor } from '../../support/browser'
import { ATTACK, done, expectQuiet, visitStudio } from '../../support/studio'
import { testWith } from '../../support/tools'
import { until } from '../../support/until'

const browserTest = testWith('chromium')

const FLOWCHART = `flowchart LR
  subgraph enc[Encoders]
    A[Raw images] --> B[Image encoder]
    C[Report text] --> D[Text encoder]
  end
  B --> E{Contrastive loss}
  D --> E
  E -->|fine-tune| F[(Weights)]`

/** Three things in a row, as an author's program writes them: without and with groups that say what they are. */
const THINGS = [
  [60, 'Input image', '#dbe7f3'],
  [360, 'Encoder', '#e8f3db'],
  [660, 'Loss', '#f3e0db'],
] as const
const thing = ([x, name, fill]: (typeof THINGS)[number]) =>
  `<rect x="${x}" y="140" width="200" height="110" rx="8" fill="${fill}" stroke="#334455" stroke-width="2"/><text x="${x + 100}" y="203" text-anchor="middle" font-size="26" font-family="Arial" fill="#111111">${name}</text>`
const line = (x: number) =>
  `<path d="M${x} 195H${x + 88}" stroke="#334455" stroke-width="3" fill="none"/><path d="M${x + 98} 195l-14 -7v14z" fill="#334455"/>`
const drawn = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 500"><rect width="920" height="500" fill="#ffffff"/>${body}</svg>`
const FREE = drawn(`${THINGS.map(thing).join('')}${line(260)}${line(560)}`)
const GROUPED = drawn(
  `<g data-panel="model" data-label="Model"><rect x="30" y="80" width="560" height="200" fill="#f4f4f0"/><text x="50" y="115" font-size="24" font-family="Arial" fill="#111111">Model</text></g>${THINGS.map((one, at) => `<g data-node="n${at}" data-label="${one[1]}">${thing(one)}</g>`).join('')}<g data-edge="e0" data-from="n0" data-to="n1">${line(260)}</g><g data-edge="e1" data-from="n1" data-to="n2">${line(560)}</g>`,
)

/** What a figure has that can be pointed at, by names. */
interface Cast {
  /** Two things that an arrow joins, and one that it does not join to the first. */
  from: string
  to: string
  other: string
}

const ROW: Cast = { from: 'Input image', to: 'Encoder', other: 'Loss' }
const CHART: Cast = { from: 'Raw images', to: 'Image encoder', other: 'Weights' }

const part = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) => part(page, `Box: ${name}`)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function centreOf(one: Locator) {
  const { x, y, width, height } = (await one.boundingBox()) ?? expect.unreachable()
  return { x: x + width / 2, y: y + height / 2 }
}

/** The figure as it is shown, byte for byte. */
const shown = (page: Page) =>
  page.locator('.drawn').evaluate(({ shadowRoot }) => shadowRoot?.innerHTML ?? '')

const stepOf = async (page: Page) =>
  Number(await page.locator('.editing').getAttribute('data-step'))

/** Does something that is one step, and waits until it is drawn. */
async function act(page: Page, deed: () => Promise<unknown>, steps = 1): Promise<void> {
  const before = await stepOf(page)
  await deed()
  await page.locator(`.editing[data-step="${before + steps}"]`).waitFor()
  expect(await page.getByRole('alert').allTextContents()).toEqual([])
}

/** Saves as a new version, and waits until it is open. */
async function save(page: Page): Promise<void> {
  const before = page.url()
  await page.keyboard.press('Control+s')
  await page.waitForURL((url) => url.href !== before)
  await page.getByRole('link', { name: 'SVG', exact: true }).waitFor()
}

type Place = { x: number; y: number }

async function drag(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
  await page.mouse.move(to.x, to.y)
  await page.mouse.up()
}

async function dragBy(page: Page, one: Locator, x: number, y: number): Promise<void> {
  const from = await centreOf(one)
  await drag(page, from, { x: from.x + x, y: from.y + y })
}

async function type(page: Page, words: string): Promise<void> {
  const [first = '', ...more] = words.split('\n')
  await page.locator('.typing').fill(first)
  for (const line of more) {
    await page.locator('.typing').press('Shift+Enter')
    await page.keyboard.insertText(line)
  }
  await page.locator('.typing').press('Enter')
}

async function enter(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(value)
  await page.keyboard.press('Enter')
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const TITLED = 'call the figure otherwise'

type Deed = readonly [name: string, deed: (page: Page, cast: Cast) => Promise<unknown>]

/** What people do, each as one step that is undone by itself. */
const ACTS: readonly Deed[] = [
  [
    'drag a box, and its arrow follows',
    async (page, { from }) => {
      const at = await centreOf(box(page, from))
      await page.mouse.move(at.x, at.y)
      await page.mouse.down()
      await page.mouse.move(at.x, at.y + 20)
      await page.mouse.move(at.x + 4, at.y + 30)
      await page.locator('[data-rubber]').first().waitFor({ state: 'attached' })
      await page.mouse.up()
    },
  ],
  ['move it by keys', (page) => page.keyboard.press('ArrowUp')],
  ['move it a little', (page) => page.keyboard.press('Shift+ArrowDown')],
  [
    'rename it where it stands',
    async (page, { from }) => {
      await box(page, from).dblclick()
      await type(page, `${from}\nanew`)
      await box(page, `${from} anew`).waitFor()
    },
  ],
  ['colour it', (page) => page.getByLabel('Fill', { exact: true }).fill('#ffd28a')],
  ['dash its line', (page) => button(page, 'Dashed').click()],
  ['write it larger', (page) => enter(page, 'Size of words (pt)', '16')],
  ['write it slanted', (page) => button(page, 'Italic').click()],
  ['pull it larger', (page) => dragBy(page, page.locator('.size[data-handle="1,1"]'), 20, 16)],
  [
    'bend its arrow',
    async (page, { from, to }) => {
      await part(page, `Arrow: ${from} anew to ${to}`).focus()
      await dragBy(page, page.locator('.stretch').first(), 0, 40)
    },
  ],
  ['straighten it', (page) => page.locator('.corner').first().dblclick()],
  [
    'name it',
    async (page, { from, to }) => {
      await part(page, `Arrow: ${from} anew to ${to}`).press('F2')
      await type(page, ATTACK.slice(0, 20))
    },
  ],
  [
    'lead its end to another box',
    async (page, { other }) => {
      const end = await centreOf(page.locator('.end[data-handle=to]'))
      await drag(page, end, await centreOf(box(page, other)))
    },
  ],
  ['delete it', (page) => page.keyboard.press('Delete')],
  [
    'pull a new one from a dot',
    async (page, { from, to }) => {
      await box(page, to).focus()
      const dot = await centreOf(page.locator('.pull[data-handle="0,1"]'))
      await drag(page, dot, await centreOf(box(page, `${from} anew`)))
      await part(page, `Arrow: ${to} to ${from} anew`)
        .and(page.locator('[aria-pressed=true]'))
        .waitFor()
      await page.locator('.typing').waitFor()
    },
  ],
  ['say at once what it is', (page) => type(page, 'again')],
  [
    'connect two by keys',
    async (page, { from, other }) => {
      await box(page, other).press('a')
      await box(page, `${from} anew`).press('Enter')
      await part(page, `Arrow: ${other} to ${from} anew`).waitFor()
    },
  ],
  [
    'add a box',
    async (page) => {
      await page.keyboard.press('Escape')
      await button(page, 'Box').click()
      await page.locator('.typing').waitFor()
    },
  ],
  ['say what it is', (page) => type(page, 'Added')],
  [
    'copy and paste it',
    async (page) => {
      await page.keyboard.press('Control+c')
      await page.keyboard.press('Control+v')
    },
  ],
  ['duplicate the copy', (page) => page.keyboard.press('Control+d')],
  [
    'add a picture',
    (page) =>
      page
        .getByLabel('Picture …')
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PIXEL }),
  ],
  [
    'put two in a panel',
    async (page, { from, to }) => {
      await page.keyboard.press('Escape')
      await box(page, `${from} anew`).focus()
      await box(page, to).click({ modifiers: ['Shift'], position: { x: 6, y: 6 } })
      await button(page, 'Put in a panel').click()
      await part(page, 'Panel: New panel').waitFor()
    },
  ],
  [
    'align what a rubber band holds',
    async (page) => {
      const { x, y, width, height } =
        (await page.locator('.drawing').boundingBox()) ?? expect.unreachable()
      await drag(page, { x: x + 2, y: y + height - 2 }, { x: x + width - 2, y: y + 2 })
      await button(page, 'Top edges').click()
    },
  ],
  [
    TITLED,
    async (page) => {
      await page.keyboard.press('Escape')
      await page.getByLabel('Title').fill('A figure of mine')
      await page.getByLabel('Title').blur()
    },
  ],
]

export function editorStories(site: Site): void {
  const finished = async (path: string, body: object): Promise<string> => {
    const { job_id: id } = (await (await site.app.post(path, body)).json()) as { job_id: string }
    await site.app.ask(`/api/events/${id}`).then((stream) => stream.text())
    return id
  }
  const editing = async (id: string, options: VisitOptions = {}): Promise<Visitor> => {
    const visitor = await site.visit(options)
    await visitor.page.goto(`${site.url}/jobs/${id}#edit`)
    await visitor.page.locator('.part').first().waitFor()
    return visitor
  }
  const fileOf = async (id: string, path: string) =>
    (await site.app.ask(`/api/artifacts/${id}/${path}`)).text()

  /** All acts on one figure; then back to its first state, forth again, over a reload, and a version of it. */
  const everyAct = async (id: string, cast: Cast) => {
    const visitor = await editing(id)
    const { page } = visitor
    const states = [await shown(page)]
    for (const [name, deed] of ACTS) {
      await act(page, () => deed(page, cast)).catch((error) => {
        throw new Error(`${name}: ${error}`)
      })
      states.push(await shown(page))
      // A title is read, not seen.
      if (name !== TITLED)
        expect({ name, isNew: states.at(-1) !== states.at(-2) }).toEqual({ name, isNew: true })
    }
    const last = states.at(-1) ?? ''
    for (const _ of ACTS) await page.keyboard.press('Control+z')
    await page.locator('.editing[data-step="0"]').waitFor()
    expect(await shown(page)).toBe(states[0] ?? '')
    for (const _ of ACTS) await page.keyboard.press('Control+Shift+z')
    const all = page.locator(`.editing[data-step="${ACTS.length}"]`)
    await all.waitFor()
    expect(await shown(page)).toBe(last)
    await page.reload()
    await all.waitFor()
    expect(await shown(page)).toBe(last)

    await save(page)
    expect(await shown(page)).toBe(last)
    // What was done before is undone after it too.
    await act(page, () => page.keyboard.press('Control+z'), -1)
    expect(await shown(page)).toBe(states.at(-2) ?? '')
    await act(page, () => page.keyboard.press('Control+y'))
    expect(await shown(page)).toBe(last)
    expect(await button(page, 'Save').isDisabled()).toBe(true)
    const saved = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const record = await (await site.app.ask(`/api/jobs/${saved}`)).json()
    expect(record).toMatchObject({ parent: id, status: 'completed', workflow: 'redraw' })
    expect(record.artifacts.map(({ path }: { path: string }) => path)).toContain('final.pdf')
    const link = page.getByRole('link', { name: 'SVG', exact: true })
    expect(await link.getAttribute('href')).toContain(saved)
    expect(await fileOf(saved, 'final.svg')).toContain('<title>A figure of mine</title>')
    await page.reload()
    await page.locator('.part').first().waitFor()
    expect(await shown(page)).toBe(last)
    await expectQuiet(visitor)
  }

  browserTest('a laid out figure: every act, undone byte for byte, saved, opened again', async () =>
    everyAct(await finished('/api/run', { method_text: FLOWCHART, image_size: '1K' }), CHART),
  )
  browserTest('a drawing, likewise', async () =>
    everyAct(await finished('/api/finish', { svg: GROUPED }), ROW),
  )
  browserTest('an SVG whose author named nothing, likewise', async () =>
    everyAct(await finished('/api/finish', { svg: FREE }), ROW),
  )
  browserTest('a figure that was read from a picture, likewise', async () => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(await toPng(FREE))], 'row.png'))
    const sent = await site.app.ask('/api/upload', { method: 'POST', body: form })
    const { path } = (await sent.json()) as { path: string }
    await everyAct(await finished('/api/image-to-svg', { image_path: path }), ROW)
  })

  browserTest(
    'a panel takes in what is dropped over its frame, and lets go what leaves it',
    async () => {
      const visitor = await editing(await finished('/api/finish', { svg: GROUPED }))
      const { page } = visitor
      const panel = part(page, 'Panel: Model')
      const holds = page.getByLabel('Panel', { exact: true })
      const edges = async (one: Locator) => {
        const { x, y, width, height } = (await one.boundingBox()) ?? expect.unreachable()
        return [x, y, x + width, y + height] as const
      }
      const [, top, , bottom] = await edges(panel)
      const from = await centreOf(box(page, 'Encoder'))
      const over = { x: from.x, y: bottom - 4 }
      await act(page, async () => {
        await page.mouse.move(from.x, from.y)
        await page.mouse.down()
        await page.mouse.move(over.x, over.y)
        expect(await panel.getAttribute('data-target')).toBe('true')
        await page.mouse.up()
      })
      expect(await holds.inputValue()).toBe('model')
      const [, above, , below] = await edges(panel)
      expect(Math.abs(above - top)).toBeLessThan(2)
      expect(below).toBeGreaterThan((await edges(box(page, 'Encoder')))[3])
      await act(page, () => dragBy(page, box(page, 'Encoder'), 0, below - over.y + 40))
      expect(await holds.inputValue()).toBe('')
      // What is typed is done by Enter, there and in the panel beside it.
      await act(page, () => enter(page, 'Words', 'Decoder'))
      await act(page, () => enter(page, 'Width (mm)', '60'))
      const [left, , right] = await edges(box(page, 'Decoder'))
      const { width = 0 } = (await page.locator('.drawing').boundingBox()) ?? {}
      expect((right - left) / width).toBeCloseTo(60 / 178, 1)
      // A box is added to the panel that is selected, and what is typed then are its words.
      await act(page, async () => {
        await panel.focus()
        await button(page, 'Box').click()
        await page.locator('.typing').waitFor()
      })
      await act(page, async () => {
        await page.keyboard.type('a new one')
        await page.keyboard.press('Enter')
      })
      expect(await holds.inputValue()).toBe('model')
      await box(page, 'a new one').waitFor()
      expect(await page.locator('.meeting').count()).toBe(0)
      await expectQuiet(visitor)
    },
  )

  browserTest(
    'commands work from wherever nothing is typed: in a colour, a choice, a tick',
    async () => {
      const visitor = await editing(await finished('/api/finish', { svg: GROUPED }))
      const { page } = visitor
      await box(page, 'Loss').focus()
      const before = await shown(page)
      const fill = page.getByLabel('Fill', { exact: true })
      await act(page, () => fill.fill('#ffd28a'))
      const coloured = await shown(page)
      for (const field of [fill, page.getByLabel('Panel', { exact: true })]) {
        await field.focus()
        await act(page, () => page.keyboard.press('Control+z'), -1)
        expect(await shown(page)).toBe(before)
        await act(page, () => page.keyboard.press('Control+y'))
        expect(await shown(page)).toBe(coloured)
      }
      // A text field undoes what is typed in it.
      await page.getByLabel('Words', { exact: true }).focus()
      await page.keyboard.type('x')
      await page.keyboard.press('Control+z')
      expect(await page.getByLabel('Words', { exact: true }).inputValue()).toBe('Loss')
      expect(await stepOf(page)).toBe(1)
      expect(
        await page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter),
      ).toBe('stable')
      await expectQuiet(visitor)
    },
  )

  browserTest('the studio goes on with the version that was made of its figure', async () => {
    const visitor = await visitStudio(site, 'Text')
    const { page } = visitor
    await page.getByLabel('Method text').fill('flowchart LR\n A[Reads] --> B[Counts]')
    await page.getByRole('button', { name: 'Draw the figure' }).click()
    await done(page)
    await page.getByRole('link', { name: 'Edit the figure' }).click()
    const sheet = page.locator('.sheet')
    const isFull = () =>
      sheet.evaluate((one: HTMLElement) => [
        one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight,
        one.offsetWidth - one.clientWidth > 4,
      ])
    expect(await isFull()).toEqual([false, false])
    await page.getByText('The files below').waitFor({ state: 'detached' })
    await act(page, () => box(page, 'Counts').press('ArrowRight'))
    await page.getByText('The files below').waitFor()
    await save(page)
    await button(page, 'Finish editing').click()
    await page.getByText('This figure was edited').waitFor()
    expect(await isFull()).toEqual([false, false])
    await button(page, 'Larger').click()
    await until('it scrolls', async () => (await isFull())[0] === true)
    for (const change of [
      () => page.getByRole('combobox', { name: 'PNG size' }).selectOption('2K'),
      () => page.locator('.styles').getByText('Flat', { exact: true }).click(),
    ]) {
      const before = page.url()
      await change()
      await page.waitForURL((url) => url.href !== before)
      await done(page)
    }
    const saved = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const width = await page.evaluate(
      async (png) => (await createImageBitmap(await (await fetch(png)).blob())).width,
      `${site.url}/api/artifacts/${saved}/figure.png`,
    )
    expect(width).toBeGreaterThan(2000)
    await page.goto(`${site.url}/`)
    const link = page.getByRole('link', { name: 'SVG', exact: true })
    expect(await link.getAttribute('href')).toContain(saved)
    expect(await page.locator('.mine .title').allTextContents()).toEqual(['Reads, Counts'])
    await expectQuiet(visitor)
  })

  browserTest(
    'what is refused stands at its box, what is not answered is done later; whoever leaves with changes is asked',
    async () => {
      const visitor = await editing(await finished('/api/finish', { svg: GROUPED }))
      const { page } = visitor
      const before = await shown(page)
      await box(page, 'Loss').press('F2')
      await type(page, ' ')
      const refused = page.getByRole('alert').filter({ hasText: 'Loss: ' })
      await refused.waitFor()
      expect(await refused.textContent()).not.toMatch(/operations|label/)
      expect(await shown(page)).toBe(before)
      // What was typed stays, where the words stand; nobody leaves over what was refused.
      const [field, loss] = [page.locator('.typing'), box(page, 'Loss')]
      expect(Math.abs((await centreOf(field)).y - (await centreOf(loss)).y)).toBeLessThan(4)
      expect((await field.boundingBox())?.width).toBeLessThan(
        (await loss.boundingBox())?.width ?? 0,
      )
      await button(page, 'Finish editing').click()
      await until('it is read', () => refused.evaluate((one) => one === document.activeElement))
      // What is done while nobody answers is done once somebody does.
      const previews = '**/api/redraw/preview'
      await act(page, async () => {
        await page.route(previews, (route) => route.abort())
        await box(page, 'Loss').press('ArrowRight')
        await page.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor()
        await page.unroute(previews)
      })
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await visitor.shot('editor-light')
      expect(await visitor.barriers()).toEqual([])
      expect(await visitor.fits()).toBe(true)
      await button(page, 'Finish editing').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      expect(await stepOf(page)).toBe(1)
      await button(page, 'Finish editing').click()
      await button(page, 'Discard the changes').click()
      await page.getByRole('link', { name: 'Edit the figure' }).click()
      await page.locator('.editing[data-step="0"]').waitFor()
      // Letters that come before the box that they are for are its words.
      const held = Promise.withResolvers<void>()
      await page.route(previews, async (route) => {
        await held.promise
        await route.continue()
      })
      await button(page, 'Box').click()
      await page.keyboard.type('a0')
      held.resolve()
      await field.waitFor()
      expect(await field.inputValue()).toBe('a0')
      await field.press('Enter')
      await box(page, 'a0').waitFor()
      await page.unroute(previews)
      await page.keyboard.press('Escape')
      await page.getByLabel('Title').fill('Saved by a key')
      await save(page)
      const second = page.url()
      await page.getByLabel('Title').fill('Typed last')
      await button(page, 'Finish editing').click()
      await button(page, 'Save and finish').click()
      await page.waitForURL((url) => url.href !== second && url.hash === '')
      await done(page)
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      expect(await fileOf(id, 'final.svg')).toContain('<title>Typed last</title>')
      expect(visitor.strangers).toEqual([])
    },
  )

  browserTest(
    'a finger drags a box at 390 pixels in the dark, and the page stays where it is',
    async () => {
      const visitor = await editing(await finished('/api/finish', { svg: GROUPED }), {
        phone: true,
        dark: true,
      })
      const { page } = visitor
      const touch = await page.context().newCDPSession(page)
      await box(page, 'Loss').scrollIntoViewIfNeeded()
      const from = await centreOf(box(page, 'Loss'))
      const scrolled = () => page.evaluate(() => scrollY)
      const before = await scrolled()
      const at = async (type: 'touchStart' | 'touchMove' | 'touchEnd', dy: number) =>
        touch.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: from.x, y: from.y + dy }],
        })
      await act(page, async () => {
        await at('touchStart', 0)
        for (const dy of [10, 20, 30]) await at('touchMove', dy)
        await at('touchEnd', 30)
      })
      expect(await scrolled()).toBe(before)
      expect(Math.abs((await centreOf(box(page, 'Loss'))).y - from.y - 30)).toBeLessThan(3)
      await visitor.shot('editor-phone-dark')
      expect(await visitor.barriers()).toEqual([])
      expect(await visitor.fits()).toBe(true)
      await expectQuiet(visitor)
    },
  )
}
