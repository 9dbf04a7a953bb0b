import { type TSchema, Type } from '@sinclair/typebox'
import { ChartRefused, type Table } from '../../forms/chart'
import type { Call, ChartChoice, ChartRevision, DrawnChart } from '../../forms/engines'
import type { Part } from '../../providers/call'
import type { StageModel } from '../../providers/job-models'
import { withLike } from '../local/chart/columns'
import { readTable } from '../local/chart/table/read-table'
import { chartRequest, MOST_COLUMNS } from './chart-request'
import { converse, type Reading } from './conversation'
import { fenced, inParts, listed } from './material'
import { PROMPTS, type Prompt } from './prompts'
import { type ChartAnswer, type ChartQuestion, readChartAnswer } from './read-chart'

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
  const { chart, unmet } = await answered(model, PROMPTS.chart(), { intent, table, sendRows }, call)
  if (!chart) throw new ChartRefused(`Nothing is drawn: ${unmet.join(' ')}`)
  return {
    chart,
    table: withLike(table),
    unmet,
    reasons: [{ choice: 'chart', reason: `chosen by ${model.provider}, model ${model.name}` }],
    byModel: true,
  }
}

/**
 * Asks a model whether a drawn chart is what was asked for. The picture shows the client's rows: it goes along only where
 * these may leave.
 *
 * @throws ProviderFailed for answers that stay useless
 */
export async function reviseByModel(
  model: StageModel,
  drawn: DrawnChart,
  { sendRows }: { sendRows: boolean },
  call: Call,
): Promise<ChartRevision> {
  const { intent, table, figures, earlier } = drawn
  const { usermeta: _, ...spec } = drawn.chart
  const notes = notesOf(table)
  const unmet = drawn.unmet.filter((sentence) => !notes.includes(sentence))
  const measured = Object.entries(figures).map(([name, value]) => `${name}: ${value}`)
  const more = inParts(
    fenced('SPECIFICATION', JSON.stringify(spec)),
    `UNMET\n${listed(unmet, '- nothing')}`,
    `MEASURED\n${listed(measured)}`,
    earlier.length > 0 && `EARLIER\n${listed(earlier)}`,
  )
  const seen = sendRows && model.can.includes('vision')
  const picture = seen ? [{ png: await drawn.picture() }] : []
  const asked = { more, picture, nothing: { value: { unmet }, faults: [] } }
  return answered(model, PROMPTS.chartCritic(), { intent, table, sendRows }, call, asked)
}

/** What goes along with the table, and what an answer without a chart comes to; absent: it is read as one that refuses. */
interface Beside {
  more?: string
  picture?: readonly Part[]
  nothing?: Reading<ChartAnswer>
}

async function answered(
  model: StageModel,
  prompt: Prompt,
  question: ChartQuestion,
  call: Call,
  { more, picture = [], nothing }: Beside = {},
): Promise<ChartAnswer> {
  const { intent, table, sendRows } = question
  const { value } = await converse<ChartAnswer>(
    model,
    {
      prompt,
      user: [{ text: inParts(chartRequest(intent, table, sendRows), more) }, ...picture],
      answer: { name: 'chart', schema: chartSchema(table) },
      read: (answer) =>
        nothing && answer.spec === null ? nothing : readChartAnswer(answer, question),
    },
    call,
  )
  return { ...value, unmet: [...value.unmet, ...notesOf(table)] }
}

/** What was left out or understood when the data were read, as sentences; values of the data may stand in them. */
const notesOf = ({ notes }: Table): string[] =>
  notes.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1).replace(/\.$/, '')}.`)

/**
 * How a chart is asked for. The specification travels as JSON in a text: no strict mode takes a schema with members that
 * may be absent. `columns` holds the answer to the columns of the table.
 */
function chartSchema({ fields }: Table): TSchema {
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
