import { ChartRefused } from '../../../forms/chart'
import { short } from '../spec/numbers'
import { extent } from '../spec/stats'
import { type Json, ticksIn } from '../spec/vega'
import { bySeries, type Composite, fieldOn, inkOf, isNumber, layerOf } from './groups'

/** Room around the web for names, in its radius. */
const REACH = 1.22

/** Values on spokes around a middle: `x` names the spokes, `y` the values, `color` the outlines. */
export function radar(own: Composite): Json {
  const { encoding, rows } = own
  const [x, y] = [fieldOn(own, 'x'), fieldOn(own, 'y')]
  const given = encoding.x?.sort
  const spokes = Array.isArray(given)
    ? given.map(String)
    : [...new Set(rows.map((row) => String(row[x])))]
  if (spokes.length < 3 || spokes.length > 24)
    throw new ChartRefused(`A radar needs 3 to 24 axes; the data have ${spokes.length}.`)
  const values = rows.flatMap((row) => (isNumber(row[y]) ? [row[y]] : []))
  const domain = (encoding.y?.scale as Json | undefined)?.domain as [number, number] | undefined
  const [low, high] = domain ?? [Math.min(0, extent(values)[0]), extent(values)[1]]
  const [first = 0, second = 1] = ticksIn([low, high], 4)
  const top = domain ? high : Math.ceil(high / (second - first) - 1e-9) * (second - first)
  const rings = ticksIn([low, top], 4).filter((value) => value > low)
  const turn = (i: number) => (2 * Math.PI * i) / spokes.length
  const at = (r: number, i: number) => ({ u: r * Math.sin(turn(i)), w: r * Math.cos(turn(i)) })
  const reach = (value: number) => (Math.max(low, Math.min(top, value)) - low) / (top - low || 1)
  const webs = rings.flatMap((value, ring) =>
    spokes.map((_, i) => ({ ...at(reach(value), i), ring, turn: i })),
  )
  const names = spokes.map((name, i) => ({ ...at(1.06, i), name }))
  const dots = bySeries(own).flatMap(({ rows: list, own: keys }) =>
    spokes.flatMap((spoke, i) => {
      const value = list.find((each) => String(each[x]) === spoke)?.[y]
      return isNumber(value)
        ? [{ ...keys, ...at(reach(value), i), turn: i, [x]: spoke, [y]: value }]
        : []
    }),
  )
  const scale = { domain: [-REACH, REACH], nice: false }
  const along = (field: string) => ({ field, type: 'quantitative', axis: null, scale })
  const place = { x: along('u'), y: along('w') }
  const ink = encoding.color ?? { value: inkOf(own) }
  const said = { tooltip: [{ field: x }, { field: y, type: 'quantitative' }] }
  const nothing = { tooltip: { value: '' } }
  const thin = { color: '#d5dae0', strokeWidth: 0.7 }
  const closed = { type: 'line', interpolate: 'linear-closed' }
  const order = { field: 'turn' }
  // Names stand outside of their spokes.
  const isUpright = 'abs(datum.u) < 0.16'
  const outside = {
    align: { expr: `${isUpright} ? 'center' : datum.u > 0 ? 'left' : 'right'` },
    baseline: { expr: `!(${isUpright}) ? 'middle' : datum.w > 0 ? 'bottom' : 'top'` },
  }
  const words = { type: 'text', fontSize: 11, fontWeight: 500, color: '#1a1d21', ...outside }
  const ring = { ...place, ...nothing, order, detail: { field: 'ring' } }
  const beams = spokes.map((_, i) => ({ ...at(1, i), u2: 0, w2: 0 }))
  const beam = { ...place, ...nothing, x2: { field: 'u2' }, y2: { field: 'w2' } }
  const inside = { ...closed, fillOpacity: 0.12, strokeWidth: 1.5 }
  const outline = { ...place, ...said, stroke: ink, fill: ink, order }
  const dot = { type: 'point', size: 24, stroke: '#ffffff', strokeWidth: 0.7 }
  const labels = rings.map((value) => ({ u: 0, w: reach(value), label: short(value) }))
  const label = { type: 'text', align: 'right', dx: -3, fontSize: 9, color: '#5a646f' }
  return {
    ...{ width: 400, height: 400 },
    layer: [
      layerOf('ring', webs, { ...closed, ...thin }, ring),
      layerOf('spoke', beams, { type: 'rule', ...thin }, beam),
      layerOf('radar', dots, inside, outline),
      layerOf('vertex', dots, dot, { ...place, ...said, fill: ink }),
      layerOf('spoke-name', names, words, { ...place, text: { field: 'name' } }),
      layerOf('web-label', labels, label, { ...place, text: { field: 'label' } }),
    ],
  }
}
