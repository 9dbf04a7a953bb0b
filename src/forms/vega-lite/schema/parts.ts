/** What members of a specification are made of: texts, numbers, colours, fields and their units. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox'

export const strict = { additionalProperties: false }
export const text = Type.String({ maxLength: 1000 })
export const number = Type.Number()
export const whole = (least: number, most: number) =>
  Type.Integer({ minimum: least, maximum: most })
export const between = (least: number, most: number) =>
  Type.Number({ minimum: least, maximum: most })
export const flag = Type.Boolean()
export const nil = Type.Null()
export const any = <T extends TSchema[]>(...of: T) => Type.Union(of)
export const list = <T extends TSchema>(of: T, most = 200) => Type.Array(of, { maxItems: most })
export const split = (words: string) => words.trim().split(/\s+/)
export const oneOf = (...words: string[]) =>
  Type.Union(words.flatMap(split).map((word) => Type.Literal(word)))

type Members = Record<string, TSchema>

/** Members of one type, by their names. */
export const each = (of: TSchema, names: string): Members =>
  Object.fromEntries(split(names).map((name) => [name, of]))

/** What is allowed and changes nothing. */
export const Ignored = Type.Unknown()

/** An object whose members may all be absent. */
export const part = (members: Members): TObject =>
  Type.Object(
    Object.fromEntries(Object.entries(members).map(([name, one]) => [name, Type.Optional(one)])),
    strict,
  )

/** A part of which some members must be there. */
export const record = (required: Members, members: Members): TObject =>
  Type.Object({ ...required, ...part(members).properties }, strict)

/** An expression of the closed language that `expressions.ts` checks. */
export const expression = Type.String({
  maxLength: 1000,
  minLength: 1,
  expression: true,
  title: 'an expression',
})
export const Expr = Type.Object({ expr: expression }, strict)
export const orExpr = <T extends TSchema>(of: T) => any(of, Expr)

export const Colour = Type.String({ maxLength: 60, colour: true, title: 'a colour like #1f77b4' })
const Gradient = record(
  {
    gradient: oneOf('linear'),
    stops: list(Type.Object({ offset: number, color: Colour }, strict), 20),
  },
  { x1: number, y1: number, x2: number, y2: number },
)
export const Paint = any(Colour, Gradient, nil)
const Cell = any(text, number, flag, nil)
/** A field's name may not be a prototype's: there is no such column. */
export const Name = Type.String({ minLength: 1, maxLength: 200 })

export const DateTime = part({
  ...each(number, 'year quarter week date hours minutes seconds milliseconds'),
  ...each(any(number, text), 'month day'),
  utc: flag,
})
export const Repeated = Type.Object({ repeat: oneOf('row column repeat layer') }, strict)
export const Datum = any(text, number, flag, nil, DateTime, Repeated, Expr)

const AGGREGATES = split(
  'count valid missing distinct sum product mean average variance variancep stdev stdevp stderr median q1 q3 ci0 ci1 min max',
)
export const Operation = oneOf(...AGGREGATES)
export const Best = any(
  Type.Object({ argmin: Name }, strict),
  Type.Object({ argmax: Name }, strict),
)
export const Aggregate = any(Operation, ...Best.anyOf)

const UNIT = '(year|quarter|month|week|dayofyear|date|day|hours|minutes|seconds|milliseconds)+'
const TimeUnitName = Type.String({
  pattern: `^(binned)?(utc)?${UNIT}$`,
  maxLength: 80,
  title: 'a unit of time like yearmonth',
})
export const TimeUnit = any(
  TimeUnitName,
  part({
    unit: TimeUnitName,
    step: whole(1, 1000),
    utc: flag,
    maxbins: whole(1, 500),
    binned: flag,
  }),
)

export const Bin = any(
  flag,
  nil,
  oneOf('binned'),
  part({
    maxbins: whole(1, 500),
    step: Type.Number({ exclusiveMinimum: 0 }),
    steps: list(number),
    base: between(2, 100),
    divide: list(number, 10),
    extent: list(number, 2),
    ...each(number, 'anchor minstep'),
    ...each(flag, 'nice binned'),
  }),
)

export const SortOrder = oneOf('ascending descending')
const SORTING = split('x y color size shape text fill stroke opacity')
export const Sort = any(
  nil,
  SortOrder,
  oneOf(...SORTING, ...SORTING.map((channel) => `-${channel}`)),
  list(any(Cell, DateTime), 1000),
  part({
    field: Name,
    op: Operation,
    order: any(SortOrder, nil),
    encoding: oneOf(...SORTING),
  }),
)

export const Title = any(text, list(text, 6), nil)
export const dash = list(number, 8)
/** A format of d3: widths and precisions of three figures would write out as many characters. */
export const format = Type.String({
  maxLength: 60,
  pattern: '^(?!.*\\d{3})',
  title: 'a format like .2f or %Y',
})
export const weight = any(number, oneOf('normal bold lighter bolder'))
export const align = oneOf('left center right')
export const baseline = oneOf('top middle bottom alphabetic line-top line-bottom')
export const side = oneOf('top bottom left right')
export const anchor = oneOf('start middle end')
export const overlap = any(flag, oneOf('parity greedy'))
export const tickCount = any(
  whole(0, 200),
  oneOf('millisecond second minute hour day week month year'),
  Type.Object({ interval: text, step: whole(1, 1000) }, strict),
)
