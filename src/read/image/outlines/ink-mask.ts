import { distance } from '../../../figure/geometry'
import { difference } from '../../../figure/pixels/color'
import type { Mask, Pixels } from '../pixels/pixels'
import { offMixture } from './edge-profile'
import type { Outline } from './fit-outline'
import { isInside, nearestOn } from './nearest'
import type { Shape } from './shape'

/** Pixels that differ from what is known to be drawn there by more than `least` levels. */
export function inkMask(source: Pixels, ground: Pixels, least: number): Mask {
  const mask = new Uint8Array(source.rgb.length)
  for (let i = 0; i < mask.length; i++) {
    const a = source.rgb[i] as number
    const b = ground.rgb[i] as number
    if (a !== b && difference(a, b) > least) mask[i] = 1
  }
  return mask
}

/** Takes out of a mask what lies on a shape's edge and is a mixture of its colours: the edge itself. */
export function clearEdges(
  mask: Mask,
  source: Pixels,
  shapes: readonly Shape[],
  slack: number,
): void {
  for (const shape of shapes) {
    const pen = shape.stroke?.width ?? 0
    const reach = pen / 2 + slack
    eachNear(shape, reach, source, (x, y) => {
      const i = y * source.width + x
      if (!mask[i]) return
      const place = { x: x + 0.5, y: y + 0.5 }
      if (distance(nearestOn(shape.outline, place), place) > reach) return
      if (isOwn(source.rgb[i] as number, shape)) mask[i] = 0
    })
  }
}

function isOwn(colour: number, { fill, stroke, outside }: Shape): boolean {
  const most = 26
  if (!stroke) return offMixture(colour, fill, outside) <= most
  return (
    offMixture(colour, fill, beyond(fill, stroke.colour)) <= most ||
    offMixture(colour, beyond(outside, stroke.colour), outside) <= most
  )
}

/** A thin slanted stroke is nowhere pure: its own colour lies a little beyond what was measured. */
function beyond(from: number, to: number): number {
  const channel = (shift: number) => {
    const a = (from >> shift) & 255
    const b = (to >> shift) & 255
    return Math.min(255, Math.max(0, Math.round(a + 1.5 * (b - a)))) << shift
  }
  return channel(16) | channel(8) | channel(0)
}

/** Visits the pixels of which the centres may lie within `reach` pixels of a shape's outline. */
function eachNear(
  { box, outline }: Shape,
  reach: number,
  { width, height }: Pixels,
  visit: (x: number, y: number) => void,
): void {
  const grow = Math.ceil(reach) + 1
  const left = Math.max(0, Math.floor(box.x) - grow)
  const right = Math.min(width - 1, Math.ceil(box.x + box.width) + grow)
  const top = Math.max(0, Math.floor(box.y) - grow)
  const bottom = Math.min(height - 1, Math.ceil(box.y + box.height) + grow)
  const corner = outline.form === 'rect' ? outline.radius : 0
  const band = Math.ceil(2 * reach + corner) + grow
  const hollow = outline.form === 'rect'
  for (let y = top; y <= bottom; y++) {
    const edgeRow = y < top + band || y > bottom - band
    for (let x = left; x <= right; x++) {
      if (hollow && !edgeRow && x === left + band) x = Math.max(x, right - band)
      if (mayTouch(outline, x + 0.5, y + 0.5, reach)) visit(x, y)
    }
  }
}

/** False for most places that are farther than `reach` from an outline, at little cost. */
function mayTouch(outline: Outline, x: number, y: number, reach: number): boolean {
  if (outline.form === 'ellipse') {
    const { cx, cy, rx, ry } = outline
    const across = (x - cx) / rx
    const down = (y - cy) / ry
    const away = Math.abs(Math.sqrt(across * across + down * down) - 1) * Math.min(rx, ry)
    return away <= reach + 1
  }
  if (outline.form !== 'rect') return true
  const { radius } = outline
  // How far beyond the nearer side and the nearer end; within, both are negative.
  const across = Math.max(outline.x - x, x - outline.x - outline.width)
  const down = Math.max(outline.y - y, y - outline.y - outline.height)
  const corner = across > -radius && down > -radius
  const away = corner
    ? Math.sqrt((across + radius) ** 2 + (down + radius) ** 2) - radius
    : Math.max(across, down)
  return Math.abs(away) <= reach + 1
}

/** Marks what a shape covers, its stroke included. */
export function markShape(mask: Mask, shape: Shape, { width, height }: Pixels, grow = 0): void {
  const { box, outline, stroke } = shape
  const reach = (stroke?.width ?? 0) / 2 + grow
  for (let y = Math.max(0, Math.floor(box.y - grow)); y < box.y + box.height + grow; y++) {
    if (y >= height) break
    for (let x = Math.max(0, Math.floor(box.x - grow)); x < box.x + box.width + grow; x++) {
      if (x >= width) break
      const place = { x: x + 0.5, y: y + 0.5 }
      if (isInside(outline, place) || distance(nearestOn(outline, place), place) <= reach)
        mask[y * width + x] = 1
    }
  }
}

/** Marks the edges of shapes, for readers that must not take them for letters. */
export function edgeMask(shapes: readonly Shape[], picture: Pixels): Mask {
  const mask = new Uint8Array(picture.rgb.length)
  for (const shape of shapes) {
    const reach = (shape.stroke?.width ?? 0) / 2 + 1.3
    eachNear(shape, reach, picture, (x, y) => {
      const place = { x: x + 0.5, y: y + 0.5 }
      if (distance(nearestOn(shape.outline, place), place) > reach) return
      mask[y * picture.width + x] = 1
    })
  }
  return mask
}
