import type { Cell, Field, Table } from '../../../../forms/chart'
import type { Channel, ChartIR } from '../chart-ir'
import { endsInUnit, nameWords } from '../data/field-titles'
import type { DataRead } from '../data/read-data'
import type { Wish } from '../words/wish'

/** The data and the wish while a chart is chosen. */
export interface Choice {
  wish: Wish
  read: DataRead
  table: Table
  numbers: Field[]
  /** Categories and ordinals. */
  names: Field[]
  times: Field[]
  reasons: ChartIR['reasons']
}

/** What the rules of one mark decide; titles, colours and overlays follow for all alike. */
export type Sketch = Omit<ChartIR, 'reasons'>

export function choiceOf(read: DataRead, wish: Wish): Choice {
  const { fields } = read.table
  return {
    wish,
    read,
    table: read.table,
    numbers: fields.filter(({ role }) => role === 'number'),
    names: fields.filter(({ role }) => role === 'category' || role === 'ordinal'),
    times: fields.filter(({ role }) => role === 'time'),
    reasons: [],
  }
}

/** The names of columns in a sentence; of many, the first. */
export function columnNames(fields: readonly Field[], most = 6): string {
  const names = fields.slice(0, most).map(({ name }) => name)
  const more = fields.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export function because(choice: Choice, what: string, reason: string): void {
  choice.reasons.push({ choice: what, reason })
}

const STEMS: readonly [RegExp, string][] = [
  [/^acc$/, 'accuracy'],
  [/^val(id)?$/, 'validation'],
  [/^train(ing)?$/, 'train'],
  [/^test(ing)?$/, 'test'],
  [/^temp$/, 'temperature'],
  [/^conc$/, 'concentration'],
  [/^pct|percent(age)?$/, 'percent'],
  [/^param(eter)?s?$/, 'parameter'],
  [/^num(ber)?$/, 'number'],
  [/^freq$/, 'frequency'],
  [/^(lr)$/, 'rate'],
  [/^preds?$/, 'predicted'],
  [/^prob$/, 'probability'],
  [/^abs$/, 'absorbance'],
  [/^exp(r|ression)$/, 'expression'],
  [/^freq(uency)?$/, 'frequency'],
]

/** Words without their endings, so that "models" finds `model` and "sales" finds `sale`. */
function stem(word: string): string {
  for (const [pattern, found] of STEMS) if (pattern.test(word)) return found
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1)
  return word
}

/** The stems of the words of a text; accents aside, as columns are often written without. */
export const stems = (text: string) =>
  nameWords(text.normalize('NFD').replace(/\p{M}/gu, '')).map(stem)
const FILLER = new Set([
  'the',
  'of',
  'a',
  'an',
  'each',
  'all',
  'per',
  'in',
  'for',
  'different',
  'mean',
  'average',
  'median',
  'total',
  'value',
  'score',
])

/** 1 for a word that is among others, less for one that begins like one of them: `algo` and algorithm. */
function likeness(word: string, words: readonly string[]): number {
  if (words.includes(word)) return 1
  const begins = (one: string, two: string) => one.length > 2 && two.startsWith(one)
  return words.some((each) => begins(each, word) || begins(word, each)) ? 0.8 : 0
}

/** Scripts that put no space between words. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/

/** The field that a phrase names best: by the words they share, the first of equals. */
export function named(phrase: string | undefined, fields: readonly Field[]): Field | undefined {
  if (phrase === undefined) return undefined
  const unspaced = fields.find(({ name }) => UNSPACED.test(name) && phrase.includes(name))
  if (unspaced) return unspaced
  const wanted = stems(phrase)
  const content = wanted.filter((word) => !FILLER.has(word))
  let [best, most] = [undefined as Field | undefined, 0]
  for (const field of fields) {
    const all = stems(field.name)
    const own = all.length > 1 && endsInUnit(field.name) ? all.slice(0, -1) : all
    const words = content.length > 0 ? content : wanted
    const shared = own.reduce((sum, word) => sum + likeness(word, words), 0)
    // "Model size" is a size.
    const head = words.length > 1 && own.includes(words.at(-1) ?? '') ? 0.3 : 0
    const score =
      shared / own.length +
      shared * 0.1 +
      head +
      (field.name.toLowerCase() === phrase.toLowerCase() ? 1 : 0)
    if (shared > 0 && score > most) [best, most] = [field, score]
  }
  return most >= 0.4 ? best : undefined
}

/** Fields that an intent names anywhere, in the order of its words. */
export function mentioned(intent: string, fields: readonly Field[]): Field[] {
  const words = stems(intent)
  return fields
    .map((field) => {
      if (UNSPACED.test(field.name)) return { field, at: intent.indexOf(field.name) }
      const own = stems(field.name).filter((word) => word.length > 1 || own1(field))
      const at =
        own.length > 0 && own.every((word) => placeOf(word, words) >= 0)
          ? Math.min(...own.map((word) => placeOf(word, words)))
          : -1
      return { field, at }
    })
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ field }) => field)
}

/** Where a column's word is said, or a longer word that it abbreviates: `mem` in "memory". */
const placeOf = (word: string, words: readonly string[]): number => {
  const whole = words.indexOf(word)
  return whole >= 0 || word.length < 3 || word.length > 4
    ? whole
    : words.findIndex((each) => each.length > word.length + 1 && each.startsWith(word))
}

const own1 = (field: Field) => field.name.length === 1

/** Distinct values of a field as names, in order of appearance. */
export function namesIn(field: Field | undefined): string[] {
  return [
    ...new Set(
      (field?.values ?? []).filter((cell): cell is string | number => cell !== null).map(String),
    ),
  ]
}

export const numbersIn = (field: Field | undefined): number[] =>
  (field?.values ?? []).filter((cell): cell is number => typeof cell === 'number')

/** Whether some rows share the same cells of all these fields. */
export function repeats(fields: readonly (Field | undefined)[]): boolean {
  const present = fields.filter((field) => field !== undefined)
  const length = present[0]?.values.length ?? 0
  const seen = new Set<string>()
  for (let i = 0; i < length; i++) {
    const key = JSON.stringify(present.map(({ values }): Cell => values[i] ?? null))
    if (seen.has(key)) return true
    seen.add(key)
  }
  return false
}

/** Whether the numbers only rise: an index, a dose, a time. */
export function rises(field: Field): boolean {
  const values = numbersIn(field)
  return (
    values.length > 2 && values.every((value, i) => i === 0 || value > (values[i - 1] ?? value))
  )
}

const STEPS =
  /^(x|t|time|times|epochs?|steps?|iter(ation)?s?|years?|yr|days?|months?|weeks?|hours?|minutes?|seconds?|time .*|.*[_ ](time|epoch|step|year|day|hour|dose|concentration|conc)|dose|conc(entration)?|age|index|round|generation|wavelength|frequency|distance|depth|position|temperature|lag|n_?samples|training[_ ]size|size|k|n|.*threshold|fpr|recall|false_?positive.*|angle|voltage|energy|2theta)(?:[_ (].*)?$/i

/** Colours of values below and above zero, where some are below and nothing else is called negative. */
export function signsOf({ wish, table, numbers, names }: Choice): Wish['signs'] {
  const called = [...table.fields.map(({ name }) => name), ...names.flatMap(namesIn)]
  const below = numbers.some((field) => numbersIn(field).some((value) => value < 0))
  return below && !called.some((name) => /negativ|positiv/i.test(name)) ? wish.signs : undefined
}

/** Months, quarters and days of the week, in order: time that bears no year. */
export const isCalendar = (field: Field): boolean =>
  field.role === 'ordinal' && areCalendar(namesIn(field))

export const areCalendar = (names: readonly string[]): boolean =>
  names.length > 3 &&
  names.every((name) =>
    /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}$|^q[1-4]$/i.test(
      name,
    ),
  )

/** Numbers that only tell the runs of an experiment apart, by their name. */
export const isNominal = (field: Field): boolean =>
  field.whole &&
  /^(?:cv[_ ])?(?:folds?|seeds?|runs?|replicates?|reps?|repeats?|trials?|clusters?|class|group|batch|plate|well)(?:[_ ]?(?:no|nr|num|number|id|index))?$/i.test(
    field.name,
  )

/** A number that others depend on, by its name. */
export const isArgument = (field: Field): boolean => STEPS.test(field.name)

/** Numbers without names are told apart by their place in the list. */
export function rowNumbers(choice: Choice): Field {
  const length = choice.table.fields[0]?.values.length ?? 0
  const field: Field = {
    name: 'row number',
    role: 'number',
    whole: true,
    made: true,
    values: Array.from({ length }, (_, i) => i + 1),
  }
  choice.table.fields.push(field)
  because(choice, 'x = row number', 'the data have no argument, so their order is one')
  return field
}

/** How many of a field's names an intent says. */
export function namesSaid(text: string, field: Field): number {
  const low = text.toLowerCase()
  return namesIn(field)
    .slice(0, 100)
    .filter(
      (name) =>
        name.length > 1 &&
        new RegExp(`(?<![\\p{L}\\d])${escaped(name.toLowerCase())}(?![\\p{L}\\d])`, 'u').test(low),
    ).length
}

/** Words as they are, in a pattern. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** The column that a channel shows. */
export const fieldIn = ({ table }: Choice, channel: Channel | undefined): Field | undefined =>
  table.fields.find(({ name }) => name === channel?.field)
