import { face, fontStack } from '../fonts'
import { iconFor } from '../icons'
import { mix } from '../pixels/color'
import { alignedIcons, stageIcon } from './stage-icon'
import { hue, type Theme } from './theme'

const FAMILY = 'Nunito'

/** Clear fills with heavy borders, stages as plain colour fields, arrows in the colour of where they come from. */
export const colorful: Theme = {
  name: 'colorful',
  fonts: fontStack(FAMILY),
  capHeight: 0.705,
  measures: {
    detail: 0.88,
    labelWeight: face(FAMILY, 700),
    detailWeight: face(FAMILY, 600),
    leading: 1.26,
    padding: 0.9,
    radius: 0.85,
    stroke: 0.13,
    connector: 0.13,
  },
  palette: {
    background: '#ffffff',
    ink: '#14171f',
    muted: '#2f3644',
    connector: '#49556a',
    paper: '#ffffff',
    neutral: hue('#5c6a80', '#dfe5ee', '#f0f3f8', '#354055'),
    hues: [
      hue('#0b6fc0', '#bfe0fb', '#e6f3fe', '#08467d'),
      hue('#d97706', '#ffdba4', '#fff3df', '#7c3f00'),
      hue('#00866a', '#b1ead8', '#e2f7f0', '#00503f'),
      hue('#b83a8f', '#f8cce8', '#fdeaf6', '#7a1a5c'),
      hue('#5b4fc9', '#d8d4fb', '#efedfe', '#382d94'),
    ],
  },
  stageHues: 'cycle',
  head: { form: 'triangle', length: 4.6, width: 4 },
  icon: (node) => iconFor(node, 'ready', { size: 1.55, gap: 0.55 }),
  arrange: alignedIcons,
  add: (element, piece) =>
    stageIcon(element, piece, { size: 1.7, inset: 0.85, stroke: piece.hue.deep }),
  restyle: (style, { draft, common, hue, nested, source, theme, em }) => {
    switch (draft.part) {
      case 'group':
        return { fill: nested ? mix(hue.wash, theme.palette.background, 0.6) : hue.wash }
      // Many hues side by side: their borders and numbers are enough.
      case 'stage':
        return { ...style, fill: hue.wash, strokeWidth: 0.16 * em }
      case 'connector':
        return { ...style, stroke: source.line }
      case 'data':
      case 'document':
      case 'human':
        return { ...style, strokeWidth: 0.15 * em }
      case 'chip':
        return { fill: style.fill }
      case 'process':
      case 'model':
        return common ? { ...style, fill: mix(hue.wash, hue.tint, 0.5) } : style
      default:
        return style
    }
  },
}
