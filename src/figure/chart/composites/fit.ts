import { fitRegressionLine, type Method } from '../regression'
import { extent, pearson } from '../stats'
import type { Json } from '../vega'
import { bySeries, type Composite, fieldOn, isNumber, plain } from './groups'

const STEPS = 60
const METHODS = ['linear', 'log', 'exp', 'pow', 'quad', 'loess'] as const

/** A fitted curve for each series over its own range, with the 95 % interval of its mean where that is known. */
export function fit(own: Composite): Json {
  const { encoding, mark, says } = own
  const [x, y] = [fieldOn(own, 'x'), fieldOn(own, 'y')]
  const method = METHODS.find((each) => each === mark.method) ?? 'linear'
  const log = (encoding.x?.scale as Json | undefined)?.type === 'log'
  const before = says.length
  const rows = bySeries(own).flatMap(({ series, rows: list, own: keys }) => {
    const points = list.flatMap((row) => {
      const [px, py] = [row[x], row[y]]
      return isNumber(px) && isNumber(py) ? [{ x: px, y: py }] : []
    })
    return curveOf(points, method, log, says, series).map((each) => ({ ...keys, ...each }))
  })
  const ink =
    encoding.color?.field === undefined
      ? { color: { value: String(mark.color ?? '#d55e00') } }
      : { color: encoding.color }
  const figures = mark.figures === true ? says.slice(before) : []
  const rising = rows.length > 1 && (rows.at(-1)?.fitted ?? 0) >= (rows[0]?.fitted ?? 0)
  const common = { x: plain(encoding.x, { field: 'at' }), ...ink }
  return {
    data: { values: rows },
    layer: [
      ...figures.slice(0, 6).map((text, i) => ({
        name: `figure${i + 1}`,
        data: { values: [{}] },
        mark: {
          type: 'text',
          text: text.replace(/(?:linear|log|exp|pow|quad|loess) fit, /, '').replace(/\.$/, ''),
          align: rising ? 'left' : 'right',
          baseline: 'top',
          dx: rising ? 6 : -4,
          fontSize: 11,
        },
        encoding: { x: { value: rising ? 0 : 'width' }, y: { value: 3 + 14 * i } },
      })),
      ...(mark.band !== false && rows.some(({ low }) => low !== undefined)
        ? [
            {
              name: 'band',
              mark: { type: 'area', fillOpacity: 0.16 },
              encoding: {
                ...common,
                y: plain(encoding.y, { field: 'low' }),
                y2: { field: 'high' },
              },
            },
          ]
        : []),
      {
        name: 'fit',
        mark: { type: 'line' },
        encoding: { ...common, y: plain(encoding.y, { field: 'fitted' }) },
      },
    ],
  }
}

interface Place {
  at: number
  fitted: number
  low?: number
  high?: number
}

function curveOf(
  points: readonly { x: number; y: number }[],
  method: Method,
  log: boolean,
  says: string[],
  series: unknown,
): Place[] {
  const few =
    method === 'loess' && points.length > 2000
      ? points.filter((_, i) => i % Math.ceil(points.length / 1500) === 0)
      : points
  const found = fitRegressionLine(few, method)
  if (!found) return []
  const [low, high] = extent(points.map((each) => each.x))
  const r = pearson(
    points.map((each) => each.x),
    points.map((each) => each.y),
  )
  const name = series === undefined ? '' : `${series}: `
  says.push(
    `${name}${method} fit, R² = ${found.r2.toFixed(2)}${method === 'linear' ? `, r = ${r.toFixed(2).replace('-', '−')}` : ''}.`,
  )
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const share = i / STEPS
    const at = log ? low * (high / low) ** share : low + (high - low) * share
    const fitted = found.at(at)
    const half = found.half?.(at)
    return {
      at,
      fitted,
      ...(half === undefined ? {} : { low: fitted - half, high: fitted + half }),
    }
  })
}
