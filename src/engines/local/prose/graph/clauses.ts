import type { VerbUse } from '../roles'
import type { Word } from '../words'
import type { Unit } from './units'
import { classOf } from './verb-classes'

/** A coordination of things: `A, B and C`. */
export type Things = Unit[]

export interface Argument {
  /** The preposition before it, lower case. */
  link: string
  things: Things
  /** Stands before the verb. */
  early: boolean
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

const TAKES_PHRASE = new Set(['phrase', 'pronoun'])
const isThing = (unit: Unit | undefined) => unit !== undefined && TAKES_PHRASE.has(unit.kind)

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

/** "the papers it finds in a memory": what follows the short relative clause belongs to the verb before. */
function withoutContact(units: readonly Unit[], clauses: readonly Clause[]): Clause[] {
  return clauses.filter((clause, index) => {
    const main = clauses[index - 1]
    const subject = clause.subject[0]
    if (!main || subject?.kind !== 'pronoun' || clause.object.length > 0) return true
    const at = units.indexOf(subject)
    if (units[at - 1]?.kind !== 'phrase' || !main.object.includes(units[at - 1] as Unit))
      return true
    main.args.push(...clause.args)
    return false
  })
}

/** "hypotheses, which a language model rescores": what comes before `which` is the object. */
function objectRelative(units: readonly Unit[], clause: Clause, start: Start | undefined): void {
  const joint = start && units[start.from]
  if (joint?.kind !== 'relative' || clause.object.length > 0 || clause.subject.length === 0) return
  if (clause.parent >= 0 || clause.use.role !== 'active' || joint.text === 'where') return
  const host = units.slice(0, start?.from).findLast((unit) => unit.kind === 'phrase')
  if (host) clause.object = [host]
}

/** "pseudo-labels, against which the output is compared": the noun before is an argument of the verb. */
function relativeArgument(units: readonly Unit[], clause: Clause, start: Start | undefined): void {
  if (!start) return
  const at = units[start.from]?.kind === 'relative' ? start.from : -1
  const link = units[at - 1]
  const where = units[at]?.text === 'where' && clause.subject.length > 0
  if (where) {
    const place = units.slice(0, at).findLast((unit) => unit.kind === 'phrase')
    if (place) clause.args.unshift({ link: 'from', things: [place], early: true })
  }
  if (at < 0 || link?.kind !== 'link') return
  const host = units.slice(0, at - 1).findLast((unit) => unit.kind === 'phrase')
  if (!host) return
  if (link.text === 'of' && clause.subject.length === 0) clause.subject = [host]
  else
    clause.args.unshift({
      link: link.text === 'in' ? 'from' : link.text,
      things: [host],
      early: true,
    })
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

interface Start {
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

/** `A, B and C` from `at`; stops before `limit`. */
function listAt(
  units: readonly Unit[],
  at: number,
  limit: number,
  rules: ClauseRules,
  early = false,
): { things: Things; end: number } {
  const first = units[at]
  if (!first) return { things: [], end: at + 1 }
  const things = [first]
  let end = at + 1
  end = skipOf(units, end, limit)
  if (!rules.coordination) return { things, end }
  const commas: number[] = []
  for (;;) {
    let next = end
    const comma = units[next]?.kind === 'comma'
    if (comma) next++
    const and = units[next]?.kind === 'and'
    if (and) next++
    const thing = units[next]
    if ((!comma && !and) || next >= limit || !thing || thing.kind !== 'phrase') break
    const after = skipOf(units, next + 1, limit)
    if (comma && !and) commas.push(things.length)
    things.push(thing)
    end = after
    if (and) return { things, end }
  }
  // A comma without an "and" in the end is no list: "the encoder, a CNN, maps", "the vectors, the index returns".
  if (commas.length > 0) {
    const keep = commas[0] ?? 1
    const back = things.length - keep
    let to = end
    if (early && back === 1 && units[end]?.kind === 'comma')
      return { things: things.slice(0, 1), end: end + 1 }
    for (let index = 0; index < back; index++) to = previousComma(units, to)
    return { things: things.slice(0, keep), end: to }
  }
  return { things, end }
}

function previousComma(units: readonly Unit[], before: number): number {
  for (let index = before - 1; index >= 0; index--) if (units[index]?.kind === 'comma') return index
  return before
}

/** "of the query", which stays with the noun before it. */
function skipOf(units: readonly Unit[], at: number, limit: number): number {
  let end = at
  while (end + 1 < limit && units[end]?.text === 'of' && isThing(units[end + 1])) {
    end += 2
    while (
      end + 1 < limit &&
      units[end]?.kind === 'and' &&
      units[end + 1]?.kind === 'phrase' &&
      units[end + 2]?.text === 'of'
    )
      end += 4
  }
  return end
}

/** Gives a clause without its own subject the one that it shares. */
function inherit(
  units: readonly Unit[],
  clauses: readonly Clause[],
  clause: Clause,
  at: number,
  rules: ClauseRules,
): void {
  const { role } = clause.use
  const finite = clauses.findLastIndex(
    (other) => !['reduced', 'gerund', 'infinitive'].includes(other.use.role),
  )
  if (role === 'reduced') {
    const before = clauses[clauses.length - 1]
    if (clause.use.coordinated && before?.use.role === 'reduced') {
      clause.subject = before.subject
      clause.aside = before.aside
      clause.parent = before.parent
      return
    }
    let host = units.slice(0, at).findLastIndex((unit) => isThing(unit))
    // "the structure of the protease, prepared by": the first of the two.
    if (clause.aside && units[host - 1]?.text === 'of' && units[host - 2]?.kind === 'phrase')
      host -= 2
    const unit = units[host]
    // "responses and those completed early": both are meant.
    const other =
      unit?.kind === 'pronoun' && units[host - 1]?.kind === 'and' ? units[host - 2] : undefined
    if (unit) clause.subject = other ? [other] : [unit]
    clause.parent = clauses.length - 1
    return
  }
  if (clause.subject.length > 0) return
  const last = units[at - 1]
  if (last?.kind === 'relative' && rules.relatives && units[at - 2]?.kind !== 'link') {
    const host = units.slice(0, at - 1).findLastIndex((unit) => unit.kind === 'phrase')
    // "a set of passages which": the list before it as a whole where it is one.
    const unit = units[host]
    if (unit) clause.subject = [unit]
    clause.parent = clauses.length - 1
    return
  }
  if (clause.use.coordinated && rules.sharedVerbs) {
    const main = clauses.findLastIndex(
      (other) =>
        other.use.role === clause.use.role || !['reduced', 'gerund'].includes(other.use.role),
    )
    clause.subject = clauses[main]?.subject ?? []
    clause.parent = main
    return
  }
  const previous = clauses[clauses.length - 1]
  if (role === 'gerund' || role === 'infinitive') {
    clause.parent = finite
    const host = units[at - 1]
    if (role === 'gerund' && host?.kind === 'phrase') clause.subject = [host]
    const apart =
      role === 'gerund' && host?.kind === 'comma' && units[at - 2]?.kind === 'phrase' && finite < 0
    if (apart && units[at - 2]) clause.subject = [units[at - 2] as Unit]
    return
  }
  if (
    previous?.use.role === 'reduced' ||
    (previous?.use.role === 'gerund' && previous.subject.length > 0)
  )
    clause.subject = withPartners(units, previous.subject, rules)
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
      clause.args.push({ link: unit.text, things: list.things, early: false })
      index = list.end - 1
    } else if (unit.kind === 'colon') {
      const list = listAt(units, index + 1, to, rules)
      if (isThing(units[index + 1]))
        clause.args.push({ link: ':', things: list.things, early: false })
      index = list.end - 1
    }
  }
}

const LIGHT = /^(use|employ|utilize|utilise|leverage|adopt|apply|exploit)$/
const RESULTING =
  /^(form|produce|obtain|yield|generate|create|give|get|build|compute|predict|construct|derive|make|synthesize|reconstruct|estimate|output|infer|return)$/

/**
 * "X is used to encode Y" is the step "encode Y" with the tool X; "A is joined with B to form C" and
 * "..., yielding C" say what came out.
 */
export function liftPurposes(clauses: Clause[]): Clause[] {
  const dropped = new Set<Clause>()
  clauses.forEach((clause, index) => {
    const { role, lemma } = clause.use
    if (role !== 'infinitive' && role !== 'gerund') return
    const main =
      clauses[clause.parent] ?? clauses.slice(0, index).findLast((other) => !dropped.has(other))
    if (!main || main === clause) return
    if (clause.use.coordinated) {
      const before = clauses[index - 1]
      if (before?.use.role === 'imperative')
        become(
          clause,
          before.subject,
          before.args.filter((arg) => arg.link === 'using'),
        )
      return
    }
    if (role === 'infinitive' && LIGHT.test(main.use.lemma) && !dropped.has(main)) {
      const passive = main.use.role === 'passive'
      const tool = passive ? main.subject : main.object
      become(clause, passive ? [] : main.subject, [
        { link: 'using', things: tool, early: true },
        ...main.args,
      ])
      dropped.add(main)
    } else if (
      role === 'infinitive' &&
      main.use.role === 'passive' &&
      classOf(main.use.lemma) === 'flow' &&
      clause.object.length > 0 &&
      !main.args.some((arg) => /^(to|into|onto)$/.test(arg.link))
    ) {
      // "the measurements are fed back to update the model"
      main.args.push({ link: 'to', things: clause.object, early: false })
      dropped.add(clause)
    } else if (
      RESULTING.test(lemma) &&
      clause.object.length > 0 &&
      /^(|to|in order to|thereby|thus)$/.test(clause.opener)
    ) {
      main.args.push({ link: 'result', things: clause.object, early: false }, ...clause.args)
      dropped.add(clause)
    }
  })
  return clauses.filter((clause) => !dropped.has(clause))
}

function become(clause: Clause, subject: Things, args: readonly Argument[]): void {
  clause.use = { ...clause.use, role: 'imperative' }
  clause.subject = subject
  clause.args.unshift(...args)
}
