import type { ItemToken, ItsFunction, WinkMethods } from 'wink-nlp'
import { type VerbEntry, verbOf } from './verbs'

export type Tag =
  | 'noun'
  | 'adj'
  | 'adv'
  | 'verb'
  | 'num'
  | 'det'
  | 'adp'
  | 'conj'
  | 'sconj'
  | 'rel'
  | 'pron'
  | 'be'
  | 'have'
  | 'modal'
  | 'to'
  | 'punct'

export interface Word {
  text: string
  lower: string
  /** Offsets in the source. */
  start: number
  end: number
  tag: Tag
  /** The known verb it may be a form of. */
  verb: VerbEntry | undefined
  /** What the tagger says: its part of speech and lemma. */
  tagged: string
  lemma: string
}

const set = (list: string) => new Set(list.split(' '))
const CLOSED: readonly (readonly [Tag, ReadonlySet<string>])[] = [
  ['be', set('be is are was were been being am get gets got')],
  ['have', set('have has had having do does did')],
  ['modal', set('can could may might must shall should will would cannot')],
  ['to', set('to')],
  ['conj', set('and or but nor & plus and/or')],
  ['rel', set('which who whose whom')],
  [
    'sconj',
    set(
      'because whether while when whenever if although though whereas unless once where wherein whereby until after before since',
    ),
  ],
  ['pron', set('we i you they it he she them us him itself themselves everyone others')],
  [
    'det',
    set(
      'the a an this that these those each every all both any some no its their our his her my your another either neither several many few most such various multiple',
    ),
  ],
  [
    'adp',
    set(
      'of in on at by with from into onto for over under between among amongst across through via per within without against along during towards toward upon than as like about around above below beyond throughout despite except versus vs off out up down using inside outside near behind beneath beside onto',
    ),
  ],
  [
    'adv',
    set(
      'then first second third next finally lastly subsequently afterwards thereafter simultaneously also not only thus therefore hence however moreover furthermore additionally meanwhile instead again once twice further jointly together overnight firstly secondly thirdly respectively later already still now just even too here there respectively e.g i.e iteratively manually in-house',
    ),
  ],
]
const NOT_ADVERB = set(
  'family assembly anomaly reply supply early daily weekly monthly hourly only friendly likely unlikely poly butterfly fly ally rally belly jelly',
)

export const WORD =
  /(?<![\p{L}\p{N}])[-−]\d+(?:[.,]\d+)*|\d+(?:[.,]\d+)+(?![\p{L}\d])|°\s?[CF]\b|[\p{L}\p{M}\p{N}]+(?:[-–'’./+_][\p{L}\p{M}\p{N}]+)*(?:\++|\*)?|[^\s]/gu

/** The text wink reads instead: it splits hyphenated terms, so it sees their last part only. */
function standIn(word: string): string {
  if (/^\d+(?:[.,]\d+)*$/.test(word)) return '5'
  // The tagger's time grows with the square of a word's length.
  if (/\d/.test(word) || word.length > 40) return 'Item'
  const last = word.split(/[-–/_]/).at(-1) ?? word
  return /^\p{L}{2,}$/u.test(last) ? last : /^\p{L}/u.test(word) ? 'item' : word
}

/** Splits one sentence into words with parts of speech; `from` and `to` are offsets in `text`. */
export function wordsOf(nlp: WinkMethods, text: string, from: number, to: number): Word[] {
  const raw = [...text.slice(from, to).matchAll(WORD)].map((hit) => ({
    text: hit[0],
    start: from + hit.index,
    end: from + hit.index + hit[0].length,
  }))
  const places = new Map<number, number>()
  let sentence = ''
  raw.forEach((word, index) => {
    if (index > 0) sentence += ' '
    places.set(sentence.length, index)
    sentence += standIn(word.text)
  })
  const tags = raw.map(() => ({ tagged: 'X', lemma: '' }))
  let at = 0
  nlp
    .readDoc(sentence)
    .tokens()
    .each((token: ItemToken) => {
      at += token.out(nlp.its.precedingSpaces).length
      const index = places.get(at)
      if (index !== undefined)
        tags[index] = {
          tagged: token.out(nlp.its.pos),
          lemma: token.out(nlp.its.lemma as ItsFunction<string>),
        }
      at += token.out(nlp.its.value).length
    })
  return raw.map((word, index) => {
    const { tagged, lemma } = tags[index] ?? { tagged: 'X', lemma: '' }
    const lower = word.text.toLowerCase()
    return {
      ...word,
      lower,
      tag: tagOf(word.text, lower, tagged),
      verb: verbOf(lower),
      tagged,
      lemma,
    }
  })
}

function tagOf(text: string, lower: string, tagged: string): Tag {
  if (/^[-−]\d/.test(text)) return 'num'
  if (text.startsWith('°')) return 'noun'
  if (!/[\p{L}\p{N}]/u.test(text)) return text === '&' ? 'conj' : 'punct'
  if (!(text.length > 1 && text === text.toUpperCase()) || text === 'I')
    for (const [tag, list] of CLOSED) if (list.has(lower)) return tag
  if (
    /^[\d.,]+%?$/.test(text) ||
    /^(one|two|three|four|five|six|seven|eight|nine|ten|twelve)$/.test(lower)
  )
    return 'num'
  if (/[^\p{L}]/u.test(text) && /\d/.test(text)) return 'noun'
  if (/^\p{L}+['’]s$/u.test(lower)) return 'noun'
  if (/^(in|on|off|near|real|end)-\p{L}+$/u.test(lower)) return 'adj'
  if (lower.endsWith('wise') && lower.length > 6 && !lower.includes('-')) return 'adv'
  if (lower.length > 4 && lower.endsWith('ly') && !NOT_ADVERB.has(lower)) return 'adv'
  if (tagged === 'ADJ') return 'adj'
  if (tagged === 'VERB') return 'verb'
  // "write-ahead" and "in-memory" describe; only their last part is an adverb.
  if (tagged === 'ADV' && lower.includes('-')) return 'adj'
  if (tagged === 'ADV' && !verbOf(lower)) return 'adv'
  return 'noun'
}
