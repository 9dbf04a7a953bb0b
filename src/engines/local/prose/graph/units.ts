import { type Phrase, phrasesOf } from '../phrases'
import { rolesOf, type VerbUse } from '../roles'
import type { Word } from '../words'

export type UnitKind =
  | 'phrase'
  | 'pronoun'
  | 'verb'
  | 'link'
  | 'and'
  | 'comma'
  | 'relative'
  | 'clause'
  | 'colon'

/** One piece of a clause: a noun phrase, a verb group, a preposition, a joint. Word indices, `to` exclusive. */
export interface Unit {
  kind: UnitKind
  from: number
  to: number
  /** Lower-case words of a link, joint or pronoun: `into`, `such as`, `because`. */
  text: string
  phrase?: Phrase
  use?: VerbUse
}

export interface Aside {
  /** Index in the remaining words of the word it follows; -1 at the start. */
  after: number
  words: Word[]
}

/** Several words that act as one joint. */
const FIXED: readonly (readonly [string, UnitKind])[] = [
  ['as well as', 'and'],
  ['followed by', 'link'],
  ['such as', 'link'],
  ['based on', 'link'],
  ['according to', 'link'],
  ['depending on', 'link'],
  ['together with', 'link'],
  ['along with', 'link'],
  ['rather than', 'link'],
  ['instead of', 'link'],
  ['prior to', 'link'],
  ['due to', 'link'],
  ['in parallel', 'link'],
  ['by means of', 'link'],
  ['in order to', 'link'],
  ['so that', 'clause'],
  ['consisting of', 'link'],
  ['composed of', 'link'],
  ['back to', 'link'],
  ['back into', 'link'],
  ['out of', 'link'],
  ['on the basis of', 'link'],
  ['in addition to', 'link'],
  ['in response to', 'link'],
  ['with respect to', 'link'],
  ['as part of', 'link'],
  ['in terms of', 'link'],
  ['in case of', 'link'],
  ['as input to', 'link'],
  ['as input', 'link'],
  ['so as to', 'link'],
]
const FIXED_BY_FIRST = new Map<string, (readonly [string[], UnitKind])[]>()
for (const [text, kind] of FIXED) {
  const parts = text.split(' ')
  const first = parts[0] ?? ''
  FIXED_BY_FIRST.set(first, [...(FIXED_BY_FIRST.get(first) ?? []), [parts, kind]])
}
/** Participles and gerunds that only ever join. */
const LINKS = new Set(['including', 'namely', 'given', 'using', 'via', 'concerning', 'regarding'])
const PRONOUNS =
  /^(it|they|them|this|these|that|those|both|itself|themselves|each|one|ones|others)$/

/** Cuts what stands in brackets out of a sentence, and says after which word each piece stood. */
export function cutAsides(words: readonly Word[]): { words: Word[]; asides: Aside[] } {
  const kept: Word[] = []
  let skip = 0
  const asides: Aside[] = []
  let open: Word[] | undefined
  let depth = 0
  for (const [at, word] of words.entries()) {
    // "level by level" says how.
    if (words[at + 1]?.lower === 'by' && words[at + 2]?.lower === word.lower && depth === 0)
      skip = 3
    if (skip-- > 0) continue
    if (word.text === '(' || word.text === '[') {
      depth++
      if (depth === 1) open = []
    } else if ((word.text === ')' || word.text === ']') && depth > 0) {
      depth--
      if (depth === 0 && open) {
        asides.push({ after: kept.length - 1, words: open })
        open = undefined
      }
    } else if (open) open.push(word)
    else kept.push(word)
  }
  if (open) asides.push({ after: kept.length - 1, words: open })
  return { words: kept, asides }
}

function fixedAt(
  words: readonly Word[],
  at: number,
): { length: number; kind: UnitKind } | undefined {
  const found = (FIXED_BY_FIRST.get(words[at]?.lower ?? '') ?? [])
    .filter(([parts]) => parts.every((part, index) => words[at + index]?.lower === part))
    .sort((a, b) => b[0].length - a[0].length)[0]
  if (!found) return undefined
  const [parts, kind] = found
  // "fed back to update the model": the last word opens an infinitive.
  const next = words[at + parts.length]
  const verbal = parts.at(-1) === 'to' && next?.verb?.forms.has('base') && next.tag !== 'det'
  if (verbal && ['det', 'pron'].includes(words[at + parts.length + 1]?.tag ?? ''))
    return parts.length > 2 ? { length: parts.length - 1, kind } : undefined
  return { length: parts.length, kind }
}

/** "Following desalting, ...": after it; "the following steps" is none. */
const isFollowing = (words: readonly Word[], at: number) =>
  words[at]?.lower === 'following' && (at === 0 || words[at - 1]?.text === ',')

/** Reads the roles of verbs and the noun phrases of a sentence; words of fixed expressions are taken out first. */
export function unitsOf(
  words: Word[],
  repair: (words: Word[], uses: VerbUse[]) => VerbUse[],
): Unit[] {
  const fixed = new Map<number, { length: number; kind: UnitKind }>()
  for (let at = 0; at < words.length; at++) {
    const found = fixedAt(words, at)
    const word = words[at]
    if (found) {
      for (const part of words.slice(at, at + found.length)) part.tag = 'adp'
      fixed.set(at, found)
      at += found.length - 1
    } else if (word && (LINKS.has(word.lower) || isFollowing(words, at))) word.tag = 'adp'
  }
  const uses = repair(words, rolesOf(words))
  const phrases = phrasesOf(words)
  const useAt = new Map(uses.map((use) => [use.at, use]))
  const phraseAt = new Map(phrases.map((phrase) => [phrase.start, phrase]))
  const units: Unit[] = []
  let at = 0
  while (at < words.length) {
    const unit = unitAt(words, at, fixed.get(at), phraseAt.get(at), useAt.get(at))
    if (unit) units.push(unit)
    at = unit ? Math.max(at + 1, unit.to) : at + 1
  }
  return units
}

const isPart = (words: readonly Word[], at: number) => {
  const before = words[at - 1]
  return (
    before !== undefined &&
    (before.tag === 'num' ||
      before.tag === 'det' ||
      /^(one|ones|most|some|each|all|both)$/.test(before.lower))
  )
}

function unitAt(
  words: readonly Word[],
  at: number,
  fixed: { length: number; kind: UnitKind } | undefined,
  phrase: Phrase | undefined,
  use: VerbUse | undefined,
): Unit | undefined {
  const word = words[at]
  if (!word) return undefined
  const simple = (kind: UnitKind, to = at + 1): Unit => ({
    kind,
    from: at,
    to,
    text: words
      .slice(at, to)
      .map((part) => part.lower)
      .join(' '),
  })
  if (fixed) return simple(fixed.kind, at + fixed.length)
  if (use) return { ...simple('verb'), use }
  if (phrase) return { ...simple('phrase', phrase.end), phrase }
  if (word.tag === 'rel') return simple('relative')
  if (word.lower === 'that') {
    const before = words[at - 1]?.tag
    const next = words.slice(at + 1).find((other) => other.tag !== 'adv')
    const verbal = next && ['verb', 'modal', 'be', 'have'].includes(next.tag)
    if (verbal && (before === 'noun' || before === 'punct')) return simple('relative')
    return simple(verbal ? 'pronoun' : 'clause')
  }
  if (word.lower === 'whether') return simple('clause')
  if (word.tag === 'sconj') return simple(word.lower === 'where' ? 'relative' : 'clause')
  // "two of the authors", "one of its arms": a part stands for the whole.
  if (word.lower === 'of' && isPart(words, at)) return undefined
  if (word.tag === 'adp' || word.tag === 'to') return simple('link')
  if (word.tag === 'conj') return simple('and')
  if (PRONOUNS.test(word.lower) || word.tag === 'pron') return simple('pronoun')
  if (word.text === ':' || word.text === ';') return simple('colon')
  if (word.text === ',' || word.text === '—' || word.text === '–') return simple('comma')
  return undefined
}
