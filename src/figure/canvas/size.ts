import { RATIOS, SIZE_SIDES } from '../../forms/look'
import type { Scene } from '../../forms/scene'

const SIDES: Record<string, number> = SIZE_SIDES

/** The canvas of a named ratio is rounded; its larger sizes are made from the ratio, not from the rounded canvas. */
const NAMED_RATIOS = RATIOS.map(ratioOf).filter((ratio) => ratio !== undefined)

/** Width by height of a ratio `W:H`; undefined for `auto`. Throws on anything else. */
export function ratioOf(ratio: string): number | undefined {
  if (ratio === 'auto') return undefined
  const match = /^(\d+):(\d+)$/.exec(ratio)
  const value = match ? Number(match[1]) / Number(match[2]) : Number.NaN
  if (!Number.isFinite(value) || value <= 0) throw new Error(`ratio ${ratio} is not auto or W:H`)
  return value
}

/** The canvas of an aspect ratio (width by height): the area of a square of `side` pixels. */
export function canvas(ratio: number, side = 1024): { width: number; height: number } {
  return { width: Math.round(side * Math.sqrt(ratio)), height: Math.round(side / Math.sqrt(ratio)) }
}

/** The size in pixels of a scene's raster: 1K is the scene's own canvas, 2K and 4K two and four times that. */
export function pixels(
  scene: Pick<Scene, 'width' | 'height'>,
  size: string,
): { width: number; height: number } {
  const side = SIDES[size]
  if (side === undefined) throw new Error(`size ${size} is not one of ${Object.keys(SIDES)}`)
  const named = NAMED_RATIOS.find((ratio) => {
    const { width, height } = canvas(ratio)
    return width === scene.width && height === scene.height
  })
  if (named !== undefined) return canvas(named, side)
  const factor = side / 1024
  return { width: Math.round(scene.width * factor), height: Math.round(scene.height * factor) }
}
