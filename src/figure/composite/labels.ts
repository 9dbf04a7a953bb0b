import { CAP_HEIGHT, FONT_STACK, measureText } from '../fonts'
import type { Place } from './grid'

/** A panel's label as it is drawn, by the PNG and the SVG alike. */
export interface PlacedLabel {
  text: string
  /** Centre of the line. */
  x: number
  baseline: number
  size: number
}

export const LABEL_STYLE = { weight: 700, fill: '#1a1a1a', fonts: FONT_STACK } as const

/** A label shrinks to this share of its size before it is cut. */
const SMALLEST = 0.6
const ELLIPSIS = '…'

/** Centres a label in its band: too wide, it shrinks, then ends in an ellipsis. Blank: nothing. */
export function placeLabel(label: string, band: Place, size: number): PlacedLabel | undefined {
  const line = label.replace(/\s+/g, ' ').trim()
  if (line === '' || band.width === 0) return undefined
  const natural = measureText(line, { weight: LABEL_STYLE.weight, size })
  const scale = Math.max(SMALLEST, Math.min(1, band.width / natural))
  const fitted = size * scale
  return {
    text: natural * scale <= band.width ? line : cut(line, fitted, band.width),
    x: band.x + band.width / 2,
    baseline: band.y + band.height / 2 + (CAP_HEIGHT * fitted) / 2,
    size: fitted,
  }
}

function cut(line: string, size: number, width: number): string {
  const letters = [...line]
  while (letters.length > 0) {
    const shorter = letters.join('').trimEnd() + ELLIPSIS
    if (measureText(shorter, { weight: LABEL_STYLE.weight, size }) <= width) return shorter
    letters.pop()
  }
  return ELLIPSIS
}
