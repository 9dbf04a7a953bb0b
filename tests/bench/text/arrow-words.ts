import type { Diagram } from '../../../src/forms/diagram'
import { type GoldGraph, matchNodes, type ReadGraph, readGraph } from './match'
import { likeness } from './names'

/**
 * The read graph in which what only passes from one step to the next, and is written on the arrow between them, counts as
 * drawn: where a gold node that no drawn node stands for has the name of the words on an arrow, and the gold graph has it
 * between the two that the arrow joins, the arrow is read as two with that node between.
 */
export function withArrowWords(gold: GoldGraph, diagram: Diagram): ReadGraph {
  const read = readGraph(diagram)
  const matched = matchNodes(gold, read)
  const missed = new Map(gold.nodes.map((node) => [node.id, node]))
  for (const id of matched.values()) missed.delete(id)
  const joins = new Set(gold.edges.map(({ from, to }) => `${from}\n${to}`))
  const nodes = [...read.nodes]
  const edges = new Map(read.edges.map((edge) => [`${edge.from}\n${edge.to}`, edge]))
  for (const { from, to, label, heads } of diagram.edges) {
    if (!label || heads !== 'end') continue
    const [a, b] = [matched.get(from), matched.get(to)]
    const between = [...missed.values()].find(
      ({ id, label: name, aliases = [] }) =>
        joins.has(`${a}\n${id}`) &&
        joins.has(`${id}\n${b}`) &&
        [name, ...aliases].some((one) => likeness(label, one) > 0),
    )
    const arrow = edges.get(`${from}\n${to}`)
    if (!between || !arrow) continue
    missed.delete(between.id)
    const id = `words of ${from} ${to}`
    nodes.push({ id, label: between.label })
    edges.delete(`${from}\n${to}`)
    edges.set(`${from}\n${id}`, { ...arrow, to: id })
    edges.set(`${id}\n${to}`, { ...arrow, from: id })
  }
  return { nodes, edges: [...edges.values()] }
}
