import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** What is wrong with a value first, as a sentence that begins with its place; undefined: nothing. */
export function faultIn(schema: TSchema, value: unknown, at: string): string | undefined {
  const error = Value.Errors(schema, value).First()
  return error && `${at}${error.path.replaceAll('/', '.')}: ${wordsFor(error.schema, error.value)}`
}

function wordsFor(schema: TSchema, value: unknown): string {
  if (value === undefined) return 'is missing.'
  const kinds: readonly TSchema[] = Array.isArray(schema.anyOf) ? schema.anyOf : [schema]
  const said = kinds.map((kind) =>
    kind.const === undefined ? (kind.minLength ? 'a text' : `${kind.type}`) : `${kind.const}`,
  )
  return `must be ${said.length > 1 ? 'one of ' : ''}${said.join(', ')}.`
}
