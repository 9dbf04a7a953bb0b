/** Charts that hold samples against a model: Bland-Altman, Q-Q, ECDF. */
import { ChartRefused } from '../../../forms/chart'
import { short } from '../numbers'
import { deviation, mean, median, quantile, sorted } from '../stats'
import type { Json } from '../vega'
import {
  amount,
  type Composite,
  colorOf,
  fieldOn,
  layerOf,
  levelAt,
  type Statistics,
  samplesOf,
  thinned,
} from './groups'

const POINT = { type: 'point', filled: true, opacity: 0.8 }

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
  const [middle, sd] = [mean(differences), deviation(differences)]
  const [low, high] = [middle - 1.96 * sd, middle + 1.96 * sd]
  says.push(
    `Mean difference ${short(middle)}, limits of agreement ${short(low)} to ${short(high)} (1.96 standard deviations), ${n} pairs.`,
  )
  const x = amount(encoding.x, 'mean', `Mean of ${a} and ${b}`, {
    scale: { zero: false },
  })
  const y = amount(encoding.y, 'difference', `${a} − ${b}`, {
    scale: { zero: false },
  })
  return {
    layer: [
      ...levelAt('upper-limit', y, high, ['+1.96 SD', short(high)], [5, 3]),
      ...levelAt('mean', y, middle, ['Mean', short(middle)]),
      ...levelAt('lower-limit', y, low, ['−1.96 SD', short(low)], [5, 3]),
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
    const line = [points[0], points.at(-1)].map((each) => ({
      ...keys,
      normal: each?.normal ?? 0,
      value: (q1 + q3) / 2 + slope * (each?.normal ?? 0),
    }))
    return { points, line }
  })
  const x = amount(own.encoding.x, 'normal', 'Normal quantiles', { scale: { zero: false } })
  const y = amount(own.encoding.y, 'value', field, { scale: { zero: false } })
  own.says.push('The line goes through the first and third quartiles.')
  return {
    layer: [
      layerOf(
        'reference',
        groups.flatMap(({ line }) => line),
        { type: 'line', strokeWidth: 1, strokeDash: [5, 3] },
        {
          x,
          y,
          ...(own.encoding.color ? colorOf(own) : { color: { value: '#57606a' } }),
        },
      ),
      layerOf(
        'point',
        groups.flatMap(({ points }) => points),
        POINT,
        { x, y, ...colorOf(own) },
      ),
    ],
  }
}

/** Steps from 0 to 1: the share of values up to each one. */
export function ecdf(own: Composite): Json {
  const field = fieldOn(own, 'x')
  const rows = samplesOf(own, { x: 'number' }).flatMap(({ own: keys, series, list }) => {
    const values = sorted(list.map(({ x }) => x))
    const n = values.length
    own.says.push(
      `${series === undefined ? '' : `${series}: `}${n} values from ${short(values[0] ?? 0, 4)} to ${short(values.at(-1) ?? 0, 4)}, median ${short(median(values), 4)}.`,
    )
    const steps = values.flatMap((value, i) =>
      values[i + 1] === value ? [] : [{ ...keys, value, share: (i + 1) / n }],
    )
    return [{ ...keys, value: values[0], share: 0 }, ...thinned(steps)]
  })
  const said = own.encoding.y
  return layerOf(
    'ecdf',
    rows,
    { type: 'line', interpolate: 'step-after' },
    {
      x: amount(own.encoding.x, 'value', field, { scale: { zero: false } }),
      y: amount(said, 'share', 'Cumulative share', { scale: { domain: [0, 1] } }),
      ...colorOf(own),
    },
  )
}
