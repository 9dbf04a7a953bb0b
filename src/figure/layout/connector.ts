import { type DiagramEdge, isInferred } from '../../forms/diagram'
import type { Anchor, Point } from '../../forms/scene'
import { type Draft, Z } from './sketch'

/** A relation as a connector between two anchors; without an edge, an order arrow that the numbers imply. */
export function connectorDraft(
  edge: DiagramEdge | undefined,
  own: string,
  from: Anchor,
  to: Anchor,
  points: Point[],
  em: number,
): Draft {
  const xs = points.map((point) => point.x)
  const ys = points.map((point) => point.y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return {
    part: 'connector',
    hue: -1,
    element: {
      id: own,
      kind: 'connector',
      role: 'edge',
      z: Z.connector,
      box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y },
      geometry: { form: 'polyline', points, radius: 0.5 * em },
      style: edge?.dashed ? { dash: [1, 1] } : {},
      from,
      to,
      heads: edge?.heads ?? 'end',
      ...(edge?.label ? { label: edge.label } : {}),
      ...(edge && isInferred(edge) ? { inferred: true } : {}),
      ...(edge ? { evidence: edge.spans, confidence: edge.confidence } : {}),
    },
  }
}
