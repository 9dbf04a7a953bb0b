/** Axes, legends and titles of the scenegraph as elements of a scene. */
import type { Point, SceneElement } from '../../forms/scene'
import { UNIT } from './house'
import { linesOf, styleOf, textOf } from './items'
import { grouped } from './parts'
import { scaleData } from './scales'
import { lineShape, type PathOf, ruleEnds, shapeOf } from './shapes'
import type { VegaItem, VegaMark } from './vega'
import { type AxisFound, type LegendFound, Z } from './walked'

/** Gives the next id of a kind. */
export type NextId = (stem: string) => string

type Scales = VegaItem['context']

/** An axis and its grid; `found` tells what the axis says, where it is no grid alone. */
export function axisParts(
  item: VegaItem,
  at: Point,
  context: Scales,
  next: NextId,
): { elements: SceneElement[]; found?: AxisFound } {
  const channel = item.orient === 'bottom' || item.orient === 'top' ? 'x' : 'y'
  const parts = item.items ?? []
  const grid = parts.filter(({ role }) => role === 'axis-grid')
  const others = parts.filter(({ role }) => role !== 'axis-grid')
  const elements: SceneElement[] = []
  if (grid.some(({ items }) => items.length > 0)) {
    const id = next(`grid-${channel}`)
    elements.push(...grouped(id, 'axis', Z.grid, partsOf(grid, at, id, Z.grid)))
  }
  if (others.length === 0) return { elements }
  const scale = String(item.datum?.scale ?? '')
  const values = context?.scales[scale]?.value
  const id = next(`axis-${channel}`)
  const origin = at[channel] - (item[channel] ?? 0)
  const data = { channel, ...(values ? scaleData(values, origin, UNIT) : {}) }
  elements.push(...grouped(id, 'axis', Z.axis, partsOf(others, at, id, Z.axis), data))
  const [title] = parts.find(({ role }) => role === 'axis-title')?.items ?? []
  const found = { scale, channel, title: title ? linesOf(title).join(' ') : '', values } as const
  return { elements, found }
}

function partsOf(parts: readonly VegaMark[], at: Point, id: string, z: number): SceneElement[] {
  return parts.flatMap((part) =>
    part.items.flatMap((each, i) => {
      if (each.opacity === 0) return []
      const name = `${id}-${part.role?.replace('axis-', '') ?? 'part'}-${i + 1}`
      const own = { id: name, parent: id, z }
      if (part.marktype === 'text') return textOf(each, at, own) ?? []
      const style = styleOf(each, false)
      return style.stroke ? lineShape(own, ruleEnds(each, at), style) : []
    }),
  )
}

/** Every item below marks, with its mark and where its group stands. */
function visited(
  marks: readonly VegaMark[],
  at: Point,
  visit: (mark: VegaMark, item: VegaItem, from: Point) => void,
): void {
  for (const mark of marks)
    for (const item of mark.items) {
      if (mark.marktype !== 'group') visit(mark, item, at)
      else visited(item.items ?? [], { x: at.x + (item.x ?? 0), y: at.y + (item.y ?? 0) }, visit)
    }
}

export function legendParts(
  item: VegaItem,
  at: Point,
  next: NextId,
  pathOf: PathOf,
): { elements: SceneElement[]; found: LegendFound } | undefined {
  const count = next('legend')
  const id = count === 'legend-1' ? 'legend' : count
  const own: SceneElement[] = []
  const entries: string[] = []
  visited(item.items ?? [], at, (mark, each, from) => {
    const part = { id: `${id}-${own.length + 1}`, parent: id, z: Z.legend }
    if (mark.role === 'legend-label') entries.push(...linesOf(each))
    const made = mark.marktype === 'text' ? textOf(each, from, part) : undefined
    if (made) own.push(made)
    else if (mark.marktype !== 'text') own.push(...shapeOf(pathOf, mark.marktype, each, from, part))
  })
  const elements = grouped(id, 'legend', Z.legend, own)
  const [group] = elements
  if (!group) return undefined
  const { scales } = (item.datum ?? {}) as { scales?: Record<string, string> }
  return {
    elements,
    found: { box: group.box, scales: [...new Set(Object.values(scales ?? {}))], entries },
  }
}

export function titleParts(item: VegaItem, at: Point, role: string, next: NextId): SceneElement[] {
  const own: SceneElement[] = []
  visited(item.items ?? [], at, (mark, each, from) => {
    if (mark.marktype !== 'text') return
    const stem = role === 'title' ? (mark.role ?? 'title').replace('title-text', 'title') : role
    const id = next(stem.replace('title-subtitle', 'subtitle'))
    const made = textOf(each, from, { id, z: Z.text })
    if (made) own.push(made)
  })
  return own
}

/** The title of a view that stands beside others. */
export function headOf({ items = [] }: VegaItem): string {
  const found: string[] = []
  const titles = items.filter(({ role }) => role === 'title')
  visited(titles, { x: 0, y: 0 }, (_, item) => found.push(...linesOf(item)))
  return found.join(' ')
}
