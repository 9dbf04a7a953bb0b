/** Arithmetic that every room needs; a negative zero is never given back. */

/** To a hundredth, which is enough for a coordinate of a drawing. */
export function rounded(value: number): number {
  return roundedTo(value, 2)
}

/** All numbers of a box, a point, an outline. */
export function roundedAll<Whole>(whole: Whole): Whole {
  if (typeof whole === 'number') return rounded(whole) as Whole
  if (Array.isArray(whole)) return whole.map((each) => roundedAll(each)) as Whole
  if (whole === null || typeof whole !== 'object') return whole
  return Object.fromEntries(
    Object.entries(whole).map(([name, value]) => [name, roundedAll(value)]),
  ) as Whole
}

/** To so many digits after the point. */
export function roundedTo(value: number, digits: number): number {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale + 0
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

/** The middle of a list in order, of two the higher one; undefined for an empty list. */
export function middleOf(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[values.length >> 1]
}

/** {@link middleOf}, and 0 for an empty list. */
export function medianHigh(values: readonly number[]): number {
  return middleOf(values) ?? 0
}
