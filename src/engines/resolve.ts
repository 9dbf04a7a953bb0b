import type { TSchema } from '@sinclair/typebox'

/** What a request chose of who decides, found once at submission and kept with the record. */
export interface Resolved {
  /** What was asked for and has no effect, a sentence each. */
  ignored: string[]
}

/** @param body the schema of the request, whose fields say by `chooses` what they choose */
export function resolve(body: TSchema, input: Record<string, unknown>): Resolved {
  const properties: Record<string, TSchema> = body.properties
  const ignored = Object.entries(properties).flatMap(([field, schema]) => {
    const given = input[field]
    if (schema.chooses !== 'model' || given === null || given === undefined) return []
    return [`${field} ${given} has no effect: the provider local uses no model`]
  })
  return { ignored }
}
