import { ChartRefused, type Table } from '../../../forms/chart'
import type { ChartChoice } from '../../../forms/engines'
import { readVegaLite } from '../../../forms/vega-lite'
import type { ChartIR } from './chart-ir'
import { chooseChart } from './choice/choose'
import { recordsAsGiven } from './data/as-given'
import { readData } from './data/read-data'
import { emitted } from './emit'

/** Kinds of figure that people ask for by name and that no mark of ours draws. */
const NOT_DRAWN =
  /\b(?:gantt|sankey|tree ?map|sunburst|chord diagram|word ?cloud|candlesticks?|waterfall|funnel|gauge|choropleth|network graph|3-?d (?:surface|scatter|bar|plot))\b/i

const always = () => true

/** Wishes that a chart of ours leaves out: how they are told, what the note calls them, and where it holds. */
const LEFT_OUT: readonly (readonly [RegExp, string, (chart: ChartIR) => boolean])[] = [
  [
    /\b(?:second(?:ary)?|right(?:[\s-]hand)?|twin|dual)[\s-](?:(?:vertical|value|y)[\s-])?ax[ei]s\b|\b(?:two|double|different) (?:vertical|value|y)[\s-]ax[ei]s\b|\btwin[xy]\b/i,
    'a second value axis is not drawn: all values share one',
    ({ overlays }) => !overlays?.some(({ kind }) => kind === 'cumulative'),
  ],
  [
    /(?<!\b(?:per|by|each|every|over|training|the) )\bstep(?:ped|wise|s)?[\s-](?:lines?|plots?|charts?|curves?|graphs?|functions?)\b|\bstair(?:case|step)?s?\b/i,
    'lines are not drawn in steps: they join the values straight',
    ({ mark }) => mark === 'line' || mark === 'area',
  ],
  [/\bbroken (?:(?:x|y|value)[\s-])?ax[ei]s\b|\baxis break\b/i, 'axes are not broken', always],
]

/** Characters of an intent in words that are read; what asks for one chart is far shorter. */
const MOST_READ = 4000

/** What the rules chose, and why. */
export interface Choice {
  choice: ChartIR
  table: Table
  unmet: string[]
}

/** Data of any known form and an intent, as a specification over a table. @throws ChartRefused with a sentence for the client */
export async function readChart(data: unknown, intent: string): Promise<ChartChoice> {
  const notation = readVegaLite(intent)
  if (notation && 'fault' in notation) throw new ChartRefused(`The intent: ${notation.fault}`)
  if (notation) {
    const unmet =
      notation.around === '' ? [] : ['The words around the specification were not read.']
    const table = recordsAsGiven(data) ?? readData(data).table
    return { chart: notation.spec, table, unmet, reasons: [] }
  }
  return emittedChoice(readChoice(data, intent))
}

/** A choice of the rules as a specification over the rows that it draws. */
export function emittedChoice({ choice, table, unmet }: Choice): ChartChoice {
  const { chart, table: drawn, notes } = emitted(choice, table)
  return {
    chart,
    table: { ...drawn, notes: [...table.notes, ...notes] },
    unmet,
    reasons: choice.reasons,
  }
}

/** An intent in words as a choice of chart. */
export function readChoice(data: unknown, intent: string): Choice {
  const read = readData(data)
  const said = intent.slice(0, MOST_READ)
  const { chart, table } = chooseChart(read, said)
  const words = said.replace(/"[^"]*"|“[^”]*”/g, ' ')
  const [asked] = NOT_DRAWN.exec(words) ?? []
  const kind = `"${asked}" is no chart that can be drawn here: the data are shown as ${chart.mark}`
  const notes = [
    ...(asked === undefined ? [] : [kind]),
    ...LEFT_OUT.flatMap(([told, note, holds]) => (told.test(words) && holds(chart) ? [note] : [])),
  ]
  const unmet =
    said === intent ? [] : [`Of the intent the first ${MOST_READ} characters were read.`]
  return { choice: chart, table: { ...table, notes: [...table.notes, ...notes] }, unmet }
}
