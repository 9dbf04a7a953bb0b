import type { Field, Table } from '../../../../forms/chart'
import { nameWords, titleOf } from '../data/field-titles'
import { COLOR_WORDS, colorOf } from './color-names'
import { CHART_WORDS, FILLERS, isPlainNoun, PARTS, RECKONING } from './vocabulary'

/**
 * An intent with what it names marked: each name of the data, quotation and colour is one private sign and padding, so
 * that every place in `text` is the same place in `raw`.
 */
export interface Tagged {
  raw: string
  text: string
  mentions: Mention[]
  values: { field: Field; value: string }[]
  quotes: string[]
  colours: string[]
}

/** Words that name columns: one, or several of one family (`yield_0N`, `yield_80N`). */
interface Mention {
  fields: Field[]
  words: string
  /** The words are the column's whole name. */
  exact: boolean
}

const PAD = '\uf8ff'
/** What a clause form took stands as this sign. */
export const DONE = '\uf8fe'
const FIRST = { column: 0xe000, value: 0xe200, quote: 0xee00, colour: 0xef00 } as const
export const SIGN: Readonly<Record<keyof typeof FIRST, string>> = {
  column: `[\\ue000-\\ue1ff]${PAD}*`,
  value: `[\\ue200-\\uedff]${PAD}*`,
  quote: `[\\uee00-\\ueeff]${PAD}*`,
  colour: `[\\uef00-\\uefff]${PAD}*`,
}

/** The number of what a sign stands for. */
export const at = (kind: keyof typeof FIRST, sign: string): number =>
  sign.charCodeAt(0) - FIRST[kind]

const QUOTED =
  /"([^"]{0,300})"|[“”„]([^“”„"]{0,300})[“”]|[«]\s?([^»]{0,300}?)\s?[»]|(?<![\p{L}\d])['‘]([^'’\n]{1,200})['’](?![\p{L}\d])/gu

export function tagged(intent: string, table: Table): Tagged {
  const found: Tagged = {
    raw: intent,
    text: lower(intent),
    mentions: [],
    values: [],
    quotes: [],
    colours: [],
  }
  const mark = (kind: keyof typeof FIRST, from: number, to: number, number: number) => {
    found.text = `${found.text.slice(0, from)}${String.fromCharCode(FIRST[kind] + number)}${PAD.repeat(to - from - 1)}${found.text.slice(to)}`
  }
  for (const match of intent.matchAll(QUOTED)) {
    const words = match.slice(1).find((each) => each !== undefined) ?? ''
    if (found.quotes.length < 250)
      mark('quote', match.index, match.index + match[0].length, found.quotes.push(words) - 1)
  }
  markColumns(found, table, mark)
  markValues(found, table, mark)
  for (const match of found.text.matchAll(COLOURS)) {
    const colour = colorOf(
      match[0]
        .replace(/-/g, ' ')
        .replace(/^(?:pale|thick|thin|bright|strong) /, (word) =>
          word === 'pale ' ? 'light ' : '',
        ),
    )
    if (colour && found.colours.length < 250)
      mark('colour', match.index, match.index + match[0].length, found.colours.push(colour) - 1)
  }
  return found
}

/** Small letters at the same places. */
const lower = (text: string) =>
  [...text]
    .map((letter) =>
      letter === '’'
        ? "'"
        : letter.toLowerCase().length === letter.length
          ? letter.toLowerCase()
          : letter,
    )
    .join('')

const COLOURS = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:pale|thick|thin|bright|strong)[ -])?(?:${COLOR_WORDS.map((word) => word.replace(' ', '[ -]')).join('|')})(?![\\p{L}\\d])|#[0-9a-f]{6}\\b`,
  'gu',
)

type Mark = (kind: keyof typeof FIRST, from: number, to: number, number: number) => void

const WORD = /[\p{L}\p{N}_%²³]+(?:[./'’-][\p{L}\p{N}_]+)*/gu

interface Word {
  text: string
  raw: string
  from: number
  to: number
}

const wordsIn = ({ text, raw }: Tagged): Word[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word,
    raw: raw.slice(index, index + word.length),
    from: index,
    to: index + word.length,
  }))

/** The words by which a column may be called, those of its unit apart. */
interface Called {
  field: Field
  words: string[]
  unit: string[]
  whole: string
  /** The name without its unit. */
  bare: string
}

function calledOf(field: Field): Called {
  const title = titleOf(field.name)
  const [, before = title, unit = ''] = /^(.*?) \(([^()]*)\)$/.exec(title) ?? []
  const spelled = nameWords(before)
  const own = nameWords(field.name.replace(/\s*[([].*$/, '')).filter(
    (word) => spelled.includes(word) || !unit.toLowerCase().includes(word),
  )
  const words = [...new Set([...own, ...spelled])]
  return {
    field,
    words,
    unit: nameWords(unit),
    whole: field.name.toLowerCase(),
    bare: before.toLowerCase(),
  }
}

/** How well a word of the intent is a word of a name: 2 the same but for its ending, 1 a short form, 0 not. */
function likeness(word: string, of: string): 0 | 1 | 2 {
  if (
    word === of ||
    stem(word) === stem(of) ||
    word.replace(/(?<=\p{L}.*)[.-](?=\d)|(?<=^\p{L})-/gu, '') === of
  )
    return 2
  const [short, long] = word.length < of.length ? [word, of] : [of, word]
  return short.length > 2 && long.startsWith(short) && !/\d/.test(long) && isPlainNoun(short)
    ? 1
    : 0
}

/** "log2FC" for `log2FoldChange`: the beginnings of all parts of a name, one after the other. */
function isShort(word: string, name: string): boolean {
  const parts =
    name
      .replace(/(?<=[a-z\d])(?=\p{Lu})/gu, ' ')
      .toLowerCase()
      .match(/[\p{L}\d]+/gu) ?? []
  if (parts.length < 2 || !/\p{Lu}.*\p{Lu}/u.test(word)) return false
  const fits = (rest: string, i: number): boolean => {
    const part = parts[i]
    if (part === undefined) return rest === ''
    for (let size = Math.min(part.length, rest.length); size > 0; size--)
      if (rest.startsWith(part.slice(0, size)) && fits(rest.slice(size), i + 1)) return true
    return false
  }
  return fits(word.toLowerCase(), 0)
}

const stem = (word: string) =>
  word.length < 4
    ? word
    : word
        .replace(/ies$/, 'y')
        .replace(/(?:ing|ed|es|s)$/, '')
        .replace(/e$/, '')

function markColumns(found: Tagged, table: Table, mark: Mark): void {
  const called = table.fields.filter(({ made }) => !made).map(calledOf)
  markWhole(found, called, mark)
  markInitials(found, called, mark)
  const words = wordsIn(found)
  const own = words.map((word) =>
    called.flatMap((each) => {
      const best = isShort(word.raw, each.field.name)
        ? 2 * each.words.length
        : Math.max(0, ...each.words.map((one) => likeness(word.text, one)))
      return best > 0 && word.text.length > 1 && canName(word, each) ? [{ each, best }] : []
    }),
  )
  let i = 0
  while (i < words.length) {
    const run = longest(words, own, i, found.text)
    if (!run) {
      i++
      continue
    }
    const { from, to } = { from: words[i]?.from ?? 0, to: words[run.last]?.to ?? 0 }
    if (found.mentions.length < 500)
      mark(
        'column',
        from,
        to,
        found.mentions.push({
          fields: run.fields,
          words: found.raw.slice(from, to),
          exact: run.exact,
        }) - 1,
      )
    i = run.last + 1
  }
}

/** Names written exactly as in the data, whatever their letters. */
function markWhole(found: Tagged, called: readonly Called[], mark: Mark): void {
  const bare = called.flatMap(({ field, bare: word }) =>
    /^\p{L}+\d?$/u.test(word) &&
    word !== 'size' &&
    !RECKONING.has(word) &&
    !PARTS.has(word) &&
    called.every((each) => each.field === field || !each.words.includes(word)) &&
    field.name.toLowerCase().startsWith(word)
      ? [{ name: field.name.slice(0, word.length), field, whole: word }]
      : [],
  )
  const whole = called.map(({ field, whole }) => ({ name: field.name, field, whole }))
  for (const { name, field, whole: words } of [...whole, ...bare].sort(
    (a, b) => b.whole.length - a.whole.length,
  ))
    markName(found, name, field, words, mark)
}

function markName(found: Tagged, name: string, field: Field, whole: string, mark: Mark): void {
  const single = whole.length < 2
  if (/^\d+$/.test(whole) || (FILLERS.has(whole) && !single && whole.length < 5)) return
  const list = /^[ai]$/.test(whole)
    ? '(?=\\s*(?:and|,|vs\\.?|versus|against|or|&|\\/)\\s+\\p{L}{1,2}(?![\\p{L}\\d]))'
    : ''
  // "device A" is the column "device_A", though the letter alone is an article.
  const escaped = (single ? name : whole)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/_(?=\p{L}$)/u, '[ _]')
  const chart = CHART_WORDS.has(whole)
    ? '(?![\\s-]*(?:charts?|plots?|graphs?|diagrams?|axis|title|line|lines|with|map|of|proportional))'
    : ''
  const letter = whole.length < 2 ? '(?![\\s-]*(?:axis|range|title|label|lim|log|ticks|=|:))' : ''
  for (const match of (single ? found.raw : found.text).matchAll(
    new RegExp(`(?<![\\p{L}\\d_'])${escaped}(?![\\p{L}\\d_])${chart}${letter}${list}`, 'gu'),
  ))
    if (
      found.mentions.length < 500 &&
      !/[\ue000-\uf8ff]/.test(found.text.slice(match.index, match.index + whole.length))
    )
      mark(
        'column',
        match.index,
        match.index + whole.length,
        found.mentions.push({ fields: [field], words: match[0], exact: true }) - 1,
      )
}

/** Words whose first letters are the column's name, or its first word: "basal metabolic rate" for `bmr_mL_O2_h`. */
function markInitials(found: Tagged, called: readonly Called[], mark: Mark): void {
  for (const { field } of called) {
    const [short = ''] = field.name.toLowerCase().split(/[^\p{L}]+/u)
    if (short.length < 3 || short.length > 5) continue
    const words = [...short].map((letter) => `${letter}\\p{L}+`).join('[ -]')
    for (const { 0: said, index } of found.text.matchAll(
      new RegExp(`(?<![\\p{L}\\d_-])${words}(?![\\p{L}\\d_])`, 'gu'),
    ))
      if (found.mentions.length < 500 && said.split(/[ -]/).some(isPlainNoun))
        mark(
          'column',
          index,
          index + said.length,
          found.mentions.push({ fields: [field], words: said, exact: true }) - 1,
        )
  }
}

/** Words that hold sentences and charts together are no names by themselves, unless they are the whole name. */
function canName({ text }: Word, { words, unit }: Called): boolean {
  if (unit.includes(text)) return false
  if (words.length === 1) return !FILLERS.has(text) && !CHART_WORDS.has(text)
  return !FILLERS.has(text) || text === 'year'
}

interface Run {
  last: number
  fields: Field[]
  exact: boolean
}

/** The longest run of words from `start` that names one column, or several of one family. */
function longest(
  words: readonly Word[],
  own: readonly { each: Called; best: number }[][],
  start: number,
  text: string,
): Run | undefined {
  let best: { last: number; score: number; list: Called[] } | undefined
  let open = own[start] ?? []
  if (!open.some(({ each }) => naming(words.slice(start, start + 1), each))) open = own[start] ?? []
  const scores = new Map(open.map(({ each, best: value }) => [each, value]))
  for (let last = start; last < Math.min(words.length, start + 8); last++) {
    if (last > start) {
      const gap = text.slice(words[last - 1]?.to ?? 0, words[last]?.from ?? 0)
      if (!/^[\s_-]*$/.test(gap)) break
      for (const [each, value] of scores) {
        const more = own[last]?.find((one) => one.each === each)
        if (more) scores.set(each, value + more.best)
        else scores.delete(each)
      }
    }
    if (scores.size === 0) break
    const here = words.slice(start, last + 1)
    const able = [...scores].filter(([each]) => naming(here, each))
    if (able.length === 0) continue
    const score = (each: Called, value: number) =>
      value / (2 * Math.max(each.words.length, here.length)) + here.length
    const top = Math.max(...able.map(([each, value]) => score(each, value)))
    const list = able
      .filter(([each, value]) => score(each, value) > top - 1e-9)
      .map(([each]) => each)
    if (!best || top > best.score) best = { last, score: top, list }
  }
  if (!best) return undefined
  const here = words.slice(start, best.last + 1)
  const exact =
    best.list.length === 1 &&
    (best.list[0]?.words ?? []).every((one) =>
      here.some(({ text: word }) => likeness(word, one) > 0),
    )
  return { last: best.last, fields: best.list.map(({ field }) => field), exact }
}

/** Words that can stand for the column alone: one of them is no word of charts, or they are its whole name. */
const naming = (here: readonly Word[], each: Called) =>
  here.some(({ text }) => isPlainNoun(text) && !/^\d+$/.test(text)) ||
  (each.words.length > 1 &&
    each.words.every((one) => here.some(({ text }) => likeness(text, one) > 0)))

const NO_VALUE = /^(?:yes|no|not|none|true|false|all|and|or|the|a|i|in|on|to|by|of|\d+(?:\.\d+)?)$/i

function markValues(found: Tagged, table: Table, mark: Mark): void {
  const all = table.fields
    .filter(({ role }) => role === 'category' || role === 'ordinal')
    .flatMap((field) => {
      const names = [...new Set(field.values.filter((each) => each !== null).map(String))]
      const long = names.some((name) => name.length > 60)
      return long ? [] : names.slice(0, 1000).map((value) => ({ field, value }))
    })
    .filter(({ value }) => !NO_VALUE.test(value) && /[\p{L}\d]/u.test(value))
    .sort((a, b) => b.value.length - a.value.length)
  for (const { field, value } of all) {
    const plain =
      CHART_WORDS.has(value.toLowerCase()) || (FILLERS.has(value.toLowerCase()) && value.length < 5)
    const cased = value.length < 3 || plain
    if (plain && value === value.toLowerCase()) continue
    const escaped = (cased ? value : lower(value)).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const where = new RegExp(`(?<![\\p{L}\\d_])${escaped}(?![\\p{L}\\d_])`, 'gu')
    for (const match of (cased ? found.raw : found.text).matchAll(where)) {
      const end = match.index + value.length
      if (/[\ue000-\uf8ff]/.test(found.text.slice(match.index, end)) || found.values.length >= 3000)
        continue
      mark('value', match.index, end, found.values.push({ field, value }) - 1)
    }
  }
}
