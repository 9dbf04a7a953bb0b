import type { Piece } from './parts'
import type { Regions } from './regions'

/** Long and thin, or a dot: by its second moments. */
export function isDash({ region, box }: Piece, { labels }: Regions, width: number): boolean {
  let [sx, sy, xx, xy, yy] = [0, 0, 0, 0, 0]
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      if (labels[y * width + x] !== region.label) continue
      sx += x
      sy += y
      xx += x * x
      xy += x * y
      yy += y * y
    }
  }
  const n = region.area
  const a = xx / n - (sx / n) ** 2 + 1 / 12
  const b = xy / n - (sx / n) * (sy / n)
  const c = yy / n - (sy / n) ** 2 + 1 / 12
  const root = Math.sqrt(Math.max(0, ((a - c) / 2) ** 2 + b * b))
  const long = Math.sqrt(12 * ((a + c) / 2 + root))
  const wide = Math.sqrt(12 * Math.max(1 / 12, (a + c) / 2 - root))
  return wide <= 7 && (long >= 1.8 * wide || long <= 7) && n > 0.6 * long * wide
}
