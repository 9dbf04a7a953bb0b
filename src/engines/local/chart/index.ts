import { ChartRefused, type Table } from '../../../forms/chart'
import type { ChartChoice } from '../../../forms/engines'
import { checkSpec, readVegaLite } from '../../../forms/vega-lite'
import { built } from './charts/build'
import { checked } from './charts/check'
import { readIntent } from './clauses/read'
import { recordsAsGiven } from './data/as-given'
import { readData } from './data/read-data'

/** Characters of an intent in words that are read; what asks for one chart is far shorter. */
const MOST_READ = 2000

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
  if (intent.length > MOST_READ)
    throw new ChartRefused(
      `The intent has ${intent.length} characters; ${MOST_READ} are the most that are read.`,
    )
  return readWords(data, intent)
}

/** What the intent says of dates with slashes. */
function dayFirst(intent: string): boolean | undefined {
  if (
    /\b(?:day ?[/.-] ?month|dd ?[/.-] ?mm|d[/.]m\b|day (?:first|before(?: the)? month))/i.test(
      intent,
    )
  )
    return true
  return /\b(?:month ?[/-] ?day|mm ?[/-] ?dd|m\/d|month (?:first|before(?: the)? day))/i.test(
    intent,
  )
    ? false
    : undefined
}

function readWords(data: unknown, intent: string): ChartChoice {
  const { table, faults } = readData(data, dayFirst(intent))
  const { asked, account } = readIntent(intent, table)
  const { draft, unmet, used } = built(asked, table, faults)
  const chart = checked(draft)
  const spec = checkSpec(chart)
  if ('fault' in spec)
    throw new ChartRefused(`A chart of the kind ${draft.kind} is not drawn so: ${spec.fault}`)
  const left = account(used)
  const reasons = [
    {
      choice: `kind ${draft.kind}`,
      reason: asked.kind ? 'the intent names it' : 'the marks and columns that it names',
    },
  ]
  return {
    chart,
    table: withNotes(draft.table, table),
    unmet: [
      ...asked.unmet,
      ...unmet,
      ...left,
      ...table.notes.concat(draft.table.notes.filter((note) => !table.notes.includes(note))),
    ],
    reasons,
  }
}

const withNotes = (drawn: Table, read: Table): Table => ({
  ...drawn,
  notes: [...new Set([...read.notes, ...drawn.notes])],
})
