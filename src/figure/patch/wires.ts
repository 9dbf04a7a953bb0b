import type { Box, Geometry, Point, SceneElement } from '../../forms/scene'
import { centreOf } from '../geometry'
import { withData } from '../geometry/anchors'
import { pathOf, pathSegments, reversedPath } from '../geometry/path-data'
import { labelled } from './beside'
import { type Acts, type Desk, named, newId, part, partWith, refuse } from './desk'
import { pointsOf } from './field'
import { setInto, told } from './fit'
import { leadAnew, put, radiusOf } from './lead'
import { connectorLike, dashOf } from './manner'
import { boxesOf, onOutlines } from './ways'
import { freshText, reworded } from './words'

/** Connectors: what they join, which way they go, how they are painted. */
export const WIRES: Acts<
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
  add_edge: (desk, { id, from, to, label, kind, heads, dashed, quote }) => {
    const { sheet, leads } = desk
    const start = endAt(desk, from)
    endAt(desk, to)
    leads.follow()
    const { style: like, z, geometry } = connectorLike(sheet, from)
    const { dash: _, ...style } = like
    const edge: SceneElement = {
      ...{ id: newId(desk, id), kind: 'connector', role: 'edge', z, box: start.box, geometry },
      style: { ...style, ...(dashed && { dash: dashOf(sheet, style.strokeWidth) }) },
      from: { element: from, side: 'right', at: 0.5 },
      to: { element: to, side: 'left', at: 0.5 },
      heads,
      ...(kind === 'feedback' && { data: { role: kind } }),
      ...(quote && { quote }),
    }
    sheet.put(edge)
    if (label) worded(desk, edge, label)
    leads.hold(edge)
    leadAnew(sheet, [{ edge: sheet.get(id) ?? edge }])
  },
  reverse_edge: (desk, { id }) => {
    desk.leads.follow()
    const { from, to, geometry, data, ...edge } = partWith(desk, id, 'edge')
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
    desk.sheet.put(next)
    desk.leads.hold(next)
  },
  set_edge_label: (desk, { id, label }) => worded(desk, partWith(desk, id, 'edge'), label, true),
  set_edge_kind: (desk, { id, kind }) => {
    const edge = partWith(desk, id, 'edge')
    const { role } = edge.data ?? {}
    if (kind === 'feedback' || role === 'feedback')
      desk.sheet.put(withData(edge, { role: kind === 'feedback' ? kind : undefined }))
  },
  set_role: (desk, { id, role }) =>
    desk.sheet.put(withData(partWith(desk, id, 'edge'), { role: role ?? undefined })),
  set_heads: (desk, { id, heads }) => {
    const edge = partWith(desk, id, 'edge')
    const { head = connectorLike(desk.sheet, edge.from?.element ?? '').style.head, ...style } =
      edge.style
    desk.sheet.put({
      ...withData(edge, { heads: undefined }),
      heads,
      style: { ...style, ...(head && { head }) },
    })
  },
  set_dashed: (desk, { id, dashed }) => {
    const edge = partWith(desk, id, 'edge')
    const { dash, ...style } = edge.style
    const { inferred: _, ...bare } = edge
    const broken = dash ?? dashOf(desk.sheet, style.strokeWidth)
    desk.sheet.put(dashed ? { ...edge, style: { ...style, dash: broken } } : { ...bare, style })
  },
  reconnect: (desk, { id, from, to }) => {
    const { sheet, leads } = desk
    const edge = partWith(desk, id, 'edge')
    for (const end of [from, to]) if (end !== null) endAt(desk, end)
    leads.follow()
    const now = sheet.get(id) ?? edge
    const next: SceneElement = {
      ...withData(now, { from: undefined, to: undefined }),
      ...(from !== null && { from: { element: from, side: 'right', at: 0.5 } }),
      ...(to !== null && { to: { element: to, side: 'left', at: 0.5 } }),
    }
    sheet.put(next)
    leads.hold(next)
    leadAnew(sheet, [{ edge: next }])
  },
  bend: (desk, { id, points }) => {
    const { sheet, leads } = desk
    partWith(desk, id, 'edge')
    leads.follow()
    const edge = partWith(desk, id, 'edge')
    const [first, last] = [points[0], points.at(-1)]
    if (!first || !last) {
      leadAnew(sheet, [{ edge: { ...edge, geometry: connectorLike(sheet, '').geometry } }])
      return
    }
    const { from, to } = boxesOf(sheet, edge)
    const old = edge.geometry ? pointsOf(edge.geometry) : []
    const bent = onOutlines(sheet, edge, [facing(from, first), ...points, facing(to, last)])
    put(sheet, edge, { form: 'polyline', points: bent, radius: radiusOf(sheet, edge) })
    labelled(sheet, [{ edge, old }])
  },
}

function endAt(desk: Desk, id: string): SceneElement {
  const one = part(desk, id)
  const isEnd = one.kind !== 'connector' && desk.sheet.ownerOf(one) === one
  return isEnd ? one : refuse(`${named(id)} is no end for a connector.`)
}

/** Words at a connector, beside which they are put. */
function worded(desk: Desk, edge: SceneElement, label: string | null, isLed = false): void {
  const { sheet } = desk
  if (sheet.children(edge.id).some(({ kind }) => kind === 'text') || label === null)
    reworded(sheet, edge, label)
  else {
    sheet.put({ ...edge, label: told(label) })
    setInto(sheet, edge, freshText(sheet, edge, `${edge.id}-label`), label)
  }
  if (isLed && label !== null) labelled(sheet, [{ edge, old: [] }])
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
