import type { ClauseRules, Things } from './clauses'
import type { Unit } from './units'

const TAKES_PHRASE = new Set(['phrase', 'pronoun'])
export const isThing = (unit: Unit | undefined) => unit !== undefined && TAKES_PHRASE.has(unit.kind)

/** `A, B and C` from `at`; stops before `limit`. */
export function listAt(
  units: readonly Unit[],
  at: number,
  limit: number,
  rules: ClauseRules,
  early = false,
): { things: Things; end: number } {
  const first = units[at]
  if (!first) return { things: [], end: at + 1 }
  const things = [first]
  let end = at + 1
  end = skipOf(units, end, limit)
  if (!rules.coordination) return { things, end }
  const commas: number[] = []
  for (;;) {
    let next = end
    const comma = units[next]?.kind === 'comma'
    if (comma) next++
    const and = units[next]?.kind === 'and'
    if (and) next++
    const thing = units[next]
    if ((!comma && !and) || next >= limit || !thing || thing.kind !== 'phrase') break
    const after = skipOf(units, next + 1, limit)
    if (comma && !and) commas.push(things.length)
    things.push(thing)
    end = after
    if (and) return { things, end }
  }
  // A comma without an "and" in the end is no list: "the encoder, a CNN, maps", "the vectors, the index returns".
  if (commas.length > 0) {
    const keep = commas[0] ?? 1
    const back = things.length - keep
    let to = end
    if (early && back === 1 && units[end]?.kind === 'comma')
      return { things: things.slice(0, 1), end: end + 1 }
    for (let index = 0; index < back; index++) to = previousComma(units, to)
    return { things: things.slice(0, keep), end: to }
  }
  return { things, end }
}

function previousComma(units: readonly Unit[], before: number): number {
  for (let index = before - 1; index >= 0; index--) if (units[index]?.kind === 'comma') return index
  return before
}

/** "of the query", which stays with the noun before it. */
function skipOf(units: readonly Unit[], at: number, limit: number): number {
  let end = at
  while (end + 1 < limit && units[end]?.text === 'of' && isThing(units[end + 1])) {
    end += 2
    while (
      end + 1 < limit &&
      units[end]?.kind === 'and' &&
      units[end + 1]?.kind === 'phrase' &&
      units[end + 2]?.text === 'of'
    )
      end += 4
  }
  return end
}
