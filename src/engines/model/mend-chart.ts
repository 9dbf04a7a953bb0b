/** What of a model's specification is mended without asking it again. */
import type { ChartSpec, Table } from '../../forms/chart'
import { columnsRead, mindsMissing } from '../../forms/vega-lite/expressions'
import { checkSpec } from '../../forms/vega-lite/read'

type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value with every object in it changed, what lies within first. */
function changed(value: unknown, change: (own: Json) => unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => changed(each, change))
  if (!isObject(value)) return value
  const own = Object.entries(value).map(([name, one]) => [name, changed(one, change)])
  return change(Object.fromEntries(own))
}

/** Moments of the table are read as UTC, wherever the server stands. */
export function inUtc(spec: Json, { fields }: Table): Json {
  const times = new Set(fields.filter(({ role }) => role === 'time').map(({ name }) => name))
  return changed(spec, (own) => {
    if (typeof own.timeUnit === 'string' && /^(?!.*utc)/.test(own.timeUnit))
      own.timeUnit = own.timeUnit.replace(/^(binned)?/, '$1utc')
    const isMoment = own.type === 'temporal' && times.has(String(own.field)) && !own.timeUnit
    const scale = isObject(own.scale) ? own.scale : {}
    if (isMoment && own.scale !== null && scale.type === undefined)
      own.scale = { ...scale, type: 'utc' }
    return own
  }) as Json
}

/** The specification with nothing computed from a missing value: Vega takes it for 0. */
export function minding(spec: ChartSpec, { fields }: Table): ChartSpec {
  const lacking = new Set(
    fields.filter(({ values }) => values.includes(null)).map(({ name }) => name),
  )
  const minded = (own: Json): Json => {
    const { calculate, fold, as } = own
    const names = [as].flat().map(String)
    if (Array.isArray(fold) && fold.some((each) => lacking.has(String(each))))
      lacking.add(as === undefined ? 'value' : (names[1] ?? 'value'))
    if (typeof calculate === 'string' && !mindsMissing(calculate)) {
      const read = [...new Set(columnsRead(calculate))].filter((name) => lacking.has(name))
      if (read.length === 0) return own
      lacking.add(String(as))
      const tests = read.map((name) => `isValid(datum[${JSON.stringify(name)}])`)
      return { ...own, calculate: `${tests.join(' && ')} ? (${calculate}) : null` }
    }
    return own
  }
  // What stands before in a specification is computed before: transforms lead, views follow.
  const { transform, ...rest } = spec
  const after: ChartSpec = {
    ...(transform === undefined ? {} : { transform: changed(transform, minded) }),
    ...(changed(rest, minded) as ChartSpec),
  }
  return 'spec' in checkSpec(after) ? after : spec
}

/**
 * Layers that share an axis have one title for it: of two that say the same, the one that says more, also where others
 * have none. Vega-Lite would write both, or none.
 */
export function withOneTitle(spec: Json): Json {
  return changed(spec, (own) =>
    Array.isArray(own.layer) ? entitled(own, own.layer.filter(isObject)) : own,
  ) as Json
}

function entitled(view: Json, layers: readonly Json[]): Json {
  const { scale } = isObject(view.resolve) ? view.resolve : {}
  const shared = (['x', 'y'] as const).filter(
    (name) => !(isObject(scale) && scale[name] === 'independent'),
  )
  const found = new Map<string, string>()
  for (const name of shared) {
    const titles = [view, ...layers].flatMap((layer) => titleOn(layer, name) ?? [])
    const longest = titles.toSorted((a, b) => b.length - a.length)[0]
    if (longest !== undefined && titles.every((title) => longest.includes(title)))
      found.set(name, longest)
  }
  const said = (name: string, channel: Json) =>
    channel.title === undefined
      ? layers.some((layer) => titleOn(layer, name) && isOf(layer, name, channel.field))
      : channel.title === null || typeof channel.title === 'string'
  const titled = (layer: Json): Json => {
    if (!isObject(layer.encoding)) return layer
    const channels = Object.entries(layer.encoding).map(([name, channel]) =>
      found.has(name) && isObject(channel) && said(name, channel)
        ? [name, { ...channel, title: found.get(name) }]
        : [name, channel],
    )
    return { ...layer, encoding: Object.fromEntries(channels) }
  }
  return { ...titled(view), layer: layers.map(titled) }
}

const isOf = ({ encoding }: Json, name: string, field: unknown): boolean =>
  field !== undefined &&
  isObject(encoding) &&
  isObject(encoding[name]) &&
  encoding[name].field === field

/** A title in words. */
function titleOn({ encoding }: Json, name: string): string | undefined {
  const channel = isObject(encoding) ? encoding[name] : undefined
  return isObject(channel) && typeof channel.title === 'string' ? channel.title : undefined
}

/** Share of the points that a local line looks at where nothing is said, as R's `loess` has it. */
const SPAN = 0.75

/** Local lines over a share of the points that smooths few of them too. */
export const smooth = (spec: Json): Json =>
  changed(spec, (own) =>
    typeof own.loess === 'string' ? { bandwidth: SPAN, ...own } : own,
  ) as Json

const POINTS = new Set(['point', 'circle', 'square'])

/**
 * Words beside points are called `name`, those at the ends of lines `end`: the house finds each a place where it covers
 * nothing.
 */
export function withNamesBeside(spec: Json): Json {
  let done = false
  return changed(spec, (own) => {
    if (!Array.isArray(own.layer)) return own
    const layers = own.layer.filter(isObject)
    const place = ({ encoding }: Json) => {
      const { x, y } = { ...(own.encoding as Json), ...(encoding as Json) } as Record<string, Json>
      return x?.field && y?.field ? `${x.field} ${y.field}` : undefined
    }
    const points = layers.filter(({ mark }) => POINTS.has(typeOf(mark))).map(place)
    const lines = layers.filter(({ mark }) => typeOf(mark) === 'line').map(place)
    return {
      ...own,
      layer: own.layer.map((each) => {
        if (done || !isObject(each) || each.name !== undefined) return each
        const { mark, encoding } = each
        const text = isObject(encoding) && isObject(encoding.text) ? encoding.text.field : undefined
        const moved = isObject(mark) && (mark.dy !== undefined || mark.angle !== undefined)
        const at = place(each)
        if (typeOf(mark) !== 'text' || moved || !text || !at) return each
        const left = isObject(mark) && mark.align === 'left' && each.transform !== undefined
        const name = points.includes(at) ? 'name' : left && lines.includes(at) ? 'end' : undefined
        if (name === undefined) return each
        done = true
        return { ...each, name }
      }),
    }
  }) as Json
}

const typeOf = (mark: unknown): string => String(isObject(mark) ? mark.type : mark)
