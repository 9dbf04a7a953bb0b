import { rounded } from '../forms/numbers'
import type { Anchor, Geometry, Point, Scene, SceneElement } from '../forms/scene'
import { placeOf } from './anchors'
import { measureText } from './fonts'
import { boxOf, type Change, changedGeometry, movedBy, movedElement } from './moved-geometry'
import { rerouted } from './rerouted'

type Elements = ReadonlyMap<string, SceneElement>

/**
 * A scene after an author's hand: of an element whose box was changed the form follows, of one whose form was changed the
 * box; what stands in it goes along, and so do the connectors that join it. A connector whose element is gone goes too.
 */
export function editedScene(before: Scene, after: Scene): Scene {
  const known = new Map(before.elements.map((each) => [each.id, each]))
  const left = withoutLost(after.elements, known).map((each) => pictured(each, known))
  const own = new Map(left.map((each) => [each.id, settled(each, known.get(each.id))]))
  const carried = new Map(
    left.map(({ id }) => [id, withParent(own.get(id) as SceneElement, own, known)]),
  )
  const elements = left.map(({ id }) => {
    const each = carried.get(id) as SceneElement
    return each.kind === 'connector' ? connected(each, known, carried) : each
  })
  const routed = new Map(elements.map((each) => [each.id, each]))
  return {
    ...after,
    elements: elements.map((each) => withConnector(each, routed, known)),
  }
}

/** A picture that was left out of what is sent is the one that was there. */
function pictured(each: SceneElement, known: Elements): SceneElement {
  const { geometry } = each
  const old = known.get(each.id)?.geometry
  if (geometry?.form !== 'image' || geometry.href !== '' || old?.form !== 'image') return each
  return { ...each, geometry: { ...geometry, href: old.href } }
}

/** Without what belongs to, or joins, something that is there no more. */
function withoutLost(elements: readonly SceneElement[], known: Elements): SceneElement[] {
  const ids = new Set(elements.map(({ id }) => id))
  const isLost = ({ id, parent, from, to }: SceneElement) =>
    [parent, from?.element, to?.element].some(
      (other) => other !== undefined && other !== id && !ids.has(other) && known.has(other),
    )
  const left = elements.filter((each) => !isLost(each))
  return left.length === elements.length ? left : withoutLost(left, known)
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Box and form of one element agree, and words are as wide as they are. */
function settled(each: SceneElement, old: SceneElement | undefined): SceneElement {
  const { geometry } = each
  if (!geometry) return each
  if (old && same(geometry, old.geometry)) {
    if (same(each.box, old.box)) return each
    const change = { from: old.box, to: each.box }
    return painted({ ...each, geometry: changedGeometry(geometry, change) }, change)
  }
  const written = geometry.form === 'lines' ? rewritten(geometry, each, old) : geometry
  const { paint: _, ...plain } = each
  return { ...plain, geometry: written, box: boxOf(written, each.style) }
}

/** What a theme paints instead of a form goes along where the form was moved alone; else the form itself is shown. */
function painted({ paint, ...each }: SceneElement, change: Change): SceneElement {
  const { from, to } = change
  if (!paint || from.width !== to.width || from.height !== to.height) return each
  return {
    ...each,
    paint: paint.map((one) => ({ ...one, d: movedBy(one.d, to.x - from.x, to.y - from.y) })),
  }
}

type Lines = Extract<Geometry, { form: 'lines' }>

/** Lines that say something else are measured anew. */
function rewritten(after: Lines, { style }: SceneElement, old: SceneElement | undefined): Lines {
  const before = old?.geometry?.form === 'lines' ? old.geometry.lines : []
  const size = style.fontSize ?? 16
  const lines = after.lines.map((line, at) => {
    if (before[at]?.text === line.text) return line
    const { text, x, y } = line
    return {
      text,
      x,
      y,
      width: rounded(measureText(text, { weight: style.fontWeight ?? 400, size })),
    }
  })
  return { ...after, lines }
}

/** What stands in something that was moved goes along, unless it was moved itself. */
function withParent(each: SceneElement, own: Elements, known: Elements): SceneElement {
  const old = known.get(each.id)
  if (!old || each.kind === 'connector' || !same(each.box, old.box)) return each
  let by: Point = { x: 0, y: 0 }
  for (let up = each.parent, left = own.size; up !== undefined && left > 0; left--) {
    const [parent, was] = [own.get(up), known.get(up)]
    if (parent && was) {
      const shift = shiftOf(was, parent)
      by = { x: by.x + shift.x, y: by.y + shift.y }
    }
    up = parent?.parent
  }
  return by.x === 0 && by.y === 0 ? each : movedElement(each, by.x, by.y)
}

/** Of a frame that was drawn out nothing in it moves; of a shape its middle does. */
function shiftOf(was: SceneElement, is: SceneElement): Point {
  const [a, b] = [was.box, is.box]
  const resized = a.width !== b.width || a.height !== b.height
  if (resized && is.kind === 'group') return { x: 0, y: 0 }
  return { x: b.x + b.width / 2 - a.x - a.width / 2, y: b.y + b.height / 2 - a.y - a.height / 2 }
}

/** A connector whose ends moved, or were led to something else. */
function connected(each: SceneElement, known: Elements, now: Elements): SceneElement {
  const old = known.get(each.id)
  const { geometry } = each
  if (!old || !geometry || !same(geometry, old.geometry)) return each
  const shift = (was: Anchor | undefined, is: Anchor | undefined): Point => {
    const [a, b] = [was && known.get(was.element), is && now.get(is.element)]
    if (!was || !is || !a || !b) return { x: 0, y: 0 }
    const [from, to] = [placeOf(a.box, was), placeOf(b.box, is)]
    return { x: to.x - from.x, y: to.y - from.y }
  }
  const moved = { start: shift(old.from, each.from), end: shift(old.to, each.to) }
  if ([moved.start, moved.end].every(({ x, y }) => x === 0 && y === 0)) return each
  const route = rerouted(geometry, moved)
  const { paint: _, ...plain } = each
  return { ...plain, geometry: route, box: boxOf(route, each.style) }
}

/** Words at a connector stay at its middle. */
function withConnector(each: SceneElement, now: Elements, known: Elements): SceneElement {
  const [line, was] = [now.get(each.parent ?? ''), known.get(each.parent ?? '')]
  const old = known.get(each.id)
  if (line?.kind !== 'connector' || !was || !old || !same(each.box, old.box)) return each
  const by = shiftOf(was, line)
  return by.x === 0 && by.y === 0 ? each : movedElement(each, by.x, by.y)
}
