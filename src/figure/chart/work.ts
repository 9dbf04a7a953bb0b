/**
 * What a specification would cost, reckoned before it is compiled: Vega stops neither in a transform nor in a scale.
 * Counts are upper bounds over the rows of the table; a field that is not its own counts as one value a row.
 */
import { ChartRefused, type ChartSpec, type Table } from '../../forms/chart'
import { isObject } from '../../forms/json'
import { isNumber } from './composites/groups'
import { type Leaf, LISTS, leavesOf, viewsOf } from './spec/leaves'
import { fixed } from './spec/numbers'
import { extent } from './spec/stats'
import type { Json } from './spec/vega'

/** The most that is drawn of each, and what helps. */
const MOST = {
  views: [200, 'Draw several figures.'],
  rows: [1_000_000, 'Aggregate the data before.'],
  columns: [500, 'Name fewer in a filter.'],
  marks: [20_000, 'Aggregate the data or ask for a histogram.'],
  // More take all memory before they are drawn.
  'points on lines': [300_000, 'Average the data, or take every tenth row.'],
  // More keep a raster waiting for minutes.
  'points on one line that can be told apart': [
    40_000,
    'Aggregate the data, or ask for a density.',
  ],
  'points on lines that can be told apart': [120_000, 'Aggregate the data, or ask for a density.'],
  letters: [200_000, 'Name fewer of the marks.'],
  names: [2000, 'Filter or group them, or take a longer unit.'],
  bins: [2000, 'Take a wider step.'],
  ticks: [2000, 'Take a longer interval.'],
  'imputed values': [2000, 'Name fewer.'],
  // Each is compared with each.
  'rows of a local regression': [5000, 'Sample the data.'],
  // Put in order again for each row.
  'values in sliding windows': [20_000_000, 'Take a narrower frame.'],
} as const

/** @throws ChartRefused where a chart would have more of something than is drawn */
export function check(count: number, what: keyof typeof MOST, where = ''): void {
  const [most, help] = MOST[what]
  if (!(count > most)) return
  const said = Number.isFinite(count) ? fixed(Math.min(count, 1e15), 0) : 'endless'
  throw new ChartRefused(
    `The chart would have ${said} ${what}${where}; ${fixed(most, 0)} are the most. ${help}`,
  )
}

/** @throws ChartRefused where a specification asks for more than can be drawn in time and memory */
export function checkWork(spec: ChartSpec, table: Table): void {
  check(viewsIn(spec), 'views')
  const columns = new Map(table.fields.map(({ name, values }) => [name, columnOf(values)]))
  const of = (name: unknown) => columns.get(String(name))
  for (const leaf of leavesOf(spec)) {
    let rows = table.fields[0]?.values.length ?? 0
    for (const transform of leaf.all) {
      rows = rowsAfter(transform, rows, of)
      check(rows, 'rows')
    }
    checkUnit(leaf, rows, of)
  }
}

/** Views that are compiled: repetition multiplies, lists add up. */
function viewsIn(view: Json): number {
  const lists = LISTS.flatMap((name) => viewsOf(view, name))
  if (lists.length > 0) return lists.reduce((all, each) => all + viewsIn(each), 0)
  if (!isObject(view.spec)) return 1
  const { repeat } = view
  const fields = Array.isArray(repeat) ? [repeat] : isObject(repeat) ? Object.values(repeat) : []
  return fields.reduce<number>((all, list) => all * lengthOf(list), viewsIn(view.spec))
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 1)

/** Of a column its different values, and the ends of its numbers. */
interface Column {
  count: number
  ends: readonly [number, number]
}
type Columns = (name: unknown) => Column | undefined

function columnOf(values: readonly unknown[]): Column {
  const numbers = values.filter(isNumber)
  return { count: new Set(values).size, ends: numbers.length > 0 ? extent(numbers) : [0, 0] }
}

function rowsAfter(transform: Json, rows: number, of: Columns): number {
  const { groupby, steps, maxsteps, probs, step, key, keyvals, pivot, limit } = transform
  const names = Array.isArray(groupby) ? groupby : []
  const groups = names.reduce<number>(
    (all, name) => Math.min(rows, all * (of(name)?.count ?? rows)),
    1,
  )
  if ('fold' in transform) return rows * lengthOf(transform.fold)
  if ('density' in transform) return groups * Number(steps ?? maxsteps ?? 200)
  if ('quantile' in transform)
    return groups * (Array.isArray(probs) ? probs.length : 1 / Number(step ?? 0.01))
  if ('impute' in transform)
    return Math.max(rows, groups * ((of(key)?.count ?? rows) + valuesIn(keyvals)))
  if ('aggregate' in transform) return groups
  if ('pivot' in transform) check(Number(limit ?? 0) || (of(pivot)?.count ?? rows), 'columns')
  if ('loess' in transform) check(rows / groups, 'rows of a local regression')
  if ('regression' in transform) return Math.max(rows, groups * 25)
  if ('window' in transform) checkWindow(transform, rows)
  return rows
}

/** Values of a sequence that stands for a list. */
function valuesIn(keyvals: unknown): number {
  if (Array.isArray(keyvals)) return keyvals.length
  if (!isObject(keyvals)) return 0
  const { start = 0, stop = 0, step = 1 } = keyvals as Record<string, number>
  return step === 0 ? Number.POSITIVE_INFINITY : Math.max(0, (stop - start) / step)
}

const ORDERED = ['median', 'q1', 'q3', 'ci0', 'ci1', 'min', 'max', 'distinct']

function checkWindow({ window, frame }: Json, rows: number): void {
  const operations = (window as Json[]).map(({ op }) => String(op))
  const [from = null, to = 0] = (frame ?? []) as (number | null)[]
  const running = operations.every((op) => op === 'min' || op === 'max') && from === null
  if (running || !operations.some((op) => ORDERED.includes(op))) return
  const wide = (from === null ? rows : -from) + (to === null ? rows : to) + 1
  check(rows * Math.min(rows, wide), 'values in sliding windows')
}

/** Channels of which each name has a place, a look or a panel of its own. */
const APART = /^(?:x|y|color|fill|stroke|shape|detail|row|column|facet)$/
/** Transforms that leave out or join rows. */
const REDUCING = /^(?:filter|aggregate|density|quantile|regression|loess|pivot|bin)$/
/** Marks of which each row makes one, and those that join rows. */
const DRAWN = /^(?:arc|bar|circle|point|rect|rule|square|text|tick|volcano)$/
const JOINED = /^(?:line|area|trail|ecdf|precision-recall|roc|survival)$/

function checkUnit({ mark, encoding, all }: Leaf, rows: number, of: Columns): void {
  const isCut = ({ aggregate, bin, timeUnit }: Json) => Boolean(aggregate || bin || timeUnit)
  const fewer = all.some((each) => Object.keys(each).some((kind) => REDUCING.test(kind)))
  const channels = Object.entries(encoding).flatMap(([name, each]) =>
    [each].flat().flatMap((one) => (isObject(one) ? [{ name, one }] : [])),
  )
  for (const { name, one } of channels) {
    const column = of(one.field) ?? { count: 0, ends: [0, 0] }
    checkScale(one, column)
    const isNames = one.type === 'nominal' || one.type === 'ordinal'
    if (!APART.test(name)) continue
    if (isNames) check(momentsIn(one, column), 'names', ` on ${name}`)
    if ((isNames || name === 'detail') && !isCut(one) && !fewer)
      check(column.count, 'names', ` on ${name}`)
  }
  if (fewer || channels.some(({ one }) => isCut(one))) return
  if (DRAWN.test(mark)) check(rows, 'marks')
  if (JOINED.test(mark)) check(rows, 'points on lines')
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
}

/** Names that a unit of time makes of moments. */
function momentsIn({ timeUnit }: Json, { count, ends: [low, high] }: Column): number {
  const name = isObject(timeUnit) ? timeUnit.unit : timeUnit
  const unit = Object.keys(MILLISECONDS).find((each) => String(name).endsWith(`${each}s`))
  return unit === undefined ? 0 : Math.min(count, (high - low) / (MILLISECONDS[unit] ?? 1))
}

/** The last moment that a date can be, in milliseconds. */
const LAST = 8.64e15

function checkScale(channel: Json, { ends: [low, high] }: Column): void {
  const { bin, scale, axis, impute } = channel as Record<string, Json | undefined>
  const isTime = channel.type === 'temporal' || channel.timeUnit
  const strange = [low, high].find((each) => isTime && Math.abs(each) > LAST)
  if (strange !== undefined)
    throw new ChartRefused(
      `The column ${channel.field} holds ${strange}, which is no moment: times are milliseconds since 1970.`,
    )
  const [from, to] = (bin?.extent ?? [low, high]) as [number, number]
  check((to - from) / Number(bin?.step), 'bins')
  const { start = low, stop = high, step } = (scale?.bins ?? {}) as Record<string, number>
  check((stop - start) / Number(step), 'bins')
  const ticks = axis?.tickCount
  const every = isObject(ticks) ? ticks : { interval: ticks }
  const domain = Array.isArray(scale?.domain) ? scale.domain.map(Number).filter(isNumber) : []
  const [first, last] = domain.length > 1 ? extent(domain) : [low, high]
  const wide = MILLISECONDS[String(every.interval)] ?? Number.NaN
  check((last - first) / (wide * Number(every.step ?? 1)), 'ticks')
  check(valuesIn(impute?.keyvals), 'imputed values')
}
