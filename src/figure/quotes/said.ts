import { SYMBOLS } from '../formula/symbols'
import { type Aligner, alignerOf } from './align'
import { ELEMENTS, NUMBERS, ROOTS } from './field-words'
import { isSameWord, wordsOf } from './words'

/** What a text allows a figure to say. */
export interface Says {
  /** The words and numbers of a label that the text has in no form. */
  foreign(label: string): string[]
  /** Whether the text has a quote, word for word or nearly. */
  quotes(quote: string): boolean
}

/** A word of a label as it is written, with the label's own words around it. */
interface Asked {
  token: string
  form: string
  before: string
  after: string
  label: string
}

interface Known {
  forms: ReadonlySet<string>
  list: readonly string[]
  /** Two words of the text as one. */
  joined: ReadonlySet<string>
  /** The first letters of its words, in its order. */
  initials: string
  /** Its values in digits. */
  numbers: ReadonlySet<string>
}

type Rule = (asked: Asked, known: Known) => boolean

const NUMBER = /^\d[\d.,]*$/

/** Each lets a word pass that the text does not have letter for letter. */
export const RULES: Readonly<Record<string, Rule>> = {
  'a word in any form': ({ form }, { forms, list }) =>
    forms.has(form) || list.some((word) => isSameWord(word, form)),
  'a sign': ({ token }) => !/[\p{L}\p{N}]/u.test(token),
  'a small word': ({ token }) => /^\p{Ll}{1,3}$/u.test(token),
  'a number in words or digits': ({ form }, { numbers }) =>
    numbers.has(NUMBERS.get(form) ?? form.replaceAll(',', '')),
  'a number with its scale': ({ form }, { numbers, forms }) => {
    const [, value = '', scale = ''] = /^(\d+)([kmb])$/.exec(form) ?? []
    return numbers.has(value) && [...forms].some((word) => SCALES[scale]?.test(word))
  },
  'a letter or a variable': ({ token }) =>
    /^(?:\p{L}\d?|\p{Lu}\p{Ll}|\p{Ll}{2,3}\d{1,2})$/u.test(token),
  'a sign with its index': ({ token }, { forms }) => {
    const [, index = ''] = /^[\p{Script=Greek}∂∇∏∑](.+)$/u.exec(token) ?? []
    return index !== '' && (index.length < 4 || forms.has(index.toLowerCase()))
  },
  'a step or panel': ({ token, label }) =>
    /^(?:[1-9]|1[0-2]|step|stage|phase|panel)$/i.test(token) &&
    /^\W*(?:step|stage|phase|panel)?\W*\d{1,2}[.):]?(?:\s|$)/i.test(label),
  initials: ({ token }, { initials }) =>
    /^\p{Lu}[\p{Lu}\d]{1,5}s?$/u.test(token) &&
    initials.includes(token.replace(/s$/, '').toLowerCase()),
  'a shortened word': ({ form }, { list }) =>
    /^[\p{L}]{3,4}$/u.test(form) &&
    list.some((word) => word.length > 4 && word[0] === form[0] && isWithin(form, word)),
  'two words as one, or one as two': ({ form, before, after }, { forms, joined }) =>
    joined.has(form) || forms.has(before + form) || forms.has(form + after),
  'the end of a divided word': ({ form }, { list }) =>
    form.length > 4 && list.some((word) => word.endsWith(form)),
  'a symbol of its field': ({ token }, { list }) => isSymbol(token, list),
  'a letter of Greek': ({ form }, { forms }) =>
    Object.entries(SYMBOLS).some(
      ([name, sign]) =>
        (form === sign && forms.has(name.toLowerCase())) ||
        (form === name.toLowerCase() && forms.has(sign)),
    ),
}

const SCALES: Readonly<Record<string, RegExp>> = {
  k: /^thousands?$/,
  m: /^millions?$/,
  b: /^billions?$/,
}

/** Whether the letters of one stand in another in their order. */
function isWithin(letters: string, word: string): boolean {
  let at = 0
  for (const letter of word) if (letter === letters[at]) at++
  return at === letters.length
}

/** `Na`, `CO2`, `H2O`: symbols of elements of which the first is named, or its compounds. */
function isSymbol(token: string, list: readonly string[]): boolean {
  if (!/^(?:[A-Z][a-z]?\d*)+$/.test(token)) return false
  const symbols = token.match(/[A-Z][a-z]?/g) ?? []
  const isNamed = (symbol: string) =>
    list.some(
      (word) =>
        word === ELEMENTS.get(symbol) || (ROOTS[symbol] ?? []).some((root) => word.includes(root)),
    )
  return symbols.every((symbol) => ELEMENTS.has(symbol)) && isNamed(symbols[0] ?? '')
}

/** Letters and digits with a space between each two, as formulas come out of TeX and PDF. */
const SPACED = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}.] )+[\p{L}\p{N}](?![\p{L}\p{N}])/gu

export function saysOf(source: string): Says {
  const whole = (source.match(SPACED) ?? []).map((run) => run.replaceAll(' ', ''))
  const text = whole.length > 0 ? `${source}\n${whole.join(' ')}` : source
  const words = wordsOf(text)
  const list = [...new Set(words.map(({ form }) => form))]
  const known: Known = {
    forms: new Set(list),
    list,
    joined: new Set(words.slice(1).map(({ form }, at) => `${words[at]?.form ?? ''}${form}`)),
    initials: initialsOf(text),
    numbers: new Set(list.flatMap((form) => [NUMBERS.get(form) ?? form, form.replaceAll(',', '')])),
  }
  // Thousands are written with and without their comma.
  for (const [value] of text.matchAll(/\d[\d,]*/g))
    (known.numbers as Set<string>).add(value.replaceAll(',', ''))
  let aligner: Aligner | undefined
  const passed = new Map<string, boolean>()
  return {
    foreign(label) {
      const own = wordsOf(label)
      return own.flatMap(({ start, end, form }, at) => {
        const token = label.slice(start, end)
        const asked = {
          token,
          form,
          before: own[at - 1]?.form ?? '',
          after: own[at + 1]?.form ?? '',
          label,
        }
        const key = `${token} ${asked.before} ${asked.after} ${NUMBER.test(token) ? label : ''}`
        const passes = passed.get(key) ?? Object.values(RULES).some((rule) => rule(asked, known))
        passed.set(key, passes)
        return passes ? [] : [token]
      })
    },
    quotes(quote) {
      aligner ??= alignerOf(text)
      return aligner.find(quote) !== undefined
    },
  }
}

/** First letters of words in their order, once of all words and once of the longer ones alone. */
function initialsOf(text: string): string {
  const words = (text.match(/\p{L}+/gu) ?? []).map((word) => word.toLowerCase())
  const first = (list: readonly string[]) => list.map((word) => word[0] ?? '').join('')
  return `${first(words)} ${first(words.filter((word) => word.length > 3))}`
}
