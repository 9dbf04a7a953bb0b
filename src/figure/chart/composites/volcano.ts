import { ChartRefused } from '../../../forms/chart'
import { short } from '../spec/numbers'
import type { Json } from '../spec/vega'
import { amount, type Composite, fieldOn, layerOf, lineAt, samplesOf } from './groups'

const COLORS = { Down: '#0072b2', Up: '#d55e00', 'Not significant': '#b3bac2' } as const
const DASHED = { color: '#8b949e', strokeDash: [4, 3], strokeWidth: 0.9 }

/** Effects against −log10 of p, what passes both thresholds in colour, the strongest points by name. */
export function volcano(own: Composite): Json {
  const { encoding, mark, says } = own
  const [fold, p, top] = [Number(mark.fold ?? 1), Number(mark.p ?? 0.05), Number(mark.top ?? 10)]
  const [effect, chance] = [fieldOn(own, 'x'), fieldOn(own, 'y')]
  const list = samplesOf(own, { x: 'number', y: 'number' }).flatMap((each) => each.list)
  const strange = list.find(({ y }) => y < 0 || y > 1)
  if (strange)
    throw new ChartRefused(
      `The column ${chance} holds ${strange.y}; a volcano plot reads p values from 0 to 1 and takes their logarithm itself.`,
    )
  const least = Math.min(1, ...list.flatMap(({ y }) => (y > 0 ? [y] : [])))
  const zeros = list.filter(({ y }) => y === 0).length
  if (zeros > 0)
    says.push(`${zeros} p values of 0 stand at the smallest other one, ${short(least)}.`)
  const label = typeof encoding.text?.field === 'string' ? encoding.text.field : undefined
  const rows = list.map(({ x, y, row }) => ({
    effect: x,
    strength: -Math.log10(y || least),
    status: y > p || Math.abs(x) < fold ? 'Not significant' : x > 0 ? 'Up' : 'Down',
    label: label === undefined ? '' : String(row[label] ?? ''),
  }))
  const byStatus = Map.groupBy(rows, ({ status }) => status)
  const count = (status: string) => byStatus.get(status)?.length ?? 0
  const statuses = Object.keys(COLORS) as (keyof typeof COLORS)[]
  const said = (status: string) => `${status} (${count(status)})`
  says.push(
    `${count('Up')} up and ${count('Down')} down of ${rows.length} at |${effect}| ≥ ${short(fold)} and ${chance} ≤ ${short(p)}.`,
  )
  const strongest = rows
    .filter(({ status, label: text }) => status !== 'Not significant' && text !== '')
    .sort((a, b) => b.strength - a.strength || Math.abs(b.effect) - Math.abs(a.effect))
    .slice(0, top)
  const reach = Math.max(fold * 1.2, ...rows.map((row) => Math.abs(row.effect))) * 1.08
  const x = amount(encoding.x, 'effect', effect, {
    scale: { domain: [-reach, reach], nice: false },
  })
  const y = amount(encoding.y, 'strength', `−log₁₀(${chance})`)
  const named = rows.map((row) => ({ ...row, status: said(row.status) }))
  const color = {
    field: 'status',
    type: 'nominal',
    title: null,
    sort: null,
    legend: { orient: 'top', direction: 'horizontal' },
    scale: { domain: statuses.map(said), range: statuses.map((each) => COLORS[each]) },
  }
  const weakest = named.sort((a, b) => a.strength - b.strength)
  const point = { type: 'point', filled: true, size: 18, opacity: 0.75 }
  const name = { type: 'text', fontSize: 9.5 }
  const folds = fold > 0 ? [-fold, fold] : []
  return {
    layer: [
      ...folds.map((value) => lineAt('threshold', 'x', x, value, DASHED)),
      lineAt('threshold', 'y', y, -Math.log10(p), DASHED),
      layerOf('point', weakest, point, { x, y, color }),
      layerOf('name', strongest, name, { x, y, text: { field: 'label' } }),
    ],
  }
}
