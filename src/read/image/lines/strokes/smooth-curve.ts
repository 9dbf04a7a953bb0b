import { ahead, direction } from '../../../../figure/geometry'
import { number } from '../../../../figure/xml'
import type { Point } from '../../../../forms/scene'
import { lengthOf, simplified } from '../../outlines/polyline'

/** By how many pixels a polyline may miss a curve at whose corners pieces of the curve begin. */
const BOW = 5
/** Points to either side by which a curve's direction is told. */
const REACH = 7

/** A smooth curve along the points of a thinned line: cubic Bézier pieces that go its way where they meet. */
export function curveThrough(points: readonly Point[]): {
  form: 'curve'
  points: Point[]
  d: string
} {
  const smooth = smoothed(points)
  const at = (index: number) =>
    smooth[Math.min(smooth.length - 1, Math.max(0, index))] ?? { x: 0, y: 0 }
  const way = (index: number) => direction(at(index - REACH), at(index + REACH))
  const knots = simplified(smooth, BOW)
  const pieces = knots.slice(1).map((to, k) => {
    const from = knots[k] ?? to
    const reach = lengthOf(smooth.slice(from, to + 1)) / 3
    const controls = [ahead(at(from), way(from), reach), ahead(at(to), way(to), -reach), at(to)]
    return `C${controls.map(pair).join(' ')}`
  })
  return { form: 'curve', points: smooth, d: `M${pair(at(0))}${pieces.join('')}` }
}

const pair = ({ x, y }: Point) => `${number(x)} ${number(y)}`

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
