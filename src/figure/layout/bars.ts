import type { Across } from './coordinates'
import type { Sizes } from './layered-graph'
import type { Layers } from './layers'

/** From so many neighbours in one layer on, a node is drawn as a bar beside all of them. */
const LEAST = 4

/**
 * Draws a node that stands alone in its layer out along the neighbours that it has in the next one, so that each link to
 * them runs straight instead of from a common knot. Changes `across` and `sizes`; nodes without an outline stay.
 */
export function growBars(
  { items, segments }: Layers,
  across: Across,
  sizes: Pick<Sizes, 'units'>,
  outlines: ReadonlyMap<string, unknown>,
): void {
  const inRank = Map.groupBy(
    items.filter(({ kind }) => kind === 'unit' || kind === 'pass'),
    ({ rank }) => rank,
  )
  for (const [at, { unit = '', cluster, rank }] of items.entries()) {
    const size = sizes.units.get(unit)
    if (!size || !outlines.has(unit) || cluster !== undefined || inRank.get(rank)?.length !== 1)
      continue
    for (const [own, other] of [
      ['from', 'to'],
      ['to', 'from'],
    ] as const) {
      const near = new Set(
        segments.flatMap((each) => (each.link && each[own] === at ? each[other] : [])),
      )
      if (near.size < LEAST) continue
      const sides = [...near].map((each) => {
        const { cross = 0 } = sizes.units.get(items[each]?.unit ?? '') ?? {}
        const [middle, half] = [across.middles[each] ?? 0, Math.min(size.cross, cross) / 2]
        return { low: middle - half, high: middle + half }
      })
      const low = Math.min(...sides.map((side) => side.low))
      const high = Math.max(...sides.map((side) => side.high))
      if (high - low <= size.cross) continue
      across.middles[at] = (low + high) / 2
      size.cross = high - low
    }
  }
}
