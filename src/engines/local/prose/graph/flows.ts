import type { Label } from '../labels'
import { act } from './changes'
import { find } from './find'
import type { Mention } from './mentions'
import { evidence, give, origin, verbLabel } from './origin'
import { consume, produce } from './produce'
import { actorsOf } from './steps'
import { argsOf, type Event, isKnown, isThing, mentionsOf, numbers, STORE } from './things'
import { type Entity, link, resolve, sourceOf } from './world'

const GOAL =
  /^(as input to|to|into|onto|in|at|among|between|through|via|on|back to|back into|toward|towards|behind)$/

export function flow(event: Event): void {
  const { world, patients } = event
  const all = numbers(argsOf(event, GOAL, false))
  const proper = numbers(
    argsOf(event, /^(to|into|onto|back to|back into|toward|towards|as input to)$/, false),
  )
  // "abundances entered a linear model"
  const entered =
    /^(enter|reach|join)$/.test(event.lemma) && event.doers.length > 0 && patients.length > 0
  if (entered) {
    enterInto(event)
    return
  }
  const goals = proper.length > 0 ? proper : all
  if (goals.length === 0) {
    flowWithoutGoal(event)
    return
  }
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
  const label: Label | undefined =
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
      link(
        event.world,
        sourceOf(event.world, doer),
        goal,
        evidence(event, mention),
        event.trust,
        'flow',
      )
      event.world.lastDoer = goal.id
      event.world.lastResult = goal.id
    }
}

/** "calls external tools" reaches them; "emits tokens" makes them; "is released" is a step. */
function flowWithoutGoal(event: Event): void {
  const { doers, patients, lemma } = event
  if (doers.length === 0) {
    act(event)
    return
  }
  if (patients.length === 0 || lemma === 'hold') return
  if (/^(load|open|pull)$/.test(lemma)) {
    consume(event)
    return
  }
  if (/^(invoke|call|trigger|prompt|notify)$/.test(lemma))
    for (const doer of actorsOf(event)) give(event, patients, doer, event.trust, 'call')
  else produce(event)
}

/** "compacted into files in an object store": what was made goes where it is kept. */
export function storeIn(event: Event): void {
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
export function gather(event: Event): void {
  const { world } = event
  const goals = event.kind === 'flow' ? argsOf(event, GOAL, false) : []
  const patients = event.kind === 'train' ? event.patients : []
  const several = event.doers.length > 1 ? event.doers : []
  const named = goals.length > 1 ? goals : patients.length > 1 ? patients : []
  if (several.length > 0) world.together = several.map((entity) => entity.id)
  else if (named.length > 0) world.together = named.map((mention) => resolve(world, mention).id)
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

function comesFrom(event: Event, mention: Mention, place: Entity, thing: Entity): void {
  const { world } = event
  const from = sourceOf(world, place)
  link(world, from, thing, evidence(event, mention), event.trust - 0.1, 'come-from')
}

/** "depth images from the camera are merged": what is known or definite is where they come from. */
export function subjectSource(event: Event): void {
  const { world, patients } = event
  const first = patients[0]
  if (!first || patients.length > 1 || isKnown(event, first)) return
  for (const mention of argsOf(event, /^subject from$/)) {
    if (!isKnown(event, mention) && !mention.definite) continue
    const place = resolve(world, mention)
    comesFrom(event, mention, place, resolve(world, first))
  }
}

/** "joined with profiles from Redis": the last noun names where the one before it comes from. */
export function nestedSource(event: Event): void {
  const { world } = event
  for (const arg of event.clause.args) {
    if (arg.link !== 'nested from' || !arg.host) continue
    for (const host of mentionsOf(event, arg.host).filter(isThing)) {
      const thing = find(world, host, false)
      if (!thing?.drawn) continue
      for (const mention of mentionsOf(event, arg.things).filter(isThing)) {
        comesFrom(event, mention, resolve(world, mention), thing)
      }
    }
  }
}
