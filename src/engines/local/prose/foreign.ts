import type { DiagramItem, Span } from '../../../forms/diagram'
import { isFunctionWord } from '../language'
import type { Block } from './blocks'
import type { Draft } from './select'
import { sentencesOf, trim } from './sentences'

/** Connectives and empty subjects that open a sentence and say nothing in a title. */
const OPENERS: Readonly<Record<string, RegExp>> = {
  zh: /^(?:首先|其次|然后|接着|接下来|随后|之后|此后|再次|再|最后|最终|此外|同时|另外|因此|第[一二三四五六七八九十]步|其中|并且|并|我们|本文|本研究)[，,、：:\s]*/,
  ja: /^(?:まず|はじめに|次に|続いて|その後|さらに|また|最後に|そして|我々は|本研究では)[、，,\s]*/,
  ko: /^(?:먼저|우선|다음으로|그런 다음|이후|그리고|마지막으로|또한|우리는)[,\s]*/,
  ar: /^(?:أولاً|أولا|ثانياً|ثم|بعد ذلك|وأخيراً|وأخيرا|أخيراً|أخيرا|وبعد ذلك)[،,\s]*/,
  de: /^(?:zunächst|zuerst|dann|danach|anschließend|schließlich|zuletzt|außerdem|abschließend|im ersten schritt|im zweiten schritt|werden|wird|wurden|wurde|ist|sind)[,\s]+/i,
  fr: /^(?:d'abord|tout d'abord|ensuite|puis|enfin|finalement|par la suite|premièrement)[,\s]+/i,
  es: /^(?:primero|en primer lugar|luego|después|a continuación|finalmente|por último|entonces)[,\s]+/i,
  ru: /^(?:сначала|затем|потом|далее|после этого|наконец|в конце)[,\s]+/i,
}
const CLAUSE = /[，,;；、،؛:：。．.!?！？（(]/u
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const MAX_WIDE = 16
const MAX_LONG = 40
const MAX_WORDS = 6

/** One stage a sentence, titled by the start of its first clause: for languages without clause rules of ours. */
export function readForeign(masked: string, parts: readonly Block[], language: string): Draft[] {
  return parts.flatMap((part, block) => {
    if (part.kind === 'heading') return []
    return sentencesOf(masked, part.start, part.end, language)
      .flatMap((span) => steps(masked, span, language))
      .flatMap((span) => draft(masked, span, language, block))
  })
}

/** A Chinese or Japanese sentence often chains its steps by commas and "then". */
function steps(masked: string, span: Span, language: string): Span[] {
  if (language !== 'zh') return [span]
  const cuts = [
    ...masked
      .slice(span.start, span.end)
      .matchAll(/[，,；;](?=\s*(?:然后|接着|随后|再|最后|最终|之后))/gu),
  ]
  const found: Span[] = []
  let start = span.start
  for (const cut of cuts) {
    found.push({ start, end: span.start + cut.index })
    start = span.start + cut.index + 1
  }
  return [...found, trim(masked, start, span.end)]
}

function draft(masked: string, sentence: Span, language: string, block: number): Draft[] {
  const title = titleSpan(masked, sentence, language)
  if (title.end <= title.start || !/[\p{L}\p{N}]/u.test(masked.slice(title.start, title.end)))
    return []
  const text = masked.slice(title.start, title.end).replace(/\s+/g, ' ')
  return [
    {
      title: text.charAt(0).toUpperCase() + text.slice(1),
      detail: '',
      items: items(masked, sentence, title, language),
      spans: [title],
      confidence: 0.5,
      weight: 0.7,
      block,
      sentence: sentence.start,
      verb: '',
      object: '',
      and: undefined,
      joined: false,
    },
  ]
}

function titleSpan(masked: string, sentence: Span, language: string): Span {
  let { start } = sentence
  const opener = OPENERS[language]
  for (let round = 0; opener && round < 3; round++) {
    const hit = opener.exec(masked.slice(start, Math.min(sentence.end, start + 40)))
    if (!hit || start + hit[0].length >= sentence.end) break
    start += hit[0].length
  }
  const rest = masked.slice(start, sentence.end)
  const comma = rest.search(CLAUSE)
  const dense = DENSE.test(rest.slice(0, 20))
  // A clause of one or two signs is an adverb, not a title; then the next one belongs to it.
  const least = dense ? 4 : 8
  const stop = comma >= least ? comma : nextStop(rest, least)
  return trim(masked, start, start + cut(rest.slice(0, stop), language, dense))
}

function nextStop(rest: string, from: number): number {
  const at = rest.slice(from).search(CLAUSE)
  return at < 0 ? rest.length : from + at
}

/** Length of the longest beginning that ends between two words and fits a title. */
function cut(clause: string, language: string, dense: boolean): number {
  const limit = dense ? MAX_WIDE : MAX_LONG
  let end = 0
  let words = 0
  let solid = 0
  const segmenter = new Intl.Segmenter(language === 'und' ? 'en' : language, {
    granularity: 'word',
  })
  for (const part of segmenter.segment(clause.slice(0, limit * 4))) {
    const reach = part.index + part.segment.length
    if (part.isWordLike && (reach > limit || (!dense && words >= MAX_WORDS)) && end > 0) break
    if (part.isWordLike) {
      words++
      end = Math.min(reach, limit)
      // A title does not end on an article, a preposition or "and".
      if (dense || !isFunctionWord(part.segment, language)) solid = end
    }
  }
  return end === 0 ? Math.min(clause.length, limit) : solid || end
}

/** Latin terms inside another script; capitalised nouns in German. */
function items(masked: string, sentence: Span, title: Span, language: string): DiagramItem[] {
  const text = masked.slice(sentence.start, sentence.end)
  const pattern =
    language === 'de'
      ? /(?<=\p{Ll}[ ,] ?)\p{Lu}[\p{L}\d-]{2,30}/gu
      : /[A-Za-z][A-Za-z\d]*(?:[-.+][A-Za-z\d]+)*/g
  const latin = !['zh', 'ja', 'ko', 'ar', 'ru', 'el', 'he', 'th', 'hi', 'de'].includes(language)
  const seen = new Set<string>()
  const found: DiagramItem[] = []
  for (const hit of text.matchAll(
    latin ? /(?<=\p{Ll}[ ,] ?)(?:\p{Lu}[\p{L}\d-]{1,30}|\p{L}+\d[\p{L}\d-]*)/gu : pattern,
  )) {
    const start = sentence.start + hit.index
    const end = start + hit[0].length
    if ((start < title.end && title.start < end) || hit[0].length < 2 || seen.has(hit[0])) continue
    seen.add(hit[0])
    found.push({ label: hit[0], spans: [{ start, end }], confidence: 0.6 })
    if (found.length === 4) break
  }
  return found
}
