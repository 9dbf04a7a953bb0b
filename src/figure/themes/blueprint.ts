import type { Ground, SceneElement, Style } from '../../forms/scene'
import { face, fontStack } from '../fonts'
import { path } from '../geometry/shape-paths'
import { iconFor } from '../icons'
import { mix } from '../pixels/color'
import { type DressedPiece, hue, type Palette, type Theme } from './theme'

const FAMILY = 'JetBrains Mono'
const GROUND = '#0d3b70'
const PANE = '#0a315f'

/** By the canvas's width: the border that the figure keeps off, the frame's two lines, the room between ticks. */
const SHEET = { border: 0.0095, inner: 0.009, outer: 0.005, between: 0.125 } as const

/** A hue shows in lines and headings; all fills are the ground's own blue, a tone darker. */
const inked = (line: string, deep: string) => hue(line, PANE, GROUND, deep, PANE)

/** The same on white paper. */
const printed = (line: string, deep: string) => hue(line, '#f3f7fc', '#ffffff', deep)

/** A drawing on blue paper: mono letters, sharp corners, thin white lines, a sheet with frame, ticks and title block. */
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
    stroke: 0.075,
    connector: 0.085,
    sheet: { border: SHEET.border, frame: SHEET.inner },
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
  light: {
    background: '#ffffff',
    ink: '#0b2a52',
    muted: '#2f4a70',
    connector: '#12407a',
    paper: '#ffffff',
    neutral: printed('#4f6f96', '#2b4a72'),
    hues: [
      printed('#0b6fb8', '#084f84'),
      printed('#a86a00', '#704600'),
      printed('#00805f', '#005a43'),
      printed('#b62d66', '#861d49'),
    ],
  },
  stageHues: 'cycle',
  head: { form: 'open', length: 4.6, width: 5.2 },
  icon: (node) => iconFor(node, 'sparing', { size: 1.4, gap: 0.6 }),
  ground: sheetGround,
  restyle,
  paint: (element, piece) => (piece.draft.part === 'group' ? cornered(element, piece) : element),
}

/** How much of its hue's line the outline of a node keeps; the rest is white. */
const TINGED = 0.5

function restyle(style: Style, { draft, owner, hue, theme: { palette }, em }: DressedPiece): Style {
  const drawn = mix(palette.ink, hue.line, TINGED)
  if (draft.element.kind === 'icon') return { ...style, stroke: drawn }
  if (owner === draft && draft.element.role === 'node')
    return draft.accent === undefined && draft.emphasis === undefined
      ? { ...style, stroke: drawn }
      : style
  switch (draft.part) {
    case 'group':
      return {
        fill: 'none',
        stroke: mix(palette.background, hue.line, 0.6),
        strokeWidth: 0.05 * em,
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
    case 'title-block':
      return {
        fill: palette.background,
        stroke: mix(palette.background, palette.ink, 0.7),
        strokeWidth: 2,
      }
    case 'connector':
      return { ...style, round: style.dash === undefined }
    default:
      return style
  }
}

/** Corners drawn heavier than the sides between them. */
function cornered(element: SceneElement, { hue: { line }, em }: DressedPiece): SceneElement {
  const { x, y, width, height } = element.box
  const [right, bottom, arm] = [x + width, y + height, 0.9 * em]
  return {
    ...element,
    paint: [
      { d: path`M${x} ${y}H${right}V${bottom}H${x}Z`, style: element.style },
      {
        d: path`M${x} ${y + arm}V${y}H${x + arm}M${right - arm} ${y}H${right}V${y + arm}M${right} ${bottom - arm}V${bottom}H${right - arm}M${x + arm} ${bottom}H${x}V${bottom - arm}`,
        style: { fill: 'none', stroke: line, strokeWidth: 0.1 * em },
      },
    ],
  }
}

/** Five small squares to a large one, and the double frame of a drawing sheet with ticks between its lines. */
function sheetGround(
  { width, height, em }: { width: number; height: number; em: number },
  { background, ink }: Palette,
): Ground {
  const line = (share: number) => mix(background, ink, share)
  const small = 0.8 * em
  const large = 5 * small
  const [outer, inner] = [SHEET.outer * width, SHEET.inner * width]
  return {
    grid: [
      ...[{ x: small }, { y: small }].map((step) => ({
        ...step,
        stroke: line(0.035),
        strokeWidth: 1,
      })),
      ...[{ x: large }, { y: large }].map((step) => ({
        ...step,
        stroke: line(0.085),
        strokeWidth: 1,
      })),
    ],
    frame: [
      { inset: outer, stroke: line(0.36), strokeWidth: 1 },
      { inset: inner, stroke: line(0.7), strokeWidth: 2 },
    ],
    marks: { d: ticks({ width, height }, outer, inner), stroke: line(0.36), strokeWidth: 1 },
  }
}

/** Between two frames, at even steps along all four sides. */
function ticks(
  { width, height }: { width: number; height: number },
  outer: number,
  inner: number,
): string {
  const steps = (length: number) => {
    const count = 2 * Math.max(1, Math.round(length / (2 * SHEET.between * width)))
    return Array.from({ length: count - 1 }, (_, index) => ((index + 1) * length) / count)
  }
  return [
    ...steps(width).map(
      (x) => path`M${x} ${outer}V${inner}M${x} ${height - outer}V${height - inner}`,
    ),
    ...steps(height).map(
      (y) => path`M${outer} ${y}H${inner}M${width - outer} ${y}H${width - inner}`,
    ),
  ].join('')
}
