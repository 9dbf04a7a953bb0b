import { act } from './changes'
import { find } from './find'
import { feed, give } from './origin'
import { actorsOf, stepOf, takeTool } from './steps'
import { argsOf, type Event, isDevice, isKnown, numbers } from './things'
import { link, resolve, sourceOf } from './world'

/** "the answer is returned to the user": what is made elsewhere goes somewhere. */
export const isDelivered = (event: Event) =>
  event.doers.length === 0 &&
  event.clause.use.role === 'passive' &&
  numbers(argsOf(event, /^(to|back to|onto)$/)).length > 0

export function produce(event: Event): void {
  const { world, patients } = event
  const goals = numbers(argsOf(event, /^(to|back to|onto)$/))
  if (event.doers.length === 0) {
    produceStep(event)
    return
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
export function produceStep(event: Event): void {
  const { world, patients } = event
  if (patients.length === 0) return
  const known = patients[0] ? find(world, patients[0], false) : undefined
  const step = stepOf(event, patients[0], takeTool(event))
  const strong = numbers(argsOf(event, /^(from|given|based on|out of|across|on the basis of)$/))
  const weak = argsOf(event, /^(with|by|over|on|in|to|through|for)$/).filter((mention) =>
    isKnown(event, mention),
  )
  const _inputs = [
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
  world.current = step.id
}

export function consume(event: Event): void {
  if (event.doers.length > 0) consumeBy(event)
  else if (/^(use|employ|utilize|leverage|adopt|require|need)$/.test(event.lemma)) return
  else if (/^(take|draw)$/.test(event.lemma) && argsOf(event, /^from$/).length > 0)
    produceStep(event)
  else act(event)
}

function consumeBy(event: Event): void {
  const { world, patients } = event
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
