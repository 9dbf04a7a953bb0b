import { stem } from './stem'

const FUNCTION_WORDS = new Set(
  'a an the of for to in on at by with within from into onto over under between among through and or as via per than using its their our his her this that these those each every both all is are was were be been not no'.split(
    ' ',
  ),
)

const PREPOSITIONS = new Set(
  'of for to in on at by with within from into onto over under between among through as via per using'.split(
    ' ',
  ),
)

export const isFunctionWord = (word: string) => FUNCTION_WORDS.has(word)

/** Lower-case words; hyphens and all other signs part them. */
export function words(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]s\b/g, '')
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** The stems of a name without its function words. */
export function stems(name: string): Set<string> {
  return new Set(
    words(name)
      .filter((word) => !isFunctionWord(word))
      .map(stem),
  )
}

/** The stem of the last content word before the first preposition: `Encoder of images` and `Text encoder` share it. */
function head(name: string): string | undefined {
  const all = words(name.replace(/\(.*?\)/g, ' '))
  const first = all.findIndex((word) => !isFunctionWord(word))
  const cut = all.findIndex((word, at) => at > first && PREPOSITIONS.has(word))
  const phrase = all.slice(0, cut < 0 ? undefined : cut).filter((word) => !isFunctionWord(word))
  const last = phrase.at(-1)
  return last === undefined ? undefined : stem(last)
}

/** What an equal head is worth where fewer than half of the words agree. */
const HEAD = 0.25

/** Jaccard of the stems if at least one half, {@link HEAD} for an equal head, else 0: no match. */
export function likeness(a: string, b: string): number {
  const [left, right] = [stems(a), stems(b)]
  const shared = left.intersection(right).size
  const jaccard = shared === 0 ? 0 : shared / (left.size + right.size - shared)
  if (jaccard >= 0.5) return jaccard
  const same = head(a)
  return same !== undefined && same === head(b) ? HEAD : 0
}
