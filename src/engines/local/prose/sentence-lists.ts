import type { Span } from '../../../forms/diagram'
import { lowerBound } from '../../words/diagram-parts'
import { NUMBER_WORDS } from '../../words/language'
import { AFTER } from '../../words/order-words'
import { sentencesOf, trim } from '../../words/sentences'

/** One entry of a list that stands inside running text. */
interface Entry extends Span {
  /** As its author numbers it. */
  number?: string
  /** As its author names it: "Phase 1 (screening)". */
  name?: Span
}

export interface SentenceList {
  /** What announces the list: "The method has two steps:". */
  announcement?: Span
  entries: Entry[]
  /** One entry comes after the other, as its author says. */
  ordered: boolean
  /** Where the text goes on. */
  end: number
}

/** A list in one paragraph is shorter than this, in characters. */
const LONGEST_LIST = 5000
/** And its last entry than this. */
const LONGEST_ENTRY = 2000

/** The lists of marks inside a paragraph, in its order: "(1) ... (2) ...", "Phase 1 (screening): ...". */
export function* markedLists(text: string, part: Span, language: string): Generator<SentenceList> {
  const marks = marksIn(text, part)
  for (let { start } = part; start < part.end; ) {
    const span = { start, end: Math.min(part.end, start + LONGEST_LIST) }
    const found = markedIn(text, span, language, marks) ?? phasesIn(text, span)
    if (!found) return
    yield found
    start = found.end
  }
}

/** A list inside one sentence: "three steps: a, b and c", "first a, then b and finally c", "a -> b -> c". */
export function listInSentence(text: string, { start, end }: Span): SentenceList | undefined {
  const stop = end - (/[.!?。]+$/.exec(text.slice(start, end))?.[0].length ?? 0)
  return (
    arrowsIn(text, start, stop) ?? countedIn(text, start, stop) ?? sequenceIn(text, start, stop)
  )
}

const MARK =
  /(?<=^|[\s:：;；,，、。—–])(?:[(（]?(\d{1,2}|[a-hA-H]|[ivx]{1,4})[)）](?=[\s\p{Script=Han}])|([\u2460-\u2473]))/gu
const SERIES: readonly (readonly string[])[] = [
  Array.from({ length: 20 }, (_, index) => `${index + 1}`),
  [...'abcdefgh'],
  ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'],
]

/** A mark, and where the entry behind it begins. */
interface Mark {
  at: number
  end: number
  mark: string
}

/** Gives the marks of a paragraph that stand in a span of it. */
function marksIn(text: string, { start, end }: Span): (span: Span) => Mark[] {
  const all = [...text.slice(start, end).matchAll(MARK)].map((hit) => ({
    at: start + hit.index,
    end: start + hit.index + hit[0].length,
    mark: hit[1] ?? `${(hit[2]?.codePointAt(0) ?? 0x245f) - 0x245f}`,
  }))
  const starts = all.map(({ at }) => at)
  return (span) => all.slice(lowerBound(starts, span.start), lowerBound(starts, span.end))
}

/** "(1) ... (2) ...", also with letters, Roman numbers and circled digits. */
function markedIn(
  text: string,
  span: Span,
  language: string,
  marks: (span: Span) => Mark[],
): SentenceList | undefined {
  const found = ascending(marks(span))
  const [first, last] = [found[0], found.at(-1)]
  if (!first || !last) return undefined
  const rest = { start: last.end, end: Math.min(span.end, last.end + LONGEST_ENTRY) }
  const end = sentencesOf(text, rest, language)[0]?.end ?? span.end
  const entries = found.map(({ end: from, mark }, index) => ({
    ...entrySpan(text, from, found[index + 1]?.at ?? end),
    number: mark,
  }))
  if (entries.some((entry) => !/\p{L}{2}/u.test(text.slice(entry.start, entry.end))))
    return undefined
  // Letters name what stands side by side as often as what comes one after the other.
  const ordered = !/^[a-h]$/i.test(first.mark) || found[1]?.mark.toLowerCase() === 'ii'
  return { ...announcedBy(text, span.start, first.at), entries, ordered, end }
}

/** The marks that count up from the first one, of one kind. */
function ascending(hits: readonly Mark[]): Mark[] {
  for (const series of SERIES) {
    const found: Mark[] = []
    for (const hit of hits) if (hit.mark.toLowerCase() === series[found.length]) found.push(hit)
    if (found.length > 1) return found
  }
  return []
}

const PHASE =
  /(?<=^|[.;:。；]\s{0,400})(?:(?:in|during)\s+)?(?:(?:phase|stage|step|part)\s+(\d{1,2}|[IVX]{1,4}|[A-D]|one|two|three|four|five|six)\b|第([一二三四五六七八九十\d]+)(?:个?阶段|步|部分))\s*(?:[(（]([^()（）]{2,60})[)）])?\s*(?:[:：,，.–—-]\s*|(?=\p{Ll}))/giu

/** "Phase 1 (screening): ... Phase 2 (analysis): ...", to the end of the paragraph. */
function phasesIn(text: string, span: Span): SentenceList | undefined {
  const hits = [...text.slice(span.start, span.end).matchAll(PHASE)]
  const numbers = new Set(hits.map((hit) => hit[1] ?? hit[2]))
  const [first] = hits
  if (!first || hits.length < 2 || numbers.size !== hits.length) return undefined
  const entries = hits.map((hit, index): Entry => {
    const at = span.start + hit.index
    const end = span.start + (hits[index + 1]?.index ?? span.end - span.start)
    const named = hit[3] === undefined ? -1 : at + hit[0].lastIndexOf(hit[3])
    return {
      ...entrySpan(text, at + hit[0].length, end),
      ...(hit[3] !== undefined && { name: { start: named, end: named + hit[3].length } }),
    }
  })
  const announced = announcedBy(text, span.start, span.start + first.index)
  return { ...announced, entries, ordered: true, end: span.end }
}

const COUNTED = new RegExp(
  String.raw`\b(?:(${NUMBER_WORDS.join('|')}|\d{1,2})(?:\s+|-)(?:[\p{L}-]+\s+){0,3}?(?:stages?|steps?|phases?)|pipeline|workflow|procedure|protocol|process)\b[^.:;]{0,60}?(?::|\s[–—])\s+`,
  'iu',
)

/** "Three steps: a, b and c", where there are as many; "the pipeline: a, b, c". */
function countedIn(text: string, start: number, end: number): SentenceList | undefined {
  const hit = COUNTED.exec(text.slice(start, end))
  if (!hit) return undefined
  const from = start + hit.index + hit[0].length
  const word = hit[1]?.toLowerCase()
  const count = word && (NUMBER_WORDS.indexOf(word) + 1 || Number(word))
  const entries = [/;\s*/g, /[,、]\s*(?:and\s+)?|\s+and\s+/g, /[,、]\s*/g]
    .map((sign) => entriesBetween(text, from, end, sign))
    .find((each) => (count ? each.length === count : each.length > 2))
  return entries && { ...announcedBy(text, start, from), entries, ordered: true, end }
}

const THEN = new RegExp(
  String.raw`(?:[,;]\s*(?:and\s+)?|\s+and\s+)(?:${AFTER}|(?:second|third|fourth)(?:ly)?)\b,?\s+`,
  'gi',
)
const FIRST = /(?:^|[:;]\s*|\b(?:we|is|are|was|were)\s+)first(?:ly)?\b/i

/** Two or more of "first", "then", "finally". */
function sequenceIn(text: string, start: number, end: number): SentenceList | undefined {
  const words = text.slice(start, end)
  const cuts = [...words.matchAll(THEN)].length
  if (cuts === 0 || cuts + Number(FIRST.test(words)) < 2) return undefined
  const entries = entriesBetween(text, start, end, THEN)
  const isSaid = (entry: Span) => /\S\s+\S/.test(text.slice(entry.start, entry.end))
  return entries.every(isSaid) ? { entries, ordered: true, end } : undefined
}

const ARROWS = /\s*(?:-{1,2}>|={1,2}>|→|⇒|⟶|➜)\s*/g

function arrowsIn(text: string, start: number, end: number): SentenceList | undefined {
  const words = text.slice(start, end)
  if ([...words.matchAll(ARROWS)].length < 2 || /;/.test(words.replace(/\([^()]*\)/g, '')))
    return undefined
  const colon = words.search(/[:：]\s/)
  const from = colon < 0 ? start : start + colon + 1
  const entries = entriesBetween(text, from, end, ARROWS)
  const announced = colon < 0 ? {} : announcedBy(text, start, from)
  return entries.length > 2 ? { ...announced, entries, ordered: true, end } : undefined
}

/** What signs part between two places of a text. */
export function entriesBetween(text: string, start: number, end: number, sign: RegExp): Entry[] {
  const cuts = [...text.slice(start, end).matchAll(sign)].map((hit) => ({
    from: start + hit.index,
    to: start + hit.index + hit[0].length,
  }))
  return [...cuts, { from: end, to: end }]
    .map(({ from }, index) => entrySpan(text, cuts[index - 1]?.to ?? start, from))
    .filter((entry) => entry.end > entry.start)
}

/** Without the signs and the "and" that join it to its neighbours. */
function entrySpan(text: string, start: number, end: number): Span {
  const words = text.slice(start, end)
  const head = /^[\s:：,，;；.–—-]*(?:(?:and|then)\s+)?/i.exec(words)?.[0].length ?? 0
  return { start: start + head, end: Math.max(start + head, start + lengthBefore(words, JOINING)) }
}

const JOINING = /(?:[\s,，;；.。:：]|\b(?:and|then|or)|和|以及)$/i

/** How long words are without what `ending` matches at their end, again and again. */
function lengthBefore(words: string, ending: RegExp): number {
  const reach = 12
  let end = words.length
  for (;;) {
    const hit = ending.exec(words.slice(Math.max(0, end - reach), end))
    if (!hit) return end
    end -= hit[0].length
  }
}

/** What announces a list, without the verb that leads to it. */
export function announcedBy(text: string, start: number, end: number): { announcement?: Span } {
  const span = trim(text, start, end)
  const whole = text.slice(span.start, span.end)
  const words = whole.slice(
    0,
    lengthBefore(whole, /(?:[\s:：,，—–-]|\b(?:we|is|are|was|were|as follows))$/u),
  )
  return /\p{L}/u.test(words)
    ? { announcement: { start: span.start, end: span.start + words.length } }
    : {}
}
