import { expect, test } from 'bun:test'
import { readText } from '../../../src/engines/local/text/read-text'
import { check } from '../../../src/figure/check'
import { createFigureTools } from '../../../src/figure/tools'
import type { Box, Scene } from '../../../src/forms/scene'

const tools = createFigureTools('0.0.0')
const RATIOS = ['16:9', '4:3', '1:1', '9:16']

async function draw(text: string, ratio: string): Promise<Scene> {
  const scene = await tools.draw(await readText(text), { style: 'academic', ratio, title: '' })
  const figures = tools.measure(scene)
  expect(figures).toMatchObject({ nodeOverlaps: 0, edgesThroughNodes: 0, labelHits: 0 })
  expect(figures.smallestTextPt).toBeGreaterThanOrEqual(6)
  return scene
}

/** The box of the node or group of these words. */
function boxOf({ elements }: Scene, label: string): Box {
  const found = elements.find(
    (each) => (each.role === 'node' || each.role === 'group') && each.label === label,
  )
  if (!found) throw new Error(`${label} is not drawn`)
  return found.box
}

const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })
const bottom = ({ y, height }: Box) => y + height
const right = ({ x, width }: Box) => x + width

const steps = (count: number) => Array.from({ length: count }, (_, i) => `Step number ${i + 1}`)
const chain = (header: string, words: readonly string[]) =>
  `${header}\n${words.map((each, i) => `n${i}["${each}"]`).join(' --> ')}`

test('a chart that its author lets run down runs down on a wide canvas too, in the middle of it', async () => {
  const words = steps(8)
  const scene = await draw(chain('flowchart TD', words), '16:9')
  const boxes = words.map((each) => boxOf(scene, each))
  for (const [index, box] of boxes.entries()) {
    expect(middle(box).x).toBeCloseTo(scene.width / 2, 0)
    expect(box.width).toBeCloseTo(boxes[0]?.width ?? 0, 1)
    const before = boxes[index - 1]
    if (before) expect(box.y).toBeGreaterThan(bottom(before))
  }
})

test('what is too long for its canvas runs on in a lane below, which reads the same way', async () => {
  const words = steps(14)
  const scene = await draw(chain('flowchart LR', words), '16:9')
  const boxes = words.map((each) => boxOf(scene, each))
  let lanes = 1
  for (const [index, box] of boxes.entries()) {
    const before = boxes[index - 1]
    if (!before || box.x >= right(before)) continue
    lanes++
    expect(box.x).toBeCloseTo(boxes[0]?.x ?? 0, 0)
    expect(box.y).toBeGreaterThan(bottom(before))
  }
  expect(lanes).toBeGreaterThan(1)
  expect(lanes).toBeLessThan(4)
})

const rounds = (header: string) => `${header}
  subgraph one[Hospital A]
    a1[Records of A] --> a2[Training at A]
  end
  subgraph two[Hospital B]
    b1[Records of B] --> b2[Training at B]
  end
  a2 --> s[Aggregation]
  b2 --> s
  s --> g[Global model]
  g -->|next round| a2
  g -->|next round| b2
  g --> v[Validation]`

test('of a loop only the way back runs against the direction, and its branches stand side by side', async () => {
  for (const ratio of RATIOS) {
    const scene = await draw(rounds('flowchart TD'), ratio)
    const at = (label: string) => boxOf(scene, label)
    expect(at('Hospital A').y).toBeCloseTo(at('Hospital B').y, 0)
    for (const each of ['A', 'B']) {
      expect(at(`Training at ${each}`).y).toBeGreaterThan(bottom(at(`Records of ${each}`)))
      expect(at('Aggregation').y).toBeGreaterThan(bottom(at(`Hospital ${each}`)))
    }
    expect(at('Global model').y).toBeGreaterThan(bottom(at('Aggregation')))
    expect(at('Validation').y).toBeGreaterThan(bottom(at('Global model')))
  }
})

test('headings stand clear in frames that are read upwards', async () => {
  const scene = await draw(rounds('flowchart BT'), '4:3')
  expect(boxOf(scene, 'Records of A').y).toBeGreaterThan(bottom(boxOf(scene, 'Training at A')))
  const headings = scene.elements.filter(
    ({ kind, label }) => kind === 'text' && label?.startsWith('Hospital'),
  )
  expect(headings).toHaveLength(2)
  const nodes = scene.elements.filter(({ role }) => role === 'node')
  for (const { box } of headings)
    for (const node of nodes) {
      const apart = bottom(box) <= node.box.y || box.y >= bottom(node.box)
      expect(apart || right(box) <= node.box.x || box.x >= right(node.box)).toBe(true)
    }
})

test('arms of a trial have rows and columns in common', async () => {
  const arms = [
    ['Allocated to intervention (n = 184)', 'Lost to follow-up (n = 11)', 'Analysed (n = 173)'],
    ['Allocated to usual care (n = 182)', 'Lost to follow-up (n = 9)', 'Analysed (n = 171)'],
  ]
  const paths = arms.map((arm) => ['Randomised (n = 366)', ...arm].join(' -> ')).join('\n')
  for (const ratio of RATIOS) {
    const diagram = { ...(await readText(paths)), direction: 'down' as const }
    const scene = await tools.draw(diagram, { style: 'academic', ratio, title: '' })
    const [one = [], two = []] = arms.map((arm) => arm.map((each) => boxOf(scene, each)))
    for (const [row, box] of one.entries()) {
      const other = two[row] ?? box
      expect(box.y).toBeCloseTo(other.y, 0)
      expect(box.height).toBeCloseTo(other.height, 0)
      expect(box.width).toBeCloseTo(other.width, 0)
      expect(middle(box).x).toBeCloseTo(middle(one[0] ?? box).x, 0)
    }
  }
})

test('of a loop the dashed edges run back, however many they are', async () => {
  const scene = await draw(
    `flowchart LR
      A[Input] --> E[Replay]
      A --> B1[Critic]
      A --> B2[Second critic]
      B1 --> C[Minimum]
      B2 --> C --> D[Loss]
      E --> D
      D -.-> B1
      D -.-> B2`,
    '16:9',
  )
  expect(boxOf(scene, 'Loss').x).toBeGreaterThan(right(boxOf(scene, 'Minimum')))
  expect(boxOf(scene, 'Minimum').x).toBeGreaterThan(right(boxOf(scene, 'Critic')))
})

test('the heading of a group makes way for a line that enters it', async () => {
  const scene = await draw(
    `flowchart TD
      A[Scheduler] --> B[First worker] & C[Second worker] & D[Third worker]
      subgraph pool[Workers]
        B
        C
        D
      end`,
    '4:3',
  )
  for (const each of ['First worker', 'Second worker', 'Third worker']) {
    const box = boxOf(scene, each)
    const ends = scene.elements.flatMap(({ geometry, to }) =>
      geometry?.form === 'polyline' && to?.side === 'top' ? (geometry.points.at(-1) ?? []) : [],
    )
    expect(ends.some(({ x }) => x > box.x && x < right(box))).toBe(true)
  }
})

test('edges that say the same have lines and labels of their own', async () => {
  const scene = await draw(
    `flowchart TD
      A[Global model] -->|next round| B[Site one]
      A -->|next round| C[Site two]
      A -->|next round| D[Site three]`,
    '4:3',
  )
  const lines = scene.elements.filter(({ geometry }) => geometry?.form === 'polyline')
  const starts = lines.map(({ from }) => JSON.stringify([from?.side, from?.at]))
  expect(new Set(starts).size).toBe(3)
})

test('boxes of a figure that reads down are equally high, circles equally large', async () => {
  const scene = await draw(
    `flowchart TD
      S((Go)) --> A[Corpus] & B[Lexicon] & C[Treebank] & D[Speech data]
      A & B & C & D --> M[Joint multitask model] --> T[Test score] --> E((Finish))`,
    '16:9',
  )
  for (const label of ['Lexicon', 'Treebank', 'Test score'])
    expect(boxOf(scene, label).height).toBeCloseTo(boxOf(scene, 'Corpus').height, 1)
  expect(boxOf(scene, 'Go').width).toBeCloseTo(boxOf(scene, 'Finish').width, 1)
})

test('equal groups stand side by side in the order of their author, in a loop too', async () => {
  const sites = ['North', 'Centre', 'South']
  const site = (name: string) => `subgraph ${name}
      d${name}[(Data ${name})] --> t${name}[Train ${name}]
    end
    b --> t${name} --> a`
  const loop = `flowchart TB
    subgraph Server
      b[Broadcast]
      a[Average] --> ok{Better?}
      ok -- no --> b
    end
    ${sites.map(site).join('\n')}
    audit[Audit] --> tNorth & tCentre & tSouth`
  const arms = `flowchart TD
    draw[Draw lots] --> North & Centre & South
    subgraph Session
      ${sites.map((name) => `subgraph ${name}\n d${name} --> t${name}\n end`).join('\n')}
    end
    Session --> end1[Analysis]`
  for (const text of [loop, arms])
    for (const ratio of ['16:9', '3:4']) {
      const scene = await draw(text, ratio)
      const [first, ...others] = sites.map((name) => boxOf(scene, name))
      let before = first
      for (const frame of others) {
        expect(frame.y).toBeCloseTo(first?.y ?? 0, 0)
        expect(frame.width).toBeCloseTo(first?.width ?? 0, 0)
        expect(frame.x).toBeGreaterThan(before ? right(before) : 0)
        before = frame
      }
    }
})

test('arms through several frames stand in straight columns, whatever else leads to one of them', async () => {
  const scene = await draw(
    `flowchart TD
    lots{Lots} --> a1 & b1
    subgraph One
      a1[Care] & b1[Usual care]
    end
    subgraph Two
      a2[Follow-up A] & b2[Follow-up B]
    end
    subgraph Three
      a3[Analysis A] & b3[Analysis B]
    end
    a1 --> a2 --> a3
    b1 --> b2 --> b3
    board([Board]) -. looks at .-> Two`,
    '16:9',
  )
  for (const column of [
    ['Care', 'Follow-up A', 'Analysis A'],
    ['Usual care', 'Follow-up B', 'Analysis B'],
  ]) {
    const places = column.map((label) => middle(boxOf(scene, label)).x)
    for (const place of places) expect(place).toBeCloseTo(places[0] ?? 0, 0)
  }
  expect(boxOf(scene, 'Care').x).toBeLessThan(boxOf(scene, 'Usual care').x)
})

test.each(RATIOS)(
  'words of what runs back between two neighbours are seen, at %s',
  async (ratio) => {
    const scene = await draw(
      'flowchart LR\n  subgraph Lab\n  D[Powder] --> E[(Store)]\n  D --> F[Analyser]\n  F --> G[Ratio]\n  end\n  G -. measured again if it varies .-> F\n  G --> H([Report])',
      ratio,
    )
    expect(check(scene).faults.filter(({ hard }) => hard)).toEqual([])
  },
)

/** Corners of the line between two nodes of these words. */
function corners({ elements }: Scene, from: string, to: string): number {
  const idOf = (label: string) =>
    elements.find(({ role, label: own }) => role === 'node' && own === label)?.id
  const line = elements.find(
    (each) => each.from?.element === idOf(from) && each.to?.element === idOf(to),
  )
  if (line?.geometry?.form !== 'polyline') throw new Error(`${from} does not lead to ${to}`)
  return line.geometry.points.length - 2
}

test('what leads into a group runs straight past its heading, which stands beside it on two lines where it must', async () => {
  const text = `flowchart TD
    a[Raw images] --> b[Resize]
    subgraph one[Preprocessing steps]
      b --> c[Augment]
    end
    subgraph two[Model training and selection]
      d[Fine-tuning] --> e[Choice]
    end
    c --> d`
  for (const ratio of ['16:9', '3:4']) {
    const scene = await draw(text, ratio)
    expect(corners(scene, 'Raw images', 'Resize')).toBe(0)
    expect(corners(scene, 'Augment', 'Fine-tuning')).toBe(0)
  }
})

test('the answers of a decision turn once: they leave at its corners, which stand clear of what they lead to', async () => {
  const scene = await draw(
    `flowchart LR
    a[Batch] --> q{Real or fake?}
    q --> d[Discriminator loss]
    q --> g[Generator loss]`,
    '16:9',
  )
  for (const loss of ['Discriminator loss', 'Generator loss'])
    expect(corners(scene, 'Real or fake?', loss)).toBe(1)
})

test('a chain is not cut into rows where lines back and forth would run from row to row', async () => {
  const scene = await draw(
    `flowchart LR
    r([Reference]) --> s((+)) --> c[Controller] --> l[Saturation] --> a[Actuator] --> p[Plant] --> m[Sensor] --> o[Observer]
    l --> o
    o --> s
    o --> g[Gain adaptation] --> c`,
    '16:9',
  )
  const chain = ['Controller', 'Saturation', 'Actuator', 'Plant', 'Sensor', 'Observer']
  const places = chain.map((label) => middle(boxOf(scene, label)))
  for (const [index, { x, y }] of places.entries()) {
    expect(y).toBeCloseTo(places[0]?.y ?? 0, 0)
    expect(x).toBeGreaterThan(places[index - 1]?.x ?? 0)
  }
})
