import type { ChartSpec } from '../../../../forms/chart'
import { type Channels, type Draft, fieldOf, type Json, refuse, rowsBy, specOf } from './draft'

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
  joined(draft)
  return plain(specOf(draft)) as ChartSpec
}

/** Lines that join nothing, each with one point, are an empty chart. */
function joined({ table, encoding, layers, facet }: Draft): void {
  const lines = layers.filter(({ mark }) => (mark as Json | undefined)?.type === 'line')
  const field = (channel?: Json) => fieldOf(table, String(channel?.field ?? ''))
  for (const layer of lines) {
    const { x, y, color, detail } = { ...encoding, ...(layer.encoding as Channels | undefined) }
    const [along, up] = [field(x), field(y)]
    if (!along || !up) continue
    const groups = rowsBy(table, [field(color), field(detail), fieldOf(table, facet?.field ?? '')])
    const runs = [...groups.values()].map(
      (rows) =>
        new Set(
          rows
            .filter((i) => up.values[i] !== null && along.values[i] !== null)
            .map((i) => along.values[i]),
        ).size,
    )
    if (runs.every((count) => count < 2))
      refuse(
        `Each line over ${JSON.stringify(along.name)} would have a single point, so no line would be seen; say over which columns the lines run.`,
      )
  }
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
