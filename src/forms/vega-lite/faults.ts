import type { TSchema } from '@sinclair/typebox'
import { isObject, type Json } from '../json'
import { faultOfExpression } from './expressions'
import { COMPOSITES } from './schema/composites'
import { PREDICATES } from './schema/encodings'
import { expression } from './schema/parts'
import { MARKS, markOf, TRANSFORMS, VIEWS, type ViewKind } from './schema/views'

/** What is wrong with a member, and where. */
export interface Fault {
  path: string
  sentence: string
}

/** Views inside views; deeper ones cannot be read as one figure. */
const DEEPEST = 8

/** The first member of a specification that is outside what is drawn; undefined where there is none. */
export function faultOfView(value: unknown, path = '', depth = 0): Fault | undefined {
  if (!isObject(value)) return must(path || 'specification', 'an object')
  if (depth > DEEPEST) return { path, sentence: `${path} is nested deeper than ${DEEPEST} views.` }
  const kinds = (Object.keys(VIEWS) as ViewKind[]).filter((name) => Object.hasOwn(value, name))
  const [kind] = kinds
  if (kind === undefined)
    return {
      path,
      sentence: `${path === '' ? 'it' : path} has no mark, layer, facet, repeat, hconcat, vconcat or concat; one of them says what to draw.`,
    }
  const other = Object.keys(value).find((name) => OUTSIDE.has(name))
  if (other !== undefined)
    return {
      path: at(path, other),
      sentence: `${at(path, other)} is not drawn: ${OUTSIDE.get(other)}.`,
    }
  return faultIn(VIEWS[kind], value, path, depth) ?? faultOfChannels(value, path)
}

/** Channels that lay out panels belong to every mark. */
const LAID_OUT = ['row', 'column', 'facet', 'tooltip', 'key']

/** A composite reads the channels of its own; others would change nothing. */
function faultOfChannels({ mark, encoding }: Json, path: string): Fault | undefined {
  const name = isObject(mark) ? String(mark.type) : String(mark)
  const own = Object.hasOwn(COMPOSITES, name) ? COMPOSITES[name] : undefined
  if (!own || !isObject(encoding)) return undefined
  const channels = Object.keys(own.channels).map((each) => each.replace('?', ''))
  const other = Object.keys(encoding).find((each) => ![...channels, ...LAID_OUT].includes(each))
  const place = at(at(path, 'encoding'), other ?? '')
  return other === undefined
    ? undefined
    : { path: place, sentence: `${place} is not drawn by ${name}; it has ${channels.join(', ')}.` }
}

const OUTSIDE = new Map([
  ['params', 'a figure on paper takes no input'],
  ['selection', 'a figure on paper takes no input'],
  ['projection', 'maps are outside what is drawn'],
  ['datasets', 'the data come from data_json'],
])

const at = (path: string, name: string | number) =>
  typeof name === 'number' ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`

const must = (path: string, what: string): Fault => ({ path, sentence: `${path} must be ${what}.` })

function faultIn(schema: TSchema, value: unknown, path: string, depth: number): Fault | undefined {
  if (schema.view === true) return faultOfView(value, path, depth + 1)
  if (schema.predicate === true) return faultOfPredicate(value, path, depth)
  if (schema.mark === true) return faultOfMark(value, path, depth)
  if (schema.transform === true) return faultOfTransform(value, path, depth)
  if (schema.anyOf !== undefined) return faultOfUnion(schema.anyOf as TSchema[], value, path, depth)
  if (schema.const !== undefined)
    return value === schema.const ? undefined : must(path, JSON.stringify(schema.const))
  switch (schema.type) {
    case 'object':
      return isObject(value) ? faultInside(schema, value, path, depth) : must(path, 'an object')
    case 'array':
      return faultOfList(schema, value, path, depth)
    case 'string':
      return faultOfText(schema, value, path)
    case 'number':
    case 'integer':
      return faultOfNumber(schema, value, path)
    case 'boolean':
      return typeof value === 'boolean' ? undefined : must(path, 'true or false')
    case 'null':
      return value === null ? undefined : must(path, 'null')
    default:
      return undefined
  }
}

function faultInside(schema: TSchema, value: Json, path: string, depth: number): Fault | undefined {
  const properties = (schema.properties ?? {}) as Record<string, TSchema>
  const values = schema.patternProperties as Record<string, TSchema> | undefined
  const [every] = values ? Object.values(values) : []
  for (const [name, inner] of Object.entries(value)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : every
    if (own) {
      const fault = faultIn(own, inner, at(path, name), depth)
      if (fault) return fault
    } else if (schema.additionalProperties === false)
      return {
        path: at(path, name.slice(0, 80)),
        sentence: `${at(path, name.slice(0, 80))} is not drawn; there are ${listed(Object.keys(properties))}.`,
      }
  }
  const missing = ((schema.required ?? []) as string[]).find((name) => !Object.hasOwn(value, name))
  return missing === undefined ? undefined : { path, sentence: `${path || 'it'} lacks ${missing}.` }
}

const listed = (names: readonly string[]) =>
  names.length > 40
    ? `${names.slice(0, 39).join(', ')} and ${names.length - 39} more`
    : names.join(', ')

function faultOfList(
  schema: TSchema,
  value: unknown,
  path: string,
  depth: number,
): Fault | undefined {
  if (!Array.isArray(value)) return must(path, 'a list')
  if (value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY))
    return {
      path,
      sentence: `${path} has ${value.length} entries; ${schema.maxItems} are the most.`,
    }
  for (const [i, inner] of value.entries()) {
    const fault = faultIn(schema.items as TSchema, inner, at(path, i), depth)
    if (fault) return fault
  }
  return undefined
}

function faultOfText(schema: TSchema, value: unknown, path: string): Fault | undefined {
  if (typeof value !== 'string') return must(path, schema.title ?? 'a text')
  if (value.length > (schema.maxLength ?? Number.POSITIVE_INFINITY))
    return { path, sentence: `${path} is longer than ${schema.maxLength} characters.` }
  if (value.length < (schema.minLength ?? 0)) return must(path, 'a text that is not empty')
  if (schema.pattern !== undefined && !new RegExp(schema.pattern).test(value))
    return must(path, schema.title ?? `a text like ${schema.pattern}`)
  if (schema.colour === true && !isColour(value)) return must(path, 'a colour like #1f77b4')
  if (schema.expression === true) {
    const fault = faultOfExpression(value)
    if (fault)
      return { path, sentence: `${path} holds ${fault}, which expressions here do not have.` }
  }
  return undefined
}

/** Names and notations of CSS; what is no colour would be drawn black. */
const isColour = (value: string): boolean =>
  value === 'transparent' || Bun.color(value, 'hex') !== null

function faultOfNumber(schema: TSchema, value: unknown, path: string): Fault | undefined {
  if (typeof value !== 'number')
    return must(path, schema.type === 'integer' ? 'a whole number' : 'a number')
  if (schema.type === 'integer' && !Number.isInteger(value)) return must(path, 'a whole number')
  const { minimum, maximum, exclusiveMinimum } = schema as Record<string, number | undefined>
  if (minimum !== undefined && value < minimum) return must(path, `at least ${minimum}`)
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return must(path, `above ${exclusiveMinimum}`)
  return maximum !== undefined && value > maximum ? must(path, `at most ${maximum}`) : undefined
}

function faultOfPredicate(value: unknown, path: string, depth: number): Fault | undefined {
  if (typeof value === 'string') return faultIn(expression, value, path, depth)
  if (!isObject(value)) return must(path, 'an expression or a test of a field')
  if (depth > 3 * DEEPEST) return { path, sentence: `${path} is nested too deep.` }
  const kind = (['and', 'or', 'not', 'field'] as const).find((name) => Object.hasOwn(value, name))
  if (kind === undefined) {
    const [name = ''] = Object.keys(value)
    return {
      path,
      sentence: `${at(path, name)} is not drawn; a test has and, or, not, or a field.`,
    }
  }
  return faultInside(PREDICATES[kind], value, path, depth + 1)
}

function faultOfTransform(value: unknown, path: string, depth: number): Fault | undefined {
  if (!isObject(value)) return must(path, 'an object')
  const kind = Object.keys(TRANSFORMS).find((name) => Object.hasOwn(value, name))
  const schema = kind === undefined ? undefined : TRANSFORMS[kind]
  if (schema) return faultInside(schema, value, path, depth)
  const [name = ''] = Object.keys(value)
  return {
    path: at(path, name),
    sentence: `${at(path, name.slice(0, 80))} is not drawn; there are ${Object.keys(TRANSFORMS).join(', ')}.`,
  }
}

function faultOfMark(value: unknown, path: string, depth: number): Fault | undefined {
  if (typeof value !== 'string' && !isObject(value)) return must(path, 'a text, an object')
  const name = isObject(value) ? value.type : value
  const schema = typeof name === 'string' ? markOf(name) : undefined
  const place = isObject(value) ? at(path, 'type') : path
  if (!schema)
    return { path: place, sentence: `${place} is not known; there are ${MARKS.join(', ')}.` }
  return isObject(value) ? faultInside(schema, value, path, depth) : undefined
}

const KIND = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Of a union the alternative that fits, or the fault of the one that fits best. */
function faultOfUnion(
  all: readonly TSchema[],
  value: unknown,
  path: string,
  depth: number,
): Fault | undefined {
  const flat = alternativesOf(all)
  const kind = KIND(value)
  const same = flat.filter((one) => kindOf(one) === kind || kindOf(one) === undefined)
  const words = flat.flatMap((one) => (one.const === undefined ? [] : [one.const]))
  let best: Fault | undefined
  for (const one of same) {
    const fault = faultIn(one, value, path, depth)
    if (fault === undefined) return undefined
    const closer = best === undefined || fault.path.length > best.path.length
    if (one.const === undefined && closer) best = fault
  }
  if (best && (best.path !== path || words.length === 0)) return best
  if (kind === 'string' && words.length > 0)
    return { path, sentence: `${path} is not known; there are ${words.join(', ')}.` }
  return must(path, inWords(flat))
}

const alternativesOf = (all: readonly TSchema[]): TSchema[] =>
  all.flatMap((one) => (one.anyOf ? alternativesOf(one.anyOf as TSchema[]) : [one]))

/** The JSON kind of what a schema takes; undefined where it takes several. */
function kindOf(schema: TSchema): string | undefined {
  if (schema.const !== undefined) return KIND(schema.const)
  return schema.type === 'integer' ? 'number' : (schema.type as string | undefined)
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function inWords(flat: readonly TSchema[]): string {
  const nouns = flat.map((one) =>
    one.const === undefined
      ? (one.title ?? NOUNS[one.type as string] ?? 'something else')
      : JSON.stringify(one.const),
  )
  return [...new Set(nouns)].join(', ')
}
