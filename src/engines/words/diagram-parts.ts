import type { DiagramEdge, DiagramNode, Span } from '../../forms/diagram'

/** Order edges between successive nodes; as sure as the less sure of the two, at most `ceiling`. */
export function orderEdges(nodes: readonly DiagramNode[], ceiling = 1): DiagramEdge[] {
  const edges: DiagramEdge[] = []
  nodes.forEach((node, index) => {
    const previous = nodes[index - 1]
    if (!previous) return
    edges.push({
      id: `e${index}`,
      from: previous.id,
      to: node.id,
      kind: 'order',
      heads: 'end',
      spans: [...previous.spans.slice(0, 1), ...node.spans.slice(0, 1)],
      confidence: Math.min(ceiling, previous.confidence, node.confidence),
    })
  })
  return edges
}

/** The line, from 1, that an offset lies in. */
export const lineAt = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length

/** {@link lineAt} for many offsets of one text. */
export function lineNumbers(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map((hit) => hit.index)
  return (offset) => lowerBound(ends, offset) + 1
}

/** The first place in an ascending list whose value is not below `value`. */
export function lowerBound(list: readonly number[], value: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Cuts a line for quoting in a warning. */
export const quote = (line: string) => {
  const flat = line.trim().replace(/\s+/g, ' ')
  return `"${flat.length > 60 ? `${flat.slice(0, 57)}...` : flat}"`
}

/** A text with blanks in the place of stretches of it, which stand in its order; offsets and lines stay. */
export function blanked(text: string, spans: readonly Span[]): string {
  let [kept, from] = ['', 0]
  for (const { start, end } of spans) {
    kept += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, ' ')
    from = end
  }
  return kept + text.slice(from)
}
