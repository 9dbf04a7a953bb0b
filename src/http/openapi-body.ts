import type { TSchema } from '@sinclair/typebox'
import { OUTPUTS } from '../forms/outputs'
import type { Plugin } from '../plugin'

export type Json = Readonly<Record<string, unknown>>

/**
 * A body schema in plain JSON Schema 2020-12: a nullable field has two types, the host's own keywords are said in
 * words, and fields without a description get the one that both services share.
 */
export function bodySchema(schema: TSchema): Json {
  const properties: Record<string, TSchema> = schema.properties ?? {}
  return {
    type: 'object',
    ...(schema.description && { description: schema.description }),
    required: schema.required ?? [],
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, propertySchema(name, property)]),
    ),
    additionalProperties: false,
  }
}

/** The plugin's own example, else its required fields with the plainest values that fit. */
export function exampleOf({ example, body }: Pick<Plugin, 'example' | 'body'>): Json {
  if (example) return example
  const properties: Record<string, TSchema> = body.properties ?? {}
  const required: readonly string[] = body.required ?? []
  return Object.fromEntries(required.map((name) => [name, sample(properties[name])]))
}

const HOST_KEYWORDS = new Set(['notBlank', 'maxWords', 'chooses', 'address', 'upload', 'file'])

function propertySchema(name: string, property: TSchema): Json {
  const { anyOf, ...outer } = property
  const variants: TSchema[] = anyOf ?? []
  const inner = variants.find(({ type }) => type !== 'null')
  if (variants.length !== 2 || !inner || typeof inner.type !== 'string')
    return { ...plain(name, property) }
  const merged = plain(name, { ...inner, ...outer } as TSchema)
  return {
    ...merged,
    type: [inner.type, 'null'],
    ...(Array.isArray(merged.enum) && { enum: [...merged.enum, null] }),
  }
}

function plain(name: string, schema: TSchema): Json {
  const own = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
  const kept = Object.entries(own).filter(([keyword]) => !HOST_KEYWORDS.has(keyword))
  const said = [own.description ?? SHARED_FIELDS[name], ...rules(own)].filter(Boolean)
  return {
    ...Object.fromEntries(kept),
    ...(said.length > 0 && { description: said.join(' ') }),
    ...(own.notBlank === true && { pattern: '\\S' }),
  }
}

function rules({ maxWords }: Record<string, unknown>): string[] {
  return [
    ...(typeof maxWords === 'number' ? [`At most ${maxWords} words separated by commas.`] : []),
  ]
}

function sample(schema: TSchema | undefined): unknown {
  if (!schema) return null
  if (schema.default !== undefined) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0])
  switch (schema.type) {
    case 'string':
      return 'text'.padEnd(schema.minLength ?? 0, ' text')
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items))
    default:
      return {}
  }
}

/** Fields that several requests have, as the interface describes them. */
const SHARED_FIELDS: Readonly<Record<string, string>> = {
  provider: 'Main model provider; also writes the SVG unless `svg_provider` is given.',
  image_provider: 'Provider of the image step.',
  image_model: 'Model of the image step.',
  image_size:
    'Size of the PNG: 1K has the area of 1024 x 1024 pixels, 2K and 4K that of 2048 and 4096 squared.',
  image_aspect_ratio: 'Width to height of the figure.',
  svg_provider: 'Provider of the SVG step instead of `provider`.',
  svg_model: 'Model of the SVG step.',
  sam_prompt: 'Kinds of objects to look for, separated by commas.',
  sam_backend: 'Who segments.',
  sam_max_masks: 'Upper limit on segmentation results.',
  placeholder_mode: `How ${OUTPUTS.template.path} marks the places of icons.`,
  merge_threshold: 'Overlap above which two boxes become one; 0 is off.',
  optimize_iterations: 'Rounds of improvement after the first SVG.',
  reference_image_url:
    'Public HTTPS address of a reference image, on a host that the deployment allows.',
  reference_image_path: 'Path that `POST /api/upload` returned.',
  image_url:
    'Public HTTPS address of the image. Exactly one of `image_url` and `image_path` is given.',
  image_path:
    'Path that `POST /api/upload` returned. Exactly one of `image_url` and `image_path` is given.',
  webhook_url: 'Address that is called when the task has ended.',
  webhook_include_image: 'Puts `image_base64` into the call.',
  webhook_secret: 'Signs the calls (HMAC-SHA256). Never returned.',
  name: 'Label for people.',
  quota: 'Submissions that the key may make; left out, there is no limit.',
}
