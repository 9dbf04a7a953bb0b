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

/** What a column means to a reader of the chart. */
export const Role = Type.Union([
  Type.Literal('number'),
  Type.Literal('category'),
  /** Categories with an order of their own: low, medium, high; fold 1, fold 2. */
  Type.Literal('ordinal'),
  /** Milliseconds since 1970 in UTC. */
  Type.Literal('time'),
  /** The ends of an interval around the numbers of the field `of`. */
  Type.Literal('lower'),
  Type.Literal('upper'),
  /** A symmetric error (standard deviation, standard error) of the field `of`. */
  Type.Literal('error'),
  Type.Literal('weight'),
  /** A p value. */
  Type.Literal('p'),
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
  span: Type.Optional(Type.Union([Type.Literal('month'), Type.Literal('quarter')])),
  /** Written behind each of the numbers. */
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

export const MARKS = [
  'bar',
  'line',
  'area',
  'point',
  'histogram',
  'density',
  'ecdf',
  'box',
  'violin',
  'strip',
  'heatmap',
  'arc',
  'radar',
  'slope',
  'lollipop',
  'forest',
] as const

const strict = { additionalProperties: false }
const words = (maxLength = 200) => Type.String({ minLength: 1, maxLength })
const oneOf = <const T extends readonly string[]>(values: T) =>
  Type.Union(values.map((value) => Type.Literal(value as T[number])))

const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

/** One field on one visual channel. */
export const Channel = Type.Object(
  {
    field: words(),
    /** With its unit, as it is printed; absent: made of the field's name. */
    title: Type.Optional(Type.String({ maxLength: 200 })),
    scale: Type.Optional(oneOf(['linear', 'log', 'symlog'])),
    domain: Type.Optional(Type.Tuple([Type.Number(), Type.Number()])),
    /** Shares of one shown as per cent. */
    percent: Type.Optional(Type.Boolean()),
    /** The values are read as names, not as amounts. */
    discrete: Type.Optional(Type.Boolean()),
    sort: Type.Optional(
      oneOf(['data', 'name', 'name-descending', 'value', 'value-descending', 'order']),
    ),
    /** Categories in the order that `sort: order` names; others follow as in the data. */
    order: Type.Optional(Type.Array(Type.String(), { maxItems: 200 })),
  },
  strict,
)

export const Overlay = Type.Object(
  {
    kind: oneOf([
      'reference',
      'diagonal',
      'regression',
      'annotation',
      'values',
      'points',
      'stars',
      'cumulative',
      'mean',
      'raw',
    ]),
    /** The axis a reference line stands on. */
    axis: Type.Optional(oneOf(['x', 'y'])),
    /** A number, a category, or a date. */
    value: Type.Optional(Cell),
    x: Type.Optional(Cell),
    y: Type.Optional(Type.Number()),
    text: Type.Optional(Type.String({ maxLength: 200 })),
    /** Of a regression: its share of explained variance stands in the figure. */
    figures: Type.Optional(Type.Boolean()),
    method: Type.Optional(oneOf(['linear', 'log', 'exp', 'quad', 'loess'])),
    /** Of stars: which two categories are compared; absent: the p value of each mark. */
    pair: Type.Optional(Type.Tuple([Type.String(), Type.String()])),
    p: Type.Optional(Type.Number()),
  },
  strict,
)

/**
 * What a chart shows and why, without geometry: written by rules or filled by a model. Fields are named as in the
 * {@link Table}, or as `fold` names them.
 */
export const ChartIR = Type.Object(
  {
    mark: oneOf(MARKS),
    /** Columns side by side become two: which one it was, and the number. */
    fold: Type.Optional(
      Type.Object(
        {
          fields: Type.Array(words(), { minItems: 1, maxItems: 200 }),
          key: words(),
          value: words(),
          /** How the columns are called in the figure, in the order of `fields`. */
          labels: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 })),
        },
        strict,
      ),
    ),
    encoding: Type.Object(
      {
        x: Type.Optional(Channel),
        y: Type.Optional(Channel),
        color: Type.Optional(Channel),
        size: Type.Optional(Channel),
        shape: Type.Optional(Channel),
        lower: Type.Optional(Channel),
        upper: Type.Optional(Channel),
        error: Type.Optional(Channel),
        label: Type.Optional(Channel),
        facet: Type.Optional(Channel),
        weight: Type.Optional(Channel),
        p: Type.Optional(Channel),
      },
      strict,
    ),
    /** Turns the argument upright: bars lie, boxes lie. */
    horizontal: Type.Optional(Type.Boolean()),
    stack: Type.Optional(oneOf(['none', 'stack', 'normalize'])),
    /** Values that share a place: one statistic of them. */
    aggregate: Type.Optional(oneOf(['none', 'mean', 'median', 'sum', 'count', 'min', 'max'])),
    /** What the interval around a mean is when it is computed. */
    spread: Type.Optional(oneOf(['none', 'sd', 'se', 'ci95', 'range'])),
    /** How a given or computed interval is drawn. */
    interval: Type.Optional(oneOf(['none', 'bars', 'band'])),
    /** Computed from the rows before drawing. */
    transform: Type.Optional(
      oneOf(['none', 'roc', 'pr', 'calibration', 'correlation', 'confusion']),
    ),
    /** Cells of a matrix as shares of their row, of their column or of all. */
    share: Type.Optional(oneOf(['row', 'column', 'all'])),
    /** How the area under a precision-recall curve is told: by trapezoids, or as average precision. */
    area: Type.Optional(oneOf(['auc', 'ap'])),
    bins: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    donut: Type.Optional(Type.Boolean()),
    /** Equal lengths on both axes. */
    square: Type.Optional(Type.Boolean()),
    overlays: Type.Optional(Type.Array(Overlay, { maxItems: 40 })),
    title: Type.Optional(Type.String({ maxLength: 300 })),
    legend: Type.Optional(
      Type.Object(
        {
          place: Type.Optional(
            oneOf(['auto', 'right', 'top', 'bottom', 'left', 'inside', 'none', 'direct']),
          ),
          title: Type.Optional(Type.String({ maxLength: 200 })),
        },
        strict,
      ),
    ),
    palette: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(words(40)),
          colors: Type.Optional(Type.Array(Colour, { maxItems: 40 })),
          /** Colours of single series or categories, by name. */
          of: Type.Optional(
            Type.Array(Type.Object({ name: Type.String(), color: Colour }, strict)),
          ),
          /** This series or category has the accent, the others step back. */
          highlight: Type.Optional(Type.Array(Type.String(), { maxItems: 20 })),
        },
        strict,
      ),
    ),
    grid: Type.Optional(Type.Boolean()),
    /** Why each choice was made, one sentence each. */
    reasons: Type.Array(Type.Object({ choice: Type.String(), reason: Type.String() }, strict)),
  },
  strict,
)

export type Role = Static<typeof Role>
export type Cell = Static<typeof Cell>
export type Field = Static<typeof Field>
export type Table = Static<typeof Table>
export type Mark = (typeof MARKS)[number]
export type Channel = Static<typeof Channel>
export type Overlay = Static<typeof Overlay>
export type ChartIR = Static<typeof ChartIR>
export type ChannelName = keyof ChartIR['encoding']

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
