import type { Matrix } from '../../figure/geometry/transform'
import { placed, transformOf } from '../../figure/geometry/transform'
import type { Markup } from '../../figure/svg/clean'
import type { Box, Point } from '../../forms/scene'
import { DrawingRefused } from './refused'

/** Coordinates beyond this are no drawing. */
const FARTHEST = 1e6

/** Pixels of what SVG counts lengths in; `em` and `%` depend on where they stand. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
}

/**
 * A length in pixels; `whole` is what a per cent is of, `em` the size of the letters.
 * @throws DrawingRefused on what is no number, or beyond all measure
 */
export function lengthOf(
  value: string | undefined,
  fallback: number,
  { whole = 1, em = 16 }: { whole?: number; em?: number } = {},
): number {
  if (value === undefined || value.trim() === '' || value === 'auto') return fallback
  const [, number = '', unit = ''] =
    /^\s*([-+.\deE]+?)(px|pt|pc|mm|cm|in|em|ex|rem|%)?\s*$/.exec(value) ?? []
  const factor = { em, rem: 16, ex: em / 2, '%': whole / 100 }[unit] ?? UNITS[unit] ?? Number.NaN
  return held(number === '' ? Number.NaN : Number(number) * factor, value)
}

/** The number itself where a drawing may have it. */
export function held(number: number, value: string | number = number): number {
  if (!Number.isFinite(number))
    throw new DrawingRefused(
      `${JSON.stringify(String(value).slice(0, 40))} stands where a number must.`,
    )
  if (Math.abs(number) > FARTHEST)
    throw new DrawingRefused(`The coordinate ${String(value).slice(0, 40)} is beyond a million.`)
  return number
}

export function matrixOf(list: string | undefined): Matrix | undefined {
  if (list === undefined || list.trim() === '') return undefined
  try {
    const matrix = transformOf(list)
    for (const each of matrix) held(each)
    return matrix
  } catch (error) {
    if (error instanceof DrawingRefused) throw error
    throw new DrawingRefused(`The transform ${JSON.stringify(list.slice(0, 60))} cannot be read.`)
  }
}

/** Pairs of numbers; an odd one at the end is left out. */
export function pairsOf(points: string): Point[] {
  const all = (points.match(/[^\s,]+/g) ?? []).map((each) => held(Number(each), each))
  return Array.from({ length: all.length >> 1 }, (_, at) => ({
    x: all[2 * at] ?? 0,
    y: all[2 * at + 1] ?? 0,
  }))
}

export const at = (matrix: Matrix, { x, y }: Point): Point => {
  const [left, top] = placed(matrix, x, y)
  return { x: held(left), y: held(top) }
}

/** By how much lengths grow. */
export const scaleOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c))

/** Moved and drawn out along the axes alone. */
export const isUpright = ([a, b, c, d]: Matrix): boolean =>
  Math.abs(b) < 1e-6 && Math.abs(c) < 1e-6 && a > 0 && d > 0

/** The box of a `viewBox`. */
export function viewOf({ attributes }: Markup): Box | undefined {
  const [from, size] = pairsOf(attributes.viewBox ?? '')
  if (!from || !size || !(size.x > 0 && size.y > 0)) return undefined
  return { ...from, width: size.x, height: size.y }
}
