import { act, affect, join, transform } from './changes'
import { find } from './find'
import { flow, gather, nestedSource, storeIn, subjectSource } from './flows'
import { evidence, feed, verbLabel } from './origin'
import { consume, isDelivered, produce } from './produce'
import { actorsOf } from './steps'
import { argsOf, type Event, numbers, others } from './things'
import type { VerbClass } from './verb-classes'
import { type Entity, link, resolve, sourceOf, type World } from './world'

/** What each verb class adds to the figure. */
export function draw(event: Event): void {
  gather(event)
  const before = event.world.current
  subjectSource(event)
  HANDLERS[event.kind](event)
  const { world } = event
  if (!world.without.has('store-places')) storeIn(event)
  world.previous = before
  nestedSource(event)
  const now = world.entities[world.lastResult]
  if (now) {
    const source = sourceOf(world, now)
    if (source.drawn) world.current = source.id
  }
}

function train(event: Event): void {
  const { world, patients } = event
  if (event.doers.length > 0 && patients.length > 0) {
    trainBy(event)
    return
  }
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
  produce: (event) => (isDelivered(event) ? flow(event) : produce(event)),
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
