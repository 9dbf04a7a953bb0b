/** The channels of an encoding. */
import type { TSchema } from '@sinclair/typebox'
import { Axis, Header, Legend, Scale } from './guides'
import {
  Aggregate,
  any,
  Bin,
  between,
  Datum,
  dash,
  Expr,
  flag,
  format,
  Ignored,
  list,
  Name,
  nil,
  number,
  oneOf,
  orExpr,
  Paint,
  part,
  Repeated,
  record,
  Sort,
  SortOrder,
  TimeUnit,
  Title,
  text,
  whole,
} from './parts'
import { Predicate } from './predicates'

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
      format,
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

export const Facet = part({
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
  format: any(format, part({})),
  formatType: oneOf('number time utc'),
  condition: any(
    part({
      test: Predicate,
      value: any(text, nil),
      field: Name,
      type: fieldMembers.type,
      format,
    }),
    list(part({ test: Predicate, value: any(text, nil) }), 20),
  ),
})

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
export const CHANNELS = Object.keys(encodingMembers)
export const Encoding = part(encodingMembers)
