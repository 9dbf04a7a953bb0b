import type { Call } from '../forms/engines'
import type { Scene } from '../forms/scene'
import type { Desk } from './desk'

/** Rounds that may be refused before a model is no longer asked. */
export const MOST_REFUSED = 2
/** Longest side of the picture that a model sees, in pixels: larger ones are scaled down by those who take them. */
export const PICTURE_SIDE = 1568
/** Time that is left for drawing and exports, in milliseconds. */
const RESERVE_MS = 15_000

/** Whether a round that takes as long as the longest one can still end; says so where it cannot. */
export function hasTime(desk: Desk, { deadline }: Call, longestMs: number): boolean {
  const has = Date.now() + longestMs + RESERVE_MS <= deadline
  if (!has) desk.log('no time is left for another round', 'stderr')
  return has
}

/** A figure as PNG, as large as a model sees it. */
export function pictureOf({ figure }: Desk, { scene, svg }: { scene: Scene; svg: string }) {
  const scale = Math.min(1, PICTURE_SIDE / Math.max(scene.width, scene.height))
  const size = {
    width: Math.max(1, Math.floor(scale * scene.width)),
    height: Math.max(1, Math.floor(scale * scene.height)),
  }
  return figure.png(svg, size)
}
