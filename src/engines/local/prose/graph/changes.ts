import { find } from './find'
import type { Mention } from './mentions'
import { evidence, feed, give, isOutput, origin, verbLabel } from './origin'
import { actorsOf, stepOf, takeTool } from './steps'
import { argsOf, type Event, isGiven, isKnown, numbers, others } from './things'
import { type Entity, link, resolve, sourceOf } from './world'

const INTO = /^(into|to|as|onto|result)$/
/** Prepositions whose things go into a step. */
const INPUT =
  /^(from|against|onto|on|to|given|based on|across|with|according to|along|on the basis of)$/
const DOER_INPUT =
  /^(from|against|on|given|based on|across|with|according to|over|along|using|on the basis of|in response to)$/

export function act(event: Event): void {
  if (event.patients.length === 0 && numbers(argsOf(event, INPUT)).length === 0) return
  const goals = numbers(argsOf(event, /^(to|into|onto|as)$/, false)).filter(
    (mention) => !isGiven(mention) && !isKnown(event, mention) && !mention.plural,
  )
  // "it is flushed to an immutable table": one thing becomes another.
  const turns = event.doers.length === 0 && goals.length > 0 && event.patients.length > 0
  const tool = turns ? takeTool(event) : undefined
  if (turns && !tool) become(event, goals)
  else {
    if (tool) event.doers = [stepOf(event, event.patients[0], tool)]
    for (const actor of actorsOf(event)) actBy(event, actor)
  }
}

function actBy(event: Event, actor: Entity): void {
  const { world, patients } = event
  const results = argsOf(event, /^(into|as|result)$/)
  const given = argsOf(event, /^into$/).filter(isGiven)
  const places = argsOf(event, /^(on|over|to)$/, true)
  const asked = numbers(argsOf(event, actor.step ? INPUT : DOER_INPUT))
  const inputs = [...others(asked, places), ...given]
  const silent = silentPatients(event, actor)
  const spoken = others(patients, silent)
  const things = [
    ...feed(event, spoken, actor, event.trust, 'act', true),
    ...silent.map((mention) => resolve(world, mention)),
  ]
  feed(event, inputs, actor, event.trust - 0.15, 'act-with')
  for (const thing of things) {
    thing.at = actor.id
    world.lastResult = thing.id
  }
  give(event, others(results, given), actor, event.trust, 'act-into')
  if (!actor.step) passOn(event, actor)
  world.lastDoer = actor.id
  world.current = actor.id
}

/**
 * New objects that come from nowhere: "a suggestion is requested", "the tutor adapts its exercises", and, where the
 * text names what it is read from, "radiologists delineate the tumour on CT images".
 */
function silentPatients(event: Event, actor: Entity): readonly Mention[] {
  const { world, patients } = event
  if (patients.some((mention) => isKnown(event, mention))) return []
  const every = (test: (mention: Mention) => boolean) => patients.every(test)
  if (actor.step) {
    const indefinite = every((mention) => /^(an?|another)$/.test(mention.article) && !mention.of)
    return world.current >= 0 && indefinite ? patients : []
  }
  const own =
    event.clause.use.role === 'active' && every((mention) => /^(its|their)$/.test(mention.article))
  const read = numbers(argsOf(event, /^(on|from|across)$/, false)).length > 0
  return own || (read && world.current >= 0) ? patients : []
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
export function affect(event: Event): void {
  const { world, patients } = event
  if (event.doers.length === 0) {
    const by = numbers(argsOf(event, /^(by|using|with|from|on|against)$/))
    const targets = patients.map((mention) => sourceOf(world, resolve(world, mention)))
    if (by.length === 0 || !targets.every((target) => target.drawn)) {
      act(event)
      return
    }
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

export function transform(event: Event): void {
  const { world, patients } = event
  const results = numbers(argsOf(event, INTO))
  const [only, ...more] = results
  const target = only && more.length === 0 ? find(world, only, false) : undefined
  const nobody = event.doers.length === 0
  const named = argsOf(event, /^result$/).length > 0
  if (nobody && target?.drawn) become(event, results)
  else if (results.length === 0 || (nobody && !named && results.every(isGiven))) act(event)
  else {
    const tool = nobody ? takeTool(event) : undefined
    if (nobody && !tool) become(event, results)
    else {
      if (tool) event.doers = [stepOf(event, patients[0], tool)]
      for (const actor of actorsOf(event)) transformBy(event, actor, results)
    }
  }
}

function transformBy(event: Event, actor: Entity, results: readonly Mention[]): void {
  const { world, patients } = event
  const from = numbers(argsOf(event, /^(from|with|given|on the basis of)$/))
  const _things = [
    ...feed(event, patients, actor, event.trust, 'transform', true),
    ...feed(event, from, actor, event.trust - 0.1, 'transform-with'),
  ]
  give(event, results, actor, event.trust, 'transform-into')
  world.lastDoer = actor.id
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

/** "A and B are concatenated into C", "X is matched against Y". */
export function join(event: Event): void {
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
    for (const thing of things) thing.at = actor.id
    if (things[0]) world.lastResult = things[0].id
    give(event, results, actor, event.trust, 'join-into')
    world.lastDoer = actor.id
    world.current = actor.id
  }
}
