import type { ChartWish, Run } from '../../src/plugin'

/** The checked body of `POST /api/plot`, defaults filled in. */
export interface PlotInput extends ChartWish {
  data_json: string
  intent: string
}

/** Data and a wish to a chart; the PNG always, SVG and PDF when asked for. */
export const run: Run<PlotInput> = (input, ctx) =>
  ctx.workflows.drawChart(JSON.parse(input.data_json), input.intent, input)
