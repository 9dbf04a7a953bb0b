/** A node or a group as one level of the hierarchy sees it. */
export interface Unit {
  id: string
  width: number
  height: number
}

/** A relation between two units of a level; offsets say where in the unit its real end is, from the unit's top left. */
export interface Link {
  from: string
  to: string
  fromAt: { x: number; y: number }
  toAt: { x: number; y: number }
  /** Size of its label, 0 where it has none. */
  label: { width: number; height: number }
  feedback: boolean
}

export interface LevelOptions {
  /** Reading direction of the layers. */
  direction: 'right' | 'down'
  /** The layers are cut into this many strips, one beside the other. */
  strips: number
  /** `straight` moves units so that edges need no bend; `centre` keeps layers centred, which is lower. */
  align: 'straight' | 'centre'
  /** Between layers, between units of a layer and between strips, in pixels. */
  gaps: { layer: number; unit: number; strip: number; track: number }
}

export interface PlacedLevel {
  at: Map<string, { x: number; y: number }>
  width: number
  height: number
  /** Layers that were there to be cut into strips. */
  layers: number
  /** Links from one strip to another, beyond the one that each turn needs. */
  cuts: number
}

interface Item {
  id: string
  /** Size along the reading direction and across it. */
  main: number
  cross: number
  layer: number
  strip: number
  column: number
  /** Centre across. */
  centre: number
}

/** Layered placement of one level: longest-path layers, barycentre order, and straight edges by isotonic regression. */
export function placeLevel(units: Unit[], links: Link[], options: LevelOptions): PlacedLevel {
  const right = options.direction === 'right'
  const items = new Map<string, Item>()
  const layers = assignLayers(units, links)
  for (const unit of units) {
    items.set(unit.id, {
      id: unit.id,
      main: right ? unit.width : unit.height,
      cross: right ? unit.height : unit.width,
      layer: layers.get(unit.id) ?? 0,
      strip: 0,
      column: 0,
      centre: 0,
    })
  }
  const columns = orderLayers([...items.values()], links)
  const strips = cutStrips(columns, options)
  const ends = links.flatMap((link) => {
    const [a, b] = [items.get(link.from), items.get(link.to)]
    if (!a || !b || a === b) return []
    const off = (at: { x: number; y: number }, item: Item) => (right ? at.y : at.x) - item.cross / 2
    return [{ a, b, aOff: off(link.fromAt, a), bOff: off(link.toAt, b), link }]
  })
  for (const strip of strips) straighten(strip, ends, options)
  return assemble(strips, ends, options, right, columns.length)
}

type End = { a: Item; b: Item; aOff: number; bOff: number; link: Link }

/** Longest path from the sources; feedback and whatever closes a cycle in input order is left out. */
function assignLayers(units: Unit[], links: Link[]): Map<string, number> {
  const next = new Map<string, string[]>(units.map((unit) => [unit.id, []]))
  const linked = new Set<string>()
  for (const link of links) {
    if (link.from === link.to) continue
    linked.add(link.from).add(link.to)
    if (!link.feedback) next.get(link.from)?.push(link.to)
  }
  const order: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (id: string) => {
    state.set(id, 'open')
    const kept: string[] = []
    for (const to of next.get(id) ?? []) {
      if (state.get(to) === 'open') continue
      kept.push(to)
      if (!state.has(to)) visit(to)
    }
    next.set(id, kept)
    state.set(id, 'done')
    order.push(id)
  }
  const targets = new Set([...next.values()].flat())
  for (const unit of units) if (!targets.has(unit.id) && !state.has(unit.id)) visit(unit.id)
  for (const unit of units) if (!state.has(unit.id)) visit(unit.id)
  const layer = new Map<string, number>(units.map((unit) => [unit.id, 0]))
  order.reverse()
  for (const id of order) {
    for (const to of next.get(id) ?? []) {
      layer.set(to, Math.max(layer.get(to) ?? 0, (layer.get(id) ?? 0) + 1))
    }
  }
  // A source stands right before what it feeds, not at the far end of the figure.
  const reached = new Set([...next.values()].flat())
  for (const id of order) {
    const to = next.get(id) ?? []
    if (!reached.has(id) && to.length > 0) {
      layer.set(id, Math.min(...to.map((each) => layer.get(each) ?? 1)) - 1)
    }
  }
  const loose = units.filter((unit) => !linked.has(unit.id))
  for (const [index, unit] of loose.entries()) layer.set(unit.id, index)
  return layer
}

/** Sorts each layer by the mean place of its neighbours, over and over, and keeps the order with fewest crossings. */
function orderLayers(items: Item[], links: Link[]): Item[][] {
  const last = Math.max(...items.map((item) => item.layer))
  let columns = Array.from({ length: last + 1 }, (_, layer) =>
    items.filter((item) => item.layer === layer),
  ).filter((column) => column.length > 0)
  for (const [index, column] of columns.entries()) for (const item of column) item.layer = index
  const byId = new Map(items.map((item) => [item.id, item]))
  const pairs = links.flatMap((link) => {
    const [a, b] = [byId.get(link.from), byId.get(link.to)]
    return a && b && a.layer !== b.layer ? [a.layer < b.layer ? [a, b] : [b, a]] : []
  }) as [Item, Item][]
  const place = new Map<Item, number>()
  const index = (order: Item[][]) => {
    for (const column of order) {
      for (const [i, item] of column.entries()) place.set(item, (i + 0.5) / column.length)
    }
  }
  index(columns)
  let fewest = countCrossings(pairs, place)
  let order = columns
  for (let round = 0; round < 6 && fewest > 0; round++) {
    const forward = round % 2 === 0
    const next = order.map((column) => [...column])
    for (let step = 1; step < next.length; step++) {
      const layer = forward ? step : next.length - 1 - step
      const column = next[layer]
      if (!column) continue
      const mean = (item: Item): number => {
        const near = pairs
          .filter(([a, b]) => (forward ? b === item : a === item))
          .map(([a, b]) => place.get(forward ? a : b) ?? 0.5)
        return near.length > 0
          ? near.reduce((sum, each) => sum + each, 0) / near.length
          : (place.get(item) ?? 0.5)
      }
      const keys = new Map(column.map((item) => [item, mean(item)]))
      column.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
      for (const [i, item] of column.entries()) place.set(item, (i + 0.5) / column.length)
    }
    const crossings = countCrossings(pairs, place)
    order = next
    if (crossings < fewest) {
      fewest = crossings
      columns = next
    }
  }
  return columns
}

function countCrossings(pairs: [Item, Item][], place: Map<Item, number>): number {
  let count = 0
  for (let i = 0; i < pairs.length; i++) {
    for (let k = i + 1; k < pairs.length; k++) {
      const [a, b] = pairs[i] as [Item, Item]
      const [c, d] = pairs[k] as [Item, Item]
      if (a.layer !== c.layer || b.layer !== d.layer) continue
      const [ya, yb, yc, yd] = [a, b, c, d].map((item) => place.get(item) ?? 0) as [
        number,
        number,
        number,
        number,
      ]
      if ((ya - yc) * (yb - yd) < 0) count++
    }
  }
  return count
}

/** Consecutive layers on strips of about equal length. */
function cutStrips(columns: Item[][], options: LevelOptions): Item[][][] {
  const lengths = columns.map(
    (column) => Math.max(...column.map((item) => item.main)) + options.gaps.layer,
  )
  const total = lengths.reduce((sum, each) => sum + each, 0)
  const wanted = Math.min(options.strips, columns.length)
  const strips: Item[][][] = []
  let strip: Item[][] = []
  let seen = 0
  for (const [index, column] of columns.entries()) {
    strip.push(column)
    seen += lengths[index] ?? 0
    const left = columns.length - index - 1
    const open = wanted - strips.length - 1
    const half = (lengths[index + 1] ?? 0) / 2
    if (open > 0 && (seen + half >= (total * (strips.length + 1)) / wanted || left === open)) {
      strips.push(strip)
      strip = []
    }
  }
  if (strip.length > 0) strips.push(strip)
  for (const [s, each] of strips.entries()) {
    for (const [c, column] of each.entries()) {
      for (const item of column) {
        item.strip = s
        item.column = c
      }
    }
  }
  return strips
}

/** Moves units across the reading direction towards their neighbours, order and gaps kept. */
function straighten(
  strip: Item[][],
  ends: End[],
  { align, gaps: { unit: gap } }: LevelOptions,
): void {
  for (const column of strip) {
    const middle = column.map(() => 0)
    settleColumn(column, middle, gap)
  }
  if (align === 'centre') return
  const number = strip[0]?.[0]?.strip
  const inside = ends.filter((end) => end.a.strip === number && end.b.strip === number)
  for (const pass of PASSES) {
    const columns = pass.forward ? strip : [...strip].reverse()
    for (const column of columns) {
      const wanted = column.map((item) => wantedCentre(item, inside, pass))
      settleColumn(column, wanted, gap)
    }
  }
}

interface Pass {
  forward: boolean
  /** Weight of the neighbours on the far side. */
  far: number
  /** Moves only units that have no neighbour on the near side of the opposite pass. */
  sourcesOnly?: boolean
}

/** The last passes make edges straight where one neighbour decides; sources then follow what they feed. */
const PASSES: readonly Pass[] = [
  { forward: true, far: 0.05 },
  { forward: false, far: 0.05 },
  { forward: true, far: 0.05 },
  { forward: false, far: 0.05 },
  { forward: true, far: 0.3 },
  { forward: false, far: 0.3 },
  { forward: true, far: 0 },
  { forward: false, far: 0, sourcesOnly: true },
]

/** Where the neighbours of a unit would have it: their middle, of an odd number the middle one. */
function wantedCentre(item: Item, ends: End[], pass: Pass): number {
  const near: { at: number; weight: number }[] = []
  let far = 0
  let farWeight = 0
  let opposite = 0
  for (const { a, b, aOff, bOff, link } of ends) {
    if (a.column === b.column || (a !== item && b !== item)) continue
    const [other, ownOff, otherOff] = a === item ? [b, aOff, bOff] : [a, bOff, aOff]
    const at = other.centre + otherOff - ownOff
    const weight = 1 / ((link.feedback ? 8 : 1) * Math.abs(other.column - item.column) ** 1.5)
    const isNear = pass.forward ? other.column < item.column : other.column > item.column
    if (isNear) near.push({ at, weight })
    else {
      opposite++
      far += weight * at
      farWeight += weight
    }
  }
  if (pass.sourcesOnly && opposite > 0) return item.centre
  if (near.length === 0) return farWeight > 0 && pass.far > 0 ? far / farWeight : item.centre
  const strongest = Math.max(...near.map((each) => each.weight))
  const strong = near.filter((each) => each.weight > 0.6 * strongest).sort((a, b) => a.at - b.at)
  const middle = strong.length >> 1
  const upper = strong[middle]?.at ?? item.centre
  const wanted = strong.length % 2 === 1 ? upper : (upper + (strong[middle - 1]?.at ?? upper)) / 2
  const share = pass.far * farWeight
  return (wanted * strongest + share * (farWeight > 0 ? far / farWeight : 0)) / (strongest + share)
}

/** Least squares places for wanted centres under order and gaps: the pool-adjacent-violators algorithm. */
function settleColumn(column: Item[], wanted: number[], gap: number): void {
  const offsets: number[] = []
  let run = 0
  for (const [index, item] of column.entries()) {
    const before = column[index - 1]
    if (before) run += (before.cross + item.cross) / 2 + gap
    offsets.push(run)
  }
  const blocks: { sum: number; count: number }[] = []
  for (const [index, each] of wanted.entries()) {
    blocks.push({ sum: each - (offsets[index] ?? 0), count: 1 })
    while (blocks.length > 1) {
      const b = blocks[blocks.length - 1] as { sum: number; count: number }
      const a = blocks[blocks.length - 2] as { sum: number; count: number }
      if (a.sum / a.count <= b.sum / b.count) break
      blocks.splice(-2, 2, { sum: a.sum + b.sum, count: a.count + b.count })
    }
  }
  let index = 0
  for (const block of blocks) {
    for (let i = 0; i < block.count; i++, index++) {
      const item = column[index]
      if (item) item.centre = block.sum / block.count + (offsets[index] ?? 0)
    }
  }
}

function assemble(
  strips: Item[][][],
  ends: End[],
  { gaps }: LevelOptions,
  right: boolean,
  layers: number,
): PlacedLevel {
  const count = Math.max(...strips.map((strip) => strip.length))
  // Columns line up across strips, so a wrapped chain reads like a table.
  const widths = Array.from({ length: count }, (_, c) =>
    Math.max(0, ...strips.flatMap((strip) => (strip[c] ?? []).map((item) => item.main))),
  )
  const starts: number[] = []
  let main = 0
  for (const [c, width] of widths.entries()) {
    starts.push(main)
    main += width + (c < count - 1 ? channel(c, ends, gaps, right) : 0)
  }
  const at = new Map<string, { x: number; y: number }>()
  let cross = 0
  for (const [s, strip] of strips.entries()) {
    const items = strip.flat()
    const low = Math.min(...items.map((item) => item.centre - item.cross / 2))
    const high = Math.max(...items.map((item) => item.centre + item.cross / 2))
    for (const item of items) {
      const along = (starts[item.column] ?? 0) + ((widths[item.column] ?? 0) - item.main) / 2
      const over = cross + item.centre - item.cross / 2 - low
      at.set(item.id, right ? { x: along, y: over } : { x: over, y: along })
    }
    const turning = ends.filter(
      (end) => Math.min(end.a.strip, end.b.strip) === s && end.a.strip !== end.b.strip,
    )
    const labels = turning.map(({ link }) => (right ? link.label.height : link.label.width))
    cross += high - low
    if (s < strips.length - 1) {
      cross += gaps.strip + gaps.track * Math.max(0, turning.length - 1) + Math.max(0, ...labels)
    }
  }
  const cut = ends.filter(({ a, b }) => a.strip !== b.strip).length
  const cuts = Math.max(0, cut - strips.length + 1)
  return right
    ? { at, width: main, height: cross, layers, cuts }
    : { at, width: cross, height: main, layers, cuts }
}

/** Room between two columns: for the labels of the edges that cross it, and a track for each edge that turns there. */
function channel(column: number, ends: End[], gaps: LevelOptions['gaps'], right: boolean): number {
  const crossing = ends.filter(({ a, b }) => {
    if (a.strip !== b.strip) return false
    return Math.min(a.column, b.column) <= column && Math.max(a.column, b.column) > column
  })
  const near = crossing.filter(({ a, b }) => Math.abs(a.column - b.column) === 1)
  const label = Math.max(
    0,
    ...near.map(({ link }) => (right ? link.label.width : link.label.height)),
  )
  const turns = crossing.filter(
    ({ a, b, aOff, bOff }) => Math.abs(a.centre + aOff - b.centre - bOff) > 1,
  )
  const tracks = gaps.layer + gaps.track * Math.max(0, turns.length - 2)
  return label > 0 ? Math.max(tracks, label + 0.75 * gaps.layer) : tracks
}
