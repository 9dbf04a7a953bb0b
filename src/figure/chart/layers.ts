/** What marks owe to the layers beside them. */
import { markOf, viewsOf } from './leaves'
import type { Json } from './vega'

type Channels = Record<string, Json | undefined>
type Rule = (layers: readonly Json[], channel: 'x' | 'y', view: Json) => Json[]

/** A layered view in which each mark fits those over and under it; what the specification says itself stays. */
export function withLayers(view: Json): Json {
  let layers = view.layer as Json[]
  for (const rule of [limited, centred])
    for (const channel of ['x', 'y'] as const)
      if (!isApart(view, channel)) layers = rule(layers, channel, view)
  return { ...view, layer: lightened(layers) }
}

const encodingOf = ({ encoding }: Json) => (encoding ?? {}) as Channels

/** A layer with more said of a channel, under what it says itself. */
const withMore = (layer: Json, channel: string, more: Json): Json => ({
  ...layer,
  encoding: {
    ...encodingOf(layer),
    [channel]: { ...more, ...encodingOf(layer)[channel] },
  },
})

export const isApart = (view: Json, channel: string): boolean =>
  Object.values((view.resolve ?? {}) as Record<string, Json>).some(
    (each) => each?.[channel] === 'independent',
  )

/** Ends of an axis that one layer says hold for all: Vega-Lite would round them, or begin at zero, for a line at a place. */
const limited: Rule = (layers, channel, view) => {
  const said = [{ ...view, layer: [] }, ...layers].flatMap((each) => endsIn(each, channel))
  const [ends] = said
  const isOne = said.every((each) => JSON.stringify(each) === JSON.stringify(ends))
  return ends && isOne ? layers.map((each) => within(each, channel, ends)) : [...layers]
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

/** Words and points over bars of a month stand over their middle, not over its first day. */
const centred: Rule = (layers, channel, view) => {
  const above = encodingOf(view)[channel]
  const hasUnit = (each: Json) =>
    ({ ...above, ...encodingOf(each)[channel] }).timeUnit !== undefined
  if (!layers.some((each) => markOf(each) === 'bar' && hasUnit(each))) return [...layers]
  return layers.map((each) =>
    markOf(each) === 'bar' || !each.mark || !hasUnit(each)
      ? each
      : withMore(each, channel, { bandPosition: 0.5, ...above }),
  )
}

/** The share of colour that bars keep under samples. */
const UNDER = 0.55

/** Bars are lighter than the samples that stand on them. */
function lightened(layers: readonly Json[]): Json[] {
  const isOver = (each: Json): boolean =>
    /^(?:point|circle)$/.test(String(markOf(each))) && !encodingOf(each).color?.field
  const lighter = (each: Json): Json => {
    if (Array.isArray(each.layer)) return { ...each, layer: each.layer.map(lighter) }
    const isBar = markOf(each) === 'bar' && !encodingOf(each).opacity
    const mark = typeof each.mark === 'string' ? { type: each.mark } : (each.mark as Json)
    if (!isBar || mark.opacity !== undefined || mark.fillOpacity !== undefined) return each
    return { ...each, mark: { ...mark, opacity: UNDER } }
  }
  return layers.some(isOver) ? layers.map(lighter) : [...layers]
}
