import type { Span } from '../../../../forms/diagram'
import type { Label } from '../labels'
import { find } from './find'
import type { Mention } from './mentions'

/** Something that may become a node: a thing of the text, or a step without a doer. */
export interface Entity {
  id: number
  label: string
  detail: Label | undefined
  spans: Span[]
  head: string
  stems: Set<string>
  aliases: Set<string>
  /** A step such as "Align reads". */
  step: boolean
  /** Lemmas of what was done by it or in it, for "the ranked passages". */
  verbs: Set<string>
  /** Where the present state of this thing comes from: its own id, or the step or doer that changed it last. */
  at: number
  /** Drawn: it has an edge, or must have one. */
  drawn: boolean
  /** Does things: encodes, ranks, stores. */
  acts: boolean
  stores: boolean
  learns: boolean
  plural: boolean
  /** Offset of its first mention. */
  start: number
  /** Index of the text block it is first spoken of in. */
  block: number
  /** The phase it is first spoken of in. */
  phase: string
  /** The sentence a step was made in. */
  sentence: number
  /** The node that was worked on when this one first did something, or -1. */
  before: number
  confidence: number
  /** Spoken of, but no rule took it up. */
  shadow: boolean
}

/** What one clause says of a thing: the part it plays, and how it is spoken of. */
export interface Slot {
  /** `doer`, `patient`, or the preposition. */
  role: string
  id: number
  article: string
  pronoun: boolean
  fresh: boolean
  named: boolean
  counted: boolean
  participle: boolean
}

/** One clause as the fitted model sees it. */
export interface Frame {
  /** Traits of its sentence and of its verb. */
  traits: ReadonlyMap<string, number>
  sentence: number
  /** Where its verb stands. */
  span: Span
  lemma: string
  kind: string
  use: string
  opener: string
  flags: string[]
  slots: Slot[]
  actors: number[]
}

export interface Link {
  from: number
  to: number
  label: Label | undefined
  spans: Span[]
  confidence: number
  kind: 'flow' | 'order' | 'feedback'
  /** Not sure enough to be drawn as said. */
  inferred?: boolean
  /** Which rule claims it. */
  rule: string
}

export interface GroupClaim {
  label: string
  spans: Span[]
  members: number[]
  entity: number
}

/** What has been read so far. */
export interface World {
  entities: Entity[]
  links: Link[]
  groups: GroupClaim[]
  /** "At test time", "during training": parts of the text that the figure frames. */
  phases: { label: string; spans: Span[] }[]
  /** The phase being read. */
  phase: string
  /** Doer and result of the last clause, for pronouns. */
  lastDoer: number
  lastResult: number
  /** The node that holds what was spoken of last, for procedures whose steps follow each other; -1 at first. */
  current: number
  /** {@link current} before the last event. */
  previous: number
  /** The last things that stood together as doers or goals. */
  together: number[]
  /** The sentence being read, by its offset. */
  sentence: number
  /** Ids of steps without a doer, in order. */
  steps: number[]
  frames: Frame[]
  sentences: number
  traits: ReadonlyMap<string, number>
  /** Ids of things in the order of use. */
  recent: number[]
  block: number
  without: ReadonlySet<string>
}

export const newWorld = (without: ReadonlySet<string>): World => ({
  entities: [],
  links: [],
  groups: [],
  phases: [],
  phase: '',
  lastDoer: -1,
  lastResult: -1,
  current: -1,
  previous: -1,
  together: [],
  sentence: -1,
  steps: [],
  frames: [],
  sentences: 0,
  traits: new Map(),
  recent: [],
  block: 0,
  without,
})

/** The entity that a mention speaks of, made when there is none. */
export function resolve(world: World, mention: Mention, asDoer = false): Entity {
  const found = find(world, mention, asDoer)
  if (found) {
    absorb(world, found, mention)
    return found
  }
  return introduce(world, mention)
}

/** A thing that was not spoken of before. */
export function introduce(world: World, mention: Mention): Entity {
  const entity = newEntity(world, {
    label: mention.label,
    detail: mention.detail,
    spans: [...mention.spans],
    head: mention.head,
    stems: new Set(mention.stems),
    start: mention.start,
    confidence: 0.8,
  })
  for (const alias of mention.aliases) entity.aliases.add(alias)
  entity.plural = mention.plural
  touch(world, entity)
  return entity
}

type Named = Pick<Entity, 'label' | 'detail' | 'spans' | 'head' | 'stems' | 'start' | 'confidence'>

export function newEntity(world: World, named: Named): Entity {
  const entity: Entity = {
    ...named,
    id: world.entities.length,
    aliases: new Set(),
    step: false,
    verbs: new Set(),
    at: world.entities.length,
    drawn: false,
    acts: false,
    stores: false,
    learns: false,
    plural: false,
    block: world.block,
    phase: world.phase,
    before: -1,
    sentence: -1,
    shadow: false,
  }
  world.entities.push(entity)
  return entity
}

export function touch(world: World, entity: Entity): void {
  const known = world.recent.indexOf(entity.id)
  if (known >= 0) world.recent.splice(known, 1)
  world.recent.push(entity.id)
}

const MAX_SPANS = 8

function absorb(world: World, entity: Entity, mention: Mention): void {
  touch(world, entity)
  for (const alias of mention.aliases) entity.aliases.add(alias)
  entity.detail ??= mention.detail
  if (mention.pronoun !== '') return
  if (entity.spans.length < MAX_SPANS) entity.spans.push(...mention.spans)
  // A fuller name replaces a shorter one: "the encoder" becomes "the question encoder".
  const fuller =
    mention.stems.length > entity.stems.size &&
    !entity.step &&
    mention.stems.length <= 4 &&
    mention.participles.length === 0
  if (fuller && mention.stems.includes(entity.head) && entity.head === mention.head) {
    entity.label = mention.label
    entity.spans.unshift(...mention.spans)
    for (const stem of mention.stems) entity.stems.add(stem)
  }
}

/** The node that the present state of a thing comes out of. */
export const sourceOf = (world: World, entity: Entity): Entity =>
  world.entities[entity.at] ?? entity

export function link(
  world: World,
  from: Entity,
  to: Entity,
  spans: readonly Span[],
  confidence: number,
  rule: string,
  label?: Label,
): void {
  if (from === to) return
  from.drawn = true
  to.drawn = true
  const known = world.links.find((other) => other.from === from.id && other.to === to.id)
  if (known) {
    known.confidence = Math.max(known.confidence, confidence)
    known.label ??= label
    return
  }
  world.links.push({
    from: from.id,
    to: to.id,
    label,
    spans: [...spans],
    confidence,
    kind: 'flow',
    rule,
  })
}
