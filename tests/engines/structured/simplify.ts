import type { Diagram } from '../../../src/forms/diagram'

/** A diagram as a reader would list it, by labels: what a fixture's `.json` states. */
export function simplify(diagram: Diagram) {
  const label = (id: string) =>
    diagram.nodes.find((node) => node.id === id)?.label ?? `missing ${id}`
  const group = (id: string | undefined) => diagram.groups.find((one) => one.id === id)?.label
  return {
    source: diagram.source,
    shape: diagram.shape,
    ...(diagram.title ? { title: diagram.title } : {}),
    ...(diagram.direction ? { direction: diagram.direction } : {}),
    nodes: diagram.nodes.map((node) =>
      [
        `${node.kind}${node.number ? ` ${node.number}` : ''}: ${node.label}`,
        node.detail ? `(${node.detail})` : '',
        node.items?.length ? `[${node.items.map((item) => item.label).join(', ')}]` : '',
        node.group ? `in ${group(node.group)}` : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    ),
    edges: diagram.edges.map((edge) => {
      const line = edge.heads === 'both' ? '<->' : edge.heads === 'none' ? '---' : '->'
      const more = [
        edge.label ? `: ${edge.label}` : '',
        edge.dashed ? ' (dashed)' : '',
        edge.kind === 'order' ? ' (order)' : '',
      ]
      return `${label(edge.from)} ${line} ${label(edge.to)}${more.join('')}`
    }),
    groups: diagram.groups.map((one) =>
      one.parent ? `${one.label} in ${group(one.parent)}` : one.label,
    ),
    warnings: diagram.warnings,
  }
}
