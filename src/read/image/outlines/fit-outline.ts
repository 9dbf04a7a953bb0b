import { distance, withCutCorners } from '../../../figure/geometry'
import { leastOf } from '../../../forms/least'
import type { Geometry, Point } from '../../../forms/scene'
import { contourOf, coveredIn, covers, isGappy, type Silhouette } from '../pixels/silhouette'
import { crossing, lineThrough, polygonArea, simplified } from './polyline'

export type Outline = Extract<Geometry, { form: 'rect' | 'ellipse' | 'polygon' | 'cylinder' }>

export interface OutlineFit {
  /** The edge of the flat fill, in picture pixels. */
  outline: Outline
  /** Mean distance between the fill's edge and the outline, in pixels. */
  error: number
}

/** The covered part of a row, as columns from the silhouette's left. */
type Spans = (y: number) => readonly [left: number, right: number]

const CORNER_LOSS = 4 - Math.PI
/** Radii of corners that are tried where dashes let the fill out, in pixels. */
const USUAL = [4, 8, 16, 32]
const MOST_CORNERS = 10
/** By how many pixels a simpler form may fit worse than a polygon of free corners, as a share of the slack. */
const SIMPLER = 0.15
/** The same where edges ring: there they are no sharper than a pixel. */
const SIMPLER_NOISY = 0.3

/** The simplest form that lies along a silhouette's edge; undefined where none does within `slack` pixels. */
export function fitOutline(shape: Silhouette, slack: number): OutlineFit | undefined {
  const { width, height } = shape
  const round = ellipse(shape)
  const rect = roundedRect(shape)
  // Round corners of few pixels differ from cut ones by a pixel each.
  const [cut] = chamfered(shape)
  const pixels = 2 * (width + height)
  const box = cut && (rect.error - cut.error) * pixels > CUT_GAIN ? cut : rect
  const forms = [isCircle(rect, shape) ? round : box, round, ...slanted(shape), ...drum(shape)]
  const simpler = slack * (slack > 1 ? SIMPLER_NOISY : SIMPLER)
  const best = forms.reduce((a, b) => (b.error < a.error - simpler ? b : a))
  const small = Math.min(width, height)
  // A dashed border lets the fill of a large panel out between its dashes.
  const most = Math.min(slack * (1 + small / 500), 0.06 * small + 0.12)
  if (best.error <= most * 0.5) return best
  const free = polygon(shape)
  if (free && free.error < best.error - simpler && free.error <= most) return free
  return best.error <= most ? best : undefined
}

/** A square with corners as round as can be is a circle. */
function isCircle({ outline }: OutlineFit, { width, height }: Silhouette): boolean {
  const alike = Math.abs(width - height) <= Math.max(1, 0.04 * Math.min(width, height))
  return (
    alike &&
    outline.form === 'rect' &&
    outline.radius > 0.42 * Math.min(outline.width, outline.height)
  )
}

function errorOf(shape: Silhouette, spans: Spans): number {
  let differing = 0
  for (let y = 0; y < shape.height; y++) {
    const [left, right] = spans(y)
    const own = coveredIn(shape, y, 0, shape.width)
    const shared = coveredIn(shape, y, left, right)
    differing += own + Math.max(0, Math.round(right) - Math.round(left)) - 2 * shared
  }
  return differing / (2 * (shape.width + shape.height))
}

function roundedRect(shape: Silhouette): OutlineFit {
  return wholeOrBare(shape, (part) => rectIn(shape, part))
}

/** The better fit of two: to all of a silhouette, or to what is left without the odd pixels at its edge. */
function wholeOrBare(shape: Silhouette, fit: (part: Part) => OutlineFit): OutlineFit {
  const whole = fit({ left: 0, top: 0, right: shape.width, bottom: shape.height })
  const bare = withoutFuzz(shape)
  if (!bare) return whole
  const trimmed = fit(bare)
  return trimmed.error < whole.error ? trimmed : whole
}

/** Columns and rows of a silhouette, the last ones excluded. */
interface Part {
  left: number
  top: number
  right: number
  bottom: number
}

/** Rows and columns at the edge of which less than this share is covered may be a few odd pixels. */
const FUZZ = 0.12

/** Without the edge's nearly empty or gappy rows and columns; undefined where there are none. */
function withoutFuzz(shape: Silhouette): Part | undefined {
  const { width, height } = shape
  const row = (y: number) =>
    coveredIn(shape, y, 0, width) < FUZZ * width || isGappy(width, (x) => covers(shape, x, y))
  const column = (x: number) => {
    let count = 0
    for (let y = 0; y < height; y++) if (covers(shape, x, y)) count++
    return count < FUZZ * height || isGappy(height, (y) => covers(shape, x, y))
  }
  const most = 2
  let [left, top, right, bottom] = [0, 0, width, height]
  while (left < most && column(left)) left++
  while (width - right < most && column(right - 1)) right--
  while (top < most && row(top)) top++
  while (height - bottom < most && row(bottom - 1)) bottom--
  const same = left + top + (width - right) + (height - bottom) === 0
  return same || right - left < 4 || bottom - top < 4 ? undefined : { left, top, right, bottom }
}

function rectIn(shape: Silhouette, { left, top, right, bottom }: Part): OutlineFit {
  const { x0, y0, area } = shape
  const [width, height] = [right - left, bottom - top]
  const most = Math.min(width, height) / 2
  const missing = Math.max(0, width * height - area)
  const guess = Math.min(most, Math.sqrt(missing / CORNER_LOSS))
  const errorWith = (radius: number) =>
    errorOf(shape, (y) => {
      const down = y - top
      if (down < 0 || down >= height) return [0, 0]
      const into = Math.max(0, radius - Math.min(down + 0.5, height - down - 0.5))
      const inset = radius - Math.sqrt(Math.max(0, radius * radius - into * into))
      return [left + inset, right - inset]
    })
  let best = { radius: 0, error: errorWith(0) }
  const tryRadius = (wanted: number) => {
    const radius = Math.min(most, wanted)
    const error = radius < 1 ? best.error : errorWith(radius)
    if (error < best.error) best = { radius, error }
  }
  for (const wanted of [guess * 0.85, guess, guess * 1.15, ...USUAL, most]) tryRadius(wanted)
  // Where dashes let the fill out, both guesses are off.
  for (let step = best.radius / 4; step > 0.5; step /= 2)
    for (const wanted of [best.radius - step, best.radius + step]) tryRadius(wanted)
  return {
    outline: { form: 'rect', x: x0 + left, y: y0 + top, width, height, radius: best.radius },
    error: best.error,
  }
}

function ellipse(shape: Silhouette): OutlineFit {
  return wholeOrBare(shape, (part) => ellipseIn(shape, part))
}

function ellipseIn(shape: Silhouette, { left, top, right, bottom }: Part): OutlineFit {
  const [rx, ry] = [(right - left) / 2, (bottom - top) / 2]
  const [cx, cy] = [left + rx, top + ry]
  const error = errorOf(shape, (y) => {
    const half = rx * Math.sqrt(Math.max(0, 1 - ((y + 0.5 - cy) / ry) ** 2))
    return [cx - half, cx + half]
  })
  return { outline: { form: 'ellipse', cx: shape.x0 + cx, cy: shape.y0 + cy, rx, ry }, error }
}

/** A cylinder in one colour: straight sides, bowed out at the top and the bottom. */
function drum(shape: Silhouette): OutlineFit[] {
  const { x0, y0, width, height, area } = shape
  // Two half ellipses miss this much of the boxes around them.
  const cap = (width * height - area) / (2 * width * (1 - Math.PI / 4))
  if (cap < 3 || 3 * cap > Math.min(width, height)) return []
  const half = width / 2
  const error = errorOf(shape, (y) => {
    const into = Math.max(0, cap - Math.min(y + 0.5, height - y - 0.5)) / cap
    const reach = half * Math.sqrt(Math.max(0, 1 - into * into))
    return [half - reach, half + reach]
  })
  return [{ outline: { form: 'cylinder', x: x0, y: y0, width, height, cap }, error }]
}

/** A box with its corners cut off at half a right angle. */
function chamfered(shape: Silhouette): OutlineFit[] {
  const { x0, y0, width, height, area } = shape
  const cut = Math.sqrt(Math.max(0, width * height - area) / 2)
  if (cut < LEAST_CUT || 2 * cut > Math.min(width, height)) return []
  const error = errorOf(shape, (y) => {
    const inset = Math.max(0, cut - Math.min(y + 0.5, height - y - 0.5))
    return [inset, width - inset]
  })
  const points = withCutCorners({ x: x0, y: y0, width, height }, cut)
  return [{ outline: { form: 'polygon', points }, error }]
}

/** Pixels by which a corner must be cut off, so that it is not taken for a round one. */
const LEAST_CUT = 5
/** By how many pixels four cut corners must fit better than round ones. */
const CUT_GAIN = 6

/** Diamond, hexagon, parallelogram either way: forms of which a box and one length tell all. */
function slanted(shape: Silhouette): OutlineFit[] {
  const { x0, y0, width, height, area } = shape
  const at = (points: [number, number][]): Outline => ({
    form: 'polygon',
    points: points.map(([x, y]) => ({ x: x0 + x, y: y0 + y })),
  })
  const middle = height / 2
  const away = (y: number) => Math.abs(y + 0.5 - middle) / middle
  const slant = Math.min(width / 2, Math.max(0, (width * height - area) / height))
  const side = Math.min(width / 2, 2 * Math.max(0, (width * height - area) / height) * 0.5)
  const down = (y: number) => (y + 0.5) / height
  return [
    {
      outline: at([
        [width / 2, 0],
        [width, middle],
        [width / 2, height],
        [0, middle],
      ]),
      error: errorOf(shape, (y) => [(away(y) * width) / 2, width - (away(y) * width) / 2]),
    },
    {
      outline: at([
        [side, 0],
        [width - side, 0],
        [width, middle],
        [width - side, height],
        [side, height],
        [0, middle],
      ]),
      error: errorOf(shape, (y) => [away(y) * side, width - away(y) * side]),
    },
    {
      outline: at([
        [slant, 0],
        [width, 0],
        [width - slant, height],
        [0, height],
      ]),
      error: errorOf(shape, (y) => [slant * (1 - down(y)), width - slant * down(y)]),
    },
    {
      outline: at([
        [0, 0],
        [width - slant, 0],
        [width, height],
        [slant, height],
      ]),
      error: errorOf(shape, (y) => [slant * down(y), width - slant * (1 - down(y))]),
    },
  ].map(({ outline, error }) => ({ outline, error: slant < 3 ? Number.POSITIVE_INFINITY : error }))
}

/** A polygon of few free corners, each edge the least-squares line of its part of the contour. */
function polygon(shape: Silhouette): OutlineFit | undefined {
  const contour = contourOf(shape)
  if (contour.length < 8) return undefined
  const turned = startAtCorner(contour)
  const corners = simplified([...turned, turned[0] ?? { x: 0, y: 0 }], 1.3)
  if (corners.length - 1 > MOST_CORNERS || corners.length - 1 < 3) return undefined
  const points = refined(turned, corners)
  const own = polygonArea(points)
  if (Math.abs(own - shape.area) > 0.08 * shape.area) return undefined
  return {
    outline: { form: 'polygon', points },
    error: errorOf(shape, (y) => spanOf(points, shape, y)),
  }
}

/** A contour that starts in the middle of an edge would keep a corner there. */
function startAtCorner(contour: readonly Point[]): Point[] {
  const [first] = contour
  const [farthest] = leastOf(
    contour.entries(),
    ([, point]) => -distance(first ?? point, point),
  ) ?? [0]
  return [...contour.slice(farthest), ...contour.slice(0, farthest)]
}

function refined(contour: readonly Point[], corners: readonly number[]): Point[] {
  const lines = corners.slice(1).map((to, index) => {
    const from = corners[index] ?? 0
    const trim = Math.min(3, Math.floor((to - from) / 4))
    return lineThrough([...contour, contour[0] ?? { x: 0, y: 0 }].slice(from + trim, to - trim + 1))
  })
  return lines.map((line, index) => {
    const before = lines[(index + lines.length - 1) % lines.length] ?? line
    const corner = contour[corners[index] ?? 0] ?? line.at
    const met = crossing(before, line)
    return met && distance(met, corner) < 6 ? met : corner
  })
}

/** Between the outermost crossings of a row: the form may be hollow, the error says so. */
function spanOf(points: readonly Point[], { x0, y0 }: Silhouette, y: number): [number, number] {
  const row = y0 + y + 0.5
  let left = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  for (let i = 0; i < points.length; i++) {
    const [a, b] = [points[i], points[(i + 1) % points.length]]
    if (!a || !b || a.y > row === b.y > row) continue
    const x = a.x + ((row - a.y) / (b.y - a.y)) * (b.x - a.x)
    left = Math.min(left, x)
    right = Math.max(right, x)
  }
  return left > right ? [0, 0] : [left - x0, right - x0]
}
