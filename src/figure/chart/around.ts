import type { Box, SceneElement } from '../../forms/scene'
import { freeCorner } from './corner'
import { boxAround, textPart } from './draw'
import { COLOR, SIZE, widthOf } from './house'
import type { Block } from './legend'
import type { Frame, Plot } from './plot'
import type { Blocks, Canvas, RenderLook } from './render'
import { Z } from './walk'

/** Around all panels. */
export function wholeOf(frames: readonly Frame[]): Box {
  const { x, y, width, height } = boxAround(
    frames.flatMap((each) => [
      { x: each.x, y: each.y },
      { x: each.x + each.width, y: each.y + each.height },
    ]),
  )
  return { x, y, width, height }
}

/** Where the legend stands; undefined without one. */
export function legendBox(
  plot: Plot,
  canvas: Canvas,
  blocks: Blocks,
  place: RenderLook['place'],
  frames: readonly Frame[],
): Box | undefined {
  const { legend } = blocks
  const [frame] = frames
  if (!legend || !frame) return undefined
  const whole = wholeOf(frames)
  const size = { width: legend.width, height: legend.height }
  const top = SIZE.margin + (canvas.title ? SIZE.heading * 1.7 : 0)
  switch (place) {
    case 'top':
      return {
        x: Math.min(whole.x, canvas.width - SIZE.margin - legend.width),
        y: top - 4,
        ...size,
      }
    case 'bottom':
      return {
        x: Math.max(SIZE.margin, whole.x + (whole.width - legend.width) / 2),
        y: canvas.height - blocks.padding.bottom + 16,
        ...size,
      }
    case 'right':
      return { x: canvas.width - SIZE.margin - legend.width, y: whole.y, ...size }
    case 'cell':
      return cellBox(frames, legend)
    case 'left':
      return { x: SIZE.margin, y: whole.y, ...size }
    default:
      return (
        freeCorner(plot, frame, legend) ?? {
          x: frame.x + frame.width - legend.width - 8,
          y: frame.y + 8,
          ...size,
        }
      )
  }
}

/** The top left corner of the place where the next panel would stand. */
function cellBox(frames: readonly Frame[], { width, height }: Block): Box {
  const last = frames.at(-1) ?? { x: 0, y: 0 }
  const columns = [...new Set(frames.map(({ x }) => Math.round(x)))].sort((a, b) => a - b)
  const next = columns[columns.indexOf(Math.round(last.x)) + 1] ?? last.x
  return { x: next, y: last.y, width, height }
}

/** Words in the free corner that is left; without one they stand at the right above the marks. */
export function insetElements(
  { inset, ...plot }: Plot,
  frame: Box,
  legend: Box | undefined,
): SceneElement[] {
  if (!inset) return []
  const line = SIZE.text * 1.3
  const size = {
    width: Math.max(...inset.map((each) => widthOf(each))),
    height: line * inset.length,
  }
  const box = freeCorner(plot, frame, size, legend) ?? {
    x: frame.x + frame.width - size.width - 10,
    y: frame.y + 8,
    ...size,
  }
  const right = box.x > frame.x + frame.width / 2
  return inset.map((text, i) =>
    textPart(`inset-${i + 1}`, undefined, Z.text, {
      text,
      x: right ? box.x + box.width : box.x,
      y: box.y + line * (i + 0.5),
      anchor: right ? 'end' : 'start',
      baseline: 'middle',
    }),
  )
}

/** What signs mean, below everything. */
export function footElements({ foot }: Plot, { height }: Canvas, frame: Box): SceneElement[] {
  if (!foot) return []
  return [
    textPart('foot', undefined, Z.text, {
      text: foot,
      x: frame.x,
      y: height - SIZE.margin,
      baseline: 'bottom',
      size: SIZE.text * 0.86,
    }),
  ]
}

/** The title above the frame. */
export function titleElements({ title }: Canvas, frame: Box): SceneElement[] {
  if (!title) return []
  return [
    textPart('title', undefined, Z.text, {
      text: title,
      x: Math.max(SIZE.margin, frame.x),
      y: SIZE.margin,
      baseline: 'top',
      size: SIZE.heading,
      weight: 600,
      color: COLOR.ink,
    }),
  ]
}
