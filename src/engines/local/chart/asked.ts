/** What rules read from an intent: a kind of chart, columns with what they are for, and a handful of manners. */
import type { Field } from '../../../forms/chart'

export type Json = Record<string, unknown>
export type Channel = 'x' | 'y' | 'color' | 'size' | 'facet'
type Stat = 'mean' | 'median' | 'sum' | 'min' | 'max' | 'count'

export type Manner =
  | ('stacked' | 'grouped' | 'percent' | 'horizontal' | 'ring')
  | ('raw' | 'values' | 'figures' | 'spread' | 'band' | 'bars' | 'along')

/** A value of a column of names in the intent, or a column as the name of a series. */
export interface Value {
  field: Field
  value: string
}

/** Columns are bound by the words before them, or stand in their order in `columns`. */
export interface Asked {
  kind?: string
  stat?: Stat
  spread?: 'stdev' | 'stderr' | 'ci' | 'iqr'
  fit?: string
  bins?: number
  sort?: { order: 'ascending' | 'descending' | 'alphabet'; by?: Field }
  /** Colours that the author gives to values. */
  colors: { at: Value; color: string }[]
  /** Columns of the values that the intent names. */
  hinted: Set<Field>
  columns: Field[]
  by: Field[]
  over: Field[]
  on: Partial<Record<Channel, Field>>
  /** What runs logarithmically: an axis, that of the values (`amount`), or that of a column. */
  logs: Set<'x' | 'y' | 'amount' | Field>
  titles: Partial<Record<'x' | 'y' | 'chart', string>>
  manners: Set<Manner>
  /** Rules that the intent declines. */
  declined: Set<string>
}

export const nothing = (): Asked => ({
  ...{ colors: [], columns: [], by: [], over: [], on: {}, titles: {} },
  ...{
    logs: new Set(),
    hinted: new Set(),
    manners: new Set(),
    declined: new Set(),
  },
})
