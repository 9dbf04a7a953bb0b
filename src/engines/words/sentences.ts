import type { Span } from '../../forms/diagram'
import { remembered } from '../../forms/remembered'
import { SYMBOL } from './symbols'

/** Behind these a full stop ends no sentence: abbreviations, and initials that stand behind a name or nothing. */
const ABBREVIATED =
  /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|ca|viz|incl|Figs?|Eqs?|Sec(?:t|s)?|Refs?|Tabs?|Nos?|Vol|Dr|Prof|Mrs?|Ms|St|resp|approx|spp?|equiv|sat|aq|calcd|cat|d\.\s?h|vgl|bzw|Abb|Nr|inkl|ggf|p\.\s?ex|env|p\.\s?ej|aprox|núm|ad es|(?<!\p{Ll}{3,} )[A-Z])\.\s*$/u
/** And before a number behind these: "no. 5", "v. 2", "Mar. 2021"; in German a day of a month. */
const BEFORE_NUMBER = /(?:^|[\s(])(?:nos?|pp?|v(?:er|ol)?|refs?|\p{Lu}\p{Ll}{2})\.\s*$/u
const DAY = /\p{Ll} \d{1,2}\.\s*$/u
/** What goes on: small letters, also behind a bracket or quote, and the next of several initials. */
const GOES_ON = /^[("“‘]?\p{Ll}|^\p{L}\./u
/** A symbol's small letter may begin a sentence. */
const SMALL_FIRST = new RegExp(String.raw`(?<=[.!?]\s)(?=${SYMBOL})\p{Ll}`, 'gu')
/** Characters within which a bracket is closed again. */
const LONGEST_BRACKET = 300
/** UTF-16 units; a run without any stop is cut there, so that no sentence costs more than a page; one word at twice that. */
const LONGEST = 1000

const segmenterOf = remembered(
  (language: string) =>
    new Intl.Segmenter(language === 'und' ? 'en' : language, { granularity: 'sentence' }),
)

/** Sentences of a stretch of text, in any language; offsets are the text's own. An end of a line ends none. */
export function sentencesOf(text: string, { start, end }: Span, language: string): Span[] {
  const found: Span[] = []
  const line = text
    .slice(start, end)
    .replace(/[\r\n]/g, ' ')
    .replace(SMALL_FIRST, 'X')
  for (const { segment, index } of segmenterOf(language).segment(line)) {
    const last = found.at(-1)
    const stop = start + index + segment.length
    const near = Math.max((last?.start ?? 0) - start, index - LONGEST_BRACKET)
    const rest = line.slice(index, index + LONGEST_BRACKET)
    if (last && goesOn(line.slice(near, index), rest, language)) last.end = stop
    else found.push({ start: start + index, end: stop })
  }
  return found
    .map((span) => trim(text, span.start, span.end))
    .filter((span) => span.end > span.start)
    .flatMap((span) => chop(text, span))
}

/** Whether what stands behind a stop still belongs to the sentence before it. */
function goesOn(before: string, rest: string, language: string): boolean {
  if (ABBREVIATED.test(before) || GOES_ON.test(rest)) return true
  if (/^\p{N}|^\p{Lu}+-?\p{N}/u.test(rest) && BEFORE_NUMBER.test(before)) return true
  if (language === 'de' && DAY.test(before)) return true
  return before.lastIndexOf('(') > before.lastIndexOf(')') && /^[^()]*\)/.test(rest)
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
