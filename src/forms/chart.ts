/**
 * A chart is a {@link Table} and a {@link ChartSpec}: one specification of the closed part of Vega-Lite 6 that
 * `vega-lite/schema.ts` holds, without data. `checkSpec` (`vega-lite/read.ts`) is the one check of it; whoever decides
 * a chart (an intent in Vega-Lite, rules, a model) gives a specification that passes it, and `figure.chart` draws it.
 *
 * - Fields are names of the table's columns, as they are (dots and brackets in them need no escape), or of what the
 *   specification's own transforms make. Columns of role `time` are milliseconds in UTC: use `"scale": {"type": "utc"}`
 *   and units of time that begin with `utc`.
 * - Lengths are Vega-Lite's pixels (text is 11 of them high); one is two units of the scene.
 * - The `name` of a view (small letters and hyphens) becomes `data-mark` of what it draws.
 * - Without `legend.orient` the house finds the place: at the ends of lines, in a free corner, beside, above. Without
 *   `width` and `height` the chart fills the canvas; in composed views they are shares of it.
 */
import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from './schema'

/** What a column means to a reader of the chart. */
export const Role = oneOf([
  'number',
  'category',
  /** Categories with an order of their own: low, medium, high; fold 1, fold 2. */
  'ordinal',
  /** Milliseconds since 1970 in UTC. */
  'time',
  /** The ends of an interval around the numbers of the field `of`. */
  'lower',
  'upper',
  /** A symmetric error (standard deviation, standard error) of the field `of`. */
  'error',
  'weight',
  /** A p value. */
  'p',
])

export const Cell = Type.Union([Type.Number(), Type.String(), Type.Null()])

export const Field = Type.Object({
  name: Type.String(),
  role: Role,
  /** All numbers are whole. */
  whole: Type.Boolean(),
  /** The number field that an interval, an error or a p value belongs to. */
  of: Type.Optional(Type.String()),
  /** Moments that stand for a whole month or quarter. */
  span: Type.Optional(oneOf(['month', 'quarter'])),
  /** Of an axis that it stands on; absent: its name says nothing. */
  title: Type.Optional(Type.String()),
  /** The first amount that it may share an axis with: of its unit, and not far from its size. */
  like: Type.Optional(Type.String()),
  /** Written behind each of the numbers, or with the name. */
  unit: Type.Optional(Type.String()),
  /** The values are true and false, written as texts. */
  logical: Type.Optional(Type.Boolean()),
  /** Made by the reader (`series`, `value`): no word of the client's. */
  made: Type.Optional(Type.Boolean()),
  values: Type.Array(Cell),
})

/** Data read into columns of equal length; null is a missing value. */
export const Table = Type.Object({
  /** Which form the data came in, e.g. `records` or `matrix`. */
  shape: Type.String(),
  fields: Type.Array(Field),
  /** Sentences on what was left out or understood, for the log. */
  notes: Type.Array(Type.String()),
})

export type Role = Static<typeof Role>
export type Cell = Static<typeof Cell>
export type Field = Static<typeof Field>
export type Table = Static<typeof Table>

/**
 * A chart: a specification of the subset of Vega-Lite 6 in `vega-lite/schema.ts`, checked by `checkSpec`, without data.
 */
export interface ChartSpec {
  [member: string]: unknown
}

/** The data or the wish cannot become a chart; the message is a sentence for the client. */
export class ChartRefused extends Error {
  override name = 'ChartRefused'
}
