import { difference } from '../../../figure/color'
import type { Point, SceneElement } from '../../../forms/scene'
import { pointsAlongLine } from '../dashes/outline-dashes'
import type { Pixels } from '../pixels/pixels'
import type { PictureReading } from '../reading'

/** Of what the picture shows along a line, the share that the line must explain to stay. */
const LEAST = 0.25
/** The share of a line's pixels that must lie at ink of the picture, and the other way round. */
const LIKE = 0.75
/** Steps into which a curve is cut. */
const STEPS = 24

/**
 * True where drawing a line brings the picture nearer. The phase of dashes is not kept: of a dashed line the amounts of
 * ink must agree.
 */
export function explainsInk(
  element: SceneElement,
  reading: PictureReading,
  drawn: Pixels,
): boolean {
  const points = pointsAlongLine(pointsOf(element))
  const { source, ground, contrast } = reading
  const { width, height } = source
  const ink = { own: 0, made: 0, error: 0, met: 0, real: 0 }
  for (const i of strip(points, (element.style.strokeWidth ?? 1) / 2 + 1.5, width, height)) {
    const below = ground.rgb[i] as number
    const own = difference(source.rgb[i] as number, below)
    const made = difference(drawn.rgb[i] as number, below)
    ink.own += own
    ink.made += made
    ink.error += difference(source.rgb[i] as number, drawn.rgb[i] as number)
    if (own > contrast && nearInk(drawn, ground, i, 0.5 * own)) ink.met += own
    if (made > contrast && nearInk(source, ground, i, 0.5 * made)) ink.real += made
  }
  if (ink.own === 0) return false
  if (element.style.dash) return Math.abs(ink.own - ink.made) <= (1 - LEAST) * ink.own
  return (
    1 - ink.error / ink.own >= LEAST || (ink.met >= LIKE * ink.own && ink.real >= LIKE * ink.made)
  )
}

function nearInk({ rgb, width }: Pixels, ground: Pixels, i: number, least: number): boolean {
  for (const row of [0, -width, width])
    for (const step of [0, -1, 1]) {
      const at = i + row + step
      if (difference(rgb[at] ?? 0, ground.rgb[at] ?? 0) >= least) return true
    }
  return false
}

/** The pixels within a distance of places that lie a pixel apart. */
function strip(points: readonly Point[], reach: number, width: number, height: number) {
  const pixels = new Set<number>()
  const most = Math.ceil(reach)
  for (const { x, y } of points) {
    for (let dy = -most; dy <= most; dy++) {
      for (let dx = -most; dx <= most; dx++) {
        if (dx * dx + dy * dy > reach * reach) continue
        const [column, row] = [Math.floor(x) + dx, Math.floor(y) + dy]
        if (column >= 0 && row >= 0 && column < width && row < height)
          pixels.add(row * width + column)
      }
    }
  }
  return pixels
}

/** The corners of a line, its curves cut into short pieces. */
function pointsOf({ geometry }: SceneElement): Point[] {
  if (geometry?.form === 'polyline') return geometry.points
  if (geometry?.form !== 'path') return []
  const places = [...geometry.d.matchAll(/([MLC])([^MLCZ]*)/g)]
  const points: Point[] = []
  for (const [, command, text = ''] of places) {
    const numbers = [...text.matchAll(/-?[\d.]+/g)].map(([digits]) => Number(digits))
    if (command === 'C') {
      for (let k = 0; k + 5 < numbers.length; k += 6) cut(points, numbers.slice(k, k + 6))
      continue
    }
    for (let k = 0; k + 1 < numbers.length; k += 2)
      points.push({ x: numbers[k] ?? 0, y: numbers[k + 1] ?? 0 })
  }
  return points
}

function cut(points: Point[], [bx = 0, by = 0, cx = 0, cy = 0, ex = 0, ey = 0]: number[]): void {
  const a = points.at(-1) ?? { x: bx, y: by }
  for (let step = 1; step <= STEPS; step++) {
    const t = step / STEPS
    const s = 1 - t
    const w = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t] as const
    points.push({
      x: w[0] * a.x + w[1] * bx + w[2] * cx + w[3] * ex,
      y: w[0] * a.y + w[1] * by + w[2] * cy + w[3] * ey,
    })
  }
}
