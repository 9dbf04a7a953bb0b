import type { Diagram } from '../../../src/forms/diagram'
import { aim, type Row } from '../harness/rows'
import { exponent, median, percentile } from '../harness/stats'
import { tools } from './figures'
import { randomDiagram } from './random'

/** Time to place and dress, warm, and how it grows with the number of nodes. */
export async function speedRows(diagrams: Record<string, Diagram>): Promise<Row[]> {
  const small = Object.values(diagrams).filter(({ nodes }) => nodes.length <= 14)
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    for (const diagram of small) {
      const took = await timed(diagram)
      if (round > 0) times.push(took)
    }
  }
  const growth: [number, number][] = []
  for (const size of [10, 20, 40, 60, 100]) {
    const diagram = web(size)
    await timed(diagram)
    growth.push([size, Math.min(await timed(diagram), await timed(diagram))])
  }
  const at60 = growth.find(([size]) => size === 60)?.[1] ?? Number.NaN
  return [
    aim({ figure: 'draw, up to 14 nodes, p50', value: median(times), unit: 'ms' }, { most: 60 }),
    aim(
      { figure: 'draw, up to 14 nodes, p95', value: percentile(times, 0.95), unit: 'ms' },
      { most: 200 },
    ),
    aim({ figure: 'draw, 60 nodes', value: at60, unit: 'ms' }, { most: 2000 }),
    aim(
      { figure: 'growth 10 to 100 nodes, exponent', value: exponent(growth), unit: '' },
      { most: 1.2 },
    ),
  ]
}

async function timed(diagram: Diagram): Promise<number> {
  const started = performance.now()
  await tools.draw(diagram, { style: 'academic', ratio: '16:9', title: '' })
  return performance.now() - started
}

/** A layered web of `size` nodes with about 1.2 edges a node. */
function web(size: number): Diagram {
  const base = randomDiagram('chain', 7)
  const sure = { spans: [], confidence: 1 }
  const nodes = Array.from({ length: size }, (_, i) => ({
    id: `n${i}`,
    label: `Processing step ${i + 1}`,
    kind: 'process' as const,
    ...sure,
  }))
  const pairs = nodes.flatMap((_, i) => {
    const more = i % 5 === 0 && i + 7 < size ? [[i, i + 7]] : []
    return i === 0 ? more : [[Math.max(0, i - 1 - (i % 3)), i], ...more]
  })
  const edges = pairs.map(([from, to], i) => ({
    id: `e${i}`,
    from: `n${from}`,
    to: `n${to}`,
    kind: 'flow' as const,
    heads: 'end' as const,
    ...sure,
  }))
  return { ...base, nodes, edges, groups: [] }
}
