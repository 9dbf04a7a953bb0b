import type { Mention } from './mentions'
import type { Entity, World } from './world'

type Lookup = (world: World, mention: Mention, things: readonly Entity[]) => Entity | undefined

/** How a thing is known again, the surest way first; those with a name can be left out by it. */
const LOOKUPS: readonly (readonly [rule: string, look: Lookup])[] = [
  ['', byName],
  ['', byAlias],
  ['participles', byWhatWasDone],
  ['participles', byState],
  ['agent-nouns', byAgentNoun],
  ['head-noun', (_, mention, things) => things.find((entity) => byHead(entity, mention))],
]

/** Looks for what was spoken of before, the last first. `asDoer` prefers the last doer for a pronoun. */
export function find(world: World, mention: Mention, asDoer: boolean): Entity | undefined {
  const { entities, without } = world
  if (mention.pronoun !== '')
    return without.has('pronouns') ? undefined : pronoun(world, mention, asDoer)
  const things = world.recent.flatMap((id) => entities[id] ?? []).reverse()
  for (const [rule, look] of LOOKUPS) {
    const found = without.has(rule) ? undefined : look(world, mention, things)
    if (found) return found
  }
  return undefined
}

function byName(_: World, mention: Mention, things: readonly Entity[]): Entity | undefined {
  const size = new Set(mention.stems).size
  return things.find(
    (entity) => !entity.step && entity.stems.size === size && isSubset(mention.stems, entity.stems),
  )
}

function byAlias(_: World, mention: Mention, things: readonly Entity[]): Entity | undefined {
  const short = mention.stems.join('-')
  return things.find(
    (entity) =>
      entity.aliases.has(short) || mention.aliases.some((alias) => entity.stems.has(alias)),
  )
}

const withoutParticiples = (mention: Mention) =>
  mention.stems.filter((stem) => !mention.participles.some((lemma) => sharesRoot(stem, lemma)))

/** "the ranked passages", where passages were ranked. */
function byWhatWasDone(
  { entities }: World,
  mention: Mention,
  things: readonly Entity[],
): Entity | undefined {
  const plain = withoutParticiples(mention)
  return things.find(
    (entity) =>
      !entity.step &&
      entity.head === mention.head &&
      isSubset(plain, entity.stems) &&
      mention.participles.some((lemma) => entities[entity.at]?.verbs.has(lemma)),
  )
}

/** "accepted paragraphs" are the paragraphs. */
function byState(_: World, mention: Mention, things: readonly Entity[]): Entity | undefined {
  if (mention.participles.length === 0) return undefined
  const plain = withoutParticiples(mention)
  return things.find(
    (entity) =>
      !entity.step &&
      plain.length > 0 &&
      entity.stems.size === plain.length &&
      isSubset(plain, entity.stems),
  )
}

/** "the encoder" is what encodes. */
function byAgentNoun(_: World, mention: Mention, things: readonly Entity[]): Entity | undefined {
  if (!mention.definite || mention.stems.length !== 1 || !/(er|or)$/.test(mention.head))
    return undefined
  if (things.some((entity) => entity.head === mention.head)) return undefined
  return things.find(
    (entity) =>
      entity.acts &&
      !entity.step &&
      [...entity.verbs].some((verb) => sharesRoot(verb, mention.head)),
  )
}

const isSubset = (small: Iterable<string>, big: ReadonlySet<string>) => {
  for (const item of small) if (!big.has(item)) return false
  return true
}

const GENERIC =
  /^(agent|model|module|network|layer|unit|system|component|service|engine|stage|block|server|step|set|data|algorithm|node|head|job|process)$/

/** "the planner" is the "planner agent". */
const shortened = (entity: Entity, mention: Mention) =>
  mention.definite && GENERIC.test(entity.head) && isSubset(mention.stems, entity.stems)

/** "the re-ranker" is the "cross-encoder re-ranker"; a longer name is the shorter one only when it is definite. */
function byHead(entity: Entity, mention: Mention): boolean {
  if (entity.step || mention.head === '') return false
  if (shortened(entity, mention)) return true
  if (entity.head !== mention.head) return false
  if (/^(an?|another)$/.test(mention.article)) return false
  if (isSubset(mention.stems, entity.stems))
    return mention.definite || mention.plural === entity.plural
  return (
    mention.definite &&
    mention.article !== 'each' &&
    entity.stems.size === 1 &&
    mention.stems.length <= 3
  )
}

export const sharesRoot = (a: string, b: string) =>
  a.slice(0, Math.max(4, Math.min(a.length, b.length) - 2)) ===
  b.slice(0, Math.max(4, Math.min(a.length, b.length) - 2))

function pronoun(world: World, mention: Mention, asDoer: boolean): Entity | undefined {
  const { entities } = world
  const last = asDoer ? [world.lastDoer, world.lastResult] : [world.lastResult, world.lastDoer]
  const candidates = last
    .map((id) => entities[id])
    .filter((entity): entity is Entity => entity !== undefined)
  const agreeing = candidates.find((entity) => entity.plural === mention.plural)
  return agreeing ?? candidates[0]
}
