import type { Span } from '../../../forms/diagram'

const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|et al|etc|vs|cf|ca|approx|resp|Fig|Figs|Eq|Eqs|Sec|Ref|Refs|Tab|No|Nos|Dr|Prof|Mr|Ms|St|Inc|Ltd|Co|Corp|al|sp|spp|var|min|max|wt|vol|[A-Z])\.$/
const MAX_WORDS = 120

/** Sentences of an English stretch, by punctuation; a semicolon ends one too. Offsets are the text's own. */
export function sentences(text: string, from: number, to: number): Span[] {
  const found: Span[] = []
  const stop = /[.!?]+["')\]’”]*(?=\s|$)|;(?=\s)/g
  stop.lastIndex = from
  let start = from
  const close = (end: number) => {
    const trimmed = trim(text, start, end)
    if (trimmed.end > trimmed.start) found.push(...chop(text, trimmed))
    start = end
  }
  for (let hit = stop.exec(text); hit && hit.index < to; hit = stop.exec(text)) {
    const end = Math.min(to, hit.index + hit[0].length)
    const before = text.slice(Math.max(start, hit.index - 12), hit.index + 1)
    if (
      hit[0].startsWith('.') &&
      ABBREVIATION.test(before) &&
      end < to &&
      !isNumeral(text, start, end)
    )
      continue
    if (
      hit[0].startsWith('.') &&
      /^\s+[a-z]/.test(text.slice(end, end + 12)) &&
      !/^\s+[a-z]+[A-Z]/.test(text.slice(end, end + 12))
    )
      continue
    close(end)
  }
  close(to)
  return found
}

/** "treated with DNase I. After ...": a numeral ends a sentence, an initial does not. */
const isNumeral = (text: string, start: number, end: number) =>
  /\p{L}{2,} [IVX]\.$/u.test(text.slice(Math.max(start, end - 20), end)) &&
  /^\s+(?:After|Before|The|Then|Next|Finally|We|In|For|This|These|Each)\b/.test(
    text.slice(end, end + 12),
  )

/** A run without any stop is cut by word count, so that no sentence costs more than a page. */
function chop(text: string, span: Span): Span[] {
  const found: Span[] = []
  let words = 0
  let start = span.start
  for (let at = span.start; at < span.end; at++) {
    if (text.charCodeAt(at) > 32 || text.charCodeAt(at - 1) <= 32) continue
    if (++words % MAX_WORDS === 0) {
      found.push({ start, end: at })
      start = at
    }
  }
  found.push(trim(text, start, span.end))
  return found
}

export function trim(text: string, start: number, end: number): Span {
  let a = start
  let b = Math.max(start, end)
  while (a < b && /\s/.test(text[a] ?? '')) a++
  while (b > a && /\s/.test(text[b - 1] ?? '')) b--
  return { start: a, end: b }
}

/** Sentences of any script, as the platform knows them. */
export function sentencesOf(text: string, from: number, to: number, language: string): Span[] {
  const segmenter = new Intl.Segmenter(language === 'und' ? 'en' : language, {
    granularity: 'sentence',
  })
  const found: Span[] = []
  for (const { segment, index } of segmenter.segment(text.slice(from, to))) {
    const span = trim(text, from + index, from + index + segment.length)
    if (span.end > span.start) found.push(span)
  }
  return found
}
