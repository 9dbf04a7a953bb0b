import { describe, expect, test } from 'bun:test'
import { answering } from '../../providers/fake-provider'
import { align, count, DRAFT, edge, first, METHOD, second, trim } from './drafts'
import { CANARY, type Saying, useModelApps } from './model-app'

const startModel = useModelApps()
const NONE = { operations: [] }

/** A plan that lacks the counting. */
const SHORT = { ...DRAFT, nodes: [trim, align], edges: [first] }
const addCount = { op: 'add_node', id: 'count', label: 'Count per gene', quote: count.quote }
const addEdge = { op: 'add_edge', id: 'last', from: 'n-align', to: 'count', quote: second.quote }
const batch = (...operations: object[]) => ({ operations })

const criticised = async (answers: Saying[], rounds = 3, options = {}) => {
  const { draw, ...model } = await startModel(answers, options)
  const drawn = await draw(METHOD, { optimize_iterations: rounds })
  const said = drawn.report.rounds as { by: string; accepted: boolean; reason: string }[]
  return { ...model, ...drawn, rounds: said.filter(({ by }) => by === 'critic'), all: said }
}

test('a critic adds what the plan has missed, and stops when nothing is left', async () => {
  const { rounds, diagram, report, asked, arrived, svg, all, events } = await criticised([
    SHORT,
    batch(addCount, addEdge),
    NONE,
  ])
  expect(rounds).toMatchObject([{ accepted: true, reason: '2 operations kept' }])
  expect(all.filter(({ by }) => by === 'local').length).toBeGreaterThan(0)
  expect(diagram.nodes.map(({ label }) => label)).toEqual(['Trim reads', 'Align', 'Count per gene'])
  const [span] = diagram.edges.at(-1)?.spans ?? []
  expect(METHOD.slice(span?.start, span?.end)).toBe('The aligned reads are counted per gene')
  expect(svg.match(/class="node"/g)).toHaveLength(3)
  expect(report).toMatchObject({
    engine: {
      critic: { provider: 'house', prompt_version: expect.stringMatching(/^critic/), calls: 2 },
    },
    grounding: { nodes: 3, edges: 2, grounded_nodes: 3, grounded_edges: 2 },
  })
  expect(arrived).toHaveLength(3)
  const request = asked(1)
  expect(request).toContain('[1.2] The aligned reads are counted per gene.')
  expect(request).toContain('n-trim [process] \\"Trim reads\\" detail \\"fastp\\"')
  expect(request).toContain('the smallest text is')
  expect(request).toContain('data:image/png;base64,')
  expect(asked(2)).toContain('kept: 2 operations kept')
  expect(events).toContain('"stage":"critic"')
  expect(`${events}${JSON.stringify(report)}`).not.toContain(CANARY)
})

test('a model that cannot see is not shown the picture', async () => {
  const { asked } = await criticised([SHORT, NONE], 1, { model: { can: ['text'] } })
  expect(asked(1)).toContain('MEASURED')
  expect(asked(1)).not.toContain('data:image')
})

describe('a round is refused', () => {
  const refused: [string, object, string][] = [
    [
      'that claims what the text does not say',
      batch({ ...addCount, label: 'Publish', quote: '' }),
      'the share that the text says',
    ],
    [
      'that takes away too many labels',
      batch({ op: 'drop_node', id: 'n-count' }, { op: 'drop_node', id: 'n-align' }),
      '67 % of the labels would go',
    ],
    [
      'that speaks of what is not there',
      batch({ op: 'drop_node', id: 'n-nowhere' }),
      'there is no node "n-nowhere"',
    ],
  ]
  test.each(refused)('%s', async (_, answer, reason) => {
    const { rounds, diagram } = await criticised([DRAFT, answer], 5)
    expect(rounds).toHaveLength(2)
    for (const round of rounds) {
      expect(round.accepted).toBe(false)
      expect(round.reason).toContain(reason)
    }
    expect(diagram.nodes).toHaveLength(3)
  })
})

test('a relation that makes the drawing worse is refused, and the others are kept', async () => {
  const names = ['Reads', 'fastp', 'genome', 'STAR', 'gene', 'reference']
  const nodes = names.map((label) => ({ ...trim, id: label, label, detail: null }))
  const chain = names.slice(1).map((name, at) => edge(names[at] ?? '', name, METHOD.slice(0, 79)))
  const pairs = names.flatMap((from, at) => names.slice(at + 2).map((to) => [from, to]))
  const every = pairs.map(([from, to], at) => ({
    ...{ op: 'add_edge', id: `x${at}`, from: `n-${from}`, to: `n-${to}` },
    quote: METHOD.slice(0, 79),
  }))
  const { rounds, diagram } = await criticised(
    [{ ...DRAFT, nodes, edges: chain }, batch(...every)],
    1,
  )
  expect(rounds).toMatchObject([{ accepted: true }])
  expect(rounds[0]?.reason).toMatch(/^\d+ of 10 operations kept: \w+ would rise from 0 to \d+$/)
  expect(diagram.edges.length).toBeGreaterThan(5)
  expect(diagram.edges.length).toBeLessThan(15)
}, 60_000)

test('of a batch that is refused, what can be kept is kept', async () => {
  const invented = { ...addCount, id: 'odd', label: 'Publish', quote: '' }
  const { rounds, diagram } = await criticised([SHORT, batch(addCount, invented, addEdge), NONE])
  expect(rounds).toMatchObject([{ accepted: true, operations: [{ id: 'count' }, { id: 'last' }] }])
  expect(rounds[0]?.reason).toStartWith('2 of 3 operations kept')
  expect(diagram.nodes).toHaveLength(3)
})

test('broken operations go back, and are left out in the end', async () => {
  const broken = batch(addCount, { op: 'explode', id: 'n-trim' })
  const { asked, rounds, diagram, arrived } = await criticised([SHORT, broken], 1)
  expect(asked(2)).toContain('operations[1].op: must be one of rename')
  expect(arrived).toHaveLength(4)
  expect(rounds).toMatchObject([{ accepted: true, operations: [{ op: 'add_node' }] }])
  expect(diagram.nodes).toHaveLength(3)
})

test('every operation of the set does what it says', async () => {
  const all = batch(
    { op: 'rename', id: 'n-trim', label: 'Reads trimmed' },
    { op: 'set_detail', id: 'n-align', detail: null },
    { op: 'set_kind', id: 'n-count', kind: 'metric' },
    { op: 'set_accent', id: 'n-count', color: '#aa0000' },
    { op: 'add_group', id: 'g-gene', label: 'Genome', parent: null },
    { op: 'move_to_group', id: 'n-align', group: 'g-gene' },
    { op: 'move_to_group', id: 'n-count', group: 'g-gene' },
    { op: 'rename_group', id: 'g-gene', label: 'Reference genome' },
    { op: 'set_edge_label', id: 'e1', label: '<b>reads</b>\u202e' },
    { op: 'set_edge_kind', id: 'e1', kind: 'order' },
    { op: 'reverse_edge', id: 'e2' },
    { op: 'set_direction', direction: 'down' },
  )
  const { rounds, diagram } = await criticised(
    [{ ...DRAFT, edges: [first, { ...second, label: 'reads' }] }, all],
    1,
  )
  expect(rounds).toMatchObject([{ accepted: true }])
  expect(diagram.direction).toBe('down')
  expect(diagram.nodes).toMatchObject([
    { label: 'Reads trimmed' },
    { label: 'Align', group: 'g-gene' },
    { kind: 'metric', accent: '#aa0000' },
  ])
  expect(diagram.nodes[1]).not.toHaveProperty('detail')
  expect(diagram.groups).toMatchObject([{ label: 'Reference genome' }])
  expect(diagram.edges).toMatchObject([
    { label: 'reads', kind: 'order' },
    { from: 'n-count', to: 'n-align' },
  ])
})

test('groups and edges can be taken away', async () => {
  const grouped = {
    ...DRAFT,
    nodes: [{ ...trim, group: 'g' }, { ...align, group: 'g' }, count],
    edges: [first, second, edge('trim', 'count', second.quote)],
    groups: [{ id: 'g', label: 'Reads', parent: null }],
  }
  const less = batch({ op: 'drop_group', id: 'g-g' }, { op: 'drop_edge', id: 'e3' })
  const { diagram } = await criticised([grouped, less, NONE])
  expect(diagram.groups).toEqual([])
  expect(diagram.nodes.filter(({ group }) => group !== undefined)).toEqual([])
  expect(diagram.edges).toHaveLength(2)
})

test('a provider that fails ends the rounds; the best figure so far is finished', async () => {
  const { status, warnings, rounds, diagram, report } = await criticised([
    SHORT,
    batch(addCount, addEdge),
    answering(500, {}),
  ])
  expect(status).toBe('completed')
  expect(rounds).toMatchObject([{ accepted: true }])
  expect(diagram.nodes).toHaveLength(3)
  expect(warnings).toEqual(['Provider house: server error (500) after 1 attempt.'])
  expect(report).toMatchObject({ warnings })
})

test('a budget of calls ends the rounds', async () => {
  const { status, warnings } = await criticised([SHORT, batch(addCount, addEdge)], 5, {
    file: {
      roles: { main: { provider: 'house' }, vlm: { provider: 'house' } },
      budgets: { jobCalls: 2 },
    },
  })
  expect(status).toBe('completed')
  expect(warnings).toEqual(['Provider house: the budget of this job (2 calls) is used up.'])
})

test('without rounds no critic is asked', async () => {
  const { arrived, report } = await criticised([DRAFT], 0)
  expect(arrived).toHaveLength(1)
  expect(report.engine).not.toHaveProperty('critic')
})

describe('places', () => {
  const SURE = { ...DRAFT, unsure: [] }
  const centres = (svg: string) =>
    [
      ...svg.matchAll(
        /class="node"[^>]*data-label="([^"]+)"[^>]*><rect x="([\d.]+)" y="([\d.]+)"/g,
      ),
    ].map(([, label, x, y]) => ({ label, x: Number(x), y: Number(y) }))

  test('are shown to the critic, and changed as it asks', async () => {
    const { rounds, asked, svg } = await criticised(
      [
        SURE,
        batch(
          { op: 'swap', a: 'n-trim', b: 'n-count' },
          { op: 'place', id: 'n-align', x: 700, y: 700 },
        ),
        NONE,
      ],
      2,
    )
    expect(rounds).toMatchObject([{ accepted: true, reason: '2 operations kept' }])
    expect(asked(1)).toMatch(
      /n-trim \[process\] \\"Trim reads\\" detail \\"fastp\\" at \d+, \d+ \(\d+ x \d+\)/,
    )
    expect(asked(1)).toContain('1365 wide, 768 high')
    const [trimmed, aligned, counted] = centres(svg)
    expect(trimmed?.x).toBeGreaterThan(counted?.x ?? 0)
    expect(aligned?.y).toBeGreaterThan(counted?.y ?? 0)
  })

  test('of a node that there is not are refused', async () => {
    const { rounds } = await criticised([SURE, batch({ op: 'place', id: 'n-no', x: 1, y: 1 })], 1)
    expect(rounds[0]).toMatchObject({ accepted: false })
    expect(rounds[0]?.reason).toContain('there is no node "n-no"')
  })

  test('may have a frame drawn out, alone', async () => {
    const grouped = {
      ...SURE,
      nodes: SURE.nodes.map((node, index) => (index < 2 ? { ...node, group: 'g' } : node)),
      groups: [{ id: 'g', label: 'Reads', parent: null }],
    }
    const frame = batch({ op: 'resize_group', id: 'g-g', box: [20, 200, 900, 400] })
    const { rounds } = await criticised([grouped, frame], 1)
    expect(rounds).toMatchObject([{ accepted: true, reason: '1 operation kept' }])
  })
})
