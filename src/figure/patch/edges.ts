import type { Box, Geometry, Point, SceneElement } from '../../forms/scene'
import { centreOf } from '../geometry'
import { withData } from '../geometry/anchors'
import { pathOf, pathSegments, reversedPath } from '../geometry/path-data'
import { type EditContext, elementOf, freshId, type Handlers, quoted, refuse } from './context'
import { labelEdges } from './edge-labels'
import { cornerRadius, reroute, setRoute } from './edge-router'
import { newText, setLabel } from './labels'
import { pointsIn } from './obstacles'
import { connectorStyle, dashesOf } from './prevailing-style'
import { endBoxes, trimmed } from './route-candidates'
import { fitText, plain } from './text-fit'

/** Connectors: what they join, which way they go, how they are painted. */
export const EDGES: Handlers<
  | 'add_edge'
  | 'reverse_edge'
  | 'set_edge_label'
  | 'set_edge_kind'
  | 'set_role'
  | 'set_heads'
  | 'set_dashed'
  | 'reconnect'
  | 'bend'
> = {
  add_edge: (ctx, { id, from, to, label, kind, heads, dashed, quote }) => {
    const { doc, router } = ctx
    const start = endAt(ctx, from)
    endAt(ctx, to)
    router.update()
    const { style: like, z, geometry } = connectorStyle(doc, from)
    const { dash: _, ...style } = like
    const edge: SceneElement = {
      ...{ id: freshId(ctx, id), kind: 'connector', role: 'edge', z, box: start.box, geometry },
      style: { ...style, ...(dashed && { dash: dashesOf(doc, style.strokeWidth) }) },
      from: { element: from, side: 'right', at: 0.5 },
      to: { element: to, side: 'left', at: 0.5 },
      heads,
      ...(kind === 'feedback' && { data: { role: kind } }),
      ...(quote && { quote }),
    }
    doc.put(edge)
    if (label) worded(ctx, edge, label)
    router.settle(edge)
    reroute(doc, [{ edge: doc.get(id) ?? edge }])
  },
  reverse_edge: (ctx, { id }) => {
    ctx.router.update()
    const { from, to, geometry, data, ...edge } = elementOf(ctx, id, 'edge')
    const ends = {
      ...data,
      ...(data?.to && { from: data.to }),
      ...(data?.from && { to: data.from }),
    }
    const next: SceneElement = {
      ...edge,
      ...(data && { data: ends }),
      ...(to && { from: to }),
      ...(from && { to: from }),
      ...(geometry && { geometry: reversed(geometry) }),
    }
    ctx.doc.put(next)
    ctx.router.settle(next)
  },
  set_edge_label: (ctx, { id, label }) => worded(ctx, elementOf(ctx, id, 'edge'), label, true),
  set_edge_kind: (ctx, { id, kind }) => {
    const edge = elementOf(ctx, id, 'edge')
    const { role } = edge.data ?? {}
    if (kind === 'feedback' || role === 'feedback')
      ctx.doc.put(withData(edge, { role: kind === 'feedback' ? kind : undefined }))
  },
  set_role: (ctx, { id, role }) =>
    ctx.doc.put(withData(elementOf(ctx, id, 'edge'), { role: role ?? undefined })),
  set_heads: (ctx, { id, heads }) => {
    const edge = elementOf(ctx, id, 'edge')
    const { head = connectorStyle(ctx.doc, edge.from?.element ?? '').style.head, ...style } =
      edge.style
    ctx.doc.put({
      ...withData(edge, { heads: undefined }),
      heads,
      style: { ...style, ...(head && { head }) },
    })
  },
  set_dashed: (ctx, { id, dashed }) => {
    const edge = elementOf(ctx, id, 'edge')
    const { dash, ...style } = edge.style
    const { inferred: _, ...bare } = edge
    const broken = dash ?? dashesOf(ctx.doc, style.strokeWidth)
    ctx.doc.put(dashed ? { ...edge, style: { ...style, dash: broken } } : { ...bare, style })
  },
  reconnect: (ctx, { id, from, to }) => {
    const { doc, router } = ctx
    const edge = elementOf(ctx, id, 'edge')
    for (const end of [from, to]) if (end !== null) endAt(ctx, end)
    router.update()
    const now = doc.get(id) ?? edge
    const next: SceneElement = {
      ...withData(now, { from: undefined, to: undefined }),
      ...(from !== null && { from: { element: from, side: 'right', at: 0.5 } }),
      ...(to !== null && { to: { element: to, side: 'left', at: 0.5 } }),
    }
    doc.put(next)
    router.settle(next)
    reroute(doc, [{ edge: next }])
  },
  bend: (ctx, { id, points }) => {
    const { doc, router } = ctx
    elementOf(ctx, id, 'edge')
    router.update()
    const edge = elementOf(ctx, id, 'edge')
    const [first, last] = [points[0], points.at(-1)]
    if (!first || !last) {
      reroute(doc, [{ edge: { ...edge, geometry: connectorStyle(doc, '').geometry } }])
      return
    }
    const { from, to } = endBoxes(doc, edge)
    const old = edge.geometry ? pointsIn(edge.geometry) : []
    const bent = trimmed(doc, edge, [facing(from, first), ...points, facing(to, last)])
    setRoute(doc, edge, { form: 'polyline', points: bent, radius: cornerRadius(doc, edge) })
    labelEdges(doc, [{ edge, old }])
  },
}

function endAt(ctx: EditContext, id: string): SceneElement {
  const one = elementOf(ctx, id)
  const isEnd = one.kind !== 'connector' && ctx.doc.ownerOf(one) === one
  return isEnd ? one : refuse(`${quoted(id)} is no end for a connector.`)
}

/** Words at a connector, beside which they are put. */
function worded(ctx: EditContext, edge: SceneElement, label: string | null, isLed = false): void {
  const { doc } = ctx
  if (doc.children(edge.id).some(({ kind }) => kind === 'text') || label === null)
    setLabel(doc, edge, label)
  else {
    doc.put({ ...edge, label: plain(label) })
    fitText(doc, edge, newText(doc, edge, `${edge.id}-label`), label)
  }
  if (isLed && label !== null) labelEdges(doc, [{ edge, old: [] }])
}

function reversed(geometry: Geometry): Geometry {
  if (geometry.form === 'polyline') return { ...geometry, points: geometry.points.toReversed() }
  if (geometry.form !== 'path') return geometry
  return { ...geometry, d: pathOf(reversedPath(pathSegments(geometry.d))) }
}

/** From where in a box a line goes to its first corner: straight, else from its middle. */
function facing(box: Box, { x, y }: Point): Point {
  const middle = centreOf(box)
  if (x > box.x && x < box.x + box.width) return { x, y: middle.y }
  return y > box.y && y < box.y + box.height ? { x: middle.x, y } : middle
}
