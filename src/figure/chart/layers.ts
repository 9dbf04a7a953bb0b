/** What marks owe to the layers beside them. */
import { readable } from '../color'
import { COLOR } from './house'
import { viewsOf } from './leaves'
import type { Json } from './vega'

type Channels = Record<string, Json | undefined>

/** A layered view in which each mark fits those over and under it; what the specification says itself stays. */
export function withLayers(view: Json): Json {
  const layers = [limited, titled, centred, lightened, toned].reduce<Json[]>(
    (list, rule) => rule(list, view),
    view.layer as Json[],
  )
  return { ...view, layer: layers }
}

const encodingOf = ({ encoding }: Json) => (encoding ?? {}) as Channels
const markOf = ({ mark }: Json): Json =>
  typeof mark === 'string' ? { type: mark } : ((mark ?? {}) as Json)

const isApart = (view: Json, channel: string): boolean =>
  Object.values((view.resolve ?? {}) as Record<string, Json>).some(
    (each) => each?.[channel] === 'independent',
  )

/** Ends of an axis that one layer says hold for all: Vega-Lite would round them, or begin at zero, for a line at a place. */
function limited(layers: readonly Json[], view: Json): Json[] {
  return (['x', 'y'] as const).reduce<Json[]>(
    (list, channel) => {
      if (isApart(view, channel)) return list
      const said = [view].concat(list).flatMap((each) => endsIn(each, channel))
      const [ends] = said
      const same = said.every((each) => JSON.stringify(each) === JSON.stringify(ends))
      return ends && same ? list.map((each) => within(each, channel, ends)) : list
    },
    [...layers],
  )
}

const layersOf = (view: Json, channel: string): Json[] =>
  isApart(view, channel) ? [] : viewsOf(view, 'layer')

function endsIn(view: Json, channel: string): Json[] {
  const { scale } = encodingOf(view)[channel] ?? {}
  const ends = Object.entries((scale ?? {}) as Json).filter(([name]) => /^domain/.test(name))
  const below = layersOf(view, channel).flatMap((each) => endsIn(each, channel))
  return ends.length > 0 ? [Object.fromEntries(ends), ...below] : below
}

function within(view: Json, channel: string, ends: Json): Json {
  const layers = layersOf(view, channel).map((each) => within(each, channel, ends))
  const found = layers.length > 0 ? { ...view, layer: layers } : view
  const own = encodingOf(view)[channel]
  if (!own || own.value !== undefined || own.scale === null) return found
  const scale = { ...ends, ...(own.scale as Json | undefined) }
  return { ...found, encoding: { ...encodingOf(view), [channel]: { ...own, scale } } }
}

/** The titles that layers say themselves name their axes: those that Vega-Lite would make of fields stay out. */
function titled(layers: readonly Json[], view: Json): Json[] {
  return (['x', 'y'] as const).reduce<Json[]>(
    (list, channel) => {
      const title = list
        .map((each) => encodingOf(each)[channel])
        .map((each) => each?.title ?? (each?.axis as Json | undefined)?.title)
        .find((each) => each !== undefined)
      if (title === undefined || isApart(view, channel)) return list
      return list.map((each) => {
        const own = encodingOf(each)[channel]
        const said =
          own?.title !== undefined || (own?.axis as Json | undefined)?.title !== undefined
        if (!own || own.axis === null || said) return each
        return { ...each, encoding: { ...encodingOf(each), [channel]: { ...own, title } } }
      })
    },
    [...layers],
  )
}

/** Words and points over bars of a month stand over their middle, not over its first day. */
function centred(layers: readonly Json[], view: Json): Json[] {
  const above = encodingOf(view)
  const unitOf = (layer: Json, channel: string) =>
    ({ ...above, ...encodingOf(layer) })[channel]?.timeUnit
  return (['x', 'y'] as const).reduce<Json[]>(
    (list, channel) => {
      const bars = list.filter((each) => markOf(each).type === 'bar' && unitOf(each, channel))
      if (bars.length === 0) return list
      return list.map((each) => {
        if (markOf(each).type === 'bar' || !each.mark || !unitOf(each, channel)) return each
        const own = { ...above[channel], ...encodingOf(each)[channel] }
        return {
          ...each,
          encoding: { ...encodingOf(each), [channel]: { bandPosition: 0.5, ...own } },
        }
      })
    },
    [...layers],
  )
}

/** The share of colour that bars keep under samples. */
const UNDER = 0.55

/** Bars are lighter than the samples that stand on them. */
function lightened(layers: readonly Json[]): Json[] {
  const isOver = (each: Json): boolean =>
    ['point', 'circle'].includes(String(markOf(each).type)) && !encodingOf(each).color?.field
  if (!layers.some(isOver)) return [...layers]
  const lighter = (each: Json): Json => {
    if (Array.isArray(each.layer)) return { ...each, layer: (each.layer as Json[]).map(lighter) }
    const mark = markOf(each)
    if (mark.type !== 'bar' || mark.opacity !== undefined || mark.fillOpacity !== undefined)
      return each
    return encodingOf(each).opacity ? each : { ...each, mark: { ...mark, opacity: UNDER } }
  }
  return layers.map(lighter)
}

/** Of two axes each has the colour of its marks. */
function toned(layers: readonly Json[], view: Json): Json[] {
  if (!isApart(view, 'y')) return [...layers]
  return layers.map((each) => {
    const mark = markOf(each)
    const own = encodingOf(each)
    const given = mark.color ?? mark.stroke ?? mark.fill
    const color = typeof given === 'string' ? Bun.color(given, 'hex') : null
    const axis = (own.y?.axis ?? {}) as Json | null
    if (!color || !own.y || axis === null) return each
    const ink = readable(color, COLOR.background)
    return {
      ...each,
      encoding: { ...own, y: { ...own.y, axis: { titleColor: ink, labelColor: ink, ...axis } } },
    }
  })
}
