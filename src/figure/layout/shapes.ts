import type { Diagram } from '../../forms/diagram'
import type { Theme } from '../themes/theme'
import { evened } from './equal-sizes'
import { fitNode, fitStage, type NodeFit, type Shape } from './node-fit'

/** A way to set the words of nodes, and what it costs beside the usual one. */
export interface Setting {
  shape: Shape
  /** Details are as large as labels and margins narrow, so that neither is too small. */
  evenText: boolean
  cost: number
}

/** Decisions of figures that are to be low. */
const FLAT = { wrap: 7, aspect: 2.6 } as const
const FLATTEST = { wrap: 13, aspect: 3.8 } as const

const setting = (
  wrap: number,
  roomy: number,
  space: number,
  cost: number,
  more: Partial<Shape> = {},
  evenText = false,
): Setting => ({
  shape: { wrap, roomy, space, ...more },
  evenText,
  cost,
})

/** From airy to dense: widest line in em, factors on padding and on gaps. */
const AIRY: [Setting, ...Setting[]] = [setting(7.5, 1.6, 1, 0), setting(11, 1.6, 1, 0)]
const USUAL: [Setting, ...Setting[]] = [
  setting(8.5, 1, 1, 0),
  setting(12, 1, 1, 0),
  setting(6.8, 0.85, 0.8, 0.15),
]
const LOW = [
  setting(16, 0.85, 0.85, 0.1, { diamond: FLAT }),
  setting(18, 0.7, 0.72, 0.25, { diamond: FLAT }),
]
const DENSE = [
  setting(6.2, 0.7, 0.65, 0.5, {}, true),
  setting(9, 0.7, 0.65, 0.5, {}, true),
  setting(14, 0.6, 0.56, 0.6, { diamond: FLATTEST }, true),
]
const DENSEST = [
  setting(5, 0.5, 0.5, 1, {}, true),
  setting(8, 0.5, 0.5, 1, {}, true),
  setting(14, 0.46, 0.45, 1.1, { diamond: FLATTEST }, true),
  setting(5, 0.4, 0.36, 1.5, {}, true),
  setting(16, 0.4, 0.36, 1.5, { diamond: FLATTEST }, true),
]
/** Of numbered stages: how wide a panel is, in em, and factors on the room in and between them. */
const PANELS: [Setting, ...Setting[]] = [
  setting(16, 1, 0.9, 0),
  ...[10, 12, 14, 19, 23, 28, 34].map((wrap) => setting(wrap, 1, 0.9, 0)),
  ...[8, 10, 12, 14, 16, 19, 23, 28, 34, 42].map((wrap) => setting(wrap, 0.6, 0.65, 0.5, {}, true)),
]
/** Nodes of a figure that would look lost in tight boxes. */
const FEW = 5

/** Ways to set the words of a diagram's nodes, the airiest first. */
export function settingsFor(diagram: Diagram): [Setting, ...Setting[]] {
  if (diagram.shape === 'stages') return PANELS
  const [first, ...usual] = diagram.nodes.length <= FEW ? AIRY : USUAL
  if (isLarge(diagram)) return [first, ...DENSEST.slice(1)]
  return [first, ...usual, ...LOW, ...DENSE, ...DENSEST]
}

/** Too large for its words to be read: few settings are tried. */
export const isLarge = ({ nodes, edges }: Diagram) => nodes.length + edges.length > MANY
const MANY = 200

/** The theme with the text sizes of a setting. */
export function sized(
  theme: Theme,
  { evenText, shape }: Pick<Setting, 'evenText' | 'shape'>,
): Theme {
  if (!evenText) return theme
  const { icon, ...bare } = theme
  return {
    ...bare,
    // Words come before pictures.
    ...(icon && shape.roomy > NO_ICONS ? { icon } : {}),
    measures: { ...theme.measures, detail: 1 },
  }
}

/** Boxes of so little padding have no room for icons. */
const NO_ICONS = 0.5

/** Every node's words and the box that they need, boxes of one outline alike. */
export function fitAll(
  diagram: Diagram,
  em: number,
  shape: Shape,
  theme: Theme,
): Map<string, NodeFit> {
  if (diagram.shape === 'stages') {
    const items = diagram.nodes.reduce((sum, node) => sum + (node.items ?? []).length, 0)
    const form = items < diagram.nodes.length ? 'card' : 'stack'
    return new Map(diagram.nodes.map((node) => [node.id, fitStage(node, form, em, shape, theme)]))
  }
  const fits = diagram.nodes.map((node) => [node.id, fitNode(node, em, shape, theme)] as const)
  return evened(diagram, new Map(fits))
}

/** Size in em of the smallest text of a figure. */
export function smallestOf(
  { edges }: Diagram,
  fits: ReadonlyMap<string, NodeFit>,
  theme: Theme,
): number {
  const detailed = [...fits.values()].some((fit) => fit.detail.lines.length > 0)
  return detailed || edges.some(({ label }) => label) ? theme.measures.detail : 1
}
