import type { Label } from '../labels'
import { components } from './loops'
import type { Entity, Link, World } from './world'

/** More nodes than this cannot be taken in at a glance. */
const MAX_NODES = 14

type Step = readonly [name: string, run: (world: World) => void]

/** From what was read to what the rules alone would draw, in this order; every step can be left out by its name. */
const STEPS: readonly Step[] = [
  ['fold-joins', foldJoins],
  ['label-edges', contractData],
  ['dangling', dropDangling],
  ['late-doers', tieDoers],
  ['islands', dropIslands],
  ['cap', cap],
]

/** Marks as `drawn` what the rules alone would draw; the links stay as they were read. */
export function finish(world: World): void {
  const links = world.links.map((link) => ({ ...link }))
  for (const [name, run] of STEPS) if (!world.without.has(name)) run(world)
  world.links = links
}

const isData = (entity: Entity) => !entity.acts && !entity.step && !entity.stores && !entity.learns

const into = (world: World, entity: Entity) => world.links.filter((other) => other.to === entity.id)
const outOf = (world: World, entity: Entity) =>
  world.links.filter((other) => other.from === entity.id)

/** "A and B are concatenated and fed to C": A and B go to C. */
function foldJoins(world: World): void {
  for (const entity of world.entities) {
    if (!entity.drawn || !entity.step || entity.detail) continue
    if (
      ![...entity.verbs].every((verb) =>
        /^(concatenate|combine|append|join|stack|bundle)$/.test(verb),
      )
    )
      continue
    const before = into(world, entity)
    const [only, ...more] = outOf(world, entity)
    const target = only && world.entities[only.to]
    if (!only || more.length > 0 || before.length < 2 || !target?.acts || target.step) continue
    for (const link of before)
      replace(world, [link], {
        ...link,
        to: only.to,
        confidence: Math.min(link.confidence, only.confidence),
        rule: `${link.rule}+fold`,
      })
    remove(world, entity)
  }
}

/** Data with one producer and one consumer becomes the label of the edge between them. */
function contractData(world: World): void {
  for (const entity of world.entities) {
    if (!entity.drawn || !isData(entity)) continue
    contract(world, entity)
  }
}

function contract(world: World, entity: Entity): void {
  const before = into(world, entity)
  const after = outOf(world, entity)
  const [only] = before
  if (
    !only ||
    before.length > 1 ||
    after.length === 0 ||
    after.some((other) => other.to === only.from)
  )
    return
  const label: Label = { text: entity.label, spans: entity.spans.slice(0, 3) }
  world.links = world.links.filter((other) => other !== only)
  for (const link of after)
    replace(world, [link], {
      from: only.from,
      to: link.to,
      label,
      spans: [...only.spans, ...link.spans],
      confidence: Math.min(only.confidence, link.confidence),
      kind: 'flow',
      rule: `${only.rule}+${link.rule}`,
    })
  entity.drawn = false
}

function replace(world: World, old: readonly Link[], link: Link): void {
  const at = world.links.findIndex((other) => old.includes(other))
  const known = world.links.find((other) => other.from === link.from && other.to === link.to)
  world.links = world.links.filter((other) => !old.includes(other))
  if (known) {
    known.confidence = Math.max(known.confidence, link.confidence)
    known.label ??= link.label
  } else world.links.splice(at, 0, link)
}

/** A doer that nothing reaches works on what was at hand when it was first spoken of. */
function tieDoers(world: World): void {
  for (const entity of world.entities) {
    const before = world.entities[entity.before]
    if (!entity.drawn || !before?.drawn || before === entity || into(world, entity).length > 0)
      continue
    world.links.push({
      from: before.id,
      to: entity.id,
      label: undefined,
      spans: entity.spans.slice(0, 1),
      confidence: 0.45,
      kind: 'flow',
      rule: 'late-doers',
    })
  }
}

/** Data that nothing uses, made on the way by something that goes on working, is a detail. */
function dropDangling(world: World): void {
  const end = Math.max(
    0,
    ...world.links.map((link) => Math.max(...link.spans.map((span) => span.start), 0)),
  )
  for (const entity of world.entities) {
    if (!entity.drawn || !isData(entity)) continue
    const [only, ...more] = into(world, entity)
    if (!only || more.length > 0 || outOf(world, entity).length > 0) continue
    const maker = world.entities[only.from]
    if (!maker || outOf(world, maker).length < 2) continue
    if (only.spans.some((span) => span.start >= end)) continue
    remove(world, entity)
  }
}

function remove(world: World, entity: Entity): void {
  entity.drawn = false
  world.links = world.links.filter((other) => other.from !== entity.id && other.to !== entity.id)
}

/** Pieces of two nodes or one beside a large graph. */
function dropIslands(world: World): void {
  const parts = components(world)
  const sizes = new Map<number, number>()
  for (const entity of world.entities)
    if (entity.drawn) {
      const part = parts[entity.id] ?? -1
      sizes.set(part, (sizes.get(part) ?? 0) + 1)
    }
  const largest = Math.max(0, ...sizes.values())
  if (largest < 5) return
  for (const entity of world.entities)
    if (entity.drawn && (sizes.get(parts[entity.id] ?? -1) ?? 0) <= ISLAND) remove(world, entity)
}

const ISLAND = 2

/** Over the cap, leaves go first: the least sure, least spoken of. */
function cap(world: World): void {
  for (;;) {
    const drawn = world.entities.filter((entity) => entity.drawn)
    if (drawn.length <= MAX_NODES) return
    const ranked = drawn
      .map((entity) => {
        const edges = world.links.filter(
          (other) => other.from === entity.id || other.to === entity.id,
        )
        const best = Math.max(0, ...edges.map((edge) => edge.confidence))
        const worth = edges.length + best + entity.spans.length * 0.2 + (isData(entity) ? 0 : 1)
        return { entity, worth }
      })
      .sort((a, b) => a.worth - b.worth || b.entity.start - a.entity.start)
    const last = ranked[0]
    if (!last) return
    last.entity.drawn = false
    world.links = world.links.filter(
      (other) => other.from !== last.entity.id && other.to !== last.entity.id,
    )
  }
}
