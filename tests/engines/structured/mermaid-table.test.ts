import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { readText } from '../../../src/engines/local/text/read-text'
import { createFigureTools } from '../../../src/figure/tools'

const tools = createFigureTools('0')
const DOCS = join(import.meta.dir, '../../../docs/method-text.md')

async function drawn(source: string) {
  const lines = source.replaceAll('; ', '\n')
  const isWhole = /^(flowchart|---|%%)/.test(source)
  const diagram = await readText(isWhole ? lines : `flowchart LR\n${lines}`)
  const scene = await tools.draw(diagram, { style: 'academic', ratio: '16:9', title: 'x' })
  const svg = tools.svg(scene)
  const groups = (name: string) => [
    ...svg.matchAll(new RegExp(`<g class="${name}" id="([^"]*)"([^>]*)>(<[^>]*>)`, 'g')),
  ]
  const words = [...svg.matchAll(/<text\b.*?<\/text>/g)].map(([text]) =>
    text.replace(/<\/tspan><tspan[^>]*>/g, ' ').replace(/<[^>]*>/g, ''),
  )
  return {
    diagram,
    svg,
    words,
    forms: groups('node').map(([, , , tag = '']) => formOf(tag)),
    /** From, to, and the line itself. */
    edges: groups('edge').map(([, , data = '', line = '']) => {
      const end = (name: string) => new RegExp(`data-${name}="(?:[ng]-)?([^"]*)"`).exec(data)?.[1]
      const style = [
        line.includes('marker-start') ? 'two heads' : line.includes('marker-end') ? 'head' : 'bare',
        ...(line.includes('dasharray') ? ['dotted'] : []),
      ]
      return `${end('from')} ${end('to')} ${style.join(' ')}`
    }),
    frames: groups('group').map(([, , data = '']) => /data-label="([^"]*)"/.exec(data)?.[1]),
    widths: groups('edge').map(([, , , line = '']) =>
      Number(/stroke-width="([^"]*)"/.exec(line)?.[1]),
    ),
  }
}

type Drawn = Awaited<ReturnType<typeof drawn>>

/** What a node's outline is, by its own element. */
function formOf(tag: string): string {
  const value = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  if (tag.startsWith('<ellipse')) return 'circle'
  if (tag.startsWith('<rect'))
    return Number(value('rx')) > 0.3 * Number(value('height')) ? 'pill' : 'box'
  if (tag.startsWith('<path')) {
    const d = value('d')
    const parts = d.split('M').length - 1
    return parts === 3 ? 'subroutine' : d.includes('A') || d.includes('C') ? 'cylinder' : 'document'
  }
  if (!tag.startsWith('<polygon')) return 'bare'
  const points = value('points')
    .split(' ')
    .map((pair) => pair.split(',').map(Number))
  const [a = [], b = []] = points
  if (points.length === 6) return 'hexagon'
  if (a[1] !== b[1] && points.some(([, y]) => y === a[1]) && a[0] === points[3]?.[0])
    return 'trapezoid'
  return a[1] === b[1] ? 'parallelogram' : 'diamond'
}

const form =
  (wanted: string) =>
  ({ forms, words }: Drawn) => {
    expect(forms[0]).toBe(wanted)
    expect(words).toContain('text')
  }
const line = (wanted: string) => (figure: Drawn) => expect(figure.edges).toEqual([wanted])
const word =
  (...wanted: string[]) =>
  ({ words }: Drawn) =>
    expect(words).toEqual(expect.arrayContaining(wanted))
const heavy =
  (more?: (figure: Drawn) => void) =>
  async (figure: Drawn): Promise<void> => {
    const [usual = 0] = (await drawn('A --> B')).widths
    expect(figure.widths[0]).toBeGreaterThan(1.3 * usual)
    more?.(figure)
  }
const red = ({ svg }: Drawn) => expect(svg).toMatch(/stroke="#[a-f][0-9a-f]([0-3][0-9a-f]){2}"/)

/** By the first source of a row; front matter by its field. */
const CHECKS: Record<string, (figure: Drawn) => void | Promise<void>> = {
  'flowchart TD; A --> B': ({ diagram }) => expect(diagram.direction).toBe('down'),
  A: ({ forms }) => expect(forms).toEqual(['box']),
  'A([text])': form('pill'),
  'A[[text]]': form('subroutine'),
  'A[(text)]': form('cylinder'),
  'A((text))': form('circle'),
  'A{text}': form('diamond'),
  'A{{text}}': form('hexagon'),
  'A[/text/]': form('parallelogram'),
  'A[\\text\\]': form('parallelogram'),
  'A[/text\\]': form('trapezoid'),
  'A>text]': form('document'),
  'A(((text)))': form('circle'),
  'A["text with (signs)"]': word('text with (signs)'),
  'A["`a **bold** word`"]': word('a bold word'),
  'A["fa:fa-car drive"]': word('drive'),
  'A@{ shape: cyl, label: "text" }': form('cylinder'),
  'A@{ shape: rabbit, label: "text" }': form('box'),
  'A@{ icon: "brain", form: circle, label: "text" }': ({ svg, words }) => {
    expect(svg).toMatch(/<ellipse.*class="icon"[^>]*data-label="brain"/)
    expect(words).toContain('text')
  },
  'A@{ icon: "fa:user", label: "text" }': word('text'),
  'A@{ img: "https://example.org/a.png", label: "text" }': ({ svg, words }) => {
    expect(svg).not.toContain('example.org')
    expect(words).toContain('text')
  },
  'A --> B': line('A B head'),
  'A -.-> B': line('A B head dotted'),
  'A ==> B': heavy(line('A B head')),
  'A <--> B': line('A B two heads'),
  'A --o B': ({ edges, diagram, svg }) => {
    expect(edges).toEqual(['A B head'])
    expect(diagram.edges).toMatchObject([{ tip: 'circle' }])
    expect(svg).toMatch(/<marker[^>]*><path d="[^"]*A/)
  },
  'A x--o B': ({ edges, diagram }) => {
    expect(edges).toEqual(['A B two heads'])
    expect(diagram.edges[0]).not.toHaveProperty('tip')
  },
  'A ---> B': line('A B head'),
  'A ~~~ B': ({ edges, forms }) => {
    expect(edges).toEqual([])
    expect(forms).toHaveLength(2)
  },
  'A -->|text| B': word('text'),
  'A --> B --> C': ({ edges }) => expect(edges.toSorted()).toEqual(['A B head', 'B C head']),
  'A e1@--> B; e1@{ animate: true }': line('A B head'),
  'subgraph one [Title]; A --> B; end': ({ frames, words }) => {
    expect(frames).toEqual(['Title'])
    expect(words).toContain('Title')
  },
  'subgraph one [Title]; A; end; one --> B': line('one B head'),
  'subgraph one; direction TB; A --> B; end': ({ diagram }) =>
    expect(diagram.direction).toBe('right'),
  'A --> B %% comment': ({ svg }) => expect(svg).not.toContain('comment'),
  'click A "https://example.org"': ({ svg }) => expect(svg).not.toContain('example.org'),
  'A:::hot; classDef hot fill:#fdd,stroke:#c00,stroke-width:4px': red,
  'A --> B; linkStyle 0 stroke:#c00,stroke-width:4px,stroke-dasharray:3': heavy((figure) => {
    red(figure)
    expect(figure.edges).toEqual(['A B head dotted'])
  }),
  'A; style A font-size:20px,rx:5': ({ forms }) => expect(forms).toEqual(['box']),
  'title:': ({ words }) => expect(words).toContain('Of a figure'),
  'config:': ({ forms }) => expect(forms).toEqual(['box']),
  'accTitle: words': ({ words }) => expect(words).toEqual(['A']),
}

/** Rows that are no whole flowchart of their own. */
const WHOLE: Record<string, string> = {
  'title:': '---\ntitle: Of a figure\n---\nflowchart LR\nA',
  'config:': '---\nconfig:\n  theme: dark\n---\nflowchart LR\nA',
  'click A "https://example.org"': 'A; click A "https://example.org"',
  'accTitle: words': 'A; accTitle: words',
}

interface Row {
  source: string
  others: string[]
  warning: string
}

async function table(): Promise<Row[]> {
  const docs = await Bun.file(DOCS).text()
  const from = docs.indexOf('| Source | What stands in the figure | Warning |')
  const rows = docs.slice(from, docs.indexOf('\n\n', from)).split('\n').slice(2)
  return rows.map((row) => {
    const [, first = '', , warning = ''] = row.split(/(?<!\\)\|/)
    const codes = [...first.matchAll(/``(.+?)``|`([^`]+)`/g)].map(([, twice, once]) =>
      (twice ?? once ?? '').replaceAll('\\|', '|'),
    )
    const [source = '', ...others] = codes
    return { source, others, warning: /`(.+)`/.exec(warning)?.[1] ?? '' }
  })
}

test('every row of the table is drawn as it says, or named in a warning', async () => {
  const rows = await table()
  expect(rows.map(({ source }) => source).toSorted()).toEqual(Object.keys(CHECKS).toSorted())
  for (const { source, others, warning } of rows) {
    // Other sources of a row that begin with a node are as the first.
    const whole = others.filter((each) => /^A\b/.test(each) && !each.includes('...'))
    for (const each of [source, ...whole]) {
      const figure = await drawn(WHOLE[each] ?? each)
      const { warnings } = figure.diagram
      if (warning === '') expect([each, warnings]).toEqual([each, []])
      else expect([each, warnings.join('\n')]).toEqual([each, expect.stringContaining(warning)])
    }
    await CHECKS[source]?.(await drawn(WHOLE[source] ?? source))
  }
})

/** The shapes of mermaid 11 by their short names, and what is drawn. */
const SHAPES: Record<string, string> = {
  ...{ rect: 'box', rounded: 'box', stadium: 'pill', 'fr-rect': 'subroutine', cyl: 'cylinder' },
  ...{ circle: 'circle', diam: 'diamond', hex: 'hexagon', 'lean-r': 'parallelogram' },
  ...{ 'trap-b': 'trapezoid', 'trap-t': 'trapezoid', doc: 'document', text: 'bare' },
}
const NEAREST = [
  ...['lean-l', 'odd', 'dbl-circ', 'bang', 'notch-rect', 'cloud', 'hourglass', 'bolt', 'brace'],
  ...['brace-r', 'braces', 'das', 'datastore', 'curv-trap', 'div-rect', 'lin-cyl', 'docs', 'tri'],
  ...['fork', 'win-pane', 'f-circ', 'lin-doc', 'lin-rect', 'notch-pent', 'flip-tri', 'sl-rect'],
  ...['st-rect', 'bow-rect', 'cross-circ', 'tag-doc', 'tag-rect', 'flag', 'delay', 'h-cyl'],
  ...['sm-circ', 'fr-circ', 'manual-file', 'comment', 'start', 'stop', 'summary', 'collate'],
]

test('shapes by their names have forms of their own, or a warning says as which they are drawn', async () => {
  for (const [name, wanted] of Object.entries(SHAPES)) {
    const { forms, words, diagram } = await drawn(`A@{ shape: ${name}, label: "text" } --> B`)
    expect([name, forms[0], diagram.warnings]).toEqual([name, wanted, []])
    expect(words).toContain('text')
  }
  for (const name of NEAREST) {
    const { words, diagram } = await drawn(`A@{ shape: ${name}, label: "text" } --> B`)
    expect(diagram.warnings).toEqual([
      expect.stringMatching(new RegExp(`^Line 2: the shape "${name}" is drawn as a [a-z]+\\.$`)),
    ])
    expect(words).toContain('text')
  }
}, 60_000)
