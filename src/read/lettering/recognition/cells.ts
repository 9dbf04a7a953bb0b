import type { InkPiece } from '../lines/ink'
import type { Strip } from '../lines/strip'

/** What stands in one place of a line: a letter with its dot or accent, or several letters that touch. Strip pixels. */
export interface Cell {
  left: number
  top: number
  right: number
  bottom: number
}

/** A line's pieces by place, in reading direction. */
export function cellsOf(pieces: readonly InkPiece[], strip: Strip): Cell[] {
  const parts = pieces.map((piece) => uprightBox(piece, strip)).sort((a, b) => a.left - b.left)
  const cells: Cell[] = []
  for (const part of parts) {
    const last = cells.at(-1)
    const shared = last ? Math.min(last.right, part.right) - part.left : 0
    const narrow = last ? Math.min(last.right - last.left, part.right - part.left) : 1
    if (last && shared > 0.4 * narrow) {
      last.right = Math.max(last.right, part.right)
      last.top = Math.min(last.top, part.top)
      last.bottom = Math.max(last.bottom, part.bottom)
    } else cells.push(part)
  }
  return cells
}

function uprightBox(piece: InkPiece, strip: Strip) {
  const { left, top, right, bottom } = piece
  if (strip.angle === 0) {
    return {
      left: left - strip.left,
      right: right - strip.left,
      top: top - strip.top,
      bottom: bottom - strip.top,
    }
  }
  // A turned strip is as wide as its part of the picture is high.
  return strip.angle === 270
    ? {
        left: strip.width - (bottom - strip.top),
        right: strip.width - (top - strip.top),
        top: left - strip.left,
        bottom: right - strip.left,
      }
    : {
        left: top - strip.top,
        right: bottom - strip.top,
        top: strip.height - (right - strip.left),
        bottom: strip.height - (left - strip.left),
      }
}
