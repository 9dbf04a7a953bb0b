import type { Span } from '../../../../forms/diagram'
import { MEASURE } from '../frames'
import { capitalise, type Label, slice, uncapitalise } from '../labels'
import { core, type Phrase } from '../phrases'
import type { Word } from '../words'
import type { Aside, Unit } from './units'
import { participleOf } from './verb-classes'

/** A thing as one place of the text speaks of it. */
export interface Mention {
  label: string
  spans: Span[]
  /** Stem of its last noun. */
  head: string
  /** Stems of all its words. */
  stems: string[]
  /** Lemmas of participles in front: `rank` in "the ranked passages". */
  participles: string[]
  /** `the`, `this`, `these`, `each`...: speaks of something known. */
  definite: boolean
  article: string
  plural: boolean
  /** Written as a name: no article, a capital or a digit inside. */
  named: boolean
  /** `it`, `they`, `this`. */
  pronoun: string
  /** From brackets or an apposition behind it. */
  detail: Label | undefined
  /** Short forms in brackets: "retrieval-augmented generation (RAG)". */
  aliases: string[]
  /** What follows `of`. */
  of: Mention | undefined
  /** "30 mm", "-23 LUFS": a number and its unit. */
  amount: boolean
  /** Its first letter is capital only because a sentence or label begins with it. */
  common: boolean
  /** "adding hydrogens": a way of doing, no thing. */
  doing: boolean
  /** Stood with a count of people: "two radiologists". */
  counted: boolean
  /** "the teacher's ..." */
  owner: Mention | undefined
  /** "both ...", "the two ..." */
  pair: boolean
  start: number
  end: number
}

export interface Sentence {
  masked: string
  words: Word[]
  units: Unit[]
  asides: Aside[]
  names: ReadonlySet<string>
}

/** Two forms of one word get one stem: `encoder`/`encoders`/`encoding`. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase().replace(/['’]s$/, '')
  if (lower.length <= 3) return lower
  return lower
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x|z)es$/, '$1')
    .replace(/([^su])s$/, '$1')
}

const DEFINITE = /^(the|this|that|these|those|its|their|each|every|both|all)$/
const PLURAL = /^(data|people|mice|bacteria|criteria|spectra|nuclei)$/
const MAX_WORDS = 5

/** Reads a noun phrase or pronoun; with `wide`, "of ..." behind it belongs to it. */
export function mentionOf(sentence: Sentence, unit: Unit, apposition: boolean): Mention {
  const { words } = sentence
  if (!unit.phrase) {
    const word = words[unit.from]
    return {
      ...empty(word ? { start: word.start, end: word.end } : { start: 0, end: 1 }),
      pronoun: unit.text,
      plural: /^(they|them|these|those|both)$/.test(unit.text),
    }
  }
  const found = ofPhrase(sentence, unit)
  const phrase = unmeasured(words, unit.phrase, found?.phrase)
  const partitive = phrase !== unit.phrase
  const of = partitive ? undefined : found
  const mention = plain(sentence, phrase)
  mention.definite ||= DEFINITE.test(words[unit.phrase.start]?.lower ?? '') && !partitive
  const own = core(words, phrase, MAX_WORDS)
  if (of?.phrase) {
    mention.of = plain(sentence, of.phrase)
    const counted = words[of.phrase.start]?.tag === 'num'
    const room = counted ? 0 : MAX_WORDS - (own.end - stripCount(words, own).start)
    const tail = core(words, of.phrase, 3)
    const link = words[unit.to]
    const part = stripCount(words, tail)
    if (link && part.end - part.start < room) {
      const text = slice(sentence.masked, words, part.start, part.end)
      mention.label += ` of ${uncapitalise(text.text, false, sentence.names)}`
      mention.spans.push({ start: link.start, end: link.end }, ...text.spans)
      mention.stems.push(...stemsOf(words, part))
    }
  }
  if (apposition) attachAsides(sentence, unit, mention)
  return mention
}

function empty(span: Span): Mention {
  return {
    label: '',
    spans: [span],
    head: '',
    stems: [],
    participles: [],
    definite: true,
    article: '',
    plural: false,
    named: false,
    pronoun: '',
    detail: undefined,
    aliases: [],
    of: undefined,
    owner: undefined,
    pair: false,
    amount: false,
    counted: false,
    doing: false,
    common: false,
    start: span.start,
    end: span.end,
  }
}

/** A mention that says nothing but where it stands. */
export const spokenOf = (span: Span | undefined): Mention => empty(span ?? { start: 0, end: 1 })

/** Without a leading count: "five clients", "the 12 layers". */
function stripCount(words: readonly Word[], phrase: Phrase): Phrase {
  let { start } = phrase
  const count = (at: number) => words[at]?.tag === 'num' || words[at]?.tag === 'det'
  // "the best 1,000 poses" and "a 30 m DEM" are poses and a DEM.
  if (
    start + 1 < phrase.head &&
    /^(best|top|first|last|most|highest)$/.test(words[start]?.lower ?? '') &&
    count(start + 1)
  )
    start++
  while (start < phrase.head && count(start)) {
    const unit = words[start]?.tag === 'num' && MEASURE.test(words[start + 1]?.lower ?? '')
    start += unit && start + 1 < phrase.head ? 2 : 1
  }
  return { ...phrase, start }
}

const stemsOf = (words: readonly Word[], phrase: Phrase) =>
  words
    .slice(phrase.start, phrase.end)
    .flatMap((word) => word.lower.split(/[-–/]/))
    .filter((word) => word !== '')
    .map(stemOf)

/** The words of a phrase without what stood in brackets between them. */
function joined(masked: string, words: readonly Word[], phrase: Phrase): Label {
  const parts = words.slice(phrase.start, phrase.end)
  const cut = parts.findIndex(
    (word, at) => at > 0 && /[([]/.test(masked.slice(parts[at - 1]?.end, word.start)),
  )
  if (cut < 0) return slice(masked, words, phrase.start, phrase.end)
  const head = slice(masked, words, phrase.start, phrase.start + cut)
  const tail = joined(masked, words, { ...phrase, start: phrase.start + cut })
  return { text: `${head.text} ${tail.text}`, spans: [...head.spans, ...tail.spans] }
}

const COUNT: Readonly<Record<string, number>> = {
  two: 2,
  both: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
}

/** "three classifiers (logistic regression, random forest and XGBoost)": each of them. */
export function membersOf(sentence: Sentence, unit: Unit): Mention[] {
  if (!unit.phrase) return []
  const count = sentence.words
    .slice(unit.phrase.start, unit.phrase.head)
    .map((word) => COUNT[word.lower] ?? Number(word.text))
    .find((number) => number > 1)
  const aside = sentence.asides.find((one) => one.after === unit.to - 1)
  if (!count || !aside) return []
  const parts: Word[][] = [[]]
  for (const word of aside.words)
    if (word.text === ',' || word.tag === 'conj') parts.push([])
    else parts.at(-1)?.push(word)
  const full = parts.filter((part) => part.length > 0)
  if (full.length !== count || full.some((part) => part.length > 4)) return []
  return full.map((part) =>
    plain({ ...sentence, words: part }, { start: 0, end: part.length, head: part.length - 1 }),
  )
}

function plain(sentence: Sentence, phrase: Phrase): Mention {
  const { words, masked, names } = sentence
  const own = stripCount(words, core(words, phrase, MAX_WORDS))
  const label = joined(masked, words, own)
  const first = words[phrase.start]
  const head = words[phrase.head]
  const opens = words[own.start]
  const plainFirst =
    own.start === 0 &&
    /^(ADJ|ADV|VERB)$/.test(opens?.tagged ?? '') &&
    /^\p{Lu}\p{Ll}+$/u.test(opens?.text ?? '')
  const text = plainFirst
    ? label.text.charAt(0).toLowerCase() + label.text.slice(1)
    : uncapitalise(label.text, own.start === 0, names)
  const before = words[phrase.start - 1]
  const article = first?.tag === 'det' ? first.lower : before?.lower === 'whose' ? 'whose' : ''
  const possessor = words.findIndex(
    (word, at) => at >= own.start && at < phrase.head && /['’]s$|s['’]$/.test(word.lower),
  )
  return {
    ...empty(label.spans[0] ?? { start: 0, end: 1 }),
    spans: label.spans,
    label: capitalise(text),
    common: plainFirst || text !== label.text,
    amount:
      first?.tag === 'num' &&
      ((own.end - own.start === 1 && text.length <= 4) || isUnit(words, phrase)),
    head: stemOf(/[^-–/]+$/.exec(head?.lower ?? '')?.[0] ?? ''),
    stems: stemsOf(words, own),
    participles: words
      .slice(phrase.start, phrase.head)
      .flatMap((word) => participleOf(word.lower) ?? []),
    owner: possessor >= 0 ? ownerMention(sentence, own.start, possessor) : undefined,
    doing:
      words[own.start]?.tagged === 'VERB' &&
      /ing$/.test(words[own.start]?.lower ?? '') &&
      own.end - own.start > 1 &&
      article === '',
    counted: words.slice(phrase.start, phrase.head).some((word) => word.tag === 'num'),
    pair: /^(both|two)$/.test(first?.lower ?? '') || words[phrase.start + 1]?.lower === 'two',
    definite: DEFINITE.test(article) || article === 'whose',
    article,
    plural: /[^s]s$/.test(head?.lower ?? '') || PLURAL.test(head?.lower ?? ''),
    named: article === '' && /[\p{Lu}\d]/u.test(text),
  }
}

/** "10 ps resolution": a number and a unit open it. */
const isUnit = (words: readonly Word[], phrase: Phrase) =>
  phrase.head > phrase.start + 1 && /^\p{L}{1,2}$/u.test(words[phrase.start + 1]?.text ?? '')

function ownerMention(sentence: Sentence, start: number, at: number): Mention {
  const label = slice(sentence.masked, sentence.words, start, at + 1)
  const phrase = { start, end: at + 1, head: at }
  return {
    ...empty(label.spans[0] ?? { start: 0, end: 1 }),
    label: label.text.replace(/['’]s?$/, ''),
    head: stemOf(sentence.words[at]?.lower ?? ''),
    stems: stemsOf(sentence.words, phrase),
  }
}

/** "500 ng of RNA" and "a set of queries" speak of RNA and of queries. */
function unmeasured(words: readonly Word[], phrase: Phrase, of: Phrase | undefined): Phrase {
  const head = words[phrase.head]
  const amount =
    words[phrase.head - 1]?.tag === 'num' && head !== undefined && /^\p{Ll}{1,3}$/u.test(head.text)
  if (/^(each|every)$/.test(words[phrase.start]?.lower ?? '')) return phrase
  if (!head || !of || !(MEASURE.test(head.lower) || amount)) return phrase
  return of
}

function ofPhrase(sentence: Sentence, unit: Unit): { phrase: Phrase } | undefined {
  const at = sentence.units.indexOf(unit)
  if (sentence.units[at + 1]?.text !== 'of') return undefined
  const phrase = sentence.units[at + 2]?.phrase
  return phrase && { phrase }
}

/** "BM25 (sparse)" has the detail "sparse"; "generation (RAG)" is RAG from then on. */
function attachAsides(sentence: Sentence, unit: Unit, mention: Mention): void {
  for (const aside of sentence.asides) {
    if (aside.after !== unit.to - 1) continue
    const first = aside.words[0]
    const last = aside.words.at(-1)
    if (!first || !last) continue
    const text = sentence.masked.slice(first.start, last.end).replace(/\s+/g, ' ')
    if (aside.words.length === 1 && /^[\p{Lu}\d][\p{L}\d-]*\p{Lu}s?$/u.test(first.text))
      mention.aliases.push(first.lower)
    if (text.length <= 32 && !/^(e\.g|i\.e|see|for example)/i.test(text))
      mention.detail = { text, spans: [{ start: first.start, end: last.end }] }
  }
}
