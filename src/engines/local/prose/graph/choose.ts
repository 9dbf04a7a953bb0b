import type { Span } from '../../../../forms/diagram'
import type { Label } from '../labels'
import { type Cluster, edgeFeatures, type Setting, settingOf } from './edge-features'
import { nodeFeatures, type Reading, readingOf } from './node-features'
import { sameFeatures } from './same-features'
import { type Features, probabilities, type Trees } from './trees'
import type { Entity, Link, World } from './world'

/** What was fitted to texts whose graphs are known (`scripts/fit-text.ts`). */
export interface Fitted {
  /** Is a candidate something that an author would draw? */
  node: Trees
  /** Do two candidates stand for one node? */
  same: Trees
  /** Does an edge lead from one node to another? */
  edge: Trees
  /** Slope and constant that turn the log-odds of an edge into those of its being right between two nodes that are. */
  right: readonly number[]
  /** The probability from which three of four edges were right in texts that had no part in the fit; over 1: never. */
  solid: number
}

/** More nodes than this cannot be taken in at a glance. */
const MAX_NODES = 14
/** Two candidates are one node where that is more likely than not. */
const LIKELY = 0.5
/** From here on a candidate is drawn; the cap keeps long texts from showing all of these. */
const DRAWN = 0.45
/** From here on a candidate is too much like one that is drawn to stand beside it. */
const AGAIN = 0.4
/** Gold edges between nodes that were not found at all; they lower what F1 can be expected. */
const EDGES_MISSED = 3

export interface Candidates {
  reading: Reading
  entities: Entity[]
  features: Features[]
}

/** Everything a text speaks of that may become a node. */
export function candidatesOf(world: World): Candidates {
  const reading = readingOf(world)
  const entities = world.entities.filter(({ label }) => /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(label))
  return { reading, entities, features: entities.map((entity) => nodeFeatures(reading, entity)) }
}

export interface Pair {
  a: number
  b: number
  features: Features
}

/** The pairs of candidates that have anything in common. */
export function sameCases({ reading, entities }: Candidates): Pair[] {
  return entities.flatMap((one, a) =>
    entities.slice(a + 1).flatMap((other, at) => {
      const features = sameFeatures(reading, one, other)
      return features ? [{ a, b: a + 1 + at, features }] : []
    }),
  )
}

export interface Chosen {
  setting: Setting
  clusters: Cluster[]
  /** How likely each node is one, and none of those chosen before. */
  sure: number[]
}

/** The likeliest candidates, each with those that are the same node. */
export function chooseNodes(
  { reading, entities }: Candidates,
  likely: readonly number[],
  pairs: readonly Pair[],
  same: readonly number[],
): Chosen {
  const known = new Map(pairs.map(({ a, b }, at) => [a * entities.length + b, same[at] ?? 0]))
  const sameness = (a: number, b: number) =>
    known.get(Math.min(a, b) * entities.length + Math.max(a, b)) ?? 0
  const order = [...entities.keys()].sort((a, b) => (likely[b] ?? 0) - (likely[a] ?? 0) || a - b)
  // A thing is the product of one step: others on it stand apart, unless they are that step said again.
  const fits = (at: number, members: readonly number[]) =>
    !entities[at]?.step ||
    members.every((other) => !entities[other]?.step || sameness(at, other) > AGAIN)
  const members: number[][] = []
  const sure: number[] = []
  const rest: number[] = []
  const nearest = (at: number) => {
    let [best, found] = [AGAIN, -1]
    for (const [cluster, all] of members.entries()) {
      const again = sameness(at, all[0] ?? at)
      if (again > best && fits(at, all)) [best, found] = [again, cluster]
    }
    return found
  }
  for (const at of order) {
    const mine = nearest(at)
    if (mine >= 0) members[mine]?.push(at)
    else if ((likely[at] ?? 0) < DRAWN || members.length === MAX_NODES) rest.push(at)
    else {
      const again = Math.max(0, ...members.map(([lead]) => sameness(at, lead ?? at)))
      members.push([at])
      sure.push((likely[at] ?? 0) * (1 - Math.min(again, AGAIN)))
    }
  }
  for (const at of rest) members[nearest(at)]?.push(at)
  const clusters = members.map((all) => stepFirst(all.flatMap((at) => entities[at] ?? [])))
  return { setting: settingOf(reading, clusters), clusters, sure }
}

/** A node that is a step and its tool is named by the step; the tool is its second line. */
function stepFirst(cluster: readonly Entity[]): Cluster {
  const [lead] = cluster
  const step =
    lead && !lead.step && cluster.find((one) => one.step && one.detail?.text === lead.label)
  return step ? [step, ...cluster.filter((one) => one !== step)] : cluster
}

/** All ordered pairs of chosen nodes. */
export function edgeCases({ setting, clusters, sure }: Chosen): Pair[] {
  return [...clusters.keys()].flatMap((a) =>
    [...clusters.keys()].flatMap((b) => {
      if (a === b) return []
      const features = edgeFeatures(setting, a, b)
      features.set('a:sure', sure[a] ?? 0)
      features.set('b:sure', sure[b] ?? 0)
      return [{ a, b, features }]
    }),
  )
}

export interface Guess {
  a: number
  b: number
  p: number
}

/**
 * The edges by which F1 is expected to be highest: the likeliest first, no pair in both directions unless both are
 * likely, no shortcut past two likelier edges; then pieces are joined by the best of what is left.
 */
export function chooseEdges(pairs: readonly Pair[], p: readonly number[], nodes: number): Guess[] {
  const all = pairs
    .map(({ a, b }, at): Guess => ({ a, b, p: p[at] ?? 0 }))
    .sort((x, y) => y.p - x.p || x.a - y.a || x.b - y.b)
  const found = all.slice(0, countOf(all))
  const back = new Map(found.map((guess) => [guess.b * nodes + guess.a, guess.p]))
  const kept = found.filter((guess) => {
    const against = back.get(guess.a * nodes + guess.b) ?? 0
    return guess.p >= LIKELY || guess.p > against
  })
  const straight = kept.filter((guess) => !isShortcut(guess, kept))
  const piece = Array.from({ length: nodes }, (_, at) => at)
  const root = (at: number): number => (piece[at] === at ? at : root(piece[at] ?? at))
  for (const { a, b } of straight) piece[root(a)] = root(b)
  for (const guess of all) {
    if (root(guess.a) === root(guess.b)) continue
    piece[root(guess.a)] = root(guess.b)
    straight.push(guess)
  }
  return straight
}

function countOf(all: readonly Guess[]): number {
  const expected = all.reduce((sum, { p }) => sum + p, EDGES_MISSED)
  let [hits, best, count] = [0, 0, 0]
  for (const [at, { p }] of all.entries()) {
    hits += p
    const score = (2 * hits) / (at + 1 + expected)
    if (score > best) [best, count] = [score, at + 1]
  }
  return count
}

/** A -> C beside A -> B -> C, where the way round is about as likely. */
const isShortcut = (guess: Guess, all: readonly Guess[]) =>
  guess.p < LIKELY &&
  all.some(
    (first) =>
      first.a === guess.a &&
      first.b !== guess.b &&
      first.p >= guess.p * ABOUT &&
      all.some(
        (second) => second.a === first.b && second.b === guess.b && second.p >= guess.p * ABOUT,
      ),
  )
const ABOUT = 0.8

/** Decides what of a text is drawn: the nodes and links of `world` become those that are. */
export function choose(world: World, fitted: Fitted): void {
  const candidates = candidatesOf(world)
  const pairs = sameCases(candidates)
  const likely = probabilities(fitted.node, candidates.features)
  const same = probabilities(
    fitted.same,
    pairs.map(({ features }) => features),
  )
  const chosen = chooseNodes(candidates, likely, pairs, same)
  const edges = edgeCases(chosen)
  const p = probabilities(
    fitted.edge,
    edges.map(({ features }) => features),
  )
  for (const entity of world.entities) entity.drawn = false
  for (const [at, cluster] of chosen.clusters.entries()) {
    const lead = cluster[0]
    if (!lead) continue
    lead.drawn = true
    lead.confidence = chosen.sure[at] ?? 0
    for (const { acts, stores, learns } of cluster) {
      lead.stores ||= stores && !lead.step
      lead.learns ||= learns && !lead.step
      lead.acts ||= acts
    }
  }
  world.links = chooseEdges(edges, p, chosen.clusters.length)
    .map((guess) => linkOf(chosen, guess, fitted))
    .sort((x, y) => startOf(x) - startOf(y))
}

/** How likely a relation is right, given that both of its ends are nodes. */
function rightOf(p: number, [slope = 1, constant = 0]: Fitted['right']): number {
  return 1 / (1 + Math.exp(-slope * logOdds(p) - constant))
}

export const logOdds = (p: number) => Math.log(p / (1 - p))

const startOf = ({ spans }: Link) => Math.min(...spans.map(({ start }) => start), Number.MAX_VALUE)

type Edges = Pick<Fitted, 'right' | 'solid'>

function linkOf({ setting, clusters }: Chosen, { a, b, p }: Guess, fitted: Edges): Link {
  const [from, to] = [clusters[a], clusters[b]]
  const path = setting.paths.get(`${a} ${b}`)?.links ?? []
  const spans = path.length > 0 ? path.flatMap((link) => link.spans) : spansOf(setting, from, to, b)
  return {
    from: from?.[0]?.id ?? -1,
    to: to?.[0]?.id ?? -1,
    label: labelOf(setting.reading.world, path),
    spans,
    confidence: rightOf(p, fitted.right),
    inferred: p < fitted.solid,
    kind: path.some(({ kind }) => kind === 'feedback') ? 'feedback' : 'flow',
    rule: 'fitted',
  }
}

/** What goes from one to the other: the thing between them that is no node, or what the link was called. */
function labelOf(world: World, path: readonly Link[]): Label | undefined {
  const between = path.length === 2 ? world.entities[path[0]?.to ?? -1] : undefined
  if (between && !between.step && between.label !== '')
    return { text: between.label, spans: between.spans.slice(0, 3) }
  return path.length === 1 ? path[0]?.label : undefined
}

/** Without a link to point at, an edge points at the clause that its target acts in, or at both names. */
function spansOf(
  setting: Setting,
  from: Cluster | undefined,
  to: Cluster | undefined,
  b: number,
): Span[] {
  const names = [from?.[0]?.spans[0], to?.[0]?.spans[0]].filter((span) => span !== undefined)
  const act = setting.acts[b]?.[0]?.frame.span
  return act ? [act, ...names] : names
}
