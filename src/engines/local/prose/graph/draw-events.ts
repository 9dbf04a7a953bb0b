import type { Span } from '../../../../forms/diagram'
import { capitalise, type Label, slice, uncapitalise } from '../labels'
import { core } from '../phrases'
import { argsOf, type Event, isDevice, isThing, mentionsOf } from './events'
import type { Mention } from './mentions'
import type { Unit } from './units'
import type { VerbClass } from './verb-classes'
import {
  type Entity,
  find,
  introduce,
  link,
  newEntity,
  resolve,
  sharesRoot,
  sourceOf,
  type World,
} from './world'

const GOAL =
  /^(as input to|to|into|onto|in|at|through|via|on|back to|back into|toward|towards|behind)$/
const INTO = /^(into|to|as|onto|result)$/
/** Prepositions whose things go into a step. */
const INPUT =
  /^(from|against|onto|on|to|given|based on|across|with|according to|along|on the basis of)$/
const DOER_INPUT =
  /^(from|against|on|given|based on|across|with|according to|over|along|using|on the basis of|in response to)$/
const isParameter = (mention: Mention) => /^[\d<>=~±]/.test(mention.label)
const isKnown = (event: Event, mention: Mention) => find(event.world, mention, false) !== undefined

/** What each verb class adds to the figure. */
export function draw(event: Event): void {
  gather(event)
  const before = event.world.current
  subjectSource(event)
  HANDLERS[event.kind](event)
  const { world } = event
  if (!world.without.has('store-places')) storeIn(event)
  world.previous = before
  const now = world.entities[world.lastResult]
  if (now) {
    const source = sourceOf(world, now)
    if (source.drawn) world.current = source.id
  }
}

const STORE =
  /^(store|database|index|registry|memory|cache|log|bucket|repository|warehouse|lake|queue|archive|catalogue|catalog|table|disk|buffer)$/

/** "compacted into files in an object store": what was made goes where it is kept. */
function storeIn(event: Event): void {
  const { world, kind } = event
  if (kind === 'store' || kind === 'flow' || kind === 'train' || kind === 'consume') return
  for (const mention of argsOf(event, /^in$/, false)) {
    if (!STORE.test(mention.head)) continue
    const store = resolve(world, mention)
    const made = world.entities[world.lastResult]
    if (!made || made === store) continue
    store.stores = true
    link(
      world,
      sourceOf(world, made),
      store,
      evidence(event, mention),
      event.trust - 0.15,
      'store-places',
    )
    made.at = store.id
  }
}

/** Several doers or goals of one clause: what "their" speaks of next. */
function gather(event: Event): void {
  const { world } = event
  const goals = event.kind === 'flow' ? argsOf(event, GOAL, false) : []
  const patients = event.kind === 'train' ? event.patients : []
  const several = event.doers.length > 1 ? event.doers : []
  const named = goals.length > 1 ? goals : patients.length > 1 ? patients : []
  if (several.length > 0) world.together = several.map((entity) => entity.id)
  else if (named.length > 0) world.together = named.map((mention) => resolve(world, mention).id)
}

const verbLabel = (event: Event): Label => ({ text: event.lemma, spans: [event.span] })
/** "the index returns the top-100 passages": not the passages that went into it, where the name says more. */
function anew(event: Event, mention: Mention): Entity {
  const { world } = event
  const known = find(world, mention, false)
  const used =
    known !== undefined &&
    !known.acts &&
    world.links.some((other) => other.from === known.id || other.to === known.id)
  const more =
    used && mention.pronoun === '' && mention.stems.some((stem) => !known.stems.has(stem))
  return more && !world.without.has('anew') ? introduce(world, mention) : resolve(world, mention)
}

const evidence = (event: Event, mention: Mention) => [event.span, ...mention.spans.slice(0, 1)]

interface Origin {
  thing: Entity
  source: Entity
  /** What is taken off the confidence. */
  sure: number
  rule: string
}

/**
 * Where a thing comes from: what made or changed it last, its owner, the step whose verb its name repeats, or the
 * step before where it is new but spoken of as known.
 */
function origin(event: Event, mention: Mention, patient = true): Origin {
  const { world } = event
  const known = find(world, mention, false)
  const owner = known && event.fresh ? ownerOf(event, mention) : undefined
  if (known && owner) known.at = sourceOf(world, owner).id
  if (known) {
    resolve(world, mention)
    return { thing: known, source: sourceOf(world, known), sure: 0, rule: '' }
  }
  if (
    mention.of &&
    !world.without.has('derived') &&
    /^(version|copy|subset|sample|view|part|portion|half)$/.test(mention.head) &&
    mention.participles.length > 0
  ) {
    const whole = resolve(world, mention.of)
    const part = resolve(world, mention)
    link(
      world,
      sourceOf(world, whole),
      part,
      mention.spans.slice(0, 1),
      event.trust - 0.1,
      'derived',
    )
    part.acts = true
    return { thing: part, source: part, sure: 0, rule: '' }
  }
  const from = newOrigin(event, mention, patient)
  const thing = resolve(world, mention)
  if (from) thing.at = sourceOf(world, from.entity).id
  return { thing, source: sourceOf(world, thing), sure: from?.sure ?? 0, rule: from?.rule ?? '' }
}

function newOrigin(
  event: Event,
  mention: Mention,
  patient: boolean,
): { entity: Entity; sure: number; rule: string } | undefined {
  const { world } = event
  const owner = world.without.has('owners') ? undefined : ownerOf(event, mention)
  if (owner) return { entity: owner, sure: 0, rule: '/owners' }
  const named = world.without.has('verb-names') ? undefined : byVerbName(world, mention)
  if (named) return { entity: named, sure: -0.05, rule: '/verb-names' }
  // "malformed records are dropped, valid ones enriched": both come from the same place.
  const at = mention.head === 'one' && world.previous >= 0 ? world.previous : world.current
  const bridge = isBridge(event, mention, patient) ? world.entities[at] : undefined
  return bridge && { entity: bridge, sure: -0.25, rule: '/bridging' }
}

/** "the counts" come out of "Count reads", "the generated answer" out of the generator. */
function byVerbName(world: World, mention: Mention): Entity | undefined {
  if (/^(an?|another)$/.test(mention.article)) return undefined
  const drawn = world.recent.concat(world.steps).map((id) => world.entities[id])
  const roots = [...mention.participles, ...(mention.stems.length <= 2 && mention.definite ? [mention.head] : [])]
  return drawn.findLast(
    (entity): entity is Entity =>
      entity?.drawn === true &&
      entity.acts &&
      roots.some(
        (root) =>
          entity.verbs.has(root) ||
          (root.length > 3 &&
            ([...entity.verbs].some((verb) => sharesRoot(verb, root)) ||
              (mention.participles.includes(root) && sharesRoot(entity.head, root)))),
      ),
  )
}

/** "the teacher's predictions", "the output of the ensemble", "its latents", "whose chromatogram". */
function ownerOf(event: Event, mention: Mention): Entity | undefined {
  const { world } = event
  const by = mention.owner
  if (by) return find(world, by, true)
  if (mention.of?.definite && isOutput(mention)) return find(world, mention.of, true)
  if (mention.article === 'whose') {
    const at = event.sentence.units.findIndex(
      (unit) =>
        unit.text === 'whose' &&
        (event.sentence.words[unit.to]?.start ?? -1) <= mention.start &&
        mention.start - (event.sentence.words[unit.from]?.end ?? 0) < 40,
    )
    const host = event.sentence.units
      .slice(0, Math.max(0, at))
      .findLast((unit) => unit.kind === 'phrase')
    const named = host && mentionsOf(event, [host])[0]
    if (named) return find(world, named, true)
  }
  if (mention.article === 'its' || mention.article === 'their' || mention.article === 'whose') {
    const last = world.entities[world.lastResult] ?? world.entities[world.lastDoer]
    return last
  }
  return undefined
}

const isOutput = (mention: Mention) =>
  /^(output|prediction|result|response|score|probability|estimate|value|signal|pulse|feature|representation|embedding|measurement|answer|report|verdict|decision|state|vector)$/.test(
    mention.head,
  )

/** A new thing in the middle of a text, spoken of as known, came out of the step before. */
function isBridge(event: Event, mention: Mention, patient: boolean): boolean {
  const { world } = event
  if (world.current < 0 || world.without.has('bridging') || event.fresh) return false
  // "metrics and logs are shipped to": two new things come from elsewhere.
  const several = event.patients.length > 1 && /^(flow|store|join)$/.test(event.kind) && mention.article === ''
  if (several && event.patients.every((other) => !isKnown(event, other))) return false
  if (/^(user|input|raw|new|incoming|query|question|request)$/.test(mention.stems[0] ?? ''))
    return false
  if (/^(these|those|this|that)$/.test(mention.article)) return true
  if (/^(each|every)$/.test(mention.article)) return true
  if (!patient || (mention.of && !mention.of.definite)) return false
  if (/^(an?|another)$/.test(mention.article) && mention.of === undefined) return false
  if (event.doers.length === 0 || event.doers[0]?.step === true) return true
  const plain =
    mention.article === '' && !mention.named && event.doers.every((doer) => doer.before < 0)
  const short =
    mention.stems.length <= 1 || ((mention.definite || plain) && mention.stems.length <= 2)
  return short && event.doers.every((doer) => doer.before < 0 || doer.before === world.current)
}

/** Edges from the present state of each thing into a doer or step. */
function feed(
  event: Event,
  mentions: readonly Mention[],
  into: Entity,
  confidence: number,
  rule: string,
  patient = false,
): Entity[] {
  const { use } = event.clause
  return mentions.flatMap((mention) => {
    // "appends the entry to its log and replicates it": it never left the doer.
    const held =
      mention.pronoun !== '' && use.coordinated && use.role === 'active' && !event.anonymous
    if (held) return [resolve(event.world, mention)]
    const both = bothOf(event, mention)
    for (const end of both)
      link(event.world, end, into, evidence(event, mention), confidence - 0.1, `${rule}/both`)
    if (both.length > 0) {
      const thing = resolve(event.world, mention)
      thing.at = into.id
      return [thing]
    }
    const { thing, source, sure, rule: more } = origin(event, mention, patient)
    link(event.world, source, into, evidence(event, mention), confidence + sure, rule + more)
    return [thing]
  })
}

/** "both outputs", "the two losses": the last two open ends of the figure. */
function bothOf(event: Event, mention: Mention): Entity[] {
  const { world } = event
  if (world.without.has('both') || isKnown(event, mention)) return []
  if (mention.article === 'their' && mention.plural && world.together.length > 1)
    return world.together.flatMap((id) => world.entities[id] ?? [])
  if (!mention.pair) return []
  const ends = world.entities
    .filter((entity) => entity.drawn && !world.links.some((other) => other.from === entity.id))
    .filter((entity) => world.links.some((other) => other.to === entity.id))
    .sort((a, b) => last(world, a) - last(world, b))
    .slice(-2)
  return ends.length === 2 ? ends : []
}

const last = (world: World, entity: Entity) =>
  world.links.findLastIndex((other) => other.to === entity.id)

/** Edges from a doer or step to what it makes. */
function give(
  event: Event,
  mentions: readonly Mention[],
  from: Entity,
  confidence: number,
  rule: string,
): void {
  for (const mention of mentions) {
    const thing = anew(event, mention)
    if (thing === from) continue
    link(event.world, from, thing, evidence(event, mention), confidence, rule)
    thing.at = thing.id
    event.world.lastResult = thing.id
  }
}

interface Tool extends Label {
  link: string
  /** Where the preposition stands. */
  at: Span
}

/** A step without a doer becomes a node: "Align reads", its tool below. */
const VAGUE = /^(remainder|rest|result|one|other|half|part|portion|output|these|those)$/

function stepOf(event: Event, patient: Mention | undefined, tool: Tool | undefined): Entity {
  const { world, sentence } = event
  const named = event.name ?? patient
  const object = named && named.pronoun === '' ? named : undefined
  const thing = patient ? find(world, patient, false) : undefined
  // A step spoken of as "it" lends its object: "evaluate checkpoint", then "discard checkpoint".
  const spoken = thing?.step ? thing.label.replace(/^\S+(?: and \S+)? ?/, '') : thing?.label
  const name = object?.label ?? spoken ?? ''
  const light = event.light && object !== undefined
  // A second step on one thing is told from the first by what it is done with: "Select with puromycin".
  const place = tool !== undefined && /^(with|on|in|at)$/.test(tool.link)
  const again =
    tool !== undefined &&
    place &&
    (name === '' ||
      VAGUE.test(object?.head ?? '') ||
      (tool.link === 'with' &&
        (object === undefined ||
          thing?.drawn === true ||
          (thing !== undefined && thing.at !== thing.id))))
  const vague = tool !== undefined && (name === '' || VAGUE.test(object?.head ?? ''))
  const full = light
    ? name
    : again && tool
      ? `${event.lemma} ${tool.link} ${tool.text}`
      : vague && tool
        ? tool.text
        : `${event.lemma} ${uncapitalise(name, true, sentence.names)}`
  const words = full.trim().split(' ')
  const own = again || vague ? [] : (object?.spans ?? thing?.spans.slice(0, 3) ?? [])
  const step = newEntity(world, {
    label: capitalise(words.slice(0, 6).join(' ')),
    detail: again || vague ? undefined : tool,
    spans: [
      ...(light ? [] : [event.span]),
      ...own,
      ...(tool?.spans ?? []),
      ...(again && tool ? [tool.at] : []),
    ],
    head: object?.head ?? thing?.head ?? '',
    stems: new Set([...(light ? [] : [event.lemma]), ...(object?.stems ?? thing?.stems ?? [])]),
    start: event.span.start,
    confidence: event.trust,
  })
  step.step = !light
  step.drawn = true
  step.acts = true
  step.verbs.add(event.lemma)
  step.before = world.current
  step.sentence = world.sentence
  world.steps.push(step.id)
  return step
}

const TOOLISH =
  /^(kit|software|package|microscope|algorithm|method|test|protocol|script|tool|threshold|loss|schedule|window|kernel|filter|regression|rate|size)$/

/** "metadata that is cached in Redis" is a thing of the figure, no mere tool. */
const followedByRelative = (event: Event, things: readonly Unit[]) => {
  const last = event.sentence.units.indexOf(things.at(-1) as Unit)
  return event.sentence.units[last + 1]?.kind === 'relative'
}

/** "with STAR", "using a light microscope": what a step is done with; it is taken out of the clause. */
function takeTool(event: Event): Tool | undefined {
  for (const arg of event.clause.args) {
    if (!/^(with|using|via|by|through|on|in|at|under|by means of)$/.test(arg.link)) continue
    if (arg.early && arg.link !== 'using') continue
    const mentions = mentionsOf(event, arg.things).filter(isThing)
    const first = mentions[0]
    const phrase = arg.things[0]?.phrase
    if (!first || !phrase || first.pronoun !== '' || isKnown(event, first)) continue
    const place = /^(on|in|at|under|through)$/.test(arg.link)
    if (arg.link === 'in' && STORE.test(first.head)) continue
    if (place && first.plural) continue
    if (arg.link === 'with' && /^(an?|the)$/.test(first.article) && !TOOLISH.test(first.head))
      continue
    if (followedByRelative(event, arg.things)) continue
    event.clause.args.splice(event.clause.args.indexOf(arg), 1)
    const own = core(event.sentence.words, phrase, 4)
    const label = slice(event.sentence.masked, event.sentence.words, own.start, own.end)
    const before = event.sentence.words[phrase.start - 1]
    const at = { start: before?.start ?? event.span.start, end: before?.end ?? event.span.end }
    return label.text.length <= 36 ? { ...label, link: arg.link, at } : undefined
  }
  return undefined
}

/** "parsed and compared": one step, where the verbs share their object and the first has no tool of its own. */
function sameStep(event: Event, tool: Tool | undefined): Entity | undefined {
  const { world, clause, lemma } = event
  const last = world.entities[world.steps.at(-1) ?? -1]
  const first = event.patients[0]
  const thing = first && find(world, first, false)
  if (
    !clause.use.coordinated ||
    tool ||
    event.crew ||
    !last ||
    !thing ||
    thing.at !== last.id ||
    last.detail ||
    last.sentence !== world.sentence
  )
    return undefined
  const [verb = '', ...rest] = last.label.split(' ')
  if (
    rest[0] === 'and' ||
    rest[0] === 'with' ||
    rest.length === 0 ||
    !last.verbs.has(verb.toLowerCase())
  )
    return undefined
  const and = event.sentence.words.find(
    (word, at) => at < clause.use.at && at >= clause.use.at - 3 && word.lower === 'and',
  )
  if (!and) return undefined
  last.label = `${verb} and ${lemma} ${rest.join(' ').replace(/ of .*/, '')}`
  last.spans.push({ start: and.start, end: and.end }, event.span)
  last.stems.add(lemma)
  last.verbs.add(lemma)
  return last
}

/** The doers of an event, or a step in their place. */
function actorsOf(event: Event): Entity[] {
  const { world } = event
  for (const doer of event.doers) {
    doer.verbs.add(event.lemma)
    if (doer.before < 0) doer.before = event.world.current
  }
  if (event.doers.length > 0) return event.doers
  const tool = takeTool(event)
  const same = world.without.has('merge-verbs') ? undefined : sameStep(event, tool)
  return [same ?? stepOf(event, event.patients[0], tool)]
}

/** A step follows the one before it where nothing else ties it to the text. */
function follow(event: Event, step: Entity, tied: boolean): void {
  const { world } = event
  const last = world.entities[step.before]
  if (tied || event.doers.includes(step) || !last || world.without.has('procedure') || event.fresh)
    return
  link(world, last, step, [event.span], last.block === step.block ? 0.6 : 0.45, 'procedure')
}

const numbers = (mentions: readonly Mention[]) =>
  mentions.filter((mention) => !isParameter(mention))
const others = (all: readonly Mention[], some: readonly Mention[]) =>
  all.filter((mention) => !some.some((other) => other.start === mention.start))

/** "docked into the structure", "mapped to the genome": what is known already is used, not made. */
const isGiven = (mention: Mention) =>
  mention.article === 'the' || mention.article === 'their' || mention.article === 'its'

function act(event: Event): void {
  const { world, patients } = event
  if (patients.length === 0 && numbers(argsOf(event, INPUT)).length === 0) return
  const goals = numbers(argsOf(event, /^(to|into|onto|as)$/, false)).filter(
    (mention) => !isGiven(mention) && !isKnown(event, mention) && !mention.plural,
  )
  if (
    event.doers.length === 0 &&
    goals.length > 0 &&
    patients.length > 0 &&
    !world.without.has('goal-steps')
  ) {
    const tool = takeTool(event)
    if (!tool) return become(event, goals)
    event.doers = [stepOf(event, patients[0], tool)]
  }
  for (const actor of actorsOf(event)) {
    const results = argsOf(event, /^(into|as|result)$/)
    const places = argsOf(event, /^(on|over|to)$/, true)
    const inputs = others(numbers(argsOf(event, actor.step ? INPUT : DOER_INPUT)), places)
    const given = argsOf(event, /^into$/).filter(isGiven)
    inputs.push(...given)
    // "radiologists delineate the tumour on CT images": what it is read from is the input, the new object is not.
    const fresh = patients.every((mention) => !isKnown(event, mention))
    const own =
      !actor.step &&
      event.clause.use.role === 'active' &&
      fresh &&
      patients.every((mention) => /^(its|their)$/.test(mention.article))
    const direct =
      own || (!actor.step && fresh && inputs.length > 0 && world.current >= 0) ? [] : patients
    // "a suggestion is requested": the step says it all.
    const alone =
      actor.step &&
      fresh &&
      world.current >= 0 &&
      patients.every((mention) => /^(an?|another)$/.test(mention.article) && !mention.of)
    const things = alone
      ? patients.map((mention) => resolve(world, mention))
      : feed(event, direct, actor, event.trust, 'act', true)
    if (!alone) for (const mention of others(patients, direct)) things.push(resolve(world, mention))
    feed(event, inputs, actor, event.trust - 0.15, 'act-with')
    follow(event, actor, (things.length > 0 && !alone) || inputs.length > 0)
    for (const thing of things) {
      thing.at = actor.id
      world.lastResult = thing.id
    }
    give(event, others(results, given), actor, event.trust, 'act-into')
    if (!actor.step) passOn(event, actor)
    world.lastDoer = actor.id
    world.current = actor.id
  }
}

/** "replicates it to two followers": on from the doer. */
function passOn(event: Event, doer: Entity): void {
  for (const mention of numbers(argsOf(event, /^(to|onto)$/, false))) {
    const goal = resolve(event.world, mention)
    goal.acts = true
    link(event.world, doer, goal, evidence(event, mention), event.trust - 0.1, 'act-to')
  }
}

/** "the supervisor overrides the goal", "experiments initialise the model": from the doer to what it changes. */
function affect(event: Event): void {
  const { world, patients } = event
  if (event.doers.length === 0) {
    const by = numbers(argsOf(event, /^(by|using|with|from|on|against)$/))
    const targets = patients.map((mention) => resolve(world, mention))
    if (by.length === 0 || !targets.every((target) => target.drawn)) return act(event)
    for (const target of targets) feed(event, by, target, event.trust, 'affect-by')
    return
  }
  for (const doer of actorsOf(event)) {
    feed(
      event,
      numbers(argsOf(event, /^(using|with|from|on|given|based on)$/)),
      doer,
      event.trust - 0.1,
      'affect-with',
    )
    for (const mention of patients) {
      const known = find(world, mention, false)
      const target = known ?? resolve(world, mention)
      link(world, doer, target, evidence(event, mention), event.trust - 0.1, 'affect')
      if (known || !isOutput(mention)) target.acts = true
      world.lastResult = target.id
    }
    world.lastDoer = doer.id
  }
}

function transform(event: Event): void {
  const { world, patients } = event
  const results = numbers(argsOf(event, INTO))
  if (
    event.doers.length === 0 &&
    results.length === 1 &&
    results[0] &&
    isKnown(event, results[0]) &&
    find(world, results[0], false)?.drawn
  )
    return become(event, results)
  if (
    results.length === 0 ||
    (event.doers.length === 0 && results.every(isGiven) && argsOf(event, /^result$/).length === 0)
  )
    return act(event)
  if (event.doers.length === 0) {
    const tool = takeTool(event)
    if (!tool) return become(event, results)
    event.doers = [stepOf(event, patients[0], tool)]
  }
  for (const actor of actorsOf(event)) {
    const things = feed(event, patients, actor, event.trust, 'transform', true)
    things.push(
      ...feed(
        event,
        numbers(argsOf(event, /^(from|with|given|on the basis of)$/)),
        actor,
        event.trust - 0.1,
        'transform-with',
      ),
    )
    if (actor.step) follow(event, actor, things.length > 0)
    give(event, results, actor, event.trust, 'transform-into')
    world.lastDoer = actor.id
  }
}

/** Without a doer one thing becomes the other: a step that is named by both. */
function become(event: Event, results: readonly Mention[]): void {
  const { world, patients } = event
  const sources = patients.map((mention) => origin(event, mention))
  for (const mention of results) {
    const thing = resolve(world, mention)
    for (const { source, sure, rule } of sources)
      link(
        world,
        source,
        thing,
        evidence(event, mention),
        event.trust + sure,
        `become${rule}`,
        verbLabel(event),
      )
    thing.verbs.add(event.lemma)
    thing.at = thing.id
    thing.acts = true
    world.lastResult = thing.id
  }
}

function produce(event: Event): void {
  const { world, patients } = event
  const goals = numbers(argsOf(event, /^(to|back to|onto)$/))
  if (event.doers.length === 0) {
    if (goals.length > 0 && event.clause.use.role === 'passive') return flow(event)
    return produceStep(event)
  }
  for (const doer of actorsOf(event)) {
    const sources = numbers(
      argsOf(
        event,
        /^(from|given|based on|out of|on|according to|across|with|over|using|on the basis of)$/,
      ),
    )
    feed(event, sources, doer, event.trust - 0.05, 'produce-from')
    give(event, patients, doer, event.trust, 'produce')
    give(event, argsOf(event, /^(into|as|result)$/), doer, event.trust - 0.1, 'produce-into')
    const made = world.entities[world.lastResult]
    for (const mention of goals) {
      const known = find(world, mention, false)
      if (known ? !known.acts && !known.stores : !mention.named && !isDevice(mention)) continue
      const goal = resolve(world, mention)
      const from = made && patients.length > 0 ? made : doer
      goal.acts = true
      link(world, from, goal, [event.span], event.trust, 'produce-to')
    }
    world.lastDoer = doer.id
  }
}

/** "Features are extracted from A": the step and what it makes are one node. */
function produceStep(event: Event): void {
  const { world, patients } = event
  if (patients.length === 0) return
  const known = patients[0] ? find(world, patients[0], false) : undefined
  const step = stepOf(event, patients[0], takeTool(event))
  const strong = numbers(argsOf(event, /^(from|given|based on|out of|across|on the basis of)$/))
  const weak = argsOf(event, /^(with|by|over|on|in|to|through|for)$/).filter((mention) =>
    isKnown(event, mention),
  )
  const inputs = [
    ...feed(event, strong, step, event.trust, 'produce-from'),
    ...feed(event, weak, step, event.trust - 0.2, 'produce-with'),
  ]
  if (known?.drawn)
    link(world, sourceOf(world, known), step, [event.span], event.trust, 'produce-again')
  for (const mention of patients) {
    const thing = known && mention === patients[0] ? known : resolve(world, mention)
    thing.at = step.id
    world.lastResult = thing.id
  }
  give(event, argsOf(event, /^(into|result)$/), step, event.trust - 0.1, 'produce-into')
  follow(event, step, inputs.length > 0 || known?.drawn === true)
  world.current = step.id
}

function consume(event: Event): void {
  const { world, patients } = event
  if (event.doers.length === 0) {
    if (/^(use|employ|utilize|leverage|adopt|require|need)$/.test(event.lemma)) return
    if (/^(take|draw)$/.test(event.lemma) && argsOf(event, /^from$/).length > 0)
      return produceStep(event)
    return act(event)
  }
  const direct = patients.length > 0
  for (const doer of actorsOf(event)) {
    const things = feed(event, patients, doer, event.trust, 'consume', true)
    const more = direct ? /^from$/ : /^(from|to|on|at|for|over|of|upon|through|in|into)$/
    feed(
      event,
      numbers(argsOf(event, more)),
      doer,
      event.trust - (direct ? 0.2 : 0.05),
      'consume-from',
    )
    if (things[0]) world.lastResult = things[0].id
    if (direct)
      give(event, argsOf(event, /^(into|result)$/), doer, event.trust - 0.1, 'consume-into')
    world.lastDoer = doer.id
    world.current = doer.id
  }
}

function flow(event: Event): void {
  const { world, patients } = event
  const all = numbers(argsOf(event, GOAL, false))
  const proper = numbers(
    argsOf(event, /^(to|into|onto|back to|back into|toward|towards|as input to)$/, false),
  )
  // "abundances entered a linear model"
  const entered = /^(enter|reach|join)$/.test(event.lemma) && event.doers.length > 0 && patients.length > 0
  if (entered) return enterInto(event)
  const goals = proper.length > 0 ? proper : all
  if (goals.length === 0) return flowWithoutGoal(event)
  const carried = patients.map((mention) => origin(event, mention))
  const origins = new Map<Entity, number>()
  for (const doer of event.doers) {
    if (doer.before < 0) doer.before = world.current
    origins.set(doer, 0)
    for (const { thing, source } of carried)
      if (thing.drawn && source !== doer)
        link(world, source, doer, [event.span], event.trust - 0.15, 'flow-through')
    world.lastDoer = doer.id
  }
  if (event.doers.length === 0) for (const { source, sure } of carried) origins.set(source, sure)
  for (const mention of argsOf(event, /^from$/)) {
    const source = resolve(world, mention)
    if (carried.length === 0 || event.doers.length > 0) origins.set(sourceOf(world, source), 0)
    else
      for (const { thing } of carried)
        link(world, source, thing, [event.span], event.trust - 0.1, 'flow-from')
  }
  const first = carried[0]
  const label: Label =
    event.doers.length > 0 && first && patients[0]
      ? { text: first.thing.label, spans: first.thing.spans.slice(0, 3) }
      : verbLabel(event)
  for (const mention of goals) {
    const goal = resolve(world, mention)
    if (event.kind === 'store') goal.stores = true
    for (const [source, sure] of origins)
      link(world, source, goal, evidence(event, mention), event.trust + sure, event.kind, label)
    for (const { thing } of carried) {
      thing.at = goal.id
      thing.verbs.add(event.lemma)
    }
    goal.acts = true
    if (event.kind !== 'store') world.lastDoer = goal.id
  }
  const given = argsOf(event, /^result$/)
  const goal = world.entities[world.lastDoer]
  if (goal) give(event, given, goal, event.trust - 0.1, 'flow-result')
  if (first) world.lastResult = first.thing.id
}

function enterInto(event: Event): void {
  for (const doer of event.doers)
    for (const mention of event.patients) {
      const goal = resolve(event.world, mention)
      goal.acts = true
      link(event.world, sourceOf(event.world, doer), goal, evidence(event, mention), event.trust, 'flow')
      event.world.lastDoer = goal.id
      event.world.lastResult = goal.id
    }
}

/** "calls external tools" reaches them; "emits tokens" makes them; "is released" is a step. */
function flowWithoutGoal(event: Event): void {
  const { doers, patients, lemma } = event
  if (doers.length === 0) return act(event)
  if (patients.length === 0) return
  if (/^(invoke|call|trigger|prompt|notify)$/.test(lemma))
    for (const doer of actorsOf(event)) give(event, patients, doer, event.trust, 'call')
  else produce(event)
}

function train(event: Event): void {
  const { world, patients } = event
  if (event.doers.length > 0 && patients.length > 0) return trainBy(event)
  for (const mention of patients) {
    const known = find(world, mention, false)
    const model = known ?? resolve(world, mention)
    model.learns = true
    model.acts = true
    const target = sourceOf(world, model)
    target.verbs.add(event.lemma)
    const all = numbers(argsOf(event, /^(on|from|with|against|over|given|using|by|to)$/))
    const goals = all.filter((other) =>
      /^(loss|objective|entropy|error|cost|reward)$/.test(other.head),
    )
    const inputs = feed(
      event,
      others(all, goals).filter((other) => !/ing$/.test(other.head)),
      target,
      event.trust - 0.05,
      'train',
    )
    for (const goal of goals) {
      const loss = resolve(world, goal)
      loss.acts = true
      link(world, target, loss, evidence(event, goal), event.trust - 0.1, 'train-loss')
    }
    const last = world.entities[world.current]
    if (inputs.length === 0 && last && last !== target && event.clause.parent < 0)
      link(world, last, model, [event.span], 0.5, 'train-next')
    model.drawn = true
    world.lastResult = model.id
    world.lastDoer = model.id
  }
}

function trainBy(event: Event): void {
  const { world, patients } = event
  for (const doer of actorsOf(event)) {
    feed(
      event,
      [...patients, ...numbers(argsOf(event, /^(on|from|over)$/))],
      doer,
      event.trust - 0.1,
      'train-by',
    )
    world.lastDoer = doer.id
    for (const mention of patients) {
      const model = resolve(world, mention)
      model.at = doer.id
      world.lastResult = model.id
    }
  }
}

/** "A and B are concatenated into C", "X is matched against Y". */
function join(event: Event): void {
  const { world, patients } = event
  const results = argsOf(event, /^(into|as|result)$/)
  const partners = () =>
    others(
      numbers(
        argsOf(
          event,
          /^(with|and|together with|along with|against|to|onto|on|across|from|between)$/,
        ),
      ),
      results,
    )
  // Without a doer or a tool, what they become is the node: "A and B are combined into C".
  if (event.doers.length === 0 && results.length === 1 && results[0] && !isGiven(results[0])) {
    const target = resolve(world, results[0])
    target.acts = true
    target.verbs.add(event.lemma)
    target.before = world.current
    feed(event, patients, target, event.trust, 'join-into', true)
    feed(event, partners(), target, event.trust - 0.05, 'join-into')
    target.at = target.id
    world.lastResult = target.id
    return
  }
  for (const actor of actorsOf(event)) {
    const things = feed(event, patients, actor, event.trust, 'join', true)
    feed(event, partners(), actor, event.trust - 0.05, 'join-with')
    follow(event, actor, things.length > 0)
    for (const thing of things) thing.at = actor.id
    if (things[0]) world.lastResult = things[0].id
    give(event, results, actor, event.trust, 'join-into')
    world.lastDoer = actor.id
    world.current = actor.id
  }
}

function structure(event: Event): void {
  const { world, clause } = event
  const parts = [...event.patients, ...argsOf(event, /^(of|:|into|namely|such as|including)$/)]
  const members = parts.map((mention) => resolve(world, mention))
  const whole = event.doers[0]
  if (!whole || parts.length < 2 || clause.use.role !== 'active' || world.without.has('groups'))
    return
  world.groups.push({
    label: whole.label,
    spans: whole.spans.slice(0, 1),
    members: members.map((member) => member.id),
    entity: whole.id,
  })
}

/** "This process is repeated until convergence": back from the last step to where the round began. */
function repeat(event: Event): void {
  const { world } = event
  if (world.without.has('feedback')) return
  const named = event.patients.map((mention) => find(world, mention, false)).find((found) => found)
  const inBlock = world.links.filter((other) => world.entities[other.to]?.block === world.block)
  const last = world.entities[world.current]
  const first = named ?? world.entities[inBlock[0]?.to ?? -1]
  if (!last || !first || last === first || reaches(world, last, first)) return
  link(world, last, first, [event.span], 0.55, 'repeat', verbLabel(event))
  const made = world.links.at(-1)
  if (made?.rule === 'repeat') made.kind = 'feedback'
}

function reaches(world: World, from: Entity, to: Entity): boolean {
  const seen = new Set<number>()
  const open = [from.id]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to.id) return true
    if (seen.has(id)) continue
    seen.add(id)
    for (const other of world.links) if (other.from === id) open.push(other.to)
  }
  return false
}

const nothing = () => {}
const HANDLERS: Readonly<Record<VerbClass, (event: Event) => void>> = {
  flow,
  store: flow,
  transform,
  produce,
  consume,
  act,
  affect,
  train,
  structure,
  repeat,
  join,
  light: nothing,
  none: nothing,
}

/** "After quality assessment", "followed by normalisation": a step that is named by a noun. */
export function nominalStep(event: Event, mention: Mention): void {
  const { world } = event
  if (isKnown(event, mention)) return
  const step = stepOf({ ...event, light: true, doers: [], patients: [mention] }, mention, undefined)
  step.step = true
  for (const part of mention.stems) step.verbs.add(part)
  const last = world.entities[step.before]
  if (last) link(world, last, step, mention.spans.slice(0, 1), event.trust - 0.15, 'nominal')
  const thing = world.entities[world.lastResult]
  if (thing && thing.at === step.before) thing.at = step.id
  world.current = step.id
}

/** "noise drawn from DEMAND": an edge from the source to the thing. */
export function comeFrom(event: Event): void {
  const { world } = event
  for (const mention of event.patients)
    for (const source of argsOf(event, /^(from|on)$/)) {
      const thing = resolve(world, mention)
      const place = resolve(world, source)
      link(
        world,
        sourceOf(world, place),
        thing,
        evidence(event, source),
        event.trust - 0.1,
        'come-from',
      )
    }
}

/** "Enriched events follow two paths": nothing is drawn, but from now on these are spoken of. */
export function recall(event: Event, mention: Mention): void {
  const { thing, source } = origin(event, mention, false)
  if (!thing.drawn && !source.drawn) return
  event.world.lastResult = thing.id
  if (source.drawn) event.world.current = source.id
}

/** "depth images from the camera are merged": what is known or definite is where they come from. */
function subjectSource(event: Event): void {
  const { world, patients } = event
  const first = patients[0]
  if (!first || patients.length > 1 || isKnown(event, first)) return
  for (const mention of argsOf(event, /^subject from$/)) {
    if (!isKnown(event, mention) && !mention.definite) continue
    const place = resolve(world, mention)
    const thing = resolve(world, first)
    link(
      world,
      sourceOf(world, place),
      thing,
      evidence(event, mention),
      event.trust - 0.1,
      'come-from',
    )
  }
}
