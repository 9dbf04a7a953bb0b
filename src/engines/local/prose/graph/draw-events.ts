import { capitalise, type Label, slice, uncapitalise } from '../labels'
import { core } from '../phrases'
import { argsOf, type Event, isThing, mentionsOf } from './events'
import type { Mention } from './mentions'
import type { VerbClass } from './verb-classes'
import { type Entity, find, link, resolve, sourceOf, type World } from './world'

const GOAL = /^(to|into|onto|in|at|through|via|on|back to|back into|toward|towards)$/
const INTO = /^(into|to|as|onto)$/
const isParameter = (mention: Mention) => /^[\d<>=~]/.test(mention.label)
const isKnown = (event: Event, mention: Mention) => find(event.world, mention, false) !== undefined

/** What each verb class adds to the figure. */
export function draw(event: Event): void {
  HANDLERS[event.kind](event)
  const { world } = event
  const now = world.entities[world.lastResult]
  if (now) world.current = sourceOf(world, now).id
}

const verbLabel = (event: Event): Label => ({ text: event.lemma, spans: [event.span] })

/** Edges from the present state of each thing into a doer or step. */
function feed(
  event: Event,
  mentions: readonly Mention[],
  into: Entity,
  confidence: number,
  rule: string,
): Entity[] {
  return mentions.map((mention) => {
    const thing = resolve(event.world, mention)
    const source = sourceOf(event.world, thing)
    link(event.world, source, into, evidence(event, mention), confidence, rule)
    return thing
  })
}

/** Edges from a doer or step to what it makes. */
function give(
  event: Event,
  mentions: readonly Mention[],
  from: Entity,
  confidence: number,
  rule: string,
): void {
  for (const mention of mentions) {
    const thing = resolve(event.world, mention)
    if (thing === from) continue
    link(event.world, from, thing, evidence(event, mention), confidence, rule)
    thing.at = thing.id
    event.world.lastResult = thing.id
  }
}

const evidence = (event: Event, mention: Mention) => [event.span, ...mention.spans.slice(0, 1)]

/** A step without a doer becomes a node: "Align reads", its tool below. */
function stepOf(event: Event, patient: Mention | undefined, tool: Label | undefined): Entity {
  const { world, sentence } = event
  const object = patient && patient.pronoun === '' ? patient : undefined
  const thing = patient ? find(world, patient, false) : undefined
  const name = object?.label ?? thing?.label ?? ''
  const words = `${event.lemma} ${uncapitalise(name, true, sentence.names)}`.trim().split(' ')
  const step: Entity = {
    id: world.entities.length,
    label: capitalise(words.slice(0, 6).join(' ')),
    detail: tool,
    spans: [event.span, ...(object?.spans ?? thing?.spans.slice(0, 2) ?? []), ...(tool?.spans ?? [])],
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
    start: event.span.start,
    block: world.block,
    group: undefined,
    before: world.current,
    confidence: event.trust,
  }
  world.entities.push(step)
  return step
}

/**
 * "with STAR", "using a light microscope": what a step is done with, unless it was spoken of as a thing before.
 * It is taken out of the clause's arguments.
 */
function takeTool(event: Event): Label | undefined {
  for (const arg of event.clause.args) {
    if (!/^(with|using|via|by|through|on|in|at|under|by means of)$/.test(arg.link)) continue
    const mentions = mentionsOf(event, arg.things).filter(isThing)
    const first = mentions[0]
    const phrase = arg.things[0]?.phrase
    if (!first || !phrase || first.pronoun !== '' || isKnown(event, first)) continue
    if (/^(on|in|at|under|through)$/.test(arg.link) && !first.named && first.plural) continue
    event.clause.args.splice(event.clause.args.indexOf(arg), 1)
    const own = core(event.sentence.words, phrase, 4)
    const label = slice(event.sentence.masked, event.sentence.words, own.start, own.end)
    return label.text.length <= 36 ? label : undefined
  }
  return undefined
}

/** The doers of an event, or a step in their place. */
function actorsOf(event: Event): Entity[] {
  if (event.doers.length > 0) {
    for (const doer of event.doers) {
      doer.verbs.add(event.lemma)
      if (doer.before < 0) doer.before = event.world.current
    }
    return event.doers
  }
  return [stepOf(event, event.patients[0], takeTool(event))]
}

/** A step follows the one before it where nothing else ties it to the text. */
function follow(event: Event, step: Entity, tied: boolean): void {
  const { world } = event
  const last = world.entities[step.before]
  if (tied || !step.step || !last || world.without.has('procedure')) return
  link(world, last, step, [event.span], last.block === step.block ? 0.6 : 0.45, 'procedure')
}

/** A patient that nothing made yet, in the middle of a text, is what came out of the step before. */
function isBridge(event: Event, mention: Mention): boolean {
  const { world } = event
  if (world.current < 0 || isKnown(event, mention) || world.without.has('bridging')) return false
  return event.doers.length === 0 || mention.definite
}

function act(event: Event): void {
  const { world, patients } = event
  if (patients.length === 0 && argsOf(event, /./).length === 0) return
  const bridges = patients.filter((mention) => isBridge(event, mention))
  const direct = patients.filter((mention) => !bridges.includes(mention))
  for (const actor of actorsOf(event)) {
    const tied = feed(event, direct, actor, event.trust, 'act')
    const inputs = argsOf(event, /^(from|against|on|onto|to|given|based on|across|with|of|between|according to)$/)
    feed(event, inputs.filter((mention) => !isParameter(mention)), actor, event.trust - 0.15, 'act-with')
    const things = [...tied, ...bridges.map((mention) => resolve(world, mention))]
    const last = world.entities[actor.before]
    if (actor.step) follow(event, actor, tied.length > 0)
    else if (bridges.length > 0 && last) link(world, last, actor, [event.span], 0.5, 'bridging')
    for (const thing of things) {
      thing.at = actor.id
      world.lastResult = thing.id
    }
    give(event, argsOf(event, /^(into|as)$/), actor, event.trust, 'act-into')
    world.lastDoer = actor.id
    world.current = actor.id
  }
}

function transform(event: Event): void {
  const { world, patients } = event
  const results = argsOf(event, INTO).filter((mention) => !isParameter(mention))
  if (results.length === 0) return act(event)
  if (event.doers.length === 0) {
    const tool = takeTool(event)
    if (!tool) return become(event, results)
    event.doers = [stepOf(event, patients[0], tool)]
  }
  const bridges = patients.filter((mention) => isBridge(event, mention))
  const from = [...patients.filter((mention) => !bridges.includes(mention)), ...argsOf(event, /^(from|with|given|of)$/)]
  for (const actor of actorsOf(event)) {
    const tied = feed(event, from, actor, event.trust, 'transform')
    const last = world.entities[actor.before]
    if (bridges.length > 0 && last) link(world, last, actor, [event.span], 0.5, 'bridging')
    else follow(event, actor, tied.length > 0)
    give(event, results, actor, event.trust, 'transform-into')
    world.lastDoer = actor.id
  }
}

/** Without a doer one thing becomes the other: an edge named by the verb. */
function become(event: Event, results: readonly Mention[]): void {
  const { world, patients } = event
  const sources = patients.map((mention) =>
    isBridge(event, mention)
      ? (world.entities[world.current] ?? resolve(world, mention))
      : sourceOf(world, resolve(world, mention)),
  )
  for (const mention of results) {
    const thing = resolve(world, mention)
    for (const source of sources)
      link(world, source, thing, evidence(event, mention), event.trust, 'become', verbLabel(event))
    thing.verbs.add(event.lemma)
    thing.at = thing.id
    world.lastResult = thing.id
  }
}

function produce(event: Event): void {
  const { world, patients } = event
  const goals = argsOf(event, /^(to|back to|onto)$/).filter((mention) => !isParameter(mention))
  if (event.doers.length === 0) {
    if (goals.length > 0 && event.clause.use.role === 'passive') return flow(event)
    return produceStep(event)
  }
  const sources = argsOf(event, /^(from|given|based on|out of|on|according to|across|for|with|of|over)$/).filter(
    (mention) => !isParameter(mention),
  )
  for (const doer of actorsOf(event)) {
    feed(event, sources, doer, event.trust - 0.05, 'produce-from')
    give(event, patients, doer, event.trust, 'produce')
    give(event, argsOf(event, /^(into|as)$/), doer, event.trust - 0.1, 'produce-into')
    const made = world.entities[world.lastResult]
    for (const mention of goals) {
      const goal = resolve(world, mention)
      link(world, made && patients.length > 0 ? made : doer, goal, [event.span], event.trust, 'produce-to')
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
  const strong = argsOf(event, /^(from|given|based on|out of|across|for)$/)
  const weak = argsOf(event, /^(with|by|over|on|in|of|to|through|as)$/).filter((mention) => isKnown(event, mention))
  const inputs = [
    ...feed(event, strong.filter((mention) => !isParameter(mention)), step, event.trust, 'produce-from'),
    ...feed(event, weak, step, event.trust - 0.2, 'produce-with'),
  ]
  if (known?.drawn) link(world, sourceOf(world, known), step, [event.span], event.trust, 'produce-again')
  for (const mention of patients) {
    const thing = resolve(world, mention)
    thing.at = step.id
    world.lastResult = thing.id
  }
  give(event, argsOf(event, /^into$/), step, event.trust - 0.1, 'produce-into')
  follow(event, step, inputs.length > 0 || known?.drawn === true)
}

function consume(event: Event): void {
  const { world, patients } = event
  if (event.doers.length === 0) {
    if (/^(use|employ|utilize|leverage|adopt|require|need)$/.test(event.lemma)) return
    return act(event)
  }
  const direct = patients.length > 0
  for (const doer of actorsOf(event)) {
    feed(event, patients, doer, event.trust, 'consume')
    if (direct) feed(event, argsOf(event, /^from$/), doer, event.trust - 0.2, 'consume-from')
    else
      feed(
        event,
        argsOf(event, /^(from|to|on|at|for|over|of|upon|through|in)$/).filter((mention) => !isParameter(mention)),
        doer,
        event.trust - 0.05,
        'consume',
      )
    const first = patients[0]
    const thing = first && find(world, first, false)
    if (thing) world.lastResult = thing.id
    give(event, argsOf(event, /^into$/), doer, event.trust - 0.1, 'consume-into')
    world.lastDoer = doer.id
    world.current = doer.id
  }
}

function flow(event: Event): void {
  const { world, patients } = event
  const goals = argsOf(event, GOAL, false).filter((mention) => !isParameter(mention))
  if (goals.length === 0) return flowWithoutGoal(event)
  const carried = patients.map((mention) => resolve(world, mention))
  const origins = new Set<Entity>(event.doers)
  for (const doer of actorsOf({ ...event, doers: event.doers.length > 0 ? event.doers : [] , patients }).filter(() => event.doers.length > 0)) {
    for (const thing of carried)
      if (thing.drawn && sourceOf(world, thing) !== doer)
        link(world, sourceOf(world, thing), doer, [event.span], event.trust - 0.15, 'flow-through')
    world.lastDoer = doer.id
  }
  if (event.doers.length === 0) for (const thing of carried) origins.add(sourceOf(world, thing))
  for (const mention of argsOf(event, /^from$/)) {
    const source = resolve(world, mention)
    if (carried.length === 0 || event.doers.length > 0) origins.add(sourceOf(world, source))
    else
      for (const thing of carried)
        link(world, source, thing, [event.span], event.trust - 0.1, 'flow-from')
  }
  const label: Label =
    event.doers.length > 0 && carried[0] && patients[0]
      ? { text: carried[0].label, spans: patients[0].spans.slice(0, 1) }
      : verbLabel(event)
  for (const mention of goals) {
    const goal = resolve(world, mention)
    if (event.kind === 'store') goal.stores = true
    for (const origin of origins)
      link(world, origin, goal, evidence(event, mention), event.trust, event.kind, label)
    for (const thing of carried) {
      if (event.kind === 'store' || event.doers.length > 0) thing.at = goal.id
      thing.verbs.add(event.lemma)
    }
    if (event.kind !== 'store') world.lastDoer = goal.id
    give(event, argsOf(event, /^result$/), goal, event.trust - 0.1, 'flow-result')
  }
  if (carried[0]) world.lastResult = carried[0].id
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
  const data = () =>
    argsOf(event, /^(on|from|with|against|over|for|given|using|by)$/).filter(
      (mention) => !isParameter(mention) && !/ing$/.test(mention.head),
    )
  if (event.doers.length > 0 && patients.length > 0) {
    for (const doer of actorsOf(event)) {
      feed(event, [...patients, ...argsOf(event, /^(on|from|over)$/)], doer, event.trust - 0.1, 'train-by')
      world.lastDoer = doer.id
      for (const mention of patients) {
        const model = resolve(world, mention)
        model.at = doer.id
        world.lastResult = model.id
      }
    }
    return
  }
  for (const mention of patients) {
    const model = resolve(world, mention)
    model.learns = true
    model.acts = true
    const target = sourceOf(world, model)
    target.verbs.add(event.lemma)
    const inputs = feed(event, data(), target, event.trust - 0.05, 'train')
    const last = world.entities[world.current]
    if (inputs.length === 0 && !model.drawn && last)
      link(world, last, model, [event.span], 0.5, 'train-next')
    model.drawn = true
    world.lastResult = model.id
    world.lastDoer = model.id
  }
}

/** "A and B are concatenated into C", "X is matched against Y". */
function join(event: Event): void {
  const { world, patients } = event
  const bridges = patients.filter((mention) => isBridge(event, mention))
  const direct = patients.filter((mention) => !bridges.includes(mention))
  for (const actor of actorsOf(event)) {
    const partners = argsOf(event, /^(with|and|together with|along with|against|to|onto|on|over|across|from)$/).filter(
      (mention) => !isParameter(mention),
    )
    const things = feed(event, [...direct, ...partners], actor, event.trust, 'join')
    follow(event, actor, direct.length > 0)
    for (const mention of bridges) things.unshift(resolve(world, mention))
    for (const thing of things.slice(0, patients.length)) thing.at = actor.id
    if (things[0]) world.lastResult = things[0].id
    give(event, argsOf(event, /^(into|as)$/), actor, event.trust, 'join-into')
    world.lastDoer = actor.id
    world.current = actor.id
  }
}

function structure(event: Event): void {
  const { world, clause } = event
  const parts = [...event.patients, ...argsOf(event, /^(of|:|into|namely|such as|including)$/)]
  const members = parts.map((mention) => resolve(world, mention))
  const whole = event.doers[0]
  if (!whole || parts.length < 2 || clause.use.role !== 'active') return
  if (world.without.has('groups')) return
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
  train,
  structure,
  repeat,
  join,
  light: nothing,
  none: nothing,
}
