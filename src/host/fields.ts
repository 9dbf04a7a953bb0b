import { type TSchema, Type } from '@sinclair/typebox'
import { GROUNDS, JOB_RATIO } from '../forms/look'
import { EXPORT_FORMATS, OUTPUTS } from '../forms/outputs'
import { STANDARD_SVG } from '../forms/workflows'
import type { Fields, Kit } from '../plugin'

/** Far more than there are, since a repeated one is folded. */
const MOST_FORMATS = 20

/** The schemas that several routes share, so that one rule is written once. */
export function createFields({ ratios, sizes, styles, providers }: Kit['sets']): Fields {
  const model = (role: string, description: string) =>
    Type.String({ maxLength: 200, chooses: `${role}.model`, description })
  const provider = (role: string, ids: readonly string[], description: string) =>
    Type.String({ enum: ids, default: ids[0] ?? '', chooses: `${role}.provider`, description })
  // Which of them fit depends on the provider: that is resolved when the whole body is known.
  const imageModel = Type.String({
    maxLength: 200,
    chooses: 'image.model',
    description: 'Model of the image step.',
  })
  const ratio = (standard?: string) => ({
    ...oneOf(ratios, standard),
    chooses: 'image.ratio',
    description: 'Width to height of the figure.',
  })
  const size = {
    ...oneOf(sizes),
    chooses: 'image.resolution',
    description:
      'Size of the PNG: 1K has the area of 1024 x 1024 pixels, 2K and 4K that of 2048 and 4096 squared.',
  }
  return {
    oneOf,
    nullable,
    image: each(nullable, {
      image_provider: provider('image', providers.image, 'Provider of the image step.'),
      image_model: imageModel,
      image_size: size,
      image_aspect_ratio: ratio(JOB_RATIO),
      reference_image_url: Type.String({
        maxLength: 2048,
        address: 'reference',
        chooses: 'image.reference',
        description:
          'Public HTTPS address of a reference image, on a host that the deployment allows.',
      }),
      reference_image_path: Type.String({
        maxLength: 200,
        upload: true,
        chooses: 'image.reference',
        description: 'Path that `POST /api/upload` returned.',
      }),
    }),
    svg: {
      provider: optional(
        provider(
          'main',
          providers.main,
          'Main model provider; also writes the SVG unless `svg_provider` is given.',
        ),
      ),
      ...each(nullable, {
        svg_provider: provider(
          'svg',
          providers.svg,
          'Provider of the SVG step instead of `provider`.',
        ),
        svg_model: model('svg', 'Model of the SVG step.'),
        sam_prompt: Type.String({
          default: STANDARD_SVG.sam_prompt,
          maxWords: 50,
          maxLength: 2000,
          description: 'Kinds of objects to look for, separated by commas.',
        }),
        sam_backend: provider('segmentation', providers.segmentation, 'Who segments.'),
        sam_max_masks: Type.Integer({
          minimum: 1,
          maximum: 256,
          default: STANDARD_SVG.sam_max_masks,
          description: 'Upper limit on segmentation results.',
        }),
        placeholder_mode: {
          ...oneOf(['label', 'box', 'none']),
          description: `How ${OUTPUTS.template.path} marks the places of icons.`,
        },
        merge_threshold: Type.Number({
          minimum: 0,
          maximum: 1,
          default: STANDARD_SVG.merge_threshold,
          description: 'Overlap above which two boxes become one; 0 is off.',
        }),
        optimize_iterations: Type.Integer({
          minimum: 0,
          maximum: 10,
          default: STANDARD_SVG.optimize_iterations,
          description: 'Rounds of improvement after the first SVG.',
        }),
      }),
    },
    task: each(optional, {
      iterations: Type.Integer({
        minimum: 1,
        maximum: 10,
        default: 3,
        description: 'Rounds of drawing and criticism at most.',
      }),
      style_preset: {
        ...oneOf(styles),
        chooses: 'svg.style',
        description: 'How the figure is dressed.',
      },
      ground: {
        ...oneOf(GROUNDS),
        description: '`light` draws a style of dark ground dark on white, for print.',
      },
      aspect_ratio: ratio(),
      output_formats: Type.Array(Type.String({ enum: EXPORT_FORMATS }), {
        minItems: 1,
        maxItems: MOST_FORMATS,
        default: EXPORT_FORMATS.slice(0, 1),
        description: 'Files to export; the PNG always exists.',
      }),
      vlm_provider: provider('vlm', providers.vlm, 'Provider of the models that plan and judge.'),
      vlm_model: model('vlm', 'Model that plans and judges.'),
      image_model: imageModel,
      image_resolution: size,
      webhook_url: Type.String({
        maxLength: 2048,
        address: 'webhook',
        description: 'Address that is called when the task has ended.',
      }),
      webhook_include_image: Type.Boolean({
        default: false,
        description: 'Puts `image_base64` into the call.',
      }),
    }),
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

/** The schemas of some fields, each as `made`. */
function each<Name extends string>(
  made: (schema: TSchema) => TSchema,
  fields: Record<Name, TSchema>,
): Record<Name, TSchema> {
  const all = Object.entries<TSchema>(fields).map(([name, schema]) => [name, made(schema)])
  return Object.fromEntries(all)
}

function optional(schema: TSchema) {
  return Type.Optional(schema)
}
