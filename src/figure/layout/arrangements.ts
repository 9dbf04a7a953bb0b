import type { Diagram } from '../../forms/diagram'
import type { Flow } from './layered-graph'
import { type Block, type Measures, placed } from './place'
import { type Reading, type Region, Regions } from './regions'
import { chainInRows, piecesInRows, piecesOf, placedRows, type Rows } from './rows'

/** A natural way to arrange a figure: how it is read, and in how many rows a chain, or what nothing links, is set. */
export interface Arrangement extends Reading {
  rows: number
}

/** A diagram as an arrangement has it, whatever the size of anything in it. */
export interface Arranged {
  arrangement: Arrangement
  rows: Rows
  crossings: number
  against: number
}

/** Rows at the most. */
const MOST_ROWS = 5

/**
 * The natural arrangements of a diagram: to the right or downwards, as its author asks where he does; the panels of one
 * read across the whole flow, one below or beside the other; a chain in rows, each read like a line of text.
 */
export function arrangementsOf(diagram: Diagram): Arranged[] {
  const { direction } = diagram
  const flows: Flow[] = !direction
    ? ['right', 'down']
    : [direction === 'down' || direction === 'up' ? 'down' : 'right']
  const hasPanels = diagram.groups.some(
    ({ id }) => diagram.nodes.filter(({ group }) => group === id).length > 1,
  )
  return flows.flatMap((flow) => {
    const inners: Flow[] =
      hasPanels && !direction ? [flow, flow === 'right' ? 'down' : 'right'] : [flow]
    return inners.flatMap((inner) =>
      (hasPanels && inner === flow ? [true, false] : [true]).flatMap((inLine) =>
        inRows(diagram, { flow, inner, inLine }),
      ),
    )
  })
}

/** One arrangement of a diagram; undefined where it cannot be arranged so. */
export const arrange = (diagram: Diagram, { rows, ...reading }: Arrangement): Arranged | undefined =>
  inRows(diagram, reading).find((each) => each.arrangement.rows === rows)

/** A reading in each number of rows that it can be set in. */
function inRows(diagram: Diagram, reading: Reading): Arranged[] {
  const { flow } = reading
  const regions = new Regions(diagram, reading)
  const scope = regions.scope()
  const pieces = piecesOf(regions, scope)
  const all = pieces.map((piece) => regions.region(piece, flow))
  const [first] = all
  if (!first) return []
  const arranged = (rows: Rows, count: number): Arranged => {
    const sum = (of: (region: Region) => number) =>
      rows.rows.flat().reduce((total, region) => total + of(region), 0)
    return {
      arrangement: { ...reading, rows: count },
      rows,
      crossings: sum(({ crossings }) => crossings),
      against: sum(({ against }) => against),
    }
  }
  const one = arranged({ flow, of: 'chain', rows: [[first]] }, 1)
  const counts = Array.from({ length: MOST_ROWS }, (_, at) => at + 1)
  if (pieces.length > 1)
    return counts
      .filter((count) => count <= pieces.length)
      .map((count) => arranged(piecesInRows(all, flow, count), count))
  return [
    one,
    ...counts.slice(1).flatMap((count) => {
      const rows = chainInRows(first, count)
      return rows ? arranged(rows, count) : []
    }),
  ]
}

export function placedAs({ rows }: Arranged, measures: Measures): Block {
  const [first] = rows.rows.flat()
  return rows.rows.flat().length === 1 && first ? placed(first, measures) : placedRows(rows, measures)
}
