import { ACTION, DOUBLING, IRREGULAR, NOUNY, NOUNY_IN_BASE, WEAK } from './verb-table'

export type VerbForm = 'base' | 's' | 'past' | 'ing'
export interface VerbEntry {
  lemma: string
  /** A form can be several at once: "read" is base and past. */
  forms: ReadonlySet<VerbForm>
  /** `action` names a step, `weak` describes. */
  strength: 'action' | 'weak'
  /** More often a noun (or adjective) in this form. */
  nouny: boolean
}

const VOWEL = /[aeiou]/

function third(base: string): string {
  if (/(s|x|z|ch|sh|o)$/.test(base)) return `${base}es`
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`
  return `${base}s`
}

function past(base: string): string {
  if (base.endsWith('e')) return `${base}d`
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`
  return DOUBLING.has(base) ? `${base}${base.at(-1)}ed` : `${base}ed`
}

function gerund(base: string): string {
  if (base.endsWith('ie')) return `${base.slice(0, -2)}ying`
  if (base.endsWith('e') && !base.endsWith('ee')) return `${base.slice(0, -1)}ing`
  return DOUBLING.has(base) ? `${base}${base.at(-1)}ing` : `${base}ing`
}

function build(): Map<string, VerbEntry> {
  const table = new Map<string, VerbEntry & { forms: Set<VerbForm> }>()
  const put = (form: string, kind: VerbForm, lemma: string, strength: VerbEntry['strength']) => {
    const known = table.get(form)
    // "found" stays with "find", "ground" with "grind": the first verb that claims a form keeps it.
    if (known && known.lemma !== lemma) return
    if (known) known.forms.add(kind)
    else {
      const nouny =
        kind === 's'
          ? NOUNY.has(lemma) && !NOUNY_IN_BASE.has(lemma)
          : NOUNY.has(lemma) || NOUNY_IN_BASE.has(lemma)
      table.set(form, { lemma, forms: new Set([kind]), strength, nouny })
    }
  }
  const irregular = new Map(IRREGULAR.map((row) => [row[0], row]))
  const add = (lemma: string, strength: VerbEntry['strength']) => {
    const row = irregular.get(lemma)
    put(lemma, 'base', lemma, strength)
    put(third(lemma), 's', lemma, strength)
    put(gerund(lemma), 'ing', lemma, strength)
    put(row ? row[1] : past(lemma), 'past', lemma, strength)
    if (row) put(row[2], 'past', lemma, strength)
    if (lemma === 'fit') put('fitted', 'past', lemma, strength)
    if (lemma === 'program') put('programed', 'past', lemma, strength)
  }
  for (const lemma of WEAK) add(lemma, 'weak')
  for (const lemma of ACTION) add(lemma, 'action')
  return table
}

let table: Map<string, VerbEntry> | undefined

/**
 * Looks a word up among the forms of the known verbs. A known verb with a prefix ("re-ranked", "pre-trained",
 * "co-embed") counts as known and keeps the prefix in its lemma.
 */
export function verbOf(word: string): VerbEntry | undefined {
  table ??= build()
  const lower = word.toLowerCase()
  const direct = table.get(lower)
  if (direct) return direct
  const compound = /^(.+-)([^-]+)$/.exec(lower)
  const tail = compound ? table.get(compound[2] ?? '') : undefined
  if (compound && tail) return { ...tail, lemma: `${compound[1]}${tail.lemma}`, nouny: tail.nouny }
  const prefixed = /^(re|pre|co|de|un|over|under|post|cross|self|auto|mis|sub)(-?)(.{3,})$/.exec(
    lower,
  )
  if (!prefixed) return undefined
  const [, prefix, hyphen, rest] = prefixed
  const stem = table.get(rest ?? '')
  if (!stem || (hyphen === '' && !/^(re|pre|co|de|over)$/.test(prefix ?? ''))) return undefined
  return { ...stem, lemma: `${prefix}${hyphen}${stem.lemma}`, nouny: false }
}

/** A guess at the base of a verb form that is in no table: only used where the tagger is sure of a verb. */
export function guessLemma(word: string, taggerLemma: string): string {
  const lower = word.toLowerCase()
  if (taggerLemma !== lower) return taggerLemma
  const match = /^(.+?)(ed|ing|s)$/.exec(lower)
  const stem = match?.[1]
  if (!stem || !VOWEL.test(stem)) return lower
  const ending = match[2]
  if (ending === 's') return /(ss|us|is)$/.test(lower) ? lower : stem
  if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1)
  if (/(at|iz|is|ur|iv|uc|ut|ov|as|ag|dg|rg|nc|rs|ns|bl|cl|pl|tl|yz|ys|ir|id|ak)$/.test(stem))
    return `${stem}e`
  return stem
}
