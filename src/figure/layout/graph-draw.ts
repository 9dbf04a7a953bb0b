import type { Diagram, DiagramNode, NodeKind } from '../../forms/diagram'
import type { Anchor, Box, Point } from '../../forms/scene'
import type { ElementDraft } from '../../forms/sketch'
import type { Theme } from '../themes/theme'
import { connectorDraft } from './connector'
import type { EdgeLabel } from './edge-labels'
import { endsIn, framesOf } from './frame-ends'
import { HEADING_LEADING, headingIn } from './heading'
import { drawNode } from './node-draw'
import { asideOf, type NodeFit } from './node-fit'
import { ontoOutline, outlineOf } from './node-outline'
import type { Placement } from './placement'
import { elementIds, groupDraft, idMaker, rect, textDraft } from './sketch'

/** Turns a placed graph into drafts. */
export function drawGraph(
  diagram: Diagram,
  placement: Placement,
  fits: Map<string, NodeFit>,
  labels: ReadonlyMap<string, EdgeLabel>,
  theme: Theme,
  em: number,
): ElementDraft[] {
  const id = idMaker()
  const { nodes: ids, groups: groupIds } = elementIds(diagram, id)
  const hues = hueOf(diagram, theme)
  const drafts = drawFrames(diagram, placement, theme, em, id, groupIds, hues.group)
  for (const node of diagram.nodes) {
    const box = placement.nodes.get(node.id)
    const fit = fits.get(node.id)
    if (box && fit) {
      drafts.push(...drawNode(fit, box, hues.node(node), em, theme, ids.get(node.id) ?? '', id))
    }
  }
  const elements = new Map([...groupIds, ...ids])
  drafts.push(...drawEdges(diagram, placement, fits, labels, theme, em, elements, id))
  return drafts
}

/**
 * The hues that the diagram names, a group's for all in it. Where it names none, a hue is an outermost group, or what stands outside
 * where that is most; without groups, a kind of node, or a stage where the theme tells stages apart.
 */
function hueOf(
  diagram: Diagram,
  { stageHues, palette }: Theme,
): {
  group: (id: string) => number
  node: (node: DiagramNode) => number
} {
  const around = framesOf(diagram)
  const outermost = diagram.groups
    .filter((group) => group.parent === undefined)
    .map((group) => group.id)
  const top = (group: string) => [...(around.get(group) ?? [])].at(-1) ?? group
  const asked = new Map(diagram.groups.map(({ id, hue }) => [id, hue]))
  const group = (each: string) => {
    const own = asked.get(each) ?? asked.get(top(each))
    return own === undefined ? outermost.indexOf(top(each)) : own - 1
  }
  const byKind: Partial<Record<NodeKind, number>> = {
    decision: 1,
    store: 2,
    metric: 2,
    model: 3,
    human: 1,
  }
  const stages = new Set(diagram.nodes.flatMap(({ id, step }) => (step === undefined ? [] : id)))
  const cycle = stageHues === 'cycle' && stages.size <= palette.hues.length
  const outside = diagram.nodes.filter((node) => node.group === undefined).length
  const plain = diagram.groups.length > 0 && 2 * outside <= diagram.nodes.length
  return {
    group,
    node: (node) => {
      if (node.hue !== undefined) return node.hue - 1
      if (node.group !== undefined) return group(node.group)
      if (diagram.groups.length > 0) return plain ? -1 : outermost.length
      return cycle && stages.has(node.id) ? [...stages].indexOf(node.id) : (byKind[node.kind] ?? 0)
    },
  }
}

function drawFrames(
  diagram: Diagram,
  placement: Placement,
  theme: Theme,
  em: number,
  id: (wanted: string) => string,
  ids: ReadonlyMap<string, string>,
  hue: (group: string) => number,
): ElementDraft[] {
  // Outer frames are the larger ones and must be painted first.
  const ordered = diagram.groups
    .flatMap((group) => {
      const box = placement.frames.get(group.id)
      return box ? [{ group, box }] : []
    })
    .sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
  return ordered.flatMap(({ group, box }) => {
    const at = placement.headings?.get(group.id)
    const own = ids.get(group.id) ?? ''
    const { text, box: place } = headingIn(group, box, em, theme, at)
    return [
      groupDraft(group, {
        ...{ id: own, hue: hue(group.id), box },
        geometry: rect(box, 1.4 * theme.measures.radius * em),
      }),
      textDraft({
        ...{ parent: own, hue: hue(group.id), id: id(`${own}-label`), lines: text.lines, theme },
        ...{ leading: HEADING_LEADING * em, size: em, weight: theme.measures.labelWeight },
        ...{ part: 'group-label', anchor: 'start', x: place.x, top: place.y },
      }),
    ]
  })
}

function drawEdges(
  diagram: Diagram,
  placement: Placement,
  fits: ReadonlyMap<string, NodeFit>,
  labels: ReadonlyMap<string, EdgeLabel>,
  theme: Theme,
  em: number,
  ids: Map<string, string>,
  id: (wanted: string) => string,
): ElementDraft[] {
  const { nodes, frames, routes } = placement
  const endsOf = endsIn(diagram, placement)
  return diagram.edges.flatMap((edge) => {
    const points = [...(routes.get(edge.id) ?? [])]
    const ends = endsOf(edge)
    const [a, b] = [ends.from, ends.to].map((end) => nodes.get(end) ?? frames.get(end))
    const [first, last] = [points[0], points.at(-1)]
    if (!a || !b || !first || !last) return []
    const own = id(edge.id)
    const from = anchorOf(first, points[1] ?? last, a)
    const to = anchorOf(last, points.at(-2) ?? first, b)
    const [one, two] = [fits.get(ends.from), fits.get(ends.to)]
    if (one) points[0] = ontoNode(first, one, a, from, em)
    if (two) points[points.length - 1] = ontoNode(last, two, b, to, em)
    const drafts = [
      connectorDraft(
        edge,
        own,
        { ...from, element: ids.get(ends.from) ?? '' },
        { ...to, element: ids.get(ends.to) ?? '' },
        points,
        em,
      ),
    ]
    const label = labels.get(edge.id)
    const box = placement.labels.get(edge.id)
    if (label && box) drafts.push(edgeLabelDraft(label, box, own, theme, em, id))
    return drafts
  })
}

/** Between the end of a connector and words without an outline, in em. */
const BESIDE_WORDS = 0.35

/** From the side of a node's box to its outline, or to the words of one that has none. */
function ontoNode(
  end: Point,
  { node, textWidth, textHeight, ...fit }: NodeFit,
  box: Box,
  anchor: Pick<Anchor, 'side' | 'at'>,
  em: number,
): Point {
  const form = outlineOf(node)
  if (form !== 'bare' || fit.picture) return ontoOutline(end, form, box, anchor, em)
  const upright = anchor.side === 'left' || anchor.side === 'right'
  const [along, across] = upright ? (['height', 'width'] as const) : (['width', 'height'] as const)
  const words = { width: textWidth + asideOf(fit), height: textHeight }
  const meets = Math.abs(anchor.at - 0.5) * box[along] <= words[along] / 2
  const by = meets ? Math.max(0, (box[across] - words[across]) / 2 - BESIDE_WORDS * em) : 0
  const inward = anchor.side === 'left' || anchor.side === 'top' ? by : -by
  return upright ? { ...end, x: end.x + inward } : { ...end, y: end.y + inward }
}

/** The text beside an edge. */
function edgeLabelDraft(
  label: EdgeLabel,
  box: Box,
  own: string,
  theme: Theme,
  em: number,
  id: (wanted: string) => string,
): ElementDraft {
  const size = theme.measures.detail * em
  return textDraft({
    id: id(`${own}-label`),
    parent: own,
    part: 'connector-label',
    hue: -1,
    lines: label.text.lines,
    x: box.x + box.width / 2,
    top: box.y,
    leading: theme.measures.leading * size,
    size,
    weight: theme.measures.detailWeight,
    anchor: 'middle',
    theme,
  })
}

/** The side of `box` on which a route's end lies; the segment's direction decides at corners. */
function anchorOf(end: Point, next: Point, box: Box): Omit<Anchor, 'element'> {
  const clamp = (value: number) => Math.min(1, Math.max(0, value))
  if (Math.abs(end.y - next.y) < Math.abs(end.x - next.x)) {
    return {
      side: end.x < box.x + box.width / 2 ? 'left' : 'right',
      at: clamp((end.y - box.y) / box.height),
    }
  }
  return {
    side: end.y < box.y + box.height / 2 ? 'top' : 'bottom',
    at: clamp((end.x - box.x) / box.width),
  }
}
