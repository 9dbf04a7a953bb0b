import { type DrawnFigure, editedDiagram } from '../../../src/engines/editing'
import type { Diagram } from '../../../src/forms/diagram'
import { tools } from '../layout/figures'
import { OPEN } from '../layout/open'
import { randomSequence } from './sequences'

/** The diagrams that are edited: 30 of the layout's own. */
export const EDITED: readonly (readonly [string, Diagram])[] = Object.entries(OPEN).slice(0, 30)

/** Figures of a drawing that must be nought. */
const FAULTS = [
  'nodeOverlaps',
  'edgesThroughNodes',
  'textOverflow',
  'missingGlyphs',
  'labelHits',
  'edgesOnOneLine',
  'edgesOnGroupBorder',
] as const

/** What became of one sequence of edits. */
export interface Round {
  diagram: string
  seed: number
  operations: number
  nodes: number
  /** Faults by name, those of the figure before its edits not counted. */
  faults: string[]
  /** The same edits give the same bytes. */
  same: boolean
  /** The last edit undone gives the bytes before it, all of them undone those of the first figure. */
  undone: boolean
  /** Nodes that could not stay where they were placed by hand. */
  moved: number
  /** Of drawing it, in milliseconds. */
  took: number
}

interface Figure extends DrawnFigure {
  svg: string
  faults: Record<string, number>
  moved: number
  took: number
}

const RATIO = '16:9'

async function drawn(diagram: Diagram, title: string): Promise<Figure> {
  const { places } = diagram
  const started = performance.now()
  const ratio = places ? `${places.width}:${places.height}` : RATIO
  const { scene, svg, report } = await tools.compose(diagram, { style: 'academic', ratio, title })
  const took = performance.now() - started
  const figures = tools.measure(scene)
  const missing = diagram.edges.length - (figures.edges ?? 0)
  const warnings = report.warnings as string[]
  return {
    ...{ diagram, scene, svg, took },
    faults: { ...Object.fromEntries(FAULTS.map((name) => [name, figures[name] ?? 0])), missing },
    moved: warnings.filter((sentence) => sentence.includes('could not stay')).length,
  }
}

const firsts = new Map<string, Promise<Figure>>()

/** Edits a diagram by 1 to 8 random operations, and takes them back. */
export async function editRound(
  [name, diagram]: readonly [string, Diagram],
  seed: number,
): Promise<Round> {
  const known = firsts.get(name) ?? drawn(diagram, name)
  firsts.set(name, known)
  const first = await known
  const operations = randomSequence(first, 1 + (seed % 8), seed)
  const edited = (count: number) =>
    editedDiagram(first, { operations: operations.slice(0, count), keep_places: true })
  const before = await drawn(edited(operations.length - 1), name)
  const after = await drawn(edited(operations.length), name)
  const again = await drawn(structuredClone(after.diagram), name)
  const back = await drawn(
    editedDiagram(after, { diagram: before.diagram, keep_places: true }),
    name,
  )
  const whole = editedDiagram(after, { diagram, keep_places: true })
  return {
    ...{ diagram: name, seed, operations: operations.length, nodes: after.diagram.nodes.length },
    faults: Object.entries(after.faults).flatMap(([fault, count]) =>
      count > (first.faults[fault] ?? 0) ? [fault] : [],
    ),
    same: again.svg === after.svg,
    undone: back.svg === before.svg && JSON.stringify(whole) === JSON.stringify(diagram),
    moved: after.moved,
    took: after.took,
  }
}
