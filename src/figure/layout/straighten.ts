import type { Item, LayerPart } from './layers'

/** Rounds of moving every column towards its neighbours: the places converge well before. */
const ROUNDS = 12
/** A link that carries the main path pulls this much harder than one that forks. */
const MAIN_PULL = 6
/** The same for what runs back: it goes round the rest. */
const FEEDBACK_PULL = 0.1

interface Tie {
  other: Item
  /** Where the other end would have this item's centre, less the other's centre. */
  off: number
  weight: number
}

/** Items lie within so much of 0 on either side; `Infinity` for no bound. */
type Bound = number

/**
 * Moves the items of a strip across the reading direction so that links run as straight as order and gaps allow: least
 * squares by columns in turn, then the links of the main path exactly straight. When `compact`, no column reaches
 * beyond the widest one.
 */
export function straighten(
  strip: readonly Item[][],
  parts: readonly LayerPart[],
  gap: (a: Item, b: Item) => number,
  compact: boolean,
): void {
  const bound = compact
    ? Math.max(...strip.map((column) => acrossOf(column, gap))) / 2
    : Number.POSITIVE_INFINITY
  for (const column of strip) settleColumn(column, column.map(weightless), gap, bound)
  const members = new Set(strip.flat())
  const inside = parts.filter(({ a, b }) => members.has(a) && members.has(b) && a.step !== b.step)
  const main = mainParts(inside)
  const ties = tiesOf(inside, main)
  for (let round = 0; round < ROUNDS; round++) {
    const columns = round % 2 === 0 ? strip : [...strip].reverse()
    for (const column of columns) {
      const wanted = column.map((item) => {
        const own = ties.get(item) ?? []
        const weight = own.reduce((sum, tie) => sum + tie.weight, 0)
        if (weight === 0) return weightless(item)
        const at = own.reduce((sum, tie) => sum + tie.weight * (tie.other.centre + tie.off), 0)
        return { at: at / weight, weight }
      })
      settleColumn(column, wanted, gap, bound)
    }
  }
  snap(strip, main, gap, bound)
}

/** How far a column reaches across at the least. */
function acrossOf(column: readonly Item[], gap: (a: Item, b: Item) => number): number {
  return column.reduce((sum, item, index) => {
    const before = column[index - 1]
    return sum + item.cross + (before ? gap(before, item) : 0)
  }, 0)
}

function weightless(item: Item): { at: number; weight: number } {
  return { at: item.centre, weight: 1e-3 }
}

function tiesOf(inside: readonly LayerPart[], main: ReadonlySet<LayerPart>): Map<Item, Tie[]> {
  const ties = new Map<Item, Tie[]>()
  const add = (item: Item, tie: Tie) => {
    const own = ties.get(item)
    if (own) own.push(tie)
    else ties.set(item, [tie])
  }
  for (const part of inside) {
    const { a, b, aOff, bOff, link } = part
    const weight =
      ((main.has(part) ? MAIN_PULL : 1) * (link.feedback ? FEEDBACK_PULL : 1)) /
      Math.abs(a.step - b.step)
    add(a, { other: b, off: bOff - aOff, weight })
    add(b, { other: a, off: aOff - bOff, weight })
  }
  return ties
}

/**
 * The links of paths that should be exactly straight: each item has at most one other before and one after, all links
 * between two of them together. Of an even fork of equals none is the main one, so that it comes out symmetric.
 */
function mainParts(inside: readonly LayerPart[]): Set<LayerPart> {
  const out = new Map<Item, LayerPart[]>()
  const into = new Map<Item, LayerPart[]>()
  const push = (map: Map<Item, LayerPart[]>, key: Item, part: LayerPart) => {
    const list = map.get(key)
    if (list) list.push(part)
    else map.set(key, [part])
  }
  for (const part of inside) {
    if (part.link.feedback) continue
    const [first, second] = part.a.step < part.b.step ? [part.a, part.b] : [part.b, part.a]
    push(out, first, part)
    push(into, second, part)
  }
  const degree = (item: Item) => (out.get(item)?.length ?? 0) + (into.get(item)?.length ?? 0)
  const pick = (parts: readonly LayerPart[] | undefined, end: (part: LayerPart) => Item) => {
    if (!parts || parts.length === 0) return []
    const rank = (part: LayerPart) =>
      (end(part).unit === undefined ? -4 : 0) +
      Math.min(3, degree(end(part))) -
      2 * (Math.abs(part.a.step - part.b.step) - 1)
    const most = Math.max(...parts.map(rank))
    const best = Map.groupBy(
      parts.filter((part) => rank(part) === most),
      end,
    )
    const ordered = [...best].sort(([p], [q]) => p.centre - q.centre)
    return (ordered.length % 2 === 1 && ordered[ordered.length >> 1]?.[1]) || []
  }
  const later = (part: LayerPart) => (part.a.step < part.b.step ? part.b : part.a)
  const sooner = (part: LayerPart) => (part.a.step < part.b.step ? part.a : part.b)
  const chosen = new Set<LayerPart>()
  for (const parts of out.values()) {
    const [best, ...beside] = pick(parts, later)
    if (!best || !pick(into.get(later(best)), sooner).includes(best)) continue
    for (const each of [best, ...beside]) chosen.add(each)
  }
  return chosen
}

/** Makes the main links exactly straight, from the first column on; what they push aside keeps its order. */
function snap(
  strip: readonly Item[][],
  main: ReadonlySet<LayerPart>,
  gap: (a: Item, b: Item) => number,
  bound: Bound,
): void {
  const isForth = ({ a, b }: LayerPart) => a.step < b.step
  const before = Map.groupBy(main, (part) => (isForth(part) ? part.b : part.a))
  const after = Map.groupBy(main, (part) => (isForth(part) ? part.a : part.b))
  const aligned = (item: Item, parts: readonly LayerPart[]) =>
    parts.reduce((sum, { a, b, aOff, bOff }) => {
      return sum + (a === item ? b.centre + bOff - aOff : a.centre + aOff - bOff)
    }, 0) / parts.length
  for (const [columns, near] of [
    [strip, before],
    [[...strip].reverse(), after],
    [strip, before],
  ] as const) {
    for (const column of columns) {
      const wanted = column.map((item) => {
        const parts = near.get(item)
        return parts ? { at: aligned(item, parts), weight: 40 } : { at: item.centre, weight: 1 }
      })
      settleColumn(column, wanted, gap, bound)
    }
  }
}

/** Least squares places for wanted centres under order and gaps: the pool-adjacent-violators algorithm. */
export function settleColumn(
  column: readonly Item[],
  wanted: readonly { at: number; weight: number }[],
  gap: (a: Item, b: Item) => number,
  bound: Bound = Number.POSITIVE_INFINITY,
): void {
  const offsets: number[] = []
  let run = 0
  for (const [index, item] of column.entries()) {
    const before = column[index - 1]
    if (before) run += (before.cross + item.cross) / 2 + gap(before, item)
    offsets.push(run)
  }
  const blocks: { sum: number; weight: number; count: number }[] = []
  for (const [index, { at, weight }] of wanted.entries()) {
    blocks.push({ sum: weight * (at - (offsets[index] ?? 0)), weight, count: 1 })
    for (;;) {
      const [a, b] = [blocks.at(-2), blocks.at(-1)]
      if (!a || !b || a.sum / a.weight <= b.sum / b.weight) break
      blocks.splice(-2, 2, {
        sum: a.sum + b.sum,
        weight: a.weight + b.weight,
        count: a.count + b.count,
      })
    }
  }
  // Clipping the least squares places gives the best ones within bounds.
  const least = (column[0]?.cross ?? 0) / 2 - bound
  const most = bound - run - (column.at(-1)?.cross ?? 0) / 2
  let index = 0
  for (const block of blocks) {
    const at = Math.max(least, Math.min(most, block.sum / block.weight))
    for (let i = 0; i < block.count; i++, index++) {
      const item = column[index]
      if (item) item.centre = at + (offsets[index] ?? 0)
    }
  }
}
