import type { Kit, Plugin } from '../../src/plugin'
import type { RunInput } from './run'

export default ({ t, limits, fields }: Kit): Plugin<RunInput> => ({
  id: 'run',
  summary: 'Draws a figure from a method text',
  service: 'job',
  path: '/api/run',
  candidates: true,
  body: t.Object(
    {
      method_text: t.String({
        minLength: 1,
        maxLength: limits.textCharacters,
        notBlank: true,
        description: 'Method description or drawing instructions, prose or structured.',
      }),
      ...fields.image,
      ...fields.svg,
    },
    { additionalProperties: false },
  ),
  example: {
    method_text:
      'Reads are trimmed with fastp, aligned to the reference genome with STAR and counted per gene.',
  },
  run: () => import('./run'),
})
