import type { Box, Geometry, Point } from '../../forms/scene'
import { convexHull, withCutCorners } from '../geometry'
import { changedGeometry } from '../geometry/moved'
import { polygonOf } from '../geometry/outlines'
import { path, roundedPoints } from '../geometry/shape-paths'

/** A prism on a floor in 2:1 dimetric projection: what is seen of its top, and how far it reaches down from there. */
export interface Solid {
  /** Clockwise. */
  top: Point[]
  /** The top's own path, where it shows more than an outline. */
  d?: string
  /** Pixels. */
  thick: number
  /** How far below the place that layout gave them words stand in the middle of the top, in pixels. */
  shift: number
  /** It stands, and its words on its front. */
  upright?: boolean
}

/**
 * The solid that fills the box of a form. Corners are cut by `cut` across and half as much down, or rounded by arcs of
 * floor circles; a cylinder stands upright, a circle is a flat disc.
 */
export function solidOf(
  geometry: Geometry,
  box: Box,
  { thick, cut }: { thick: number; cut: number },
): Solid {
  const { x, y, width, height } = box
  const lying = { thick, shift: -thick / 2 }
  const face = { x, y, width, height: height - thick }
  const cutBy = (most: number) => Math.min(most, width / 4, face.height / 1.2)
  switch (geometry.form) {
    case 'rect':
      return geometry.radius > cut / 4
        ? { ...lying, top: roundTop(face, roundness(geometry.radius, box, face)) }
        : { ...lying, top: withCutCorners(face, cutBy(cut), cutBy(cut) / 2) }
    case 'cylinder': {
      const lid = { x, y, width, height: 2 * geometry.cap }
      const top = roundedPoints(lid, width / 2, lid.height / width)
      return { top: apart(top), thick: height - lid.height, shift: 0, upright: true }
    }
    case 'polygon':
      if (geometry.points.length === 8)
        return { ...lying, top: withCutCorners(face, cutBy(2 * cut), cutBy(cut)) }
  }
  const top = changedGeometry(geometry, { from: box, to: face })
  const whole = top.form === 'path' ? { d: top.d } : {}
  return { ...lying, ...whole, top: apart(polygonOf(top)) }
}

/** What is wholly round stays so, as far as words leave room; half as high as wide, an arc takes twice as much of the width. */
function roundness(radius: number, box: Box, face: Box): number {
  const whole = radius > 0.35 * Math.min(box.width, box.height)
  return whole ? Math.min(face.height, face.width / 3) : 1.6 * radius
}

/** `across` is half the width of a floor circle. */
function roundTop(box: Box, across: number): Point[] {
  return apart(roundedPoints(box, Math.min(across, box.width / 2), 0.5))
}

/** Without points that coincide with the next. */
function apart(points: readonly Point[]): Point[] {
  return points.filter((each, index) => {
    const next = points[(index + 1) % points.length]
    return !next || Math.hypot(next.x - each.x, next.y - each.y) > 0.01
  })
}

/** A side that shows, and the way it looks: -1 to the left, 0 to the front, 1 to the right. */
interface Side {
  points: Point[]
  turn: number
}

/** Sides that look ways so different meet in an edge. */
const SHARP = 0.4

/** The sides that show, and their lower and upright edges as a path. */
export function facesOf({ top, thick }: Solid): { sides: Side[]; creases: string } {
  const turns = top.map((a, index) => turnOf(a, top[(index + 1) % top.length] ?? a))
  const sides: Side[] = []
  let creases = ''
  for (const [index, a] of top.entries()) {
    const b = top[(index + 1) % top.length]
    const turn = turns[index]
    if (!b || turn === undefined) continue
    const [c, d] = [
      { x: b.x, y: b.y + thick },
      { x: a.x, y: a.y + thick },
    ]
    sides.push({ points: [a, b, c, d], turn })
    creases += path`M${d.x} ${d.y}L${c.x} ${c.y}`
    const [before, after] = [turns.at(index - 1), turns[(index + 1) % top.length]]
    if (before === undefined || Math.abs(turn - before) > SHARP)
      creases += path`M${a.x} ${a.y}V${d.y}`
    if (after === undefined) creases += path`M${b.x} ${b.y}V${c.y}`
  }
  return { sides, creases }
}

/**
 * Undefined for a side that looks away. Tops run clockwise: the outward normal of an edge is (dy, -dx), on the floor,
 * where lengths downwards are twice those seen.
 */
function turnOf(a: Point, b: Point): number | undefined {
  const [nx, ny] = [2 * (b.y - a.y), a.x - b.x]
  const length = Math.hypot(nx, ny)
  if (length < 0.01 || ny / length <= 0.001) return undefined
  return Math.round((12 * nx) / length) / 12
}

/** What a solid covers: the convex hull of its top and of its foot. */
export function silhouette({ top, thick }: Solid): Point[] {
  return convexHull([...top, ...top.map(({ x, y }) => ({ x, y: y + thick }))])
}

/** Where a line from outside through `towards` first meets a convex outline; `towards` where it does not. */
export function firstMeeting(from: Point, towards: Point, outline: readonly Point[]): Point {
  const [dx, dy] = [towards.x - from.x, towards.y - from.y]
  let nearest = Infinity
  for (const [index, a] of outline.entries()) {
    const b = outline[(index + 1) % outline.length]
    if (!b) continue
    const [ex, ey] = [b.x - a.x, b.y - a.y]
    const cross = dx * ey - dy * ex
    if (Math.abs(cross) < 1e-9) continue
    const along = ((a.x - from.x) * ey - (a.y - from.y) * ex) / cross
    const across = ((a.x - from.x) * dy - (a.y - from.y) * dx) / cross
    if (along > 0.01 && across >= -0.001 && across <= 1.001) nearest = Math.min(nearest, along)
  }
  return nearest === Infinity ? towards : { x: from.x + dx * nearest, y: from.y + dy * nearest }
}
