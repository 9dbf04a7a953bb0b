import { describe, expect, test } from 'bun:test'
import type { Answer } from '../../providers/fake-provider'
import { DRAFT, METHOD } from './drafts'
import {
  ALIGN,
  ANSWER,
  arrow,
  COUNT,
  DRAWING,
  drawing,
  FIRST,
  PLAN,
  SECOND,
  TRIM,
  thing,
} from './drawings'
import { CANARY, type ModelAppOptions, type Saying, saying, useModelApps } from './model-app'

const startApp = useModelApps()
const DRAWS = { model: { draws: true } }
const startModel = (answers: Saying[], options: ModelAppOptions = DRAWS) =>
  startApp(answers, options)

/** An arrow that ends far off its thing. */
const SHORT = arrow('first', 'trim', 'align', 380, 'trimmed with fastp and then aligned', 480)
const FAULTY = `${PLAN}${drawing(TRIM, ALIGN, COUNT, SHORT, SECOND)}`

test('a model draws the figure: its groups, words and pictures are the figure', async () => {
  const { draw, arrived, asked } = await startModel([ANSWER])
  const { status, svg, diagram, report, events, warnings, file } = await draw(METHOD)
  expect([status, warnings]).toEqual(['completed', []])
  expect(svg).toMatch(/<g [^>]*class="node"[^>]*id="trim"|<g [^>]*id="trim"[^>]*class="node"/)
  expect(svg).toContain('data-from="trim"')
  expect(svg).toContain('data-picture="Align"')
  expect(svg).toContain('>Count per gene<')
  expect(diagram.source).toBe('model')
  expect(diagram.nodes.map(({ label }) => label)).toEqual(['Trim reads', 'Align', 'Count per gene'])
  expect(diagram.edges.map(({ from, to }) => [from, to])).toEqual([
    ['trim', 'align'],
    ['align', 'count'],
  ])
  const [span] = diagram.edges[1]?.spans ?? []
  expect(METHOD.slice(span?.start, span?.end)).toBe('The aligned reads are counted per gene')
  expect(report).toMatchObject({
    engine: {
      draw: { provider: 'house', prompt_version: expect.stringMatching(/^draw/), calls: 1 },
    },
    drawing: { by: 'model', rounds: 0 },
    grounding: { nodes: 3, edges: 2, grounded_nodes: 3, grounded_edges: 2 },
    fallbacks: [],
  })
  expect((report.faults as { hard: boolean }[]).filter(({ hard }) => hard)).toEqual([])
  for (const stage of ['draw', 'check', 'export']) expect(events).toContain(`"stage":"${stage}"`)
  expect(arrived).toHaveLength(1)
  expect(asked(0)).toContain('[1.2] The aligned reads are counted per gene.')
  expect(asked(0)).toContain('viewBox 0 0 1600 900')
  expect(asked(0)).toContain('#3f72ad')
  expect(`${svg}${events}${await file('scene.json')}${JSON.stringify(report)}`).not.toContain(
    CANARY,
  )
})

describe('an answer that is no drawing', () => {
  test('goes back with what is wrong', async () => {
    const { draw, asked, arrived } = await startModel([
      'I cannot draw.',
      '<svg><rect/></svg>',
      ANSWER,
    ])
    const { diagram, report } = await draw(METHOD)
    expect(diagram.nodes).toHaveLength(3)
    expect(report).toMatchObject({ drawing: { by: 'model' }, engine: { draw: { calls: 3 } } })
    expect(asked(1)).toContain('it holds no whole <svg>')
    expect(arrived).toHaveLength(3)
  })

  test('after two repairs gives way to the layout of a plan, and says so', async () => {
    const no = 'I cannot draw.'
    const { draw, arrived } = await startModel([no, no, no, DRAFT])
    const { status, diagram, report, warnings, log } = await draw(METHOD)
    expect(status).toBe('completed')
    expect(diagram.nodes).toHaveLength(3)
    expect(report).toMatchObject({ drawing: { by: 'layout' } })
    expect(warnings.join()).toContain('could not be read after 2 repairs')
    expect(warnings.join()).toContain('laid out by rules instead')
    expect(log).toContain('laid out by rules instead')
    expect(arrived).toHaveLength(4)
  })

  test.each([
    [
      'arrows that lead nowhere',
      drawing(
        TRIM,
        ALIGN,
        COUNT,
        ...[1, 2].map(
          (n) =>
            `<g data-edge="e${n}" data-from="a" data-to="b"><path d="M20 ${700 + 40 * n}H90" stroke="#000"/></g>`,
        ),
      ),
    ],
    [
      'more than one hard fault for five things',
      drawing(TRIM, thing('align', 200, 'Align', ''), thing('count', 300, 'Count', ''), FIRST),
    ],
  ])('of a model that draws badly (%s) is laid out too', async (_, bad) => {
    const { draw } = await startModel([bad, '<patch/>', DRAFT])
    const { report, warnings, diagram } = await draw(METHOD)
    expect(report).toMatchObject({ drawing: { by: 'layout' } })
    expect(warnings.join()).toContain('laid out by rules instead')
    expect(diagram.nodes).toHaveLength(3)
  })
})

test('an answer that was cut for its length goes on after its last whole group', async () => {
  const cut = ANSWER.slice(0, ANSWER.indexOf(COUNT) + 40)
  const rest = `${COUNT}${FIRST}${SECOND}</svg>`
  const { draw, asked } = await startModel([saying(cut, 'length'), `Here it goes on:\n${rest}`])
  const { diagram, report } = await draw(METHOD)
  expect(diagram.nodes.map(({ id }) => id)).toEqual(['trim', 'align', 'count'])
  expect(report).toMatchObject({ drawing: { by: 'model' }, engine: { draw: { calls: 2 } } })
  expect(asked(1)).toContain('begin with the next group')
  expect(asked(1)).not.toContain('data-node=\\"count\\"')
})

test('what is drawn so far can be seen while the answer comes', async () => {
  const chunk = (content: string, finish: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'qwen', choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`
  const begun = ANSWER.slice(0, ANSWER.indexOf(ALIGN) + 30)
  const streamed: Answer = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n')
    socket.write(chunk(begun), () =>
      socket.end(`${chunk(ANSWER.slice(begun.length))}${chunk('', 'stop')}data: [DONE]\n\n`),
    )
  }
  const { draw } = await startModel([streamed])
  const { events, file, svg } = await draw(METHOD)
  expect(events).toContain('"kind":"draft_svg"')
  const draft = await file('draft.svg')
  expect(draft).toContain('data-node="trim"')
  expect(draft).not.toContain('data-node="count"')
  expect(svg).toContain('>Count per gene<')
})

describe('a look', () => {
  test('mends a fault by a patch, and what it does not name stays', async () => {
    const { draw, asked } = await startModel([FAULTY, `<patch>${FIRST}</patch>`])
    const { report, svg, warnings, events } = await draw(METHOD)
    expect(report).toMatchObject({
      rounds: [{ by: 'look', accepted: true, groups: ['first'] }],
      drawing: { by: 'model', rounds: 1 },
      engine: { look: { prompt_version: expect.stringMatching(/^look/), calls: 1 } },
    })
    expect(warnings).toEqual([])
    expect(svg).toContain('>Align<')
    expect(events).toContain('"stage":"look"')
    expect(asked(1)).toContain('HARD end_off')
    expect(asked(1)).toContain('data:image/png;base64,')
    expect(asked(1)).toContain('data-node=\\"trim\\"')
  })

  test('that makes it worse is not kept, and the fault that stays is named', async () => {
    const worse = `<patch><g data-node="align"><rect x="100" y="320" width="320" height="200" fill="#fff" stroke="#000"/><text x="120" y="400" font-size="24">Align</text></g></patch>`
    const { draw } = await startModel([
      FAULTY,
      worse,
      '<patch><drop ref="count"/><drop ref="align"/></patch>',
    ])
    const { report, warnings, diagram } = await draw(METHOD)
    const rounds = report.rounds as { accepted: boolean; reason: string }[]
    expect(rounds.map(({ accepted }) => accepted)).toEqual([false, false])
    expect(diagram.nodes).toHaveLength(3)
    expect(warnings.length).toBeGreaterThan(0)
  })

  test('is asked for as often as the request says, and ends with an empty patch', async () => {
    const { draw, arrived } = await startModel([ANSWER, '<patch/>'])
    await draw(METHOD, { optimize_iterations: 5 })
    expect(arrived).toHaveLength(2)
  })

  test('of a model that cannot see has the measures alone', async () => {
    const blind = { model: { draws: true, can: ['text'] } }
    const { draw, asked } = await startModel([FAULTY, `<patch>${FIRST}</patch>`], blind)
    await draw(METHOD)
    expect(asked(1)).toContain('HARD end_off')
    expect(asked(1)).not.toContain('data:image')
  })

  test('whose provider fails leaves the figure as it was drawn, and says so', async () => {
    const { draw } = await startModel([FAULTY, (socket) => socket.destroy()])
    const { status, report, warnings } = await draw(METHOD)
    expect(status).toBe('completed')
    expect(report).toMatchObject({ drawing: { by: 'model' } })
    expect(warnings.join()).toContain('Provider house:')
  })

  test('may change what was laid out of a plan', async () => {
    const { draw } = await startModel([DRAFT, '<patch/>'], { model: { draws: false } })
    const { report } = await draw(METHOD, { optimize_iterations: 1 })
    expect(report).toMatchObject({ drawing: { by: 'layout' }, engine: { look: { calls: 1 } } })
  })
})

describe('who draws', () => {
  test('nobody draws what is written as structure', async () => {
    const { draw, arrived } = await startModel([ANSWER])
    const { report } = await draw('flowchart LR\n  a[Trim] --> b[Align]')
    expect(report).toMatchObject({ drawing: { by: 'layout' } })
    expect(arrived).toHaveLength(0)
  })

  test('a model that the provider file calls no draughtsman plans', async () => {
    const { draw, arrived } = await startModel([DRAFT], { model: { draws: false } })
    const { report } = await draw(METHOD)
    expect(report).toMatchObject({ drawing: { by: 'layout' }, engine: { plan: { calls: 1 } } })
    expect(arrived).toHaveLength(1)
  })

  test('svg_provider local leaves the plan to the model and the figure to layout', async () => {
    const { draw, arrived } = await startModel([DRAFT])
    const { report } = await draw(METHOD, { svg_provider: 'local' })
    expect(report).toMatchObject({ drawing: { by: 'layout' } })
    expect(arrived).toHaveLength(1)
  })
})

test('several candidates are drawn, and the one with the fewest faults is the figure', async () => {
  const { app, drawn, asked } = await startModel([FAULTY, ANSWER, '<patch/>'])
  const answer = await app.post('/api/run', { method_text: METHOD }, { prefer: 'candidates=2' })
  const { job_id } = await answer.json()
  const { file, warnings, log } = await drawn(job_id)
  expect(asked(1)).toContain('VARIANT 2')
  expect(warnings).toEqual([])
  expect(log).toContain('candidate 2')
  expect(await file('candidates/2/final.svg')).toContain('<svg')
})

test('a model that sees takes one of the candidates by one look at all', async () => {
  const took = '<best drawing="2" why="it shows the reads"/>'
  const { app, drawn, arrived, asked } = await startModel([FAULTY, ANSWER, took, '<patch/>'], {
    model: { draws: true, can: ['text', 'vision'] },
  })
  const answer = await app.post('/api/run', { method_text: METHOD }, { prefer: 'candidates=2' })
  const { log, svg } = await drawn((await answer.json()).job_id)
  expect(log).toContain('candidate 2 is taken: it shows the reads')
  expect(JSON.stringify(arrived[2]).match(/data:image\/png/g)).toHaveLength(2)
  expect(asked(2)).toContain('DRAWING 2')
  expect(svg).toContain('data-node="trim"')
})

test('a relation that a look leads elsewhere is no longer missed; a second look sees the drawing with its patch', async () => {
  const skips = arrow('second', 'trim', 'count', 880, 'The aligned reads are counted per gene')
  const { draw, asked } = await startModel([
    `${PLAN}${drawing(TRIM, ALIGN, COUNT, SHORT, skips)}`,
    `<patch>${FIRST}${SECOND}</patch>`,
    `<patch>${arrow('second', 'trim', 'count', 880, 'The aligned reads are counted per gene').replace('M880 400L1060 400', 'M220 500V600H1220V500')}</patch>`,
    '<patch/>',
  ])
  const { report, diagram } = await draw(METHOD, { optimize_iterations: 3 })
  const [, second, third] = [0, 1, 2].map((at) => asked(at + 1))
  expect(second?.match(/data-edge=.{1,2}second/g)).toHaveLength(1)
  expect(third?.match(/data-edge=.{1,2}second/g)).toHaveLength(1)
  expect(report.rounds).toMatchObject([{ accepted: true }, { accepted: true }])
  expect(diagram.edges.map(({ from, to }) => `${from} ${to}`)).toContain('trim count')
})

describe('a hostile drawing leaves nothing behind', () => {
  const dirty = [
    '<script>alert(1)</script>',
    '<image href="https://elsewhere.example/x.png"/>',
    '<foreignObject><p>hi</p></foreignObject>',
    '<style>@import url(https://elsewhere.example/x.css)</style>',
    '<g data-node="x" onload="alert(1)"><text x="50" y="800" font-size="20">Trim</text></g>',
    '<a href="javascript:alert(1)"><text x="50" y="850" font-size="20">Align</text></a>',
  ]
  test('of what could run or load anything', async () => {
    const { draw } = await startModel([
      `${PLAN}${drawing(TRIM, ALIGN, COUNT, FIRST, SECOND, ...dirty)}`,
      '<patch/>',
    ])
    const { svg, status } = await draw(METHOD)
    expect(status).toBe('completed')
    expect(svg).not.toMatch(/script|onload|elsewhere|javascript:|foreignObject|<style/)
  })

  test.each([
    ['a document type', `<!DOCTYPE svg [<!ENTITY a "b">]>${DRAWING}`],
    ['coordinates beyond all measure', drawing(thing('trim', 1e300, 'Trim reads', ''), ALIGN)],
    [
      'a loop of use',
      drawing('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', TRIM),
    ],
    ['200 kB', drawing(TRIM, `<path d="${'M0 0L1 1'.repeat(30_000)}"/>`)],
  ])('%s goes back', async (_, hostile) => {
    const { draw, arrived } = await startModel([hostile, ANSWER])
    const { report } = await draw(METHOD)
    expect(report).toMatchObject({ drawing: { by: 'model' } })
    expect(arrived.length).toBeLessThanOrEqual(2)
  })
})
