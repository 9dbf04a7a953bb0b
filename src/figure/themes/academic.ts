import { face, fontStack, PAPER_FAMILY } from '../fonts'
import { iconFor } from '../icons'
import { mix } from '../pixels/color'
import { hue, type Theme } from './theme'

/** Calm tints with darker borders of the same hue, one sans family in two sizes and two weights. */
export const academic: Theme = {
  name: 'academic',
  fonts: fontStack(PAPER_FAMILY),
  capHeight: 0.716,
  measures: {
    detail: 0.87,
    labelWeight: face(PAPER_FAMILY, 700),
    detailWeight: face(PAPER_FAMILY, 400),
    leading: 1.28,
    padding: 0.85,
    radius: 0.42,
    stroke: 0.08,
    connector: 0.1,
  },
  palette: {
    background: '#ffffff',
    ink: '#18202b',
    muted: '#414b58',
    connector: '#475262',
    paper: '#ffffff',
    neutral: hue('#7d8896', '#f1f3f6', '#f8f9fa', '#364152'),
    hues: [
      hue('#3f72ad', '#e6eff9', '#f5f9fd', '#1f4b80'),
      hue('#c07a28', '#fcf0e1', '#fefaf4', '#6d3d06'),
      hue('#3d8f87', '#e3f3f0', '#f4fbfa', '#14544e'),
      hue('#8f3d74', '#f8e9f3', '#fdf7fb', '#6e2858'),
    ],
  },
  stageHues: 'cycle',
  head: { form: 'barbed', length: 6.4, width: 4.8 },
  restyle: (style, { draft, hue, theme }) =>
    draft.part === 'group'
      ? { ...style, stroke: mix(hue.line, theme.palette.background, 0.35) }
      : style,
  icon: (node) => iconFor(node, 'sparing', { size: 1.35, gap: 0.55 }),
}
