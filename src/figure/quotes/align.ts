import type { Span } from '../../forms/diagram'
import { isSameWord, type Word, wordsOf } from './words'

/** Where a quote stands in the text; `exact`: word for word. */
interface Found {
  span: Span
  exact: boolean
}

/** Finds quotes in one text. */
export interface Aligner {
  /** Undefined: the text does not say it, not even nearly. */
  find(quote: string): Found | undefined
  /** Which share (0 to 1) of the words of `label` stands in the text, in any form; 1 where it has none. */
  share(label: string, within?: Span): number
  /** The words of a stretch. */
  count(within: Span): number
}

/** The share of a quote's words that must stand in the text in their order, and of the stretch that must be theirs. */
const NEARLY = { words: 0.75, density: 1 / 3 } as const
/** Words of a quote that are looked at: longer ones are no evidence of a single thing. */
const MOST_WORDS = 200
/** Stretches of the text that are looked at closely. */
const TRIALS = 4

/** The rule of the near match: the longest common subsequence of words covers at least three quarters of the quote. */
export function alignerOf(text: string): Aligner {
  const words = wordsOf(text)
  const places = new Map<string, number[]>()
  for (const [at, { form }] of words.entries()) {
    const list = places.get(form)
    if (list) list.push(at)
    else places.set(form, [at])
  }
  const allForms = new Set(places.keys())
  return {
    find(quote) {
      const wanted = wordsOf(withoutNumber(quote)).slice(0, MOST_WORDS)
      if (wanted.length === 0) return undefined
      const at = exactly(words, wanted, places)
      if (at !== undefined) return { span: spanOf(words, at, at + wanted.length - 1), exact: true }
      const near = nearly(words, wanted, places) ?? inflected(words, wanted)
      return near && { span: spanOf(words, ...near), exact: false }
    },
    share(label, within) {
      const wanted = wordsOf(label)
      if (wanted.length === 0) return 1
      const forms = within ? formsIn(words, within) : allForms
      const isSaid = ({ form }: Word) =>
        forms.has(form) || [...forms].some((other) => isSameWord(form, other))
      return wanted.filter(isSaid).length / wanted.length
    },
    count: (within) => wordsIn(words, within).length,
  }
}

const wordsIn = (words: readonly Word[], { start, end }: Span) =>
  words.filter((word) => word.start >= start && word.end <= end)

const formsIn = (words: readonly Word[], within: Span) =>
  new Set(wordsIn(words, within).map(({ form }) => form))

/** Models like to repeat the number of the sentence that they quote. */
const withoutNumber = (quote: string) => quote.replace(/^\s*\[?\d{1,4}\.\d{1,4}\]?\s+/, '')

function exactly(
  words: readonly Word[],
  wanted: readonly Word[],
  places: ReadonlyMap<string, readonly number[]>,
): number | undefined {
  return places
    .get(wanted[0]?.form ?? '')
    ?.find((at) => wanted.every(({ form }, k) => words[at + k]?.form === form))
}

/** The first stretch of the same words in any form: `stateless gateway`, `stateless gateways`. */
function inflected(words: readonly Word[], wanted: readonly Word[]): [number, number] | undefined {
  const first = words.findIndex((_, at) =>
    wanted.every(({ form }, k) => isSameWord(words[at + k]?.form ?? '', form)),
  )
  return first < 0 ? undefined : [first, first + wanted.length - 1]
}

/** The first and last word of the best stretch that says nearly the same. */
function nearly(
  words: readonly Word[],
  wanted: readonly Word[],
  places: ReadonlyMap<string, readonly number[]>,
): [number, number] | undefined {
  const hits = [...new Set(wanted.map(({ form }) => form))]
    .flatMap((form) => places.get(form) ?? [])
    .sort((a, b) => a - b)
  const width = Math.ceil(wanted.length / NEARLY.density)
  const starts = hits
    .map((at, index) => {
      let end = index
      while ((hits[end + 1] ?? Number.POSITIVE_INFINITY) < at + width) end++
      return { at, count: end - index + 1 }
    })
    .filter(({ count }) => count >= NEARLY.words * wanted.length)
    .sort((a, b) => b.count - a.count || a.at - b.at)
    .slice(0, TRIALS)
  let best: { length: number; first: number; last: number } | undefined
  for (const { at } of starts) {
    const found = commonSubsequence(words.slice(at, at + width), wanted)
    const isEnough =
      found.length >= NEARLY.words * wanted.length &&
      found.length >= NEARLY.density * (found.last - found.first + 1)
    if (isEnough && found.length > (best?.length ?? 0))
      best = { ...found, first: at + found.first, last: at + found.last }
  }
  return best && [best.first, best.last]
}

/** Length of the longest common subsequence, and the first and last word of `words` in it. */
function commonSubsequence(words: readonly Word[], wanted: readonly Word[]) {
  const rows = words.length + 1
  const lengths = new Uint16Array(rows * (wanted.length + 1))
  const at = (i: number, k: number) => i * (wanted.length + 1) + k
  for (let i = 1; i < rows; i++)
    for (let k = 1; k <= wanted.length; k++)
      lengths[at(i, k)] =
        words[i - 1]?.form === wanted[k - 1]?.form
          ? (lengths[at(i - 1, k - 1)] ?? 0) + 1
          : Math.max(lengths[at(i - 1, k)] ?? 0, lengths[at(i, k - 1)] ?? 0)
  let [i, k] = [words.length, wanted.length]
  const length = lengths[at(i, k)] ?? 0
  let [first, last] = [0, -1]
  while (i > 0 && k > 0) {
    if (words[i - 1]?.form === wanted[k - 1]?.form) {
      first = i - 1
      if (last < 0) last = i - 1
      i--
      k--
    } else if ((lengths[at(i - 1, k)] ?? 0) >= (lengths[at(i, k - 1)] ?? 0)) i--
    else k--
  }
  return { length, first, last }
}

function spanOf(words: readonly Word[], first: number, last: number): Span {
  return { start: words[first]?.start ?? 0, end: words[last]?.end ?? 0 }
}
