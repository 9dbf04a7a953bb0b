/** Statistics for charts. Lists hold finite numbers only; an empty list gives NaN unless said otherwise. */

export const sum = (list: readonly number[]): number => list.reduce((all, each) => all + each, 0)
export const mean = (list: readonly number[]): number => sum(list) / list.length

/** Sample standard deviation (n - 1); 0 for fewer than two values. */
export function deviation(list: readonly number[]): number {
  if (list.length < 2) return 0
  const middle = mean(list)
  return Math.sqrt(sum(list.map((each) => (each - middle) ** 2)) / (list.length - 1))
}

export const sorted = (list: readonly number[]): number[] => [...list].sort((a, b) => a - b)

/** Smallest and largest value; spreading a long list into Math.min overflows the stack. */
export function extent(list: Iterable<number>): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const each of list) {
    if (each < low) low = each
    if (each > high) high = each
  }
  return [low, high]
}

/** Quantile of an ascending list by linear interpolation (Hyndman and Fan's type 7). */
export function quantile(ascending: readonly number[], share: number): number {
  const at = share * (ascending.length - 1)
  const below = Math.floor(at)
  const low = ascending[below] ?? Number.NaN
  const high = ascending[Math.min(below + 1, ascending.length - 1)] ?? Number.NaN
  return low + (high - low) * (at - below)
}

export const median = (list: readonly number[]): number => quantile(sorted(list), 0.5)

export interface BoxFigures {
  low: number
  q1: number
  median: number
  q3: number
  high: number
  outliers: number[]
}

/** Tukey's box: whiskers reach the last value within 1.5 interquartile ranges of the box. */
export function boxFigures(list: readonly number[]): BoxFigures {
  const ascending = sorted(list)
  const [q1, middle, q3] = [0.25, 0.5, 0.75].map((share) => quantile(ascending, share)) as [
    number,
    number,
    number,
  ]
  const reach = 1.5 * (q3 - q1)
  const inside = ascending.filter((each) => each >= q1 - reach && each <= q3 + reach)
  return {
    low: Math.min(inside[0] ?? q1, q1),
    q1,
    median: middle,
    q3,
    high: Math.max(inside.at(-1) ?? q3, q3),
    outliers: ascending.filter((each) => each < q1 - reach || each > q3 + reach),
  }
}

/** Two-sided 95 % quantiles of Student's t for 1 to 30 degrees of freedom. */
const T95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145,
  2.131, 2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048,
  2.045, 2.042,
]
export const studentT = (degrees: number): number => T95[degrees - 1] ?? 1.96 + 2.4 / degrees

/** Gaussian kernel density at `steps` places, by Silverman's rule, from three bandwidths outside the data. */
export function density(
  list: readonly number[],
  steps: number,
  reach?: readonly [number, number],
): { x: number; y: number }[] {
  const ascending = sorted(list)
  const sd = deviation(ascending)
  const iqr = quantile(ascending, 0.75) - quantile(ascending, 0.25)
  const scale = Math.min(sd, iqr > 0 ? iqr / 1.349 : sd) || Math.abs(ascending[0] ?? 1) * 0.05 || 1
  const width = 0.9 * scale * ascending.length ** -0.2
  const [low, high] = reach ?? [
    (ascending[0] ?? 0) - 2.6 * width,
    (ascending.at(-1) ?? 0) + 2.6 * width,
  ]
  const norm = 1 / (ascending.length * width * Math.sqrt(2 * Math.PI))
  let from = 0
  return Array.from({ length: steps }, (_, index) => {
    const x = low + ((high - low) * index) / (steps - 1)
    while (from < ascending.length && (ascending[from] ?? 0) < x - 5 * width) from++
    let y = 0
    for (let i = from; i < ascending.length; i++) {
      const away = (x - (ascending[i] ?? 0)) / width
      if (away < -5) break
      y += Math.exp(-0.5 * away * away)
    }
    return { x, y: y * norm }
  })
}

const ROUND_STEPS = [1, 2, 2.5, 5, 10]

/** A step of 1, 2, 2.5 or 5 times a power of ten that cuts `range` into about `count` parts. */
export function roundStep(range: number, count: number, whole = false): number {
  const rough = range / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const steps = whole ? [1, 2, 5, 10] : ROUND_STEPS
  const found = steps.find((each) => each * power >= rough * 0.999) ?? 10
  const step = found * power
  if (!whole) return step
  return step <= 1 ? 1 : Number.isInteger(step) ? step : Math.ceil(step)
}

export function pearson(xs: readonly number[], ys: readonly number[]): number {
  const [mx, my] = [mean(xs), mean(ys)]
  let [xy, xx, yy] = [0, 0, 0]
  xs.forEach((x, i) => {
    const y = ys[i] ?? my
    xy += (x - mx) * (y - my)
    xx += (x - mx) ** 2
    yy += (y - my) ** 2
  })
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : Number.NaN
}

/** Area under a polyline by the trapezoid rule. */
export function areaUnder(points: readonly { x: number; y: number }[]): number {
  return sum(
    points.slice(1).map((to, i) => {
      const from = points[i] ?? to
      return ((to.x - from.x) * (from.y + to.y)) / 2
    }),
  )
}

/** Precision (y) at each step of recall (x), weighted by the step: without the optimism of straight lines between. */
export function averagePrecision(points: readonly { x: number; y: number }[]): number {
  return sum(points.map(({ x, y }, i) => (x - (points[i - 1]?.x ?? 0)) * y))
}

/** True and false positive rates, and precision, at each threshold from the highest score down. */
export function thresholds(scored: readonly { score: number; positive: boolean }[]) {
  const falling = [...scored].sort((a, b) => b.score - a.score)
  const positives = falling.filter((each) => each.positive).length
  const negatives = falling.length - positives
  let [tp, fp] = [0, 0]
  const found: { tpr: number; fpr: number; precision: number }[] = []
  falling.forEach((each, i) => {
    if (each.positive) tp++
    else fp++
    if (falling[i + 1]?.score === each.score) return
    found.push({
      tpr: positives > 0 ? tp / positives : 0,
      fpr: negatives > 0 ? fp / negatives : 0,
      precision: tp / (tp + fp),
    })
  })
  return found
}
