/** An intent held against the rules, one after the other: what it asks, and which of its letters no rule took. */
import { ChartRefused, type Field, type Table } from '../../../forms/chart'
import { type Asked, nothing } from './asked'
import { PLAIN_RULES, SPECIAL_RULES, UNDRAWN } from './kinds'
import { heldBy, type Masked, masked, SIGN } from './mentions'
import { axisIn, NAME_RULES, RULES, type Rule } from './rules'
import { FILLERS } from './sentence'

/** Words that a rule has taken. */
interface Use {
  rule: Rule
  start: number
  end: number
  columns: Field[]
  texts: string[]
}

export interface Reading {
  asked: Asked
  intent: string
  /** The intent with what is used replaced by signs. */
  left: string
  masked: Masked
  uses: Use[]
  /** Names of the rows that were used. */
  fired: Set<string>
}

const NO =
  /(?:^|[^\p{L}])((?:no|not|without|do not|don't|never|omit|drop|hide|remove|skip|avoid|ohne|keine?|leave out)(?: (?:the|any|an?|need for|show|use|draw|add))*\s+)$/iu
const AFTER_NO = /^ (?:is |are )?(?:left out|not needed|omitted)/i
/** What "no" before a rule's words asks for; of others it asks for nothing, which is met. */
const NOT: Readonly<Record<string, (asked: Asked) => unknown>> = {
  legend: (asked) => Object.assign(asked, { legend: null }),
  grid: (asked) => Object.assign(asked, { grid: false }),
  values: ({ flags }) => flags.push('no values'),
}

/** @throws ChartRefused where the intent names a kind that is not drawn, or a column that the data do not have */
export function readIntent(intent: string, table: Table, hollow: readonly string[] = []): Reading {
  const found = masked(intent, table)
  // Signs of lists ask for nothing.
  const left = found.text.replace(/(?<=^|\n)\s*(?:\d{1,2}[.)]|[-*•])(?=\s)/g, (all) =>
    all.replace(/\S/g, ' '),
  )
  const asked = nothing()
  const reading: Reading = { asked, intent, left, masked: found, uses: [], fired: new Set() }
  refuseUndrawn(reading)
  refuseColumns(reading, table, hollow)
  for (const rule of [...SPECIAL_RULES, ...RULES, ...PLAIN_RULES]) apply(reading, rule, table)
  readNames(reading, table)
  if (/\b(?:vs|versus|against|over)\b/i.test(reading.left)) asked.flags.push('along')
  asked.columns = [...new Set(heldBy(reading.left, found).columns)]
  asked.by.push(...namedByValues(reading))
  // A column of errors is named where error bars are wanted.
  if ([...asked.columns, ...asked.by].some(({ role }) => /^(?:error|lower|upper)$/.test(role)))
    asked.flags.push('spread')
  return reading
}

/** A column, but for one that others are arranged by. */
const BEFORE =
  /(?<!\b(?:per|by|each|every|over|across)\s+|[\ue100-\ue1ff])[\ue100-\ue1ff]+[\s,(]*$/i

function apply(reading: Reading, rule: Rule, table: Table): void {
  const { asked, masked: found } = reading
  for (const { 0: words, index: start, groups } of [...reading.left.matchAll(rule.say)]) {
    const end = start + words.length
    if (reading.left.slice(start, end) !== words) continue
    const spoken = words.replace(/[\ue000-\ue3ff]+/g, '\u00a4')
    const held = heldBy(words, found)
    const axis = axisIn(spoken.slice(0, 24))
    const texts = [...held.texts, ...(groups?.bare ? [groups.bare.trim()] : [])]
    const [before, after] = [reading.left.slice(0, start), reading.left.slice(end)]
    const [no, not] = [NO.exec(before)?.[1], AFTER_NO.exec(after)?.[0]]
    if (no !== undefined || not !== undefined) {
      if (held.columns.length + held.values.length > 0) continue
      NOT[rule.id]?.(asked)
      take(reading, rule.id, start - (no?.length ?? 0), end + (not?.length ?? 0))
      continue
    }
    const columnsAt = (part: RegExpExecArray | null) => heldBy(part?.[0] ?? '', found).columns
    const beside = {
      prev: columnsAt(BEFORE.exec(found.text.slice(0, start))),
      next: columnsAt(/^\s*(?:the |of )*[\ue100-\ue1ff]/.exec(found.text.slice(end))),
    }
    const all = { ...held, ...beside, words: spoken, texts, table, ...(axis ? { axis } : {}) }
    if (rule.does(all, asked) === false) continue
    const { columns } = held
    const indent = words.length - words.trimStart().length
    const at = { start: start + indent, end: start + words.trimEnd().length }
    reading.uses.push({ rule, ...at, columns, texts })
    take(reading, rule.id, start, end)
  }
}

function take(reading: Reading, id: string, start: number, end: number): void {
  const sign = String.fromCharCode(SIGN.taken + Number(/^(?:kind |stat|count)/.test(id)))
  reading.left = reading.left.slice(0, start) + sign.repeat(end - start) + reading.left.slice(end)
  reading.fired.add(id)
}

/** What values and places without a name are called, in the author's words. */
function readNames(reading: Reading, { fields }: Table): void {
  const amounts = fields.filter(({ role }) => role === 'number')
  const isBare = amounts.length > 0 && amounts.every(({ made }) => made)
  // Of two sides without names no word says which it means.
  const isOneSided = fields.length < 3
  const hasPlace = fields.some(({ made, role }) => !made && role !== 'number')
  const unnamed = { amount: isBare, place: !hasPlace && isOneSided }
  for (const name of ['amount', 'place'] as const) {
    const found = unnamed[name] ? NAME_RULES[name].exec(reading.left) : null
    const words = (found?.[1] ?? found?.[2])?.trim().replace(/^(?:the|each|both|all|our|my) /i, '')
    const isWord = (word: string) =>
      /^(?:of|in|the)$/i.test(word) || !FILLERS.has(word.toLowerCase())
    const isNumbered = /^(?:two|three|four|five|six|\d+) /i.test(words ?? '')
    if (!found || isNumbered || !words?.split(/\s+/).every(isWord)) continue
    reading.asked.names[name] = words
    const shown = new RegExp(words.replace(/[^\p{L}\p{N}\s]/gu, '.'), 'i')
    const rule: Rule = { id: `name ${name}`, say: shown, does: () => undefined, shown }
    const at = { start: found.index, end: found.index + found[0].trimEnd().length }
    reading.uses.push({ rule, ...at, columns: [], texts: [] })
    take(reading, rule.id, at.start, at.end)
  }
}

/** Columns of which the intent names several values, or colours one: these are to be told apart. */
function namedByValues({ asked, masked: { values } }: Reading): Field[] {
  const bound = [...asked.by, ...asked.over, ...asked.columns, ...Object.values(asked.on)]
  const told = [...asked.colors.map(({ at }) => at), ...asked.highlight].map(({ field }) => field)
  const isMany = (field: Field) => values.filter((each) => each.field === field).length > 1
  const fields = [...new Set(values.map(({ field }) => field))]
  return fields.filter(
    (field) => !bound.includes(field) && !field.made && (told.includes(field) || isMany(field)),
  )
}

function refuseUndrawn({ intent, masked: { text } }: Reading): void {
  for (const [say, near] of UNDRAWN)
    for (const { 0: found, index } of text.matchAll(say)) {
      if (NO.test(text.slice(0, index))) continue
      const words = intent.slice(index, index + found.length).trim()
      throw new ChartRefused(
        `A ${JSON.stringify(words.toLowerCase())} is not drawn from words; the nearest that is: ${near}. A Vega-Lite specification as the intent is drawn as it stands.`,
      )
    }
}

/** Names as tables have them, in backticks, or called a column. */
const SPELLED =
  /(?<![\p{L}\p{N}_\ue000-\ue3ff])[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+(?![\p{L}\p{N}_\ue000-\ue3ff])|`[^`\ue000-\ue3ff]+`|columns? (?:called |named )?[\ue000-\ue0ff]+/gu

/** Words that are spelled like names of columns and are none. */
function refuseColumns(
  { intent, masked: { text } }: Reading,
  { fields }: Table,
  hollow: readonly string[],
): void {
  const empty = hollow.find((name) =>
    new RegExp(`(?<!\\p{L})${RegExp.escape(name)}(?!\\p{L})`, 'u').test(text),
  )
  if (empty) throw new ChartRefused(`The column ${JSON.stringify(empty)} holds no values.`)
  const names = fields.filter(({ made }) => !made).map(({ name }) => JSON.stringify(name))
  const [found] = names.length > 0 ? text.matchAll(SPELLED) : []
  if (!found) return
  const words = intent.slice(found.index, found.index + found[0].length)
  const word = words.replace(/^columns? (?:called |named )?|[`"“”]/gi, '')
  throw new ChartRefused(
    `The data have no column ${JSON.stringify(word)}; they have ${names.slice(0, 12).join(', ')}.`,
  )
}
