import { countInferred, type Diagram, isInferred } from '../../forms/diagram'

/** A line of the key: what is inferred, or what its author drew dashed. */
export interface KeyEntry {
  label: string
  dotted?: true
}

/** Dashed lines, where there are any; beside them what its author drew dashed, which is dotted. */
export function keyOf(diagram: Diagram): KeyEntry[] {
  if (countInferred(diagram) === 0) return []
  const isDotted = diagram.edges.some((edge) => edge.dashed && !isInferred(edge))
  return [
    { label: 'inferred' },
    ...(isDotted ? [{ label: 'dashed by the author', dotted: true } as const] : []),
  ]
}
