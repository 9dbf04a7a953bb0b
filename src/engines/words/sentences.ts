import type { Span } from '../../forms/diagram'

/** Behind these a full stop ends no sentence; behind the others it does where a capital word follows. */
const BEFORE_NAMES =
  /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|ca|Fig|Figs|Eq|Eqs|Sec|Ref|Refs|Tab|No|Nos|Dr|Prof|Mr|Ms|St|[A-Z])\.$/
const ABBREVIATION =
  /(?:^|[\s(])(?:et al|etc|approx|resp|Inc|Ltd|Co|Corp|al|sp|spp|var|min|max|wt|vol)\.$/
/** A run without any stop is cut there, so that no sentence costs more than a page; one without blanks, too. */
const MAX_WORDS = 120
const MAX_LETTERS = 2000

/** Sentences of a stretch of text, in any language; offsets are the text's own. */
export const sentencesOf = (text: string, span: Span, language: string): Span[] =>
  language === 'en' ? english(text, span) : segmented(text, span, language)

function english(text: string, { start: from, end: to }: Span): Span[] {
  const found: Span[] = []
  let start = from
  const close = (end: number) => {
    const trimmed = trim(text, start, end)
    if (trimmed.end > trimmed.start) found.push(...chop(text, trimmed))
    start = end
  }
  for (const hit of text.slice(from, to).matchAll(/(?<![.!?])[.!?]+["')\]’”]*(?=\s|$)/g)) {
    const dot = from + hit.index
    const end = dot + hit[0].length
    if (hit[0].startsWith('.') && end < to && !endsSentence(text, start, dot, end)) continue
    close(end)
  }
  close(to)
  return found
}

/** Behind an abbreviation, or before a small letter, a full stop ends nothing. */
function endsSentence(text: string, start: number, dot: number, end: number): boolean {
  const next = text.slice(end, end + 12)
  if (/^\s+[a-z]/.test(next) && !/^\s+[a-z]+[A-Z]/.test(next)) return false
  const before = text.slice(Math.max(start, dot - 12), dot + 1)
  if (ABBREVIATION.test(before)) return /^\s+\p{Lu}\p{Ll}/u.test(next)
  return !BEFORE_NAMES.test(before) || isNumeral(text, start, end)
}

/** "treated with DNase I. After ...": a numeral ends a sentence, an initial does not. */
const isNumeral = (text: string, start: number, end: number) =>
  /\p{Ll}{2,} [A-Z]\.$/u.test(text.slice(Math.max(start, end - 20), end)) &&
  /^\s+(?:After|Before|The|A|An|It|Then|Next|Finally|We|In|For|This|These|Each)\b/.test(
    text.slice(end, end + 12),
  )

function chop(text: string, span: Span): Span[] {
  const found: Span[] = []
  let words = 0
  let start = span.start
  for (let at = span.start; at < span.end; at++) {
    const ends = text.charCodeAt(at) <= 32 && text.charCodeAt(at - 1) > 32
    if (ends) words++
    if (!(ends && words % MAX_WORDS === 0) && at - start < MAX_LETTERS) continue
    found.push(trim(text, start, at))
    start = at
  }
  found.push(trim(text, start, span.end))
  return found.filter((each) => each.end > each.start)
}

export function trim(text: string, start: number, end: number): Span {
  let a = start
  let b = Math.max(start, end)
  while (a < b && /\s/.test(text[a] ?? '')) a++
  while (b > a && /\s/.test(text[b - 1] ?? '')) b--
  return { start: a, end: b }
}

function segmented(text: string, { start, end }: Span, language: string): Span[] {
  const segmenter = new Intl.Segmenter(language === 'und' ? 'en' : language, {
    granularity: 'sentence',
  })
  return [...segmenter.segment(text.slice(start, end))]
    .map(({ segment, index }) => trim(text, start + index, start + index + segment.length))
    .filter((span) => span.end > span.start)
    .flatMap((span) => chop(text, span))
}
