import type { Diagram } from '../../forms/diagram'
import type { Box, Point } from '../../forms/scene'
import { largestEmptyShare } from '../empty-space'
import { crossings } from '../geometry'
import type { PlaceOptions } from './place'
import type { Placement } from './placement'

/** Label size at which placements are compared, in pixels. */
export const EM = 16
/** Label size in pixels above which a figure looks shouted: of many nodes, and more for each that fewer have. */
const LARGEST = 32
const LARGER = 1.2
const MANY_NODES = 9
const FEWEST = 3
/** Share of the shorter canvas side. */
const MARGIN = 0.045
/** The same for figures whose text would be too small. */
const NARROW_MARGIN = 0.028
/** Text is printed at this size or more on the figure's paper, in points. */
const SMALLEST_PT = 7.05
/** What is printed below this is hard to read; hardly anything outweighs it. */
const TOO_SMALL = { pt: 6.05, cost: 2 } as const
/** What every turn of the reading direction costs of the score, in which 1 is text 2.3 times as large. */
const STRIP = { back: 0.15, snake: 0.1 } as const
/** The same in a figure that an author directs. */
const LANE = 1.8
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
  const missing = MANY_NODES - Math.max(FEWEST, diagram.nodes.length)
  const largest = LARGEST + LARGER * Math.max(0, missing)
  return Math.min(
    (size.width - margin) / width,
    (size.height - margin) / height,
    size.width / (width + lane),
    size.height / (height + lane),
    largest / EM,
  )
}

/** Room in em beside everything for a connector that runs back. */
const OUTER_LANE = 1.7

/** Room in em that a diagram needs outside its nodes: some, when feedback or the closing edge of a cycle goes round. */
export function laneOf({ nodes, edges }: Diagram): number {
  const place = new Map(nodes.map((node, index) => [node.id, index]))
  const back = edges.some(
    ({ kind, from, to }) => kind === 'feedback' || (place.get(to) ?? 0) < (place.get(from) ?? 0),
  )
  return back ? OUTER_LANE : 0
}

/** Label size in pixels that is plain to see on a canvas of 1024 squared, whatever its width in print. */
const AMPLE = 29

/**
 * Worth of a label size: steep below what is printed at 6 pt, much up to 7.3 pt, still a good deal up to what is plain
 * to see, little beyond. `smallest` in em, `point` in pixels.
 */
export function legibility(em: number, point: number, smallest: number): number {
  const knee = Math.max(19, 7.3 * point)
  const ample = Math.max(AMPLE, knee)
  const floor = floorOf(point, smallest)
  return (
    2.6 * Math.log(Math.min(em, knee)) +
    1.2 * Math.log(Math.min(ample, Math.max(em, knee)) / knee) +
    0.4 * Math.log(Math.max(em, ample) / ample) -
    (em < floor ? 5 * Math.log(floor / em) : 0) -
    (isPrintable(em, point, smallest) ? 0 : TOO_SMALL.cost)
  )
}

function floorOf(point: number, smallest: number): number {
  return (SMALLEST_PT * point) / smallest
}

/** Whether text of `smallest` em is large enough in print. */
export function isLegible(em: number, point: number, smallest: number): boolean {
  return em >= floorOf(point, smallest)
}

/** Whether text of `smallest` em can be read in print at all. */
export function isPrintable(em: number, point: number, smallest: number): boolean {
  return em * SMALLEST_PT >= floorOf(point, smallest) * TOO_SMALL.pt
}

/**
 * What equals of a group cost that stand one after the other as if that were an order, where nothing links them: in a
 * figure that an author directs, and in others.
 */
const IN_ORDER = { directed: 1, free: 0.4 } as const

/**
 * Reading down on a wide canvas or across on a tall one, where nobody asked for it, turns, links between strips, and
 * equals in the reading direction where some are `loose`.
 */
export function strayed(
  diagram: Diagram,
  options: PlaceOptions,
  cuts: number,
  ratio: number | undefined,
  loose: boolean,
): number {
  const tall = (ratio ?? 1.5) < 0.95
  const against = !diagram.direction && (options.direction === 'down') !== tall
  const stairs = options.align === 'stairs' ? 0.1 : 0
  const turned = options.alternate ? 0.1 : 0
  const upwards = options.direction === 'down' && options.turn === 'snake' && options.strips > 1
  const turns = (diagram.direction ? LANE : STRIP[options.turn]) * (options.strips - 1)
  const inOrder = loose && options.loose === 'along'
  const order = inOrder ? IN_ORDER[diagram.direction ? 'directed' : 'free'] : 0
  return order + turns + (upwards ? 0.3 : 0) + turned + CUT * cuts + (against ? 0.2 : 0) + stairs
}

/** Width by height that a figure of free ratio has at best, and what each factor of e beside it costs. */
const USUAL = { ratio: 1.6, cost: 0.5 } as const

/** What a natural ratio costs, where none was asked for. */
export function unusual(own: number, asked: number | undefined): number {
  return asked === undefined ? USUAL.cost * Math.abs(Math.log(own / USUAL.ratio)) : 0
}

/** What an edge costs that no free way was found for. */
const UNROUTED = 2

/** Bends, crossings and length per edge, and the edges that no free way was found for. */
export function untidiness({ routes, nodes }: Placement, edges: Ends, em: number): number {
  const all = [...routes.values()]
  if (all.length === 0) return 0
  const blocked = edges.filter(({ id, from, to }) => {
    const points = routes.get(id) ?? []
    const others = [...nodes].filter(([node]) => node !== from && node !== to)
    return others.some(([, box]) =>
      points.some((b, index) => index > 0 && meets(points[index - 1] ?? b, b, box)),
    )
  })
  let [bends, length, crossed, slanted] = [0, 0, 0, blocked.length]
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
    0.22 * (bends / all.length) +
    0.4 * crossed +
    0.02 * (length / em / all.length)
  )
}

type Ends = readonly { id: string; from: string; to: string }[]

/** Whether a segment has a part inside a box. */
export function meets(a: Point, b: Point, { x, y, width, height }: Box): boolean {
  const inset = { x: 0.02 * width, y: 0.02 * height }
  if (Math.max(a.x, b.x) <= x + inset.x || Math.min(a.x, b.x) >= x + width - inset.x) return false
  if (Math.max(a.y, b.y) <= y + inset.y || Math.min(a.y, b.y) >= y + height - inset.y) return false
  if (a.x === b.x || a.y === b.y) return true
  const side = (px: number, py: number) =>
    Math.sign((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x))
  const corners = [side(x, y), side(x + width, y), side(x, y + height), side(x + width, y + height)]
  return corners.some((corner) => corner !== corners[0])
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
    4 * Math.max(0, error - 0.03) +
    1.6 * Math.max(0, empty - 0.13) +
    14 * Math.max(0, empty - 0.2) +
    (empty > 0.235 ? 1 : 0) +
    1.4 *
      Math.max(0, 0.22 - ink / (size.width * size.height), ink / (size.width * size.height) - 0.45)
  )
}
