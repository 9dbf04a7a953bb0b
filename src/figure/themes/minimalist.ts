import type { SceneElement } from '../../forms/scene'
import { face, fontStack } from '../fonts'
import { path } from './path'
import { hue, type Piece, type Theme } from './theme'

const FAMILY = 'IBM Plex Sans'

/** A hue shows in a stage's heading and the rule above it alone. */
const accent = (deep: string) => hue('#1c1c1c', '#ffffff', '#ffffff', deep)

/** Black hairlines on white as journals set them: no fills, no icons, stages under a rule. */
export const minimalist: Theme = {
  name: 'minimalist',
  fonts: fontStack(FAMILY),
  capHeight: 0.698,
  measures: {
    detail: 0.86,
    labelWeight: face(FAMILY, 600),
    detailWeight: face(FAMILY, 400),
    leading: 1.28,
    padding: 0.8,
    radius: 0.14,
    stroke: 0.052,
    connector: 0.06,
  },
  palette: {
    background: '#ffffff',
    ink: '#111111',
    muted: '#444444',
    connector: '#1c1c1c',
    paper: '#ffffff',
    neutral: accent('#1c1c1c'),
    hues: [accent('#0b4a8f'), accent('#8a3a00'), accent('#00594c'), accent('#7d1f6a')],
  },
  stageHues: 'cycle',
  head: { form: 'triangle', length: 9, width: 5.6 },
  restyle: (style, { draft, em }) => {
    if (draft.part === 'group') return { ...style, stroke: '#c4c4c4', strokeWidth: 0.045 * em }
    if (draft.part === 'chip') return { ...style, stroke: '#8a8a8a', strokeWidth: 0.04 * em }
    return style
  },
  paint: (element, piece) => (piece.draft.part === 'group' ? ruled(element, piece) : element),
}

/** A faint outline under a rule in the stage's hue. */
function ruled(element: SceneElement, { hue: { deep }, em }: Piece): SceneElement {
  const { x, y, width, height } = element.box
  const right = x + width
  return {
    ...element,
    paint: [
      { d: path`M${x} ${y}V${y + height}H${right}V${y}`, style: element.style },
      {
        d: path`M${x} ${y}H${right}`,
        style: { fill: 'none', stroke: deep, strokeWidth: 0.11 * em },
      },
    ],
  }
}
