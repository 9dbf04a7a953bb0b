import { guessLemma, type VerbForm } from './verbs'
import type { Word } from './words'

/** How a verb stands in its sentence. `reduced` ("passages retrieved by X") and `gerund` say no step of their own. */
export type Role = 'passive' | 'active' | 'imperative' | 'infinitive' | 'reduced' | 'gerund'

export interface VerbUse {
  at: number
  role: Role
  lemma: string
  /** In no verb table: the tagger alone says it is a verb. */
  unknown: boolean
  /** Inside a relative or temporal clause. */
  subordinate: boolean
  /** Shares subject or place with the verb use before it. */
  coordinated: boolean
  /** After can, may, will...: a possibility, not a step. */
  modal: boolean
  form: VerbForm
}

const SEQUENCE =
  /^(then|first|second|third|next|finally|lastly|subsequently|afterwards|thereafter|firstly|secondly|thirdly)$/
const SUBJECT_PRONOUN = /^(we|i|you|they)$/
const REFERENCE = /^(it|they|them|this|these)$/

/** Reads the verbs of a sentence from left to right and re-tags them as `verb`; all other words become nominal. */
export function rolesOf(words: Word[]): VerbUse[] {
  const uses: VerbUse[] = []
  nominalise(words)
  words.forEach((word, at) => {
    if (!isCandidate(word)) return
    for (const form of formsOf(word)) {
      const role = roleOf(words, at, form, uses)
      if (!role) continue
      const last = mainBefore(uses)
      uses.push({
        at,
        role: role.role,
        form,
        lemma: word.verb?.lemma ?? guessLemma(word.lower, word.lemma),
        unknown: word.verb === undefined,
        subordinate: role.coordinated && last ? last.subordinate : isSubordinate(words, at, uses),
        coordinated: role.coordinated === true,
        modal: role.modal === true || (role.coordinated === true && last?.modal === true),
      })
      break
    }
  })
  settle(words, uses)
  return uses
}

/** "the final latent is" and "a U-Net denoiser takes": an adjective that closes a noun phrase is its noun. */
function nominalise(words: Word[]): void {
  const first = words[0]
  // "Reads consult the memtable": a plural that opens a sentence is its subject.
  if (first?.tag === 'verb' && first.verb?.nouny && first.verb.forms.has('s')) first.tag = 'noun'
  words.forEach((word, at) => {
    const prev = words[at - 1]
    const next = words[at + 1]
    // "were low-pass filtered"
    if (prev?.tag === 'be' && word.text.includes('-') && next?.verb?.forms.has('past'))
      word.tag = 'adv'
    if (
      word.tag !== 'adj' ||
      !prev ||
      /^(best|worst|rest|former|latter|full|able)$/.test(word.lower)
    )
      return
    const opens = prev.tag === 'det' || prev.tag === 'adj'
    const noun =
      prev.tag === 'noun' &&
      !/(able|ible|al|ent|ant|ive|ous|ful|less|ic|ary|ed|ly)$/.test(word.lower)
    const closes =
      !next ||
      ['be', 'modal', 'have', 'adp', 'to', 'punct', 'conj', 'rel', 'pron'].includes(next.tag) ||
      (next.verb?.forms.has('s') === true && isObjectStart(words[at + 2]))
    if ((opens || noun) && closes) word.tag = 'noun'
  })
}

/** Verbs keep the tag; a word that turned out to be none is a noun, or an adjective when it is a participle. */
function settle(words: Word[], uses: readonly VerbUse[]): void {
  const used = new Set(uses.map((use) => use.at))
  words.forEach((word, at) => {
    if (used.has(at)) word.tag = 'verb'
    else if (word.tag === 'verb') word.tag = /(ed|en)$/.test(word.lower) ? 'adj' : 'noun'
  })
}

function isCandidate(word: Word): boolean {
  if (word.tag === 'noun' || word.tag === 'adj' || word.tag === 'verb')
    return word.verb !== undefined || word.tagged === 'VERB' || /[a-z]{3}(ed)$/.test(word.lower)
  return false
}

function formsOf(word: Word): VerbForm[] {
  if (word.verb) return [...word.verb.forms]
  if (word.lower.endsWith('ing')) return ['ing']
  if (/(ed|en)$/.test(word.lower)) return ['past']
  return /[^s]s$/.test(word.lower) ? ['s'] : ['base']
}

interface Found {
  role: Role
  coordinated?: boolean
  modal?: boolean
}

function roleOf(words: Word[], at: number, form: VerbForm, uses: VerbUse[]): Found | undefined {
  if (form === 'past') return pastRole(words, at, uses)
  if (form === 'ing') return gerundRole(words, at, uses)
  return form === 's' ? thirdRole(words, at, uses) : baseRole(words, at, uses)
}

function pastRole(words: Word[], at: number, uses: VerbUse[]): Found | undefined {
  const word = words[at]
  const p = before(words, at)
  const prev = words[p]
  const next = words[after(words, at)]
  const last = mainBefore(uses)
  // "Trained with X, the model..." and "Sorted cells were...": neither is a finite verb.
  if (!prev) return undefined
  if (prev.tag === 'be') return { role: 'passive' }
  const joins = prev.tag === 'conj' || prev.text === ','
  if (joins && last?.role === 'passive' && !nominalAhead(words, at))
    return { role: 'passive', coordinated: true }
  if (
    joins &&
    last?.role === 'active' &&
    last.form === 'past' &&
    (startsPhrase(words, at + 1) || next?.tag === 'adp')
  ) {
    const beforeJoin = words[before(words, p)]
    if (beforeJoin?.tag !== 'adj' || next?.tag === 'det')
      return { role: 'active', coordinated: true }
  }
  if (prev.tag === 'pron' && SUBJECT_PRONOUN.test(prev.lower)) return { role: 'active' }
  if (prev.tag === 'have') return { role: 'active' }
  if (prev.tag === 'rel') return { role: 'active' }
  if (word?.verb?.nouny && word.verb.forms.has('base')) return undefined
  const nominal = prev.tag === 'noun' || prev.tag === 'num' || REFERENCE.test(prev.lower)
  if (!nominal) return undefined
  if (isObjectStart(next) && !lastFiniteOpen(words, at, uses)) return { role: 'active' }
  if (next && (next.tag === 'adp' || next.tag === 'to' || next.tag === 'punct')) {
    const alone = !hasFinite(words, 0, words.length) && uses.length === 0 && next.tag !== 'punct'
    return { role: alone ? 'passive' : 'reduced' }
  }
  return undefined
}

function baseRole(words: Word[], at: number, uses: VerbUse[]): Found | undefined {
  const word = words[at]
  if (!word) return undefined
  const p = before(words, at)
  const prev = words[p]
  const next = words[at + 1]
  const last = mainBefore(uses)
  const nouny = word.verb?.nouny ?? true
  const object = startsPhrase(words, at + 1)
  if (!prev || prev.text === ':' || (prev.text === ',' && leadIn(words, p))) {
    if (!word.verb) return undefined
    if (
      !object &&
      next?.tag !== 'adp' &&
      next?.tag !== 'to' &&
      next !== undefined &&
      next.tag !== 'punct' &&
      next.tag !== 'conj'
    )
      return undefined
    const ahead = words[after(words, at)]
    const firm = ahead?.tag === 'det' || ahead?.tag === 'pron'
    if (!firm && nounReading(words, at)) return undefined
    if (next === undefined && prev === undefined) return undefined
    return { role: 'imperative' }
  }
  if (prev.tag === 'modal') return { role: 'active', modal: prev.lower !== 'will' }
  if (prev.tag === 'to') {
    if (nouny && word.tagged !== 'VERB' && !isObjectStart(next)) return undefined
    return { role: 'infinitive' }
  }
  if (prev.tag === 'pron' && SUBJECT_PRONOUN.test(prev.lower)) return { role: 'active' }
  if (prev.tag === 'have') return { role: 'active' }
  const joins = prev.tag === 'conj' || prev.text === ',' || prev.text === '/'
  const chain = last && last.form === 'base' && last.role !== 'gerund' && last.role !== 'reduced'
  if (joins && chain) {
    if (isObjectStart(next)) return { role: last.role, coordinated: true }
    const then = SEQUENCE.test(words[at - 1]?.lower ?? '')
    const join = next?.tag === 'conj' && !nouny
    const plural = prev.tag === 'conj' && next?.tag === 'noun' && word.verb !== undefined
    if (
      (then || !nouny || plural || word.tagged === 'VERB') &&
      (object || next?.tag === 'adp' || join) &&
      !nounReading(words, at)
    )
      return { role: last.role, coordinated: true }
    return undefined
  }
  const several =
    /s$/.test(prev.lower) || words[p - 1]?.tag === 'conj' || words[p - 2]?.tag === 'conj'
  if (
    prev.tag === 'noun' &&
    several &&
    word.verb &&
    isObjectStart(next) &&
    !lastFiniteOpen(words, at, uses)
  )
    return { role: 'active' }
  return undefined
}

function thirdRole(words: Word[], at: number, uses: VerbUse[]): Found | undefined {
  const word = words[at]
  const p = before(words, at)
  const prev = words[p]
  const next = words[at + 1]
  if (!word || !prev || next?.tag === 'be' || next?.tag === 'have' || next?.tag === 'modal')
    return undefined
  const last = mainBefore(uses)
  const joins = prev.tag === 'conj' || prev.text === ','
  const nouny = word.verb?.nouny ?? false
  const object = isObjectStart(next)
  if (joins) {
    const open = prev.text === ',' && !last && p > 1
    if (open && (object || !nouny) && word.verb) return { role: 'active' }
    if (last?.form !== 's') return undefined
    if (
      object ||
      (!nouny && word.verb) ||
      (prev.tag === 'conj' && next?.tag === 'noun' && word.verb)
    )
      return { role: last.role, coordinated: true }
    return undefined
  }
  if (
    prev.tag === 'rel' ||
    (prev.lower === 'that' && p > 0) ||
    prev.lower === 'it' ||
    prev.lower === 'this'
  )
    return { role: 'active' }
  if (
    prev.tag !== 'noun' &&
    prev.tag !== 'num' &&
    words[at - 1]?.tag !== 'adv' &&
    prev.text !== ')'
  )
    return undefined
  const lonely =
    prev.tag === 'noun' &&
    !/s$/.test(prev.lower) &&
    next?.tag === 'noun' &&
    next.verb === undefined &&
    !hasFinite(words, at, words.length) &&
    (word.tagged === 'VERB' || !uses.length)
  if (nouny && !object && !lonely && words[at - 1]?.tag !== 'adv' && next?.tag !== 'to')
    return undefined
  if (!word.verb && !object && next?.tag !== 'adp') return undefined
  return { role: 'active' }
}

function gerundRole(words: Word[], at: number, uses: VerbUse[]): Found | undefined {
  const prev = words[before(words, at)]
  if (!words[at]?.verb && words[at]?.tagged !== 'VERB') return undefined
  const object = isObjectStart(words[at + 1])
  if (prev?.tag === 'be') return object ? { role: 'active' } : undefined
  if (!object && !(prev?.lower === 'by' && startsPhrase(words, at + 1))) return undefined
  if (prev === undefined && uses.length === 0) return { role: 'gerund' }
  return prev?.tag === 'adp' || prev?.tag === 'sconj' || prev?.text === ',' || prev?.tag === 'noun'
    ? { role: 'gerund' }
    : undefined
}

/** The verb that a coordination continues: participles and gerunds in between do not count. */
const mainBefore = (uses: readonly VerbUse[]) =>
  uses.findLast((use) => use.role !== 'reduced' && use.role !== 'gerund')

/** The index of the nearest word to the left that is no adverb; -1 at the start. */
export function before(words: readonly Word[], at: number): number {
  let i = at - 1
  while (i >= 0 && words[i]?.tag === 'adv') i--
  // "First, trim the reads" and "Then, ...": the comma after a leading adverb is no boundary.
  if (
    i >= 0 &&
    words[i]?.text === ',' &&
    words.slice(0, i).every((word) => word.tag === 'adv' || word.text === ',')
  )
    return -1
  return i
}

function after(words: readonly Word[], at: number): number {
  let i = at + 1
  while (words[i]?.tag === 'adv') i++
  return i
}

/** "For each query, retrieve ...": everything before the comma is one prepositional phrase. */
function leadIn(words: readonly Word[], comma: number): boolean {
  const lead = words.slice(0, comma)
  const first = lead[0]
  return (
    first !== undefined &&
    ['adp', 'sconj', 'to'].includes(first.tag) &&
    !lead.some((word) => word.text === ',')
  )
}

/** A determiner, number, pronoun or adjective right after a word makes that word a verb. */
function isObjectStart(next: Word | undefined): boolean {
  return (
    next !== undefined &&
    (next.tag === 'det' ||
      next.tag === 'num' ||
      next.tag === 'pron' ||
      (next.tag === 'adj' && next.verb === undefined) ||
      next.tag === 'rel')
  )
}

/** A noun phrase begins here, adverbs skipped. */
export function startsPhrase(words: readonly Word[], at: number): boolean {
  const word = words[words[at]?.tag === 'adv' ? after(words, at) : at]
  return word !== undefined && ['det', 'num', 'pron', 'adj', 'noun', 'verb'].includes(word.tag)
}

/** The next word is a noun that this participle describes: "and filtered reads were". */
function nominalAhead(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]
  return next?.tag === 'noun' && next.lower !== 'using'
}

function hasFinite(words: readonly Word[], from: number, to: number): boolean {
  return words
    .slice(from, to)
    .some((word) => word.tag === 'be' || word.tag === 'modal' || word.tag === 'have')
}

/** A be, have or modal, or an -s verb, follows before the clause ends: the word at `at` is part of its subject. */
function nounReading(words: readonly Word[], at: number): boolean {
  for (let i = at + 1; i < words.length; i++) {
    const word = words[i]
    if (
      !word ||
      word.text === ',' ||
      word.text === ':' ||
      word.tag === 'rel' ||
      word.tag === 'sconj' ||
      word.lower === 'that'
    )
      return false
    if (word.tag === 'be' || word.tag === 'modal' || word.tag === 'have') return true
    if (word.verb?.forms.has('s') && !word.verb.nouny && words[i - 1]?.tag === 'noun') return true
  }
  return false
}

/** A finite verb of this clause still waits for its object or complement, with no boundary since. */
function lastFiniteOpen(words: readonly Word[], at: number, uses: readonly VerbUse[]): boolean {
  const last = uses.at(-1)
  if (!last || last.role === 'gerund') return false
  return !words
    .slice(last.at + 1, at)
    .some((word) => ['conj', 'rel', 'sconj', 'punct'].includes(word.tag) || word.lower === 'that')
}

function isSubordinate(words: readonly Word[], at: number, uses: readonly VerbUse[]): boolean {
  const stop = uses.at(-1)?.at ?? -1
  for (let i = at - 1; i > stop; i--) {
    const word = words[i]
    if (!word || word.text === ',' || word.text === ':') return false
    if (word.tag === 'rel') return true
    if (word.tag === 'sconj') return i > 0 || words.slice(at).some((later) => later.text === ',')
    if (word.lower === 'that' && i > 0)
      return words[i - 1]?.tag === 'noun' || words[i - 1]?.tag === 'verb'
  }
  return false
}
