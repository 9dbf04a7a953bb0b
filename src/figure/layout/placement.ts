import type { Box, Point } from '../../forms/scene'

/** Where everything of a graph stands, in pixels from the top left of the content. */
export interface Placement {
  /** By node id. */
  nodes: Map<string, Box>
  /** By group id. */
  frames: Map<string, Box>
  /** Where the words of a heading begin that does not stand at the left, by group id. */
  headings?: ReadonlyMap<string, number>
  /** By edge id: orthogonal, from border to border. */
  routes: Map<string, Point[]>
  /** By edge id. */
  labels: Map<string, Box>
  width: number
  height: number
}

/** The smallest box around everything. */
export function extent(placement: Placement): Box {
  const boxes = [
    ...placement.nodes.values(),
    ...placement.frames.values(),
    ...placement.labels.values(),
  ]
  const points = [...placement.routes.values()].flat()
  const left = Math.min(...boxes.map((box) => box.x), ...points.map((point) => point.x))
  const top = Math.min(...boxes.map((box) => box.y), ...points.map((point) => point.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width), ...points.map((p) => p.x))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height), ...points.map((p) => p.y))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Maps every x and y; boxes of nodes and labels follow their centre and are scaled by `size`. */
export function transform(
  placement: Placement,
  mapX: (x: number) => number,
  mapY: (y: number) => number,
  size: { x: number; y: number },
): Placement {
  const point = ({ x, y }: Point): Point => ({ x: mapX(x), y: mapY(y) })
  const rigid = (box: Box): Box => {
    const [width, height] = [box.width * size.x, box.height * size.y]
    const centre = point({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
    return { x: centre.x - width / 2, y: centre.y - height / 2, width, height }
  }
  const elastic = (box: Box): Box => {
    const [a, b] = [
      point({ x: box.x, y: box.y }),
      point({ x: box.x + box.width, y: box.y + box.height }),
    ]
    return { x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y }
  }
  const over = <T, U>(map: Map<string, T>, change: (value: T) => U): Map<string, U> =>
    new Map([...map].map(([key, value]) => [key, change(value)]))
  return {
    nodes: over(placement.nodes, rigid),
    frames: over(placement.frames, elastic),
    routes: over(placement.routes, (points) => points.map(point)),
    labels: over(placement.labels, rigid),
    width: mapX(placement.width),
    height: mapY(placement.height),
  }
}

/**
 * A monotone map that spreads `extra` pixels over the stretches of an axis that no box covers, each growing at most
 * by `limit` of its length. What lies in a box moves as one, so nodes keep their size and edges stay orthogonal.
 */
export function spread(
  spans: readonly { from: number; to: number }[],
  extra: number,
  limit: number,
): { map: (at: number) => number; used: number } {
  const sorted = [...spans].sort((a, b) => a.from - b.from)
  const gaps: { from: number; to: number }[] = []
  let end = sorted[0]?.to ?? 0
  for (const span of sorted) {
    if (span.from > end) gaps.push({ from: end, to: span.from })
    end = Math.max(end, span.to)
  }
  const total = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0)
  const used = Math.min(extra, limit * total)
  const factor = total > 0 ? used / total : 0
  const map = (at: number): number => {
    let moved = 0
    for (const gap of gaps) {
      if (at > gap.from) moved += (Math.min(at, gap.to) - gap.from) * factor
    }
    return at + moved
  }
  return { map, used: total > 0 ? used : 0 }
}
