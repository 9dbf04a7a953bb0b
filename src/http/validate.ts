import { KindGuard, type TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors'
import { type Fault, unprocessable } from '../errors'
import type { AddressRule } from '../plugin'

const MAX_FAULTS = 100
const MAX_INPUT_BYTES = 1000

type Body = Record<string, unknown>
type Property = TSchema & {
  enum?: readonly string[]
  notBlank?: boolean
  maxWords?: number
  never?: string
  address?: AddressRule
  upload?: boolean
}

export interface CheckOptions {
  /** The task service: null is the same as leaving an optional field out. */
  nullIsAbsent: boolean
  refuseAddress: (rule: AddressRule, address: string) => string | undefined
}

/**
 * A compiled check of one route's body. It gives the body with its defaults filled in.
 * @throws Problem 422, one fault for each field, as FastAPI writes it
 */
export function bodyChecker(schema: TSchema, options: CheckOptions): (body: unknown) => Body {
  const check = TypeCompiler.Compile(schema)
  const properties: Record<string, Property> = schema.properties
  const required = new Set<string>(schema.required ?? [])
  return (body) => {
    const given = options.nullIsAbsent ? withoutNulls(body, required) : body
    const faults = [
      ...typeFaults(check, given),
      ...valueFaults(properties, given, options.refuseAddress),
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

function withoutNulls(body: unknown, required: ReadonlySet<string>): unknown {
  if (!isBody(body)) return body
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null || required.has(name)),
  )
}

function withDefaults(properties: Record<string, Property>, body: Body): Body {
  const full: Body = { ...body }
  for (const [name, property] of Object.entries(properties)) {
    const standard = property.default ?? variant(property).default
    if (full[name] === undefined || full[name] === null) full[name] = standard ?? null
    if (full[name] === '' && standard !== undefined) full[name] = standard
  }
  return full
}

function isBody(value: unknown): value is Body {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** A nullable property's own schema. */
function variant(schema: Property): Property {
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
  return [...byPlace.values()].sort((a, b) => rank(a) - rank(b)).slice(0, MAX_FAULTS)
}

function typeFaults(check: TypeCheck<TSchema>, body: unknown): Fault[] {
  if (check.Check(body)) return []
  const faults: Fault[] = []
  for (const error of check.Errors(body)) {
    const fault = faultOf(innermost(error), body)
    if (fault) faults.push(fault)
    if (faults.length >= MAX_FAULTS * 4) break
  }
  return faults
}

/** In a nullable field the fault is the one of its own schema, not of null. */
function innermost(error: ValueError): ValueError {
  if (error.type !== ValueErrorType.Union || !KindGuard.IsUnion(error.schema)) return error
  const index = error.schema.anyOf.findIndex((one) => one.type !== 'null')
  return error.errors[index]?.First() ?? error
}

function faultOf(error: ValueError, body: unknown): Fault | undefined {
  const { schema, value } = error
  const loc = ['body', ...locOf(error.path)]
  const fault = (type: string, msg: string, ctx?: Record<string, unknown>): Fault => ({
    loc,
    msg,
    type,
    ...withInput(value),
    ...(ctx && { ctx }),
  })
  switch (error.type) {
    case ValueErrorType.ObjectRequiredProperty:
      return { loc, msg: 'Field required', type: 'missing', ...withInput(body) }
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
      if (typeof value === 'string' && [...value].length <= most) return undefined
      const msg = `String should have at most ${most} ${plural(most, 'character')}`
      return fault('string_too_long', msg, { max_length: most })
    }
    case ValueErrorType.Integer:
      return fault('int_type', 'Input should be a valid integer')
    case ValueErrorType.Number:
      return fault('float_type', 'Input should be a valid number')
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
    case ValueErrorType.ArrayMaxItems: {
      const actual = Array.isArray(value) ? value.length : 0
      const ctx = { field_type: 'List', max_length: schema.maxItems, actual_length: actual }
      const msg = `List should have at most ${schema.maxItems} ${plural(schema.maxItems, 'item')} after validation, not ${actual}`
      return fault('too_long', msg, ctx)
    }
    default:
      return fault('value_error', `Value error, ${error.message}`)
  }
}

function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`
}

/** `/a/0/b` as `['a', 0, 'b']`. */
function locOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

function withInput(value: unknown): { input?: unknown } {
  const text = JSON.stringify(value)
  return text !== undefined && Buffer.byteLength(text) <= MAX_INPUT_BYTES ? { input: value } : {}
}

/** The host's own keywords on the strings of a body. */
function valueFaults(
  properties: Record<string, Property>,
  body: unknown,
  refuseAddress: CheckOptions['refuseAddress'],
): Fault[] {
  if (!isBody(body)) return []
  return Object.entries(properties).flatMap(([name, property]) => {
    const value = body[name]
    if (typeof value !== 'string') return []
    const reason = refusal(variant(property), value, refuseAddress)
    if (!reason) return []
    const msg = `Value error, ${reason}`
    return [{ loc: ['body', name], msg, type: 'value_error', ...withInput(value) }]
  })
}

function refusal(
  schema: Property,
  value: string,
  refuseAddress: CheckOptions['refuseAddress'],
): string | undefined {
  if (schema.never) return schema.never
  if (schema.notBlank && value !== '' && value.trim() === '') return 'must not be blank'
  if (schema.enum && !schema.enum.includes(value)) return `must be one of ${schema.enum.join(', ')}`
  if (schema.maxWords !== undefined && value.split(',').length > schema.maxWords)
    return `at most ${schema.maxWords} words separated by commas`
  if (schema.address && value !== '') return refuseAddress(schema.address, value)
  return undefined
}
