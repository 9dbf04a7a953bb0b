import type { Box } from '../../forms/scene'
import { alike, alikeAcross } from './alike'
import { growBars } from './bars'
import { orderLayers } from './layer-order'
import { assignLayers, columnsOf, type Item, type LayerPart } from './layers'
import { refines } from './refinements'
import { settleColumn, straighten } from './straighten'
import { cutStrips, isChain } from './strips'

/** A node or a group as one level of the hierarchy sees it. */
export interface Unit {
  id: string
  width: number
  height: number
  /** Its size before it was drawn out; undefined where it may not take the size of its neighbours. */
  natural: { width: number; height: number } | undefined
  /** Of a node: what its outline is named by. */
  outline: string | undefined
  /** Stands in line with its neighbours whatever that bends. */
  inLine: boolean
}

/** A relation between two units of a level; offsets say where in the unit its real end is, from the unit's top left. */
export interface LevelLink {
  from: string
  to: string
  fromAt: { x: number; y: number }
  toAt: { x: number; y: number }
  /** Size of its label, 0 where it has none. */
  label: { width: number; height: number }
  feedback: boolean
}

/**
 * How the strips of a level run: `back` starts each at the same end, like lines of text; `snake` turns round at the end
 * of each.
 */
export type Turn = 'back' | 'snake'

/**
 * `straight` moves units so that links need no bend; `compact` does so within what the widest layer takes; `centre`
 * keeps layers centred, which is lower; `stairs` sets each layer further down than the one before, which fills a canvas
 * that a short chain would leave empty.
 */
export type Align = 'straight' | 'compact' | 'centre' | 'stairs'

export interface LevelOptions {
  /** Reading direction of the layers. */
  direction: 'right' | 'down'
  /** The layers are cut into this many strips, one beside the other. */
  strips: number
  /** Layers that a strip has at least where there are enough, chains apart. */
  shortest: number
  turn: Turn
  align: Align
  /** Between layers, between units of a layer and between strips; room for a track; all in pixels. */
  gaps: { layer: number; unit: number; strip: number; track: number }
  /** Nodes of one path or of equal standing are equally long across the reading direction. */
  even: boolean
}

export interface PlacedLevel {
  /** By unit id. */
  boxes: Map<string, Box>
  width: number
  height: number
  /** Layers that were there to be cut into strips. */
  layers: number
  /** Links from one strip to another, beyond the one that each turn needs. */
  cuts: number
  /** What it took to put the layers in order: links held against each other. */
  work: number
}

/** Layered placement of one level: longest-path layers, barycentre order, straight links by least squares. */
export function placeLevel(
  units: readonly Unit[],
  links: readonly LevelLink[],
  options: LevelOptions,
): PlacedLevel {
  const right = options.direction === 'right'
  const layers = assignLayers(units, links)
  const items = new Map(
    units.map((unit) => [
      unit.id,
      itemOf(
        unit,
        right ? unit.width : unit.height,
        right ? unit.height : unit.width,
        layers.get(unit.id) ?? 0,
      ),
    ]),
  )
  const bare = columnsOf([...items.values()])
  const ends = endsOf(links, items, right)
  if (options.even && !right && refines('alike')) alikeAcross([...items.values()], ends)
  const parts = partsOf(ends, bare, options.gaps.track)
  const { order: columns, work } = orderLayers(bare, parts)
  const strips = cutStrips(columns, options)
  dropPassing(strips, parts, ends)
  if (refines('alike')) alike(strips, right)
  const gap = gapIn(links, options.gaps, right)
  for (const strip of strips) align(strip, parts, gap, options)
  if (refines('bars')) growBars(ends, right)
  return { ...assemble(strips, ends, options, right, columns.length), work }
}

/** Between two items of a layer: links between neighbours have room for their labels. */
function gapIn(links: readonly LevelLink[], gaps: LevelOptions['gaps'], right: boolean) {
  const labels = new Map<string, number>()
  for (const { from, to, label } of links) {
    const size = right ? label.height : label.width
    if (size > 0)
      for (const pair of [`${from} ${to}`, `${to} ${from}`])
        labels.set(pair, Math.max(size, labels.get(pair) ?? 0))
  }
  return ({ unit: a }: Item, { unit: b }: Item) => {
    if (!a || !b) return 0.45 * gaps.unit
    return gaps.unit + (labels.size > 0 ? (labels.get(`${a.id} ${b.id}`) ?? 0) : 0)
  }
}

function itemOf(unit: Unit | undefined, main: number, cross: number, layer: number): Item {
  return { unit, main, cross, layer, strip: 0, step: 0, column: 0, centre: 0 }
}

function endsOf(
  links: readonly LevelLink[],
  items: Map<string, Item>,
  right: boolean,
): LayerPart[] {
  return links.flatMap((link) => {
    const [a, b] = [items.get(link.from), items.get(link.to)]
    if (!a || !b || a === b) return []
    const inLine = a.unit?.inLine === true && b.unit?.inLine === true
    const off = (at: { x: number; y: number }, item: Item) =>
      inLine ? 0 : (right ? at.y : at.x) - item.cross / 2
    return [{ a, b, aOff: off(link.fromAt, a), bOff: off(link.toAt, b), link }]
  })
}

/** Places in passing that the links of one level take at most; what is longest goes without. */
const MOST_PASSING = 2000

/** Links cut at every layer they pass, where they get a place of their own (added to `columns`). */
function partsOf(ends: readonly LayerPart[], columns: Item[][], track: number): LayerPart[] {
  const longest = longestPassing(ends)
  return ends.flatMap((end) => {
    const { a, b, link } = end
    const span = spanOf(end)
    if (span < 2 || span > longest || link.feedback) return [end]
    const way = a.layer < b.layer ? 1 : -1
    const chain: { item: Item; off: number }[] = [{ item: a, off: end.aOff }]
    for (let layer = a.layer + way; layer !== b.layer; layer += way) {
      const passing = itemOf(undefined, 0, track, layer)
      columns[layer]?.push(passing)
      chain.push({ item: passing, off: 0 })
    }
    chain.push({ item: b, off: end.bOff })
    return chain.slice(1).map(({ item, off }, index) => {
      const before = chain[index] ?? { item: a, off: 0 }
      return { a: before.item, b: item, aOff: before.off, bOff: off, link }
    })
  })
}

const spanOf = ({ a, b }: LayerPart) => Math.abs(a.layer - b.layer)

/** The span up to which links get places in the layers they pass. */
function longestPassing(ends: readonly LayerPart[]): number {
  let left = MOST_PASSING
  for (const span of ends.map(spanOf).sort((a, b) => a - b)) {
    left -= Math.max(0, span - 1)
    if (left < 0) return span - 1
  }
  return Number.POSITIVE_INFINITY
}

/** A link between strips runs between them, so it needs no place in the layers it passes. */
function dropPassing(
  strips: Item[][][],
  parts: readonly LayerPart[],
  ends: readonly LayerPart[],
): void {
  const crossing = new Set(ends.filter(({ a, b }) => a.strip !== b.strip).map(({ link }) => link))
  if (crossing.size === 0) return
  const gone = new Set<Item>()
  for (const { a, b, link } of parts) {
    if (!crossing.has(link)) continue
    if (!a.unit) gone.add(a)
    if (!b.unit) gone.add(b)
  }
  for (const strip of strips) {
    for (const [index, column] of strip.entries()) {
      strip[index] = column.filter((item) => !gone.has(item))
    }
  }
}

function align(
  strip: Item[][],
  parts: readonly LayerPart[],
  gap: (a: Item, b: Item) => number,
  { align: how, gaps }: LevelOptions,
): void {
  if (how === 'centre') {
    for (const column of strip) {
      settleColumn(
        column,
        column.map(() => ({ at: 0, weight: 1 })),
        gap,
      )
    }
    return
  }
  straighten(strip, parts, gap, how === 'compact')
  if (how !== 'stairs') return
  let down = 0
  for (const [index, column] of strip.entries()) {
    const tall = Math.max(...column.map((item) => item.cross))
    if (index > 0) down += tall / 2
    for (const item of column) item.centre += down
    down += tall / 2 + gaps.unit
  }
}

function assemble(
  strips: Item[][][],
  ends: readonly LayerPart[],
  { gaps }: LevelOptions,
  right: boolean,
  layers: number,
): Omit<PlacedLevel, 'work'> {
  const rows = rowsOf(strips, ends, gaps, right)
  const length = Math.max(...rows.map((row) => row.length))
  const boxes = new Map<string, Box>()
  let cross = 0
  for (const [s, strip] of strips.entries()) {
    const { starts, widths } = justified(rows[s] ?? rows[0], length, isBack(strip))
    const items = strip.flat()
    const low = Math.min(...items.map((item) => item.centre - item.cross / 2))
    const high = Math.max(...items.map((item) => item.centre + item.cross / 2))
    for (const item of items) {
      if (!item.unit) continue
      const along = (starts[item.column] ?? 0) + ((widths[item.column] ?? 0) - item.main) / 2
      const over = cross + item.centre - item.cross / 2 - low
      boxes.set(
        item.unit.id,
        right
          ? { x: along, y: over, width: item.main, height: item.cross }
          : { x: over, y: along, width: item.cross, height: item.main },
      )
    }
    const turning = ends.filter(
      (end) => Math.min(end.a.strip, end.b.strip) === s && end.a.strip !== end.b.strip,
    )
    const labels = turning.map(({ link }) => (right ? link.label.height : link.label.width))
    cross += high - low
    if (s < strips.length - 1) {
      cross += gaps.strip + gaps.track * Math.max(0, turning.length - 1) + Math.max(0, ...labels)
    }
  }
  const cut = ends.filter(({ a, b }) => a.strip !== b.strip).length
  const cuts = Math.max(0, cut - strips.length + 1)
  return right
    ? { boxes, width: length, height: cross, layers, cuts }
    : { boxes, width: cross, height: length, layers, cuts }
}

/** Where the columns of a strip stand, by column number; those it lacks are left out. */
interface Columns {
  starts: number[]
  widths: number[]
  gaps: number[]
  length: number
}

/** Strips of one chain share their columns, so that a wrapped chain reads like a table; others have their own. */
function rowsOf(
  strips: Item[][][],
  ends: readonly LayerPart[],
  gaps: LevelOptions['gaps'],
  right: boolean,
): Columns[] {
  if (!isChain(strips.flat()))
    return strips.map((strip) => columnPlaces([strip], ends, gaps, right))
  const shared = columnPlaces(strips, ends, gaps, right)
  return strips.map(() => shared)
}

function columnPlaces(
  strips: Item[][][],
  ends: readonly LayerPart[],
  gaps: LevelOptions['gaps'],
  right: boolean,
): Columns {
  const widths: number[] = []
  for (const item of strips.flat(2)) {
    widths[item.column] = Math.max(widths[item.column] ?? 0, item.main)
  }
  const numbers = new Set(strips.map((strip) => strip[0]?.[0]?.strip))
  const inside = ends.filter(({ a, b }) => numbers.has(a.strip) && a.strip === b.strip)
  const places: Columns = { starts: [], widths, gaps: [], length: 0 }
  let first = true
  // A strip that runs back may begin beyond column 0; `forEach` passes over what it lacks.
  widths.forEach((width, column) => {
    const gap = first ? 0 : channel(column - 1, inside, gaps, right)
    first = false
    places.gaps[column] = gap
    places.length += gap
    places.starts[column] = places.length
    places.length += width
  })
  return places
}

/** A gap of a short strip may grow to this many times itself for the strip to end flush with the others. */
const FLUSH = 2.2

/** The columns of a strip on the whole length; what is still short of it ends flush where the strip before it ended. */
function justified(row: Columns | undefined, length: number, back: boolean): Columns {
  if (!row) return { starts: [], widths: [], gaps: [], length }
  const spare = length - row.length
  const total = row.gaps.reduce((sum, gap) => sum + gap, 0)
  if (spare <= 0.01) return row
  const used = Math.min(spare, (FLUSH - 1) * total)
  const shift = back ? spare - used : 0
  let grown = 0
  const starts: number[] = []
  row.starts.forEach((start, column) => {
    grown += total > 0 ? (used * (row.gaps[column] ?? 0)) / total : 0
    starts[column] = start + grown + shift
  })
  return { ...row, starts, length }
}

function isBack(strip: readonly Item[][]): boolean {
  const [one, two] = [strip[0]?.[0], strip.at(-1)?.[0]]
  return one !== undefined && two !== undefined && one.strip % 2 === 1 && one.column >= two.column
}

/** Room between two columns: for the labels of the links that cross it, and a track for each link that turns there. */
function channel(
  column: number,
  ends: readonly LayerPart[],
  gaps: LevelOptions['gaps'],
  right: boolean,
): number {
  const crossing = ends.filter(({ a, b }) => {
    if (a.strip !== b.strip) return false
    return Math.min(a.column, b.column) <= column && Math.max(a.column, b.column) > column
  })
  const near = crossing.filter(({ a, b }) => Math.abs(a.column - b.column) === 1)
  const label = Math.max(
    0,
    ...near.map(({ link }) => (right ? link.label.width : link.label.height)),
  )
  const turns = crossing.filter(
    ({ a, b, aOff, bOff }) => Math.abs(a.centre + aOff - b.centre - bOff) > 1,
  )
  const tracks = gaps.layer + gaps.track * Math.max(0, turns.length - 2)
  return label > 0 ? Math.max(tracks, label + 0.75 * gaps.layer) : tracks
}
