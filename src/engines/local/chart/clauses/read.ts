import type { Table } from '../../../../forms/chart'
import { numbersOf, refuse } from '../charts/draft'
import { type Asked, nothingAsked } from './asked'
import { guides } from './guides'
import { absences, kinds, statistics } from './kinds'
import { axes, colours, legends, titles } from './looks'
import { form, numberWritten, Reader } from './reader'
import { remarks } from './remarks'
import { filters, marksPer, orders, panels, roles, units } from './roles'
import { sides } from './sides'
import { specials } from './special'
import { at, DONE, SIGN, tagged } from './tags'
import { CHART_WORDS, FILLERS, PARTS, RECKONING, RESTRICTIONS } from './vocabulary'

/** What is left of an intent after every clause form took its words. */
export interface Read {
  asked: Asked
  /** Sentences on clauses that nobody understood. @throws ChartRefused where one of them may change what is shown */
  account: (used: ReadonlySet<string>) => string[]
}

const WITHDRAWN =
  /\b(?:no,? wait|wait,? no|actually,? no|scratch that|on second thoughts?|forget (?:that|it)|hmm|correction:|i mean\b|rather,)/i

/** Reads an intent clause by clause. @throws ChartRefused where it forbids, takes back or names what is not drawn */
export function readIntent(intent: string, table: Table): Read {
  const asked = nothingAsked()
  const reader = new Reader(tagged(intent, table), asked, table)
  const whole = reader.text
  const back = WITHDRAWN.exec(intent.replace(/"[^"]*"/g, ''))
  if (back)
    refuse(`The intent takes something back (${JSON.stringify(back[0])}); say only what is wanted.`)
  const FORMS = [
    remarks,
    titles,
    legends,
    absences,
    (each: Reader) => leftOut(each, table),
    filters,
    guides,
    units,
    sides,
    marksPer,
    axes,
    panels,
    kindsOf,
    orders,
    colours,
    (each: Reader) => years(each, table),
    (each: Reader) => roles(each, table),
  ]
  asked.named = [
    ...whole.matchAll(new RegExp(`${SIGN.column}(?! ${SIGN.column})(?!\uf8ff)`, 'gu')),
  ].flatMap(([sign]) => reader.tags.mentions[at('column', sign)] ?? [])
  asked.values = reader.tags.values
  for (const take of FORMS) take(reader)
  // "Along the depth, not the temperature": what has a place of its own stays.
  for (const field of asked.without)
    if (PLACED.some((role) => asked.roles[role].some(({ fields }) => fields.includes(field)))) {
      asked.without.delete(field)
      asked.unmet.push(
        `Not understood: "not" before the column ${JSON.stringify(field.name)}, which has a place.`,
      )
    }
  return { asked, account: (used) => account(reader, whole, used) }
}

const PLACED = ['x', 'y', 'color', 'size', 'facet'] as const

/** Kinds and statistics: errors before bars, bars before means. */
function kindsOf(reader: Reader): void {
  reader.edit(
    form(
      '(?:the )?(two|three|four|five|six|\\d{1,2})(?= (lines|curves|bars|panels|boxes|violins)(?! (?:at|per|for)))',
    ),
    ([, count = '', marks = '']) =>
      (draft) => {
        const list = /panel/.test(marks)
          ? draft.facet?.names
          : (draft.series?.names ?? (/line|curve/.test(marks) ? [''] : draft.names?.list))
        return list?.length === numberWritten(count)
          ? undefined
          : `the data give ${list?.length ?? 1}`
      },
  )
  statistics(reader, 'errors')
  kinds(reader)
  pairs(reader)
  specials(reader)
  statistics(reader, 'values')
}

/** "Lines from before to after": two columns of numbers are the ends of a slope. */
function pairs(reader: Reader): void {
  const { asked } = reader
  reader.take(form('(?:(?:connected|joined|linked|going|running) )*from <c> to <c>'), (match) => {
    const fields = match.slice(1).flatMap((sign) => reader.field(sign ?? ''))
    const lines = asked.kind === 'line' || asked.kind === 'slope' || asked.hint === 'line'
    if (!lines || fields.length !== 2 || fields.some(({ role }) => role !== 'number')) return false
    asked.kind = 'slope'
    for (const field of fields)
      asked.roles.loose.push({
        fields: [field],
        words: field.name,
        exact: true,
        sentence: reader.sentence(match.index),
      })
    return undefined
  })
}

/** Rows that the reading of the data left out already. */
function leftOut(reader: Reader, { notes }: Table): void {
  const OUT =
    '(?:(?:and|please|but|the) )*(?:without|except(?: for)?|excluding|exclude|leav(?:e|ing) out|omit|drop|ignor(?:e|ing)|remov(?:e|ing)|skip)(?: the)?'
  const left = (words: string, note: RegExp) =>
    reader.take(form(`${OUT} ${words}`), () =>
      notes.some((each) => note.test(each)) ? undefined : false,
    )
  left('(?:grand |sub)?-?(?:totals?|sums?)(?: (?:rows?|lines?))?', /sums up the others/)
  left(
    '(?:(?:second|repeated|duplicated?|extra|other|further) )?headers?(?: (?:rows?|lines?))?(?: in the middle)?',
    /repeats the header/,
  )
}

/** Years that say no more than the data do. */
function years(reader: Reader, table: Table): void {
  const spans = table.fields.flatMap((field): [number, number][] => {
    const numbers = numbersOf(field)
    if (numbers.length === 0) return []
    const ends: [number, number] = [Math.min(...numbers), Math.max(...numbers)]
    if (field.role === 'time')
      return [ends.map((end) => new Date(end).getUTCFullYear()) as [number, number]]
    return field.whole && ends[0] > 1000 && ends[1] < 2200 ? [ends] : []
  })
  const headings = table.fields.flatMap(({ name }) =>
    /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/.test(name)
      ? [Number(/(?:1[5-9]|20)\d\d/.exec(name)?.[0])]
      : [],
  )
  if (headings.length > 1) spans.push([Math.min(...headings), Math.max(...headings)])
  reader.take(
    form(
      '(?:from |between |in |over |, |for |the years |during )*(\\d{4})\\s?(?:-|–|->|→|to|and|until|vs\\.?|versus)\\s?(\\d{4})',
    ),
    ([, low, high]) =>
      spans.some(([a, b]) => a === Number(low) && b === Number(high)) ? undefined : false,
  )
  reader.take(form('(?:in |for |of |the year |during )*((?:19|20)\\d{2})'), ([, year]) =>
    spans.some(([a, b]) => a === Number(year) && b === Number(year)) ? undefined : false,
  )
}

const CLAUSE = /[.!?;](?=\s|$)|\n|,(?=\s)|[()]|\s[-–—]\s|:(?=\s)/g
const MOST_TOLD = 12

/** What no form took, clause by clause: harmless words are told, anything that may change the chart is refused. */
function account(reader: Reader, text: string, used: ReadonlySet<string>): string[] {
  const found: string[] = []
  for (const { from, to, question } of clausesOf(reader.text, text)) {
    const sentence = told(reader, from, to, used, question)
    if (sentence !== undefined) found.push(sentence)
  }
  const more = found.length - MOST_TOLD
  return more > 0
    ? [...found.slice(0, MOST_TOLD), `${more} more clauses of the intent were not understood.`]
    : found
}

/** The clauses of a text; further numbers of a list belong to the clause before. */
function clausesOf(left: string, text: string): { from: number; to: number; question: boolean }[] {
  const found: { from: number; to: number; question: boolean }[] = []
  let from = 0
  let listed = false
  for (const match of [...text.matchAll(CLAUSE), { index: text.length, 0: '' }]) {
    const to = match.index
    const words = left.slice(from, to).match(/[\p{L}\d]+/gu) ?? []
    const before = found.at(-1)
    if (
      listed &&
      before &&
      words.length > 0 &&
      words.every((word) => /\d/.test(word) || FILLERS.has(word))
    )
      Object.assign(before, { to, question: match[0] === '?' })
    else found.push({ from, to, question: match[0] === '?' })
    listed = match[0] === ','
    from = to + match[0].length
  }
  return found
}

/** What rows are held to, as a number or in words. */
const LIMIT =
  /(?:above|below|over|under|than|at least|at most|since|until|before|after|exceeding|between|within|first|last|top|bottom|every|up to|[<>≤≥=])\s*\d|\d\s*(?:-|–|to|and)\s*\d|\d\s*(?:or|and) (?:more|less|fewer|over|under|above|below|older|younger)/
const MARKED = /(?:line|label|mark|annotate|colou?r|highlight|axis|axes|tick)/
/** A wish for something over the data, which stay as they are. */
const LAID_OVER =
  /^\W*(?:(?:and|also|then|please|plus|with) )*(?:mark|label|annotate|highlight|write|print|add|put|place|shade|name|indicate|emphasi[sz]e|overlay|give|make|keep)(?![\p{L}\d])/u
/** What the columns may hold already; another reckoning where it is asked for as such. */
const HELD = new Set(
  'percent percentage percentages share shares proportion proportions relative corrected adjusted residual residuals index rate monthly weekly daily yearly annual total totals top bottom quantile quantiles bin'.split(
    ' ',
  ),
)
const RECKON =
  /(?:^|\s)(?:as|into|by|to|calculate|compute|convert|express(?:ed)?|divide|normali[sz]e)(?: (?:the|a|an|its|their|\p{L}+ly|\d+))* ?$/u

const HELP = 'say it in other words or leave it out, or give a Vega-Lite specification as intent'

function told(
  reader: Reader,
  from: number,
  to: number,
  used: ReadonlySet<string>,
  question: boolean,
): string | undefined {
  const left = reader.text.slice(from, to)
  const words =
    left.match(/[\p{L}][\p{L}\p{M}\d'’_-]*(?:[.]\d+)?|[<>=≤≥±|]+|\d+(?:[.,]\d+)*/gu) ?? []
  const clause = reader.said(from, to)
  const stop = (why: string) =>
    refuse(`The clause ${clause} is not understood, and ${why}; ${HELP}.`)
  const signs = (kind: 'column' | 'value' | 'quote' | 'colour') =>
    [...left.matchAll(new RegExp(SIGN[kind], 'gu'))].map(([sign]) => sign)
  // What is said of an axis, a label, a colour changes no datum: it is told.
  const part =
    (signs('colour').length > 0 ||
      LAID_OVER.test(left.replaceAll(DONE, ' ')) ||
      words.some((word) => PARTS.has(word.replace(/led$|ed$/, '')) || PARTS.has(word))) &&
    !(LIMIT.test(left) && !MARKED.test(left))
  const columns = signs('column').flatMap((sign) => reader.field(sign))
  const strange = columns.find(({ name }) => !used.has(name))
  const forbids = words.find(
    (word) =>
      RESTRICTIONS.has(word) &&
      !(
        part &&
        columns.length === 0 &&
        /^(?:no|not|without|never|don't|dont|instead|rather|but|only)$/.test(word)
      ),
  )
  if (forbids !== undefined) stop(`it holds ${JSON.stringify(forbids)}`)
  if (
    /(?:two|second|right|other|separate|different)(?:[- ]hand)?(?: y)?[- ]ax[ei]s/.test(
      left.replaceAll(DONE, ' '),
    )
  )
    stop('it asks for another axis')
  const number = words.find(
    (word) => /^[\d<>=≤≥±|]/.test(word) && !reader.isAside(left, word, LIMIT.test(left)),
  )
  if (number !== undefined && !part) stop(`it holds ${JSON.stringify(number)}`)
  const value = signs('value').find((sign) => !reader.isWhole(reader.value(sign).field))
  if (value !== undefined && !part)
    stop(`it holds ${JSON.stringify(reader.value(value).value)}, which the data name`)
  if (strange) stop(`it names the column ${JSON.stringify(strange.name)}`)
  const lettered = words.some((word) =>
    /^(?:label|legend|title|caption|font|tick|decimal)/.test(word),
  )
  const held = (word: string) =>
    HELD.has(word) && !RECKON.test(left.slice(0, left.indexOf(word)).replaceAll(DONE, ' '))
  const reckoned = words
    .flatMap((word) => [word, word.replace(/\d.*$/, ''), ...word.split('-')])
    .find((word) => RECKONING.has(word) && !lettered && !part && !held(word))
  if (reckoned !== undefined) stop(`${JSON.stringify(reckoned)} may change what is shown`)
  const [quote] = signs('quote')
  if (quote !== undefined)
    return `Not met: ${clause}; the text ${JSON.stringify(reader.quote(quote))} has no place in the chart.`
  const meant = words.filter((word) => !FILLERS.has(word.replace(/['’]s$/, '')) && word.length > 1)
  if (meant.length === 0 && signs('colour').length === 0) return undefined
  // A question tells what the chart is for.
  if (question && meant.every((word) => !CHART_WORDS.has(word))) return undefined
  const rest = [...left.matchAll(/[\p{L}\d][\p{L}\p{M}\d'’_-]*/gu)]
    .map(({ 0: word, index }) => reader.tags.raw.slice(from + index, from + index + word.length))
    .filter((word) => meant.includes(word.toLowerCase()))
  const partly = left.includes(DONE) && rest.length > 0
  return partly
    ? `Not understood: ${rest
        .slice(0, 6)
        .map((word) => JSON.stringify(word))
        .join(', ')} in ${clause}.`
    : `Not understood and left out: ${clause}.`
}
