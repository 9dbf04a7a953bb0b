import type { Box, Point } from '../../forms/scene'

export interface NudgeInput {
  nodes: ReadonlyMap<string, Box>
  frames: ReadonlyMap<string, Box>
  texts: readonly Box[]
  /** Nodes at which connectors end in the middle of a side. */
  pointed: ReadonlySet<string>
  em: number
  /** Of the canvas. */
  width: number
  height: number
}

export interface Routed {
  id: string
  from: string
  to: string
  trunks: readonly string[]
}

export type Axis = 'x' | 'y'

/** A straight run of an orthogonal route: where it lies on the axis across it, and where it would lie best. */
export interface Run {
  route: Routed
  points: Point[]
  /** Of its first point. */
  index: number
  at: number
  /** Its extent on the other axis. */
  low: number
  high: number
  min: number
  max: number
  wish: number
  weight: number
}

/** Lengths in em. */
const RUN = {
  /** Around nodes and words; around those that it goes round, if there is room. */
  clear: 0.45,
  round: 1,
  /** From the node where it ends: the head must be seen. */
  head: 1,
  /** Beside a frame's border. */
  border: 0.65,
  /** From the corner of a side, and as a share of the side at the most. */
  corner: 1.2,
  cornerShare: 0.3,
  /** Ends of which the smaller has this share of the larger one's side are of a size. */
  alike: 0.75,
  /** Between ports on one side, at the most. */
  ports: 3,
  /** A channel up to so wide is run through in its middle; in a wider one a turn comes so far after the port. */
  channel: 7,
  turn: 1.8,
} as const
/** A straight connector keeps its place before bends do. */
const WEIGHT = { straight: 8, port: 2, middle: 1 } as const
const SAME = 0.5

const other = (axis: Axis): Axis => (axis === 'x' ? 'y' : 'x')
const lengthOf = (box: Box, axis: Axis) => (axis === 'x' ? box.width : box.height)
const middleOf = (box: Box, axis: Axis) => box[axis] + lengthOf(box, axis) / 2
const clampTo = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** The runs that can be moved on an axis. */
export function runsOf(
  axis: Axis,
  routes: ReadonlyMap<string, Point[]>,
  edges: readonly Routed[],
  input: NudgeInput,
): Run[] {
  const runs = edges.flatMap((route) => {
    const points = routes.get(route.id) ?? []
    return points.slice(1).flatMap((b, index): Run[] => {
      const a = points[index] as Point
      if (Math.abs(a[axis] - b[axis]) > 0.01) return []
      const ends = [a[other(axis)], b[other(axis)]]
      const at = a[axis]
      const [low, high] = [Math.min(...ends), Math.max(...ends)]
      return [{ route, points, index, at, low, high, min: at, max: at, wish: at, weight: 1 }]
    })
  })
  for (const run of runs) bound(run, axis, input)
  wishPorts(runs, axis, input)
  for (const run of runs) if (!isFirst(run) && !isLast(run)) wishMiddle(run, axis, input)
  return runs
}

const isFirst = ({ index }: Run) => index === 0
const isLast = ({ index, points }: Run) => index === points.length - 2

/** Nodes where a run ends. */
const endsOf = (run: Run): string[] => [
  ...(isFirst(run) ? [run.route.from] : []),
  ...(isLast(run) ? [run.route.to] : []),
]

/** The frames among what a run ends at. */
const endFrames = (ends: readonly string[], { nodes, frames }: NudgeInput) =>
  ends.flatMap((id): [string, Box][] => {
    const box = nodes.has(id) ? undefined : frames.get(id)
    return box ? [[id, box]] : []
  })

/** How far a run may be moved either way before it meets something. */
function bound(run: Run, axis: Axis, input: NudgeInput): void {
  const { nodes, frames, texts, pointed, em } = input
  const ends = endsOf(run)
  const across = other(axis)
  const edge = RUN.clear * em
  const length = axis === 'x' ? input.width : input.height
  let [min, max] = [Math.min(run.at, edge), Math.max(run.at, length - edge)]
  const keepOff = (low: number, high: number, clear: number) => {
    if (high <= run.at + SAME) min = Math.max(min, Math.min(run.at, high + clear))
    else if (low >= run.at - SAME) max = Math.min(max, Math.max(run.at, low - clear))
    else [min, max] = [run.at, run.at]
  }
  const passes = (box: Box, clear: number) =>
    box[across] - clear < run.high && box[across] + lengthOf(box, across) + clear > run.low
  for (const [id, box] of [...nodes, ...endFrames(ends, input)]) {
    if (ends.includes(id)) {
      const size = lengthOf(box, axis)
      const inset = pointed.has(id) ? size / 2 : Math.min(RUN.corner * em, RUN.cornerShare * size)
      min = Math.max(min, Math.min(run.at, box[axis] + inset))
      max = Math.min(max, Math.max(run.at, box[axis] + size - inset))
    } else if (passes(box, RUN.clear * em)) {
      const own = id === run.route.from || id === run.route.to
      keepOff(box[axis], box[axis] + lengthOf(box, axis), (own ? RUN.head : RUN.clear) * em)
    }
  }
  for (const box of texts)
    if (passes(box, 0)) keepOff(box[axis], box[axis] + lengthOf(box, axis), RUN.clear * em)
  for (const [id, box] of frames)
    if (passes(box, 0) && !ends.includes(id))
      for (const border of [box[axis], box[axis] + lengthOf(box, axis)])
        keepOff(border, border, RUN.border * em)
  Object.assign(run, { min, max })
}

/**
 * Ports want the middle of their side, several an even share of it; a straight connector that of the end that has no
 * others, else of the smaller one; between two of a size it is as much off the middle at both.
 */
function wishPorts(runs: readonly Run[], axis: Axis, input: NudgeInput): void {
  const sides = new Map<string, Run[]>()
  for (const run of runs)
    for (const { side } of portsOf(run, axis, input))
      sides.set(side, [...(sides.get(side) ?? []), run])
  for (const run of runs) {
    const ports = portsOf(run, axis, input)
    if (ports.length === 0) continue
    const wishes = ports.map(({ box, side }) => ({
      size: lengthOf(box, axis),
      ...shareOf(run, sides.get(side) ?? [run], box, axis, input.em),
    }))
    const fewest = Math.min(...wishes.map(({ count }) => count))
    const alone = wishes.filter(({ count }) => count === fewest)
    const smallest = Math.min(...alone.map(({ size }) => size))
    const taken = alone.filter(({ size }) => RUN.alike * size <= smallest)
    run.wish = taken.reduce((sum, { at }) => sum + at, 0) / taken.length
    run.weight = ports.length === 2 ? WEIGHT.straight : WEIGHT.port
  }
}

function portsOf(
  run: Run,
  axis: Axis,
  { nodes, frames }: NudgeInput,
): { side: string; box: Box }[] {
  const across = other(axis)
  return endsOf(run).flatMap((id, place) => {
    const box = nodes.get(id) ?? frames.get(id)
    const end = run.points[isFirst(run) && place === 0 ? 0 : run.points.length - 1]
    return box && end ? [{ side: `${id} ${end[across] < middleOf(box, across)}`, box }] : []
  })
}

/** A port's even share of its side among the others there, and how many lines these are. */
function shareOf(
  run: Run,
  all: readonly Run[],
  box: Box,
  axis: Axis,
  em: number,
): { at: number; count: number } {
  const middle = middleOf(box, axis)
  const lines = [...new Set(all.map(({ at }) => Math.round(at / SAME)))].sort((a, b) => a - b)
  const own = lines.indexOf(Math.round(run.at / SAME))
  // What runs straight through the middle stays there, the others stand around it.
  const inMiddle = all.find(({ at, points }) => points.length === 2 && Math.abs(at - middle) < SAME)
  const centre = inMiddle ? lines.indexOf(Math.round(inMiddle.at / SAME)) : (lines.length - 1) / 2
  const reach = 2 * Math.max(centre, lines.length - 1 - centre)
  const pitch = Math.min(RUN.ports * em, lengthOf(box, axis) / (reach + 2))
  return { at: middle + (own - centre) * pitch, count: lines.length }
}

/** A run between two bends: in the middle of its channel, or as near as it may to what it goes round. */
function wishMiddle(run: Run, axis: Axis, { em }: NudgeInput): void {
  const { points, index, at, min, max } = run
  const before = points[index - 1]?.[axis] ?? at
  const after = points[index + 2]?.[axis] ?? at
  run.weight = WEIGHT.middle
  const [low, high] = [Math.min(before, after), Math.max(before, after)]
  if (low < at && at < high) {
    const [from, to] = [Math.max(low, min), Math.min(high, max)]
    if (points.length === 4 || to - from <= RUN.channel * em) run.wish = (from + to) / 2
    else if (index === 1) run.wish = before + Math.sign(at - before) * RUN.turn * em
    else if (index === points.length - 3) run.wish = after + Math.sign(at - after) * RUN.turn * em
    run.wish = clampTo(run.wish, from, to)
    return
  }
  const round = (RUN.round - RUN.clear) * em
  run.wish =
    high <= at
      ? clampTo(Math.max(min + round, high + RUN.turn * em), min, max)
      : clampTo(Math.min(max - round, low - RUN.turn * em), min, max)
}
