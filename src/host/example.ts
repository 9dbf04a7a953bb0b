import type { TSchema } from '@sinclair/typebox'
import type { Plugin } from '../plugin'

/** The plugin's own example of a body, else its required fields with the plainest values that fit. */
export function exampleOf({ example, body }: Pick<Plugin, 'example' | 'body'>): unknown {
  return example ?? sample(body)
}

function sample(schema: TSchema): unknown {
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
    default: {
      const required: readonly string[] = schema.required ?? []
      return Object.fromEntries(required.map((name) => [name, sample(schema.properties[name])]))
    }
  }
}
