import { extent, studentT } from '../spec/stats'
import type { Json } from '../spec/vega'
import { bySeries, type Composite, called, fieldOn, isNumber, type Statistics } from './groups'

const STEPS = 60
/** Points that a local regression reads: it compares each with each. */
const MOST_LOCAL = 1500

/** Vega's regressions by their methods. */
const METHODS = {
  linear: 'regressionLinear',
  log: 'regressionLog',
  exp: 'regressionExp',
  pow: 'regressionPow',
  quad: 'regressionQuad',
} as const

/** A fitted curve for each series over its own range, with the 95 % interval of its mean where it is a straight line. */
export function fit(own: Composite, vega: Statistics): Json {
  const { encoding, mark, says } = own
  const [x, y] = [fieldOn(own, 'x'), fieldOn(own, 'y')]
  const isLog = (encoding.x?.scale as Json | undefined)?.type === 'log'
  const figures: string[] = []
  const rows = bySeries(own).flatMap(({ series, rows: list, own: keys }) => {
    const points = list.flatMap((row) => {
      const [px, py] = [row[x], row[y]]
      return isNumber(px) && isNumber(py) ? [{ x: px, y: py }] : []
    })
    const { curve, figure } = curveOf(points, String(mark.method ?? 'linear'), isLog, vega)
    if (figure !== undefined) figures.push(`${called(series)}${figure}`)
    return curve.map((each) => ({ ...keys, ...each }))
  })
  says.push(...figures.map((each) => `${each}.`))
  const color =
    encoding.color?.field === undefined
      ? { value: String(mark.color ?? '#d55e00') }
      : encoding.color
  const isRising = (rows.at(-1)?.fitted ?? 0) >= (rows[0]?.fitted ?? 0)
  const along = (channel: Json = {}, field: string) => ({ title: channel.field, ...channel, field })
  const common = { x: along(encoding.x, 'at'), color }
  const corner = {
    ...{ type: 'text', baseline: 'top', fontSize: 11 },
    ...(isRising ? { align: 'left', dx: 6 } : { align: 'right', dx: -4 }),
  }
  const words = (mark.figures === true ? figures.slice(0, 6) : []).map((text, i) => ({
    name: `figure${i + 1}`,
    data: { values: [{}] },
    mark: { ...corner, text },
    encoding: { x: { value: isRising ? 0 : 'width' }, y: { value: 3 + 14 * i } },
  }))
  const band = {
    name: 'band',
    mark: { type: 'area', fillOpacity: 0.16 },
    encoding: { ...common, y: along(encoding.y, 'low'), y2: { field: 'high' } },
  }
  const line = {
    name: 'fit',
    mark: { type: 'line' },
    encoding: { ...common, y: along(encoding.y, 'fitted') },
  }
  const hasBand = mark.band !== false && rows.some(({ low }) => low !== undefined)
  return { data: { values: rows }, layer: [...words, ...(hasBand ? [band] : []), line] }
}

interface Place {
  at: number
  fitted: number
  low?: number
  high?: number
}

type Points = readonly { x: number; y: number }[]

function curveOf(
  points: Points,
  method: string,
  isLog: boolean,
  vega: Statistics,
): { curve: Place[]; figure?: string } {
  const [low, high] = extent(points.map(({ x }) => x))
  if (points.length < 3 || low === high) return { curve: [] }
  const [x, y] = [(one: { x: number }) => one.x, (one: { y: number }) => one.y]
  if (method === 'loess') {
    const some = points.filter((_, i) => i % Math.ceil(points.length / MOST_LOCAL) === 0)
    const found = vega.regressionLoess(some, x, y, 0.5)
    return { curve: found.map(([at, fitted]) => ({ at, fitted })) }
  }
  const { predict, rSquared } = vega[METHODS[method as keyof typeof METHODS]](points, x, y)
  if (!Number.isFinite(predict(low) + predict(high))) return { curve: [] }
  const half = method === 'linear' ? intervalOf(points, predict) : undefined
  const curve = Array.from({ length: STEPS + 1 }, (_, i): Place => {
    const share = i / STEPS
    const at = isLog ? low * (high / low) ** share : low + (high - low) * share
    const [fitted, by] = [predict(at), half?.(at)]
    return { at, fitted, ...(by === undefined ? {} : { low: fitted - by, high: fitted + by }) }
  })
  const r = Math.sqrt(Math.max(0, rSquared)).toFixed(2)
  const said = `R² = ${rSquared.toFixed(2)}`
  return {
    curve,
    figure:
      method === 'linear' ? `${said}, r = ${predict(high) < predict(low) ? '−' : ''}${r}` : said,
  }
}

/** Half the width of the 95 % interval of a straight line's mean. */
function intervalOf(points: Points, at: (x: number) => number): (x: number) => number {
  const n = points.length
  const middle = points.reduce((all, { x }) => all + x, 0) / n
  const spread = points.reduce((all, { x }) => all + (x - middle) ** 2, 0)
  const left = points.reduce((all, { x, y }) => all + (y - at(x)) ** 2, 0)
  const wide = studentT(n - 2) * Math.sqrt(left / (n - 2))
  return (x) => wide * Math.sqrt(1 / n + (x - middle) ** 2 / spread)
}
