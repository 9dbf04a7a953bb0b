import type { Run } from '../../src/plugin'
import type { GenerateInput } from './index'

/** Text to figure; the PNG always, SVG and PDF when asked for. */
export const run: Run<GenerateInput> = (input, ctx) =>
  ctx.workflows.drawText(input.source_context, input)
