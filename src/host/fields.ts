import { type TSchema, Type } from '@sinclair/typebox'
import { JOB_RATIO } from '../forms/look'
import { EXPORT_FORMATS } from '../forms/outputs'
import type { Fields, Kit } from '../plugin'

/** Far more than there are, since a repeated one is folded. */
const MOST_FORMATS = 20

/** The schemas that several routes share, so that one rule is written once. */
export function createFields({ ratios, sizes, styles, providers }: Kit['sets']): Fields {
  const model = (role: string) =>
    Type.String({ minLength: 1, maxLength: 200, chooses: `${role}.model` })
  const provider = (role: string, ids: readonly string[]) =>
    Type.String({ enum: ids, default: ids[0] ?? '', chooses: `${role}.provider` })
  // Which of them fit depends on the provider: that is resolved when the whole body is known.
  const imageModel = Type.String({ maxLength: 200, chooses: 'image.model' })
  const ratio = (standard?: string) => ({ ...oneOf(ratios, standard), chooses: 'image.ratio' })
  const size = { ...oneOf(sizes), chooses: 'image.resolution' }
  return {
    oneOf,
    nullable,
    image: {
      image_provider: nullable(provider('image', providers.image)),
      image_model: nullable(imageModel),
      image_size: nullable(size),
      image_aspect_ratio: nullable(ratio(JOB_RATIO)),
      reference_image_url: nullable(
        Type.String({
          minLength: 1,
          maxLength: 2048,
          address: 'reference',
          chooses: 'image.reference',
        }),
      ),
      reference_image_path: nullable(
        Type.String({ minLength: 1, maxLength: 200, upload: true, chooses: 'image.reference' }),
      ),
    },
    svg: {
      provider: optional(provider('main', providers.main)),
      svg_provider: nullable(provider('svg', providers.svg)),
      svg_model: nullable(model('svg')),
      sam_prompt: nullable(
        Type.String({ default: 'icon,person,robot,animal', maxWords: 50, maxLength: 2000 }),
      ),
      sam_backend: nullable(provider('segmentation', providers.segmentation)),
      sam_max_masks: nullable(Type.Integer({ minimum: 1, maximum: 256, default: 32 })),
      placeholder_mode: nullable(oneOf(['label', 'box', 'none'])),
      merge_threshold: nullable(Type.Number({ minimum: 0, maximum: 1, default: 0.01 })),
      optimize_iterations: nullable(Type.Integer({ minimum: 0, maximum: 10, default: 0 })),
    },
    task: {
      iterations: optional(Type.Integer({ minimum: 1, maximum: 10, default: 3 })),
      style_preset: optional(oneOf(styles)),
      aspect_ratio: optional(ratio()),
      output_formats: optional(
        Type.Array(Type.String({ enum: EXPORT_FORMATS }), {
          minItems: 1,
          maxItems: MOST_FORMATS,
          default: EXPORT_FORMATS.slice(0, 1),
        }),
      ),
      vlm_provider: optional(provider('vlm', providers.vlm)),
      vlm_model: optional(model('vlm')),
      image_model: optional(imageModel),
      image_resolution: optional(size),
      webhook_url: optional(Type.String({ minLength: 1, maxLength: 2048, address: 'webhook' })),
      webhook_include_image: optional(Type.Boolean({ default: false })),
    },
  }
}

function oneOf(values: readonly string[], standard = values[0] ?? '') {
  return Type.String({ enum: values, default: standard })
}

function nullable(schema: TSchema) {
  const { default: standard = null, chooses } = schema
  return Type.Optional(
    Type.Union([schema, Type.Null()], { default: standard, ...(chooses && { chooses }) }),
  )
}

function optional(schema: TSchema) {
  return Type.Optional(schema)
}
