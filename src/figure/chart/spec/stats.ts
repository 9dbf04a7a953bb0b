/** Statistics for charts. Lists hold finite numbers only; an empty list gives NaN unless said otherwise. */

export const sum = (list: readonly number[]): number => list.reduce((all, each) => all + each, 0)
export const mean = (list: readonly number[]): number => sum(list) / list.length

/** Smallest and largest value; spreading a long list into Math.min overflows the stack. */
export function extent(list: Iterable<number>): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const each of list) {
    if (each < low) low = each
    if (each > high) high = each
  }
  return [low, high]
}

/** Two-sided 95 % quantiles of Student's t for 1 to 30 degrees of freedom. */
const T95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145,
  2.131, 2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048,
  2.045, 2.042,
]
export const studentT = (degrees: number): number => T95[degrees - 1] ?? 1.96 + 2.4 / degrees

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

export interface Scored {
  score: number
  positive: boolean
}

/** True and false positive rates, and precision, at each threshold from the highest score down. */
export function thresholds(scored: readonly Scored[]) {
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
