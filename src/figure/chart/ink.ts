/** Words on marks: in a colour that can be read there. */
import type { Box, SceneElement } from '../../forms/scene'
import { contrast, inkOn, mix, READABLE } from '../color'
import { centreOf } from '../geometry'
import { COLOR } from './house'
import { marksOf } from './legend'

/** Canvas pixels of a field of the grid by which marks are found. */
const FIELD = 40

/** Elements in which words of the house's own colour stay readable on the cells and bars below them. */
export function readableOn(elements: readonly SceneElement[]): SceneElement[] {
  const own = marksOf({ elements })
  const words = own.filter(
    ({ geometry, style }) => geometry?.form === 'lines' && style.fill === COLOR.label,
  )
  if (words.length === 0) return [...elements]
  const fills = byField(
    own.filter(({ geometry, style }) => geometry?.form === 'rect' && style.fill),
  )
  const changed = new Map<SceneElement, SceneElement>()
  for (const word of words) {
    const at = centreOf(word.box)
    const below = fills
      .get(fieldAt(at.x, at.y))
      ?.findLast(({ box, z }) => z <= word.z && holds(box, at.x, at.y))
    const ground = below && mix(COLOR.background, below.style.fill ?? '', below.style.opacity ?? 1)
    if (ground && contrast(COLOR.label, ground) < READABLE)
      changed.set(word, { ...word, style: { ...word.style, fill: inkOn(ground, COLOR.ink) } })
  }
  return elements.map((each) => changed.get(each) ?? each)
}

const fieldAt = (x: number, y: number) => `${Math.floor(x / FIELD)} ${Math.floor(y / FIELD)}`

const holds = (box: Box, x: number, y: number) =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height

function byField(shapes: readonly SceneElement[]): Map<string, SceneElement[]> {
  const found = new Map<string, SceneElement[]>()
  for (const shape of shapes) {
    const { x, y, width, height } = shape.box
    for (let u = x; u < x + width + FIELD; u += FIELD)
      for (let v = y; v < y + height + FIELD; v += FIELD) {
        const key = fieldAt(u, v)
        const list = found.get(key)
        if (list) list.push(shape)
        else found.set(key, [shape])
      }
  }
  return found
}
