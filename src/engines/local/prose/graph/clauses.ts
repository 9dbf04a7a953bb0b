import type { VerbUse } from '../roles'
import type { Word } from '../words'
import { isThing, listAt } from './lists'
import { objectRelative, relativeArgument, withoutContact } from './relatives'
import type { Unit } from './units'

/** A coordination of things: `A, B and C`. */
export type Things = Unit[]

export interface Argument {
  /** The preposition before it, lower case. */
  link: string
  things: Things
  /** Stands before the verb. */
  early: boolean
  /** What a nested preposition belongs to. */
  host?: Things
}

/** A verb with what it takes. */
export interface Clause {
  use: VerbUse
  /** The doer of an active verb, what is acted on of a passive one. */
  subject: Things
  object: Things
  args: Argument[]
  negated: boolean
  /** The joint that opened it: `when`, `after`, `while`, `if`... */
  opener: string
  /** Index of the clause that it hangs on (relative, reduced, gerund, infinitive), or -1. */
  parent: number
  /** A participle set off by commas: "images, resized to 224 pixels, are". */
  aside: boolean
  /** Has no subject in its own words. */
  bare: boolean
}

export interface ClauseRules {
  coordination: boolean
  relatives: boolean
  sharedVerbs: boolean
}

/** Reads clauses from the units of one sentence. */
export function clausesOf(
  words: readonly Word[],
  units: readonly Unit[],
  rules: ClauseRules,
): Clause[] {
  const verbs = units.flatMap((unit, index) => (unit.use ? [{ at: index, use: unit.use }] : []))
  const starts = verbs.map((verb, index) =>
    subjectStart(units, words, verb.at, verbs[index - 1]?.at ?? -1, verb.use),
  )
  const clauses: Clause[] = []
  verbs.forEach((verb, index) => {
    const end = starts[index + 1]?.from ?? units.length
    const start = starts[index]
    const clause: Clause = {
      use: verb.use,
      subject: [],
      object: [],
      args: [],
      negated: isNegated(words, verb.use.at),
      opener: start?.opener ?? '',
      parent: -1,
      bare: false,
      aside: verb.use.role === 'reduced' && units[verb.at - 1]?.kind === 'comma',
    }
    const own = start ? subjectOf(units, start.from, verb.at, rules) : { things: [], args: [] }
    clause.subject = own.things
    clause.bare = own.things.length === 0
    clause.args.push(...own.args)
    inherit(units, clauses, clause, verb.at, rules)
    complements(units, verb.at + 1, Math.max(verb.at + 1, end), clause, rules)
    if (rules.relatives) {
      objectRelative(units, clause, start)
      relativeArgument(units, clause, start)
    }
    clauses.push(clause)
  })
  return rules.relatives ? withoutContact(units, clauses) : clauses
}

function isNegated(words: readonly Word[], at: number): boolean {
  const near = words.slice(Math.max(0, at - 3), at)
  const verb = near.findLastIndex((word) => word.tag === 'verb')
  const being = words[at - 1]?.lower === 'being' && /^(than|of)$/.test(words[at - 2]?.lower ?? '')
  return (
    being ||
    near.slice(verb + 1).some((word) => /^(not|never|cannot|neither|without)$/.test(word.lower))
  )
}

export interface Start {
  from: number
  opener: string
}

/** Where the clause of the verb at `at` begins, so that the clause before it ends there. */
function subjectStart(
  units: readonly Unit[],
  words: readonly Word[],
  at: number,
  before: number,
  use: VerbUse,
): Start {
  const last = units[at - 1]
  const plain = { from: at, opener: '' }
  if (use.role === 'infinitive' || use.role === 'gerund')
    return last?.kind === 'link' || last?.kind === 'clause'
      ? { from: at - 1, opener: last.text }
      : plain
  if (use.role === 'reduced') return plain
  if (use.coordinated) return trimJoint(units, at)
  if (last?.kind === 'relative') return { from: at - 1, opener: last.text }
  if (before < 0) return opening(units, words, at)
  const relative = lastOf(units, before, at, (unit) => unit.kind === 'relative')
  const clause = lastOf(units, before, at, (unit) => unit.kind === 'clause')
  const strong = Math.max(relative, clause)
  if (strong >= 0) {
    const opener = units[strong]?.text ?? ''
    // "When A is full, B is flushed": the joint belongs to the first verb, the comma parts them.
    return { from: strong, opener }
  }
  // "A conditioned on B and C learns": only a comma parts the subject from what describes it.
  const role = units[before]?.use?.role
  const describes =
    role === 'reduced' || (role === 'gerund' && units[before - 1]?.kind === 'phrase')
  const joined = lastOf(
    units,
    before,
    at,
    (unit, index) =>
      (unit.kind === 'comma' && units[index + 1]?.kind === 'and') || unit.kind === 'colon',
  )
  if (joined >= 0 && hasFree(units, joined, at)) return { from: joined, opener: '' }
  const comma = lastOf(units, before, at, (unit) => unit.kind === 'comma')
  if (comma >= 0 && hasFree(units, comma, at)) return { from: comma, opener: '' }
  if (describes) return plain
  const and = lastOf(units, before, at, (unit) => unit.kind === 'and')
  if (and >= 0 && hasFree(units, and, at)) return { from: and, opener: '' }
  // "The X retrieved by Y is scored": nothing free in between, so the clause has no start of its own.
  const free = lastOf(
    units,
    before,
    at,
    (unit, index) => isThing(unit) && units[index - 1]?.kind !== 'link',
  )
  const direct = free === before + 1
  return free >= 0 && !direct ? { from: free, opener: '' } : plain
}

function trimJoint(units: readonly Unit[], at: number): Start {
  let from = at
  while (units[from - 1]?.kind === 'and' || units[from - 1]?.kind === 'comma') from--
  return { from, opener: '' }
}

/** The first clause of a sentence begins with it; a subordinating joint in front is its opener. */
function opening(units: readonly Unit[], _words: readonly Word[], at: number): Start {
  const joint = units.slice(0, at).findIndex((unit) => unit.kind === 'clause')
  return { from: 0, opener: joint >= 0 ? (units[joint]?.text ?? '') : '' }
}

function lastOf(
  units: readonly Unit[],
  after: number,
  before: number,
  test: (unit: Unit, index: number) => boolean,
): number {
  for (let index = before - 1; index > after; index--) {
    const unit = units[index]
    if (unit && test(unit, index)) return index
  }
  return -1
}

const hasFree = (units: readonly Unit[], from: number, to: number) =>
  units
    .slice(from, to)
    .some((unit, index) => isThing(unit) && units[from + index - 1]?.kind !== 'link')

/** The things before the verb: those no preposition governs are the subject, the others are arguments. */
function subjectOf(
  units: readonly Unit[],
  from: number,
  at: number,
  rules: ClauseRules,
): { things: Things; args: Argument[] } {
  const args: Argument[] = []
  let things: Things = []
  for (let index = from; index < at; index++) {
    const unit = units[index]
    if (!unit) continue
    if (unit.kind === 'link' && isThing(units[index + 1])) {
      const list = listAt(units, index + 1, at, rules, true)
      // "To ground generation in evidence, we ...": what for, not what.
      if (index === 0 && unit.text === 'to') {
        while (index + 1 < at && units[index + 1]?.kind !== 'comma') index++
        continue
      }
      // "utterances from VCTK are mixed", "a planner based on RRT": what the subject is, not what is done.
      const nested =
        things.length > 0 &&
        /^(from|based on|with|in|on|of|for)$/.test(unit.text) &&
        units[index - 1]?.kind !== 'comma'
      args.push({
        link: nested ? `subject ${unit.text}` : unit.text,
        things: list.things,
        early: true,
      })
      index = list.end - 1
    } else if (isThing(unit)) {
      const list = listAt(units, index, at, rules, true)
      const joint = units[index - 1]?.kind
      const apposition = things.length > 0 && joint === 'comma' && list.end < at
      // "twelve factors, among them slope and rainfall, were": what follows is an example.
      const loose = things.length > 0 && joint === 'pronoun'
      // "responses and those that came late"
      const more = things.length > 0 && joint === 'and' && unit.kind === 'pronoun'
      if (!apposition && !loose && !more) things = list.things
      index = list.end - 1
    }
  }
  return { things, args }
}

/** Gives a clause without its own subject the one that it shares. */
function inherit(
  units: readonly Unit[],
  clauses: readonly Clause[],
  clause: Clause,
  at: number,
  rules: ClauseRules,
): void {
  const { role, coordinated } = clause.use
  const last = units[at - 1]
  const relative = last?.kind === 'relative' && units[at - 2]?.kind !== 'link'
  if (role === 'reduced') inheritNoun(units, clauses, clause, at)
  else if (clause.subject.length > 0) return
  else if (relative && rules.relatives) {
    const host = units.slice(0, at - 1).findLast((unit) => unit.kind === 'phrase')
    if (host) clause.subject = [host]
    clause.parent = clauses.length - 1
  } else if (coordinated && rules.sharedVerbs) {
    const main = clauses.findLastIndex(
      (other) => other.use.role === role || !['reduced', 'gerund'].includes(other.use.role),
    )
    clause.subject = clauses[main]?.subject ?? []
    clause.parent = main
  } else if (role === 'gerund' || role === 'infinitive') inheritMain(units, clauses, clause, at)
  else {
    const previous = clauses.at(-1)
    const describes = previous?.use.role === 'reduced' || previous?.use.role === 'gerund'
    if (describes && previous.subject.length > 0)
      clause.subject = withPartners(units, previous.subject, rules)
  }
}

/** "images generated by G": the noun that a participle stands behind. */
function inheritNoun(
  units: readonly Unit[],
  clauses: readonly Clause[],
  clause: Clause,
  at: number,
): void {
  const before = clauses.at(-1)
  if (clause.use.coordinated && before?.use.role === 'reduced') {
    clause.subject = before.subject
    clause.aside = before.aside
    clause.parent = before.parent
    return
  }
  let host = units.slice(0, at).findLastIndex((unit) => isThing(unit))
  // "the structure of the protease, prepared by": the first of the two.
  const second = units[host - 1]?.text === 'of' && units[host - 2]?.kind === 'phrase'
  if (clause.aside && second) host -= 2
  const unit = units[host]
  // "responses and those completed early": both are meant.
  const other =
    unit?.kind === 'pronoun' && units[host - 1]?.kind === 'and' ? units[host - 2] : undefined
  if (unit) clause.subject = other ? [other] : [unit]
  clause.parent = clauses.length - 1
}

/** "molecules violating the rule", "the writer, reading from it, composes"; others hang on the main verb. */
function inheritMain(
  units: readonly Unit[],
  clauses: readonly Clause[],
  clause: Clause,
  at: number,
): void {
  const finite = clauses.findLastIndex(
    (other) => !['reduced', 'gerund', 'infinitive'].includes(other.use.role),
  )
  clause.parent = finite
  if (clause.use.role !== 'gerund') return
  const host = units[at - 1]
  const apart = units[at - 2]
  if (host?.kind === 'phrase') clause.subject = [host]
  else if (host?.kind === 'comma' && apart?.kind === 'phrase' && finite < 0)
    clause.subject = [apart]
}

/** "compounds and molecules violating the rule were removed": both. */
function withPartners(units: readonly Unit[], things: Things, rules: ClauseRules): Things {
  const first = things[0]
  const at = first ? units.indexOf(first) : -1
  const partner = units[at - 2]
  if (
    !rules.coordination ||
    things.length !== 1 ||
    units[at - 1]?.kind !== 'and' ||
    partner?.kind !== 'phrase'
  )
    return things
  return units[at - 3]?.kind === 'link' || units[at - 3]?.kind === 'verb'
    ? things
    : [partner, ...things]
}

/** What follows the verb: its object, then prepositions with theirs. */
function complements(
  units: readonly Unit[],
  from: number,
  to: number,
  clause: Clause,
  rules: ClauseRules,
): void {
  let index = from
  const first = units[index]
  if (isThing(first) && index < to) {
    const list = listAt(units, index, to, rules)
    clause.object = list.things
    index = list.end
  }
  for (; index < to; index++) {
    const unit = units[index]
    if (!unit) break
    if (unit.kind === 'link' && isThing(units[index + 1])) {
      const list = listAt(units, index + 1, to, rules)
      const before = clause.args.at(-1)
      const nested =
        unit.text === 'from' &&
        before &&
        !before.early &&
        /^(with|to|into|in|on|against)$/.test(before.link) &&
        units[index - 1]?.kind === 'phrase'
      clause.args.push(
        nested
          ? {
              link: 'nested from',
              things: list.things,
              early: false,
              host: before.things.slice(-1),
            }
          : { link: unit.text, things: list.things, early: false },
      )
      index = list.end - 1
    } else if (unit.kind === 'colon') {
      const list = listAt(units, index + 1, to, rules)
      if (isThing(units[index + 1]))
        clause.args.push({ link: ':', things: list.things, early: false })
      index = list.end - 1
    }
  }
}
