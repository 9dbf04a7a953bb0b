import type { Diagram, DiagramNode } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import type { Theme } from '../themes/theme'
import { fitNode, type NodeFit } from './node-fit'
import { isRound, outlineOf } from './node-outline'

/** A node's words, and the outline around them in pixels. */
export interface Block {
  fit: NodeFit
  size: { width: number; height: number }
}

/** Widest lines that are tried, in em, and factors on the padding: what fits its outline on fewest lines is taken. */
const WRAPS = [14, 12, 10.5, 9, 7.5, 6.5, 5.5, 4.5, 3.6]
const ROOMY = [1, 0.74, 0.46]
/** Of a node that was not drawn before. */
const USUAL = { wrap: 9, roomy: 0.74 }
/** Lines of a label, where its outline has room for them. */
const MOST_LINES = 5
/** Pixels by which words may be too large. */
const SLACK = 0.5

/** The outlines of nodes as they were drawn, larger where their words have become so. Stages are equally large. */
export function blocksAgain(
  { nodes }: Diagram,
  drawn: ReadonlyMap<string, Box>,
  em: number,
  theme: Theme,
): Map<string, Block> {
  const isStage = ({ step }: DiagramNode) => step !== undefined
  const fitted = (badgeAbove: boolean) =>
    new Map(
      nodes.map((node) => [node.id, blockOf(node, drawn.get(node.id), em, theme, badgeAbove)]),
    )
  const grown = (blocks: ReadonlyMap<string, Block>) =>
    Math.max(
      0,
      ...nodes.filter(isStage).map(({ id }) => {
        const [block, box] = [blocks.get(id), drawn.get(id)]
        return block && box ? overBy(block.size, box) : 0
      }),
    )
  const ways = (nodes.some(isStage) ? [true, false] : [false]).map(fitted)
  const [blocks = fitted(false)] = ways.toSorted((a, b) => grown(a) - grown(b))
  const stages = nodes.filter(isStage).flatMap(({ id }) => blocks.get(id) ?? [])
  for (const side of ['width', 'height'] as const) {
    const most = Math.max(0, ...stages.map(({ size }) => size[side]))
    for (const { size } of stages) size[side] = most
  }
  return blocks
}

/** Pixels by which something is larger than a box. */
const overBy = (one: Block['size'], box: Block['size']) =>
  Math.max(0, one.width - box.width - SLACK) + Math.max(0, one.height - box.height - SLACK)

function blockOf(
  node: DiagramNode,
  box: Box | undefined,
  em: number,
  theme: Theme,
  badgeAbove: boolean,
): Block {
  const fit = box
    ? fitWithin(node, box, em, theme, badgeAbove)
    : fitNode(node, em, { ...USUAL, badgeAbove }, theme)
  const width = Math.max(fit.width, box?.width ?? 0)
  const height = Math.max(fit.height, box?.height ?? 0)
  if (!isRound(outlineOf(node))) return { fit, size: { width, height } }
  const across = Math.max(fit.width, Math.min(width, height))
  return { fit, size: { width: across, height: across } }
}

/** Words in an outline that was drawn, or nearly: as much larger as they must be. */
function fitWithin(
  node: DiagramNode,
  box: Box,
  em: number,
  theme: Theme,
  badgeAbove: boolean,
): NodeFit {
  const fits = ROOMY.flatMap((roomy) =>
    WRAPS.map((wrap) => fitNode(node, em, { wrap, roomy, lines: MOST_LINES, badgeAbove }, theme)),
  )
  // An author's line breaks are the only ones, where he has made some.
  const asked = node.label.split('\n').length
  const asWritten = fits.filter(({ label }) => asked === 1 || label.lines.length === asked)
  const lines = ({ label, detail }: NodeFit) => label.lines.length + detail.lines.length
  return (asWritten.length > 0 ? asWritten : fits).reduce((best, fit) => {
    const by = overBy(fit, box) - overBy(best, box)
    return by < 0 || (by === 0 && lines(fit) < lines(best)) ? fit : best
  })
}
