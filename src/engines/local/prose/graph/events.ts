import type { Span } from '../../../../forms/diagram'
import { capitalise, slice } from '../labels'
import { core } from '../phrases'
import { verbOf } from '../verbs'
import type { Clause } from './clauses'
import { comeFrom, draw, nominalStep, recall } from './draw-events'
import { type Mention, membersOf, mentionOf, type Sentence, spokenOf, stemOf } from './mentions'
import type { Unit } from './units'
import { classOf, type VerbClass } from './verb-classes'
import { type Entity, find, resolve, type World } from './world'

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
  /** The noun that names the step: "underwent molecular dynamics". */
  name?: Mention
  /** Done by people whom the text only counts. */
  crew: boolean
  /** Opens a phase of its own: "At inference time, ...". */
  fresh: boolean
}

const PERFORM = /^(perform|conduct|carry|do|undergo|make|run|implement)$/
const PHASE =
  /^(time|inference|training|test|testing|phase|stage|deployment|runtime|serving|evaluation|pre-training|fine-tuning|sampling|generation|indexing|ingestion|path|step)$/

/** "At inference time", "In the qualitative phase": the words that name a phase of the method, opening a sentence. */
function phaseOf(sentence: Sentence, clause: Clause): { label: string; spans: Span[] } | undefined {
  for (const arg of clause.args) {
    if (!arg.early || !/^(at|during|in|for|on)$/.test(arg.link)) continue
    for (const unit of arg.things) {
      if (!PHASE.test(sentence.words[unit.phrase?.head ?? unit.from]?.lower ?? '') || !unit.phrase)
        continue
      const own = core(sentence.words, unit.phrase, 3)
      const label = slice(sentence.masked, sentence.words, own.start, own.end)
      return { label: capitalise(label.text.replace(/ (time|step)$/i, '')), spans: label.spans }
    }
  }
  return undefined
}

/** From here on, what is new stands in this phase. */
function enter(world: World, phase: { label: string; spans: Span[] } | undefined): void {
  if (!phase || /^(time|step|stage|phase|path|parallel)$/i.test(phase.label)) return
  world.phase = phase.label
  if (!world.phases.some((other) => other.label === phase.label)) world.phases.push(phase)
}

const PERSON = /^(we|i|you|authors?|they)$/
const UNIT =
  /^(hour|h|min|minute|s|second|ms|day|week|month|year|percent|pixel|hz|khz|gb|mb|mm|cm|nm|°c|epoch|time|basis)s?$/
/** What a step is measured, timed or limited by is no thing of its own. */
const NO_THING =
  /^(step|steps|time|times|hour|hours|h|min|minutes?|s|seconds?|ms|day|days|week|weeks|month|months|year|years|round|rounds|epoch|epochs|iteration|iterations|cycle|cycles|rate|degree|interval|intervals|factor|way|order|manner|mode|case|cases|purpose|end|addition|contrast|turn|fold|percent|parallel|convergence|practice|detail|scale|level|basis|terms?|process|procedure|approach|method|paper|work|study|section|figure|table|stage|stages|phase|phases|part|parts|number|pixels?|hz|khz|gb|mb|mm|cm|nm|degrees?|°c|k|x|dimension|dimensions|size|one|ones|example|instance|role|result|setting|use|context|what|whatever)$/
const DEVICE =
  /(net|gpt|bert|former|vae|gan|cnn|rnn|lstm|mlp|llm|diode|laser|sensor|broker|filter|interferometer|spectrometer|sequencer|analyser|analyzer)$|^(model|network|module|layer|head|agent|system|engine|unit|server|service|client|worker|block|branch|tower|backbone|component|function|transform|algorithm|heuristic|policy|index|database|queue|cache|platform|broker|gateway|api|job|thread|kernel|robot|human|people|expert|technician|pathologist|radiologist|clinician|annotator|reviewer|participant|team|critic|judge|tree|forest|machine|machines|device|program|script|tool|node|controller|stage|u-net)s?$/

/** True for a thing that does things: an encoder, a network, the server, two annotators. */
export const isDevice = (mention: Mention) =>
  (DEVICE.test(mention.head) || isAgentNoun(mention.head)) && !NO_THING.test(mention.head)

/** `encoder`, `scheduler`, `re-ranker`: made of a verb; `water` and `paper` are not. */
const isAgentNoun = (head: string) => {
  const root = /^(.{2,})(?:er|or)$/.exec(head)?.[1]
  if (root === undefined) return false
  const single = root.replace(/(.)\1$/, '$1')
  return [root, `${root}e`, single].some((form) => verbOf(form)?.forms.has('base'))
}

const PEOPLE =
  /^(radiologist|pathologist|researcher|author|annotator|rater|reviewer|expert|coder|reader|clinician|physician|observer|assistant|investigator|scientist|technician|nurse|student|volunteer)$/
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

/** "training and test sets" are training sets and test sets. */
function withSharedHead(
  event: Pick<Event, 'sentence' | 'world'>,
  units: readonly Unit[],
): (Mention | undefined)[] {
  const { words } = event.sentence
  const last = units.at(-1)
  const head = last?.phrase && words[last.phrase.head]
  if (units.length < 2 || !last?.phrase || !head || event.world.without.has('shared-heads'))
    return []
  if (!/[^s]s$/.test(head.lower) || last.phrase.end - last.phrase.start < 2) return []
  return units.slice(0, -1).map((unit) => {
    const word = unit.phrase && words[unit.phrase.head]
    if (
      !word ||
      unit.phrase?.start !== unit.phrase?.head ||
      /s$/.test(word.lower) ||
      /\p{Lu}/u.test(word.text)
    )
      return undefined
    const mention = mentionOf(event.sentence, unit, false)
    return {
      ...mention,
      label: `${mention.label} ${head.lower}`,
      spans: [...mention.spans, { start: head.start, end: head.end }],
      stems: [...mention.stems, stemOf(head.lower)],
      head: stemOf(head.lower),
      plural: true,
    }
  })
}

/** "this context", "these results": what was spoken of last. */
const REFERRING = /^(context|information|result|output|data|one|value|representation|content)$/

export function mentionsOf(
  event: Pick<Event, 'sentence' | 'world'>,
  units: readonly Unit[],
): Mention[] {
  const heads = withSharedHead(event, units)
  return units.flatMap((unit, index) => {
    const members = event.world.without.has('members') ? [] : membersOf(event.sentence, unit)
    if (members.length > 1) return members
    const mention =
      heads[index] ?? mentionOf(event.sentence, unit, !event.world.without.has('apposition'))
    const vague = /^(this|these|that|those)$/.test(mention.article) && REFERRING.test(mention.head)
    return vague ? { ...mention, pronoun: mention.plural ? 'they' : 'it', label: '' } : mention
  })
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
  const examples = world.without.has('members')
    ? []
    : mentionsOf(base, takeArg(clause, /^(such as|including|namely|:)$/)).filter(isThing)
  const by = passive ? mentionsOf(base, takeArg(clause, /^by$/)) : []
  const doerMentions = (passive ? by.filter((m) => isThing(m) && doesThings(world, m)) : subject)
    .filter(isThing)
    .filter((m) => !isCrew(m))
  const phase = phaseOf(sentence, clause)
  enter(world, phase)
  const event: Event = {
    ...base,
    clause,
    lemma: clause.use.lemma,
    kind: classOf(clause.use.lemma),
    span: { start: verb.start, end: verb.end },
    doers: [],
    patients: (examples.length > 1 && !passive ? examples : passive ? subject : object).filter(
      isThing,
    ),
    anonymous: doerMentions.length === 0,
    trust: clause.use.unknown ? 0.6 : 0.8,
    crew: by.some(isCrew),
    light: PERFORM.test(clause.use.lemma),
    fresh:
      phase !== undefined ||
      /^(while|whereas)$/.test(clause.opener) ||
      clause.args.some((arg) => arg.link === 'in parallel'),
  }
  if (passive && doerMentions.length === 0 && by.length > 0)
    clause.args.push({ link: 'by', things: passiveBy(clause), early: false })
  if (
    /^(until|whether|because|although|unless|though|that)$/.test(clause.opener) &&
    !(clause.opener === 'that' && clause.parent >= 0)
  )
    return
  const condition = /^(when|if|whenever)$/.test(clause.opener)
  if (event.kind === 'none' || event.kind === 'light') {
    const next = sentence.words[clause.use.at + 1]?.lower
    const shown =
      passive &&
      next === 'to' &&
      clause.args.some((arg) => arg.link === 'to' && mentionsOf(base, arg.things).some(isThing))
    if (!shown) return remember(event, subject)
    event.kind = 'flow'
  }
  if (condition && passive && event.anonymous) return remember(event, subject)
  if (event.lemma === 'carry' && sentence.words[clause.use.at + 1]?.lower === 'out')
    event.kind = 'produce'
  // "noise drawn from DEMAND": where it comes from, no step.
  if (
    clause.use.role === 'reduced' &&
    !clause.aside &&
    event.anonymous &&
    clause.args.some((arg) => /^(from|on)$/.test(arg.link)) &&
    event.kind !== 'train'
  )
    return comeFrom(event)
  if (
    event.lemma === 'make' &&
    /^(available|accessible)$/.test(sentence.words[clause.use.at + 2]?.lower ?? '')
  )
    event.kind = 'flow'
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

/** "The compounds underwent molecular dynamics": the object names the step. */
function steps(event: Event, names: readonly Mention[]): void {
  for (const name of names) draw({ ...event, kind: 'act', light: true, doers: [], name })
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
  recall(event, first)
}
