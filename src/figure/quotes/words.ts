import type { Span } from '../../forms/diagram'

/** A word of a text as it is compared, and where it stands. */
export interface Word extends Span {
  /** Lower case, compatibility forms unified. */
  form: string
}

/** Scripts without blanks between words: each of their characters is compared alone. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`
const WORD = new RegExp(
  String.raw`[${UNSPACED}]|(?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}])+|[^\s\p{L}\p{N}\p{M}\p{P}\p{Z}\p{C}]`,
  'gu',
)

/** The words of a text; punctuation is none, signs such as `+` and `→` are. */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map((hit) => ({
    form: hit[0].normalize('NFKC').toLowerCase(),
    start: hit.index,
    end: hit.index + hit[0].length,
  }))
}

/** Letters that two forms of one word begin with at least, and which share of the shorter one; letters behind a shorter word. */
const STEM = { letters: 4, share: 0.6, short: 3, ending: 2 } as const

/** Whether two words are forms of one: `trimmed`, `trimming`; `mix`, `mixed`. */
export function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  const shorter = Math.min(a.length, b.length)
  if (/\p{N}/u.test(a + b) || shorter < STEM.short) return false
  if (shorter < STEM.letters)
    return (a.startsWith(b) || b.startsWith(a)) && Math.abs(a.length - b.length) <= STEM.ending
  let common = 0
  while (common < shorter && a[common] === b[common]) common++
  return common >= STEM.letters && common >= STEM.share * shorter
}
