/** What the editing of a drawn figure needs to know before and after it is accepted: the door of its checks. */
import { drawnPlaces } from '../figure/drawn-places'
import type { Source } from '../figure/quotes/source'
import type { Diagram, DiagramNode } from '../forms/diagram'
import type { Edit } from '../forms/edit'
import { FIGURE_LIMITS } from '../forms/figure-limits'
import type { Operation } from '../forms/operations'
import type { Places } from '../forms/places'
import type { Scene } from '../forms/scene'
import { edited, isPlacing } from './edit'
import { diagramFault } from './edit-diagram'
import { sceneFault } from './edit-scene'
import { svgFault } from './edit-svg'

/** A figure that was drawn from a diagram. */
export interface DrawnFigure {
  diagram: Diagram
  scene: Scene
}

/** A field and what is wrong with it. */
export interface EditFault {
  field: 'operations' | 'diagram' | 'scene' | 'svg'
  sentence: string
}

/** What the author of an edit says is said. */
const AUTHOR: Source = {
  says: () => true,
  evidence: () => ({ spans: [], confidence: 1 }),
}

/** What of an edit cannot be done; undefined: all of it can. */
export function editFault(edit: Edit, figure: DrawnFigure | undefined): EditFault | undefined {
  if (edit.svg !== undefined) {
    const sentence = svgFault(edit.svg)
    return sentence === undefined ? undefined : { field: 'svg', sentence }
  }
  if (edit.scene) {
    const sentence = sceneFault(edit.scene)
    return sentence === undefined ? undefined : { field: 'scene', sentence }
  }
  const field = edit.diagram ? 'diagram' : 'operations'
  if (!figure)
    return { field, sentence: 'the figure has no diagram.json; send its edited scene instead' }
  const own = edit.diagram && diagramFault(edit.diagram)
  const sentence = own ?? changed(figure, edit).fault
  return sentence === undefined ? undefined : { field, sentence }
}

/** The diagram that an edit makes of a drawn figure. @throws Error where {@link editFault} names a fault */
export function editedDiagram(figure: DrawnFigure, edit: Edit): Diagram {
  const { diagram, fault } = changed(figure, edit)
  if (fault !== undefined) throw new Error(fault)
  return diagram
}

function changed(figure: DrawnFigure, edit: Edit): { diagram: Diagram; fault?: string } {
  const { diagram: sent, operations = [], keep_places: keep } = edit
  const before = keep ? withPlaces(sent ?? figure.diagram, figure) : (sent ?? figure.diagram)
  const base = keep ? before : withoutPlaces(before)
  if (!keep) {
    const placing = operations.findIndex(isPlacing)
    if (placing >= 0)
      return { diagram: base, fault: `${placing}: what is placed by hand needs keep_places.` }
  }
  const ready = operations.some(saysMore) ? asGraph(base) : base
  const { diagram, faults } = edited(ready, operations, AUTHOR)
  const [fault] = faults
  if (fault !== undefined) return { diagram, fault }
  const { nodes, edges, groups } = diagram
  if (nodes.length === 0) return { diagram, fault: 'a figure needs at least one node.' }
  for (const [name, count] of Object.entries({ nodes, edges, groups }))
    if (count.length > FIGURE_LIMITS[name as 'nodes'])
      return {
        diagram,
        fault: `a figure holds ${FIGURE_LIMITS[name as 'nodes']} ${name} at the most.`,
      }
  const numbered = renumbered(diagram, ready)
  return { diagram: edit.new_look ? numbered : settled(numbered) }
}

/** Whether an operation says more than the order of numbered stages. */
const saysMore = (operation: Operation) =>
  isPlacing(operation) ||
  RELATING.has(operation.op) ||
  (SHOWING.has(operation.op) && !Object.values(operation).includes(null)) ||
  (operation.op === 'add_node' && operation.kind !== 'stage')

const RELATING: ReadonlySet<Operation['op']> = new Set([
  'add_edge',
  'reverse_edge',
  'set_edge_label',
  'set_edge_kind',
  'set_heads',
  'set_dashed',
  'set_role',
])

/** Panels have no room for these; they are taken away from any figure. */
const SHOWING: ReadonlySet<Operation['op']> = new Set(['set_form', 'set_icon', 'set_picture'])

/** Numbered panels follow each other; what is placed by hand, or joined otherwise, is a graph. */
const asGraph = (diagram: Diagram): Diagram =>
  diagram.shape === 'graph' ? diagram : { ...diagram, shape: 'graph' }

/** Stages that were counted are counted again where there are more or fewer of them. */
function renumbered(diagram: Diagram, before: Diagram): Diagram {
  const isCounted = before.nodes.some(({ step }) => step !== undefined)
  const isStage = ({ kind, step }: DiagramNode) =>
    diagram.shape === 'stages' || (isCounted && (kind === 'stage' || step !== undefined))
  const stages = diagram.nodes.filter(isStage)
  const idsOf = (nodes: readonly DiagramNode[]) => nodes.map(({ id }) => id).join(' ')
  if (idsOf(stages) === idsOf(before.nodes.filter(isStage))) return diagram
  const places = new Map(stages.map(({ id }, at) => [id, at + 1]))
  const nodes = diagram.nodes.map((node) => {
    const step = places.get(node.id)
    return step === undefined ? node : { ...node, step }
  })
  return { ...diagram, nodes }
}

/** A diagram with where its figure's parts stand, unless it says so itself; what is gone is left out. */
function withPlaces(diagram: Diagram, figure: DrawnFigure): Diagram {
  if (diagram.places) return diagram
  const { diagram: source, scene } = figure
  if (source.places?.before === digestOf(diagram)) return diagram
  const places = source.places ?? drawnPlaces(source, scene, digestOf(source))
  return places ? { ...diagram, places } : diagram
}

const withoutPlaces = ({ places: _, ...diagram }: Diagram): Diagram => diagram

/** Where edits lead back to what was drawn before, it is drawn as it was. */
function settled(diagram: Diagram): Diagram {
  const { places } = diagram
  if (!places) return diagram
  const ids = new Set([...diagram.nodes, ...diagram.groups].map(({ id }) => id))
  const known = ({ id }: { id: string }) => ids.has(id)
  const pinned = places.pinned.filter(known)
  const framed = places.framed.filter(known)
  const isBefore = pinned.length + framed.length === 0 && digestOf(diagram) === places.before
  if (isBefore) return withoutPlaces(diagram)
  return { ...diagram, places: { ...places, pinned, framed } }
}

/** Of all that a diagram says but where its parts were drawn. */
const digestOf = (diagram: Diagram): string =>
  new Bun.CryptoHasher('sha256')
    .update(JSON.stringify(ordered(withoutPlaces(diagram))))
    .digest('hex')

/** With members in the order of their names. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, ordered(member)]),
  )
}

export { pictureSamples } from '../figure/pictures/samples'
export type { Edit, Places }
