import type { Box, Point } from '../../forms/scene'
import { gap } from '../geometry'

export interface GridOptions {
  nodes: Map<string, Box>
  /** By group id. */
  frames: Map<string, Box>
  /** Headings and other text that no edge may run through. */
  texts: Box[]
  /** Label size in pixels. */
  em: number
  width: number
  height: number
}

/** Lengths in em. */
const GRID = {
  /** Kept free around nodes, where none stand nearer to each other than that allows. */
  clearance: 0.75,
  leastClearance: 0.4,
  textClearance: 0.35,
  step: 0.62,
  /** Lines nearer than this are one. */
  merge: 0.3,
  /** Kept free at the canvas edge. */
  border: 0.5,
  /** Running this near along a frame's border looks like a second border. */
  hug: 0.28,
  /** Edges that run side by side should be this far apart. */
  apart: 0.95,
} as const

/** More vertices than this take longer to search than the figure is worth; the step grows instead. */
const MOST_VERTICES = 16_000

/** In the frame of one end, in one that holds neither, and outside one that holds both. */
const PLACE = { own: 1, foreign: 60, outside: 60 } as const

/** A sparse orthogonal grid: lines through node centres and beside node borders, the gaps filled evenly. */
export class Grid {
  readonly xs: number[]
  readonly ys: number[]
  readonly nx: number
  readonly ny: number
  /** By vertex, of directions 0 right, 1 down, 2 left, 3 up: bits of those in which it has a free neighbour. */
  readonly open: Uint8Array
  /** What follows is by {@link edgeOf}. Pixels. */
  readonly lengths: Float64Array
  /** 1 where the next edge may share a line. */
  readonly shared: Uint8Array
  /** Routes on it, and of those close beside it. */
  readonly used: Uint8Array
  readonly near: Uint8Array
  /** Per pixel, for running along a frame. */
  readonly hugs: Uint8Array
  /** By vertex. */
  readonly #bends: Uint8Array
  readonly #blocked: Uint8Array
  readonly #frameMasks: { id: string; inside: Uint8Array }[]
  #sharedList: number[] = []
  readonly #clearance: number

  /** `linked` are pairs of boxes that an edge joins. */
  constructor(
    readonly options: GridOptions,
    linked: readonly (readonly [Box, Box])[],
  ) {
    const { nodes, texts, em, width, height } = options
    const boxes = [...nodes.values()]
    const ends = [...new Set([...boxes, ...linked.flat()])]
    // Between two nodes a connector must find room to leave the one and meet the other.
    const apart = Math.min(nearest(boxes), ...linked.map(([a, b]) => gap(a, b) || Infinity))
    const clearance = Math.max(
      GRID.leastClearance * em,
      Math.min(GRID.clearance * em, 0.48 * apart),
    )
    this.#clearance = clearance
    const spans = (start: 'x' | 'y', size: 'width' | 'height', of: readonly Box[]) =>
      of.map((box) => ({ low: box[start], high: box[start] + box[size] }))
    const sideways = linked.flatMap((pair) => facing(spans('y', 'height', pair)))
    const upright = linked.flatMap((pair) => facing(spans('x', 'width', pair)))
    const step = Math.max(GRID.step * em, Math.sqrt((width * height) / MOST_VERTICES))
    const narrow = channels(boxes, NARROW * clearance)
    this.xs = lines(spans('x', 'width', ends), [...upright, ...narrow.x], {
      length: width,
      em,
      step,
      clearance,
    })
    this.ys = lines(
      spans('y', 'height', ends),
      [...sideways, ...narrow.y, ...texts.map((box) => box.y + box.height / 2)],
      { length: height, em, step, clearance },
    )
    this.nx = this.xs.length
    this.ny = this.ys.length
    const count = this.nx * this.ny
    this.open = new Uint8Array(count)
    this.lengths = new Float64Array(2 * count)
    this.shared = new Uint8Array(2 * count)
    this.used = new Uint8Array(2 * count)
    this.near = new Uint8Array(2 * count)
    this.hugs = new Uint8Array(2 * count)
    this.#bends = new Uint8Array(count)
    this.#blocked = new Uint8Array(count)
    for (const box of boxes) this.#block(box, clearance)
    for (const box of texts) this.#block(box, GRID.textClearance * em)
    this.#frameMasks = [...options.frames].map(([id, box]) => {
      this.#hug(box)
      return { id, inside: this.#mask(box) }
    })
    this.#measure()
  }

  /** How long each edge of the grid is, and where none leads. */
  #measure(): void {
    const { nx, ny, xs, ys, open, lengths } = this
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++) {
        const vertex = y * nx + x
        const isOpen = (at: number) => this.#blocked[at] === 0
        if (x < nx - 1) {
          lengths[2 * vertex] = (xs[x + 1] as number) - (xs[x] as number)
          if (isOpen(vertex + 1)) open[vertex] = (open[vertex] as number) | 1
          if (isOpen(vertex)) open[vertex + 1] = (open[vertex + 1] as number) | 4
        }
        if (y < ny - 1) {
          lengths[2 * vertex + 1] = (ys[y + 1] as number) - (ys[y] as number)
          if (isOpen(vertex + nx)) open[vertex] = (open[vertex] as number) | 2
          if (isOpen(vertex)) open[vertex + nx] = (open[vertex + nx] as number) | 8
        }
      }
  }

  point(vertex: number): Point {
    return { x: this.xs[vertex % this.nx] ?? 0, y: this.ys[Math.floor(vertex / this.nx)] ?? 0 }
  }

  /** The vertices nearest to a line of parts along the axes, each next to the one before. */
  pathAlong(points: readonly Point[]): number[] {
    const nearest = (lines: readonly number[], at: number) => {
      const after = lines.findIndex((line) => line >= at)
      if (after <= 0) return after < 0 ? lines.length - 1 : 0
      const [low, high] = [lines[after - 1] as number, lines[after] as number]
      return at - low < high - at ? after - 1 : after
    }
    const corners = points.map(({ x, y }) => ({ x: nearest(this.xs, x), y: nearest(this.ys, y) }))
    const path: number[] = []
    for (const [index, to] of corners.entries()) {
      let { x, y } = corners[index - 1] ?? to
      for (;;) {
        const vertex = y * this.nx + x
        if (path.at(-1) !== vertex) path.push(vertex)
        if (x === to.x && y === to.y) break
        if (x !== to.x) x += Math.sign(to.x - x)
        else y += Math.sign(to.y - y)
      }
    }
    return path
  }

  /** The edge between two neighbours: twice its upper left vertex, and one more for what runs down. */
  edgeOf(a: number, b: number): number {
    return 2 * Math.min(a, b) + (Math.abs(a - b) === 1 ? 0 : 1)
  }

  /** Routes that pass a vertex across a direction of travel. */
  crossed(vertex: number, direction: number): number {
    const across = 1 - (direction & 1)
    const before = vertex - (across === 1 ? this.nx : 1)
    return (
      Math.max(this.used[2 * vertex + across] as number, this.used[2 * before + across] ?? 0) +
      2 * (this.#bends[vertex] as number)
    )
  }

  /** Routes that touch a vertex at all. */
  touched(vertex: number): number {
    const { used, nx } = this
    return (
      (used[2 * vertex] as number) +
      (used[2 * vertex + 1] as number) +
      (used[2 * (vertex - 1)] ?? 0) +
      (used[2 * (vertex - nx) + 1] ?? 0)
    )
  }

  /** Adds (1) or removes (-1) a route's vertices. */
  use(path: readonly number[], by: 1 | -1): void {
    for (let i = 1; i < path.length; i++) {
      const [a, b] = [path[i - 1] as number, path[i] as number]
      const edge = this.edgeOf(a, b)
      this.used[edge] = (this.used[edge] as number) + by
      this.#markNear(edge, by)
      const c = path[i + 1]
      if (c !== undefined && (this.edgeOf(b, c) & 1) !== (edge & 1))
        this.#bends[b] = (this.#bends[b] as number) + by
    }
  }

  /** Whether there are such lines. */
  get shares(): boolean {
    return this.#sharedList.length > 0
  }

  /** Names the paths whose line the next edge may share. */
  share(paths: readonly (readonly number[])[]): void {
    for (const at of this.#sharedList) this.shared[at] = 0
    this.#sharedList = paths.flatMap((path) =>
      path.slice(1).map((at, index) => this.edgeOf(path[index] as number, at)),
    )
    for (const at of this.#sharedList) this.shared[at] = 1
  }

  #markNear(edge: number, by: 1 | -1): void {
    const isFlat = (edge & 1) === 0
    const along = isFlat ? this.ys : this.xs
    const index = isFlat ? Math.floor(edge / 2 / this.nx) : (edge >> 1) % this.nx
    const at = along[index] as number
    const stride = isFlat ? 2 * this.nx : 2
    for (const way of [-1, 1]) {
      for (let k = index + way; k >= 0 && k < along.length; k += way) {
        if (Math.abs((along[k] as number) - at) > GRID.apart * this.options.em) break
        const beside = edge + (k - index) * stride
        this.near[beside] = (this.near[beside] as number) + by
      }
    }
  }

  /** The first free vertex outside a node along a line that leaves it; undefined where another node is in the way. */
  leave(box: Box, direction: number, line: number): number | undefined {
    const clearance = this.#clearance - 0.01
    const sideways = direction % 2 === 0
    const along = sideways ? this.xs : this.ys
    const limit =
      direction === 0
        ? box.x + box.width + clearance
        : direction === 1
          ? box.y + box.height + clearance
          : direction === 2
            ? box.x - clearance
            : box.y - clearance
    const index =
      direction < 2
        ? along.findIndex((each) => each >= limit)
        : along.findLastIndex((each) => each <= limit)
    if (index < 0) return undefined
    const vertex = sideways ? line * this.nx + index : index * this.nx + line
    return this.#blocked[vertex] ? undefined : vertex
  }

  /**
   * How far a vertex is from where an edge should run, by {@link PLACE}; undefined where that is the same everywhere.
   */
  strangeness(home: ReadonlySet<string>, shared: ReadonlySet<string>): Uint8Array | undefined {
    if (this.#frameMasks.length === 0) return undefined
    const all = new Uint8Array(this.nx * this.ny)
    for (const { id, inside } of this.#frameMasks) {
      const [within, beyond] = shared.has(id)
        ? [0, PLACE.outside]
        : [home.has(id) ? PLACE.own : PLACE.foreign, 0]
      for (let vertex = 0; vertex < all.length; vertex++)
        all[vertex] = Math.max(all[vertex] as number, inside[vertex] === 1 ? within : beyond)
    }
    return all
  }

  #block(box: Box, clearance: number): void {
    this.#each(
      {
        x: box.x - clearance + 0.02,
        y: box.y - clearance + 0.02,
        width: box.width + 2 * clearance - 0.04,
        height: box.height + 2 * clearance - 0.04,
      },
      (vertex) => {
        this.#blocked[vertex] = 1
      },
    )
  }

  #mask(box: Box): Uint8Array {
    const inside = new Uint8Array(this.nx * this.ny)
    this.#each(box, (vertex) => {
      inside[vertex] = 1
    })
    return inside
  }

  #hug(box: Box): void {
    const near = GRID.hug * this.options.em
    const [right, bottom] = [box.x + box.width, box.y + box.height]
    const close = (value: number, a: number, b: number) =>
      Math.abs(value - a) < near || Math.abs(value - b) < near
    const columns = [...this.xs.keys()].filter(
      (x) => (this.xs[x] ?? 0) > box.x - near && (this.xs[x] ?? 0) < right + near,
    )
    const rows = [...this.ys.keys()].filter(
      (y) => (this.ys[y] ?? 0) > box.y - near && (this.ys[y] ?? 0) < bottom + near,
    )
    for (const y of rows)
      if (close(this.ys[y] ?? 0, box.y, bottom))
        for (const x of columns) this.hugs[2 * (y * this.nx + x)] = 9
    for (const x of columns)
      if (close(this.xs[x] ?? 0, box.x, right))
        for (const y of rows) this.hugs[2 * (y * this.nx + x) + 1] = 9
  }

  #each(box: Box, visit: (vertex: number) => void): void {
    for (let y = 0; y < this.ny; y++) {
      const py = this.ys[y] ?? 0
      if (py < box.y || py > box.y + box.height) continue
      for (let x = 0; x < this.nx; x++) {
        const px = this.xs[x] ?? 0
        if (px >= box.x && px <= box.x + box.width) visit(y * this.nx + x)
      }
    }
  }
}

interface Span {
  low: number
  high: number
}

/** A line that meets both sides of two linked nodes spares their edge a kink; none where hardly a line does. */
function facing([a, b]: readonly Span[]): number[] {
  if (!a || !b || a.low + a.high === b.low + b.high) return []
  const [low, high] = [Math.max(a.low, b.low), Math.min(a.high, b.high)]
  return high > low ? [(low + high) / 2] : []
}

/** A gap of fewer clearances than this has room for one line. */
const NARROW = 2.4

/** The boxes that face each other, with the gap between them and the axis that it lies on. */
function* facingPairs(
  boxes: readonly Box[],
): Generator<{ a: Box; b: Box; axis: 'x' | 'y'; gap: number }> {
  for (const [index, a] of boxes.entries()) {
    for (let k = 0; k < index; k++) {
      const b = boxes[k] ?? a
      const across = Math.max(a.x - b.x - b.width, b.x - a.x - a.width)
      const down = Math.max(a.y - b.y - b.height, b.y - a.y - a.height)
      if (Math.min(across, down) < 0)
        yield { a, b, axis: across > down ? 'x' : 'y', gap: Math.max(across, down) }
    }
  }
}

/** The smallest gap between two boxes that face each other. */
function nearest(boxes: readonly Box[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const { gap } of facingPairs(boxes)) least = Math.min(least, gap)
  return Math.max(0, least)
}

/** The middles of gaps between boxes that are smaller than `most`, by axis. */
function channels(boxes: readonly Box[], most: number): Record<'x' | 'y', number[]> {
  const found: Record<'x' | 'y', number[]> = { x: [], y: [] }
  for (const { a, b, axis, gap } of facingPairs(boxes)) {
    if (gap >= most || gap <= 0) continue
    const size = axis === 'x' ? 'width' : 'height'
    found[axis].push(Math.min(a[axis] + a[size], b[axis] + b[size]) + gap / 2)
  }
  return found
}

/** Coordinates of one axis: node centres first, then `more`, lines just outside nodes, and an even filling. */
function lines(
  spans: readonly Span[],
  more: readonly number[],
  { length, em, step, clearance }: { length: number; em: number; step: number; clearance: number },
): number[] {
  const border = GRID.border * em
  const merge = GRID.merge * em
  const kept: number[] = []
  const add = (at: number, apart = merge) => {
    if (at < border || at > length - border) return
    if (kept.every((each) => Math.abs(each - at) >= apart)) kept.push(at)
  }
  // Middles are ports: hardly any two are one.
  for (const { low, high } of spans) add((low + high) / 2, 0.25 * merge)
  for (const at of more) add(at, 0.5 * merge)
  // Of lines that would be one, that stays which is clear of all these nodes.
  for (const at of spans.map(({ low }) => low).sort((a, b) => a - b)) add(at - clearance)
  for (const at of spans.map(({ high }) => high).sort((a, b) => b - a)) add(at + clearance)
  add(border)
  add(length - border)
  kept.sort((a, b) => a - b)
  const filled: number[] = []
  for (const [index, at] of kept.entries()) {
    filled.push(at)
    const next = kept[index + 1]
    if (next === undefined) continue
    const parts = Math.floor((next - at) / step)
    for (let i = 1; i < parts; i++) filled.push(at + ((next - at) * i) / parts)
  }
  return filled
}
