import { hullOf, within } from '../../figure/geometry'
import { joined } from '../../figure/geometry/anchors'
import { outlineOf } from '../../figure/geometry/outlines'
import { roundedTo } from '../../forms/numbers'
import type { Box, Point, SceneElement } from '../../forms/scene'
import { endsOf, headOf, type LineEnd } from './heads'
import { headed, outlinePoints } from './walk'

type Children = ReadonlyMap<string | undefined, SceneElement[]>

/**
 * What a group's parts say of it: its own form, its heads, its box, its words, what its ends hold on to. A group whose
 * one shape holds all the rest is that shape.
 */
export function settled(elements: readonly SceneElement[]): SceneElement[] {
  const children: Children = Map.groupBy(elements, ({ parent }) => parent)
  const gone = new Set<SceneElement>()
  const fold = (group: SceneElement, part: SceneElement) => {
    gone.add(part)
    const { geometry, style, box, z, heads, clip } = part
    if (geometry) group.geometry = geometry
    Object.assign(
      group,
      { z, box, style: { ...style, ...groupOpacity(group, style) } },
      clip && { clip },
    )
    if (heads) group.heads = heads
  }
  // Groups come before what stands in them, so the innermost are settled first.
  for (const group of elements.toReversed()) {
    const parts = (children.get(group.id) ?? []).filter((part) => !gone.has(part))
    if (group.geometry || parts.length === 0) continue
    if (group.role === 'edge') settleEdge(group, parts, fold, gone)
    else {
      const own = formOf(group, parts)
      if (own) fold(group, own)
      else group.box = hullOf(parts.map(({ box }) => box))
    }
    if (group.role === undefined && group.kind === 'group' && !children.has(parts[0]?.id))
      collapse(group, parts, gone)
  }
  const left = elements.filter((each) => !gone.has(each))
  for (const each of left) name(each, children, gone)
  const byId = new Map(left.map((each) => [each.id, each]))
  return left.map((each) => (each.role === 'edge' ? joined(each, byId) : each))
}

const groupOpacity = ({ style: group }: SceneElement, { opacity = 1 }: SceneElement['style']) =>
  group.opacity === undefined ? {} : { opacity: roundedTo(group.opacity * opacity, 3) }

/** A group that clips or fades one thing alone is that thing. */
function collapse(
  group: SceneElement,
  parts: readonly SceneElement[],
  gone: Set<SceneElement>,
): void {
  const [only, ...more] = parts
  if (!only || more.length > 0 || (group.clip && only.clip)) return
  const { opacity } = group.style
  const { fill, stroke } = only.style
  if (opacity !== undefined && (!only.geometry || (fill && stroke))) return
  gone.add(only)
  const { id, parent, z } = group
  Object.assign(group, only, { id, z }, group.clip && { clip: group.clip })
  group.parent = parent as string
  if (parent === undefined) delete group.parent
  if (opacity !== undefined)
    group.style = { ...only.style, opacity: roundedTo(opacity * (only.style.opacity ?? 1), 3) }
}

/** The shape, picture or text that a group is: it holds all that lies over it. */
function formOf(group: SceneElement, parts: readonly SceneElement[]): SceneElement | undefined {
  const { role, kind } = group
  if (role === 'text') return parts.length === 1 && parts[0]?.kind === 'text' ? parts[0] : undefined
  if (role === 'picture' || role === 'residual' || kind === 'icon')
    return parts.length === 1 && parts[0]?.geometry && parts[0].kind === 'shape'
      ? parts[0]
      : undefined
  if (role !== 'node' && role !== 'group' && role !== 'key' && role !== 'note' && role !== 'mark')
    return undefined
  const own = parts.findIndex((part, index) => {
    if (part.kind !== 'shape' || !part.geometry || part.clip) return false
    const over = parts
      .slice(index + 1)
      .filter((each) => role !== 'group' || each.role === undefined)
    return over.every(({ box }) => within(box, part.box, HOLD))
  })
  const under = parts.slice(0, own)
  const found = parts[own]
  return found && under.every(({ box }) => area(box) < 2 * area(found.box)) ? found : undefined
}

/** Pixels by which a part may stand out of the shape that it is in. */
const HOLD = 1.5
const area = ({ width, height }: Box) => width * height

type Fold = (group: SceneElement, part: SceneElement) => void

/** An edge is its line: the one with heads, else the longest open one. */
function settleEdge(
  edge: SceneElement,
  parts: readonly SceneElement[],
  fold: Fold,
  gone: Set<SceneElement>,
): void {
  edge.box = hullOf(parts.map(({ box }) => box))
  const open = parts.filter(
    ({ style, geometry, kind }) => geometry && kind !== 'text' && style.stroke && !style.fill,
  )
  const long = ({ box }: SceneElement) => Math.hypot(box.width, box.height)
  const line =
    parts.find(({ kind }) => kind === 'connector') ?? open.toSorted((a, b) => long(b) - long(a))[0]
  if (line) {
    fold(edge, line)
    edge.heads = line.kind === 'connector' ? (line.heads ?? 'end') : 'none'
    if (edge.heads === 'none') takeHeads(edge, parts, gone)
  }
  const data = { ...edge.data }
  // An edge that names its ends and says no more promises a head at its target.
  const promised = data.heads ?? (data.from === undefined ? edge.heads : 'end') ?? 'end'
  delete data.heads
  if (line && edge.heads !== promised) data.heads = promised
  if (Object.keys(data).length > 0) edge.data = data
  else delete edge.data
}

/** Heads that are drawn as shapes at the ends of a line become its own. */
export function takeHeads(
  edge: SceneElement,
  parts: readonly SceneElement[],
  gone: Set<SceneElement>,
): void {
  const { geometry, style } = edge
  const segments = geometry ? outlineOf(geometry) : []
  const ends = endsOf(segments)
  if (!geometry || !ends) return
  const width = style.strokeWidth ?? 1
  const near = (end: LineEnd, point: Point) =>
    Math.hypot(point.x - end.at.x, point.y - end.at.y) < LONGEST_HEAD * Math.max(width, 2)
  const at = (end: LineEnd) =>
    parts
      .filter(
        (part) => part.kind === 'shape' && part.geometry && part.style.fill && !gone.has(part),
      )
      .flatMap((part) => {
        if (!part.geometry || !outlinePoints(part.geometry).every((point) => near(end, point)))
          return []
        const { fill = '#000000' } = part.style
        const found = headOf([{ segments: outlineOf(part.geometry), fill }], end, width)
        return found && found.beyond > -0.5 * width ? [{ part, ...found }] : []
      })[0]
  const [start, end] = [at(ends.start), at(ends.end)]
  for (const each of [start, end]) if (each) gone.add(each.part)
  Object.assign(edge, headed(geometry, style, { start, end }))
}

/** Of a head that is drawn by hand, in widths of its line. */
const LONGEST_HEAD = 8

/** A thing without a label is called by its words, in the order of the drawing. */
function name(each: SceneElement, children: Children, gone: ReadonlySet<SceneElement>): void {
  if (each.label !== undefined || each.kind === 'text') return
  if (each.role !== 'node' && each.role !== 'edge' && each.role !== 'group' && each.role !== 'note')
    return
  const words = (id: string): string[] =>
    (children.get(id) ?? []).flatMap((part) => {
      if (gone.has(part)) return []
      if (part.kind === 'text') return [part.label ?? '']
      return part.role === 'node' || part.role === 'edge' || part.role === 'group'
        ? []
        : words(part.id)
    })
  const said = words(each.id).join(' ').trim()
  if (said !== '') each.label = said
}
