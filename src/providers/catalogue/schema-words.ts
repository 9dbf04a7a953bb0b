import {
  type Static,
  type TLiteral,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnion,
  Type,
} from '@sinclair/typebox'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'

/*
 * Schemas that say in words what they take: the keyword `says` ends the sentence "<path>: must be ...".
 */

export function strict<T extends TProperties>(properties: T): TObject<T> {
  return Type.Object(properties, { additionalProperties: false, says: 'an object' })
}

export function list<T extends TSchema>(items: T, minItems = 1) {
  const says = minItems > 0 ? 'a list that is not empty and names nothing twice' : 'a list'
  return Type.Array(items, { minItems, uniqueItems: true, says })
}

export function orNull<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()], { says: `${schema.says}, or null` })
}

export function record<T extends TSchema>(values: T, says: string, minProperties = 0) {
  return Type.Record(Type.String(), values, { says, minProperties })
}

export function text(says: string, rules: { pattern?: string; maxLength?: number } = {}) {
  return Type.String({ minLength: 1, ...rules, says })
}

export function number(minimum: number, maximum: number) {
  return Type.Number({ minimum, maximum, says: `a number from ${minimum} to ${maximum}` })
}

export function integer(minimum: number, maximum: number) {
  return Type.Integer({ minimum, maximum, says: `an integer from ${minimum} to ${maximum}` })
}

export function yesOrNo() {
  return Type.Boolean({ says: 'true or false' })
}

export function oneOf<const T extends readonly string[]>(values: T): TUnion<TLiteral<T[number]>[]> {
  return Type.Union(
    values.map((value) => Type.Literal(value)),
    { says: `one of ${values.join(', ')}` },
  ) as TUnion<TLiteral<T[number]>[]>
}

/** Where something is wrong in a file, and what. Values are never repeated: one may be a key in the wrong place. */
export interface FileFault {
  /** As one writes it in JavaScript: `providers.house.models.qwen.can[1]`. */
  path: string
  /** Follows the path and a colon. */
  says: string
}

/** Every fault of a value against a schema made of the parts above, one a place. `at` is the value's own path. */
export function schemaFaults(schema: TSchema, value: unknown, at: string): FileFault[] {
  const faults = new Map<string, FileFault>()
  for (const error of Value.Errors(schema, value)) {
    const deepest = innermost(error)
    const path = pathOf(deepest.path, value, at)
    if (!faults.has(path)) faults.set(path, { path, says: sentenceOf(deepest) })
  }
  return [...faults.values()]
}

/** What a schema takes, where a value is known to be of it. */
export function holds<T extends TSchema>(schema: T, value: unknown): value is Static<T> {
  return Value.Check(schema, value)
}

/** Of a list that may also be null, the fault inside the list; of any other choice, the choice as a whole. */
function innermost(error: ValueError): ValueError {
  if (error.type !== ValueErrorType.Union || !Array.isArray(error.value)) return error
  const choices: readonly TSchema[] = error.schema.anyOf
  const index = choices.findIndex(({ type }) => type === 'array')
  return error.errors[index]?.First() ?? error
}

function sentenceOf({ type, schema }: ValueError): string {
  if (type === ValueErrorType.ObjectRequiredProperty) return 'is required'
  if (type !== ValueErrorType.ObjectAdditionalProperties) return `must be ${schema.says}`
  return `is not known; there are ${Object.keys(schema.properties ?? {}).join(', ')}`
}

function pathOf(pointer: string, value: unknown, at: string): string {
  let path = at
  let inside = value
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    path = Array.isArray(inside) ? `${path}[${name}]` : joined(path, name)
    inside = inside !== null && typeof inside === 'object' ? Reflect.get(inside, name) : undefined
  }
  return path
}

/** A member's path. */
export function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
