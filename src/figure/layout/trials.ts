import type { Diagram } from '../../forms/diagram'
import { readsDown } from './bars'
import { hasLoose } from './mirrors'
import type { Shape } from './node-fit'
import { isShortRow, isWhole } from './pieces'
import type { PlaceOptions } from './place'
import { refines } from './refinements'

/** An arrangement, whatever the gaps. */
export type Trial = Omit<PlaceOptions, 'space'>

/** Ways to compose node labels. */
const SHAPES: readonly Shape[] = [
  { wrap: 8.5, roomy: 1, space: 1 },
  { wrap: 12, roomy: 1, space: 1 },
  { wrap: 6.8, roomy: 0.85, space: 0.72 },
]
/** For figures of few nodes, which would look lost with tight boxes. */
const ROOMY: readonly Shape[] = [
  { wrap: 7.5, roomy: 1.9, space: 1 },
  { wrap: 11, roomy: 1.9, space: 1 },
]
/** For figures that an author lets run across a canvas: layers take less of its short side. */
const FLAT = { wrap: 7, aspect: 2.6 } as const
const LOW: readonly Shape[] = [
  { wrap: 16, roomy: 0.85, space: 0.8, diamond: FLAT },
  { wrap: 16, roomy: 0.7, space: 0.72, diamond: FLAT },
  { wrap: 24, roomy: 0.7, space: 0.72, diamond: FLAT },
  { wrap: 16, roomy: 0.6, space: 0.6, diamond: FLAT },
]
/** For figures whose text would be too small. */
const DENSE: readonly Shape[] = [
  { wrap: 6.2, roomy: 0.7, space: 0.6 },
  { wrap: 9, roomy: 0.7, space: 0.6 },
  { wrap: 14, roomy: 0.6, space: 0.56 },
  { wrap: 5, roomy: 0.6, space: 0.56 },
]
/** For figures whose text would be too small even so. */
const DENSEST: readonly Shape[] = [
  { wrap: 5, roomy: 0.46, space: 0.45 },
  { wrap: 8, roomy: 0.46, space: 0.45 },
  { wrap: 14, roomy: 0.46, space: 0.45 },
]
/** For figures that run along the long side of narrow paper, whose text could not be read even so. */
const NARROWEST: readonly Shape[] = [{ wrap: 14, roomy: 0.4, space: 0.36, diamond: FLAT }]
const FEW = 8
/** Diagrams of more nodes than this are tried in fewer ways, so that they stay quick. */
export const MANY = 24

/** Ways to compose the node labels of a diagram, the first for all arrangements. */
export function shapesFor(diagram: Diagram, ratio: number | undefined): readonly Shape[] {
  const count = diagram.nodes.length
  if (!refines('shapes')) return SHAPES.slice(0, 1)
  const low = isLow(diagram, ratio) ? LOW : []
  if (count > MANY) return [...SHAPES.slice(1), ...low.slice(1)]
  return count <= FEW ? [...SHAPES, ...ROOMY, ...low] : [...SHAPES, ...low]
}

/** Ways to compose node labels, for figures that are not yet readable, or not even printable. */
interface Denser {
  until: 'legible' | 'printable'
  shapes: readonly Shape[]
}

/** Denser and denser ways, for figures whose text would be too small. */
export function denserFor(diagram: Diagram, ratio: number | undefined): readonly Denser[] {
  const low = isLow(diagram, ratio)
  const upright = readsDown(diagram.direction) && !low
  const all = diagram.nodes.length > MANY ? [DENSE] : [DENSE, DENSEST]
  return [
    ...all.map((shapes) => ({
      until: 'legible' as const,
      shapes: low ? shapes.map((shape) => ({ ...shape, diamond: FLAT })) : shapes,
    })),
    ...(upright ? [{ until: 'printable' as const, shapes: NARROWEST }] : []),
  ]
}

/** Whether an author lets a figure run across the long side of its canvas. */
const isLow = ({ direction }: Diagram, ratio: number | undefined) =>
  readsDown(direction) && (ratio ?? 1) > 1

/** Canvases wider than this hold very few nodes in one row. */
const WIDE = 1.6
const IN_A_ROW = {
  direction: 'right',
  strips: 1,
  turn: 'back',
  align: 'straight',
  innerDirection: 'right',
  innerStrips: 1,
  loose: 'along',
  alternate: false,
  mirrored: [],
  pieces: 'beside',
} as const

/** Every way of reading, cutting and aligning worth a try. */
export function trials(diagram: Diagram, ratio: number | undefined): Trial[] {
  if (diagram.direction) return directed(diagram, [1], [1])
  if (isShortRow(diagram) && (ratio ?? 1) > WIDE) return [IN_A_ROW]
  const most = Math.min(6, diagram.nodes.length)
  const several = diagram.groups.filter((group) => group.parent === undefined).length > 1
  const grouped = diagram.groups.length > 0
  const inner = grouped ? INNER.filter((each) => several || !each.alternate) : INNER.slice(0, 1)
  const whole = isWhole(diagram)
  return (['right', 'down'] as const).flatMap((direction) =>
    Array.from({ length: most }, (_, index) => index + 1).flatMap((strips) =>
      inner.flatMap((each) =>
        ways(strips, diagram).flatMap((way) =>
          piecesOf(whole, strips).map((pieces) => ({
            direction,
            strips,
            ...way,
            ...each,
            loose: 'along' as const,
            mirrored: [],
            pieces,
          })),
        ),
      ),
    ),
  )
}

/** Layers of a lane at the least: shorter ones would have more ways back than forth. */
const SHORTEST_LANE = 3

/** Of long figures not every number of lanes is tried: each is this many times the one before. */
const COARSER = 1.25

/**
 * Ways of cutting what an author directs, and what is too long for its canvas in the direction asked for, into lanes
 * that all read the same way, the fewest first; then groups as well.
 */
export function lanes(diagram: Diagram): Trial[][] {
  const most = Math.ceil(diagram.nodes.length / SHORTEST_LANE)
  const counts: number[] = []
  for (let count = 2; count <= most; count = Math.max(count + 1, Math.round(count * COARSER)))
    counts.push(count)
  const inner = diagram.groups.length > 0 ? [1, 2, 3] : [1]
  return inner.flatMap((strips) =>
    counts.map((count) => directed(diagram, [count, count + 1], [strips])),
  )
}

/** Everything reads as was asked for, inside groups too. */
function directed(
  diagram: Diagram,
  strips: readonly number[],
  innerStrips: readonly number[],
): Trial[] {
  const direction = readsDown(diagram.direction) ? 'down' : 'right'
  const whole = isWhole(diagram)
  const loose = hasLoose(diagram) ? (['along', 'across'] as const) : (['along'] as const)
  return strips.flatMap((count) =>
    innerStrips.flatMap((inner) =>
      alignsOf(diagram).flatMap((align) =>
        loose.flatMap((how) =>
          piecesOf(whole, count).map((pieces) => ({
            ...({ direction, strips: count, turn: 'back', align, pieces, loose: how } as const),
            ...({ innerDirection: direction, innerStrips: inner, alternate: false } as const),
            mirrored: [],
          })),
        ),
      ),
    ),
  )
}

const alignsOf = ({ groups }: Diagram) =>
  groups.length > 0 ? (['straight', 'centre'] as const) : (['straight'] as const)

function ways(strips: number, diagram: Diagram): Pick<PlaceOptions, 'turn' | 'align'>[] {
  const turns = strips === 1 ? (['back'] as const) : (['back', 'snake'] as const)
  const found: Pick<PlaceOptions, 'turn' | 'align'>[] = turns.flatMap((turn) =>
    alignsOf(diagram).map((align) => ({ turn, align })),
  )
  const plain = diagram.groups.length === 0 && isWhole(diagram)
  if (plain && diagram.nodes.length <= FEW && strips === 1)
    found.push({ turn: 'back', align: 'stairs' })
  return found
}

/** Cut together, components would be strewn over the same strips. */
function piecesOf(whole: boolean, strips: number): readonly PlaceOptions['pieces'][] {
  if (whole) return ['together']
  return strips === 1 ? ['together', 'stacked', 'beside'] : ['stacked', 'beside']
}

const INNER = [
  { innerDirection: 'right', innerStrips: 1, alternate: false },
  { innerDirection: 'right', innerStrips: 2, alternate: false },
  { innerDirection: 'down', innerStrips: 1, alternate: false },
  { innerDirection: 'down', innerStrips: 2, alternate: false },
  { innerDirection: 'right', innerStrips: 1, alternate: true },
  { innerDirection: 'down', innerStrips: 1, alternate: true },
] as const
