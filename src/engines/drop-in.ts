import type { EngineDeclaration, Engines, Stage } from '../forms/engines'

/**
 * How a drop-in decides a stage; undefined: it leaves this one to others.
 * @throws a sentence where it is gone, or does not do what it declares
 */
export async function decisionOf<S extends keyof Engines & Stage>(
  dropIns: ReadonlyMap<string, EngineDeclaration>,
  id: string,
  stage: S,
): Promise<Engines[S] | undefined> {
  const found = dropIns.get(id)
  if (!found) throw new Error(`The engine ${id} is not installed here any more.`)
  if (!found.stages.includes(stage)) return undefined
  const { engines } = await found.load()
  const decide: Engines[S] | undefined = engines?.[stage]
  if (decide === undefined)
    throw new Error(`The engine ${id} declares ${stage} and does not do it.`)
  return decide
}
