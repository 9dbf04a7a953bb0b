import { extent, quantile, sorted } from '../stats'
import type { Json } from '../vega'
import { type Composite, fieldOn, isNumber, plain, type Statistics } from './groups'

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
  const [x, y] = [fieldOn(own, 'x'), fieldOn(own, 'y')]
  const ink = typeof own.mark.color === 'string' ? own.mark.color : '#0072b2'
  const upright = encoding.y?.type === 'nominal' || encoding.y?.type === 'ordinal'
  const [name, value] = upright ? [y, x] : [x, y]
  const [a, v, offset] = upright ? ['y', 'x', 'yOffset'] : ['x', 'y', 'xOffset']
  const color = encoding.color?.field
  const groups = [
    ...Map.groupBy(
      rows.filter((row) => isNumber(row[value])),
      (row) => JSON.stringify([row[name], color ? row[String(color)] : null]),
    ).values(),
  ]
  const samples = groups.map((list) => ({
    own: {
      [name]: list[0]?.[name],
      ...(typeof color === 'string' ? { [color]: list[0]?.[color] } : {}),
    } as Json,
    values: list.map((row) => row[value] as number),
  }))
  const inner = typeof color === 'string' && color !== name
  const series = inner ? seriesOf(rows, color, encoding.color?.sort) : []
  /** The middle of a sample, in its place of width 2.4. */
  const middleOf = (keys: Json) =>
    inner ? ((2 * series.indexOf(keys[color]) + 1) / series.length - 1) * REACH : 0
  const share = 1 / Math.max(1, series.length)
  const floor = extent(samples.flatMap(({ values }) => values))[0] >= 0
  const outlines = samples.flatMap(({ own: keys, values }, at) => {
    const { pdf, bandwidth } = vega.randomKDE(values)
    const [low, high] = extent(values)
    const room = 2.4 * bandwidth()
    const curve = Array.from({ length: STEPS }, (_, i) => {
      const place = low - room + ((high - low + 2 * room) * i) / (STEPS - 1)
      return { x: place, y: pdf(place) }
    }).filter((each) => !floor || each.x >= 0)
    const peak = extent(curve.map((each) => each.y))[1] || 1
    const side = (sign: number) =>
      curve.map((each) => ({
        ...keys,
        [value]: each.x,
        wide: middleOf(keys) + (share * sign * each.y) / peak,
        at,
      }))
    return [...side(1), ...side(-1).reverse()].map((row, i) => ({ ...row, turn: i }))
  })
  const boxes = samples.map(({ own: keys, values }) => {
    const ascending = sorted(values)
    const [q1, median, q3] = [0.25, 0.5, 0.75].map((share) => quantile(ascending, share))
    return { ...keys, q1, q3, [value]: median, wide: middleOf(keys) }
  })
  const position = (field: string) =>
    plain(encoding[v], {
      field,
      type: 'quantitative',
      scale: { zero: false, ...((encoding[v]?.scale ?? {}) as Json) },
    })
  const across = {
    [offset]: {
      field: 'wide',
      type: 'quantitative',
      scale: { domain: [-REACH, REACH], nice: false },
      axis: null,
    },
  }
  return {
    layer: [
      {
        name: 'violin',
        data: { values: outlines },
        mark: { type: 'line', interpolate: 'linear-closed', fillOpacity: 0.5, strokeWidth: 0.6 },
        encoding: {
          [v]: position(value),
          [a]: encoding[a],
          ...across,
          stroke: encoding.color ?? { value: ink },
          fill: encoding.color ?? { value: ink },
          order: { field: 'turn' },
          detail: { field: 'at' },
        },
      },
      {
        name: 'quartiles',
        data: { values: boxes },
        mark: { type: 'rule', color: INK, strokeWidth: 3 },
        encoding: { [v]: position('q1'), [`${v}2`]: { field: 'q3' }, [a]: encoding[a], ...across },
      },
      {
        name: 'median',
        data: { values: boxes },
        mark: {
          type: 'point',
          filled: true,
          size: 22,
          fill: '#ffffff',
          stroke: INK,
          strokeWidth: 1,
        },
        encoding: { [v]: position(value), [a]: encoding[a], ...across },
      },
    ],
  }
}

/** The values of colour in the order of their legend. */
function seriesOf(rows: readonly Json[], field: string, sort: unknown): unknown[] {
  const found = [...new Set(rows.map((row) => row[field]))]
  const own = Array.isArray(sort) ? sort : sort === null ? found : found.toSorted(byWords)
  return [
    ...own.filter((each) => found.includes(each)),
    ...found.filter((each) => !own.includes(each)),
  ]
}

const byWords = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1)
