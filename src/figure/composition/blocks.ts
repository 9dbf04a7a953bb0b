import type { LabelPlace } from '../../forms/composition'
import type { Diagram, DiagramNode } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import { centreOf } from '../geometry'
import { aboveOf, asideOf, fitNode, type NodeFit, refit } from '../layout/node-fit'
import { isDiamond, isRound, outlineOf } from '../layout/node-outline'
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

/** Wrapped words, by node and what they were wrapped for. */
export type Fits = Map<string, NodeFit>

/** How far outlines and pictures follow their wished sizes beyond what they need, 0 to 1. */
export interface Growth {
  outlines: number
  pictures: number
  even: boolean
  /** Boxes have no more room around their words and pictures than these need. */
  tight?: boolean
  /** What is alike or in one column is equally wide even where its words are not. */
  alike: boolean
  /** What is alike or in one row is equally high even where its words are not. */
  level: boolean
  /** Heights of outlines, where they have more room than widths. */
  heights?: number
  /** The same for some pictures, by node id. */
  larger?: ReadonlyMap<string, number>
  /** Heights of cards, where they have more room than widths, by node id. */
  taller?: ReadonlyMap<string, number>
  /** Widest lines of labels, in em, where not as their outlines are wished. */
  wrap?: number
  /** The same by node id. */
  wraps?: ReadonlyMap<string, number>
  /** Widest lines of connectors' words, in em. */
  words: number
  /** Connectors whose words have lines as wide as usual all the same. */
  wide?: ReadonlySet<string>
}

/** Outlines follow their wish up to so much more than their words need. */
const LARGER = { width: 1.8, height: 2.2 } as const
/** Outlines of one form whose wished sizes differ by less become equal. */
const ALIKE = 0.14
/** What should be equally high or wide becomes so where it differs by less than this factor; where room is scarce. */
const ONE_SIZE = {
  usual: { alike: 1.8, row: 1.5 },
  scarce: { alike: 1.25, row: 1.25 },
} as const
/** They stand in one row whose middles are nearer than this share of their size. */
const IN_LINE = 0.25
/** Narrowest and widest lines of labels, in em. */
const WRAP = { least: 4.5, most: 12 } as const
/** Padding and gaps of boxes. */
const PADDED = { wrap: WRAP.most, roomy: 0.74, space: 1 }
const TIGHT = { ...PADDED, roomy: 0.46 }
/** Lengths in em: an outline without words in it, the room between it and words beside it. */
export const BARE = { least: 2.4, usual: 3.4, most: 7, gap: 0.55, operator: 2.3, pad: 0.5 } as const
/** Heights of a picture alone, as factors on its usual one. */
const PICTURE = { small: 0.75, most: 2.2 } as const
/** A picture above words in the same outline: its height and the room between, in em. */
export const INSIDE = { tight: 1.6, least: 2, usual: 3.4, gap: 0.5 } as const
/** Words under an outline may reach under its neighbours' connectors by this much, in em at usual gaps. */
const UNDER = 0.6

/** The outlines of all nodes. */
export function blocksOf(
  diagram: Diagram,
  wished: Wished,
  em: number,
  theme: Theme,
  growth: Growth,
  fits: Fits,
): Map<string, Block> {
  const fitted = (node: DiagramNode, shape: { wrap: number; roomy: number; lines: number }) => {
    const key = [node.id, em, ...Object.values(shape), theme.measures.detail].join(' ')
    const fit = fits.get(key) ?? fitNode(node, em, shape, theme)
    fits.set(key, fit)
    return fit
  }
  const blocks = new Map(
    diagram.nodes.map((node) => {
      const place = placeOf(node, diagram, wished)
      return [node.id, blockOf(node, place, wished.nodes.get(node.id), em, growth, fitted)]
    }),
  )
  const most = {
    width: growth.alike ? ONE_SIZE.usual : ONE_SIZE.scarce,
    height: growth.level ? ONE_SIZE.usual : ONE_SIZE.scarce,
  }
  for (const alike of alikes(diagram.nodes, wished)) {
    const members = alike.flatMap((id) => blocks.get(id) ?? [])
    const pictured = members.filter(({ fit }) => fit.outside && fit.picture)
    if (pictured.length > 0) evenPictures(pictured, most.width.alike)
    else for (const size of SIZES) even(members, size, most[size].alike)
  }
  for (const size of SIZES)
    for (const row of rowsOf(diagram.nodes, wished, blocks, size)) even(row, size, most[size].row)
  const padding = growth.tight ? TIGHT : PADDED
  for (const block of blocks.values()) {
    if (isRound(outlineOf(block.fit.node))) makeRound(block, em)
    const { fit, width, height } = block
    const box = { x: 0, y: 0, width, height }
    if (!fit.outside && !fit.picture) block.fit = refit(fit, box, em, padding, theme)
  }
  return blocks
}

/** How far a block reaches from the middle of its outline. */
export function extentsOf({ fit, width, height }: Block, em: number, space: number): Extents {
  const [x, y] = [width / 2, height / 2]
  const { outside, textWidth, textHeight } = fit
  const outline = { x, y }
  if (!outside) return { x: [x, x], y: [y, y], outline }
  const beside = outside.gap + textWidth
  const below = 1.5 * outside.gap + textHeight
  const across = Math.max(x, textWidth / 2 - UNDER * space * em)
  switch (outside.place) {
    case 'above':
      return { x: [across, across], y: [y + below, y], outline }
    case 'below':
      return { x: [across, across], y: [y, y + below], outline }
    case 'left':
      return { x: [x + beside, x], y: [y, y], outline }
    case 'right':
      return { x: [x, x + beside], y: [y, y], outline }
  }
}

function blockOf(
  node: DiagramNode,
  place: LabelPlace,
  box: Box | undefined,
  em: number,
  growth: Growth,
  fitted: (node: DiagramNode, shape: { wrap: number; roomy: number; lines: number }) => NodeFit,
): Block {
  const own = growth.wraps?.get(node.id)
  const wide = box ? (place === 'inside' ? box.width / em - 2 : (1.7 * box.width) / em) : WRAP.most
  const wrap = own ?? growth.wrap ?? Math.min(WRAP.most, Math.max(WRAP.least, wide))
  const lines = own === undefined && growth.wrap !== undefined ? 5 : 3
  const { picture: drawn, ...plain } = node
  const { roomy } = growth.tight ? TIGHT : PADDED
  const fit = { ...fitted(plain, { wrap, roomy, lines }), node }
  const size = drawn && pictureSize(drawn)
  const pictures = growth.larger?.get(node.id) ?? growth.pictures
  if (place !== 'inside') {
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
    const height = Math.max(size.least * em, small + pictures * (wish - small))
    const picture = { width: height * size.aspect, height, gap: 0 }
    const pad = node.form === 'bare' ? 0 : 2 * BARE.pad * em
    return {
      fit: { ...fit, outside, picture },
      width: picture.width + pad,
      height: picture.height + pad,
    }
  }
  const { outlines, heights = outlines } = growth
  const follow = (own: number, wish: number | undefined, most: number, share: number) =>
    own + share * (Math.min(own * most, Math.max(own, wish ?? 0)) - own)
  if (size) {
    const usual = Math.max(size.least, Math.min(size.usual, INSIDE.usual))
    const least = Math.min(usual, Math.max(size.least, growth.tight ? INSIDE.tight : INSIDE.least))
    const tall = Math.max(pictures, growth.taller?.get(node.id) ?? 0)
    const wide = (least + Math.min(1, 2 * pictures) * (usual - least)) * em
    const high = (least + Math.min(1, 2 * tall) * (usual - least)) * em
    const gap = INSIDE.gap * em
    const pad = fit.width - fit.textWidth
    const whole = follow(fit.height + high + 1.5 * gap, box?.height, LARGER.height, tall)
    const height = whole - fit.height - 1.5 * gap
    const widest = follow(
      Math.max(fit.width, wide * size.aspect + pad),
      box?.width,
      LARGER.width,
      pictures,
    )
    const picture = { width: Math.min(height * size.aspect, widest - pad), height, gap }
    return { fit: { ...fit, picture }, width: widest, height: whole }
  }
  return {
    fit,
    width: follow(fit.width, box?.width, LARGER.width, outlines),
    height: follow(fit.height, box?.height, LARGER.height, heights),
  }
}

/** As wide as high, around what it holds. */
export function makeRound(block: Block, em: number): void {
  const { fit, width, height } = block
  const { picture, outside, textWidth, textHeight } = fit
  const held = {
    width: Math.max(textWidth + asideOf(fit), picture?.width ?? 0),
    height: textHeight + aboveOf(fit) + (picture ? picture.height + picture.gap : 0),
  }
  const around = outside ? 0 : Math.hypot(held.width, held.height) + ROUND * em
  const side = outside && picture ? Math.max(width, height) : Math.min(width, height)
  Object.assign(block, { width: Math.max(side, around), height: Math.max(side, around) })
}

/** Room between what a circle holds and its line, in em. */
const ROUND = 1

/** A few letters stand in an operator's circle, more beside it. */
const SIGN = 3

/** An outline that shows nothing by itself has its words inside. */
function askedPlace(node: DiagramNode): LabelPlace {
  const { form, labelAt, label, picture, sign = label } = node
  const alone = sign === label && label.length <= SIGN
  if (form === 'operator') return alone ? 'inside' : (labelAt ?? 'below')
  const shows = picture !== undefined || ['cylinder', 'store'].includes(outlineOf(node))
  return shows ? (labelAt ?? 'inside') : 'inside'
}

/** Words beside an outline stand where they are asked for, or where fewer connectors leave it. */
export function placeOf(node: DiagramNode, { edges }: Diagram, { nodes }: Wished): LabelPlace {
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
export function alikes(nodes: readonly DiagramNode[], wished: Wished): string[][] {
  const clusters: { key: string; box: Box; members: string[] }[] = []
  const near = (a: number, b: number) => Math.abs(a - b) <= ALIKE * Math.max(a, b)
  for (const node of nodes) {
    const box = wished.nodes.get(node.id)
    const place = askedPlace(node)
    if (!box) continue
    const { picture, group } = node
    // Cards of other frames have other room.
    const sort = picture === undefined ? place : place === 'inside' ? `card ${group}` : 'picture'
    const key = `${outlineOf(node)} ${sort}`
    const known = clusters.find(
      (each) =>
        each.key === key && near(each.box.width, box.width) && near(each.box.height, box.height),
    )
    if (known) known.members.push(node.id)
    else clusters.push({ key, box, members: [node.id] })
  }
  return clusters.map(({ members }) => members)
}

const SIZES = ['width', 'height'] as const

/** Outlines with words in them that stand in one row (`height`) or column (`width`) of one frame. */
function rowsOf(
  nodes: readonly DiagramNode[],
  wished: Wished,
  blocks: ReadonlyMap<string, Block>,
  size: (typeof SIZES)[number],
): Block[][] {
  const axis = size === 'height' ? 'y' : 'x'
  const rows: { at: number; group: string | undefined; members: Block[] }[] = []
  for (const node of nodes) {
    const [box, block] = [wished.nodes.get(node.id), blocks.get(node.id)]
    if (!box || !block || block.fit.outside || !isFree(node)) continue
    const at = centreOf(box)[axis]
    const row = rows.find(
      (each) => each.group === node.group && Math.abs(each.at - at) < IN_LINE * box[size],
    )
    if (row) row.members.push(block)
    else rows.push({ at, group: node.group, members: [block] })
  }
  return rows.map(({ members }) => members)
}

/** Sizes that differ by less than a factor become the largest of them. */
function even(blocks: readonly Block[], size: 'width' | 'height', most: number): void {
  const ordered = [...blocks].sort((a, b) => a[size] - b[size])
  while (ordered.length > 0) {
    const least = ordered[0]?.[size] ?? 0
    const one = ordered.filter((block) => block[size] <= most * least)
    const largest = one.at(-1)?.[size] ?? least
    for (const block of one) block[size] = largest
    ordered.splice(0, one.length)
  }
}

/** Pictures whose heights differ by less than a factor become equally high. */
function evenPictures(blocks: readonly Block[], most: number): void {
  const heights = new Map(blocks.map((block) => [block, block.height]))
  even(blocks, 'height', most)
  for (const block of blocks) {
    const { picture } = block.fit
    const more = block.height - (heights.get(block) ?? block.height)
    if (!picture || more <= 0) continue
    const wider = (picture.width / picture.height) * more
    block.width += wider
    block.fit = {
      ...block.fit,
      picture: { ...picture, width: picture.width + wider, height: picture.height + more },
    }
  }
}

/** Height and width of some outlines depend on each other. */
const isFree = (node: DiagramNode) => {
  const form = outlineOf(node)
  return !isDiamond(form) && !isRound(form)
}
