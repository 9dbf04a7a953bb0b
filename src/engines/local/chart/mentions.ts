/** Names of columns, values and quoted words in an intent, each replaced by signs of the same length. */
import type { Field, Table } from '../../../forms/chart'
import type { Value } from './asked'
import { ABBREVIATIONS, nameWords, UNITS } from './table/names'

/** Signs of Unicode's private area: texts, columns, values, and what a rule has taken (a kind: one sign further). */
export const SIGN = { text: 0xe000, column: 0xe100, value: 0xe200, taken: 0xe300 } as const
const MOST = 0xff

export interface Masked {
  /** The intent, as long as it was. */
  text: string
  texts: string[]
  columns: Field[][]
  values: Value[]
}

const QUOTED =
  /"([^"]{1,300})"|“([^”“]{1,300})[”“]|„([^“”]{1,300})[“”]|«\s?([^»]{1,300}?)\s?»|(?<![\p{L}\p{N}])'([^']{1,200})'(?![\p{L}\p{N}])/gu
/** What a column may be called as well as a chart or an article: a column only where a word before it says so. */
const AMBIGUOUS =
  /^(?:plots?|charts?|graphs?|lines?|bars?|points?|dots?|box(?:es)?|areas?|figures?|panels?|scatter|legend|label|title|shape|size|colou?r|log|show|[aixy])$/i
/** Words of names that many names have: alone they name no column. */
const GENERIC =
  /^(?:mean|median|avg|average|sum|total|count|number|of|the|in|and|per|by|to|sd|se|sem|std|err|error|ci|lower|upper|min|max|low|high|value|percent|pct|rate|id|is|\d+)$/
const BOUND =
  /(?:\b(?:by|per|each|every|of|over|against|vs\.?|versus|and|column|with|for|the)\s+|[=`]\s*)$/i

export function masked(intent: string, table: Table): Masked {
  const found: Masked = { text: intent, texts: [], columns: [], values: [] }
  const put = <T>(start: number, end: number, sign: number, list: T[], item: T) => {
    if (list.length >= MOST) return
    const code = String.fromCharCode(sign + list.push(item) - 1)
    found.text = found.text.slice(0, start) + code.repeat(end - start) + found.text.slice(end)
  }
  for (const { 0: all, index, ...groups } of intent.matchAll(QUOTED))
    put(
      index,
      index + all.length,
      SIGN.text,
      found.texts,
      Object.values(groups).find((each) => typeof each === 'string' && each !== intent) ?? '',
    )
  for (const { start, end, fields } of columnsIn(found.text, table.fields))
    put(start, end, SIGN.column, found.columns, fields)
  for (const value of valuesOf(table))
    for (const at of places(found.text, value.value))
      put(at, at + value.value.length, SIGN.value, found.values, value)
  return found
}

/** Names of rows and series, the longest first. */
function valuesOf({ fields }: Table): Value[] {
  const names = fields.filter(({ role }) => role === 'category' || role === 'ordinal')
  const all = names.flatMap((field) =>
    [...new Set(field.values)]
      .slice(0, 200)
      .flatMap((value) =>
        typeof value === 'string' && /[\p{L}\d]/u.test(value) ? [{ field, value }] : [],
      ),
  )
  return all.sort((a, b) => b.value.length - a.value.length)
}

/** Where a value stands as a word; short ones only as they are written. */
function places(text: string, value: string): number[] {
  const [where, what] =
    value.length < 3 || /^\d+$/.test(value)
      ? [text, value]
      : [text.toLowerCase(), value.toLowerCase()]
  const found: number[] = []
  for (
    let at = where.indexOf(what);
    at >= 0 && found.length < 20;
    at = where.indexOf(what, at + 1)
  ) {
    const isWord = ![text[at - 1], text[at + value.length]].some(
      (each) => each !== undefined && /[\p{L}\p{N}\ue000-\ue3ff]/u.test(each),
    )
    const isArticle =
      /^[aI]$/.test(value) || (value === 'A' && /(?:^|[.;:]\s*)$/.test(text.slice(0, at)))
    if (isWord && !isArticle) found.push(at)
  }
  return found
}

const stem = (word: string) =>
  word
    .toLowerCase()
    .replace(/(?<=[a-z]{2})ies$/, 'y')
    .replace(/(?<=s|x|ch|sh)es$/, '')
    .replace(/(?<=[a-z]{2}[^s])s$/, '')

/** The words of a name without the unit that they end in. */
function wordsOf(name: string): string[] {
  const words = nameWords(name.replace(/\s*[([][^()[\]]*[)\]]\s*$/, '') || name).flatMap((word) =>
    word.split('.').filter(Boolean),
  )
  return words.length > 1 && UNITS.has(words.at(-1) ?? '') ? words.slice(0, -1) : words
}

/** What each column may be called, whole or in part, with the share of its name that this says. */
function phrasesOf(fields: readonly Field[]): Map<string, Map<Field, number>> {
  const found = new Map<string, Map<Field, number>>()
  const put = (words: readonly string[], field: Field, share: number) => {
    const key = words.map(stem).join(' ')
    const held = found.get(key) ?? new Map()
    found.set(key, held.set(field, Math.max(share, held.get(field) ?? 0)))
  }
  for (const field of fields) {
    const words = wordsOf(field.name)
    put([field.name.replace(/[\s_-]/g, '')], field, 1)
    const spelled = words.map((word) => ABBREVIATIONS.get(word) ?? word)
    for (const list of [words, spelled.flatMap((word) => word.split(' '))])
      for (let i = 0; i < list.length; i++)
        for (let k = i + 1; k <= list.length; k++) {
          const part = list.slice(i, k)
          const isWhole = part.length === list.length
          if (isWhole || (field.of === undefined && !part.every((word) => GENERIC.test(word))))
            put(part, field, part.length / list.length)
        }
  }
  return found
}

function columnsIn(
  text: string,
  fields: readonly Field[],
): { start: number; end: number; fields: Field[] }[] {
  const tokens = [...text.matchAll(/[\p{L}\p{N}]+(?:\.\d+)?/gu)].map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }))
  const phrases = phrasesOf(fields)
  const moments = fields.filter(({ role }) => role === 'time')
  const found: { start: number; end: number; fields: Field[] }[] = []
  for (let i = 0; i < tokens.length; i++)
    for (let length = Math.min(6, tokens.length - i); length > 0; length--) {
      const [first, last] = [tokens[i], tokens[i + length - 1]]
      if (!first || !last || /[^\p{L}\p{N}\s_./-]/u.test(text.slice(first.start, last.end)))
        continue
      const words = tokens.slice(i, i + length).map(({ word }) => word)
      const isTime =
        moments.length === 1 &&
        length === 1 &&
        /^(?:time|dates?)$/i.test(first.word) &&
        !/^\s*(?:series|to)\b/.test(text.slice(last.end))
      const held =
        phrases.get(words.map(stem).join(' ')) ??
        (length === 1 ? nearly(phrases, first.word) : undefined) ??
        (isTime ? new Map(moments.map((field) => [field, 1])) : undefined)
      const shares = held && [...held]
      const best = Math.max(0, ...(shares ?? []).map(([, share]) => share))
      const named = (shares ?? [])
        .filter(([field, share]) => share === best && isNamed(field, text, first.start, last.end))
        .map(([field]) => field)
      if (named.length === 0) continue
      found.push({ start: first.start, end: last.end, fields: named })
      i += length - 1
      break
    }
  return found
}

/** A word that a name begins with, or that begins with a name. */
function nearly(
  phrases: ReadonlyMap<string, Map<Field, number>>,
  word: string,
): Map<Field, number> | undefined {
  const said = stem(word)
  for (const [name, fields] of phrases) {
    const [short, long] = said.length < name.length ? [said, name] : [name, said]
    if (
      short.length > 3 &&
      !name.includes(' ') &&
      long.startsWith(short) &&
      long.length - short.length < 9
    )
      return fields
  }
  return undefined
}

/** Whether a word is meant as a column where it could be an article, an axis or a chart. */
function isNamed({ name, made }: Field, text: string, start: number, end: number): boolean {
  const [word, after] = [text.slice(start, end), text.slice(end)]
  if (
    /^no$/i.test(name) &&
    /^\s*(?:legend|grid|title|ax[ei]s|error|ticks?|labels?|fit|need|frame|border|\w+ing)\b/i.test(
      after,
    )
  )
    return false
  if (
    name.length === 1 &&
    (word !== name ||
      /^\s*=\s*-?\d/.test(after) ||
      (made && /^\s*(?:is|from|label|title|range|lim)/.test(after)))
  )
    return false
  if (!AMBIGUOUS.test(word) || (name.length === 1 && /[A-Z]/.test(name))) return true
  if (/^[\s-]*(?:axis|axes|plots?|charts?)\b/.test(after)) return false
  return (
    BOUND.test(text.slice(Math.max(0, start - 14), start)) ||
    (name.length === 1 && /^\s*(?:over|vs|against|~|and|by|$|=\s*\p{L})/u.test(after))
  )
}

/** The columns, texts, values and numbers that stand in a part of a masked intent. */
export function heldBy(part: string, { columns, texts, values }: Masked) {
  const of = <T>(sign: number, list: readonly T[]): T[] => {
    const codes = [...part].map((each) => (each.codePointAt(0) ?? 0) - sign)
    return [...new Set(codes.filter((code) => code >= 0 && code <= MOST))].flatMap(
      (code) => list[code] ?? [],
    )
  }
  const [fields, named] = [of(SIGN.column, columns).flat(), of(SIGN.value, values)]
  const numbers = [...part.matchAll(/(?<![\p{L}\d.])[-−]?\d+(?:\.\d+)?(?:e[-+]?\d+)?/giu)]
  return {
    columns: fields,
    texts: of(SIGN.text, texts),
    values: named,
    series: [...named, ...fields.map((field) => ({ field, value: field.name }))],
    numbers: numbers.map(([number]) => Number(number.replace('−', '-'))),
  }
}
