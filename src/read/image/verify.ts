import type { Box, Point, SceneElement } from '../../forms/scene'
import { unmixed, wholePixels } from './cut-out'
import { difference, type Pixels } from './pixels'
import { segmentDistance } from './polyline'
import type { Reading } from './reading'

/** Of what the picture shows at its place, the share that an element must explain to stay. */
const LINE_WORTH = 0.25
/** The share of letters' ink that must lie at ink of the picture, and the other way round. */
const TEXT_LIKENESS = 0.45
/** A word of one or two letters may be an icon: it must look like it. */
const SHORT_LIKENESS = 0.72

export interface Verified {
  kept: SceneElement[]
  /** Elements that did not look like the picture, by id. */
  refused: string[]
}

/** Leaves out lines that make the drawing worse, and takes pixels for words that do not look like what was read. */
export function verified(
  elements: readonly SceneElement[],
  reading: Reading,
  drawn: Pixels,
): Verified {
  const refused: string[] = []
  const gone = new Set<string>()
  const kept = elements.flatMap((each): SceneElement[] => {
    if (each.kind === 'text') {
      const short = (each.label ?? '').length <= 2
      if (likeness(each.box, reading, drawn) >= (short ? SHORT_LIKENESS : TEXT_LIKENESS))
        return [each]
      refused.push(each.id)
      return [asIcon(each, reading)]
    }
    const isLine = (each.role === 'edge' || each.role === 'mark') && each.geometry
    if (!isLine) return [each]
    const near =
      each.geometry?.form === 'polyline' ? nearPath(each, each.geometry.points) : undefined
    if (each.style.fill !== undefined || worth(each.box, reading, drawn, near) >= LINE_WORTH)
      return [each]
    refused.push(each.id)
    gone.add(each.id)
    return []
  })
  return { kept: kept.map((each) => freed(each, gone)), refused }
}

function freed(each: SceneElement, gone: ReadonlySet<string>): SceneElement {
  if (each.parent === undefined || !gone.has(each.parent)) return each
  const { parent: _, ...free } = each
  return { ...free, role: 'text' }
}

/** The letters as they are, without their ground. */
function asIcon(each: SceneElement, { source, ground }: Reading): SceneElement {
  const { x, y, width, height } = each.box
  const box = wholePixels({ x: x - 1, y: y - 1, width: width + 2, height: height + 2 }, source)
  const { id, z, parent } = each
  return {
    id,
    kind: 'icon',
    ...(parent ? { parent } : { role: 'icon' as const }),
    z,
    box,
    geometry: { form: 'image', ...box, href: unmixed(source, ground, box) },
    style: {},
    label: 'icon',
  }
}

function nearPath({ style }: SceneElement, points: readonly Point[]) {
  const reach = (style.strokeWidth ?? 1) / 2 + 1.5
  return (place: Point) =>
    points.some((a, index) => {
      const b = points[index + 1]
      return b !== undefined && segmentDistance(place, a, b) <= reach
    })
}

/**
 * How much of the ink in a box of the picture is drawn, and how much of what is drawn is there, whichever is less; ink
 * may lie a little off, because the face may be another.
 */
function likeness(box: Box, { source, ground, contrast }: Reading, drawn: Pixels): number {
  const slack = Math.max(1, Math.round(0.06 * Math.min(box.width, box.height)))
  const left = Math.max(0, Math.floor(box.x) - 2)
  const top = Math.max(0, Math.floor(box.y) - 2)
  const right = Math.min(source.width, Math.ceil(box.x + box.width) + 2)
  const bottom = Math.min(source.height, Math.ceil(box.y + box.height) + 2)
  const inkIn =
    ({ rgb }: Pixels) =>
    (x: number, y: number) => {
      if (x < left || y < top || x >= right || y >= bottom) return false
      const i = y * source.width + x
      return difference(rgb[i] as number, ground.rgb[i] as number) > 1.5 * contrast
    }
  const [real, made] = [inkIn(source), inkIn(drawn)]
  const share = (of: typeof real, inOther: typeof real) => {
    let count = 0
    let met = 0
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        if (!of(x, y)) continue
        count++
        if (anyNear(inOther, x, y, slack)) met++
      }
    }
    return count === 0 ? 0 : met / count
  }
  return Math.min(share(real, made), share(made, real))
}

function anyNear(
  ink: (x: number, y: number) => boolean,
  x: number,
  y: number,
  slack: number,
): boolean {
  for (let dy = -slack; dy <= slack; dy++)
    for (let dx = -slack; dx <= slack; dx++) if (ink(x + dx, y + dy)) return true
  return false
}

/** By which share drawing what is in a box brings it nearer to the picture; negative: it harms. */
function worth(
  box: Box,
  { source, ground }: Reading,
  drawn: Pixels,
  counts?: (place: Point) => boolean,
): number {
  const reach = 3
  const bottom = Math.min(source.height, box.y + box.height + reach)
  const right = Math.min(source.width, box.x + box.width + reach)
  let without = 0
  let having = 0
  for (let y = Math.max(0, Math.floor(box.y - reach)); y < bottom; y++) {
    for (let x = Math.max(0, Math.floor(box.x - reach)); x < right; x++) {
      if (counts && !counts({ x: x + 0.5, y: y + 0.5 })) continue
      const i = y * source.width + x
      const own = source.rgb[i] as number
      without += difference(own, ground.rgb[i] as number)
      having += difference(own, drawn.rgb[i] as number)
    }
  }
  return without === 0 ? 0 : 1 - having / without
}
