import type { ChartSpec } from '../forms/chart'
import type { Call, ChartChoice } from '../forms/engines'
import type { ComposedChart } from '../forms/figure-tools'
import type { Desk } from './desk'
import { improved, pictureOf } from './rounds'

/** A chart as it is drawn. */
export interface DrawnChoice {
  choice: ChartChoice
  composed: ComposedChart
}

/** One round, as report.json tells it; `operations` has the specification that was asked for. */
export interface ChartRound {
  by: 'critic'
  accepted: boolean
  operations: { op: 'set_chart'; chart: ChartSpec }[]
  reason: string
}

export interface ChartRounds extends DrawnChoice {
  rounds: ChartRound[]
}

/**
 * Lets a critic look at a chart in up to `most` rounds. A revision is kept only where no measured fault of the drawing
 * becomes more.
 */
export async function reviseChart(
  desk: Desk,
  { intent, drawn, draw }: { intent: string; drawn: DrawnChoice; draw: Draw },
  most: number,
  call: Call,
): Promise<ChartRounds> {
  const { reviseChart: revise } = desk.engines
  if (!revise) return { ...drawn, rounds: [] }
  let best = drawn
  const rounds = await improved<ChartRound>(
    desk,
    { by: 'critic', call, most: () => most },
    async (earlier) => {
      const { choice, composed } = best
      const { chart, unmet, ended } = await revise(
        {
          ...{ intent, chart: choice.chart, table: choice.table, unmet: choice.unmet, earlier },
          figures: figuresOf(composed),
          picture: () => pictureOf(desk, composed),
        },
        call,
      )
      if (ended !== undefined) return ended
      if (!chart || JSON.stringify(chart) === JSON.stringify(choice.chart)) return undefined
      const next = { choice: { ...choice, chart, unmet }, composed: await draw(chart) }
      const worse = worseIn(figuresOf(composed), figuresOf(next.composed))
      if (worse === undefined) best = next
      return {
        by: 'critic',
        accepted: worse === undefined,
        operations: [{ op: 'set_chart', chart }],
        reason: worse ?? 'the chart was drawn anew',
      }
    },
  )
  return { ...best, rounds }
}

type Draw = (chart: ChartSpec) => Promise<ComposedChart>

const figuresOf = ({ report }: ComposedChart) => report.figures as Record<string, number>

/** Faults of a drawing, which must not become more. */
const COUNTS = ['labelOverlaps', 'clippedTexts', 'legendOverMarks'] as const
/** Points in print; smaller text must not become smaller still. */
const LEAST_TEXT = 6

/** What is worse in one drawing than in another, in words; undefined: nothing. */
function worseIn(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): string | undefined {
  for (const name of COUNTS) {
    const [was, is] = [before[name] ?? 0, after[name] ?? 0]
    if (is > was) return `${name} would rise from ${was} to ${is}`
  }
  const [was, is] = [before.smallestTextPt ?? 0, after.smallestTextPt ?? 0]
  if (is < Math.min(was, LEAST_TEXT)) return `smallestTextPt would fall from ${was} to ${is}`
  return undefined
}
