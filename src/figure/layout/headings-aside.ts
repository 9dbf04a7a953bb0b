import type { Diagram } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import { centreOf, grown } from '../geometry'
import type { Theme } from '../themes/theme'
import { headingIn } from './heading'
import type { Placement } from './placement'

/** Middles of nodes that are nearer than this, in pixels, are in line. */
const IN_LINE = 1
/** From a heading to an upright connector, in em: at the least, and where one that moves has room. */
const CLEAR = { least: 0.5, ample: 1.1 } as const

/** Where headings begin, in pixels, that would else stand on a connector that could be straight, by group id. */
export function headingsAside(
  { groups, edges }: Diagram,
  { nodes, frames }: Pick<Placement, 'nodes' | 'frames'>,
  em: number,
  theme: Theme,
): Map<string, number> {
  const uprights = edges.flatMap(({ from, to }) => {
    const [a, b] = [nodes.get(from), nodes.get(to)]
    return a && b && a !== b ? uprightOf(a, b) : []
  })
  return new Map(
    groups.flatMap((group): [string, number][] => {
      const frame = frames.get(group.id)
      if (!frame) return []
      const { box } = headingIn(group, frame, em, theme)
      const { y, height } = grown(box, CLEAR.least * em)
      const lines = uprights
        .filter((line) => line.from < y + height && line.to > y)
        .map(({ x }) => x)
        .sort((a, b) => a - b)
      const end = frame.x + frame.width - (box.x - frame.x) - box.width
      const isFree = (at: number, clear: number) =>
        at >= box.x && at <= end && !lines.some((x) => x > at - clear && x < at + box.width + clear)
      if (isFree(box.x, CLEAR.least * em)) return []
      const at = [CLEAR.ample * em, CLEAR.least * em]
        .flatMap((clear) => [end, ...lines.map((x) => x + clear)].filter((x) => isFree(x, clear)))
        .at(0)
      return at === undefined ? [] : [[group.id, at]]
    }),
  )
}

/** Where a connector of two boxes, one above the other, runs: straight where both reach, else over the middle of the lower one. */
function uprightOf(a: Box, b: Box): { x: number; from: number; to: number }[] {
  const [upper, lower] = a.y < b.y ? [a, b] : [b, a]
  const [from, to] = [upper.y + upper.height, lower.y]
  const low = Math.max(a.x, b.x)
  const high = Math.min(a.x + a.width, b.x + b.width)
  if (to <= from || low - high > to - from) return []
  const inLine = Math.abs(centreOf(a).x - centreOf(b).x) <= IN_LINE
  return [{ x: high > low && !inLine ? (low + high) / 2 : centreOf(lower).x, from, to }]
}
