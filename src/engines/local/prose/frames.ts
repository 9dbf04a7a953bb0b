import { core, type Phrase, phrasesOf } from './phrases'
import { rolesOf, type VerbUse } from './roles'
import { LIGHT, PERFORMING } from './verb-table'
import type { Word } from './words'

/** One thing done in a sentence: a verb, what it is done to, and where in the sentence that stands. */
export interface Frame {
  use: VerbUse
  object: Phrase | undefined
  /** The object is "it", "them", "they": what was spoken of before. */
  pronoun: boolean
  subject: Phrase | undefined
  /** "attend to the states": the preposition between verb and object. */
  preposition: number | undefined
  /** "we use X to encode Y": the index of X. */
  tool: Phrase | undefined
  /** How much this looks like a step of a method; about 1 for a clear one, below 0.5 for none. */
  weight: number
  /** The words that belong to this clause. */
  from: number
  to: number
}

export interface Clauses {
  words: Word[]
  phrases: Phrase[]
  frames: Frame[]
}

const BACKGROUND =
  /^(previous|prior|recent|existing|traditional|many|several|most|recently|unlike|despite|however|although|in recent|it is|there (is|are)|in this (paper|work|study)|our (contribution|main|goal|aim|key)|this (paper|work|article)|to the best|we (propose|present|introduce|believe|argue|hypothesi[sz]e|note|show|find|demonstrate|observe)|figure|table|fig\b|overview)/i
const RESULT =
  /\b(outperform\w*|significant(?:ly)?|state-of-the-art|p\s?[<=]\s?0?\.\d+|improve[sd]? (?:over|by|upon)|results? (?:show|indicate|suggest|demonstrate)\w*|achiev\w+|(?:accuracy|f1|auc) of \d|compared (?:to|with) (?:the )?baselines?|as shown|we (?:found|show|observed) that)\b/i
const SEQUENCE =
  /^(first|firstly|second|secondly|third|thirdly|then|next|finally|lastly|subsequently|afterwards|thereafter|after|before|initially|to (begin|start)|in the (first|second|third|next|final|last))\b/i

/** Reads a tagged sentence into clauses; `words` are re-tagged in place. */
export function framesOf(words: Word[]): Clauses {
  const uses = rolesOf(words)
  const phrases = phrasesOf(words)
  const frames: Frame[] = []
  const sentence = words.map((word) => word.text).join(' ')
  for (const [index, use] of uses.entries()) {
    if (use.role === 'reduced') continue
    const previous = frames.at(-1)
    const end = uses[index + 1]?.at ?? words.length
    const frame =
      use.role === 'passive'
        ? passive(words, phrases, use, uses, previous)
        : active(words, phrases, use, uses, end)
    frame.weight = weigh(words, frame, sentence)
    frames.push(frame)
  }
  liftPurposes(words, frames)
  bound(words, frames)
  return { words, phrases, frames }
}

function passive(
  words: Word[],
  phrases: Phrase[],
  use: VerbUse,
  uses: readonly VerbUse[],
  previous: Frame | undefined,
): Frame {
  if (use.coordinated && previous?.use.role === 'passive')
    return {
      use,
      object: previous.object,
      pronoun: previous.pronoun,
      subject: undefined,
      preposition: undefined,
      tool: undefined,
      weight: 0,
      from: use.at,
      to: words.length,
    }
  const be = lastIndex(
    words,
    use.at,
    (word) => word.tag === 'be' || word.tag === 'have' || word.tag === 'modal',
  )
  const limit = be < 0 ? use.at : be
  const finite = uses.filter(
    (other) => other.at < use.at && other.role !== 'reduced' && other.role !== 'gerund',
  )
  const from = (finite.at(-1)?.at ?? -1) + 1
  const pick = (start: number) => {
    const candidates = phrases.filter(
      (phrase) =>
        phrase.start >= start &&
        phrase.end <= limit &&
        !isTemporal(words, phrase) &&
        words[phrase.start - 1]?.tag !== 'verb',
    )
    return (
      candidates.find(
        (phrase) => !afterPreposition(words, phrase) && words[phrase.start - 1]?.tag !== 'sconj',
      ) ?? candidates.find((phrase) => words[phrase.start - 1]?.tag === 'sconj')
    )
  }
  const skipped = finite.at(-1)
  const object = pick(from) ?? (skipped?.subordinate ? pick(0) : undefined)
  const own = object ? unmeasure(words, phrases, object) : undefined
  const pronoun = /^(it|they|these|this|those)$/.test(words[limit - 1]?.lower ?? '')
  return {
    use,
    object: pronoun ? undefined : own,
    pronoun,
    subject: undefined,
    preposition: undefined,
    tool: undefined,
    weight: 0,
    from,
    to: words.length,
  }
}

function active(
  words: Word[],
  phrases: Phrase[],
  use: VerbUse,
  uses: readonly VerbUse[],
  end: number,
): Frame {
  let at = use.at + 1
  while (words[at]?.tag === 'adv' || /^(out|up|off|down)$/.test(words[at]?.lower ?? '')) at++
  const object = phrases.find((phrase) => phrase.start === at)
  let preposition: number | undefined
  let found = object
  const between = words[at]
  if (
    !found &&
    between &&
    /^(to|on|over|from|into|for|against|onto|through|with|in|at)$/.test(between.lower) &&
    (between.tag === 'adp' || between.tag === 'to')
  ) {
    found = phrases.find((phrase) => phrase.start === at + 1 && phrase.end <= end)
    if (found) preposition = at
  }
  // "trim and filter the reads": the first verb borrows the object of the second.
  if (!found && between?.tag === 'conj' && uses.some((other) => other.at === at + 1))
    found = phrases.find((phrase) => phrase.start === at + 2)
  const subject = [...phrases]
    .reverse()
    .find((phrase) => phrase.end <= use.at && phrase.end >= use.at - 2)
  const pronoun = /^(it|them|these|this|those)$/.test(between?.lower ?? '') && !found
  return {
    use,
    pronoun,
    object: found ? unmeasure(words, phrases, found) : undefined,
    subject,
    preposition,
    tool: undefined,
    weight: 0,
    from: subject?.start ?? use.at,
    to: end,
  }
}

export const MEASURE =
  /^(ng|mg|µg|μg|ug|g|kg|ml|µl|μl|ul|l|mm|µm|μm|nm|cm|m|min|h|s|set|sets|number|total|series|variety|pair|pairs|collection|amount|range|subset|sequence|aliquot|aliquots|volume|list|batch|bulk|majority|group|kind|type)$/

/** "500 ng of RNA" and "a set of queries" speak of RNA and queries. */
function unmeasure(words: readonly Word[], phrases: readonly Phrase[], phrase: Phrase): Phrase {
  const head = words[phrase.head]
  const bare = core(words, phrase, 4)
  if (words.slice(bare.start, bare.head).some((word) => word.tag !== 'num')) return phrase
  if (!head || !MEASURE.test(head.lower) || words[phrase.end]?.lower !== 'of') return phrase
  return phrases.find((other) => other.start === phrase.end + 1) ?? phrase
}

function afterPreposition(words: readonly Word[], phrase: Phrase): boolean {
  // A coordination inherits the preposition before its first part: "with X and Y".
  const prev = words[phrase.start - 1]
  return prev !== undefined && (prev.tag === 'adp' || prev.tag === 'to')
}

function isTemporal(words: readonly Word[], phrase: Phrase): boolean {
  return (
    /^(step|stage|phase|time|day|days|addition|contrast|experiment|experiments|summary|parallel|turn|way|practice|min|h|hours|minutes|case|cases|one)$/.test(
      words[phrase.head]?.lower ?? '',
    ) && afterPreposition(words, phrase)
  )
}

function lastIndex(words: readonly Word[], before: number, test: (word: Word) => boolean): number {
  let at = -1
  for (let i = before - 1; i >= 0; i--) {
    const word = words[i]
    if (word && test(word)) at = i
    else if (word && word.tag !== 'adv') break
  }
  return at
}

function weigh(words: readonly Word[], frame: Frame, sentence: string): number {
  const { use } = frame
  const strength = words[use.at]?.verb?.strength
  let weight = strength === 'action' ? 0.7 : strength === 'weak' ? 0.1 : 0.4
  if (strength === 'weak' && PERFORMING.has(use.lemma) && frame.object) weight = 0.55
  if (frame.object || frame.pronoun) weight += 0.2
  if (use.role === 'passive' || use.role === 'imperative') weight += 0.15
  const subject = words[use.at - 1]
  if (use.role === 'active' && subject && /^(we|i|they)$/.test(subject.lower)) weight += 0.15
  if (use.role === 'infinitive') weight -= 0.5
  if (use.role === 'gerund') weight -= 0.55
  if (use.subordinate) weight -= 0.45
  if (use.modal) weight -= 0.3
  if (
    /\b(not|never|cannot)\b/.test(
      words
        .slice(Math.max(0, use.at - 3), use.at)
        .map((word) => word.lower)
        .join(' '),
    )
  )
    weight -= 0.4
  if (BACKGROUND.test(sentence)) weight -= 0.45
  if (RESULT.test(sentence)) weight -= 0.5
  if (SEQUENCE.test(sentence)) weight += 0.1
  return weight
}

/** A light verb with an infinitive gives its place to it: "BERT is used to encode queries", "we use BERT to encode queries". */
function liftPurposes(words: readonly Word[], frames: Frame[]): void {
  for (let i = 0; i + 1 < frames.length; i++) {
    const light = frames[i]
    const purpose = frames[i + 1]
    if (!light || !purpose || purpose.use.role !== 'infinitive') continue
    if (!LIGHT.has(light.use.lemma) || light.use.subordinate || !purpose.object) continue
    if (words.slice(light.use.at, purpose.use.at).some((word) => word.text === ',')) continue
    purpose.weight = light.weight + (light.use.lemma === 'apply' ? 0.2 : 0.35)
    purpose.tool = light.object
    purpose.from = light.from
    light.weight = 0
    for (const next of frames.slice(i + 2)) {
      if (!next.use.coordinated || next.use.role !== 'infinitive') break
      next.weight = purpose.weight - 0.05
    }
  }
}

/** Each frame reaches to the next frame that may become a step. */
function bound(words: readonly Word[], frames: readonly Frame[]): void {
  const solid = frames.filter((frame) => frame.weight >= 0.5)
  solid.forEach((frame, index) => {
    const next = solid[index + 1]
    frame.to = next
      ? Math.max(frame.use.at + 1, Math.min(next.use.at, startOf(words, next)))
      : words.length
    frame.from = index === 0 ? 0 : (solid[index - 1]?.to ?? 0)
  })
}

/** Where a frame's clause begins: after the comma or conjunction before its verb. */
function startOf(words: readonly Word[], frame: Frame): number {
  if (frame.use.coordinated || frame.object === undefined || frame.object.start > frame.use.at) {
    let at = frame.use.at
    while (at > 0 && words[at - 1]?.tag === 'adv') at--
    return at
  }
  return frame.object.start
}
