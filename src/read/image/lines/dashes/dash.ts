import type { Point } from '../../../../forms/scene'
import { type Component, eachPixel, type Regions } from '../../pixels/connected-components'

/** A piece of ink that may be a dash or a dot of a line. */
export interface Dash {
  piece: Component
  centre: Point
  /** Along its longer axis and across it, in pixels, by its second moments. */
  long: number
  wide: number
  /** Its extent along a direction. */
  along: (way: Point) => number
}

/** No dash is wider, in pixels. */
const WIDEST = 13
/** The wider ones must fill this share of their extent. */
const THICK = 4
const SOLID = 0.86

/** A solid piece that is longer than wide, or small; undefined for others. */
export function dashOf(piece: Component, { labels }: Regions, width: number): Dash | undefined {
  const { region, box } = piece
  if (Math.min(box.width, box.height) > 4 * WIDEST) return undefined
  let [sx, sy, xx, xy, yy] = [0, 0, 0, 0, 0]
  eachPixel(region, labels, width, (_, x, y) => {
    sx += x
    sy += y
    xx += x * x
    xy += x * y
    yy += y * y
  })
  const n = region.area
  const a = xx / n - (sx / n) ** 2 + 1 / 12
  const b = xy / n - (sx / n) * (sy / n)
  const c = yy / n - (sy / n) ** 2 + 1 / 12
  const root = Math.sqrt(Math.max(0, ((a - c) / 2) ** 2 + b * b))
  const long = Math.sqrt(12 * ((a + c) / 2 + root))
  const wide = Math.sqrt(12 * Math.max(1 / 12, (a + c) / 2 - root))
  if (wide > WIDEST || n < 0.6 * long * wide) return undefined
  if (wide > 7 && long > 3 * wide) return undefined
  // What is as large as a letter must be solid, as no letter is but a bar.
  if (wide > THICK && n < SOLID * long * wide) return undefined
  return {
    piece,
    centre: { x: sx / n + 0.5, y: sy / n + 0.5 },
    long,
    wide,
    along: ({ x, y }) => Math.sqrt(12 * Math.max(1 / 12, a * x * x + 2 * b * x * y + c * y * y)),
  }
}

/** Long and thin, or a dot. */
export function isDash(piece: Component, regions: Regions, width: number): boolean {
  const dash = dashOf(piece, regions, width)
  return dash !== undefined && dash.wide <= 7 && (dash.long >= 1.8 * dash.wide || dash.long <= 7)
}
