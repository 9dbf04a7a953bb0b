/** What an author's specification leaves open, by the columns that it reads. */
import { mapViews, markOf } from '../../../figure/chart/leaves'
import type { ChartSpec, Field, Table } from '../../../forms/chart'
import { isObject, type Json } from '../../../forms/json'
import { VEGA_LITE_MARKS } from '../../../forms/vega-lite/schema'
import { crowd, isName, numbersOf } from './columns'
import { type Encoding, namesOf, reckoned } from './draw'
import { fieldTitle } from './table/names'

/** Channels that have a title, and show amounts. */
const TITLED = /^(?:x|y|color|size|shape)$/
/** Above, thousands are set apart. */
const MOST_UNPARTED = 10_000

/**
 * A specification with all that it does not say: a channel without a type is of that of its column, in the order of its
 * names; axes and legends are titled as those of charts from words; a mean of single rows is the row.
 */
export function completed(spec: ChartSpec, table: Table): ChartSpec {
  const [folded] = ((spec.transform ?? []) as Json[]).filter(({ fold }) => fold !== undefined)
  const [, value] = (folded?.as ?? ['key', 'value']) as string[]
  const known = { single: isSingle(spec, table), value: folded && value }
  const view = (own: ChartSpec): ChartSpec => {
    const whole = mapViews(own, view)
    if (!isObject(own.encoding) || !isPlain(own)) return whole
    return { ...whole, encoding: encoded(own.encoding as Encoding, table, known) }
  }
  return view(spec)
}

/** Whether no two rows share a place, and what columns side by side are called as one. */
interface Known {
  single: boolean
  value: string | undefined
}

/** Whether marks of Vega-Lite's own are drawn: composites name their axes themselves. */
function isPlain(view: ChartSpec): boolean {
  const type = markOf(view)
  const inner = [view.layer, view.spec].flat().filter(isObject)
  return VEGA_LITE_MARKS.some((name) => name === type) || inner.some(isPlain)
}

const columnOf = ({ fields }: Table, { field }: Json) => fields.find(({ name }) => name === field)

/** Whether no two rows share a place; false where that is not known here. */
function isSingle({ mark, encoding, transform = [] }: ChartSpec, table: Table): boolean {
  const all = Object.values((encoding ?? {}) as Encoding)
  const keys = all.filter(({ field, aggregate }) => field !== undefined && !aggregate)
  const isKept = ({ calculate, filter, fold, as = ['key'] }: Json) =>
    calculate !== undefined ||
    filter !== undefined ||
    (fold !== undefined && keys.some(({ field }) => field === (as as string[])[0]))
  const isSure =
    (transform as Json[]).every(isKept) && keys.every((one) => !one.bin && !one.timeUnit)
  const columns = keys.map((one) => columnOf(table, one))
  return mark !== undefined && isSure && crowd(table, columns, undefined) < 2
}

function encoded(encoding: Encoding, table: Table, { single, value }: Known): Encoding {
  const channels = Object.entries(encoding).map(([name, own]) => {
    const { aggregate, ...rest } = own
    const channel = single && aggregate === 'mean' ? rest : own
    const column = columnOf(table, channel)
    if (column) return [name, filled(name, channel, column)]
    const { aggregate: op, field } = channel
    const isMade = op === 'count' || (field !== undefined && field === value)
    if (!isMade || !isAxis(name)) return [name, channel]
    const title = typeof op === 'string' ? reckoned(op, '') : null
    return [name, { type: 'quantitative', title, ...channel }]
  })
  return Object.fromEntries(channels)
}

const isAxis = (name: string) => name === 'x' || name === 'y'

function filled(name: string, channel: Json, column: Field): Json {
  const { axis, legend, aggregate: op } = channel
  const isOpen = [channel, axis, legend].every(
    (own) => own !== null && (own as Json | undefined)?.title === undefined,
  )
  const title = TITLED.test(name) && isOpen ? fieldTitle(column) : ''
  return {
    ...(channel.type === undefined && !channel.bin && typed(name, channel, column)),
    ...channel,
    ...(title && { title: typeof op === 'string' ? reckoned(op, title) : title }),
  }
}

function typed(name: string, { aggregate }: Json, column: Field): Json {
  if (column.role === 'time') return { type: 'temporal', scale: { type: 'utc' } }
  if (isName(column) && !aggregate) return { type: 'nominal', sort: namesOf(column) }
  if (!TITLED.test(name)) return {}
  const isCount = column.whole && numbersOf(column).every((each) => each < MOST_UNPARTED)
  return {
    type: 'quantitative',
    ...(isAxis(name) && isCount && { axis: { format: 'd', tickMinStep: 1 } }),
  }
}
