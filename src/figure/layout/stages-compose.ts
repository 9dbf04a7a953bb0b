import type { DiagramGroup, DiagramNode } from '../../forms/diagram'
import type { Theme } from '../themes/theme'
import { HEADING_LEADING, headingOf } from './heading'
import { fitPanel, PANEL, type PanelFit, type PanelForm } from './panel'

/** Consecutive stages of one group, or a run of stages outside any group (no frame). */
export interface Section {
  group?: DiagramGroup
  stages: DiagramNode[]
}

/** Less and less air in and between panels, for figures whose text would be too small. */
export type Density = 0 | 1 | 2

/** A composition: which sections share a shelf, and how many rows of panels a shelf has. */
export interface Composition {
  shelves: Section[][]
  rows: number
  form: PanelForm
  density: Density
  links?: Links
  /** Columns are as far apart as the widest words between them. */
  roomy?: boolean
}

/** Relations beyond the order, which run between the panels, and the width in em of the widest words of one. */
export interface Links {
  count: number
  words: number
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
  /** Widths of the columns, by shelf. */
  columns: number[]
  gaps: StageGaps
}

/** In pixels. */
interface StageGaps {
  column: number
  row: number
  shelf: number
  framePad: number
  frameHead: number
  /** Around everything. */
  margin: number
}

/** Lengths in em, but where noted. */
const STAGES = {
  /** Room for an arrow between two panels. */
  columnGap: 2.1,
  rowGap: 2.2,
  framePad: 0.95,
  frameHead: 2.3,
  shelfGap: 2.2,
  /** Lines and room beside words between two panels. */
  beside: 2,
} as const

const NO_LINKS: Links = { count: 0, words: 0 }

/**
 * By density: factors on lengths, the margin as a share of the shorter canvas side, and the size of details in em. A
 * connector must still pass between two panels.
 */
const DENSITIES = [
  { gaps: 1, links: 1.4, padding: 1, leading: 1, detail: 0, air: 1, frame: 1, margin: 0.04 },
  {
    gaps: 0.76,
    links: 1.15,
    padding: 0.58,
    leading: 0.91,
    detail: 0.97,
    air: 1,
    frame: 1,
    margin: 0.04,
  },
  {
    gaps: 0.66,
    links: 1.3,
    padding: 0.58,
    leading: 0.9,
    detail: 0.97,
    air: 0.66,
    frame: 0.8,
    margin: 0.034,
  },
] as const

/** The theme with the measures that a composition uses. */
export function themeFor({ density }: Pick<Composition, 'density'>, theme: Theme): Theme {
  if (density === 0) return theme
  const { measures } = theme
  const { padding, leading, detail } = DENSITIES[density]
  return {
    ...theme,
    measures: {
      ...measures,
      padding: padding * measures.padding,
      leading: leading * measures.leading,
      detail: Math.max(detail, measures.detail),
    },
  }
}

/** Kept free on every side, in pixels. */
export function marginOf(width: number, height: number, density: Density): number {
  return DENSITIES[density].margin * Math.min(width, height)
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
  const { shelves, rows, form, density, links = NO_LINKS, roomy } = composition
  const by = DENSITIES[density]
  const theme = themeFor(composition, named)
  const margin = marginOf(width, height, density)
  const { count, words } = links
  const tracks = count === 0 ? 1 : by.links + (density === 0 ? 0.12 * Math.min(6, count) : 0)
  const unit = by.gaps * tracks * em
  const gaps: StageGaps = {
    column: Math.max(STAGES.columnGap * unit, roomy ? (words + STAGES.beside) * em : 0),
    row: STAGES.rowGap * unit,
    shelf: STAGES.shelfGap * unit,
    framePad: STAGES.framePad * by.frame * em,
    frameHead: STAGES.frameHead * by.frame * em,
    margin,
  }
  const plan: StagePlan = {
    panels: [],
    sections: [],
    em,
    width: width - 2 * margin,
    height: 0,
    broken: 0,
    columns: [],
    gaps,
  }
  const hues = huePicker(shelves.flat(), theme)
  let y = margin
  let row = 0
  for (const [index, shelf] of shelves.entries()) {
    if (index > 0) y += gaps.shelf
    const deep = placeShelf(shelf, { rows, form, theme, em, even, air: by.air, y, row, hues, plan })
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
  air: number
  y: number
  row: number
  hues: (section: Section, stage: DiagramNode) => number
  plan: StagePlan
}

function placeShelf(shelf: Section[], at: ShelfAt): { height: number; rows: number } {
  const { plan, em, theme } = at
  const framed = shelf.some((section) => section.group)
  const pad = framed ? plan.gaps.framePad : 0
  const grids = shelf.map((section) => gridOf(section.stages, at.rows))
  const columns = grids.reduce((sum, grid) => sum + Math.max(...grid.map((row) => row.length)), 0)
  const inner = grids.reduce((sum, grid) => sum + Math.max(...grid.map((row) => row.length)) - 1, 0)
  const room =
    plan.width -
    2 * pad * shelf.length -
    plan.gaps.column * (shelf.length - 1) -
    plan.gaps.column * inner
  const column = room / columns
  plan.columns.push(column)
  const spanOf = (grid: DiagramNode[][]) => {
    const wide = Math.max(...grid.map((row) => row.length))
    return wide * column + (wide - 1) * plan.gaps.column
  }
  const headings = shelf.map(({ group }, s) =>
    group ? headingOf(group.label, spanOf(grids[s] ?? []), em, theme).lines.length : 1,
  )
  const further = HEADING_LEADING * (Math.max(1, ...headings) - 1) * em
  const head = framed ? plan.gaps.frameHead + further : 0
  const depth = Math.max(...grids.map((grid) => grid.length))
  // A short row of several panels fills the length of the others; of two columns, one panel stands in the middle.
  const widthIn = (grid: DiagramNode[][], row: DiagramNode[]) =>
    row.length < 2 ? column : (spanOf(grid) - (row.length - 1) * plan.gaps.column) / row.length
  const fits = grids.map((grid) =>
    grid.map((row) =>
      row.map((node) => fitPanel(node, at.form, widthIn(grid, row), em, theme, at.even, at.air)),
    ),
  )
  const heights = Array.from({ length: depth }, (_, r) =>
    rowHeight(
      fits.flatMap((grid) => grid[r] ?? []),
      em,
      theme,
    ),
  )
  const body = heights.reduce((sum, each) => sum + each, 0) + (depth - 1) * plan.gaps.row
  let x = plan.gaps.margin
  for (const [s, section] of shelf.entries()) {
    const grid = grids[s] ?? []
    const span = spanOf(grid)
    plan.sections.push({
      section,
      x,
      y: at.y,
      width: span + 2 * pad,
      height: head + body + pad,
      hue: at.hues(section, grid[0]?.[0] as DiagramNode),
    })
    let y = at.y + head
    const own = (fits[s] ?? []).map((row) => rowHeight(row, em, theme))
    const sectionHeights = grid.length === depth ? heights : spreadHeights(own, body, plan.gaps.row)
    for (const [r, row] of grid.entries()) {
      const height = sectionHeights[r] ?? 0
      const width = widthIn(grid, row)
      const left = (span - row.length * width - (row.length - 1) * plan.gaps.column) / 2
      for (const [c, node] of row.entries()) {
        const fit = fits[s]?.[r]?.[c]
        if (!fit) continue
        plan.broken += fit.broken
        plan.panels.push({
          node,
          fit,
          x: x + pad + left + c * (width + plan.gaps.column),
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
  const below = chips > 0 ? PANEL.chipsGap * (fits[0]?.air ?? 1) * em + chips : 0
  return (aside ? Math.max(head, chips) : head + below) + 2 * theme.measures.padding * em
}

/** The rows of a section of fewer rows than its shelf, drawn out to the shelf's height. */
function spreadHeights(own: number[], total: number, gap: number): number[] {
  const even = (total - (own.length - 1) * gap) / own.length
  if (own.every((each) => each <= even)) return own.map(() => even)
  const spare = even - own.reduce((sum, each) => sum + each, 0) / own.length
  return own.map((each) => each + spare)
}

/** Rows as even as can be, longer ones first, and no more than the columns call for: 5 in 2 rows are 3 and 2. */
function gridOf(stages: DiagramNode[], rows: number): DiagramNode[][] {
  const count = Math.ceil(stages.length / Math.ceil(stages.length / rows))
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

/** Panels grow to this much of their height, gaps by so many em; what is still spare goes above and below. */
const TALLER = 0.75
const LOOSER = 2.6

/** Uses up spare height: panels grow, but not much higher than wide, then gaps; the rest goes above and below. */
export function stretch(plan: StagePlan, height: number): void {
  const spare = height - 2 * plan.gaps.margin - plan.height
  if (spare <= 0) return
  const bands = bandsOf(plan)
  const growth = bands.map((band) => {
    const widest = Math.max(...band.panels.map((panel) => panel.width))
    return Math.max(0, Math.min(TALLER * band.height, 1.35 * widest - band.height))
  })
  const wanted = growth.reduce((sum, each) => sum + each, 0)
  const share = wanted > 0 ? Math.min(1, spare / wanted) : 0
  const left = spare - share * wanted
  const gapGrowth = bands.length > 1 ? Math.min(left / (bands.length - 1), LOOSER * plan.em) : 0
  const top = (left - gapGrowth * (bands.length - 1)) / 2
  const shift = (y: number): number => {
    let moved = top
    for (const [index, band] of bands.entries()) {
      if (y >= band.y + band.height - 0.01) moved += (growth[index] ?? 0) * share
      // A frame's lower edge belongs to the band above it, its heading to the band below.
      const above = bands[index - 1]
      if (above && y > above.y + above.height + plan.gaps.framePad + 0.01) moved += gapGrowth
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
