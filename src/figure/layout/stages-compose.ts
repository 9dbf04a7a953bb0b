import type { DiagramGroup, DiagramNode } from '../../forms/diagram'
import type { Theme } from '../themes/theme'
import { fitPanel, PANEL, type PanelFit, type PanelForm } from './panel'

/** Consecutive stages of one group, or a run of stages outside any group (no frame). */
export interface Section {
  group?: DiagramGroup
  stages: DiagramNode[]
}

/** A composition: which sections share a shelf, and how many rows of panels a shelf has. */
export interface Composition {
  shelves: Section[][]
  rows: number
  form: PanelForm
  /** Less air in and between panels, for figures whose text would be too small. */
  dense?: boolean
  /** Relations beyond the order, which run between the panels. */
  links?: number
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

/** Factor on the gaps of a dense composition; a connector must still pass between two panels. */
const DENSE_GAPS = 0.76

/** The theme with the measures that a composition uses. */
export function themeFor({ dense }: Composition, theme: Theme): Theme {
  if (!dense) return theme
  const { padding, leading } = theme.measures
  return {
    ...theme,
    measures: { ...theme.measures, padding: 0.58 * padding, leading: 0.91 * leading, detail: 0.97 },
  }
}

/** Kept free on every side, in pixels. */
export function marginOf(width: number, height: number): number {
  return STAGES.margin * Math.min(width, height)
}

/** Places every panel at label size `em`; heights are what the content needs. */
export function compose(
  composition: Composition,
  named: Theme,
  width: number,
  height: number,
  em: number,
  even: boolean,
): StagePlan {
  const { shelves, rows, form, dense, links = 0 } = composition
  const theme = themeFor(composition, named)
  const margin = marginOf(width, height)
  const tracks = links === 0 ? 1 : dense ? 1.15 : 1.4 + 0.12 * Math.min(6, links)
  const unit = (dense ? DENSE_GAPS : 1) * tracks * em
  const gaps: StageGaps = {
    column: STAGES.columnGap * unit,
    row: STAGES.rowGap * unit,
    shelf: STAGES.shelfGap * unit,
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

/** Uses up spare height: panels grow to at most 2.4 times their height and not much higher than wide, gaps a little, the rest goes above and below. */
export function stretch(plan: StagePlan, width: number, height: number): void {
  const margin = marginOf(width, height)
  const spare = height - 2 * margin - plan.height
  if (spare <= 0) return
  const bands = bandsOf(plan)
  const growth = bands.map((band) => {
    const widest = Math.max(...band.panels.map((panel) => panel.width))
    return Math.max(0, Math.min(1.4 * band.height, 1.35 * widest - band.height))
  })
  const wanted = growth.reduce((sum, each) => sum + each, 0)
  const share = wanted > 0 ? Math.min(1, spare / wanted) : 0
  const left = spare - share * wanted
  const gapGrowth = bands.length > 1 ? Math.min(left / (bands.length - 1), 2.6 * plan.em) : 0
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
