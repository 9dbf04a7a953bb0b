import { crossings } from '../../../src/figure/geometry'
import { framesOf } from '../../../src/figure/layout/frame-ends'
import { isDiamond, outlineOf } from '../../../src/figure/layout/node-outline'
import { waysBack } from '../../../src/figure/layout/ways-back'
import type { Diagram } from '../../../src/forms/diagram'
import type { Box, Point, Scene, SceneElement } from '../../../src/forms/scene'
import { isomorphicGroups, twins } from './isomorphic'

/** How many of how many. */
export interface Share {
  good: number
  all: number
}

/** What a drawing shows of the structure of its diagram; lengths in pixels of the 1K canvas. */
export interface Structure {
  labelsNear: Share
  inGroup: Share
  /** Good ones are at most {@link DETOUR} times as long as the way between their ends is at the least. */
  short: Share
  jogs: number
  crossings: number
  breaks: Share
  groupEnds: Share
  siblings: Share
  frames: Share
  twins: Share
  /** Of boxes of one outline and line count the widest over the narrowest, the highest over the lowest, the widest over its words. */
  widths: number
  heights: number
  airy: number
}

const NEARER = 4
const DETOUR = 1.25
const JOG = 30
/** Places and sizes that differ by less are equal. */
const EVEN = 2

export function structureOf(diagram: Diagram, scene: Scene): Structure {
  const elements = new Map(scene.elements.map((each) => [each.id, each]))
  const lines = new Map(
    scene.elements.flatMap((each): [string, readonly Point[]][] =>
      each.role === 'edge' && each.geometry?.form === 'polyline'
        ? [[each.id, each.geometry.points]]
        : [],
    ),
  )
  const routes = [...lines.values()]
  return {
    labelsNear: labelsNear(scene, lines),
    inGroup: inGroup(diagram, elements, lines),
    short: shortEdges(diagram, lines),
    jogs: routes.reduce((sum, points) => sum + jogsOf(points), 0),
    crossings: routes.reduce(
      (sum, one, index) =>
        routes.slice(0, index).reduce((all, other) => all + crossings(one, other), sum),
      0,
    ),
    breaks: breaksKept(diagram, scene),
    groupEnds: groupEnds(diagram, elements, lines),
    ...alikeness(diagram, elements),
    ...boxSizes(diagram, scene),
  }
}

function labelsNear({ elements }: Scene, lines: ReadonlyMap<string, readonly Point[]>): Share {
  const labels = elements.filter(
    ({ kind, parent }) => kind === 'text' && parent !== undefined && lines.has(parent),
  )
  const good = labels.filter(({ box, parent }) => {
    const own = distance(box, lines.get(parent ?? '') ?? [])
    return [...lines].every(
      ([id, points]) => id === parent || distance(box, points) >= own + NEARER,
    )
  })
  return { good: good.length, all: labels.length }
}

/** From a box to a polyline of axis-parallel parts. */
function distance(box: Box, points: readonly Point[]): number {
  return Math.min(
    ...points.slice(1).map((b, index) => {
      const a = points[index] as Point
      const off = (p: number, q: number, low: number, size: number) =>
        Math.max(0, Math.min(p, q) - low - size, low - Math.max(p, q))
      return Math.hypot(off(a.x, b.x, box.x, box.width), off(a.y, b.y, box.y, box.height))
    }),
  )
}

function inGroup(
  diagram: Diagram,
  elements: ReadonlyMap<string, SceneElement>,
  lines: ReadonlyMap<string, readonly Point[]>,
): Share {
  const around = framesOf(diagram)
  const share: Share = { good: 0, all: 0 }
  for (const { id, from, to } of diagram.edges) {
    const shared = [...(around.get(from) ?? [])].filter((group) => around.get(to)?.has(group))
    const boxes = shared.flatMap((group) => elements.get(group)?.box ?? [])
    if (boxes.length === 0) continue
    share.all++
    const holds = ({ x, y, width, height }: Box, p: Point) =>
      p.x >= x - 1 && p.x <= x + width + 1 && p.y >= y - 1 && p.y <= y + height + 1
    if (boxes.every((box) => (lines.get(id) ?? []).every((point) => holds(box, point))))
      share.good++
  }
  return share
}

function shortEdges(diagram: Diagram, lines: ReadonlyMap<string, readonly Point[]>): Share {
  const back = waysBack(diagram)
  const share: Share = { good: 0, all: 0 }
  for (const { id, from, to, kind } of diagram.edges) {
    const points = lines.get(id) ?? []
    const [first, last] = [points[0], points.at(-1)]
    // What runs back goes round the rest.
    if (!first || !last || from === to || back.has(id) || kind === 'feedback') continue
    share.all++
    const length = points.slice(1).reduce((sum, p, i) => sum + apart(p, points[i] as Point), 0)
    if (length <= DETOUR * apart(first, last)) share.good++
  }
  return share
}

const apart = (a: Point, b: Point) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y)

/** Short steps to the side, after which a line runs on as before. */
function jogsOf(points: readonly Point[]): number {
  let jogs = 0
  for (let i = 3; i < points.length; i++) {
    const [a, b, c, d] = points.slice(i - 3, i + 1) as [Point, Point, Point, Point]
    const on = (b.x - a.x) * (d.x - c.x) + (b.y - a.y) * (d.y - c.y) > 0
    if (on && apart(b, c) < JOG) jogs++
  }
  return jogs
}

/** Of lines that authors wrote, those that begin and end where lines of the drawing do. */
function breaksKept(diagram: Diagram, { elements }: Scene): Share {
  const share: Share = { good: 0, all: 0 }
  const drawn = Map.groupBy(
    elements.filter(({ kind }) => kind === 'text'),
    ({ parent }) => parent ?? '',
  )
  for (const { id, label, detail } of [...diagram.nodes, ...diagram.edges.map(edgeWords)]) {
    const written = [label, detail ?? ''].join('\n').split('\n').filter(Boolean)
    if (written.length < 2) continue
    const lines = (drawn.get(id) ?? []).flatMap(({ geometry }) =>
      geometry?.form === 'lines' ? geometry.lines.map(({ text }) => text) : [],
    )
    share.all += written.length
    for (const each of written) {
      const from = lines.findIndex((line) => line !== '' && each.startsWith(line))
      const rest = lines.slice(from).some((_, n, all) => all.slice(0, n + 1).join(' ') === each)
      if (from >= 0 && rest) share.good++
    }
  }
  return share
}

const edgeWords = ({ id, label = '' }: Diagram['edges'][number]) => ({
  id,
  label,
  detail: undefined,
})

function groupEnds(
  diagram: Diagram,
  elements: ReadonlyMap<string, SceneElement>,
  lines: ReadonlyMap<string, readonly Point[]>,
): Share {
  const share: Share = { good: 0, all: 0 }
  for (const { id, fromGroup, toGroup } of diagram.edges)
    for (const [group, end] of [
      [fromGroup, lines.get(id)?.[0]],
      [toGroup, lines.get(id)?.at(-1)],
    ] as const) {
      const box = group && elements.get(group)?.box
      if (!box || !end) continue
      share.all++
      const off = Math.min(
        Math.abs(end.x - box.x),
        Math.abs(end.x - box.x - box.width),
        Math.abs(end.y - box.y),
        Math.abs(end.y - box.y - box.height),
      )
      if (off < EVEN) share.good++
    }
  return share
}

function alikeness(
  diagram: Diagram,
  elements: ReadonlyMap<string, SceneElement>,
): Pick<Structure, 'siblings' | 'frames' | 'twins'> {
  const box = (id: string) => elements.get(id)?.box ?? { x: 0, y: 0, width: 0, height: 0 }
  const siblings: Share = { good: 0, all: 0 }
  const frames: Share = { good: 0, all: 0 }
  const inLine: Share = { good: 0, all: 0 }
  for (const [first, ...others] of isomorphicGroups(diagram)) {
    if (!first) continue
    for (const other of others) {
      siblings.all++
      frames.all++
      const same = first.members.every((id, index) => {
        const twin = box(other.members[index] ?? '')
        return isEven(within(box(id), box(first.group)), within(twin, box(other.group)))
      })
      if (same) siblings.good++
      if (isAligned(box(first.group), box(other.group))) frames.good++
    }
  }
  for (const [first, ...others] of twins(diagram)) {
    inLine.all++
    const middle = (id: string | undefined) => centre(box(id ?? ''))
    if (
      ['x', 'y'].some((axis) =>
        others.every((id) => Math.abs(middle(id)[axis as 'x'] - middle(first)[axis as 'x']) < EVEN),
      )
    )
      inLine.good++
  }
  return { siblings, frames, twins: inLine }
}

const centre = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })

const within = (box: Box, frame: Box): Box => ({ ...box, x: box.x - frame.x, y: box.y - frame.y })

const isEven = (a: Box, b: Box) =>
  (['x', 'y', 'width', 'height'] as const).every((key) => Math.abs(a[key] - b[key]) < EVEN)

/** Frames side by side begin and end at one height, frames one below the other at one width. */
function isAligned(a: Box, b: Box): boolean {
  const even = (at: 'x' | 'y', size: 'width' | 'height') =>
    Math.abs(a[at] - b[at]) < EVEN && Math.abs(a[size] - b[size]) < EVEN
  return even('x', 'width') || even('y', 'height')
}

function boxSizes(
  { nodes }: Diagram,
  { elements }: Scene,
): Pick<Structure, 'widths' | 'heights' | 'airy'> {
  const texts = Map.groupBy(
    elements.filter(({ kind }) => kind === 'text'),
    ({ parent }) => parent ?? '',
  )
  const drawn = nodes.flatMap((node) => {
    const own = elements.find(({ id, role }) => role === 'node' && id === node.id)
    const words = texts.get(node.id) ?? []
    if (!own || words.length === 0) return []
    const lines = words.flatMap(({ geometry }) =>
      geometry?.form === 'lines' ? geometry.lines : [],
    )
    const widest = Math.max(...lines.map(({ width }) => width))
    // Words take half a diamond's width at most, and what they leave of a circle depends on its height.
    const isBox = own.geometry?.form !== 'ellipse' && !isDiamond(outlineOf(node))
    const air = isBox ? own.box.width / widest : 1
    return [{ ...own.box, kind: `${outlineOf(node)} ${lines.length}`, air }]
  })
  const kinds = [...Map.groupBy(drawn, ({ kind }) => kind).values()]
  const most = (of: (set: typeof drawn) => number) => Math.max(1, ...kinds.map(of))
  const ratio = (sides: readonly number[]) => Math.max(...sides) / Math.min(...sides)
  return {
    widths: most((set) => ratio(set.map(({ width }) => width))),
    heights: most((set) => ratio(set.map(({ height }) => height))),
    airy: most((set) => {
      const widest = Math.max(...set.map(({ width }) => width))
      return Math.min(...set.flatMap(({ width, air }) => (width > widest - EVEN ? air : [])))
    }),
  }
}

/** Kendall's tau of the places of nodes in two drawings, along an axis; places less than 2 % of a canvas apart are one. */
export function sameOrder(diagram: Diagram, one: Scene, two: Scene, axis: 'x' | 'y'): number {
  const side = axis === 'x' ? 'width' : 'height'
  const places = [one, two].map(({ elements, ...size }) => {
    const boxes = new Map(elements.map(({ id, box }) => [id, box]))
    return diagram.nodes.map(({ id }) => {
      const box = boxes.get(id)
      return box ? centre(box)[axis] / size[side] : 0
    })
  })
  let [agree, pairs] = [0, 0]
  for (let i = 1; i < diagram.nodes.length; i++)
    for (let k = 0; k < i; k++) {
      const [a, b] = places.map((list) => {
        const by = (list[i] ?? 0) - (list[k] ?? 0)
        return Math.abs(by) < 0.02 ? 0 : Math.sign(by)
      }) as [number, number]
      if (a === 0 && b === 0) continue
      pairs++
      agree += a === b ? 1 : a === -b ? -1 : 0
    }
  return pairs > 0 ? agree / pairs : 1
}
