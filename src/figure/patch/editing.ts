/** The door of edits: what of one cannot be done, and the figure after it. */
import type { Diagram } from '../../forms/diagram'
import type { Edit, EditedFigure } from '../../forms/edit'
import type { Operation } from '../../forms/operations'
import type { Scene } from '../../forms/scene'
import { elementIds } from '../layout/sketch'
import { diagramFault } from './diagram-fault'
import { diagramOperations } from './diagram-operations'
import { growthFault } from './limits'
import { diagramAfter, OperationRefused, operated } from './operations'
import { sceneAfter } from './scene-after'
import { sceneFault } from './scene-fault'

/** A field and what is wrong with it. */
export interface EditFault {
  field: 'operations' | 'diagram' | 'scene'
  sentence: string
}

/** A figure after an edit. */
export interface Applied {
  scene: Scene
  /** What it says, read off when it is asked for; absent: it was read from a picture. */
  diagram?: () => Diagram
  /** Ids of what was touched; all else is as it was. */
  changed: string[]
  /** The direction that the figure is to be laid out in anew; null: any. */
  direction?: Diagram['direction'] | null
}

/** What of an edit cannot be done; undefined: all of it can. `figure` absent: it has no scene any more. */
export function editFault(edit: Edit, figure: EditedFigure | undefined): EditFault | undefined {
  const { scene, diagram, instruction } = edit
  const told = (field: EditFault['field'], sentence: string | undefined) =>
    sentence === undefined ? undefined : { field, sentence }
  if (instruction !== undefined) return undefined
  const field = scene ? 'scene' : diagram ? 'diagram' : 'operations'
  if (!figure) return { field, sentence: 'the figure has no scene.json any more' }
  if (diagram && !figure.diagram)
    return { field, sentence: 'the figure has no diagram.json; send its edited scene instead' }
  const own = scene ? sceneFault(scene) : diagram && diagramFault(diagram)
  if (own !== undefined) return { field, sentence: own }
  const placing = edit.keep_places
    ? -1
    : (edit.operations ?? []).findIndex(({ op }) => PLACING.has(op))
  if (placing >= 0)
    return { field, sentence: `operations[${placing}]: what is placed by hand needs keep_places.` }
  try {
    const after = applied(figure, edit)
    return told(
      field,
      growthFault(figure.scene, after.scene, { isLaidOut: !edit.keep_places }) ?? emptyFault(after),
    )
  } catch (error) {
    if (error instanceof OperationRefused)
      return { field, sentence: field === 'operations' ? error.message : error.reason }
    throw error
  }
}

/** They say where things stand. */
const PLACING: ReadonlySet<Operation['op']> = new Set([
  ...(['place', 'move', 'align', 'distribute', 'swap'] as const),
  ...(['resize', 'resize_group', 'bend', 'add_text', 'add_picture'] as const),
])

/** Of each figure the edit that was worked out last: what was judged is asked for again at once. */
const judged = new WeakMap<Scene, { asked: string; after: Applied }>()

/** @throws OperationRefused where {@link editFault} names a fault */
export function applied(figure: EditedFigure, edit: Edit): Applied {
  const { operations, diagram, scene, keep_places } = edit
  const asked = JSON.stringify([operations, diagram, scene, keep_places])
  const last = judged.get(figure.scene)
  if (last?.asked === asked) return last.after
  const after = workedOut(figure, edit)
  judged.set(figure.scene, { asked, after })
  return after
}

function workedOut(figure: EditedFigure, edit: Edit): Applied {
  const { scene: before, diagram: known } = figure
  if (edit.scene) {
    const { scene, changed } = sceneAfter(before, edit.scene)
    return { scene, changed, ...(known && { diagram: () => diagramAfter(known, scene) }) }
  }
  // It is laid out anew: nobody asks where its parts would stand.
  const { diagram: sent } = edit
  if (sent && !edit.keep_places) return { scene: before, diagram: () => sent, changed: [] }
  const given = edit.operations ?? []
  const asked = sent && known ? diagramOperations(known, sent) : given
  const turns = asked.flatMap((one) => (one.op === 'set_direction' ? [one.direction] : []))
  const ids = renamedIds(figure)
  const operations = asked.map((one) => withIds(one, ids))
  const { scene, changed } = operated(before, operations, { isLaidOut: !edit.keep_places })
  const last = sent ?? known
  return {
    ...{ scene, changed },
    ...(last && {
      diagram: () => (asked.length > 0 ? diagramAfter(last, scene, '', operations) : last),
    }),
    ...(turns.length > 0 && { direction: turns.at(-1) ?? null }),
  }
}

const emptyFault = ({ scene, diagram }: Applied) =>
  diagram && !scene.elements.some(({ role }) => role === 'node')
    ? 'a figure needs at least one node.'
    : undefined

/** Ids of a diagram whose elements are called otherwise: not every id can stand in an SVG. */
function renamedIds({ scene, diagram }: EditedFigure): ReadonlyMap<string, string> {
  const there = new Set(scene.elements.map(({ id }) => id))
  const { nodes, groups } = elementIds(diagram ?? { nodes: [], groups: [] })
  return new Map([...nodes, ...groups].filter(([id, own]) => !there.has(id) && there.has(own)))
}

const ID_MEMBERS = new Set(['id', 'from', 'to', 'a', 'b', 'group', 'parent'])

function withIds(operation: Operation, ids: ReadonlyMap<string, string>): Operation {
  if (ids.size === 0) return operation
  const own = (id: unknown) => (typeof id === 'string' ? (ids.get(id) ?? id) : id)
  return Object.fromEntries(
    Object.entries(operation).map(([name, value]) =>
      name === 'ids' && Array.isArray(value)
        ? [name, value.map(own)]
        : [name, ID_MEMBERS.has(name) ? own(value) : value],
    ),
  ) as Operation
}

export { pictureSamples } from '../pictures/samples'
export { sizeFault } from './size-fault'
