import { ChartRefused, type ChartSpec, type Field, type Table } from '../../../../forms/chart'
import type { Kind } from '../clauses/asked'
import { fieldTitle } from '../data/field-titles'

export type Json = Record<string, unknown>
export type Channels = Record<string, Json>

/** A chart while clauses change it: views that share channels, and what lies over them. */
export interface Draft {
  kind: Kind
  table: Table
  transform: Json[]
  encoding: Channels
  layers: Json[]
  /** Lines and words at places, with channels of their own. */
  over: Json[]
  around: Json
  /** Sentences for the description. */
  says: string[]
  title?: string
  /** The channel that holds amounts, and the column whose amounts they are. */
  amount: 'x' | 'y'
  value?: Field
  /** Names along an axis, in their order. */
  names?: { channel: 'x' | 'y'; field: string; list: string[] }
  /** Names told apart by colour, in their order. */
  series?: { field: string; names: string[] }
  facet?: { field: string; names: string[]; columns: number; title?: string }
  direct?: boolean
  /** What the columns are called that became names of series. */
  aliases: ReadonlyMap<string, string>
}

/** The specification of a finished draft. */
export function specOf(draft: Draft): ChartSpec {
  const { encoding, layers, over, around, says, title, transform, facet } = draft
  const [only, ...more] = layers
  const inner: Json =
    more.length > 0 || !only || 'layer' in only
      ? { encoding, layer: layers }
      : { ...only, encoding: { ...encoding, ...(only.encoding as Json) } }
  const view = over.length > 0 ? { layer: [inner, ...over] } : inner
  const meta = {
    ...(says.length > 0 ? { says } : {}),
    ...(draft.direct ? { legend: 'direct' } : {}),
  }
  const top: Json = {
    ...(title === undefined ? {} : { title }),
    ...(Object.keys(meta).length > 0 ? { usermeta: meta } : {}),
    ...(transform.length > 0 ? { transform } : {}),
  }
  if (!facet) return { ...top, ...around, ...view }
  const { resolve, ...size } = around
  return {
    ...top,
    facet: { field: facet.field, type: 'nominal', sort: facet.names, title: facet.title ?? null },
    columns: facet.columns,
    ...(resolve ? { resolve } : {}),
    spec: { ...size, ...view },
  }
}

/** Names of a column as texts, in the order of the data. */
export const namesOf = (field: Field): string[] => [
  ...new Set(field.values.filter((each) => each !== null).map(String)),
]

export const numbersOf = (field: Field): number[] =>
  field.values.filter((each): each is number => typeof each === 'number')

export const isName = ({ role }: Field) => role === 'category' || role === 'ordinal'

export const isAmount = ({ role }: Field) =>
  role !== 'category' && role !== 'ordinal' && role !== 'time'

/** The title of a column's axis, with its unit. */
export const titled = (field: Field): string | null => {
  const title = fieldTitle(field)
  if (title === '') return null
  return field.unit && !/[([]/.test(title) && !title.endsWith(field.unit)
    ? `${title} (${field.unit})`
    : title
}

export const fieldOf = (table: Table, name: string): Field | undefined =>
  table.fields.find((each) => each.name === name)

/** Rows grouped by the columns given; each group has its rows' numbers in the data. */
export function rowsBy(
  table: Table,
  fields: readonly (Field | undefined)[],
): Map<string, number[]> {
  const length = table.fields[0]?.values.length ?? 0
  const own = fields.filter((each) => each !== undefined)
  return Map.groupBy(
    Array.from({ length }, (_, i) => i),
    (i) => JSON.stringify(own.map(({ values }) => values[i])),
  )
}

/** The table with only the rows for which `keep` holds. */
export const withRows = (table: Table, keep: (row: number) => boolean): Table => ({
  ...table,
  fields: table.fields.map((field) => ({
    ...field,
    values: field.values.filter((_, i) => keep(i)),
  })),
})

/** The column as an expression of Vega. */
export const datum = (name: string): string => `datum[${JSON.stringify(name)}]`

export const refuse = (sentence: string): never => {
  throw new ChartRefused(sentence)
}

/** "a, b and c" in quotes. */
export const quoted = (names: readonly string[], most = 8): string => {
  const shown = names.slice(0, most).map((name) => JSON.stringify(name))
  return names.length > most
    ? `${shown.join(', ')} and ${names.length - most} more`
    : shown.join(', ')
}
