/** Words on marks, in a colour that can be read there, and names of points, where they cover nothing. */
import type { Box, Point, SceneElement } from '../../forms/scene'
import { centreOf, distance, overlap, within } from '../geometry'
import { movedElement } from '../geometry/moved'
import { contrast, inkOn, mix, READABLE } from '../pixels/color'
import { marksOf } from './legend'
import { COLOR, UNIT } from './spec/house'
import type { Walked } from './walked'

/** Gap between a point and its name in canvas pixels. */
const GAP = 3 * UNIT
/** Names behind the ends of lines move by quarters of their height, no further than a line and a half. */
const STEPS = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6].map((step) => step / 4)

/** The drawing with the words of views called `name` or `end` placed; further names give way to those before them. */
export function withNames(walked: Walked): Walked {
  const groups = walked.groups.filter(({ kind }) => kind === 'name' || kind === 'end')
  if (groups.length === 0) return walked
  const named = new Set(groups.map(({ id }) => id))
  const taken = marksOf(walked)
    .filter(({ parent, geometry }) => !named.has(parent ?? '') && geometry?.form !== 'polyline')
    .map(({ box }) => box)
  const placed = new Map<string, SceneElement>()
  for (const { id, kind, places, frame } of groups)
    for (const [i, word] of walked.elements.filter(({ parent }) => parent === id).entries()) {
      const at = places[i]
      if (!at || !frame) continue
      const { width, height } = word.box
      const found = (kind === 'end' ? behind(at, height) : around(at, word.box, taken))
        .map(({ x, y }) => ({ x, y, width, height }))
        .map((box) => ({ box, cost: costOf(box, taken, kind === 'end' ? undefined : frame) }))
      const best = found.reduce((one, two) => (two.cost < one.cost ? two : one)).box
      taken.push(best)
      placed.set(word.id, movedElement(word, best.x - word.box.x, best.y - word.box.y))
    }
  return { ...walked, elements: walked.elements.map((each) => placed.get(each.id) ?? each) }
}

function costOf(box: Box, taken: readonly Box[], frame: Box | undefined): number {
  const out = frame && !within(box, frame) ? 2 : 0
  return taken.filter((each) => overlap(box, each, frame ? 1 : 0)).length + out
}

const behind = (at: Point, height: number): Point[] =>
  STEPS.map((step) => ({ x: at.x + 2 * GAP, y: at.y + (step - 0.5) * height }))

function around(at: Point, { width, height }: Box, taken: readonly Box[]): Point[] {
  const own = taken.find((box) => distance(centreOf(box), at) < 1.4)
  const reach = (own ? own.width / 2 : 0) + GAP
  return [
    { x: at.x + reach, y: at.y - height / 2 },
    { x: at.x - reach - width, y: at.y - height / 2 },
    { x: at.x - width / 2, y: at.y - reach - height },
    { x: at.x - width / 2, y: at.y + reach },
    { x: at.x + reach * 0.7, y: at.y - reach * 0.7 - height },
    { x: at.x - reach * 0.7 - width, y: at.y - reach * 0.7 - height },
  ]
}

/** Elements in which words of the house's own colour stay readable on the cells and bars below them. */
export function readableOn(elements: readonly SceneElement[]): SceneElement[] {
  const own = marksOf({ elements })
  const fills = own.filter(({ geometry, style }) => geometry?.form === 'rect' && style.fill)
  const words = own.filter(
    ({ geometry, style }) => geometry?.form === 'lines' && style.fill === COLOR.label,
  )
  const changed = new Map<SceneElement, SceneElement>()
  for (const word of words) {
    const at = centreOf(word.box)
    const below = fills.findLast(({ box, z }) => z <= word.z && within(at, box))
    const ground = below && mix(COLOR.background, below.style.fill ?? '', below.style.opacity ?? 1)
    if (ground && contrast(COLOR.label, ground) < READABLE)
      changed.set(word, { ...word, style: { ...word.style, fill: inkOn(ground, COLOR.ink) } })
  }
  return elements.map((each) => changed.get(each) ?? each)
}
