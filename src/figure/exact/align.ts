import type { Point, Scene, SceneElement } from '../../forms/scene'
import { unitScale } from '../check/backdrop'
import { frameOf, offBy } from '../check/node-faults'
import { operated } from '../patch/operations'
import { type Figure, type Mend, mendedBest } from './mend'

/** Neighbours of one kind that are a little out of line are put on it, with all that is in them and the lines that join them. */
export function equalKinds(figure: Figure, isHeld: (one: SceneElement) => boolean): Figure {
  let now = figure
  const tried = new Set<string>()
  for (;;) {
    const next = now.found.find(
      ({ kind, of, other }) =>
        kind === 'near_align' && of && other && !tried.has(`${of.id} ${other.id}`),
    )
    if (!next?.of || !next.other) return now
    const [one, two] = [next.of.id, next.other.id]
    tried.add(`${one} ${two}`)
    const before = now.found.filter(({ kind }) => kind === 'near_align').length
    const ways = waysOf(now, one, two).filter((way) => !way.some(isHeld))
    now = mendedBest(
      now,
      ways,
      ({ found }) => found.filter(({ kind }) => kind === 'near_align').length < before,
    )
  }
}

/** Either of two moved onto the line of the other, the later one first. */
function waysOf({ flat, scene }: Figure, one: string, two: string): Mend[] {
  const [a, b] = [flat.things.get(one), flat.things.get(two)]
  if (!a || !b) return []
  const [from, to] = [frameOf(a), frameOf(b)]
  const beside = from.x + from.width <= to.x || to.x + to.width <= from.x
  const axis = beside ? 'y' : 'x'
  const long = beside ? 'height' : 'width'
  // The edge or middle that is nearest to be in line.
  const gaps = [
    from[axis] - to[axis],
    from[axis] + from[long] / 2 - to[axis] - to[long] / 2,
    from[axis] + from[long] - to[axis] - to[long],
  ]
  const gap = gaps.reduce((least, each) => (Math.abs(each) < Math.abs(least) ? each : least))
  if (Math.abs(gap) < 0.01 || offBy(from, to) / unitScale(scene) > 6) return []
  const by = (length: number): Point => (axis === 'y' ? { x: 0, y: length } : { x: length, y: 0 })
  return [movedThing(scene, two, by(gap)), movedThing(scene, one, by(-gap))]
}

/** A thing elsewhere, with all that stands in it and the lines that join it. */
function movedThing(scene: Scene, id: string, { x, y }: Point): Mend {
  const { elements } = operated(scene, [{ op: 'move', ids: [id], dx: x, dy: y }]).scene
  return elements.filter((each, at) => each !== scene.elements[at])
}
