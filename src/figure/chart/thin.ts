/** Lines of more points than their pixels can show. */
import { UNIT } from './house'
import type { VegaItem } from './vega'

/** Lines of fewer points are drawn as they are. */
const MANY = 4000
/** Points of a line that share half a pixel of the canvas stand at most 0.05 mm apart on paper: no print tells them apart. */
const CELL = 0.5 / UNIT

type Reach = readonly [near: (item: VegaItem) => number, far: (item: VegaItem) => number]
const ACROSS: Reach = [({ x = 0 }) => x, ({ x = 0, width = 0 }) => x + width]
const DOWN: Reach = [({ y = 0 }) => y, ({ y = 0, height = 0 }) => y + height]

/**
 * The points of a long line or area that can be seen: of those that follow each other within half a pixel the first, the
 * last and the outermost (M4: Jugel and others, VLDB 2014).
 */
export function seen(items: readonly VegaItem[]): readonly VegaItem[] {
  if (items.length <= MANY) return items
  const [across, down] = [runs(items, ACROSS), runs(items, DOWN)]
  const [cells, reach] = across.length <= down.length ? [across, DOWN] : [down, ACROSS]
  return cells.flatMap(([from, to]) => {
    const kept = new Set([from, to])
    for (const place of reach) {
      let [low, high] = [from, from]
      for (let i = from; i <= to; i++) {
        const value = place(items[i] as VegaItem)
        if (value < place(items[low] as VegaItem)) low = i
        if (value > place(items[high] as VegaItem)) high = i
      }
      kept.add(low).add(high)
    }
    return [...kept].sort((a, b) => a - b).map((i) => items[i] as VegaItem)
  })
}

/** First and last of the points that follow each other within one cell. */
function runs(items: readonly VegaItem[], [place]: Reach): [number, number][] {
  const found: [number, number][] = []
  let cell: number | undefined
  for (const [i, item] of items.entries()) {
    const own = Math.floor(place(item) / CELL)
    const last = found.at(-1)
    if (last && own === cell) last[1] = i
    else found.push([i, i])
    cell = own
  }
  return found
}
