import type { Box, Point, Scene, SceneElement } from '../../../src/forms/scene'
import type { Truth } from './truth'

/** Counts, so that figures of one kind can be added up. */
export interface Tally {
  shapes: { found: number; wanted: number; right: number }
  connectors: { found: number; wanted: number; right: number; directed: number }
  graph: { found: number; wanted: number; right: number }
  texts: { wanted: number; right: number }
}

export function emptyTally(): Tally {
  return {
    shapes: { found: 0, wanted: 0, right: 0 },
    connectors: { found: 0, wanted: 0, right: 0, directed: 0 },
    graph: { found: 0, wanted: 0, right: 0 },
    texts: { wanted: 0, right: 0 },
  }
}

export function addTally(sum: Tally, one: Tally): void {
  for (const name of ['shapes', 'connectors', 'graph'] as const) {
    sum[name].found += one[name].found
    sum[name].wanted += one[name].wanted
    sum[name].right += one[name].right
  }
  sum.connectors.directed += one.connectors.directed
  sum.texts.wanted += one.texts.wanted
  sum.texts.right += one.texts.right
}

export function f1({
  found,
  wanted,
  right,
}: {
  found: number
  wanted: number
  right: number
}): number {
  return found + wanted === 0 ? 1 : (2 * right) / (found + wanted)
}

const SAME_SHAPE = 0.85
/** Of the diagonal, by which a connector's end may be off. */
const END_SHARE = 0.015

/** What of a scene is what of the truth, as places in its lists. */
export interface Matches {
  tally: Tally
  /** By id of element. */
  shapes: Map<string, number>
  connectors: Map<string, number>
  texts: Set<number>
}

/** Holds a scene against the truth; `scale` is the picture's size as a share of the truth's. */
export function score(scene: Scene, truth: Truth, scale: number): Tally {
  return matched(scene, truth, scale).tally
}

export function matched(scene: Scene, truth: Truth, scale: number): Matches {
  const shapes = scene.elements.filter(
    ({ kind, role }) => (kind === 'shape' && role === 'node') || kind === 'group',
  )
  const nodeOf = new Map<string, number>()
  const taken = new Set<number>()
  for (const element of shapes) {
    let best = -1
    let most = SAME_SHAPE
    truth.shapes.forEach((shape, index) => {
      const by = overlap(inTruth(element.box, scale), shape)
      const alike = shape.form === 'any' || element.geometry?.form === shape.form
      if (taken.has(index) || by < most || !alike) return
      most = by
      best = index
    })
    if (best < 0) continue
    taken.add(best)
    nodeOf.set(element.id, best)
  }
  const edges = scene.elements.filter(({ kind }) => kind === 'connector')
  const connected = matchConnectors(edges, truth, scale)
  const texts = matchTexts(scene, truth, scale)
  return {
    tally: {
      shapes: { found: shapes.length, wanted: truth.shapes.length, right: taken.size },
      connectors: {
        found: edges.length,
        wanted: truth.connectors.length,
        right: connected.pairs.size,
        directed: connected.directed,
      },
      graph: scoreGraph(edges, truth, nodeOf),
      texts: { wanted: truth.texts.length, right: texts.size },
    },
    shapes: nodeOf,
    connectors: connected.pairs,
    texts,
  }
}

/** A box of a scene in the truth's pixels. */
export function inTruth(box: Box, scale: number): Box {
  return {
    x: box.x / scale,
    y: box.y / scale,
    width: box.width / scale,
    height: box.height / scale,
  }
}

/** Intersection over union. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return 0
  const both = width * height
  return both / (a.width * a.height + b.width * b.height - both)
}

/** The ends of a line in the truth's pixels. */
export function endsOf({ geometry }: SceneElement, scale: number): [Point, Point] | undefined {
  const points =
    geometry?.form === 'polyline'
      ? geometry.points
      : geometry?.form === 'path'
        ? [...geometry.d.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x, y]) => ({
            x: Number(x),
            y: Number(y),
          }))
        : []
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return undefined
  return [
    { x: first.x / scale, y: first.y / scale },
    { x: last.x / scale, y: last.y / scale },
  ]
}

/** How far an end may be from where it should be, in the truth's pixels. */
export function endReach({ width, height }: Pick<Truth, 'width' | 'height'>): number {
  return END_SHARE * Math.hypot(width, height)
}

function matchConnectors(edges: readonly SceneElement[], truth: Truth, scale: number) {
  const most = endReach(truth)
  const near = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) <= most
  const taken = new Set<number>()
  const pairs = new Map<string, number>()
  let directed = 0
  for (const edge of edges) {
    const ends = endsOf(edge, scale)
    if (!ends) continue
    const [a, b] = ends
    const index = truth.connectors.findIndex(
      ({ start, end }, i) =>
        !taken.has(i) && ((near(a, start) && near(b, end)) || (near(b, start) && near(a, end))),
    )
    const wanted = truth.connectors[index]
    if (!wanted) continue
    taken.add(index)
    pairs.set(edge.id, index)
    const forward = near(a, wanted.start) && near(b, wanted.end)
    const heads = wanted.both ? 'both' : wanted.directed ? 'end' : 'none'
    if (edge.heads === heads && (forward || !wanted.directed)) directed++
  }
  return { pairs, directed }
}

function scoreGraph(
  edges: readonly SceneElement[],
  truth: Truth,
  nodeOf: ReadonlyMap<string, number>,
) {
  const left = [...truth.connectors]
  let right = 0
  for (const { from, to, heads } of edges) {
    const [a, b] = [nodeOf.get(from?.element ?? ''), nodeOf.get(to?.element ?? '')]
    const index = left.findIndex(
      (one) =>
        (one.from === a && one.to === b) ||
        (heads === (one.both ? 'both' : 'none') && !one.directed && one.from === b && one.to === a),
    )
    if (index < 0) continue
    left.splice(index, 1)
    right++
  }
  return { found: edges.length, wanted: truth.connectors.length, right }
}

function matchTexts(scene: Scene, truth: Truth, scale: number): Set<number> {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  const lines = scene.elements.flatMap(({ geometry, box }) =>
    geometry?.form === 'lines'
      ? geometry.lines.map(({ text }) => ({
          text: plain(text),
          x: (box.x + box.width / 2) / scale,
          y: (box.y + box.height / 2) / scale,
        }))
      : [],
  )
  const right = new Set<number>()
  truth.texts.forEach(({ text, x, y }, place) => {
    const index = lines.findIndex(
      (line) => line.text === plain(text) && Math.hypot(line.x - x, line.y - y) < 24,
    )
    if (index < 0) return
    lines.splice(index, 1)
    right.add(place)
  })
  return right
}
