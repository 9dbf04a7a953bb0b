/** What an author's specification leaves open, by the columns that it reads. */
import { mapViews, markOf } from '../../../figure/chart/spec/leaves'
import type { ChartSpec, Field, Table } from '../../../forms/chart'
import { isObject, type Json } from '../../../forms/json'
import { VEGA_LITE_MARKS } from '../../../forms/vega-lite/schema'
import { isName, numbersOf } from './columns'
import { type Encoding, namesOf, reckoned } from './draw'
import { fieldTitle } from './table/names'

/** Channels that have a title, and show amounts. */
const TITLED = /^(?:x|y|color|size|shape)$/
/** Above, thousands are set apart. */
const MOST_UNPARTED = 10_000

/**
 * A specification with all that it does not say: a channel without a type is of that of its column, in the order of its
 * names; axes and legends are titled as those of charts from words.
 */
export function completed(spec: ChartSpec, { fields }: Table): ChartSpec {
  const view = (own: ChartSpec): ChartSpec => {
    const whole = mapViews(own, view)
    if (!isObject(own.encoding) || !isPlain(own)) return whole
    const channels = Object.entries(own.encoding as Encoding).map(([name, channel]) => {
      const column = fields.find((each) => each.name === channel.field)
      return [name, column ? filled(name, channel, column) : channel]
    })
    return { ...whole, encoding: Object.fromEntries(channels) }
  }
  return view(spec)
}

/** Whether marks of Vega-Lite's own are drawn: composites name their axes themselves. */
function isPlain(view: ChartSpec): boolean {
  const type = markOf(view)
  const inner = [view.layer, view.spec].flat().filter(isObject)
  return VEGA_LITE_MARKS.some((name) => name === type) || inner.some(isPlain)
}

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
  const isAxis = name === 'x' || name === 'y'
  const isCount = column.whole && numbersOf(column).every((each) => each < MOST_UNPARTED)
  return {
    type: 'quantitative',
    ...(isAxis && isCount && { axis: { format: 'd', tickMinStep: 1 } }),
  }
}
