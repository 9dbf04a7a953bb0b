import type { Span } from '../../../forms/diagram'

/** A word or a sign of a sentence, with its offsets in the text. */
export interface Token extends Span {
  text: string
  lower: string
  /** A sign, not a word. */
  sign: boolean
  /** Inside brackets: what is told by the way. */
  aside: boolean
}

const WORD =
  /\d+(?:[:.,]\d+)+%?|[\p{L}\p{M}\p{N}%°µ\u01bb]+(?:[-–'’./+_&:][\p{L}\p{M}\p{N}\u01bb]+)*[+%]*|[^\s]/gu

/** Splits a stretch of text into words and signs. */
export function tokensOf(text: string, { start, end }: Span): Token[] {
  let depth = 0
  return [...text.slice(start, end).matchAll(WORD)].map(({ 0: word, index }) => {
    if (/^[([]$/.test(word)) depth++
    const token = {
      text: word,
      lower: word.toLowerCase(),
      start: start + index,
      end: start + index + word.length,
      sign: !/[\p{L}\p{N}\u01bb]/u.test(word),
      aside: depth > 0,
    }
    if (/^[)\]]$/.test(word)) depth = Math.max(0, depth - 1)
    return token
  })
}

const set = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

export const DETERMINERS = set(
  `the a an this that these those each every all both any some no its their our his her my your another either several
  many few one two three four five six seven eight nine ten it them us whether how what which`,
)
export const PREPOSITIONS = set(
  `in on at by with from into onto for over under between among across through via per within without against along
  during towards toward upon as to using until according based around`,
)
/** Forms of be, have and do, and the modals: where one stands, a clause has its verb. */
const AUXILIARIES = set(
  `is are was were be been being am has have had do does did can could may might must shall should will would cannot`,
)
/** Words on which a phrase does not end. */
export const UNFINISHED = set(
  `after before although whether like off out up down above below behind beyond beside despite except plus versus inside
  outside half twice such even just the a an this that these those each every all both any some no its their our his her my your another either several
  many few of in on at by with from into onto for over under between among across through via per within without against
  along during towards toward upon as to using until according based around and or but nor which who whose whom where
  when while whereas so because since if unless than then is are was were be been being has have had do does did can
  could may might must shall should will would cannot not only also thereby`,
)

export const isAuxiliary = (word: string) => AUXILIARIES.has(word)

/** Without the signs and conjunctions at both ends. */
export function bare(tokens: readonly Token[]): Token[] {
  const isEmpty = ({ text, lower, sign }: Token, ends: RegExp) =>
    (sign && ends.test(text)) || lower === 'and' || lower === 'but'
  const start = tokens.findIndex((token) => !isEmpty(token, /[^([{"“”'‘$€£<>≤≥∼~≈+−-]/u))
  if (start < 0) return []
  const end = tokens.findLastIndex((token) => !isEmpty(token, /[,;:.!–—-]/))
  return tokens.slice(start, end + 1)
}
