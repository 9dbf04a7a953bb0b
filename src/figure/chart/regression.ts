import { mean, sum } from './stats'

export interface Point {
  x: number
  y: number
}

export interface Regression {
  /** The value on the line. */
  at: (x: number) => number
  /** Half the width of the mean's 95 % interval; absent where it is not known. */
  half?: (x: number) => number
  /** Share of the variance that the line explains; NaN for a constant. */
  r2: number
  /** As it is written into the figure. */
  formula?: string
}

export type Method = 'linear' | 'log' | 'exp' | 'pow' | 'quad' | 'loess'

/** Least squares through points; undefined where the points do not determine a line. */
export function fitRegressionLine(
  points: readonly Point[],
  method: Method,
): Regression | undefined {
  if (points.length < 3) return undefined
  if (method === 'log') {
    if (points.some(({ x }) => x <= 0)) return undefined
    const inner = straight(points.map(({ x, y }) => ({ x: Math.log(x), y })))
    return inner && explained({ at: (x) => inner.at(Math.log(x)) }, points)
  }
  if (method === 'exp') {
    if (points.some(({ y }) => y <= 0)) return undefined
    const inner = straight(points.map(({ x, y }) => ({ x, y: Math.log(y) })))
    return inner && explained({ at: (x) => Math.exp(inner.at(x)) }, points)
  }
  if (method === 'pow') {
    if (points.some(({ x, y }) => x <= 0 || y <= 0)) return undefined
    const inner = straight(points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) })))
    return inner && explained({ at: (x) => Math.exp(inner.at(Math.log(x))) }, points)
  }
  if (method === 'quad') return quadratic(points)
  if (method === 'loess') return loess(points)
  return straight(points)
}

function explained(fit: Omit<Regression, 'r2'>, points: readonly Point[]): Regression {
  const middle = mean(points.map(({ y }) => y))
  const total = sum(points.map(({ y }) => (y - middle) ** 2))
  const left = sum(points.map(({ x, y }) => (y - fit.at(x)) ** 2))
  return { ...fit, r2: total > 0 ? 1 - left / total : Number.NaN }
}

function straight(points: readonly Point[]): Regression | undefined {
  const count = points.length
  const mx = mean(points.map(({ x }) => x))
  const my = mean(points.map(({ y }) => y))
  const xx = sum(points.map(({ x }) => (x - mx) ** 2))
  if (!(xx > 0)) return undefined
  const slope = sum(points.map(({ x, y }) => (x - mx) * (y - my))) / xx
  const at = (x: number) => my + slope * (x - mx)
  const left = sum(points.map(({ x, y }) => (y - at(x)) ** 2))
  const sigma = Math.sqrt(left / Math.max(1, count - 2))
  const half = (x: number) => 1.97 * sigma * Math.sqrt(1 / count + (x - mx) ** 2 / xx)
  return explained({ at, half }, points)
}

/** Normal equations of a parabola, centred so that large arguments (years) keep their digits. */
function quadratic(points: readonly Point[]): Regression | undefined {
  const mx = mean(points.map(({ x }) => x))
  const scale = Math.max(...points.map(({ x }) => Math.abs(x - mx)))
  if (!(scale > 0)) return undefined
  const us = points.map(({ x, y }) => ({ u: (x - mx) / scale, y }))
  const moment = (power: number) => sum(us.map(({ u }) => u ** power))
  const right = (power: number) => sum(us.map(({ u, y }) => u ** power * y))
  const rows = [0, 1, 2].map((i) => [moment(i), moment(i + 1), moment(i + 2), right(i)])
  for (let i = 0; i < 3; i++) {
    const pivot = rows[i]?.[i] ?? 0
    if (Math.abs(pivot) < 1e-12) return undefined
    for (let k = 0; k < 3; k++) {
      if (k === i) continue
      const factor = (rows[k]?.[i] ?? 0) / pivot
      rows[k] = (rows[k] ?? []).map((each, j) => each - factor * (rows[i]?.[j] ?? 0))
    }
  }
  const [a = 0, b = 0, c = 0] = rows.map((row, i) => (row[3] ?? 0) / (row[i] ?? 1))
  const at = (x: number) => {
    const u = (x - mx) / scale
    return a + b * u + c * u * u
  }
  return explained({ at }, points)
}

/** Cleveland's local lines over the nearest half of the points, with the tricube weight. */
function loess(points: readonly Point[]): Regression | undefined {
  const near = Math.max(4, Math.ceil(points.length * 0.5))
  const at = (x: number) => {
    const closest = [...points]
      .map((point) => ({ ...point, away: Math.abs(point.x - x) }))
      .sort((a, b) => a.away - b.away)
      .slice(0, near)
    const reach = (closest.at(-1)?.away ?? 0) * 1.001 || 1
    const weighted = closest.map((each) => ({ ...each, w: (1 - (each.away / reach) ** 3) ** 3 }))
    const all = sum(weighted.map(({ w }) => w))
    const mx = sum(weighted.map(({ w, x: px }) => w * px)) / all
    const my = sum(weighted.map(({ w, y }) => w * y)) / all
    const xx = sum(weighted.map(({ w, x: px }) => w * (px - mx) ** 2))
    const xy = sum(weighted.map(({ w, x: px, y }) => w * (px - mx) * (y - my)))
    return xx > 0 ? my + (xy / xx) * (x - mx) : my
  }
  return points.length > 2000 ? undefined : explained({ at }, points)
}
