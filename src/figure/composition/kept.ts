import type { Composition } from '../../forms/composition'
import type { Box } from '../../forms/scene'
import { within } from '../geometry'
import type { Arrangement } from './arrange'
import type { Wished } from './wish'

/** How many of the pairwise wishes of a composition hold: left-of, above, inside. */
export interface Kept {
  asked: number
  kept: number
  /** A sentence each: what was given up. */
  givenUp: string[]
}

/** Sentences at the most. */
const MOST = 20

export function keptWishes(
  wished: Wished,
  wish: Composition,
  { anchors, frames }: Arrangement,
): Kept {
  const counts: Kept = { asked: 0, kept: 0, givenUp: [] }
  const tell = (holds: boolean, sentence: string) => {
    counts.asked += 1
    if (holds) counts.kept += 1
    else if (counts.givenUp.length < MOST) counts.givenUp.push(sentence)
  }
  const nodes = [...wished.nodes]
  // The frame of any other group is around its members alone.
  const framed = new Set(wish.groups.map(({ id }) => id))
  const at = (id: string) => anchors.get(id) ?? { x: 0, y: 0 }
  for (const [index, [a, boxA]] of nodes.entries())
    for (const [b, boxB] of nodes.slice(index + 1))
      for (const [axis, words] of AXES) {
        const first = before(boxA, boxB, axis) ? [a, b] : before(boxB, boxA, axis) ? [b, a] : null
        if (!first) continue
        const [one = '', two = ''] = first
        tell(at(one)[axis] < at(two)[axis], `${one} does not stand ${words} ${two}.`)
      }
  for (const [id, box] of nodes)
    for (const [group, frame] of wished.groups) {
      if (!framed.has(group) || !within(box, frame)) continue
      const drawn = frames.get(group)
      const { x, y } = at(id)
      const holds =
        drawn !== undefined &&
        x > drawn.x &&
        x < drawn.x + drawn.width &&
        y > drawn.y &&
        y < drawn.y + drawn.height
      tell(holds, `${id} does not stand in ${group}.`)
    }
  return counts
}

const AXES = [
  ['x', 'left of'],
  ['y', 'above'],
] as const

function before(a: Box, b: Box, axis: 'x' | 'y'): boolean {
  return a[axis] + (axis === 'x' ? a.width : a.height) <= b[axis]
}
