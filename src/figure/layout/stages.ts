import type { Diagram } from '../../forms/diagram'
import { canvas } from '../canvas-size'
import { measure } from '../measure'
import { pixelsPerPoint } from '../paper'
import { dress } from '../themes/dress'
import type { Theme } from '../themes/theme'
import { edgeLabels } from './edge-labels'
import type { PanelForm } from './panel'
import type { Sketch } from './sketch'
import {
  type Composition,
  compose,
  type Density,
  type Links,
  marginOf,
  type Section,
  type StagePlan,
  stretch,
  themeFor,
} from './stages-compose'
import { drawStages } from './stages-draw'

/** Label sizes in pixels on a canvas of 1024 squared, above which a figure looks shouted: of many stages, and of few. */
const LARGEST = 30
const LARGEST_OF_FEW = 38
const [FEW, MANY] = [3, 9]
/** Details are printed at this size or more where that is possible, in points on the figure's paper. */
const SMALLEST_PT = 7.05
const AUTO_RATIOS = [21 / 9, 16 / 9, 3 / 2, 4 / 3, 1, 3 / 4] as const

/** What tells one composition of stages from another. */
export interface StagesPlan {
  /** Of the canvas, width by height. */
  ratio: number
  shelves: number
  rows: number
  form: PanelForm
  density: Density
  /** Columns are as far apart as the words of relations are wide. */
  roomy?: boolean
}

/**
 * Composes numbered panels row by row on a canvas of `ratio` (width by height; undefined: the most natural one): by
 * `plan`, else in the best way found.
 */
export function layoutStages(
  diagram: Diagram,
  theme: Theme,
  ratio: number | undefined,
  plan?: StagesPlan,
): { sketch: Sketch; plan: StagesPlan } {
  const sections = sectionsOf(diagram)
  const links = { count: linksBeyondOrder(diagram, sections), words: widestWords(diagram, theme) }
  const wanted = plan?.ratio ?? ratio ?? naturalRatio(sections, links, theme, diagram.direction)
  const build = (by?: StagesPlan) => {
    const chosen = choose(sections, links, theme, wanted, diagram.direction, by)
    return { ...built(diagram, chosen, theme, wanted), score: chosen.score }
  }
  const first = build(plan)
  if (plan || links.count === 0) return first
  // Only a drawn figure shows how often its relations cross.
  const near = neighboursOf(diagram, first.plan)
  const roomy =
    links.words > 0 ? [first.plan, ...near].map((each) => ({ ...each, roomy: true })) : []
  const others = [...near, ...roomy].map(build)
  const flawless = ({ score, sketch }: typeof first) => score - FLAW * flaws(sketch, theme)
  return [first, ...others].reduce((best, each) => (flawless(each) > flawless(best) ? each : best))
}

/** What a crossing costs of a composition's score, in which 1 is text 2.3 times as large. */
const FLAW = 0.12
/** Crossings that a label on something else, and a connector through a panel, count as. */
const HIT = { label: 16, panel: 16 } as const

/** Crossings, and what counts as several. */
function flaws(sketch: Sketch, theme: Theme): number {
  const { edgeCrossings, labelHits, edgesThroughNodes } = measure(
    dress(sketch, theme, { title: '', description: '' }),
  )
  return (edgeCrossings ?? 0) + HIT.label * (labelHits ?? 0) + HIT.panel * (edgesThroughNodes ?? 0)
}

function built(diagram: Diagram, { composition, em }: Chosen, theme: Theme, ratio: number) {
  const { width, height } = canvas(ratio)
  const placed = compose(composition, theme, width, height, em, true)
  stretch(placed, height)
  const { shelves, rows, form, density, roomy = false } = composition
  const plan: StagesPlan = { ratio, shelves: shelves.length, rows, form, density, roomy }
  return {
    sketch: drawStages(placed, diagram, themeFor(composition, theme), width, height),
    plan,
  }
}

/** The ratio of the best composition without the height it leaves empty. */
function naturalRatio(
  sections: Section[],
  links: Links,
  theme: Theme,
  direction: Diagram['direction'],
): number {
  let best: { chosen: Chosen; ratio: number } | undefined
  for (const ratio of AUTO_RATIOS) {
    const chosen = choose(sections, links, theme, ratio, direction)
    if (!best || chosen.score > best.chosen.score + 0.02) best = { chosen, ratio }
  }
  if (!best) return 16 / 9
  const { width, height } = canvas(best.ratio)
  const { composition, em } = best.chosen
  const content = compose(composition, theme, width, height, em, true)
  const trimmed = content.height + 2 * content.gaps.margin
  return Math.min(21 / 9, Math.max(9 / 16, width / trimmed))
}

const DENSITIES: readonly Density[] = [0, 1, 2]

/** Compositions one step away from `plan`: fewer or more rows or shelves, another form of panel, denser or not. */
export function neighboursOf(diagram: Diagram, plan: StagesPlan): StagesPlan[] {
  const near = compositions(sectionsOf(diagram), diagram.direction).filter(
    ({ shelves, rows, form }) =>
      Math.abs(shelves.length - plan.shelves) +
        Math.abs(rows - plan.rows) +
        Number(form !== plan.form) ===
      1,
  )
  return [
    ...near.map(({ shelves, rows, form }) => ({ ...plan, shelves: shelves.length, rows, form })),
    ...DENSITIES.filter((density) => Math.abs(density - plan.density) === 1).map((density) => ({
      ...plan,
      density,
    })),
  ]
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

/** Relations other than from each stage to the next, or with a label. */
function linksBeyondOrder({ edges }: Diagram, sections: readonly Section[]): number {
  const order = sections.flatMap(({ stages }) => stages.map(({ id }) => id))
  return edges.filter(
    ({ from, to, label }) => label || order.indexOf(to) !== order.indexOf(from) + 1,
  ).length
}

/** Width in em of the widest words of a relation; 0 where none has any. */
const widestWords = (diagram: Diagram, theme: Theme) =>
  Math.max(0, ...[...edgeLabels(diagram, 1, theme).values()].map(({ width }) => width))

function choose(
  sections: Section[],
  links: Links,
  theme: Theme,
  ratio: number,
  direction: Diagram['direction'],
  plan?: StagesPlan,
): Chosen {
  const { width, height } = canvas(ratio)
  const all = compositions(sections, direction).map((each) => ({ ...each, links }))
  if (plan) {
    const { shelves, rows, form, density, roomy = false } = plan
    const same = all.filter(
      (each) => each.shelves.length === shelves && each.rows === rows && each.form === form,
    )
    const planned = same.map((each) => ({ ...each, density, roomy }))
    return bestOf(planned.length > 0 ? planned : all, theme, width, height)
  }
  // What is too small to be read in print is looked at only where everything is.
  for (const density of DENSITIES) {
    const legible = all
      .map((each) => ({ ...each, density }))
      .filter((each) => isLegible(each, theme, width, height))
    if (legible.length > 0) return bestOf(legible, theme, width, height)
  }
  const denser = DENSITIES.flatMap((density) => all.map((each) => ({ ...each, density })))
  return bestOf(denser, theme, width, height)
}

function bestOf(all: readonly Composition[], theme: Theme, width: number, height: number): Chosen {
  let best: Chosen | undefined
  for (const composition of all) {
    const chosen = largest(composition, theme, width, height)
    if (!best || chosen.score > best.score) best = chosen
  }
  if (!best) throw new Error('a diagram of stages needs at least one stage')
  return best
}

/** Up to so many panels stand in one row where the figure shall be read from left to right; more in several rows. */
const ONE_ROW = 6

/** Whether the panels stand as was asked for: one below the other, or in one row while they are few. */
function isDirected({ shelves, rows }: Composition, direction: Diagram['direction']): boolean {
  const columns = columnsOf(shelves, rows)
  const count = shelves.flat().reduce((sum, { stages }) => sum + stages.length, 0)
  if (direction === 'down') return columns === 1
  return direction !== 'right' || columns === count || (count > ONE_ROW && columns > 1)
}

function compositions(sections: Section[], direction: Diagram['direction']): Composition[] {
  const stages = sections.flatMap((section) => section.stages)
  const items = stages.reduce((sum, stage) => sum + (stage.items ?? []).length, 0)
  const forms: PanelForm[] =
    items < stages.length ? ['card', 'stack'] : ['stack', 'rows', 'aside', 'card']
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
        const composition: Composition = { shelves, rows, form, density: 0 }
        if (isDirected(composition, direction)) found.push(composition)
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

type Size = Pick<Sketch, 'width' | 'height'>

/** The label size in pixels below which a composition's details are too small in print. */
function floorOf(composition: Composition, theme: Theme, size: Size): number {
  return (
    (SMALLEST_PT * pixelsPerPoint(size, theme.paper)) / themeFor(composition, theme).measures.detail
  )
}

/** Whether a composition fits the canvas at its least label size. */
function isLegible(composition: Composition, theme: Theme, width: number, height: number): boolean {
  const { density } = composition
  const em = floorOf(composition, theme, { width, height })
  const plan = compose(composition, theme, width, height, em, false)
  return plan.broken === 0 && plan.height <= height - 2 * marginOf(width, height, density)
}

/** The largest label size at which a composition fits the canvas. */
function largest(composition: Composition, theme: Theme, width: number, height: number): Chosen {
  const margin = marginOf(width, height, composition.density)
  const fits = (em: number) => {
    const plan = compose(composition, theme, width, height, em, false)
    return plan.height <= height - 2 * margin && plan.broken === 0 ? plan : undefined
  }
  const floor = floorOf(composition, theme, { width, height })
  const count = composition.shelves.flat().reduce((sum, each) => sum + each.stages.length, 0)
  const share = Math.min(1, Math.max(0, (MANY - count) / (MANY - FEW)))
  const most = LARGEST + share * (LARGEST_OF_FEW - LARGEST)
  let [low, high] = [most, most]
  let plan = fits(most)
  if (!plan) {
    const least = Math.min(floor, most)
    plan = least < most ? fits(least) : undefined
    ;[low, high] = plan ? [least, most] : [0.5 * least, least]
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
  return {
    composition,
    em: low,
    score: rate(composition, final, low, floor, width, height, margin),
  }
}

/** What panels cost that are higher than their words and items need. */
const HUG = 1
/** What the share of panels costs whose title is a tall column of words: more lines than this. */
const COLUMN = { lines: 5, cost: 0.5 } as const
/** What the share of places costs that short rows leave empty. */
const SHORT_ROW = 0.8

function shortOf({ shelves, rows }: Composition): number {
  let [places, taken] = [0, 0]
  for (const { stages } of shelves.flat()) {
    const wide = Math.ceil(stages.length / rows)
    places += wide * Math.ceil(stages.length / wide)
    taken += stages.length
  }
  return 1 - taken / places
}

function rate(
  composition: Composition,
  plan: StagePlan,
  em: number,
  floor: number,
  width: number,
  height: number,
  margin: number,
): number {
  const room = height - 2 * margin
  const used = Math.min(1, plan.height / room)
  const own = plan.panels.reduce((sum, { fit }) => sum + fit.height, 0)
  stretch(plan, height)
  const tall = plan.panels.filter(({ fit }) => fit.title.lines.length > COLUMN.lines)
  const columns = tall.length / plan.panels.length
  const hugged = own / plan.panels.reduce((sum, panel) => sum + panel.height, 0)
  const filled = plan.height / room
  const shapes = plan.panels.map((panel) => Math.log(panel.width / panel.height / 1.5) ** 2)
  const shape = shapes.reduce((sum, each) => sum + each, 0) / shapes.length
  const uneven = Math.log(Math.max(...plan.columns) / Math.min(...plan.columns))
  const area = plan.panels.reduce((sum, panel) => sum + panel.width * panel.height, 0)
  return (
    1.2 * Math.log(em / 20) -
    (em < floor ? 7 * Math.log(floor / em) : 0) -
    0.5 * Math.max(0, 0.85 - used) -
    HUG * Math.max(0, 0.8 - hugged) -
    SHORT_ROW * shortOf(composition) -
    COLUMN.cost * columns -
    0.4 * shape -
    0.6 * uneven -
    1.5 * Math.max(0, 0.94 - filled) +
    0.5 * (area / (width * height)) -
    0.8 * plan.broken
  )
}
