import { createFigureTools } from '../../../src/figure/tools'
import type { Diagram } from '../../../src/plugin'
import { aim, type BenchOptions, type Row } from '../harness/rows'
import { exponent, median } from '../harness/stats'
import { startHost } from './host-client'

const RECORDS = [1000, 100_000]
const MANY_RECORDS = 1_000_000
const TIMES = 200
/** The default of MAX_PENDING. */
const WAITING = 10_000
const CALLERS = 100
const NODES = [10, 20, 40, 100]
const DRAWINGS = 5

/** How cost grows with the number of records, and of nodes. */
export async function growthRows(options: BenchOptions): Promise<Row[]> {
  return [...(await recordRows(options)), await layoutRow()]
}

async function recordRows({ full }: BenchOptions): Promise<Row[]> {
  const host = await startHost()
  const like = await host.submit()
  const points: Record<string, [number, number][]> = {}
  for (const records of full ? [...RECORDS, MANY_RECORDS] : RECORDS) {
    await host.order({ do: 'fill', like, records })
    await host.order({ do: 'time', id: like, times: TIMES })
    const found = await host.order({ do: 'time', id: like, times: TIMES })
    for (const [name, ms] of Object.entries(found)) {
      points[name] ??= []
      points[name].push([records, Number(ms)])
    }
  }
  const turns = await host.order({ do: 'turns', like, waiting: WAITING, callers: CALLERS })
  await host.end()
  const turn = `claim in turn, ${WAITING} waiting of ${CALLERS} callers`
  return [
    ...Object.entries(points).map(exponentRow),
    aim({ figure: `${turn}, p50`, value: Number(turns.p50), unit: 'ms' }, { most: 5 }),
    { figure: `${turn}, p99`, value: Number(turns.p99), unit: 'ms' },
  ]
}

function exponentRow([name, measured]: [string, [number, number][]]): Row {
  const last = measured.at(-1) ?? [0, Number.NaN]
  const figure = `${name} at ${last[0]} records, exponent`
  console.log(
    `growth ${name}: ${measured.map(([size, ms]) => `${size} ${ms.toFixed(3)} ms`).join(', ')}`,
  )
  return aim({ figure, value: exponent(measured), unit: '' }, { most: 0.15 })
}

async function layoutRow(): Promise<Row> {
  const figure = createFigureTools('0')
  const points: [number, number][] = []
  for (const nodes of NODES) {
    const diagram = diagramOf(nodes)
    const spans: number[] = []
    for (let drawing = 0; drawing <= DRAWINGS; drawing++) {
      const at = performance.now()
      await figure.draw(diagram, { style: 'academic', ratio: '16:9', title: 'bench' })
      spans.push(performance.now() - at)
    }
    points.push([nodes, median(spans.slice(1))])
  }
  console.log(
    `growth layout: ${points.map(([size, ms]) => `${size} nodes ${ms.toFixed(1)} ms`).join(', ')}`,
  )
  return aim(
    { figure: 'layout, 10 to 100 nodes, exponent', value: exponent(points), unit: '' },
    { most: 1.2 },
  )
}

/** A chain with a branch at every fourth node. */
function diagramOf(count: number): Diagram {
  const sure = { spans: [], confidence: 1 }
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: `n${index}`,
    label: `Step ${index} of the method`,
    kind: 'process' as const,
    ...sure,
  }))
  const edges = nodes.slice(1).map(({ id }, index) => ({
    id: `e${index}`,
    from: `n${index % 4 === 3 ? index - 2 : index}`,
    to: id,
    kind: 'flow' as const,
    heads: 'end' as const,
    ...sure,
  }))
  const rest = { groups: [], language: 'en', warnings: [] }
  return { shape: 'graph', source: 'arrows', nodes, edges, ...rest }
}
