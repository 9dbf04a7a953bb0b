import { ChartRefused, type Table } from '../../forms/chart'
import { fixed } from './numbers'
import type { Json } from './vega'

export const MOST_PANELS = 60

/** Counts the panels that columns of the data ask for, before any of them is laid out. */
export function checkPanels(value: unknown, table: Table): void {
  if (typeof value !== 'object' || value === null) return
  const { facet, row, column } = value as Record<string, Json | undefined>
  const counts = [facet, row, column].map((channel) => {
    const field =
      typeof channel?.field === 'string' && !channel.bin && !channel.timeUnit
        ? channel.field
        : undefined
    const own = table.fields.find(({ name }) => name === field)
    return own ? new Set(own.values).size : 1
  })
  const panels = counts.reduce((all, count) => all * count, 1)
  if (panels > MOST_PANELS) throw tooMany(panels)
  for (const inner of Object.values(value)) checkPanels(inner, table)
}

export const tooMany = (panels: number) =>
  new ChartRefused(
    `${fixed(panels, 0)} small charts cannot be read in one figure; ${MOST_PANELS} are the most.`,
  )
