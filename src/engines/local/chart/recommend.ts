/** The kind of chart that the columns ask for where the intent names none. */
import type { Table } from '../../../forms/chart'
import type { Asked } from './asked'
import { alike, cast, crowd, distinct, isAmount, isName, isTruth, numbersOf, runs } from './cast'
import { kindNamed } from './kinds'

/** One amount of each of the names that are said, at each place of what it runs along. */
function isSeries(asked: Asked, table: Table): boolean {
  const { kind: _, ...more } = asked
  const { x, y, color } = cast(kindNamed('line'), more, table)
  const heads = asked.columns.filter(isAmount)
  if (x && heads.length > 1 && alike(heads).length === heads.length && !heads.includes(x))
    if (runs(x) && crowd(table, [x], y[0]) === 1) return true
  const names = [...asked.by, ...asked.columns].filter(isName)
  return (
    x !== undefined &&
    !isName(x) &&
    y.length === 1 &&
    color !== undefined &&
    names.includes(color) &&
    crowd(table, [color], y[0]) > 3 &&
    crowd(table, [x, color], y[0]) === 1
  )
}

export function recommended(asked: Asked, table: Table): string {
  const { fields, shape } = table
  const { columns, over, by, on, manners } = asked
  const said = [...columns, ...over, ...by, ...Object.values(on)]
  const pool = said.length > 0 ? said : fields.filter(({ of }) => of === undefined)
  const numbers = fields.filter((field) => isAmount(field) && field.of === undefined)
  const amounts = pool.filter(isAmount).length > 0 ? pool.filter(isAmount) : numbers
  const heads = columns.filter(isAmount)
  const [along] = over
  if (shape === 'matrix') return 'heatmap'
  const grid = pool.filter(isName).length > 1 && asked.stat !== 'count'
  if (amounts.length === 0) return grid ? 'heatmap' : 'bar'
  if (asked.fit || on.size) return 'point'
  const isComparing =
    by.some((field) => isName(field) && distinct(field).length === field.values.length) &&
    alike(amounts).length > 1
  if (along && isAmount(along) && isComparing) return 'bar'
  if (along && isAmount(along) && !runs(along)) return 'point'
  if (heads.length > 1 && alike(heads, asked.logs.size > 0).length < 2) return 'point'
  if (along) return isName(along) && along.role !== 'ordinal' ? 'bar' : 'line'
  if (manners.has('along') && amounts.length === 1 && !fields.some(isName)) return 'line'
  if (shape === 'numbers') return (amounts[0]?.values.length ?? 0) > 19 ? 'histogram' : 'bar'
  if (asked.stat === 'count') return 'bar'
  if (isSeries(asked, table)) return 'line'
  const bars = cast(kindNamed('bar'), asked, table)
  const { x = pool.find((field) => field.role === 'time'), y, color } = bars
  const isDated =
    x?.role === 'ordinal' && /day|month|year|date|time|week|hour|quarter/i.test(x.name)
  if (x && (x.role === 'time' || isDated || runs(x))) return 'line'
  if (manners.has('spread') && fields.some(({ role }) => role === 'lower')) return 'point'
  if (x && isName(x) && y[0] && isTruth(y[0])) return 'bar'
  if (x && isName(x)) {
    const isSample =
      y[0] && crowd(table, [x, color], y[0]) > 3 && distinct(x).length < numbersOf(y[0]).length / 2
    return isSample && !asked.stat && !manners.has('spread') ? 'box' : 'bar'
  }
  if (
    said.length === 0 &&
    y.length > 1 &&
    (amounts[0]?.values.length ?? 0) > 4 &&
    !fields.some(({ made }) => made)
  )
    return asked.stat || manners.has('spread') ? 'bar' : 'box'
  return amounts.length > 1 && (amounts.length > 2 || !by.length) ? 'point' : 'histogram'
}
