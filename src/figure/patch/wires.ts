import { clamp, rounded } from '../../forms/numbers'
import type { Box, Geometry, Point, SceneElement } from '../../forms/scene'
import { pathOf, pathSegments, reversedPath } from '../path-data'
import { labelled } from './beside'
import { type Acts, type Desk, named, newId, part, partWith, refuse } from './desk'
import { pointsOf } from './field'
import { setInto, told } from './fit'
import { leadAnew, put } from './lead'
import { connectorLike, dashOf, usualManner } from './manner'
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
      said(desk, edge, kind === 'feedback' ? kind : null)
  },
  set_role: (desk, { id, role }) => said(desk, partWith(desk, id, 'edge'), role),
  set_heads: (desk, { id, heads }) => {
    const edge = partWith(desk, id, 'edge')
    const { head = connectorLike(desk.sheet, edge.from?.element ?? '').style.head, ...style } =
      edge.style
    const { heads: _, ...data } = edge.data ?? {}
    const { data: __, ...bare } = edge
    desk.sheet.put({
      ...bare,
      heads,
      ...(Object.keys(data).length > 0 && { data }),
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
    const { from: _, to: __, ...data } = now.data ?? {}
    const { data: ___, ...bare } = now
    const next: SceneElement = {
      ...bare,
      ...(Object.keys(data).length > 0 && { data }),
      ...(from !== null && { from: { element: from, side: 'right', at: 0.5 } }),
      ...(to !== null && { to: { element: to, side: 'left', at: 0.5 } }),
    }
    sheet.put(next)
    leads.hold(next)
    leadAnew(sheet, [{ edge: next, before: {} }])
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
    const whole = [facing(from, first, old[0]), ...points, facing(to, last, old.at(-1))]
    const radius = edge.geometry?.form === 'polyline' ? edge.geometry.radius : 0
    const isCurve =
      edge.geometry?.form === 'path' || (old.length === 2 && usualManner(sheet) === 'curve')
    const bent = onOutlines(sheet, edge, whole).map(({ x, y }) => ({
      x: rounded(x),
      y: rounded(y),
    }))
    put(sheet, edge, {
      form: 'polyline',
      points: bent,
      radius: isCurve ? ROUND : radius || cornersLike(desk),
    })
    labelled(sheet, [{ edge, old }])
  },
}

/** Corners so round that a line is a curve. */
const ROUND = 400

const cornersLike = ({ sheet }: Desk) => {
  const { geometry } = connectorLike(sheet, '')
  return geometry?.form === 'polyline' ? geometry.radius : 0
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

/** What a connector is for, as its data say it. */
function said({ sheet }: Desk, edge: SceneElement, role: string | null): void {
  const { role: _, ...data } = edge.data ?? {}
  const { data: __, ...bare } = edge
  const next = role === null ? data : { ...data, role }
  sheet.put(Object.keys(next).length > 0 ? { ...bare, data: next } : bare)
}

function reversed(geometry: Geometry): Geometry {
  if (geometry.form === 'polyline') return { ...geometry, points: geometry.points.toReversed() }
  if (geometry.form !== 'path') return geometry
  return { ...geometry, d: pathOf(reversedPath(pathSegments(geometry.d))) }
}

/** From where in a box a line goes to its first corner: from where it went before, or straight, or from its middle. */
function facing({ x, y, width, height }: Box, corner: Point, before: Point | undefined): Point {
  if (before && (Math.abs(before.x - corner.x) < 1 || Math.abs(before.y - corner.y) < 1))
    return before
  const isIn = (at: number, from: number, long: number) => at > from && at < from + long
  if (isIn(corner.x, x, width)) return { x: corner.x, y: clamp(corner.y, y, y + height) }
  if (isIn(corner.y, y, height)) return { x: clamp(corner.x, x, x + width), y: corner.y }
  return { x: x + width / 2, y: y + height / 2 }
}
