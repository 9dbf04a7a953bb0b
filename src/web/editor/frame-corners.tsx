import { useState } from 'preact/hooks'
import { words } from '../parts/words'
import type { Box, Figure, GroupPart, Point } from './figure'
import { follow } from './follow'

const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const

/** Pixels of the figure. */
const LEAST = 40

/** Corners of a frame, to be pulled. */
export function FrameCorners({
  figure,
  frame: { box },
  toFigure,
  place,
  resized,
}: {
  figure: Figure
  frame: GroupPart
  toFigure: (event: PointerEvent) => Point
  /** Where a box stands on the sheet. */
  place: (box: Box) => Record<string, string>
  resized: (box: Box) => void
}) {
  const [pulled, setPulled] = useState<Box>()
  const pull = (corner: (typeof CORNERS)[number]) => (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    const to = (at: PointerEvent) => boxTo(box, corner, toFigure(at), figure)
    follow(
      (at) => setPulled(to(at)),
      (at) => {
        setPulled(undefined)
        const wanted = to(at)
        if (wanted.width !== box.width || wanted.height !== box.height) resized(wanted)
      },
      () => setPulled(undefined),
    )
  }
  return (
    <div
      class={pulled ? 'handles corners pulled' : 'handles corners'}
      style={place(pulled ?? box)}
      aria-hidden="true"
    >
      {CORNERS.map((corner) => (
        <span
          key={corner}
          class="handle"
          data-corner={corner}
          title={words.editor.corner}
          onPointerDown={pull(corner)}
        />
      ))}
    </div>
  )
}

/** A box with one corner elsewhere, on the canvas and never inside out. */
function boxTo(
  { x, y, width, height }: Box,
  corner: (typeof CORNERS)[number],
  to: Point,
  canvas: { width: number; height: number },
): Box {
  const [left, top] = [corner.endsWith('left'), corner.startsWith('top')]
  const across = span(x, x + width, left, to.x, canvas.width)
  const down = span(y, y + height, top, to.y, canvas.height)
  return { x: across.from, y: down.from, width: across.size, height: down.size }
}

function span(from: number, end: number, moveFrom: boolean, to: number, most: number) {
  const at = moveFrom
    ? Math.min(end - LEAST, Math.max(0, to))
    : Math.max(from + LEAST, Math.min(most, to))
  return moveFrom ? { from: at, size: end - at } : { from, size: at - from }
}
