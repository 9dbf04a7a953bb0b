import { type TLiteral, type TSchema, type TUnion, Type } from '@sinclair/typebox'

/** One of these words. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  Type.Union(words.map((word) => Type.Literal(word))) as TUnion<TLiteral<Word>[]>

export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
