/** What the rules choose: which chart, which columns on which channel, which statistics. No geometry, no colour's place. */
import type { Cell } from '../../../forms/chart'

export type Mark =
  | 'bar'
  | 'line'
  | 'area'
  | 'point'
  | 'histogram'
  | 'density'
  | 'ecdf'
  | 'box'
  | 'violin'
  | 'strip'
  | 'heatmap'
  | 'arc'
  | 'radar'
  | 'slope'
  | 'lollipop'
  | 'forest'

/** One field on one visual channel. */
export interface Channel {
  field: string
  /** With its unit, as it is printed; absent: made of the field's name. */
  title?: string
  scale?: 'linear' | 'log' | 'symlog'
  domain?: [number, number]
  /** Shares of one shown as per cent. */
  percent?: boolean
  /** The values are read as names, not as amounts. */
  discrete?: boolean
  sort?: 'data' | 'name' | 'name-descending' | 'value' | 'value-descending' | 'order'
  /** Categories in the order that `sort: order` names; others follow as in the data. */
  order?: string[]
}

export interface Overlay {
  kind:
    | 'reference'
    | 'diagonal'
    | 'regression'
    | 'annotation'
    | 'values'
    | 'points'
    | 'stars'
    | 'cumulative'
    | 'mean'
    | 'raw'
  /** The axis a reference line stands on. */
  axis?: 'x' | 'y'
  /** A number, a category, or a date. */
  value?: Cell
  x?: Cell
  y?: number
  text?: string
  /** Of a regression: its share of explained variance stands in the figure. */
  figures?: boolean
  method?: 'linear' | 'log' | 'exp' | 'quad' | 'loess'
  /** Of stars: which two categories are compared; absent: the p value of each mark. */
  pair?: [string, string]
  p?: number
}

export type ChannelName =
  | 'x'
  | 'y'
  | 'color'
  | 'size'
  | 'shape'
  | 'lower'
  | 'upper'
  | 'error'
  | 'label'
  | 'facet'
  | 'weight'
  | 'p'

/** Fields are named as in the table, or as `fold` names them. */
export interface ChartIR {
  mark: Mark
  /** Columns side by side become two: which one it was, and the number. */
  fold?: {
    fields: string[]
    key: string
    value: string
    /** How the columns are called in the figure, in the order of `fields`. */
    labels?: string[]
  }
  encoding: Partial<Record<ChannelName, Channel>>
  /** Turns the argument upright: bars lie, boxes lie. */
  horizontal?: boolean
  stack?: 'none' | 'stack' | 'normalize'
  /** Values that share a place: one statistic of them. */
  aggregate?: 'none' | 'mean' | 'median' | 'sum' | 'count' | 'min' | 'max'
  /** What the interval around a mean is when it is computed. */
  spread?: 'none' | 'sd' | 'se' | 'ci95' | 'range'
  /** How a given or computed interval is drawn. */
  interval?: 'none' | 'bars' | 'band'
  /** Computed from the rows before drawing. */
  transform?: 'none' | 'roc' | 'pr' | 'calibration' | 'correlation' | 'confusion'
  /** Cells of a matrix as shares of their row, of their column or of all. */
  share?: 'row' | 'column' | 'all'
  /** How the area under a precision-recall curve is told: by trapezoids, or as average precision. */
  area?: 'auc' | 'ap'
  bins?: number
  donut?: boolean
  /** Equal lengths on both axes. */
  square?: boolean
  overlays?: Overlay[]
  title?: string
  legend?: {
    place?: 'auto' | 'right' | 'top' | 'bottom' | 'left' | 'inside' | 'none' | 'direct'
    title?: string
  }
  palette?: {
    name?: string
    colors?: string[]
    /** Colours of single series or categories, by name. */
    of?: { name: string; color: string }[]
    /** This series or category has the accent, the others step back. */
    highlight?: string[]
  }
  grid?: boolean
  /** Why each choice was made, one sentence each. */
  reasons: { choice: string; reason: string }[]
}
