import type { ChartSpec } from '../../../../forms/chart'
import { type Draft, type Json, refuse, specOf } from './draft'

/** The specification of a draft that shows its data: something is there, and inside the limits of its axes. */
export function checked(draft: Draft): ChartSpec {
  const { table, encoding, value } = draft
  if ((table.fields[0]?.values.length ?? 0) === 0) refuse('The clauses leave no row of the data.')
  if (value && value.values.length > 0 && !value.values.some((each) => typeof each === 'number'))
    refuse(`The column ${JSON.stringify(value.name)} holds no numbers.`)
  for (const channel of ['x', 'y'] as const) {
    const { field, scale } = (encoding[channel] ?? {}) as {
      field?: string
      scale?: { domain?: unknown }
    }
    const own = table.fields.find(({ name }) => name === field)
    const domain = scale?.domain
    if (!own || !Array.isArray(domain) || typeof domain[0] !== 'number') continue
    const [low, high] = domain as [number, number]
    const inside = own.values.filter(
      (each) =>
        typeof each === 'number' && each >= Math.min(low, high) && each <= Math.max(low, high),
    )
    if (inside.length === 0)
      refuse(`No value of ${JSON.stringify(own.name)} lies between ${low} and ${high}.`)
  }
  return plain(specOf(draft)) as ChartSpec
}

/** Without what only the clauses needed, and a copy, so that no part stands at two places. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const { mark } = value as Json
  if (typeof mark === 'object' && mark !== null && Object.keys(mark).join() === 'type')
    return plain({ ...value, mark: (mark as Json).type })
  return Object.fromEntries(
    Object.entries(value as Json)
      .filter(([name, inner]) => name !== 'painted' && inner !== undefined)
      .map(([name, inner]) => [name, plain(inner)]),
  )
}
