import type { Scene } from '../../forms/scene'

/** Pixels. */
const MOST_SIDE = 16_384
/** Pixels: no figure is drawn larger. */
const MOST_AREA = 100_000_000

/** Why a canvas can have no such size. */
export function sizeFault({ width, height }: Pick<Scene, 'width' | 'height'>): string | undefined {
  if (!(Math.min(width, height) >= 1 && Math.max(width, height) <= MOST_SIDE))
    return `width and height must be from 1 to ${MOST_SIDE} pixels.`
  if (width * height > MOST_AREA) return `width times height must be at most ${MOST_AREA} pixels.`
  return undefined
}
