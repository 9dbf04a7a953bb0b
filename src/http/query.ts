import type { TSchema } from '@sinclair/typebox'
import { bodyChecker, type CheckOptions } from '../intake/schema'

/**
 * Reads the query of a route of ours, with its defaults; what is empty or left out is null otherwise.
 * @throws Problem 422
 */
export function queryReader<Asked>(ctx: Pick<CheckOptions, 'refuseAddress'>, schema: TSchema) {
  const check = bodyChecker(schema, { ...ctx, place: 'query', nullIsAbsent: true })
  return (request: Request): Asked => {
    const given = Object.entries(readQuery(new URL(request.url), schema))
    const asked: unknown = check(Object.fromEntries(given.filter(([, value]) => value !== '')))
    return asked as Asked
  }
}

/**
 * The parameters of an address as the values that a schema speaks of: numbers and booleans where the text is one,
 * lists where the schema wants a list, text otherwise. A name that stands twice keeps its last value, as in FastAPI.
 * The credential is none of them.
 */
export function readQuery(address: URL, schema: TSchema): Record<string, unknown> {
  const properties: Record<string, TSchema> = schema.properties
  const names = new Set(address.searchParams.keys())
  names.delete('api_token')
  return Object.fromEntries(
    [...names].map((name) => {
      const texts = address.searchParams.getAll(name)
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      return property?.type === 'array'
        ? [name, texts.map((text) => typed(text, property.items))]
        : [name, typed(texts.at(-1) ?? '', property)]
    }),
  )
}

const NUMBER = /^-?\d+(\.\d+)?$/

function typed(text: string, schema: TSchema | undefined): string | number | boolean {
  const numeric = schema?.type === 'integer' || schema?.type === 'number'
  if (numeric && NUMBER.test(text)) return Number(text)
  if (schema?.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  return text
}
