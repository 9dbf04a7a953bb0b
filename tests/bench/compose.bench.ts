/**
 * Composed figures: random and hostile compositions over random diagrams, each a valid figure without a fault within its
 * time, the same bytes each time. `--full` draws 2,000 of them.
 */
import { compose } from '../../src/figure/compose'
import {
  type Composition,
  LABEL_PLACES,
  NODE_FORMS,
  type WishedBox,
} from '../../src/forms/composition'
import type { Diagram } from '../../src/forms/diagram'
import { RATIOS, STYLES } from '../../src/forms/look'
import { GLYPHS } from '../../src/forms/picture'
import { aim, type Bench, type Row } from './harness/rows'
import { percentile } from './harness/stats'
import { FAMILIES, randomDiagram } from './layout/random'

/** Ways to spoil a wished box. */
const SPOILS: readonly ((box: WishedBox, random: () => number) => WishedBox)[] = [
  (box) => box,
  (box, random) => ({ ...box, x: box.x + 120 * random() - 60, y: box.y + 120 * random() - 60 }),
  (box, random) => ({ ...box, x: 1600 * random(), y: 900 * random() }),
  (box) => ({ ...box, x: 800, y: 450 }),
  (box, random) => ({ ...box, x: 4000 * random() - 2000, y: 4000 * random() - 2000 }),
  (box, random) => ({ ...box, width: random() < 0.5 ? 0 : 1e9, height: random() < 0.5 ? 0 : 1e9 }),
  (box, random) => (random() < 0.2 ? { ...box, x: Number.NaN } : box),
]

const FAULTS = ['nodeOverlaps', 'edgesThroughNodes', 'labelHits', 'textOverflow', 'edgesOnOneLine']

interface Drawn {
  nodes: number
  /** Of the processor: others may use the machine as well. */
  ms: number
  faults: number
  composed: boolean
  kept: number
  asked: number
}

const bench: Bench = {
  name: 'compose',
  summary: 'random and hostile compositions: valid, faultless, in time',
  run: async ({ full }) => {
    const drawn: Drawn[] = []
    let unlike = 0
    const failed: string[] = []
    for (let seed = 1; seed <= (full ? 2000 : 200); seed++) {
      try {
        const one = await draw(seed)
        drawn.push(one)
        if (seed % 20 === 0 && one.svg !== (await draw(seed)).svg) unlike += 1
      } catch (error) {
        failed.push(`seed ${seed}: ${error instanceof Error ? error.message : error}`)
      }
    }
    for (const line of failed.slice(0, 5)) console.log(line)
    return rowsOf(drawn, failed.length, unlike)
  },
}

export default bench

function rowsOf(drawn: readonly Drawn[], failed: number, unlike: number): Row[] {
  const composed = drawn.filter((one) => one.composed)
  const small = drawn.filter(({ nodes }) => nodes <= 20).map(({ ms }) => ms)
  const sum = (of: readonly Drawn[], value: (one: Drawn) => number) =>
    of.reduce((total, one) => total + value(one), 0)
  const row = (figure: string, value: number, unit = ''): Row => ({ figure, value, unit })
  return [
    row('figures', drawn.length),
    aim(row('failed', failed), { most: 0 }),
    aim(row('other bytes the second time', unlike), { most: 0 }),
    row('drawn as composed', composed.length / drawn.length),
    aim(
      row(
        'faults where composed',
        sum(composed, ({ faults }) => faults),
      ),
      { most: 0 },
    ),
    row(
      'faults where laid out by rules',
      sum(
        drawn.filter((one) => !one.composed),
        ({ faults }) => faults,
      ),
    ),
    row(
      'wishes that hold, where composed',
      sum(composed, ({ kept }) => kept) /
        Math.max(
          1,
          sum(composed, ({ asked }) => asked),
        ),
    ),
    row('up to 20 nodes, p50', percentile(small, 0.5), 'ms'),
    aim(row('up to 20 nodes, p99', percentile(small, 0.99), 'ms'), { most: 1000 }),
    row('slowest of all', Math.max(...drawn.map(({ ms }) => ms)), 'ms'),
  ]
}

async function draw(seed: number): Promise<Drawn & { svg: string }> {
  const random = chance(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const plain = randomDiagram(pick(FAMILIES), seed)
  const diagram: Diagram = {
    ...plain,
    shape: 'graph',
    nodes: plain.nodes.map((node) => ({
      ...node,
      ...(random() < 0.5 && { form: pick(NODE_FORMS) }),
      ...(random() < 0.3 && { labelAt: pick(LABEL_PLACES) }),
      ...(random() < 0.4 && { picture: { glyph: pick(Object.keys(GLYPHS)) } }),
    })),
    composition: randomComposition(plain, random, pick(SPOILS)),
  }
  const before = process.cpuUsage()
  const { report, svg } = await compose(
    diagram,
    { style: pick(STYLES), ratio: pick(RATIOS), title: 'T', iterations: 1 },
    'bench',
  )
  const { user, system } = process.cpuUsage(before)
  const figures = report.figures as Record<string, number>
  const { asked, kept } = report.composition as { asked: number; kept: number }
  return {
    nodes: diagram.nodes.length,
    ms: (user + system) / 1000,
    faults: FAULTS.reduce((sum, name) => sum + (figures[name] ?? 0), 0),
    composed: asked > 0,
    ...{ asked, kept, svg },
  }
}

/** Columns and rows, then spoilt. */
function randomComposition(
  { nodes, groups }: Diagram,
  random: () => number,
  spoil: (typeof SPOILS)[number],
): Composition {
  const columns = 1 + Math.floor(Math.sqrt(2 * nodes.length))
  const pitch = { x: 1560 / columns, y: 860 / Math.ceil(nodes.length / columns) }
  const boxes = nodes.map(({ id }, index) => ({
    id,
    x: 20 + pitch.x * (index % columns),
    y: 20 + pitch.y * Math.floor(index / columns),
    width: 0.6 * pitch.x,
    height: 0.55 * pitch.y,
  }))
  return {
    height: 900,
    nodes: boxes.map((box) => spoil(box, random)),
    groups: groups.flatMap(({ id }) =>
      random() < 0.5
        ? [spoil({ id, x: 1600 * random(), y: 900 * random(), width: 400, height: 300 }, random)]
        : [],
    ),
    edges: [],
  }
}

/** The same numbers for the same seed, 0 to 1. */
function chance(seed: number): () => number {
  let state = seed * 7919 + 1
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return state / 0x7fffffff
  }
}
