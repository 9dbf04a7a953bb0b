import { type DiagramEdge, isInferred } from '../../forms/diagram'
import type { Anchor, Point } from '../../forms/scene'
import type { ElementDraft } from '../../forms/sketch'
import { Z } from './sketch'

/** A relation as a connector between two anchors. */
export function connectorDraft(
  edge: DiagramEdge,
  own: string,
  from: Anchor,
  to: Anchor,
  points: Point[],
  em: number,
): ElementDraft {
  const xs = points.map((point) => point.x)
  const ys = points.map((point) => point.y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return {
    part: 'connector',
    hue: -1,
    ...(edge.accent === undefined ? {} : { accent: edge.accent }),
    ...(edge.emphasis === undefined ? {} : { emphasis: edge.emphasis }),
    ...(edge.tip && { tip: edge.tip }),
    element: {
      id: own,
      kind: 'connector',
      role: 'edge',
      z: Z.connector,
      box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y },
      geometry: { form: 'polyline', points, radius: 0.5 * em },
      // The theme knows how long a dash is.
      style: edge.dashed ? { dash: [1, 1] } : {},
      ...(edge.role && { data: { role: edge.role } }),
      from,
      to,
      heads: edge.heads,
      ...(edge.label ? { label: edge.label.replaceAll('\n', ' ') } : {}),
      ...(isInferred(edge) ? { inferred: true } : {}),
      evidence: edge.spans,
      confidence: edge.confidence,
    },
  }
}
