import type { Diagram, DiagramNode, NodeKind } from '../../forms/diagram'
import type { Anchor, Box, Point } from '../../forms/scene'
import { canvas } from '../canvas-size'
import { measureText } from '../fonts'
import type { Theme } from '../themes/theme'
import { type ElkTrial, edgeLabels, placeWithElk } from './elk'
import { drawNode, fitNode, type NodeFit, ontoOutline } from './node-form'
import { extent, type Placement, spread, transform } from './placement'
import { type Draft, idMaker, rect, type Sketch, textDraft, Z } from './sketch'
import { connectorDraft } from './stages-draw'

/** Label size at which placements are compared, in pixels. */
const EM = 16
const LARGEST = 27
const MARGIN = 0.04
const WRAPS = [9, 13] as const

interface Candidate {
  fits: Map<string, NodeFit>
  placement: Placement
  score: number
}

/** Places nodes, groups and relations on a canvas of `ratio` (undefined: the natural one of the best placement). */
export async function layoutGraph(
  diagram: Diagram,
  theme: Theme,
  ratio: number | undefined,
): Promise<Sketch> {
  const sound = soundOf(diagram)
  let best: Candidate | undefined
  for (const wrap of WRAPS) {
    const fits = new Map(sound.nodes.map((node) => [node.id, fitNode(node, EM, wrap, theme)]))
    for (const trial of trials(sound, ratio ?? 1.6)) {
      const placement = await placeWithElk(sound, fits, EM, theme, trial)
      const candidate = { fits, placement, score: rate(placement, fits, ratio) }
      if (!best || candidate.score > best.score) best = candidate
    }
  }
  if (!best) throw new Error('a graph needs at least one node')
  const content = extent(best.placement)
  const natural = Math.min(21 / 9, Math.max(9 / 16, content.width / content.height))
  const size = canvas(ratio ?? natural)
  return settle(sound, best, theme, size.width, size.height)
}

/** Drops edges whose ends do not exist and groups that do not, which would throw in the layout engine. */
function soundOf(diagram: Diagram): Diagram {
  const ids = new Set(diagram.nodes.map((node) => node.id))
  const groups = new Set(diagram.groups.map((group) => group.id))
  return {
    ...diagram,
    nodes: diagram.nodes.map((node) => {
      const { group, ...rest } = node
      return group !== undefined && groups.has(group) ? node : rest
    }),
    edges: diagram.edges.filter((edge) => ids.has(edge.from) && ids.has(edge.to)),
  }
}

function trials(diagram: Diagram, ratio: number): ElkTrial[] {
  const asked = diagram.direction?.toUpperCase() as ElkTrial['direction'] | undefined
  const directions: ElkTrial['direction'][] = asked ? [asked] : ['RIGHT', 'DOWN']
  const flat = diagram.groups.length === 0
  return directions.flatMap((direction): ElkTrial[] => [
    { direction, ratio, wrap: false, space: 1 },
    ...(flat && diagram.nodes.length > 3
      ? [
          { direction, ratio, wrap: true, space: 1 },
          { direction, ratio: ratio * 0.7, wrap: true, space: 1 },
          { direction, ratio: ratio * 1.5, wrap: true, space: 1 },
        ]
      : []),
  ])
}

function rate(placement: Placement, fits: Map<string, NodeFit>, ratio: number | undefined): number {
  const content = extent(placement)
  const own = content.width / content.height
  const off = Math.abs(Math.log(own / (ratio ?? 1.5)))
  const size = canvas(ratio ?? Math.min(21 / 9, Math.max(9 / 16, own)))
  const scale = Math.min(
    (size.width * (1 - 2 * MARGIN)) / content.width,
    (size.height * (1 - 2 * MARGIN)) / content.height,
    LARGEST / EM,
  )
  const broken = [...fits.values()].reduce((sum, fit) => sum + fit.broken, 0)
  const bends = [...placement.routes.values()].reduce(
    (sum, points) => sum + Math.max(0, points.length - 2),
    0,
  )
  const bendy = placement.routes.size > 0 ? bends / placement.routes.size : 0
  return (
    1.4 * Math.log(scale) - (ratio === undefined ? 0.25 : 0.6) * off - 0.12 * bendy - 0.6 * broken
  )
}

/** Scales the best placement into the canvas, spreads its gaps over what is left and draws it. */
function settle(
  diagram: Diagram,
  best: Candidate,
  theme: Theme,
  width: number,
  height: number,
): Sketch {
  const margin = MARGIN * Math.min(width, height)
  const content = extent(best.placement)
  const room = { width: width - 2 * margin, height: height - 2 * margin }
  const scale = Math.min(room.width / content.width, room.height / content.height, LARGEST / EM)
  const em = EM * scale
  const scaled = transform(
    best.placement,
    (x) => (x - content.x) * scale,
    (y) => (y - content.y) * scale,
    (length) => length * scale,
  )
  const rigid = [...scaled.nodes.values(), ...scaled.labels.values()]
  const extraX = room.width - content.width * scale
  const extraY = room.height - content.height * scale
  const x = spread(
    rigid.map((box) => ({ from: box.x, to: box.x + box.width })),
    extraX,
    1.2,
  )
  const y = spread(
    rigid.map((box) => ({ from: box.y, to: box.y + box.height })),
    extraY,
    1.2,
  )
  const left = margin + (extraX - x.used) / 2
  const top = margin + (extraY - y.used) / 2
  const final = transform(
    scaled,
    (at) => x.map(at) + left,
    (at) => y.map(at) + top,
    (length) => length,
  )
  const fits = new Map(
    diagram.nodes.map((node) => [node.id, rescale(best.fits.get(node.id), scale)]),
  )
  return { width, height, em, drafts: drawGraph(diagram, final, fits, theme, em) }
}

function rescale(fit: NodeFit | undefined, scale: number): NodeFit | undefined {
  if (!fit) return undefined
  const text = (wrapped: NodeFit['label']): NodeFit['label'] => ({
    ...wrapped,
    width: wrapped.width * scale,
    lines: wrapped.lines.map((line) => ({ text: line.text, width: line.width * scale })),
  })
  return {
    ...fit,
    label: text(fit.label),
    detail: text(fit.detail),
    textWidth: fit.textWidth * scale,
    textHeight: fit.textHeight * scale,
    width: fit.width * scale,
    height: fit.height * scale,
  }
}

function drawGraph(
  diagram: Diagram,
  placement: Placement,
  fits: Map<string, NodeFit | undefined>,
  theme: Theme,
  em: number,
): Draft[] {
  const id = idMaker()
  const ids = new Map(diagram.nodes.map((node) => [node.id, id(node.id)]))
  const hues = hueOf(diagram)
  const drafts = drawFrames(diagram, placement, theme, em, id, hues.group)
  for (const node of diagram.nodes) {
    const box = placement.nodes.get(node.id)
    const fit = fits.get(node.id)
    if (box && fit) {
      drafts.push(...drawNode(fit, box, hues.node(node), em, theme, ids.get(node.id) ?? '', id))
    }
  }
  drafts.push(...drawEdges(diagram, placement, theme, em, ids, id))
  return drafts
}

/** With groups, a hue is an outermost group; without, a hue is a kind of node. */
function hueOf(diagram: Diagram): {
  group: (id: string) => number
  node: (node: DiagramNode) => number
} {
  const parents = new Map(diagram.groups.map((group) => [group.id, group.parent]))
  const outermost = diagram.groups
    .filter((group) => group.parent === undefined)
    .map((group) => group.id)
  const top = (group: string): string => {
    const seen = new Set<string>()
    let at = group
    for (let up = parents.get(at); up !== undefined && !seen.has(up); up = parents.get(at)) {
      seen.add(at)
      at = up
    }
    return at
  }
  const group = (each: string) => outermost.indexOf(top(each))
  const byKind: Partial<Record<NodeKind, number>> = {
    decision: 1,
    store: 2,
    metric: 2,
    model: 3,
    data: -1,
    document: -1,
    human: -1,
  }
  return {
    group,
    node: (node) => {
      if (node.group !== undefined) return group(node.group)
      if (diagram.groups.length > 0) return -1
      return byKind[node.kind] ?? 0
    },
  }
}

function drawFrames(
  diagram: Diagram,
  placement: Placement,
  theme: Theme,
  em: number,
  id: (wanted: string) => string,
  hue: (group: string) => number,
): Draft[] {
  // Outer frames are the larger ones and must be painted first.
  const ordered = diagram.groups
    .flatMap((group) => {
      const box = placement.frames.get(group.id)
      return box ? [{ group, box }] : []
    })
    .sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
  return ordered.flatMap(({ group, box }) => {
    const own = id(group.id)
    const weight = theme.measures.labelWeight
    const natural = measureText(group.label, { weight, size: em })
    const size = em * Math.min(1, Math.max(0.7, (box.width - 1.6 * em) / natural))
    return [
      {
        part: 'group' as const,
        hue: hue(group.id),
        element: {
          id: own,
          kind: 'group' as const,
          role: 'group' as const,
          z: Z.group,
          box,
          geometry: rect(box, 1.4 * theme.measures.radius * em),
          style: {},
          label: group.label,
          evidence: group.spans,
          confidence: group.confidence,
        },
      },
      textDraft({
        id: id(`${own}-label`),
        parent: own,
        part: 'group-label',
        hue: hue(group.id),
        lines: [{ text: group.label, width: measureText(group.label, { weight, size }) }],
        x: box.x + 0.9 * em,
        top: box.y + 0.85 * em,
        leading: size,
        size,
        weight,
        anchor: 'start',
        theme,
      }),
    ]
  })
}

function drawEdges(
  diagram: Diagram,
  placement: Placement,
  theme: Theme,
  em: number,
  ids: Map<string, string>,
  id: (wanted: string) => string,
): Draft[] {
  const labels = edgeLabels(diagram, em, theme)
  const kinds = new Map(diagram.nodes.map((node) => [node.id, node.kind]))
  return diagram.edges.flatMap((edge) => {
    const points = [...(placement.routes.get(edge.id) ?? [])]
    const [a, b] = [placement.nodes.get(edge.from), placement.nodes.get(edge.to)]
    const [first, last] = [points[0], points.at(-1)]
    if (!a || !b || !first || !last) return []
    const own = id(edge.id)
    const from = anchorOf(first, points[1] ?? last, a)
    const to = anchorOf(last, points.at(-2) ?? first, b)
    const kindOf = (node: string) => kinds.get(node) ?? 'process'
    points[0] = ontoOutline(first, kindOf(edge.from), a, from.side, from.at, em)
    points[points.length - 1] = ontoOutline(last, kindOf(edge.to), b, to.side, to.at, em)
    const drafts = [
      connectorDraft(
        edge,
        own,
        { ...from, element: ids.get(edge.from) ?? '' },
        { ...to, element: ids.get(edge.to) ?? '' },
        points,
        em,
      ),
    ]
    const label = labels.get(edge.id)
    const box = placement.labels.get(edge.id)
    if (label && box) {
      const size = theme.measures.detail * em
      drafts.push(
        textDraft({
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
        }),
      )
    }
    return drafts
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
