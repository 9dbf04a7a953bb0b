import type { TSchema } from '@sinclair/typebox'
import { type Fault, inWords, type Problem } from '../errors'
import { endpointOf } from '../host/registry'
import { fileFields, uploadFields, variant } from '../intake/schema'
import type { Plugin } from '../plugin'
import { Misused, noSuch } from './words'

/** Words for fields whose names have none of them. */
const ALIASES: Readonly<Record<string, string>> = {
  title: 'caption',
  size: 'image-resolution',
  text: 'method-text',
}

/** Fields that the command fills itself, or that need a server. */
const NO_OPTION = /^(?:output_formats|webhook_.*)$/

/** The field that holds what is drawn: a file, else the first that must be given, else an upload. */
export function carrierOf({ body }: Plugin): string {
  const [file] = Object.keys(fileFields(body))
  return file ?? body.required?.[0] ?? uploadFields(body)[0] ?? ''
}

/** The schemas of the fields that are options of a workflow, by the name of the option. */
export function optionsOf(plugin: Plugin): Map<string, TSchema> {
  const carrier = carrierOf(plugin)
  const fields = Object.entries<TSchema>(plugin.body.properties).filter(
    ([field]) => field !== carrier && !NO_OPTION.test(field),
  )
  return new Map(fields.map(([field, schema]) => [optionOf(field), variant(schema)]))
}

const optionOf = (field: string) => field.replaceAll('_', '-')

/** The options that a word may stand for: its own, else those that have it among their words. */
function meantBy(word: string, names: readonly string[]): string[] {
  const own = [word, ALIASES[word]].find((name) => name !== undefined && names.includes(name))
  return own === undefined ? names.filter((name) => name.split('-').includes(word)) : [own]
}

/** Workflows are named by their ids or their routes. @throws Misused where none takes all options */
export function chosenPlugin(
  plugins: readonly Plugin[],
  ids: readonly string[],
  words: readonly string[] = [],
): Plugin {
  const named = ids.flatMap(
    (id) => plugins.find((plugin) => id === plugin.id || id === endpointOf(plugin)) ?? [],
  )
  if (named.length === 0) throw noSuch('workflow ', `${ids}`, plugins.map(endpointOf))
  const options = named.map((plugin) => [...optionsOf(plugin).keys()])
  const lacks = (names: readonly string[]) =>
    words.find((word) => meantBy(word, names).length === 0)
  const found = named.find((_, index) => lacks(options[index] ?? []) === undefined)
  if (found) return found
  const odd = lacks(options.flat())
  if (odd !== undefined)
    throw noSuch(
      'option --',
      odd,
      options.flat().flatMap((name) => [name, ...name.split('-')]),
    )
  throw new Misused(`No workflow takes ${words.map((word) => `--${word}`).join(', ')} together.`)
}

/** The fields of a body that options give; `@FILE` stands for the text of a file. @throws Misused */
export async function fieldsFrom(
  plugin: Plugin,
  options: Readonly<Record<string, readonly string[]>>,
  textOf: (file: string) => Promise<string>,
): Promise<Record<string, unknown>> {
  const schemas = optionsOf(plugin)
  const fields: Record<string, unknown> = {}
  for (const [word, values] of Object.entries(options)) {
    const [name = '', ...others] = meantBy(word, [...schemas.keys()])
    const both = [name, ...others].map((one) => `--${one}`)
    if (both.length > 1) throw new Misused(`--${word} may be ${both.join(' or ')}.`)
    const { type, enum: choices }: Partial<TSchema> = schemas.get(name) ?? {}
    const value = values.at(-1) ?? ''
    const isText = type === 'string' && !choices
    const text = isText && value.startsWith('@') ? await textOf(value.slice(1)) : value
    fields[name.replaceAll('-', '_')] = type === 'array' ? values : isText ? text : valueIn(text)
  }
  return fields
}

/** What is no number and no truth stays a text, of which the schema says what is wrong. */
function valueIn(text: string): unknown {
  if (/^(?:true|false)$/.test(text)) return text === 'true'
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}

/** A refusal in which fields are called as options, and the one that is drawn as its file. */
export function inOptions({ sentence, options }: Problem, plugin: Plugin, file: string): Misused {
  const told = ({ loc: [, field = '', ...path], ...fault }: Fault) => {
    const isOption = field !== '' && field !== carrierOf(plugin)
    const place = isOption ? `--${optionOf(String(field))}` : file
    const such = JSON.stringify(plugin.example?.[field]) ?? 'what --help says'
    if (fault.type === 'missing' && isOption) return `${place} is needed, such as ${such}.`
    return inWords({ ...fault, loc: ['body', place, ...path] })
  }
  return new Misused(options.faults?.map(told).join('\n') || sentence)
}

/** What `--help` says of a workflow, models last. */
export function describeFields(plugin: Plugin): string {
  const isModel = ({ chooses = '' }: TSchema) => /\.(?:provider|model)$/.test(chooses)
  const options = [...optionsOf(plugin)].toSorted(([, a], [, b]) => +isModel(a) - +isModel(b))
  const rows = options.map(([name, { enum: choices, description = '' }]) => {
    const also = Object.keys(ALIASES).filter((alias) => ALIASES[alias] === name)
    const names = [name, ...also].map((one) => `--${one}`).join(', ')
    const says = choices ? `${description} One of ${choices.join(', ')}.` : description
    return `  ${names.padEnd(26)} ${says.trim()}`
  })
  return [`${endpointOf(plugin)}: ${plugin.summary}`, ...rows].join('\n')
}
