import type { Run } from '../../src/plugin'

/** The checked body of `POST /api/optimize-prompt`, defaults filled in. */
export interface OptimizeInput {
  description: string
  source_context: string | null
  caption: string | null
  diagram_type: 'methodology' | 'statistical_plot'
  guidelines: string | null
}

/** Prompt to prompt: no image and no file but the log. */
export const run: Run<OptimizeInput> = async (input, ctx) => {
  const request = {
    description: input.description,
    sourceContext: input.source_context,
    caption: input.caption,
    figureType: input.diagram_type,
    guidelines: input.guidelines,
  }
  const { prompt, log, warnings } = await ctx.engines.style(request, ctx.progress('style', 1, 1))
  for (const line of log) ctx.log(line)
  return { description: prompt, warnings }
}
