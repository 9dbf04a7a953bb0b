import { describe, expect, test } from 'bun:test'
import { redrawn } from '../../src/figure/redraw'
import type { Scene, SceneElement } from '../../src/forms/scene'
import { DRAFT, METHOD } from '../engines/model/drafts'
import { type Saying, saying, useModelApps } from '../engines/model/model-app'
import { type Answer, answering } from '../providers/fake-provider'
import { painting, picture, wordsOf } from './pictures'

const startModel = useModelApps()
const SIZE = { width: 1200, height: 600 }
const NONE = { operations: [] }

interface Part {
  id: string
  kind: string
  words: string
  line: string
}

/** The parts that a request tells of. */
function partsIn({ messages }: Record<string, unknown>): Part[] {
  const said = (messages as { content: string | { text?: string }[] }[]).flatMap(({ content }) =>
    typeof content === 'string' ? [content] : content.flatMap(({ text = '' }) => text),
  )
  const listed = said.find((text) => text.startsWith('PARTS')) ?? ''
  return listed.split('\n').flatMap((line) => {
    const [, id, kind = '', words = ''] = /^(\S+) \[([^\]]+)\] \S+(?: "([^"]*)")?/.exec(line) ?? []
    return id === undefined ? [] : [{ id, kind, words, line }]
  })
}

/** Answers operations that depend on the parts that are told of. */
const changing =
  (operations: (parts: Part[]) => object[]): Answer =>
  (socket, arrived) =>
    saying({ operations: operations(partsIn(arrived.body)) })(socket, arrived)

const idOf = (parts: Part[], kind: string, words: string) =>
  parts.find((part) => part.kind.startsWith(kind) && part.words === words)?.id ?? 'none'

const SEES = {
  model: { can: ['text', 'vision', 'image'] },
  file: { roles: { svg: { provider: 'house' } } },
}

const reread = async (
  answers: Saying[],
  png: Uint8Array,
  body: object = {},
  options: object = SEES,
) => {
  const model = await startModel(answers, options)
  const form = new FormData()
  form.set('file', new File([Buffer.from(png)], 'a.png'))
  const uploaded = await model.app.ask('/api/upload', { method: 'POST', body: form })
  const { path } = (await uploaded.json()) as { path: string }
  const job = await model.drawn(
    await model.app.submit('/api/image-to-svg', { image_path: path, ...body }),
  )
  const rounds = job.report.rounds as {
    by: string
    accepted: boolean
    reason: string
    operations: object[]
  }[]
  return { ...model, ...job, rounds: rounds.filter(({ by }) => by === 'redraw') }
}

const plainPicture = () => picture(['Encoder', 'Decoder'], SIZE)

test('a model sees picture, drawing and parts, and changes nothing where nothing is wrong', async () => {
  const { asked, arrived, rounds, report, status, warnings, log } = await reread(
    [NONE],
    await plainPicture(),
  )
  expect(status).toBe('completed')
  expect(arrived).toHaveLength(1)
  expect(asked(0).match(/data:image\/png;base64,/g)).toHaveLength(2)
  expect(asked(0)).toMatch(/\[shape rect\] \d+,\d+-\d+,\d+ \\"Encoder\\"/)
  expect(asked(0)).toMatch(/\[connector\] \d+,\d+-\d+,\d+ from \S+ to \S+ \(heads: end\)/)
  expect(rounds).toEqual([])
  expect(warnings).toEqual([])
  expect(log).toContain('redraw: nothing to change after 0 rounds')
  expect(report.engine).toMatchObject({ redraw: { provider: 'house', prompt_version: 'redraw 1' } })
})

test('a line that ends short is joined', async () => {
  const png = await picture(['Encoder', 'Decoder'], SIZE)
  const answer = changing((parts) => [
    {
      op: 'connect',
      id: parts.find(({ kind }) => kind === 'connector')?.id,
      from: idOf(parts, 'shape', 'Encoder'),
      to: idOf(parts, 'shape', 'Decoder'),
    },
  ])
  const { rounds, svg, asked } = await reread([answer, NONE], png, { optimize_iterations: 1 })
  expect(rounds).toMatchObject([{ accepted: true, reason: '1 operation kept' }])
  expect(asked(1)).toContain('kept: 1 operation kept')
  const joined = /data-from="([^"]+)" data-to="([^"]+)"/.exec(svg)
  expect(joined?.[1]).not.toBe(joined?.[2])
})

describe('a change is refused', () => {
  const refused: [string, (parts: Part[]) => object[], string][] = [
    [
      'that puts other words where the picture has its own',
      (parts) => [{ op: 'set_text', id: idOf(parts, 'text', 'Encoder'), text: 'Loss' }],
      'likeness would fall',
    ],
    [
      'that adds what the picture does not show',
      () => [{ op: 'add_text', text: 'Invented', x1: 100, y1: 800, x2: 400, y2: 900 }],
      'like',
    ],
    [
      'that adds what nobody would see',
      () => [{ op: 'add_shape', form: 'rect', x1: 100, y1: 800, x2: 400, y2: 900 }],
      'the picture does not show it there',
    ],
    [
      'that takes away a third of the figure',
      (parts) => parts.filter(({ kind }) => kind === 'text').map(({ id }) => ({ op: 'drop', id })),
      '% of what was read would go',
    ],
    [
      'that speaks of what is not there',
      () => [{ op: 'drop', id: 'nowhere' }],
      'there is no element "nowhere"',
    ],
    [
      'that joins a line with what is far away',
      (parts) => [
        {
          op: 'connect',
          id: parts.find(({ kind }) => kind === 'connector')?.id,
          from: idOf(parts, 'shape', 'Decoder'),
          to: idOf(parts, 'shape', 'Encoder'),
        },
      ],
      'its end is not at',
    ],
    [
      'that writes over other words',
      () => [{ op: 'add_text', text: 'Encoder', x1: 150, y1: 450, x2: 350, y2: 550 }],
      'there are words already',
    ],
    [
      'that gives a shape another outline',
      (parts) => [{ op: 'set_form', id: idOf(parts, 'shape', 'Encoder'), form: 'diamond' }],
      'like',
    ],
  ]
  test.each(refused)('%s', async (_, operations, reason) => {
    const { rounds, svg, status } = await reread(
      [changing(operations), NONE],
      await plainPicture(),
      {
        optimize_iterations: 1,
      },
    )
    expect(status).toBe('completed')
    expect(rounds).toHaveLength(1)
    expect(rounds[0]?.accepted).toBe(false)
    expect(rounds[0]?.reason).toContain(reason)
    expect(wordsOf(svg).sort()).toEqual(['Decoder', 'Encoder'])
  })
})

test('of a batch that is refused, what can be kept is kept', async () => {
  const answer = changing((parts) => [
    { op: 'drop', id: 'nowhere' },
    { op: 'set_text', id: idOf(parts, 'text', 'Encoder'), text: 'Encoder' },
    { op: 'merge', ids: ['a', 'b'] },
  ])
  const { rounds } = await reread([answer], await plainPicture())
  expect(rounds).toMatchObject([
    {
      accepted: true,
      reason:
        '1 of 3 operations kept: drop nowhere: there is no element "nowhere"; merge a, b: not all of them are there',
    },
  ])
})

describe('two lines that meet become one connector', () => {
  const line = (id: string, geometry: object, rest: object = {}) =>
    ({
      id,
      kind: 'shape',
      role: 'mark',
      z: 1,
      box: {},
      geometry,
      style: {},
      ...rest,
    }) as SceneElement
  const arrow = {
    kind: 'connector',
    role: 'edge',
    heads: 'end',
    to: { element: 'b', side: 'left', at: 0.5 },
  }
  const straight = (...points: [number, number][]) => ({
    form: 'polyline',
    points: points.map(([x, y]) => ({ x, y })),
    radius: 0,
  })
  const curve = { form: 'path', d: 'M104 100C150 100 180 130 200 200' }
  const meeting: [string, object, object, object][] = [
    [
      'a plain one and an arrow',
      straight([0, 0], [100, 0]),
      straight([104, 0], [200, 0]),
      straight([0, 0], [100, 0], [104, 0], [200, 0]),
    ],
    [
      'one that runs the other way',
      straight([100, 0], [50, 0], [0, 0]),
      straight([104, 0], [200, 0]),
      straight([0, 0], [50, 0], [100, 0], [104, 0], [200, 0]),
    ],
    [
      'a straight one and a curve',
      straight([0, 100], [100, 100]),
      curve,
      { form: 'path', d: 'M0 100L100 100L104 100C150 100 180 130 200 200' },
    ],
    [
      'a curve that runs the other way and a straight one',
      { form: 'path', d: 'M104 100C150 100 180 130 200 200' },
      straight([100, 100], [0, 100]),
      { form: 'path', d: 'M200 200C180 130 150 100 104 100L100 100L0 100' },
    ],
  ]
  test.each(meeting)('%s', (_, plain, headed, geometry) => {
    const elements = [line('line-1', plain), line('edge-1', headed, arrow)]
    for (const ids of [
      ['line-1', 'edge-1'],
      ['edge-1', 'line-1'],
    ]) {
      const next = redrawn(
        { width: 1000, height: 500, elements } as Scene,
        { op: 'merge', ids },
        () => {
          throw new Error('no colours are asked')
        },
      )
      const joined = typeof next === 'string' ? next : next.scene.elements
      expect(joined).toMatchObject([{ ...arrow, id: ids[0], geometry }])
    }
  })

  test('not where their ends are far apart, or one is no line', () => {
    const merge = (geometry: object) =>
      redrawn(
        {
          width: 1000,
          height: 500,
          elements: [line('a', straight([0, 0], [100, 0])), line('b', geometry)],
        } as Scene,
        { op: 'merge', ids: ['a', 'b'] },
        () => ({}) as never,
      )
    expect(merge(straight([300, 0], [400, 0]))).toBe('their ends are far apart')
    expect(merge({ form: 'path', d: 'M100 0L200 0L200 50Z' })).toBe('they are no two lines')
    expect(merge({ form: 'rect' })).toBe('only texts, or two lines, can become one')
  })
})

test('rounds end after two that are refused, whatever optimize_iterations says', async () => {
  const { arrived, rounds } = await reread(
    [{ operations: [{ op: 'drop', id: 'nowhere' }] }],
    await plainPicture(),
    { optimize_iterations: 5 },
  )
  expect(arrived).toHaveLength(2)
  expect(rounds).toHaveLength(2)
})

test('broken operations go back for repair, sound ones are used', async () => {
  const broken = { operations: [{ op: 'explode' }, { op: 'set_text', id: 'x' }] }
  const { arrived, asked, status } = await reread([broken, NONE], await plainPicture())
  expect(status).toBe('completed')
  expect(arrived).toHaveLength(2)
  expect(asked(1)).toContain('operations[0].op: must be one of set_text')
  expect(asked(1)).toContain('operations[1].text: is missing.')
})

test('a provider that fails ends the rounds, not the job', async () => {
  const { status, warnings, svg } = await reread([answering(503)], await plainPicture())
  expect(status).toBe('completed')
  expect(warnings).toEqual(['Provider house: server error (503) after 1 attempt.'])
  expect(wordsOf(svg).sort()).toEqual(['Decoder', 'Encoder'])
})

test('a label that was planned and not painted may be put in', async () => {
  const draft = { ...DRAFT, nodes: DRAFT.nodes.map((node) => ({ ...node, detail: null })) }
  const png = await picture(['Trim reads', 'Align'], { width: 1376, height: 768 })
  const roles = { main: { provider: 'house' }, image: { provider: 'house' } }
  const model = await startModel(
    [
      draft,
      painting(png),
      {
        operations: [
          { op: 'add_text', text: 'Count per gene', x1: 300, y1: 800, x2: 700, y2: 850 },
        ],
      },
    ],
    { ...SEES, file: { roles } },
  )
  const { report, svg, error } = await model.draw(METHOD)
  expect(error).toBeNull()
  expect(model.asked(2)).toContain('MISSING\\n- Count per gene')
  expect(report.labels).toEqual({ right: 3, misspelt: [], missing: [] })
  expect(wordsOf(svg)).toContain('Count per gene')
})
