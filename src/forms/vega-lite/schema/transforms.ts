/** Transforms of the data, by the member that tells their kind. */
import { type TSchema, Type } from '@sinclair/typebox'
import { Impute } from './channels'
import {
  any,
  Best,
  Bin,
  between,
  expression,
  flag,
  list,
  Name,
  nil,
  number,
  Operation,
  oneOf,
  record,
  SortOrder,
  split,
  strict,
  TimeUnit,
  whole,
} from './parts'
import { Predicate } from './predicates'

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

export const TRANSFORMS: Readonly<Record<string, TSchema>> = {
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
export const Transform = list(Type.Object({}, { transform: true, additionalProperties: true }), 60)
