import {
  type Composition,
  GRID_WIDTH,
  type NodeForm,
  type WishedBox,
} from '../../forms/composition'
import type { Diagram, DiagramGroup, DiagramNode } from '../../forms/diagram'
import { middleOf } from '../../forms/numbers'
import type { Places } from '../../forms/places'
import { canvas, ratioOf } from '../canvas-size'
import type { Kept } from '../composition/kept'
import { paperWidth } from '../paper'
import type { Theme } from '../themes/theme'
import { acrossOf, type Bands, banded, bandsOf, insideOf, ratioAround, ratioWithin } from './bands'
import { type Plan as GraphPlan, layoutGraph } from './graph'
import { movedPlaces } from './places'
import type { Sketch } from './sketch'

/** How a diagram was arranged: enough to arrange it so again, or a little differently. */
export type LayoutPlan = { graph: GraphPlan } | { composed: Kept }

export interface Laid {
  sketch: Sketch
  plan: LayoutPlan
  /** Other plans that are worth a look, the most promising first. */
  others: LayoutPlan[]
}

/**
 * Places a diagram on the canvas of `ratio` (`auto` or `W:H`), by `plan` or in the best way that a quick search finds;
 * its title stands above, the key of dashed lines below. The same diagram gives the same sketch.
 */
export async function layout(
  diagram: Diagram,
  theme: Theme,
  ratio: string,
  plan?: LayoutPlan,
): Promise<Laid> {
  const wanted = ratioOf(ratio) ?? (diagram.places && ratioOfPlaces(diagram.places))
  if (wanted !== undefined) return layoutWithin(diagram, theme, wanted, plan)
  const laid = await layoutFigure(diagram, theme, undefined, plan)
  const { sketch } = laid
  const first = bandsOf(diagram, theme, sketch.width / sketch.height)
  if (!first) return laid
  // With its bands a figure may be one for narrower paper, on which its words would be smaller.
  const around = ratioAround(sketch, first)
  if (paperWidth({ width: around, height: 1 }) < paperWidth(sketch))
    return layoutWithin(diagram, theme, sketch.width / sketch.height, plan)
  const bands = bandsOf(diagram, theme, around)
  return bands ? { ...laid, sketch: banded(sketch, bands, theme, undefined) } : laid
}

/** A diagram with its title and key on the canvas of a ratio. */
async function layoutWithin(
  diagram: Diagram,
  theme: Theme,
  wanted: number,
  plan?: LayoutPlan,
): Promise<Laid> {
  const bands = bandsOf(diagram, theme, wanted)
  const within = bands ? ratioWithin(wanted, bands) : wanted
  const inside = withPlacesInside(diagram, bands, wanted, within)
  if (!bands) return layoutFigure(inside, theme, wanted, plan)
  const printed = { ...theme, paper: acrossOf(bands) * paperWidth(canvas(wanted)) }
  const laid = await layoutFigure(inside, printed, within, plan)
  return { ...laid, sketch: banded(laid.sketch, bands, theme, wanted) }
}

async function layoutFigure(
  diagram: Diagram,
  theme: Theme,
  wanted: number | undefined,
  plan?: LayoutPlan,
): Promise<Laid> {
  const known = plan && 'graph' in plan ? plan.graph : undefined
  const byRules = () => layoutGraph(plainly(diagram), theme, wanted, known)
  if (!isComposed(diagram) || known) {
    return laidOut(byRules())
  }
  const { places, composition } = diagram
  const placed = places ? wishOfPlaces(places, composition?.edges) : composition
  const laid = placed ? undefined : byRules()
  const wish = placed ?? (laid && wishOf(laid.sketch))
  const { composeGraph } = await import('../composition')
  const composed = wish && composeGraph(diagram, wish, theme, wanted)
  if (composed) return { sketch: composed.sketch, plan: { composed: composed.kept }, others: [] }
  return laidOut(laid ?? byRules())
}

const laidOut = ({ sketch, plan, others }: ReturnType<typeof layoutGraph>): Laid => ({
  sketch,
  plan: { graph: plan },
  others: others.map((graph) => ({ graph })),
})

/** Whether a diagram is composed: it says where things stand, or has what only a composition has room for. */
export const isComposed = ({ shape, composition, places, nodes, groups, notes = [] }: Diagram) =>
  shape === 'graph' &&
  (composition !== undefined ||
    places !== undefined ||
    notes.length > 0 ||
    [...nodes, ...groups].some(({ repeat }) => repeat !== undefined) ||
    nodes.some((node) => plainNode(node) !== node) ||
    groups.some((group) => plainGroup(group) !== group))

const ratioOfPlaces = ({ width, height }: Places) => width / height

/** A diagram whose places are pixels of the canvas of its figure alone, without the bands around it. */
function withPlacesInside(
  diagram: Diagram,
  bands: Bands | undefined,
  ratio: number,
  within: number,
): Diagram {
  const { places } = diagram
  if (!places) return diagram
  const whole = canvas(ratio)
  const own = canvas(within)
  const { scale, dx, dy } = bands ? insideOf(own, bands, ratio) : { scale: 1, dx: 0, dy: 0 }
  const [byX, byY] = [whole.width / places.width, whole.height / places.height]
  return { ...diagram, places: movedPlaces(places, own, { byX, byY, scale, dx, dy }) }
}

/** What was drawn before, as a wish. */
function wishOfPlaces(
  { width, height, nodes, groups, pinned, framed }: Places,
  edges: Composition['edges'] = [],
): Composition {
  const scale = GRID_WIDTH / width
  const boxes = new Map([...nodes, ...groups, ...framed].map((box) => [box.id, box]))
  const usual = {
    width: middleOf(nodes.map((box) => box.width)) ?? 0,
    height: middleOf(nodes.map((box) => box.height)) ?? 0,
  }
  for (const { id, x, y } of pinned) {
    const own = boxes.get(id) ?? usual
    boxes.set(id, { id, ...own, x: x - own.width / 2, y: y - own.height / 2 })
  }
  const frames = new Set([...groups, ...framed].map(({ id }) => id))
  const all = [...boxes.values()].map(({ id, ...box }) => ({
    id,
    x: scale * box.x,
    y: scale * box.y,
    width: scale * box.width,
    height: scale * box.height,
  }))
  return {
    height: scale * height,
    nodes: all.filter(({ id }) => !frames.has(id)),
    groups: all.filter(({ id }) => frames.has(id)),
    edges,
  }
}

/** What rules have placed, as a wish. */
function wishOf({ width, height, drafts }: Sketch): Composition {
  const scale = GRID_WIDTH / width
  const boxes = (role: string) =>
    drafts.flatMap(({ element }): WishedBox[] =>
      element.role === role && element.box
        ? [
            {
              id: element.id,
              x: scale * element.box.x,
              y: scale * element.box.y,
              width: scale * element.box.width,
              height: scale * element.box.height,
            },
          ]
        : [],
    )
  return { height: scale * height, nodes: boxes('node'), groups: boxes('group'), edges: [] }
}

/** A diagram without what only a composition has room for. */
const plainly = (diagram: Diagram): Diagram => ({
  ...diagram,
  nodes: diagram.nodes.map(plainNode),
  groups: diagram.groups.map(plainGroup),
})

/** The same group, or without what rules have no room for. */
function plainGroup(group: DiagramGroup): DiagramGroup {
  const { style, titleAt, ...rest } = group
  return style === undefined && titleAt === undefined ? group : rest
}

/** The same node, or without what rules have no room for. */
function plainNode(node: DiagramNode): DiagramNode {
  const { form, labelAt, sign, ...rest } = node
  const isPlain = form === undefined || PLAIN_FORMS.has(form)
  if (isPlain && (labelAt ?? 'inside') === 'inside' && sign === undefined) return node
  return isPlain && form ? { ...rest, form } : rest
}

const PLAIN_FORMS: ReadonlySet<NodeForm> = new Set([
  'box',
  'pill',
  'circle',
  'diamond',
  'trapezoid',
  'parallelogram',
  'subroutine',
  'hexagon',
  'cylinder',
  'document',
])
