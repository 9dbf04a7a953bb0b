import type { Table } from '../../forms/chart'
import { isObject } from '../../forms/json'
import { isNumber } from './composites/groups'
import { encodingsIn, mapEncodings, markOf, viewsOf } from './spec/leaves'
import { lookedUp } from './spec/prepare'
import type { Json } from './spec/vega'

/** Panels without an order, in that of the data: Vega-Lite would put them in that of the alphabet. */
export function panelsAsGiven(view: Json, { fields }: Table): Json {
  const found = { ...view }
  for (const name of ['encoding', 'facet', 'row', 'column']) {
    const own = view[name]
    if (!isObject(own)) continue
    const values = fields.find((each) => each.name === own.field)?.values
    const isOpen = own.sort === null && values !== undefined
    found[name] = isOpen
      ? { ...own, sort: [...new Set(values)] }
      : panelsAsGiven(own, { fields } as Table)
  }
  return found
}

const ORDERED = ['x', 'y', 'xOffset', 'yOffset', 'color']

/**
 * A layered view or a composite with the order of its names written out, the same in each layer; `after` gives the rows
 * that more transforms leave. Of layers with rows or orders of their own Vega-Lite keeps none, and takes the alphabet.
 */
export async function inOneOrder(
  view: Json,
  after: (more: Json[]) => Promise<Json[]>,
): Promise<Json> {
  const all = encodingsIn(view)
  const { scale } = (view.resolve ?? {}) as { scale?: Json }
  const orders = new Map<string, unknown>()
  for (const channel of ORDERED.filter((name) => scale?.[name] !== 'independent'))
    for (const { field, sort, type } of all.map((each): Json => each[channel] ?? {})) {
      const isOrder = field !== undefined && sort !== undefined && type !== 'quantitative'
      const key = `${channel} ${field}`
      if (isOrder && !orders.has(key))
        orders.set(key, await written(sort, String(field), view, after))
    }
  if (orders.size === 0) return view
  return mapEncodings(view, (encoding) =>
    Object.fromEntries(
      Object.entries(encoding).map(([name, channel]) => {
        const key = `${name} ${channel?.field}`
        return [name, orders.has(key) ? { ...channel, sort: orders.get(key) } : channel]
      }),
    ),
  )
}

/** An order by amounts, those of a column or what another channel (`"-x"`) shows, as the list of its names. */
async function written(
  sort: unknown,
  names: string,
  view: Json,
  after: (more: Json[]) => Promise<Json[]>,
): Promise<unknown> {
  const by = isObject(sort) ? sort : {}
  const [, minus, short] = /^(-?)(x|y|color|size)$/.exec(String(sort)) ?? []
  const channel = short ?? by.encoding
  const shown = encodingsIn(view)
    .map((each) => each[String(channel)])
    .find((each) => typeof each?.field === 'string')
  const field = channel === undefined ? by.field : shown?.field
  if (typeof field !== 'string') return sort
  const usual = channel === undefined && isStacked(view) ? 'sum' : 'min'
  const op = String((channel === undefined ? by.op : shown?.aggregate) ?? usual)
  const falling = minus === '-' || by.order === 'descending'
  const aggregate = [{ op, field, as: AMOUNT }]
  const amounts = (await after([{ aggregate, groupby: [names] }])).flatMap((row) => {
    const amount = row[AMOUNT]
    return isNumber(amount) ? [{ name: row[lookedUp(names)], amount }] : []
  })
  if (amounts.length === 0)
    return {
      field,
      op: op === 'min' || op === 'count' ? op : falling ? 'max' : 'min',
      order: falling ? 'descending' : 'ascending',
    }
  return amounts
    .sort((a, b) => (falling ? b.amount - a.amount : a.amount - b.amount))
    .map(({ name }) => name)
}

const AMOUNT = '\u2060amount'

/** What stands in bars is summed up where Vega-Lite is told nothing else. */
const isStacked = (view: Json): boolean =>
  markOf(view) === 'bar' || markOf(view) === 'area' || viewsOf(view, 'layer').some(isStacked)
