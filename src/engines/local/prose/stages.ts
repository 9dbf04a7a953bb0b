import { type Clauses, type Frame, framesOf } from './frames'
import {
  capitalise,
  detailOf,
  itemsOf,
  type Label,
  slice,
  stem,
  titleOf,
  uncapitalise,
} from './labels'
import { core, type Phrase } from './phrases'
import type { Draft } from './select'
import type { Word } from './words'

export interface SentenceInput {
  masked: string
  words: Word[]
  /** Words that are capital in the middle of sentences too. */
  names: ReadonlySet<string>
  weightOf: (word: string) => number
  block: number
  memory: Memory
}

/** What "it" and "they" can mean: subjects and objects, the last one last. */
export interface Memory {
  spoken: (Label & { plural: boolean })[]
}

const MIN_FRAME = 0.5
const VAGUE =
  /^(process|procedure|step|steps|loop|cycle|this|it|operation|stage|stages|experiment|procedures|iteration)$/

/** The possible stages of one sentence, in order; a sentence without any action gives one light draft. */
export function draftsOf(input: SentenceInput): Draft[] {
  const { masked, words } = input
  if (!words.some((word) => /\p{L}/u.test(word.text))) return []
  const clauses = framesOf(words)
  const frames = clauses.frames.filter(
    (frame) => frame.weight >= MIN_FRAME && (frame.object !== undefined || frame.pronoun),
  )
  if (frames.length === 0) return [lightDraft(input, clauses)].filter((draft) => draft.title !== '')
  return frames.map((frame, index) => frameDraft(input, clauses, frame, frames[index - 1], masked))
}

function frameDraft(
  input: SentenceInput,
  clauses: Clauses,
  frame: Frame,
  previous: Frame | undefined,
  masked: string,
): Draft {
  const { words } = clauses
  const { names, weightOf, block } = input
  const object = frame.object
  const loop = loopOf(masked, clauses, frame)
  const antecedent = frame.pronoun ? antecedentOf(input, clauses, frame) : undefined
  const title = loop ?? titleOf(masked, clauses, frame, names, antecedent)
  const detail = loop ? { text: '', spans: [] } : detailOf(masked, clauses, frame, names)
  const spans = [...title.spans, ...detail.spans]
  remember(input, clauses, [frame.subject, object])
  const own = object ? core(words, object, 4) : undefined
  const key = own ? slice(masked, words, own.start, own.end).text : (antecedent?.text ?? '')
  const known = !frame.use.unknown && !frame.pronoun
  return {
    title: title.text,
    detail: detail.text,
    items: itemsOf(masked, clauses, frame.from, frame.to, spans, weightOf, names),
    spans,
    confidence:
      Math.round(Math.min(0.95, Math.max(0.3, frame.weight - (known ? 0.05 : 0.15))) * 100) / 100,
    weight: frame.weight,
    block,
    verb: frame.use.lemma,
    object: key.toLowerCase(),
    sentence: words[0]?.start ?? 0,
    and: andAfter(words, frame.use.at),
    joined: previous !== undefined && frame.use.coordinated && isJoined(words, previous, frame),
  }
}

function remember(
  input: SentenceInput,
  clauses: Clauses,
  spoken: readonly (Phrase | undefined)[],
): void {
  for (const phrase of spoken) {
    const head = phrase ? clauses.words[phrase.head] : undefined
    if (!phrase || !head) continue
    input.memory.spoken.push({ ...labelOf(input, clauses, phrase), plural: isPlural(head) })
    if (input.memory.spoken.length > 8) input.memory.spoken.shift()
  }
}

function labelOf(input: SentenceInput, clauses: Clauses, phrase: Phrase): Label {
  const own = core(clauses.words, phrase, 3)
  const label = slice(input.masked, clauses.words, own.start, own.end)
  return { ...label, text: uncapitalise(label.text, own.start === 0, input.names) }
}

const isPlural = (head: Word) =>
  /[^s]s$/.test(head.lower) ||
  /^(data|people|mice|bacteria|criteria|spectra|nuclei)$/.test(head.lower)

/** The nearest thing spoken of that agrees in number with the pronoun; a subordinate subject of the same sentence first. */
function antecedentOf(input: SentenceInput, clauses: Clauses, frame: Frame): Label | undefined {
  const { words, phrases } = clauses
  const passive = frame.use.role === 'passive'
  const nearby = passive ? words.slice(0, frame.use.at).reverse() : words.slice(frame.use.at)
  const pronoun = nearby.find((word) => /^(it|they|them|this|these|those)$/.test(word.lower))
  if (!pronoun) return input.memory.spoken.at(-1)
  const plural = /^(they|them|these|those)$/.test(pronoun.lower)
  const agrees = (phrase: Phrase) =>
    words[phrase.head] !== undefined && isPlural(words[phrase.head] as Word) === plural
  const local =
    passive && words[0]?.tag === 'sconj'
      ? phrases.find((phrase) => phrase.start === 1 && agrees(phrase))
      : undefined
  if (local) return labelOf(input, clauses, local)
  return (
    input.memory.spoken.findLast((entry) => entry.plural === plural) ?? input.memory.spoken.at(-1)
  )
}

function andAfter(words: readonly Word[], at: number) {
  const and = words.find((word, index) => index > at && word.lower === 'and')
  return and && { start: and.start, end: and.end }
}

/** Nothing but "and", a comma or an adverb stands between two verbs. */
function isJoined(words: readonly Word[], first: Frame, second: Frame): boolean {
  return words
    .slice(first.use.at + 1, second.use.at)
    .every((word) => word.tag === 'conj' || word.tag === 'adv')
}

/** "This process is repeated until convergence" is titled by its end, not by its empty object. */
function loopOf(masked: string, clauses: Clauses, frame: Frame) {
  const { words } = clauses
  if (!/^(repeat|iterate|alternate|continue)$/.test(frame.use.lemma)) return undefined
  const head = frame.object ? words[frame.object.head]?.lower : undefined
  if (head !== undefined && !VAGUE.test(head)) return undefined
  const verb = words[frame.use.at]
  const until = words.findIndex(
    (word, at) => at > frame.use.at && /^(until|for|till)$/.test(word.lower),
  )
  if (!verb || until < 0) return undefined
  const tail = slice(
    masked,
    words,
    until,
    Math.min(words.length, until + 4, untilEnd(words, until)),
  )
  return {
    text: `${capitalise(frame.use.lemma)} ${tail.text}`,
    spans: [{ start: verb.start, end: verb.end }, ...tail.spans],
  }
}

function untilEnd(words: readonly Word[], from: number): number {
  const end = words.findIndex((word, at) => at > from && word.tag === 'punct')
  return end < 0 ? words.length : end
}

/** A sentence that names no action: its most telling noun phrase, or its first words. */
function lightDraft(input: SentenceInput, clauses: Clauses): Draft {
  const { masked, names, weightOf, block } = input
  const { words, phrases } = clauses
  const ranked = phrases
    .map((phrase) => core(words, phrase, 5))
    .filter((phrase) => /\p{L}/u.test(words[phrase.head]?.text ?? ''))
  const chosen = ranked[0]
  let label = chosen
    ? slice(masked, words, chosen.start, chosen.end)
    : slice(masked, words, 0, Math.min(5, words.length))
  if (label.text.length > 60) {
    const span = label.spans[0]
    label = {
      text: `${label.text.slice(0, 39)}`,
      spans: span ? [{ start: span.start, end: span.end }] : [],
    }
  }
  const verbless = clauses.frames.length === 0
  return {
    title: capitalise(chosen ? uncapitalise(label.text, chosen.start === 0, names) : label.text),
    detail: '',
    items: itemsOf(masked, clauses, 0, words.length, label.spans, weightOf, names),
    spans: label.spans,
    confidence: verbless ? 0.4 : 0.3,
    weight:
      (verbless && phrases.length > 0 ? 0.3 : 0.1) +
      Math.max(0, ...clauses.frames.map((frame) => frame.weight)) * 0.2,
    block,
    sentence: words[0]?.start ?? 0,
    verb: '',
    object: chosen ? stem(words[chosen.head]?.lower ?? '') : '',
    and: undefined,
    joined: false,
  }
}

/** Capitalised words that keep their capital in the middle of a sentence. */
export function properNames(masked: string): Set<string> {
  return new Set(
    [...masked.matchAll(/(?<=[\p{Ll}\d,)] )\p{Lu}[\p{Ll}'’-]+/gu)].map((hit) => hit[0]),
  )
}

/** Rare words tell more: 1 for a word that occurs once, less for one that is everywhere. */
export function rarity(masked: string): (word: string) => number {
  const counts = new Map<string, number>()
  for (const hit of masked.toLowerCase().matchAll(/[\p{L}\d-]+/gu))
    counts.set(hit[0], (counts.get(hit[0]) ?? 0) + 1)
  return (word) => 1 / Math.sqrt(counts.get(word) ?? 1)
}
