import type { Diagram } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import { centreOf, within } from '../geometry'
import type { Theme } from '../themes/theme'
import { framesOf } from './frame-ends'
import { HEADING, type HeadingPlace, headingIn } from './heading'
import type { Placement } from './placement'

/** Middles of nodes that are nearer than this, in pixels, are in line. */
const IN_LINE = 1
/** Groups in which something leads past the heading to one node alone, with all of their nodes. */
export function passedHeadings(diagram: Diagram): Map<string, string[]> {
  const { nodes, groups, edges, direction } = diagram
  const around = framesOf(diagram)
  return new Map(
    groups.flatMap(({ id }): [string, string[]][] => {
      const isIn = (node: string) => around.get(node)?.has(id) === true
      const entries = edges.flatMap(({ from, to, fromGroup, toGroup }) => {
        const [inner, outer, whole] =
          direction === 'up' ? [from, to, fromGroup] : [to, from, toGroup]
        return isIn(inner) && !isIn(outer) && whole !== id ? inner : []
      })
      const members = nodes.flatMap((node) => (isIn(node.id) ? node.id : []))
      return new Set(entries).size === 1 ? [[id, members]] : []
    }),
  )
}

/** Where headings stand, in pixels, that would else stand on a connector that could be straight, by group id. */
export function headingsAside(
  { groups, edges }: Diagram,
  { nodes, frames }: Pick<Placement, 'nodes' | 'frames'>,
  em: number,
  theme: Theme,
): Map<string, HeadingPlace> {
  const uprights = edges.flatMap(({ from, to }) => {
    const [a, b] = [nodes.get(from), nodes.get(to)]
    return a && b && a !== b ? uprightOf(a, b) : []
  })
  const boxes = [...nodes.values(), ...frames.values()]
  return new Map(
    groups.flatMap((group): [string, HeadingPlace][] => {
      const frame = frames.get(group.id)
      if (!frame) return []
      const inside = boxes.filter((box) => box !== frame && within(box, frame))
      const floor = Math.min(frame.y + frame.height, ...inside.map(({ y }) => y))
      const lines = uprights
        .filter((line) => line.from < floor && line.to > frame.y)
        .map(({ x }) => x)
        .filter((x) => x > frame.x && x < frame.x + frame.width)
        .sort((a, b) => a - b)
      const [left, right] = [
        frame.x + HEADING.inset * em,
        frame.x + frame.width - HEADING.inset * em,
      ]
      const ends = [Number.NEGATIVE_INFINITY, ...lines, Number.POSITIVE_INFINITY]
      const places = lines
        .flatMap((_, index) => [index, index + 1])
        .flatMap((at) =>
          [HEADING.clear, HEADING.leastClear].flatMap((clear) => {
            const low = Math.max(left, (ends[at] ?? left) + clear * em)
            const width = Math.min(right, (ends[at + 1] ?? right) - clear * em) - low
            const { text, box } = headingIn(group, frame, em, theme, { x: low, width })
            if (text.broken > 0 || text.width > width + 1 || box.y + box.height > floor) return []
            const x = at === lines.length ? right - text.width : low
            return [{ x, width, lines: text.lines.length }]
          }),
        )
      places.sort((a, b) => a.lines - b.lines)
      const [best] = places
      return best ? [[group.id, best]] : []
    }),
  )
}

/** Where a connector of two boxes, one above the other, runs: straight where both reach, else over the middle of the lower one. */
function uprightOf(a: Box, b: Box): { x: number; from: number; to: number }[] {
  const [upper, lower] = a.y < b.y ? [a, b] : [b, a]
  const [from, to] = [upper.y + upper.height, lower.y]
  const low = Math.max(a.x, b.x)
  const high = Math.min(a.x + a.width, b.x + b.width)
  if (to <= from) return []
  const inLine = Math.abs(centreOf(a).x - centreOf(b).x) <= IN_LINE
  return [{ x: high > low && !inLine ? (low + high) / 2 : centreOf(lower).x, from, to }]
}
