import type { Span } from '../../../forms/diagram'
import { isFunctionWord } from '../language'
import type { Clauses } from './clauses'
import { trim } from './sentences'

/** Connectives and empty subjects that open a sentence or clause and say nothing of its step. */
const OPENERS: Readonly<Record<string, RegExp>> = {
  zh: /^(?:首先|其次|然后|接着|接下来|随后|之后|此后|再次|最后|最终|此外|同时|另外|因此|其中|并且|并|我们|本文|本研究|第[一二三四五六七八九十\d]+(?:步|阶段|个阶段|部分))[，,、：:\s]*/,
  ja: /^(?:まず|はじめに|次に|続いて|その後|さらに|また|最後に|そして|我々は|本研究では)[、，,\s]*/,
  ko: /^(?:먼저|우선|다음으로|그런 다음|이후|그리고|마지막으로|또한|우리는)[,\s]*/,
  ar: /^(?:أولاً|أولا|ثانياً|ثم|بعد ذلك|وأخيراً|وأخيرا|أخيراً|أخيرا|وبعد ذلك)[،,\s]*/,
  de: /^(?:zunächst|zuerst|dann|danach|anschließend|schließlich|zuletzt|außerdem|abschließend|im ersten schritt|im zweiten schritt|werden|wird|wurden|wurde)[,\s]+/i,
  fr: /^(?:d['’]abord|tout d['’]abord|ensuite|puis|enfin|finalement|par la suite|premièrement)[,\s]+/i,
  es: /^(?:primero|en primer lugar|luego|después|a continuación|finalmente|por último|entonces)[,\s]+/i,
  ru: /^(?:сначала|затем|потом|далее|после этого|наконец|в конце)[,\s]+/i,
}
const PAUSE = /[，,;；、،؛:：（）()]+|\s[–—]\s/u
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** Longest label: in signs of scripts without blanks, else in words and letters. */
const [MOST_SIGNS, MOST_WORDS, MOST_LETTERS] = [20, 9, 64]
/** A clause shorter than this is an adverb ("首先"), and goes together with the next. */
const [FEWEST_SIGNS, FEWEST_LETTERS] = [4, 8]

/** Cuts a sentence of a language without rules of ours where its author paused; every clause is kept. */
export function foreignClauses(text: string, span: Span, language: string): Clauses {
  const [first = span, ...items] = pausesOf(text, withoutOpeners(text, span, language))
  const { head, tail } = cut(text, first, language)
  return {
    label: [head],
    ...(tail ? { detail: tail } : {}),
    items: items.map((item) => withoutOpeners(text, item, language)),
  }
}

function withoutOpeners(text: string, span: Span, language: string): Span {
  let { start } = span
  for (let hit = OPENERS[language]?.exec(text.slice(start, span.end)); hit; ) {
    if (start + hit[0].length + 1 >= span.end) break
    start += hit[0].length
    hit = OPENERS[language]?.exec(text.slice(start, span.end)) ?? null
  }
  return { start, end: span.end }
}

/** The stretches between pauses; one that is too short to say something is joined to the next. */
function pausesOf(text: string, { start, end }: Span): Span[] {
  const found: Span[] = []
  const pause = new RegExp(PAUSE, 'gu')
  const least = DENSE.test(text.slice(start, end)) ? FEWEST_SIGNS : FEWEST_LETTERS
  let from = start
  const close = (to: number) => {
    const span = trim(text, from, to)
    const words = text.slice(span.start, span.end).replace(/[.。．!！?？…\s]+$/u, '')
    if (/[\p{L}\p{N}]/u.test(words))
      found.push({ start: span.start, end: span.start + words.length })
  }
  for (const hit of text.slice(start, end).matchAll(pause)) {
    const at = start + hit.index
    // A comma inside a number parts nothing.
    if (/\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + hit[0].length] ?? '')) continue
    if (at - from < least) continue
    close(at)
    from = at + hit[0].length
  }
  close(end)
  return found
}

/** The longest beginning that ends between two words and fits a label, and what is left. */
function cut(text: string, span: Span, language: string): { head: Span; tail?: Span } {
  const clause = text.slice(span.start, span.end)
  const dense = DENSE.test(clause)
  const limit = dense ? MOST_SIGNS : MOST_LETTERS
  const segmenter = new Intl.Segmenter(language === 'und' ? 'en' : language, {
    granularity: 'word',
  })
  let [end, words] = [0, 0]
  for (const { index, segment, isWordLike } of segmenter.segment(clause.slice(0, 4 * limit))) {
    if (!isWordLike) continue
    const reach = index + segment.length
    if (end > 0 && (reach > limit || (!dense && words === MOST_WORDS))) {
      const rest = trim(text, span.start + end, span.end)
      return { head: { start: span.start, end: span.start + end }, tail: rest }
    }
    words++
    // A label does not end on an article or a preposition.
    if (end === 0 || dense || !isFunctionWord(segment, language)) end = reach
  }
  return { head: span }
}
