import type { Item } from './layers'
import type { LevelOptions } from './levels'

/** Consecutive layers on strips: as many on each for a chain, else about equal lengths. */
export function cutStrips(columns: Item[][], options: LevelOptions): Item[][][] {
  const least = isChain(columns) ? 1 : options.shortest
  const wanted = Math.min(options.strips, Math.ceil(columns.length / least))
  const strips = isEven(columns, options)
    ? fullStrips(columns, wanted)
    : evenStrips(columns, wanted, options)
  const count = Math.max(...strips.map((each) => each.length))
  for (const [s, each] of strips.entries()) {
    const backwards = options.turn === 'snake' && s % 2 === 1
    for (const [c, column] of each.entries()) {
      for (const item of column) {
        item.strip = s
        item.step = c
        item.column = backwards ? count - 1 - c : c
      }
    }
  }
  return strips
}

/** Whether every layer holds a single unit. */
export function isChain(columns: readonly Item[][]): boolean {
  return columns.every((column) => column.length === 1)
}

/** Layers up to this factor longer than the mean one count as even. */
const EVEN = 1.35

/** Whether layers are so alike that equal counts are equal lengths, as those of a chain are taken to be. */
function isEven(columns: readonly Item[][], { gaps }: LevelOptions): boolean {
  if (isChain(columns)) return true
  const lengths = columns.map((column) => Math.max(...column.map((item) => item.main)) + gaps.layer)
  const mean = lengths.reduce((sum, each) => sum + each, 0) / lengths.length
  return Math.max(...lengths) <= EVEN * mean
}

/** Only the last strip of a wrapped chain may be short, so that every turn is in one column. */
function fullStrips(columns: Item[][], wanted: number): Item[][][] {
  const each = Math.ceil(columns.length / wanted)
  return Array.from({ length: Math.ceil(columns.length / each) }, (_, s) =>
    columns.slice(s * each, (s + 1) * each),
  )
}

function evenStrips(columns: Item[][], wanted: number, options: LevelOptions): Item[][][] {
  const lengths = columns.map(
    (column) => Math.max(...column.map((item) => item.main)) + options.gaps.layer,
  )
  const total = lengths.reduce((sum, each) => sum + each, 0)
  const strips: Item[][][] = []
  let strip: Item[][] = []
  let seen = 0
  for (const [index, column] of columns.entries()) {
    strip.push(column)
    seen += lengths[index] ?? 0
    const left = columns.length - index - 1
    const open = wanted - strips.length - 1
    const half = 0.45 * (lengths[index + 1] ?? 0)
    if (open > 0 && (seen + half >= (total * (strips.length + 1)) / wanted || left === open)) {
      strips.push(strip)
      strip = []
    }
  }
  if (strip.length > 0) strips.push(strip)
  return strips
}
