/** Names of points stand where they cover nothing: beside, above or below their point. */
import type { Box, Point, SceneElement } from '../../forms/scene'
import { overlap } from '../geometry'
import { movedElement } from '../moved-geometry'
import { UNIT } from './house'
import { marksOf } from './legend'
import type { Walked } from './walked'

/** Gap between a point and its name in canvas pixels. */
const GAP = 3 * UNIT

/** The drawing with the words of views called `name` placed; further names give way to those before them. */
export function withNames(walked: Walked): Walked {
  const groups = walked.groups.filter(({ kind }) => kind === 'name' || kind === 'end')
  if (groups.length === 0) return walked
  const named = new Set(groups.map(({ id }) => id))
  const texts = new Set(
    walked.groups.filter(({ id, kind }) => kind === 'text' && !named.has(id)).map(({ id }) => id),
  )
  const marks = marksOf(walked).filter(
    ({ parent, geometry }) => !named.has(parent ?? '') && geometry?.form !== 'lines',
  )
  const taken: Box[] = marks
    .filter(({ geometry }) => geometry?.form !== 'polyline')
    .map(({ box }) => box)
  for (const { parent, geometry, box } of walked.elements)
    if (geometry?.form === 'lines' && texts.has(parent ?? '')) taken.push(box)
  const placed = new Map<string, SceneElement>()
  for (const { id, kind, places, frame } of groups) {
    const words = walked.elements.filter(({ parent }) => parent === id)
    words.forEach((word, i) => {
      const at = places[i]
      if (!at || !frame) return
      const found = kind === 'end' ? behind(word, at, taken) : best(word, at, taken, frame)
      taken.push(found.box)
      placed.set(word.id, found)
    })
  }
  return { ...walked, elements: walked.elements.map((each) => placed.get(each.id) ?? each) }
}

/** A name behind the end of its line, moved up or down from those that stand there. */
function behind(word: SceneElement, at: Point, taken: readonly Box[]): SceneElement {
  const { width, height } = word.box
  const x = at.x + 2 * GAP
  const near = taken.filter((each) => each.x < x + width && each.x + each.width > x)
  const steps = Array.from({ length: 2 * MOST_STEPS + 1 }, (_, i) => (i % 2 ? i + 1 : -i) / 2)
  const middle = at.y - height / 2
  const free = steps
    .map((step) => middle + (step * height) / STEPS_A_LINE)
    .find((y) => !near.some((each) => overlap({ x, y, width, height }, each, 0)))
  return movedElement(word, x - word.box.x, (free ?? middle) - word.box.y)
}

const STEPS_A_LINE = 4
/** Further away a name would no longer be its line's. */
const MOST_STEPS = 6

function best(word: SceneElement, at: Point, taken: readonly Box[], frame: Box): SceneElement {
  const { width, height } = word.box
  const own = taken.find(
    (box) =>
      Math.abs(box.x + box.width / 2 - at.x) < 1 && Math.abs(box.y + box.height / 2 - at.y) < 1,
  )
  const reach = (own ? own.width / 2 : 0) + GAP
  const places: Point[] = [
    { x: at.x + reach, y: at.y - height / 2 },
    { x: at.x - reach - width, y: at.y - height / 2 },
    { x: at.x - width / 2, y: at.y - reach - height },
    { x: at.x - width / 2, y: at.y + reach },
    { x: at.x + reach * 0.7, y: at.y - reach * 0.7 - height },
    { x: at.x - reach * 0.7 - width, y: at.y - reach * 0.7 - height },
  ]
  const cost = ({ x, y }: Point) => {
    const box = { x, y, width, height }
    const out =
      x < frame.x ||
      y < frame.y ||
      x + width > frame.x + frame.width ||
      y + height > frame.y + frame.height
    return taken.filter((each) => overlap(box, each, 1)).length + (out ? 2 : 0)
  }
  const [first = at] = places
  const found = places.reduce((one, two) => (cost(two) < cost(one) ? two : one), first)
  return movedElement(word, found.x - word.box.x, found.y - word.box.y)
}
