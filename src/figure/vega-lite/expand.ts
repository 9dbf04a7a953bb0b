import type { ChartSpec, Table } from '../../forms/chart'

export interface Expanded {
  spec: ChartSpec
  table: Table
  says: string[]
  notes: string[]
}

/** A specification in which every composite of ours is written out in Vega-Lite's own marks. */
export function expanded(spec: ChartSpec, table: Table): Expanded {
  return { spec, table, says: [], notes: [] }
}
