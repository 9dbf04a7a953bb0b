import { remembered } from '../../forms/remembered'
import type { Box, Geometry, Point, SceneElement } from '../../forms/scene'
import { onOne } from '../check/edge-faults'
import { boxAround, crossings, distance, grown, meets, overlap } from '../geometry'
import { outlineOf } from '../geometry/outlines'
import { ringsOf } from '../geometry/path-data'
import type { Doc } from './scene-document'

export type End = 'from' | 'to'
export const ENDS = ['from', 'to'] as const

/** Lines that run on one for more pixels are hard to tell apart. */
const TOGETHER = 16
/** Corners nearer to each other, in pixels, look like an accident. */
const SHORT = 4
/** Of the smaller side of a thing: so deep in its box a line may end, as beside its words. */
const WITHIN = 0.25
/** How much worse than a crossing it is to run through something, and on another line. */
export const PENALTY = { through: 30, together: 6, beside: 3 } as const
/** Pixels beside words in which a line seems to belong to them. */
const CLEAR = 8

/** Corners of a line, curves in steps. */
export const pointsIn = (geometry: Geometry): Point[] =>
  geometry.form === 'polyline'
    ? geometry.points
    : ringsOf(outlineOf(geometry)).flatMap(({ points }) => points)

/** What connectors have to go round. */
export interface Obstacles {
  nodes: Map<string, Box>
  frames: Map<string, Box>
  texts: { id: string; box: Box }[]
  lines: Map<string, Point[]>
  /** Ids of all that a thing stands in, or that stands in it. */
  kin: (id: string) => ReadonlySet<string>
  /** Connectors with an end in common may run on one line. */
  isSister: (id: string, other: string) => boolean
}

export function obstaclesOf(doc: Doc, ids: ReadonlySet<string>): Obstacles {
  const nodes = new Map(doc.withRole('node').map((node) => [node.id, doc.bodyOf(node)]))
  const frames = new Map(doc.withRole('group').map(({ id, box }) => [id, box]))
  const texts = doc.elements
    .filter(({ id, kind, parent, box }) => {
      if (kind !== 'text' || ids.has(parent ?? '') || ids.has(id)) return false
      const body = nodes.get(parent ?? '')
      // Words in a thing are part of it; a caption stands beside it.
      return body === undefined ? doc.get(parent)?.role !== 'node' : !overlap(body, box, 2)
    })
    .map(({ id, box }) => ({ id, box }))
  const lines = new Map(
    doc.elements.flatMap(({ id, kind, geometry }) =>
      kind === 'connector' && geometry && !ids.has(id) ? [[id, pointsIn(geometry)] as const] : [],
    ),
  )
  const kin = remembered((id: string) => {
    const isKin = (other: string) => other === id || doc.isIn(id, other) || doc.isIn(other, id)
    return new Set([...nodes.keys()].filter(isKin))
  })
  const isSister = (id: string, other: string) => {
    const [one, two] = [doc.get(id), doc.get(other)]
    return ENDS.some((end) => one?.[end] && one[end].element === two?.[end]?.element)
  }
  return { nodes, frames, texts, lines, kin, isSister }
}

/** What is wrong with a way: what it runs through or on and how bad that is, by id, and how many lines it crosses. */
export function conflictsOf(
  field: Obstacles,
  { id, from, to }: SceneElement,
  points: readonly Point[],
) {
  const own = [from, to].flatMap((end) => (end ? [...field.kin(end.element)] : []))
  const around = grown(boxAround(points), 0.01)
  const isMet = (box: Box, line = points) =>
    overlap(around, box) && line.some((b, at) => at > 0 && meets(line[at - 1] as Point, b, box))
  const met = new Map<string, number>()
  for (const [node, box] of field.nodes)
    if (!own.includes(node) && isMet(box)) met.set(node, PENALTY.through)
  for (const text of field.texts)
    if (isMet(grown(text.box, CLEAR)))
      met.set(text.id, isMet(text.box) ? PENALTY.through : PENALTY.beside)
  // A line that runs back through what it joins.
  for (const [end, inner] of [
    [from, points.slice(1)],
    [to, points.slice(0, -1)],
  ] as const) {
    const box = end && field.nodes.get(end.element)
    const core = box && grown(box, -WITHIN * Math.min(box.width, box.height))
    if (box && core && (isMet(grown(box, -3), inner) || isMet(core)))
      met.set(end.element, PENALTY.through)
  }
  let crossed = 0
  for (const [other, line] of field.lines) {
    if (other === id || !overlap(grown(around, SHORT), grown(boxAround(line), SHORT))) continue
    crossed += crossings(points, line)
    if (!field.isSister(id, other) && together(points, line) > TOGETHER)
      met.set(other, PENALTY.together)
  }
  if (points.length > 2 && isShort(points)) met.set(id, PENALTY.together)
  return { met, crossed }
}

/** How bad a way is; `borne`: what it meets and crosses all the same. */
export function costOf({ met, crossed }: Conflicts, borne: Conflicts): number {
  const more = [...met].map(([id, worse]) => (borne.met.has(id) ? 0 : worse))
  return more.reduce((sum, worse) => sum + worse, Math.max(0, crossed - borne.crossed))
}

type Conflicts = ReturnType<typeof conflictsOf>

/** How long two lines run on each other. */
function together(one: readonly Point[], two: readonly Point[]): number {
  let length = 0
  for (const [i, b] of one.entries())
    for (const [k, d] of two.entries())
      if (i > 0 && k > 0) length += onOne(one[i - 1] as Point, b, two[k - 1] as Point, d)
  return length
}

/** Of a line of straight steps: a curve has many short ones. */
const isShort = (points: readonly Point[]) =>
  points.length < 15 &&
  points.some((b, at) => at > 0 && distance(points[at - 1] as Point, b) < SHORT)
