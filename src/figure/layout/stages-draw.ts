import type { Diagram } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import type { Theme } from '../themes/theme'
import { HEADING_LEADING, headingOf } from './heading'
import { drawOrder } from './order'
import { drawPanel } from './panel-draw'
import { type ElementDraft, groupDraft, idMaker, rect, type Sketch, textDraft } from './sketch'
import type { PlacedSection, StagePlan } from './stages-compose'

/** Turns a composed plan into drafts: frames, panels with badge, title, detail and items, and order arrows. */
export function drawStages(
  plan: StagePlan,
  diagram: Diagram,
  theme: Theme,
  width: number,
  height: number,
): Sketch {
  const id = idMaker()
  const frames = plan.sections.filter((each) => each.section.group)
  const panelIds = new Map(plan.panels.map((panel) => [panel.node.id, id(panel.node.id)]))
  const headings: Box[] = []
  const drafts = frames.flatMap((frame) => {
    const drawn = drawFrame(frame, plan, theme, id)
    const heading = drawn[1]
    if (heading) headings.push(heading.element.box)
    return drawn
  })
  for (const panel of plan.panels) {
    const row = plan.panels.filter((other) => other.row === panel.row)
    drafts.push(...drawPanel(panel, row, plan.em, theme, panelIds.get(panel.node.id) ?? '', id))
  }
  drafts.push(...drawOrder({ plan, diagram, theme, panelIds, headings, width, height, id }))
  return { width, height, em: plan.em, drafts }
}

function drawFrame(
  frame: PlacedSection,
  plan: StagePlan,
  theme: Theme,
  id: (wanted: string) => string,
): ElementDraft[] {
  const { em } = plan
  const group = frame.section.group
  if (!group) return []
  const own = id(group.id)
  const box: Box = { x: frame.x, y: frame.y, width: frame.width, height: frame.height }
  const pad = plan.gaps.framePad
  return [
    groupDraft(group, {
      id: own,
      hue: frame.hue,
      box,
      geometry: rect(box, 1.4 * theme.measures.radius * em),
    }),
    textDraft({
      id: `${own}-label`,
      parent: own,
      part: 'group-label',
      hue: frame.hue,
      lines: headingOf(group.label, frame.width - 2 * pad, em, theme).lines,
      x: frame.x + pad,
      top: frame.y + (plan.gaps.frameHead - em * theme.capHeight) / 2 + 0.1 * em,
      leading: HEADING_LEADING * em,
      size: em,
      weight: theme.measures.labelWeight,
      anchor: 'start',
      theme,
    }),
  ]
}
