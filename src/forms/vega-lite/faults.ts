import { isObject, type Json } from '../json'
import { COMPOSITES } from './composites'
import { faultOfExpression } from './expressions'
import {
  alternativesOf,
  BOUNDS,
  definitionOf,
  FORMAT,
  LENGTHS,
  MOST_ENTRIES,
  MOST_LETTERS,
  PAINT,
  resolved,
  type Schema,
  TRANSFORMS,
  UNDRAWN,
  VEGA_LITE_MARKS,
  VIEW_NAME,
  VIEWS,
  type ViewKind,
} from './schema'

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
  const named =
    value.name === undefined ? undefined : faultOfText(VIEW_NAME, value.name, at(path, 'name'))
  return named ?? faultIn(VIEWS[kind], value, path, depth) ?? faultOfChannels(value, path)
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

/** Members of which the value changes nothing. */
const IDLE = /(?:^|\.)(?:tooltip|cursor)$/

function faultIn(given: Schema, value: unknown, path: string, depth: number): Fault | undefined {
  if (IDLE.test(path)) return undefined
  const all = alternativesOf(given, path)
  const [only] = all
  if (all.length !== 1 || !only) return faultOfUnion(all, value, path, depth)
  const schema = resolved(only)
  if (schema.is === 'view') return faultOfView(value, path, depth + 1)
  if (schema.is === 'mark') return faultOfMark(value, path, depth)
  if (schema.is === 'transform') return faultOfTransform(value, path, depth)
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

function faultInside(schema: Schema, value: Json, path: string, depth: number): Fault | undefined {
  const { properties = {}, additionalProperties: others = {}, required = [] } = schema
  for (const [name, inner] of Object.entries(value)) {
    const isKnown = Object.hasOwn(properties, name) && !UNDRAWN.has(name)
    const own = isKnown ? properties[name] : others
    const place = at(path, name.slice(0, 80))
    if (own === false) {
      const names = Object.keys(properties).filter((each) => !UNDRAWN.has(each))
      return { path: place, sentence: `${place} is not drawn; there are ${listed(names)}.` }
    }
    const fault = faultIn(own as Schema, inner, place, depth)
    if (fault) return fault
  }
  // The data are the request's.
  const missing = required.find((name) => name !== 'data' && !Object.hasOwn(value, name))
  return missing === undefined ? undefined : { path, sentence: `${path || 'it'} lacks ${missing}.` }
}

const listed = (names: readonly unknown[]) =>
  names.length > 40
    ? `${names.slice(0, 39).join(', ')} and ${names.length - 39} more`
    : names.join(', ')

/** The last member of a path. */
const memberOf = (path: string) => /([^.[\]]*)(?:\[\d+\])*$/.exec(path)?.[1] ?? ''

function faultOfList(
  { items = {}, maxItems = Number.POSITIVE_INFINITY }: Schema,
  value: unknown,
  path: string,
  depth: number,
): Fault | undefined {
  if (!Array.isArray(value)) return must(path, 'a list')
  const most = Math.min(maxItems, LENGTHS[memberOf(path)] ?? MOST_ENTRIES)
  if (value.length > most)
    return { path, sentence: `${path} has ${value.length} entries; ${most} are the most.` }
  for (const [i, inner] of value.entries()) {
    const fault = faultIn(items, inner, at(path, i), depth)
    if (fault) return fault
  }
  return undefined
}

/** Members that compute where they are texts. */
const EXPRESSIONS = /^(?:calculate|filter|test|expr|labelExpr|and|or|not)$/

function faultOfText(given: Schema, value: unknown, path: string): Fault | undefined {
  const member = memberOf(path)
  const {
    is,
    title,
    minLength = 0,
    maxLength = MOST_LETTERS,
    pattern,
  } = member === 'format' ? FORMAT : given
  if (typeof value !== 'string') return must(path, title ?? 'a text')
  if (value.length > maxLength)
    return { path, sentence: `${path} is longer than ${maxLength} characters.` }
  if (value.length < minLength) return must(path, 'a text that is not empty')
  if (pattern !== undefined && !new RegExp(pattern).test(value))
    return must(path, title ?? `a text like ${pattern}`)
  if (is === 'colour' && !isColour(value)) return must(path, 'a colour like #1f77b4')
  const fault = EXPRESSIONS.test(member) ? faultOfExpression(value) : undefined
  const sentence = `${path} holds ${fault}, which expressions here do not have.`
  return fault === undefined ? undefined : { path, sentence }
}

/** Names and notations of CSS; what is no colour would be drawn black. */
const isColour = (value: string): boolean =>
  value === 'transparent' || Bun.color(value, 'hex') !== null

function faultOfNumber(schema: Schema, value: unknown, path: string): Fault | undefined {
  const isWhole = schema.type === 'integer'
  if (typeof value !== 'number' || (isWhole && !Number.isInteger(value)))
    return must(path, isWhole ? 'a whole number' : 'a number')
  const [, least, most] = BOUNDS.find(([end]) => end.test(path)) ?? []
  const { minimum = least, maximum = most } = schema
  if (minimum !== undefined && value < minimum) return must(path, `at least ${minimum}`)
  return maximum !== undefined && value > maximum ? must(path, `at most ${maximum}`) : undefined
}

function faultOfTransform(value: unknown, path: string, depth: number): Fault | undefined {
  if (!isObject(value)) return must(path, 'an object')
  const kind = TRANSFORMS.find((each) => Object.hasOwn(value, each))
  const schema = kind === undefined ? undefined : definitionOf(kind, 'Transform')
  if (schema) return faultInside(schema, value, path, depth)
  const [name = ''] = Object.keys(value)
  const place = at(path, name.slice(0, 80))
  return { path: place, sentence: `${place} is not drawn; there are ${TRANSFORMS.join(', ')}.` }
}

const MARKS = [...VEGA_LITE_MARKS, ...Object.keys(COMPOSITES)]

function faultOfMark(value: unknown, path: string, depth: number): Fault | undefined {
  if (typeof value !== 'string' && !isObject(value)) return must(path, 'a text, an object')
  const name = String(isObject(value) ? value.type : value)
  const place = isObject(value) ? at(path, 'type') : path
  if (!MARKS.includes(name))
    return { path: place, sentence: `${place} is not known; there are ${MARKS.join(', ')}.` }
  return isObject(value) ? faultInside(markNamed(name), value, path, depth) : undefined
}

function markNamed(name: string): Schema {
  const options = Object.hasOwn(COMPOSITES, name) ? COMPOSITES[name]?.options : undefined
  if (!options) return definitionOf(name, 'Def') ?? definitionOf('mark', 'Def') ?? {}
  const properties = { type: { const: name }, color: PAINT, ...options }
  return { type: 'object', properties, additionalProperties: false }
}

const KIND = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Of alternatives the one that fits, or the fault of the one that fits best. */
function faultOfUnion(
  all: readonly Schema[],
  value: unknown,
  path: string,
  depth: number,
): Fault | undefined {
  const kind = KIND(value)
  const most = ({ properties = {} }: Schema) => Object.keys(properties).length
  const same = all
    .filter((one) => kindOf(one) === kind || kindOf(one) === undefined)
    .sort((a, b) => most(b) - most(a))
  const words = all.flatMap((one) => (one.const === undefined ? [] : [one.const]))
  let best: Fault | undefined
  for (const one of same) {
    const fault = faultIn(one, value, path, depth)
    if (fault === undefined) return undefined
    const closer = best === undefined || fault.path.length > best.path.length
    if (one.const === undefined && closer) best = fault
  }
  if (best && (best.path !== path || words.length === 0)) return best
  if (kind === 'string' && words.length > 0)
    return { path, sentence: `${path} is not known; there are ${listed(words)}.` }
  return must(path, inWords(all))
}

/** The JSON kind of what a schema takes; undefined where it takes several. */
function kindOf({ const: word, type }: Schema): string | undefined {
  if (word !== undefined) return KIND(word)
  return type === 'integer' ? 'number' : (type as string | undefined)
}

const NOUNS: Readonly<Record<string, string>> = {
  ...{ string: 'a text', number: 'a number', integer: 'a whole number', boolean: 'true or false' },
  ...{ array: 'a list', object: 'an object', null: 'null' },
}

function inWords(all: readonly Schema[]): string {
  const nouns = all.map(({ const: word, title, type }) =>
    word === undefined ? (title ?? NOUNS[String(type)] ?? 'something else') : JSON.stringify(word),
  )
  return listed([...new Set(nouns)])
}
