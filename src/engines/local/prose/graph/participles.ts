import type { VerbUse } from '../roles'
import type { Word } from '../words'
import { beforeAdverbs, formsOf, isMainVerb, make } from './repair'

/** "molecules violating the rule", "reads overlapping genes": a participle behind its noun. */
export function describing(words: readonly Word[], uses: readonly VerbUse[]): VerbUse[] {
  return words.flatMap((word, at) => {
    let p = at - 1
    while (words[p]?.tag === 'adv') p--
    const before = words[p]
    const next = words[at + 1]
    const firm =
      word.tagged === 'VERB' ||
      word.verb !== undefined ||
      next?.tag === 'det' ||
      /^\p{Lu}/u.test(next?.text ?? '')
    const fits = word.lower.endsWith('ing') && firm && !uses.some((use) => use.at === at)
    if (!fits || before?.tag !== 'noun' || !/[^s]s$/.test(before.lower) || !next) return []
    if (!['det', 'noun', 'adj', 'num', 'verb'].includes(next.tag)) return []
    return [{ ...make(words, at, 'ing'), role: 'gerund' as const }]
  })
}

/** "images, resized to 224 pixels and augmented, are": participles between commas. */
export function setApart(words: readonly Word[], uses: readonly VerbUse[]): VerbUse[] {
  const found: VerbUse[] = []
  words.forEach((word, at) => {
    const before = words[at - 1]
    const next = words[at + 1]
    const known = uses.some((use) => use.at === at) || !word.verb?.forms.has('past')
    if (known || !next) return
    const joins = before?.tag === 'conj' || (before?.tag === 'adv' && words[at - 2]?.tag === 'conj')
    const open = found.at(-1)
    if (
      joins &&
      open &&
      next.text === ',' &&
      !uses.some((use) => use.at > open.at && use.at < at)
    ) {
      found.push({ ...make(words, at, 'past'), role: 'reduced', coordinated: true })
      return
    }
    if (before?.text !== ',' || words[at - 2]?.tag !== 'noun') return
    if (!['adp', 'to', 'conj'].includes(next.tag) && next.lower !== 'using') return
    const later = uses.some((use) => use.at > at && isMainVerb(use) && !use.coordinated)
    if (later && words.slice(at).some((other) => other.text === ','))
      found.push({ ...make(words, at, 'past'), role: 'reduced' })
  })
  return found
}

/** "themes that emerged were": right behind `that` or `which` stands a verb; "the writer, reading from it, composes". */
export function relatives(words: readonly Word[], uses: readonly VerbUse[]): VerbUse[] {
  return words.flatMap((word, at) => {
    const before = words[at - 1]
    const next = words[at + 1]
    if (uses.some((use) => use.at === at) || !before) return []
    const relative =
      before.tag === 'rel' || (before.lower === 'that' && words[at - 2]?.tag === 'noun')
    const form = formsOf(word).find((one) => one === 'past' || one === 's')
    if (
      relative &&
      before.lower !== 'whose' &&
      form &&
      (word.tagged === 'VERB' || word.verb) &&
      next?.tag !== 'noun'
    )
      return [make(words, at, form)]
    const apart =
      before.text === ',' &&
      words[at - 2]?.tag === 'noun' &&
      word.lower.endsWith('ing') &&
      word.verb
    const opens = next && ['adp', 'det', 'to'].includes(next.tag)
    const closes = words.slice(at).some((other) => other.text === ',')
    if (apart && opens && closes && uses.some((use) => use.at > at && isMainVerb(use)))
      return [{ ...make(words, at, 'ing'), role: 'gerund' as const }]
    return []
  })
}

/** "are merged by the planner, who also smooths them, and rendered": the passive goes on after the aside. */
export function resumed(words: readonly Word[], uses: readonly VerbUse[]): VerbUse[] {
  return words.flatMap((word, at) => {
    const p = beforeAdverbs(words, at)
    if (words[p]?.tag !== 'conj' || words[p - 1]?.text !== ',') return []
    if (
      !word.verb?.forms.has('past') ||
      word.verb.forms.has('base') ||
      uses.some((use) => use.at === at)
    )
      return []
    const next = words[at + 1]
    if (next && !['adp', 'to', 'punct'].includes(next.tag)) return []
    const passive = uses.findLast((use) => use.at < at && use.role === 'passive')
    const aside = passive && words.slice(passive.at, at).some((other) => other.tag === 'rel')
    return aside
      ? [{ ...make(words, at, 'past'), role: 'passive' as const, coordinated: true }]
      : []
  })
}

/** "DNA was harvested, the cassette amplified": a noun phrase behind a comma, and its participle. */
export function elliptic(words: readonly Word[], use: VerbUse, uses: readonly VerbUse[]): VerbUse {
  if (use.role !== 'reduced') return use
  let at = use.at - 1
  while (['noun', 'adj', 'num'].includes(words[at]?.tag ?? '')) at--
  const bare =
    words[at]?.text === ',' && use.at - at <= 3 && /[^s]s$/.test(words[use.at - 1]?.lower ?? '')
  if (!bare && (words[at]?.tag !== 'det' || words[at - 1]?.text !== ',')) return use
  const main = uses.findLast((other) => other.at < use.at && isMainVerb(other))
  return main?.role === 'passive' ? { ...use, role: 'passive' } : use
}
