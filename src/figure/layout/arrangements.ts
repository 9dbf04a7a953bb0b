import type { Diagram } from '../../forms/diagram'
import { type Cards, cardsOf, placedCards } from './cards'
import type { Flow } from './layered-graph'
import type { Measures } from './measures'
import { OBJECTIVE } from './objective'
import { type Block, placedRows } from './place'
import type { Region, Rows } from './region'
import { type Reading, Regions } from './regions'
import { chainInRows, inOneRow, piecesInRows } from './rows'

/** A natural way to arrange a figure: how it is read, and in how many rows a chain, or what nothing links, is set. */
export interface Arrangement extends Reading {
  rows: number
  /** Of numbered stages: on how many lines their sections stand. */
  lines?: number
}

/** A diagram as an arrangement has it, whatever the size of anything in it. */
export interface Arranged {
  arrangement: Arrangement
  placed: Rows | Cards
  crossings: number
  against: number
  /** Lines from row to row beyond the one that leads on. */
  torn: number
}

/** Rows at the most. */
const MOST_ROWS = 5

/**
 * The natural arrangements of a diagram: to the right or downwards, as its author asks where he does; the panels of one
 * read across the whole flow, one below or beside the other; a chain in rows, each read like a line of text.
 */
export function arrangementsOf(diagram: Diagram): Arranged[] {
  if (diagram.shape === 'stages') return inCards(diagram)
  const { direction } = diagram
  const flows: Flow[] = !direction
    ? ['right', 'down']
    : [direction === 'down' || direction === 'up' ? 'down' : 'right']
  const hasPanels = diagram.groups.some(
    ({ id }) => diagram.nodes.filter(({ group }) => group === id).length > 1,
  )
  return flows.flatMap((flow) => {
    const inner: Flow = flow === 'right' ? 'down' : 'right'
    const along: Reading[] = (hasPanels ? [true, false] : [true]).map((inLine) => ({
      ...{ flow, inner: flow, inLine },
    }))
    const across: Reading[] = hasPanels && !direction ? [{ flow, inner, inLine: true }] : []
    const facing = across
      .filter(() => faceEachOther(diagram))
      .map((each) => ({ ...each, facing: true }))
    return [...along, ...across, ...facing].flatMap((reading) => inRows(diagram, reading))
  })
}

/** Groups of which chains are set in so many rows at the most. */
const MOST_INNER_ROWS = 3

/**
 * Where words would be too small to read: in rows wherever they may end, chains inside groups as well, and groups that
 * read across the whole.
 */
export function lastResorts(diagram: Diagram): Arranged[] {
  const { direction, ...free } = diagram
  if (diagram.shape === 'stages')
    return direction === 'right' || direction === 'left' ? inCards(free) : []
  const readings = new Set(arrangementsOf(diagram).map(({ arrangement: { flow } }) => flow))
  const inner = Array.from(
    { length: diagram.groups.length > 0 ? MOST_INNER_ROWS : 1 },
    (_, at) => at + 1,
  )
  return [...readings].flatMap((flow) => {
    const along = inner.map((innerRows) => ({ flow, inner: flow, inLine: true, innerRows }))
    const across: Flow = flow === 'right' ? 'down' : 'right'
    const all: Reading[] =
      diagram.groups.length > 0 ? [...along, { flow, inner: across, inLine: true }] : along
    const set = all.flatMap((each) => inRows(diagram, { ...each, anywhere: true }))
    // What stands in one row is among the natural ones.
    return set.filter(
      ({ arrangement: { rows, innerRows = 1, inner } }) =>
        rows + innerRows > 2 || (direction && inner !== flow),
    )
  })
}

/** Whether several links lead from one outermost group to another, as from an encoder to its decoder. */
function faceEachOther({ nodes, groups, edges }: Diagram): boolean {
  const outer = new Set(groups.filter(({ parent }) => parent === undefined).map(({ id }) => id))
  const home = new Map(nodes.map(({ id, group }) => [id, group]))
  const pairs = edges.flatMap(({ from, to }) => {
    const [a, b] = [home.get(from), home.get(to)]
    return a !== b && outer.has(a ?? '') && outer.has(b ?? '') ? [`${a} ${b}`] : []
  })
  return pairs.length > new Set(pairs).size
}

/** One arrangement of a diagram; undefined where it cannot be arranged so. */
export function arrange(diagram: Diagram, wanted: Arrangement): Arranged | undefined {
  const all = diagram.shape === 'stages' ? inCards(diagram) : inRows(diagram, wanted)
  return all.find(
    ({ arrangement: { rows, lines } }) => rows === wanted.rows && lines === wanted.lines,
  )
}

const readingOf = ({ flow, inner, inLine, facing, innerRows, anywhere }: Reading): Reading => ({
  ...{ flow, inner, inLine },
  ...(facing && { facing }),
  ...(innerRows && { innerRows }),
  ...(anywhere && { anywhere }),
})

/** Numbered stages in each number of rows and lines. */
function inCards(diagram: Diagram): Arranged[] {
  const reading = { flow: 'right', inner: 'right', inLine: true } as const
  return cardsOf(diagram).map((placed) => ({
    arrangement: { ...reading, rows: placed.rows, lines: placed.lines.length },
    ...{ placed, crossings: 0, against: 0, torn: 0 },
  }))
}

/** A reading in each number of rows that it can be set in. */
function inRows(diagram: Diagram, reading: Reading): Arranged[] {
  const { flow } = reading
  const regions = new Regions(diagram, reading)
  const scope = regions.scope()
  const pieces = regions.pieces(scope)
  const all = pieces.map((piece) => regions.region(piece, flow))
  const [first] = all
  if (!first) return []
  const arranged = (placed: Rows, count: number): Arranged => {
    const sum = (of: (region: Region) => number) =>
      placed.rows.flat().reduce((total, region) => total + of(region), 0)
    return {
      arrangement: { ...readingOf(reading), rows: count },
      placed,
      crossings: sum(({ crossings }) => crossings),
      against: sum(({ against }) => against),
      torn: placed.torn,
    }
  }
  const counts = Array.from({ length: MOST_ROWS }, (_, at) => at + 1)
  if (pieces.length > 1)
    return counts
      .filter((count) => count <= pieces.length)
      .map((count) => arranged(piecesInRows(all, flow, count), count))
  // Where no one asks for columns, rows are read like lines of text.
  if (flow === 'down' && !diagram.direction) return [arranged(inOneRow(first), 1)]
  return counts.flatMap((count) => {
    const rows = chainInRows(first, count, reading.anywhere)
    return rows ? arranged(rows, count) : []
  })
}

/** An arrangement with everything in its place. */
export function placedAs({ placed: how }: Arranged, measures: Measures): Block {
  return 'lines' in how ? placedCards(how, measures) : placedRows(how, measures)
}

/** What an arrangement costs whatever the size of anything in it. */
export function bareCost(diagram: Diagram, arranged: Arranged, asked?: number): number {
  const { crossings, against, torn } = arranged
  const { flow, inner, inLine, facing, innerRows = 1, rows } = arranged.arrangement
  const isWide = (asked ?? OBJECTIVE.ratio.usual) > 1
  const isAgainst = !diagram.direction && (flow === 'right') !== isWide
  const isTall = flow === 'down' && asked === undefined
  const row = OBJECTIVE.row[!diagram.direction ? 'free' : isTall ? 'tall' : flow]
  return (
    OBJECTIVE.crossing * crossings +
    OBJECTIVE.against * against +
    OBJECTIVE.torn * torn +
    (diagram.shape === 'stages' ? 0 : row * (rows + innerRows - 2)) +
    (inner === flow ? 0 : OBJECTIVE.across[diagram.direction ? 'asked' : 'free']) +
    (facing ? OBJECTIVE.facing : 0) +
    (inLine ? 0 : OBJECTIVE.notInLine) +
    (isAgainst ? OBJECTIVE.flow : 0)
  )
}
