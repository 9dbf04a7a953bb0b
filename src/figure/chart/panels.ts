import { ChartRefused, type Table } from '../../forms/chart'
import { fixed } from './numbers'
import { prepared, rowsOf } from './prepare'
import { type Json, transformed } from './vega'

export const MOST_PANELS = 60

/** Counts the panels that columns of the data ask for, before any of them is laid out. */
export async function checkPanels(value: unknown, table: Table, above: Json[] = []): Promise<void> {
  if (typeof value !== 'object' || value === null) return
  const own = (value as Json).transform
  const transform = Array.isArray(own) ? [...above, ...(own as Json[])] : above
  const { facet, row, column } = value as Record<string, Json | undefined>
  let made: Json[] | undefined
  const count = async (channel: Json | undefined) => {
    const field =
      typeof channel?.field === 'string' && !channel.bin && !channel.timeUnit
        ? channel.field
        : undefined
    if (field === undefined) return 1
    const column = table.fields.find(({ name }) => name === field)
    if (column) return new Set(column.values).size
    made ??= await transformed(rowsOf(table), prepared({ transform }, table, undefined).transform)
    return new Set(made.map((each) => each[field])).size
  }
  const panels = (await count(facet)) * (await count(row)) * (await count(column))
  if (panels > MOST_PANELS) throw tooMany(panels)
  for (const [name, inner] of Object.entries(value))
    if (name !== 'data') await checkPanels(inner, table, transform)
}

export const tooMany = (panels: number) =>
  new ChartRefused(
    `${fixed(panels, 0)} small charts cannot be read in one figure; ${MOST_PANELS} are the most.`,
  )
