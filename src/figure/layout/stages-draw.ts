import type { Diagram, DiagramEdge } from '../../forms/diagram'
import type { Anchor, Box, Point } from '../../forms/scene'
import { measureText } from '../fonts'
import type { Theme } from '../themes/theme'
import { PANEL } from './panel'
import { blockHeight, type Draft, idMaker, rect, type Sketch, textDraft, Z } from './sketch'
import { type PlacedPanel, type PlacedSection, STAGES, type StagePlan } from './stages'

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
  drafts.push(...drawOrder(plan, diagram, panelIds, headings, id))
  return { width, height, em: plan.em, drafts }
}

function drawFrame(
  frame: PlacedSection,
  plan: StagePlan,
  theme: Theme,
  id: (wanted: string) => string,
): Draft[] {
  const { em } = plan
  const group = frame.section.group
  if (!group) return []
  const own = id(group.id)
  const box: Box = { x: frame.x, y: frame.y, width: frame.width, height: frame.height }
  const pad = STAGES.framePad * em
  const style = { weight: theme.measures.labelWeight, size: em }
  const text = oneLine(group.label, frame.width - 2 * pad, style)
  return [
    {
      part: 'group',
      hue: frame.hue,
      element: {
        id: own,
        kind: 'group',
        role: 'group',
        z: Z.group,
        box,
        geometry: rect(box, 1.4 * theme.measures.radius * em),
        style: {},
        label: group.label,
        evidence: group.spans,
        confidence: group.confidence,
      },
    },
    textDraft({
      id: `${own}-label`,
      parent: own,
      part: 'group-label',
      hue: frame.hue,
      lines: [{ text: group.label, width: measureText(group.label, { ...style, size: text }) }],
      x: frame.x + pad,
      top: frame.y + (STAGES.frameHead * em - text * theme.capHeight) / 2 + 0.1 * em,
      leading: theme.measures.leading * em,
      size: text,
      weight: style.weight,
      anchor: 'start',
      theme,
    }),
  ]
}

/** The size at which a heading fits on one line, at least 70 % of the wanted one. */
function oneLine(text: string, width: number, style: { weight: number; size: number }): number {
  const natural = measureText(text, style)
  return natural <= width ? style.size : style.size * Math.max(0.7, width / natural)
}

function drawPanel(
  panel: PlacedPanel,
  row: PlacedPanel[],
  em: number,
  theme: Theme,
  own: string,
  id: (wanted: string) => string,
): Draft[] {
  const { node, hue } = panel
  const box: Box = { x: panel.x, y: panel.y, width: panel.width, height: panel.height }
  const drafts: Draft[] = [
    {
      part: 'stage',
      hue,
      element: {
        id: own,
        kind: 'shape',
        role: 'node',
        z: Z.node,
        box,
        geometry: rect(box, theme.measures.radius * em),
        style: {},
        label: node.label,
        evidence: node.spans,
        confidence: node.confidence,
      },
    },
  ]
  const headMost = Math.max(...row.map((each) => each.fit.headHeight))
  const chipsMost = Math.max(...row.map((each) => each.fit.chipsHeight))
  const padding = theme.measures.padding * em
  const aside = panel.fit.form === 'aside'
  const gap = chipsMost > 0 && !aside ? PANEL.chipsGap * em : 0
  const content = aside ? Math.max(headMost, chipsMost) : headMost + gap + chipsMost
  const spare = Math.max(0, panel.height - content - 2 * padding)
  // Spare height goes above and below; a little of it parts the heading from the items.
  const inner = chipsMost > 0 ? Math.min(0.3 * spare, 0.9 * em) : 0
  // One item a line: the lines themselves take up half of it.
  const airy = panel.fit.form === 'rows' ? 1 + Math.min(0.6, (0.5 * spare) / (chipsMost || 1)) : 1
  const grown = (airy - 1) * chipsMost
  const headTop = aside
    ? panel.y + (panel.height - panel.fit.headHeight) / 2
    : panel.y + padding + (spare - inner - grown) / 2
  drafts.push(...drawHead(panel, headTop, em, theme, own, id))
  const chipsTop = aside
    ? panel.y + (panel.height - panel.fit.chipsHeight) / 2
    : headTop + headMost + gap + inner
  const chipsLeft = aside
    ? panel.x + panel.width - padding - panel.fit.chipsWidth
    : panel.x + padding
  drafts.push(...drawChips(panel, { x: chipsLeft, y: chipsTop }, airy, em, theme, own, id))
  return drafts
}

function drawHead(
  panel: PlacedPanel,
  top: number,
  em: number,
  theme: Theme,
  own: string,
  id: (wanted: string) => string,
): Draft[] {
  const { fit, node, hue } = panel
  const { measures } = theme
  const padding = measures.padding * em
  const small = measures.detail * em
  const card = fit.form === 'card'
  const numbered = node.step !== undefined
  const badge = PANEL.badge * em
  const left = panel.x + padding
  const middle = panel.x + panel.width / 2
  const drafts: Draft[] = []
  if (numbered) {
    const cx = card ? middle : left + badge / 2
    drafts.push(...drawBadge(String(node.step), cx, top + badge / 2, em, theme, own, hue, id))
  }
  const cap = em * theme.capHeight
  const titleTop = card
    ? top + (numbered ? badge + PANEL.cardGap * em : 0)
    : top + (numbered ? (badge - cap) / 2 : 0)
  const textX = card ? middle : left + (numbered ? badge + PANEL.badgeGap * em : 0)
  const anchor = card ? 'middle' : 'start'
  const shared = { parent: own, hue, x: textX, anchor, theme } as const
  drafts.push(
    textDraft({
      ...shared,
      id: id(`${own}-label`),
      part: 'label',
      lines: fit.title.lines,
      top: titleTop,
      leading: measures.leading * em,
      size: em,
      weight: measures.labelWeight,
    }),
  )
  if (fit.detail.lines.length > 0) {
    drafts.push(
      textDraft({
        ...shared,
        x: card ? middle : left,
        id: id(`${own}-detail`),
        part: 'detail',
        lines: fit.detail.lines,
        top: top + fit.detailTop,
        leading: measures.leading * small,
        size: small,
        weight: measures.detailWeight,
      }),
    )
  }
  return drafts
}

function drawBadge(
  text: string,
  cx: number,
  cy: number,
  em: number,
  theme: Theme,
  own: string,
  hue: number,
  id: (wanted: string) => string,
): Draft[] {
  const radius = (PANEL.badge * em) / 2
  const weight = theme.measures.labelWeight
  const size = text.length > 2 ? 0.7 * em : 0.92 * em
  return [
    {
      part: 'badge',
      hue,
      element: {
        id: id(`${own}-badge`),
        kind: 'shape',
        parent: own,
        z: Z.part,
        box: { x: cx - radius, y: cy - radius, width: 2 * radius, height: 2 * radius },
        geometry: { form: 'ellipse', cx, cy, rx: radius, ry: radius },
        style: {},
      },
    },
    textDraft({
      id: id(`${own}-step`),
      parent: own,
      part: 'badge-label',
      hue,
      lines: [{ text, width: measureText(text, { weight, size }) }],
      x: cx,
      top: cy - (size * theme.capHeight) / 2,
      leading: size,
      size,
      weight,
      anchor: 'middle',
      theme,
    }),
  ]
}

function drawChips(
  panel: PlacedPanel,
  { x: left, y: top }: Point,
  airy: number,
  em: number,
  theme: Theme,
  own: string,
  id: (wanted: string) => string,
): Draft[] {
  const size = theme.measures.detail * em
  const leading = theme.measures.leading * size
  const whole = panel.fit.form === 'rows'
  return panel.fit.chips.flatMap((chip, index) => {
    const box: Box = {
      x: left + chip.x,
      y: top + chip.y * airy,
      width: chip.width,
      height: chip.height * airy,
    }
    const block = blockHeight(chip.text.lines.length, size, leading, theme)
    const label = chip.text.lines.map((line) => line.text).join(' ')
    const drafts: Draft[] = [
      {
        part: 'chip',
        hue: panel.hue,
        element: {
          id: id(`${own}-item-${index + 1}`),
          kind: 'shape',
          parent: own,
          z: Z.part,
          box,
          geometry: rect(
            box,
            whole ? theme.measures.radius * 0.8 * em : Math.min(chip.height / 2, 0.95 * em),
          ),
          style: {},
          label,
        },
      },
      textDraft({
        id: id(`${own}-item-${index + 1}-label`),
        parent: own,
        part: 'chip-label',
        hue: panel.hue,
        lines: chip.text.lines,
        x: box.x + box.width / 2,
        top: box.y + (box.height - block) / 2,
        leading,
        size,
        weight: theme.measures.detailWeight,
        anchor: 'middle',
        theme,
      }),
    ]
    return drafts
  })
}

function drawOrder(
  plan: StagePlan,
  diagram: Diagram,
  panelIds: Map<string, string>,
  headings: Box[],
  id: (wanted: string) => string,
): Draft[] {
  const drafts: Draft[] = []
  for (const [index, to] of plan.panels.entries()) {
    const from = plan.panels[index - 1]
    if (!from) continue
    const edge = diagram.edges.find((each) => each.from === from.node.id && each.to === to.node.id)
    if (!edge && diagram.edges.length > 0) continue
    const way = route(from, to, plan, headings)
    drafts.push(
      connectorDraft(
        edge,
        id(edge?.id ?? `order-${index}`),
        { ...way.from, element: panelIds.get(from.node.id) ?? '' },
        { ...way.to, element: panelIds.get(to.node.id) ?? '' },
        way.points,
        plan.em,
      ),
    )
  }
  return drafts
}

export function connectorDraft(
  edge: DiagramEdge | undefined,
  own: string,
  from: Anchor,
  to: Anchor,
  points: Point[],
  em: number,
): Draft {
  const xs = points.map((point) => point.x)
  const ys = points.map((point) => point.y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return {
    part: 'connector',
    hue: -1,
    element: {
      id: own,
      kind: 'connector',
      role: 'edge',
      z: Z.connector,
      box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y },
      geometry: { form: 'polyline', points, radius: 0.5 * em },
      style: edge?.dashed ? { dash: [1, 1] } : {},
      from,
      to,
      heads: edge?.heads ?? 'end',
      ...(edge?.label ? { label: edge.label } : {}),
      ...(edge && edge.confidence < 0.5 ? { inferred: true } : {}),
      ...(edge ? { evidence: edge.spans, confidence: edge.confidence } : {}),
    },
  }
}

interface Way {
  from: Omit<Anchor, 'element'>
  to: Omit<Anchor, 'element'>
  points: Point[]
}

/** An order arrow: straight along a row, straight down a column, else through the gap between rows or columns. */
function route(from: PlacedPanel, to: PlacedPanel, plan: StagePlan, headings: Box[]): Way {
  const right = from.x + from.width
  const bottom = from.y + from.height
  const overlapTop = Math.max(from.y, to.y)
  const overlapBottom = Math.min(bottom, to.y + to.height)
  if (to.x >= right && overlapBottom - overlapTop > plan.em) {
    const y = (overlapTop + overlapBottom) / 2
    return sideways(from, to, y, y, [])
  }
  if (to.x >= right && to.y < bottom) {
    const x = (right + to.x) / 2
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
function entryX(to: PlacedPanel, headings: Box[], em: number): number {
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
  const frameOf = (panel: PlacedPanel) =>
    plan.sections.find((each) => each.section.group && each.section.stages.includes(panel.node))
  const [a, b] = [frameOf(from), frameOf(to)]
  const same = a === b
  const top = !same && a ? a.y + a.height : from.y + from.height
  const bottom = !same && b ? b.y : to.y
  return (top + bottom) / 2
}
