/** An intent in Vega-Lite's notation: whole, or in a fence or between words. */
import type { ChartSpec } from '../chart'
import { endOfObject, isObject, type Json } from '../json'
import { columnsRead, drawsLots } from './expressions'
import { faultOfView } from './faults'
import { VIEWS } from './schema'

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
  const end = endOfObject(intent, start) ?? intent.length
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
  return { spec, around, fields: fieldsOf(spec), idle: idleIn(value), data: dataIn(spec) }
}

/** What a figure has no use for, and why. */
const IDLE: Readonly<Record<string, string>> = {
  config: 'the chart has the look of the house',
  font: 'words have the font of the house',
  labelFont: 'words have the font of the house',
  titleFont: 'words have the font of the house',
  tooltip: 'a figure does not interact',
  cursor: 'a figure does not interact',
}

function idleIn(value: unknown): string[] {
  const names = new Set(membersIn(value).map(({ name }) => name))
  return Object.entries(IDLE).flatMap(([name, why]) =>
    names.has(name) ? [`"${name}" of the specification changes nothing: ${why}.`] : [],
  )
}

const dataIn = (spec: unknown): ReadSpec['data'] =>
  membersIn(spec).flatMap(({ name, path, value }) =>
    name === 'data' && isObject(value) && value.values !== undefined
      ? [{ path, values: value.values }]
      : [],
  )

interface Member {
  path: string
  /** An entry of a list has the list's name. */
  name: string
  value: unknown
  holder: object
}

/** Members that hold no part of what is drawn. */
const CLOSED = ['data', 'usermeta', 'config']

/** All members of a specification, each before what it holds; nothing of what `closed` ones hold. */
function membersIn(holder: unknown, closed = CLOSED, path = '', key = ''): Member[] {
  if (typeof holder !== 'object' || holder === null) return []
  return Object.entries(holder).flatMap(([own, value]) => {
    const isEntry = Array.isArray(holder)
    const name = isEntry ? key : own
    const at = isEntry ? `${path}[${own}]` : path === '' ? own : `${path}.${own}`
    const inner = closed.includes(name) ? [] : membersIn(value, closed, at, name)
    return [{ path: at, name, value, holder }, ...inner]
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
  const members = membersIn(spec, [...CLOSED, 'xOffset', 'yOffset'])
  // Twice: what reads a column may stand before the transform that makes it.
  for (const { value } of [...members, ...members]) {
    const { calculate, as } = isObject(value) ? value : ({} as Json)
    if (typeof calculate === 'string' && drawn(calculate)) made.add(String(as))
  }
  const found = members.find(({ name, value }) => {
    if (typeof value !== 'string') return false
    const isField = SINGLE.has(name) || READS.has(name)
    return isField ? made.has(value) : EXPRESSIONS.has(name) && drawn(value)
  })
  if (!found) return undefined
  const sentence = `${found.path} comes by lot: what random() makes spreads points by xOffset or yOffset, nothing else.`
  return { sentence }
}

const EXPRESSIONS = new Set(['filter', 'test', 'expr', 'labelExpr'])

/** A field that a specification reads from the data, and the member that does. */
export interface FieldUse {
  path: string
  field: string
}

/** The fields that a specification takes from the data: those that none of its transforms makes. */
export function fieldsOf(spec: ChartSpec): FieldUse[] {
  const members = membersIn(spec)
  const holders = members.flatMap(({ value }) => (isObject(value) ? [value] : []))
  if (holders.some((each) => 'pivot' in each)) return []
  const made = new Set(holders.flatMap(madeBy))
  return members.flatMap(({ path, name, value, holder }) => {
    if (typeof value !== 'string') return []
    const isEntry = Array.isArray(holder)
    // The same words name the fields of a repetition, and views.
    const isRead = READS.has(name) || /\brepeat\.(?:row|column|layer)\[\d+\]$/.test(path)
    const isField = SINGLE.has(name) && (name !== 'stack' || 'groupby' in holder)
    const isMade = made.has(value) || made.has(value.replace(/\\/g, ''))
    return (isEntry ? isRead : isField) && !isMade ? [{ path, field: value }] : []
  })
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
