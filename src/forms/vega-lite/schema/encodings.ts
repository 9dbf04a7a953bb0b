/** Tests of rows, and the channels of an encoding with what names their values: scales, axes, legends, headers. */
import { type TSchema, Type } from '@sinclair/typebox'
import {
  Aggregate,
  align,
  anchor,
  any,
  Bin,
  baseline,
  between,
  Colour,
  DateTime,
  Datum,
  dash,
  Expr,
  each,
  expression,
  flag,
  format,
  Ignored,
  list,
  Name,
  nil,
  number,
  oneOf,
  orExpr,
  overlap,
  Paint,
  part,
  Repeated,
  record,
  Sort,
  SortOrder,
  side,
  strict,
  TimeUnit,
  Title,
  text,
  tickCount,
  weight,
  whole,
} from './parts'

const Comparison = any(text, number, flag, nil, DateTime, Expr)
/** A test: an expression, a comparison, or tests joined; `PREDICATES` holds its forms. */
export const Predicate = Type.Unknown({ predicate: true })
export const PREDICATES = {
  and: Type.Object({ and: Type.Array(Predicate, { maxItems: 40 }) }, strict),
  or: Type.Object({ or: Type.Array(Predicate, { maxItems: 40 }) }, strict),
  not: Type.Object({ not: Predicate }, strict),
  field: record(
    { field: Name },
    {
      timeUnit: TimeUnit,
      ...each(Comparison, 'equal lt lte gt gte'),
      range: list(Comparison, 2),
      oneOf: list(any(text, number, flag, DateTime), 1000),
      valid: flag,
    },
  ),
} as const

/** What is at a guide's mark, for all of them or where a test holds. */
const guide = (value: TSchema) => {
  const when = any(
    Type.Object({ test: Predicate, value }, strict),
    Type.Object({ test: Predicate, expr: expression }, strict),
  )
  return any(value, record({ condition: any(when, list(when, 20)) }, { value }))
}

const Scale = part({
  type: oneOf(
    'linear log pow sqrt symlog time utc sequential ordinal band point quantile quantize threshold bin-ordinal',
  ),
  domain: any(
    list(any(number, text, flag, nil, DateTime), 1000),
    part({ unionWith: list(any(number, text), 200) }),
    oneOf('unaggregated'),
  ),
  ...each(any(number, DateTime), 'domainMin domainMax'),
  ...each(number, 'domainMid rangeMin rangeMax padding paddingOuter'),
  range: any(
    list(any(number, text, list(number, 8)), 1000),
    part({ field: Name }),
    oneOf('width height symbol category ordinal ramp diverging heatmap'),
  ),
  scheme: any(
    Type.String({ maxLength: 40 }),
    record(
      { name: Type.String({ maxLength: 40 }) },
      { count: whole(1, 100), extent: list(number, 2) },
    ),
  ),
  ...each(flag, 'reverse round clamp zero'),
  nice: any(
    flag,
    whole(1, 100),
    oneOf('millisecond second minute hour day week month year'),
    Type.Object({ interval: text, step: number }, strict),
  ),
  base: Type.Number({ exclusiveMinimum: 1, maximum: 1000 }),
  exponent: between(-10, 10),
  constant: Type.Number({ exclusiveMinimum: 0 }),
  ...each(between(0, 1), 'paddingInner align'),
  interpolate: oneOf('rgb lab hcl hsl hsl-long hcl-long cubehelix cubehelix-long'),
  bins: any(
    list(number, 500),
    part({ step: Type.Number({ exclusiveMinimum: 0 }), ...each(number, 'start stop') }),
  ),
})

/** What guides of all kinds call their values. */
const named = { title: Title, format, formatType: oneOf('number time utc'), labelExpr: expression }

const Axis = any(
  nil,
  part({
    ...named,
    format: any(format, part(each(format, 'year quarter month date'))),
    ...each(flag, 'labels grid domain ticks tickExtra tickRound'),
    ...each(any(flag, number), 'labelBound labelFlush'),
    ...each(
      number,
      'titleAngle titleFontSize titleLimit titlePadding titleX titleY labelAngle labelLimit labelSeparation domainOpacity domainWidth tickMinStep tickOffset bandPosition maxExtent minExtent offset position translate zindex',
    ),
    ...each(
      guide(number),
      'labelFontSize labelOffset labelPadding gridOpacity gridWidth tickOpacity tickSize tickWidth',
    ),
    ...each(Paint, 'titleColor domainColor'),
    ...each(guide(Paint), 'labelColor gridColor tickColor'),
    ...each(guide(dash), 'gridDash tickDash'),
    domainDash: dash,
    titleAlign: align,
    titleAnchor: any(anchor, nil),
    titleBaseline: baseline,
    titleFontWeight: weight,
    labelAlign: guide(align),
    labelBaseline: guide(baseline),
    labelFontStyle: guide(oneOf('normal italic')),
    labelFontWeight: guide(weight),
    labelOverlap: overlap,
    tickBand: oneOf('center extent'),
    tickCount,
    orient: side,
    values: any(list(any(number, text, flag, DateTime), 500)),
  }),
)

const Legend = any(
  nil,
  part({
    ...named,
    orient: any(side, oneOf('top-left top-right bottom-left bottom-right none')),
    type: oneOf('symbol gradient'),
    direction: oneOf('horizontal vertical'),
    columns: whole(0, 20),
    values: list(any(number, text, flag, DateTime), 200),
    tickCount,
    ...each(
      number,
      'clipHeight columnPadding rowPadding cornerRadius padding offset legendX legendY gradientLength gradientThickness gradientOpacity labelFontSize labelLimit labelOffset symbolLimit symbolOpacity symbolSize symbolStrokeWidth titleFontSize titleLimit titlePadding zindex',
    ),
    ...each(Paint, 'fillColor strokeColor labelColor symbolFillColor symbolStrokeColor titleColor'),
    labelOverlap: overlap,
    symbolType: text,
    symbolDash: dash,
    titleOrient: side,
    titleAnchor: any(anchor, nil),
    aria: flag,
  }),
)

const Header = any(
  nil,
  part({
    ...named,
    labels: flag,
    labelAlign: align,
    ...each(anchor, 'labelAnchor titleAnchor'),
    ...each(number, 'labelAngle labelFontSize labelPadding titleAngle titleFontSize titlePadding'),
    labelColor: Colour,
    ...each(side, 'labelOrient titleOrient orient'),
  }),
)

export const Impute = record(
  {},
  {
    value: any(number, text, nil),
    method: oneOf('value mean median max min'),
    frame: list(any(number, nil), 2),
    keyvals: any(
      list(any(number, text), 1000),
      record({ stop: number }, { start: number, step: number }),
    ),
  },
)

const fields = {
  field: any(Name, Repeated),
  datum: Datum,
  type: oneOf('quantitative nominal ordinal temporal'),
  aggregate: Aggregate,
  bin: Bin,
  timeUnit: TimeUnit,
  title: Title,
  bandPosition: between(0, 1),
}
const scaled = { scale: any(nil, Scale), legend: Legend, sort: Sort }

const Secondary = part({ ...fields, value: any(number, oneOf('width height'), Expr) })
const Position = part({
  ...Secondary.properties,
  scale: scaled.scale,
  axis: Axis,
  sort: Sort,
  stack: any(flag, nil, oneOf('zero normalize center')),
  impute: any(nil, Impute),
})

const styled = (value: TSchema) => {
  const when = any(
    part({ test: Predicate, value: orExpr(value) }),
    part({ ...fields, ...scaled, test: Predicate, format }),
  )
  return part({
    ...fields,
    ...scaled,
    value: orExpr(value),
    condition: any(when, list(when, 20)),
  })
}

export const Facet = part({
  ...fields,
  header: Header,
  sort: Sort,
  align: any(oneOf('all each none')),
  center: flag,
  spacing: number,
  columns: whole(1, 30),
})

const Plain = part({ ...fields, ...scaled })
const Ordered = part({ ...fields, sort: any(nil, SortOrder) })
const Words = part({
  ...fields,
  value: orExpr(any(text, list(text, 10), number, nil)),
  format: any(format, part({})),
  formatType: named.formatType,
  condition: any(
    part({ test: Predicate, value: any(text, nil), field: Name, type: fields.type, format }),
    list(part({ test: Predicate, value: any(text, nil) }), 20),
  ),
})

const encodingMembers = {
  ...each(Position, 'x y xOffset yOffset theta radius'),
  ...each(Secondary, 'x2 y2 xError xError2 yError yError2 theta2 radius2'),
  ...each(styled(Paint), 'color fill stroke'),
  ...each(styled(number), 'opacity fillOpacity strokeOpacity strokeWidth size angle'),
  strokeDash: styled(dash),
  shape: styled(any(text, nil)),
  detail: any(Plain, list(Plain, 10)),
  order: any(part({ ...Ordered.properties, value: number }), list(Ordered, 10)),
  key: Plain,
  text: Words,
  tooltip: Ignored,
  ...each(Facet, 'row column facet'),
}
export const CHANNELS = Object.keys(encodingMembers)
export const Encoding = part(encodingMembers)
