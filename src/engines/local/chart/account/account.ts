import type { ChartIR, Mark } from '../chart-ir'
import { mentioned, namesIn, stems } from '../choice/context'
import { markOf } from '../words/wish'
import { type Clause, clausesOf } from './clauses'
import { PLAIN_WORDS } from './plain-words'
import { type Chosen, KINDS } from './wishes'

/**
 * Whether an intent says too little that is understood to choose a chart by the form of the data: no kind of chart is
 * named, no rule knows any of its words, and most of them are no names of the data either.
 */
export function isForeign(intent: string, chosen: Chosen): boolean {
  if (!chosen.chart.reasons.some(({ reason }) => reason.startsWith('no mark is named')))
    return false
  const known = knownIn(chosen)
  const clauses = clausesOf(intent)
  const kinds = (clause: Clause) => KINDS.filter(({ told }) => told.test(clause.words))
  if (clauses.some((clause) => kinds(clause).length > 0)) return false
  const strange = clauses.flatMap((clause) => strangeIn(clause, [], known))
  const words = clauses.flatMap(({ words }) => words.match(/[\p{L}\d]+/gu) ?? [])
  const meant = words.filter((word) => !PLAIN_WORDS.has(word.toLowerCase()))
  return strange.length > 0 && 2 * strange.length > meant.length
}

/** Sentences of an account; a long intent has many clauses, and who wrote it reads the first. */
const MOST_TOLD = 12
const MOST_QUOTED = 90

/**
 * What of an intent in words the chart does not do, clause by clause: a wish that is not met says why, words that no
 * rule and no column know are told as not understood. Empty where every clause is met.
 */
export function accountOf(intent: string, chosen: Chosen): string[] {
  const known = knownIn(chosen)
  const told = clausesOf(intent).flatMap((clause) => faultsOf(clause, chosen, known))
  const found = [...new Set(told)]
  const more = found.length - MOST_TOLD
  return more > 0
    ? [...found.slice(0, MOST_TOLD), `${more} more clauses of the intent are not met.`]
    : found
}

function faultsOf(clause: Clause, chosen: Chosen, known: Known): string[] {
  const said = JSON.stringify(
    clause.text.length > MOST_QUOTED ? `${clause.text.slice(0, MOST_QUOTED)}...` : clause.text,
  )
  const plain = withoutNames(clause.words, known)
  const kinds = KINDS.filter(({ told }) => told.test(plain))
  const lacks = kinds.filter(({ met }) => !met(chosen)).map(({ lacks }) => lacks)
  const mark = otherMark(clause, chosen)
  if (mark !== undefined) lacks.push(mark)
  lacks.push(...columnsLeftOut(clause, chosen))
  for (const quote of clause.quotes)
    if (!known.text.includes(squeezed(quote))) lacks.push(`the text "${quote}" is not in the chart`)
  if (lacks.length > 0) return [`Not met: ${said}; ${lacks.join('; ')}.`]
  const strange = strangeIn(clause, kinds, known)
  return strange.length > 0 ? [`Not understood: ${said} (${strange.slice(0, 5).join(', ')}).`] : []
}

/** What a clause says of columns that are not to be told apart. */
const OVER =
  /\b(?:over|across|averag\w*|pool\w*|irrespective|regardless|ignor\w*|without|leav\w*|omit\w*|exclud\w*|except|not|no|sort\w*|order\w*|rank\w*|replicates?|mean|summ?\w*|total|means?)\b/iu

/** Columns with names of their own that a clause asks for and the chart does not show. */
function columnsLeftOut({ words }: Clause, { chart, table }: Chosen): string[] {
  if (OVER.test(words) || chart.transform !== undefined) return []
  const shown = [
    ...Object.values(chart.encoding).map(({ field }) => field),
    ...(chart.fold?.fields ?? []),
  ]
  const named = table.fields.filter(
    ({ name, made, of }) => !made && of === undefined && name.length > 2,
  )
  return mentioned(words, named)
    .filter(({ name }) => !shown.includes(name))
    .map(({ name }) => `the column ${JSON.stringify(name)} is not in the chart`)
}

/** Names of the data ask for nothing by themselves: a column may be called "threshold". */
function withoutNames(words: string, { names }: Known): string {
  return words.replace(/[\p{L}\d][\p{L}\d_.-]*/gu, (word) =>
    names.has(word.toLowerCase()) ? '§' : word,
  )
}

interface Known {
  /** Names of columns and categories that are one word, in small letters. */
  names: ReadonlySet<string>
  /** Columns came without names of their own, so words may name what they hold. */
  nameless: boolean
  /** Parts of the intent that named the mark. */
  marks: readonly string[]
  /** All texts of the chart and the names of the data, in small letters. */
  text: string
  words: ReadonlySet<string>
}

function knownIn({ chart, table }: Chosen): Known {
  const names = table.fields.flatMap((field) => [
    field.name,
    ...(field.unit ? [field.unit] : []),
    ...(field.role === 'number' ? [] : namesIn(field).slice(0, 2000)),
  ])
  const { reasons, ...drawn } = chart
  const moments = table.fields.some(
    ({ role, name }) => role === 'time' || /^(?:t|x|year)$/i.test(name),
  )
  const texts = [...textsIn(drawn), ...names, ...(moments ? MOMENTS : [])]
  return {
    names: new Set(names.map((name) => name.toLowerCase())),
    nameless: table.fields.some(({ made }) => made),
    marks: reasons.flatMap(({ reason }) => /^the intent says "(.+)"$/.exec(reason)?.[1] ?? []),
    text: squeezed(texts.join('\n')),
    words: new Set(texts.flatMap((text) => stems(text))),
  }
}

/** How a column of moments is spoken of, whatever its name. */
const MOMENTS = ['time', 'date', 'day', 'month', 'year', 'hour', 'week']

/** What names the things of data that came without names: "accuracy by model", "for each lift". */
const TOPIC =
  /(?:^|\b(?:of|by|per|for|each|every|and|the|my|our|all|in|over|across|vs\.?|versus|against|compar(?:e|es|ing)|show(?:s|ing)?|plot)\s+)(?:\p{L}[\p{L}\p{M}-]*\s+)?\p{L}[\p{L}\p{M}-]*/giu

/** Texts and numbers of a chart, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

const squeezed = (text: string) => text.toLowerCase().replace(/\s+/g, ' ')

/** Words of a clause that neither ask for anything known, nor are names of the data, nor only join others. */
function strangeIn(clause: Clause, kinds: readonly { told: RegExp }[], known: Known): string[] {
  const asked = kinds.reduce((text, { told }) => text.replace(told, ' '), clause.words)
  const drawn = known.marks.reduce((text, mark) => text.replace(mark, ' '), asked)
  const rest = known.nameless ? drawn.replace(TOPIC, ' ') : drawn
  const words = rest.match(/[\p{L}][\p{L}\p{M}'’_-]*|\d+(?:[.,]\d+)*/gu) ?? []
  return words.filter((word) => {
    const low = word.toLowerCase().replace(/['’]s$/, '')
    if (PLAIN_WORDS.has(low) || low.length === 1 || known.text.includes(low)) return false
    if (/^\d/.test(low)) return kinds.length === 0
    return !stems(word).every((stem) => isKnown(stem, known.words) || PLAIN_WORDS.has(stem))
  })
}

/** A word that a name has, or begins, or that begins with one: `temp` and temperature. */
function isKnown(stem: string, words: ReadonlySet<string>): boolean {
  if (words.has(stem)) return true
  for (const word of words)
    if (word.length > 2 && stem.length > 2 && (word.startsWith(stem) || stem.startsWith(word)))
      return true
  return false
}

/** Marks that stand for one another: the first of each list is what the others may be drawn as. */
const ALIKE: readonly (readonly Mark[])[] = [
  ['bar', 'histogram', 'lollipop', 'forest'],
  ['line', 'area', 'ecdf', 'density', 'slope', 'radar'],
  ['point', 'strip', 'lollipop', 'forest', 'line'],
  ['box', 'violin', 'forest'],
]

const STRONG =
  /\b(?:plots?|charts?|graphs?|bars|columns|histograms?|violins?|pie|donut|doughnut|heat ?maps?|lines|as (?:an? )?(?:line|bar|area|point)s?|stacked areas?|radar|boxes)\b/iu

/** A kind of mark that a clause names and the chart does not have. */
function otherMark({ words }: Clause, { chart, table }: Chosen): string | undefined {
  if (!STRONG.test(words)) return undefined
  const names = table.fields.map(({ name }) => name)
  const parts = [words, ...(words.match(/\bas (?:an? )?\p{L}+/giu) ?? [])]
  const asked = parts
    .map((part) => markOf(part, names)?.mark)
    .find((mark) => mark !== undefined && !alike(mark, chart))
  if (asked === undefined) return undefined
  return `the data are drawn as ${chart.mark}, not as ${asked}`
}

function alike(asked: Mark, { mark, overlays }: ChartIR): boolean {
  if (asked === mark || ALIKE.some((list) => list.includes(asked) && list.includes(mark)))
    return true
  if (asked === 'line' || asked === 'point' || asked === 'strip')
    return overlays !== undefined && overlays.length > 0
  return asked === 'density' || asked === 'histogram'
}
