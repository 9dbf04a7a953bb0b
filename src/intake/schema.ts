import { KindGuard, type TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { type Fault, MOST_FAULTS, unprocessable } from '../errors'
import type { FileKind } from '../forms/body-files'
import type { AddressRule } from '../plugin'
import { codePoints } from './code-points'

const MAX_INPUT_BYTES = 1000
/** Faults looked at before those of one place are folded into one. */
const MOST_LOOKED_AT = MOST_FAULTS * 4
/** Items of a list whose schema names no `maxItems`. */
const MOST_ITEMS = 10_000

type Body = Record<string, unknown>
type Property = TSchema & {
  enum?: readonly string[]
  notBlank?: boolean
  maxWords?: number
  address?: AddressRule
  upload?: boolean
  file?: FileKind
}

export interface CheckOptions {
  /** Where the values come from; a query's numbers arrive as text. */
  place?: 'body' | 'query'
  /** The task service: null is the same as leaving an optional field out. */
  nullIsAbsent: boolean
  /** In a submission an empty text leaves out what may be null, unless the schema sets a least length. */
  emptyIsAbsent?: boolean
  refuseAddress: (rule: AddressRule, address: string) => string | undefined
}

/**
 * A compiled check of one route's body or query. It gives the values with their defaults filled in.
 * @throws Problem 422, one fault for each field, as FastAPI writes it
 */
export function bodyChecker(schema: TSchema, options: CheckOptions): (body: unknown) => Body {
  const check = TypeCompiler.Compile(schema)
  const properties: Record<string, Property> = schema.properties
  const required = new Set<string>(schema.required ?? [])
  const root = [options.place ?? 'body']
  return (body) => {
    const given = withoutAbsent(body, properties, required, options)
    // Before any item is looked at: a list may be as long as the body.
    const long = lengthFaults(schema, given, root)
    if (long.length > 0) throw unprocessable(long)
    const faults = [
      ...typeFaults(check, given, root),
      ...valueFaults(schema, given, root, options.refuseAddress),
    ]
    if (faults.length > 0) throw unprocessable(unique(faults, Object.keys(properties)))
    return withDefaults(properties, given as Body)
  }
}

/** The names of the properties that hold paths of uploads. */
export function uploadFields(schema: TSchema): string[] {
  const properties: Record<string, Property> = schema.properties
  return Object.keys(properties).filter((name) => {
    const property = properties[name]
    return property !== undefined && variant(property).upload === true
  })
}

/** The properties that hold base64 files, and the kind of each. */
export function fileFields(schema: TSchema): Record<string, FileKind> {
  const properties: Record<string, Property> = schema.properties
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const { file } = variant(property)
      return file === undefined ? [] : [[name, file]]
    }),
  )
}

function withoutAbsent(
  body: unknown,
  properties: Record<string, Property>,
  required: ReadonlySet<string>,
  { nullIsAbsent, emptyIsAbsent }: CheckOptions,
): unknown {
  if (!isBody(body)) return body
  const isAbsent = (name: string, value: unknown): boolean => {
    if (required.has(name)) return false
    if (value === null) return nullIsAbsent
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (value !== '' || !emptyIsAbsent || !schema) return false
    const own = variant(schema)
    return (nullIsAbsent || own !== schema) && own.type === 'string' && !own.minLength
  }
  return Object.fromEntries(Object.entries(body).filter((given) => !isAbsent(...given)))
}

function withDefaults(properties: Record<string, Property>, body: Body): Body {
  const full: Body = { ...body }
  for (const [name, property] of Object.entries(properties)) {
    const standard = property.default ?? variant(property).default
    if (full[name] === undefined || full[name] === null) full[name] = standard ?? null
  }
  return full
}

function isBody(value: unknown): value is Body {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** A nullable property's own schema. */
export function variant(schema: Property): Property {
  return schema.anyOf?.find((one: TSchema) => one.type !== 'null') ?? schema
}

/** One fault a place, in the order of the schema's fields, unknown properties last. */
function unique(faults: Fault[], order: string[]): Fault[] {
  const byPlace = new Map<string, Fault>()
  for (const fault of faults) {
    const place = JSON.stringify(fault.loc)
    if (!byPlace.has(place)) byPlace.set(place, fault)
  }
  const rank = (fault: Fault) => {
    const index = order.indexOf(String(fault.loc[1]))
    return index < 0 || fault.type === 'extra_forbidden' ? order.length : index
  }
  return [...byPlace.values()].sort((a, b) => rank(a) - rank(b))
}

function typeFaults(check: TypeCheck<TSchema>, body: unknown, root: Fault['loc']): Fault[] {
  if (check.Check(body)) return []
  const faults: Fault[] = []
  for (const error of check.Errors(body)) {
    const fault = faultOf(innermost(error), body, root)
    if (fault) faults.push(fault)
    if (faults.length >= MOST_LOOKED_AT) break
  }
  return faults
}

/** In a nullable field the fault is the one of its own schema, not of null; among tagged objects the one of its tag. */
function innermost(error: ValueError): ValueError {
  if (error.type !== ValueErrorType.Union || !KindGuard.IsUnion(error.schema)) return error
  const kinds: readonly TSchema[] = error.schema.anyOf
  const tag = tagOf(kinds)
  const isMeant = (one: TSchema) =>
    tag === undefined
      ? one.type !== 'null' && one.const === undefined
      : isBody(error.value) && one.properties[tag].const === error.value[tag]
  const inside = error.errors[kinds.findIndex(isMeant)]?.First()
  return inside ? innermost(inside) : error
}

/** The property by whose constant objects of a union are told apart. */
function tagOf(kinds: readonly TSchema[]): string | undefined {
  const [first] = kinds
  return Object.keys(first?.properties ?? {}).find((name) =>
    kinds.every(({ properties }) => properties?.[name]?.const !== undefined),
  )
}

/** What a union of constants, or of objects with a tag, lets be. */
function acceptedBy(schema: TSchema): string | undefined {
  const kinds: readonly TSchema[] = schema.anyOf ?? []
  const tag = tagOf(kinds)
  const values = kinds.map((kind) => (tag === undefined ? kind : kind.properties[tag]).const)
  if (values.length === 0 || values.includes(undefined)) return undefined
  return `${tag === undefined ? '' : `${tag} `}must be one of ${values.join(', ')}`
}

function faultOf(error: ValueError, body: unknown, root: Fault['loc']): Fault | undefined {
  const { schema, value } = error
  const { loc: place, holder } = placeOf(error.path, body)
  const loc = [...root, ...place]
  const fault = (type: string, msg: string, ctx?: Record<string, unknown>): Fault => ({
    loc,
    msg,
    type,
    ...withInput(value),
    ...(ctx && { ctx }),
  })
  switch (error.type) {
    case ValueErrorType.ObjectRequiredProperty:
      return { loc, msg: 'Field required', type: 'missing', ...withInput(holder) }
    case ValueErrorType.ObjectAdditionalProperties:
      return fault('extra_forbidden', 'Extra inputs are not permitted')
    case ValueErrorType.String:
      return fault('string_type', 'Input should be a valid string')
    case ValueErrorType.StringMinLength: {
      const least = schema.minLength
      const msg = `String should have at least ${least} ${plural(least, 'character')}`
      return fault('string_too_short', msg, { min_length: least })
    }
    case ValueErrorType.StringMaxLength: {
      // TypeBox counts UTF-16 units; a limit in characters counts code points.
      const most = schema.maxLength
      if (typeof value === 'string' && codePoints(value) <= most) return undefined
      const msg = `String should have at most ${most} ${plural(most, 'character')}`
      return fault('string_too_long', msg, { max_length: most })
    }
    case ValueErrorType.Integer:
      return fault(...numberFault(value, 'int', 'integer', root))
    case ValueErrorType.Number:
      return fault(...numberFault(value, 'float', 'number', root))
    case ValueErrorType.Boolean:
      return fault('bool_type', 'Input should be a valid boolean')
    case ValueErrorType.Array:
      return fault('list_type', 'Input should be a valid list')
    case ValueErrorType.Object:
      return fault(
        'model_attributes_type',
        'Input should be a valid dictionary or object to extract fields from',
      )
    case ValueErrorType.IntegerMinimum:
    case ValueErrorType.NumberMinimum: {
      const ge = schema.minimum
      return fault('greater_than_equal', `Input should be greater than or equal to ${ge}`, { ge })
    }
    case ValueErrorType.IntegerMaximum:
    case ValueErrorType.NumberMaximum: {
      const le = schema.maximum
      return fault('less_than_equal', `Input should be less than or equal to ${le}`, { le })
    }
    case ValueErrorType.ArrayMinItems: {
      const actual = Array.isArray(value) ? value.length : 0
      const ctx = { field_type: 'List', min_length: schema.minItems, actual_length: actual }
      const msg = `List should have at least ${schema.minItems} ${plural(schema.minItems, 'item')} after validation, not ${actual}`
      return fault('too_short', msg, ctx)
    }
    default:
      return fault('value_error', `Value error, ${acceptedBy(schema) ?? error.message}`)
  }
}

/** FastAPI tells apart a fraction, an overflow, and in a query a text that is no number. */
function numberFault(
  value: unknown,
  kind: 'int' | 'float',
  noun: string,
  root: Fault['loc'],
): [type: string, msg: string] {
  const msg = `Input should be a valid ${noun}`
  if (typeof value === 'string' && root[0] === 'query')
    return [
      `${kind}_parsing`,
      `${msg}, unable to parse string as ${noun === 'integer' ? 'an' : 'a'} ${noun}`,
    ]
  if (typeof value !== 'number') return [`${kind}_type`, msg]
  return Number.isFinite(value)
    ? ['int_from_float', `${msg}, got a number with a fractional part`]
    : ['finite_number', 'Input should be a finite number']
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`
}

/** `/a/0/b` as `['a', 0, 'b']`, a number only where the value is a list, and what holds the last of them. */
function placeOf(pointer: string, body: unknown): { loc: Fault['loc']; holder: unknown } {
  const loc: Fault['loc'] = []
  let holder = body
  let inside = body
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    holder = inside
    loc.push(Array.isArray(holder) ? Number(name) : name)
    inside = isBody(holder) || Array.isArray(holder) ? Reflect.get(holder, name) : undefined
  }
  return { loc, holder }
}

function withInput(value: unknown): { input?: unknown } {
  // Most large values are told apart without writing them out.
  if (!isShort(value, { left: MAX_INPUT_BYTES })) return {}
  const text = JSON.stringify(value)
  return text !== undefined && Buffer.byteLength(text) <= MAX_INPUT_BYTES ? { input: value } : {}
}

/** False as soon as the value is sure to need more bytes than are left. */
function isShort(value: unknown, room: { left: number }): boolean {
  room.left -= typeof value === 'string' ? value.length : 1
  if (room.left < 0) return false
  if (value === null || typeof value !== 'object') return true
  for (const name in value) {
    room.left -= Array.isArray(value) ? 0 : name.length
    if (room.left < 0 || !isShort(Reflect.get(value, name), room)) return false
  }
  return true
}

/** The lists that are longer than their schema lets them be, at any depth that the schema knows. */
function lengthFaults(schema: TSchema, value: unknown, loc: Fault['loc']): Fault[] {
  const own = variant(schema)
  if (Array.isArray(value)) {
    if (!own.items) return []
    const most = own.maxItems ?? MOST_ITEMS
    if (value.length > most) return [tooLong(value, most, loc)]
    return value.flatMap((item, index) => lengthFaults(own.items, item, [...loc, index]))
  }
  if (!isBody(value) || !own.properties) return []
  return Object.entries<TSchema>(own.properties).flatMap(([name, part]) =>
    Object.hasOwn(value, name) ? lengthFaults(part, value[name], [...loc, name]) : [],
  )
}

function tooLong(list: readonly unknown[], most: number, loc: Fault['loc']): Fault {
  const actual = list.length
  const msg = `List should have at most ${most} ${plural(most, 'item')} after validation, not ${actual}`
  const ctx = { field_type: 'List', max_length: most, actual_length: actual }
  return { loc, msg, type: 'too_long', ...withInput(list), ctx }
}

/** The host's own keywords on the strings of a body, those inside lists and objects too. */
function valueFaults(
  schema: TSchema,
  value: unknown,
  loc: Fault['loc'],
  refuseAddress: CheckOptions['refuseAddress'],
): Fault[] {
  const own = variant(schema)
  const inside = (part: TSchema, item: unknown, place: string | number) =>
    valueFaults(part, item, [...loc, place], refuseAddress)
  if (Array.isArray(value) && own.items)
    return value.flatMap((item, index) => inside(own.items, item, index)).slice(0, MOST_LOOKED_AT)
  if (isBody(value) && own.properties)
    return Object.entries<TSchema>(own.properties).flatMap(([name, part]) =>
      Object.hasOwn(value, name) ? inside(part, value[name], name) : [],
    )
  const reason = typeof value === 'string' ? refusal(own, value, refuseAddress) : undefined
  if (!reason) return []
  return [{ loc, msg: `Value error, ${reason}`, type: 'value_error', ...withInput(value) }]
}

function refusal(
  schema: Property,
  value: string,
  refuseAddress: CheckOptions['refuseAddress'],
): string | undefined {
  if (schema.notBlank && value !== '' && value.trim() === '') return 'must not be blank'
  if (schema.enum && !schema.enum.includes(value)) return `must be one of ${schema.enum.join(', ')}`
  if (schema.maxWords !== undefined && value.split(',').length > schema.maxWords)
    return `at most ${schema.maxWords} words separated by commas`
  if (schema.address && value !== '') return refuseAddress(schema.address, value)
  return undefined
}
