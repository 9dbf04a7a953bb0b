import type { Run, TextWish } from '../../src/plugin'

/** The checked body of `POST /api/generate`, defaults filled in. */
export interface GenerateInput extends TextWish {
  source_context: string
}

/** Text to figure; the PNG always, SVG and PDF when asked for. */
export const run: Run<GenerateInput> = (input, ctx) =>
  ctx.workflows.drawText(input.source_context, input)
