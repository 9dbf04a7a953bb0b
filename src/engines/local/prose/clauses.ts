import type { Span } from '../../../forms/diagram'
import { openersEnd } from './openers'
import { opensByVerb, opensOn, startsClause, verbIn } from './verbs'
import { bare, PREPOSITIONS, type Token, tokensOf, UNFINISHED } from './words'

/** A sentence cut where it pauses. All stretches together hold every word that says something. */
export interface Clauses {
  /** The beginning of the main clause, which names the step; two stretches where an aside stood between them. */
  label: Span[]
  /** What is left of that clause, or what leads up to it ("after washing"). */
  detail?: Span
  /** The other clauses, in the order of the text. */
  items: Span[]
}

/** Longest label of a clause that is cut, in words: more does not read as a name. */
const LONGEST = 9
/** A clause of so many words is a label as a whole. */
const WHOLE = 11
/** A clause of up to so many is one where it has no better place to be cut than before its last words. */
const UNCUT = 14
/** Fewer words are no label, and no more than these are no rest: "We cut", "to disk". */
const SHORTEST = 3

/** Cuts an English sentence at its clauses. */
export function clausesOf(text: string, span: Span): Clauses {
  const { lead, main } = openingOf(tokensOf(text, span))
  const { clause, aside } = withoutAside(main)
  const [first = clause, ...others] = segmentsOf(clause)
  const { head, tail } = labelOf(withoutOpeners(first))
  const before = [lead, aside].map(bare).filter(isSaid)
  const detail = tail.length > 0 ? tail : before.shift()
  const items = [...before, ...others.map(bare).filter(isSaid)]
  return {
    label: stretches(head, text),
    ...(detail ? { detail: spanOf(detail) } : {}),
    items: items.map(spanOf),
  }
}

const withoutOpeners = (tokens: readonly Token[]) => tokens.slice(openersEnd(tokens))

/** Words that open a clause which leads up to the main one. */
const SUBORDINATE =
  /^(?:after|before|when|while|whenever|if|once|given|to|until|since|because|as|where|although|though|whereas|unless|depending|provided)$/u
/** Words that open a phrase without a verb. */
const PHRASE =
  /^(?:for|during|in|at|on|from|with|without|using|by|based|following|unlike|through|under|upon|within|prior|instead|across|among|between|according|rather|besides|beyond|due|despite)$/u
/** A list shows by its second comma, or "and", within so many words and signs. */
const LISTED = 4
/** So few words before a comma say when or how, whatever they are: "Offline, we read". */
const SHORT_OPENING = 2

/** "After sequencing, reads were aligned": what leads up to the main clause, and the clause. */
function openingOf(all: readonly Token[]): { lead: Token[]; main: Token[] } {
  const tokens = withoutOpeners(all)
  const commas = tokens.flatMap(({ text, aside }, at) =>
    /^[,–—]$/.test(text) && !aside ? [at] : [],
  )
  const first = tokens[0]?.lower ?? ''
  const isSubordinate = SUBORDINATE.test(first)
  const opensAt = (comma: number) => {
    const lead = tokens.slice(0, comma)
    if (isSubordinate) return !lead.slice(2).some(isSubject) || first !== 'to'
    // "From them a graph is built, ...": the phrase ends before the comma, and the main clause has begun.
    const isParticiple = /ing$/.test(first) && isJoint(tokens[1])
    if (PHRASE.test(first) || isParticiple)
      return verbIn(lead) < 0 && !lead.some(isSubject) && !startsAnew(lead)
    return (
      comma <= SHORT_OPENING && /^(?:we|the|an?|each|every)$/.test(tokens[comma + 1]?.lower ?? '')
    )
  }
  // Where no verb is seen behind it, one comma parts a clause from the main one, and a few words are no list.
  const isOpened = (comma: number) => {
    const rest = tokens.slice(comma + 1, comma + 1 + LISTED)
    if (GOES_ON.test(rest[0]?.lower ?? '')) return false
    return isSubordinate
      ? commas.length === 1
      : comma <= SHORTEST && !rest.some(({ text, lower }) => text === ',' || lower === 'and')
  }
  const clause = commas
    .filter((comma) => opensAt(comma) && !wasSubject(all, tokens))
    .find((comma) =>
      isClause(
        tokens.slice(
          comma + 1,
          commas.find((next) => next > comma),
        ),
      ),
    )
  const at = clause ?? commas.slice(0, 1).find((comma) => opensAt(comma) && isOpened(comma))
  if (at === undefined || tokens.length - at <= SHORTEST) return { lead: [], main: tokens }
  return { lead: tokens.slice(0, at), main: withoutOpeners(tokens.slice(at + 1)) }
}

/** "Using the", "Starting from": no noun such as "Billing records". */
const isJoint = (token: Token | undefined) =>
  token !== undefined && (PREPOSITIONS.has(token.lower) || UNFINISHED.has(token.lower))

/** "From each log the curve": behind the noun of a phrase an article opens the subject. */
const startsAnew = (lead: readonly Token[]) =>
  lead.some(({ lower }, at) => {
    const before = lead[at - 1]
    if (!before || before.sign || PREPOSITIONS.has(before.lower)) return false
    return /^(?:an?|the|each|every)$/.test(lower) && !UNFINISHED.has(before.lower)
  })

const isSubject = ({ lower }: Token) => /^(?:we|i|they|it)$/.test(lower)

/** "We present X, a model that": what stands before the comma is the clause itself. */
const wasSubject = (all: readonly Token[], tokens: readonly Token[]) => {
  const before = all[all.length - tokens.length - 1]
  return before !== undefined && isSubject(before)
}

/** What follows is no main clause: it goes on with the one before. */
const GOES_ON =
  /^(?:which|who|whose|whom|where|before|after|so|while|whereas|otherwise|and|or|but)$/

/** It has a verb that can be seen: a clause, not an entry of a list and not a relative one. */
function isClause(tokens: readonly Token[]): boolean {
  const [first] = tokens
  if (!first || GOES_ON.test(first.lower)) return false
  if (isSubject(first)) return true
  const own = withoutOpeners(tokens)
  return verbIn(own) > 0 || opensByVerb(own)
}

const isSaid = (tokens: readonly Token[]) => tokens.some(({ sign }) => !sign)

const spanOf = (tokens: readonly Token[]): Span => ({
  start: tokens[0]?.start ?? 0,
  end: tokens.at(-1)?.end ?? 0,
})

/** Tokens as stretches of the text: two where words between them were taken out. */
function stretches(tokens: readonly Token[], text: string): Span[] {
  const spans: Span[] = []
  for (const { start, end } of tokens) {
    const last = spans.at(-1)
    if (last && text.slice(last.end, start).trim() === '') last.end = end
    else spans.push({ start, end })
  }
  return spans
}

/** "The graph, in which nodes are rooms, is embedded": what stands between the subject and its verb is told aside. */
function withoutAside(tokens: readonly Token[]): { clause: Token[]; aside: Token[] } {
  const commas = tokens.flatMap(({ text, aside }, at) => (text === ',' && !aside ? [at] : []))
  const [open, close] = commas
  const whole = { clause: [...tokens], aside: [] }
  if (open === undefined || close === undefined || verbIn(tokens.slice(0, open)) >= 0) return whole
  const behind = tokens.slice(close + 1)
  if (
    !AFTER_COMMA.test(tokens[open + 1]?.lower ?? '') ||
    (verbIn(behind) !== 0 && !opensOn(behind))
  )
    return whole
  return { clause: [...tokens.slice(0, open), ...behind], aside: tokens.slice(open + 1, close) }
}

const JOINTS = new Set([';', ':', '–', '—'])
/** Words that open a clause of their own behind a comma. */
const AFTER_COMMA =
  /^(?:which|who|whose|whom|where|when|while|whereas|so|because|since|although|though|if|unless|until|before|after|then|thus|thereby|namely|such|including|with|based|but|yet|each|one|both|all|only|except|from|into|in|on|at|by|for|to|as|through|via|\p{L}{3,}ing|\p{L}{2,}ed)$/u

/** Cuts a clause where another begins. */
function segmentsOf(tokens: readonly Token[]): Token[][] {
  const segments: Token[][] = []
  let from = 0
  let listed = false
  for (const [at, { text, aside }] of tokens.entries()) {
    if (at === 0 || aside) continue
    if (JOINTS.has(text)) listed = text === ':'
    else if (!cutsAt(tokens, at, from, listed)) continue
    segments.push(tokens.slice(from, at))
    from = at
  }
  segments.push(tokens.slice(from))
  return segments
}

/** `listed`: behind a colon, where a comma parts the entries of a list. */
function cutsAt(tokens: readonly Token[], at: number, from: number, listed: boolean): boolean {
  const { text, lower } = tokens[at] as Token
  if (text !== ',' && !/^(?:and|but|followed)$/.test(lower)) return false
  const rest = tokens.slice(at + 1)
  const left = bare(tokens.slice(from, at))
  if (text === ',') {
    const next = rest[0]
    const after = next && /^(?:and|or|but)$/.test(next.lower) ? rest.slice(1) : rest
    return listed || AFTER_COMMA.test(next?.lower ?? '') || startsClause(left, after, 'comma')
  }
  // "A cache and a lake" are two entries, "groups the known and the new" is one.
  const isPair = listed && lower === 'and' && /^(?:an?|the|one)$/.test(rest[0]?.lower ?? '')
  if (isPair && verbIn(left) < 0) return true
  if (lower === 'followed' && rest[0]?.lower === 'by') return true
  return (lower === 'and' || lower === 'but') && startsClause(left, rest, 'and')
}

/** The words that name a clause, and the rest of it. */
function labelOf(tokens: readonly Token[]): { head: Token[]; tail: Token[] } {
  const clean = bare(tokens)
  const wordsTo = (end?: number) => clean.slice(0, end).filter(({ sign }) => !sign).length
  if (wordsTo() <= WHOLE) return { head: clean, tail: [] }
  const verb = verbIn(clean)
  const places = clean.flatMap((_, at) =>
    mayEndBefore(clean, at) && wordsTo(at) >= SHORTEST ? [at] : [],
  )
  // A phrase that ends before its verb would name a thing where the sentence tells of a step.
  const told = places.filter((at) =>
    verb < 0 ? opensByVerb(clean) || opensOn(clean) : at > verb + 1,
  )
  const at =
    told.findLast((each) => wordsTo(each) <= LONGEST) ??
    told[0] ??
    (wordsTo() <= UNCUT ? undefined : places.findLast((each) => wordsTo(each) <= WHOLE))
  const isEnd = at !== undefined && wordsTo() <= UNCUT && wordsTo() - wordsTo(at) <= SHORTEST
  return at === undefined || isEnd
    ? { head: clean, tail: [] }
    : { head: clean.slice(0, at), tail: bare(clean.slice(at)) }
}

/** Before a preposition, a subordinate clause or a bracket a phrase may end. */
function mayEndBefore(tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]]
  if (!before || !token || UNFINISHED.has(before.lower)) return false
  // "2012 to 2023", "pH 4 to 7".
  if (token.lower === 'to' && /^\d/.test(before.text)) return false
  if (/^[([]$/.test(token.text)) return !before.aside
  if (token.aside) return false
  return (
    PREPOSITIONS.has(token.lower) ||
    /^(?:that|when|if|where|while|before|after|because)$/.test(token.lower)
  )
}
