/** An intent in Vega-Lite's notation: whole, or in a fence or between words. */
import type { ChartSpec } from '../chart'
import { columnsRead, drawsLots } from './expressions'
import { faultOfView, isObject } from './faults'
import { VIEWS } from './schema/views'

type Json = Record<string, unknown>

export interface ReadSpec {
  spec: ChartSpec
  /** Words that stand around it; empty where it is the whole intent. */
  around: string
  /** The fields that it takes from the data. */
  fields: FieldUse[]
  /** Its members that are allowed and change nothing, a sentence each. */
  idle: string[]
  /** Data that it holds itself, to be compared with the request's. */
  data: { path: string; values: unknown }[]
}

const KINDS = Object.keys(VIEWS)
/** What marks an object between words as a specification, not as a list in curly brackets. */
const MARKED = [...KINDS, '$schema', 'encoding']

/**
 * An intent in Vega-Lite's notation: the specification, or in a sentence what of it is not drawn and where. Undefined
 * for words.
 */
export function readVegaLite(intent: string): ReadSpec | { fault: string } | undefined {
  const start = intent.indexOf('{')
  if (start < 0) return undefined
  const end = endOf(intent, start)
  const text = intent.slice(start, end)
  const around = `${intent.slice(0, start)} ${intent.slice(end)}`
    .replace(/```(?:json|vega-lite|vl)?/gi, ' ')
    .trim()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (intent.trimStart()[0] !== '{' && !/"(?:mark|encoding|\$schema)"\s*:/.test(text))
      return undefined
    const why = error instanceof Error ? error.message.replace(/^JSON Parse error: /, '') : ''
    const what = 'it begins like a Vega-Lite specification but is not valid JSON'
    return { fault: `${what}: ${why.slice(0, 200)}.` }
  }
  const marked = isObject(value) && MARKED.some((name) => Object.hasOwn(value, name))
  if (around !== '' && !marked) return undefined
  const checked = checkSpec(value)
  if ('fault' in checked) return checked
  const { spec } = checked
  return { spec, around, fields: fieldsOf(spec), idle: idleIn(value), data: dataIn(spec, '') }
}

/** What a figure has no use for, and why. */
const IDLE: Readonly<Record<string, string>> = {
  config: 'the chart has the look of the house',
  tooltip: 'a figure does not interact',
  cursor: 'a figure does not interact',
}

function idleIn(value: unknown): string[] {
  const names = new Set<string>()
  const visit = (inner: unknown): void => {
    if (Array.isArray(inner)) inner.forEach(visit)
    else if (isObject(inner))
      for (const [name, member] of Object.entries(inner)) {
        if (name === 'data' || name === 'usermeta') continue
        if (Object.hasOwn(IDLE, name)) names.add(name)
        else visit(member)
      }
  }
  visit(value)
  return [...names].map((name) => `"${name}" of the specification changes nothing: ${IDLE[name]}.`)
}

function dataIn(value: unknown, path: string): ReadSpec['data'] {
  if (Array.isArray(value)) return value.flatMap((each, i) => dataIn(each, `${path}[${i}]`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = path === '' ? name : `${path}.${name}`
    if (name !== 'data') return dataIn(inner, at)
    return isObject(inner) && inner.values !== undefined ? [{ path: at, values: inner.values }] : []
  })
}

/** A value as a specification of what is drawn, or the sentence of what is not. */
export function checkSpec(value: unknown): { spec: ChartSpec } | { fault: string } {
  const fault = faultOfView(value) ?? prototypeIn(value) ?? lotsIn(value)
  return fault ? { fault: `in the specification, ${fault.sentence}` } : { spec: value as ChartSpec }
}

/** Names that lead out of a record are never looked up. */
function prototypeIn(value: unknown): { sentence: string } | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const name of Object.keys(value)) {
    if (name === '__proto__' || name === 'constructor' || name === 'prototype')
      return { sentence: `a member may not be called ${name}.` }
    const inner = prototypeIn((value as Json)[name])
    if (inner) return inner
  }
  return undefined
}

/** Lots spread points over their place; whatever else read them would show what is not in the data. */
function lotsIn(spec: unknown): { sentence: string } | undefined {
  const made = new Set<string>()
  const drawn = (text: string) => drawsLots(text) || columnsRead(text).some((one) => made.has(one))
  const visit = (value: unknown, path: string, key: string): string | undefined => {
    if (typeof value === 'string') {
      const names = SINGLE.has(key) || READS.has(key)
      return (names ? made.has(value) : EXPRESSIONS.has(key) && drawn(value)) ? path : undefined
    }
    if (typeof value !== 'object' || value === null || key === 'data') return undefined
    const { calculate, as } = value as Json
    if (typeof calculate === 'string' && drawn(calculate)) made.add(String(as))
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'xOffset' || name === 'yOffset') continue
      const [at, own] = Array.isArray(value) ? [`[${name}]`, key] : [`.${name}`, name]
      const found = visit(inner, `${path}${at}`, own)
      if (found !== undefined) return found
    }
    return undefined
  }
  // Twice: what reads a column may stand before the transform that makes it.
  const path = visit(spec, '', '') ?? (made.size > 0 ? visit(spec, '', '') : undefined)
  if (path === undefined) return undefined
  const sentence = `${path.slice(1)} comes by lot: what random() makes spreads points by xOffset or yOffset, nothing else.`
  return { sentence }
}

const EXPRESSIONS = new Set(['filter', 'test', 'expr', 'labelExpr'])

/** Behind the bracket that closes the one at `start`; the end of the text where none does. */
function endOf(text: string, start: number): number {
  let [depth, quoted] = [0, false]
  for (let i = start; i < text.length; i++) {
    const letter = text[i]
    if (quoted) {
      if (letter === '\\') i++
      else if (letter === '"') quoted = false
    } else if (letter === '"') quoted = true
    else if (letter === '{') depth++
    else if (letter === '}' && --depth === 0) return i + 1
  }
  return text.length
}

/** A field that a specification reads from the data, and the member that does. */
export interface FieldUse {
  path: string
  field: string
}

/** The fields that a specification takes from the data: those that none of its transforms makes. */
export function fieldsOf(spec: ChartSpec): FieldUse[] {
  const made = new Set<string>()
  const uses: FieldUse[] = []
  let open = false
  const visit = (value: unknown, path: string, key: string): void => {
    if (Array.isArray(value)) {
      for (const [i, each] of value.entries()) {
        if (typeof each === 'string' && READS.has(key))
          uses.push({ path: `${path}[${i}]`, field: each })
        visit(each, `${path}[${i}]`, key)
      }
      return
    }
    if (!isObject(value)) return
    if (key === 'data' || key === 'usermeta') return
    for (const name of madeBy(value)) made.add(name)
    if ('pivot' in value) open = true
    for (const [name, inner] of Object.entries(value)) {
      const at = path === '' ? name : `${path}.${name}`
      if (typeof inner === 'string' && SINGLE.has(name) && (name !== 'stack' || 'groupby' in value))
        uses.push({ path: at, field: inner })
      else if (name === 'row' || name === 'column' || name === 'layer') {
        // The same words name the fields of a repetition, and views.
        visit(inner, at, path.endsWith('repeat') ? 'repeat' : name)
      } else visit(inner, at, name)
    }
  }
  visit(spec, '', '')
  return open
    ? []
    : uses.filter(({ field }) => !made.has(field) && !made.has(field.replace(/\\/g, '')))
}

const READS = new Set(['groupby', 'fold', 'flatten', 'repeat'])
const SINGLE = new Set([
  'field',
  'density',
  'quantile',
  'regression',
  'loess',
  'on',
  'impute',
  'key',
  'stack',
  'argmin',
  'argmax',
])

/** The names that a transform gives its results. */
function madeBy(value: Json): string[] {
  const own = (given: unknown): string[] =>
    typeof given === 'string'
      ? [given]
      : Array.isArray(given)
        ? given.filter((each) => typeof each === 'string')
        : []
  const as = own(value.as)
  if ('fold' in value) return as.length > 0 ? as : ['key', 'value']
  if ('density' in value) return as.length > 0 ? as : ['value', 'density']
  if ('quantile' in value) return as.length > 0 ? as : ['prob', 'value']
  if ('regression' in value && 'params' in value) return [...as, 'coef', 'rSquared']
  if ('stack' in value && as.length === 1) return [...as, `${as[0]}_end`]
  if ('bin' in value && as.length === 1) return [...as, `${as[0]}_end`]
  return as
}
