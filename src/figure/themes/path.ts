import { rounded } from '../../forms/numbers'
import type { Box, Geometry, Point } from '../../forms/scene'
import { cornersOf } from '../geometry'

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

/** The outline of a form as path data; corners up to `sharp` pixels of radius are corners. */
export function fillPath(geometry: Geometry, sharp = 0): string {
  switch (geometry.form) {
    case 'rect':
      return roundedRect(geometry, geometry.radius > sharp ? geometry.radius : 0)
    case 'ellipse':
      return ellipsePath(geometry.cx, geometry.cy, geometry.rx, geometry.ry)
    default:
      return closedPath(outlinePoints(geometry))
  }
}

/** What a path draws inside its outline, to be filled: the fold of a page, or upright lines as bars so wide. */
export function detailPath(d: string, width: number): string {
  const details = d
    .split(/(?<=Z)/)
    .slice(1)
    .join('')
  return details.replace(/M([\d.-]+) ([\d.-]+)(?:V|L\1 )([\d.-]+)(?=M|$)/g, (_, x, top, foot) =>
    roundedRect({ x: x - width / 2, y: Number(top), width, height: foot - top }, 0),
  )
}

/** Straight pieces per quarter turn where a curve is taken as a polygon. */
const STEPS = 10

/** A shape's outline as a polygon, clockwise from its top; curves in steps. */
export function outlinePoints(geometry: Geometry): Point[] {
  switch (geometry.form) {
    case 'rect':
      return roundedPoints(geometry, geometry.radius)
    case 'ellipse': {
      const { cx, cy, rx, ry } = geometry
      return roundedPoints({ x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry }, rx, ry / rx)
    }
    case 'cylinder':
      return roundedPoints(geometry, geometry.width / 2, (2 * geometry.cap) / geometry.width)
    case 'polygon':
      return [...geometry.points]
    case 'path':
      return straightPoints(geometry.d)
    default:
      return []
  }
}

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

/** The corners of a path's first subpath of straight lines. */
function straightPoints(d: string): Point[] {
  const points: Point[] = []
  let [x, y] = [0, 0]
  for (const [, letter, values] of d.matchAll(/([MLHVZ])([^MLHVZ]*)/g)) {
    if (letter === 'Z' || (letter === 'M' && points.length > 0)) break
    const [first = 0, second = 0] = (values ?? '')
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    if (letter === 'H') x = first
    else if (letter === 'V') y = first
    else [x, y] = [first, second]
    points.push({ x, y })
  }
  return points
}
