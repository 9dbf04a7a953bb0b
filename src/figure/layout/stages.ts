import type { Diagram, DiagramGroup, DiagramNode } from '../../forms/diagram'
import { canvas } from '../canvas-size'
import type { Theme } from '../themes/theme'
import { fitPanel, PANEL, type PanelFit, type PanelForm } from './panel'
import type { Sketch } from './sketch'
import { drawStages } from './stages-draw'

/** Consecutive stages of one group, or a run of stages outside any group (no frame). */
export interface Section {
  group?: DiagramGroup
  stages: DiagramNode[]
}

/** A composition: which sections share a shelf, and how many rows of panels a shelf has. */
interface Composition {
  shelves: Section[][]
  rows: number
  form: PanelForm
}

export interface PlacedPanel {
  node: DiagramNode
  fit: PanelFit
  x: number
  y: number
  width: number
  height: number
  hue: number
  /** Panels of one row share it. */
  row: number
}

export interface PlacedSection {
  section: Section
  x: number
  y: number
  width: number
  height: number
  hue: number
}

export interface StagePlan {
  panels: PlacedPanel[]
  sections: PlacedSection[]
  em: number
  /** Extent of the content, margins excluded. */
  width: number
  height: number
  broken: number
  score: number
  gaps: StageGaps
}

export interface StageGaps {
  column: number
  row: number
  shelf: number
}

/** Lengths in em, but where noted. */
export const STAGES = {
  /** Room for an arrow between two panels. */
  columnGap: 2.1,
  rowGap: 2.2,
  framePad: 0.95,
  frameHead: 2.3,
  shelfGap: 2.2,
  /** Share of the shorter canvas side. */
  margin: 0.04,
} as const

/** Label sizes in pixels on a canvas of 1024 squared: above, a figure of few words looks shouted. */
const LARGEST = 27
/** The same for up to three stages, which have a canvas to fill. */
const LARGEST_OF_FEW = 33
/** Details are printed at 6 pt or more at 178 mm width down to this label size, in points. */
const SMALLEST_PT = 7.2
const AUTO_RATIOS = [21 / 9, 16 / 9, 3 / 2, 4 / 3, 1, 3 / 4] as const

/** Composes numbered panels row by row on a canvas of `ratio` (width by height; undefined: the most natural one). */
export function layoutStages(diagram: Diagram, theme: Theme, ratio: number | undefined): Sketch {
  const sections = sectionsOf(diagram)
  if (ratio !== undefined) return place(diagram, sections, theme, ratio, false)
  let best: { score: number; ratio: number } | undefined
  for (const tried of AUTO_RATIOS) {
    const { score } = choose(sections, theme, tried)
    if (!best || score > best.score + 0.02) best = { score, ratio: tried }
  }
  return place(diagram, sections, theme, best?.ratio ?? 16 / 9, true)
}

function place(
  diagram: Diagram,
  sections: Section[],
  theme: Theme,
  ratio: number,
  trim: boolean,
): Sketch {
  const { width, height } = canvas(ratio)
  const chosen = choose(sections, theme, ratio)
  const plan = compose(chosen.composition, theme, width, height, chosen.em, true)
  if (!trim) {
    stretch(plan, width, height)
    return drawStages(plan, diagram, theme, width, height)
  }
  const margin = marginOf(width, height)
  const natural = canvas(Math.min(21 / 9, Math.max(9 / 16, width / (plan.height + 2 * margin))))
  const again = choose(sections, theme, natural.width / natural.height)
  const trimmed = compose(again.composition, theme, natural.width, natural.height, again.em, true)
  stretch(trimmed, natural.width, natural.height)
  return drawStages(trimmed, diagram, theme, natural.width, natural.height)
}

function marginOf(width: number, height: number): number {
  return STAGES.margin * Math.min(width, height)
}

/** Stages in their order, cut where the group changes. */
function sectionsOf(diagram: Diagram): Section[] {
  const groups = new Map(diagram.groups.map((group) => [group.id, group]))
  const ordered = diagram.nodes
    .map((node, index) => ({ node, index }))
    .sort(
      (a, b) => (a.node.step ?? a.index + 1) - (b.node.step ?? b.index + 1) || a.index - b.index,
    )
  const sections: Section[] = []
  for (const { node } of ordered) {
    const group = node.group === undefined ? undefined : groups.get(node.group)
    const last = sections.at(-1)
    if (last && last.group?.id === group?.id) last.stages.push(node)
    else sections.push({ ...(group ? { group } : {}), stages: [node] })
  }
  return sections
}

interface Chosen {
  composition: Composition
  em: number
  score: number
}

function choose(sections: Section[], theme: Theme, ratio: number): Chosen {
  const { width, height } = canvas(ratio)
  let best: Chosen | undefined
  for (const composition of compositions(sections)) {
    const chosen = largest(composition, theme, width, height)
    if (!best || chosen.score > best.score) best = chosen
  }
  if (!best) throw new Error('a diagram of stages needs at least one stage')
  return best
}

function compositions(sections: Section[]): Composition[] {
  const stages = sections.flatMap((section) => section.stages)
  const itemless = stages.every((stage) => (stage.items ?? []).length === 0)
  const forms: PanelForm[] = itemless ? ['card', 'stack'] : ['stack', 'rows', 'aside']
  const found: Composition[] = []
  for (let count = 1; count <= sections.length; count++) {
    const shelves = shelve(sections, count)
    if (!shelves) continue
    const most = Math.max(
      ...shelves.map((shelf) => Math.max(...shelf.map((section) => section.stages.length))),
    )
    for (let rows = 1; rows <= most; rows++) {
      // A row count that only repeats the columns of the one before it wastes a row.
      const columns = columnsOf(shelves, rows)
      if (rows > 1 && columns === columnsOf(shelves, rows - 1)) continue
      for (const form of forms) {
        if (form === 'aside' && columns > 2) continue
        found.push({ shelves, rows, form })
      }
    }
  }
  return found
}

function columnsOf(shelves: Section[][], rows: number): number {
  return Math.max(
    ...shelves.map((shelf) =>
      shelf.reduce((sum, section) => sum + Math.ceil(section.stages.length / rows), 0),
    ),
  )
}

/** Consecutive sections on `count` shelves, as even in stages as their order allows. */
function shelve(sections: Section[], count: number): Section[][] | undefined {
  const total = sections.reduce((sum, section) => sum + section.stages.length, 0)
  const shelves: Section[][] = []
  let shelf: Section[] = []
  let seen = 0
  for (const [index, section] of sections.entries()) {
    shelf.push(section)
    seen += section.stages.length
    const left = sections.length - index - 1
    const needed = count - shelves.length - 1
    if (needed > 0 && (seen >= (total * (shelves.length + 1)) / count - 0.5 || left === needed)) {
      shelves.push(shelf)
      shelf = []
    }
  }
  if (shelf.length > 0) shelves.push(shelf)
  return shelves.length === count ? shelves : undefined
}

/** The largest label size at which a composition fits the canvas. */
function largest(composition: Composition, theme: Theme, width: number, height: number): Chosen {
  const margin = marginOf(width, height)
  const fits = (em: number) => {
    const plan = compose(composition, theme, width, height, em, false)
    return plan.height <= height - 2 * margin && plan.broken === 0 ? plan : undefined
  }
  const floor = (SMALLEST_PT / 504) * width
  const count = composition.shelves.flat().reduce((sum, each) => sum + each.stages.length, 0)
  const most = count <= 3 ? LARGEST_OF_FEW : LARGEST
  let low = Math.min(floor, most) * 0.5
  let high: number = most
  let plan = fits(high)
  if (plan) low = high
  else {
    for (let i = 0; i < 6; i++) {
      const middle = (low + high) / 2
      const tried = fits(middle)
      if (tried) {
        low = middle
        plan = tried
      } else high = middle
    }
  }
  while (!plan && low > 2) {
    low *= 0.85
    const tried = compose(composition, theme, width, height, low, false)
    if (tried.height <= height - 2 * margin) plan = tried
  }
  const final = plan ?? compose(composition, theme, width, height, low, false)
  return { composition, em: low, score: rate(final, low, floor, width, height, margin) }
}

function rate(
  plan: StagePlan,
  em: number,
  floor: number,
  width: number,
  height: number,
  margin: number,
): number {
  const room = height - 2 * margin
  const used = Math.min(1, plan.height / room)
  stretch(plan, width, height)
  const shapes = plan.panels.map((panel) => Math.log(panel.width / panel.height / 1.5) ** 2)
  const shape = shapes.reduce((sum, each) => sum + each, 0) / shapes.length
  const widths = plan.panels.map((panel) => panel.width)
  const uneven = Math.log(Math.max(...widths) / Math.min(...widths))
  const area = plan.panels.reduce((sum, panel) => sum + panel.width * panel.height, 0)
  return (
    1.2 * Math.log(em / 20) -
    (em < floor ? 7 * Math.log(floor / em) : 0) -
    0.5 * Math.max(0, 0.85 - used) -
    0.4 * shape -
    0.45 * uneven +
    0.5 * (area / (width * height)) -
    0.8 * plan.broken
  )
}

/** Places every panel at label size `em`; heights are what the content needs. */
function compose(
  { shelves, rows, form }: Composition,
  theme: Theme,
  width: number,
  height: number,
  em: number,
  even: boolean,
): StagePlan {
  const margin = marginOf(width, height)
  const gaps: StageGaps = {
    column: STAGES.columnGap * em,
    row: STAGES.rowGap * em,
    shelf: STAGES.shelfGap * em,
  }
  const plan: StagePlan = {
    panels: [],
    sections: [],
    em,
    width: width - 2 * margin,
    height: 0,
    broken: 0,
    score: 0,
    gaps,
  }
  const hues = huePicker(shelves.flat(), theme)
  let y = margin
  let row = 0
  for (const [index, shelf] of shelves.entries()) {
    if (index > 0) y += gaps.shelf
    const deep = placeShelf(shelf, { rows, form, theme, em, even, margin, y, row, hues, plan })
    y += deep.height
    row += deep.rows
  }
  plan.height = y - margin
  return plan
}

interface ShelfAt {
  rows: number
  form: PanelForm
  theme: Theme
  em: number
  even: boolean
  margin: number
  y: number
  row: number
  hues: (section: Section, stage: DiagramNode) => number
  plan: StagePlan
}

function placeShelf(shelf: Section[], at: ShelfAt): { height: number; rows: number } {
  const { plan, em, theme } = at
  const framed = shelf.some((section) => section.group)
  const pad = framed ? STAGES.framePad * em : 0
  const head = framed ? STAGES.frameHead * em : 0
  const grids = shelf.map((section) => gridOf(section.stages, at.rows))
  const columns = grids.reduce((sum, grid) => sum + Math.max(...grid.map((row) => row.length)), 0)
  const inner = grids.reduce((sum, grid) => sum + Math.max(...grid.map((row) => row.length)) - 1, 0)
  const room =
    plan.width -
    2 * pad * shelf.length -
    plan.gaps.column * (shelf.length - 1) -
    plan.gaps.column * inner
  const column = room / columns
  const depth = Math.max(...grids.map((grid) => grid.length))
  const fits = grids.map((grid) => {
    const wide = Math.max(...grid.map((row) => row.length))
    const span = wide * column + (wide - 1) * plan.gaps.column
    return grid.map((row) => {
      const each = (span - (row.length - 1) * plan.gaps.column) / row.length
      return row.map((node) => fitPanel(node, at.form, each, em, theme, at.even))
    })
  })
  const heights = Array.from({ length: depth }, (_, r) =>
    rowHeight(
      fits.flatMap((grid) => grid[r] ?? []),
      em,
      theme,
    ),
  )
  const body = heights.reduce((sum, each) => sum + each, 0) + (depth - 1) * plan.gaps.row
  let x = at.margin
  for (const [s, section] of shelf.entries()) {
    const grid = grids[s] ?? []
    const wide = Math.max(...grid.map((row) => row.length))
    const span = wide * column + (wide - 1) * plan.gaps.column
    plan.sections.push({
      section,
      x,
      y: at.y,
      width: span + 2 * pad,
      height: head + body + pad,
      hue: at.hues(section, grid[0]?.[0] as DiagramNode),
    })
    let y = at.y + head
    const sectionHeights = spreadHeights(heights, grid.length, plan.gaps.row)
    for (const [r, row] of grid.entries()) {
      const width = (span - (row.length - 1) * plan.gaps.column) / row.length
      const height = sectionHeights[r] ?? 0
      for (const [c, node] of row.entries()) {
        const fit = fits[s]?.[r]?.[c]
        if (!fit) continue
        plan.broken += fit.broken
        plan.panels.push({
          node,
          fit,
          x: x + pad + c * (width + plan.gaps.column),
          y,
          width,
          height,
          hue: at.hues(section, node),
          row: at.row + r,
        })
      }
      y += height + plan.gaps.row
    }
    x += span + 2 * pad + plan.gaps.column
  }
  return { height: head + body + pad, rows: depth }
}

/** Headings and items line up across a row, so it is as tall as its tallest heading and tallest items together. */
function rowHeight(fits: PanelFit[], em: number, theme: Theme): number {
  const chips = Math.max(0, ...fits.map((fit) => fit.chipsHeight))
  const head = Math.max(0, ...fits.map((fit) => fit.headHeight))
  const aside = fits.some((fit) => fit.form === 'aside')
  const below = chips > 0 ? PANEL.chipsGap * em + chips : 0
  return (aside ? Math.max(head, chips) : head + below) + 2 * theme.measures.padding * em
}

/** A section of fewer rows than its shelf shares out the shelf's height. */
function spreadHeights(heights: number[], rows: number, gap: number): number[] {
  if (rows === heights.length) return heights
  const total = heights.reduce((sum, each) => sum + each, 0) + (heights.length - 1) * gap
  return Array.from({ length: rows }, () => (total - (rows - 1) * gap) / rows)
}

/** Rows as even as can be, longer ones first: 5 in 2 rows are 3 and 2. */
function gridOf(stages: DiagramNode[], rows: number): DiagramNode[][] {
  const count = Math.min(rows, stages.length)
  const grid: DiagramNode[][] = []
  let start = 0
  for (let r = 0; r < count; r++) {
    const length = Math.ceil((stages.length - start) / (count - r))
    grid.push(stages.slice(start, start + length))
    start += length
  }
  return grid
}

/** A group's hue is its place among groups; ungrouped stages cycle or share one, as the theme says. */
function huePicker(
  sections: Section[],
  theme: Theme,
): (section: Section, stage: DiagramNode) => number {
  const grouped = sections.filter((section) => section.group)
  const loose = sections.filter((section) => !section.group).flatMap((section) => section.stages)
  const cycle =
    grouped.length === 0 && theme.stageHues === 'cycle' && loose.length <= theme.palette.hues.length
  return (section, stage) => {
    if (section.group) return grouped.indexOf(section)
    if (grouped.length > 0) return -1
    return cycle ? loose.indexOf(stage) : 0
  }
}

/** Uses up spare height: panels grow to at most twice their height and not much higher than wide, gaps a little, the rest goes above and below. */
function stretch(plan: StagePlan, width: number, height: number): void {
  const margin = marginOf(width, height)
  const spare = height - 2 * margin - plan.height
  if (spare <= 0) return
  const bands = bandsOf(plan)
  const growth = bands.map((band) => {
    const widest = Math.max(...band.panels.map((panel) => panel.width))
    return Math.max(0, Math.min(band.height, 1.25 * widest - band.height))
  })
  const wanted = growth.reduce((sum, each) => sum + each, 0)
  const share = wanted > 0 ? Math.min(1, spare / wanted) : 0
  const left = spare - share * wanted
  const gapGrowth = bands.length > 1 ? Math.min(left / (bands.length - 1), 1.6 * plan.em) : 0
  const top = (left - gapGrowth * (bands.length - 1)) / 2
  const shift = (y: number): number => {
    let moved = top
    for (const [index, band] of bands.entries()) {
      if (y >= band.y + band.height - 0.01) moved += (growth[index] ?? 0) * share
      // A frame's lower edge belongs to the band above it, its heading to the band below.
      const above = bands[index - 1]
      if (above && y > above.y + above.height + STAGES.framePad * plan.em + 0.01) moved += gapGrowth
    }
    return y + moved
  }
  const map = (box: { y: number; height: number }) => {
    const bottom = shift(box.y + box.height)
    box.y = shift(box.y)
    box.height = bottom - box.y
  }
  for (const section of plan.sections) {
    // The heading strip keeps its height: only what is below the first row's top moves on.
    map(section)
  }
  for (const panel of plan.panels) map(panel)
  plan.height += spare - 2 * top
}

interface Band {
  y: number
  height: number
  panels: PlacedPanel[]
}

/** Rows of panels; a panel that spans several rows of its shelf belongs to the first. */
function bandsOf(plan: StagePlan): Band[] {
  const tops = [...new Set(plan.panels.map((panel) => panel.y))].sort((a, b) => a - b)
  const bands: Band[] = []
  for (const top of tops) {
    const panels = plan.panels.filter((panel) => panel.y === top)
    const height = Math.min(...panels.map((panel) => panel.height))
    const last = bands.at(-1)
    if (last && top < last.y + last.height) last.panels.push(...panels)
    else bands.push({ y: top, height, panels })
  }
  return bands
}
