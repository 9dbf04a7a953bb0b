/**
 * The part of Vega-Lite 6 that is drawn (https://vega.github.io/vega-lite/docs/spec.html), as one closed schema: marks,
 * transforms, views. What would load, interact or run for ever is outside it, as is everything that would be left out
 * without a word. Lengths are Vega-Lite's pixels. Marks of our own are in `composites.ts`.
 */
import { type TSchema, Type } from '@sinclair/typebox'
import { COMPOSITES } from './composites'
import { CHANNELS, Encoding, Facet, Impute, Predicate } from './encodings'
import {
  align,
  anchor,
  any,
  Best,
  Bin,
  baseline,
  between,
  dash,
  Expr,
  each,
  expression,
  flag,
  Ignored,
  list,
  Name,
  nil,
  number,
  Operation,
  oneOf,
  orExpr,
  Paint,
  part,
  record,
  SortOrder,
  side,
  split,
  strict,
  TimeUnit,
  text,
  weight,
  whole,
} from './parts'

export const VEGA_LITE_MARKS = split(
  'arc area bar circle line point rect rule square text tick trail boxplot errorbar errorband',
)
/** All marks: those of Vega-Lite, then our composites. */
export const MARKS: readonly string[] = [...VEGA_LITE_MARKS, ...Object.keys(COMPOSITES)]

const Words = any(text, list(text, 10))
const markStyle = {
  ...each(orExpr(Paint), 'color fill stroke'),
  ...each(
    orExpr(number),
    'opacity fillOpacity strokeOpacity strokeWidth size angle innerRadius outerRadius radius radius2 theta theta2 dx dy fontSize',
  ),
  ...each(
    number,
    'strokeDashOffset tension thickness cornerRadius cornerRadiusEnd cornerRadiusTopLeft cornerRadiusTopRight cornerRadiusBottomLeft cornerRadiusBottomRight binSpacing bandSize minBandSize padAngle radiusOffset thetaOffset xOffset x2Offset yOffset y2Offset timeUnitBandPosition timeUnitBandSize lineHeight limit',
  ),
  ...each(flag, 'filled clip aria'),
  ...each(text, 'shape font lineBreak ellipsis description'),
  ...each(any(number, Type.Object({ band: number }, strict)), 'width height'),
  ...each(any(number, oneOf('width'), Expr), 'x x2'),
  ...each(any(number, oneOf('height'), Expr), 'y y2'),
  ...each(Ignored, 'tooltip cursor'),
  strokeDash: dash,
  strokeCap: oneOf('butt round square'),
  strokeJoin: oneOf('miter round bevel'),
  interpolate: oneOf(
    'linear linear-closed step step-before step-after basis basis-open basis-closed cardinal cardinal-open cardinal-closed bundle monotone natural',
  ),
  orient: oneOf('horizontal vertical'),
  invalid: any(
    nil,
    oneOf(
      'filter break-paths-filter-domains break-paths-show-domains break-paths-show-path-domains show',
    ),
  ),
  text: orExpr(Words),
  align: orExpr(align),
  baseline: orExpr(baseline),
  fontStyle: oneOf('normal italic'),
  fontWeight: weight,
  order: any(flag, nil),
  style: Words,
}

const MarkDef = record(
  { type: oneOf(...VEGA_LITE_MARKS) },
  {
    ...markStyle,
    point: any(flag, oneOf('transparent'), part(markStyle)),
    extent: any(number, oneOf('min-max ci iqr stderr stdev'), list(number, 2)),
    ...each(any(flag, part(markStyle)), 'line borders band box median outliers rule ticks'),
  },
)

/** The schema of a mark of that name; undefined for unknown ones. */
export function markOf(name: string): TSchema | undefined {
  const own = Object.hasOwn(COMPOSITES, name) ? COMPOSITES[name] : undefined
  if (own) return record({ type: Type.Literal(name) }, { ...own.options, color: Paint })
  return VEGA_LITE_MARKS.includes(name) ? MarkDef : undefined
}

const As = any(Name, list(Name, 10))
const groupby = list(Name, 20)
const span = list(number, 2)
const sort = list(record({ field: Name }, { order: any(SortOrder, nil) }), 10)
const aggregates = list(
  Type.Object(
    {
      op: any(Operation, oneOf('argmin argmax'), ...Best.anyOf),
      as: Name,
      field: Type.Optional(Name),
    },
    strict,
  ),
  40,
)
const WINDOW = oneOf(
  'row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value',
)

/** Transforms of the data, by the member that tells their kind. */
export const TRANSFORMS: Readonly<Record<string, TSchema>> = {
  aggregate: record({ aggregate: aggregates }, { groupby }),
  bin: Type.Object({ bin: Bin, field: Name, as: As }, strict),
  calculate: Type.Object({ calculate: expression, as: Name }, strict),
  density: record(
    { density: Name },
    {
      groupby,
      bandwidth: between(0, 1e12),
      extent: span,
      ...each(flag, 'cumulative counts'),
      ...each(whole(2, 500), 'minsteps maxsteps steps'),
      resolve: oneOf('independent shared'),
      as: As,
    },
  ),
  filter: Type.Object({ filter: Predicate }, strict),
  flatten: record({ flatten: list(Name, 20) }, { as: As }),
  fold: record({ fold: list(Name, 200) }, { as: As }),
  impute: record({ impute: Name, key: Name }, { ...Impute.properties, groupby }),
  joinaggregate: record({ joinaggregate: aggregates }, { groupby }),
  loess: record(
    { loess: Name, on: Name },
    { groupby, bandwidth: Type.Number({ exclusiveMinimum: 0, maximum: 1 }), as: As },
  ),
  pivot: record({ pivot: Name, value: Name }, { groupby, limit: whole(0, 200), op: Operation }),
  quantile: record(
    { quantile: Name },
    { groupby, probs: list(between(0, 1), 1000), step: between(0.001, 1), as: As },
  ),
  regression: record(
    { regression: Name, on: Name },
    {
      groupby,
      method: oneOf('linear log exp pow quad poly'),
      order: whole(1, 8),
      extent: span,
      params: flag,
      as: As,
    },
  ),
  stack: record({ stack: Name, groupby }, { offset: oneOf('zero center normalize'), sort, as: As }),
  timeUnit: Type.Object({ timeUnit: TimeUnit, field: Name, as: Name }, strict),
  window: record(
    {
      window: list(
        record({ op: any(Operation, WINDOW), as: Name }, { field: Name, param: whole(0, 100_000) }),
        40,
      ),
    },
    { groupby, sort, frame: list(any(number, nil), 2), ignorePeers: flag },
  ),
}

const Resolve = part(
  each(part(each(oneOf('shared independent'), CHANNELS.join(' '))), 'scale axis legend'),
)

const Lines = any(text, list(text, 6))
const TitleDef = any(
  text,
  list(text, 6),
  nil,
  part({
    ...each(Lines, 'text subtitle'),
    ...each(number, 'angle dx dy fontSize limit offset subtitleFontSize subtitlePadding zindex'),
    ...each(Paint, 'color subtitleColor'),
    ...each(weight, 'fontWeight subtitleFontWeight'),
    align,
    anchor: any(anchor, nil),
    baseline,
    fontStyle: oneOf('normal italic'),
    frame: oneOf('bounds group'),
    orient: side,
    subtitleFontStyle: text,
    style: Ignored,
  }),
)

/** The data are the request's: absent, named, or the same rows again. */
const Data = any(
  nil,
  part({
    name: Name,
    values: Type.Unknown(),
    format: part({
      type: oneOf('json csv tsv'),
      parse: any(nil, Type.Record(Type.String(), any(nil, text))),
      property: text,
    }),
  }),
)

const size = any(
  between(1, 4000),
  oneOf('container'),
  Type.Object({ step: between(1, 400), for: Type.Optional(oneOf('position offset')) }, strict),
)
const common = {
  $schema: text,
  name: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,39}$', title: 'a short name of small letters' }),
  description: Type.String({ maxLength: 2000 }),
  title: TitleDef,
  data: Data,
  transform: list(Type.Object({}, { transform: true, additionalProperties: true }), 60),
  ...each(size, 'width height'),
  view: part({
    ...each(Paint, 'fill stroke'),
    ...each(number, 'fillOpacity strokeOpacity strokeWidth cornerRadius opacity'),
    strokeDash: dash,
    ...each(Ignored, 'style cursor'),
  }),
  resolve: Resolve,
  projection: nil,
  /** Only at the top. */
  background: Paint,
  padding: any(number, part(each(number, 'left right top bottom'))),
  ...each(Ignored, 'autosize config'),
  usermeta: Type.Object({}, { additionalProperties: true }),
}
/** One for all, or one each for rows and columns. */
const perSide = (of: TSchema) => any(of, part(each(of, 'row column')))
const grid = {
  ...common,
  align: perSide(oneOf('all each none')),
  bounds: oneOf('full flush'),
  center: perSide(flag),
  spacing: perSide(number),
}
const wrapped = { ...grid, columns: whole(1, 30) }
const { center: _, ...unit } = grid
const View = Type.Unknown({ view: true })
const RepeatFields = list(Name, 40)

/** What a view may be, by the member that tells its kind. A mark is its name or an object, whose members `markOf` has. */
export const VIEWS = {
  mark: record({ mark: Type.Unknown({ mark: true }) }, { ...unit, encoding: Encoding }),
  layer: record({ layer: list(View, 60) }, { ...common, encoding: Encoding }),
  facet: record({ facet: any(Facet, part(each(Facet, 'row column'))), spec: View }, wrapped),
  repeat: record(
    { repeat: any(RepeatFields, part(each(RepeatFields, 'row column layer'))), spec: View },
    wrapped,
  ),
  hconcat: record({ hconcat: list(View, 30) }, grid),
  vconcat: record({ vconcat: list(View, 30) }, grid),
  concat: record({ concat: list(View, 30) }, wrapped),
} as const
export type ViewKind = keyof typeof VIEWS
