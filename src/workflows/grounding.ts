import type { Diagram, DiagramEdge, DiagramNode } from '../forms/diagram'

/** How much of a figure the text says: `grounding` in report.json. */
export function groundingOf({ nodes, edges }: Diagram) {
  return {
    nodes: nodes.length,
    edges: edges.length,
    grounded_nodes: nodes.filter(isGrounded).length,
    grounded_edges: edges.filter(isGrounded).length,
  }
}

const isGrounded = ({ spans, confidence }: DiagramNode | DiagramEdge) =>
  spans.length > 0 && confidence >= 0.5

/** How many parts of a figure the text does not say. */
export function unsaidIn(diagram: Diagram): number {
  const { nodes, edges, grounded_nodes, grounded_edges } = groundingOf(diagram)
  return nodes + edges - grounded_nodes - grounded_edges
}
