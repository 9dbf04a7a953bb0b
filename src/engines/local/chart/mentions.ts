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
  const text = intent.replace(/(?<=\p{L})[‐‑–—](?=\p{L})/gu, '-')
  const found: Masked = { text, texts: [], columns: [], values: [] }
  const put = <T>(start: number, end: number, sign: number, list: T[], item: T) => {
    if (list.length >= MOST) return
    const code = String.fromCharCode(sign + list.push(item) - 1)
    found.text = found.text.slice(0, start) + code.repeat(end - start) + found.text.slice(end)
  }
  for (const { 0: all, 1: a, 2: b, 3: c, 4: d, 5: e, index } of intent.matchAll(QUOTED))
    put(index, index + all.length, SIGN.text, found.texts, a ?? b ?? c ?? d ?? e ?? '')
  for (const { start, end, fields } of columnsIn(found.text, table.fields))
    put(start, end, SIGN.column, found.columns, fields)
  for (const at of valuesOf(table))
    for (const [start, length] of places(found.text, at.value))
      put(start, start + length, SIGN.value, found.values, at)
  return found
}

/** Names of rows and series, the longest first. */
function valuesOf({ fields }: Table): Value[] {
  const names = fields.filter(({ role }) => role === 'category' || role === 'ordinal')
  const all = names.flatMap((field) =>
    [...new Set(field.values)]
      .slice(0, 200)
      .map((value) => ({ field, value: String(value ?? '') })),
  )
  return all
    .filter(({ value }) => /[\p{L}\d]/u.test(value))
    .sort((a, b) => b.value.length - a.value.length)
}

/** Where a value stands as a word, also as several; short ones only as they are written, and never as an article. */
function places(text: string, value: string): [start: number, length: number][] {
  const isSpelled = value.length < 3 || /^\d+$/.test(value)
  const word = value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const apart = '[\\p{L}\\p{N}\\ue000-\\ue3ff]'
  const say = new RegExp(
    `(?<!${apart})${word}${isSpelled ? '' : 's?'}(?!${apart})`,
    isSpelled ? 'gu' : 'giu',
  )
  const isArticle = (at: number) =>
    /^[aI]$/.test(value) || (value === 'A' && /(?:^|[.;:]\s*)$/.test(text.slice(0, at)))
  return [...text.matchAll(say)].flatMap(({ 0: found, index }) =>
    isArticle(index) ? [] : [[index, found.length]],
  )
}

const stem = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace('.', '')
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
  const [moment, ...others] = fields.filter(({ role }) => role === 'time')
  if (moment && others.length === 0)
    for (const word of ['time', 'date']) if (!found.has(word)) put([word], moment, 1)
  return found
}

interface Place {
  start: number
  end: number
  fields: Field[]
}

function columnsIn(text: string, fields: readonly Field[]): Place[] {
  const tokens = [...text.matchAll(/[\p{L}\p{N}]+(?:\.\d+)?/gu)]
  const phrases = phrasesOf(fields)
  const found: Place[] = []
  for (let i = 0; i < tokens.length; i++)
    for (let length = Math.min(6, tokens.length - i); length > 0; length--) {
      const words = tokens.slice(i, i + length)
      const [start, last] = [words[0]?.index ?? 0, words.at(-1)]
      const end = (last?.index ?? 0) + (last?.[0].length ?? 0)
      if (/[^\p{L}\p{N}\s_./-]/u.test(text.slice(start, end))) continue
      const key = words.map(([word]) => stem(word)).join(' ')
      const shares = [...(phrases.get(key) ?? nearly(phrases, key) ?? [])]
      const best = Math.max(...shares.map(([, share]) => share))
      const named = shares.flatMap(([field, share]) =>
        share === best && isNamed(field, text, start, end) ? [field] : [],
      )
      if (named.length === 0) continue
      // A unit in brackets belongs to the name that has it.
      const [unit = ''] = /^\s*[([][^()[\]]{1,12}[)\]]/.exec(text.slice(end)) ?? []
      const isOwn = unit !== '' && named.some(({ name }) => name.includes(unit.trim()))
      found.push({ start, end: end + (isOwn ? unit.length : 0), fields: named })
      i += length - 1
      break
    }
  return found
}

/** A word that a name begins with, or that begins with a name. */
function nearly(phrases: ReadonlyMap<string, Map<Field, number>>, said: string) {
  for (const [name, fields] of phrases) {
    const [short = '', long = ''] = [said, name].sort((a, b) => a.length - b.length)
    const isNear = short.length > 3 && long.startsWith(short) && long.length - short.length < 9
    if (isNear && !/ /.test(said + name)) return fields
  }
  return undefined
}

/** Whether a word is meant as a column where it could be an article, an axis or a chart. */
function isNamed({ name }: Field, text: string, start: number, end: number): boolean {
  const [word, after] = [text.slice(start, end), text.slice(end)]
  const isLetter = name.length === 1
  // "Values on the bars"
  if (/^values$/i.test(word) && name !== word) return false
  if (isLetter && (word !== name || /^\s*=\s*-?\d/.test(after))) return false
  if (!AMBIGUOUS.test(word) || (isLetter && /[A-Z]/.test(name))) return true
  if (/^[\s-]*(?:axis|axes|plots?|charts?)\b/.test(after)) return false
  return (
    BOUND.test(text.slice(Math.max(0, start - 14), start)) ||
    (isLetter && /^\s*(?:,|over|vs|against|~|and|by|$|=\s*\p{L})/u.test(after))
  )
}

/** The columns, texts and values that stand in a part of a masked intent. */
export function heldBy(part: string, { columns, texts, values }: Masked) {
  const of = <T>(sign: number, list: readonly T[]): T[] => {
    const codes = [...part].map((each) => (each.codePointAt(0) ?? 0) - sign)
    return [...new Set(codes.filter((code) => code >= 0 && code <= MOST))].flatMap(
      (code) => list[code] ?? [],
    )
  }
  const [fields, named] = [of(SIGN.column, columns).flat(), of(SIGN.value, values)]
  return {
    columns: fields,
    texts: of(SIGN.text, texts),
    values: named,
    series: [...named, ...fields.map((field) => ({ field, value: field.name }))],
  }
}
