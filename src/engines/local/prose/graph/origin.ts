import type { Label } from '../labels'
import { find, sharesRoot } from './find'
import type { Mention } from './mentions'
import { type Event, isKnown, mentionsOf } from './things'
import { type Entity, link, resolve, sourceOf, type World } from './world'

export const evidence = (event: Event, mention: Mention) => [
  event.span,
  ...mention.spans.slice(0, 1),
]

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
export function origin(event: Event, mention: Mention, patient = true): Origin {
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
  const roots = [
    ...mention.participles,
    ...(mention.stems.length <= 2 && mention.definite ? [mention.head] : []),
  ]
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

export const isOutput = (mention: Mention) =>
  /^(output|prediction|result|response|score|probability|estimate|value|signal|pulse|feature|representation|embedding|measurement|answer|report|verdict|decision|state|vector)$/.test(
    mention.head,
  )

/** A new thing in the middle of a text, spoken of as known, came out of the step before. */
function isBridge(event: Event, mention: Mention, patient: boolean): boolean {
  const { world } = event
  if (world.current < 0 || world.without.has('bridging') || event.fresh) return false
  // "metrics and logs are shipped to": two new things come from elsewhere.
  const several =
    event.patients.length > 1 && /^(flow|store|join)$/.test(event.kind) && mention.article === ''
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
export function feed(
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
export function bothOf(event: Event, mention: Mention): Entity[] {
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
export function give(
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

/** Verbs that say no more than the arrow does. */
const SILENT =
  /^(subject|store|pass|feed|give|send|go|write|put|save|show|forward|move|transfer|return|provide|use|append|insert|add|enter|lead|project|serve|apply|record|place|hold|arrive|flow|report|log|keep)$/

export const verbLabel = (event: Event): Label | undefined =>
  SILENT.test(event.lemma) ? undefined : { text: event.lemma, spans: [event.span] }
