import { short } from '../spec/numbers'
import type { Json } from '../spec/vega'
import {
  amount,
  type Composite,
  called,
  colorOf,
  fieldOn,
  layerOf,
  type Statistics,
  samplesOf,
} from './groups'

const LOOSE = { scale: { zero: false } }

/** Steps from 0 to 1: the share of values up to each one. */
export function ecdf(own: Composite, vega: Statistics): Json {
  const field = fieldOn(own, 'x')
  const rows = samplesOf(own, { x: 'number' }).flatMap(({ own: keys, series, list }) => {
    const values = list.map(({ x }) => x).sort((a, b) => a - b)
    const [low = 0, high = low] = [values[0], values.at(-1)]
    const n = values.length
    own.says.push(
      `${called(series)}${n} values from ${short(low, 4)} to ${short(high, 4)}, median ${short(vega.quartiles(values)[1], 4)}.`,
    )
    const steps = values.flatMap((value, i) =>
      values[i + 1] === value ? [] : [{ ...keys, value, share: (i + 1) / n }],
    )
    return [{ ...keys, value: low, share: 0 }, ...steps]
  })
  const x = amount(own.encoding.x, 'value', field, LOOSE)
  const y = amount(own.encoding.y, 'share', 'Cumulative share', { scale: { domain: [0, 1] } })
  const look = { type: 'line', interpolate: 'step-after' }
  return layerOf('ecdf', rows, look, { x, y, ...colorOf(own) })
}
