/** The door of changes to a figure: each operation is a small function on the scene. */
import type { Operation } from '../../forms/operations'
import type { Scene } from '../../forms/scene'
import { type Act, type Acts, Refusal, refuse, Weight } from './desk'
import { Leads } from './lead'
import { growthFault, wordsFit } from './limits'
import { LOOKS } from './looks'
import { PLACES } from './places'
import { Sheet } from './sheet'
import { THINGS } from './things'
import { WIRES } from './wires'

export { diagramAfter } from './diagram-after'
export { partsOf } from './parts'

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

const ACTS: Acts<Exclude<Operation['op'], 'set_direction'>> = {
  ...PLACES,
  ...WIRES,
  ...THINGS,
  ...LOOKS,
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
  const sheet = new Sheet(scene)
  const desk = { sheet, leads: new Leads(sheet, scene), weight: new Weight(scene) }
  for (const [index, operation] of operations.entries()) {
    // Whoever lays out follows it.
    if (operation.op === 'set_direction') continue
    try {
      wordsFit(operation)
      ;(ACTS[operation.op] as Act<Operation['op']>)(desk, operation)
      const fault = growthFault(scene, sheet, how)
      if (fault) refuse(fault)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { message } = error
      throw new OperationRefused(`operations[${index}] ${operation.op}: ${message}`, message)
    }
  }
  desk.leads.follow()
  return { scene: sheet.result, changed: [...sheet.changed] }
}
