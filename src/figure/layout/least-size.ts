import { BETWEEN_FRAMES } from './columns'
import { frameOf } from './frame-room'
import type { Flow } from './layered-graph'
import type { Measures } from './measures'
import { APART, gapsOf } from './place'
import type { Region, Rows } from './region'

interface Size {
  width: number
  height: number
}

/**
 * A bound from below on what rows take, in pixels, without placing anything: their layers one after the other, each as
 * deep as its deepest unit, and the fullest layer of each.
 */
export function leastSize({ flow, of, rows }: Rows, measures: Measures): Size {
  const across = flow === 'right' ? 'down' : 'right'
  const gap = APART[of] * gapsOf(measures, across).layer
  const lines = rows.map((row) =>
    inLine(
      row.map((region) => leastOf(region, measures)),
      flow,
      gap,
    ),
  )
  return inLine(lines, across, gap)
}

/** Sizes one after the other along a flow. */
function inLine(sizes: readonly Size[], flow: Flow, gap: number): Size {
  const [widths, heights] = [sizes.map(({ width }) => width), sizes.map(({ height }) => height)]
  const sum = (lengths: readonly number[]) =>
    lengths.reduce((all, length) => all + length + gap, -gap)
  return flow === 'right'
    ? { width: sum(widths), height: Math.max(...heights) }
    : { width: Math.max(...widths), height: sum(heights) }
}

function leastOf({ graph, layers, blocks }: Region, measures: Measures): Size {
  const { flow, units, clusters } = graph
  const across = flow === 'right' ? 'down' : 'right'
  const gaps = gapsOf(measures, flow)
  const sizeOf = (id: string): Size => {
    const block = blocks.get(id)
    if (!block) return measures.fits.get(id) ?? { width: 0, height: 0 }
    const { width, height } = leastSize(block.inside, measures)
    const { x, top, bottom, width: least } = frameOf(block.group, measures, flow)
    return { width: Math.max(width + 2 * x, least), height: height + top + bottom }
  }
  const ranks = Map.groupBy(units, ({ id }) => layers.ranks.units.get(id))
  const sizes = [...ranks.values()].map((rank) =>
    inLine(
      rank.map(({ id }) => sizeOf(id)),
      across,
      gaps.unit,
    ),
  )
  return inLine(sizes, flow, (clusters.length > 0 ? BETWEEN_FRAMES : 1) * gaps.layer)
}
