import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { readText } from '../../../src/engines/local/read-text'
import { LOST } from '../../../src/engines/local/structured/mermaid-losses'
import { createFigureTools } from '../../../src/figure/tools'
import { Diagram, type DiagramNode } from '../../../src/forms/diagram'

const tools = createFigureTools('0')

/** What an author says of looks and places, by labels. */
async function read(text: string) {
  const diagram = await readText(text)
  expect(Value.Check(Diagram, diagram)).toBe(true)
  const label = (id: string) => diagram.nodes.find((node) => node.id === id)?.label ?? id
  const look = ({ form, labelAt, picture, sign, emphasis, hue }: DiagramNode) =>
    Object.fromEntries(
      Object.entries({ form, labelAt, picture, sign, emphasis, hue }).filter(
        ([, value]) => value !== undefined,
      ),
    )
  const { composition, warnings } = diagram
  return {
    diagram,
    warnings,
    looks: Object.fromEntries(diagram.nodes.map((node) => [node.label, look(node)])),
    roles: diagram.edges.map(({ from, to, role, kind }) =>
      [label(from), label(to), role ?? '-', kind].join(' '),
    ),
    /** Labels by row, then by column. */
    rows: Map.groupBy(
      (composition?.nodes ?? []).toSorted((a, b) => a.y - b.y || a.x - b.x),
      ({ y }) => y,
    )
      .values()
      .map((boxes) => boxes.map(({ id }) => label(id)))
      .toArray(),
  }
}

describe('mermaid', () => {
  test('borders that a class makes dashed are; one colour of the author leaves the others to the style', async () => {
    const { diagram } = await read(`flowchart LR
      a[Frozen]:::frozen --> b[Trained]:::hot --> c[Other]
      classDef frozen stroke-dasharray:5 3
      classDef hot stroke:#c00`)
    expect(diagram.nodes.map(({ label, dashed, hue }) => [label, dashed, hue])).toEqual([
      ['Frozen', true, undefined],
      ['Trained', undefined, undefined],
      ['Other', undefined, undefined],
    ])
  })

  test('colours, widths and line breaks are those of the author', async () => {
    const { diagram, warnings } = await read(`flowchart TD
      A["First<br/>n = 3"]:::red ==> B["in the
        middle"]
      subgraph S[Side]
        B -.-> C
      end
      classDef red fill:#fdd,stroke:#c00,stroke-width:4px
      class C plain
      classDef plain fill:#fff,stroke:#333
      style S fill:#efe,stroke:#080
      linkStyle 1 stroke:blue,stroke-width:4px
      click A "https://example.org"`)
    expect(diagram.nodes).toMatchObject([
      { label: 'First\nn = 3', accent: '#cc0000', heavy: true },
      { label: 'in the\nmiddle' },
      { label: 'C', hue: 0 },
    ])
    expect(diagram.edges).toMatchObject([
      { emphasis: 1 },
      { dashed: true, accent: '#0000ff', emphasis: 1 },
    ])
    expect(diagram.groups).toMatchObject([{ label: 'Side', accent: '#008800' }])
    expect(warnings).toEqual(['Line 12: a figure holds no links; "click" was left out.'])
  })

  test('what is no colour changes nothing', async () => {
    const { diagram } = await read(`flowchart TD
      A:::x --> B --> C
      classDef x fill:transparent,stroke:currentColor,color:var(--x)
      style B fill:color(display-p3 1 0 0),stroke:none,stroke-width:NaN
      style C fill:transparent,stroke:#c00
      style __proto__ fill:red
      linkStyle 0 stroke:nothing,stroke-width:-5`)
    expect(diagram.nodes.map(({ accent, hue, emphasis }) => [accent, hue, emphasis])).toEqual([
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
      ['#cc0000', undefined, undefined],
    ])
    expect(diagram.edges[0]).not.toHaveProperty('accent')
  })

  test('shapes by their names and brackets', async () => {
    const { looks, diagram, warnings } = await read(`flowchart LR
      a@{ shape: hex } --> b@{ shape: das } --> c@{ shape: trap-t } --> d@{ shape: delay }
      e((round)) --> f{{six}} --> g[/wide\\] --> h[/lean/] --> i@{ shape: st-doc }
      j@{ shape: rabbit, label: "J" } --> k@{ shape: fr-rect } --> l@{ shape: text }`)
    expect(looks).toEqual({
      a: { form: 'hexagon' },
      b: {},
      c: { form: 'trapezoid' },
      d: { form: 'pill' },
      round: { form: 'circle' },
      six: { form: 'hexagon' },
      wide: { form: 'trapezoid' },
      lean: { form: 'parallelogram' },
      i: {},
      J: {},
      k: { form: 'subroutine' },
      l: { form: 'bare' },
    })
    expect(diagram.nodes.map(({ kind }) => kind).join(' ')).toBe(
      'process store data process process process data data document process process data',
    )
    expect(warnings).toEqual([
      'Line 2: the shape "das" is drawn as a cylinder.',
      'Line 2: the shape "delay" is drawn as a pill.',
      'Line 3: the shape "st-doc" is drawn as a document.',
      'Line 4: there is no shape "rabbit"; the node is a plain box.',
    ])
  })

  test('icons are glyphs; what there is not, and what would be fetched, is said', async () => {
    const { looks, warnings } = await read(`flowchart LR
      a@{ icon: "burin:brain", label: "A", pos: "t", h: 60 }
      b@{ icon: brain, form: circle, label: "B" }
      c@{ shape: cyl, icon: "brain", label: "C" }
      d@{ icon: "fa:user", label: "D", pos: b }
      e@{ img: "https://example.org/e.png", label: "E", pos: b, w: 60, h: 60, constraint: "on" }
      a --> b --> c --> d --> e`)
    const picture = { glyph: 'brain' }
    expect(looks).toEqual({
      A: { form: 'bare', labelAt: 'above', picture },
      B: { form: 'circle', labelAt: 'below', picture },
      C: { picture },
      D: {},
      E: {},
    })
    expect(warnings).toEqual([
      'Line 5: there is no glyph "fa:user"; the node is drawn without it.',
      'Line 6: an image by its address is not fetched; the node is drawn without it.',
    ])
  })

  test('edges with ids parse; a class called like a role gives the role', async () => {
    const { roles, warnings } = await read(`flowchart LR
      A e1@--> B e2@==>|again| A
      B e3@-- words --> C
      e1@{ animate: true }
      e2@{ animation: fast, curve: linear }
      e3@{ anything: else }
      C --> D
      class e2 feedback
      class e1,e3 animate;
      linkStyle 3 offline
      linkStyle 0 stroke:#f00`)
    expect(roles).toEqual(['A B - flow', 'B A feedback feedback', 'B C - flow', 'C D offline flow'])
    expect(warnings).toEqual([4, 5, 6].map((line) => `Line ${line}: ${LOST.motion}`))
  })
})

describe('DOT', () => {
  test('what is drawn as something else, or not at all, is named once', async () => {
    const { diagram, warnings } = await read(`digraph {
      node [shape=component, fontname=Inter]; a -> b [penwidth=1.5, headlabel="n"]
      c [shape=box]
      subgraph cluster_x { style=dashed; a }
    }`)
    expect(warnings).toEqual([
      'Line 2: the shape "component" is drawn as a box.',
      'Of attributes these have no effect: "fontname", "headlabel".',
    ])
    expect(diagram.edges[0]?.emphasis).toBe(1)
    expect(diagram.groups[0]?.dashed).toBe(true)
    const svg = tools.svg(
      await tools.draw(diagram, { style: 'colorful', ratio: '16:9', title: '' }),
    )
    expect(svg).toMatch(/<g class="group"[^>]*><rect[^>]*stroke-dasharray/)
  })

  test('names have lines, colours three shares or a scheme', async () => {
    const { diagram } = await read(
      `digraph { "Raw\\nreads" [color="0.5 1 0.8"]; b [color="/x11/red"]; c [color="2 3 4"]; "Raw\\nreads" -> b -> c }`,
    )
    expect(diagram.nodes).toMatchObject([
      { label: 'Raw\nreads', accent: '#00cccc' },
      { label: 'b', accent: '#ff0000' },
      { label: 'c' },
    ])
    expect(diagram.nodes[2]).not.toHaveProperty('accent')
  })

  test('colours, widths and line breaks are those of the author', async () => {
    const { diagram, warnings } = await read(`digraph {
      a [label="Raw\\nreads", style=filled, fillcolor="#ffdddd", color=red, penwidth=3]
      b [color=black, fillcolor=blue]
      subgraph cluster_s { label=Side; color=green; c }
      a -> b [color="blue:red", penwidth=3]; b -> c [style=dotted] }`)
    expect(diagram.nodes).toMatchObject([
      { label: 'Raw\nreads', accent: '#ff0000', heavy: true },
      { label: 'b', hue: 0 },
      { label: 'c', hue: 0 },
    ])
    expect(diagram.edges).toMatchObject([{ accent: '#0000ff', emphasis: 1 }, { dashed: true }])
    expect(diagram.groups).toMatchObject([{ accent: '#008000' }])
    expect(warnings).toEqual([])
  })

  test('pale fills are colours, dashed borders are kept, what has no colour of a code is neutral', async () => {
    const { diagram, warnings } = await read(`digraph {
      node [style=filled, fillcolor=white]
      passes [fillcolor="#ede9fe"]; back [fillcolor="#ffedd5"]; plain [fillcolor="#f7f7f7"]
      hidden [style="rounded,dashed"]; bare [style=""]
      passes -> back -> plain -> hidden -> bare }`)
    expect(diagram.nodes.map(({ accent, hue, dashed }) => [accent, hue, dashed])).toEqual([
      ['#ede9fe', undefined, undefined],
      ['#ffedd5', undefined, undefined],
      [undefined, 0, undefined],
      [undefined, 0, true],
      [undefined, 0, undefined],
    ])
    expect(warnings).toEqual([])
  })

  test('what ends in a bar or a circle has no arrow-head', async () => {
    const { diagram } = await read(`digraph {
      a -> b [arrowhead=tee]; b -> c [dir=back, arrowtail=odot]; c -> d [dir=both, arrowhead=tee]
      d -> e [arrowhead=vee]; e -> f [dir=none, arrowhead=tee] }`)
    expect(diagram.edges.map(({ heads, tip }) => [heads, tip])).toEqual([
      ['end', 'bar'],
      ['end', 'circle'],
      ['both', undefined],
      ['end', undefined],
      ['none', undefined],
    ])
  })

  test('shapes, images, words beside them, roles', async () => {
    const { looks, roles, warnings } = await read(`digraph {
      a [shape=hexagon]; b [shape=doublecircle]; c [shape=invtrapezium]; d [shape=ellipse]; e [shape=cylinder]
      f [image="burin:brain"]; g [shape=none, image=brain, labelloc=t]
      h [image="logo.png"]
      i [label="", xlabel="I", shape=circle]; j [xlabel="second"]; k [shape=plaintext]; l [shape=none, label=<<b>table</b>>]
      a -> b [class="thick skip"]; b -> a [class=feedback]; b -> c [class=flow]; c -> d [class=wide]
    }`)
    const picture = { glyph: 'brain' }
    expect(looks).toEqual({
      a: { form: 'hexagon' },
      b: { form: 'circle' },
      c: { form: 'trapezoid' },
      d: { form: 'pill' },
      e: {},
      f: { picture },
      g: { form: 'bare', labelAt: 'above', picture },
      h: {},
      I: { form: 'circle', labelAt: 'above' },
      j: {},
      k: { form: 'bare' },
      table: {},
    })
    expect(roles).toEqual(['a b skip flow', 'b a feedback feedback', 'b c - flow', 'c d - flow'])
    expect(warnings).toEqual([
      'Line 2: the shape "doublecircle" is drawn as a circle.',
      'Line 4: there is no glyph "logo.png"; the node is drawn without it.',
    ])
  })

  test.each([
    ['inches', 1],
    ['points', 72],
  ])('positions in %s compose the figure, y upwards', async (_, unit) => {
    const at = (x: number, y: number) => `pos="${x * unit},${y * unit}!"`
    const { rows, warnings } = await read(`digraph {
      top [${at(1, 3)}]; right [${at(3, 2)}]; left [${at(0, 2)}]; bottom [${at(1, 0)}]
      top -> {left right} -> bottom }`)
    expect(rows).toEqual([['top'], ['left', 'right'], ['bottom']])
    expect(warnings).toEqual([])
  })

  test('a hostile position is read in time', async () => {
    const began = performance.now()
    await read(`digraph { a [pos="${'1'.repeat(100_000)}x,"]; a -> b }`)
    expect(performance.now() - began).toBeLessThan(2000)
  })

  test('too few positions, or none that can be read, are said', async () => {
    const { diagram, warnings } = await read(`digraph {
      a [pos="0,0!"]
      b [pos="here"]
      a -> b -> c }`)
    expect(diagram.composition).toBeUndefined()
    expect(warnings).toEqual([
      'Line 3: the pos of a node must be two numbers; it was left out.',
      'Only 1 of 3 nodes are placed; two thirds must be, so the places were left out.',
    ])
  })
})

const fenced = (lines: string) => `\n\n\`\`\`compose\n${lines}\n\`\`\`\n`

describe('a compose block', () => {
  const ARROWS =
    '## Search\nUser query -> Retriever -> Writer\nDocs -> Retriever\nWriter -> Retriever'

  test('places, looks, groups and roles', async () => {
    const { diagram, looks, roles, rows, warnings } = await read(
      ARROWS +
        fenced(`# the upper row
"User query" . Retriever in row 1
docs [cylinder, label: below] at 1,2   # stands below
Writer at 3,2
User query [bare, picture: speech]
docs, writer [hue: 3, emphasis: 2]
retriever [picture: bars count=5 upright=false, sign: +]
group search [lane, hue 2]
writer -> retriever : feedback
docs -> retriever : copied nightly`),
    )
    expect(warnings).toEqual([])
    expect(rows).toEqual([
      ['User query', 'Retriever'],
      ['Docs', 'Writer'],
    ])
    expect(looks).toEqual({
      'User query': { form: 'bare', picture: { glyph: 'speech' }, labelAt: 'below' },
      Retriever: {
        ...{ form: 'operator', sign: '+' },
        picture: { glyph: 'bars', with: { count: 5, upright: false } },
      },
      Writer: { hue: 3, emphasis: 2 },
      Docs: { form: 'cylinder', labelAt: 'below', hue: 3, emphasis: 2 },
    })
    expect(diagram.groups).toMatchObject([{ label: 'Search', style: 'lane', hue: 2 }])
    expect(roles).toEqual([
      'User query Retriever - flow',
      'Retriever Writer - flow',
      'Docs Retriever copied nightly flow',
      'Writer Retriever feedback feedback',
    ])
  })

  test('what it does not know, or names in vain, is said with its line; the rest holds', async () => {
    const { looks, warnings } = await read(
      ARROWS +
        fenced(`nobody [circle]
docs [colour: red, picture: unicorn, circle, hue: 9, picture: bars count=99 many=1]
group answer [hue: 1]
docs -> writer : skip
docs writer at 1,1
please make it nice`),
    )
    expect(looks.Docs).toEqual({ form: 'circle', picture: { glyph: 'bars' } })
    expect(warnings).toEqual([
      'Line 7: there is no node "nobody", or more than one.',
      'Line 8: "colour: red" was not understood and left out.',
      'Line 8: there is no glyph "unicorn"; the node is drawn without it.',
      'Line 8: a hue is a number from 0 to 8.',
      'Line 8: the picture bars does not take "count=99".',
      'Line 8: the picture bars does not take "many=1".',
      'Line 9: there is no group "answer", or more than one.',
      'Line 10: there is no arrow from "docs" to "writer".',
      'Line 11: was not understood and left out: "docs writer at 1,1".',
      'Line 12: was not understood and left out: "please make it nice".',
    ])
  })

  test.each([
    [
      'bare mermaid',
      'flowchart LR\n  a[Load] --> b[Train]\n  style a fill:#fff',
      'a b in column 1',
    ],
    ['mermaid', '```mermaid\nflowchart LR\n  1[Load] --> 甲[Train]\n```', '1 甲 in column 1'],
    ['DOT', 'digraph { 1 [label=Load]; 2 [label=Train]; 1 -> 2 }', '1 2 in column 1'],
    ['a list', '1. Load\n2. Train', 'load train in column 1'],
    ['bullets', '- Load\n- Train', 'Load "train" in column 1'],
  ])('stands beside %s', async (_, input, line) => {
    for (const text of [input + fenced(line), fenced(line) + input]) {
      const { diagram, rows, warnings } = await read(text)
      expect(rows).toEqual([['Load'], ['Train']])
      expect([diagram.shape, warnings]).toEqual(['graph', []])
    }
  })

  test('a list that it says nothing of stays a row of stages', async () => {
    const { diagram, warnings } = await read(`1. Load\n2. Train${fenced('test at 1,1')}`)
    expect([diagram.shape, warnings]).toEqual([
      'stages',
      ['Line 5: there is no node "test", or more than one.'],
    ])
  })

  test('beside prose it is left out and said; alone it is no figure', async () => {
    const prose = 'Reads were trimmed with Trimmomatic. Then they were aligned to the genome.'
    const alone = await readText(prose)
    const beside = await readText(prose + fenced('reads at 1,1'))
    expect(beside.nodes).toEqual(alone.nodes)
    expect(beside.warnings.join()).toContain('The compose block at line 4 was left out')
    await expect(readText(fenced('reads at 1,1'))).rejects.toThrow(/what they are/)
  })

  test('too few places are said, and a hostile block is read in time', async () => {
    const { diagram, warnings } = await read(ARROWS + fenced('docs at 1,1\nwriter at 2,1'))
    expect(diagram.composition).toBeUndefined()
    expect(warnings.join()).toContain('Only 2 of 4 nodes are placed')
    const lines = ['a -> '.repeat(90), '[ '.repeat(200), '"'.repeat(400), 'x '.repeat(240)]
    const hostile = Array.from({ length: 800 }, (_, at) => lines[at % lines.length]).join('\n')
    const began = performance.now()
    await read(ARROWS + fenced(hostile))
    expect(performance.now() - began).toBeLessThan(5000)
  })
})
