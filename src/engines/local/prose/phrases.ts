import type { Word } from './words'

/** A noun phrase: word indices, `end` exclusive; `head` is its last noun. */
export interface Phrase {
  start: number
  end: number
  head: number
}

const SKIPPED = new Set(
  `following resulting corresponding obtained same different respective entire whole individual subsequent given new
  novel certain other own remaining respective aforementioned final-stage said additional overall above below next first
  second third last current previous proposed such
  frozen lightweight dedicated pre-trained pretrained best optimal newest latest`.split(/\s+/),
)
const ENTITY_END = new Set(['noun'])

/** Finds the noun phrases of a sentence whose verbs are tagged. */
export function phrasesOf(words: readonly Word[]): Phrase[] {
  const found: Phrase[] = []
  let i = 0
  while (i < words.length) {
    if (!isPart(words[i]) && !isDegree(words, i)) {
      i++
      continue
    }
    let end = i
    let head = -1
    while (end < words.length && (isPart(words[end]) || isDegree(words, end))) {
      const word = words[end]
      // A determiner in the middle opens the next phrase: "the reads the aligner".
      if (end > i && word?.tag === 'det' && head >= 0) break
      // "from each volume of interest 1,218 features": a count does too, where a noun follows.
      const counts = word?.tag === 'num' && /^\d/.test(word.text)
      if (
        end > i &&
        words[i]?.tag !== 'det' &&
        counts &&
        head === end - 1 &&
        opensNoun(words, end) &&
        !/^\p{Lu}/u.test(words[head]?.text ?? '')
      )
        break
      if (word && ENTITY_END.has(word.tag)) head = end
      end++
    }
    if (head >= 0) {
      if (isSerial(words, head)) head++
      found.push({ start: i, end: head + 1, head })
    }
    i = Math.max(end, i + 1)
  }
  return found
}

const opensNoun = (words: readonly Word[], at: number) =>
  ['noun', 'adj'].includes(words[at + 1]?.tag ?? '') &&
  /^\p{Ll}{2}/u.test(words[at + 1]?.text ?? '')

/** "2,000 highly variable genes": an adverb inside a phrase. */
function isDegree(words: readonly Word[], at: number): boolean {
  return (
    words[at]?.tag === 'adv' && /ly$/.test(words[at]?.lower ?? '') && words[at + 1]?.tag === 'adj'
  )
}

/** "NovaSeq 6000", "Compound 3": a number that belongs to the name before it. */
function isSerial(words: readonly Word[], head: number): boolean {
  const next = words[head + 2]
  return (
    words[head + 1]?.tag === 'num' &&
    /^\p{Lu}/u.test(words[head]?.text ?? '') &&
    /^\d/.test(words[head + 1]?.text ?? '') &&
    next?.tag !== 'noun' &&
    next?.tag !== 'adj'
  )
}

function isPart(word: Word | undefined): boolean {
  return (
    word !== undefined &&
    (word.tag === 'det' || word.tag === 'num' || word.tag === 'adj' || word.tag === 'noun')
  )
}

/** The phrase without determiners and empty adjectives, at most `limit` words before and with its head. */
export function core(words: readonly Word[], phrase: Phrase, limit: number): Phrase {
  let start = phrase.start
  while (start < phrase.head) {
    const word = words[start]
    if (word?.tag === 'det' || SKIPPED.has(word?.lower ?? '')) start++
    else break
  }
  if (phrase.head + 1 - start > limit) start = phrase.head + 1 - limit
  const first = words[start]
  // A cut number or "of"-less remainder reads badly: "10 µm sections" keeps its number, "2 and" does not.
  if (first?.tag === 'num' && phrase.head - start > 1 && /^\d/.test(first.text) === false) start++
  return { start, end: phrase.head + 1, head: phrase.head }
}
