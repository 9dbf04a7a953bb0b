/** Axes, legends and titles of the scenegraph as elements of a scene. */
import type { Point, SceneElement } from '../../forms/scene'
import { grouped, type Part, textOf } from './items'
import { scaleData } from './scales'
import { shapeOf } from './shapes'
import { UNIT } from './spec/house'
import type { VegaItem, VegaMark } from './spec/vega'
import { type AxisFound, type LegendFound, Z } from './walked'

/** Where a guide stands, and what gives the next id of a kind. */
export interface GuideAt extends Point {
  context?: VegaItem['context']
  next: (stem: string) => string
}

/** The words and shapes of all items below marks, each with an id of its own. */
function partsOf(
  marks: readonly VegaMark[],
  at: GuideAt,
  partOf: (role: string, count: number) => Part,
): SceneElement[] {
  let count = 0
  const visit = (mark: VegaMark, item: VegaItem, from: Point): SceneElement[] => {
    if (mark.marktype === 'group') {
      const inner = { x: from.x + (item.x ?? 0), y: from.y + (item.y ?? 0) }
      return (item.items ?? []).flatMap((each) =>
        each.items.flatMap((one) => visit(each, one, inner)),
      )
    }
    const part = partOf(mark.role ?? 'part', ++count)
    if (mark.marktype !== 'text') return shapeOf(mark.marktype, item, from, part)
    return [textOf(item, from, part) ?? []].flat()
  }
  return marks.flatMap((mark) => mark.items.flatMap((item) => visit(mark, item, at)))
}

const below = (id: string, z: number) => (role: string, count: number) => ({
  id: `${id}-${role.replace(/^(?:axis|legend)-/, '')}-${count}`,
  parent: id,
  z,
})

/** An axis and its grid; `found` tells what the axis says, where it is no grid alone. */
export function axisParts(
  item: VegaItem,
  at: GuideAt,
): { elements: SceneElement[]; found?: AxisFound } {
  const channel = item.orient === 'bottom' || item.orient === 'top' ? 'x' : 'y'
  const parts = item.items ?? []
  const grid = parts.filter(({ role, items }) => role === 'axis-grid' && items.length > 0)
  const others = parts.filter(({ role }) => role !== 'axis-grid')
  const elements: SceneElement[] = []
  if (grid.length > 0) {
    const id = at.next(`grid-${channel}`)
    elements.push(...grouped(id, 'axis', Z.grid, partsOf(grid, at, below(id, Z.grid))))
  }
  if (others.length === 0) return { elements }
  const scale = String(item.datum?.scale ?? '')
  const values = at.context?.scales[scale]?.value
  const id = at.next(`axis-${channel}`)
  const origin = at[channel] - (item[channel] ?? 0)
  const data = { channel, ...(values ? scaleData(values, origin, UNIT) : {}) }
  const own = partsOf(others, at, below(id, Z.axis))
  elements.push(...grouped(id, 'axis', Z.axis, own, data))
  const said = (role: string) =>
    own.flatMap((each) => (each.id.startsWith(`${id}-${role}-`) ? [each.label ?? ''] : []))
  const [[title = ''], labels] = [said('title'), said('label')]
  return { elements, found: { scale, channel, title, labels, values } }
}

export function legendParts(
  item: VegaItem,
  at: GuideAt,
): { elements: SceneElement[]; found: LegendFound } | undefined {
  const count = at.next('legend')
  const id = count === 'legend-1' ? 'legend' : count
  const own = partsOf(item.items ?? [], at, below(id, Z.legend))
  const elements = grouped(id, 'legend', Z.legend, own)
  const [group] = elements
  if (!group) return undefined
  const { scales = {} } = (item.datum ?? {}) as { scales?: Record<string, string> }
  const labels = own.filter((each) => each.id.startsWith(`${id}-label-`))
  const entries = labels.map(({ label = '' }) => label)
  return {
    elements,
    found: { box: group.box, scales: [...new Set(Object.values(scales))], entries },
  }
}

export const titleParts = (item: VegaItem, at: GuideAt, role: string): SceneElement[] =>
  partsOf(item.items ?? [], at, (own) => {
    const stem = role === 'title' ? own.replace('title-text', 'title') : role
    return { id: at.next(stem.replace('title-subtitle', 'subtitle')), z: Z.text }
  })

/** The title of a view that stands beside others. */
export const headOf = ({ items = [] }: VegaItem, at: GuideAt): string =>
  partsOf(
    items.filter(({ role }) => role === 'title'),
    at,
    below('head', Z.text),
  )
    .map(({ label }) => label)
    .join(' ')
