/** Words on marks: in a colour that can be read there. */
import type { SceneElement } from '../../forms/scene'
import { contrast, inkOn, mix, READABLE } from '../color'
import { centreOf, within } from '../geometry'
import { COLOR } from './house'
import { marksOf } from './legend'

/** Elements in which words of the house's own colour stay readable on the cells and bars below them. */
export function readableOn(elements: readonly SceneElement[]): SceneElement[] {
  const own = marksOf({ elements })
  const fills = own.filter(({ geometry, style }) => geometry?.form === 'rect' && style.fill)
  const words = own.filter(
    ({ geometry, style }) => geometry?.form === 'lines' && style.fill === COLOR.label,
  )
  const changed = new Map<SceneElement, SceneElement>()
  for (const word of words) {
    const at = { ...centreOf(word.box), width: 0, height: 0 }
    const below = fills.findLast(({ box, z }) => z <= word.z && within(at, box))
    const ground = below && mix(COLOR.background, below.style.fill ?? '', below.style.opacity ?? 1)
    if (ground && contrast(COLOR.label, ground) < READABLE)
      changed.set(word, { ...word, style: { ...word.style, fill: inkOn(ground, COLOR.ink) } })
  }
  return elements.map((each) => changed.get(each) ?? each)
}
