import type { CompositePlan, Place } from '../../forms/figure-tools'
import { CAP_HEIGHT, face, fontStack, measureText, PAPER_FAMILY } from '../fonts'
import { element, escapeText, number } from '../svg/xml'

/** A panel's label as it is drawn, by the PNG and the SVG alike. */
export interface PlacedLabel {
  text: string
  /** Of the line's centre. */
  x: number
  baseline: number
  size: number
  band: Place
}

const WEIGHT = 700
const FACE = face(PAPER_FAMILY, WEIGHT)
const FONTS = fontStack(PAPER_FAMILY).join(', ')
const FILL = '#1a1a1a'

/** A label shrinks to this share of its size before it is cut. */
const SMALLEST = 0.6
const ELLIPSIS = '…'

/** Every label in its band: too wide, it shrinks, then ends in an ellipsis. Blank ones are left out. */
export function placeLabels({ labels, labelFontSize }: CompositePlan): PlacedLabel[] {
  return labels.flatMap(({ text, band }) => {
    const line = text.replace(/\s+/g, ' ').trim()
    if (line === '' || band.width === 0) return []
    const natural = widthOf(line, labelFontSize)
    const scale = Math.max(SMALLEST, Math.min(1, band.width / natural))
    const size = labelFontSize * scale
    return {
      text: natural * scale <= band.width ? line : cut(line, size, band.width),
      x: band.x + band.width / 2,
      baseline: band.y + band.height / 2 + (CAP_HEIGHT * size) / 2,
      size,
      band,
    }
  })
}

function cut(line: string, size: number, width: number): string {
  const letters = [...line]
  while (letters.length > 0) {
    const shorter = letters.join('').trimEnd() + ELLIPSIS
    if (widthOf(shorter, size) <= width) return shorter
    letters.pop()
  }
  return ELLIPSIS
}

function widthOf(text: string, size: number): number {
  return measureText(text, { weight: FACE, size })
}

export function labelText({ text, x, baseline, size }: PlacedLabel): string {
  return element(
    'text',
    {
      class: 'text',
      x: number(x),
      y: number(baseline),
      fill: FILL,
      'font-family': FONTS,
      'font-size': number(size),
      'font-weight': WEIGHT,
      'text-anchor': 'middle',
    },
    escapeText(text),
  )
}
