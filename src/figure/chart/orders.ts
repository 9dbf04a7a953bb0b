import type { Table } from '../../forms/chart'
import { isNumber } from './composites/groups'
import { rowsOf } from './prepare'
import type { Json } from './vega'

type Channels = Record<string, Json | undefined>

/**
 * Layers whose names are in the order of another channel (`"sort": "-x"`) with that order written out: where a layer has
 * no field on that channel, a line at a place for instance, Vega-Lite cannot compile it.
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
  const layers = Array.isArray(found.layer) ? (found.layer as Json[]) : []
  if (layers.length === 0) return found
  return { ...found, layer: layers.map((layer) => inOrder(layer, layers, table)) }
}

const PANELS = new Set(['facet', 'row', 'column'])

/** Panels without an order, in that of the data: Vega-Lite would put them in that of the alphabet. */
function asGiven(channel: Json, table: Table): Json {
  const values = table.fields.find(({ name }) => name === channel?.field)?.values
  return channel?.sort === null && values ? { ...channel, sort: [...new Set(values)] } : channel
}

function inOrder(layer: Json, layers: readonly Json[], table: Table): Json {
  const encoding = (layer.encoding ?? {}) as Channels
  const changed = (['x', 'y'] as const).flatMap((channel) => {
    const own = encoding[channel]
    const by = /^(-?)([xy])$/.exec(typeof own?.sort === 'string' ? own.sort : '')
    if (!own || !by) return []
    const [, minus, other = ''] = by
    const read = layers.map((each) => (each.encoding as Channels | undefined)?.[other])
    if (read.every((each) => each?.field !== undefined)) return []
    const source = read.find((each) => typeof each?.field === 'string')
    return [[channel, { ...own, sort: orderOf(table, own, source, minus === '-') }] as const]
  })
  return changed.length > 0
    ? { ...layer, encoding: { ...encoding, ...Object.fromEntries(changed) } }
    : layer
}

/** Names by their amounts: the sum where that is drawn, else the least, as Vega-Lite does. */
function orderOf(table: Table, names: Json, source: Json | undefined, falling: boolean): unknown {
  const amounts = new Map<unknown, number>()
  for (const row of rowsOf(table)) {
    const [name, value] = [row[String(names.field)], row[String(source?.field)]]
    if (!isNumber(value)) continue
    const before = amounts.get(name)
    const joined =
      source?.aggregate === 'sum' ? (before ?? 0) + value : Math.min(before ?? value, value)
    amounts.set(name, joined)
  }
  const order = [...amounts].sort(([, a], [, b]) => (falling ? b - a : a - b))
  return order.length > 0 ? order.map(([name]) => name) : null
}
