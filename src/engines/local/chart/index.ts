import type { ChartIR, Table } from '../../../forms/chart'
import { chooseChart } from './choose'
import { readData } from './read-data'
import { isSpec, readSpec } from './vega-lite'

/** Kinds of figure that people ask for by name and that no mark of ours draws. */
const NOT_DRAWN =
  /\b(?:gantt|sankey|tree ?map|sunburst|chord diagram|word ?cloud|candlesticks?|waterfall|funnel|gauge|choropleth|network graph|3-?d (?:surface|scatter|bar|plot))\b/i

/** Data of any known form and an intent in words, as a chart. @throws ChartRefused with a sentence for the client */
export async function readChart(
  data: unknown,
  intent: string,
): Promise<{ chart: ChartIR; table: Table }> {
  const read = readData(data)
  if (isSpec(intent)) return { chart: readSpec(intent, read.table), table: read.table }
  const { chart, table } = chooseChart(read, intent)
  const [asked] = NOT_DRAWN.exec(intent) ?? []
  if (asked === undefined) return { chart, table }
  const note = `"${asked}" is no chart that can be drawn here: the data are shown as ${chart.mark}`
  return { chart, table: { ...table, notes: [...table.notes, note] } }
}
