import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { LOST } from '../../../src/engines/local/structured/mermaid'
import { readText } from '../../../src/engines/local/text/read-text'
import { createFigureTools } from '../../../src/figure/tools'
import { Diagram, type DiagramNode } from '../../../src/forms/diagram'

const tools = createFigureTools('0')

/** What an author says of looks, by labels. */
async function read(text: string) {
  const diagram = await readText(text)
  expect(Value.Check(Diagram, diagram)).toBe(true)
  const look = ({ form, picture, icon }: DiagramNode) =>
    Object.fromEntries(
      Object.entries({ form, picture, icon }).filter(([, value]) => value !== undefined),
    )
  return {
    diagram,
    warnings: diagram.warnings,
    looks: Object.fromEntries(diagram.nodes.map((node) => [node.label, look(node)])),
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

  test('icons are those that there are; what there is not, and what would be fetched, is said', async () => {
    const { looks, warnings } = await read(`flowchart LR
      a@{ icon: "burin:brain", label: "A", pos: "t", h: 60 }
      b@{ icon: brain, form: circle, label: "B" }
      c@{ shape: cyl, icon: "brain", label: "C" }
      d@{ icon: "fa:user", label: "D", pos: b }
      e@{ img: "https://example.org/e.png", label: "E", pos: b, w: 60, h: 60, constraint: "on" }
      a --> b --> c --> d --> e`)
    const icon = 'brain'
    expect(looks).toEqual({ A: { icon }, B: { form: 'circle', icon }, C: { icon }, D: {}, E: {} })
    expect(warnings).toEqual([
      'Line 5: there is no picture or icon "fa:user"; the node is drawn without it.',
      'Line 6: an image by its address is not fetched; the node is drawn without it.',
    ])
  })

  test('edges with ids parse, and are not animated', async () => {
    const { diagram, warnings } = await read(`flowchart LR
      A e1@--> B e2@==>|again| A
      B e3@-- words --> C
      e1@{ animate: true }
      e2@{ animation: fast, curve: linear }
      e3@{ anything: else }
      class e1,e3 animate;
      linkStyle 0 stroke:#f00`)
    expect(diagram.edges).toMatchObject([
      { accent: '#ff0000' },
      { label: 'again', emphasis: 1 },
      { label: 'words' },
    ])
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

  test('shapes, images, words beside them', async () => {
    const { looks, diagram, warnings } = await read(`digraph {
      a [shape=hexagon]; b [shape=doublecircle]; c [shape=invtrapezium]; d [shape=ellipse]; e [shape=cylinder]
      f [image="burin:brain"]; g [shape=none, image=brain, pos="1,2!"]
      h [image="logo.png"]
      i [label="", xlabel="I", shape=circle]; j [xlabel="second"]; k [shape=plaintext]; l [shape=none, label=<<b>table</b>>]
      a -> b -> c -> d
    }`)
    const icon = 'brain'
    expect(looks).toEqual({
      a: { form: 'hexagon' },
      b: { form: 'circle' },
      c: { form: 'trapezoid' },
      d: { form: 'pill' },
      e: {},
      f: { icon },
      g: { form: 'bare', icon },
      h: {},
      I: { form: 'circle' },
      j: {},
      k: { form: 'bare' },
      table: {},
    })
    expect(warnings).toEqual([
      'Line 2: the shape "doublecircle" is drawn as a circle.',
      'Line 4: there is no picture or icon "logo.png"; the node is drawn without it.',
      'Of attributes these have no effect: "pos".',
    ])
    const figures = tools.measure(
      await tools.draw(diagram, { style: 'academic', ratio: '16:9', title: '' }),
    )
    expect(figures).toMatchObject({ nodes: 12, nodeOverlaps: 0, textOverflow: 0 })
  })
})
