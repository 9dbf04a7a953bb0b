import type { Composition } from '../../forms/composition'
import type { Diagram } from '../../forms/diagram'
import type { Point } from '../../forms/scene'
import { distance } from '../geometry'
import { type ElementDraft, Z } from '../layout/sketch'
import { trunksOf } from './requests'

/** Radius of a dot, and of the corners of lines that part at one, in em. */
const DOT = { radius: 0.22, corner: 0.12 } as const
/** Pixels. */
const SAME = 0.5

/** The connectors of named trunks with a dot wherever two of them part. */
export function withJunctions(
  drafts: readonly ElementDraft[],
  diagram: Diagram,
  wish: Composition,
  em: number,
): ElementDraft[] {
  const trunks = trunksOf(diagram, wish)
  if (trunks.size === 0) return [...drafts]
  const lines = new Map(
    drafts.flatMap(({ element: { id, geometry } }) =>
      geometry?.form === 'polyline' ? [[id, geometry.points] as const] : [],
    ),
  )
  const dots: ElementDraft[] = []
  const members = Map.groupBy(trunks.keys(), (id) => trunks.get(id)?.name)
  for (const ids of members.values()) {
    const isEnd = trunks.get(ids[0] ?? '')?.end === 'to'
    const found: Point[] = []
    for (const [index, id] of ids.entries())
      for (const other of ids.slice(index + 1)) {
        const [a, b] = [id, other].map((each) => {
          const points = lines.get(each) ?? []
          return isEnd ? points.toReversed() : points
        })
        const at = partingOf(a ?? [], b ?? [])
        if (!at || found.some((known) => distance(known, at) < em)) continue
        found.push(at)
        dots.push(dotAt(at, id, found.length, em))
      }
  }
  const parted = new Set(trunks.keys())
  return [
    ...drafts.map((draft) =>
      dots.length > 0 && parted.has(draft.element.id) ? sharper(draft, em) : draft,
    ),
    ...dots,
  ]
}

/** Where two lines part that begin as one; undefined where they do not, or never part. */
function partingOf(one: readonly Point[], two: readonly Point[]): Point | undefined {
  const [[first, ...a], [second, ...b]] = [one, two]
  if (!first || !second || distance(first, second) > SAME) return undefined
  let at = first
  let isShared = false
  for (let [next, other] = [a[0], b[0]]; next && other; [next, other] = [a[0], b[0]]) {
    const [length, further] = [distance(at, next), distance(at, other)]
    const least = Math.min(length, further)
    const reached = alongBy(at, next, least)
    if (distance(reached, alongBy(at, other, least)) > SAME) return isShared ? at : undefined
    isShared ||= least > SAME
    at = reached
    if (length - least < SAME) a.shift()
    if (further - least < SAME) b.shift()
  }
  return undefined
}

function alongBy(from: Point, to: Point, by: number): Point {
  const share = by / (distance(from, to) || 1)
  return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
}

function dotAt({ x, y }: Point, edge: string, index: number, em: number): ElementDraft {
  const r = DOT.radius * em
  return {
    part: 'junction',
    hue: -1,
    element: {
      ...{ id: `${edge}-junction-${index}`, kind: 'shape', parent: edge, z: Z.connector + 1 },
      box: { x: x - r, y: y - r, width: 2 * r, height: 2 * r },
      geometry: { form: 'ellipse', cx: x, cy: y, rx: r, ry: r },
      style: {},
    },
  }
}

function sharper(draft: ElementDraft, em: number): ElementDraft {
  const { element } = draft
  const { geometry } = element
  if (geometry?.form !== 'polyline') return draft
  return {
    ...draft,
    element: { ...element, geometry: { ...geometry, radius: DOT.corner * em } },
  }
}
