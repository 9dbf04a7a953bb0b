import type { Box, Point, SceneElement } from '../../forms/scene'
import { grown, hullOf, overlap, within } from '../geometry'
import { labelSize } from './manner'
import type { Sheet } from './sheet'

/** Kept free around things, in em. */
const GAP = 0.7

/** What has a place of its own: things, free words, titles. */
function solids(sheet: Sheet, but: string): Box[] {
  const isSolid = ({ id, kind, role, parent }: SceneElement) =>
    id !== but &&
    (role === 'node' ||
      role === 'note' ||
      role === 'key' ||
      (kind === 'text' && !['node', 'note', 'key'].includes(sheet.get(parent)?.role ?? ''))) &&
    !sheet.isIn(id, but) &&
    !sheet.isIn(but, id)
  return sheet.elements.filter(isSolid).map(({ box }) => box)
}

/** By how much a box may become wider around its middle before it comes near to anything, in pixels. */
export function roomAround(sheet: Sheet, id: string, box: Box): number {
  const gap = GAP * labelSize(sheet)
  const panels = sheet
    .withRole('group')
    .filter((panel) => sheet.isIn(id, panel.id))
    .map((panel) => panel.box)
  const walls = [{ x: 0, y: 0, width: sheet.width, height: sheet.height }, ...panels]
  const foreign = sheet
    .withRole('group')
    .filter((panel) => panel.id !== id && !sheet.isIn(id, panel.id))
    .map((panel) => panel.box)
  const beside = [...solids(sheet, id), ...foreign].filter(
    (other) => other.y < box.y + box.height && other.y + other.height > box.y,
  )
  const left = [
    ...walls.map(({ x }) => box.x - x),
    ...beside.filter((other) => other.x < box.x).map((other) => box.x - other.x - other.width),
  ]
  const right = [
    ...walls.map(({ x, width }) => x + width - box.x - box.width),
    ...beside.filter((other) => other.x > box.x).map((other) => other.x - box.x - box.width),
  ]
  return Math.max(0, 2 * (Math.min(...left, ...right) - gap))
}

/** A shape of a thing in another box; what is drawn in it stays around its middle, words as they are. */
export function withBox(sheet: Sheet, owner: SceneElement, shape: SceneElement, to: Box): void {
  const { box: from } = shape
  const now = sheet.get(shape.id) ?? shape
  sheet.change(now.id, from, to)
  for (const part of sheet.children(shape.id)) {
    // What repeats the outline is drawn out with it.
    const repeats =
      part.kind === 'shape' &&
      part.role === undefined &&
      part.box.width > 0.9 * from.width &&
      part.box.height > 0.9 * from.height
    if (repeats) sheet.change(part.id, from, to)
  }
  if (shape.id === owner.id) return
  const around = sheet.get(owner.id)
  if (around && !around.geometry)
    sheet.put({
      ...around,
      box: hullOf(
        sheet
          .partsOf(owner.id)
          .filter(({ id }) => id !== owner.id)
          .map(({ box }) => box),
      ),
    })
}

/** The middle of the free place for a box that is nearest to a wish, within some box where there is room. */
export function freePlace(
  sheet: Sheet,
  size: { width: number; height: number },
  wish: Point,
  within_: Box | undefined,
  but = '',
): Point | undefined {
  const em = labelSize(sheet)
  const others = solids(sheet, but)
  const lines = sheet.elements.flatMap(({ kind, geometry }) =>
    kind === 'connector' && geometry?.form === 'polyline' ? [geometry.points] : [],
  )
  const panels = sheet
    .withRole('group')
    .filter((panel) => within_ === undefined || !within(within_, panel.box, 1))
    .map(({ box }) => box)
  const area = within_ ?? { x: 0, y: 0, width: sheet.width, height: sheet.height }
  const page = grown(area, -0.6 * em)
  for (const gap of [1.2, 0.6]) {
    let best: { at: Point; far: number } | undefined
    const step = 0.6 * em
    for (let x = page.x + size.width / 2; x <= page.x + page.width - size.width / 2; x += step)
      for (
        let y = page.y + size.height / 2;
        y <= page.y + page.height - size.height / 2;
        y += step
      ) {
        const far = Math.hypot(x - wish.x, y - wish.y)
        if (best && far >= best.far) continue
        const box = { x: x - size.width / 2, y: y - size.height / 2, ...size }
        const wide = grown(box, gap * em)
        const isFree =
          !others.some((other) => overlap(wide, other)) &&
          !panels.some((other) => overlap(grown(box, 0.4 * em), other)) &&
          !lines.some((points) =>
            points.some(
              (b, at) => at > 0 && crossesBox(points[at - 1] as Point, b, grown(box, 0.3 * em)),
            ),
          )
        if (isFree) best = { at: { x, y }, far }
      }
    if (best) return best.at
  }
  return undefined
}

const crossesBox = (a: Point, b: Point, { x, y, width, height }: Box) =>
  Math.max(a.x, b.x) > x &&
  Math.min(a.x, b.x) < x + width &&
  Math.max(a.y, b.y) > y &&
  Math.min(a.y, b.y) < y + height
