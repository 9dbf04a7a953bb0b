import type { Link, World } from './world'

/**
 * How often an edge of this kind was right among the gold graphs of the open corpus, in steps. An edge between two
 * nodes that both go on is surer than one from a source or into an end, a named flow surer than a plain one, and what
 * follows from the order of the text alone less sure than what a verb says.
 */
const INNER = 0.72
const SOURCE = 0.48
const END = 0.45
const NAMED = 0.13
const KNOWN_SOURCE = 0.1
const BY_ORDER = -0.1
/** What a rule itself takes for a guess stays one. */
const GUESS = 0.5

export function confidenceOf(world: World, link: Link): number {
  if (link.confidence < GUESS) return Math.max(0.3, link.confidence)
  const named = link.label ? NAMED : 0
  const isEnd = !world.links.some((other) => other.from === link.to)
  if (isEnd) return END + named
  const isSource = !world.links.some((other) => other.to === link.from)
  const from = world.entities[link.from]
  if (isSource) return SOURCE + Math.max(named, (from?.spans.length ?? 0) > 1 ? KNOWN_SOURCE : 0)
  const byOrder = /bridging/.test(link.rule) ? BY_ORDER : 0
  return INNER + named + byOrder
}
