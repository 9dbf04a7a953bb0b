import type { Box, Geometry, Point, SceneElement } from '../../forms/scene'
import { cornersOf, partInQuad } from '../check/plane'
import { boxAround, crossings, distance, grown, meets, overlap } from '../geometry'
import { outlineOf } from '../outlines'
import { ringsOf } from '../path-data'
import { STRAIGHT } from './manner'
import type { Sheet } from './sheet'

export type End = 'from' | 'to'
export const ENDS = ['from', 'to'] as const

/** What one way is worse than another by, in pixels of its length. */
const COST = { through: 4000, together: 800, crossing: 120, corner: 40 } as const
/** A line of more is a curve in steps. */
const MOST_CORNERS = 14
/** Lines nearer than so many pixels are one. */
const TOGETHER = 4

/** Corners of a line, curves in steps. */
export const pointsOf = (geometry: Geometry): Point[] =>
  geometry.form === 'polyline'
    ? geometry.points
    : ringsOf(outlineOf(geometry)).flatMap(({ points }) => points)

/** What connectors have to go round. */
export interface Field {
  nodes: Map<string, Box>
  frames: Map<string, Box>
  texts: { id: string; box: Box }[]
  lines: Map<string, Point[]>
  /** Ids of all that a thing stands in, or that stands in it. */
  kin: (id: string) => ReadonlySet<string>
  /** Connectors with an end in common may run on one line. */
  isSister: (id: string, other: string) => boolean
}

export function fieldOf(sheet: Sheet, ids: ReadonlySet<string>): Field {
  const nodes = new Map(sheet.withRole('node').map((node) => [node.id, sheet.bodyOf(node)]))
  const frames = new Map(sheet.withRole('group').map(({ id, box }) => [id, box]))
  const texts = sheet.elements
    .filter(({ id, kind, parent, box }) => {
      if (kind !== 'text' || ids.has(parent ?? '') || ids.has(id)) return false
      const body = nodes.get(parent ?? '')
      // Words in a thing are part of it; a caption stands beside it.
      return body === undefined ? sheet.get(parent)?.role !== 'node' : !overlap(body, box, 2)
    })
    .map(({ id, box }) => ({ id, box }))
  const lines = new Map(
    sheet.elements.flatMap(({ id, kind, geometry }) =>
      kind === 'connector' && geometry && !ids.has(id) ? [[id, pointsOf(geometry)] as const] : [],
    ),
  )
  const known = new Map<string, Set<string>>()
  const kin = (id: string) => {
    const own =
      known.get(id) ??
      new Set(
        [...nodes.keys()].filter(
          (other) => other === id || sheet.isIn(id, other) || sheet.isIn(other, id),
        ),
      )
    known.set(id, own)
    return own
  }
  const isSister = (id: string, other: string) => {
    const [one, two] = [sheet.get(id), sheet.get(other)]
    return ENDS.some((end) => one?.[end] && one[end].element === two?.[end]?.element)
  }
  return { nodes, frames, texts, lines, kin, isSister }
}

/** Of the smaller side of a thing: where a line that ends at it may run in its box, as beside its words. */
const MOST_WITHIN = 0.45

/** How far a straight step runs in a box. */
function within(a: Point, b: Point, box: Box): number {
  const part = partInQuad(a, b, cornersOf(box))
  return part ? (part[1] - part[0]) * distance(a, b) : 0
}

/** What a way costs; `borne`: ids of what it may meet all the same. */
export function costOf(
  field: Field,
  { id, from, to, style, heads }: SceneElement,
  points: readonly Point[],
  borne: ReadonlySet<string> = new Set(),
) {
  const own = [from, to].flatMap((end) => (end ? [...field.kin(end.element)] : []))
  const around = grown(boxAround(points), 0.01)
  const isMet = (box: Box) =>
    overlap(around, box) && points.some((b, at) => at > 0 && meets(points[at - 1] as Point, b, box))
  const met = new Set<string>()
  for (const [node, box] of field.nodes) if (!own.includes(node) && isMet(box)) met.add(node)
  for (const text of field.texts) if (isMet(text.box)) met.add(text.id)
  // A line that runs back through what it joins: its ends may stand well in a drawn one.
  for (const [end, inner] of [
    [from, points.slice(1)],
    [to, points.slice(0, -1)],
  ] as const) {
    const box = end && field.nodes.get(end.element)
    if (!box) continue
    const isBack = (b: Point, at: number) =>
      at > 0 && meets(inner[at - 1] as Point, b, grown(box, -3))
    const [last, before] = end === from ? points : points.toReversed()
    const across = last && before ? within(last, before, box) : 0
    if (inner.some(isBack) || across > MOST_WITHIN * Math.min(box.width, box.height))
      met.add(end.element)
  }
  const through = met.difference(borne).size
  const along = new Set<string>()
  let crossed = 0
  for (const [other, line] of field.lines) {
    if (other === id || !overlap(grown(around, TOGETHER), grown(boxAround(line), TOGETHER)))
      continue
    crossed += crossings(points, line)
    if (isTogether(points, line) && !field.isSister(id, other)) along.add(other)
  }
  const together = along.difference(borne).size
  const length = points.reduce((sum, b, at) => sum + distance(points[at - 1] ?? b, b), 0)
  // A curve has many steps and no corners.
  const isCurve = points.length > MOST_CORNERS
  const corners = isCurve ? 1 : Math.max(0, points.length - 2)
  const head = heads === 'none' ? 0 : (style.head?.length ?? 0) * (style.strokeWidth ?? 1)
  const isShort = (b: Point, at: number) =>
    at > 0 && distance(points[at - 1] as Point, b) < (at === points.length - 1 ? head : TOGETHER)
  const short = points.length > 2 && !isCurve && points.some(isShort)
  return {
    met: met.union(along),
    faults: through + together + (short ? 1 : 0),
    crossings: crossed,
    whole:
      length +
      COST.corner * (corners + (short ? 3 : 0)) +
      COST.through * through +
      COST.together * together +
      COST.crossing * crossed,
  }
}

/** Whether two lines run on one for more than a corner. */
function isTogether(one: readonly Point[], two: readonly Point[]): boolean {
  for (let i = 1; i < one.length; i++) {
    const [a, b] = [one[i - 1] as Point, one[i] as Point]
    const isLevel = Math.abs(a.y - b.y) < STRAIGHT
    if (!isLevel && Math.abs(a.x - b.x) >= STRAIGHT) continue
    const [along, across] = isLevel ? (['x', 'y'] as const) : (['y', 'x'] as const)
    const [low, high] = [Math.min(a[along], b[along]), Math.max(a[along], b[along])]
    for (let k = 1; k < two.length; k++) {
      const [c, d] = [two[k - 1] as Point, two[k] as Point]
      if (
        Math.abs(a[across] - c[across]) >= TOGETHER ||
        Math.abs(c[across] - d[across]) >= STRAIGHT
      )
        continue
      const shared =
        Math.min(high, Math.max(c[along], d[along])) - Math.max(low, Math.min(c[along], d[along]))
      if (shared > 4 * TOGETHER) return true
    }
  }
  return false
}
