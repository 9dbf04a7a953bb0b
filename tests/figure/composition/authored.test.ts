import { describe, expect, test } from 'bun:test'
import { readText } from '../../../src/engines/local/read-text'
import { compose } from '../../../src/figure/compose'
import { STYLES } from '../../../src/forms/look'
import type { Box } from '../../../src/forms/scene'
import { useApps } from '../../support/app'

const startApp = useApps()

const ARROWS = `## Search
Query -> Retriever -> Passages
Documents -> Index
Index -> Retriever: nearest 50
## Answer
Passages -> Join -> Writer -> Check
Query -> Join
Check -> Writer: unsupported

\`\`\`compose
query . retriever passages . writer in row 1
query [bare, picture: speech]
documents [cylinder, label: below] at 1,2
index [picture: database] at 3,2
passages [picture: text-lines lines=3]
join [sign: +] at 5,1.5
writer [picture: brain, hue: 3]
check [hexagon, emphasis] at 6,2
nobody at 3,3
query -> join : skip
check -> writer : feedback
\`\`\`
`

const MERMAID = `flowchart LR
  A@{ icon: "person", label: "Radiologist", pos: "b", h: 60 } e1@--> B@{ shape: cyl, label: "Archive" }
  B --> C{{Prepare}} --> D((Segment))
  D --> E@{ shape: doc, icon: brain, label: "Report on the brain" }
  E e2@-.->|wrong| D
  F@{ icon: "fa:user", label: "Other" } --> E
  class e2 feedback`

const DOT = `digraph {
  q [label="Query" shape=plaintext image="burin:speech" pos="0,200!"]
  d [label="Documents" shape=cylinder pos="0,0!"]
  r [label="Retriever" shape=invtrapezium pos="150,100!"]
  w [label="Writer" image=brain shape=box pos="450,200!"]
  c [label="Check" shape=hexagon pos="450,0!"]
  q -> r; d -> r [class="offline"]; r -> w; w -> c; c -> w [class=feedback label="unsupported"] }`

const FAULTS = ['nodeOverlaps', 'edgesThroughNodes', 'labelHits', 'textOverflow', 'edgesOnOneLine']

async function draw(text: string, style = 'academic') {
  const diagram = await readText(text)
  const drawn = await compose(diagram, { style, ratio: '16:9', title: 'T', iterations: 1 }, 'test')
  const figures = drawn.report.figures as Record<string, number>
  expect(Object.fromEntries(FAULTS.map((name) => [name, figures[name]]))).toEqual(
    Object.fromEntries(FAULTS.map((name) => [name, 0])),
  )
  const boxes = Object.fromEntries(
    diagram.nodes.map(({ id, label }) => {
      const box = drawn.scene.elements.find((each) => each.id === id)?.box
      return [label, box ?? ({ x: 0, y: 0, width: 0, height: 0 } satisfies Box)]
    }),
  )
  return { ...drawn, boxes }
}

const middle = ({ x, y, width, height }: Box = { x: 0, y: 0, width: 0, height: 0 }) => ({
  x: x + width / 2,
  y: y + height / 2,
})

describe.each([...STYLES])('%s', (style) => {
  test.each([
    ['arrows', ARROWS],
    ['mermaid', MERMAID],
    ['DOT', DOT],
  ])('%s are drawn without fault', async (_, text) => {
    const { report } = await draw(text, style)
    if (style === 'academic') expect(report.composition).toMatchObject({ given_up: [] })
  })
})

test('rows and columns are what their author wrote', async () => {
  const { boxes } = await draw(ARROWS)
  const row = ['Query', 'Retriever', 'Passages', 'Writer'].map((label) => middle(boxes[label]))
  for (const { y } of row) expect(y).toBeCloseTo(row[0]?.y ?? 0, 1)
  expect(row.map(({ x }) => x)).toEqual(row.map(({ x }) => x).toSorted((a, b) => a - b))
  expect(middle(boxes.Index).x).toBeCloseTo(middle(boxes.Retriever).x, 1)
  expect(middle(boxes.Join).y).toBeGreaterThan(row[0]?.y ?? 0)
})

test('where nothing is placed, rules place and words still stand beside their picture', async () => {
  const { scene, boxes } = await draw(MERMAID)
  const words = scene.elements.find(({ kind, label }) => kind === 'text' && label === 'Radiologist')
  expect(words?.box.y).toBeGreaterThan(
    (boxes.Radiologist?.y ?? 0) + (boxes.Radiologist?.height ?? 0),
  )
})

describe('through the API', () => {
  test('what cannot be kept is a warning of the record; the diagram says what was read', async () => {
    const app = await startApp()
    const id = await app.submit('/api/run', { method_text: ARROWS })
    const { status, warnings } = await app.ended(id)
    expect([status, warnings]).toEqual([
      'completed',
      ['Line 19: there is no node "nobody", or more than one.'],
    ])
    const file = async (path: string) => (await app.ask(`/api/artifacts/${id}/${path}`)).text()
    const diagram = JSON.parse(await file('diagram.json'))
    expect(diagram).toMatchObject({ source: 'arrows', shape: 'graph' })
    expect(diagram.composition.nodes).toHaveLength(8)
    const svg = await file('final.svg')
    expect(svg).toContain('data-alt="speech"')
    expect(svg).toContain('data-role="skip"')
  })

  test('places that cannot be followed are said', async () => {
    const app = await startApp()
    const places = '```compose\na at 1,1\nb at 1,1\nc at 1,1\n```'
    const id = await app.submit('/api/run', { method_text: `A -> B -> C\n${places}` })
    const { status, warnings } = await app.ended(id)
    expect([status, warnings]).toEqual([
      'completed',
      ['The composition could not be drawn without fault; it was laid out by rules.'],
    ])
  })
})
