import { briefOf } from '../../figure/themes/brief'
import type { DrawBrief } from '../../forms/drawing'
import { contextOf, fenced, inParts, numbered, oneLine } from './material'

/** Width of a drawing's canvas in its own units. */
const CANVAS_WIDTH = 1600
/** Least and largest height where the ratio is left open. */
const OPEN_HEIGHT = [700, 1100] as const
/** What whoever draws, or looks again, is told of the figure. */
export function drawingRequest(brief: DrawBrief): string {
  const { text, caption, context, variant } = brief
  return inParts(
    text !== '' && fenced('MATERIAL', numbered(text)),
    caption !== null && `CAPTION\n${oneLine(caption)}`,
    contextOf(context),
    variant !== undefined && `VARIANT ${variant}`,
    `CANVAS\n${canvasOf(brief.ratio)}`,
    `LOOK\n${briefOf(brief)}`,
  )
}

function canvasOf(ratio: string): string {
  const [width = 0, height = 0] = ratio.split(':').map(Number)
  if (!(width > 0 && height > 0))
    return `viewBox 0 0 ${CANVAS_WIDTH} by ${OPEN_HEIGHT.join(' to ')} high, as the composition wants it`
  return `viewBox 0 0 ${CANVAS_WIDTH} ${Math.round((CANVAS_WIDTH * height) / width)}`
}
