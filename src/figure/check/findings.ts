import type { FaultKind } from '../../forms/fault'
import type { Box, SceneElement } from '../../forms/scene'
import { boxAround } from '../geometry'
import type { FlatNode, FlatScene, FlatText } from './flat-scene'

/** A fault before it is put into words. */
export interface Finding {
  kind: FaultKind
  /** Where it is: the group that it is told of. */
  of: SceneElement | undefined
  other?: SceneElement | undefined
  /** How bad it is, in its own unit. */
  by: number
  /** Softer than its kind. */
  soft?: boolean
  /** What the sentence speaks of. */
  words?: string
  others?: string
  /** What of several it is, and what to do about it. */
  what?: string
  repair?: string
  /** Where room is sought. */
  box?: Box
  /** The very elements, for whoever mends them. */
  element?: SceneElement
  against?: SceneElement | undefined
}

/** As many of one kind as anybody reads. */
export const MOST_OF_A_KIND = 400

/** What a check may cost, in steps of some twenty nanoseconds: outlines of all measure are looked at only so long. */
export class Budget {
  #left = 80_000_000

  /** Whether there is strength for so many steps more. */
  spend(steps: number): boolean {
    this.#left -= steps
    return this.#left > 0
  }

  get isDone(): boolean {
    return this.#left <= 0
  }
}

/** The free way from a box in each direction, in pixels: to words, things, lines or the edge of the canvas. */
export function clearances(flat: FlatScene, box: Box, own: readonly SceneElement[]) {
  const { canvas } = flat
  const room = {
    above: box.y - canvas.y,
    below: canvas.y + canvas.height - box.y - box.height,
    left: box.x - canvas.x,
    right: canvas.x + canvas.width - box.x - box.width,
  }
  const meet = (other: Box) => {
    const across = other.x < box.x + box.width && box.x < other.x + other.width
    const down = other.y < box.y + box.height && box.y < other.y + other.height
    if (across && other.y + other.height <= box.y + 1)
      room.above = Math.min(room.above, box.y - other.y - other.height)
    if (across && other.y >= box.y + box.height - 1)
      room.below = Math.min(room.below, other.y - box.y - box.height)
    if (down && other.x + other.width <= box.x + 1)
      room.left = Math.min(room.left, box.x - other.x - other.width)
    if (down && other.x >= box.x + box.width - 1)
      room.right = Math.min(room.right, other.x - box.x - box.width)
  }
  for (const line of flat.words) if (!own.includes(line.element)) meet(line.box)
  for (const { element, box: thing } of flat.things.values())
    if (!own.includes(element) && element.role === 'node') meet(thing)
  for (const { element, points } of flat.wires) {
    if (own.includes(element)) continue
    for (let k = 1; k < points.length; k++) {
      const [a, b] = [points[k - 1], points[k]]
      if (a && b) meet(boxAround([a, b]))
    }
  }
  return room
}

/** Whether one group stands in the other, or is it. */
export const isNested = (one: FlatNode, two: FlatNode): boolean =>
  one.parts.some(({ within }) => within.includes(two.element.id)) ||
  two.parts.some(({ within }) => within.includes(one.element.id)) ||
  one.words.some(({ within }) => within.includes(two.element.id)) ||
  two.words.some(({ within }) => within.includes(one.element.id))

/** Two texts of one wording at one place: the lower one is the halo of the other. */
export const isHaloOf = (one: FlatText, two: FlatText): boolean =>
  one.text === two.text &&
  Math.abs(one.box.x - two.box.x) < 2 &&
  Math.abs(one.box.y - two.box.y) < 2
