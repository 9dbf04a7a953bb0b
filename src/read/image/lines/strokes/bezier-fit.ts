import { fitCubic } from 'fit-curve'
import { number } from '../../../../figure/svg/xml'
import type { Point } from '../../../../forms/scene'
import { directionOf } from '../../outlines/polyline'

/** Cubic Bézier curves through points, none farther than `slack` from them. */
export function cubicsThrough(
  points: readonly Point[],
  slack: number,
): { form: 'curve'; points: Point[]; d: string } {
  const smooth = smoothed(points)
  const [first, last] = [directionOf(smooth, 8), directionOf(smooth.toReversed(), 8)]
  const curves = fitCubic(smooth.map(pairOf), pairOf(first), pairOf(last), slack ** 2)
  const start = curves[0]?.[0] ?? [0, 0]
  const d = curves.reduce(
    (path, [, ...controls]) => `${path}C${controls.map(written).join(' ')}`,
    `M${written(start)}`,
  )
  return { form: 'curve', points: smooth, d }
}

const pairOf = ({ x, y }: Point): [number, number] => [x, y]
const written = ([x, y]: [number, number]) => `${number(x)} ${number(y)}`

/** Thinned lines climb in steps of a pixel. */
function smoothed(points: readonly Point[]): Point[] {
  return points.map((point, index) => {
    const reach = Math.min(3, index, points.length - 1 - index)
    if (reach === 0) return point
    const near = points.slice(index - reach, index + reach + 1)
    return {
      x: near.reduce((sum, { x }) => sum + x, 0) / near.length,
      y: near.reduce((sum, { y }) => sum + y, 0) / near.length,
    }
  })
}
