import { mean, median, spreadOf, sum } from '../../../../figure/chart/stats'
import { type Cell, ChartRefused, type Field, type Table } from '../../../../forms/chart'
import type { Channel, ChannelName, ChartIR } from '../chart-ir'

/** One row of the data as the channels see it. */
export interface Datum {
  x: Cell
  y: Cell
  /** Series; empty without one. */
  s: string
  /** Panel; empty without one. */
  f: string
  lo: number | null
  hi: number | null
  size: number | null
  shape: string
  label: string | null
  w: number | null
  p: number | null
  /** How many rows it stands for. */
  n: number
}

/** A datum whose value is a number. */
export type Measured = Datum & { y: number }

const FIELDS_MADE = { lower: 'lower', upper: 'upper', error: 'error', p: 'p' } as const

/** Puts columns that stand side by side below each other, their intervals with them. */
export function folded(table: Table, ir: ChartIR): Table {
  if (!ir.fold) return table
  const { fields: names, key, value } = ir.fold
  const chosen = names.map((name) => fieldOf(table, name))
  const kept = table.fields.filter(
    (field) => !names.includes(field.name) && !(field.of && names.includes(field.of)),
  )
  const stack = (pick: (field: Field) => readonly Cell[]) => chosen.flatMap(pick)
  const label = (field: Field) => ir.fold?.labels?.[names.indexOf(field.name)] ?? field.name
  const length = chosen[0]?.values.length ?? 0
  const companions = (Object.keys(FIELDS_MADE) as (keyof typeof FIELDS_MADE)[]).filter((role) =>
    table.fields.some((field) => field.role === role && field.of && names.includes(field.of)),
  )
  return {
    ...table,
    fields: [
      ...kept.map((field) => ({ ...field, values: stack(() => field.values) })),
      {
        name: key,
        role: 'category',
        whole: false,
        values: stack((field) => new Array<Cell>(length).fill(label(field))),
      },
      {
        name: value,
        role: 'number',
        whole: chosen.every(({ whole }) => whole),
        values: stack((field) => field.values),
      },
      ...companions.map(
        (role): Field => ({
          name: role,
          role,
          whole: false,
          of: value,
          values: stack(
            (field) =>
              table.fields.find((each) => each.role === role && each.of === field.name)?.values ??
              new Array<Cell>(length).fill(null),
          ),
        }),
      ),
    ],
  }
}

/** @throws ChartRefused where the data have no such field */
export function fieldOf(table: Table, name: string): Field {
  const found = table.fields.find((field) => field.name === name)
  if (found) return found
  const known = table.fields.map((field) => field.name).slice(0, 12)
  throw new ChartRefused(`The data have no field ${name}; there are ${known.join(', ')}.`)
}

const asText = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : String(cell)
const asNumber = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)

/** The rows as the channels of `ir` name them. Rows without an argument or a value stay in, as null. */
export function dataOf(table: Table, ir: ChartIR): Datum[] {
  const column = (name: ChannelName) => {
    const channel = ir.encoding[name]
    return channel ? fieldOf(table, channel.field).values : undefined
  }
  const [x, y, color, facet] = [column('x'), column('y'), column('color'), column('facet')]
  const [lower, upper, error] = [column('lower'), column('upper'), column('error')]
  const [size, shape, label] = [column('size'), column('shape'), column('label')]
  const [weight, p] = [column('weight'), column('p')]
  const length = table.fields[0]?.values.length ?? 0
  return Array.from({ length }, (_, i) => {
    const value = y ? (y[i] ?? null) : null
    const half = asNumber(error?.[i])
    const centre = typeof value === 'number' ? value : null
    return {
      x: x ? (x[i] ?? null) : null,
      y: value,
      s: asText(color?.[i]),
      f: asText(facet?.[i]),
      lo: lower ? asNumber(lower[i]) : half !== null && centre !== null ? centre - half : null,
      hi: upper ? asNumber(upper[i]) : half !== null && centre !== null ? centre + half : null,
      size: asNumber(size?.[i]),
      shape: asText(shape?.[i]),
      label: label ? asText(label[i]) : null,
      w: asNumber(weight?.[i]),
      p: asNumber(p?.[i]),
      n: 1,
    }
  })
}

/** The data whose value is a number; the others are missing. */
export const measured = (data: readonly Datum[]): Measured[] =>
  data.filter((each): each is Measured => typeof each.y === 'number')

/** Distinct values in order of appearance. */
export const distinct = (list: Iterable<string>): string[] => [...new Set(list)]

/** One datum for each argument, series and panel: a statistic of those that share them. */
export function aggregated(data: readonly Datum[], ir: ChartIR): Datum[] {
  const how = ir.aggregate ?? 'none'
  if (how === 'none') return [...data]
  const groups = Map.groupBy(data, ({ x, s, f }) => JSON.stringify([x, s, f]))
  return [...groups.values()].flatMap((list) => {
    const [first] = list
    if (!first) return []
    if (how === 'count') {
      const weights = list.map(({ w }) => w ?? 1)
      return [{ ...first, y: sum(weights), n: list.length }]
    }
    const values = measured(list).map(({ y }) => y)
    if (values.length === 0) return [{ ...first, y: null }]
    if (list.length === 1) return [first]
    const ends = ir.spread && ir.spread !== 'none' ? spreadOf(values, ir.spread) : [null, null]
    return [
      {
        ...first,
        y: statistic(values, how),
        lo: ends[0],
        hi: ends[1],
        p: first.p,
        n: values.length,
      },
    ]
  })
}

function statistic(values: readonly number[], how: string): number {
  if (how === 'sum') return sum(values)
  if (how === 'median') return median(values)
  if (how === 'min') return Math.min(...values)
  if (how === 'max') return Math.max(...values)
  return mean(values)
}

const collator = new Intl.Collator('en', { numeric: true })

/** Order of names, numbers inside them by size. */
export const byName = (a: string, b: string): number => collator.compare(a, b)

/** Categories in the order a channel asks for. */
export function ordered(
  names: readonly string[],
  channel: Channel | undefined,
  weight: (name: string) => number,
): string[] {
  const list = [...names]
  switch (channel?.sort) {
    case 'name':
      return list.sort(byName)
    case 'name-descending':
      return list.sort((a, b) => byName(b, a))
    case 'value':
      return list.sort((a, b) => weight(a) - weight(b))
    case 'value-descending':
      return list.sort((a, b) => weight(b) - weight(a))
    case 'order': {
      const order = channel.order ?? []
      const place = (name: string) => {
        const at = order.indexOf(name)
        return at < 0 ? order.length : at
      }
      return list.sort((a, b) => place(a) - place(b))
    }
    default:
      return list
  }
}
