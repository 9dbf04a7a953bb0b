import type { Span } from '../../../../forms/diagram'
import type { Clause } from './clauses'
import { comeFrom, draw, nominalStep } from './draw-events'
import { type Mention, mentionOf, type Sentence, spokenOf } from './mentions'
import type { Unit } from './units'
import { classOf, type VerbClass } from './verb-classes'
import { type Entity, find, resolve, touch, type World } from './world'

/** One clause with its things read: what the rules of a verb class work on. */
export interface Event {
  world: World
  sentence: Sentence
  clause: Clause
  lemma: string
  kind: VerbClass
  /** Evidence: the verb's own place. */
  span: Span
  doers: Entity[]
  patients: Mention[]
  /** Who speaks ("we", an order): nobody does it in the figure. */
  anonymous: boolean
  /** How sure the clause was read. */
  trust: number
  /** "X was performed": the object names the step. */
  light: boolean
  /** Opens a phase of its own: "At inference time, ...". */
  fresh: boolean
}

const PERFORM = /^(perform|conduct|carry|do|undergo|make|run|implement)$/
const PHASE = /^(time|inference|training|test|testing|phase|stage|step|deployment|runtime|serving|evaluation|pre-training|sampling|generation)$/
const opensPhase = (sentence: Sentence, units: readonly Unit[]) =>
  units.some((unit) => PHASE.test(sentence.words[unit.phrase?.head ?? unit.from]?.lower ?? ''))
const PERSON = /^(we|i|you|authors?|they)$/
const UNIT = /^(hour|h|min|minute|s|second|ms|day|week|month|year|percent|pixel|hz|khz|gb|mb|mm|cm|nm|°c|epoch|time|basis)s?$/
/** What a step is measured, timed or limited by is no thing of its own. */
const NO_THING =
  /^(step|steps|time|times|hour|hours|h|min|minutes?|s|seconds?|ms|day|days|week|weeks|month|months|year|years|round|rounds|epoch|epochs|iteration|iterations|cycle|cycles|rate|degree|interval|intervals|factor|way|order|manner|mode|case|cases|purpose|end|addition|contrast|turn|fold|percent|parallel|convergence|practice|detail|scale|level|basis|terms?|process|procedure|approach|method|paper|work|study|section|figure|table|stage|stages|phase|phases|part|parts|number|pixels?|hz|khz|gb|mb|mm|cm|nm|degrees?|°c|k|x|dimension|dimensions|size|one|ones|example|instance|role|result|setting|use|context)$/
const DEVICE =
  /(er|or|net|gpt|bert|former|vae|gan|cnn|rnn|lstm|mlp|llm)s?$|^(model|network|module|layer|head|agent|system|engine|unit|server|service|client|worker|block|branch|tower|backbone|component|function|transform|algorithm|heuristic|policy|index|database|queue|cache|platform|broker|gateway|api|job|thread|kernel|robot|human|people|expert|technician|pathologist|radiologist|clinician|annotator|reviewer|participant|team|critic|judge|tree|forest|machine|machines|device|program|script|tool|node|controller|stage|u-net)s?$/

/** True for a thing that does things: an encoder, a network, the server, two annotators. */
export const isDevice = (mention: Mention) => DEVICE.test(mention.head) && !NO_THING.test(mention.head)

const PEOPLE = /^(radiologist|pathologist|researcher|author|annotator|rater|reviewer|expert|coder|reader|clinician|physician|observer|assistant|investigator|scientist|technician|nurse|student|volunteer)$/
/** "two radiologists": who did it is no part of the figure; the step is. */
const isCrew = (mention: Mention) => mention.counted && PEOPLE.test(mention.head)

export function isThing(mention: Mention): boolean {
  if (mention.pronoun !== '') return !PERSON.test(mention.pronoun)
  return (
    mention.head !== '' &&
    !mention.amount &&
    !(NO_THING.test(mention.head) && (mention.stems.length === 1 || UNIT.test(mention.head))) &&
    !/^[\d.,%\s]+$/.test(mention.label) &&
    /\p{L}{2}|\p{L}\d|\p{Lu}/u.test(mention.label)
  )
}

export function mentionsOf(event: Pick<Event, 'sentence' | 'world'>, units: readonly Unit[]): Mention[] {
  return units.map((unit) =>
    mentionOf(event.sentence, unit, !event.world.without.has('apposition')),
  )
}

/** Reads a clause into an event and lets its verb class draw. */
export function perform(world: World, sentence: Sentence, clause: Clause): void {
  const verb = sentence.words[clause.use.at]
  if (!verb || clause.negated || !counts(clause)) return
  const base = { world, sentence }
  const passive = clause.use.role === 'passive' || clause.use.role === 'reduced'
  const subject =
    passive && clause.subject.length === 0 && clause.use.role === 'passive'
      ? lastSpoken(world)
      : mentionsOf(base, clause.subject)
  const object = mentionsOf(base, clause.object)
  const by = passive ? mentionsOf(base, takeArg(clause, /^by$/)) : []
  const doerMentions = (passive ? by.filter((m) => isThing(m) && doesThings(world, m)) : subject).filter(isThing).filter((m) => !isCrew(m))
  const event: Event = {
    ...base,
    clause,
    lemma: clause.use.lemma,
    kind: classOf(clause.use.lemma),
    span: { start: verb.start, end: verb.end },
    doers: [],
    patients: (passive ? subject : object).filter(isThing),
    anonymous: doerMentions.length === 0,
    trust: clause.use.unknown ? 0.6 : 0.8,
    light: PERFORM.test(clause.use.lemma),
    fresh: clause.args.some((arg) => arg.early && /^(at|during|in|for)$/.test(arg.link) && opensPhase(sentence, arg.things)),
  }
  if (passive && doerMentions.length === 0 && by.length > 0)
    clause.args.push({ link: 'by', things: passiveBy(clause), early: false })
  if (/^(until|whether|because|although|unless|though|that)$/.test(clause.opener) && !(clause.opener === 'that' && clause.parent >= 0)) return
  const condition = /^(when|if|whenever)$/.test(clause.opener)
  if (event.kind === 'none' || event.kind === 'light') {
    const next = sentence.words[clause.use.at + 1]?.lower
    const shown = passive && next === 'to' && clause.args.some((arg) => arg.link === 'to' && mentionsOf(base, arg.things).some(isThing))
    if (!shown) return remember(event, subject)
    event.kind = 'flow'
  }
  if (condition && passive && event.anonymous) return remember(event, subject)
  if (event.lemma === 'carry' && sentence.words[clause.use.at + 1]?.lower === 'out') event.kind = 'produce'
  // "noise drawn from DEMAND": where it comes from, no step.
  if (clause.use.role === 'reduced' && !clause.aside && event.anonymous && clause.args.some((arg) => arg.link === 'from')) return comeFrom(event)
  if (event.lemma === 'make' && /^(available|accessible)$/.test(sentence.words[clause.use.at + 2]?.lower ?? '')) event.kind = 'flow'
  if (event.lemma === 'undergo' && object.length > 0) {
    event.patients = subject.filter(isThing)
    return steps(event, object.filter(isThing))
  }
  if (!world.without.has('nominal-steps')) nominals(event, /^(after|following|upon)$/, true)
  const tool = event.anonymous ? toolDoer(event) : []
  event.doers = [...doerMentions, ...tool].map((mention) => resolve(world, mention, true))
  for (const doer of event.doers) doer.acts = true
  draw(event)
  if (!world.without.has('nominal-steps')) nominals(event, /^followed by$/, false)
}

/** A participle behind a noun says something only with its doer or source; a purpose says what for, not what. */
const NOMINAL = /(ation|ition|ision|ssion|ction|ment|ysis|ing|isation|ization|ransfer|removal|retrieval|assay)$/

/** "After quality assessment, ...", "..., followed by normalisation". */
function nominals(event: Event, link: RegExp, early: boolean): void {
  const { units } = event.sentence
  for (const arg of [...event.clause.args]) {
    if (arg.early !== early || !link.test(arg.link)) continue
    const found = mentionsOf(event, arg.things).filter((mention) => isThing(mention) && NOMINAL.test(mention.head))
    for (const mention of found) nominalStep(event, mention)
    if (found.length > 0) event.clause.args.splice(event.clause.args.indexOf(arg), 1)
  }
  const at = units.findIndex((unit) => unit.kind === 'clause' && link.test(unit.text))
  const thing = early ? units[at + 1] : undefined
  if (at !== 0 || !thing?.phrase || event.clause.use.at < thing.to) return
  const mention = mentionOf(event.sentence, thing, true)
  const own = event.clause.subject.includes(thing) || units.some((unit) => unit.use && unit.from < event.clause.use.at)
  if (!own && isThing(mention) && NOMINAL.test(mention.head) && !PHASE.test(mention.head)) nominalStep(event, mention)
}

/** "The compounds underwent molecular dynamics": the object names the step. */
function steps(event: Event, names: readonly Mention[]): void {
  const from = event.patients
  for (const name of names) draw({ ...event, kind: 'act', light: true, doers: [], patients: [name], clause: { ...event.clause, args: [...event.clause.args, { link: 'from', things: event.clause.subject, early: false }] } })
  void from
}

function counts(clause: Clause): boolean {
  const { role, lemma } = clause.use
  if (role === 'reduced' && clause.aside) return true
  if (role === 'reduced' && classOf(lemma) === 'train') return clause.args.length > 0
  if (role === 'reduced') return clause.args.some((arg) => /^(by|from|into)$/.test(arg.link))
  if (role === 'gerund') return clause.opener === '' && classOf(lemma) === 'produce' && clause.subject.length > 0
  if (role === 'infinitive') return clause.subject.length > 0
  return true
}

const bys = new WeakMap<Clause, Unit[]>()
function takeArg(clause: Clause, link: RegExp): Unit[] {
  const at = clause.args.findIndex((arg) => link.test(arg.link))
  if (at < 0) return []
  const [arg] = clause.args.splice(at, 1)
  bys.set(clause, arg?.things ?? [])
  return arg?.things ?? []
}
const passiveBy = (clause: Clause) => bys.get(clause) ?? []

/** "by the encoder", "by two raters", but not "by weighted averaging". */
function doesThings(world: World, mention: Mention): boolean {
  if (mention.doing) return false
  if (isDevice(mention)) return true
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
    const devices = mentions.filter((mention) => (place ? /(er|or)$/.test(mention.head) : isDevice(mention)) && mention.article !== '')
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

export function argsOf(event: Event, links: RegExp, early?: boolean): Mention[] {
  return event.clause.args
    .filter((arg) => links.test(arg.link) && (early === undefined || arg.early === early))
    .flatMap((arg) => mentionsOf(event, arg.things))
    .filter(isThing)
}

/** A subject that no event used is still what "it" may mean. */
function remember(event: Event, mentions: readonly Mention[]): void {
  const first = mentions.find(isThing)
  if (!first || PERSON.test(first.pronoun)) return
  if (first.pronoun !== '' && !find(event.world, first, true)) return
  const known = resolve(event.world, first)
  touch(event.world, known)
  if (known.drawn) event.world.lastResult = known.id
}

