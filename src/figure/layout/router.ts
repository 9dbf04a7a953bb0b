import type { Box, Point, Side } from '../../forms/scene'
import { centreOf } from '../geometry'
import { Heap } from './heap'
import { Grid, type GridOptions } from './router-grid'
import { simplify } from './simplify'

export interface RouteRequest {
  id: string
  from: string
  to: string
  feedback: boolean
  /** Edges with a trunk in common may run on one line until they part, or from where they meet. */
  trunks: readonly string[]
  /** Reading direction where it runs: it should leave downstream and arrive upstream. */
  flow: 'right' | 'down' | 'left' | 'up'
  /** The side where it would leave. */
  leaves?: Side
}

export interface RouterInput extends GridOptions {
  /** By node id; a connector may also end at a frame. */
  nodes: Map<string, Box>
  /** Nodes whose connectors should end at the middle of a side (diamonds). */
  pointed: Set<string>
  /** Frames that each node and frame stands in. */
  framesOf: Map<string, Set<string>>
}

/** Costs in em of path length. */
const COST = {
  bend: 3.2,
  /** So near to the end that the head has hardly room. */
  lateBend: 12,
  crossing: 14,
  touch: 14,
  overlap: 80,
  /** Per em of distance from the middle of a side, and at most: a straight line is worth leaving the middle. */
  offCentre: 0.8,
  mostOffCentre: 3,
  pointed: 20,
  usedPort: 80,
  /** A side that has no room for one more port so far from the others, in em. */
  crowded: 4,
  ports: 1.6,
  /** A side that looks away from the other node. */
  backwards: 1.5,
  /** Leaving where others arrive, or arriving where others leave. */
  upstream: 4,
  /** Leaving or arriving beside the reading direction; with so short a way to the other's middle that it is a hook. */
  beside: 1.5,
  hook: 5,
  /** Leaving or arriving at another side than is wished. */
  otherSide: 12,
  /** Per em of running close to another edge. */
  near: 1.3,
  /** Per em and degree of running through frames that do not hold both ends, or outside one that does. */
  foreign: 0.3,
  /** Factor on lengths that run on an edge of the same trunk. */
  shared: 0.75,
} as const

/** A line that stays where it is, along the axes, and what it joins. */
interface Fixed {
  from: string | undefined
  to: string | undefined
  points: readonly Point[]
}

/**
 * Routes every edge on one sparse orthogonal grid, nearest ends first, then routes the worst again with all others in
 * place. Ends lie on node borders; an edge that no path exists for is a straight line.
 */
export function routeEdges(
  edges: RouteRequest[],
  input: RouterInput,
  fixed: readonly Fixed[] = [],
): Map<string, Point[]> {
  const linked = edges.flatMap(({ from, to }) => {
    const [a, b] = [boxOf(input, from), boxOf(input, to)]
    return a && b && a !== b ? [[a, b] as const] : []
  })
  const grid = new Grid(input, linked)
  const work = Math.max(1, edges.length * grid.nx * grid.ny)
  const isHasty = fixed.length > 0
  const router = new Router(grid, input, Math.max(isHasty ? HASTY : 1, Math.sqrt(work / MANY)))
  const routes = new Map<string, Found>()
  const length = (edge: RouteRequest) => {
    const [a, b] = [boxOf(input, edge.from), boxOf(input, edge.to)]
    if (!a || !b) return 0
    const across = Math.abs(a.x + a.width / 2 - b.x - b.width / 2)
    const down = Math.abs(a.y + a.height / 2 - b.y - b.height / 2)
    // What can run straight must find its line free; what runs back goes round the rest.
    const straight = Math.min(across, down) < 0.2 * input.em
    return across + down + (edge.feedback ? 1e5 : 0) - (straight ? 1e5 : 0)
  }
  const ordered = edges
    .filter((edge) => edge.from !== edge.to)
    .map((edge, index) => ({ edge, index, length: length(edge) }))
    .sort((a, b) => a.length - b.length || a.index - b.index)
    .map(({ edge }) => edge)
  const trunks = new Map<string, RouteRequest[]>()
  for (const edge of ordered)
    for (const trunk of edge.trunks) trunks.set(trunk, [...(trunks.get(trunk) ?? []), edge])
  const put = (found: Found, by: 1 | -1) => {
    grid.use(found.path, by)
    router.usePorts(found, by)
  }
  for (const { from, to, points } of fixed) {
    const ends = [router.portAt(from, points[0]), router.portAt(to, points.at(-1))]
    put({ path: grid.pathAlong(points), points: [], ports: ends.flatMap((end) => end ?? []) }, 1)
  }
  const find = (edge: RouteRequest) => {
    const siblings = edge.trunks
      .flatMap((trunk) => trunks.get(trunk) ?? [])
      .flatMap((other) => (other === edge ? [] : (routes.get(other.id) ?? [])))
    for (const sibling of siblings) put(sibling, -1)
    grid.share(siblings.map(({ path }) => path))
    const found = router.find(edge)
    for (const sibling of siblings) put(sibling, 1)
    return found
  }
  for (const edge of ordered) {
    const found = find(edge)
    if (!found) continue
    put(found, 1)
    routes.set(edge.id, found)
  }
  const rounds = isHasty ? 0 : Math.min(ROUNDS, Math.floor(MOST_WORK / work))
  for (let round = 0; round < rounds; round++) {
    let moved = false
    for (const edge of ordered) {
      const old = routes.get(edge.id)
      if (!old || old.path.length === 0 || straightRun(old.points)) continue
      put(old, -1)
      routes.delete(edge.id)
      const found = find(edge) ?? old
      moved ||= found.path.join() !== old.path.join()
      put(found, 1)
      routes.set(edge.id, found)
    }
    if (!moved) break
  }
  const result = new Map<string, Point[]>()
  for (const edge of edges) {
    const [a, b] = [boxOf(input, edge.from), boxOf(input, edge.to)]
    if (!a || !b) continue
    if (edge.from === edge.to) {
      result.set(edge.id, selfLoop(a, input.em, input.width))
      continue
    }
    const found = routes.get(edge.id)
    result.set(edge.id, found ? simplify(found.points) : [centreOf(a), centreOf(b)])
  }
  return result
}

const boxOf = ({ nodes, frames }: RouterInput, id: string) => nodes.get(id) ?? frames.get(id)

/** Times that routes are searched again, while edges times vertices of the grid stay below so many in all. */
const ROUNDS = 1
const MOST_WORK = 1_200_000
/** Above so many the searches grow greedy: they look less far around the straight way, for all to cost about the same. */
const MANY = 2 * MOST_WORK
/** The same of a few that are led anew among lines that stay, at every step of a hand. */
const HASTY = 3.5

interface Found {
  /** Grid vertices. */
  path: number[]
  points: Point[]
  ports: Pick<Port, 'key' | 'side'>[]
}

interface Port {
  vertex: number
  /** Direction of travel from the node outwards. */
  direction: number
  at: Point
  cost: number
  key: string
  side: string
}

/** What searches know of states, which are four to a vertex; kept from figure to figure, since filling it anew takes longer than a search. */
const known = {
  /** Of the last search that came there, that took it from the heap, and that may end there. */
  met: new Int32Array(0),
  closed: new Int32Array(0),
  goals: new Int32Array(0),
  parent: new Int32Array(0),
  best: new Float64Array(0),
  /** What the best way through a state costs at the least, from end to end. */
  keys: new Float64Array(0),
  run: 0,
}

function makeRoom(states: number): void {
  if (states <= known.met.length) return
  for (const name of ['met', 'closed', 'goals', 'parent'] as const)
    known[name] = new Int32Array(states)
  for (const name of ['best', 'keys'] as const) known[name] = new Float64Array(states)
}

class Router {
  #heap = new Heap()
  #used = new Map<string, number>()

  constructor(
    readonly grid: Grid,
    readonly input: RouterInput,
    /** Factor on what is left of the way, by which a search hurries on. */
    readonly greed: number,
  ) {
    makeRoom(grid.nx * grid.ny * 4)
  }

  usePorts(found: Found, by: number): void {
    for (const { key, side } of found.ports)
      for (const each of [key, side]) this.#used.set(each, (this.#used.get(each) ?? 0) + by)
  }

  /** The port that is nearest to a place on a node's border. */
  portAt(id = '', place: Point | undefined): Found['ports'][number] | undefined {
    const box = boxOf(this.input, id)
    if (!box || !place) return undefined
    const off = [
      box.x + box.width - place.x,
      box.y + box.height - place.y,
      place.x - box.x,
      place.y - box.y,
    ].map(Math.abs)
    const direction = off.indexOf(Math.min(...off))
    const sideways = direction % 2 === 0
    const [lines, at] = sideways ? [this.grid.ys, place.y] : [this.grid.xs, place.x]
    const far = lines.map((line) => Math.abs(line - at))
    const side = `${id} ${direction}`
    return { side, key: `${side} ${far.indexOf(Math.min(...far))}` }
  }

  find(edge: RouteRequest): Found | undefined {
    const { grid, input } = this
    const [a, b] = [boxOf(input, edge.from), boxOf(input, edge.to)]
    if (!a || !b) return undefined
    const downstream = FLOW.indexOf(edge.flow)
    const upstream = (downstream + 2) % 4
    const starts = this.#ports(edge.from, a, b, edge.feedback ? -1 : upstream, edge.leaves)
    const goals = new Map<number, Port>()
    // Arriving runs against the port's outward direction, or turns to it at the last moment.
    for (const port of this.#ports(edge.to, b, a, edge.feedback ? -1 : downstream))
      for (const turn of [2, 1, 3]) {
        const state = port.vertex * 4 + ((port.direction + turn) % 4)
        const cost = port.cost + (turn === 2 ? 0 : COST.lateBend * input.em)
        const known = goals.get(state)
        if (!known || cost < known.cost) goals.set(state, { ...port, cost })
      }
    const around = (id: string) => input.framesOf.get(id) ?? new Set<string>()
    const [out, into] = [around(edge.from), around(edge.to)]
    const foreign = grid.strangeness(out.union(into), out.intersection(into))
    return this.#search(starts, goals, foreign, b)
  }

  #search(
    starts: Port[],
    goals: Map<number, Port>,
    foreign: Uint8Array | undefined,
    target: Box,
  ): Found | undefined {
    const { grid, input } = this
    const { em } = input
    const heap = this.#heap
    const { met, best, closed, parent, keys, goals: ends } = known
    const run = ++known.run
    for (const state of goals.keys()) ends[state] = run
    const { nx, open, lengths, shared, hugs, near, used } = grid
    const ways = [1, nx, -1, -nx]
    const rest = this.#rest(target)
    const greedy = this.greed > 1
    const bent = COST.bend * em
    heap.clear()
    const startOf = new Map<number, Port>()
    for (const port of starts) {
      const state = port.vertex * 4 + port.direction
      const { cost } = port
      if (met[state] === run && (best[state] as number) <= cost) continue
      startOf.set(state, port)
      met[state] = run
      best[state] = cost
      parent[state] = -1
      keys[state] = cost + rest(state)
      heap.push(state, keys[state] as number)
    }
    /** What an end costs at the least beyond the way that was foreseen. */
    const least = Math.min(...[...goals].map(([state, { cost }]) => cost - rest(state)))
    let end: { state: number; port: Port; cost: number } | undefined
    while (heap.size > 0) {
      const key = heap.lowest()
      const state = heap.pop()
      if (end && key + least >= end.cost) break
      if (key > (keys[state] as number)) continue
      const cost = best[state] as number
      const vertex = state >> 2
      closed[state] = run
      const direction = state & 3
      const goal = ends[state] === run ? goals.get(state) : undefined
      if (goal && (!end || cost + goal.cost < end.cost)) {
        end = { state, port: goal, cost: cost + goal.cost }
      }
      const across = foreign ? COST.foreign * (foreign[vertex] as number) : 0
      const ahead = cost + grid.crossed(vertex, direction) * COST.crossing * em
      const aside = cost + bent + grid.touched(vertex) * COST.touch * em
      for (let turn = 0; turn < 4; turn++) {
        const next = (direction + turn) & 3
        if (turn === 2 || ((open[vertex] as number) & (1 << next)) === 0) continue
        const to = vertex + (ways[next] as number)
        const edge = 2 * (next < 2 ? vertex : to) + (next & 1)
        const along =
          (lengths[edge] as number) *
            ((shared[edge] === 1 ? COST.shared : 1) +
              across +
              (hugs[edge] as number) +
              ((near[edge] as number) > 0 ? COST.near : 0)) +
          ((used[edge] as number) > 0 ? COST.overlap * em : 0)
        const reached = to * 4 + next
        const spent = (turn === 0 ? ahead : aside) + along
        if (met[reached] === run && (best[reached] as number) <= spent) continue
        // A greedy search does not come back to improve on a state: it would do so again and again.
        if (greedy && closed[reached] === run) continue
        met[reached] = run
        best[reached] = spent
        parent[reached] = state
        keys[reached] = spent + rest(reached)
        heap.push(reached, keys[reached] as number)
      }
    }
    return end ? this.#trace(end, startOf) : undefined
  }

  /** What the way from a state costs at the least: its length, and the bends without which it misses its target. */
  #rest({ x, y, width, height }: Box): (state: number) => number {
    const { grid, greed, input } = this
    const { xs, ys, nx } = grid
    const hurry = Math.max(grid.shares ? COST.shared : 1, COST.shared * greed)
    const bent = COST.bend * input.em
    const restX = Float64Array.from(xs, (at) => Math.max(0, x - at, at - x - width))
    const restY = Float64Array.from(ys, (at) => Math.max(0, y - at, at - y - height))
    const [middleX, middleY] = [x + width / 2, y + height / 2]
    return (state) => {
      const column = (state >> 2) % nx
      const row = ((state >> 2) - column) / nx
      const off = (restX[column] as number) + (restY[row] as number)
      const direction = state & 3
      const sideways = (direction & 1) === 0
      const along = (sideways ? restX[column] : restY[row]) as number
      const past = sideways ? (xs[column] as number) > middleX : (ys[row] as number) > middleY
      if (along > 0 && past === direction < 2) return hurry * off + 2 * bent
      return hurry * off + (off > along ? bent : 0)
    }
  }

  #trace(
    end: { state: number; port: Port; cost: number },
    startOf: Map<number, Port>,
  ): Found | undefined {
    const states: number[] = []
    for (let at = end.state; at >= 0; at = known.parent[at] ?? -1) states.push(at)
    states.reverse()
    const start = startOf.get(states[0] ?? -1)
    if (!start) return undefined
    const path = states.map((state) => state >> 2)
    const points = [start.at, ...path.map((vertex) => this.grid.point(vertex)), end.port.at]
    return { path, points, ports: [start, end.port] }
  }

  /** Where grid lines leave a node, one vertex beyond its clearance. */
  #ports(id: string, box: Box, other: Box, avoid: number, wished?: Side): Port[] {
    const { grid, input } = this
    const { em } = input
    const ports: Port[] = []
    const pointed = input.pointed.has(id)
    for (let direction = 0; direction < 4; direction++) {
      const sideways = direction % 2 === 0
      const [low, size] = sideways ? [box.y, box.height] : [box.x, box.width]
      const corner = Math.min(0.3 * size, 0.62 * em)
      const side = `${id} ${direction}`
      const isCrowded = (this.#used.get(side) ?? 0) * COST.ports * em > size - 2 * corner
      const reach = reachOf(SIDE_OF[direction], box, other, em)
      const isOther = wished !== undefined && wished !== SIDE_OF[direction]
      const away =
        (isCrowded ? COST.crowded : 0) +
        (facesAway(direction, box, other) ? COST.backwards : 0) +
        (wished ? 0 : sideCost(direction, avoid, reach)) +
        (isOther ? COST.otherSide : 0)
      const lines = sideways ? grid.ys : grid.xs
      for (let line = 0; line < lines.length; line++) {
        const at = lines[line] ?? 0
        if (at < low + corner || at > low + size - corner) continue
        const vertex = grid.leave(box, direction, line)
        if (vertex === undefined) continue
        const place = sideways
          ? { x: direction === 0 ? box.x + box.width : box.x, y: at }
          : { x: at, y: direction === 1 ? box.y + box.height : box.y }
        const off = Math.abs(at - low - size / 2)
        const key = `${side} ${line}`
        const out = grid.point(vertex)
        const stub = Math.abs(out.x - place.x) + Math.abs(out.y - place.y)
        const cost =
          stub +
          Math.min(off * COST.offCentre, COST.mostOffCentre * em) +
          (pointed && off > 0.1 * em ? COST.pointed * em : 0) +
          (this.#used.get(key) ?? 0) * COST.usedPort * em +
          away * em
        ports.push({ vertex, direction, at: place, cost, key, side })
      }
    }
    return ports
  }
}

function sideCost(direction: number, avoid: number, reach: number): number {
  if (avoid < 0 || direction === (avoid + 2) % 4) return 0
  if (direction === avoid) return COST.upstream
  return reach > 0 && reach < ASIDE ? COST.hook : COST.beside
}

/** In em: a line that leaves a side for something nearer than this turns at once. */
const ASIDE = 1.6

/**
 * How far beyond a side the middle of another box is, in em; below 0 where it is not on that side of the box's own middle.
 */
function reachOf(side: Side | undefined, box: Box, other: Box, em: number): number {
  const [a, b] = [centreOf(box), centreOf(other)]
  const isSideways = side === 'left' || side === 'right'
  const forth = side === 'right' || side === 'bottom' ? 1 : -1
  const off = forth * (isSideways ? b.x - a.x : b.y - a.y)
  const half = (isSideways ? box.width : box.height) / 2
  return (off < LEVEL * em ? -half : Math.max(0.01, off - half)) / em
}
/** In em: middles nearer than this are as good as in line. */
const LEVEL = 0.25

/** Whether the middle of another box is far enough beyond a side for a line to leave there for it. */
export const isAside = (side: Side, box: Box, other: Box, em: number): boolean =>
  reachOf(side, box, other, em) >= ASIDE

/** The side by which each direction leaves. */
const SIDE_OF: readonly Side[] = ['right', 'bottom', 'left', 'top']

/** Directions in the grid's order. */
const FLOW = ['right', 'down', 'left', 'up'] as const

/** Whether a side looks away from the other node altogether. */
function facesAway(direction: number, box: Box, other: Box): boolean {
  if (direction === 0) return other.x + other.width <= box.x
  if (direction === 2) return other.x >= box.x + box.width
  if (direction === 1) return other.y + other.height <= box.y
  return other.y >= box.y + box.height
}

/** From a side around its upper corner into the top; on the left where the canvas ends on the right. */
function selfLoop(box: Box, em: number, width: number): Point[] {
  const right = box.x + box.width
  const out = 1.15 * em
  const left = right + out + 2.5 * em > width && box.x > out + 2.5 * em
  const [side, way] = left ? [box.x, -1] : [right, 1]
  const y = box.y + Math.min(box.height * 0.5, 1.2 * em)
  const x = side - way * Math.min(box.width * 0.3, 1.4 * em)
  return [
    { x: side, y },
    { x: side + way * out, y },
    { x: side + way * out, y: box.y - out },
    { x, y: box.y - out },
    { x, y: box.y },
  ]
}

function straightRun(points: readonly Point[]): boolean {
  return simplify(points).length === 2
}
