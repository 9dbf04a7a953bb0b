import { beforeAll, describe, expect, test } from 'bun:test'
import { toPng } from '../../src/figure/render/raster'
import { themes } from '../../src/figure/themes'
import type { Diagram } from '../../src/forms/diagram'
import { STYLES } from '../../src/forms/look'
import type { Scene, SceneElement } from '../../src/forms/scene'
import { FLOW } from '../read/image/pictures'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, admin, bearer, endedTask, makeKey } from '../support/keys'
import { until } from '../support/until'

const startApp = useApps()
/** What nodes could bear once. */
const SKETCH = { svg: '<svg/>', width: 9, height: 9, alt: 'a sketch' }

/** Reading a picture takes long: once for all. */
const startShared = useApps()

const FLOWCHART = `flowchart LR
  reads[Reads] --> trim[Trim]
  trim --> align[Align]
  align --> count[Count]
  trim -- rejected --> report[Report]`

const bytesOf = async (app: TestApp, id: string, path: string, headers = {}) =>
  (await app.ask(`/api/artifacts/${id}/${path}`, { headers })).bytes()
const textOf = async (app: TestApp, id: string, path: string, headers = {}) =>
  new TextDecoder().decode(await bytesOf(app, id, path, headers))
const jsonOf = async <T>(app: TestApp, id: string, path: string, headers = {}): Promise<T> =>
  JSON.parse(await textOf(app, id, path, headers))

/** Submits an edit and waits for its figure. */
async function redrawn(app: TestApp, body: object, headers = {}): Promise<string> {
  const answer = await app.post('/api/redraw', body, headers)
  const accepted = await answer.json()
  expect([answer.status, accepted.detail]).toEqual([200, undefined])
  const id: string = accepted.job_id
  const job = await until(`job ${id} ends`, async () => {
    const view = await (await app.ask(`/api/jobs/${id}`, { headers })).json()
    return ['completed', 'failed'].includes(view.status) && view
  })
  expect([job.status, job.error]).toEqual(['completed', null])
  return id
}

async function drawn(app: TestApp, method_text = FLOWCHART): Promise<string> {
  const id = await app.submit('/api/run', { method_text })
  expect(await app.ended(id)).toMatchObject({ status: 'completed', parent: null })
  return id
}

const refusal = async (app: TestApp, body: object, headers = {}) => {
  const answer = await app.post('/api/redraw', body, headers)
  return [answer.status, JSON.stringify(await answer.json())] as const
}

const textsOf = ({ elements }: Scene) =>
  elements.flatMap(({ geometry }) =>
    geometry?.form === 'lines' ? geometry.lines.map(({ text }) => text) : [],
  )

const centre = ({ elements }: Scene, id: string) => {
  const box = elements.find((each) => each.id === id)?.box ?? expect.unreachable(id)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

describe('POST /api/redraw', () => {
  test('takes edits of any size that a body may have, of several callers at once', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
    const source = await drawn(app)
    // Taking them is looked at here, not drawing them.
    await app.app.pool.drain(0)
    const operations = [{ op: 'set_direction', direction: 'down' }]
    const sized = (bytes: number) => {
      const body = JSON.stringify({ source, operations })
      return `${body.slice(0, -1)}${' '.repeat(bytes - body.length)}}`
    }
    for (const bytes of [17_000, 500_000, 3_900_000])
      expect((await app.post('/api/redraw', sized(bytes))).status).toBe(200)
    const callers = await Promise.all([makeKey(app), makeKey(app), makeKey(app)])
    const answers = await Promise.all(
      callers.map(({ key }) => app.post('/api/redraw', sized(17_000), bearer(key))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('takes whole diagrams and 500 operations', async () => {
    const app = await startApp()
    const source = await drawn(app)
    await app.app.pool.drain(0)
    const diagram = await jsonOf<Diagram>(app, source, 'diagram.json')
    const more = Array.from({ length: 60 }, (_, at) => ({
      ...(diagram.nodes[0] ?? expect.unreachable()),
      id: `more-${at}`,
      label: `Another step, with words enough to be long: ${'x'.repeat(250)}`,
    }))
    const whole = {
      ...{ source, keep_places: false },
      diagram: { ...diagram, nodes: [...diagram.nodes, ...more] },
    }
    expect(JSON.stringify(whole).length).toBeGreaterThan(20_000)
    expect((await app.post('/api/redraw', whole)).status).toBe(200)
    const operations = Array.from({ length: 500 }, (_, at) => ({
      ...{ op: 'rename', id: 'n-align', label: `Align to the genome, for the ${at}th time` },
    }))
    expect((await app.post('/api/redraw', { source, operations })).status).toBe(200)
  })

  test('draws an edited figure with all its files, and names its parent', async () => {
    const app = await startApp()
    const source = await drawn(app)
    const id = await redrawn(app, {
      source,
      operations: [
        { op: 'rename', id: 'n-align', label: 'Align to\nthe genome' },
        { op: 'add_node', id: 'qc', label: 'Quality report', kind: 'document', group: null },
        {
          ...{ op: 'add_edge', id: 'e-qc', from: 'n-align', to: 'qc', label: null },
          ...{ kind: 'flow', heads: 'end', dashed: false },
        },
      ],
    })
    const job = await app.job(id)
    expect(job).toMatchObject({ workflow: 'redraw', parent: source })
    expect(job.artifacts.map(({ path }) => path)).toEqual(
      (await app.job(source)).artifacts.map(({ path }) => path),
    )
    const svg = await textOf(app, id, 'final.svg')
    for (const line of ['Align to', 'the genome', 'Quality report'])
      expect(svg).toContain(`>${line}<`)
    expect(svg).toContain('data-from="n-align" data-to="qc"')
    const [before, after] = [
      await jsonOf<Scene>(app, source, 'scene.json'),
      await jsonOf<Scene>(app, id, 'scene.json'),
    ]
    expect(centre(after, 'n-reads').x).toBeLessThan(centre(after, 'n-trim').x)
    expect([after.width, after.height, after.theme]).toEqual([
      before.width,
      before.height,
      before.theme,
    ])
    const events = await (await app.ask(`/api/events/${id}`)).text()
    expect(events).toContain('"status":"completed"')
  })

  test('what no edit names stays to the hundredth, through later edits and a restart', async () => {
    const first = await startApp()
    const source = await drawn(first)
    const place = { op: 'place', id: 'n-report', x: 700, y: 640 }
    const placed = await redrawn(first, { source, operations: [place] })
    await first.stop()
    const app = await startApp({ DATA_DIR: first.dataDir })
    const operations = [{ op: 'rename', id: 'n-report', label: 'Report for\nthe laboratory' }]
    const renamed = await redrawn(app, { source: placed, operations })
    const [before, after] = [
      await jsonOf<Scene>(app, source, 'scene.json'),
      await jsonOf<Scene>(app, renamed, 'scene.json'),
    ]
    const at = centre(after, 'n-report')
    expect([at.x, at.y].map(Math.round)).toEqual([700, 640])
    const touched = (scene: Scene) =>
      new Set(
        scene.elements.flatMap(({ id, from, to, parent }) =>
          [id, from?.element, to?.element, parent].includes('n-report') ? [id] : [],
        ),
      )
    const rest = (scene: Scene) => {
      const own = touched(scene)
      return scene.elements.filter(({ id, parent }) => !own.has(id) && !own.has(parent ?? ''))
    }
    expect(rest(after)).toEqual(rest(before))
    expect(rest(before).length).toBeGreaterThan(10)

    const svg = await textOf(app, source, 'final.svg')
    const same = await redrawn(app, { source, operations: [] })
    expect(await textOf(app, same, 'final.svg')).toBe(svg)
    const back = await redrawn(app, { source: renamed, scene: before })
    expect(await textOf(app, back, 'final.svg')).toBe(svg)
    expect((await app.job(back)).parent).toBe(renamed)
    const diagram = await jsonOf<Diagram>(app, source, 'diagram.json')
    const sent = await redrawn(app, { source: renamed, diagram })
    const words = textsOf(await jsonOf<Scene>(app, sent, 'scene.json'))
    expect(words).toContain('Report')
    expect(words).not.toContain('Report for')
  })

  test('shows at once what operations would come to, and keeps nothing', async () => {
    const app = await startApp()
    const source = await drawn(app)
    const preview = async (body: object) => {
      const answer = await app.post('/api/redraw/preview', body)
      return { status: answer.status, body: await answer.json() }
    }
    const bare = await preview({ source, operations: [] })
    expect(bare.status).toBe(200)
    expect(bare.body.svg).toBe(await textOf(app, source, 'final.svg'))
    expect(bare.body.parts).toContainEqual(
      expect.objectContaining({ id: 'n-trim', role: 'node', label: 'Trim' }),
    )
    const operations = [{ op: 'rename', id: 'n-trim', label: 'Cut' }]
    const shown = await preview({ source, operations })
    const kept = await redrawn(app, { source, operations })
    expect(shown.body.svg).toBe(await textOf(app, kept, 'final.svg'))
    expect(shown.body.svg).toContain('>Cut<')
    const wrong = await preview({ source, operations: [{ op: 'drop', id: 'n9' }] })
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([
      422,
      expect.stringContaining('operations[0] drop: there is no'),
    ])
    const other = await preview({ source, svg: '<svg viewBox="0 0 9 9"/>' })
    expect(other.status).toBe(422)
    expect((await preview({ source: 'nobody', operations })).status).toBe(404)
  })

  test('takes another style and size, and lays out anew where places are not to be kept', async () => {
    const app = await startApp()
    const source = await drawn(app)
    const id = await redrawn(app, { source, operations: [], style: 'blueprint', size: '2K' })
    const [before, after] = [
      await jsonOf<Scene>(app, source, 'scene.json'),
      await jsonOf<Scene>(app, id, 'scene.json'),
    ]
    expect(after.theme).toBe('blueprint')
    const png = Buffer.from(await bytesOf(app, id, 'figure.png'))
    expect(png.readUInt32BE(16)).toBeGreaterThan(1.9 * after.width)
    const order = (scene: Scene) =>
      ['n-reads', 'n-trim', 'n-align', 'n-count'].map((one) => centre(scene, one).x)
    expect(order(after)).toEqual(order(after).sort((a, b) => a - b))
    expect(order(before)).toEqual(order(before).sort((a, b) => a - b))
    const down = await redrawn(app, {
      source: id,
      operations: [{ op: 'set_direction', direction: 'down' }],
      keep_places: false,
    })
    const turned = await jsonOf<Scene>(app, down, 'scene.json')
    expect(turned.theme).toBe('blueprint')
    expect(centre(turned, 'n-count').y).toBeGreaterThan(centre(turned, 'n-reads').y + 100)
  })

  test('edits the stages that rules have read', async () => {
    const app = await startApp()
    const source = await drawn(app, 'Reads are trimmed with fastp. They are aligned with STAR.')
    const diagram = await jsonOf<Diagram>(app, source, 'diagram.json')
    expect(diagram.shape).toBe('stages')
    const id = diagram.nodes[0]?.id ?? ''
    const edited = await redrawn(app, {
      source,
      operations: [
        { op: 'rename', id, label: 'Trimming' },
        { op: 'place', id, x: 300, y: 600 },
        { op: 'add_node', id: 'count', label: 'Count', kind: 'stage', group: null },
      ],
    })
    const scene = await jsonOf<Scene>(app, edited, 'scene.json')
    const at = centre(scene, id)
    expect([at.x, at.y].map(Math.round)).toEqual([300, 600])
    expect(textsOf(scene)).toEqual(expect.arrayContaining(['1', '2', 'Trimming', 'Count']))
    const after = await jsonOf<Diagram>(app, edited, 'diagram.json')
    expect(after.nodes.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Trimming', 'Count']),
    )
  })

  test('what cannot be done is refused by name, before it costs a unit', async () => {
    const app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
    const [mine, other] = [await makeKey(app, { quota: 3 }), await makeKey(app)]
    const task = await app.post(
      '/api/generate',
      {
        source_context: FLOWCHART,
        caption: 'Reads',
        aspect_ratio: '4:3',
        style_preset: 'colorful',
      },
      bearer(mine.key),
    )
    const source: string = (await task.json()).task_id
    const waiting = await refusal(app, { source, operations: [] }, bearer(mine.key))
    expect(waiting[0]).toBeOneOf([422, 200])
    await until('the task ends', async () => {
      const view = await (
        await app.ask(`/api/tasks/${source}`, { headers: bearer(mine.key) })
      ).json()
      return view.status === 'completed'
    })
    const spent = async () =>
      (await (await admin(app, 'GET', `/api/admin/keys/${mine.key}`)).json()).total_used
    const before = await spent()
    const rename = { op: 'rename', id: 'n-trim', label: 'Trimmed' }
    const diagram = await jsonOf<Diagram>(app, source, 'diagram.json', bearer(mine.key))
    const pictured = diagram.nodes.map((node) => ({ ...node, picture: SKETCH }))
    const rows: [body: Record<string, unknown>, status: number, says: string][] = [
      [{ source: 'nobody', operations: [] }, 404, 'source: no job or task nobody'],
      [{ source }, 422, 'exactly one of operations, diagram, scene, svg, instruction'],
      [{ source, operations: [], diagram: {} }, 422, '"diagram"'],
      [
        { source, operations: [rename, { ...rename, id: 'n9' }] },
        422,
        'operations[1] rename: there is no',
      ],
      [{ source, operations: [{ ...rename, colour: 1 }] }, 422, 'extra_forbidden'],
      [{ source, operations: [{ op: 'paint' }] }, 422, 'op must be one of rename, '],
      [
        { source, operations: [{ op: 'set_kind', id: 'n-trim', kind: 'x' }] },
        422,
        'must be one of stage, ',
      ],
      [{ source, operations: [{ op: 'set_accent', id: 'n-trim', color: 'red' }] }, 422, '"color"'],
      [
        { source, operations: [{ op: 'set_icon', id: 'n-trim', icon: 'zz' }] },
        422,
        'there is no icon',
      ],
      [
        { source, operations: [{ op: 'set_picture', id: 'n-trim', picture: SKETCH }] },
        422,
        'glyph',
      ],
      [{ source, diagram: { ...diagram, nodes: pictured } }, 422, 'glyph'],
      [
        { source, operations: [{ op: 'place', id: 'n-trim', x: 50, y: 9 }], keep_places: false },
        422,
        'keep_places',
      ],
      [{ source, operations: [rename], style: 'pink' }, 422, 'must be one of academic'],
      [{ source, scene: { width: 1 } }, 422, 'missing'],
      [{ source, instruction: 'Make it blue' }, 422, 'needs a model of the role svg'],
      [{ source, instruction: ' ' }, 422, 'instruction'],
    ]
    for (const [body, status, says] of rows) {
      const [got, detail] = await refusal(app, body, bearer(mine.key))
      expect({ body, got, detail }).toMatchObject({
        got: status,
        detail: expect.stringContaining(says),
      })
    }
    expect((await refusal(app, { source, operations: [] }, bearer(other.key)))[0]).toBe(404)
    expect((await refusal(app, { source, operations: [] }))[0]).toBe(404)
    expect(await spent()).toBe(before)

    const once = { ...bearer(mine.key), 'idempotency-key': 'edit' }
    const id = await redrawn(app, { source, operations: [rename] }, once)
    const scene = await jsonOf<Scene>(app, id, 'scene.json', bearer(mine.key))
    expect([scene.theme, scene.title]).toEqual(['colorful', 'Reads'])
    expect(await redrawn(app, { source, operations: [rename] }, once)).toBe(id)
    expect(await spent()).toBe(before + 1)
    for (let left = 3 - before - 1; left > 0; left--)
      await redrawn(app, { source, operations: [] }, bearer(mine.key))
    expect((await refusal(app, { source, operations: [] }, bearer(mine.key)))[0]).toBe(403)
  })
})

describe('a figure that was drawn on in another editor', () => {
  test('is kept as a version with all its files, without what is no part of a drawing', async () => {
    const app = await startApp()
    const source = await drawn(app)
    const svg = await textOf(app, source, 'final.svg')
    const edited = svg.replace(
      '</svg>',
      '<circle cx="60" cy="60" r="50" fill="#aa0000" onclick="alert(1)"/><script>alert(1)</script>' +
        '<image href="https://example.org/x.png" width="9" height="9"/></svg>',
    )
    const id = await redrawn(app, { source, svg: edited })
    const kept = await textOf(app, id, 'final.svg')
    expect(kept).toContain('<ellipse cx="60" cy="60" rx="50" ry="50" fill="#aa0000"/>')
    expect(kept).not.toMatch(/script|onclick|example\.org/)
    expect((await app.job(id)).parent).toBe(source)
    expect(await jsonOf(app, id, 'diagram.json')).toEqual(await jsonOf(app, source, 'diagram.json'))
    for (const path of ['figure.png', 'final.pdf'])
      expect(await bytesOf(app, id, path)).not.toEqual(await bytesOf(app, source, path))
    const again = await redrawn(app, { source: id, svg })
    // As a drawing is read back: the same picture, its groups named for whoever draws on.
    expect(await bytesOf(app, again, 'figure.png')).toEqual(
      await bytesOf(app, source, 'figure.png'),
    )
    for (const [body, says] of [
      [{ source, svg: '<html/>' }, 'no <svg>'],
      [{ source, svg: '<svg >' }, 'not well-formed'],
      [{ source, svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' }, 'declares no canvas'],
      [{ source, svg, operations: [] }, 'exactly one of'],
    ] as const)
      expect(await refusal(app, body)).toEqual([422, expect.stringContaining(says)])
  })
})

describe('an edited scene', () => {
  let app: TestApp
  let source: string
  let scene: Scene

  beforeAll(async () => {
    app = await startShared({ SERVICE_ADMIN_KEY: ADMIN })
    const form = new FormData()
    form.set('file', new File([new Uint8Array(await toPng(FLOW))], 'flow.png'))
    const { path } = await (await app.ask('/api/upload', { method: 'POST', body: form })).json()
    source = await app.submit('/api/image-to-svg', { image_path: path })
    expect(await app.ended(source)).toMatchObject({ status: 'completed' })
    scene = await jsonOf<Scene>(app, source, 'scene.json')
  })

  const joined = ({ elements }: Scene) => {
    const edge = elements.find(({ from, to }) => from && to) ?? expect.unreachable()
    const shape = elements.find(({ id }) => id === edge.to?.element) ?? expect.unreachable()
    return { edge, shape }
  }

  const endOf = ({ geometry }: SceneElement) => {
    if (geometry?.form === 'polyline') return geometry.points.at(-1)
    const numbers = geometry?.form === 'path' ? (geometry.d.match(/-?[\d.]+/g) ?? []) : []
    return { x: Number(numbers.at(-2)), y: Number(numbers.at(-1)) }
  }

  test('of a picture: what is moved takes its words and connectors along', async () => {
    const { edge, shape } = joined(scene)
    const box = { ...shape.box, x: shape.box.x + 12, y: shape.box.y + 40 }
    const moved = {
      ...scene,
      elements: scene.elements.map((each) => (each.id === shape.id ? { ...each, box } : each)),
    }
    const id = await redrawn(app, { source, scene: moved })
    const after = await jsonOf<Scene>(app, id, 'scene.json')
    const find = (whole: Scene, one: string) =>
      whole.elements.find((each) => each.id === one) ?? expect.unreachable(one)
    const end = endOf(find(after, edge.id)) ?? expect.unreachable()
    const off = (at: number, from: number, size: number) => Math.max(from - at, at - from - size)
    expect(
      Math.abs(Math.max(off(end.x, box.x, box.width), off(end.y, box.y, box.height))),
    ).toBeLessThan(3)
    const word = scene.elements.find((each) => each.parent === shape.id && each.kind === 'text')
    expect(find(after, word?.id ?? '').box.y).toBeCloseTo((word?.box.y ?? 0) + 40, 1)
    expect((await app.job(id)).artifacts.map(({ path }) => path)).toContainValues([
      'figure.png',
      'final.svg',
      'final.pdf',
      'final_preview.png',
      'samed.png',
      'report.json',
    ])
    expect((await app.job(id)).parent).toBe(source)
    const back = await redrawn(app, { source: id, scene })
    expect(await textOf(app, back, 'final.svg')).toBe(await textOf(app, source, 'final.svg'))
  })

  test('takes every style, if it was read or drawn by hand; charts and sheets of panels say why they take none', async () => {
    const { key } = await makeKey(app)
    const task = async (path: string, body: object): Promise<string> => {
      const { task_id } = await (await app.post(path, body, bearer(key))).json()
      expect(await endedTask(app, key, task_id)).toMatchObject({ status: 'completed' })
      return task_id
    }
    const chart = await task('/api/plot', {
      data_json: '{"A": 3, "B": 5}',
      intent: 'Bar chart of counts',
    })
    const sheet = await task('/api/composite', { source_task_ids: [chart, chart] })
    const finished = await app.submit('/api/finish', { svg: FLOW })
    expect(await app.ended(finished)).toMatchObject({ status: 'completed' })
    const shown = async (id: string, style: string | null) => {
      const headers = id === chart || id === sheet ? bearer(key) : {}
      const body = { source: id, operations: [], style }
      const answer = await app.post('/api/redraw/preview', body, headers)
      return { status: answer.status, ...(await answer.json()) }
    }
    for (const id of [source, finished]) {
      const asDrawn = await shown(id, null)
      for (const style of STYLES)
        expect(await shown(id, style)).toMatchObject({ status: 200, width: asDrawn.width })
      const { svg } = await shown(id, 'blueprint')
      expect(svg).toContain(themes.blueprint.palette.background)
      expect(svg.match(/<text/g)).toEqual(asDrawn.svg.match(/<text/g))
    }
    expect(await shown(chart, null)).toMatchObject({ status: 200 })
    for (const [id, says] of [
      [chart, 'colours of a chart stand for its data'],
      [sheet, 'has no figure that can be edited so'],
    ] as const)
      for (const style of STYLES)
        expect(await shown(id, style)).toMatchObject({
          ...{ status: 422 },
          detail: [{ msg: expect.stringContaining(says) }],
        })
    const dressed = await redrawn(app, { source, operations: [], style: 'blueprint' })
    expect(await textOf(app, dressed, 'final.svg')).toBe((await shown(source, 'blueprint')).svg)
    expect(await shown(dressed, 'colorful')).toMatchObject({ status: 200 })
    expect(await shown(dressed, null)).toMatchObject({
      svg: (await shown(source, 'blueprint')).svg,
    })
  })

  test('what is dropped takes its words and connectors along; words written anew are measured', async () => {
    const { edge, shape } = joined(scene)
    const word = scene.elements.find(
      ({ kind, parent }) => kind === 'text' && parent !== shape.id && parent !== undefined,
    )
    const elements = scene.elements
      .filter(({ id }) => id !== shape.id)
      .map((each) =>
        each.id === word?.id && each.geometry?.form === 'lines'
          ? {
              ...each,
              geometry: {
                ...each.geometry,
                lines: each.geometry.lines.map((line) => ({ ...line, text: 'Rewritten words' })),
              },
            }
          : each,
      )
    const id = await redrawn(app, { source, scene: { ...scene, elements } })
    const after = await jsonOf<Scene>(app, id, 'scene.json')
    const ids = after.elements.map((each) => each.id)
    expect(ids).not.toContain(edge.id)
    for (const { id: own, parent } of scene.elements)
      if (parent === shape.id) expect(ids).not.toContain(own)
    const written = after.elements.find((each) => each.id === word?.id)
    expect(written?.box.width).toBeGreaterThan(1.2 * (word?.box.width ?? 0))
    expect(await textOf(app, id, 'final.svg')).toContain('>Rewritten words<')
  })

  test('a picture is edited by operations as any other figure', async () => {
    const { edge, shape } = joined(scene)
    const id = await redrawn(app, {
      source,
      operations: [
        { op: 'move', ids: [shape.id], dx: 0, dy: 30 },
        { op: 'drop', id: edge.id },
      ],
    })
    const after = await jsonOf<Scene>(app, id, 'scene.json')
    const moved = after.elements.find((each) => each.id === shape.id)
    expect(moved?.box.y).toBeCloseTo(shape.box.y + 30, 1)
    expect(after.elements.map((each) => each.id)).not.toContain(edge.id)
  })
})
