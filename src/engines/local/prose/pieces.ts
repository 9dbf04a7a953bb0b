import type { Span } from '../../../forms/diagram'
import { isFunctionWord } from '../../words/language'
import { AFTER } from '../../words/order-words'
import { trim } from '../../words/sentences'
import { announcedBy, entriesBetween } from './sentence-lists'

/** A sentence as a card shows it; together the stretches hold every word but those that open it. */
export interface Pieces {
  /** Its beginning, up to where its author pauses. */
  label: Span
  /** What is left of that beginning, where it is too long for a label. */
  detail?: Span
  /** What stands behind further pauses. */
  items: Span[]
}

/** Conjunctions, subjects and articles of English, with which sentences open and say nothing of their step. */
const OPENER = new RegExp(
  String.raw`^(?:(?:and|but|so|also|first(?:ly)?|${AFTER})[\s,]+)*(?:(?:we|i|it|they)\s+(?:(?:is|are|was|were)\s+)?(?:(?:also|first|${AFTER})\s+)?)?(?:(?:the|an?)\s+)?`,
  'i',
)
const VERB = String.raw`\b(?:is|are|was|were|has|have|had|will|can|must)\b`
/** A phrase that leads up to the main clause: a conjunction or preposition opens it, or a subject follows. */
const LEADS =
  'after|before|when|while|if|once|given|during|in|at|on|for|from|to|with|without|using|starting|following|as|since|because|although|unless|until'
const LEAD = new RegExp(
  String.raw`^(?:(?:${LEADS})\s[^,;:()]{2,80},\s+(?!(?:and|or)\b|\S+\s+(?:and|or)\b)|(?!(?:the|an?|our|all|each)\b|[^,]*${VERB})[^\s,;:()]+(?:\s[^\s,;:()]+){0,3},\s+(?=(?:the|we|i|it|they)\s|(?:(?!(?:and|or|wh\w+|that)\b)[^\s,]+\s){1,4}${VERB}))`,
  'i',
)
/** Words that open a sentence and are no verb. */
export const LEADING = new RegExp(`^(?:${LEADS}|${AFTER}|first|both)\\b`, 'i')
/** What parts a sentence: signs, not within a number or before "e.g."; a list's own comma in Chinese parts nothing. */
const SIGN = String.raw`\s*(?:[,;:](?=[\s\p{Script=Han}])|[，；：،؛])(?!\s*(?:e\.g|i\.e|cf|[zd]\.\s?[Bh])\.)\s*|\s[–—]\s`
/** Of English also "and": not between what the verb of both only follows ("A and B were pooled"), or behind "between". */
const AND = String.raw`(?<!\bbetween\s[^,;]{1,40})(?:(?<=${VERB}.*)\s+(?:and|but)\s+|\s+(?:and|but)\s+(?![^,;]*${VERB}))`
const PAUSES: Readonly<Record<string, RegExp>> = {
  en: new RegExp(`(?:${SIGN})(?:(?:and|but)\\s+)?|${AND}`, 'gu'),
  zh: new RegExp(SIGN, 'gu'),
}
const OTHER_PAUSES = new RegExp(`${SIGN}|\\s*、\\s*`, 'gu')
/** Where the entries of a list part, the last of them also at "and". */
const ENTRIES = [
  /;\s+(?:and\s+)?|；/g,
  /,\s+(?:and\s+)?|[，、]|(?<!\bbetween\s[^,]{1,40})\s+and\s+(?=(?:\S+\s+){0,3}\S+$)(?!.*\sand\s)/g,
]
/** A verb or some words, and a colon. */
const ANNOUNCED = /(?:\S\s\S.*|^\p{L}{3,}ed|^\p{Script=Han}.*)[:：]$/u
/** What stands in brackets or quotes parts nothing. */
const CLOSED = /\([^()]*\)|（[^（）]*）|\[[^[\]]*\]|"[^"]*"|“[^”]*”/gu
const closedIn = (words: string) =>
  // Twice, for brackets within brackets.
  [CLOSED, CLOSED].reduce(
    (kept, closed) => kept.replace(closed, (part) => '\0'.repeat(part.length)),
    words,
  )
/** Scripts without blanks between words. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** In words, or in signs of scripts without blanks: a part that says something of its own; a label that stays whole; one that is cut. */
const LENGTHS = {
  words: { least: 3, whole: 12, most: 9 },
  signs: { least: 4, whole: 24, most: 20 },
}
/** Letters of a label that is cut. */
const MOST_LETTERS = 64

/** Cuts a sentence where its author pauses; a part that is too short to say something stays with its neighbours. */
export function piecesOf(text: string, sentence: Span, language: string): Pieces {
  const lead = language === 'en' ? leadOf(text, sentence) : undefined
  const main = opened(text, lead ? { start: lead.end, end: sentence.end } : sentence, language)
  const [first = main, ...others] = listOf(text, main) ?? pausesOf(text, main, language)
  const { label, detail } = labelOf(text, first, language)
  const said = lead && withoutStop(text, opened(text, lead, language))
  if (!said) return { label, ...(detail && { detail }), items: others }
  return detail
    ? { label, detail, items: [said, ...others] }
    : { label, detail: said, items: others }
}

/** "After sequencing," leads up to what the sentence tells: the stretch with its comma. */
function leadOf(text: string, sentence: Span): Span | undefined {
  const { start } = opened(text, sentence, 'en')
  const words = text.slice(start, sentence.end)
  const by = LEAD.exec(words)?.[0].length ?? 0
  return by > 0 && lengthOf(words.slice(by)) >= LENGTHS.words.least
    ? { start, end: start + by }
    : undefined
}

/** A stretch without the words that open it. */
function opened(text: string, { start, end }: Span, language: string): Span {
  const words = text.slice(start, end)
  const by = language === 'en' ? (OPENER.exec(words)?.[0].length ?? 0) : 0
  return /[\p{L}\p{N}]{2}/u.test(words.slice(by)) ? { start: start + by, end } : { start, end }
}

/** "Predictors are: age, sex and income": what announces a list, and its entries, however short. */
function listOf(text: string, { start, end }: Span): Span[] | undefined {
  const closed = closedIn(text.slice(start, end))
  const from = closed.search(/[;；]|：|:\s/) + 1
  const sign = ENTRIES.find(
    (one) => ANNOUNCED.test(closed.slice(0, from)) && closed.slice(from).search(one) > 0,
  )
  if (!sign) return undefined
  const { announcement = { start: 0, end: from } } = announcedBy(closed, 0, from)
  return [announcement, ...entriesBetween(closed, from, closed.length, sign)].map((span) =>
    withoutStop(text, { start: start + span.start, end: start + span.end }),
  )
}

function pausesOf(text: string, { start, end }: Span, language: string): Span[] {
  // Behind a semicolon a colon parts nothing any more.
  const closed = closedIn(text.slice(start, end)).replace(/;.*/, (tail) =>
    tail.replaceAll(':', '\0'),
  )
  const parts = entriesBetween(closed, 0, closed.length, PAUSES[language] ?? OTHER_PAUSES)
  const said = parts.map((part) => isSaid(closed.slice(part.start, part.end)))
  const found: Span[] = []
  for (const [at, part] of parts.entries()) {
    const [last, before] = [found.at(-1), parts[at - 1]]
    const isClause = before && /[;；]/.test(closed.slice(before.end, part.start))
    if (last && !(said[at] && (isClause || said[at - 1]))) last.end = start + part.end
    else found.push({ start: start + part.start, end: start + part.end })
  }
  return found.map((span) => withoutStop(text, span))
}

/** Whether a part, and each side of an "and" in it, has words enough to say something. */
const isSaid = (words: string) =>
  words
    .split(' and ')
    .every((one) => lengthOf(one) >= LENGTHS[DENSE.test(words) ? 'signs' : 'words'].least)

/** Words, or signs of a script without blanks. */
const lengthOf = (words: string) =>
  DENSE.test(words)
    ? (words.match(/[\p{L}\p{N}]/gu)?.length ?? 0)
    : words.split(/\s+/).filter((word) => /[\p{L}\p{N}\0\u01bb]/u.test(word)).length

function withoutStop(text: string, { start, end }: Span): Span {
  const span = trim(text, start, end)
  const stop = /(?:[\s.。．!！?？…:：;；,，]|\s(?:and|or|but)$)+$/iu.exec(
    text.slice(span.start, span.end),
  )
  return { start: span.start, end: span.end - (stop?.[0].length ?? 0) }
}

/** What is whole as a label, or its beginning up to where a phrase opens, and what is left. */
function labelOf(text: string, span: Span, language: string): Pick<Pieces, 'label' | 'detail'> {
  const words = text.slice(span.start, span.end)
  const isDense = DENSE.test(words)
  const { whole } = LENGTHS[isDense ? 'signs' : 'words']
  const fits = lengthOf(words) <= whole && (isDense || words.length <= 2 * MOST_LETTERS)
  const end = fits ? 0 : cutOf(words, isDense, language)
  if (end === 0 || end >= words.length) return { label: span }
  const tail = /^[\s,;:–—、，]*/.exec(words.slice(end))?.[0].length ?? 0
  return {
    label: { start: span.start, end: span.start + end },
    detail: { start: span.start + end + tail, end: span.end },
  }
}

const PHRASE = new RegExp(
  `^(?:${LEADS}|by|into|between|through|via|against|under|within|which|that)$`,
  'i',
)
/** Whether a word opens a phrase that can stand alone; in other languages than English any function word may. */
const isPhrase = (word: string, language: string) =>
  language === 'en' ? PHRASE.test(word) : isFunctionWord(word, language)

/** Where a label ends that is too long: before the last phrase or behind the last comma that fits, else between two words. */
function cutOf(words: string, isDense: boolean, language: string): number {
  const { least, most } = LENGTHS[isDense ? 'signs' : 'words']
  const closed = closedIn(words)
  const lengthTo = (to: number) => (isDense ? to : lengthOf(closed.slice(0, to)))
  const segmenter = new Intl.Segmenter(language === 'und' ? 'en' : language, {
    granularity: 'word',
  })
  let [end, phrase] = [0, 0]
  for (const { index, segment, isWordLike } of segmenter.segment(
    words.slice(0, 4 * MOST_LETTERS),
  )) {
    const reach = index + segment.length
    // "freeze-dried" and "3.5" are one word each, and so is what stands in brackets.
    const goesOn = !isDense && /[\p{L}\p{N}'’/.+_°-]/u.test(words[reach] ?? '')
    if (!isWordLike || goesOn || closed[index] === '\0') continue
    // A bracket behind a label stays with it.
    const at = closed.slice(end, index).includes('\0')
      ? words.slice(0, index).trimEnd().length
      : end
    const opens = !isDense && isPhrase(segment, language)
    if ((opens || /[,，、]/.test(words[at] ?? '')) && at <= MOST_LETTERS && lengthTo(at) > least)
      phrase = at
    if (end > 0 && (lengthTo(reach) > most || reach > MOST_LETTERS)) break
    // A label does not end on an article or a preposition.
    if (end === 0 || isDense || !isFunctionWord(segment, language)) end = reach
  }
  return phrase || end
}
