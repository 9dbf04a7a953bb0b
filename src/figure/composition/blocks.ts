import type { LabelPlace } from '../../forms/composition'
import type { Diagram, DiagramNode } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import { centreOf } from '../geometry'
import { fitNode, type NodeFit, refit } from '../layout/node-form'
import { outlineOf } from '../layout/node-outline'
import { pictureSize } from '../pictures'
import type { Theme } from '../themes/theme'
import type { Extents } from './arrange'
import type { Wished } from './wish'

/** A node's words, and the size of its outline. */
export interface Block {
  fit: NodeFit
  width: number
  height: number
}

/** How far outlines and pictures follow their wished sizes beyond what they need, 0 to 1. */
export interface Growth {
  outlines: number
  pictures: number
  even: boolean
}

/** Outlines follow their wish up to so much more than their words need. */
const LARGER = { width: 1.3, height: 1.4 } as const
/** Outlines of one form whose wished sizes differ by less become equal. */
const ALIKE = 0.14
/** Narrowest and widest lines of labels, in em. */
const WRAP = { least: 4.5, most: 12 } as const
/** Padding and gaps of boxes. */
const TIGHT = { wrap: WRAP.most, roomy: 0.74, space: 1 }
/** Lengths in em: an outline without words in it, the room between it and words beside it. */
const BARE = { least: 2.4, usual: 3.4, most: 7, gap: 0.55, operator: 2.3, pad: 0.5 } as const
/** Heights of a picture alone, as factors on its usual one. */
const PICTURE = { small: 0.75, most: 1.5 } as const
/** Words under an outline may reach under its neighbours' connectors by this much, in em at usual gaps. */
const UNDER = 0.6

/** The outlines of all nodes. */
export function blocksOf(
  diagram: Diagram,
  wished: Wished,
  em: number,
  theme: Theme,
  growth: Growth,
): Map<string, Block> {
  const blocks = new Map(
    diagram.nodes.map((node) => [
      node.id,
      blockOf(node, placeOf(node, diagram, wished), wished.nodes.get(node.id), em, theme, growth),
    ]),
  )
  for (const alike of alikes(diagram.nodes, wished)) {
    const members = alike.flatMap((id) => blocks.get(id) ?? [])
    const width = Math.max(...members.map((block) => block.width))
    const height = Math.max(...members.map((block) => block.height))
    for (const block of members) Object.assign(block, { width, height })
  }
  for (const block of blocks.values()) {
    const { fit, width, height } = block
    const box = { x: 0, y: 0, width, height }
    if (!fit.outside && !fit.picture) block.fit = refit(fit, box, em, TIGHT, theme)
  }
  return blocks
}

/** How far a block reaches from the middle of its outline. */
export function extentsOf({ fit, width, height }: Block, em: number, space: number): Extents {
  const [x, y] = [width / 2, height / 2]
  const { outside, textWidth, textHeight } = fit
  if (!outside) return { x: [x, x], y: [y, y] }
  const beside = outside.gap + textWidth
  const below = 1.5 * outside.gap + textHeight
  const across = Math.max(x, textWidth / 2 - UNDER * space * em)
  switch (outside.place) {
    case 'above':
      return { x: [across, across], y: [y + below, y] }
    case 'below':
      return { x: [across, across], y: [y, y + below] }
    case 'left':
      return { x: [x + beside, x], y: [y, y] }
    case 'right':
      return { x: [x, x + beside], y: [y, y] }
  }
}

function blockOf(
  node: DiagramNode,
  place: LabelPlace,
  box: Box | undefined,
  em: number,
  theme: Theme,
  growth: Growth,
): Block {
  const wide = box ? (place === 'inside' ? box.width / em - 2 : (1.7 * box.width) / em) : WRAP.most
  const wrap = Math.min(WRAP.most, Math.max(WRAP.least, growth.outlines === 0 ? WRAP.least : wide))
  const shape = { wrap, roomy: TIGHT.roomy, lines: growth.outlines === 0 ? 5 : 3 }
  if (place !== 'inside') {
    const { picture: own, ...plain } = node
    const fit = { ...fitNode(plain, em, shape, theme), node }
    const size = own && pictureSize(own)
    const side = (length: number | undefined) => {
      const wish = Math.min(BARE.most * em, Math.max(BARE.least * em, length ?? 0))
      return Math.min(wish, BARE.usual * em + growth.outlines * (wish - BARE.usual * em))
    }
    const outside = { place, gap: BARE.gap * em }
    if (node.form === 'operator')
      return { fit: { ...fit, outside }, width: BARE.operator * em, height: BARE.operator * em }
    const free = { width: side(box?.width), height: side(box?.height) }
    if (!size) return { fit: { ...fit, outside }, ...free }
    // As large as it is usual, or as it is wished.
    const usual = size.usual * em
    const small = PICTURE.small * usual
    const wish = Math.min(PICTURE.most * usual, Math.max(small, free.height))
    const height = Math.max(size.least * em, small + growth.pictures * (wish - small))
    const picture = { width: height * size.aspect, height, gap: 0 }
    const pad = node.form === 'bare' ? 0 : 2 * BARE.pad * em
    return {
      fit: { ...fit, outside, picture },
      width: picture.width + pad,
      height: picture.height + pad,
    }
  }
  const fit = fitNode(node, em, shape, theme)
  const follow = (own: number, wish: number | undefined, most: number) =>
    own + growth.outlines * (Math.min(own * most, Math.max(own, wish ?? 0)) - own)
  return {
    fit,
    width: follow(fit.width, box?.width, LARGER.width),
    height: follow(fit.height, box?.height, LARGER.height),
  }
}

/** A few letters stand in an operator's circle, more beside it. */
const SIGN = 3

function askedPlace({ form, labelAt, label }: DiagramNode): LabelPlace {
  if (form === 'operator') return label.length <= SIGN ? 'inside' : (labelAt ?? 'below')
  return labelAt ?? 'inside'
}

/** Words beside an outline stand where they are asked for, or where fewer connectors leave it. */
function placeOf(node: DiagramNode, { edges }: Diagram, { nodes }: Wished): LabelPlace {
  const asked = askedPlace(node)
  const own = nodes.get(node.id)
  if (asked === 'inside' || !own) return asked
  const at = centreOf(own)
  const busy = { below: 0, above: 0, left: 0, right: 0 }
  for (const { from, to } of edges) {
    const other = from === node.id ? nodes.get(to) : to === node.id ? nodes.get(from) : undefined
    if (!other) continue
    const there = centreOf(other)
    const [x, y] = [there.x - at.x, there.y - at.y]
    if (Math.abs(x) > Math.abs(y)) busy[x > 0 ? 'right' : 'left'] += 1
    else busy[y > 0 ? 'below' : 'above'] += 1
  }
  const places = [asked, 'below', 'above', 'right', 'left'] as const
  return places.reduce((best, place) => (busy[place] < busy[best] ? place : best))
}

/** Nodes of one kind and form whose wished sizes are nearly equal. */
function alikes(nodes: readonly DiagramNode[], wished: Wished): string[][] {
  const clusters: { key: string; box: Box; members: string[] }[] = []
  const near = (a: number, b: number) => Math.abs(a - b) <= ALIKE * Math.max(a, b)
  for (const node of nodes) {
    const box = wished.nodes.get(node.id)
    // A picture is as large as it is usual.
    if (!box || node.picture) continue
    const key = `${outlineOf(node)} ${askedPlace(node)}`
    const known = clusters.find(
      (each) =>
        each.key === key && near(each.box.width, box.width) && near(each.box.height, box.height),
    )
    if (known) known.members.push(node.id)
    else clusters.push({ key, box, members: [node.id] })
  }
  return clusters.map(({ members }) => members)
}
