import type { Kit, Plugin } from '../../src/plugin'
import type { OptimizeInput } from './run'

export default ({ t, limits, fields }: Kit): Plugin<OptimizeInput> => {
  const { vlm_provider, vlm_model, webhook_url, webhook_include_image } = fields.task
  const text = (description: string, maxLength = limits.textCharacters) =>
    t.String({ maxLength, notBlank: true, description })
  return {
    id: 'optimize',
    summary: 'Completes a prompt for an illustration; text only',
    service: 'task',
    path: '/api/optimize-prompt',
    diagramType: 'prompt_optimization',
    body: t.Object(
      {
        description: { ...text('Prompt to optimize; what it says is kept.'), minLength: 1 },
        source_context: t.Optional(text('Context that names what the prompt speaks of.')),
        caption: t.Optional(text('Caption or intent of the figure.', 2000)),
        diagram_type: t.Optional(fields.oneOf(['methodology', 'statistical_plot'])),
        guidelines: t.Optional(
          t.String({
            maxLength: 20_000,
            description: 'Style guidelines, one a line; left out or empty: the built-in ones.',
          }),
        ),
        vlm_provider,
        vlm_model,
        webhook_url,
        webhook_include_image,
      },
      { additionalProperties: false },
    ),
    example: {
      description: 'A two-stage retrieval pipeline with a dual encoder and a re-ranker.',
      caption: 'Retrieval in two stages',
    },
    run: () => import('./run'),
  }
}
