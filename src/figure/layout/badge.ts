import type { DiagramNode } from '../../forms/diagram'
import type { Point } from '../../forms/scene'
import type { ElementDraft } from '../../forms/sketch'
import { measureText } from '../fonts'
import type { Theme } from '../themes/theme'
import { PANEL } from './panel'
import { textDraft, Z } from './sketch'

/** How a stage is numbered, as its author does or by its place. */
export const numberOf = ({ number, step }: Pick<DiagramNode, 'number' | 'step'>) =>
  number ?? String(step)

/** A number in a disc around `centre`. */
export function drawBadge(
  text: string,
  { x: cx, y: cy }: Point,
  em: number,
  theme: Theme,
  own: string,
  hue: number,
  id: (wanted: string) => string,
): ElementDraft[] {
  const radius = (PANEL.badge * em) / 2
  const weight = theme.measures.labelWeight
  // No smaller than details, where these are drawn large for want of room.
  const size = text.length > 2 ? 0.7 * em : Math.max(0.92, theme.measures.detail) * em
  return [
    {
      part: 'badge',
      hue,
      element: {
        id: id(`${own}-badge`),
        kind: 'shape',
        parent: own,
        z: Z.part,
        box: { x: cx - radius, y: cy - radius, width: 2 * radius, height: 2 * radius },
        geometry: { form: 'ellipse', cx, cy, rx: radius, ry: radius },
        style: {},
      },
    },
    textDraft({
      id: id(`${own}-step`),
      parent: own,
      part: 'badge-label',
      hue,
      lines: [{ text, width: measureText(text, { weight, size }) }],
      x: cx,
      top: cy - (size * theme.capHeight) / 2,
      leading: size,
      size,
      weight,
      anchor: 'middle',
      theme,
    }),
  ]
}
