/**
 * The part of Vega-Lite 6 that is drawn (https://vega.github.io/vega-lite/docs/spec.html), as one closed schema. What
 * would load, interact or run for ever is outside it, as is everything that would be left out without a word. Lengths
 * are Vega-Lite's pixels. `MARKS` also holds the names of our composites.
 */
import { type TObject, type TSchema, Type } from '@sinclair/typebox'

const strict = { additionalProperties: false }
const text = Type.String({ maxLength: 1000 })
const number = Type.Number()
const whole = (least: number, most: number) => Type.Integer({ minimum: least, maximum: most })
const between = (least: number, most: number) => Type.Number({ minimum: least, maximum: most })
const flag = Type.Boolean()
const nil = Type.Null()
const any = <T extends TSchema[]>(...of: T) => Type.Union(of)
const list = <T extends TSchema>(of: T, most = 200) => Type.Array(of, { maxItems: most })
const split = (words: string) => words.split(' ')
const oneOf = (...words: string[]) =>
  Type.Union(words.flatMap(split).map((word) => Type.Literal(word)))

type Members = Record<string, TSchema>

/** An object whose members may all be absent. */
const part = (members: Members): TObject =>
  Type.Object(
    Object.fromEntries(Object.entries(members).map(([name, one]) => [name, Type.Optional(one)])),
    strict,
  )

/** A part of which some members must be there. */
const record = (required: Members, members: Members): TObject =>
  Type.Object({ ...required, ...part(members).properties }, strict)

/** An expression of the closed language that `expressions.ts` checks. */
const expression = Type.String({
  maxLength: 1000,
  minLength: 1,
  expression: true,
  title: 'an expression',
})
const Expr = Type.Object({ expr: expression }, strict)
const orExpr = <T extends TSchema>(of: T) => any(of, Expr)

const Colour = Type.String({ maxLength: 60, colour: true, title: 'a colour like #1f77b4' })
const Gradient = record(
  {
    gradient: oneOf('linear'),
    stops: list(Type.Object({ offset: number, color: Colour }, strict), 20),
  },
  { x1: number, y1: number, x2: number, y2: number },
)
const Paint = any(Colour, Gradient, nil)
const Cell = any(text, number, flag, nil)
/** A field's name may not be a prototype's: there is no such column. */
const Name = Type.String({ minLength: 1, maxLength: 200 })

const DateTime = part({
  year: number,
  quarter: number,
  month: any(number, text),
  week: number,
  date: number,
  day: any(number, text),
  hours: number,
  minutes: number,
  seconds: number,
  milliseconds: number,
  utc: flag,
})
const Repeated = Type.Object({ repeat: oneOf('row column repeat layer') }, strict)
const Datum = any(text, number, flag, nil, DateTime, Repeated, Expr)

const AGGREGATES = split(
  'count valid missing distinct sum product mean average variance variancep stdev stdevp stderr median q1 q3 ci0 ci1 min max',
)
const Operation = oneOf(...AGGREGATES)
const Best = any(Type.Object({ argmin: Name }, strict), Type.Object({ argmax: Name }, strict))
const Aggregate = any(Operation, ...Best.anyOf)

const UNIT = '(year|quarter|month|week|dayofyear|date|day|hours|minutes|seconds|milliseconds)+'
const TimeUnitName = Type.String({
  pattern: `^(binned)?(utc)?${UNIT}$`,
  maxLength: 80,
  title: 'a unit of time like yearmonth',
})
const TimeUnit = any(
  TimeUnitName,
  part({
    unit: TimeUnitName,
    step: whole(1, 1000),
    utc: flag,
    maxbins: whole(1, 500),
    binned: flag,
  }),
)

const Bin = any(
  flag,
  nil,
  oneOf('binned'),
  part({
    maxbins: whole(1, 500),
    step: Type.Number({ exclusiveMinimum: 0 }),
    steps: list(number),
    anchor: number,
    base: between(2, 100),
    divide: list(number, 10),
    extent: list(number, 2),
    minstep: number,
    nice: flag,
    binned: flag,
  }),
)

const SortOrder = oneOf('ascending descending')
const Sort = any(
  nil,
  SortOrder,
  oneOf(
    'x y color size shape text fill stroke opacity -x -y -color -size -shape -text -fill -stroke -opacity',
  ),
  list(any(Cell, DateTime), 1000),
  part({
    field: Name,
    op: Operation,
    order: any(SortOrder, nil),
    encoding: oneOf('x y color size shape text fill stroke opacity'),
  }),
)

const Title = any(text, list(text, 6), nil)
const ScaleType = oneOf(
  'linear log pow sqrt symlog time utc sequential ordinal band point quantile quantize threshold bin-ordinal',
)

const Scale = part({
  type: ScaleType,
  domain: any(
    list(any(number, text, flag, nil, DateTime), 1000),
    part({ unionWith: list(any(number, text), 200) }),
    oneOf('unaggregated'),
  ),
  domainMin: any(number, DateTime),
  domainMax: any(number, DateTime),
  domainMid: number,
  range: any(
    list(any(number, text, list(number, 8)), 1000),
    part({ field: Name }),
    oneOf('width height symbol category ordinal ramp diverging heatmap'),
  ),
  rangeMin: number,
  rangeMax: number,
  scheme: any(
    Type.String({ maxLength: 40 }),
    record(
      { name: Type.String({ maxLength: 40 }) },
      { count: whole(1, 100), extent: list(number, 2) },
    ),
  ),
  reverse: flag,
  round: flag,
  clamp: flag,
  nice: any(
    flag,
    whole(1, 100),
    oneOf('millisecond second minute hour day week month year'),
    Type.Object({ interval: text, step: number }, strict),
  ),
  zero: flag,
  base: Type.Number({ exclusiveMinimum: 1, maximum: 1000 }),
  exponent: between(-10, 10),
  constant: Type.Number({ exclusiveMinimum: 0 }),
  padding: number,
  paddingInner: between(0, 1),
  paddingOuter: number,
  align: between(0, 1),
  interpolate: oneOf('rgb lab hcl hsl hsl-long hcl-long cubehelix cubehelix-long'),
  bins: any(
    list(number, 500),
    part({ step: Type.Number({ exclusiveMinimum: 0 }), start: number, stop: number }),
  ),
})

const dash = list(number, 8)
const weight = any(number, oneOf('normal bold lighter bolder'))
const align = oneOf('left center right')
const baseline = oneOf('top middle bottom alphabetic line-top line-bottom')
const side = oneOf('top bottom left right')
const anchor = oneOf('start middle end')
const overlap = any(flag, oneOf('parity greedy'))
const tickCount = any(
  whole(0, 200),
  oneOf('millisecond second minute hour day week month year'),
  Type.Object({ interval: text, step: whole(1, 1000) }, strict),
)

const Comparison = any(text, number, flag, nil, DateTime, Expr)
const FieldPredicate = record(
  { field: Name },
  {
    timeUnit: TimeUnit,
    equal: Comparison,
    lt: Comparison,
    lte: Comparison,
    gt: Comparison,
    gte: Comparison,
    range: list(Comparison, 2),
    oneOf: list(any(text, number, flag, DateTime), 1000),
    valid: flag,
  },
)
/** A test: an expression, a comparison, or tests joined; `PREDICATES` holds its forms. */
const Predicate = Type.Unknown({ predicate: true })
export const PREDICATES = {
  field: FieldPredicate,
  and: Type.Object({ and: Type.Array(Predicate, { maxItems: 40 }) }, strict),
  or: Type.Object({ or: Type.Array(Predicate, { maxItems: 40 }) }, strict),
  not: Type.Object({ not: Predicate }, strict),
} as const
export const EXPRESSION: TSchema = expression

/** A value that holds where a test does. */
const conditional = <T extends TSchema>(value: T) => {
  const when = any(
    Type.Object({ test: Predicate, value }, strict),
    Type.Object({ test: Predicate, expr: expression }, strict),
  )
  return record({ condition: any(when, list(when, 20)) }, { value })
}

const guide = <T extends TSchema>(of: T) => any(of, conditional(of))

const axisMembers = {
  title: Title,
  titleAlign: align,
  titleAnchor: any(anchor, nil),
  titleAngle: number,
  titleBaseline: baseline,
  titleColor: Paint,
  titleFontSize: number,
  titleFontWeight: weight,
  titleLimit: number,
  titlePadding: number,
  titleX: number,
  titleY: number,
  format: any(text, part({ year: text, quarter: text, month: text, date: text })),
  formatType: oneOf('number time utc'),
  labelExpr: expression,
  labels: flag,
  labelAlign: guide(align),
  labelAngle: number,
  labelBaseline: guide(baseline),
  labelBound: any(flag, number),
  labelColor: guide(Paint),
  labelFlush: any(flag, number),
  labelFontSize: guide(number),
  labelFontWeight: guide(weight),
  labelLimit: number,
  labelOffset: guide(number),
  labelOverlap: overlap,
  labelPadding: guide(number),
  labelSeparation: number,
  grid: flag,
  gridColor: guide(Paint),
  gridDash: guide(dash),
  gridOpacity: guide(number),
  gridWidth: guide(number),
  domain: flag,
  domainColor: Paint,
  domainDash: dash,
  domainOpacity: number,
  domainWidth: number,
  ticks: flag,
  tickBand: oneOf('center extent'),
  tickColor: guide(Paint),
  tickCount,
  tickDash: guide(dash),
  tickExtra: flag,
  tickMinStep: number,
  tickOffset: number,
  tickOpacity: guide(number),
  tickRound: flag,
  tickSize: guide(number),
  tickWidth: guide(number),
  bandPosition: number,
  maxExtent: number,
  minExtent: number,
  offset: number,
  orient: side,
  position: number,
  translate: number,
  values: any(list(any(number, text, flag, DateTime), 500)),
  zindex: number,
}
const Axis = any(nil, part(axisMembers))

const Legend = any(
  nil,
  part({
    title: Title,
    orient: any(side, oneOf('top-left top-right bottom-left bottom-right none')),
    type: oneOf('symbol gradient'),
    direction: oneOf('horizontal vertical'),
    columns: whole(0, 20),
    format: text,
    formatType: oneOf('number time utc'),
    values: list(any(number, text, flag, DateTime), 200),
    labelExpr: expression,
    tickCount,
    clipHeight: number,
    columnPadding: number,
    rowPadding: number,
    cornerRadius: number,
    fillColor: Paint,
    strokeColor: Paint,
    padding: number,
    offset: number,
    legendX: number,
    legendY: number,
    gradientLength: number,
    gradientThickness: number,
    gradientOpacity: number,
    labelColor: Paint,
    labelFontSize: number,
    labelLimit: number,
    labelOffset: number,
    labelOverlap: overlap,
    symbolFillColor: Paint,
    symbolLimit: number,
    symbolOpacity: number,
    symbolSize: number,
    symbolStrokeColor: Paint,
    symbolStrokeWidth: number,
    symbolType: text,
    symbolDash: dash,
    titleFontSize: number,
    titleColor: Paint,
    titleLimit: number,
    titleOrient: side,
    titlePadding: number,
    titleAnchor: any(anchor, nil),
    zindex: number,
    aria: flag,
  }),
)

const Header = any(
  nil,
  part({
    title: Title,
    labels: flag,
    format: text,
    formatType: oneOf('number time utc'),
    labelExpr: expression,
    labelAlign: align,
    labelAnchor: anchor,
    labelAngle: number,
    labelColor: Colour,
    labelFontSize: number,
    labelOrient: side,
    labelPadding: number,
    titleAnchor: anchor,
    titleAngle: number,
    titleFontSize: number,
    titleOrient: side,
    titlePadding: number,
    orient: side,
  }),
)

const Impute = record(
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

const fieldMembers = {
  field: any(Name, Repeated),
  datum: Datum,
  type: oneOf('quantitative nominal ordinal temporal'),
  aggregate: Aggregate,
  bin: Bin,
  timeUnit: TimeUnit,
  title: Title,
  bandPosition: between(0, 1),
}

const Position = part({
  ...fieldMembers,
  value: any(number, oneOf('width height'), Expr),
  scale: any(nil, Scale),
  axis: Axis,
  sort: Sort,
  stack: any(flag, nil, oneOf('zero normalize center')),
  impute: any(nil, Impute),
})
const Secondary = part({ ...fieldMembers, value: any(number, oneOf('width height'), Expr) })

const styled = (value: TSchema) => {
  const when = any(
    part({ test: Predicate, value: orExpr(value) }),
    part({
      ...fieldMembers,
      test: Predicate,
      scale: any(nil, Scale),
      legend: Legend,
      sort: Sort,
      format: text,
    }),
  )
  return part({
    ...fieldMembers,
    value: orExpr(value),
    scale: any(nil, Scale),
    legend: Legend,
    sort: Sort,
    condition: any(when, list(when, 20)),
  })
}

const Facet = part({
  ...fieldMembers,
  header: Header,
  sort: Sort,
  align: any(oneOf('all each none')),
  center: flag,
  spacing: number,
  columns: whole(1, 30),
})

const Plain = part({ ...fieldMembers, sort: Sort, legend: Legend, scale: any(nil, Scale) })

const Order = any(
  part({ ...fieldMembers, sort: any(nil, SortOrder), value: number }),
  list(part({ ...fieldMembers, sort: any(nil, SortOrder) }), 10),
)

const Words = part({
  ...fieldMembers,
  value: orExpr(any(text, list(text, 10), number, nil)),
  format: any(text, part({})),
  formatType: oneOf('number time utc'),
  condition: any(
    part({
      test: Predicate,
      value: any(text, nil),
      field: Name,
      type: fieldMembers.type,
      format: text,
    }),
    list(part({ test: Predicate, value: any(text, nil) }), 20),
  ),
})

const Ignored = Type.Unknown()
const paint = styled(Paint)
const amount = styled(number)

const encodingMembers = {
  x: Position,
  y: Position,
  x2: Secondary,
  y2: Secondary,
  xOffset: Position,
  yOffset: Position,
  xError: Secondary,
  xError2: Secondary,
  yError: Secondary,
  yError2: Secondary,
  theta: Position,
  theta2: Secondary,
  radius: Position,
  radius2: Secondary,
  color: paint,
  fill: paint,
  stroke: paint,
  opacity: amount,
  fillOpacity: amount,
  strokeOpacity: amount,
  strokeWidth: amount,
  strokeDash: styled(dash),
  size: amount,
  angle: amount,
  shape: styled(any(text, nil)),
  detail: any(Plain, list(Plain, 10)),
  order: Order,
  key: Plain,
  text: Words,
  tooltip: Ignored,
  row: Facet,
  column: Facet,
  facet: Facet,
}
const CHANNELS = Object.keys(encodingMembers)
const Encoding = part(encodingMembers)

/** Marks of Vega-Lite, then its composites. */
const VEGA_LITE_MARKS = split(
  'arc area bar circle line point rect rule square text tick trail boxplot errorbar errorband',
)
/** Composites of ours, each expanded into layers of Vega-Lite before it is drawn. */
const COMPOSITES = split('radar violin fit brackets survival')
const MARKS = [...VEGA_LITE_MARKS, ...COMPOSITES]
const MarkName = oneOf(...MARKS)

const Interpolate = oneOf(
  'linear linear-closed step step-before step-after basis basis-open basis-closed cardinal cardinal-open cardinal-closed bundle monotone natural',
)

const markStyle = {
  color: orExpr(Paint),
  fill: orExpr(Paint),
  stroke: orExpr(Paint),
  filled: flag,
  opacity: orExpr(number),
  fillOpacity: orExpr(number),
  strokeOpacity: orExpr(number),
  strokeWidth: orExpr(number),
  strokeDash: dash,
  strokeDashOffset: number,
  strokeCap: oneOf('butt round square'),
  strokeJoin: oneOf('miter round bevel'),
  size: orExpr(number),
  shape: text,
  angle: orExpr(number),
  interpolate: Interpolate,
  tension: number,
  orient: oneOf('horizontal vertical'),
  clip: flag,
  invalid: any(
    nil,
    oneOf(
      'filter break-paths-filter-domains break-paths-show-domains break-paths-show-path-domains show',
    ),
  ),
  thickness: number,
  cornerRadius: number,
  cornerRadiusEnd: number,
  cornerRadiusTopLeft: number,
  cornerRadiusTopRight: number,
  cornerRadiusBottomLeft: number,
  cornerRadiusBottomRight: number,
  binSpacing: number,
  bandSize: number,
  minBandSize: number,
  width: any(number, Type.Object({ band: number }, strict)),
  height: any(number, Type.Object({ band: number }, strict)),
  innerRadius: orExpr(number),
  outerRadius: orExpr(number),
  padAngle: number,
  radius: orExpr(number),
  radius2: orExpr(number),
  theta: orExpr(number),
  theta2: orExpr(number),
  radiusOffset: number,
  thetaOffset: number,
  x: any(number, oneOf('width'), Expr),
  x2: any(number, oneOf('width'), Expr),
  y: any(number, oneOf('height'), Expr),
  y2: any(number, oneOf('height'), Expr),
  xOffset: number,
  x2Offset: number,
  yOffset: number,
  y2Offset: number,
  timeUnitBandPosition: number,
  timeUnitBandSize: number,
  text: orExpr(any(text, list(text, 10))),
  align: orExpr(align),
  baseline: orExpr(baseline),
  dx: orExpr(number),
  dy: orExpr(number),
  font: text,
  fontSize: orExpr(number),
  fontStyle: oneOf('normal italic'),
  fontWeight: weight,
  lineBreak: text,
  lineHeight: number,
  limit: number,
  ellipsis: text,
  order: any(flag, nil),
  style: any(text, list(text, 10)),
  aria: flag,
  description: text,
  tooltip: Ignored,
  cursor: Ignored,
}
const partStyle = any(flag, part(markStyle))

const MarkDef = record(
  { type: MarkName },
  {
    ...markStyle,
    point: any(flag, oneOf('transparent'), part(markStyle)),
    line: any(flag, part(markStyle)),
    extent: any(number, oneOf('min-max ci iqr stderr stdev'), list(number, 2)),
    borders: partStyle,
    band: partStyle,
    box: partStyle,
    median: partStyle,
    outliers: partStyle,
    rule: partStyle,
    ticks: partStyle,
    /** Of `survival`: numbers at risk below. */
    risk: flag,
    /** Of `fit`: R² and r are written into a corner. */
    figures: flag,
    method: oneOf('linear log exp quad loess'),
    /** Of `brackets`: where the values start, and which names are compared with which sign. */
    reference: number,
    pairs: list(Type.Object({ from: Name, to: Name, text: Name }, strict), 40),
  },
)
const Mark = any(MarkName, MarkDef)

const As = any(Name, list(Name, 10))
const SortField = record({ field: Name }, { order: any(SortOrder, nil) })
const WINDOW = split(
  'row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value',
)
const groupby = list(Name, 20)
const lookups = {
  aggregate: Type.Object(
    {
      op: any(Operation, oneOf('argmin argmax'), ...Best.anyOf),
      as: Name,
      field: Type.Optional(Name),
    },
    strict,
  ),
}

const Transforms: Record<string, TSchema> = {
  aggregate: record({ aggregate: list(lookups.aggregate, 40) }, { groupby }),
  bin: Type.Object({ bin: Bin, field: Name, as: As }, strict),
  calculate: Type.Object({ calculate: expression, as: Name }, strict),
  density: record(
    { density: Name },
    {
      groupby,
      cumulative: flag,
      counts: flag,
      bandwidth: between(0, 1e12),
      extent: list(number, 2),
      minsteps: whole(2, 500),
      maxsteps: whole(2, 500),
      steps: whole(2, 500),
      resolve: oneOf('independent shared'),
      as: As,
    },
  ),
  filter: Type.Object({ filter: Predicate }, strict),
  flatten: record({ flatten: list(Name, 20) }, { as: As }),
  fold: record({ fold: list(Name, 200) }, { as: As }),
  impute: record({ impute: Name, key: Name }, { ...Impute.properties, groupby }),
  joinaggregate: record({ joinaggregate: list(lookups.aggregate, 40) }, { groupby }),
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
      extent: list(number, 2),
      params: flag,
      as: As,
    },
  ),
  stack: record(
    { stack: Name, groupby },
    { offset: oneOf('zero center normalize'), sort: list(SortField, 10), as: As },
  ),
  timeUnit: Type.Object({ timeUnit: TimeUnit, field: Name, as: Name }, strict),
  window: record(
    {
      window: list(
        record(
          { op: any(Operation, oneOf(...WINDOW)), as: Name },
          { field: Name, param: whole(0, 100_000) },
        ),
        40,
      ),
    },
    { groupby, sort: list(SortField, 10), frame: list(any(number, nil), 2), ignorePeers: flag },
  ),
}
export const TRANSFORMS: Readonly<Record<string, TSchema>> = Transforms
const Transform = list(Type.Object({}, { transform: true, additionalProperties: true }), 60)

const Resolve = part(
  Object.fromEntries(
    ['scale', 'axis', 'legend'].map((kind) => [
      kind,
      part(Object.fromEntries(CHANNELS.map((channel) => [channel, oneOf('shared independent')]))),
    ]),
  ),
)

const size = any(
  between(1, 4000),
  oneOf('container'),
  Type.Object({ step: between(1, 400), for: Type.Optional(oneOf('position offset')) }, strict),
)
const TitleDef = any(
  text,
  list(text, 6),
  nil,
  part({
    text: any(text, list(text, 6)),
    subtitle: any(text, list(text, 6)),
    align,
    anchor: any(anchor, nil),
    angle: number,
    baseline,
    color: Paint,
    dx: number,
    dy: number,
    fontSize: number,
    fontStyle: oneOf('normal italic'),
    fontWeight: weight,
    frame: oneOf('bounds group'),
    limit: number,
    offset: number,
    orient: side,
    subtitleColor: Paint,
    subtitleFontSize: number,
    subtitleFontStyle: text,
    subtitleFontWeight: weight,
    subtitlePadding: number,
    zindex: number,
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

const viewStyle = part({
  fill: Paint,
  stroke: Paint,
  fillOpacity: number,
  strokeOpacity: number,
  strokeWidth: number,
  strokeDash: dash,
  cornerRadius: number,
  opacity: number,
  style: Ignored,
  cursor: Ignored,
})

const common = {
  $schema: text,
  name: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,39}$', title: 'a short name of small letters' }),
  description: Type.String({ maxLength: 2000 }),
  title: TitleDef,
  data: Data,
  transform: Transform,
  width: size,
  height: size,
  view: viewStyle,
  resolve: Resolve,
  projection: nil,
  /** Only at the top. */
  background: Paint,
  padding: any(number, part({ left: number, right: number, top: number, bottom: number })),
  autosize: Ignored,
  config: Ignored,
  usermeta: Type.Object({}, { additionalProperties: true }),
}
const grid = {
  align: any(
    oneOf('all each none'),
    part({ row: oneOf('all each none'), column: oneOf('all each none') }),
  ),
  bounds: oneOf('full flush'),
  center: any(flag, part({ row: flag, column: flag })),
  spacing: any(number, part({ row: number, column: number })),
}
const View = Type.Unknown({ view: true })

const RepeatFields = list(Name, 40)

/** What a view may be, by the member that tells its kind. */
export const VIEWS = {
  mark: record(
    { mark: Mark },
    {
      ...common,
      spacing: grid.spacing,
      align: grid.align,
      bounds: grid.bounds,
      encoding: Encoding,
    },
  ),
  layer: record({ layer: list(View, 60) }, { ...common, encoding: Encoding }),
  facet: record(
    { facet: any(Facet, part({ row: Facet, column: Facet })), spec: View },
    { ...common, ...grid, columns: whole(1, 30) },
  ),
  repeat: record(
    {
      repeat: any(
        RepeatFields,
        part({ row: RepeatFields, column: RepeatFields, layer: RepeatFields }),
      ),
      spec: View,
    },
    { ...common, ...grid, columns: whole(1, 30) },
  ),
  hconcat: record({ hconcat: list(View, 30) }, { ...common, ...grid }),
  vconcat: record({ vconcat: list(View, 30) }, { ...common, ...grid }),
  concat: record({ concat: list(View, 30) }, { ...common, ...grid, columns: whole(1, 30) }),
} as const
export type ViewKind = keyof typeof VIEWS
