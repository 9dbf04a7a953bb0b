import type { Operation } from '../../forms/operations'

/** An id that no part has, nor one that is still to be drawn. */
export function freeId(
  stem: string,
  parts: ReadonlyMap<string, unknown>,
  ahead: readonly Operation[],
): string {
  const taken = new Set([...parts.keys(), ...ahead.flatMap((one) => ('id' in one ? one.id : []))])
  let number = 1
  while (taken.has(`${stem}-${number}`)) number += 1
  return `${stem}-${number}`
}
