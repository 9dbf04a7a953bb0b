import type { Fault } from '../../forms/fault'
import type { Scene, SceneElement } from '../../forms/scene'
import { checkedOf } from '../check'
import type { CheckOptions } from '../check/grounding'
import { equalKinds } from './align'
import { endsOnOutlines, nearlyStraight, oneHeadAStroke } from './ends'
import { labelsAlongTheirLine, wordsInTheirShape } from './lettering'
import { type Figure, figureOf } from './mend'

export interface Exact {
  scene: Scene
  /** What was mended (`mended: true`), then what stays. */
  faults: Fault[]
}

type Pass = (figure: Figure, isHeld: (one: SceneElement) => boolean) => Figure

/** In this order: what moves things comes before what hangs on their places. */
export const PASSES: Readonly<Record<string, Pass>> = {
  oneHeadAStroke,
  equalKinds,
  wordsInTheirShape,
  endsOnOutlines,
  nearlyStraight,
  labelsAlongTheirLine,
}

/** Rounds until nothing changes. */
const MOST_ROUNDS = 3

/**
 * Mends what geometry can without harm: nothing moves more than 12 units, no line takes another way but for its last 40,
 * no picture changes its size. `held`: ids of groups that stay as they are. Run again, it changes nothing.
 */
export function exact(
  scene: Scene,
  held: ReadonlySet<string> = new Set(),
  options: CheckOptions = {},
): Exact {
  let figure = figureOf(scene, options)
  const before = checkedOf(figure.known).faults
  const isHeld = heldIn(scene, held)
  if (figure.left.tries <= 0) return { scene, faults: before }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const from = figure.scene
    for (const pass of Object.values(PASSES)) figure = pass(figure, isHeld)
    if (figure.scene === from) break
  }
  const after = figure.scene === scene ? before : checkedOf(figure.known).faults
  const key = ({ kind, id, other, sentence }: Fault) =>
    `${kind} ${id} ${other} ${sentence.split('"')[1] ?? ''}`
  const stays = new Set(after.map(key))
  const gone = before.filter((fault) => !stays.has(key(fault)))
  return {
    scene: figure.scene,
    faults: [...gone.map((fault) => ({ ...fault, mended: true })), ...after],
  }
}

/** Whether an element is held, or stands in what is. */
function heldIn({ elements }: Scene, held: ReadonlySet<string>): (one: SceneElement) => boolean {
  if (held.size === 0) return () => false
  const parents = new Map(elements.map(({ id, parent }) => [id, parent]))
  return ({ id }) => {
    let left = elements.length
    for (let at: string | undefined = id; at !== undefined && left-- > 0; at = parents.get(at))
      if (held.has(at)) return true
    return false
  }
}
