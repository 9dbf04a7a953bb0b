import type { DiagramNode, NodeKind } from '../../forms/diagram'
import { rounded } from '../../forms/numbers'
import type { Anchor, Box, Geometry, Point } from '../../forms/scene'
import { measureText, SAFETY, type Wrapped, wrapEvenly } from '../fonts'
import { iconPath } from '../icons'
import type { Theme } from '../themes/theme'
import { blockHeight, type ElementDraft, nodeDraft, rect, textDraft, Z } from './sketch'

/** A node's text and the box that holds it, at label size `em`. */
export interface NodeFit {
  node: DiagramNode
  label: Wrapped
  detail: Wrapped
  textWidth: number
  textHeight: number
  width: number
  height: number
  broken: number
  /** Left of the text; lengths in pixels. */
  icon?: { name: string; shows: string; size: number; gap: number }
}

/** Lengths in em. */
const NODE = {
  padX: 0.95,
  padY: 0.8,
  detailGap: 0.62,
  minWidth: 4.2,
  minHeight: 2.5,
  /** Widths are multiples of it; finer ones where room is scarce. */
  module: 1.5,
  fineModule: 0.5,
  /** Half height of a cylinder's lid. */
  cap: 0.36,
  /** Fold of a document's corner, slant of a metric, chamfer of a model. */
  fold: 0.75,
  slant: 0.6,
  chamfer: 0.5,
} as const

/** Padding below this factor is that of figures that need all their room for text. */
const SCARCE = 0.75
/** The least size of boxes shrinks with their padding down to this share of it. */
const SMALLEST = 0.68

/** In em. */
const LONGEST_WORD = 15

function longestWord(node: DiagramNode, theme: Theme): number {
  const widest = (text: string, weight: number, size: number) =>
    Math.max(0, ...text.split(/\s+/u).map((word) => measureText(word, { weight, size })))
  const { labelWeight, detailWeight, detail } = theme.measures
  return (
    0.001 +
    Math.max(widest(labelOf(node), labelWeight, 1), widest(detailOf(node), detailWeight, detail))
  )
}

/** A decision's diamond is this much wider than high. */
const DIAMOND = 1.9

export interface Shape {
  /** Widest line in em. */
  wrap: number
  /** Factor on the padding above and below the text. */
  roomy: number
  /** Factor on the gaps between nodes. */
  space: number
}

/** Wraps a node's text to at most `wrap` em and gives the size its form needs. */
export function fitNode(
  node: DiagramNode,
  em: number,
  { wrap, roomy }: Omit<Shape, 'space'>,
  theme: Theme,
): NodeFit {
  const { measures } = theme
  const small = measures.detail * em
  const narrow = node.kind === 'decision' ? 0.8 : 1
  // A word is cut only where it is longer than any sensible box.
  const least = Math.max(wrap * narrow, Math.min(LONGEST_WORD, longestWord(node, theme))) * em
  const { label, detail } = wrapNode(node, least, em, theme)
  const textWidth = Math.max(label.width, detail.width) * SAFETY
  const textHeight =
    blockHeight(label.lines, em, measures.leading * em, theme) +
    (detail.lines.length === 0
      ? 0
      : (label.lines.length > 0 ? NODE.detailGap * em : 0) +
        blockHeight(detail.lines, small, measures.leading * small, theme))
  const chosen = theme.icon?.(node)
  const icon = chosen && { ...chosen, size: chosen.size * em, gap: chosen.gap * em }
  const size = outerSize(
    node.kind,
    textWidth + (icon ? icon.size + icon.gap : 0),
    Math.max(textHeight, icon?.size ?? 0),
    em,
    roomy,
  )
  // Nearly equal nodes become equal ones.
  const module = (roomy < SCARCE ? NODE.fineModule : NODE.module) * em
  if (node.kind !== 'decision') size.width = Math.ceil(size.width / module - 0.01) * module
  return {
    node,
    label,
    detail,
    textWidth,
    textHeight,
    ...size,
    ...(icon ? { icon } : {}),
    broken: label.broken + detail.broken,
  }
}

/** The fit of a node whose box was drawn out: on fewer lines where it is now wide enough for them. */
export function refit(fit: NodeFit, box: Box, em: number, shape: Shape, theme: Theme): NodeFit {
  const room = fit.textWidth + box.width - fit.width
  if (fit.node.kind === 'decision' || fit.label.lines.length < 2) return fit
  const wide = fitNode(fit.node, em, { ...shape, wrap: room / SAFETY / em }, theme)
  return wide.label.lines.length < fit.label.lines.length && wide.textWidth <= room ? wide : fit
}

/** A box of more lines than this looks like a column of print; it becomes wider instead, by steps up to `WIDEST`. */
const MOST_LINES = 3
const WIDER = 1.25
const WIDEST = 1.6

function wrapNode(
  node: DiagramNode,
  least: number,
  em: number,
  { measures }: Theme,
): { label: Wrapped; detail: Wrapped } {
  let width = least
  for (;;) {
    const label = wrapEvenly(labelOf(node), width, { weight: measures.labelWeight, size: em })
    const detail = wrapEvenly(detailOf(node), Math.max(width, label.width), {
      weight: measures.detailWeight,
      size: measures.detail * em,
    })
    const next = width * WIDER
    if (label.lines.length + detail.lines.length <= MOST_LINES || next > WIDEST * least)
      return { label, detail }
    width = next
  }
}

function labelOf(node: DiagramNode): string {
  return node.step === undefined ? node.label : `${node.number ?? node.step}. ${node.label}`
}

function detailOf(node: DiagramNode): string {
  const items = (node.items ?? []).map((item) => item.label).join(' · ')
  return [node.detail ?? '', items].filter((part) => part !== '').join(' · ')
}

function outerSize(
  kind: NodeKind,
  textWidth: number,
  textHeight: number,
  em: number,
  roomy: number,
): { width: number; height: number } {
  const width = textWidth + 2 * NODE.padX * Math.sqrt(roomy) * em
  const height = textHeight + 2 * NODE.padY * roomy * em
  const small = Math.max(SMALLEST, Math.min(1, roomy / SCARCE)) * em
  const least = { width: NODE.minWidth * small, height: NODE.minHeight * small }
  switch (kind) {
    case 'decision': {
      const [a, b] = [textWidth + 0.6 * em, textHeight + 0.6 * em]
      return { width: a + DIAMOND * b, height: b + a / DIAMOND }
    }
    case 'data':
    case 'human':
      return {
        width: Math.max(least.width, width + 0.35 * Math.min(height, 3 * em)),
        height: Math.max(least.height, height),
      }
    case 'store':
      return {
        width: Math.max(least.width, width),
        height: Math.max(least.height, height + 2.6 * NODE.cap * em),
      }
    case 'metric':
    case 'model':
    case 'document':
      return {
        width: Math.max(least.width, width + NODE.slant * em),
        height: Math.max(least.height, height),
      }
    default:
      return { width: Math.max(least.width, width), height: Math.max(least.height, height) }
  }
}

/** The outline of a kind in a box. */
export function outline(kind: NodeKind, box: Box, em: number, theme: Theme): Geometry {
  const { x, y, width, height } = box
  const [right, bottom] = [x + width, y + height]
  switch (kind) {
    case 'data':
      return rect(box, Math.min(height / 2, 1.6 * em))
    case 'human':
      return rect(box, Math.min(height / 2, 0.9 * em))
    case 'store':
      return { form: 'cylinder', ...box, cap: NODE.cap * em }
    case 'decision':
      return polygon([
        [x + width / 2, y],
        [right, y + height / 2],
        [x + width / 2, bottom],
        [x, y + height / 2],
      ])
    case 'metric': {
      const slant = NODE.slant * em
      return polygon([
        [x + slant, y],
        [right, y],
        [right - slant, bottom],
        [x, bottom],
      ])
    }
    case 'model': {
      const cut = NODE.chamfer * em
      return polygon([
        [x + cut, y],
        [right - cut, y],
        [right, y + cut],
        [right, bottom - cut],
        [right - cut, bottom],
        [x + cut, bottom],
        [x, bottom - cut],
        [x, y + cut],
      ])
    }
    case 'document': {
      const fold = NODE.fold * em
      const n = rounded
      return {
        form: 'path',
        d: `M${n(x)} ${n(y)}H${n(right - fold)}L${n(right)} ${n(y + fold)}V${n(bottom)}H${n(x)}ZM${n(right - fold)} ${n(y)}V${n(y + fold)}H${n(right)}`,
      }
    }
    default:
      return rect(box, theme.measures.radius * em)
  }
}

function polygon(points: [number, number][]): Geometry {
  return { form: 'polygon', points: points.map(([x, y]) => ({ x, y })) }
}

/** How far inside its box a form's outline lies at a place on a side, in pixels: where a connector really ends. */
export function outlineInset(
  kind: NodeKind,
  box: Box,
  side: Anchor['side'],
  at: number,
  em: number,
): number {
  const upright = side === 'left' || side === 'right'
  const [along, across] = upright ? [box.height, box.width] : [box.width, box.height]
  const off = Math.abs(2 * at - 1)
  switch (kind) {
    case 'decision':
      return (off * across) / 2
    case 'store': {
      if (upright) return 0
      return NODE.cap * em * (1 - Math.sqrt(Math.max(0, 1 - off * off)))
    }
    case 'data':
    case 'human': {
      const radius = Math.min(box.height / 2, (kind === 'data' ? 1.6 : 0.9) * em)
      const into = (off * along) / 2 - (along / 2 - radius)
      return into <= 0 ? 0 : radius - Math.sqrt(Math.max(0, radius * radius - into * into))
    }
    case 'metric': {
      const slant = NODE.slant * em
      if (!upright) return 0
      return side === 'left' ? slant * (1 - at) : slant * at
    }
    default:
      return 0
  }
}

/** Moves an end point from the box's side inwards onto the outline. */
export function ontoOutline(
  point: Point,
  kind: NodeKind,
  box: Box,
  side: Anchor['side'],
  at: number,
  em: number,
): Point {
  const by = outlineInset(kind, box, side, at, em)
  const step = { left: [1, 0], right: [-1, 0], top: [0, 1], bottom: [0, -1] }[side] as [
    number,
    number,
  ]
  return { x: point.x + step[0] * by, y: point.y + step[1] * by }
}

/** A node's shape with its label and detail, centred. */
export function drawNode(
  fit: NodeFit,
  box: Box,
  hue: number,
  em: number,
  theme: Theme,
  own: string,
  id: (wanted: string) => string,
): ElementDraft[] {
  const { node } = fit
  const { measures } = theme
  const small = measures.detail * em
  const lid = node.kind === 'store' ? 0.5 * NODE.cap * em : 0
  const top = box.y + (box.height - fit.textHeight) / 2 + lid
  const aside = fit.icon ? fit.icon.size + fit.icon.gap : 0
  const shared = {
    parent: own,
    hue,
    x: box.x + (box.width + aside) / 2,
    anchor: 'middle',
    theme,
  } as const
  const drafts: ElementDraft[] = [
    nodeDraft(node, node.kind, {
      id: own,
      hue,
      box,
      geometry: outline(node.kind, box, em, theme),
    }),
  ]
  if (fit.icon) {
    const { name, shows, size } = fit.icon
    const x = box.x + (box.width - fit.textWidth - aside) / 2
    const y = box.y + (box.height - size) / 2 + lid
    drafts.push({
      part: 'label',
      hue,
      element: {
        id: id(`${own}-icon`),
        kind: 'icon',
        parent: own,
        z: Z.part,
        box: { x, y, width: size, height: size },
        geometry: { form: 'path', d: iconPath(name, x, y, size) },
        style: {},
        label: shows,
      },
    })
  }
  let below = top
  if (fit.label.lines.length > 0) {
    drafts.push(
      textDraft({
        ...shared,
        id: id(`${own}-label`),
        part: 'label',
        lines: fit.label.lines,
        top,
        leading: measures.leading * em,
        size: em,
        weight: measures.labelWeight,
      }),
    )
    below += blockHeight(fit.label.lines, em, measures.leading * em, theme) + NODE.detailGap * em
  }
  if (fit.detail.lines.length > 0) {
    drafts.push(
      textDraft({
        ...shared,
        id: id(`${own}-detail`),
        part: 'detail',
        lines: fit.detail.lines,
        top: below,
        leading: measures.leading * small,
        size: small,
        weight: measures.detailWeight,
      }),
    )
  }
  return drafts
}
