import { ChartRefused, type ChartSpec, type Table } from '../../../forms/chart'
import type { ChartChoice } from '../../../forms/engines'
import { readVegaLite } from '../../../forms/vega-lite'
import { accountOf, isForeign } from './account/account'
import { refuseImpossible, refuseKind } from './account/refuse'
import type { ChartIR } from './chart-ir'
import { chooseChart } from './choice/choose'
import { recordsAsGiven } from './data/as-given'
import { readData } from './data/read-data'
import { emitted } from './emit'

/** Characters of an intent in words that are read; what asks for one chart is far shorter. */
const MOST_READ = 4000

const NOT_UNDERSTOOD =
  'The intent names no kind of chart, and its words were not understood. Say in English what to draw, e.g. "bar chart of yield by field", with the names of the columns; or give a Vega-Lite specification.'

/** A note that repeats what the intent asked for. */
const ASKED = 'left out as the intent asks'

/** Notes on what a chart leaves out, as sentences for the client; what its description says already is not said twice. */
function lossesOf(notes: readonly string[], { usermeta }: ChartSpec): string[] {
  const said = JSON.stringify(usermeta ?? '')
  return notes
    .filter((note) => !note.startsWith(ASKED) && !said.includes(note) && !/counted/.test(note))
    .map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1).replace(/\.$/, '')}.`)
}

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
    const { around, idle } = notation
    const unmet =
      around === '' ? idle : ['The words around the specification were not read.', ...idle]
    const table = recordsAsGiven(data) ?? readData(data).table
    return { chart: notation.spec, table, unmet, reasons: [] }
  }
  return emittedChoice(readChoice(data, intent))
}

/** A choice of the rules as a specification over the rows that it draws. */
export function emittedChoice({ choice, table, unmet }: Choice): ChartChoice {
  const { chart, table: drawn, notes: own } = emitted(choice, table)
  const notes = [...table.notes, ...own]
  return {
    chart,
    table: { ...drawn, notes },
    unmet: [...unmet, ...lossesOf(notes, chart)],
    reasons: choice.reasons,
  }
}

/** An intent in words as a choice of chart. */
export function readChoice(data: unknown, intent: string): Choice {
  refuseKind(intent.slice(0, MOST_READ))
  const read = readData(data)
  const said = intent.slice(0, MOST_READ)
  const { chart, table } = chooseChart(read, said)
  refuseImpossible({ chart, table })
  if (isForeign(said, { chart, table })) throw new ChartRefused(NOT_UNDERSTOOD)
  const unmet = [
    ...(said === intent ? [] : [`Of the intent the first ${MOST_READ} characters were read.`]),
    ...accountOf(said, { chart, table }),
  ]
  return { choice: chart, table, unmet }
}
