import type { Diagram } from '../../forms/diagram'
import type { Box, Point } from '../../forms/scene'
import { largestEmptyShare } from '../empty-space'
import { crossings } from '../measure'
import type { PlaceOptions } from './place'
import type { Placement } from './placement'

/** Label size at which placements are compared, in pixels. */
export const EM = 16
/** Label size in pixels above which a figure of few words looks shouted. */
const LARGEST = 29
/** The same for up to four nodes, which have a canvas to fill. */
const LARGEST_OF_FEW = 34
const FEWEST = 4
/** Share of the shorter canvas side. */
const MARGIN = 0.045
/** The same for figures whose text would be too small. */
const NARROW_MARGIN = 0.028
/** Text is printed at this size or more when the figure is 178 mm wide, in points; 504 points are 178 mm. */
const SMALLEST_PT = 6.1
const PRINTED = 504
/** What every turn of the reading direction costs of the score, in which 1 is text 2.3 times as large. */
export const STRIP = { back: 0.15, snake: 0.1 } as const
/** The same for every further edge between the strips of a cut figure. */
const CUT = 0.06

export function marginOf(
  { width, height }: { width: number; height: number },
  narrow = false,
): number {
  return (narrow ? NARROW_MARGIN : MARGIN) * Math.min(width, height)
}

/** The factor at which a placement fits a canvas, margins kept. */
export function scaleOf(
  diagram: Diagram,
  width: number,
  height: number,
  size: { width: number; height: number },
  narrow = false,
): number {
  const margin = 2 * marginOf(size, narrow)
  const lane = 2 * laneOf(diagram) * EM
  const largest = diagram.nodes.length <= FEWEST ? LARGEST_OF_FEW : LARGEST
  return Math.min(
    (size.width - margin) / width,
    (size.height - margin) / height,
    size.width / (width + lane),
    size.height / (height + lane),
    largest / EM,
  )
}

/** Room in em beside everything for a connector that runs back. */
const OUTER_LANE = 1.45

/** Room in em that a diagram needs outside its nodes: some, when feedback or the closing edge of a cycle goes round. */
export function laneOf({ nodes, edges }: Diagram): number {
  const place = new Map(nodes.map((node, index) => [node.id, index]))
  const back = edges.some(
    ({ kind, from, to }) => kind === 'feedback' || (place.get(to) ?? 0) < (place.get(from) ?? 0),
  )
  return back ? OUTER_LANE : 0
}

/** Worth of a label size: steep below what is printed at 6 pt, much up to 7.3 pt, little beyond. `smallest` in em. */
export function legibility(em: number, width: number, smallest: number): number {
  const knee = Math.max(19, (7.3 / PRINTED) * width)
  const floor = floorOf(width, smallest)
  return (
    2.6 * Math.log(Math.min(em, knee)) +
    0.4 * Math.log(Math.max(em, knee) / knee) -
    (em < floor ? 5 * Math.log(floor / em) : 0)
  )
}

function floorOf(width: number, smallest: number): number {
  return ((SMALLEST_PT / PRINTED) * width) / smallest
}

/** Whether text of `smallest` em is large enough in print. */
export function isLegible(em: number, width: number, smallest: number): boolean {
  return em >= floorOf(width, smallest)
}

/** Reading down on a wide canvas or across on a tall one, where nobody asked for it, and links between strips. */
export function strayed(
  diagram: Diagram,
  options: PlaceOptions,
  cuts: number,
  ratio: number | undefined,
): number {
  const tall = (ratio ?? 1.5) < 0.95
  const against = !diagram.direction && (options.direction === 'down') !== tall
  const stairs = options.align === 'stairs' ? 0.1 : 0
  const turned = options.alternate ? 0.1 : 0
  return turned + CUT * cuts + (against ? 0.2 : 0) + stairs
}

/** What an edge costs that no free way was found for. */
const UNROUTED = 2

/** Bends, crossings and length per edge. */
export function untidiness(routes: ReadonlyMap<string, Point[]>, em: number): number {
  const all = [...routes.values()]
  if (all.length === 0) return 0
  let [bends, length, crossed, slanted] = [0, 0, 0, 0]
  for (const [index, points] of all.entries()) {
    bends += Math.max(0, points.length - 2)
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1], points[i]]
      if (!a || !b) continue
      const [across, down] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)]
      length += across + down
      if (Math.min(across, down) > 0.01) slanted++
    }
    for (const other of all.slice(index + 1)) crossed += crossings(points, other)
  }
  return (
    UNROUTED * slanted +
    0.16 * (bends / all.length) +
    0.22 * crossed +
    0.02 * (length / em / all.length)
  )
}

/** What is wrong with the use of a canvas: another ratio than its own, a hole, too little drawn on it. */
export function waste(
  placement: Placement,
  content: Box,
  size: { width: number; height: number },
): number {
  const margin = 2 * marginOf(size)
  const error = Math.abs(
    Math.log((size.width - margin) / content.width) -
      Math.log((size.height - margin) / content.height),
  )
  const nodes = [...placement.nodes.values()]
  const boxes = [...nodes, ...placement.labels.values()]
  const empty = largestEmptyShare(boxes, [...placement.routes.values()], size)
  const ink = nodes.reduce((sum, box) => sum + box.width * box.height, 0)
  return (
    1.5 * Math.max(0, error - 0.04) +
    1.2 * Math.max(0, empty - 0.13) +
    6 * Math.max(0, empty - 0.22) +
    1.4 *
      Math.max(0, 0.22 - ink / (size.width * size.height), ink / (size.width * size.height) - 0.45)
  )
}
