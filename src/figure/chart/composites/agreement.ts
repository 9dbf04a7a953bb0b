/** Charts that hold samples against a model: Bland-Altman, Q-Q, ECDF. */
import { ChartRefused } from '../../../forms/chart'
import { short } from '../numbers'
import { deviation, mean, median, quantile, sorted } from '../stats'
import type { Json } from '../vega'
import {
  amount,
  type Composite,
  called,
  colorOf,
  fieldOn,
  layerOf,
  lineAt,
  type Statistics,
  samplesOf,
} from './groups'

const POINT = { type: 'point', filled: true, opacity: 0.8 }
const LOOSE = { scale: { zero: false } }

/** Differences against means with the limits of agreement, 1.96 standard deviations apart (Bland and Altman 1986). */
export function blandAltman(own: Composite): Json {
  const { encoding, says } = own
  const [a, b] = [fieldOn(own, 'x'), fieldOn(own, 'y')]
  const rows = samplesOf(own, { x: 'number', y: 'number' }).flatMap(({ own: keys, list }) =>
    list.map(({ x, y }) => ({ ...keys, mean: (x + y) / 2, difference: x - y })),
  )
  const differences = rows.map(({ difference }) => difference)
  const n = differences.length
  if (n < 3) throw new ChartRefused(`Limits of agreement need 3 pairs; the data have ${n}.`)
  const [middle, half] = [mean(differences), 1.96 * deviation(differences)]
  const [low, high] = [middle - half, middle + half]
  says.push(
    `Mean difference ${short(middle)}, limits of agreement ${short(low)} to ${short(high)} (1.96 standard deviations), ${n} pairs.`,
  )
  const x = amount(encoding.x, 'mean', `Mean of ${a} and ${b}`, LOOSE)
  const y = amount(encoding.y, 'difference', `${a} − ${b}`, LOOSE)
  const level = (name: string, value: number, words: string, look: Json = {}): Json[] => {
    const place = { x: { value: 'width' }, y: { ...y, field: undefined, datum: value } }
    const text = [words, short(value)]
    const label = { type: 'text', align: 'left', baseline: 'middle', dx: 5, text, fontSize: 10 }
    return [
      lineAt(`${name}-line`, 'y', y, value, { color: '#30363d', strokeWidth: 0.9, ...look }),
      layerOf(`${name}-label`, [{}], label, place),
    ]
  }
  const dashed = { strokeDash: [5, 3] }
  return {
    layer: [
      ...level('upper-limit', high, '+1.96 SD', dashed),
      ...level('mean', middle, 'Mean'),
      ...level('lower-limit', low, '−1.96 SD', dashed),
      layerOf('point', rows, POINT, { x, y, ...colorOf(own) }),
    ],
  }
}

/** Ordered values against normal quantiles at (i - 0.5) / n, with the line through both quartiles of each series. */
export function qq(own: Composite, vega: Statistics): Json {
  const normal = (share: number) => vega.quantileNormal(share, 0, 1)
  const field = fieldOn(own, 'y')
  const groups = samplesOf(own, { y: 'number' }).map(({ own: keys, series, list }) => {
    const values = sorted(list.map(({ y }) => y))
    const n = values.length
    if (n < 3) throw new ChartRefused(`A Q-Q plot needs 3 values; ${series ?? field} has ${n}.`)
    const points = values.map((value, i) => ({ ...keys, normal: normal((i + 0.5) / n), value }))
    const [q1, q3] = [quantile(values, 0.25), quantile(values, 0.75)]
    const slope = (q3 - q1) / (2 * normal(0.75))
    const line = [0.5 / n, 1 - 0.5 / n].map((share) => ({
      ...keys,
      normal: normal(share),
      value: (q1 + q3) / 2 + slope * normal(share),
    }))
    return { points, line }
  })
  own.says.push('The line goes through the first and third quartiles.')
  const place = {
    x: amount(own.encoding.x, 'normal', 'Normal quantiles', LOOSE),
    y: amount(own.encoding.y, 'value', field, LOOSE),
  }
  const dashed = { type: 'line', strokeWidth: 1, strokeDash: [5, 3] }
  const ink = own.encoding.color ? colorOf(own) : { color: { value: '#57606a' } }
  const [lines, points] = [
    groups.flatMap(({ line }) => line),
    groups.flatMap((each) => each.points),
  ]
  return {
    layer: [
      layerOf('reference', lines, dashed, { ...place, ...ink }),
      layerOf('point', points, POINT, { ...place, ...colorOf(own) }),
    ],
  }
}

/** Steps from 0 to 1: the share of values up to each one. */
export function ecdf(own: Composite): Json {
  const field = fieldOn(own, 'x')
  const rows = samplesOf(own, { x: 'number' }).flatMap(({ own: keys, series, list }) => {
    const values = sorted(list.map(({ x }) => x))
    const [low = 0, high = low] = [values[0], values.at(-1)]
    const n = values.length
    own.says.push(
      `${called(series)}${n} values from ${short(low, 4)} to ${short(high, 4)}, median ${short(median(values), 4)}.`,
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
