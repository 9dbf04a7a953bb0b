import type { Span } from '../../../../forms/diagram'
import { capitalise, type Label, slice, uncapitalise } from '../labels'
import { core } from '../phrases'
import type { Word } from '../words'
import type { Clause } from './clauses'
import { type Mention, mentionOf, type Sentence } from './mentions'
import type { Unit } from './units'
import { classOf, type VerbClass } from './verb-classes'
import { type Entity, find, link, resolve, sourceOf, touch, type World } from './world'

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
}

const PERSON = /^(we|i|you|authors?|they)$/
const INTO = /^(into|to|onto|as|back to|back into|toward|towards)$/
const PLACE = /^(in|into|to|onto|on|at|through|via|with|over|back to|back into|toward|towards)$/
const WITH = /^(with|and|together with|along with|against|to|onto|into|on|over)$/
const INPUT = /^(from|against|on|onto|to|given|based on|out of|over|across|with|of|between|according to|conditioned on|in|through|for)$/
const TOOL = /^(with|using|via|by|through|on|in|by means of)$/
/** What a step is measured, timed or limited by is no thing of its own. */
const NO_THING =
  /^(step|steps|time|times|hour|hours|h|min|minutes?|s|seconds?|ms|day|days|week|weeks|month|months|year|years|round|rounds|epoch|epochs|iteration|iterations|cycle|cycles|rate|degree|interval|intervals|factor|way|order|manner|mode|case|cases|purpose|end|addition|contrast|turn|fold|percent|parallel|convergence|practice|detail|scale|level|basis|terms?|process|procedure|approach|method|paper|work|study|section|figure|table|stage|stages|phase|phases|part|parts|number|pixels?|hz|khz|gb|mb|mm|cm|nm|degrees?|°c|k|x|dimension|dimensions|size|one|ones|example|instance|experiment|experiments|role|result|setting|use|context)$/
const DEVICE =
  /(er|or|net|gpt|bert|former|vae|gan|cnn|rnn|lstm|mlp|llm)s?$|^(model|network|module|layer|head|agent|system|engine|unit|server|service|client|worker|block|branch|tower|backbone|component|function|transform|algorithm|heuristic|policy|index|database|queue|cache|platform|broker|gateway|api|job|thread|kernel|robot|human|people|expert|technician|pathologist|radiologist|clinician|annotator|reviewer|participant|team|critic|judge|tree|forest|machine|machines|device|program|script|tool|node|controller|stage|u-net)s?$/

/** True for a thing that does things: an encoder, a network, the server, two annotators. */
export const isDevice = (mention: Mention) => DEVICE.test(mention.head) && !NO_THING.test(mention.head)

export function isThing(mention: Mention): boolean {
  if (mention.pronoun !== '') return !PERSON.test(mention.pronoun)
  return (
    mention.head !== '' &&
    !NO_THING.test(mention.head) &&
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
  if (!verb || clause.negated) return
  const base = { world, sentence }
  const passive = clause.use.role === 'passive' || clause.use.role === 'reduced'
  const subject = mentionsOf(base, clause.subject)
  const object = mentionsOf(base, clause.object)
  const by = passive ? mentionsOf(base, takeArg(clause, /^by$/)) : []
  const doerMentions = (passive ? by.filter((m) => isThing(m) && doesThings(world, m)) : subject).filter(isThing)
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
  }
  if (passive && doerMentions.length === 0 && by.length > 0)
    clause.args.push({ link: 'by', things: passiveBy(clause), early: false })
  if (event.kind === 'none' || event.kind === 'light') return remember(event, subject)
  const tool = event.anonymous ? toolDoer(event) : []
  event.doers = [...doerMentions, ...tool].map((mention) => resolve(world, mention, true))
  for (const doer of event.doers) doer.acts = true
  HANDLERS[event.kind](event)
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
  if (/ing$/.test(mention.head)) return false
  const known = find(world, mention, true)
  return known?.acts === true || mention.article !== '' || mention.plural
}

/** "we encode it with a CNN": the encoder named after "with" does it. */
function toolDoer(event: Event): Mention[] {
  if (event.world.without.has('with-agent')) return []
  for (const arg of event.clause.args) {
    if (!/^(with|using|via|through|by)$/.test(arg.link)) continue
    const mentions = mentionsOf(event, arg.things).filter(isThing)
    const devices = mentions.filter((mention) => isDevice(mention) && mention.article !== '')
    if (devices.length > 0 && devices.length === mentions.length) {
      event.clause.args.splice(event.clause.args.indexOf(arg), 1)
      return devices
    }
  }
  return []
}

function argsOf(event: Event, links: RegExp, early?: boolean): Mention[] {
  return event.clause.args
    .filter((arg) => links.test(arg.link) && (early === undefined || arg.early === early))
    .flatMap((arg) => mentionsOf(event, arg.things))
    .filter(isThing)
}

/** A subject that no event used is still what "it" may mean. */
function remember(event: Event, mentions: readonly Mention[]): void {
  const first = mentions.find(isThing)
  if (!first || PERSON.test(first.pronoun)) return
  const known = find(event.world, first, true)
  if (known) {
    touch(event.world, known)
    event.world.lastResult = known.id
  }
}

function verbLabel(event: Event): Label {
  return { text: event.lemma, spans: [event.span] }
}

/** Edges from the state of each thing into the doer. */
function feed(event: Event, mentions: readonly Mention[], into: Entity, confidence: number, rule: string): Entity[] {
  return mentions.map((mention) => {
    const thing = resolve(event.world, mention)
    const source = sourceOf(event.world, thing)
    link(event.world, source, into, [event.span, ...mention.spans.slice(0, 1)], confidence, rule)
    return thing
  })
}

function yieldThings(event: Event, mentions: readonly Mention[], from: Entity, confidence: number, rule: string): void {
  for (const mention of mentions) {
    const thing = resolve(event.world, mention)
    if (thing === from) continue
    link(event.world, from, thing, [event.span, ...mention.spans.slice(0, 1)], confidence, rule)
    thing.at = thing.id
    event.world.lastResult = thing.id
  }
}

/** A step without a doer becomes a node: "Align reads", its tool below. */
function stepOf(event: Event, patient: Mention | undefined): Entity {
  const { world, sentence, clause } = event
  const verb = sentence.words[clause.use.at] as Word
  const object = patient && patient.pronoun === '' ? patient : undefined
  const thing = patient ? find(world, patient, false) : undefined
  const name = object?.label ?? thing?.label ?? ''
  const label = capitalise(
    `${event.lemma} ${uncapitalise(name, true, sentence.names)}`.trim().split(' ').slice(0, 6).join(' '),
  )
  const spans = [{ start: verb.start, end: verb.end }, ...(object?.spans ?? thing?.spans.slice(0, 2) ?? [])]
  const tool = toolOf(event)
  const step: Entity = {
    id: world.entities.length,
    label,
    detail: tool,
    spans: tool ? [...spans, ...tool.spans] : spans,
    head: object?.head ?? thing?.head ?? '',
    stems: new Set([event.lemma, ...(object?.stems ?? thing?.stems ?? [])]),
    aliases: new Set(),
    step: true,
    verbs: new Set([event.lemma]),
    at: world.entities.length,
    drawn: true,
    acts: true,
    stores: false,
    learns: false,
    plural: false,
    start: verb.start,
    block: world.block,
    group: undefined,
    confidence: clause.use.unknown ? 0.6 : 0.8,
  }
  world.entities.push(step)
  return step
}

/** "with STAR", "using featureCounts": the named tool of a step, and what is behind "by" where nobody does it. */
function toolOf(event: Event): Label | undefined {
  for (const arg of event.clause.args) {
    if (!TOOL.test(arg.link)) continue
    const mentions = mentionsOf(event, arg.things).filter(isThing)
    const first = mentions[0]
    if (!first || first.pronoun !== '') continue
    const strong = /^(using|via|by|by means of)$/.test(arg.link)
    if (!(first.named || strong)) continue
    if (!strong && find(event.world, first, false)) continue
    event.clause.args.splice(event.clause.args.indexOf(arg), 1)
    const unit = arg.things[0]
    const phrase = unit?.phrase
    if (!phrase) continue
    const own = core(event.sentence.words, phrase, 4)
    const label = slice(event.sentence.masked, event.sentence.words, own.start, own.end)
    return label.text.length <= 36 ? label : undefined
  }
  return undefined
}

/** A step follows the one before it where nothing else ties it to the text. */
function chain(event: Event, step: Entity, tied: boolean): void {
  const { world } = event
  const last = world.entities[world.lastStep]
  if (!tied && last && !world.without.has('procedure'))
    link(world, last, step, [event.span], last.block === step.block ? 0.6 : 0.45, 'procedure')
  world.lastStep = step.id
}

/** The doers of an event, or a step in their place; `tied` tells whether an input was found for it. */
function actorsOf(event: Event, patient: Mention | undefined): Entity[] {
  return event.doers.length > 0 ? event.doers : [stepOf(event, patient)]
}

function act(event: Event): void {
  const { world, patients } = event
  const inputs = argsOf(event, INPUT).filter((mention) => !isParameter(mention))
  const outputs = argsOf(event, /^(into|as)$/)
  if (patients.length === 0 && inputs.length === 0) {
    for (const doer of event.doers) world.lastDoer = doer.id
    return
  }
  const known = patients.map((mention) => find(world, mention, false))
  for (const actor of actorsOf(event, patients[0])) {
    actor.verbs.add(event.lemma)
    const fresh = event.doers.length === 0 && known.every((entity) => entity === undefined) && world.lastStep >= 0
    const things = fresh && !world.without.has('procedure')
      ? patients.map((mention) => resolve(world, mention))
      : feed(event, patients, actor, event.trust, 'act')
    feed(event, inputs, actor, event.trust - 0.15, 'act-with')
    for (const thing of things) {
      thing.at = actor.id
      world.lastResult = thing.id
    }
    yieldThings(event, outputs, actor, event.trust, 'act-into')
    if (event.doers.length === 0) chain(event, actor, !fresh)
    world.lastDoer = actor.id
  }
}

const isParameter = (mention: Mention) => /^\d/.test(mention.label)

function transform(event: Event): void {
  const { world, patients } = event
  const results = argsOf(event, INTO).filter((mention) => !isParameter(mention))
  if (results.length === 0) return act(event)
  const from = argsOf(event, /^(from|with|given)$/)
  if (event.doers.length === 0) {
    const tool = toolOf(event)
    if (!tool) {
      // Without a doer one thing becomes the other: an edge named by the verb.
      const sources = patients.map((mention) => sourceOf(world, resolve(world, mention)))
      for (const mention of results) {
        const thing = resolve(world, mention)
        for (const source of sources)
          link(world, source, thing, [event.span, ...mention.spans.slice(0, 1)], event.trust, 'become', verbLabel(event))
        thing.verbs.add(event.lemma)
        thing.at = thing.id
        world.lastResult = thing.id
      }
      return
    }
    event.clause.args.push({ link: 'using', things: [], early: false })
    const step = stepOf(event, patients[0])
    step.detail = tool
    step.spans.push(...tool.spans)
    event.doers = [step]
  }
  for (const actor of event.doers) {
    actor.verbs.add(event.lemma)
    feed(event, [...patients, ...from], actor, event.trust, 'transform')
    yieldThings(event, results, actor, event.trust, 'transform-into')
    world.lastDoer = actor.id
  }
}

function produce(event: Event): void {
  const { world, patients } = event
  const goals = argsOf(event, /^(to|back to|onto)$/)
  const passive = event.clause.use.role === 'passive'
  if (passive && goals.length > 0 && event.doers.length === 0) return flow(event)
  const sources = argsOf(event, /^(from|given|based on|out of|on|according to|across|by|over|for|with)$/).filter(
    (mention) => !isParameter(mention) && (isKnown(event, mention) || true),
  )
  if (event.doers.length === 0) {
    if (patients.length === 0) return
    const known = patients[0] ? find(world, patients[0], false) : undefined
    const step = stepOf(event, patients[0])
    const strong = argsOf(event, /^(from|given|based on|out of|across)$/)
    const inputs = feed(event, strong, step, event.trust, 'produce-from')
    const other = sources.filter((mention) => !strong.some((same) => same.start === mention.start) && isKnown(event, mention))
    inputs.push(...feed(event, other, step, event.trust - 0.2, 'produce-with'))
    if (known && known.drawn) {
      link(world, sourceOf(world, known), step, [event.span], event.trust, 'produce-again')
    }
    for (const mention of patients) {
      const thing = resolve(world, mention)
      thing.at = step.id
      world.lastResult = thing.id
    }
    chain(event, step, inputs.length > 0 || known?.drawn === true)
    return
  }
  for (const doer of event.doers) {
    doer.verbs.add(event.lemma)
    feed(event, sources.filter((mention) => isKnown(event, mention) || true), doer, event.trust - 0.05, 'produce-from')
    if (patients.length > 0) yieldThings(event, patients, doer, event.trust, 'produce')
    for (const mention of goals) {
      const goal = resolve(world, mention)
      const last = world.entities[world.lastResult]
      link(world, last && patients.length > 0 ? last : doer, goal, [event.span], event.trust, 'produce-to')
    }
    world.lastDoer = doer.id
  }
}

const isKnown = (event: Event, mention: Mention) => find(event.world, mention, false) !== undefined

function consume(event: Event): void {
  const { world, patients } = event
  const more = argsOf(event, /^(from|to|on|at|with|for|in|over|of|upon|through)$/).filter(
    (mention) => !isParameter(mention),
  )
  if (event.doers.length === 0) return act(event)
  for (const doer of event.doers) {
    doer.verbs.add(event.lemma)
    const direct = patients.length > 0
    feed(event, patients, doer, event.trust, 'consume')
    const from = argsOf(event, /^from$/)
    if (direct) feed(event, from, doer, event.trust - 0.2, 'consume-from')
    else feed(event, more, doer, event.trust - 0.05, 'consume')
    world.lastDoer = doer.id
    if (!direct) continue
    const first = patients[0]
    const thing = first && find(world, first, false)
    if (thing) world.lastResult = thing.id
  }
}

function flow(event: Event): void {
  const { world, patients } = event
  const goals = argsOf(event, PLACE).filter((mention) => !isParameter(mention))
  const from = argsOf(event, /^from$/)
  if (goals.length === 0) {
    if (event.doers.length > 0 && patients.length > 0 && /^(invoke|call|trigger|prompt|notify|query)$/.test(event.lemma)) {
      for (const doer of event.doers) yieldThings(event, patients, doer, event.trust, 'call')
      return
    }
    if (event.doers.length > 0) return produce(event)
    return act(event)
  }
  const label = verbLabel(event)
  const carried = patients.map((mention) => resolve(world, mention))
  const origins = new Set<Entity>()
  for (const doer of event.doers) {
    origins.add(doer)
    for (const thing of carried) {
      if (thing.drawn || event.kind === 'store') {
        if (thing.drawn && sourceOf(world, thing) !== doer && event.clause.use.role === 'active')
          link(world, sourceOf(world, thing), doer, [event.span], event.trust - 0.15, 'flow-through')
      }
    }
    world.lastDoer = doer.id
  }
  if (event.doers.length === 0) for (const thing of carried) origins.add(sourceOf(world, thing))
  for (const mention of from) {
    const source = resolve(world, mention)
    if (carried.length === 0 || event.doers.length > 0) origins.add(sourceOf(world, source))
    else for (const thing of carried) link(world, source, thing, [event.span], event.trust - 0.1, 'flow-from')
  }
  const named: Label | undefined =
    event.doers.length > 0 && carried[0]
      ? { text: carried[0].label, spans: patients[0]?.spans.slice(0, 1) ?? [] }
      : label
  for (const mention of goals) {
    const goal = resolve(world, mention)
    if (event.kind === 'store') goal.stores = true
    for (const origin of origins)
      link(world, origin, goal, [event.span, ...mention.spans.slice(0, 1)], event.trust, event.kind, named)
    for (const thing of carried) {
      if (event.kind === 'store' || event.doers.length > 0) thing.at = goal.id
      thing.verbs.add(event.lemma)
    }
    if (event.kind !== 'store') world.lastDoer = goal.id
  }
  if (carried[0]) world.lastResult = carried[0].id
}

function train(event: Event): void {
  const { world, patients } = event
  const data = argsOf(event, /^(on|from|with|against|over|through|for|given|using|by)$/).filter(
    (mention) => !isParameter(mention) && !/ing$/.test(mention.head),
  )
  if (event.clause.use.role === 'active' && event.doers.length > 0 && event.patients.length > 0) {
    for (const doer of event.doers) {
      doer.verbs.add(event.lemma)
      feed(event, [...patients, ...argsOf(event, /^(on|from|over)$/)], doer, event.trust - 0.1, 'train-by')
      world.lastDoer = doer.id
      for (const mention of patients) resolve(world, mention).at = doer.id
    }
    return
  }
  for (const mention of patients) {
    const model = resolve(world, mention)
    model.learns = true
    model.acts = true
    const target = sourceOf(world, model)
    target.verbs.add(event.lemma)
    const inputs = feed(event, data, target, event.trust - 0.05, 'train')
    if (inputs.length === 0 && !model.drawn) chain(event, model, false)
    else world.lastStep = target.id
    model.drawn = true
    world.lastResult = model.id
    world.lastDoer = model.id
  }
}

/** "A and B are concatenated into C", "X is matched against Y". */
function join(event: Event): void {
  const { world, patients } = event
  const partners = argsOf(event, WITH).filter((mention) => !isParameter(mention))
  const into = argsOf(event, /^(into|as)$/)
  const others = partners.filter((mention) => !into.some((same) => same.start === mention.start))
  for (const actor of actorsOf(event, patients[0])) {
    actor.verbs.add(event.lemma)
    const things = feed(event, [...patients, ...others], actor, event.trust, 'join')
    yieldThings(event, into, actor, event.trust, 'join-into')
    for (const thing of things.slice(0, patients.length)) thing.at = actor.id
    if (into.length === 0 && things[0]) world.lastResult = things[0].id
    if (event.doers.length === 0) chain(event, actor, things.length > 0)
    world.lastDoer = actor.id
  }
}

function structure(event: Event): void {
  const { world, clause } = event
  if (world.without.has('groups')) return
  const parts = [...event.patients, ...argsOf(event, /^(of|:|into|namely|such as|including)$/)]
  const whole = event.doers[0]
  if (!whole || parts.length < 2 || clause.use.role !== 'active') {
    for (const mention of parts) resolve(world, mention)
    return
  }
  const members = parts.map((mention) => resolve(world, mention))
  world.groups.push({
    label: whole.label,
    spans: [...whole.spans.slice(0, 1)],
    members: members.map((member) => member.id),
    entity: whole.id,
  })
}

/** "This process is repeated until convergence": back from the last step to where the round began. */
function repeat(event: Event): void {
  const { world } = event
  if (world.without.has('feedback')) return
  const entity = world.entities
  const named = event.patients.map((mention) => find(world, mention, false)).find((found) => found)
  const involved = world.links.filter((other) => entity[other.from]?.block === world.block)
  const last = entity[world.lastDoer] ?? entity[world.lastStep] ?? entity[world.lastResult]
  const first = named ?? entity[involved[0]?.to ?? -1]
  if (!last || !first || last === first) return
  link(world, last, first, [event.span], 0.55, 'repeat', verbLabel(event))
  const made = world.links.at(-1)
  if (made && made.rule === 'repeat') made.kind = 'feedback'
}

const nothing = () => {}
const HANDLERS: Readonly<Record<VerbClass, (event: Event) => void>> = {
  flow,
  store: flow,
  transform,
  produce,
  consume,
  act,
  train,
  structure,
  repeat,
  join,
  light: nothing,
  none: nothing,
}
