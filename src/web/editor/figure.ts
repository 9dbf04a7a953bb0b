import type { Diagram, DiagramEdge, DiagramGroup, DiagramNode } from '../../forms/diagram'
import type { Scene, SceneElement } from '../../forms/scene'

/** In pixels of the figure, y downwards. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

/** Where an arrow leaves or reaches: the side, and how far along it from left or top. */
interface End {
  element: string
  side: 'top' | 'right' | 'bottom' | 'left'
  at: number
}

interface Drawn {
  id: string
  label: string
  box: Box
}

/** What can be pointed at, as the diagram says it and where the scene drew it. */
export type Part =
  | (Drawn & { kind: 'node'; said: DiagramNode; pinned: boolean })
  | (Drawn & { kind: 'group'; said: DiagramGroup })
  | (Drawn & {
      kind: 'edge'
      said: DiagramEdge
      points: readonly Point[]
      ends: { from: End; to: End } | undefined
    })

export type NodePart = Extract<Part, { kind: 'node' }>
export type EdgePart = Extract<Part, { kind: 'edge' }>
export type GroupPart = Extract<Part, { kind: 'group' }>

/** Which words of a part. */
export type Field = 'label' | 'detail'

/** Words as they stand in the figure. */
export interface Lettering {
  part: string
  field: Field
  box: Box
  /** Pixels of the figure. */
  size: number
}

/** One drawn version, ready to be edited. */
export interface Figure {
  /** Of the job that drew it. */
  id: string
  width: number
  height: number
  svg: string
  direction: Diagram['direction']
  /** Frames first, then arrows, then boxes: in the order in which they lie on each other. */
  parts: ReadonlyMap<string, Part>
  lettering: readonly Lettering[]
}

/** A figure from the three files that its job wrote. */
export function figureOf(id: string, svg: string, diagram: Diagram, scene: Scene): Figure {
  const drawn = new Map(scene.elements.map((element) => [element.id, element]))
  const pinned = new Set(diagram.places?.pinned.map((place) => place.id))
  const place = <T extends { id: string; label?: string }>(said: T) => {
    const element = drawn.get(said.id)
    return element
      ? [{ said, id: said.id, label: said.label ?? '', box: element.box, element }]
      : []
  }
  const parts: Part[] = [
    ...diagram.groups.flatMap(place).map(({ element: _, ...one }) => ({
      ...one,
      kind: 'group' as const,
    })),
    ...diagram.edges.flatMap(place).map(({ element, ...one }) => ({
      ...one,
      kind: 'edge' as const,
      points: pointsOf(element),
      ends: element.from && element.to ? { from: element.from, to: element.to } : undefined,
    })),
    ...diagram.nodes.flatMap(place).map(({ element: _, ...one }) => ({
      ...one,
      kind: 'node' as const,
      pinned: pinned.has(one.id),
    })),
  ]
  return {
    id,
    svg,
    width: scene.width,
    height: scene.height,
    direction: diagram.direction,
    parts: new Map(parts.map((part) => [part.id, part])),
    lettering: parts.flatMap(({ id }) =>
      (['label', 'detail'] as const).flatMap((field) => {
        const text = drawn.get(`${id}-${field}`)
        return text
          ? [{ part: id, field, box: text.box, size: text.style.fontSize ?? text.box.height }]
          : []
      }),
    ),
  }
}

/** The route of a connector, or the diagonal of its box where it is a free curve. */
export function pointsOf({ geometry, box }: SceneElement): readonly Point[] {
  if (geometry?.form === 'polyline') return geometry.points
  return [
    { x: box.x, y: box.y },
    { x: box.x + box.width, y: box.y + box.height },
  ]
}

export const middle = ({ x, y, width, height }: Box): Point => ({
  x: x + width / 2,
  y: y + height / 2,
})

export function inside({ x, y, width, height }: Box, at: Point): boolean {
  return at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height
}

/** Half-way along a route. */
export function halfWay(points: readonly Point[]): Point {
  const lengths = points.slice(1).map((to, at) => {
    const from = points[at] ?? to
    return Math.hypot(to.x - from.x, to.y - from.y)
  })
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2
  for (const [at, length] of lengths.entries()) {
    const [from, to] = [points[at], points[at + 1]]
    if (from && to && left <= length) {
      const share = length === 0 ? 0 : left / length
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
    }
    left -= length
  }
  return points[0] ?? { x: 0, y: 0 }
}

/** The nodes among some parts, and those that stand in the groups among them. */
export function nodesOf({ parts }: Figure, ids: readonly string[]): NodePart[] {
  const among = (id: string | undefined): boolean => {
    if (id === undefined) return false
    if (ids.includes(id)) return true
    const part = parts.get(id)
    return part?.kind === 'group' && among(part.said.parent)
  }
  return [...parts.values()].filter(
    (part): part is NodePart =>
      part.kind === 'node' && (ids.includes(part.id) || among(part.said.group)),
  )
}

/** The smallest frame around a place. */
export function frameAt({ parts }: Figure, at: Point): GroupPart | undefined {
  const area = ({ box }: GroupPart) => box.width * box.height
  return [...parts.values()]
    .filter((part): part is GroupPart => part.kind === 'group' && inside(part.box, at))
    .toSorted((a, b) => area(a) - area(b))[0]
}
