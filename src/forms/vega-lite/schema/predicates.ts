/** Tests of rows, and values that hold where a test does. */
import { type TSchema, Type } from '@sinclair/typebox'
import {
  any,
  DateTime,
  Expr,
  expression,
  flag,
  list,
  Name,
  nil,
  number,
  record,
  strict,
  TimeUnit,
  text,
} from './parts'

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
export const Predicate = Type.Unknown({ predicate: true })
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

export const guide = <T extends TSchema>(of: T) => any(of, conditional(of))
