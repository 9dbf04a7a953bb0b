/** What marks owe to the layers beside them. */
import { type Channels, encodingsIn, mapEncodings, markOf } from './leaves'
import type { Json } from './vega'

/** A layered view in which each mark fits those over and under it; what the specification says itself stays. */
export function withLayers(view: Json): Json {
  let layers = view.layer as Json[]
  for (const rule of [limited, centred])
    for (const channel of ['x', 'y'] as const)
      if (!isApart(view, channel)) layers = rule(layers, channel)
  return { ...view, layer: lightened(layers) }
}

export const isApart = (view: Json, channel: string): boolean =>
  Object.values((view.resolve ?? {}) as Record<string, Json>).some(
    (each) => each?.[channel] === 'independent',
  )

/** Ends of an axis that one layer says hold for all: Vega-Lite would round them, or begin at zero, for a line at a place. */
function limited(layers: Json[], channel: 'x' | 'y'): Json[] {
  const said = layers.flatMap(encodingsIn).flatMap((encoding) => {
    const scale = (encoding[channel]?.scale ?? {}) as Json
    const ends = Object.entries(scale).filter(([name]) => name.startsWith('domain'))
    return ends.length > 0 ? [Object.fromEntries(ends)] : []
  })
  const [ends] = said
  const isOne = said.every((each) => JSON.stringify(each) === JSON.stringify(ends))
  if (!ends || !isOne) return layers
  const within = (encoding: Channels): Channels => {
    const own = encoding[channel]
    if (!own || own.value !== undefined || own.scale === null) return encoding
    return { ...encoding, [channel]: { ...own, scale: { ...ends, ...(own.scale as Json) } } }
  }
  return layers.map((each) => mapEncodings(each, within))
}

/** Words and points over bars of a month stand over their middle, not over its first day. */
function centred(layers: Json[], channel: 'x' | 'y'): Json[] {
  const isBar = (each: Json) => markOf(each) === 'bar'
  const cut = ({ encoding }: Json) => {
    const own = (encoding as Channels | undefined)?.[channel]
    return own?.timeUnit === undefined ? undefined : own
  }
  if (!layers.some((each) => isBar(each) && cut(each))) return layers
  return layers.map((each) => {
    const own = isBar(each) || !each.mark ? undefined : cut(each)
    const placed = { [channel]: { bandPosition: 0.5, ...own } }
    return own ? { ...each, encoding: { ...(each.encoding as Channels), ...placed } } : each
  })
}

/** The share of colour that bars keep under samples. */
const UNDER = 0.55

/** Bars are lighter than the samples that stand on them. */
function lightened(layers: readonly Json[]): Json[] {
  const isOver = (each: Json): boolean =>
    /^(?:point|circle)$/.test(String(markOf(each))) && !encodingsIn(each)[0]?.color?.field
  const lighter = (each: Json): Json => {
    if (Array.isArray(each.layer)) return { ...each, layer: each.layer.map(lighter) }
    const isBar = markOf(each) === 'bar' && !encodingsIn(each)[0]?.opacity
    const mark = typeof each.mark === 'string' ? { type: each.mark } : (each.mark as Json)
    if (!isBar || mark.opacity !== undefined || mark.fillOpacity !== undefined) return each
    return { ...each, mark: { ...mark, opacity: UNDER } }
  }
  return layers.some(isOver) ? layers.map(lighter) : [...layers]
}
