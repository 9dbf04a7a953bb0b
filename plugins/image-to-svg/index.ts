import type { Kit, Plugin } from '../../src/plugin'
import type { ImageToSvgInput } from './run'

export default ({ t, fields }: Kit): Plugin<ImageToSvgInput> => {
  const { nullable } = fields
  const one = 'Exactly one of `image_url` and `image_path` is given.'
  return {
    id: 'image-to-svg',
    summary: 'Reads a picture of a figure into an editable SVG',
    service: 'job',
    path: '/api/image-to-svg',
    body: t.Object(
      {
        image_url: nullable(
          t.String({
            minLength: 1,
            maxLength: 2048,
            address: 'image',
            description: `Public HTTPS address of the image. ${one}`,
          }),
        ),
        image_path: nullable(
          t.String({
            minLength: 1,
            maxLength: 200,
            upload: true,
            description: `Path that \`POST /api/upload\` returned. ${one}`,
          }),
        ),
        ...fields.svg,
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
