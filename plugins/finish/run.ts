import type { Run } from '../../src/plugin'
import type { FinishInput } from './index'

/** A drawing of one's own with all files of a job. */
export const run: Run<FinishInput> = ({ svg, method_text, style, size }, ctx) =>
  ctx.workflows.finishDrawing(svg, { text: method_text, style, size })
