import { roundedTo } from '../forms/numbers'
import type { Box, Point, Scene, SceneElement } from '../forms/scene'
import { contrast } from './color'
import { largestEmptyShare } from './empty-space'
import { missingGlyphs } from './fonts'
import { centreOf, overlap } from './geometry'
import { PAPER, pointsOf } from './paper'

/**
 * Quality figures of a scene, by name. Counts are absolute, shares are of the canvas (0 to 1), `smallestTextPt` is in
 * points on the figure's paper (178 mm wide where it has none), `worstContrast` is the ratio of WCAG 2.2.
 */
export function measure(scene: Scene): Record<string, number> {
  const nodes = scene.elements.filter((each) => each.role === 'node')
  const edges = scene.elements.flatMap((each): Edge[] => {
    const points = each.geometry?.form === 'polyline' ? each.geometry.points : undefined
    return each.role === 'edge' && points ? [{ element: each, points }] : []
  })
  const groups = scene.elements.filter((each) => each.role === 'group')
  const texts = scene.elements.filter((each) => each.geometry?.form === 'lines')
  const bends = edges.reduce((sum, edge) => sum + Math.max(0, edge.points.length - 2), 0)
  return {
    nodes: nodes.length,
    edges: edges.length,
    nodeOverlaps: pairs(nodes, (a, b) => overlap(a.box, b.box, 1)),
    edgesThroughNodes: edges.filter((edge) => throughNode(edge, nodes)).length,
    edgeCrossings: pairs(edges, (a, b) => crossings(a.points, b.points)),
    edgesOnOneLine: pairs(edges, (a, b) => onOneLine(a, b, 0.01 * scene.width)),
    bendsPerEdge: edges.length > 0 ? roundedTo(bends / edges.length, 3) : 0,
    labelHits: labelHits(texts, nodes, edges),
    edgesOnGroupBorder: edges.filter((edge) => hugsBorder(edge, groups, scene.width)).length,
    textOverflow: texts.filter((text) => overflows(text, scene)).length,
    missingGlyphs: missingGlyphs(texts.map((text) => text.label ?? '').join('')).length,
    smallestTextPt: roundedTo(smallestTextPt(scene), 3),
    worstContrast: roundedTo(worstContrast(texts, scene), 3),
    naturalRatioError: roundedTo(ratioError(scene), 3),
    largestEmptyShare: roundedTo(largestEmpty(scene), 3),
    nodeInk: roundedTo(
      nodes.reduce((sum, node) => sum + node.box.width * node.box.height, 0) /
        (scene.width * scene.height),
      3,
    ),
  }
}

interface Edge {
  element: SceneElement
  points: readonly Point[]
}

function pairs<T>(list: readonly T[], count: (a: T, b: T) => number | boolean): number {
  let sum = 0
  for (let i = 0; i < list.length; i++) {
    for (let k = i + 1; k < list.length; k++) sum += Number(count(list[i] as T, list[k] as T))
  }
  return sum
}

/** Whether a segment has a part of its length inside a box (Liang and Barsky's clipping). */
function enters(a: Point, b: Point, box: Box, inset: number): boolean {
  let [from, to] = [0, 1]
  const sides: [number, number][] = [
    [a.x - b.x, a.x - box.x - inset],
    [b.x - a.x, box.x + box.width - inset - a.x],
    [a.y - b.y, a.y - box.y - inset],
    [b.y - a.y, box.y + box.height - inset - a.y],
  ]
  for (const [p, q] of sides) {
    if (p === 0) {
      if (q < 0) return false
      continue
    }
    const r = q / p
    if (p < 0) from = Math.max(from, r)
    else to = Math.min(to, r)
  }
  return to > from
}

function segments(points: readonly Point[]): [Point, Point][] {
  return points.slice(1).map((b, index) => [points[index] as Point, b])
}

/** A diamond's or a pill's connector ends inside its box, so own nodes are not looked at in the end segments. */
function throughNode({ element, points }: Edge, nodes: readonly SceneElement[]): boolean {
  const parts = segments(points)
  return parts.some(([a, b], index) =>
    nodes.some((node) => {
      const own =
        (index === 0 && node.id === element.from?.element) ||
        (index === parts.length - 1 && node.id === element.to?.element)
      return !own && enters(a, b, node.box, 1)
    }),
  )
}

/** Proper crossings of two polylines: touching ends do not count. */
export function crossings(one: readonly Point[], two: readonly Point[]): number {
  let count = 0
  for (let i = 1; i < one.length; i++)
    for (let k = 1; k < two.length; k++)
      if (cross(one[i - 1] as Point, one[i] as Point, two[k - 1] as Point, two[k] as Point)) count++
  return count
}

function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  if (Math.max(a.x, b.x) < Math.min(c.x, d.x) || Math.max(c.x, d.x) < Math.min(a.x, b.x))
    return false
  if (Math.max(a.y, b.y) < Math.min(c.y, d.y) || Math.max(c.y, d.y) < Math.min(a.y, b.y))
    return false
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

/** On which side of the line from `p` to `q` a point lies. */
const side = (p: Point, q: Point, r: Point) =>
  Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x))

/** Whether edges from different nodes to different nodes run on one line for more than `least` pixels. */
function onOneLine(one: Edge, two: Edge, least: number): boolean {
  if (one.element.from?.element === two.element.from?.element) return false
  if (one.element.to?.element === two.element.to?.element) return false
  return segments(one.points).some(([a, b]) =>
    segments(two.points).some(([c, d]) => {
      const flat = Math.abs(a.y - b.y) < 0.5 && Math.abs(c.y - d.y) < 0.5
      const upright = Math.abs(a.x - b.x) < 0.5 && Math.abs(c.x - d.x) < 0.5
      if (!flat && !upright) return false
      const [across, along] = flat ? (['y', 'x'] as const) : (['x', 'y'] as const)
      if (Math.abs(a[across] - c[across]) > 1) return false
      const from = Math.max(Math.min(a[along], b[along]), Math.min(c[along], d[along]))
      const to = Math.min(Math.max(a[along], b[along]), Math.max(c[along], d[along]))
      return to - from > least
    }),
  )
}

function labelHits(
  texts: readonly SceneElement[],
  nodes: readonly SceneElement[],
  edges: readonly Edge[],
): number {
  const owners = new Set(edges.map((edge) => edge.element.id))
  const boxes = new Map(nodes.map(({ id, box }) => [id, box]))
  const labels = texts.filter(({ parent, box }) => {
    const node = boxes.get(parent ?? '')
    return owners.has(parent ?? '') || (node !== undefined && standsBeside(box, node))
  })
  let hits = pairs(labels, (a, b) => a.parent !== b.parent && overlap(a.box, b.box))
  for (const label of labels) {
    hits += nodes.filter((node) => overlap(label.box, node.box)).length
    hits += edges.filter((edge) =>
      segments(edge.points).some(([a, b]) => enters(a, b, label.box, 0)),
    ).length
  }
  return hits
}

/** Words that stand beside their node, not in it. */
const standsBeside = (text: Box, node: Box) => !overlap(text, node)

/** Runs for more than 2 % of the canvas width within 0.3 % of a frame's border. */
function hugsBorder({ points }: Edge, groups: readonly SceneElement[], width: number): boolean {
  const near = 0.003 * width
  const long = 0.02 * width
  return segments(points).some(([a, b]) =>
    groups.some(({ box }) => {
      const flat = a.y === b.y
      const [at, low, high] = flat
        ? [
            a.y,
            Math.max(Math.min(a.x, b.x), box.x),
            Math.min(Math.max(a.x, b.x), box.x + box.width),
          ]
        : [
            a.x,
            Math.max(Math.min(a.y, b.y), box.y),
            Math.min(Math.max(a.y, b.y), box.y + box.height),
          ]
      const borders = flat ? [box.y, box.y + box.height] : [box.x, box.x + box.width]
      return high - low > long && borders.some((border) => Math.abs(border - at) < near)
    }),
  )
}

/** A line of text that leaves the smallest box it belongs to, or the canvas. */
function overflows(text: SceneElement, scene: Scene): boolean {
  const canvas = { x: 0, y: 0, width: scene.width, height: scene.height }
  const parent = scene.elements.find((each) => each.id === text.parent)
  const holders = scene.elements.filter(
    (each) =>
      each.kind === 'shape' &&
      each.parent === text.parent &&
      contains(each.box, centreOf(text.box)),
  )
  const beside = parent?.role === 'node' && standsBeside(text.box, parent.box)
  const bounds =
    parent && parent.kind !== 'connector' && !beside
      ? [parent.box, ...holders.map((each) => each.box)]
      : []
  return [canvas, ...bounds].some(
    (box) =>
      text.box.x < box.x - 0.5 ||
      text.box.y < box.y - 0.5 ||
      text.box.x + text.box.width > box.x + box.width + 0.5 ||
      text.box.y + text.box.height > box.y + box.height + 0.5,
  )
}

function contains(box: Box, { x, y }: Point): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
}

/** In points on the figure's paper; 0 where there is no text. */
function smallestTextPt({ elements, width, paper = PAPER.wide }: Printed): number {
  const sizes = elements
    .filter((each) => each.geometry?.form === 'lines')
    .map(({ style }) => style.fontSize ?? 0)
    .filter((size) => size > 0)
  return sizes.length > 0 ? (Math.min(...sizes) / width) * pointsOf(paper) : 0
}

/** Text below this is hard to read in print, in points; journals ask for no less. */
const READABLE_PT = 6
/** Halves of the last digit that is told. */
const TOLD = 0.05

/** Says that the smallest text cannot be read on the figure's paper. */
export function unreadable(scene: Printed): string | undefined {
  const smallest = smallestTextPt(scene)
  if (smallest === 0 || smallest >= READABLE_PT - TOLD) return undefined
  const { paper = PAPER.wide } = scene
  return `The smallest text is ${smallest.toFixed(1)} pt when the figure is printed ${paper} mm wide: too small to read. Draw less in it, or several figures.`
}

export type Printed = Pick<Scene, 'elements' | 'width' | 'paper'>

function worstContrast(texts: readonly SceneElement[], scene: Scene): number {
  const filled = scene.elements
    .map((each, index) => ({ each, index }))
    .filter(({ each }) => each.style.fill?.startsWith('#') && each.geometry?.form !== 'lines')
    .sort((a, b) => a.each.z - b.each.z || a.index - b.index)
    .map(({ each }) => each)
  const ratios = texts.map((text) => {
    const under = filled.findLast(
      (each) => each.z <= text.z && contains(each.box, centreOf(text.box)),
    )
    return contrast(text.style.fill ?? '#000000', under?.style.fill ?? scene.background)
  })
  return ratios.length > 0 ? Math.min(...ratios) : 21
}

/** How far the content with an even margin is from the canvas's ratio: 0 is exact, 0.1 is 10 % off. */
function ratioError(scene: Scene): number {
  const boxes = scene.elements.map((each) => each.box)
  if (boxes.length === 0) return 0
  const left = Math.min(...boxes.map((box) => box.x))
  const top = Math.min(...boxes.map((box) => box.y))
  const right = scene.width - Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = scene.height - Math.max(...boxes.map((box) => box.y + box.height))
  const margin = Math.max(0, Math.min(left, top, right, bottom))
  const width = scene.width - left - right + 2 * margin
  const height = scene.height - top - bottom + 2 * margin
  return Math.abs(Math.log(width / height / (scene.width / scene.height)))
}

/** Share of the largest rectangle that no node, text or connector touches. */
function largestEmpty(scene: Scene): number {
  const boxes: Box[] = []
  const routes: (readonly Point[])[] = []
  for (const each of scene.elements) {
    if (each.role === 'group') continue
    if (each.geometry?.form === 'polyline') routes.push(each.geometry.points)
    else boxes.push(each.box)
  }
  return largestEmptyShare(boxes, routes, scene)
}
