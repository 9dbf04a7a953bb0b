/** What rules read from an intent. */
import type { Field } from '../../../forms/chart'

export type Json = Record<string, unknown>
export type Channel = 'x' | 'y' | 'color' | 'size' | 'shape' | 'facet' | 'text'

/** A value of a column of names in the intent, or a column as the name of a series. */
export interface Value {
  field: Field
  value: string
}

/** All that an intent can say; columns are bound by the words before them, or stand in their order in `columns`. */
export interface Asked {
  kind?: string
  stat?: 'mean' | 'median' | 'sum' | 'min' | 'max' | 'count'
  spread?: 'stdev' | 'stderr' | 'ci' | 'iqr'
  fit?: string
  sort?: { order: 'ascending' | 'descending' | 'alphabet'; by?: Field }
  top?: number
  unit?: string
  bins?: { count?: number; width?: number }
  /** The colour of marks that no column colours. */
  ink?: string
  legend?: Json | null
  columns: Field[]
  by: Field[]
  over: Field[]
  ignored: Field[]
  only: Value[]
  without: Value[]
  highlight: Value[]
  order: Value[]
  colors: { at: Value; color: string }[]
  /** Lines that the author sets over the data. */
  marks: { axis: 'x' | 'y'; at: number | string; text?: string }[]
  flags: string[]
  on: Partial<Record<Channel, Field>>
  titles: Partial<Record<'x' | 'y' | 'chart' | 'legend', string>>
  /** Members of scales and axes; `amount` is the axis of the values. */
  scales: Partial<Record<'x' | 'y' | 'amount' | 'color', Json>>
  axes: Partial<Record<'x' | 'y', Json>>
  /** What data without names are called. */
  names: { amount?: string; place?: string }
}

export const nothing = (): Asked => ({
  ...{ columns: [], by: [], over: [], ignored: [], only: [], without: [], highlight: [] },
  ...{ order: [], colors: [], marks: [], flags: [] },
  ...{ on: {}, titles: {}, scales: {}, axes: {}, names: {} },
})

/** Adds what a rule says: lists grow, members join, and of single wishes the first one stays. */
export function add(asked: Asked, patch: Partial<Asked>): void {
  const own = asked as unknown as Record<string, unknown>
  for (const [name, value] of Object.entries(patch)) {
    const held = own[name]
    if (Array.isArray(held)) held.push(...(value as unknown[]))
    else own[name] = isRecord(held) && isRecord(value) ? joined(held, value) : (held ?? value)
  }
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null

function joined(held: Json, more: Json): Json {
  const found = { ...held }
  for (const [name, value] of Object.entries(more)) {
    const one = found[name]
    found[name] =
      isRecord(one) && isRecord(value) && !('values' in one) ? { ...one, ...value } : (one ?? value)
  }
  return found
}
