import { ChartRefused, type ChartSpec, type Table } from '../../forms/chart'
import { isObject } from '../../forms/json'
import { COMPOSITES as COMPOSITE_MARKS } from '../../forms/vega-lite/composites'
import { calibration, precisionRecall, roc } from './composites/classifiers'
import { ecdf } from './composites/ecdf'
import { fit } from './composites/fit'
import { forest } from './composites/forest'
import type { Composite, Statistics } from './composites/groups'
import { radar } from './composites/radar'
import { survival } from './composites/survival'
import { violin } from './composites/violin'
import { volcano } from './composites/volcano'
import { inOneOrder, panelsAsGiven } from './orders'
import { isApart } from './spec/layers'
import { type Channels, LISTS, mapEncodings, mapViews, markOf, viewsOf } from './spec/leaves'
import { lookedUp, rowsAfter, spoken } from './spec/prepare'
import { engine, type Json } from './spec/vega'

export interface Expanded {
  spec: ChartSpec
  says: string[]
}

/** Each composite of `forms/vega-lite/composites.ts` as Vega-Lite's own marks, its computed rows inside. */
const COMPOSITES: Readonly<Record<string, (own: Composite, vega: Statistics) => Json>> = {
  calibration,
  ecdf,
  fit,
  forest,
  'precision-recall': precisionRecall,
  radar,
  roc,
  survival,
  violin,
  volcano,
}

const compositeOf = (view: Json) => {
  const name = String(markOf(view))
  return Object.hasOwn(COMPOSITES, name) ? COMPOSITES[name] : undefined
}

/** Whether a composite stands somewhere in a view. */
const holdsComposite = (view: Json): boolean =>
  compositeOf(view) !== undefined ||
  LISTS.some((name) => viewsOf(view, name).some(holdsComposite)) ||
  (isObject(view.spec) && holdsComposite(view.spec))

/** What a view inherits from those around it. */
interface Above {
  encoding: Channels
  transform: Json[]
  /** The panel that the view stands in. */
  panel?: string
  /** It is one of several layers. */
  layered?: boolean
}

/**
 * A specification in which every composite of ours is written out in Vega-Lite's own marks, from the rows that the
 * transforms before it leave. Each view has all of its channels itself: rows that a composite brings have not the fields
 * that the layers around it name.
 * @throws ChartRefused where a composite cannot be made of its rows
 */
export async function expanded(given: ChartSpec, table: Table): Promise<Expanded> {
  const statistics = (await engine()).vega as unknown as Statistics
  const [says, kinds] = [[] as string[], new Set<string>()]

  async function visit(given: Json, above: Above): Promise<Json> {
    const transform = [...above.transform, ...((given.transform ?? []) as Json[])]
    const expand = compositeOf(given)
    const isOrdered = expand !== undefined || Array.isArray(given.layer)
    const whole = panelsAsGiven(given, table)
    const view = isOrdered
      ? await inOneOrder(whole, (more) => rowsAfter([...transform, ...more], table))
      : whole
    const { encoding: own, ...rest } = view
    const encoding = merged(above.encoding, (own ?? {}) as Channels)
    if (holdsComposite(view)) {
      const facet = facetOf(view)
      if (facet) return apart(facet.spec, facet.by, { ...above, transform })
    }
    if (expand) {
      const { mark, transform: _, ...around } = rest
      const rows = await rowsAfter(transform, table)
      const named = (typeof mark === 'string' ? { type: mark } : mark) as Json
      kinds.add(String(named.type))
      const told: string[] = []
      const made = expand({ mark: named, encoding, rows, says: told }, statistics)
      if (above.layered && LISTS.some((name) => name !== 'layer' && name in made))
        throw new ChartRefused(
          `A mark ${named.type} of several views cannot be a layer among others: let it stand alone, or without what stands beside it.`,
        )
      says.push(...told.map((each) => (above.panel ? `${above.panel}: ${each}` : each)))
      return { ...around, ...made }
    }
    if (view.mark !== undefined)
      return Object.keys(encoding).length > 0 ? { ...rest, encoding } : rest
    const found: Json = { ...rest }
    for (const name of LISTS) {
      if (!Array.isArray(view[name])) continue
      const isLayer = name === 'layer'
      const inner = isLayer ? titled(view, encoding) : viewsOf(view, name)
      const inside = { ...above, encoding: {}, transform, layered: isLayer && inner.length > 1 }
      const views: Json[] = []
      for (const each of inner) views.push(await visit(each, inside))
      // One layer that became several views is these.
      const [only = {}] = views
      if (isLayer && views.length === 1 && !('mark' in only || 'layer' in only))
        return { ...withoutLayers(found), ...only }
      found[name] = views
    }
    if (isObject(view.spec))
      found.spec = await visit(view.spec, { ...above, encoding: {}, transform })
    return found
  }

  /** Panels of a composite stand beside each other: each computes from rows of its own. */
  async function apart(view: Json, by: Json, above: Above): Promise<Json> {
    const { spec, columns, ...around } = view
    const rows = await rowsAfter(above.transform, table)
    const fields = ['row', 'column', 'field'].flatMap((name) => {
      const field = name === 'field' ? by.field : (by[name] as Json | undefined)?.field
      return typeof field === 'string' ? [field] : []
    })
    const panels = [
      ...Map.groupBy(rows, (row) =>
        JSON.stringify(fields.map((field) => row[lookedUp(field)])),
      ).keys(),
    ].map((key) => JSON.parse(key) as unknown[])
    const across = by.column ? new Set(panels.map((values) => values.at(-1))).size : undefined
    const wide = Number(columns ?? by.columns ?? across ?? Math.ceil(Math.sqrt(panels.length)))
    const concat: Json[] = []
    for (const [i, values] of panels.entries()) {
      const transform = fields.map((field, k) => ({ filter: { field, equal: values[k] } }))
      const own = spec as Json
      const title = values.map((value) => spoken(String(value))).join(', ')
      const panel = await visit(
        { ...own, title, transform: [...transform, ...((own.transform ?? []) as Json[])] },
        { ...above, panel: title },
      )
      const outer = [...(i % wide === 0 ? ['y'] : []), ...(i + wide >= panels.length ? ['x'] : [])]
      const inner = ['x', 'y'].filter((channel) => !outer.includes(channel))
      concat.push(untitled(panel, inner))
    }
    return {
      resolve: { scale: { x: 'shared', y: 'shared', color: 'shared' } },
      ...around,
      concat,
      columns: wide,
    }
  }

  const spec = await visit(withoutData(given), { encoding: {}, transform: [] })
  return { spec: numbered(spec, new Map()), says: [...summaries(kinds), ...says] }
}

/** What the composites show; a curve over other marks is told by its own words alone. */
const summaries = (kinds: ReadonlySet<string>): string[] =>
  [...kinds].flatMap((kind) => {
    const text = kind === 'fit' ? undefined : COMPOSITE_MARKS[kind]?.summary
    return text === undefined ? [] : [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`]
  })

const withoutLayers = ({ layer: _, ...view }: Json): Json => view

/** Layers with all of their channels, the axes of which have the name that one of them says: Vega-Lite would make more of their fields. */
function titled(view: Json, encoding: Channels): Json[] {
  const layers = viewsOf(view, 'layer').map((each) => ({
    ...each,
    encoding: merged(encoding, (each.encoding ?? {}) as Channels),
  }))
  const said = ({ title, axis }: Json): unknown =>
    title === undefined ? (axis as Json | undefined)?.title : title
  for (const name of ['x', 'y'] as const) {
    if (isApart(view, name)) continue
    const own = layers.flatMap((each): Json[] => [each.encoding[name] ?? []].flat())
    const titles = own.flatMap((each) => [said(each)].filter((title) => typeof title === 'string'))
    const [longest = ''] = titles.toSorted((a, b) => b.length - a.length)
    // Of two that say the same the one that says more.
    const isOne = titles.every((each) => longest.includes(each))
    for (const { encoding: channels } of layers) {
      const channel = channels[name]
      const isOpen = isOne || (channel && said(channel) === undefined)
      if (channel && channel.axis !== null && isOpen && titles.length > 0)
        channels[name] = { ...channel, title: isOne ? longest : titles[0] }
    }
  }
  return layers
}

/** A panel whose axes on these channels are named by its neighbours. */
const untitled = (panel: Json, channels: readonly string[]): Json =>
  mapEncodings(panel, (encoding) => {
    const quiet = channels.filter((name) => encoding[name])
    const found = quiet.map((name) => [name, { ...encoding[name], title: null }])
    return { ...encoding, ...Object.fromEntries(found) }
  })

/** A view that is laid out in panels: what stands in each, and by which fields. */
function facetOf(view: Json): { spec: Json; by: Json } | undefined {
  const { facet, transform: _, ...rest } = view
  if (facet !== undefined) return { spec: rest, by: facet as Json }
  const { row, column, facet: wrapped, ...encoding } = (view.encoding ?? {}) as Channels
  if (!row && !column && !wrapped) return undefined
  const { width, height, title, ...unit } = rest
  const size = { ...(width ? { width } : {}), ...(height ? { height } : {}) }
  const by = wrapped ?? { ...(row ? { row } : {}), ...(column ? { column } : {}) }
  return { spec: { ...(title ? { title } : {}), spec: { ...unit, ...size, encoding } }, by }
}

/** Vega-Lite needs a name of its own for each view: the second `line` is `line2`. */
function numbered(view: Json, counts: Map<string, number>): Json {
  const found = mapViews(view, (each) => numbered(each, counts))
  if (typeof view.name !== 'string') return found
  const count = (counts.get(view.name) ?? 0) + 1
  counts.set(view.name, count)
  return count === 1 ? found : { ...found, name: `${view.name}${count}` }
}

/** Channels of a layer over those around it: what a channel reads is its own or theirs, never both. */
function merged(above: Channels, own: Channels): Channels {
  const found: Channels = { ...above }
  for (const [name, channel] of Object.entries(own)) {
    const outer = above[name]
    const isWhole = !outer || !channel || Array.isArray(channel) || Array.isArray(outer)
    if (isWhole || 'value' in channel) found[name] = channel
    else {
      const reads = Object.keys(channel).some((key) => SOURCES.test(key))
      const look = Object.entries(outer).filter(([key]) => !reads || !SOURCES.test(key))
      found[name] = { ...Object.fromEntries(look), ...channel }
    }
  }
  return found
}

const SOURCES = /^(?:field|datum|value|aggregate|bin|timeUnit)$/

/** What a specification says of its data is the request's table; inside, only composites bring rows. */
function withoutData(view: Json): Json {
  const { data, ...found } = mapViews(view, withoutData)
  return typeof data === 'object' ? found : { ...found, ...(data ? { data } : {}) }
}
