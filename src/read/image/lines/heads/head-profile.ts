import type { Point } from '../../../../forms/scene'
import { eachPixel, type Region, type Regions } from '../../pixels/connected-components'
import type { Tip } from '../strokes/stroke'

/** Widths of its pen from which a line's end is a head, and the share of its box that a solid one fills. */
const WIDE = 1.6
const SOLID = 0.35

/** The middles of a region's pixels. */
export function pixelsOf(region: Region, { labels }: Regions, width: number): Point[] {
  const pixels: Point[] = []
  eachPixel(region, labels, width, (_, x, y) => {
    pixels.push({ x: x + 0.5, y: y + 0.5 })
  })
  return pixels
}

/** The head of what goes on from `base` in a direction: from where it is wider than its pen to its end; undefined: a line. */
export function headOf(
  pixels: readonly Point[],
  base: Point,
  way: Point,
  length: number,
  pen: number,
): Tip['head'] {
  const sides = Array.from({ length: Math.ceil(length) + 1 }, () => [0, 0])
  const places = pixels.map(({ x, y }) => ({
    along: (x - base.x) * way.x + (y - base.y) * way.y,
    across: (y - base.y) * way.x - (x - base.x) * way.y,
  }))
  for (const { along, across } of places) {
    const own = sides[Math.max(0, Math.round(along))]
    if (!own) continue
    own[0] = Math.min(own[0] ?? 0, across)
    own[1] = Math.max(own[1] ?? 0, across)
  }
  const widths = sides.map(([a = 0, b = 0]) => b - a + 1)
  const start = widths.findIndex((wide) => wide > WIDE * pen + 1)
  if (start < 0) return undefined
  const width = Math.max(...widths)
  const long = length - start + 0.5
  const inked = places.filter(({ along }) => along >= start).length
  const form = inked >= SOLID * long * width ? ('triangle' as const) : ('open' as const)
  return { form, length: long, width }
}
