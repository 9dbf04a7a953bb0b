import type { Run } from '../../src/plugin'

/** The checked body of `POST /api/finish` and `POST /api/check`, defaults filled in. */
export interface FinishInput {
  svg: string
  method_text: string | null
  style: string | null
  size: string
}

/** A drawing of one's own with all files of a job. */
export const run: Run<FinishInput> = ({ svg, method_text, style, size }, ctx) =>
  ctx.workflows.finishDrawing(svg, { text: method_text, style, size })
