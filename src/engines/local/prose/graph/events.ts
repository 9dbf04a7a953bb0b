import type { Clause } from './clauses'
import { draw } from './draw-events'
import { find } from './find'
import { comeFrom, recall } from './flows'
import { type Mention, mentionOf, type Sentence, spokenOf } from './mentions'
import { enter, PHASE, phaseOf } from './phases'
import { nominalStep } from './steps'
import { type Event, isAgentNoun, isCrew, isDevice, isThing, mentionsOf, PERSON } from './things'
import type { Unit } from './units'
import { classOf, type VerbClass } from './verb-classes'
import { resolve, type World } from './world'

const PERFORM = /^(perform|conduct|carry|do|undergo|make|run|implement)$/

/** Reads a clause into an event and lets its verb class draw. */
export function perform(world: World, sentence: Sentence, clause: Clause): Event | undefined {
  if (clause.negated || !counts(clause) || isAside(clause)) return undefined
  const event = eventOf(world, sentence, clause)
  if (!event) return undefined
  const kind = kindIn(event)
  if (kind === 'mention') recallSubject(event)
  else if (kind === 'source') comeFrom(event)
  else if (kind === 'named') drawNamed(event)
  else {
    const plain = { ...event, kind }
    drawPlain(plain)
    return plain
  }
  return event
}

/** "metadata that is cached in Redis": which metadata; told before what is done with it. */
export const isRestrictive = (clause: Clause) =>
  clause.opener === 'that' && clause.use.role === 'passive' && clause.parent >= 0

/** "until it converges", "because labels are rare": when or why, not what. */
const isAside = (clause: Clause) =>
  /^(until|whether|because|although|unless|though)$/.test(clause.opener) ||
  (clause.opener === 'that' && clause.parent < 0)

interface Reading extends Event {
  /** Who or what stands before the verb, as it was read. */
  subject: Mention[]
  object: Mention[]
  passive: boolean
  doing: Mention[]
}

export function eventOf(world: World, sentence: Sentence, clause: Clause): Reading | undefined {
  const verb = sentence.words[clause.use.at]
  if (!verb) return undefined
  const base = { world, sentence }
  const passive = clause.use.role === 'passive' || clause.use.role === 'reduced'
  const silent = clause.use.role === 'passive' && clause.subject.length === 0
  const subject = silent ? lastSpoken(world) : mentionsOf(base, clause.subject)
  const object = mentionsOf(base, clause.object)
  const examples = world.without.has('members')
    ? []
    : mentionsOf(base, takeArg(clause, /^(such as|including|namely|:)$/)).filter(isThing)
  const agents = passive ? takeArg(clause, /^by$/) : []
  const by = mentionsOf(base, agents)
  const doing = (
    passive ? by.filter((mention) => isThing(mention) && doesThings(world, mention)) : subject
  )
    .filter(isThing)
    .filter((mention) => !isCrew(mention))
  if (doing.length === 0 && agents.length > 0)
    clause.args.push({ link: 'by', things: agents, early: false })
  const phase = phaseOf(sentence, clause)
  enter(world, phase)
  const named = examples.length > 1 && !passive ? examples : passive ? subject : object
  return {
    ...base,
    clause,
    subject,
    object,
    passive,
    doing,
    lemma: clause.use.lemma,
    kind: classOf(clause.use.lemma),
    span: { start: verb.start, end: verb.end },
    doers: [],
    patients: named.filter(isThing),
    anonymous: doing.length === 0,
    trust: clause.use.unknown ? UNKNOWN_VERB : KNOWN_VERB,
    crew: by.some(isCrew),
    light: PERFORM.test(clause.use.lemma),
    fresh:
      phase !== undefined ||
      isRestrictive(clause) ||
      /^(while|whereas)$/.test(clause.opener) ||
      clause.args.some((arg) => arg.link === 'in parallel'),
  }
}

const KNOWN_VERB = 0.8
const UNKNOWN_VERB = 0.6

/**
 * What a clause does in its context: its verb's class, or `mention` (nothing is drawn), `source` ("noise drawn from
 * DEMAND"), `named` ("the compounds underwent molecular dynamics").
 */
function kindIn(event: Reading): VerbClass | 'mention' | 'source' | 'named' {
  const { clause, lemma, sentence, passive, kind } = event
  const next = sentence.words[clause.use.at + 1]?.lower
  if (kind === 'none' || kind === 'light') {
    const shown =
      passive &&
      next === 'to' &&
      clause.args.some((arg) => arg.link === 'to' && mentionsOf(event, arg.things).some(isThing))
    return shown ? 'flow' : 'mention'
  }
  // "when a misconception is diagnosed": a condition.
  if (/^(when|if|whenever)$/.test(clause.opener) && passive && event.anonymous) return 'mention'
  if (lemma === 'carry' && next === 'out') return 'produce'
  const sourced = clause.args.some((arg) => /^(from|on)$/.test(arg.link))
  if (
    clause.use.role === 'reduced' &&
    !clause.aside &&
    event.anonymous &&
    sourced &&
    kind !== 'train'
  )
    return 'source'
  const available = /^(available|accessible)$/.test(sentence.words[clause.use.at + 2]?.lower ?? '')
  if (lemma === 'make' && available) return 'flow'
  if (/^(run|operate|live|sit)$/.test(lemma) && !passive && event.object.length === 0)
    return 'mention'
  return lemma === 'undergo' && event.object.length > 0 ? 'named' : kind
}

function drawPlain(event: Reading): void {
  const { world } = event
  if (!world.without.has('nominal-steps')) nominals(event, /^(after|following|upon)$/, true)
  const tool = event.anonymous ? toolDoer(event) : []
  event.doers = [...event.doing, ...tool].map((mention) => resolve(world, mention, true))
  for (const doer of event.doers) doer.acts = true
  draw(event)
  if (!world.without.has('nominal-steps')) nominals(event, /^followed by$/, false)
}

/** "The compounds underwent molecular dynamics": the object names the step. */
function drawNamed(event: Reading): void {
  const patients = event.subject.filter(isThing)
  for (const name of event.object.filter(isThing))
    draw({ ...event, patients, kind: 'act', light: true, doers: [], name })
}

const NOMINAL =
  /(ation|ition|ision|ssion|ction|ment|ysis|ing|isation|ization|ransfer|removal|retrieval|assay)$/

/** "After quality assessment, ...", "..., followed by normalisation". */
function nominals(event: Event, link: RegExp, early: boolean): void {
  const { units } = event.sentence
  for (const arg of [...event.clause.args]) {
    if (arg.early !== early || !link.test(arg.link)) continue
    const found = mentionsOf(event, arg.things).filter(
      (mention) => isThing(mention) && NOMINAL.test(mention.head),
    )
    for (const mention of found) nominalStep(event, mention)
    if (found.length > 0) event.clause.args.splice(event.clause.args.indexOf(arg), 1)
  }
  const at = units.findIndex((unit) => unit.kind === 'clause' && link.test(unit.text))
  const thing = early ? units[at + 1] : undefined
  if (at !== 0 || !thing?.phrase || event.clause.use.at < thing.to) return
  const mention = mentionOf(event.sentence, thing, true)
  const own =
    event.clause.subject.includes(thing) ||
    units.some((unit) => unit.use && unit.from < event.clause.use.at)
  if (!own && isThing(mention) && NOMINAL.test(mention.head) && !PHASE.test(mention.head))
    nominalStep(event, mention)
}

function counts(clause: Clause): boolean {
  const { role, lemma } = clause.use
  if (role === 'reduced' && clause.aside) return true
  if (role === 'reduced' && classOf(lemma) === 'train') return clause.args.length > 0
  if (role === 'reduced' && lemma === 'condition') return true
  if (role === 'reduced') return clause.args.some((arg) => /^(by|from|into)$/.test(arg.link))
  if (role === 'gerund')
    return (
      clause.opener === '' &&
      /^(produce|consume)$/.test(classOf(lemma)) &&
      clause.subject.length > 0
    )
  if (role === 'infinitive') return clause.subject.length > 0
  return true
}

function takeArg(clause: Clause, link: RegExp): Unit[] {
  const at = clause.args.findIndex((arg) => link.test(arg.link))
  const [arg] = at < 0 ? [] : clause.args.splice(at, 1)
  return arg?.things ?? []
}

/** "by the encoder", "by two raters", but not "by weighted averaging". */
function doesThings(world: World, mention: Mention): boolean {
  if (isDevice(mention)) return true
  if (mention.doing) return false
  if (/ing$/.test(mention.head)) return false
  const known = find(world, mention, true)
  return known?.acts === true || mention.article !== '' || mention.plural
}

/** "we encode it with a CNN": the encoder named after "with" does it. */
function toolDoer(event: Event): Mention[] {
  if (event.world.without.has('with-agent')) return []
  for (const arg of event.clause.args) {
    const place = /^(at|in|on)$/.test(arg.link)
    if (!place && !/^(with|using|via|through|by)$/.test(arg.link)) continue
    if (place && (arg.early || event.kind === 'store' || event.kind === 'train')) continue
    const mentions = mentionsOf(event, arg.things).filter(isThing)
    const devices = mentions.filter(
      (mention) =>
        (place ? isAgentNoun(mention.head) : isDevice(mention)) && mention.article !== '',
    )
    if (devices.length > 0 && devices.length === mentions.length) {
      event.clause.args.splice(event.clause.args.indexOf(arg), 1)
      return devices
    }
  }
  return []
}

/** "and the ten best are joined with the question": what was spoken of last. */
function lastSpoken(world: World): Mention[] {
  const last = world.entities[world.lastResult]
  if (!last) return []
  const spans = last.spans.slice(0, 1)
  return [{ ...spokenOf(spans[0]), plural: last.plural, pronoun: last.plural ? 'they' : 'it' }]
}

/** A subject that no event used is still what "it" may mean. */
function recallSubject(event: Reading): void {
  const first = event.subject.find(isThing)
  if (!first || PERSON.test(first.pronoun)) return
  if (first.pronoun === '' || find(event.world, first, true)) recall(event, first)
}
