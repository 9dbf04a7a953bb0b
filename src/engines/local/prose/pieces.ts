import type { Span } from '../../../forms/diagram'
import { isFunctionWord } from '../../words/language'
import { AFTER } from '../../words/order-words'
import { trim } from '../../words/sentences'

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
/** A phrase that leads up to the main clause, by the conjunction or preposition that opens it. */
const LEADS =
  'after|before|when|while|if|once|given|during|in|at|on|for|from|to|with|without|using|starting|following|as|since|because|although|unless|until'
const LEAD = new RegExp(
  String.raw`^(?:${LEADS})\s[^,;:()]{2,80},\s+(?!(?:and|or)\b|\S+\s+(?:and|or)\b)`,
  'i',
)
/** Words that open a sentence and are no verb. */
export const LEADING = new RegExp(`^(?:${LEADS}|${AFTER}|first|both)\\b`, 'i')
/** What parts a sentence: signs, and of English "and" and "but", with them or alone; not within a number. */
const SIGN = String.raw`\s*[,;:，；：、،؛](?!(?<=\d.)\d)\s*|\s[–—]\s`
const PAUSES = {
  en: new RegExp(String.raw`(?:${SIGN})(?:(?:and|but)\s+)?|\s+(?:and|but)\s+`, 'gu'),
  other: new RegExp(SIGN, 'gu'),
}
/** What stands in brackets or quotes parts nothing. */
const CLOSED = /\([^()]*\)|（[^（）]*）|\[[^[\]]*\]|"[^"]*"|“[^”]*”/gu
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
  const main = lead ? { start: lead.end, end: sentence.end } : sentence
  const [first = main, ...others] = pausesOf(text, opened(text, main, language), language)
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

function pausesOf(text: string, { start, end }: Span, language: string): Span[] {
  const closed = text.slice(start, end).replace(CLOSED, (part) => '\0'.repeat(part.length))
  const parts: { span: Span; says: boolean }[] = []
  let from = 0
  const close = (to: number) => {
    const words = closed.slice(from, to)
    const { least } = LENGTHS[DENSE.test(words) ? 'signs' : 'words']
    parts.push({ span: { start: start + from, end: start + to }, says: lengthOf(words) >= least })
  }
  for (const hit of closed.matchAll(PAUSES[language === 'en' ? 'en' : 'other'])) {
    if (hit.index <= from) continue
    close(hit.index)
    from = hit.index + hit[0].length
  }
  close(closed.length)
  const found: Span[] = []
  for (const [at, { span, says }] of parts.entries()) {
    const last = found.at(-1)
    if (last && !(says && parts[at - 1]?.says)) last.end = span.end
    else found.push({ ...span })
  }
  return found.map((span) => withoutStop(text, span))
}

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

/** The longest beginning that ends between two words and fits a label, and what is left. */
function labelOf(text: string, span: Span, language: string): Pick<Pieces, 'label' | 'detail'> {
  const words = text.slice(span.start, span.end)
  const isDense = DENSE.test(words)
  const { whole, most } = LENGTHS[isDense ? 'signs' : 'words']
  if (lengthOf(words) <= whole && (isDense || words.length <= 2 * MOST_LETTERS))
    return { label: span }
  const segmenter = new Intl.Segmenter(language === 'und' ? 'en' : language, {
    granularity: 'word',
  })
  let end = 0
  const parts = [...segmenter.segment(words.slice(0, 4 * MOST_LETTERS))]
  for (const { index, segment, isWordLike } of parts) {
    const reach = index + segment.length
    // "freeze-dried" and "3.5" are one word each.
    if (!isWordLike || (!isDense && /[\p{L}\p{N}'’/.+_-]/u.test(words[reach] ?? ''))) continue
    const length = isDense ? reach : lengthOf(words.slice(0, reach))
    if (end > 0 && (length > most || reach > MOST_LETTERS)) break
    // A label does not end on an article or a preposition.
    if (end > 0 && !isDense && isFunctionWord(segment, language)) continue
    end = reach
  }
  if (end === 0 || end >= words.length) return { label: span }
  const tail = /^[\s,;:–—]*/.exec(words.slice(end))?.[0].length ?? 0
  return {
    label: { start: span.start, end: span.start + end },
    detail: { start: span.start + end + tail, end: span.end },
  }
}
