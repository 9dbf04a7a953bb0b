import { extent } from '../spec/stats'
import type { Json } from '../spec/vega'
import {
  amount,
  type Composite,
  fieldOn,
  inkOf,
  isNumber,
  layerOf,
  type Statistics,
} from './groups'

const STEPS = 80
/** From the middle of a name's place to its edge; the widest violin alone in it reaches 1. */
const REACH = 1.2
const INK = '#3c4654'

/**
 * Densities of samples as closed forms around the middle of their place, with quartiles and median. Where colour is
 * another column than the names, its values stand beside each other.
 */
export function violin(own: Composite, vega: Statistics): Json {
  const { encoding, rows } = own
  const isUpright = encoding.y?.type === 'nominal' || encoding.y?.type === 'ordinal'
  const [a, v] = isUpright ? ['y', 'x'] : ['x', 'y']
  const [name, value] = [fieldOn(own, a), fieldOn(own, v)]
  const color = typeof encoding.color?.field === 'string' ? encoding.color.field : name
  const series = color === name ? [] : seriesOf(rows, color, encoding.color?.sort)
  const share = 1 / Math.max(1, series.length)
  const samples = [
    ...Map.groupBy(
      rows.filter((row) => isNumber(row[value])),
      (row) => JSON.stringify([row[name], row[color]]),
    ).values(),
  ].map((list) => ({
    own: { [name]: list[0]?.[name], [color]: list[0]?.[color] } as Json,
    values: list.map((row) => row[value] as number),
    /** Of its place, which is 2 * REACH wide. */
    middle:
      series.length > 0 ? ((2 * series.indexOf(list[0]?.[color]) + 1) * share - 1) * REACH : 0,
  }))
  const isPositive = samples.every(({ values }) => extent(values)[0] >= 0)
  const outlines = samples.flatMap(({ own: keys, values, middle }, at) => {
    const { pdf, bandwidth } = vega.randomKDE(values)
    const [low, high] = extent(values)
    const room = 2.4 * bandwidth()
    const places = Array.from(
      { length: STEPS },
      (_, i) => low - room + ((high - low + 2 * room) * i) / (STEPS - 1),
    ).filter((place) => !isPositive || place >= 0)
    const heights = places.map(pdf)
    const peak = extent(heights)[1] || 1
    const side = (sign: number) =>
      places.map((place, i) => ({
        ...keys,
        [value]: place,
        wide: middle + (share * sign * (heights[i] ?? 0)) / peak,
        at,
      }))
    return [...side(1), ...side(-1).reverse()].map((row, turn) => ({ ...row, turn }))
  })
  const boxes = samples.map(({ own: keys, values, middle }) => {
    const [q1, median, q3] = vega.quartiles(values)
    return { ...keys, q1, q3, [value]: median, wide: middle }
  })
  const position = (field: string) => amount(encoding[v], field, value, { scale: { zero: false } })
  const across = {
    [a]: encoding[a],
    [`${a}Offset`]: {
      field: 'wide',
      type: 'quantitative',
      scale: { domain: [-REACH, REACH], nice: false },
      axis: null,
    },
  }
  const ink = encoding.color ?? { value: inkOf(own) }
  const outline = {
    ...{ [v]: position(value), ...across, stroke: ink, fill: ink },
    ...{ order: { field: 'turn' }, detail: { field: 'at' } },
  }
  const closed = {
    ...{ type: 'line', interpolate: 'linear-closed' },
    ...{ fillOpacity: 0.5, strokeWidth: 0.6 },
  }
  const middle = {
    ...{ type: 'point', filled: true, size: 22 },
    ...{ fill: '#ffffff', stroke: INK, strokeWidth: 1 },
  }
  const box = { [v]: position('q1'), [`${v}2`]: { field: 'q3' }, ...across }
  return {
    layer: [
      layerOf('violin', outlines, closed, outline),
      layerOf('quartiles', boxes, { type: 'rule', color: INK, strokeWidth: 3 }, box),
      layerOf('median', boxes, middle, { [v]: position(value), ...across }),
    ],
  }
}

/** The values of colour in the order of their legend. */
function seriesOf(rows: readonly Json[], field: string, sort: unknown): unknown[] {
  const found = [...new Set(rows.map((row) => row[field]))]
  const own = Array.isArray(sort) ? sort : sort === null ? found : found.map(String).sort()
  return [...new Set([...own.filter((each) => found.includes(each)), ...found])]
}
