import type { Field } from '../../../../forms/chart'
import type { Draft } from '../charts/draft'

/** The kinds of chart that words can ask for. */
export type Kind =
  | 'bar'
  | 'lollipop'
  | 'line'
  | 'area'
  | 'scatter'
  | 'box'
  | 'violin'
  | 'strip'
  | 'histogram'
  | 'density'
  | 'ecdf'
  | 'heatmap'
  | 'pie'
  | 'radar'
  | 'slope'
  | 'dumbbell'
  | 'forest'
  | 'survival'
  | 'roc'
  | 'calibration'
  | 'volcano'
  | 'bland-altman'
  | 'qq'
  | 'waterfall'
  | 'likert'
  | 'two axes'

/** What a clause says of a role: the columns that its words name, or words that name none. */
export interface Slot {
  fields: Field[]
  words: string
  exact: boolean
  /** In which sentence of the intent, from nought. */
  sentence: number
}

export type Statistic = 'mean' | 'median' | 'sum' | 'count' | 'min' | 'max'
export type Spread = 'sd' | 'se' | 'ci' | 'range' | 'some'

/** What a role of the chart is taken from. */
export type RoleName =
  | 'x'
  | 'y'
  | 'by'
  | 'color'
  | 'facet'
  | 'size'
  | 'shape'
  | 'label'
  | 'loose'
  | 'minus'
  | 'left'
  | 'right'

/** Changes a chart as one clause asks; gives the reason where the chart cannot. */
export type Edit = (draft: Draft) => string | undefined

/** What the clauses of an intent ask for. */
export interface Asked {
  kind?: Kind
  /** The kind that marks let expect, where none is named: one line for each. */
  hint?: Kind
  /** Readings of words as columns that are not called so, a sentence each. */
  readings: string[]
  /** More marks over those of the kind. */
  over: Set<
    | 'points'
    | 'markers'
    | 'median'
    | 'mean'
    | 'box'
    | 'line'
    | 'density'
    | 'figures'
    | 'risk'
    | 'area under'
    | 'percent'
  >
  roles: Record<RoleName, Slot[]>
  /** Every column that the words name, once each time. */
  named: { fields: readonly Field[]; words: string }[]
  /** Names of the data that the words hold outside of remarks. */
  values: { field: Field; value: string }[]
  /** Columns that only remarks speak of, by name. */
  remarked: Set<string>
  /** Columns that are not to be shown. */
  without: Set<Field>
  how?: Statistic
  /** Single values, never reckoned together. */
  raw?: boolean
  spread?: Spread
  band?: boolean
  horizontal?: boolean
  stack?: 'zero' | 'normalize' | 'none'
  donut?: boolean
  /** So many names, those of the largest amounts. */
  top?: number
  /** Cells of a matrix as shares of their row, of their column or of all. */
  share?: 'row' | 'column' | 'all'
  /** The matrix is that of correlations between columns. */
  correlation?: boolean
  /** The matrix is that of true and predicted classes. */
  confusion?: boolean
  /** The thresholds of a volcano plot and how many of its points have names. */
  cuts?: { fold?: number; p?: number; top?: number }
  /** The marks and colours on the left and the right axis. */
  sides?: { mark: 'bar' | 'line' | 'point'; color?: string }[]
  /** What counts as positive in a column of two values. */
  positive?: { field: Field; value: string }
  bins?: { count?: number; width?: number }
  /** Months, weeks, years that moments are gathered in. */
  every?: 'day' | 'month' | 'week' | 'year' | 'quarter'
  order?: {
    by: 'value' | 'name' | 'data' | 'list' | 'difference' | 'agreement'
    descending?: boolean
    /** The word for the first of them, where it says what is good and not what is large. */
    grade?: string
    lists: { field: Field; names: string[] }[]
    pins: { field: Field; name: string; last: boolean }[]
  }
  /** Each change of the chart with the clause that asks for it. */
  edits: { clause: string; edit: Edit }[]
  /** Rows that stay, by the values of a column. */
  filters: { field: Field; values: string[]; keep: boolean }[]
  /** Sentences on wishes that no chart of ours meets. */
  unmet: string[]
}

export const nothingAsked = (): Asked => ({
  over: new Set(),
  roles: {
    x: [],
    y: [],
    by: [],
    color: [],
    facet: [],
    size: [],
    shape: [],
    label: [],
    loose: [],
    minus: [],
    left: [],
    right: [],
  },
  named: [],
  values: [],
  remarked: new Set(),
  without: new Set(),
  edits: [],
  filters: [],
  unmet: [],
  readings: [],
})
