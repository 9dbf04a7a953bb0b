import type { Table } from '../../forms/chart'
import { COMPOSITES } from '../../forms/vega-lite/schema/composites'
import { isNumber } from './composites/groups'
import { isObject, mapViews, markOf, viewsOf } from './leaves'
import { rowsOf } from './prepare'
import { extent, mean, median, sum } from './stats'
import type { Json } from './vega'

type Channels = Record<string, Json | undefined>

/**
 * Layers and composites with the order of their names written out, the same in each layer. Of layers with rows or orders
 * of their own Vega-Lite keeps none, and takes the alphabet.
 */
export function withOrders(spec: unknown, table: Table): unknown {
  if (Array.isArray(spec)) return spec.map((each) => withOrders(each, table))
  if (typeof spec !== 'object' || spec === null) return spec
  const found = Object.fromEntries(
    Object.entries(spec).map(([name, inner]) => [
      name,
      name === 'data'
        ? inner
        : PANELS.has(name)
          ? asGiven(withOrders(inner, table) as Json, table)
          : withOrders(inner, table),
    ]),
  )
  return Array.isArray(found.layer) || isComposite(found) ? inOneOrder(found, table) : found
}

const isComposite = (view: Json) => Object.hasOwn(COMPOSITES, String(markOf(view)))

const PANELS = new Set(['facet', 'row', 'column'])

/** Panels without an order, in that of the data: Vega-Lite would put them in that of the alphabet. */
function asGiven(channel: Json, table: Table): Json {
  const values = table.fields.find(({ name }) => name === channel?.field)?.values
  return channel?.sort === null && values ? { ...channel, sort: [...new Set(values)] } : channel
}

const ORDERED = ['x', 'y', 'xOffset', 'yOffset', 'color']

function inOneOrder(view: Json, table: Table): Json {
  const all = encodingsIn(view)
  const { scale } = (view.resolve ?? {}) as { scale?: Json }
  const orders = new Map<string, unknown>()
  for (const channel of ORDERED.filter((name) => scale?.[name] !== 'independent'))
    for (const { field, sort, type } of all.map((each): Json => each[channel] ?? {})) {
      const isOrder = field !== undefined && sort !== undefined && type !== 'quantitative'
      const key = `${channel} ${field}`
      if (isOrder && !orders.has(key)) orders.set(key, written(sort, String(field), view, table))
    }
  return orders.size > 0 ? sorted(view, orders) : view
}

function encodingsIn(view: Json): Channels[] {
  const { encoding } = view
  const own = encoding === undefined ? [] : [encoding as Channels]
  return [...own, ...viewsOf(view, 'layer').flatMap(encodingsIn)]
}

function sorted(view: Json, orders: ReadonlyMap<string, unknown>): Json {
  const encoding = Object.entries((view.encoding ?? {}) as Channels).map(([name, channel]) => {
    const key = `${name} ${channel?.field}`
    return [name, orders.has(key) ? { ...channel, sort: orders.get(key) } : channel]
  })
  return {
    ...mapViews(view, (each, name) => (name === 'layer' ? sorted(each, orders) : each)),
    ...(view.encoding ? { encoding: Object.fromEntries(encoding) } : {}),
  }
}

/** Aggregates that names may be in the order of. */
const OPERATIONS: Readonly<Record<string, (values: number[]) => number>> = {
  mean,
  median,
  sum,
  min: (values) => extent(values)[0],
  max: (values) => extent(values)[1],
  count: ({ length }) => length,
}

/** The names that transforms give to columns of their own. */
function madeIn(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set()
  return new Set(
    Object.entries(value).flatMap(([name, inner]) =>
      name === 'as' ? [inner].flat().map(String) : name === 'data' ? [] : [...madeIn(inner)],
    ),
  )
}

/** An order by amounts as the list of its names where the table holds them. */
function written(sort: unknown, names: string, view: Json, table: Table): unknown {
  const { field, op, order } = amountsOf(sort, view)
  if (field === undefined) return sort
  const made = madeIn(view)
  const falling = order === 'descending'
  const has = (name: string) => table.fields.some((each) => each.name === name) && !made.has(name)
  if (!has(names) || !has(field))
    return { field, op: op === 'min' || op === 'count' ? op : falling ? 'max' : 'min', order }
  const reckoned = OPERATIONS[op]
  if (!reckoned) return sort
  const amounts = Map.groupBy(rowsOf(table), (row) => row[names])
  const found = [...amounts].flatMap(([name, rows]) => {
    const values = rows.map((row) => row[field]).filter(isNumber)
    return values.length > 0 ? [{ name, amount: reckoned(values) }] : []
  })
  if (found.length === 0) return null
  return found
    .sort((a, b) => (falling ? b.amount - a.amount : a.amount - b.amount))
    .map(({ name }) => name)
}

/** What names are in the order of: a column, or what another channel (`"-x"`) shows. */
function amountsOf(sort: unknown, view: Json): { field?: string; op: string; order: unknown } {
  const by = isObject(sort) && !Array.isArray(sort) ? sort : {}
  const [, minus, short] = /^(-?)(x|y|color|size)$/.exec(String(sort)) ?? []
  const channel = short ?? by.encoding
  const order = minus === '-' ? 'descending' : by.order
  if (channel === undefined)
    return {
      ...(by.field ? { field: String(by.field) } : {}),
      op: String(by.op ?? (isStacked(view) ? 'sum' : 'min')),
      order,
    }
  const source = encodingsIn(view)
    .map((each) => each[String(channel)])
    .find((each) => typeof each?.field === 'string')
  return {
    ...(source ? { field: String(source.field) } : {}),
    op: String(source?.aggregate ?? 'min'),
    order,
  }
}

/** What stands in bars is summed up where Vega-Lite is told nothing else. */
const isStacked = (view: Json): boolean =>
  markOf(view) === 'bar' || markOf(view) === 'area' || viewsOf(view, 'layer').some(isStacked)
