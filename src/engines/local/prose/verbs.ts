import { openersEnd } from './openers'
import { DETERMINERS, isAuxiliary, PREPOSITIONS, type Token, UNFINISHED } from './words'

/**
 * Where a clause has its verb, as far as closed classes of words and endings tell: no tagger, no list of verbs. A verb
 * that is not seen makes a label longer than it need be, and never a relation.
 */

/** Index of the first verb that is sure: an auxiliary, or a word before a determiner (nouns seldom stand there); else -1. */
export function verbIn(tokens: readonly Token[]): number {
  return tokens.findIndex(({ text, lower, sign, aside }, at) => {
    if (sign || aside) return false
    if (isAuxiliary(lower)) return true
    const plain = /^\p{Ll}[\p{Ll}-]*$/u.test(text) && !/ing$|ly$/.test(lower) && !isClosed(lower)
    // "For each window the entropy": what stands behind a determiner is a noun.
    const before = tokens[at - 1]?.lower ?? ''
    const isNoun = before === 'to' || (DETERMINERS.has(before) && !/^(?:it|them|us)$/.test(before))
    return at > 0 && plain && !isNoun && isObject(tokens[at + 1])
  })
}

const isClosed = (word: string) => UNFINISHED.has(word) || DETERMINERS.has(word)

const isObject = (token: Token | undefined) => token !== undefined && DETERMINERS.has(token.lower)

/** "Encode the query", also where "we" stood before it. */
export const opensByVerb = ([first, second]: readonly Token[]) =>
  first !== undefined && !UNFINISHED.has(first.lower) && isObject(second)

/** Participles that do not end on -ed. */
const IRREGULAR =
  /^(?:sent|fed|built|cut|split|run|read|written|drawn|taken|given|made|kept|put|set|left|found|grown|frozen|thawed|spun|ground|shown|held|sold|led|bound|wound|shut|spread|cast|thrown|driven|chosen|bred|brought|lost)$/

/** It goes on with what was said before: "aligned to", "returns the", "encode them". */
export function opensOn(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex(({ lower }) => !/ly$|^(?:then|also|again)$/.test(lower))
  const [word, next] = [tokens[at], tokens[at + 1]]
  if (!word || word.sign || UNFINISHED.has(word.lower) || /^\p{Lu}/u.test(word.text)) return false
  if ((!/ed$/.test(word.lower) || /-based$/.test(word.lower)) && !IRREGULAR.test(word.lower))
    return isObject(next)
  return next === undefined || next.sign || isObject(next) || PREPOSITIONS.has(next.lower)
}

/**
 * Whether behind a comma or "and" a clause begins: a second verb, or a second subject with its verb. Behind a comma the
 * verb may stand beyond an "and": "the detector crops and rotates each page".
 */
export function startsClause(
  left: readonly Token[],
  rest: readonly Token[],
  joint: 'comma' | 'and',
): boolean {
  if (verbIn(left) < 0 && !opensByVerb(left) && !opensOn(left)) return false
  const right = clauseOf(rest, joint)
  const own = right.slice(openersEnd(right))
  return own.length > 1 && (opensOn(own) || verbIn(own) > 0)
}

/** Up to the next sign that parts clauses; behind an "and" also up to the next one. */
function clauseOf(tokens: readonly Token[], joint: 'comma' | 'and'): Token[] {
  const end = tokens.findIndex(
    ({ text, lower, aside }, at) =>
      at > 0 &&
      !aside &&
      (/^[,;:–—]$/.test(text) || (joint === 'and' && (lower === 'and' || lower === 'or'))),
  )
  return tokens.slice(0, end < 0 ? undefined : end)
}
