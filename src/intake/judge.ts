import { extname } from 'node:path'
import { type Fault, Problem, problems, unprocessable } from '../errors'
import type { BodyFile } from '../forms/body-files'
import type { AddressRule, Look, Plugin } from '../plugin'
import { parseJson } from './json'
import { bodyChecker, fileFields, uploadFields } from './schema'
import { takeOutFiles } from './take-out-files'
import { titleIn } from './title'

/** A body that may be accepted. */
export interface Taken {
  /** What its record is known by; empty: the body does not say. */
  title: string
  /** The checked input with its defaults, as JSON; each file in it is `{file, bytes, sha256}`. */
  input: string
  /** Texts of the input that are short enough to name something, by field: who decides is found by them. */
  words: Record<string, string>
  /** The fields that the client sent with a value. */
  given: string[]
  /** The paths of uploads that the input names, by field. */
  uploads: Record<string, string>
  /** Files of the body, decoded, still where they were written; `name` is what the input calls them by. */
  files: (BodyFile & { name: string })[]
  webhookUrl: string | null
  webhookIncludeImage: boolean
}

/** Above the longest address that a field takes. */
const WORD_CHARACTERS = 4000

export interface JudgeOptions {
  /** Files of the body are written beside it: `<target>.<field>.<kind>`. */
  target: string
  /** Bytes of JSON that may remain without the files. */
  mostJson: number
  refuseAddress: (rule: AddressRule, address: string) => string | undefined
  record: Look['record']
  read: Look['read']
  /** Examines a decoded file of the body. */
  probe: (path: string, question: { pages: string | null }) => ReturnType<Look['probe']>
}

/**
 * Judges the body that came to one plugin's POST: strict JSON, files taken out, its schema, then the plugin's own `accept`.
 * Whoever calls it bounds its time: in the server only what is small and ours, all else in a process of its own.
 * @throws Problem 404, 413 or 422
 */
export async function judgeBody(
  plugin: Plugin,
  sent: Uint8Array,
  options: JudgeOptions,
): Promise<Taken> {
  const body = parseJson(sent)
  const rules = rulesOf(plugin, options)
  const parts = await takeOutFiles(body, rules.kinds, options.target)
  if (sent.byteLength - parts.characters > options.mostJson)
    throw problems.bodyTooLargeBesideFiles(options.mostJson)
  const input = rules.check(body)
  const files = Object.entries(parts.files).flatMap(([field, file]) => {
    if ('refused' in file) throw refused(field, file.refused)
    return typeof input[field] === 'string' ? [{ ...file, field, name: nameOf(field, file) }] : []
  })
  await letPluginLook(plugin, input, files, options)
  for (const { field, name, bytes, sha256 } of files) input[field] = { file: name, bytes, sha256 }
  return {
    title: titleIn(input),
    input: JSON.stringify(input),
    words: wordsOf(input),
    given: sentBy(body),
    uploads: Object.fromEntries(
      rules.uploads.flatMap((field) => {
        const path = input[field]
        return typeof path === 'string' ? [[field, path]] : []
      }),
    ),
    files: files.map(({ field: _, ...file }) => file),
    webhookUrl: typeof input.webhook_url === 'string' ? input.webhook_url : null,
    webhookIncludeImage: input.webhook_include_image === true,
  }
}

function wordsOf(input: Record<string, unknown>): Record<string, string> {
  const short = (value: unknown) => typeof value === 'string' && value.length <= WORD_CHARACTERS
  return Object.fromEntries(Object.entries(input).filter(([, value]) => short(value))) as Record<
    string,
    string
  >
}

/** The names of the values that are neither null nor empty, of a body that is checked. */
function sentBy(value: unknown): string[] {
  return Object.entries(value as object).flatMap(([name, given]) =>
    given === null || given === '' ? [] : [name],
  )
}

/** A refusal of one field, or of the body as a whole. */
export function refused(field: string | null, sentence: string, input?: string): Problem {
  return unprocessable([faultOf(field, sentence, input)])
}

/** A value that breaks a rule which the schema cannot state. */
export function faultOf(field: string | null, sentence: string, input?: string): Fault {
  return {
    loc: field === null ? ['body'] : ['body', field],
    msg: `Value error, ${sentence}`,
    type: 'value_error',
    ...(input !== undefined && { input }),
  }
}

async function letPluginLook(
  plugin: Plugin,
  input: Record<string, unknown>,
  files: readonly (BodyFile & { field: string })[],
  { record, read, probe }: JudgeOptions,
): Promise<void> {
  const refusal = await plugin.accept?.(input, {
    record,
    read,
    async probe(field, question) {
      const file = files.find((one) => one.field === field)
      if (!file) throw new Error(`The body carries no file in ${field}.`)
      return probe(file.path, question)
    },
  })
  if (!refusal) return
  if (refusal.status === 404) throw new Problem(404, refusal.sentence)
  throw refused(refusal.field, refusal.sentence)
}

function nameOf(field: string, { path }: BodyFile): string {
  return `input/${field}${extname(path)}`
}

interface Rules {
  check: (body: unknown) => Record<string, unknown>
  kinds: ReturnType<typeof fileFields>
  uploads: string[]
}

const compiled = new WeakMap<Plugin, Rules>()

function rulesOf(plugin: Plugin, { refuseAddress }: JudgeOptions): Rules {
  const known = compiled.get(plugin)
  if (known) return known
  const { body, service } = plugin
  const rules = {
    check: bodyChecker(body, {
      nullIsAbsent: service === 'task',
      emptyIsAbsent: true,
      refuseAddress,
    }),
    kinds: fileFields(body),
    uploads: uploadFields(body),
  }
  compiled.set(plugin, rules)
  return rules
}
