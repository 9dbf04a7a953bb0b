import { clamp, rounded } from '../../forms/numbers'
import type { Box, SceneElement } from '../../forms/scene'
import { boxAt, centreOf, grown, hullOf, overlap, within } from '../geometry'
import { type Acts, boxIn, type Desk, named, part, partWith, refuse } from './desk'
import { refitted } from './fit'
import { labelSize } from './manner'
import { freePlace, withBox } from './room'
import { isAttached, type Sheet } from './sheet'

/** Where things stand and how large they are. */
export const PLACES: Acts<
  'place' | 'move' | 'align' | 'distribute' | 'swap' | 'resize' | 'resize_group' | 'move_to_group'
> = {
  place: (desk, { id, x, y }) => {
    movable(desk, [id])
    const centre = centreOf(desk.sheet.extentOf(id))
    move(desk, [id], (x ?? centre.x) - centre.x, (y ?? centre.y) - centre.y)
  },
  move: (desk, { ids, dx, dy }) => move(desk, movable(desk, ids), dx, dy),
  align: (desk, { ids, axis }) => {
    const centres = centresOf(desk, ids)
    const at = centres.reduce((sum, { centre }) => sum + centre[axis], 0) / centres.length
    for (const { id, centre } of centres) shift(desk, id, axis, at - centre[axis])
  },
  distribute: (desk, { ids, axis }) => {
    const long = axis === 'x' ? 'width' : 'height'
    const row = centresOf(desk, ids).sort((a, b) => a.centre[axis] - b.centre[axis])
    const [first, last] = [row[0], row.at(-1)]
    if (!first || !last) return
    const inner = row.slice(1, -1)
    const taken = inner.reduce((sum, { box }) => sum + box[long], 0)
    const from = first.box[axis] + first.box[long]
    const gap = (last.box[axis] - from - taken) / (row.length - 1)
    let at = from + gap
    for (const { id, box } of inner) {
      shift(desk, id, axis, at - box[axis])
      at += box[long] + gap
    }
  },
  swap: (desk, { a, b }) => {
    const [one, two] = centresOf(desk, [a, b])
    if (!one || !two) return
    if (desk.sheet.isIn(a, b) || desk.sheet.isIn(b, a))
      refuse(`${named(a)} and ${named(b)} stand in each other.`)
    const by = { x: two.centre.x - one.centre.x, y: two.centre.y - one.centre.y }
    const [along, back] = [desk.sheet.along([a]), desk.sheet.along([b])]
    shiftAll(desk, along, by.x, by.y)
    shiftAll(desk, back, -by.x, -by.y)
  },
  resize: (desk, { id, box }) => resize(desk, part(desk, id), boxIn(box)),
  resize_group: (desk, { id, box }) => resize(desk, partWith(desk, id, 'group'), boxIn(box)),
  move_to_group: (desk, { id, group }) => {
    const { sheet } = desk
    const one = part(desk, id)
    if (one.role !== 'node' && one.role !== 'group') refuse(`${named(id)} is no node or panel.`)
    const panel = group === null ? undefined : partWith(desk, group, 'group')
    if (panel && (panel.id === id || sheet.isIn(panel.id, id)))
      refuse('a panel cannot stand in itself.')
    const extent = sheet.extentOf(id)
    const home = sheet.get(sheet.homeOf(id))
    const isThere = panel ? home === panel && within(extent, panel.box) : home?.role !== 'group'
    const { parent: _, ...bare } = one
    sheet.put(panel && !sheet.scene.drawn ? { ...bare, parent: panel.id } : bare)
    if (isThere) return
    const at = placeIn(sheet, extent, panel, centreOf(extent), id)
    const centre = centreOf(extent)
    shiftAll(desk, sheet.along([id]), at.x - centre.x, at.y - centre.y)
  },
}

/** What can be moved: connectors hold on to what they join, so those alone are bent or reconnected. */
function movable(desk: Desk, ids: readonly string[]): string[] {
  const parts = ids.map((id) => part(desk, id))
  const own = parts.filter((one) => !isAttached(one))
  if (own.length === 0 && parts.length > 0)
    refuse(`${named(ids[0] ?? '')} is led by what it joins: move that, or bend it.`)
  return own.map(({ id }) => id)
}

function centresOf(desk: Desk, ids: readonly string[]) {
  for (const id of ids) movable(desk, [id])
  return [...new Set(ids)].map((id) => {
    const box = desk.sheet.extentOf(id)
    return { id, box, centre: centreOf(box) }
  })
}

const shift = (desk: Desk, id: string, axis: 'x' | 'y', by: number) =>
  axis === 'x' ? move(desk, [id], by, 0) : move(desk, [id], 0, by)

/** Moved with all that goes along, but not beyond the left and upper end of the canvas. */
function move(desk: Desk, ids: readonly string[], dx: number, dy: number): void {
  if (ids.length === 0) return
  const along = desk.sheet.along(ids)
  shiftAll(desk, along, dx, dy)
  for (const id of ids) rehome(desk.sheet, id, along)
}

function shiftAll({ sheet }: Desk, along: ReadonlySet<string>, dx: number, dy: number): void {
  const extent = hullOf([...along].flatMap((id) => sheet.get(id)?.box ?? []))
  const by = (wanted: number, at: number) => rounded(Math.max(wanted, Math.min(0, -at)))
  const [x, y] = [by(dx, extent.x), by(dy, extent.y)]
  sheet.shift(along, x, y)
  sheet.reach({ ...extent, x: extent.x + x, y: extent.y + y })
}

/** What was moved out of its panel stands in the one around that, if any. */
function rehome(sheet: Sheet, id: string, along: ReadonlySet<string>): void {
  const one = sheet.get(id)
  const panel = sheet.get(one?.parent)
  if (!one || panel?.role !== 'group' || along.has(panel.id) || one.role === undefined) return
  const middle = centreOf(one.box)
  let around: SceneElement | undefined = panel
  while (around && !within(middle, around.box)) around = sheet.get(around.parent)
  if (around === panel) return
  const { parent: _, ...bare } = one
  sheet.put(around ? { ...bare, parent: around.id } : bare)
}

/** The middle of a place for a box: a free one in the panel, which grows where it has none, or on the canvas. */
export function placeIn(
  sheet: Sheet,
  size: { width: number; height: number },
  panel: SceneElement | undefined,
  wish: { x: number; y: number },
  but = '',
): { x: number; y: number } {
  const found = freePlace(sheet, size, wish, panel?.box, but)
  if (found) return { x: rounded(found.x), y: rounded(found.y) }
  const gap = 1.2 * labelSize(sheet)
  const isOther = ({ id, kind }: SceneElement) =>
    id !== but && id !== panel?.id && kind !== 'connector' && !sheet.isIn(id, but)
  const others = sheet.elements.filter((one) => isOther(one) && one.role !== undefined)
  const isInside = ({ id }: SceneElement) => !panel || sheet.isIn(id, panel.id)
  const area = panel?.box ?? { x: 0, y: 0, width: sheet.width, height: sheet.height }
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
  const foreign = others.filter((one) => panel && !isInside(one) && !sheet.isIn(panel.id, one.id))
  const isFree = (box: Box) => !foreign.some((one) => overlap(grown(box, gap), one.box))
  const [below] = places as [Box]
  const box = places.find(isFree) ?? below
  sheet.reach(grown(box, gap))
  for (let each = panel; each; each = sheet.get(sheet.homeOf(each.id)))
    if (each.role === 'group') growTo(sheet, each, grown(box, gap))
  const { x, y } = centreOf(box)
  return { x: rounded(x), y: rounded(y) }
}

/** A panel that holds a box, too; it never becomes smaller. */
function growTo(sheet: Sheet, panel: SceneElement, around: Box): void {
  const { box } = panel
  const hull = hullOf([box, around])
  const to = { ...hull, width: rounded(hull.width), height: rounded(hull.height) }
  if (!within(to, box)) sheet.change(panel.id, box, to)
  sheet.reach(to)
}

function resize(desk: Desk, one: SceneElement, to: Box): void {
  const { sheet } = desk
  const { id, box: from, kind, role, geometry } = one
  if (kind === 'connector') refuse(`${named(id)} is a connector: it is bent, not resized.`)
  if (geometry?.form === 'lines' && role !== 'node') {
    refitted(sheet, one, one, { to })
    return
  }
  sheet.reach(to)
  if (role === 'group') {
    sheet.change(id, from, to)
    // Its title keeps its corner, and what stands in it its place.
    const own = sheet.partsOf(id).filter((each) => each.id !== id)
    sheet.shift(new Set(own.map((each) => each.id)), to.x - from.x, to.y - from.y)
    return
  }
  const words = sheet.children(id).filter((each) => each.kind === 'text')
  if (geometry && role !== 'picture') withBox(sheet, one, one, to)
  else for (const each of sheet.partsOf(id)) sheet.change(each.id, from, to)
  if (role === 'node')
    for (const each of words) refitted(sheet, sheet.get(id) ?? one, sheet.get(each.id) ?? each)
}
