import type { Field, Table } from '../../../../forms/chart'
import { namesOf, numbersOf } from '../charts/draft'
import { titleOf } from '../data/field-titles'
import type { Asked, Edit, Slot } from './asked'
import { at, DONE, SIGN, type Tagged } from './tags'
import { isPlainNoun, QUANTITIES } from './vocabulary'

/** Names in the patterns of clause forms: a column, a value of the data, a quotation, a colour, a number, words of a role. */
const STOP =
  'by|per|for|with|as|on|in|at|over|across|against|vs|versus|from|to|and|or|using|where|colou?red|colou?rs?|split|grouped|stacked|facett?ed|sorted|ordered|one|within|plus|but|not|no|without|instead|label(?:led|ed|s)?|is|are|was|were|should|then|than|between|include|add|put|mark|draw|show|use|make|error|plot|display|graph|compare|visuali[sz]e|how|what|please|we|i'
const NUMBER =
  '(?:[-−+]\\s?)?\\d+(?:[.,]\\d+)*(?:e[-+]?\\d+)?|(?:[-−+])?\\.\\d+|zero|one|two|three|four|five|six|ten'
const INSIDE = `\\s${DONE}`
const GAP = `[${INSIDE}]`
/** A blank, or a set of letters that may hold one. */
const BLANK = /(\[(?:\\.|[^\]\\])*\])| /g
const TERM = `(?!(?:${STOP})(?![\\p{L}\\d_]))[^\\s,;:.()!?${DONE}]+(?:\\.(?=\\d)[^\\s,;:.()!?${DONE}]*)?`
const PHRASE = `${TERM}(?:\\s+${TERM}){0,5}`
/** A further phrase of a list names a column. */
const FURTHER = `(?:[\\p{L}-]+\\s+){0,2}${SIGN.column}`
export const MACROS: Readonly<Record<string, string>> = {
  c: `(${SIGN.column})`,
  v: `(${SIGN.value})`,
  q: `(${SIGN.quote})`,
  k: `(${SIGN.colour})`,
  n: `(${NUMBER})`,
  p: `(${PHRASE})`,
  ps: `(${PHRASE}(?:\\s*(?:,\\s*and|,|and|&|\\/)\\s+(?:the |each )?${FURTHER}){0,6})`,
  vs: `(${SIGN.value}(?:\\s*(?:,\\s*and|,\\s*then|,|and|or|&|\\/|>|<|->|→|to|then)\\s*${SIGN.value})*)`,
  the: '(?:(?:the|a|an|each|every|all|our|my|your|its|their|of|single|individual)\\s+)*',
  unit: '(?:\\s?(?!(?:as|in|and|or|with|to|on|for|labelled|labeled|called|named|drawn|lines?|by|from|per|label|marked|is|bins?)(?![\\p{L}]))(?:%|°?[\\p{L}µμ²³]{1,9}(?:\\/[\\p{L}\\dµ²³]{1,9})?)(?![\\p{L}\\d]))?',
}

/** A pattern of a clause form: `<c>` a column, `<n>` a number and so on, a blank any white space or what was taken. */
export function form(source: string): RegExp {
  const filled = source
    .replace(/<(\w+)>/g, (whole, name: string) => MACROS[name] ?? whole)
    .replace(BLANK, (_, set) => (set ? String(set).replaceAll(' ', INSIDE) : `(?:${GAP}+)`))
  return new RegExp(`(?<![\\p{L}\\d]|\\p{L}-)(?:${filled})(?![\\p{L}\\d]|-\\p{L})`, 'gu')
}

/** What a form makes of its match: nothing more to say, the reason why it is not met, or `false` for no match of its. */
export type Taken = undefined | string | false

const COUNTED = new RegExp(
  `(?<![\\p{L}\\d])(\\d+|two|three|four|five|six|seven|eight|nine|ten)\\s+(${SIGN.column})`,
  'gu',
)

/** Quantities that a name may end with. */
const GRADES = new Set(['score', 'level', 'levels', 'index', 'rate'])

/** An intent of which clause forms take their words, so that what no form took is known. */
export class Reader {
  constructor(
    readonly tags: Tagged,
    readonly asked: Asked,
    readonly table: Table,
    /** The text before any form took of it. */
    readonly whole = tags.text,
  ) {}

  /** The column that the words right before a place name; `another` where they name something else than one column. */
  before(place: number): Field | 'another' | undefined {
    const [clause = ''] = /[^,.;:()]*$/u.exec(this.whole.slice(0, place)) ?? []
    const sign = [...clause.matchAll(new RegExp(SIGN.column, 'gu'))].at(-1)
    if (!sign) return clause.length < place ? 'another' : undefined
    const [field, ...more] = this.field(sign[0])
    const between = clause.slice(sign.index + sign[0].length)
    const words = between.match(/[^\s\uf8fe]+/g) ?? []
    if (!field || more.length > 0 || !words.every((word) => QUANTITIES.has(word))) return 'another'
    // Years have no unit: it is that of what runs over them.
    return field.role === 'time' || /^years?$/i.test(field.name) ? undefined : field
  }

  get text(): string {
    return this.tags.text
  }

  /** Takes every match of a pattern that the reading agrees to. */
  take(pattern: RegExp, read: (match: RegExpExecArray) => Taken): void {
    pattern.lastIndex = 0
    let match = pattern.exec(this.tags.text)
    while (match) {
      const own = read(match)
      if (own !== false) {
        const end = match.index + match[0].length
        if (own !== undefined)
          this.asked.unmet.push(`Not met: ${this.said(match.index, end)}; ${own}.`)
        this.done(match.index, end)
      }
      if (match[0] === '') pattern.lastIndex++
      match = pattern.exec(this.tags.text)
    }
  }

  /** Takes the words there. */
  done(from: number, to: number): void {
    this.tags.text = `${this.text.slice(0, from)}${DONE.repeat(to - from)}${this.text.slice(to)}`
  }

  /** Takes matches whose wish changes the finished chart. */
  edit(pattern: RegExp, read: (match: RegExpExecArray) => Edit | false): void {
    this.take(pattern, (match) => {
      const edit = read(match)
      if (edit === false) return false
      this.asked.edits.push({ clause: this.said(match.index, match.index + match[0].length), edit })
      return undefined
    })
  }

  /** The words of the intent there, in quotation marks. */
  said(from: number, to: number): string {
    const text = this.tags.raw.slice(from, to).trim()
    return JSON.stringify(text.length > 90 ? `${text.slice(0, 90)}...` : text)
  }

  field(sign: string): Field[] {
    return this.tags.mentions[at('column', sign)]?.fields ?? []
  }

  value(sign: string): { field: Field; value: string } {
    const found = this.tags.values[at('value', sign)]
    if (!found) throw new Error('a sign without a value')
    return found
  }

  /** The values of a list of signs. */
  values(list: string): { field: Field; value: string }[] {
    return [...list.matchAll(new RegExp(SIGN.value, 'gu'))].map(([sign]) => this.value(sign))
  }

  /** Whether a number only tells what the data are ("in 2023", "at 540 nm", "30-day"): none of them holds it. */
  isAside(clause: string, written: string, limits: boolean): boolean {
    const number = numberWritten(written)
    // Numbers of stations and samples are names.
    if (/^(?:0\d{2,}|\d{7,})$/.test(written) && !limits) return true
    // What a scale reaches from and to, in brackets of its own.
    const [, low, high] = /^\s*(\d+)\s?(?:-|–|to)\s?(\d+)[\s%]*$/.exec(clause) ?? []
    if (low && high)
      return this.table.fields.some(
        (field) =>
          field.role === 'number' &&
          numbersOf(field).every((each) => each >= Number(low) && each <= Number(high)),
      )
    const held = this.table.fields.some(({ role, values }) =>
      values.some((each) =>
        role === 'time'
          ? number > 999 && new Date(Number(each)).getUTCFullYear() === number
          : each !== null && (each === number || String(each) === written),
      ),
    )
    const at = clause.indexOf(written)
    return (
      !limits &&
      !held &&
      (/(?:^|[^\p{L}])(?:in|at|of|for|from|the|fig\.?|figure)(?: the)? ?$/u.test(
        clause.slice(0, at),
      ) ||
        /^-?\p{L}/u.test(clause.slice(at + written.length)))
    )
  }

  /** Whether the intent names every value of a column, so that none is chosen. */
  isWhole(field: Field): boolean {
    const named = this.tags.values.filter((each) => each.field === field)
    return new Set(named.map(({ value }) => value)).size === namesOf(field).length
  }

  quote(sign: string): string {
    return this.tags.quotes[at('quote', sign)] ?? ''
  }

  colour(sign: string): string {
    return this.tags.colours[at('colour', sign)] ?? '#000000'
  }

  /** In which sentence a place of the text lies. */
  sentence(at: number): number {
    return (this.tags.raw.slice(0, at).match(/[.!?;](?=\s)|\n/g) ?? []).length
  }

  /** A phrase as a role: the columns that it names, or its words. Undefined where it holds words of another wish. */
  slot(phrase: string, from: number): Slot | undefined {
    // "Island area": the area.
    const signs = [
      ...phrase.matchAll(new RegExp(`${SIGN.column}(?! ${SIGN.column})(?!\uf8ff)`, 'gu')),
    ]
    const rest = phrase.replace(new RegExp(SIGN.column, 'gu'), ' ')
    if (/[\ue200-\uefff]/.test(rest)) return undefined
    const fields = signs.flatMap(([sign]) => this.field(sign))
    const titles = fields.map(({ name }) => titleOf(name))
    const own = (sign: string) => titles.length > 0 && titles.every((title) => title.includes(sign))
    const words = (rest.match(/[\p{L}\d][\p{L}\d_'-]*/gu) ?? []).filter(
      (word) =>
        !(own('%') && /^percent(?:ages?)?$/.test(word)) && !(own('/') && /^rates?$/.test(word)),
    )
    // "The 4 sites" are all there are; "100 respondents" are a limit.
    const limited = [...phrase.matchAll(COUNTED)].some(([, count = '', sign = '']) =>
      this.field(sign).every(
        (field) => namesOf(field).length !== numberWritten(count) && !field.name.includes(count),
      ),
    )
    if (
      limited ||
      (words.length > 0 &&
        fields.length === 0 &&
        words.every((word) => /^\d/.test(word) || /^(?:each|every|them|it|all)$/.test(word)))
    )
      return undefined
    if (
      words.some(
        (word) =>
          !isPlainNoun(word) &&
          !((signs.length === 0 || GRADES.has(word)) && QUANTITIES.has(word)) &&
          !/^(?:the|a|an|and|each|every|all|our|my|your|its|their|of|rows?|columns?|values?|data|samples?|groups?|categor(?:y|ies)|number|two|three|four|five|six|seven|eight|nine|ten|\d+)$/.test(
            word,
          ),
      )
    )
      return undefined
    const mentions = signs.map(([sign]) => this.tags.mentions[at('column', sign)])
    const named = this.tags.raw
      .slice(from, from + phrase.length)
      .trim()
      .replace(/^(?:(?:of|the|a|an|each|every|all|our|my|your) )+/i, '')
    if (signs.length > 1 && mentions.some((each) => (each?.fields.length ?? 0) > 1))
      return undefined
    const extra = words.filter((word) => isPlainNoun(word))
    if (fields.length === 1 && extra.length > 0)
      this.asked.readings.push(
        `${JSON.stringify(named)} is read as the column ${JSON.stringify(fields[0]?.name)}.`,
      )
    return {
      fields: [...new Set(fields)],
      words: named,
      exact: mentions.every((each) => each?.exact === true) && words.length === 0,
      sentence: this.sentence(from),
    }
  }
}

const WRITTEN = 'zero one two three four five six seven eight nine ten'.split(' ')

/** The number that words of an intent write: "1,200", "0,5", "−3", "zero". */
export function numberWritten(text: string): number {
  const word = WRITTEN.indexOf(text.trim())
  if (word >= 0) return word
  const grouped = text.replace(/\s/g, '').replace(/,(?=\d{3}(?!\d))/g, '')
  return Number(grouped.replace(',', '.').replace('−', '-'))
}
