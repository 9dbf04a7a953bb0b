import { clamp } from '../../../forms/numbers'
import type { Box } from '../../../forms/scene'
import { element } from '../../svg/xml'

/** From the canvas's pixels to the numbers of a slide. */
export interface Measure {
  /** EMU in a pixel; 12,700 are a point. */
  scale: number
  /** Pixels in EMU, whole. */
  emu(pixels: number): number
  /** Pixels in hundredths of a point. */
  points(pixels: number): number
}

/** The largest number that every program takes for a place. */
const FAR = 2 ** 31 - 1

export function measureOf(scale: number): Measure {
  const whole = (value: number) =>
    Number.isFinite(value) ? clamp(Math.round(value), -FAR, FAR) : 0
  return {
    scale,
    emu: (pixels) => whole(pixels * scale),
    points: (pixels) => whole((pixels * scale) / 127),
  }
}

/** How a box is turned: mirrored first, then by so many degrees clockwise about its middle. */
export interface Turn {
  degrees?: number
  flipH?: boolean
  flipV?: boolean
}

/** `a:xfrm` of a box; a group's says that its parts are measured as it is. */
export function xfrm(box: Box, { emu }: Measure, turn: Turn = {}, group = false): string {
  const off = { x: emu(box.x), y: emu(box.y) }
  const ext = { cx: Math.max(0, emu(box.width)), cy: Math.max(0, emu(box.height)) }
  const { degrees = 0, flipH, flipV } = turn
  const rot = degrees === 0 ? undefined : Math.round(60_000 * degrees)
  const turned = { rot, flipH: flipH ? 1 : undefined, flipV: flipV ? 1 : undefined }
  const inner = group ? element('a:chOff', off) + element('a:chExt', ext) : ''
  return element('a:xfrm', turned, element('a:off', off) + element('a:ext', ext) + inner)
}
