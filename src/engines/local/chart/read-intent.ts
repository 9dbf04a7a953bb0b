/** An intent held against the rules, one after the other: what it asks, and which of its letters no rule took. */
import { ChartRefused, type Field, type Table } from '../../../forms/chart'
import { type Asked, nothing } from './asked'
import { PLAIN_RULES, SPECIAL_RULES, UNDRAWN } from './kinds'
import { heldBy, type Masked, masked, SIGN } from './mentions'
import { axisIn, RULES, type Rule } from './rules'

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
/** @throws ChartRefused where the intent names a kind that is not drawn, or a column that the data do not have */
export function readIntent(intent: string, table: Table, hollow: readonly string[] = []): Reading {
  nameAs(intent, table)
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
  if (/\b(?:vs|versus|against|over|in order)\b/i.test(reading.left)) asked.manners.add('along')
  asked.columns = [...new Set(heldBy(reading.left, found).columns)]
  const bound = [...asked.by, ...asked.over, ...asked.columns, ...Object.values(asked.on)]
  // Names of several rows are to be told apart.
  const told = asked.colors.map(({ at }) => at.field)
  for (const field of new Set(found.values.map((each) => each.field))) {
    const isMany = found.values.filter((each) => each.field === field).length > 1
    if ((isMany || told.includes(field)) && !field.made && !bound.includes(field))
      asked.by.push(field)
  }
  for (const { field } of found.values) asked.hinted.add(field)
  // A column of errors is named where error bars are wanted.
  if (bound.some(({ role }) => /^(?:error|lower|upper)$/.test(role))) asked.manners.add('spread')
  return reading
}

const WHAT = '((?:\\p{L}[\\p{L}\\d°µ²³/-]* ?){1,4}(?:\\([^()]{1,10}\\))?)'
const BOTH = new RegExp(
  `(?:^|\\s)${WHAT} ?(?<= )(?:by|per|over|against|vs\\.?|versus|for each) ${WHAT} ?(?=$|[,;.:]|(?:as|in|with)\\b)`,
  'iu',
)
/** Names and numbers alone are called what the author calls them: "yield (kg) by field". */
function nameAs(intent: string, { fields }: Table): void {
  const [place, amount] = fields
  const words = BOTH.exec(intent.trim())
    ?.slice(1, 3)
    .map((each) => each.replace(/^.*\b(?:of|show|plot|comparing|compare|showing)\s/i, '').trim())
  if (!place?.made || !amount?.made || fields.length > 2 || !words) return
  for (const [i, field] of [amount, place].entries())
    Object.assign(field, { name: words[i], made: undefined })
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
      asked.declined.add(rule.id)
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
  const signs = String.fromCharCode(SIGN.taken).repeat(end - start)
  reading.left = reading.left.slice(0, start) + signs + reading.left.slice(end)
  reading.fired.add(id)
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
