import type { ChartSpec, Table } from '../../forms/chart'
import { brackets } from './composites/brackets'
import { fit } from './composites/fit'
import type { Composite } from './composites/groups'
import { radar } from './composites/radar'
import { survival } from './composites/survival'
import { violin } from './composites/violin'
import { rowsOf } from './prepare'
import type { Json } from './vega'

export interface Expanded {
  spec: ChartSpec
  says: string[]
}

/** Each composite of `MARKS` and what it is in Vega-Lite's own marks, its computed rows inside. */
const COMPOSITES: Readonly<Record<string, (own: Composite) => Json>> = {
  violin,
  radar,
  fit,
  brackets,
  survival,
}

/**
 * A specification in which every composite of ours is written out in Vega-Lite's own marks. Each view has all of its
 * channels itself: rows that a composite brings have not the fields that the layers around it name.
 */
export function expanded(spec: ChartSpec, table: Table): Expanded {
  const says: string[] = []
  let rows: Json[] | undefined
  const visit = (view: Json, above: Channels): Json => {
    const { encoding: own, ...rest } = view
    const encoding = merged(above, (own ?? {}) as Channels)
    const mark =
      typeof view.mark === 'string' ? { type: view.mark } : (view.mark as Json | undefined)
    const expand = mark && COMPOSITES[String(mark.type)]
    if (expand) {
      rows ??= rowsOf(table)
      const { mark: _, ...around } = rest
      return { ...around, ...expand({ mark, encoding, rows, says }) }
    }
    if (mark) return Object.keys(encoding).length > 0 ? { ...rest, encoding } : rest
    const found: Json = { ...rest }
    for (const name of ['layer', 'concat', 'hconcat', 'vconcat'])
      if (Array.isArray(view[name]))
        found[name] = (view[name] as Json[]).map((each) =>
          visit(each, name === 'layer' ? encoding : {}),
        )
    if (typeof view.spec === 'object' && view.spec !== null)
      found.spec = visit(view.spec as Json, {})
    return found
  }
  return { spec: visit(withoutData(spec) as ChartSpec, {}), says }
}

type Channels = Record<string, Json | undefined>

/** Channels of a layer over those around it: what a channel reads is its own or theirs, never both. */
function merged(above: Channels, own: Channels): Channels {
  const found: Channels = { ...above }
  for (const [name, channel] of Object.entries(own)) {
    const outer = above[name]
    if (!outer || !channel || Array.isArray(channel) || Array.isArray(outer)) found[name] = channel
    else if (SOURCES.some((each) => each in channel)) {
      const {
        field: _,
        datum: __,
        value: ___,
        aggregate: ____,
        bin: _____,
        timeUnit: ______,
        ...look
      } = outer
      found[name] = 'value' in channel ? channel : { ...look, ...channel }
    } else found[name] = { ...outer, ...channel }
  }
  return found
}

const SOURCES = ['field', 'datum', 'value', 'aggregate']

/** What a specification says of its data is the request's table; inside, only composites bring rows. */
function withoutData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutData)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !(name === 'data' && typeof inner === 'object'))
      .map(([name, inner]) => [name, withoutData(inner)]),
  )
}
