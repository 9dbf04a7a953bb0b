import type { Box, Point, SceneElement } from '../../forms/scene'
import { boxAround, boxAt, centreOf, gap, grown, hullOf, overlap, within } from '../geometry'
import { labelSize } from './prevailing-style'
import type { Doc } from './scene-document'

/** Kept free around things, in em. */
const GAP = 0.7

/** What has a place of its own: things, free words, titles of panels. */
function solids(doc: Doc, but: string): Box[] {
  const isSolid = ({ id, kind, role, parent }: SceneElement) =>
    id !== but &&
    (role === 'node' ||
      role === 'note' ||
      role === 'key' ||
      (kind === 'text' && !['node', 'note', 'key'].includes(doc.get(parent)?.role ?? ''))) &&
    !doc.isIn(id, but) &&
    !doc.isIn(but, id)
  return doc.elements.filter(isSolid).map(({ box }) => box)
}

/** Whether a box of something may become another one: it comes near to nothing that it was not as near to. */
export function canGrow(doc: Doc, id: string, from: Box): (to: Box) => boolean {
  const least = GAP * labelSize(doc)
  const panels = doc.withRole('group').filter((panel) => panel.id !== id)
  const isAround = (panel: SceneElement) => doc.isIn(id, panel.id)
  const page = { x: 0, y: 0, width: doc.width, height: doc.height }
  const walls = [page, ...panels.filter(isAround).map(({ box }) => box)]
  const foreign = panels.filter((panel) => !isAround(panel)).map(({ box }) => box)
  const others = [...solids(doc, id), ...foreign]
  const sides = ({ x, y, width, height }: Box, wall: Box) => [
    x - wall.x,
    y - wall.y,
    wall.x + wall.width - x - width,
    wall.y + wall.height - y - height,
  ]
  const isApart = (now: number, was: number) => now >= Math.min(least, was) - 0.01
  return (to) =>
    walls.every((wall) => {
      const was = sides(from, wall)
      return sides(to, wall).every((now, at) => isApart(now, was[at] as number))
    }) && others.every((other) => isApart(gap(to, other), gap(from, other)))
}

/** A shape of a thing in another box; what stands in it stays around its middle, pictures grow with it. */
export function resizeShape(doc: Doc, owner: SceneElement, shape: SceneElement, to: Box): void {
  const from = shape.box
  doc.change(shape.id, from, to)
  const [was, is] = [centreOf(from), centreOf(to)]
  const by = Math.min(to.width / from.width, to.height / from.height)
  const visit = (part: SceneElement, isPicture: boolean) => {
    const { box } = part
    const whole = isPicture || part.role === 'picture' || part.kind === 'picture'
    // What repeats the outline is drawn out with it.
    const repeats =
      part.kind === 'shape' && box.width > 0.9 * from.width && box.height > 0.9 * from.height
    if (repeats) doc.change(part.id, from, to)
    else if (whole && part.kind !== 'text')
      doc.change(part.id, from, {
        x: is.x - (by * from.width) / 2,
        y: is.y - (by * from.height) / 2,
        width: by * from.width,
        height: by * from.height,
      })
    else doc.shift(new Set([part.id]), is.x - was.x, is.y - was.y)
    for (const child of doc.children(part.id)) visit(child, whole)
  }
  for (const part of doc.children(shape.id)) visit(part, false)
  const around = doc.get(owner.id)
  if (shape.id === owner.id || !around || around.geometry) return
  const parts = doc.partsOf(owner.id).filter(({ id }) => id !== owner.id)
  doc.put({ ...around, box: hullOf(parts.map(({ box }) => box)) })
}

/** Kept free around what is put somewhere, in em: the first that leaves a place is taken. Places are so far apart. */
const ROOMS = [1.2, 0.6] as const
const STEP = 0.9

/** The middle of the free place for a box that is nearest to a wish, within a panel's box, or outside of all. */
export function freePlace(
  doc: Doc,
  { width, height }: { width: number; height: number },
  wish: Point,
  home: Box | undefined,
  but = '',
): Point | undefined {
  const em = labelSize(doc)
  const page = grown(home ?? { x: 0, y: 0, width: doc.width, height: doc.height }, -0.6 * em)
  const things = solids(doc, but)
  const panels = doc
    .withRole('group')
    .filter(({ box }) => home === undefined || !within(home, box, 1))
    .map(({ box }) => grown(box, 0.8 * em))
  const lines = doc.elements.flatMap(({ kind, geometry }) =>
    kind === 'connector' && geometry?.form === 'polyline' ? stepsOf(geometry.points) : [],
  )
  const fixed = [...panels, ...lines.map((line) => grown(line, 0.3 * em))]
  for (const room of ROOMS) {
    const taken = [...fixed, ...things.map((box) => grown(box, room * em))].filter((box) =>
      overlap(box, page),
    )
    let best: { at: Point; far: number } | undefined
    const step = STEP * em
    for (let x = page.x + width / 2; x <= page.x + page.width - width / 2; x += step)
      for (let y = page.y + height / 2; y <= page.y + page.height - height / 2; y += step) {
        const far = Math.hypot(x - wish.x, y - wish.y)
        if (best && far >= best.far) continue
        const box = boxAt({ x, y }, { width, height })
        const other = taken.find((one) => overlap(box, one))
        if (!other) best = { at: { x, y }, far }
        // On to the last place that it takes.
        else y += step * Math.max(0, Math.ceil((other.y + other.height - box.y) / step) - 1)
      }
    if (best) return best.at
  }
  return undefined
}

/** The boxes of the steps of a line. */
const stepsOf = (points: readonly Point[]): Box[] =>
  points.slice(1).map((b, at) => boxAround([points[at] as Point, b]))
