import type { Diagram } from '../../forms/diagram'
import { centreOf, grown } from '../geometry'
import { headingIn } from '../layout/heading'
import type { Placement } from '../layout/placement'
import type { Theme } from '../themes/theme'

/** Middles of nodes that are nearer than this, in pixels, are in line. */
const IN_LINE = 1
/** From a heading to an upright connector, in em. */
const CLEAR = 0.5

/** Where headings begin, in pixels, that would else stand on a connector that could be straight, by group id. */
export function headingsAside(
  { groups, edges }: Diagram,
  { nodes, frames }: Pick<Placement, 'nodes' | 'frames'>,
  em: number,
  theme: Theme,
): Map<string, number> {
  const uprights = edges.flatMap(({ from, to }) => {
    const [a, b] = [nodes.get(from), nodes.get(to)]
    if (!a || !b || Math.abs(centreOf(a).x - centreOf(b).x) > IN_LINE) return []
    const [upper, lower] = a.y < b.y ? [a, b] : [b, a]
    return { x: centreOf(a).x, from: upper.y + upper.height, to: lower.y }
  })
  return new Map(
    groups.flatMap((group): [string, number][] => {
      const frame = frames.get(group.id)
      if (!frame) return []
      const { box, anchor } = headingIn(group, frame, em, theme)
      if (anchor !== 'start') return []
      const { y, height } = grown(box, CLEAR * em)
      const lines = uprights
        .filter((line) => line.from < y + height && line.to > y)
        .map(({ x }) => x)
        .sort((a, b) => a - b)
      const clear = CLEAR * em
      const end = frame.x + frame.width - (box.x - frame.x) - box.width
      const isFree = (at: number) =>
        at >= box.x && at <= end && !lines.some((x) => x > at - clear && x < at + box.width + clear)
      const at = [box.x, end, ...lines.map((x) => x + clear)].find(isFree)
      return at === undefined || at === box.x ? [] : [[group.id, at]]
    }),
  )
}
