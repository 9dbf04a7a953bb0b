import { boxFigures, density, extent } from '../stats'
import type { Json } from '../vega'
import { type Composite, fieldOn, isNumber, plain } from './groups'

const STEPS = 80
const INK = '#3c4654'

/** Densities of samples as closed forms around the middle of their place, with quartiles and median. */
export function violin(own: Composite): Json {
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
  const floor = extent(samples.flatMap(({ values }) => values))[0] >= 0
  const outlines = samples.flatMap(({ own: keys, values }, at) => {
    const curve = density(values, STEPS).filter((each) => !floor || each.x >= 0)
    const peak = extent(curve.map((each) => each.y))[1] || 1
    const side = (sign: number) =>
      curve.map((each) => ({ ...keys, [value]: each.x, wide: (sign * each.y) / peak, at }))
    return [...side(1), ...side(-1).reverse()].map((row, i) => ({ ...row, turn: i }))
  })
  const boxes = samples.map(({ own: keys, values }) => {
    const { q1, q3, median } = boxFigures(values)
    return { ...keys, q1, q3, [value]: median }
  })
  const inner = typeof color === 'string' && color !== name
  const position = (field: string) =>
    plain(encoding[v], {
      field,
      type: 'quantitative',
      scale: { zero: false, ...((encoding[v]?.scale ?? {}) as Json) },
    })
  const dodge = inner ? { [offset]: { field: String(color), type: 'nominal' } } : {}
  return {
    layer: [
      {
        name: 'violin',
        data: { values: outlines },
        mark: { type: 'line', interpolate: 'linear-closed', fillOpacity: 0.5, strokeWidth: 0.6 },
        encoding: {
          [v]: position(value),
          [a]: encoding[a],
          [offset]: {
            field: 'wide',
            type: 'quantitative',
            scale: { domain: [-1.2, 1.2], nice: false },
            axis: null,
          },
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
        encoding: { [v]: position('q1'), [`${v}2`]: { field: 'q3' }, [a]: encoding[a], ...dodge },
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
        encoding: { [v]: position(value), [a]: encoding[a], ...dodge },
      },
    ],
  }
}
