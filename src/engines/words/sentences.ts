import type { Span } from '../../forms/diagram'

/** Behind these a full stop ends no sentence. */
const BEFORE_NAMES =
  /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|ca|Figs?|Eqs?|Secs?|Refs?|Tab|Nos?|Dr|Prof|Mr|Ms|St|resp|approx|spp?|(?<!\p{Ll}{2,} )[A-Z])\.\s*$/u
/** UTF-16 units; a run without any stop is cut there, so that no sentence costs more than a page; one word at twice that. */
const LONGEST = 1000

const segmenters = new Map<string, Intl.Segmenter>()

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known) return known
  const tag = language === 'und' ? 'en' : language
  const made = new Intl.Segmenter(tag, { granularity: 'sentence' })
  segmenters.set(language, made)
  return made
}

/** Sentences of a stretch of text, in any language; offsets are the text's own. An end of a line ends none. */
export function sentencesOf(text: string, { start, end }: Span, language: string): Span[] {
  const found: Span[] = []
  let goesOn = false
  const inOneLine = text.slice(start, end).replace(/[\r\n]/g, ' ')
  for (const { segment, index } of segmenterOf(language).segment(inOneLine)) {
    const last = found.at(-1)
    const stop = start + index + segment.length
    if (last && goesOn) last.end = stop
    else found.push({ start: start + index, end: stop })
    goesOn = BEFORE_NAMES.test(segment)
  }
  return found
    .map((span) => trim(text, span.start, span.end))
    .filter((span) => span.end > span.start)
    .flatMap((span) => chop(text, span))
}

function chop(text: string, span: Span): Span[] {
  const { start, end } = span
  if (end - start <= LONGEST) return [span]
  const blank = text.lastIndexOf(' ', start + LONGEST)
  const cut = blank > start ? blank : Math.min(end, start + 2 * LONGEST)
  return [trim(text, start, cut), ...chop(text, trim(text, cut, end))]
}

export function trim(text: string, start: number, end: number): Span {
  let a = start
  let b = Math.max(start, end)
  while (a < b && /\s/.test(text[a] ?? '')) a++
  while (b > a && /\s/.test(text[b - 1] ?? '')) b--
  return { start: a, end: b }
}
