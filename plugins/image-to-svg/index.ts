import type { Kit, Plugin } from '../../src/plugin'

/** The checked body of `POST /api/image-to-svg`, defaults filled in. */
export interface ImageToSvgInput {
  image_url: string | null
  image_path: string | null
  provider: string
  svg_provider: string
  svg_model: string | null
  sam_prompt: string
  sam_backend: string
  sam_max_masks: number
  placeholder_mode: 'label' | 'box' | 'none'
  merge_threshold: number
  optimize_iterations: number
}

export default ({ t, sets, fields }: Kit): Plugin<ImageToSvgInput> => {
  const { oneOf, nullable } = fields
  const { providers } = sets
  return {
    id: 'image-to-svg',
    summary: 'Reads a picture of a figure into an editable SVG',
    service: 'job',
    path: '/api/image-to-svg',
    body: t.Object(
      {
        image_url: nullable(t.String({ minLength: 1, maxLength: 2048, address: 'image' })),
        image_path: nullable(t.String({ minLength: 1, maxLength: 200, upload: true })),
        provider: t.Optional(oneOf(providers.main)),
        svg_provider: nullable(oneOf(providers.svg)),
        svg_model: nullable(fields.model),
        ...fields.segmentation,
      },
      { additionalProperties: false },
    ),
    accept: ({ image_url, image_path }) =>
      (image_url === null) === (image_path === null)
        ? {
            field: null,
            status: 422,
            sentence: 'exactly one of image_url and image_path must be given',
          }
        : undefined,
    example: { image_url: 'https://example.org/figure.png' },
    run: () => import('./run'),
  }
}
