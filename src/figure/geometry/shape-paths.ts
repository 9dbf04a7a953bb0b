import { rounded } from '../../forms/numbers'
import type { Box, Geometry, Point } from '../../forms/scene'
import { cornersOf, distance } from '.'

/** Path data with numbers to a hundredth of a pixel. */
export function path(words: TemplateStringsArray, ...values: number[]): string {
  return String.raw({ raw: words }, ...values.map(rounded))
}

export function closedPath(points: readonly Point[]): string {
  const parts = points.map(({ x, y }) => path`${x} ${y}`)
  return `M${parts.join('L')}Z`
}

/** A rectangle with rounded corners, clockwise. */
export function roundedRect({ x, y, width, height }: Box, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2)
  const [right, bottom] = [x + width, y + height]
  if (r <= 0) return path`M${x} ${y}H${right}V${bottom}H${x}Z`
  return path`M${x + r} ${y}H${right - r}A${r} ${r} 0 0 1 ${right} ${y + r}V${bottom - r}A${r} ${r} 0 0 1 ${right - r} ${bottom}H${x + r}A${r} ${r} 0 0 1 ${x} ${bottom - r}V${y + r}A${r} ${r} 0 0 1 ${x + r} ${y}Z`
}

export function ellipsePath(cx: number, cy: number, rx: number, ry: number): string {
  return path`M${cx - rx} ${cy}A${rx} ${ry} 0 1 1 ${cx + rx} ${cy}A${rx} ${ry} 0 1 1 ${cx - rx} ${cy}Z`
}

/** What a form draws inside its outline, to be filled: a drum's lid, the fold of a page, upright lines as bars so wide. */
export function detailOf(geometry: Geometry, wide: number): string | undefined {
  if (geometry.form === 'cylinder') {
    const { x, y, width, cap } = geometry
    return ellipsePath(x + width / 2, y + cap, width / 2, cap)
  }
  if (geometry.form !== 'path') return undefined
  const details = geometry.d
    .split(/(?<=Z)/)
    .slice(1)
    .join('')
  return details.replace(/M([\d.-]+) ([\d.-]+)(?:V|L\1 )([\d.-]+)(?=M|$)/g, (_, x, top, foot) =>
    roundedRect({ x: x - wide / 2, y: Number(top), width: wide, height: foot - top }, 0),
  )
}

/** A polyline as path data, each corner a quadratic curve that starts `radius` before it. */
export function roundedPath(points: readonly Point[], radius: number): string {
  const [first] = points
  if (!first) return ''
  let d = path`M${first.x} ${first.y}`
  for (let i = 1; i < points.length; i++) {
    const [before, corner, after] = [points[i - 1], points[i], points[i + 1]]
    if (!before || !corner) continue
    const reach = after
      ? Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2)
      : 0
    if (!after || reach < 0.5) {
      d += path`L${corner.x} ${corner.y}`
      continue
    }
    const enter = towards(corner, before, reach)
    const leave = towards(corner, after, reach)
    d += path`L${enter.x} ${enter.y}Q${corner.x} ${corner.y} ${leave.x} ${leave.y}`
  }
  return d
}

/** The point `by` pixels from one point towards another. */
export function towards(from: Point, to: Point, by: number): Point {
  const share = by / (distance(from, to) || 1)
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

/** A cylinder standing upright, its lid's front edge drawn: clockwise like the rest, else it would be a hole. */
export function cylinderPath({ x, y, width, height, cap }: Box & { cap: number }): string {
  const [left, right, top, bottom] = [x, x + width, y + cap, y + height - cap].map(rounded)
  const lid = path`A${width / 2} ${cap} 0 0`
  return `M${left} ${top}${lid} 1 ${right} ${top}V${bottom}${lid} 1 ${left} ${bottom}ZM${right} ${top}${lid} 1 ${left} ${top}`
}

/** Straight pieces per quarter turn where a curve is taken as a polygon. */
const STEPS = 10

/** A box with round corners, clockwise from its upper right one; `flat` is the height of an arc in its width. */
export function roundedPoints(box: Box, rx: number, flat = 1): Point[] {
  const [a, b] = [Math.min(rx, box.width / 2), Math.min(flat * rx, box.height / 2)]
  const [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height]
  if (a <= 0 || b <= 0) return cornersOf(box)
  const corners: [number, number, number][] = [
    [right - a, top + b, -90],
    [right - a, bottom - b, 0],
    [left + a, bottom - b, 90],
    [left + a, top + b, 180],
  ]
  return corners.flatMap(([cx, cy, from]) =>
    Array.from({ length: STEPS + 1 }, (_, step) => {
      const angle = ((from + (90 * step) / STEPS) * Math.PI) / 180
      return { x: cx + a * Math.cos(angle), y: cy + b * Math.sin(angle) }
    }),
  )
}
