import type { Composition } from '../../forms/composition'
import type { Diagram } from '../../forms/diagram'
import { type EdgeLabel, edgeLabels } from '../layout/edge-labels'
import { headingRoom } from '../layout/heading'
import { laneOf, marginOf } from '../layout/fit'
import { pixelsPerPoint } from '../paper'
import type { Theme } from '../themes/theme'
import { type ArrangeInput, type Placing, placing } from './arrange'
import { type Block, blocksOf, extentsOf, type Fits, type Growth } from './blocks'
import { type Attached, type NoteRoom, noteRooms, spansOf, withNotes } from './notes'
import { repeatedIn, withStacks } from './stacks'
import { type Wished, wishedBoxes } from './wish'

/** What a composed figure is made of. */
export interface Given {
  diagram: Diagram
  wish: Composition
  theme: Theme
  size: { width: number; height: number }
  known: Known
  notes: readonly Attached[]
}

/** What was found before, by what it depends on. */
export interface Known {
  fits: Fits
  wished: Map<string, Wished | undefined>
  words: Map<string, Map<string, EdgeLabel>>
  /** By growth, and where and how large everything is wished. */
  blocks: Map<Growth, Map<string, Map<string, Block>>>
}

export const nothingKnown = (): Known => ({
  fits: new Map(),
  wished: new Map(),
  words: new Map(),
  blocks: new Map(),
})

/** Gaps and largest text, as factors. */
export interface Room {
  space: number
  text: number
  /** Room left and right of everything for words, in em. */
  beside?: number
  /** Room above and below for words of what runs back. */
  lane?: boolean
  /** What connectors join is apart on the axis where it is wished apart most. */
  strict?: boolean
  /** Connectors whose words have room of their own, whichever way the lines run. */
  roomy?: ReadonlySet<string>
}

/** A placement that fits its canvas. */
export interface Fitting {
  em: number
  room: Room
  growth: Growth
  /** With the measures that were taken. */
  theme: Theme
  wished: Wished
  blocks: Map<string, Block>
  labels: Map<string, EdgeLabel>
  notes: NoteRoom[]
  placing: Placing
}

/** Label sizes that are tried, in points on the figure's paper: the largest that fits is taken, up to that beside small pictures. */
const LABEL_PT = { most: 9.4, ample: 8, beside: 7, least: 6, step: 0.95 } as const
/** Widest line of an arrow's words, in em, and where room is scarce. */
export const WORDS = { most: 9, least: 5 } as const
/** Room above and below for the words of what runs back, in em. */
const LANE = 3.2

export const goesBack = ({ edges }: Diagram) =>
  edges.some(({ kind, label }) => kind === 'feedback' && label)

const USUAL = { alike: true, level: true, even: false, words: WORDS.most }
const SCARCE = { ...USUAL, outlines: 0, pictures: 0, words: WORDS.least }
const NARROWEST: readonly Growth[] = [9, 6.5, 4.5].map((wrap) => ({
  ...SCARCE,
  ...{ alike: false, level: false, even: true, wrap },
}))
const TIGHTEST: readonly Growth[] = NARROWEST.map((growth) => ({ ...growth, tight: true }))
/** What is tried, the best first. */
const TRIES: readonly Growth[] = [
  { ...USUAL, outlines: 1, pictures: 1 },
  { ...USUAL, outlines: 0.6, pictures: 0.8 },
  { ...USUAL, outlines: 0.3, pictures: 0.6 },
  ...[7.5, 4.5].map((wrap) => ({ ...USUAL, outlines: 0, pictures: 0.5, wrap })),
  ...[9, 6.5, 4.5].map((wrap) => ({ ...SCARCE, wrap })),
  ...[9, 6.5, 4.5].map((wrap) => ({ ...SCARCE, alike: false, level: false, wrap })),
  ...NARROWEST,
  ...TIGHTEST,
]
/** Factors on gaps that are tried. */
const GAPS = [1, 0.8, 0.66]
/** What growth and gaps are worth beside larger text. */
const WORTH = {
  outlines: 0.04,
  pictures: 0.4,
  alike: 0.04,
  gaps: 0.4,
  strict: 0.35,
  /** What it costs if all words stand on many lines. */
  towers: 0.8,
} as const
/** Lines of a node that are not yet many. */
const MANY = { lines: 4, ofLabel: 2 } as const

/** Nodes of a figure for which only the narrowest forms are tried. */
const LARGE = 60

/** Large text first, then boxes and gaps as large as they are wished. */
export function bestThatFits(given: Given, room: Room): Fitting | undefined {
  if (!mayFit(given, room)) return undefined
  const tries = given.diagram.nodes.length > LARGE ? TRIES.slice(-TIGHTEST.length) : TRIES
  let best: { fitting: Fitting; worth: number } | undefined
  const ample = LABEL_PT.ample * pixelsPerPoint(given.size, given.theme.paper)
  for (const strict of [true, false])
    for (const gap of GAPS)
      for (const growth of tries) {
        const bonus =
          WORTH.gaps * Math.log(gap) +
          WORTH.outlines * growth.outlines +
          WORTH.pictures * growth.pictures +
          (growth.alike ? WORTH.alike : 0) +
          (strict ? WORTH.strict : 0)
        // Only larger text would make it better.
        const least = best ? ample * Math.exp(best.worth - bonus) : 0
        if (least >= ample) continue
        const own = { ...room, strict, space: gap * room.space }
        const fitting = largestThatFits(given, own, growth, least)
        if (!fitting) continue
        const text = Math.log(Math.min(1, fitting.em / ample))
        const worth = bonus + text - WORTH.towers * towers(fitting)
        if (!best || worth > best.worth) best = { fitting, worth }
      }
  return best?.fitting
}

/** Whether anything fits at all. */
function mayFit(given: Given, room: Room): boolean {
  const own = { ...room, strict: false, space: Math.min(...GAPS) * room.space }
  const least = LABEL_PT.least * pixelsPerPoint(given.size, given.theme.paper)
  return TIGHTEST.some((growth) => fitAt(given, own, growth, least) !== undefined)
}

/** The share of nodes whose words stand on many lines. */
function towers({ blocks }: Fitting): number {
  const high = [...blocks.values()].filter(
    ({ fit }) => linesOf(fit) > MANY.lines || fit.label.lines.length > MANY.ofLabel,
  )
  return high.length / blocks.size
}

export const linesOf = ({ label, detail }: Block['fit']) => label.lines.length + detail.lines.length

/** With text of at least `above` pixels. */
function largestThatFits(
  given: Given,
  room: Room,
  growth: Growth,
  above: number,
): Fitting | undefined {
  const { theme, size } = given
  const smallest = growth.even ? 1 : Math.min(1, theme.measures.detail)
  const point = pixelsPerPoint(size, theme.paper)
  const least = (LABEL_PT.least / smallest) * point
  const small = growth.pictures === 0 && given.diagram.nodes.some(({ picture }) => picture)
  const most = room.text * (small ? LABEL_PT.beside : LABEL_PT.most) * point
  if (least > most) return undefined
  const steps = Math.ceil(Math.log(least / most) / Math.log(LABEL_PT.step))
  const sizes = Array.from({ length: steps + 1 }, (_, index) =>
    Math.max(least, most * LABEL_PT.step ** index),
  ).filter((em) => em > above)
  const at = (index: number) => fitAt(given, room, growth, sizes[index] ?? least)
  let best = sizes.length > 0 ? at(sizes.length - 1) : undefined
  if (!best) return undefined
  // Smaller text fits where larger does.
  for (let [from, to] = [0, sizes.length - 2]; from <= to; ) {
    const middle = Math.floor((from + to) / 2)
    const larger = at(middle)
    if (larger) {
      best = larger
      to = middle - 1
    } else from = middle + 1
  }
  return best
}

/** Details no smaller than the smallest text, beside labels of `em` pixels. */
export const evened = (theme: Theme, em: number, size: Given['size']): Theme => {
  const least = (LABEL_PT.least * pixelsPerPoint(size, theme.paper)) / em
  const { measures } = theme
  return least <= measures.detail
    ? theme
    : { ...theme, measures: { ...measures, detail: Math.min(1, least) } }
}

/** The placement at a label size, where it fits. */
export function fitAt(given: Given, room: Room, growth: Growth, em: number): Fitting | undefined {
  const { diagram, wish, size } = given
  const { space, beside = 0 } = room
  const theme = growth.even ? evened(given.theme, em, size) : given.theme
  const margin = Math.max(marginOf(size, true), laneOf(diagram) * em)
  const lane = room.lane && goesBack(diagram) && !growth.tight ? LANE * em : 0
  const bounds = {
    ...{ x: margin + beside * em, y: margin + lane / 2 },
    width: size.width - 2 * (margin + beside * em),
    height: size.height - 2 * margin - lane,
  }
  const { known } = given
  const place = [bounds.x, bounds.y, em].join(' ')
  const wished = kept(known.wished, place, () => wishedBoxes(diagram, wish, bounds))
  if (!wished) return undefined
  const labels = wordsOf(given, wished, em, theme, growth)
  const blocks = kept(
    kept(known.blocks, growth, () => new Map<string, Map<string, Block>>()),
    place,
    () => blocksOf(diagram, wished, em, theme, growth, known.fits),
  )
  const notes = noteRooms(given.notes, wished, blocks, em, theme)
  const input = {
    ...{ diagram, wished, labels, room: bounds, em, space, roomy: room.roomy ?? new Set() },
    ...takenUp(diagram, wished, { blocks, notes, em, space, theme }),
  }
  const found = placing(input, room.strict ?? true)
  return found && { em, room, growth, theme, wished, blocks, labels, notes, placing: found }
}

/** The room that nodes, frames and what stands beside them take up. */
export function takenUp(
  diagram: Diagram,
  wished: Wished,
  {
    blocks,
    notes,
    em,
    space,
    theme,
  }: Pick<Fitting, 'blocks' | 'notes' | 'em' | 'theme'> & { space: number },
): Pick<ArrangeInput, 'extents' | 'spans' | 'headings'> {
  const own = new Map([...blocks].map(([id, block]) => [id, extentsOf(block, em, space)]))
  return {
    extents: withNotes(withStacks(own, repeatedIn(diagram), em), notes, wished),
    spans: spansOf(notes, wished),
    headings: headingsOf(diagram, wished, em, theme),
  }
}

function kept<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  if (!known.has(key)) known.set(key, make())
  return known.get(key) as Value
}

/** The words of connectors; lines are as wide as usual where this makes nothing wider. */
function wordsOf(
  { diagram, known }: Given,
  { nodes }: Wished,
  em: number,
  theme: Theme,
  { words, wide: own }: Growth,
): Map<string, EdgeLabel> {
  const of = (most: number) =>
    kept(known.words, [em, theme.measures.detail, most].join(' '), () =>
      edgeLabels(diagram, em, theme, most),
    )
  if (words >= WORDS.most) return of(WORDS.most)
  const [wide, narrow] = [new Map(of(WORDS.most)), of(words)]
  for (const { id, from, to } of diagram.edges) {
    const [a, b] = [nodes.get(from), nodes.get(to)]
    const beside = a && b && a.y < b.y + b.height && b.y < a.y + a.height
    const label = beside && !own?.has(id) ? narrow.get(id) : undefined
    if (label) wide.set(id, label)
  }
  return wide
}

function headingsOf({ groups }: Diagram, wished: Wished, em: number, theme: Theme) {
  return new Map(
    groups.flatMap((group) => {
      const box = wished.groups.get(group.id)
      return box ? [[group.id, headingRoom(group, box.width, em, theme)] as const] : []
    }),
  )
}
