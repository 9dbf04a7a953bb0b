import { createFigureTools } from '../../../src/figure/tools'
import type { Diagram } from '../../../src/plugin'
import { readPdf } from '../../../src/read/pdf/read-pdf'
import { drawPlot } from '../../figure/chart/draw'
import { aim, type BenchOptions, type Row } from '../harness/rows'
import { exponent, median } from '../harness/stats'
import { startHost } from './host-client'
import { longPaper } from './pdf-text'

const RECORDS = [1000, 100_000]
const MANY_RECORDS = 1_000_000
const TIMES = 200
/** The default of MAX_PENDING. */
const WAITING = [1000, 10_000]
const CALLERS = 100
const DRAWINGS = 5
/** Pixels of a figure 16:9, as widths. */
const WIDTHS = [683, 1365, 2731, 5461]

/** How cost grows with what a server holds, and with what one job is given. */
export async function growthRows(options: BenchOptions): Promise<Row[]> {
  return [...(await recordRows(options)), ...(await workRows())]
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
  const waits: [number, number][] = []
  let tail = Number.NaN
  for (const waiting of WAITING) {
    const turns = await host.order({ do: 'turns', like, waiting, callers: CALLERS })
    waits.push([waiting, Number(turns.p50)])
    tail = Number(turns.p99)
  }
  await host.end()
  const [most, p50] = waits.at(-1) ?? []
  const turn = `claim in turn, ${most} waiting of ${CALLERS} callers`
  return [
    ...Object.entries(points).map(([name, all]) => exponentRow(name, 'records', all, 0.15)),
    exponentRow('claim', 'pending jobs', waits, 0.15),
    aim({ figure: `${turn}, p50`, value: p50 ?? Number.NaN, unit: 'ms' }, { most: 5 }),
    { figure: `${turn}, p99`, value: tail, unit: 'ms' },
  ]
}

function exponentRow(name: string, of: string, measured: [number, number][], most: number): Row {
  const figure = `${name} at ${measured.at(-1)?.[0]} ${of}, exponent`
  console.log(
    `growth ${name}: ${measured.map(([size, ms]) => `${size} ${of} ${ms.toFixed(3)} ms`).join(', ')}`,
  )
  return aim({ figure, value: exponent(measured), unit: '' }, { most })
}

/** What one job is given, in sizes; in milliseconds of processor time. */
async function workRows(): Promise<Row[]> {
  const figure = createFigureTools('0')
  const look = { style: 'academic', ratio: '16:9', title: 'bench' }
  const svg = figure.svg(await figure.draw(diagramOf(20), look))
  const paper = await longPaper(200)
  const reading = { mostPages: 200, mostCharacters: 10_000_000, methodAlone: true }
  const works: [string, string, number[], (size: number) => Promise<unknown>][] = [
    ['layout', 'nodes', [10, 20, 40, 100], (count) => figure.draw(diagramOf(count), look)],
    [
      'chart',
      'rows',
      [100, 1000, 10_000],
      (rows) => drawPlot(tableOf(rows), 'scatter of y against x', { ratio: '4:3' }),
    ],
    [
      'PNG',
      'pixels',
      WIDTHS.map((width) => (width * width * 9) / 16),
      (area) => figure.png(svg, Math.round(Math.sqrt((area * 16) / 9))),
    ],
    [
      'PDF text',
      'pages',
      [10, 50, 200],
      (pages) => readPdf(paper, { ...reading, pages: `1-${pages}` }),
    ],
  ]
  const rows: Row[] = []
  for (const [name, of, sizes, work] of works) {
    const points: [number, number][] = []
    for (const size of sizes) {
      const spans: number[] = []
      for (let drawing = 0; drawing <= DRAWINGS; drawing++) {
        const before = process.cpuUsage()
        await work(size)
        const { user, system } = process.cpuUsage(before)
        spans.push((user + system) / 1000)
      }
      points.push([Math.round(size), median(spans.slice(1))])
    }
    rows.push(exponentRow(name, of, points, 1.2))
  }
  return rows
}

const tableOf = (rows: number) =>
  Array.from({ length: rows }, (_, i) => ({ x: (i * 0.618) % 1, y: (i * 19.2) % 1 }))

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
