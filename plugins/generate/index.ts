import type { Kit, Plugin } from '../../src/plugin'
import type { GenerateInput } from './run'

export default ({ t, limits, fields }: Kit): Plugin<GenerateInput> => ({
  id: 'generate',
  summary: 'Draws a methodology figure from text',
  service: 'task',
  path: '/api/generate',
  diagramType: 'methodology',
  candidates: true,
  body: t.Object(
    {
      source_context: t.String({
        minLength: 1,
        maxLength: limits.textCharacters,
        notBlank: true,
        description: 'Methodology text or excerpt, prose or structured.',
      }),
      caption: t.String({
        minLength: 1,
        maxLength: 2000,
        notBlank: true,
        description: 'Figure title: names the figure for readers who cannot see it.',
      }),
      ...fields.task,
    },
    { additionalProperties: false },
  ),
  example: {
    source_context:
      'Reads are trimmed with fastp, aligned to the reference genome with STAR and counted per gene.',
    caption: 'RNA-seq processing',
    output_formats: ['png', 'svg'],
  },
  run: () => import('./run'),
})
