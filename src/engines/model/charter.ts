import { type TSchema, Type } from '@sinclair/typebox'
import { ChartRefused, type Table } from '../../forms/chart'
import type { Call, ChartChoice } from '../../forms/engines'
import type { StageModel } from '../../providers/job-models'
import { withLike } from '../local/chart/columns'
import { readTable } from '../local/chart/table/read-table'
import { chartRequest, MOST_COLUMNS } from './chart-request'
import { converse } from './conversation'
import { PROMPTS } from './prompts'
import { readChartAnswer } from './read-chart'

/**
 * Lets a model choose a chart for data and an intent in words. It is told of the columns, and shown rows only with
 * `sendRows`; its specification is checked against subset and table, drawn once, and mended by the model itself.
 *
 * @throws ChartRefused where the data cannot be read, or the model finds nothing honest to draw
 * @throws ProviderFailed for answers that stay useless
 */
export async function chartByModel(
  model: StageModel,
  data: unknown,
  intent: string,
  { sendRows }: { sendRows: boolean },
  call: Call,
): Promise<ChartChoice> {
  const table = readTable(data)
  const { value } = await converse(
    model,
    {
      prompt: PROMPTS.chart(),
      user: [{ text: chartRequest(intent, table, sendRows) }],
      answer: { name: 'chart', schema: chartSchema(table) },
      read: (answer) => readChartAnswer(answer, { intent, table, sendRows }),
    },
    call,
  )
  const { chart, unmet } = value
  if (!chart) throw new ChartRefused(`Nothing is drawn: ${unmet.join(' ')}`)
  return {
    chart,
    table: withLike(table),
    unmet: [...unmet, ...notesOf(table)],
    reasons: [{ choice: 'chart', reason: `chosen by ${model.provider}, model ${model.name}` }],
    byModel: true,
  }
}

/** What was left out or understood when the data were read, as sentences; values of the data may stand in them. */
export const notesOf = ({ notes }: Table): string[] =>
  notes.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1).replace(/\.$/, '')}.`)

/**
 * How a chart is asked for. The specification travels as JSON in a text: no strict mode takes a schema with members that
 * may be absent. `columns` holds the answer to the columns of the table.
 */
export function chartSchema({ fields }: Table): TSchema {
  const names = fields.slice(0, MOST_COLUMNS).map(({ name }) => name)
  return Type.Object({
    columns: Type.Array(Type.Union(names.map((name) => Type.Literal(name))), {
      description: 'The columns that the specification reads.',
    }),
    spec: Type.Union([Type.String(), Type.Null()], {
      description: 'The Vega-Lite specification as JSON; null where nothing honest can be drawn.',
    }),
    unmet: Type.Array(Type.String(), {
      description: 'One sentence for each wish that the chart does not meet.',
    }),
  })
}
