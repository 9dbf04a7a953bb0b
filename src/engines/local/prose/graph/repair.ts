import type { VerbUse } from '../roles'
import { guessLemma, type VerbForm } from '../verbs'
import type { Word } from '../words'
import { describing, elliptic, relatives, resumed, setApart } from './participles'

const FINITE = new Set(['active', 'passive', 'imperative'])
export const isMainVerb = (use: VerbUse) => FINITE.has(use.role)
/** A clause needs this much evidence for a word to become its verb. */
const ENOUGH = 2.5

/**
 * Puts right what the tagger got wrong about verbs: a stretch with a subject and no finite verb gets its most
 * verb-like word, a noun taken for a verb is a noun again, and "A was cut, B washed" has two passives.
 * Words are re-tagged in place.
 */
export function repairVerbs(words: Word[], uses: readonly VerbUse[]): VerbUse[] {
  words.forEach((word, at) => {
    // "residual pump light is removed": the last word before the verb is the noun.
    const open = ['noun', 'verb'].includes(words[at - 1]?.tag ?? '') && at > 1
    if (
      word.tag === 'adj' &&
      open &&
      isAux(words[at + 1]) &&
      !/(ed|able|ful|ive|al)$/.test(word.lower)
    )
      word.tag = 'noun'
  })
  let found = [...uses.filter((use) => !isMistaken(words, use, uses)), ...describing(words, uses)]
  found = [
    ...found,
    ...setApart(words, found),
    ...resumed(words, found),
    ...relatives(words, found),
  ].sort((a, b) => a.at - b.at)
  found = found.map((use) => moved(words, use))
  found = found.map((use) => elliptic(words, use, found))
  found = found.map((use) => unbound(words, use, found))
  for (const [from, to] of stretches(words)) {
    const inside = found.filter((use) => use.at >= from && use.at < to)
    if (inside.some((use) => isMainVerb(use) && !(use.coordinated && isLonely(use, found, from))))
      continue
    const gap = gapped(words, inside, found, from)
    if (gap) {
      found = found.map((use) => (use === gap ? { ...gap, role: 'passive' } : use))
      continue
    }
    const limit = inside.find(isMainVerb)?.at ?? to
    const best = bestVerb(words, from, limit, inside)
    if (best)
      found = [...found.filter((use) => use.at !== best.at), best].sort((a, b) => a.at - b.at)
  }
  found = withShared(words, found).filter((use, _, all) => !isSurplus(words, use, all))
  settle(words, uses, found)
  return found
}

/** "are mapped by projection heads into": of two finite verbs without a joint the later is a noun. */
function isSurplus(words: readonly Word[], use: VerbUse, uses: readonly VerbUse[]): boolean {
  if (use.role !== 'active' || use.coordinated || use.modal) return false
  const main = uses.findLast((other) => other.at < use.at && isMainVerb(other))
  if (!main) return false
  const between = words.slice(main.at + 1, use.at)
  if (
    between.some(
      (word) =>
        ['punct', 'conj', 'rel', 'sconj', 'pron', 'be'].includes(word.tag) || word.lower === 'that',
    )
  )
    return false
  return words[use.at]?.verb?.nouny === true || words[use.at]?.verb === undefined
}

/** A second verb whose first one was not seen: "a loss pulls pairs together and pushes others apart". */
const isLonely = (use: VerbUse, uses: readonly VerbUse[], from: number) =>
  from > 0 && !uses.some((other) => other.at >= from && other.at < use.at && isMainVerb(other))

function settle(words: Word[], before: readonly VerbUse[], after: readonly VerbUse[]): void {
  const kept = new Set(after.map((use) => use.at))
  for (const use of before) {
    const word = words[use.at]
    if (!word || kept.has(use.at)) continue
    const noun = words[use.at + 1]?.tag !== 'noun' || use.form === 's'
    word.tag = noun ? 'noun' : 'adj'
  }
  for (const use of after) {
    const word = words[use.at]
    if (word) word.tag = 'verb'
  }
}

/** Stretches that want one finite verb each: between colons, relative and subordinating words, and ", and". */
function stretches(words: readonly Word[]): [number, number][] {
  const found: [number, number][] = []
  let from = 0
  words.forEach((word, at) => {
    const joint =
      word.text === ':' ||
      word.text === ';' ||
      word.tag === 'rel' ||
      (word.tag === 'sconj' && at > 0) ||
      (word.text === ',' && /^(and|but|while|so|or)$/.test(words[at + 1]?.lower ?? ''))
    // "If the critic objects, control goes back": the comma ends the first clause.
    const ends = word.text === ',' && words[from - 1]?.tag === 'sconj' && at - from > 2
    const opens = word.text === ',' && from === 0 && words[0]?.tag === 'sconj' && at > 3
    if (!joint && !ends && !opens) return
    if (at > from) found.push([from, at])
    from = at + 1
  })
  found.push([from, words.length])
  return found
}

const isAux = (word: Word | undefined) =>
  word !== undefined && (word.tag === 'be' || word.tag === 'modal' || word.tag === 'have')

function isMistaken(words: readonly Word[], use: VerbUse, uses: readonly VerbUse[]): boolean {
  const word = words[use.at]
  const next = words[use.at + 1]
  const before = words[use.at - 1]
  if (!word) return true
  if (/^\p{Lu}{2,}$/u.test(word.text)) return true
  if (use.role === 'active' && before?.tag === 'num' && use.form === 's') return true
  const ahead = words.slice(use.at + 1, use.at + 5)
  const stop = ahead.findIndex(
    (other) => other.tag === 'punct' || other.tag === 'adp' || other.tag === 'rel',
  )
  const near = stop < 0 ? ahead : ahead.slice(0, stop)
  // "Binding energies were", "patch tokens interact": a modifier of the subject.
  if ((use.role === 'gerund' || use.role === 'imperative') && before === undefined)
    if (next?.tag !== 'det' && near.some(isAux)) return true
  if (use.role === 'imperative' && next?.tag !== 'det' && next?.tag !== 'pron') {
    const later = words.findIndex((_other, at) => at > use.at + 1 && baseVerb(words, at))
    if (later > 0 && later - use.at <= 4) return true
  }
  // "by superconducting nanowire detectors"
  if (
    use.role === 'gerund' &&
    before?.lower === 'by' &&
    next?.tag === 'noun' &&
    uses.some((other) => other.role === 'passive')
  ) {
    const head = near.findLast((other) => other.tag === 'noun')
    return head !== undefined && /(ors?|ers?|nets?|models?|networks?)$/.test(head.lower)
  }
  return use.role === 'gerund' && before?.tag === 'rel'
}

/** "tokens interact in": a plain verb after a plural, before a preposition or the end. */
function baseVerb(words: readonly Word[], at: number): boolean {
  const word = words[at]
  const before = words[at - 1]
  const form = word?.verb?.forms
  if (!word || !before || before.tag !== 'noun' || !form)
    return word?.tagged === 'VERB' && /[^s]s$/.test(before?.lower ?? '')
  return form.has('s') ? !/s$/.test(before.lower) && words[at + 1]?.tag !== 'noun' : false
}

/** "the searcher issues queries to": the first of two is the verb. */
function moved(words: readonly Word[], use: VerbUse): VerbUse {
  const word = words[use.at]
  const before = words[use.at - 1]
  const subject = words[use.at - 2]
  if (use.role !== 'active' || !word?.verb?.nouny || !before || !subject) return use
  const couldBe = before.verb?.forms.has('s') === true || before.tagged === 'VERB'
  if (before.tag !== 'noun' || !couldBe || !/[^s]s$/.test(before.lower)) return use
  if (subject.tag !== 'noun' || /[^s]s$/.test(subject.lower)) return use
  return make(words, use.at - 1, 's')
}

/** A coordination does not reach across a colon, and "A conditioned on B learns" has one finite verb. */
function unbound(words: readonly Word[], use: VerbUse, uses: readonly VerbUse[]): VerbUse {
  const main = uses.findLast((other) => other.at < use.at && isMainVerb(other))
  const between = main ? words.slice(main.at, use.at) : []
  if (use.coordinated && between.some((word) => word.text === ':' || word.text === ';'))
    return { ...use, coordinated: false, role: 'active' }
  // "the structure, prepared by X": a comma alone, and no "and" to close a list of verbs.
  const opensAside =
    use.coordinated && use.role === 'passive' && words[beforeAdverbs(words, use.at)]?.text === ','
  if (
    opensAside &&
    !uses.some((other) => other.at > use.at && other.coordinated && closes(words, use.at, other.at))
  )
    return { ...use, coordinated: false, role: 'reduced' }
  const aux = words
    .slice(Math.max(0, use.at - 4), use.at)
    .some((word) => word.tag === 'be' || word.tag === 'have')
  if (use.role === 'passive' && !use.coordinated && !aux) {
    const later = uses.find((other) => other.at > use.at && isMainVerb(other) && !other.coordinated)
    const clean =
      later &&
      !words.slice(use.at, later.at).some((word) => word.text === ',' || word.tag === 'rel')
    if (clean) return { ...use, role: 'reduced' }
  }
  return use
}

/** "DNA was harvested, the cassette amplified": the second passive leaves out its "was". */
function gapped(
  words: readonly Word[],
  inside: readonly VerbUse[],
  uses: readonly VerbUse[],
  from: number,
): VerbUse | undefined {
  const use = inside.find((other) => other.role === 'reduced')
  if (!use) return undefined
  const opener = words.slice(from, use.at)
  if (opener.some((word) => word.tag === 'adp' && word.lower !== 'of')) return undefined
  const main = uses.findLast((other) => other.at < from && isMainVerb(other))
  return main?.role === 'passive' || from === 0 ? use : undefined
}

export function beforeAdverbs(words: readonly Word[], at: number): number {
  let p = at - 1
  while (words[p]?.tag === 'adv') p--
  return p
}

const closes = (words: readonly Word[], from: number, to: number) =>
  words[beforeAdverbs(words, to)]?.tag === 'conj' &&
  !words.slice(from, to).some((word) => word.tag === 'be')

function bestVerb(
  words: readonly Word[],
  from: number,
  to: number,
  inside: readonly VerbUse[],
): VerbUse | undefined {
  let best: { at: number; form: VerbForm; score: number } | undefined
  for (let at = from + 1; at < to; at++) {
    const word = words[at]
    if (!word || !['noun', 'adj', 'verb'].includes(word.tag) || !/^\p{Ll}/u.test(word.text))
      continue
    if (inside.some((use) => use.at === at && use.role === 'infinitive')) continue
    for (const form of formsOf(word)) {
      const score = scoreOf(words, at, form, from)
      if (score >= ENOUGH && (!best || score > best.score)) best = { at, form, score }
    }
  }
  return best && make(words, best.at, best.form)
}

export function formsOf(word: Word): VerbForm[] {
  if (word.verb) return [...word.verb.forms].filter((form) => form !== 'ing')
  if (word.tagged !== 'VERB' && !/ed$/.test(word.lower)) return []
  return /ed$/.test(word.lower)
    ? ['past']
    : /[^s]s$/.test(word.lower)
      ? ['s']
      : /ing$/.test(word.lower)
        ? []
        : ['base']
}

function scoreOf(words: readonly Word[], at: number, form: VerbForm, from: number): number {
  const word = words[at]
  let p = at - 1
  while (p >= from && words[p]?.tag === 'adv') p--
  const before = p >= from ? words[p] : undefined
  const next = words[at + 1]
  if (!word || !before) return 0
  if (['det', 'adp', 'to', 'adj', 'be', 'have', 'modal', 'conj'].includes(before.tag)) return 0
  if (next && (isAux(next) || next.text === '-')) return 0
  const plural = /[^s]s$/.test(before.lower) && (p === 0 || !/^\p{Lu}/u.test(before.text))
  let score =
    (word.verb ? 1.5 : 0) + (word.tagged === 'VERB' ? 1.5 : 0) - (word.verb?.nouny ? 0.5 : 0)
  if (before.text === ',') score -= 0.5
  else if (form === 's') score += plural ? -1 : 1.5
  else if (form === 'base') score += plural ? 1 : -3
  else score += 0.5
  if (!next || next.tag === 'punct') score -= 1
  else if (['det', 'num', 'pron'].includes(next.tag)) score += 1.5
  else if (next.tag === 'adp' || next.tag === 'to' || next.tag === 'adj' || next.tag === 'noun')
    score += 0.5
  return score
}

export function make(words: readonly Word[], at: number, form: VerbForm): VerbUse {
  const word = words[at]
  return {
    at,
    role: 'active',
    form,
    lemma: word?.verb?.lemma ?? guessLemma(word?.lower ?? '', word?.lemma ?? ''),
    unknown: word?.verb === undefined,
    subordinate: false,
    coordinated: false,
    modal: false,
  }
}

/** "samples batches and updates the network": the second verb of a repaired clause. */
function withShared(words: readonly Word[], uses: readonly VerbUse[]): VerbUse[] {
  const found = [...uses]
  words.forEach((word, at) => {
    const before = words[at - 1]
    const next = words[at + 1]
    if (before?.tag !== 'conj' || found.some((use) => use.at === at)) return
    if (word.tag !== 'noun' && word.tag !== 'verb') return
    const main = found.findLast((use) => use.at < at && isMainVerb(use))
    if (main?.role !== 'active' || !word.verb?.forms.has(main.form) || main.form === 'past') return
    if (next && ['det', 'num', 'pron'].includes(next.tag))
      found.push({ ...make(words, at, main.form), coordinated: true })
  })
  return found.sort((a, b) => a.at - b.at)
}
