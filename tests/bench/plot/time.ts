import { join } from 'node:path'
import { CACHE } from '../harness/folders'
import { against, aim, type Row } from '../harness/rows'
import { median } from '../harness/stats'

const ROUNDS = 8
/** Debian's, which has python3-matplotlib; another Python in the path may not. */
const PYTHONS = ['/usr/bin/python3', 'python3']

const spread = (i: number) => (i * 0.6180339887498949) % 1
const list = <T>(count: number, of: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => of(i))

/** The same data for both sides. */
const CHARTS = [
  { kind: 'bar', intent: 'bar chart', data: { A: 3, B: 5, C: 4, D: 8, E: 6 } },
  {
    kind: 'line',
    intent: 'line chart of loss over epochs',
    data: {
      epoch: list(50, (i) => i),
      train_loss: list(50, (i) => 2 / (i + 1)),
      val_loss: list(50, (i) => 2.4 / (i + 1)),
    },
  },
  {
    kind: 'point',
    intent: 'scatter of y against x',
    data: list(500, (i) => ({ x: spread(i), y: spread(i * 31) })),
  },
  {
    kind: 'histogram',
    intent: 'histogram',
    data: list(1000, (i) => spread(i) + spread(i * 7) + spread(i * 13)),
  },
  {
    kind: 'box',
    intent: 'box plot',
    data: Object.fromEntries(list(4, (k) => [`G${k}`, list(50, (i) => k + spread(i * (k + 2)))])),
  },
  { kind: 'heatmap', intent: 'heatmap', data: list(8, (r) => list(8, (c) => spread(r * 8 + c))) },
]

interface Timed {
  loaded?: number
  charts: Record<string, number[]>
  drawing?: Record<string, number[]>
  whole: number
}

/** PNG and SVG of six charts against matplotlib: in a fresh process for one chart, and warm. */
export async function timeRows(): Promise<Row[]> {
  const file = join(CACHE, 'plot-charts.json')
  await Bun.write(file, JSON.stringify(CHARTS))
  const one = join(CACHE, 'plot-one.json')
  await Bun.write(one, JSON.stringify(CHARTS.slice(0, 1)))
  const ours = await timed([process.execPath, join(import.meta.dir, 'child.ts')], file, ROUNDS)
  const cold = await timed([process.execPath, join(import.meta.dir, 'child.ts')], one, 1)
  const python = await pythonOf()
  const warm = (all: Timed) => median(Object.values(all.charts).flatMap((times) => times.slice(1)))
  const drawing = median(Object.values(ours.drawing ?? {}).flatMap((times) => times.slice(1)))
  const rows: Row[] = [
    aim({ figure: 'a chart as SVG, warm', value: drawing, unit: 'ms' }, { most: 150 }),
    ...Object.entries(ours.charts).map(
      ([kind, times]): Row => ({
        figure: `${kind}: PNG 2K and SVG, warm`,
        value: median(times.slice(1)),
        unit: 'ms',
      }),
    ),
  ]
  if (python === undefined) {
    console.log(
      'matplotlib is not installed (apt-get install python3-matplotlib), so there is no peer',
    )
    return [...rows, { figure: 'all kinds, warm', value: warm(ours), unit: 'ms' }]
  }
  const script = join(import.meta.dir, 'peer.py')
  const peer = await timed([python, script], file, ROUNDS)
  const peerCold = await timed([python, script], one, 1)
  return [
    ...rows.map((row) => {
      const kind = row.figure.split(':')[0] ?? ''
      const times = peer.charts[kind]
      return times ? against(row, { name: 'matplotlib', value: median(times.slice(1)) }) : row
    }),
    aim(
      against(
        { figure: 'all kinds, warm', value: warm(ours), unit: 'ms' },
        { name: 'matplotlib', value: warm(peer) },
      ),
      { mostRatio: 1 },
    ),
    aim(
      against(
        { figure: 'a warm chart against a fresh process', value: warm(ours), unit: 'ms' },
        { name: 'python, matplotlib, one chart', value: peerCold.whole },
      ),
      { mostRatio: 0.2 },
    ),
    against(
      { figure: 'a fresh process each', value: cold.whole, unit: 'ms' },
      { name: 'python, matplotlib, one chart', value: peerCold.whole },
    ),
  ]
}

async function timed(command: string[], file: string, rounds: number): Promise<Timed> {
  const started = performance.now()
  const child = Bun.spawn([...command, file, String(rounds)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, said] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) !== 0) throw new Error(said)
  return { ...JSON.parse(out), whole: performance.now() - started }
}

async function pythonOf(): Promise<string | undefined> {
  for (const python of PYTHONS) {
    if (!Bun.which(python)) continue
    const child = Bun.spawn([python, '-c', 'import matplotlib'], {
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    if ((await child.exited) === 0) return python
  }
  return undefined
}
