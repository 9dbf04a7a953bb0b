/**
 * What a specification would cost, reckoned before it is compiled: Vega stops neither in a transform nor in a scale.
 * Counts are upper bounds over the rows of the table; a field that is not its own counts as one value a row.
 */
import { ChartRefused, type ChartSpec, type Table } from '../../forms/chart'
import { isNumber } from './composites/groups'
import { isObject, type Leaf, LISTS, leavesOf, viewsOf } from './leaves'
import { fixed } from './numbers'
import { extent } from './stats'
import type { Json } from './vega'

const MOST = {
  rows: 1_000_000,
  marks: 20_000,
  /** Points of lines: more take all memory before they are drawn. */
  points: 300_000,
  names: 2000,
  bins: 2000,
  ticks: 2000,
  columns: 500,
  /** Rows of a local regression, which compares each with each. */
  loess: 5000,
  /** Values that a sliding window puts in order again for each row. */
  window: 20_000_000,
  views: 200,
} as const

/** @throws ChartRefused where a specification asks for more than can be drawn in time and memory */
export function checkWork(spec: ChartSpec, table: Table): void {
  const views = viewsIn(spec)
  if (views > MOST.views) refuse(views, 'views', MOST.views, 'Draw several figures.')
  const fields = fieldsOf(table)
  for (const leaf of leavesOf(spec)) {
    let rows = table.fields[0]?.values.length ?? 0
    for (const transform of leaf.all) {
      rows = rowsAfter(transform, rows, fields)
      if (rows > MOST.rows) refuse(rows, 'rows', MOST.rows, 'Aggregate the data before.')
    }
    checkUnit(leaf, rows, fields)
  }
}

function refuse(count: number, what: string, most: number, help: string): never {
  const said = Number.isFinite(count) ? fixed(Math.min(count, 1e15), 0) : 'endless'
  throw new ChartRefused(
    `The specification asks for ${said} ${what}; ${fixed(most, 0)} are the most. ${help}`,
  )
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 1)

/** Views that are compiled: repetition multiplies, lists add up. */
function viewsIn(view: Json): number {
  const lists = LISTS.flatMap((name) => viewsOf(view, name))
  if (lists.length > 0) return lists.reduce((all, each) => all + viewsIn(each), 0)
  if (!isObject(view.spec)) return 1
  const { repeat } = view
  const times = Array.isArray(repeat)
    ? repeat.length
    : isObject(repeat)
      ? Object.values(repeat).reduce<number>((all, list) => all * lengthOf(list), 1)
      : 1
  return times * viewsIn(view.spec)
}

interface Fields {
  /** Different values of a column; undefined for what is not one. */
  distinct(name: unknown): number | undefined
  /** Ends of a column of numbers. */
  extent(name: unknown): [number, number] | undefined
}

function fieldsOf({ fields }: Table): Fields {
  const columns = new Map(fields.map((field) => [field.name, field.values]))
  const counts = new Map<unknown, number>()
  return {
    distinct: (name) => {
      const values = columns.get(String(name))
      if (!values) return undefined
      const known = counts.get(name) ?? new Set(values).size
      counts.set(name, known)
      return known
    },
    extent: (name) => {
      const numbers = columns.get(String(name))?.filter(isNumber) ?? []
      return numbers.length > 0 ? extent(numbers) : undefined
    },
  }
}

const REDUCING = /^(?:filter|aggregate|density|quantile|regression|loess|pivot|bin)$/

const groupsOf = (list: unknown, rows: number, fields: Fields): number =>
  Array.isArray(list)
    ? Math.min(
        rows,
        list.reduce<number>((all, name) => all * (fields.distinct(name) ?? rows), 1),
      )
    : 1

function rowsAfter(transform: Json, rows: number, fields: Fields): number {
  const groups = groupsOf(transform.groupby, rows, fields)
  if ('fold' in transform) return rows * lengthOf(transform.fold)
  if ('density' in transform) return groups * Number(transform.steps ?? transform.maxsteps ?? 200)
  if ('quantile' in transform)
    return (
      groups *
      (Array.isArray(transform.probs) ? transform.probs.length : 1 / Number(transform.step ?? 0.01))
    )
  if ('impute' in transform)
    return Math.max(
      rows,
      groups * ((fields.distinct(transform.key) ?? rows) + valuesIn(transform.keyvals)),
    )
  if ('aggregate' in transform) return groups
  if ('sample' in transform) return Math.min(rows, Number(transform.sample))
  if ('pivot' in transform) {
    const columns = Number(transform.limit ?? 0) || (fields.distinct(transform.pivot) ?? rows)
    if (columns > MOST.columns) refuse(columns, 'columns', MOST.columns, 'Name fewer in a filter.')
  }
  if ('loess' in transform && rows / groups > MOST.loess)
    refuse(rows / groups, 'rows of a local regression', MOST.loess, 'Sample the data.')
  if ('regression' in transform) return Math.max(rows, groups * 25)
  if ('window' in transform) checkWindow(transform, rows)
  return rows
}

/** Values of a sequence that stands for a list. */
function valuesIn(keyvals: unknown): number {
  if (Array.isArray(keyvals)) return keyvals.length
  if (!isObject(keyvals)) return 0
  const { start = 0, stop = 0, step = 1 } = keyvals as Record<string, number>
  return Math.max(0, (stop - start) / (step || Number.NaN)) || (step === 0 ? Infinity : 0)
}

const ORDERED = ['median', 'q1', 'q3', 'ci0', 'ci1', 'min', 'max', 'distinct']

function checkWindow({ window, frame }: Json, rows: number): void {
  const ordered = (window as Json[]).some(({ op }) => ORDERED.includes(String(op)))
  const [from = null, to = 0] = (frame ?? []) as (number | null)[]
  const running =
    (window as Json[]).every(({ op }) => op === 'min' || op === 'max') && from === null
  if (!ordered || running) return
  const wide = Math.min(rows, (from === null ? rows : -from) + (to === null ? rows : to) + 1)
  if (rows * wide > MOST.window)
    refuse(rows * wide, 'values in sliding windows', MOST.window, 'Take a narrower frame.')
}

const OWN = /^(?:x|y|color|fill|stroke|shape|detail|row|column|facet)$/

function checkUnit({ mark: name, encoding, all }: Leaf, rows: number, fields: Fields): void {
  // Transforms may leave out or join rows.
  const fewer = all.some((each) => Object.keys(each).some((kind) => REDUCING.test(kind)))
  const channels = Object.entries(encoding).flatMap(([channel, each]) =>
    [each].flat().flatMap((one) => (isObject(one) ? [[channel, one] as const] : [])),
  )
  for (const [channel, one] of channels) {
    checkScale(one, fields)
    checkMoments(one, fields)
    const count = fields.distinct(one.field) ?? 0
    const cut = one.bin || one.timeUnit || one.aggregate || fewer
    const moments = momentsIn(one, fields)
    if (OWN.test(channel) && moments > MOST.names)
      refuse(moments, `names on ${channel}`, MOST.names, 'Take a longer unit.')
    const names = one.type === 'nominal' || one.type === 'ordinal' || channel === 'detail'
    if (names && OWN.test(channel) && !cut && count > MOST.names)
      refuse(count, `names on ${channel}`, MOST.names, 'Filter or group them.')
  }
  const joined = channels.some(([, one]) => one.aggregate || one.bin || one.timeUnit)
  if (DRAWN.test(name) && !joined && !fewer && rows > MOST.marks)
    refuse(rows, 'marks', MOST.marks, 'Aggregate the data or ask for a histogram.')
  if (/^(?:line|area|trail)$/.test(name) && !joined && !fewer && rows > MOST.points)
    refuse(rows, 'points on lines', MOST.points, 'Average the data, or take every tenth row.')
  if (name === 'violin') {
    const groups = Math.min(
      ...['x', 'y'].map((each) => fields.distinct((encoding[each] as Json)?.field) ?? 1),
    )
    if (groups > 200) refuse(groups, 'violins', 200, 'Filter the groups.')
  }
}

/** The last moment that a date can be, in milliseconds. */
const LAST = 8.64e15

function checkMoments({ type, timeUnit, field }: Json, fields: Fields): void {
  const ends = type === 'temporal' || timeUnit ? fields.extent(field) : undefined
  const strange = ends?.find((each) => Math.abs(each) > LAST)
  if (strange !== undefined)
    throw new ChartRefused(
      `The column ${field} holds ${strange}, which is no moment: times are milliseconds since 1970.`,
    )
}

/** Names that a unit of time makes of moments. */
function momentsIn({ type, timeUnit, field }: Json, fields: Fields): number {
  const name = isObject(timeUnit) ? timeUnit.unit : timeUnit
  if ((type !== 'ordinal' && type !== 'nominal') || typeof name !== 'string') return 0
  const unit = Object.keys(MILLISECONDS).find((each) => name.endsWith(`${each}s`))
  const [low, high] = fields.extent(field) ?? [0, 0]
  const spans = unit === undefined ? 0 : (high - low) / (MILLISECONDS[unit] ?? 1)
  return Math.min(spans, fields.distinct(field) ?? 0)
}

/** Marks of which each row makes one. */
const DRAWN = /^(?:arc|bar|bland-altman|circle|point|qq|rect|rule|square|text|tick|volcano)$/

const MILLISECONDS: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
}

function checkScale(channel: Json, fields: Fields): void {
  const [low, high] = fields.extent(channel.field) ?? [0, 0]
  const { bin, scale, axis, impute } = channel as Record<string, Json | undefined>
  const step = Number(bin?.step)
  const [from, to] = (bin?.extent as [number, number] | undefined) ?? [low, high]
  if (step > 0 && (to - from) / step > MOST.bins)
    refuse((to - from) / step, 'bins', MOST.bins, 'Take a wider step.')
  const bins = scale?.bins as Json | undefined
  if (isObject(bins) && !Array.isArray(bins)) {
    const [start, stop] = [Number(bins.start ?? low), Number(bins.stop ?? high)]
    const count = (stop - start) / Number(bins.step)
    if (count > MOST.bins) refuse(count, 'bins', MOST.bins, 'Take a wider step.')
  }
  const ticks = axis?.tickCount
  const unit = isObject(ticks) ? ticks.interval : ticks
  const wide = typeof unit === 'string' ? MILLISECONDS[unit] : undefined
  const domain = Array.isArray(scale?.domain) ? scale.domain.map(Number).filter(isNumber) : []
  const [start, end] = domain.length > 1 ? extent(domain) : [low, high]
  if (wide !== undefined) {
    const count = (end - start) / (wide * (isObject(ticks) ? Number(ticks.step ?? 1) : 1))
    if (count > MOST.ticks) refuse(count, 'ticks', MOST.ticks, 'Take a longer interval.')
  }
  const keys = valuesIn(impute?.keyvals)
  if (keys > MOST.names) refuse(keys, 'imputed values', MOST.names, 'Name fewer.')
}
