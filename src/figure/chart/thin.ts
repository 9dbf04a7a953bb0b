/** Lines of more points than their pixels can show. */
import { UNIT } from './spec/house'
import { extent } from './spec/stats'
import type { VegaItem } from './spec/vega'

/** Lines of fewer points are drawn as they are. */
const MANY = 4000
/** Points of a line that share half a pixel of the canvas stand at most 0.05 mm apart on paper: no print tells them apart. */
const CELL = 0.5 / UNIT

const edges = [({ y = 0 }: VegaItem) => y, ({ y = 0, height = 0 }: VegaItem) => y + height]

/**
 * The points of a long line or area that can be seen: of those that follow each other within half a pixel the first, the
 * last, the highest and the lowest (M4: Jugel and others, VLDB 2014).
 */
export function seen(items: readonly VegaItem[]): readonly VegaItem[] {
  if (items.length <= MANY) return items
  const found: VegaItem[] = []
  for (let from = 0, to = 0; from < items.length; from = to) {
    const cell = ({ x = 0 }: VegaItem) => Math.floor(x / CELL)
    while (to < items.length && cell(items[to] as VegaItem) === cell(items[from] as VegaItem)) to++
    const run = items.slice(from, to)
    const ends = edges.flatMap((edge) => {
      const heights = run.map(edge)
      const [low, high] = extent(heights)
      return [heights.indexOf(low), heights.indexOf(high)]
    })
    const kept = new Set([0, run.length - 1, ...ends])
    found.push(...run.filter((_, i) => kept.has(i)))
  }
  return found
}
