/** What clauses change of a chart: scales, titles, legend, colours. Each gives the reason where it cannot. */
import { rampColor, rampOf, seriesColors } from '../../../../figure/chart/palette'
import { extent } from '../../../../figure/chart/stats'
import { inkOn } from '../../../../figure/color'
import type { Field } from '../../../../forms/chart'
import { unitOf } from '../data/units'
import { type Draft, datum, fieldOf, type Json, numbersOf } from './draft'

const other = { x: 'y', y: 'x' } as const

/** The channel that words mean: `x` and `y` as drawn; `value` where amounts stand. Undefined where they may mean both. */
function channelOf(draft: Draft, which: string): 'x' | 'y' | undefined {
  if (which === 'x' || which === 'horizontal' || which === 'bottom') return 'x'
  if (which === 'y' || which === 'vertical' || which === 'left') return 'y'
  if (which === 'category') return draft.names?.channel
  const free = draft.encoding[other[draft.amount]]
  const single =
    free === undefined ||
    free.type !== 'quantitative' ||
    ['density', 'ecdf', 'histogram'].includes(draft.kind)
  return single ? draft.amount : undefined
}

/** The axis on which a column stands. */
export function axisChannel(draft: Draft, field: Field | undefined): string {
  for (const channel of ['x', 'y'] as const)
    if (draft.encoding[channel]?.field === field?.name && field) return channel
  return draft.value === field ? draft.amount : 'no'
}

/** Kinds that make one of their axes themselves. */
const COMPOSED: ReadonlySet<Draft['kind']> = new Set(['qq', 'ecdf'])

export function titleAxis(draft: Draft, which: string, title: string): string | undefined {
  const channel = channelOf(draft, which)
  if (!channel || !(draft.encoding[channel] || COMPOSED.has(draft.kind)))
    return 'there is no such axis'
  draft.encoding[channel] = { ...draft.encoding[channel], title }
  return undefined
}

/** The numbers on an axis, those of its own column and of ends of intervals. */
function valuesOn(draft: Draft, channel: 'x' | 'y'): number[] {
  const field = fieldOf(draft.table, String(draft.encoding[channel]?.field ?? ''))
  return field ? numbersOf(field) : []
}

/** Bars have a length, which a cut axis or a logarithm would falsify. */
const LONG = new Set(['bar', 'area', 'histogram', 'waterfall', 'likert'])

export function scaleOf(draft: Draft, which: string, change: Json): string | undefined {
  const channel = channelOf(draft, which)
  const own = channel && draft.encoding[channel]
  if (!channel || !own)
    return which === 'value' ? 'it is not certain which axis is meant' : 'there is no such axis'
  if (own.type !== 'quantitative' && own.type !== 'temporal') return 'that axis holds names'
  const values = valuesOn(draft, channel)
  if (change.type === 'log' && values.some((value) => value <= 0))
    return `${values.filter((value) => value <= 0).length} values are zero or below, which a logarithm does not show; ask for a symlog axis`
  if (change.type === 'log' && own.bin) return 'bins on a logarithmic axis are not drawn'
  if ((change.type === 'log' || change.type === 'symlog') && own.stack && own.stack !== null)
    return 'stacked parts do not add up on a logarithmic axis'
  const scale = { ...((own.scale ?? {}) as Json) }
  if (change.type) {
    delete scale.zero
    delete scale.padding
    const { tickMinStep: _, ...axis } = (own.axis ?? {}) as Json
    draft.encoding[channel] = {
      ...own,
      ...(own.axis ? { axis } : {}),
      scale: { ...scale, ...change, nice: false },
    }
    if (LONG.has(draft.kind) && change.type === 'log')
      draft.says.push('On the logarithmic axis the lengths of bars do not compare.')
    return undefined
  }
  const low = Array.isArray(change.domain) ? change.domain[0] : change.domainMin
  if (LONG.has(draft.kind) && channel === draft.amount && typeof low === 'number' && low > 0)
    draft.says.push(`The value axis starts at ${low}, so lengths of bars do not compare.`)
  const [min, max] = [
    low ?? Number.NEGATIVE_INFINITY,
    (Array.isArray(change.domain) ? change.domain[1] : change.domainMax) ??
      Number.POSITIVE_INFINITY,
  ]
  const inside = values.filter((value) => value >= min && value <= max).length
  if (values.length > 0 && inside === 0) return 'no value lies inside these limits'
  if (inside < values.length && draft.value?.name === own.field)
    draft.says.push(
      `${values.length - inside} of ${values.length} values lie beyond the limits of the axis.`,
    )
  if (change.domain) {
    delete scale.padding
    delete scale.zero
  }
  draft.encoding[channel] = {
    ...own,
    scale: { ...scale, ...change, ...(change.reverse ? {} : { nice: false }) },
  }
  return undefined
}

/** Ticks at numbers, or one each so far. */
export function withTicks(
  draft: Draft,
  which: string,
  numbers: readonly number[],
  every: boolean,
): string | undefined {
  const channel = channelOf(draft, which)
  const own = channel && draft.encoding[channel]
  if (!channel || own?.type !== 'quantitative') return 'there is no such axis of numbers'
  const [low, high] = extent(valuesOn(draft, channel))
  const [step = 0] = numbers
  if (every && !(step > 0 && (high - low) / step <= 60)) return 'so many ticks cannot be read'
  const [from, to] = ((own.scale as Json | undefined)?.domain ?? [
    Math.min(0, low),
    high * 1.2,
  ]) as [number, number]
  const values = every
    ? Array.from({ length: Math.floor(to / step) - Math.ceil(from / step) + 1 }, (_, i) =>
        Number(((Math.ceil(from / step) + i) * step).toPrecision(12)),
      )
    : numbers
  const { tickMinStep: _, ...axis } = (own.axis ?? {}) as Json
  draft.encoding[channel] = { ...own, axis: { ...axis, values } }
  return undefined
}

/** The channel of colour, wherever it is. */
const colorOf = (draft: Draft): Json | undefined =>
  draft.encoding.color ??
  (draft.layers.map(({ encoding }) => (encoding as Json | undefined)?.color).find(Boolean) as
    | Json
    | undefined)

export function withLegend(
  draft: Draft,
  change: { title?: string; orient?: string; direct?: boolean; none?: boolean },
): string | undefined {
  const color = colorOf(draft)
  if (change.none) {
    if (color && !draft.direct) color.legend = null
    return undefined
  }
  if (!color || (color.legend === null && !change.direct))
    return change.direct ? 'there are no series to name' : 'there is no legend'
  if (change.direct) {
    if (draft.kind !== 'line' && draft.kind !== 'area') return 'only lines have names at their ends'
    draft.direct = true
    delete color.legend
    return undefined
  }
  if (change.title !== undefined) color.title = change.title
  if (change.orient) color.legend = { ...((color.legend ?? {}) as Json), orient: change.orient }
  return undefined
}

interface Paint {
  all?: string
  rest?: string
  /** Names and their colours. */
  of?: [string, string][]
  list?: string[]
  palette?: string
  diverging?: number
  domain?: [number, number]
}

/** The names that have colours of their own. */
export const colourNames = (draft: Draft): string[] =>
  draft.series?.names ?? draft.names?.list ?? []

/** Gives colours to series, or to the names of an axis. */
export function paint(
  draft: Draft,
  { all, rest, of: said = [], list, palette, diverging, domain }: Paint,
): string | undefined {
  if (diverging !== undefined || (palette && draft.kind === 'heatmap'))
    return ramp(draft, palette, diverging, domain)
  if (all !== undefined) {
    if (draft.series) return 'the colours tell series apart'
    for (const layer of draft.layers)
      layer.mark = { ...(layer.mark as Json), ...(isGuide(layer) ? {} : { color: all }) }
    return undefined
  }
  const of = said.map(([name, colour]): [string, string] => [
    draft.aliases.get(name) ?? name,
    colour,
  ])
  const [single] = of
  if (of.length === 1 && single && !draft.series && single[0] === draft.value?.name)
    return paint(draft, { all: single[1] })
  const names = colourNames(draft)
  if (names.length === 0) return 'no names are told apart by colour'
  const unknown = of.find(([name]) => !names.includes(name))
  if (unknown) return `${JSON.stringify(unknown[0])} has no mark of its own to colour`
  if (!colorOf(draft)) {
    const { field = '' } = draft.names ?? {}
    const numeric = fieldOf(draft.table, field)?.role === 'number'
    draft.encoding.color = {
      field,
      type: 'nominal',
      scale: { domain: numeric ? names.map(Number) : names, range: names.map(() => '#0072b2') },
      legend: null,
    }
  }
  const color = colorOf(draft)
  const scale = color?.scale as { domain: string[]; range: string[] } | undefined
  if (!color || !scale?.range) return 'the colours are fixed'
  const wanted = new Map(of)
  const before = new Map(scale.domain.map((name, i) => [name, scale.range[i] ?? '#0072b2']))
  const standard = list ?? (palette ? seriesColors(names.length, palette) : undefined)
  const painted = new Set([...((color.painted ?? []) as string[]), ...wanted.keys()])
  color.painted = [...painted]
  scale.range = scale.domain.map(
    (name, i) =>
      wanted.get(name) ??
      (rest !== undefined && !painted.has(name)
        ? rest
        : (standard?.[i] ?? before.get(name) ?? '#0072b2')),
  )
  return undefined
}

/** One colour for amounts above nought, one for those below. */
export function signColours(draft: Draft, above: string, below: string): string | undefined {
  if (draft.series || !draft.value || (draft.kind !== 'bar' && draft.kind !== 'lollipop'))
    return 'only bars of one series are coloured by their sign'
  const color = {
    condition: { test: `${datum(draft.value.name)} < 0`, value: below },
    value: above,
  }
  for (const layer of draft.layers)
    if (!isGuide(layer)) layer.encoding = { ...(layer.encoding as Json), color }
  return undefined
}

const isGuide = ({ name, mark }: Json) =>
  (mark as Json | undefined)?.type === 'fit' ||
  /^(?:value|error|cap|rolling|fit|raw|median|mean|label)/.test(String(name ?? ''))

function ramp(
  draft: Draft,
  palette: string | undefined,
  middle: number | undefined,
  domain: [number, number] | undefined,
): string | undefined {
  const color = colorOf(draft)
  if (draft.kind !== 'heatmap' || !color) return 'only heat maps have such a scale of colours'
  const { stops } = rampOf(palette, middle !== undefined)
  const values = draft.value ? numbersOf(draft.value) : []
  const reach = Math.max(...values.map((value) => Math.abs(value - (middle ?? 0))))
  const scale = (color.scale ?? {}) as Json
  color.scale = {
    ...scale,
    range: [...stops],
    ...(middle === undefined ? {} : { domain: domain ?? [middle - reach, middle + reach] }),
  }
  const [low = 0, high = 1] = (color.scale as { domain?: number[] }).domain ?? extent(values)
  const inks = draft.value?.values.map((each) =>
    inkNamed(stops, (Number(each) - low) / (high - low)),
  )
  const fields = draft.table.fields.map((field) =>
    field.name === 'ink' && inks ? { ...field, values: inks } : field,
  )
  draft.table = { ...draft.table, fields }
  return undefined
}

/** The ink in which words can be read on a colour of a ramp. */
export const inkNamed = (stops: readonly string[], share: number): 'dark' | 'light' =>
  inkOn(rampColor(stops, share), DARK) === DARK ? 'dark' : 'light'

const DARK = '#1a1d21'

export function gridOff(draft: Draft): undefined {
  for (const channel of ['x', 'y'] as const) {
    const own = draft.encoding[channel]
    if (own && own.axis !== null)
      draft.encoding[channel] = { ...own, axis: { ...((own.axis ?? {}) as Json), grid: false } }
  }
  return undefined
}

export function hideAxes(draft: Draft): undefined {
  for (const channel of ['x', 'y'] as const) {
    const own = draft.encoding[channel]
    if (own)
      draft.encoding[channel] = {
        ...own,
        axis:
          own.type === 'quantitative'
            ? null
            : { ...((own.axis ?? {}) as Json), domain: false, ticks: false, grid: false },
      }
  }
  return undefined
}

export function ticksOff(draft: Draft): undefined {
  for (const channel of ['x', 'y'] as const) {
    const own = draft.encoding[channel]
    if (own && own.axis !== null)
      draft.encoding[channel] = {
        ...own,
        axis: { ...((own.axis ?? {}) as Json), ticks: false, labels: false, grid: false },
      }
  }
  return undefined
}

export function noMarkers(draft: Draft): string | undefined {
  if (draft.kind !== 'line') return 'the points are what the chart shows'
  draft.layers = draft.layers.filter(({ name }) => name !== 'marker')
  return undefined
}

export function withColumns(draft: Draft, columns: number): string | undefined {
  if (!draft.facet) return 'there are no panels'
  draft.facet.columns = columns
  return undefined
}

export function withScales(draft: Draft, channel: string, how: string): string | undefined {
  if (!draft.facet) return how === 'shared' ? undefined : 'there are no panels'
  const { scale = {}, ...rest } = (draft.around.resolve ?? {}) as { scale?: Json }
  draft.around.resolve = { ...rest, scale: { ...scale, [channel]: how } }
  if (how === 'independent') draft.says.push(`Each panel has its own ${channel} scale.`)
  return undefined
}

/** Where an axis begins: at nought, or wherever the values do. */
export function fromZero(draft: Draft, which: string, zero: boolean): string | undefined {
  const channel = channelOf(draft, which)
  const own = channel && draft.encoding[channel]
  if (!channel || own?.type !== 'quantitative') return 'there is no such axis of numbers'
  if (!zero) return undefined
  if (valuesOn(draft, channel).some((value) => value < 0)) return 'values lie below zero'
  const { padding: _, ...scale } = (own.scale ?? {}) as Json
  draft.encoding[channel] = { ...own, scale: { ...scale, zero: true, domainMin: 0 } }
  return undefined
}

/** Names beside some of the points. */
export function namesBeside(
  draft: Draft,
  field: Field,
  names: readonly string[],
): string | undefined {
  if (draft.kind !== 'scatter') return 'only points have names beside them'
  draft.layers = draft.layers.filter(({ name }) => name !== 'name')
  draft.layers.push({
    name: 'name',
    transform: [{ filter: { field: field.name, oneOf: names } }],
    mark: { type: 'text', fontSize: 10.5 },
    encoding: { text: { field: field.name, type: 'nominal' }, color: { value: '#30363d' } },
  })
  return undefined
}

/** The names of a column are not written along its axis. */
export function labelsOff(draft: Draft, field: Field | undefined): string | undefined {
  const channel = (['x', 'y'] as const).find((each) => draft.encoding[each]?.field === field?.name)
  if (!channel) return 'its names stand on no axis'
  const own = draft.encoding[channel]
  draft.encoding[channel] = {
    ...own,
    axis: { ...((own?.axis ?? {}) as Json), labels: false, ticks: false },
  }
  return undefined
}

const encodingOf = ({ encoding, layers }: Draft, { name }: Field): Json | undefined =>
  [encoding, ...layers.map((each) => (each.encoding ?? {}) as Draft['encoding'])]
    .flatMap((channels) => Object.values(channels))
    .find((each) => each.field === name)

/** The unit of the amounts, or of the column that it follows, where their title has none; numbers are not brought to another one. */
export function withUnitOf(
  draft: Draft,
  unit: string,
  field?: Field,
  certain = true,
): string | undefined {
  const named = field && encodingOf(draft, field)
  if (field && !named && field.name !== draft.value?.name) return undefined
  const own =
    named ??
    draft.encoding[draft.amount] ??
    (draft.layers[0]?.encoding as Record<string, Json> | undefined)?.color
  if (!own) return 'there is no axis of amounts'
  const title = typeof own.title === 'string' ? own.title : ''
  const has = /[([]([^()[\]]*)[)\]]$/.exec(title)?.[1]
  if (unit === '%' && has === undefined) {
    const of = named ? field : draft.value
    const values = of ? numbersOf(of) : []
    // Whole numbers that make no hundred may well be counts.
    const total = values.reduce((sum, each) => sum + each, 0)
    if (!certain && of?.whole && Math.abs(total - 100) > 2)
      return 'it is not certain that the numbers are per cent; they stand as they are'
    if (values.every((value) => value >= 0 && value <= 1))
      own.axis = { ...((own.axis ?? {}) as Json), labelExpr: "format(datum.value * 100, ',.10~g')" }
  }
  if (has === undefined) own.title = title === '' ? unit : `${title} (${unit})`
  return has === undefined ||
    (unitOf(has) ?? has) === unit ||
    has.split(/[^\p{L}%°]+/u).includes(unit)
    ? undefined
    : `the column is in ${has}, and numbers are not brought to another unit`
}
