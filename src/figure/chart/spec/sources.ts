/** Where the fields of a compiled chart come from: columns of the table, and what known operations make of them. */
import type { Json } from './vega'

/** The name of the rows of the table among all data of a chart. */
export const TABLE = 'table'

export interface Source {
  /** The column, or what an operation makes of it ("mean of yield"); absent for what is computed otherwise. */
  of?: string
  /** The units of time that the field was cut to. */
  units?: readonly string[]
}

export type Fields = (name: unknown) => Source | undefined
/** The fields of each of a chart's data, by the name of the data. */
export type Sources = ReadonlyMap<unknown, Fields>

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])

/** The data that a group's marks see: those around it, its facet, its own. */
export function sourcesOf(group: Json, around: Sources): Sources {
  const found = new Map(around)
  const facet = (group.from as { facet?: Json } | undefined)?.facet
  if (facet) found.set(facet.name, found.get(facet.data) ?? NOTHING)
  for (const { name, source, transform } of listOf(group.data)) {
    const given = name === TABLE ? COLUMNS : (found.get(source) ?? NOTHING)
    found.set(name, listOf(transform).reduce(after, given))
  }
  return found
}

const NOTHING: Fields = () => undefined
const COLUMNS: Fields = (name) => ({ of: plain(name) })

/** Accessors of Vega escape dots and brackets. */
const plain = (name: unknown) => String(name).replace(/\\(.)/g, '$1')

/** What rows have after a transform of Vega. */
function after(before: Fields, transform: Json): Fields {
  const { type, field, expr, groupby } = transform
  const made = [transform.as].flat().map(plain)
  const whole = (own: (name: string, at: number) => Source | undefined, rest: Fields): Fields => {
    const sources = new Map(made.map((name, at) => [name, own(name, at)]))
    return (name) => (sources.has(plain(name)) ? sources.get(plain(name)) : rest(name))
  }
  const keys = new Set([groupby ?? []].flat().map(plain))
  const grouped: Fields = (name) => (keys.has(plain(name)) ? before(name) : undefined)
  const [ops, fields] = [transform.ops, transform.fields] as [string[]?, unknown[]?]
  const operated = (_: string, at: number): Source | undefined => {
    const [op, of] = [ops?.[at], before(fields?.[at])?.of]
    return op === 'count' ? { of: 'count' } : of === undefined ? of : { of: `${op} of ${of}` }
  }
  switch (type) {
    case 'filter':
    case 'extent':
    case 'collect':
    case 'impute':
      return before
    case 'formula': {
      // Columns are read as what they are; all else is computed.
      const [, read] = /^to\w+\(datum\["((?:[^"\\]|\\.)+)"\]/.exec(String(expr)) ?? []
      return read !== undefined && plain(read) === made[0] ? before : whole(NOTHING, before)
    }
    case 'bin':
    case 'stack':
      return whole(() => before(field), before)
    case 'timeunit': {
      const units = transform.units as string[]
      return whole(() => ({ ...before(field), units }), before)
    }
    case 'aggregate':
      return whole(operated, grouped)
    case 'joinaggregate':
      return whole(operated, before)
    case 'fold': {
      const of = (fields ?? []).map(plain).join(', ')
      return whole(() => ({ of }), before)
    }
    case 'flatten':
      return whole((_, at) => before(fields?.[at]), before)
    case 'window':
      return whole(NOTHING, before)
    default:
      return grouped
  }
}
