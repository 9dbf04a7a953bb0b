import type { Box } from '../../forms/scene'
import { hullOf, intersection } from '../geometry'
import { largestEmptyShare } from '../geometry/empty-space'
import { unitScale } from './backdrop'
import { boxesMeet, isInside } from './contours'
import { type Budget, type Finding, isNested, MOST_OF_A_KIND } from './findings'
import { type FlatNode, type FlatScene, type FlatShape, fills, isShown } from './flat-scene'

/** Pixels of shape that two things may share, and how alike sides must be for neighbours to be of one kind. */
const LENIENT = { shared: 50, least: 1, most: 6, empty: 0.15 } as const
/** Places of the ground that two things may share are looked at on a grid of so many at most. */
const PLACES = 1600

const nodesOf = ({ things }: FlatScene): FlatNode[] =>
  [...things.values()].filter(({ element, parts }) => element.role === 'node' && parts.length > 0)

/** Things that lie over each other where neither holds the other. */
export function nodesOverlap(flat: FlatScene, work: Budget): Finding[] {
  const nodes = nodesOf(flat).sort((a, b) => a.box.x - b.box.x)
  const found: Finding[] = []
  for (const [index, one] of nodes.entries())
    for (let k = index + 1; k < nodes.length && found.length < MOST_OF_A_KIND; k++) {
      const two = nodes[k] as FlatNode
      if (two.box.x > one.box.x + one.box.width) break
      if (!work.spend(20) || !boxesMeet(one.box, two.box) || isNested(one, two)) continue
      const { area, least } = sharedBy(one, two, work)
      // One that stands wholly in the other is held by it.
      if (area <= LENIENT.shared || area > 0.9 * least) continue
      const [of, other] = [one.element, two.element]
      found.push({
        kind: 'overlap',
        of,
        other,
        by: area,
        box: two.box,
        element: of,
        against: other,
      })
    }
  return found
}

/** Square pixels that the shapes of both cover, and those that the smaller one covers. */
function sharedBy(one: FlatNode, two: FlatNode, work: Budget): { area: number; least: number } {
  const both = intersection(one.box, two.box)
  const shared = areaOf(both, [one, two], work)
  if (shared <= LENIENT.shared) return { area: shared, least: Infinity }
  return {
    area: shared,
    least: Math.min(...[one, two].map((each) => areaOf(each.box, [each], work))),
  }
}

function areaOf(box: Box, things: readonly FlatNode[], work: Budget): number {
  const step = Math.max(2, Math.sqrt((box.width * box.height) / PLACES))
  const steps = things.reduce((sum, thing) => sum + 30 * thing.parts.length + 2 * thing.steps, 0)
  let count = 0
  for (let x = box.x + step / 2; x < box.x + box.width; x += step)
    for (let y = box.y + step / 2; y < box.y + box.height; y += step) {
      if (!work.spend(steps)) return 0
      if (things.every(({ parts }) => parts.some((part) => covers(part, { x, y })))) count++
    }
  return count * step * step
}

function covers(part: FlatShape, point: { x: number; y: number }): boolean {
  if ((part.fill?.alpha ?? 0) > 0.2) return fills(part, point)
  const isRing = part.stroke && part.contours.some(({ closed }) => closed)
  return isRing === true && isInside(part.contours, point) && isShown(part.clips, point)
}

/** An id that two groups say. */
export function duplicateIds({ scene }: FlatScene): Finding[] {
  return scene.elements.flatMap((element): Finding[] => {
    const { role, data } = element
    const said =
      role === 'node'
        ? data?.node
        : role === 'edge'
          ? data?.edge
          : role === 'group'
            ? data?.panel
            : undefined
    return said === undefined || !scene.drawn
      ? []
      : [{ kind: 'id_doubled', of: element, by: 1, what: said, element }]
  })
}

/** The form by which a thing is compared: its own, else its largest part. */
export const frameOf = ({ parts, box }: FlatNode): Box => {
  const size = (part: FlatShape) => part.box.width * part.box.height
  const most = parts.reduce<FlatShape | undefined>(
    (best, part) => (!best || size(part) > size(best) ? part : best),
    undefined,
  )
  return most?.box ?? box
}

/** Neighbours of one kind, nearly but not quite in line. */
export function nearAlignments(flat: FlatScene, work: Budget): Finding[] {
  const unit = unitScale(flat.scene)
  const nodes = nodesOf(flat).map((thing) => ({ thing, frame: frameOf(thing) }))
  return nodes.flatMap(({ thing, frame }, index): Finding[] => {
    const off = nodes.slice(index + 1).flatMap((other): Finding[] => {
      if (!work.spend(1)) return []
      const by = offBy(frame, other.frame) / unit
      const isOff = by >= LENIENT.least && by <= LENIENT.most
      if (
        !isOff ||
        !work.spend(nodes.length) ||
        !areNeighbours(
          frame,
          other.frame,
          nodes.map((each) => each.frame),
        )
      )
        return []
      return [
        {
          kind: 'near_align',
          of: thing.element,
          other: other.thing.element,
          by,
          element: thing.element,
          against: other.thing.element,
        },
      ]
    })
    return off.slice(0, 1)
  })
}

/** By how much two boxes of one size are off the line that they stand on, or 0 where they stand on none. */
export function offBy(a: Box, b: Box): number {
  const alike =
    Math.abs(a.width - b.width) <= LENIENT.most && Math.abs(a.height - b.height) <= LENIENT.most
  if (!alike) return 0
  const beside = a.x + a.width <= b.x || b.x + b.width <= a.x
  const above = a.y + a.height <= b.y || b.y + b.height <= a.y
  if (beside === above) return 0
  // Any of edge, middle and edge in line is a line.
  const along = beside ? (['y', 'height'] as const) : (['x', 'width'] as const)
  const [at, long] = along
  return Math.min(
    Math.abs(a[at] - b[at]),
    Math.abs(a[at] + a[long] / 2 - b[at] - b[long] / 2),
    Math.abs(a[at] + a[long] - b[at] - b[long]),
  )
}

/** Nothing of their like stands between them. */
function areNeighbours(a: Box, b: Box, all: readonly Box[]): boolean {
  const hull = hullOf([a, b])
  return all.every((box) => box === a || box === b || !boxesMeet(box, hull, -8))
}

/** The largest rectangle of the canvas that nothing touches, where it is larger than a figure should leave. */
export function emptySpace(flat: FlatScene): Finding[] {
  const share = emptyShare(flat)
  return share > LENIENT.empty
    ? [{ kind: 'empty', of: undefined, by: share, what: `${Math.round(100 * share)} %` }]
    : []
}

/** The share of the canvas (0 to 1) of the largest rectangle that nothing touches. */
export function emptyShare({ scene, words, parts, wires }: FlatScene): number {
  const boxes = parts.filter(
    ({ element, thing }) =>
      element.role !== 'group' && element.role !== 'edge' && thing?.role !== 'group',
  )
  return largestEmptyShare(
    [...boxes, ...words].map(({ box }) => box),
    wires.map(({ points }) => points),
    scene,
  )
}
