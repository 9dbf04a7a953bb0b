import type { ChartIR, Table } from '../../../forms/chart'
import { chooseChart } from './choose'
import { readData } from './read-data'
import { isSpec, readSpec } from './vega-lite'

/** Data of any known form and an intent in words, as a chart. @throws ChartRefused with a sentence for the client */
export async function readChart(
  data: unknown,
  intent: string,
): Promise<{ chart: ChartIR; table: Table }> {
  const read = readData(data)
  const chart = isSpec(intent) ? readSpec(intent, read.table) : chooseChart(read, intent)
  return { chart, table: read.table }
}
