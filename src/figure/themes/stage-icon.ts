import type { SceneElement } from '../../forms/scene'
import { overlap } from '../geometry'
import { iconFor, iconPath } from '../icons'
import type { DressedPiece } from './theme'

/**
 * The icon of a numbered stage, in the first corner of its panel that its text and items leave free; none where there
 * is no room. `size` and `inset` (from the panel's border) are in em.
 */
export function stageIcon(
  element: SceneElement,
  { draft, siblings, em }: DressedPiece,
  { size, inset, stroke }: { size: number; inset: number; stroke: string },
): SceneElement[] {
  // What its author chose stands there already.
  const chosen = siblings.some((other) => other.element.kind === 'icon')
  if (draft.part !== 'stage' || chosen) return []
  const icon = iconFor({ label: element.label ?? '', kind: 'stage' }, 'ready', { size, gap: 0 })
  if (!icon) return []
  const side = size * em
  const { x, y, width, height } = element.box
  const right = x + width - inset * em - side
  const corners = [y + inset * em, y + height - inset * em - side]
  const top = corners.find((corner) => {
    const box = { x: right, y: corner, width: side, height: side }
    return siblings.every((other) => !overlap(box, other.element.box, -0.45 * em))
  })
  if (top === undefined || right < x + width / 2) return []
  const own: SceneElement = {
    id: `${element.id}-icon`,
    kind: 'icon',
    parent: element.id,
    z: 210,
    box: { x: right, y: top, width: side, height: side },
    geometry: { form: 'path', d: iconPath(icon.name, right, top, side) },
    label: icon.shows,
    style: { fill: 'none', stroke, strokeWidth: side / 13, round: true },
  }
  return [own]
}

/** Leaves out the stages' icons unless all panels have one, in the same corner. */
export function alignedIcons(elements: SceneElement[]): SceneElement[] {
  const panels = elements.filter(({ id }) => id.endsWith('-badge'))
  const heights = new Map(elements.map(({ id, box }) => [id, box.y + box.height / 2]))
  const ids = new Set(panels.map(({ parent }) => `${parent}-icon`))
  const icons = elements.filter(({ kind, id }) => kind === 'icon' && ids.has(id))
  const upper = icons.filter(({ box, parent }) => box.y < (heights.get(parent ?? '') ?? 0))
  const lower = icons.filter((icon) => !upper.includes(icon))
  const kept = [upper, lower].find((some) => some.length === panels.length) ?? []
  return elements.filter((each) => !icons.includes(each) || kept.includes(each))
}
