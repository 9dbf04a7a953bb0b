/** What of a model's specification is mended without asking it again. */
import type { ChartSpec, Table } from '../../forms/chart'
import { isObject, type Json } from '../../forms/json'
import { columnsRead, mindsMissing } from '../../forms/vega-lite/expressions'
import { checkSpec } from '../../forms/vega-lite/read'

/** A value with every object in it changed, what lies within first. */
function changed(value: unknown, change: (own: Json) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => changed(each, change))
  if (!isObject(value)) return value
  const own = Object.entries(value).map(([name, one]) => [name, changed(one, change)])
  return change(Object.fromEntries(own))
}

/** Moments of the table are read as UTC, wherever the server stands. */
export function inUtc(spec: Json, { fields }: Table): Json {
  const times = new Set(fields.filter(({ role }) => role === 'time').map(({ name }) => name))
  return changed(spec, (own) => {
    if (typeof own.timeUnit === 'string' && /^(?!.*utc)/.test(own.timeUnit))
      own.timeUnit = own.timeUnit.replace(/^(binned)?/, '$1utc')
    const isMoment = own.type === 'temporal' && times.has(String(own.field)) && !own.timeUnit
    const scale = isObject(own.scale) ? own.scale : {}
    if (isMoment && own.scale !== null && scale.type === undefined)
      own.scale = { ...scale, type: 'utc' }
    return own
  }) as Json
}

/** The specification with nothing computed from a missing value: Vega takes it for 0. */
export function minding(spec: ChartSpec, { fields }: Table): ChartSpec {
  const lacking = new Set(
    fields.filter(({ values }) => values.includes(null)).map(({ name }) => name),
  )
  const minded = (own: Json): Json => {
    const { calculate, fold, as } = own
    const names = [as].flat().map(String)
    if (Array.isArray(fold) && fold.some((each) => lacking.has(String(each))))
      lacking.add(as === undefined ? 'value' : (names[1] ?? 'value'))
    if (typeof calculate === 'string' && !mindsMissing(calculate)) {
      const read = [...new Set(columnsRead(calculate))].filter((name) => lacking.has(name))
      if (read.length === 0) return own
      lacking.add(String(as))
      const tests = read.map((name) => `isValid(datum[${JSON.stringify(name)}])`)
      return { ...own, calculate: `${tests.join(' && ')} ? (${calculate}) : null` }
    }
    return own
  }
  // What stands before in a specification is computed before: transforms lead, views follow.
  const { transform, ...rest } = spec
  const after: ChartSpec = {
    ...(transform === undefined ? {} : { transform: changed(transform, minded) }),
    ...(changed(rest, minded) as ChartSpec),
  }
  return 'spec' in checkSpec(after) ? after : spec
}

/** Share of the points that a local line looks at where nothing is said, as R's `loess` has it. */
const SPAN = 0.75

/** Local lines over a share of the points that smooths few of them too. */
export const smooth = (spec: Json): Json =>
  changed(spec, (own) =>
    typeof own.loess === 'string' ? { bandwidth: SPAN, ...own } : own,
  ) as Json
