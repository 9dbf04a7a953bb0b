import { rounded } from '../../forms/numbers'
import type { Box, Point, SceneElement } from '../../forms/scene'
import {
  between,
  boxAround,
  centreOf,
  direction,
  distance,
  gap,
  grown,
  hullOf,
  meets,
  nearestStep,
  overlap,
  within,
} from '../geometry'
import { placeLabels } from '../layout/edge-labels'
import { obstaclesOf, pointsIn } from './obstacles'
import { labelSize } from './prevailing-style'
import type { Doc } from './scene-document'

/**
 * Words of connectors that were led anew keep their place beside the line where that is free, else another one is found.
 * `old`: the line that they stood at.
 */
export function labelEdges(
  doc: Doc,
  led: readonly { edge: SceneElement; old: readonly Point[] }[],
): void {
  const texts = led.flatMap(({ edge, old }) => {
    const { geometry } = doc.get(edge.id) ?? {}
    const own = doc.children(edge.id).filter(({ kind }) => kind === 'text')
    if (own.length === 0) own.push(...beside(doc, edge, old))
    const ids = new Set(own.map(({ id }) => id))
    if (own.length === 0 || !geometry) return []
    return [
      { id: edge.id, line: pointsIn(geometry), ids, box: hullOf(own.map((each) => each.box)), old },
    ]
  })
  if (texts.length === 0) return
  const em = labelSize(doc)
  const page = { x: 0, y: 0, width: doc.width, height: doc.height }
  const field = obstaclesOf(doc, new Set(texts.flatMap(({ id, ids }) => [id, ...ids])))
  const nodes = [...field.nodes.values()]
  const words = field.texts.map(({ box }) => box)
  const lines = new Map([...field.lines, ...texts.map(({ id, line }) => [id, line] as const)])
  const isFree = (box: Box) =>
    within(box, page) &&
    ![...nodes, ...words].some((other) => overlap(box, other)) &&
    ![...lines.values()].some((line) =>
      line.some((b, at) => at > 0 && meets(line[at - 1] as Point, b, box)),
    )
  const moved = ({ ids, box }: (typeof texts)[number], to: Box) => {
    doc.shift(ids, rounded(to.x - box.x), rounded(to.y - box.y))
    words.push(to)
  }
  const astray = texts.filter((text) => {
    const to = carried(text.box, text.old, text.line)
    if (!to || !isFree(to)) return true
    moved(text, to)
    return false
  })
  for (const text of astray) {
    const { id, box, line } = text
    const reach = grown(boxAround(line), Math.max(box.width, box.height) + em)
    const isNear = (other: Box) => overlap(other, reach)
    const { boxes } = placeLabels({
      labels: new Map([[id, { text: { lines: [], width: box.width, broken: 0 }, ...box }]]),
      routes: new Map([...lines].filter(([, points]) => isNear(grown(boxAround(points), 1)))),
      ...{ nodes: nodes.filter(isNear), texts: words.filter(isNear) },
      frames: [...field.frames.values()].filter(isNear),
      ...{ em, width: page.width, height: page.height, side: 'before', early: new Set() },
    })
    moved(text, boxes.get(id) ?? box)
  }
}

/** In em: free words nearer to a line of no words of its own, and to no other, are its label. */
const BESIDE = 0.8

function beside(doc: Doc, edge: SceneElement, old: readonly Point[]): SceneElement[] {
  const off = (line: readonly Point[], box: Box) => {
    const near = nearestStep(line, centreOf(box))
    return near ? gap(box, near.on) : Infinity
  }
  const others = doc.withRole('edge').filter(({ id }) => id !== edge.id)
  const own = doc.withRole('text').find(({ id, parent = '', box }) => {
    const around = doc.get(parent)?.role
    const isTitle = () => doc.children(parent).find(({ kind }) => kind === 'text')?.id === id
    if (around === 'node' || (around === 'group' && isTitle())) return false
    const far = off(old, box)
    return (
      far < BESIDE * labelSize(doc) &&
      !others.some(({ geometry }) => geometry && off(pointsIn(geometry), box) < far)
    )
  })
  return own ? [own] : []
}

/** Where words stand that keep their place beside a step of their line; undefined where it goes another way. */
function carried(box: Box, old: readonly Point[], line: readonly Point[]): Box | undefined {
  const near = nearestStep(old, centreOf(box))
  if (!near || old.length !== line.length) return undefined
  const { a, b, at, on } = near
  const [c, d] = [line[at] as Point, line[at + 1] as Point]
  const [was, is] = [direction(a, b), direction(c, d)]
  if (was.x * is.x + was.y * is.y < 0.9) return undefined
  const to = between(c, d, distance(a, on) / (distance(a, b) || 1))
  return { ...box, x: box.x + to.x - on.x, y: box.y + to.y - on.y }
}
