import type { Span } from '../../../forms/diagram'
import { openersEnd } from './openers'
import { sentencesOf, trim } from './sentences'
import { opensByVerb, opensOn, verbIn } from './verbs'
import { tokensOf } from './words'

/** One entry of a list that stands inside running text. */
interface Entry extends Span {
  /** As its author numbers it. */
  number?: string
  /** As its author names it: "Phase 1 (screening)". */
  name?: Span
}

export interface Enumeration {
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

/** The first list inside a paragraph: "(1) ... (2) ...", "Phase 1 (screening): ...", "three steps: a, b and c". */
export function enumerationIn(
  text: string,
  { start, end }: Span,
  language: string,
): Enumeration | undefined {
  const span = { start, end: Math.min(end, start + LONGEST_LIST) }
  return markedIn(text, span, language) ?? phasesIn(text, span, language)
}

const MARK =
  /(?<=^|[\s:：;；,，、。—–])(?:[(（]?(\d{1,2}|[a-hA-H]|[ivx]{1,4})[)）](?=[\s\p{Script=Han}])|([\u2460-\u2473]))/gu
/** "1. " in running text needs company, or a colon before it, to be no end of a sentence. */
const DOTTED = /(?<=^|[\s:：])(\d{1,2})\.\s+(?=\p{L})/gu
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x']

/** "(1) ... (2) ...", also with letters, Roman numbers and circled digits. */
function markedIn(text: string, span: Span, language: string): Enumeration | undefined {
  const words = text.slice(span.start, span.end)
  const hits = (pattern: RegExp) =>
    [...words.matchAll(pattern)].map((hit) => ({
      at: span.start + hit.index,
      end: span.start + hit.index + hit[0].length,
      mark: hit[1] ?? `${(hit[2]?.codePointAt(0) ?? 0x245f) - 0x245f}`,
    }))
  const marks = ascending(hits(MARK))
  const dotted = ascending(hits(DOTTED))
  const announced = /[:：]\s*$/.test(text.slice(span.start, dotted[0]?.at ?? span.start))
  const found = marks.length > 1 ? marks : dotted.length > (announced ? 1 : 2) ? dotted : []
  const first = found[0]
  const last = found.at(-1)
  if (!first || !last) return undefined
  const sentence = sentencesOf(text, { start: last.end, end: span.end }, language)[0]
  const end = sentence?.end ?? span.end
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

interface Hit {
  at: number
  end: number
  mark: string
}

/** The marks that count up from the first one, of one kind. */
function ascending(hits: readonly Hit[]): Hit[] {
  for (const series of [DIGITS, LETTERS, ROMAN]) {
    const found: Hit[] = []
    for (const hit of hits) if (hit.mark.toLowerCase() === series[found.length]) found.push(hit)
    if (found.length > 1) return found
  }
  return []
}

const DIGITS = Array.from({ length: 20 }, (_, index) => `${index + 1}`)
const LETTERS = [...'abcdefgh']

/** Without the signs and the "and" that join it to the next entry. */
function entrySpan(text: string, start: number, end: number): Span {
  const words = text.slice(start, end)
  const head = /^[\s:：,，;；.–—-]*(?:(?:and|then)\s+)?/i.exec(words)?.[0].length ?? 0
  return { start: start + head, end: Math.max(start + head, start + lengthBefore(words, JOINING)) }
}

const JOINING = /(?:[\s,，;；.。:：]|\b(?:and|then|or)|和|以及)$/i

/** How long words are without what `ending` matches at their end, again and again. */
function lengthBefore(words: string, ending: RegExp): number {
  const reach = 8
  let end = words.length
  for (;;) {
    const hit = ending.exec(words.slice(Math.max(0, end - reach), end))
    if (!hit) return end
    end -= hit[0].length
  }
}

function announcedBy(text: string, start: number, end: number): { announcement?: Span } {
  const span = trim(text, start, end)
  const whole = text.slice(span.start, span.end)
  const words = whole.slice(0, lengthBefore(whole, /[\s:：,，—–-]$/u))
  return /\p{L}/u.test(words)
    ? { announcement: { start: span.start, end: span.start + words.length } }
    : {}
}

const PHASE =
  /(?<=^|[.;:。；]\s{0,400})(?:(?:in|during)\s+)?(?:(?:phase|stage|step|part)\s+(\d{1,2}|[IVX]{1,4}|[A-D]|one|two|three|four|five|six)\b|第([一二三四五六七八九十\d]+)(?:个?阶段|步|部分))\s*(?:[(（]([^()（）]{2,60})[)）])?\s*(?:[:：,，.–—-]\s*|(?=\p{Ll}))/giu

/** "Phase 1 (screening): ... Phase 2 (analysis): ...". */
function phasesIn(text: string, span: Span, language: string): Enumeration | undefined {
  const hits = [...text.slice(span.start, span.end).matchAll(PHASE)]
  const numbers = new Set(hits.map((hit) => hit[1] ?? hit[2]))
  const first = hits[0]
  if (!first || hits.length < 2 || numbers.size !== hits.length) return undefined
  const entries = hits.map((hit, index): Entry => {
    const at = span.start + hit.index
    const next = hits[index + 1]
    const end = next
      ? span.start + next.index
      : lastEnd(text, { start: at, end: span.end }, language)
    const name = hit[3]
    const named = name === undefined ? undefined : at + hit[0].lastIndexOf(name)
    return {
      ...entrySpan(text, at + hit[0].length, end),
      ...(name === undefined || named === undefined
        ? {}
        : { name: { start: named, end: named + name.length } }),
    }
  })
  return {
    ...announcedBy(text, span.start, span.start + first.index),
    entries,
    ordered: true,
    end: entries.at(-1)?.end ?? span.end,
  }
}

/** The last phase ends where a sentence says that something comes after it. */
function lastEnd(text: string, span: Span, language: string): number {
  const after = sentencesOf(text, span, language)
    .slice(1)
    .find(({ start }) =>
      /^(?:finally|afterwards|thereafter|lastly|最后|最終|最後)/i.test(
        text.slice(start, start + 16),
      ),
    )
  return after?.start ?? span.end
}

const COUNTS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const ANNOUNCED =
  /\b(?:(two|three|four|five|six|seven|eight|nine|ten|\d{1,2})(?:\s+|-)(?:[\p{L}-]+\s+){0,3}?(?:stages?|steps?|phases?|parts)|as follows|the following (?:[\p{L}-]+\s+){0,2}(?:stages|steps|phases|parts)|(?:pipeline|workflow|procedure|protocol|process))\b[^.:;]{0,60}?(?::|\s[–—]|,? namely:?|,? i\.e\.,?)\s+/iu
const THEN =
  /(?:[,;]\s*(?:and\s+)?|\s+and\s+)(?:(?:second(?:ly)?|third(?:ly)?|fourth|then|finally|lastly|afterwards|subsequently)\b,?|next,)\s+/gi
const ARROWS = /\s*(?:-{1,2}>|={1,2}>|→|⇒|⟶|➜)\s*/g

/** A list inside one sentence: "three stages: a, b and c", "first a, then b and finally c", "a -> b -> c". */
export function listedIn(text: string, sentence: Span): Enumeration | undefined {
  const end =
    sentence.end - (/[.!?。]+$/.exec(text.slice(sentence.start, sentence.end))?.[0].length ?? 0)
  return (
    arrowsIn(text, sentence.start, end) ??
    announcedIn(text, sentence.start, end) ??
    sequenceIn(text, sentence.start, end)
  )
}

function announcedIn(text: string, start: number, end: number): Enumeration | undefined {
  const words = text.slice(start, end)
  const hit = ANNOUNCED.exec(words)
  if (!hit) return undefined
  const from = start + hit.index + hit[0].length
  const count =
    hit[1] === undefined ? undefined : COUNTS.indexOf(hit[1].toLowerCase()) + 1 || Number(hit[1])
  const commas = joined(text, entriesBetween(text, from, end, /[,、]\s*/g))
  const last = commas.at(-1)
  const pair = last ? entriesBetween(text, last.start, last.end, /\s+and\s+/g) : []
  const entries = [
    entriesBetween(text, from, end, /;\s*/g),
    // "a, b and c"; with a comma before "and" the last entry stands alone already.
    [...commas.slice(0, -1), ...(isJoined(text, last) ? [last as Entry] : pair)],
    commas,
  ].find((each) => (count === undefined ? each.length > 2 : each.length === count))
  if (!entries || entries.some(({ start, end }) => end - start < 3)) return undefined
  return { ...announcedBy(text, start, from), entries, ordered: true, end }
}

/** "fusion under argon, with recovery of the powder": what begins so belongs to the entry before it. */
function joined(text: string, entries: readonly Entry[]): Entry[] {
  const found: Entry[] = []
  for (const entry of entries) {
    const last = found.at(-1)
    const isRest = /^(?:with|without|including|such as|under|using|which|where|each)\b/i.test(
      text.slice(entry.start, entry.end),
    )
    if (last && isRest) last.end = entry.end
    else found.push(entry)
  }
  return found
}

/** An entry with "and" before it. */
const isJoined = (text: string, entry: Entry | undefined) =>
  entry !== undefined && /\b(?:and|or)\s+$/.test(text.slice(0, entry.start))

/** Two or more of "first", "then", "finally", each before a clause of its own. */
function sequenceIn(text: string, start: number, end: number): Enumeration | undefined {
  const words = text.slice(start, end)
  const cuts = [...words.matchAll(THEN)]
  const opens = /(?:^|[:;]\s*|\b(?:we|is|are|was|were)\s+)first(?:ly)?\b/i.test(words)
  if (cuts.length === 0 || cuts.length + Number(opens) < 2) return undefined
  const entries = entriesBetween(text, start, end, THEN)
  const areClauses = entries.every((entry) => {
    const tokens = tokensOf(text, entry)
    const own = tokens.slice(openersEnd(tokens))
    return verbIn(own) > 0 || opensByVerb(own) || opensOn(own)
  })
  return areClauses ? { entries, ordered: true, end } : undefined
}

function arrowsIn(text: string, start: number, end: number): Enumeration | undefined {
  const words = text.slice(start, end)
  if ([...words.matchAll(ARROWS)].length < 2 || /;/.test(words.replace(/\([^()]*\)/g, '')))
    return undefined
  const colon = words.search(/[:：]\s/)
  const from = colon < 0 ? start : start + colon + 1
  const entries = entriesBetween(text, from, end, ARROWS)
  return entries.length > 2
    ? { ...(colon < 0 ? {} : announcedBy(text, start, from)), entries, ordered: true, end }
    : undefined
}

function entriesBetween(text: string, start: number, end: number, sign: RegExp): Entry[] {
  const found: Entry[] = []
  let from = start
  for (const hit of text.slice(start, end).matchAll(sign)) {
    found.push(entrySpan(text, from, start + hit.index))
    from = start + hit.index + hit[0].length
  }
  found.push(entrySpan(text, from, end))
  return found.filter((entry) => entry.end > entry.start)
}
