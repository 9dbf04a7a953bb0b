import type { Diagram } from '../../forms/diagram'
import type { Anchor, Box, Point } from '../../forms/scene'
import type { Theme } from '../themes/theme'
import { connectorDraft } from './connector'
import type { ElementDraft } from './sketch'
import { drawStageLinks } from './stage-links'
import type { PlacedPanel, PlacedSection, StagePlan } from './stages-compose'

/** What every connector of a stage figure is drawn with. */
export interface OrderAt {
  plan: StagePlan
  diagram: Diagram
  theme: Theme
  panelIds: ReadonlyMap<string, string>
  headings: readonly Box[]
  width: number
  height: number
  id: (wanted: string) => string
}

/** The arrows from each stage to the next; where there are other relations or labels, all of them by the router. */
export function drawOrder(at: OrderAt): ElementDraft[] {
  const { plan, diagram, panelIds, headings, id } = at
  const place = new Map(plan.panels.map((panel, index) => [panel.node.id, index]))
  const simple = diagram.edges.every(
    ({ from, to, label }) => !label && (place.get(to) ?? 0) - (place.get(from) ?? -1) === 1,
  )
  if (!simple) return drawStageLinks(at)
  const drafts: ElementDraft[] = []
  for (const [index, to] of plan.panels.entries()) {
    const from = plan.panels[index - 1]
    if (!from) continue
    const edge = diagram.edges.find((each) => each.from === from.node.id && each.to === to.node.id)
    if (!edge) continue
    const way = route(from, to, plan, headings)
    drafts.push(
      connectorDraft(
        edge,
        id(edge.id),
        { ...way.from, element: panelIds.get(from.node.id) ?? '' },
        { ...way.to, element: panelIds.get(to.node.id) ?? '' },
        way.points,
        plan.em,
      ),
    )
  }
  return drafts
}

interface Way {
  from: Omit<Anchor, 'element'>
  to: Omit<Anchor, 'element'>
  points: Point[]
}

/** An order arrow: straight along a row, straight down a column, else through the gap between rows or columns. */
function route(from: PlacedPanel, to: PlacedPanel, plan: StagePlan, headings: readonly Box[]): Way {
  const right = from.x + from.width
  const bottom = from.y + from.height
  const overlapTop = Math.max(from.y, to.y)
  const overlapBottom = Math.min(bottom, to.y + to.height)
  if (to.x >= right && overlapBottom - overlapTop > plan.em) {
    const y = (overlapTop + overlapBottom) / 2
    return sideways(from, to, y, y, [])
  }
  if (to.x >= right && to.y < bottom) {
    // A short row ends before its neighbours do, so the turn stands where the next column of frames begins.
    const x = Math.max(right + to.x, 2 * (frameOf(to, plan)?.x ?? to.x) - plan.gaps.column) / 2
    const [a, b] = [from.y + from.height / 2, to.y + to.height / 2]
    return sideways(from, to, a, b, [
      { x, y: a },
      { x, y: b },
    ])
  }
  const entry = entryX(to, headings, plan.em)
  if (entry > from.x + plan.em && entry < right - plan.em)
    return downwards(from, to, entry, entry, [])
  const start = from.x + from.width / 2
  const y = turnY(from, to, plan)
  return downwards(from, to, start, entry, [
    { x: start, y },
    { x: entry, y },
  ])
}

function sideways(from: PlacedPanel, to: PlacedPanel, a: number, b: number, via: Point[]): Way {
  return {
    from: { side: 'right', at: (a - from.y) / from.height },
    to: { side: 'left', at: (b - to.y) / to.height },
    points: [{ x: from.x + from.width, y: a }, ...via, { x: to.x, y: b }],
  }
}

function downwards(from: PlacedPanel, to: PlacedPanel, a: number, b: number, via: Point[]): Way {
  return {
    from: { side: 'bottom', at: (a - from.x) / from.width },
    to: { side: 'top', at: (b - to.x) / to.width },
    points: [{ x: a, y: from.y + from.height }, ...via, { x: b, y: to.y }],
  }
}

/** The middle of the panel's top, or right of a heading that stands there. */
function entryX(to: PlacedPanel, headings: readonly Box[], em: number): number {
  const middle = to.x + to.width / 2
  const above = headings.find(
    (each) =>
      each.y < to.y &&
      to.y - each.y < 4 * em &&
      each.x - em < middle &&
      each.x + each.width + em > middle,
  )
  if (!above) return middle
  const beside = above.x + above.width + 1.2 * em
  return Math.min(beside, to.x + to.width - em)
}

/** Halfway between the lower edge of one row (or its frame) and the upper edge of the next. */
function turnY(from: PlacedPanel, to: PlacedPanel, plan: StagePlan): number {
  const [a, b] = [frameOf(from, plan), frameOf(to, plan)]
  const same = a === b
  const top = !same && a ? a.y + a.height : from.y + from.height
  const bottom = !same && b ? b.y : to.y
  return (top + bottom) / 2
}

function frameOf(panel: PlacedPanel, { sections }: StagePlan): PlacedSection | undefined {
  return sections.find((each) => each.section.group && each.section.stages.includes(panel.node))
}
