import type { TSchema } from '@sinclair/typebox'

type JsonSchema = Readonly<Record<string, unknown>>

/**
 * A schema as every wire takes it in its strict mode: every member required and no other allowed, what may be null by
 * `type: [..., "null"]`, a union of constants as an enum, no limits of length.
 */
export function wireSchema(schema: TSchema): JsonSchema {
  const { description, type } = schema
  const said = description === undefined ? {} : { description }
  if (Array.isArray(schema.anyOf)) return { ...unionSchema(schema.anyOf), ...said }
  if (schema.const !== undefined) return { type, ...said, enum: [schema.const] }
  if (type === 'array') return { type, ...said, items: wireSchema(schema.items) }
  if (type === 'object') {
    const members = Object.entries<TSchema>(schema.properties)
    return {
      type,
      ...said,
      properties: Object.fromEntries(members.map(([name, one]) => [name, wireSchema(one)])),
      required: members.map(([name]) => name),
      additionalProperties: false,
    }
  }
  return { type, ...said }
}

function unionSchema(members: readonly TSchema[]): JsonSchema {
  const values = members.filter(({ type }) => type !== 'null')
  const isNullable = values.length < members.length
  const [only] = values
  if (values.length > 1 && values.some((value) => typeof value.const !== 'string'))
    throw new TypeError('A union on the wire is of words.')
  const one: JsonSchema =
    values.length === 1 && only
      ? wireSchema(only)
      : { type: 'string', enum: values.map((value) => value.const) }
  if (!isNullable) return one
  const nullable = { ...one, type: [one.type, 'null'] }
  return Array.isArray(one.enum) ? { ...nullable, enum: [...one.enum, null] } : nullable
}
