import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type EngineDeclaration, STAGES } from '../forms/engines'
import { oneOf } from '../forms/schema'
import { eachDropIn, entryOf, importDefault } from './drop-ins'

export interface LoadedEngines {
  engines: EngineDeclaration[]
  /** Those that were skipped, one sentence each. */
  skipped: string[]
}

const Declaration = Type.Object({
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9._:/-]{0,99}$' }),
  summary: Type.String({ minLength: 1 }),
  stages: Type.Array(oneOf(STAGES), { minItems: 1 }),
})

/** Reads `engine.ts` of the folders of the drop-in folder, in the order of their names; `taken` ids are refused. */
export async function loadEngines(
  folder: string,
  taken: readonly string[] = [],
): Promise<LoadedEngines> {
  const engines: EngineDeclaration[] = []
  const skipped = await eachDropIn(folder, 'The engine of the drop-in', async ({ path }) => {
    const entry = await entryOf(path, 'engine')
    if (!entry) return
    const engine = checked(await importDefault(entry))
    if ([...taken, ...engines.map(({ id }) => id)].includes(engine.id))
      throw new Error(`the id ${engine.id} is taken`)
    engines.push(engine)
  })
  return { engines, skipped }
}

function checked(declared: unknown): EngineDeclaration {
  const fault = Value.Errors(Declaration, declared).First()
  if (fault) throw new Error(`${fault.path || 'the declaration'}: ${fault.message}`)
  const engine = declared as EngineDeclaration
  if (typeof engine.load !== 'function') throw new Error('/load: a function is expected')
  return engine
}
