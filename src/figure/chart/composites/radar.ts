import { ChartRefused } from '../../../forms/chart'
import { linearTicks } from '../numbers'
import { extent } from '../stats'
import type { Json } from '../vega'
import { bySeries, type Composite, fieldOn, isNumber } from './groups'

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
  const ticks = linearTicks([low, high + (high - low) * 0.02], 4)
  const step = (ticks[1]?.value ?? 1) - (ticks[0]?.value ?? 0)
  const top = domain ? high : Math.max(high, Math.ceil(high / step - 1e-9) * step)
  const rings = linearTicks([low, top], Math.max(1, Math.round((top - low) / (step || 1)))).filter(
    ({ value }) => value > low && value <= top + 1e-9,
  )
  const turn = (i: number) => (2 * Math.PI * i) / spokes.length
  const at = (r: number, i: number) => ({ u: r * Math.sin(turn(i)), w: r * Math.cos(turn(i)) })
  const reach = (value: number) => (Math.max(low, Math.min(top, value)) - low) / (top - low || 1)
  const webs = rings.flatMap(({ value }, k) =>
    spokes.map((_, i) => ({ ...at(reach(value), i), ring: k, turn: i })),
  )
  const lines = spokes.map((_, i) => ({ ...at(1, i), u2: 0, w2: 0 }))
  const names = spokes.map((name, i) => ({
    ...at(1.06, i),
    name,
    lean: Math.sin(turn(i)),
    rise: Math.cos(turn(i)),
  }))
  const color = encoding.color
  const dots = bySeries(own).flatMap(({ rows: list, own: keys }) =>
    spokes.flatMap((spoke, i) => {
      const row = list.find((each) => String(each[x]) === spoke)
      const value = row?.[y]
      return isNumber(value)
        ? [{ ...keys, ...at(reach(value), i), turn: i, [x]: spoke, [y]: value }]
        : []
    }),
  )
  const place = {
    x: {
      field: 'u',
      type: 'quantitative',
      axis: null,
      scale: { domain: [-REACH, REACH], nice: false },
    },
    y: {
      field: 'w',
      type: 'quantitative',
      axis: null,
      scale: { domain: [-REACH, REACH], nice: false },
    },
  }
  const ink = color ? { color } : { color: { value: '#0072b2' } }
  const fill = color ? { fill: color } : { fill: { value: '#0072b2' } }
  const stroke = color ? { stroke: color } : { stroke: { value: '#0072b2' } }
  const said = { tooltip: [{ field: x }, { field: y, type: 'quantitative' }] }
  const nothing = { tooltip: { value: '' } }
  const text = (filter: string, align: string, baseline: string, name: string): Json => ({
    name,
    data: { values: names },
    transform: [{ filter }],
    mark: { type: 'text', align, baseline, fontSize: 11, fontWeight: 500, color: '#1a1d21' },
    encoding: { ...place, text: { field: 'name' } },
  })
  return {
    width: 400,
    height: 400,
    layer: [
      {
        name: 'ring',
        data: { values: webs },
        mark: { type: 'line', interpolate: 'linear-closed', color: '#d5dae0', strokeWidth: 0.7 },
        encoding: { ...place, ...nothing, detail: { field: 'ring' }, order: { field: 'turn' } },
      },
      {
        name: 'spoke',
        data: { values: lines },
        mark: { type: 'rule', color: '#d5dae0', strokeWidth: 0.7 },
        encoding: { ...place, ...nothing, x2: { field: 'u2' }, y2: { field: 'w2' } },
      },
      {
        name: 'radar',
        data: { values: dots },
        mark: { type: 'line', interpolate: 'linear-closed', fillOpacity: 0.12, strokeWidth: 1.5 },
        encoding: { ...place, ...said, ...stroke, ...fill, order: { field: 'turn' } },
      },
      {
        name: 'vertex',
        data: { values: dots },
        mark: { type: 'point', size: 24, stroke: '#ffffff', strokeWidth: 0.7 },
        encoding: { ...place, ...said, ...(color ? { fill: color } : ink) },
      },
      text('abs(datum.lean) < 0.15 && datum.rise > 0', 'center', 'bottom', 'name-top'),
      text('abs(datum.lean) < 0.15 && datum.rise <= 0', 'center', 'top', 'name-bottom'),
      text('datum.lean >= 0.15', 'left', 'middle', 'name-right'),
      text('datum.lean <= -0.15', 'right', 'middle', 'name-left'),
      {
        name: 'web-label',
        data: { values: rings.map(({ value, label }) => ({ u: 0, w: reach(value), label })) },
        mark: { type: 'text', align: 'right', dx: -3, fontSize: 9, color: '#5a646f' },
        encoding: { ...place, text: { field: 'label' } },
      },
    ],
  }
}
