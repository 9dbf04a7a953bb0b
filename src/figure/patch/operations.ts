/** The door of changes to a figure: each operation is a small function on the scene. */
import type { Operation } from '../../forms/operations'
import type { Scene } from '../../forms/scene'
import { APPEARANCE } from './appearance'
import { type Handler, type Handlers, Inapplicable, refuse, SizeBudget } from './context'
import { EdgeRouter } from './edge-router'
import { EDGES } from './edges'
import { checkTexts, growthFault } from './limits'
import { PLACEMENT } from './placement'
import { Doc } from './scene-document'
import { STRUCTURE } from './structure'

export { diagramAfter } from './diagram-after'
export { figureParts } from './selectable-parts'

/** The message names the operation by its place and says in a sentence why it cannot be done. */
export class OperationRefused extends Error {
  override name = 'OperationRefused'

  constructor(
    message: string,
    /** Without the place. */
    readonly reason: string,
  ) {
    super(message)
  }
}

export interface Operated {
  scene: Scene
  /** Ids of the things, connectors, panels and free parts that were touched, and of connectors that were led anew. */
  changed: string[]
}

const ACTS: Handlers<Exclude<Operation['op'], 'set_direction'>> = {
  ...PLACEMENT,
  ...EDGES,
  ...STRUCTURE,
  ...APPEARANCE,
}

/**
 * A scene after operations, one after the other. What none of them names stays the very same object; connectors follow
 * what they join, and nothing else is moved, laid out or scaled.
 *
 * @throws OperationRefused
 */
export function operated(
  scene: Scene,
  operations: readonly Operation[],
  how: { isLaidOut?: boolean } = {},
): Operated {
  const doc = new Doc(scene)
  const ctx = { doc, router: new EdgeRouter(doc, scene), budget: new SizeBudget(scene) }
  for (const [index, operation] of operations.entries()) {
    // Whoever lays out follows it.
    if (operation.op === 'set_direction') continue
    try {
      checkTexts(operation)
      ;(ACTS[operation.op] as Handler<Operation['op']>)(ctx, operation)
      const fault = growthFault(scene, doc, how)
      if (fault) refuse(fault)
    } catch (error) {
      if (!(error instanceof Inapplicable)) throw error
      const { message } = error
      throw new OperationRefused(`operations[${index}] ${operation.op}: ${message}`, message)
    }
  }
  ctx.router.update()
  return { scene: doc.result, changed: [...doc.changed] }
}
