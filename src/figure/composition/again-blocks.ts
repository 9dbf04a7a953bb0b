import type { Diagram, DiagramNode } from '../../forms/diagram'
import { middleOf } from '../../forms/numbers'
import type { Box } from '../../forms/scene'
import { fitNode, type NodeFit } from '../layout/node-fit'
import { isRound, outlineOf } from '../layout/node-outline'
import { pictureSize } from '../pictures'
import type { Theme } from '../themes/theme'
import { BARE, type Block, INSIDE, makeRound, placeOf } from './blocks'
import type { Wished } from './wish'

/** Widest lines that are tried, in em, and factors on the padding: what fits its outline on fewest lines is taken. */
const WRAPS = [14, 12, 10.5, 9, 7.5, 6.5, 5.5, 4.5, 3.6]
const ROOMY = [1, 0.74, 0.46]
/** Of words without an outline that was drawn. */
const USUAL = { wrap: 9, roomy: 0.74 }
/** Pixels by which words may be too large. */
const SLACK = 0.5

/** The outlines of nodes as they were drawn, larger where their words have become so. */
export function blocksAgain(
  diagram: Diagram,
  wished: Wished,
  drawn: ReadonlyMap<string, Box>,
  em: number,
  theme: Theme,
): Map<string, Block> {
  const fitted = (badgeAbove: boolean) =>
    new Map(
      diagram.nodes.map((node) => {
        const box = drawn.get(node.id)
        const place = placeOf(node, diagram, wished)
        return [
          node.id,
          place === 'inside'
            ? inside(node, box, em, theme, badgeAbove)
            : beside(node, place, box, em, theme),
        ]
      }),
    )
  const numbered = diagram.nodes.flatMap(({ id, step }) => (step === undefined ? [] : id))
  const grown = (blocks: ReadonlyMap<string, Block>) =>
    Math.max(0, ...numbered.map((id) => grownBy(blocks.get(id), drawn.get(id))))
  const ways = (numbered.length > 0 ? [true, false] : [false]).map(fitted)
  const [blocks = fitted(false)] = ways.toSorted((a, b) => grown(a) - grown(b))
  level(numbered.flatMap((id) => blocks.get(id) ?? []))
  for (const block of blocks.values()) if (isRound(outlineOf(block.fit.node))) makeRound(block, em)
  return blocks
}

/** Pixels by which a block needs more than what was drawn. */
const grownBy = (block: Block | undefined, box: Box | undefined) =>
  block && box
    ? Math.max(0, block.width - box.width - SLACK) + Math.max(0, block.height - box.height - SLACK)
    : 0

/** Stages are equally large. */
function level(blocks: readonly Block[]): void {
  const boxes = blocks.filter(({ fit }) => !isRound(outlineOf(fit.node)))
  for (const size of ['width', 'height'] as const) {
    const most = Math.max(0, ...boxes.map((block) => block[size]))
    for (const block of boxes) block[size] = most
  }
}

function inside(
  node: DiagramNode,
  box: Box | undefined,
  em: number,
  theme: Theme,
  badgeAbove: boolean,
): Block {
  const { picture: drawn, ...plain } = node
  const size = drawn && pictureSize(drawn)
  if (!size) {
    const fit = { ...fitWithin(plain, box, em, theme, badgeAbove), node }
    return {
      fit,
      width: Math.max(fit.width, box?.width ?? 0),
      height: Math.max(fit.height, box?.height ?? 0),
    }
  }
  const gap = INSIDE.gap * em
  const least = Math.max(size.least, INSIDE.tight) * em
  const room = box && { ...box, height: box.height - least - 1.5 * gap }
  const words = fitWithin(plain, room, em, theme, false)
  const usual = Math.max(least, Math.min(size.usual, INSIDE.usual) * em)
  const whole = Math.max(words.height + 1.5 * gap + (box ? least : usual), box?.height ?? 0)
  const height = whole - words.height - 1.5 * gap
  const pad = words.width - words.textWidth
  const widest = Math.max(words.width, box?.width ?? height * size.aspect + pad)
  const picture = { width: Math.min(height * size.aspect, widest - pad), height, gap }
  return { fit: { ...words, node, picture }, width: widest, height: whole }
}

function beside(
  node: DiagramNode,
  place: NonNullable<NodeFit['outside']>['place'],
  box: Box | undefined,
  em: number,
  theme: Theme,
): Block {
  const { picture: drawn, ...plain } = node
  const usual = node.form === 'operator' ? BARE.operator : BARE.usual
  const { width, height } = box ?? { width: usual * em, height: usual * em }
  const wrap = Math.min(12, Math.max(4.5, (1.7 * width) / em))
  const fit = { ...fitNode(plain, em, { ...USUAL, wrap }, theme), node }
  const outside = { place, gap: BARE.gap * em }
  const size = drawn && pictureSize(drawn)
  if (!size) return { fit: { ...fit, outside }, width, height }
  const pad = node.form === 'bare' ? 0 : 2 * BARE.pad * em
  const high = box ? Math.min(height - pad, (width - pad) / size.aspect) : size.usual * em
  const picture = { width: high * size.aspect, height: high, gap: 0 }
  return {
    fit: { ...fit, outside, picture },
    width: box ? width : picture.width + pad,
    height: box ? height : high + pad,
  }
}

/** Words in an outline that was drawn, or nearly: as much larger as they must be. */
function fitWithin(
  node: DiagramNode,
  box: Pick<Box, 'width' | 'height'> | undefined,
  em: number,
  theme: Theme,
  badgeAbove: boolean,
): NodeFit {
  if (!box) return fitNode(node, em, { ...USUAL, badgeAbove }, theme)
  const fits = ROOMY.flatMap((roomy) =>
    WRAPS.map((wrap) => fitNode(node, em, { wrap, roomy, lines: 5, badgeAbove }, theme)),
  )
  // An author's line breaks are the only ones, where he has made some.
  const asked = node.label.split('\n').length
  const asWritten = fits.filter(({ label }) => asked === 1 || label.lines.length === asked)
  const over = ({ width, height }: NodeFit) =>
    Math.max(0, width - box.width - SLACK) + Math.max(0, height - box.height - SLACK)
  const lines = ({ label, detail }: NodeFit) => label.lines.length + detail.lines.length
  return (asWritten.length > 0 ? asWritten : fits).reduce((best, fit) => {
    const by = over(fit) - over(best)
    return by < 0 || (by === 0 && lines(fit) < lines(best)) ? fit : best
  })
}

/** What most outlines measure. */
export const usualSize = (boxes: readonly Box[]) => ({
  width: middleOf(boxes.map(({ width }) => width)) ?? 0,
  height: middleOf(boxes.map(({ height }) => height)) ?? 0,
})
