import type { Run } from '../../src/plugin'
import type { PlotInput } from './index'

/** Data and a wish to a chart; the PNG always, SVG and PDF when asked for. */
export const run: Run<PlotInput> = (input, ctx) =>
  ctx.workflows.drawChart(JSON.parse(input.data_json), input.intent, input)
