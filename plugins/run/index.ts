import type { Kit, Plugin, SvgWish } from '../../src/plugin'

/** The checked body of `POST /api/run`, defaults filled in. */
export interface RunInput extends SvgWish {
  method_text: string
  image_size: string
  image_aspect_ratio: string
  reference_image_url: string | null
  reference_image_path: string | null
}

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
