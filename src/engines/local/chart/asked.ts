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
  /** Members of scales; `amount` is the axis of the values. */
  scales: Partial<Record<'x' | 'y' | 'amount' | 'color', Json>>
  grid?: boolean
  /** What data without names are called. */
  names: { amount?: string; place?: string }
}

export const nothing = (): Asked => ({
  ...{ columns: [], by: [], over: [], ignored: [], only: [], without: [], highlight: [] },
  ...{ order: [], colors: [], marks: [], flags: [] },
  ...{ on: {}, titles: {}, scales: {}, names: {} },
})
