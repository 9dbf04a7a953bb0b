import type { ChartSpec } from '../forms/chart'
import type { Call, ChartChoice } from '../forms/engines'
import type { ComposedChart } from '../forms/figure-tools'
import type { Desk } from './desk'
import { improved, pictureOf } from './rounds'

/** A chart as it is drawn. */
interface DrawnChoice {
  choice: ChartChoice
  composed: ComposedChart
}

/** One round, as report.json tells it; `operations` has the specification that was asked for. */
interface ChartRound {
  by: 'critic'
  accepted: boolean
  operations: { op: 'set_chart'; chart: ChartSpec }[]
  reason: string
}

/**
 * Lets a critic look at a chart in up to `most` rounds. A revision is kept only where no measured fault of the drawing
 * becomes more.
 */
export async function chartRounds(
  desk: Desk,
  { intent, draw, ...first }: DrawnChoice & { intent: string; draw: Draw },
  most: number,
  call: Call,
): Promise<DrawnChoice & { rounds: ChartRound[] }> {
  let best: DrawnChoice = first
  const ask = async (earlier: string[]): Promise<ChartRound | string | undefined> => {
    const { choice, composed } = best
    const figures = figuresOf(composed)
    const picture = () => pictureOf(desk, composed)
    const said = await desk.engines.reviseChart?.(
      { ...choice, intent, earlier, figures, picture },
      call,
    )
    const { chart, unmet = [], ended } = said ?? {}
    if (ended !== undefined) return ended
    if (!chart || JSON.stringify(chart) === JSON.stringify(choice.chart)) return undefined
    const next = { choice: { ...choice, chart, unmet }, composed: await draw(chart) }
    const worse = worseIn(figures, figuresOf(next.composed))
    if (worse === undefined) best = next
    return {
      by: 'critic',
      accepted: worse === undefined,
      operations: [{ op: 'set_chart', chart }],
      reason: worse ?? 'the chart was drawn anew',
    }
  }
  const rounds = await improved<ChartRound>(desk, { by: 'critic', call, most: () => most }, ask)
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
