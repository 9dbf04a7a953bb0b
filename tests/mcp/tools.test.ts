import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Agent, useAgents } from '../support/agent'
import { type TestApp, useApps } from '../support/app'
import { tempFolder } from '../support/folders'
import { ADMIN, bearer, makeKey } from '../support/keys'

const startApp = useApps()
const { overHttp, overStdio } = useAgents()
let app: TestApp
let key: string

beforeAll(async () => {
  app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
  key = (await makeKey(app)).key
})

const TEXT = 'Reads are trimmed.'
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900">
  <g data-node="reads"><rect x="100" y="300" width="400" height="240" fill="#e6eff9" stroke="#3f72ad"/><text x="240" y="430" font-size="22">Reads</text></g>
  <g data-node="cut"><rect x="900" y="300" width="400" height="240" fill="#e6eff9" stroke="#3f72ad"/><text x="1040" y="430" font-size="22">Washed</text></g>
  <g data-edge="e1" data-from="reads" data-to="cut" data-heads="none"><path d="M500 420H890" stroke="#333333" stroke-width="2.5" fill="none"/></g>
</svg>`
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

/** Everything that can be done, by one client; gives the address that links lead to. */
async function doEverything({ client, call }: Agent): Promise<string> {
  const { tools } = await client.listTools()
  const called = new Set<string>()
  const done = async (name: string, args: object) => {
    called.add(name)
    const answer = await call(name, args)
    if (answer.isError) throw new Error(`${name}: ${answer.words}`)
    return answer
  }
  const drawn = await done('draw_figure', {
    ...{
      source_context: 'Reads -> Trimming: fastp',
      caption: 'Trimming',
      style_preset: 'blueprint',
    },
    aspect_ratio: '16:9',
  })
  const { id } = drawn.told
  const checked = await done('check_drawing', { svg: DRAWING, method_text: TEXT })
  expect(checked.words).toContain('HARD words_foreign')
  expect(checked.told).toMatchObject({ faults: { hard: 2 } })
  const finished = await done('check_drawing', { svg: DRAWING, finish: true })
  expect(finished.told).toMatchObject({ status: 'completed', faults: { hard: 0 } })
  const chart = await done('plot', { data_json: 'name,score\nA,1\nB,2', intent: 'bars of score' })
  expect(chart.words).toContain('Bars')
  await done('read_picture', { image: PICTURE })
  const rename = { op: 'rename', id: 'reads', label: 'Raw reads' }
  const edited = await done('edit_figure', { source: finished.told.id, operations: [rename] })
  const seen = await done('look', { id: edited.told.id })
  expect(seen.words).toContain('reads "Raw reads" 100,300 400x240')
  expect(seen.words).toContain('e1 reads -- cut')
  expect(await new Bun.Image(seen.picture ?? '').metadata()).toMatchObject({ width: 1000 })
  await done('compose_panels', { source_task_ids: [id, edited.told.id], labels: ['(a)', '(b)'] })
  const { links } = await done('export', { id, format: 'svg' })
  const { contents } = await client.readResource({ uri: links[0] ?? '' })
  expect(contents[0]).toMatchObject({ text: expect.stringContaining('Trimming') })
  const shared = await done('export', { id, format: 'mermaid' })
  const read = await client.readResource({ uri: shared.links[0] ?? '' })
  expect(read.contents[0]).toMatchObject({ text: expect.stringContaining('flowchart') })
  const slide = await done('export', { id, format: 'pptx' })
  const packed = await client.readResource({ uri: slide.links[0] ?? '' })
  expect(packed.contents[0]).toMatchObject({ blob: expect.stringMatching(/^UEs/) })
  expect([...called].sort()).toEqual(tools.map(({ name }) => name).sort())
  return new URL(links[0] ?? '').origin
}

describe('an agent can do everything', () => {
  test('over HTTP, without a key, and whoever has a link opens it', async () => {
    const agent = await overHttp(app, {}, 'legacy')
    expect(await doEverything(agent)).toBe('http://localhost')
    const { links } = await agent.call('plot', { data_json: '{"A":1,"B":2}', intent: 'bars' })
    for (const link of links) expect((await app.ask(new URL(link).pathname)).status).toBe(200)
  })

  test('over its standard input and output, by a server that runs, with a key that alone sees it', async () => {
    const BURIN_URL = app.listen()
    const agent = await overStdio({ BURIN_URL, BURIN_KEY: key })
    expect(await doEverything(agent)).toBe(BURIN_URL)
    const { items } = await (await app.ask('/api/history', { headers: bearer(key) })).json()
    expect(items.length).toBe(6)
    const { job_id: id } = items[0]
    const foreign = await (await overHttp(app)).call('look', { id })
    expect(foreign).toMatchObject({ isError: true, words: 'Job not found' })
  })

  test('by a server of its own, in a folder at home that no other client has', async () => {
    const home = tempFolder()
    const [first, second] = [
      await overStdio({ XDG_DATA_HOME: home }),
      await overStdio({ XDG_DATA_HOME: home }),
    ]
    const file = join(tempFolder(), 'a.txt')
    await Bun.write(file, 'no picture')
    const answer = await first.call('read_picture', { image: file })
    expect(answer.words).toStartWith('File must be an image')
    expect((await second.client.listTools()).tools.length).toBeGreaterThan(0)
    const folders = [...new Bun.Glob('burin/*').scanSync({ cwd: home, onlyFiles: false })]
    expect(folders.sort()).toEqual(['burin/agent-1', 'burin/agent-2'])
  })
})

describe('what an agent is told', () => {
  test('is at most eight tools, in 1,500 tokens with all their words', async () => {
    const { client } = await overHttp(app)
    const { tools } = await client.listTools()
    expect(tools.length).toBeLessThanOrEqual(8)
    const told = JSON.stringify(tools) + client.getInstructions()
    // A token of English and JSON is about four characters.
    expect(told.length / 4).toBeLessThan(1500)
  })

  test('are pages to read before it draws, whose drawing is right', async () => {
    const { client, call } = await overHttp(app)
    const { resources } = await client.listResources()
    const pages = await Promise.all(resources.map(({ uri }) => client.readResource({ uri })))
    const texts = pages.map(({ contents: [page] }) => (page && 'text' in page ? page.text : ''))
    const [agents = '', styles = ''] = texts
    expect(styles.match(/^style: /gm)?.length).toBe(8)
    const [, svg] = /```xml\n([\s\S]*?)```/.exec(agents) ?? []
    const method_text =
      'Blood was drawn into EDTA tubes: each blood sample was spun at 2000 g for 10 min in a centrifuge after preparation.'
    const { told } = await call('check_drawing', { svg, method_text })
    expect(told).toMatchObject({ faults: { hard: 0 } })
  })

  test('is how far the work is', async () => {
    const heard: string[] = []
    const { call } = await overHttp(app)
    const args = { source_context: 'A -> B', caption: 'Heard' }
    await call('draw_figure', args, (words) => heard.push(words))
    expect(heard.length).toBeGreaterThan(0)
  })

  test.each<[string, object, string]>([
    ['draw_figure', { source_context: 'A -> B' }, 'caption: Field required'],
    [
      'draw_figure',
      { text: 'A -> B' },
      'source_context: Field required; caption: Field required; text: Extra inputs are not permitted',
    ],
    ['check_drawing', { svg: '<p/>' }, 'svg: '],
    ['plot', { data_json: '[]', intent: 'bars' }, 'data_json: the document holds no data'],
    ['read_picture', { image: '/etc/passwd' }, 'image: must be an https address or a data: URL'],
    ['compose_panels', { source_task_ids: ['x', 'y'] }, 'source_task_ids: no task x'],
    ['edit_figure', { source: 'x' }, 'exactly one of operations'],
    ['look', { id: '../admin/keys' }, 'id: must be the 32 hexadecimal characters'],
    ['export', { id: '0'.repeat(32), format: 'png' }, 'Job not found'],
    [
      'export',
      { id: '0', format: { toString: 1 } },
      'format: must be one of png, svg, pdf, pptx, ',
    ],
    ['paint', {}, 'There is no such tool; there are draw_figure,'],
  ])('of %s is a sentence that says what to change', async (name, args, words) => {
    const answer = await (await overHttp(app)).call(name, args)
    expect(answer.isError).toBe(true)
    expect(answer.words).toContain(words)
  })
})
