import { clamp, rounded } from '../../forms/numbers'
import type { Box, SceneElement } from '../../forms/scene'
import { boxAt, centreOf, grown, hullOf, overlap, within } from '../geometry'
import { boxFrom, type EditContext, elementOf, type Handlers, quoted, refuse } from './context'
import { freePlace, resizeShape } from './free-space'
import { labelSize } from './prevailing-style'
import { type Doc, isAttached } from './scene-document'
import { refitText } from './text-fit'

/** Where things stand and how large they are. */
export const PLACEMENT: Handlers<
  'place' | 'move' | 'align' | 'distribute' | 'swap' | 'resize' | 'resize_group' | 'move_to_group'
> = {
  place: (ctx, { id, x, y }) => {
    movable(ctx, [id])
    const centre = centreOf(ctx.doc.extentOf(id))
    move(ctx, [id], (x ?? centre.x) - centre.x, (y ?? centre.y) - centre.y)
  },
  move: (ctx, { ids, dx, dy }) => move(ctx, movable(ctx, ids), dx, dy),
  align: (ctx, { ids, axis }) => {
    const centres = centresOf(ctx, ids)
    const at = centres.reduce((sum, { centre }) => sum + centre[axis], 0) / centres.length
    for (const { id, centre } of centres) shift(ctx, id, axis, at - centre[axis])
  },
  distribute: (ctx, { ids, axis }) => {
    const long = axis === 'x' ? 'width' : 'height'
    const row = centresOf(ctx, ids).sort((a, b) => a.centre[axis] - b.centre[axis])
    const [first, last] = [row[0], row.at(-1)]
    if (!first || !last) return
    const inner = row.slice(1, -1)
    const taken = inner.reduce((sum, { box }) => sum + box[long], 0)
    const from = first.box[axis] + first.box[long]
    const gap = (last.box[axis] - from - taken) / (row.length - 1)
    let at = from + gap
    for (const { id, box } of inner) {
      shift(ctx, id, axis, at - box[axis])
      at += box[long] + gap
    }
  },
  swap: (ctx, { a, b }) => {
    const [one, two] = centresOf(ctx, [a, b])
    if (!one || !two) return
    if (ctx.doc.isIn(a, b) || ctx.doc.isIn(b, a))
      refuse(`${quoted(a)} and ${quoted(b)} stand in each other.`)
    const by = { x: two.centre.x - one.centre.x, y: two.centre.y - one.centre.y }
    const [along, back] = [ctx.doc.along([a]), ctx.doc.along([b])]
    shiftAll(ctx, along, by.x, by.y)
    shiftAll(ctx, back, -by.x, -by.y)
  },
  resize: (ctx, { id, box }) => resize(ctx, elementOf(ctx, id), boxFrom(box)),
  resize_group: (ctx, { id, box }) => resize(ctx, elementOf(ctx, id, 'group'), boxFrom(box)),
  move_to_group: (ctx, { id, group }) => {
    const { doc } = ctx
    const one = elementOf(ctx, id)
    if (one.role !== 'node' && one.role !== 'group') refuse(`${quoted(id)} is no node or panel.`)
    const panel = group === null ? undefined : elementOf(ctx, group, 'group')
    if (panel && (panel.id === id || doc.isIn(panel.id, id)))
      refuse('a panel cannot stand in itself.')
    const extent = doc.extentOf(id)
    const home = doc.get(doc.homeOf(id))
    const isThere = panel ? home === panel && within(extent, panel.box) : home?.role !== 'group'
    const { parent: _, ...bare } = one
    doc.put(panel && !doc.scene.drawn ? { ...bare, parent: panel.id } : bare)
    if (isThere) return
    const at = placeIn(doc, extent, panel, centreOf(extent), id)
    const centre = centreOf(extent)
    shiftAll(ctx, doc.along([id]), at.x - centre.x, at.y - centre.y)
  },
}

/** What can be moved: connectors hold on to what they join, so those alone are bent or reconnected. */
function movable(ctx: EditContext, ids: readonly string[]): string[] {
  const parts = ids.map((id) => elementOf(ctx, id))
  const own = parts.filter((one) => !isAttached(one))
  if (own.length === 0 && parts.length > 0)
    refuse(`${quoted(ids[0] ?? '')} is led by what it joins: move that, or bend it.`)
  return own.map(({ id }) => id)
}

function centresOf(ctx: EditContext, ids: readonly string[]) {
  for (const id of ids) movable(ctx, [id])
  return [...new Set(ids)].map((id) => {
    const box = ctx.doc.extentOf(id)
    return { id, box, centre: centreOf(box) }
  })
}

const shift = (ctx: EditContext, id: string, axis: 'x' | 'y', by: number) =>
  axis === 'x' ? move(ctx, [id], by, 0) : move(ctx, [id], 0, by)

/** Moved with all that goes along, but not beyond the left and upper end of the canvas. */
function move(ctx: EditContext, ids: readonly string[], dx: number, dy: number): void {
  if (ids.length === 0) return
  const along = ctx.doc.along(ids)
  shiftAll(ctx, along, dx, dy)
  for (const id of ids) rehome(ctx.doc, id, along)
}

function shiftAll({ doc }: EditContext, along: ReadonlySet<string>, dx: number, dy: number): void {
  const extent = hullOf([...along].flatMap((id) => doc.get(id)?.box ?? []))
  const by = (wanted: number, at: number) => rounded(Math.max(wanted, Math.min(0, -at)))
  const [x, y] = [by(dx, extent.x), by(dy, extent.y)]
  doc.shift(along, x, y)
  doc.reach({ ...extent, x: extent.x + x, y: extent.y + y })
}

/** What was moved out of its panel stands in the one around that, if any. */
function rehome(doc: Doc, id: string, along: ReadonlySet<string>): void {
  const one = doc.get(id)
  const panel = doc.get(one?.parent)
  if (!one || panel?.role !== 'group' || along.has(panel.id) || one.role === undefined) return
  const middle = centreOf(one.box)
  let around: SceneElement | undefined = panel
  while (around && !within(middle, around.box)) around = doc.get(around.parent)
  if (around === panel) return
  const { parent: _, ...bare } = one
  doc.put(around ? { ...bare, parent: around.id } : bare)
}

/** The middle of a place for a box: a free one in the panel, which grows where it has none, or on the canvas. */
export function placeIn(
  doc: Doc,
  size: { width: number; height: number },
  panel: SceneElement | undefined,
  wish: { x: number; y: number },
  but = '',
): { x: number; y: number } {
  const found = freePlace(doc, size, wish, panel?.box, but)
  if (found) return { x: rounded(found.x), y: rounded(found.y) }
  const gap = 1.2 * labelSize(doc)
  const isOther = ({ id, kind }: SceneElement) =>
    id !== but && id !== panel?.id && kind !== 'connector' && !doc.isIn(id, but)
  const others = doc.elements.filter((one) => isOther(one) && one.role !== undefined)
  const isInside = ({ id }: SceneElement) => !panel || doc.isIn(id, panel.id)
  const area = panel?.box ?? { x: 0, y: 0, width: doc.width, height: doc.height }
  const ends = others.filter(isInside).map(({ box }) => box)
  const low = Math.max(area.y + gap, ...ends.map((box) => box.y + box.height))
  const far = Math.max(area.x, ...ends.map((box) => box.x + box.width))
  const along = (at: number, from: number, long: number, own: number) =>
    clamp(at, from + gap + own / 2, Math.max(from + gap + own / 2, from + long - gap - own / 2))
  const around = (x: number, y: number) => boxAt({ x, y }, size)
  const places = [
    around(along(wish.x, area.x, area.width, size.width), low + gap + size.height / 2),
    around(far + gap + size.width / 2, along(wish.y, area.y + gap, area.height - gap, size.height)),
  ]
  const foreign = others.filter((one) => panel && !isInside(one) && !doc.isIn(panel.id, one.id))
  const isFree = (box: Box) => !foreign.some((one) => overlap(grown(box, gap), one.box))
  const [below] = places as [Box]
  const box = places.find(isFree) ?? below
  doc.reach(grown(box, gap))
  for (let each = panel; each; each = doc.get(doc.homeOf(each.id)))
    if (each.role === 'group') growTo(doc, each, grown(box, gap))
  const { x, y } = centreOf(box)
  return { x: rounded(x), y: rounded(y) }
}

/** A panel that holds a box, too; it never becomes smaller. */
function growTo(doc: Doc, panel: SceneElement, around: Box): void {
  const { box } = panel
  const hull = hullOf([box, around])
  const to = { ...hull, width: rounded(hull.width), height: rounded(hull.height) }
  if (!within(to, box)) doc.change(panel.id, box, to)
  doc.reach(to)
}

function resize(ctx: EditContext, one: SceneElement, to: Box): void {
  const { doc } = ctx
  const { id, box: from, kind, role, geometry } = one
  if (kind === 'connector') refuse(`${quoted(id)} is a connector: it is bent, not resized.`)
  if (geometry?.form === 'lines' && role !== 'node') {
    refitText(doc, one, one, { to })
    return
  }
  doc.reach(to)
  if (role === 'group') {
    doc.change(id, from, to)
    // Its title keeps its corner, and what stands in it its place.
    const own = doc.partsOf(id).filter((each) => each.id !== id)
    doc.shift(new Set(own.map((each) => each.id)), to.x - from.x, to.y - from.y)
    return
  }
  const words = doc.children(id).filter((each) => each.kind === 'text')
  if (geometry && role !== 'picture') resizeShape(doc, one, one, to)
  else for (const each of doc.partsOf(id)) doc.change(each.id, from, to)
  if (role === 'node')
    for (const each of words) refitText(doc, doc.get(id) ?? one, doc.get(each.id) ?? each)
}
