import type { Claims } from './claims'
import { COUNTS } from './synonyms'
import type { Wish } from './wish'

const SIGN =
  '"?(\\*{1,4}|\\bn\\.?s\\b\\.?|\\b(?:one|an?|two|three|four) (?:significance )?(?:stars?|asterisks?))"?'

const NAME = '(?:the )?"?([^,;."*]{1,40}?)"?'

/** "*** between control and drug": signs that the intent itself puts between two groups; they leave the text. */
export function significanceIn(said: Claims): Wish['compared'] {
  const pattern = new RegExp(
    `${SIGN}(?: [\\p{L}]+){0,3}? between ${NAME} (?:and|vs\\.?|versus) ${NAME}(?=\\s*(?:[,;.*]|$|\\b(?:and|with|as|in)\\b))`,
    'giu',
  )
  return said
    .take(pattern)
    .slice(0, 20)
    .map(([, sign = '', one = '', two = '']) => ({
      text: /^\*/.test(sign)
        ? sign
        : /^n/i.test(sign)
          ? 'n.s.'
          : '*'.repeat(COUNTS[sign.split(' ')[0]?.toLowerCase() ?? ''] ?? 1),
      pair: [one.trim(), two.trim()],
    }))
}
