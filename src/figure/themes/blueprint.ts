import type { Ground, SceneElement, Style } from '../../forms/scene'
import { mix } from '../color'
import { face, fontStack } from '../fonts'
import { iconFor } from '../icons'
import { path } from './path'
import { type DressedPiece, hue, type Palette, type Theme } from './theme'

const FAMILY = 'JetBrains Mono'
const GROUND = '#0d3b70'
const PANE = '#0a315f'

/** A hue shows in lines and headings; all fills are the ground's own blue, a tone darker. */
const inked = (line: string, deep: string) => hue(line, PANE, GROUND, deep, PANE)

/** A drawing on blue paper: mono letters, sharp corners, centre lines round stages, a sheet frame with its ticks. */
export const blueprint: Theme = {
  name: 'blueprint',
  fonts: fontStack(FAMILY),
  capHeight: 0.73,
  measures: {
    detail: 0.85,
    labelWeight: face(FAMILY, 400),
    detailWeight: face(FAMILY, 400),
    leading: 1.32,
    padding: 0.85,
    radius: 0,
    stroke: 0.085,
    connector: 0.095,
  },
  palette: {
    background: GROUND,
    ink: '#ffffff',
    muted: '#cfe2f7',
    connector: '#ffffff',
    paper: GROUND,
    neutral: inked('#b9d3ee', '#e3effb'),
    hues: [
      inked('#6ec6ff', '#b5e1ff'),
      inked('#ffc857', '#ffe0a0'),
      inked('#a5f0cf', '#d0f8e6'),
      inked('#f27fa8', '#fbc3d6'),
    ],
  },
  stageHues: 'cycle',
  head: { form: 'open', length: 4.6, width: 5.2 },
  icon: (node) => iconFor(node, 'sparing', { size: 1.4, gap: 0.6 }),
  iconShare: 1,
  ground: sheetGround,
  restyle,
  paint: (element, piece) => (piece.draft.part === 'group' ? centreLined(element, piece) : element),
}

function restyle(style: Style, { draft, hue, theme: { palette }, em }: DressedPiece): Style {
  if (draft.element.kind === 'icon') return { ...style, stroke: hue.line }
  switch (draft.part) {
    case 'group':
      return {
        fill: 'none',
        stroke: mix(palette.background, palette.ink, 0.36),
        strokeWidth: 0.055 * em,
        dash: [0.9, 0.24, 0.12, 0.24].map((each) => each * em),
      }
    case 'badge':
      return { fill: hue.tint, stroke: hue.line, strokeWidth: 0.07 * em }
    case 'badge-label':
      return { ...style, fill: hue.deep }
    case 'chip':
      return {
        ...style,
        fill: palette.background,
        stroke: mix(palette.background, palette.ink, 0.48),
        strokeWidth: 0.05 * em,
      }
    case 'connector':
      return { ...style, round: style.dash === undefined }
    default:
      return style
  }
}

/** Corners drawn full, the sides between them as a centre line: the stage is clear where an edge crosses its border. */
function centreLined(element: SceneElement, { hue: { line }, em }: DressedPiece): SceneElement {
  const { x, y, width, height } = element.box
  const [right, bottom, arm] = [x + width, y + height, 0.9 * em]
  return {
    ...element,
    paint: [
      { d: path`M${x} ${y}H${right}V${bottom}H${x}Z`, style: element.style },
      {
        d: path`M${x} ${y + arm}V${y}H${x + arm}M${right - arm} ${y}H${right}V${y + arm}M${right} ${bottom - arm}V${bottom}H${right - arm}M${x + arm} ${bottom}H${x}V${bottom - arm}`,
        style: { fill: 'none', stroke: line, strokeWidth: 0.085 * em },
      },
    ],
  }
}

/** Ten small squares to a large one, and the double frame of a drawing sheet. */
function sheetGround(
  { width, height, em }: { width: number; height: number; em: number },
  { background, ink }: Palette,
): Ground {
  const line = (share: number) => mix(background, ink, share)
  const inset = 0.013 * Math.min(width, height)
  const small = 0.8 * em
  const large = 5 * small
  const lines = [1, 2, 3, 4].map(
    (step) => path`M${step * small} 0V${large}M0 ${step * small}H${large}`,
  )
  return {
    tile: {
      width: large,
      height: large,
      strokes: [
        { d: lines.join(''), stroke: line(0.035), strokeWidth: 1 },
        { d: path`M0.5 0V${large}M0 0.5H${large}`, stroke: line(0.085), strokeWidth: 1 },
      ],
    },
    frame: [
      { inset: 0.55 * inset, stroke: line(0.36), strokeWidth: 1 },
      { inset: 1.2 * inset, stroke: line(0.7), strokeWidth: 2 },
    ],
  }
}
