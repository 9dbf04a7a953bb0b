import type { SceneElement } from '../../forms/scene'
import { face, fontStack } from '../fonts'
import { grown } from '../geometry'
import { path, roundedRect } from '../geometry/shape-paths'
import { mix } from '../pixels/color'
import { type DressedPiece, hue, type Theme } from './theme'

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
  restyle: (style, { draft, hue, theme: { palette }, em }) => {
    const faded = (share: number) => mix(palette.background, palette.ink, share)
    if (draft.part === 'group') return { ...style, stroke: faded(0.26), strokeWidth: 0.045 * em }
    if (draft.part === 'chip') return { ...style, stroke: faded(0.5), strokeWidth: 0.04 * em }
    if (draft.part === 'badge')
      return { fill: palette.paper, stroke: hue.deep, strokeWidth: 0.06 * em }
    if (draft.part === 'badge-label') return { ...style, fill: hue.deep }
    return style
  },
  paint: (element, piece) => {
    if (piece.draft.part === 'group') return ruled(element, piece)
    return piece.draft.part === 'human' ? doubled(element, piece) : element
  },
}

/** A faint outline under a rule in the stage's hue. */
function ruled(element: SceneElement, { hue: { deep }, em }: DressedPiece): SceneElement {
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

/** Without an icon, a person is known by a second outline. */
function doubled(element: SceneElement, { em }: DressedPiece): SceneElement {
  if (element.geometry?.form !== 'rect') return element
  const { radius } = element.geometry
  const by = 0.2 * em
  return {
    ...element,
    paint: [
      { d: roundedRect(element.box, radius), style: element.style },
      {
        d: roundedRect(grown(element.box, -by), radius - by),
        style: { ...element.style, fill: 'none' },
      },
    ],
  }
}
