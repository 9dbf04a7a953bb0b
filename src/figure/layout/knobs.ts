import type { Diagram } from '../../forms/diagram'
import { rounded } from '../../forms/numbers'
import type { Plan as GraphPlan } from './candidates'
import type { LayoutPlan } from './index'
import { neighboursOf } from './stages'

/** One thing to change about a plan. */
export type Knob =
  | 'rows'
  | 'turn'
  | 'direction'
  | 'inner direction'
  | 'alignment'
  | 'wrap width'
  | 'gap'
  | 'padding'
  | 'ports'
  | 'label side'

/** Knobs behind each figure of a scene, the most likely first. */
export const KNOBS: Readonly<Record<string, readonly Knob[]>> = {
  nodeOverlaps: ['gap'],
  edgesThroughNodes: ['gap', 'alignment', 'rows'],
  textOverflow: ['wrap width', 'padding'],
  labelHits: ['label side', 'gap', 'ports', 'wrap width'],
  edgesOnGroupBorder: ['gap', 'inner direction', 'ports'],
  edgesOnOneLine: ['gap', 'ports', 'rows'],
  edgeCrossings: ['inner direction', 'turn', 'rows', 'direction', 'ports'],
  bendsPerEdge: ['turn', 'alignment', 'ports', 'rows', 'inner direction'],
  smallestTextPt: ['gap', 'wrap width', 'rows', 'padding', 'inner direction'],
  naturalRatioError: ['rows', 'wrap width', 'inner direction', 'direction'],
  largestEmptyShare: ['rows', 'turn', 'gap', 'inner direction', 'alignment', 'direction'],
  nodeInk: ['padding', 'gap', 'wrap width'],
}

/** The plans that turning `knob` gives; of stages, which have one knob for all, each that is a step away. */
export function turned(diagram: Diagram, plan: LayoutPlan, knob: Knob): LayoutPlan[] {
  if ('stages' in plan) {
    if (knob !== 'rows') return []
    return neighboursOf(diagram, plan.stages).map((stages) => ({ stages }))
  }
  // What stands where it was drawn is not turned.
  if ('again' in plan) return []
  return TURN[knob](plan.graph, diagram).map((graph) => ({ graph }))
}

const TURN: Record<Knob, (plan: GraphPlan, diagram: Diagram) => GraphPlan[]> = {
  rows: (plan, { nodes, direction }) =>
    direction
      ? []
      : [plan.options.strips - 1, plan.options.strips + 1]
          .filter((strips) => strips >= 1 && strips <= nodes.length)
          .map((strips) => withOptions(plan, { strips })),
  turn: (plan, { direction }) =>
    direction || plan.options.strips === 1
      ? []
      : [withOptions(plan, { turn: plan.options.turn === 'snake' ? 'back' : 'snake' })],
  direction: (plan, { direction }) =>
    direction
      ? []
      : [withOptions(plan, { direction: plan.options.direction === 'right' ? 'down' : 'right' })],
  'inner direction': (plan, { groups, direction }) => {
    if (groups.length === 0 || direction) return []
    const { innerDirection, innerStrips, alternate } = plan.options
    return [
      withOptions(plan, { innerDirection: innerDirection === 'right' ? 'down' : 'right' }),
      withOptions(plan, { innerStrips: innerStrips === 1 ? 2 : 1 }),
      withOptions(plan, { alternate: !alternate }),
    ]
  },
  alignment: (plan) =>
    (['straight', 'compact', 'centre'] as const)
      .filter((align) => align !== plan.options.align)
      .map((align) => withOptions(plan, { align })),
  'wrap width': (plan) =>
    [0.8, 1.25].map((by) => withShape(plan, { wrap: rounded(plan.shape.wrap * by) })),
  gap: (plan) =>
    [0.75, 1.3].map((by) => {
      const space = rounded(Math.min(2, Math.max(0.5, plan.shape.space * by)))
      return withOptions(withShape(plan, { space }), { space })
    }),
  padding: (plan) =>
    [0.75, 1.35].map((by) =>
      withShape(plan, { roomy: rounded(Math.min(2.6, Math.max(0.7, plan.shape.roomy * by))) }),
    ),
  ports: (plan) => [{ ...plan, ports: plan.ports === 'trunk' ? 'apart' : 'trunk' }],
  'label side': (plan) => [
    { ...plan, labelSide: plan.labelSide === 'before' ? 'after' : 'before' },
  ],
}

/** How far an arrangement is from the plainest one: a single strip, read to the right, straight. */
export function oddness({ options }: GraphPlan): number {
  const { strips, turn, align, direction, innerStrips, innerDirection, alternate } = options
  return (
    3 * (strips - 1) +
    (turn === 'snake' ? 0 : 1) +
    (align === 'straight' ? 0 : 1) +
    (direction === 'right' ? 0 : 1.5) +
    2 * (innerStrips - 1) +
    (innerDirection === 'right' ? 0 : 0.5) +
    (alternate ? 1.5 : 0)
  )
}

function withOptions(plan: GraphPlan, options: Partial<GraphPlan['options']>): GraphPlan {
  return { ...plan, options: { ...plan.options, ...options } }
}

function withShape(plan: GraphPlan, shape: Partial<GraphPlan['shape']>): GraphPlan {
  return { ...plan, shape: { ...plan.shape, ...shape } }
}
