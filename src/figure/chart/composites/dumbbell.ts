import type { Json } from '../vega'
import {
  amount,
  type Composite,
  fieldOn,
  layerOf,
  namesOn,
  once,
  samplesOf,
  titleOf,
} from './groups'

/** Values of a name as points that a line joins. */
export function dumbbell(own: Composite): Json {
  const { encoding, mark } = own
  const [value, name] = [fieldOn(own, 'x'), fieldOn(own, 'y')]
  const color = fieldOn(own, 'color')
  const rows = samplesOf(own, { x: 'number', y: 'name' }).flatMap(({ own: keys, list }) =>
    list.map(({ x, y }) => ({ ...keys, value: x, name: y })),
  )
  once(
    own,
    rows.map((row) => `${row.name} of ${String((row as Json)[color])}`),
    'The value',
  )
  const groups = [...Map.groupBy(rows, (row) => row.name)]
  const spans = groups.map(([each, list]) => {
    const values = list.map((row) => row.value)
    return {
      name: each,
      low: Math.min(...values),
      high: Math.max(...values),
      difference: (values.at(-1) ?? 0) - (values[0] ?? 0),
    }
  })
  const order =
    mark.order === 'difference'
      ? [...spans].sort((a, b) => b.difference - a.difference).map((each) => each.name)
      : groups.map(([each]) => each)
  const sort = encoding.y?.sort
  const by =
    sort === 'x' || sort === '-x'
      ? [...spans]
          .sort((a, b) => (a.high - b.high) * (sort === 'x' ? 1 : -1))
          .map((each) => each.name)
      : undefined
  const y = {
    ...namesOn(own, 'y', 'name', order),
    ...(by ? { sort: by } : {}),
    title: titleOf(encoding.y, name),
  }
  const x = (field: string) => amount(encoding.x, field, value, { scale: { zero: false } })
  return {
    layer: [
      layerOf(
        'link',
        spans,
        { type: 'rule', color: '#b3bac2', strokeWidth: 2.2 },
        {
          x: x('low'),
          x2: { field: 'high' },
          y,
        },
      ),
      layerOf(
        'point',
        rows,
        { type: 'point', filled: true, size: 70, opacity: 1 },
        {
          x: x('value'),
          y,
          color: { title: null, ...encoding.color },
        },
      ),
    ],
  }
}
