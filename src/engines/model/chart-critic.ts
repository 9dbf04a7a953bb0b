import type { Call, ChartRevision, DrawnChart } from '../../forms/engines'
import type { StageModel } from '../../providers/job-models'
import { chartRequest } from './chart-request'
import { chartSchema, notesOf } from './charter'
import { converse } from './conversation'
import { fenced, inParts, listed } from './material'
import { PROMPTS } from './prompts'
import { type ChartAnswer, readChartAnswer } from './read-chart'

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
  const { intent, table } = drawn
  const notes = notesOf(table)
  const unmet = drawn.unmet.filter((sentence) => !notes.includes(sentence))
  const seen = sendRows && model.can.includes('vision')
  const picture = seen ? [{ png: await drawn.picture() }] : []
  const { value } = await converse<ChartAnswer>(
    model,
    {
      prompt: PROMPTS.chartCritic(),
      user: [{ text: requestOf({ ...drawn, unmet }, sendRows) }, ...picture],
      answer: { name: 'chart', schema: chartSchema(table) },
      read: (answer) =>
        answer.spec === null
          ? { value: { unmet }, faults: [] }
          : readChartAnswer(answer, { intent, table, sendRows }),
    },
    call,
  )
  return { ...value, unmet: [...value.unmet, ...notes] }
}

function requestOf(drawn: DrawnChart, sendRows: boolean): string {
  const { intent, chart, table, unmet, figures, earlier } = drawn
  const { usermeta: _, ...spec } = chart
  return inParts(
    chartRequest(intent, table, sendRows),
    fenced('SPECIFICATION', JSON.stringify(spec)),
    `UNMET\n${listed(unmet, '- nothing')}`,
    `MEASURED\n${measuredText(figures)}`,
    earlier.length > 0 && `EARLIER\n${listed(earlier)}`,
  )
}

/** What a chart's figures say against it, in words. */
const FAULTS: readonly [name: string, words: string][] = [
  ['labelOverlaps', 'pairs of words that overlap'],
  ['clippedTexts', 'words cut off at the edge'],
  ['legendOverMarks', 'marks behind the legend'],
]

function measuredText(figures: DrawnChart['figures']): string {
  const faults = FAULTS.flatMap(([name, words]) =>
    figures[name] ? [`- ${words}: ${figures[name]}`] : [],
  )
  return [
    ...(faults.length > 0 ? faults : ['- no faults']),
    `- ${figures.marks ?? 0} marks beside lines, which cover ${Math.round(100 * (figures.ink ?? 0))} % of the plot`,
    `- the smallest text is ${figures.smallestTextPt ?? 0} pt in print; below 6 is hard to read`,
  ].join('\n')
}
